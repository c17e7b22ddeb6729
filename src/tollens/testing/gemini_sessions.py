"""Sessions of Gemini CLI made for tests: a few words a message, as one document or as a log."""

from typing import Any, Self

import orjson


class GeminiSession:
    """Writes a session message by message. Each method adds one and gives the session, or an id it made.

    Args:
        session: The id of the session.
        header: Further members of the header.

    Attributes:
        records: The records of the log so far, the header first.
    """

    def __init__(self, session: str = "3f1c", **header: Any) -> None:
        first = {
            "sessionId": session,
            "projectHash": "0" * 64,
            "startTime": _time(0),
            "lastUpdated": _time(0),
            **header,
        }
        self.records: list[dict[str, Any]] = [first]
        self._number = 0
        self._calls = 0

    def raw(self, record: dict[str, Any]) -> Self:
        """Add a record as it is."""
        self.records.append(record)
        return self

    def message(self, kind: str, content: Any, **members: Any) -> str:
        """Add a message; gives its id. Members given win over those made here."""
        self._number += 1
        record = {
            "id": f"m{self._number}",
            "timestamp": _time(self._number),
            "type": kind,
            "content": content,
            **members,
        }
        self.records.append(record)
        return str(record["id"])

    def prompt(self, content: Any, **members: Any) -> Self:
        """A text under the person's name: a string, or a list of parts."""
        self.message("user", content, **members)
        return self

    def say(self, content: Any, *calls: dict[str, Any], **members: Any) -> Self:
        """Words of the agent, with the calls that it made."""
        given: dict[str, Any] = {"model": "gemini-x", **members}
        self.message("gemini", content, **(given | ({"toolCalls": list(calls)} if calls else {})))
        return self

    def call(self, tool: str, output: Any = None, status: str = "success", **members: Any) -> dict[str, Any]:
        """A call for `say`: what does not begin with `_` is an argument, what does is a member of the call."""
        self._calls += 1
        identity = f"{tool}-{self._calls}"
        given = {name: value for name, value in members.items() if not name.startswith("_")}
        call: dict[str, Any] = {"id": identity, "name": tool, "args": given, "status": status}
        if output is not None:
            answer = {"error" if status in ("error", "cancelled") else "output": output}
            call["result"] = [{"functionResponse": {"id": identity, "name": tool, "response": answer}}]
        return call | {name[1:]: value for name, value in members.items() if name.startswith("_")}

    def run(self, command: str, output: str = "", status: int = 0, **members: Any) -> dict[str, Any]:
        """A call of the shell with its result, in the form that states every exit status."""
        text = (
            f"Command: {command}\nDirectory: (root)\nOutput: {output or '(empty)'}\nError: (none)\n"
            f"Exit Code: {status}\nSignal: (none)\nBackground PIDs: (none)\nProcess Group PGID: 77"
        )
        return self.call("run_shell_command", text, command=command, _resultDisplay=output, **members)

    def log(self) -> bytes:
        """The session as a log, a record a line."""
        return b"".join(orjson.dumps(record) + b"\n" for record in self.records)

    def document(self, pretty: bool = True) -> bytes:
        """The session as one document; the records are a header and messages only."""
        header, *messages = self.records
        return orjson.dumps({**header, "messages": messages}, option=orjson.OPT_INDENT_2 if pretty else None)


def _time(number: int) -> str:
    return f"2026-03-01T10:{number // 60 % 60:02}:{number % 60:02}.000Z"
