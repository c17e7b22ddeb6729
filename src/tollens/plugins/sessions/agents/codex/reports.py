"""What events and items of a rollout say of a call: beside the record of its output, or in the place of both.

Newer histories keep only these for what a script of the agent ran, or for everything.
"""

import re
from typing import Any

import msgspec

from tollens.plugins.sessions.agents.codex.outputs import SOMEBODY, Output, refused_by
from tollens.plugins.sessions.agents.codex.patches import reported
from tollens.plugins.sessions.agents.codex.rows import Row, kind_of_item, text_of
from tollens.plugins.sessions.agents.codex.tools import SENDS, SPAWNS, arguments_of, local
from tollens.plugins.sessions.patching import Part
from tollens.plugins.sessions.values import held, number, objects, string

_SECONDS = re.compile(r"(\d{1,9}(?:\.\d{1,12})?)(ms|s)")


class Report(msgspec.Struct, frozen=True):
    """What one event or item says of a call.

    Attributes:
        form: Which kind of record it is: the same call may be reported once in each.
        tool: The tool that it was, by a name of the table.
        given: Its arguments, as the tool states them.
        by_user: The person ran it.
        output: How it ended; `None` where the record does not say.
        parts: The changes that were made, where it reports them.
        threads: The threads of the sub-agents that the call started, or spoke to.
    """

    form: str
    call_id: str
    tool: str
    given: dict[str, Any]
    by_user: bool = False
    output: Output | None = None
    parts: tuple[Part, ...] = ()
    threads: tuple[str, ...] = ()


def report_of(row: Row) -> Report | None:
    """What an event or an item reports of a call; `None` for any other."""
    payload = row.payload
    if row.what == "item_completed":
        item = held(payload, "item")
        build = _ITEMS.get(kind_of_item(row))
        return build("item", string(item, "id", "call_id"), item) if build else None
    event = _EVENTS.get(row.what)
    return event("event", string(payload, "call_id", "callId"), payload) if event else None


def _command(form: str, call_id: str, facts: dict[str, Any]) -> Report:
    given: dict[str, Any] = {"command": facts.get("command"), "workdir": local(string(facts, "cwd"))}
    source = string(facts, "source")
    if source in ("unified_exec_interaction", "unifiedExecInteraction"):
        typed = string(facts, "interaction_input", "interactionInput")
        given = {"session_id": string(facts, "process_id", "processId"), "chars": typed}
        return Report(form, call_id, "write_stdin", given, output=_ended(facts))
    return Report(form, call_id, "exec_command", given, source in ("user_shell", "userShell"), _ended(facts))


def _ended(facts: dict[str, Any]) -> Output | None:
    """How a command ended, as its event or item states it."""
    state = string(facts, "status").casefold()
    status = number(facts, "exit_code", "exitCode")
    if state in ("inprogress", "in_progress"):
        return None
    text = string(facts, "aggregated_output", "aggregatedOutput", "formatted_output", "stdout")
    text = text or string(facts, "stderr")
    refused = refused_by(text) or SOMEBODY if state == "declined" else ""
    # A command that never came to its end has no status of its own: the agent writes -1.
    return Output(
        text,
        None if refused or status == -1 else status,
        failed=bool(refused),
        refused=refused,
        interrupted=not refused and status == -1,
        done=status == 0,
        duration_ms=_duration(facts.get("duration")),
    )


def _patch(form: str, call_id: str, facts: dict[str, Any]) -> Report:
    state = string(facts, "status").casefold()
    success = facts.get("success")
    text = string(facts, "stdout") or string(facts, "stderr")
    refused = refused_by(text) or SOMEBODY if state == "declined" else ""
    output = Output(
        text,
        failed=bool(refused) or state == "failed" or success is False,
        refused=refused,
        done=state == "completed" or success is True,
    )
    known = bool(state) or isinstance(success, bool)
    parts = reported(facts.get("changes"))
    return Report(form, call_id, "apply_patch", {}, output=output if known else None, parts=parts)


def _server_tool(form: str, call_id: str, facts: dict[str, Any]) -> Report:
    asked = held(facts, "invocation") or facts
    name = f"{string(asked, 'server')[:100] or 'mcp'}/{string(asked, 'tool')[:200] or '(unnamed tool)'}"
    result = facts.get("result")
    output = None
    if isinstance(result, dict):
        inner = held(result, "Ok") or result
        text = text_of(inner.get("content")) or string(result, "Err")
        failed = "Err" in result or True in (inner.get("isError"), inner.get("is_error"))
        output = Output(text, failed=failed, done=not failed, duration_ms=_duration(facts.get("duration")))
    elif held(facts, "error"):
        output = Output(string(held(facts, "error"), "message"), failed=True)
    return Report(form, call_id, name, arguments_of(asked.get("arguments")) or {}, output=output)


