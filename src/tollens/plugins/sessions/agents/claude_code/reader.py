"""A transcript as events: records sorted out, calls paired with their results, sub-agents put under their calls."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Set
from itertools import chain
from typing import Any

import msgspec

from tollens.core.derive.record.account import Damage
from tollens.core.errors import UnreadableError
from tollens.plugins.sessions.agents.claude_code.branches import abandoned
from tollens.plugins.sessions.agents.claude_code.conversation import Conversation
from tollens.plugins.sessions.agents.claude_code.identity import Repeats, Reports, returning, sessions_of
from tollens.plugins.sessions.agents.claude_code.outputs import Outputs
from tollens.plugins.sessions.agents.claude_code.rows import FIELDS, SPOKEN, TYPES, Row, lighter, outlined, row_of
from tollens.plugins.sessions.agents.claude_code.speech import classify
from tollens.plugins.sessions.events import Session
from tollens.plugins.sessions.report import Account, counted, records_of, tally
from tollens.plugins.sessions.source.objects import objects_in
from tollens.plugins.sessions.source.records import Entry, Source
from tollens.plugins.sessions.source.stored import StoredEntry
from tollens.plugins.sessions.times import Times
from tollens.plugins.sessions.values import kind_of, string

_AGENT = re.compile(r"(?:.*/)?agent-([^/]{1,200}?)\.jsonl(?:\.\w{1,5})?\Z", re.DOTALL)
"""How the file of a sub-agent is called, and its id within that."""


def read(source: Source) -> tuple[Session, ...]:
    """The sessions in a source, in the order in which they begin.

    Raises:
        UnreadableError: There is no conversation in it.
    """
    rows, prompts, damaged = _rows(source)
    if source.beside and not rows and not damaged:
        raise UnreadableError(
            f"{source.name} is a folder, and a session of Claude Code is a file",
            f"Name the file: {', '.join(each.name for each in source.beside[:5])}",
        )
    owners = sessions_of(rows)
    pieces = [_Piece() for _ in range(max(owners, default=0) + 1)]
    for row, owner, asks in zip(rows, owners, prompts, strict=True):
        pieces[owner].prompts.extend([len(pieces[owner].rows)] * asks)
        pieces[owner].rows.append(row)
    for damage in damaged:
        before = bisect_right(rows, damage.line, key=lambda row: row.line) - 1
        pieces[owners[max(before, 0)] if owners else 0].damaged.append(damage)
    _share_out(source, pieces)
    last = owners[-1] if owners else 0
    read_ones = [(number, _session(piece, source)) for number, piece in enumerate(pieces)]
    sessions = [
        session if len(pieces) == 1 else msgspec.structs.replace(session, torn=source.torn and number == last)
        for number, session in read_ones
        if session is not None
    ]
    if not sessions:
        emptied = sum(row.kind in SPOKEN and not any(map(_holds, row.whole.blocks)) for row in rows)
        destroyed = f": the content of {emptied} messages is destroyed" if emptied else ""
        raise UnreadableError(
            f"{source.name}: no prompt, answer or tool call is in this transcript{destroyed}",
            "Nothing was captured: a trace of nothing would claim that nothing happened.",
        )
    return tuple(sessions)


def _holds(block: dict[str, Any]) -> bool:
    """Whether a block of a message holds anything."""
    return string(block, "type") != "text" or bool(string(block, "text").strip())


def _rows(source: Source) -> tuple[list[Row], list[bool], tuple[Damage, ...]]:
    """The records, whether each has words of a person, and what is no record."""
    rows: list[Row] = []
    prompts: list[bool] = []
    damaged = list(source.damaged)
    shared: dict[str, str] = {}
    for held in source.entries:
        data = held.data if isinstance(held, StoredEntry) else None
        if data is not None and (row := outlined(held.line, data)) is not None:
            prompts.append(False)
            rows.append(lighter(row, held, shared))
            continue
        value = held.value
        if isinstance(value, dict):
            row = row_of(held.line, value)
            prompts.append(_is_prompt(row))
            rows.append(row if isinstance(held, Entry) else lighter(row, held, shared))
        else:
            damaged.append(Damage(held.line, f"no record: a {kind_of(value)} instead of an object"))
    return rows, prompts, tuple(sorted(damaged, key=lambda damage: damage.line))


class _Piece:
    """What of a file, and of the files beside it, belongs to one session."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.prompts: list[int] = []
        self.beside: list[Row] = []
        self.damaged: list[Damage] = []
        self.reports = Reports()
        self.starts: list[tuple[Row, str]] = []


