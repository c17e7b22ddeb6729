"""Rollouts of Codex made for tests: a few words a record, in each of the shapes that its versions have."""

from typing import Any, Self

import orjson


class Rollout:
    """Writes a rollout record by record. Each method adds records and gives the rollout, or an id it made.

    Args:
        cwd: The project's folder.
        session: The id of the session.
        bare: Write the records without envelopes, as before September 2025.
        meta: Further members of the first record.

    Attributes:
        records: The records so far, in file order.
    """

    def __init__(self, cwd: str = "/home/dev/shop", session: str = "s1", bare: bool = False, **meta: Any) -> None:
        self.records: list[dict[str, Any]] = []
        self._bare = bare
        self._calls = 0
        facts = {"id": session, "timestamp": "2026-03-01T10:00:00.000Z", "instructions": None, **meta}
        if bare:
            self.records.append(facts)
            return
        git = {"commit_hash": "4f2a9c1", "branch": "main"}
        self.record("session_meta", {"cwd": cwd, "cli_version": "0.142.0", "source": "cli", "git": git} | facts)
        self.record("turn_context", {"cwd": cwd, "model": "gpt-x"})

    def record(self, kind: str, payload: dict[str, Any]) -> Self:
        """Add a record in its envelope."""
        number = len(self.records)
        stamp = f"2026-03-01T10:{number // 60 % 60:02}:{number % 60:02}.000Z"
        self.records.append({"timestamp": stamp, "type": kind, "payload": payload})
        return self

    def item(self, kind: str, **members: Any) -> Self:
        """Add what passed between the agent and the model."""
        payload = {"type": kind, **members}
        if self._bare:
            self.records.append(payload)
            return self
        return self.record("response_item", payload)

    def event(self, kind: str, **members: Any) -> Self:
        """Add what the agent reported to its surface."""
        return self.record("event_msg", {"type": kind, **members})

    def completed(self, kind: str, **members: Any) -> Self:
        """Add an item, as the newest histories have them."""
        return self.event("item_completed", item={"type": kind, **members})

    def prompt(self, text: str, events: bool = True) -> Self:
        """Words of the person: a message to the model, and an event."""
        self.item("message", role="user", content=[{"type": "input_text", "text": text}])
        return self.event("user_message", message=text, images=[]) if events and not self._bare else self

    def say(self, text: str, events: bool = True) -> Self:
        """Words of the agent: an event, and a message."""
        if events and not self._bare:
            self.event("agent_message", message=text)
        return self.item("message", role="assistant", content=[{"type": "output_text", "text": text}])

    def call(self, tool: str, call_id: str | None = None, **given: Any) -> str:
        """A call of a function; gives its id."""
        self._calls += 1
        identity = call_id or f"call_{self._calls}"
        self.item("function_call", name=tool, arguments=orjson.dumps(given).decode(), call_id=identity)
        return identity

    def output(self, call_id: str, output: Any) -> Self:
        """The output of a call of a function."""
        return self.item("function_call_output", call_id=call_id, output=output)

    def run(self, command: str, output: str = "", status: int = 0, **given: Any) -> Self:
        """A shell line with its output, as version 0.140 tells the exit status."""
        head = f"Chunk ID: a1\nWall time: 0.5000 seconds\nProcess exited with code {status}\nOriginal token count: 3"
        return self.output(self.call("exec_command", cmd=command, **given), f"{head}\nOutput:\n{output}")

    def patch(self, *lines: str, output: str = "Success. Updated the following files:\n", status: int = 0) -> Self:
        """A patch as the tool of its own kind, with its output."""
        self._calls += 1
        call_id, text = f"call_{self._calls}", "\n".join(("*** Begin Patch", *lines, "*** End Patch"))
        self.item("custom_tool_call", status="completed", call_id=call_id, name="apply_patch", input=text)
        told = f"Exit code: {status}\nWall time: 0 seconds\nOutput:\n{output}"
        return self.item("custom_tool_call_output", call_id=call_id, output=told)

    def lines(self) -> list[bytes]:
        """The records as lines without their ends."""
        return [orjson.dumps(record) for record in self.records]

    def data(self) -> bytes:
        """The rollout as a file."""
        return b"".join(line + b"\n" for line in self.lines())
