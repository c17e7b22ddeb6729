"""Sessions of pi, versions 1 to 3 of its format: one JSON record a line, under `~/.pi/agent/sessions/`.

From version 2 on, records point to their parents, and the conversation is a tree: what is not above the last record was
left for another branch. A shell command that the person ran has a role of its own.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from tollens.core.derive.record.account import Damage
from tollens.core.errors import UnreadableError
from tollens.core.ports import SessionFormat
from tollens.plugins.sessions.events import (
    Edit,
    FileRead,
    Operation,
    OtherTool,
    Result,
    Search,
    Session,
    Shell,
    Trouble,
)
from tollens.plugins.sessions.patching import hunks_of, replacement
from tollens.plugins.sessions.places import Around, Place
from tollens.plugins.sessions.reading import Reading
from tollens.plugins.sessions.report import tally
from tollens.plugins.sessions.shedding import Shedding
from tollens.plugins.sessions.source.objects import by_session, objects_in
from tollens.plugins.sessions.source.records import Source
from tollens.plugins.sessions.values import blocks_of, held, number, objects, string
from tollens.plugins.sessions.words import names

TOOLS: Mapping[str, str] = {
    "read": "a file is read",
    "write": "a file is written",
    "edit": "a file is changed",
    "bash": "a shell line is run",
    "grep": "code is searched",
    "find": "folders are searched",
    "ls": "a folder is listed",
}
"""The tools that are known, and what a call of each becomes."""

_TYPES = names(
    "session message thinking_level_change model_change compaction branch_summary label custom custom_message "
    "session_info"
)
_STATUS = "Command exited with code "
_STOPPED = re.compile(r"Command (?:aborted|timed out after \d{1,9} seconds?)")
"""The last line of a shell line that was stopped."""

_SKILL = re.compile(r'<skill name="([^"\n]{1,100})" location="[^"\n]{0,1000}">\n')
"""How the text of a skill begins that the person called for; what they said themselves comes after it."""

_SKILL_END = "\n</skill>"
_EXPECTED = frozenset(("stop", "toolUse", ""))
"""How a message of the agent ends by itself, or for a call."""


class Pi:
    """The format of pi."""

    name = "pi"
    title = "pi session"
    where = ("~/.pi/agent/sessions/--PROJECT--/TIME_ID.jsonl",)
    versions = "session versions 1, 2 and 3"

    def places(self, around: Around) -> tuple[Place, ...]:
        """All sessions, of any project: each states its own."""
        return (Place(f"{around.home}/.pi/agent/sessions", "*/*.jsonl*"),)

    def recognizes(self, records: Sequence[object]) -> bool:
        """Whether the records begin with the header of a pi session, or hold messages as only pi writes them."""
        return any(_is_header(record) or _is_message(record) for record in records[:200])

    def read(self, source: Source) -> tuple[Session, ...]:
        """The sessions in the source, each from its header on; pi itself keeps one a file.

        Raises:
            UnreadableError: Nothing usable is in it.
        """
        rows, damaged = objects_in(source)
        read: list[tuple[dict[str, Any], _Reader]] = []
        silent = 0
        for piece in by_session(rows, lambda row: string(row, "id") if row.get("type") == "session" else ""):
            reader = _Reader(_dead(piece), source.shedding)
            header: dict[str, Any] = {}
            for position, (line, row) in enumerate(piece):
                reader.take(position, line, row)
                header = header or (row if row.get("type") == "session" else {})
            if reader.reading.has_any:
                read.append((header, reader))
            else:
                silent += len(piece)
        if not read:
            raise UnreadableError(
                f"{source.name}: no prompt, answer or tool call is in this session",
                "Nothing was captured: a trace of nothing would claim that nothing happened.",
            )
        for _ in range(silent):
            read[0][1].reading.skip("of a session without a conversation")
        last = len(read) - 1  # the end of the file is that of the last one
        return tuple(
            msgspec.structs.replace(
                _session(header, reader, damaged if at == 0 else (), source.notes),
                torn=None if last == 0 else source.torn and at == last,
            )
            for at, (header, reader) in enumerate(read)
        )


def _session(header: dict[str, Any], reader: "_Reader", damaged: tuple[Damage, ...], notes: tuple[str, ...]) -> Session:
    reading = reader.reading
    before = header.get("branchedFrom") or header.get("parentSession")
    more = ("it goes on from another session",) if before else ()
    return Session(
        format=Pi.name,
        assistant="pi",
        session_id=string(header, "id"),
        events=reading.events(),
        account=reading.account(damaged, (*notes, *more)),
        models=tuple(reading.models),
        command=reader.command,
        versions=(f"session version {number(header, 'version') or 1}",),
        started=reading.times.first,
        ended=reading.times.last,
        root=string(header, "cwd"),
    )


def _is_header(record: object) -> bool:
    return isinstance(record, dict) and record.get("type") == "session" and "cwd" in record and "id" in record


def _is_message(record: object) -> bool:
    if not isinstance(record, dict) or record.get("type") != "message":
        return False
    role = string(held(record, "message"), "role")
    return role in ("toolResult", "bashExecution") or (role == "assistant" and "stopReason" in held(record, "message"))


def _dead(rows: Sequence[tuple[int, dict[str, Any]]]) -> frozenset[int]:
    """Positions of the records that are not above the last one: left for another branch.

    Records without an id, as version 1 writes them, are all of one line. Where the chain of parents is broken, what
    stands before the break is not called abandoned on a guess.
    """
    at: dict[str, int] = {}
    told: dict[int, object] = {}
    for position, (_, row) in enumerate(rows):
        if row.get("type") != "session" and at.setdefault(string(row, "id"), position) == position:
            told[position] = row.get("parentId")  # of records that are there again, the first
    if not told or at.get("") == (last := next(reversed(told))):
        return frozenset()
    live: set[int] = set()
    place: int | None = last
    while place is not None and place not in live:
        live.add(place)
        parent = told[place]
        if parent is None:
            return frozenset(position for position in told if position not in live and position != at.get(""))
        place = at.get(parent) if isinstance(parent, str) else None
    first = min(live)
    return frozenset(position for position in told if position > first and position not in live)


class _Reader:
    """Reads record by record. `command`: what the person called for first, as a command."""

    def __init__(self, dead: frozenset[int], shedding: Shedding | None) -> None:
        self.reading = Reading(shedding)
        self.command = ""
        self._dead = dead
        self._shells = 0

    def take(self, position: int, line: int, row: dict[str, Any]) -> None:
        """Use a record, or count why there was nothing to use in it."""
        kind = string(row, "type")
        self.reading.times.see(row.get("timestamp"))
        if kind not in _TYPES:
            self.reading.skip_unknown(kind)
        elif kind == "session" or not self.reading.is_repeat(row):
            self.reading.take(self._used(kind, line, row, position in self._dead))

    def _used(self, kind: str, line: int, row: dict[str, Any], dead: bool) -> str:
        """Use a record; gives why there was nothing to use in it, or nothing."""
        if kind == "message":
            return self._message(line, held(row, "message"), dead)
        if kind == "compaction":
            self.reading.compacted(line)
            return ""
        if kind == "custom_message":
            self.reading.machine_text()
        if kind in ("session", "model_change"):
            return ""
        return kind

    def _message(self, line: int, message: dict[str, Any], dead: bool) -> str:
        role = string(message, "role")
        if role == "user":
            return self._user(line, _text(message), dead)
        if role == "assistant":
            return self._assistant(line, message, dead)
        if role == "toolResult":
            return self._result(line, message)
        if role == "bashExecution":
            return self._ran(line, message, dead)
        if role in ("custom", "hookMessage", "branchSummary", "compactionSummary"):
            self.reading.machine_text()
            return f"message/{role}"
        return f"message/unknown role {role[:60]}"

    def _assistant(self, line: int, message: dict[str, Any], dead: bool) -> str:
        stopped = string(message, "stopReason")
        self.reading.model(string(message, "model"))
        reasons: list[str] = []
        for block in blocks_of(message.get("content")):
            reasons.append(self._block(line, block, dead, "" if stopped in _EXPECTED else stopped[:40]))
        if not dead and stopped == "aborted":
            self.reading.interrupt(line)
        elif not dead and stopped == "error":
            self.reading.add(Trouble(line, string(message, "errorMessage")))
        elif "" not in reasons:
            return next(iter(reasons), "assistant: no content")
        return ""

    def _block(self, line: int, block: dict[str, Any], dead: bool, stopped: str) -> str:
        kind = string(block, "type")
        if kind == "text" and string(block, "text").strip():
            self.reading.said(line, string(block, "text").strip(), dead, stopped)
        elif kind == "toolCall":
            tool, given = string(block, "name")[:200] or "(unnamed tool)", held(block, "arguments")
            if tool not in TOOLS:
                tally(self.reading.unknown_tools, tool)
            self.reading.call(line, string(block, "id"), tool, _operation(tool, given), abandoned=dead)
        else:
            return f"assistant: {kind[:60] if kind in ('text', 'thinking') else 'unknown block ' + kind[:60]}"
        return ""

    def _user(self, line: int, text: str, dead: bool) -> str:
        """The words of the person; the text of a skill that stands before them is the program's."""
        begins = _SKILL.match(text)
        ends = text.find(_SKILL_END, begins.end() - 1) if begins else -1
        if begins and ends >= 0:
            self.reading.machine_text()
            self.command = self.command or f"/skill:{begins[1]}"
            text = text[ends + len(_SKILL_END) :].strip()
            if not text:
                return "user: the text of a skill"
        if not text:
            return "user: no text"
        self.reading.prompt(line, text, dead)
        return ""

    def _result(self, line: int, message: dict[str, Any]) -> str:
        if not isinstance(message.get("isError"), bool):
            return "message/toolResult: does not say whether it failed"
        text, details = _text(message), held(message, "details")
        failed = message.get("isError") is True
        name = string(message, "toolCallId")
        waiting = self.reading.waits(name)
        operation = waiting.operation if waiting else None
        status = _status(text, failed) if isinstance(operation, Shell) else None
        cut = held(details, "truncation").get("truncated") is True
        if isinstance(operation, FileRead) and not failed:
            content = None if cut or operation.partial or not _has_text(message) else text
            self.reading.reshape(name, FileRead(operation.path, content, operation.partial or cut, operation.first))
        elif isinstance(operation, Edit) and not failed and string(details, "patch"):
            change = hunks_of(string(details, "patch"))
            self.reading.reshape(name, msgspec.structs.replace(operation, patch=change))
        where = string(details, "fullOutputPath") or "elsewhere"
        self.reading.answer(
            line,
            name,
            Result(
                text,
                failed=failed,
                status=status,
                interrupted=failed and _STOPPED.fullmatch(text.rstrip().rpartition("\n")[2]) is not None,
                preview=where if cut and isinstance(operation, Shell) else "",
            ),
        )
        return ""

    def _ran(self, line: int, message: dict[str, Any], dead: bool) -> str:
        """A shell command that the person ran."""
        command = string(message, "command")
        if not command:
            return "bashExecution: no command"
        self._shells += 1
        name = f"bashExecution:{line}:{self._shells}"
        self.reading.call(line, name, "bash", Shell(command, by_user=True), abandoned=dead, by_user=True)
        cancelled = message.get("cancelled") is True
        status = None if cancelled else number(message, "exitCode")
        preview = (string(message, "fullOutputPath") or "elsewhere") if message.get("truncated") is True else ""
        failed = status not in (None, 0)
        result = Result(string(message, "output"), failed=failed, status=status, interrupted=cancelled, preview=preview)
        self.reading.answer(line, name, result)
        return ""


