"""A rollout as sessions: each record is used, or counted with the reason why there was nothing to use in it."""

from collections import Counter

from tollens.core.errors import UnreadableError
from tollens.plugins.sessions.agents.codex.conversation import Conversation
from tollens.plugins.sessions.agents.codex.rows import ENVELOPE, EVENTS, ITEMS, MEMBERS, RECORDS, Row, rows_of
from tollens.plugins.sessions.agents.codex.threads import Thread, threads_of
from tollens.plugins.sessions.events import Session
from tollens.plugins.sessions.report import Account, counted, records_of, tally
from tollens.plugins.sessions.source.objects import objects_in
from tollens.plugins.sessions.source.records import Source
from tollens.plugins.sessions.times import Times
from tollens.plugins.sessions.values import held, string


def read(source: Source) -> tuple[Session, ...]:
    """The sessions in a source.

    Raises:
        UnreadableError: No conversation is in it.
    """
    found, damaged = objects_in(source)
    parts = [rows_of(line, value) for line, value in found]
    broken = [*damaged, *(damage for _, within in parts for damage in within)]
    rows = [row for held_rows, _ in parts for row in held_rows]
    threads = threads_of(rows, tuple(sorted(broken, key=lambda damage: damage.line)))
    gathered = [_Gatherer(thread) for thread in threads]
    spoken = [each for each in gathered if each.conversation.has_any]
    if not spoken:
        raise UnreadableError(
            f"{source.name}: no prompt, answer or tool call is in this rollout",
            "Nothing was captured: a trace of nothing would claim that nothing happened.",
        )
    return tuple(each.session((*source.notes, *_silent(gathered))) for each in spoken)


def _silent(gathered: list["_Gatherer"]) -> tuple[str, ...]:
    """What to say of sessions in which nothing happened."""
    threads = [each.thread for each in gathered if not each.conversation.has_any]
    if not threads:
        return ()
    names = ", ".join(thread.identity or "(without an id)" for thread in threads[:5])
    number = sum(len(thread.rows) for thread in threads)
    return (
        f"sessions in which nothing was said or done are in the file too: {len(threads)} "
        f"({names}{', …' if len(threads) > 5 else ''}), of {number} records",
    )


class _Gatherer:
    """Takes the records of one session and counts what becomes of each."""

    def __init__(self, thread: Thread) -> None:
        self.thread = thread
        self.conversation = Conversation(thread.is_of_an_agent)
        self.conversation.starts_in(string(thread.meta, "cwd"))
        self._times = Times()
        self._times.see(string(thread.meta, "timestamp") or None)
        self._skipped: Counter[str] = Counter()
        self._unknown: Counter[str] = Counter()
        self._fields: Counter[str] = Counter()
        self._versions: dict[str, None] = {}
        for row, repeat in thread.rows:
            self._times.see(row.stamp if "payload" in row.value else None)
            reason = "repeat" if repeat else self._used(row)
            if reason:
                tally(self._skipped, reason)

    def _used(self, row: Row) -> str:
        """Use a record; gives the type and the reason if there was nothing to use in it."""
        if row.kind == "response_item" and not row.payload.keys() <= MEMBERS:
            for name in sorted(row.payload.keys() - MEMBERS):
                tally(self._fields, name)
        if "payload" in row.value and not row.value.keys() <= ENVELOPE:
            for name in sorted(row.value.keys() - ENVELOPE):
                tally(self._fields, name)
        match row.kind:
            case "session_meta":
                if version := string(row.payload, "cli_version"):
                    self._versions.setdefault(version)
                return ""
            case "turn_context":
                return self.conversation.turn_context(row)
            case "compacted":
                return self.conversation.compacted(row)
            case "response_item":
                return self.conversation.item(row) if row.what in ITEMS else self._is_unknown(row)
            case "event_msg":
                return self.conversation.event(row) if row.what in EVENTS else self._is_unknown(row)
            case kind if kind in RECORDS:
                return row.kind
        return self._is_unknown(row)

    def _is_unknown(self, row: Row) -> str:
        if not row.kind:
            tally(self._unknown, "(no type)")
            return "no type"
        tally(self._unknown, row.name)
        return f"unknown type {row.name}"

    def session(self, notes: tuple[str, ...]) -> Session:
        """The session, with the account of its records."""
        conversation, meta = self.conversation, self.thread.meta
        git = held(meta, "git")
        events = conversation.finish()
        return Session(
            format="codex",
            assistant="Codex",
            session_id=self.thread.identity,
            events=events,
            account=self._account(notes),
            models=tuple(conversation.models),
            versions=tuple(self._versions),
            command=conversation.command,
            started=self._times.first,
            ended=self._times.last,
            root=string(meta, "cwd") or conversation.root,
            branch=string(git, "branch"),
            commit=string(git, "commit_hash"),
            states_ends=conversation.states_ends,
        )

    def _account(self, notes: tuple[str, ...]) -> Account:
        """What became of the records; the conversation is finished."""
        number, damaged = len(self.thread.rows), tuple(self.thread.damaged)
        return Account(
            records=records_of(number, self._skipped, damaged),
            found=self.conversation.found(self._skipped["repeat"]),
            unknown_records=counted(self._unknown),
            unknown_tools=counted(self.conversation.unknown_tools),
            unknown_fields=counted(self._fields),
            missing=self.conversation.missing(),
            notes=(*notes, *self.thread.notes(), *self._times.notes()),
        )
