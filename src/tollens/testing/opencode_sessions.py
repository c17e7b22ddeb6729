"""Sessions of OpenCode made for tests: a few words a part, as an export or as the files of its storage."""

from typing import Any, Self

import orjson

BEGIN = 1_772_150_400_000


class OpenCodeSession:
    """Writes a session message by message. Each method adds something and gives the session, or an id it made.

    Args:
        session: The id of the session.
        info: Further members of what the session says of itself.

    Attributes:
        info: What the session says of itself.
        messages: The messages so far, each with its parts.
    """

    def __init__(self, session: str = "ses_1", **info: Any) -> None:
        place = {"projectID": "p1", "directory": "/home/dev/shop", "title": "a session", "version": "1.2.26"}
        self.info: dict[str, Any] = {"id": session, **place, "time": {"created": BEGIN}, **info}
        self.messages: list[dict[str, Any]] = []
        self._calls = 0

    def message(self, role: str, *parts: dict[str, Any], **info: Any) -> str:
        """Add a message; gives its id. Members given win over those made here."""
        session, number = self.info["id"], len(self.messages)
        identity = f"msg_{session}_{number:03}"
        time = {"created": BEGIN + number * 1000}
        made = [
            {"id": f"prt_{session}_{number:03}_{at:03}", "sessionID": session, "messageID": identity, **part}
            for at, part in enumerate(parts)
        ]
        self.messages.append(
            {"info": {"id": identity, "sessionID": session, "role": role, "time": time, **info}, "parts": made}
        )
        return identity

    def prompt(self, text: str, *parts: dict[str, Any], **info: Any) -> Self:
        """Words of the person."""
        self.message("user", {"type": "text", "text": text}, *parts, **info)
        return self

    def say(self, text: str, *parts: dict[str, Any], finish: str = "", **info: Any) -> Self:
        """Words of the agent, with further parts; the message ends by itself, or for the calls in it."""
        ended = finish or ("tool-calls" if any(part.get("type") == "tool" for part in parts) else "stop")
        words = [{"type": "text", "text": text}] if text else []
        stated = {"modelID": "model-x", "providerID": "maker", "finish": ended, "path": {"cwd": "/home/dev/shop"}}
        self.message("assistant", {"type": "step-start"}, *words, *parts, **(stated | info))
        return self

    def call(self, tool: str, output: Any = "", status: str = "completed", **given: Any) -> dict[str, Any]:
        """A part for `say`: what does not begin with `_` is an input, what does is metadata of the state."""
        self._calls += 1
        facts = {name[1:]: value for name, value in given.items() if name.startswith("_")}
        asked = {name: value for name, value in given.items() if not name.startswith("_")}
        state: dict[str, Any] = {"status": status, "input": asked, "metadata": facts, "time": {"start": BEGIN}}
        if status in ("completed", "error"):
            state["output" if status == "completed" else "error"] = output
            state["time"]["end"] = BEGIN + 250
        return {"type": "tool", "tool": tool, "callID": f"call_{self._calls}", "state": state}

    def run(self, command: str, output: str = "", status: int | None = 0) -> dict[str, Any]:
        """A call of the shell with its exit status."""
        return self.call("bash", output, command=command, _output=output, _exit=status)

    def value(self) -> dict[str, Any]:
        """The session as the value that is exported."""
        return {"info": self.info, "messages": self.messages}

    def export(self, pretty: bool = True) -> bytes:
        """The session as it is exported."""
        return orjson.dumps(self.value(), option=orjson.OPT_INDENT_2 if pretty else None) + b"\n"

    def files(self) -> dict[str, bytes]:
        """The session as the files of the storage, by name."""
        session = self.info["id"]
        found = {f"session/p1/{session}.json": orjson.dumps(self.info)}
        for message in self.messages:
            identity = message["info"]["id"]
            found[f"message/{session}/{identity}.json"] = orjson.dumps(message["info"])
            for part in message["parts"]:
                found[f"part/{identity}/{part['id']}.json"] = orjson.dumps(part)
        return dict(sorted(found.items()))

    def lines(self) -> bytes:
        """The session as lines: what it says of itself, then a message a line."""
        return b"".join(orjson.dumps(value) + b"\n" for value in (self.info, *self.messages))
