"""The records of a thread one by one, and the threads of the sub-agents that it started, each in its own rollout."""

from collections import Counter

import msgspec

from tollens.plugins.sessions.agents.codex.conversation import Conversation
from tollens.plugins.sessions.agents.codex.inputs import Work
from tollens.plugins.sessions.agents.codex.rows import (
    ENVELOPE,
    EVENTS,
    ITEMS,
    KINDS,
    MEMBERS,
    RECORDS,
    Row,
    kind_of_item,
)
from tollens.plugins.sessions.agents.codex.threads import Thread
from tollens.plugins.sessions.events import Call, Event, Loose, Orphan, Session
from tollens.plugins.sessions.report import Account, counted, records_of, tally
from tollens.plugins.sessions.shedding import Shedding
from tollens.plugins.sessions.times import Times
from tollens.plugins.sessions.values import held, string

DEEPEST = 32
"""Most levels of sub-agents that started one another; a deeper one is kept as one whose start is not known."""

_LISTED = 5
"""Most files that a note lists."""

_OF_ALL = (
    "machine_texts",
    "subagent_calls",
    "error_results",
    "refused",
    "calls_without_result",
    "results_without_call",
    "abandoned",
    "elsewhere",
    "previews",
    "running",
)
"""What is counted of a session and of its sub-agents together."""


class Agents:
    """The threads of sub-agents that are at hand, each taken once."""

    def __init__(self) -> None:
        self._threads: dict[str, Thread] = {}
        self._of: dict[str, list[str]] = {}
        self._others: list[Thread] = []

    def add(self, thread: Thread) -> None:
        """A thread from a file beside the session; only that of a sub-agent can be one that a call started."""
        if thread.is_of_an_agent and thread.identity and thread.identity not in self._threads:
            self._threads[thread.identity] = thread
            self._of.setdefault(thread.parent, []).append(thread.identity)
        else:
            self._others.append(thread)

    def take(self, identity: str, parent: str) -> Thread | None:
        """The thread of this id, unless it was taken, or says that another thread started it."""
        found = self._threads.get(identity)
        if found is None or found.parent not in ("", parent):
            return None
        return self._threads.pop(identity)

    def of(self, parent: str) -> list[Thread]:
        """The threads that say to be started by this one, and that no call of it named; they are taken."""
        named = self._of.get(parent, []) if parent else []
        return [self._threads.pop(each) for each in named if each in self._threads]

    def notes(self) -> tuple[str, ...]:
        """What to say of threads that nothing of the session started, though it names them."""
        left = [thread.file for thread in (*self._threads.values(), *self._others)]
        more = f" and {len(left) - _LISTED} more" if len(left) > _LISTED else ""
        told = f"rollouts beside the session that are not of it, and were not read: {', '.join(left[:_LISTED])}{more}"
        return (told,) if left else ()


