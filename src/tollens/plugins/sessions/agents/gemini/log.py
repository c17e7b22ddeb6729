"""The records of a session replayed: messages in the order of their first appearance, each as it was written last.

A file is one document with all messages, or a log: a header, messages, of which a later one with the same id replaces
the earlier, `$set` with members of the header or with the whole history as the agent then saw it, and `$rewindTo`,
which takes a message and all after it back. What was taken back did happen: it stays, marked.
"""

from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

import msgspec

from tollens.core.derive.record.account import Damage
from tollens.plugins.sessions.report import tally
from tollens.plugins.sessions.source.objects import objects_in
from tollens.plugins.sessions.source.records import Entry, Held, Source
from tollens.plugins.sessions.source.stored import StoredEntry
from tollens.plugins.sessions.values import held as member
from tollens.plugins.sessions.values import kind_of, objects, string
from tollens.plugins.sessions.words import names

TYPES = names("user gemini info error warning")
"""The types of messages; others are counted by name."""

FIELDS = names(
    "id timestamp type content displayContent toolCalls thoughts tokens model sessionId projectHash startTime "
    "lastUpdated messages summary directories kind activeExtensionName memoryScratchpad"
)
"""Members of a message or a header that are known; others are counted by name."""

MASKED = "<tool_output_masked>"
"""What stands for an output that the agent took out of its own view; the output was there before."""


AGAIN = 8
"""How many times the bytes of a file are read again at most to tell what was written again."""


@dataclass(eq=False)
class Message:
    """A message as it was written last.

    Attributes:
        line: That it was written on first.
        identity: Its id; empty where it has none.
        written: What was written of it: the last, and before it what that one leaves out, if it does.
        counts: It is a record of its own, and not part of one.
        abandoned: It was taken back.
    """

    line: int
    identity: str
    written: tuple[Held, ...]
    counts: bool = True
    abandoned: bool = False

    @property
    def value(self) -> dict[str, Any]:
        """All that was written of it; read anew each time where the file is large."""
        return _joined(self.written)

    def write(self, held: Held, whole: dict[str, Any]) -> None:
        """Take note of what was written last, which with what was there before is the whole."""
        for written in ((held,), (self.written[0], held)):
            if _joined(written) == whole:
                self.written = written
                return
        self.written = (Entry(held.line, whole),)


def _joined(written: tuple[Held, ...]) -> dict[str, Any]:
    values = [value for each in written if isinstance(value := each.value, dict)]
    return reduce(_rewritten, values)


def _cost(written: tuple[Held, ...]) -> int:
    """How many bytes are read to have what was written."""
    return sum(each.size for each in written if isinstance(each, StoredEntry))


@dataclass(eq=False)
class Log:
    """One session of a file.

    Attributes:
        header: The members that headers and `$set` gave, the latest of each.
        from_line: The first line that is of this session.
        total: Records that are objects.
        lost_rewinds: Rewinds to a message that is not in the file.
        file: The file beside the session that it stands in; empty for the session's own.
        ends: The end of the file is that of this session.
    """

    header: dict[str, Any] = field(default_factory=dict)
    messages: list[Message] = field(default_factory=list)
    from_line: int = 0
    total: int = 0
    lost_rewinds: int = 0
    file: str = ""
    ends: bool = False
    skipped: Counter[str] = field(default_factory=Counter)
    unknown: Counter[str] = field(default_factory=Counter)
    fields: Counter[str] = field(default_factory=Counter)
    damaged: list[Damage] = field(default_factory=list)
    _known: dict[str, Message] = field(default_factory=dict)
    _live: list[Message] = field(default_factory=list)
    _room: int = 0

    @property
    def session_id(self) -> str:
        """The id that the headers give."""
        return string(self.header, "sessionId")

    def name(self, file: str) -> None:
        """Note that this is the session of a file beside."""
        self.file = file
        self.damaged = [msgspec.structs.replace(damage, file=file) for damage in self.damaged]

    def learn(self, members: dict[str, Any]) -> None:
        """Take members of a header."""
        for name in sorted(members.keys() - FIELDS):
            tally(self.fields, name)
        self.header |= {name: value for name, value in members.items() if name != "messages"}

    def record(self, held: Held) -> None:
        """A record of this session begins."""
        self.total += 1
        self.from_line = self.from_line or held.line
        self._room += AGAIN * _cost((held,))

    def take(self, held: Held, value: dict[str, Any], counts: bool = True) -> None:
        """Take a message: a new one, a copy, or one that replaces an earlier one with the same id.

        Args:
            held: Where it can be read again.
            value: What it is.
            counts: As in `Message`.
        """
        identity = string(value, "id")
        known = self._known.get(identity) if identity else None
        for name in sorted(value.keys() - FIELDS):
            tally(self.fields, name)
        if known is None:
            message = Message(held.line, identity, (held,), counts)
            self.messages.append(message)
            self._live.append(message)
            if identity:
                self._known[identity] = message
            return
        self._room -= _cost(known.written)
        before = known.value
        if self._room < 0:  # what is written again and again is kept
            known.written = (Entry(known.line, before),)
        same = before == value
        if not same:
            known.write(held, _rewritten(before, value))
        if counts and known.counts:
            tally(self.skipped, "repeat" if same else "message: written again later")
        known.counts = known.counts or counts

    def unknown_type(self, kind: str) -> None:
        """Count a record of a type that is not known."""
        tally(self.unknown, kind or "(no type)")
        tally(self.skipped, f"unknown type {kind[:60]}" if kind else "no type")

    def see(self, line: int, history: object) -> None:
        """Take the history as the agent saw it at a moment: it may rewrite messages and add some of its own making."""
        for value in objects(history):
            self.take(Entry(line, value), value, counts=False)

    def rewind(self, identity: str) -> None:
        """Mark a message and all after it as taken back; all there are, as the agent does, where it is not known."""
        first = self._known.get(identity)
        self.lost_rewinds += first is None
        while self._live:
            message = self._live.pop()
            message.abandoned = True
            self._known.pop(message.identity, None)
            if message is first:
                break