def _dynamic(form: str, call_id: str, facts: dict[str, Any]) -> Report:
    success = facts.get("success")
    text = text_of(facts.get("content_items") or facts.get("contentItems")) or string(facts, "error")
    output = Output(text, failed=success is False, done=success is True) if isinstance(success, bool) else None
    name = string(facts, "tool")[:200] or "(unnamed tool)"
    return Report(form, call_id, name, arguments_of(facts.get("arguments")) or {}, output=output)


def _web(form: str, call_id: str, facts: dict[str, Any]) -> Report:
    given = {"action": facts.get("action"), "query": string(facts, "query")}
    found = [f"{string(each, 'title')} {string(each, 'url')}".strip() for each in objects(facts.get("results"))]
    return Report(form, call_id, "web_search", given, output=Output("\n".join(found), done=True) if found else None)


def _image(form: str, call_id: str, facts: dict[str, Any]) -> Report:
    return Report(form, call_id, "view_image", {"path": local(string(facts, "path"))}, output=Output(done=True))


def _plan(form: str, call_id: str, facts: dict[str, Any]) -> Report:
    return Report(form, call_id, "plan", {"text": string(facts, "text")}, output=Output(done=True))


def _drawn(form: str, call_id: str, facts: dict[str, Any]) -> Report:
    given = {"prompt": string(facts, "revised_prompt"), "saved_path": string(facts, "saved_path")}
    return Report(form, call_id, "image_generation", {k: v for k, v in given.items() if v}, output=Output(done=True))


_COLLABORATION = {
    "spawnagent": "spawn_agent",
    "sendinput": "send_input",
    "resumeagent": "resume_agent",
    "wait": "wait_agent",
    "closeagent": "close_agent",
}


def _agent(form: str, call_id: str, facts: dict[str, Any]) -> Report:
    tool = _COLLABORATION.get(string(facts, "tool").replace("_", "").casefold(), "send_message")
    state = string(facts, "status").casefold()
    output = Output(failed=state == "failed", done=state == "completed") if state in ("failed", "completed") else None
    named = facts.get("receiver_thread_ids", facts.get("receiverThreadIds"))
    threads = tuple(each for each in named if isinstance(each, str)) if isinstance(named, list) else ()
    return Report(
        form, call_id, tool, _agent_facts(facts), output=output, threads=threads if tool in SPAWNS | SENDS else ()
    )


def _spawned(form: str, call_id: str, facts: dict[str, Any]) -> Report:
    made = string(facts, "new_thread_id")
    output = Output(failed=not made, done=bool(made))
    return Report(form, call_id, "spawn_agent", _agent_facts(facts), output=output, threads=(made,) if made else ())


def _agent_facts(facts: dict[str, Any]) -> dict[str, Any]:
    given = {"message": string(facts, "prompt"), "nickname": string(facts, "new_agent_nickname")}
    return {name: value for name, value in given.items() if value}


def _duration(value: object) -> int | None:
    """A duration in milliseconds, from the ways in which it is written."""
    if isinstance(value, dict):
        seconds, rest = number(value, "secs"), number(value, "nanos")
        return None if seconds is None or not 0 <= seconds < 10**9 else seconds * 1000 + (rest or 0) // 1_000_000
    found = _SECONDS.fullmatch(value) if isinstance(value, str) else None
    return int(float(found[1]) * (1 if found[2] == "ms" else 1000)) if found else None


_ITEMS = {
    "CommandExecution": _command,
    "FileChange": _patch,
    "McpToolCall": _server_tool,
    "DynamicToolCall": _dynamic,
    "WebSearch": _web,
    "ImageView": _image,
    "ImageGeneration": _drawn,
    "Plan": _plan,
    "CollabAgentToolCall": _agent,
}

_EVENTS = {
    "exec_command_end": _command,
    "patch_apply_end": _patch,
    "mcp_tool_call_end": _server_tool,
    "dynamic_tool_call_response": _dynamic,
    "web_search_end": _web,
    "view_image_tool_call": _image,
    "image_generation_end": _drawn,
    "collab_agent_spawn_end": _spawned,
}
