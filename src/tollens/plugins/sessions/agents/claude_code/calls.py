"""Calls and results as they are being read, before they are put together."""

from typing import Any

import msgspec

from tollens.plugins.sessions.events import Operation, Result


class Open(msgspec.Struct):
    """A call as it is being read.

    Attributes:
        thread: The sub-agent that made it; empty for the main one.
        reported: It is no call of the agent's own record: told as progress, in another file, or the person's.
        message: The message that it is a part of, by its id.
        file: The file beside the session that it stands in; empty for the session's own.
        answered_on: The line of its result; 0 while there is none.
        operation: What it did, where that was told before the contents were left out.
        put_out: What a command put out after its call, as later looks at it show it.
        put_out_whole: They show all of that.
        ended: How a command ended that went on after its call.
        run: The run of the sub-agent that it was made in: one that is resumed has several; empty for the main one.
    """

    line: int
    call_id: str
    tool: str
    given: dict[str, Any]
    rationale: str
    thread: str
    uuid: str
    turn: int
    abandoned: bool
    reported: bool
    cwd: str
    message: str = ""
    file: str = ""
    answered_on: int = 0
    result: Result | None = None
    beside: object = None
    operation: Operation | None = None
    run: str = ""
    put_out: str = ""
    put_out_whole: bool = True
    ended: Result | None = None


class Stray(msgspec.Struct):
    """A result that no call waits for."""

    line: int
    call_id: str
    block: dict[str, Any]
    beside: object
    source: str
    file: str = ""
