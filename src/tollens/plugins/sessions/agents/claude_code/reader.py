"""A transcript as events: records sorted out, calls paired with their results, sub-agents put under their calls."""

from collections import Counter

from tollens.core.derive.record.account import Damage, Records
from tollens.core.errors import UnreadableError
from tollens.plugins.sessions.agents.claude_code.branches import abandoned
from tollens.plugins.sessions.agents.claude_code.conversation import Conversation
from tollens.plugins.sessions.agents.claude_code.identity import Repeats, check_one_session
from tollens.plugins.sessions.agents.claude_code.rows import FIELDS, SPOKEN, TYPES, Row
from tollens.plugins.sessions.agents.claude_code.speech import classify
from tollens.plugins.sessions.events import Session
from tollens.plugins.sessions.report import Account, counted, tally
from tollens.plugins.sessions.source.objects import objects_in
from tollens.plugins.sessions.source.records import Source
from tollens.plugins.sessions.times import Times
from tollens.plugins.sessions.values import string


def read(source: Source) -> Session:
    """The session in a source.

    Raises:
        UnreadableError: It holds several sessions, or no conversation.
    """
    found, damaged = objects_in(source)
    rows = [Row(line, value) for line, value in found]
    check_one_session(rows)
    prompts = frozenset(position for position, row in enumerate(rows) if _is_prompt(row))
    dead = abandoned(rows, prompts)
    gathered = _Gatherer()
    for position, row in enumerate(rows):
        gathered.take(row, position in dead)
    conversation = gathered.conversation
    if not conversation.has_any:
        raise UnreadableError(
            f"{source.name}: no prompt, answer or tool call is in this transcript",
            "Nothing was captured: a trace of nothing would claim that nothing happened.",
        )
    return Session(
        format="claude-code",
        assistant="Claude Code",
        session_id=next((row.text("sessionId") for row in rows if row.text("sessionId")), ""),
        events=conversation.finish(),
        account=gathered.account(len(rows), damaged, source.notes),
        models=tuple(conversation.models),
        versions=tuple(dict.fromkeys(row.text("version") for row in rows if row.text("version"))),
        command=conversation.command,
        started=gathered.times.first,
        ended=gathered.times.last,
        root=next((row.text("cwd") for row in rows if row.text("cwd")), ""),
        branch=next((row.text("gitBranch") for row in rows if row.text("gitBranch")), ""),
    )


class _Gatherer:
    """Takes the records one by one and counts what becomes of each."""

    def __init__(self) -> None:
        self.conversation = Conversation()
        self.times = Times()
        self._repeats = Repeats()
        self._skipped: Counter[str] = Counter()
        self._unknown: Counter[str] = Counter()
        self._fields: Counter[str] = Counter()

    def take(self, row: Row, dead: bool) -> None:
        """Use a record, or count why there was nothing to use in it."""
        if row.kind in SPOKEN:
            for name in sorted(row.value.keys() - FIELDS):
                tally(self._fields, name)
        self.times.see(row.value.get("timestamp"))
        reason = "repeat" if self._repeats.is_copy(row) else self._used(row, dead)
        if reason:
            tally(self._skipped, reason)

    def _used(self, row: Row, dead: bool) -> str:
        """Use a record; gives the type and the reason if there was nothing to use in it."""
        kind = row.kind
        if kind == "assistant":
            return self.conversation.assistant(row, dead, self._repeats)
        if kind == "user":
            return self.conversation.user(row, dead, self._repeats)
        if kind == "system":
            return self.conversation.system(row, dead)
        if kind == "progress":
            return self.conversation.progress(row, self._repeats)
        if kind == "attachment":
            return self.conversation.attachment(row, dead)
        if kind not in TYPES:
            tally(self._unknown, kind or "(no type)")
            return f"unknown type {kind[:60]}" if kind else "no type"
        return kind

    def account(self, number: int, damaged: tuple[Damage, ...], notes: tuple[str, ...]) -> Account:
        """What became of the `number` records that are objects, and of what is none; the conversation is finished."""
        return Account(
            records=Records(
                total=number + len(damaged),
                used=number - self._skipped.total(),
                skipped=counted(self._skipped),
                damaged=damaged,
            ),
            found=self.conversation.found(self._skipped["repeat"]),
            unknown_records=counted(self._unknown),
            unknown_tools=counted(self.conversation.unknown_tools),
            unknown_fields=counted(self._fields),
            missing=self.conversation.missing(),
            notes=(*notes, *self.times.notes()),
        )


def _is_prompt(row: Row) -> bool:
    """Whether a record has words of a person, and no result."""
    if row.kind != "user" or row.flag("isSidechain"):
        return False
    blocks = row.blocks
    spoken = [string(block, "text") for block in blocks if block.get("type") == "text"]
    return all(block.get("type") != "tool_result" for block in blocks) and any(
        classify(row, text).text for text in spoken
    )
