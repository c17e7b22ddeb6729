"""Generate the same long sessions as `sessions.py` in the formats of other agents that write a record a line.

    agents.py AGENT SIZE -o session.jsonl [--line BYTES] [--outputs N]

AGENT is one of codex, pi, copilot, gemini, otlp; the rest is as for `sessions.py`. The work is the same; what stands
around it is what each agent writes beside a call. Standard library only.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

from sessions import Generator, write

Records = Iterator[dict[str, Any]]


class Other(Generator):
    """The work of a session, as another agent writes it. `_told` is what it says, `_called` a call with its result."""

    _counted = 0

    def _begin(self) -> Records:
        return iter(())

    def _end(self, text: str) -> Records:
        return self._told(text)

    def _call(self, tool: str, given: dict[str, Any], text: str, beside: object, error: bool | None = None) -> Records:
        if self._random.random() < 0.6:
            yield from self._told(self._prose(30))
        yield from self._called(tool, given, text, bool(error))

    def _told(self, text: str) -> Records:
        raise NotImplementedError

    def _called(self, tool: str, given: dict[str, Any], text: str, failed: bool) -> Records:
        raise NotImplementedError

    def _now(self) -> str:
        self._count += 1
        return self._time()

    def _line_of(self, tool: str, given: dict[str, Any]) -> str:
        """A call as a shell line, for agents that do everything by these."""
        if tool in ("Grep", "Glob"):
            return f"rg -n {given['pattern']!r} {given.get('path', '.')}"
        return f"cat {given['file_path']}" if tool == "Read" else str(given["command"])


class Codex(Other):
    def _begin(self) -> Records:
        if not self._counted:
            meta = {
                "id": self._session,
                "cwd": "/home/dev/shop",
                "originator": "codex_cli_rs",
                "cli_version": "0.140.0",
            }
            yield self._record("session_meta", timestamp=self._time(), **meta)
        self._counted += 1
        yield self._record("event_msg", type="task_started", turn_id=self._uuid())
        yield self._record("turn_context", cwd="/home/dev/shop", model="gpt-5.2-codex", approval_policy="never")

    def _record(self, kind: str, **payload: Any) -> dict[str, Any]:
        return {"timestamp": self._now(), "type": kind, "payload": payload}

    def _prompt(self, text: str) -> Records:
        yield self._message("user", "input_text", text)
        yield self._record("event_msg", type="user_message", message=text, images=[])

    def _message(self, role: str, kind: str, text: str) -> dict[str, Any]:
        return self._record("response_item", type="message", role=role, content=[{"type": kind, "text": text}])

    def _told(self, text: str) -> Records:
        yield self._record("event_msg", type="agent_message", message=text)
        yield self._message("assistant", "output_text", text)

    def _end(self, text: str) -> Records:
        yield from self._told(text)
        yield self._record("event_msg", type="task_complete", turn_id=self._uuid(), last_agent_message=text)

    def _called(self, tool: str, given: dict[str, Any], text: str, failed: bool) -> Records:
        identity = f"call_{self._token(24)}"
        yield self._record("response_item", type="reasoning", summary=[], encrypted_content=self._token(900))
        if tool == "Edit":
            changed = [f"-{line}" for line in given["old_string"].split("\n")]
            changed += [f"+{line}" for line in given["new_string"].split("\n")]
            path, hunk = given["file_path"], "\n".join(changed)
            patch = f"*** Begin Patch\n*** Update File: {path}\n@@\n{hunk}\n*** End Patch\n"
            yield self._item("custom_tool_call", identity, name="apply_patch", status="completed", input=patch)
            change = {path: {"type": "update", "unified_diff": f"@@ -1,3 +1,3 @@\n{hunk}\n", "move_path": None}}
            told = {"call_id": identity, "stdout": "Success.", "stderr": "", "success": True, "changes": change}
            yield self._record("event_msg", type="patch_apply_end", **told)
            output = json.dumps({"output": "Success. Updated the following files:\n", "metadata": {"exit_code": 0}})
            yield self._item("custom_tool_call_output", identity, output=output)
        else:
            command = self._line_of(tool, given)
            arguments = json.dumps({"cmd": command, "workdir": "/home/dev/shop", "yield_time_ms": 1000})
            yield self._item("function_call", identity, name="exec_command", arguments=arguments)
            shell = {"command": ["bash", "-lc", command], "aggregated_output": text, "exit_code": int(failed)}
            yield self._record("event_msg", type="exec_command_end", call_id=identity, cwd="/home/dev/shop", **shell)
            header = f"Chunk ID: 1a2b3c\nWall time: 0.1 seconds\nProcess exited with code {int(failed)}\nOutput:\n"
            yield self._item("function_call_output", identity, output=header + text)
        usage = {"input_tokens": 41234, "cached_input_tokens": 40000, "output_tokens": 512, "total_tokens": 41746}
        yield self._record(
            "event_msg", type="token_count", info={"total_token_usage": usage, "last_token_usage": usage}
        )

    def _item(self, kind: str, identity: str, **members: Any) -> dict[str, Any]:
        return self._record("response_item", type=kind, call_id=identity, **members)


class Pi(Other):
    def _begin(self) -> Records:
        if self._parent is None:
            header = {"version": 3, "id": self._session, "cwd": "/home/dev/shop"}
            yield {"type": "session", "timestamp": self._time(), **header}

    def _record(self, role: str, content: list[dict[str, Any]], **members: Any) -> dict[str, Any]:
        identity, parent = f"{self._token(8)}", self._parent
        self._parent = identity
        message = {"role": role, "content": content, **members, "timestamp": 1772359200000}
        return {"type": "message", "id": identity, "parentId": parent, "timestamp": self._now(), "message": message}

    def _prompt(self, text: str) -> Records:
        yield self._record("user", [{"type": "text", "text": text}])

    def _answer(self, block: dict[str, Any], stopped: str) -> dict[str, Any]:
        usage = {"input": 3, "output": 120, "cacheRead": 41234, "cacheWrite": 512, "cost": {"total": 0.01}}
        thought = {"type": "thinking", "thinking": self._prose(40), "thinkingSignature": self._token(344)}
        model = {"api": "anthropic-messages", "provider": "anthropic", "model": "claude-opus-4-5"}
        return self._record("assistant", [thought, block], **model, usage=usage, stopReason=stopped)

    def _told(self, text: str) -> Records:
        yield self._answer({"type": "text", "text": text}, "stop")

    def _called(self, tool: str, given: dict[str, Any], text: str, failed: bool) -> Records:
        identity = f"toolu_01{self._token(22)}"
        name, arguments = "bash", {}
        if tool == "Read":
            name, arguments = "read", {"path": given["file_path"]}
        elif tool == "Edit":
            texts = {"oldText": given["old_string"], "newText": given["new_string"]}
            name, arguments = "edit", {"path": given["file_path"], **texts}
        else:
            arguments = {"command": self._line_of(tool, given)}
        yield self._answer({"type": "toolCall", "id": identity, "name": name, "arguments": arguments}, "toolUse")
        text = f"{text}\n\nCommand exited with code 1" if failed else text
        told = {"toolCallId": identity, "toolName": name, "isError": failed}
        yield self._record("toolResult", [{"type": "text", "text": text}], **told)


class Copilot(Other):
    def _begin(self) -> Records:
        if self._parent is None:
            context = {"cwd": "/home/dev/shop", "gitRoot": "/home/dev/shop", "branch": "main"}
            yield self._event("session.start", sessionId=self._session, copilotVersion="1.0.68", context=context)

    def _event(self, kind: str, **data: Any) -> dict[str, Any]:
        identity, parent = self._uuid(), self._parent
        self._parent = identity
        return {"type": kind, "data": data, "id": identity, "timestamp": self._now(), "parentId": parent}

    def _prompt(self, text: str) -> Records:
        yield self._event("user.message", content=text, transformedContent=text, attachments=[])

    def _told(self, text: str) -> Records:
        yield self._event("assistant.message", messageId=self._uuid(), model="gpt-5", content=text, toolRequests=[])

    def _called(self, tool: str, given: dict[str, Any], text: str, failed: bool) -> Records:
        identity = f"call_{self._token(24)}"
        name, arguments = "bash", {}
        if tool == "Read":
            name, arguments = "view", {"path": given["file_path"]}
        elif tool == "Edit":
            texts = {"old_str": given["old_string"], "new_str": given["new_string"]}
            name, arguments = "edit", {"path": given["file_path"], **texts}
        else:
            arguments = {"command": self._line_of(tool, given), "description": self._prose(5)}
            text = f"{text}\n<exited with exit code {int(failed)}>"
        request = {"toolCallId": identity, "name": name, "arguments": arguments, "type": "function"}
        asked = {"messageId": self._uuid(), "model": "gpt-5", "content": "", "toolRequests": [request]}
        yield self._event(
            "assistant.message", **asked, reasoningText=self._prose(60), encryptedContent=self._token(900)
        )
        yield self._event("tool.execution_start", toolCallId=identity, toolName=name, arguments=arguments)
        result = {"content": text, "detailedContent": text}
        yield self._event("tool.execution_complete", toolCallId=identity, success=True, result=result)


class Gemini(Other):
    def _begin(self) -> Records:
        if not self._counted:
            times = {"startTime": self._time(), "lastUpdated": self._time()}
            yield {"sessionId": self._session, "projectHash": "0" * 64, **times, "kind": "main"}
        self._counted += 1
        yield {"$set": {"lastUpdated": self._now()}}

    def _message(self, kind: str, content: object, **members: Any) -> dict[str, Any]:
        return {"id": self._uuid(), "timestamp": self._now(), "type": kind, "content": content, **members}

    def _prompt(self, text: str) -> Records:
        yield self._message("user", [{"text": text}])

    def _told(self, text: str) -> Records:
        thoughts = [{"subject": "Look", "description": self._prose(40), "timestamp": self._time()}]
        yield self._message(
            "gemini", text, thoughts=thoughts, model="gemini-3-pro", tokens={"input": 41234, "total": 512}
        )

    def _called(self, tool: str, given: dict[str, Any], text: str, failed: bool) -> Records:
        name, arguments = "run_shell_command", {}
        if tool == "Read":
            name, arguments = "read_file", {"file_path": given["file_path"]}
        elif tool == "Edit":
            name, arguments = "replace", given
        else:
            arguments = {"command": self._line_of(tool, given)}
            text = f"Output: {text}\nExit Code: {int(failed)}\nProcess Group PGID: 77"
        identity = f"{name}-{self._token(12)}"
        answer = {"functionResponse": {"id": identity, "name": name, "response": {"output": text}}}
        call = {"id": identity, "name": name, "args": arguments, "status": "success", "timestamp": self._time()}
        yield self._message("gemini", "", model="gemini-3-pro", toolCalls=[{**call, "result": [answer]}])


class Otlp(Other):
    """A span a line; that of a model has what it said and asked for, and not the history that it was given."""

    _numbers = count(1)

    def _span(self, operation: str, **attributes: Any) -> dict[str, Any]:
        number = next(self._numbers)
        began = 1_772_359_200_000_000_000 + number * 1_000_000_000
        named = {"gen_ai.operation.name": operation, "gen_ai.conversation.id": self._session, **attributes}
        span = {
            "traceId": self._session.replace("-", ""),
            "spanId": f"{number:016x}",
            "name": operation,
            "startTimeUnixNano": str(began),
            "endTimeUnixNano": str(began + 500_000_000),
            "attributes": [{"key": key, "value": {"stringValue": value}} for key, value in named.items()],
        }
        resource = {"attributes": [{"key": "service.name", "value": {"stringValue": "copilot-chat"}}]}
        return {"resourceSpans": [{"resource": resource, "scopeSpans": [{"scope": {"name": "x"}, "spans": [span]}]}]}

    def _prompt(self, text: str) -> Records:
        messages = json.dumps([{"role": "user", "parts": [{"type": "text", "content": text}]}])
        yield self._span("chat", **{"gen_ai.input.messages": messages, "gen_ai.response.model": "gpt-5"})

    def _told(self, text: str) -> Records:
        messages = json.dumps([{"role": "assistant", "parts": [{"type": "text", "content": text}]}])
        yield self._span("chat", **{"gen_ai.output.messages": messages, "gen_ai.response.model": "gpt-5"})

    def _called(self, tool: str, given: dict[str, Any], text: str, failed: bool) -> Records:
        name, arguments = "run_in_terminal", given
        if tool in ("Read", "Edit"):
            name = {"Read": "read_file", "Edit": "replace_string_in_file"}[tool]
        else:
            arguments = {"command": self._line_of(tool, given)}
        told = {"gen_ai.tool.name": name, "gen_ai.tool.call.id": f"call_{self._token(24)}"}
        told |= {"gen_ai.tool.call.arguments": json.dumps(arguments), "gen_ai.tool.call.result": text}
        yield self._span("execute_tool", **told)


AGENTS: dict[str, type[Other]] = {"codex": Codex, "pi": Pi, "copilot": Copilot, "gemini": Gemini, "otlp": Otlp}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("agent", choices=AGENTS)
    parser.add_argument("size", type=float, help="in megabytes")
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--line", type=int, default=0, help="bytes of one long record")
    parser.add_argument("--outputs", type=int, default=0, help="large outputs in each unit")
    said = parser.parse_args()
    write(said.output, int(said.size * 1e6), said.line, said.outputs, AGENTS[said.agent])
    return 0


if __name__ == "__main__":
    sys.exit(main())