class Gatherer:
    """Takes the records of one thread and counts what becomes of each.

    Args:
        thread: The records.
        agents: The threads of sub-agents.
        shedding: How contents are left out early.
        inherited: The lines of records that are the history of the thread that started this one.
        depth: How many threads started one another down to this one.

    Attributes:
        events: What happened in it, once it is finished.
    """

    def __init__(
        self,
        thread: Thread,
        agents: Agents,
        shedding: Shedding | None,
        inherited: frozenset[int] = frozenset(),
        depth: int = 0,
    ) -> None:
        self.thread = thread
        self.events: tuple[Event, ...] = ()
        self.conversation = Conversation(thread.is_of_an_agent, shedding)
        self.conversation.starts_in(string(thread.meta, "cwd"))
        self._agents = agents
        self._shedding = shedding
        self._depth = depth
        self._strays: list[Event] = []
        self._damaged = list(thread.damaged)
        self._number = len(thread.records)
        self._times = Times()
        self._times.see(string(thread.meta, "timestamp") or None)
        self._skipped: Counter[str] = Counter()
        self._unknown: Counter[str] = Counter()
        self._fields: Counter[str] = Counter()
        self._versions: dict[str, None] = {}
        for position, row in enumerate(thread.rows()):
            self._times.see(row.stamp if "payload" in row.value else None)
            reason = (
                "repeat"
                if position in thread.repeats
                else "history of the agent that started it"
                if row.line in inherited
                else ""
            )
            reason = reason or self._used(row)
            if reason:
                tally(self._skipped, reason)

    def _used(self, row: Row) -> str:
        """Use a record; gives the type and the reason if there was nothing to use in it."""
        self._see_fields(row)
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
            case "event_msg" if row.what == "item_completed" and (kind := kind_of_item(row)) not in KINDS:
                return self._is_unknown(row, f"item_completed/{kind[:60]}")
            case "event_msg":
                return self.conversation.event(row) if row.what in EVENTS else self._is_unknown(row)
            case kind if kind in RECORDS:
                return row.kind
        return self._is_unknown(row)

    def _see_fields(self, row: Row) -> None:
        """Count the members that are not known."""
        if row.kind == "response_item" and not row.payload.keys() <= MEMBERS:
            for name in sorted(row.payload.keys() - MEMBERS):
                tally(self._fields, name)
        if "payload" in row.value and not row.value.keys() <= ENVELOPE:
            for name in sorted(row.value.keys() - ENVELOPE):
                tally(self._fields, name)

    def _is_unknown(self, row: Row, name: str = "") -> str:
        name = name or row.name
        if not row.kind:
            tally(self._unknown, "(no type)")
            return "no type"
        tally(self._unknown, name)
        return f"unknown type {name}"

    # ── sub-agents ───────────────────────────────────────────────────────────────────────────────────────────────────

    def _events(self) -> list[Event]:
        """The events of the thread, with what its sub-agents did; last the sub-agents that no call of it named."""
        events: list[Event] = list(self.conversation.finish(self._started))
        for thread in self._agents.of(self.thread.identity) if self._depth < DEEPEST else ():
            calls = self._below(thread).calls
            if calls:
                events.append(Loose(calls[0].line, thread.identity, calls, thread.file))
        return events + self._strays

    def _started(self, identity: str) -> Work | None:
        """What the sub-agent of a thread did."""
        thread = self._agents.take(identity, self.thread.identity) if self._depth < DEEPEST else None
        return None if thread is None else self._below(thread)

    def _below(self, thread: Thread) -> Work:
        """What was done in a sub-agent's thread, which is counted with this one."""
        below = Gatherer(
            thread, self._agents, self._shedding, frozenset(thread.inherited(self.thread)), self._depth + 1
        )
        calls: list[Call] = []
        for event in below._events():
            if isinstance(event, Call):
                calls.append(event if event.file else msgspec.structs.replace(event, file=thread.file))
            elif isinstance(event, Loose):
                self._strays.append(event)
            elif isinstance(event, Orphan):
                self._strays.append(event if event.file else msgspec.structs.replace(event, file=thread.file))
        own, counts = self.conversation, below.conversation.counts
        own.counts["subagent_calls"] += counts["calls"]
        for name in _OF_ALL:
            own.counts[name] += counts[name]
        for model in below.conversation.models:
            own.models.setdefault(model)
        own.unknown_tools += below.conversation.unknown_tools
        self._unknown += below._unknown
        self._skipped += below._skipped
        self._fields += below._fields
        self._versions |= below._versions
        self._damaged += below._damaged
        self._number += below._number
        return Work(tuple(calls), tuple(below.conversation.told))

    # ── the end ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def finish(self) -> None:
        """All records are taken: pair what belongs together, and take the sub-agents' threads."""
        self.events = tuple(self._events())

    def session(self, notes: tuple[str, ...]) -> Session:
        """The session, with the account of its records; it is finished."""
        conversation, meta = self.conversation, self.thread.meta
        git = held(meta, "git")
        return Session(
            format="codex",
            assistant="Codex",
            session_id=self.thread.identity,
            events=self.events,
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
        damaged = tuple(self._damaged)
        return Account(
            records=records_of(self._number, self._skipped, damaged),
            found=self.conversation.found(self._skipped["repeat"]),
            unknown_records=counted(self._unknown),
            unknown_tools=counted(self.conversation.unknown_tools),
            unknown_fields=counted(self._fields),
            missing=self.conversation.missing(),
            notes=(*notes, *self.thread.notes(), *self._times.notes()),
        )