def _share_out(source: Source, pieces: list[_Piece]) -> None:
    """Give the records of each sub-agent's file to the session that they name, else to the first."""
    if not source.beside:
        return
    of_session = {row.session: piece for piece in pieces for row in piece.rows}
    starts = {
        each.name.removesuffix(".meta.json"): string(entry.value, "toolUseId", "toolUseID")
        for each in source.beside
        for entry in each.entries[:1]
    }
    for each in source.beside:
        agent = _AGENT.match(each.name)
        if agent is None:
            continue
        found, damaged = objects_in(each)
        rows = [row_of(line, {**value, "isSidechain": True, "agentId": agent[1]}, each.name) for line, value in found]
        named = next((row.session for row in rows if row.session in of_session), None)
        piece = pieces[0] if named is None else of_session[named]
        piece.beside.extend(rows)
        piece.damaged.extend(Damage(damage.line, damage.reason, each.name) for damage in damaged)
        for row in rows:
            piece.reports.note(row, agent[1])
        piece.starts.extend((row, starts.get(each.name.rpartition(".jsonl")[0], "")) for row in rows[:1])


def _session(piece: _Piece, source: Source) -> Session | None:
    """The session of a piece; nothing where it has no conversation."""
    rows = piece.rows
    dead = abandoned(rows, frozenset(piece.prompts))
    twice = returning(chain(rows, piece.beside))
    gathered = _Gatherer(twice, Conversation(Outputs(source.beside), piece.reports, source.shedding))
    conversation = gathered.conversation
    for row, call_id in piece.starts:
        conversation.threads.belongs(row, call_id)
    for row in piece.beside:
        gathered.take(row, False)
    for position, row in enumerate(rows):
        gathered.take(row, position in dead)
    if not conversation.has_any:
        return None
    return Session(
        format="claude-code",
        assistant="Claude Code",
        session_id=next((row.session for row in rows if row.session), ""),
        events=conversation.finish(),
        account=gathered.account(len(rows) + len(piece.beside), tuple(piece.damaged), source.notes),
        models=tuple(dict.fromkeys([*conversation.models, *conversation.models_beside])),
        versions=tuple(gathered.versions),
        command=conversation.asides.first,
        started=gathered.times.first,
        ended=gathered.times.last,
        root=gathered.root,
        branch=gathered.branch,
    )


class _Gatherer:
    """Takes the records one by one and counts what becomes of each.

    Attributes:
        times: What the records state of time.
        versions: Of the agent, in the order of appearance.
        root, branch: The first folder and the first branch that are stated.
    """

    def __init__(self, returning: Set[str], conversation: Conversation) -> None:
        self._returning = returning
        self.conversation = conversation
        self.times = Times()
        self.versions: dict[str, None] = {}
        self.root = self.branch = ""
        self._repeats: dict[str, Repeats] = {}
        self._skipped: Counter[str] = Counter()
        self._unknown: Counter[str] = Counter()
        self._fields: Counter[str] = Counter()

    def take(self, row: Row, dead: bool) -> None:
        """Use a record, or count why there was nothing to use in it."""
        whole = row.whole
        if row.kind in SPOKEN and not FIELDS.issuperset(whole.value):
            for name in sorted(whole.value.keys() - FIELDS):
                tally(self._fields, name)
        if not row.file:
            self._see(whole)
        repeats = self._repeats.get(row.file)
        if repeats is None:
            repeats = self._repeats[row.file] = Repeats(self._returning)
        reason = "repeat" if repeats.is_copy(row) else self._used(whole, dead, repeats)
        if reason:
            tally(self._skipped, reason)

    def _see(self, row: Row) -> None:
        """Take note of what a record says of the session."""
        self.times.see(row.value.get("timestamp"))
        version = row.text("version")
        if version:
            self.versions[version] = None
        self.root = self.root or row.text("cwd")
        self.branch = self.branch or row.text("gitBranch")

    def _used(self, row: Row, dead: bool, repeats: Repeats) -> str:
        """Use a record; gives the type and the reason if there was nothing to use in it."""
        kind = row.kind
        if kind == "assistant":
            return self.conversation.assistant(row, dead, repeats)
        if kind == "user":
            return self.conversation.user(row, dead, repeats)
        if kind == "system":
            return self.conversation.system(row, dead)
        if kind == "progress":
            return self.conversation.progress(row, repeats)
        if kind == "attachment":
            return self.conversation.attachment(row, dead)
        if kind == "queue-operation":
            return self.conversation.asides.queue(row)
        if kind not in TYPES:
            tally(self._unknown, kind or "(no type)")
            return f"unknown type {kind[:60]}" if kind else "no type"
        return kind

    def account(self, number: int, damaged: tuple[Damage, ...], notes: tuple[str, ...]) -> Account:
        """What became of the `number` records that are objects, and of what is none; the conversation is finished."""
        return Account(
            records=records_of(number, self._skipped, damaged),
            found=self.conversation.found(self._skipped["repeat"]),
            unknown_records=counted(self._unknown),
            unknown_tools=counted(self.conversation.unknown_tools),
            unknown_fields=counted(self._fields + self.conversation.unknown_fields),
            missing=self.conversation.missing(),
            notes=(*notes, *self.times.notes()),
        )


def _is_prompt(row: Row) -> bool:
    """Whether a record has words of a person, and no result."""
    if row.kind != "user" or row.sidechain:
        return False
    blocks = row.blocks
    if any(block.get("type") == "tool_result" for block in blocks):
        return False
    return any(classify(row, string(block, "text")).text for block in blocks if block.get("type") == "text")