def _rewritten(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """A message written again: the later one wins, but no call is lost, and no output to a mark that stands for it."""
    calls: dict[str, dict[str, Any]] = {}
    for place, call in enumerate([*objects(old.get("toolCalls")), *objects(new.get("toolCalls"))]):
        key = string(call, "id") or f"(call {place})"
        earlier = calls.get(key)
        hidden = earlier is not None and MASKED in str(call.get("result"))[:1000]
        calls[key] = {**call, "result": earlier.get("result")} if earlier is not None and hidden else call
    return {**new, "toolCalls": list(calls.values())} if calls else new


def is_telling(value: object) -> bool:
    """Whether a JSON value can only be a record of this format."""
    if not isinstance(value, dict):
        return False
    if isinstance(value.get("sessionId"), str) and isinstance(value.get("projectHash"), str):
        return True
    if isinstance(value.get("$rewindTo"), str) or _is_update(value):
        return True
    return _is_answer(value) or _is_piece(value)


def _is_answer(value: dict[str, Any]) -> bool:
    return value.get("type") == "gemini" and "id" in value and "content" in value


def _is_piece(value: dict[str, Any]) -> bool:
    """Whether it is a part of a session that was cut because it is long: it has messages and no header."""
    return "type" not in value and any(map(_is_answer, objects(value.get("messages"))))


def _is_update(value: dict[str, Any]) -> bool:
    return bool(member(value, "$set")) and len(value) == 1 and not (member(value, "$set").keys() - FIELDS)


def replay(source: Source) -> list[Log]:
    """The sessions of a source; a header with another session's id begins another one."""
    rows, damaged = objects_in(source)
    by_id: dict[str, Log] = {"": Log()}
    current = by_id[""]
    for place, (held, (_, value)) in enumerate(zip(rows.held, rows, strict=True)):
        session = string(value, "sessionId") if not string(value, "type") else ""
        if session:
            current = _of(by_id, current, session)
        _record(current, held, value, bool(session), (source.cut or ()) if place == len(rows) - 1 else ())
    current.ends = True
    logs = sorted((log for log in by_id.values() if log.total), key=lambda log: log.from_line) or [current]
    lines = [log.from_line for log in logs]
    for damage in damaged:
        logs[max(bisect_right(lines, damage.line) - 1, 0)].damaged.append(damage)
    return logs


def _record(log: Log, held: Held, value: dict[str, Any], is_header: bool, cut: tuple[str | int, ...]) -> None:
    """Take one record."""
    log.record(held)
    if is_header:
        log.learn(value)
        _document(log, held.line, value.get("messages"), cut)
    elif _is_piece(value):
        _document(log, held.line, value["messages"], cut)
    elif isinstance(value.get("$rewindTo"), str):
        log.rewind(value["$rewindTo"])
    elif isinstance(value.get("$set"), dict):
        log.learn(value["$set"])
        log.see(held.line, value["$set"].get("messages"))
    elif string(value, "type") in TYPES:
        log.take(held, value)
    else:
        log.unknown_type(string(value, "type"))


def _of(by_id: dict[str, Log], current: Log, session: str) -> Log:
    """The session that a header is of: one that is known, the one at hand if it has no id yet, or another one."""
    found = by_id.get(session)
    if found is None:
        found = by_id[session] = Log() if current.session_id else by_id.pop("", current)
    return found


def _document(log: Log, line: int, history: object, cut: tuple[str | int, ...]) -> None:
    """Take the messages of a document, each a record of its own; one that is cut off is left out where it ends."""
    if not isinstance(history, list):
        return
    partial = cut[1] if len(cut) > 1 and cut[0] == "messages" else None
    whole = [value for place, value in enumerate(history) if place != partial]
    if isinstance(partial, int) and partial < len(history) and (kept := _whole_of(history[partial], cut[2:])):
        whole.append(kept)
    for value in whole:
        if not isinstance(value, dict):
            log.damaged.append(Damage(line, f"no message: a {kind_of(value)} instead of an object"))
            continue
        log.total += 1
        if string(value, "type") in TYPES:
            log.take(Entry(line, value), value)
        else:
            log.unknown_type(string(value, "type"))


def _whole_of(value: object, cut: tuple[str | int, ...]) -> dict[str, Any] | None:
    """What can be used of a message that is cut off: with what it says and its calls up to the cut, or nothing."""
    if not isinstance(value, dict) or not {"type", "content"} <= value.keys() or cut[:1] == ("content",):
        return None
    if cut[:1] == ("toolCalls",) and len(cut) > 1 and isinstance(value.get("toolCalls"), list):
        return {**value, "toolCalls": value["toolCalls"][: int(cut[1])]}
    return value
