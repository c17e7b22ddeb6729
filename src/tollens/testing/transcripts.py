"""Transcripts of Claude Code made for tests: a few words a record, in the shape of version 2.1."""

from typing import Any, Self

import orjson


class Transcript:
    """Writes a transcript record by record. Each method adds records and gives the transcript, or an id it made.

    Args:
        cwd: The project's folder.
        session: The id of the session.

    Attributes:
        records: The records so far, in file order.
    """

    def __init__(self, cwd: str = "/home/dev/shop", session: str = "s1") -> None:
        self.records: list[dict[str, Any]] = []
        self._cwd = cwd
        self._session = session
        self._parent: str | None = None
        self._calls = 0

    def row(self, kind: str, **members: Any) -> str:
        """Add a record of the conversation; gives its uuid. Members given win over those made here."""
        number = len(self.records)
        record = {
            "type": kind,
            "uuid": f"r{number}",
            "parentUuid": self._parent,
            "isSidechain": False,
            "sessionId": self._session,
            "cwd": self._cwd,
            "version": "2.1.42",
            "gitBranch": "main",
            "timestamp": f"2026-03-01T10:{number // 60 % 60:02}:{number % 60:02}.000Z",
            **members,
        }
        self.records.append(record)
        if not record["isSidechain"]:
            self._parent = record["uuid"]
        return str(record["uuid"])

    def raw(self, record: dict[str, Any]) -> Self:
        """Add a record as it is."""
        self.records.append(record)
        return self

    def prompt(self, text: Any, **members: Any) -> Self:
        """A text under the person's name: a string, or a list of blocks."""
        self.row("user", message={"role": "user", "content": text}, **members)
        return self

    def say(self, text: str, **members: Any) -> Self:
        """Words of the agent."""
        self._answer({"type": "text", "text": text}, members)
        return self

    def call(self, tool: Any, call_id: str | None = None, row: dict[str, Any] | None = None, **given: Any) -> str:
        """A tool call; gives its id."""
        self._calls += 1
        identity = call_id or f"t{self._calls}"
        self._answer({"type": "tool_use", "id": identity, "name": tool, "input": given}, row or {})
        return identity

    def _answer(self, block: dict[str, Any], members: dict[str, Any]) -> None:
        message = {
            "id": f"m{len(self.records)}",
            "role": "assistant",
            "model": members.pop("model", "claude-x"),
            "content": [block],
        }
        self.row("assistant", message=message, **members)

    def result(self, call_id: str, content: Any, beside: Any = None, error: bool | None = None, **members: Any) -> Self:
        """The result of a call; `beside` is the `toolUseResult`."""
        block: dict[str, Any] = {"type": "tool_result", "tool_use_id": call_id, "content": content}
        if error is not None:
            block["is_error"] = error
        if beside is not None:
            members["toolUseResult"] = beside
        self.row("user", message={"role": "user", "content": [block]}, **members)
        return self

    def run(self, command: str, output: str = "", status: int = 0) -> Self:
        """A shell line with its result, in the way that version 2.1 tells the exit status."""
        call = self.call("Bash", command=command)
        if status:
            text = f"Exit code {status}\n{output}"
            return self.result(call, text, f"Error: {text}", error=True)
        beside = {"stdout": output, "stderr": "", "interrupted": False, "isImage": False}
        return self.result(call, output, beside, error=False)

    def read(self, path: str, content: str) -> Self:
        """A file read as a whole."""
        lines = len(content.split("\n"))
        file = {"filePath": path, "content": content, "numLines": lines, "startLine": 1, "totalLines": lines}
        return self.result(self.call("Read", file_path=path), content, {"type": "text", "file": file})

    def edit(self, path: str, old: str, new: str, before: str | None = None) -> Self:
        """A replacement in a file; `before` is its whole content before."""
        call = self.call("Edit", file_path=path, old_string=old, new_string=new)
        beside = {"filePath": path, "oldString": old, "newString": new, "originalFile": before, "userModified": False}
        return self.result(call, f"The file {path} has been updated.", beside)

    def lines(self) -> list[bytes]:
        """The records as lines without their ends."""
        return [orjson.dumps(record) for record in self.records]

    def data(self) -> bytes:
        """The transcript as a file."""
        return b"".join(line + b"\n" for line in self.lines())