def _text(message: dict[str, Any]) -> str:
    """The text of a message: its content is a string, or a list of blocks."""
    blocks = blocks_of(message.get("content"))
    words = [string(block, "text") for block in blocks if block.get("type") == "text"]
    words += ["[image]" for block in blocks if block.get("type") == "image"]
    return "\n".join(words).strip()


def _has_text(message: dict[str, Any]) -> bool:
    blocks = list(objects(message.get("content")))
    return bool(blocks) and all(block.get("type") == "text" for block in blocks)


def _status(text: str, failed: bool) -> int | None:
    """The exit status of a shell line: pi states it for any but 0, and calls no such result a success."""
    if not failed:
        return 0
    last = text.rstrip().rpartition("\n")[2]
    stated = last.removeprefix(_STATUS)
    plain = stated != last and stated.isascii() and stated.isdigit() and len(stated) < 6
    return (int(stated) or None) if plain else None


def _operation(tool: str, given: dict[str, Any]) -> Operation:
    path = string(given, "path", "file_path")
    if tool == "read" and path:
        first, limited = number(given, "offset"), "limit" in given
        return FileRead(path, None, limited or first not in (None, 0, 1), first)
    if tool == "write" and path:
        content = given.get("content")
        text = content if isinstance(content, str) else None
        return Edit(path, replacement("", text or ""), None, text, None)
    if tool == "edit" and path:
        pairs = list(objects(given.get("edits"))) or [given]
        return Edit(path, "".join(replacement(string(pair, "oldText"), string(pair, "newText")) for pair in pairs))
    if tool == "bash" and string(given, "command"):
        return Shell(string(given, "command"))
    if tool == "grep":
        return Search("code", string(given, "pattern"), path)
    if tool in ("find", "ls"):
        return Search("folders", string(given, "pattern"), path)
    return OtherTool(tool, given)


PLUGIN: SessionFormat[Source, Session] = Pi()
