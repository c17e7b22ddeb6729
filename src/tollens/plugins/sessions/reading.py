"""What a format gathers as it goes through the records of one session: events, and the count of everything.

Calls are paired with their results by id and by occurrence, because ids return: where an agent uses an id in a later
record again, a call of that id that still waits was left without a result, and what comes then is not its own. A result
that no call waits for is kept as an orphan, a call that no result came for stays without one.
"""

import hashlib
from collections import Counter
from typing import Any, NamedTuple

import msgspec
import orjson

from tollens.core.derive.record.account import Damage, Found, Records
from tollens.plugins.sessions.events import (
    Call,
    Compaction,
    Event,
    Interrupt,
    Loose,
    Operation,
    Orphan,
    Prompt,
    Result,
    Said,
    Trouble,
    TurnEnd,
)
from tollens.plugins.sessions.pairing import Waiting
from tollens.plugins.sessions.reminders import parted
from tollens.plugins.sessions.report import Account, counted, tally
from tollens.plugins.sessions.shedding import Shedding, shed
from tollens.plugins.sessions.times import Times
from tollens.plugins.sessions.values import string


class _Run(NamedTuple):
    """Calls of one sub-agent, the last first, which no call that is known started."""

    agent: str
    calls: list[Call]

    @property
    def loose(self) -> Loose:
        """They as an event."""
        first = self.calls[-1]
        return Loose(first.line, self.agent, tuple(reversed(self.calls)), first.file)


class Reading:
    """The events of one session, as they are read.

    Args:
        shedding: How contents are left out as soon as an event is whole; `None` where they stay or are few.

    Attributes:
        models: Every model that answered, in the order of appearance.
        times: What the records state of time.
        counts: How much of each there was, by the names of `Found`.
        unknown_records, unknown_tools, unknown_fields: Names that the format does not know, with their counts.
    """

    def __init__(self, shedding: Shedding | None = None) -> None:
        self._shedding = shedding
        self.models: dict[str, None] = {}
        self.times = Times()
        self.counts: Counter[str] = Counter()
        self.unknown_records: Counter[str] = Counter()
        self.unknown_tools: Counter[str] = Counter()
        self.unknown_fields: Counter[str] = Counter()
        self._events: list[Event] = []
        self._seen: set[str] = set()
        self._waiting = Waiting[str, int]()
        self._parents: dict[int, str] = {}
        self._of_person: set[int] = set()
        self._reason = ""
        self._skipped: Counter[str] = Counter()
        self._used = 0
        self._previews = 0

    # ── records ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def use(self) -> None:
        """Count a record as used."""
        self._used += 1

    def skip(self, reason: str) -> None:
        """Count a record as skipped, by its type and the reason."""
        tally(self._skipped, reason)

    def skip_unknown(self, kind: str) -> None:
        """Count a record of a type that is not known."""
        tally(self.unknown_records, kind or "(no type)")
        self.skip(f"unknown type {kind[:60]}" if kind else "no type")

    def is_repeat(self, row: dict[str, Any]) -> bool:
        """Whether a record was there before, which is counted: by its id, or as a whole where it states a time."""
        name = string(row, "id") or (orjson.dumps(row).decode() if row.get("timestamp") else "")
        key = name if len(name) < 100 else hashlib.blake2b(name.encode("utf-8", "replace"), digest_size=16).hexdigest()
        found = bool(key) and key in self._seen
        self._seen.add(key)
        if found:
            self.counts["repeats"] += 1
            self.skip("repeat")
        return found

    def take(self, reason: str) -> None:
        """Count a record: as used, or as skipped for a reason if there is one."""
        if reason:
            self.skip(reason)
        else:
            self.use()

    # ── events ───────────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def has_any(self) -> bool:
        """Whether anything was said, called or answered."""
        return any(isinstance(event, Prompt | Said | Call | Orphan) for event in self._events)

    def model(self, name: str) -> None:
        """Take note of a model that answered."""
        if name:
            self.models.setdefault(name[:200])

    def prompt(self, line: int, text: str, abandoned: bool = False) -> None:
        """What a person asked for; what the agent put into it is told apart, and where that is all, nobody asked."""
        typed, injected = parted(text)
        if injected:
            self.machine_text()
            text = typed.strip()
            if not text:
                return
        self._events.append(shed(Prompt(line, text, abandoned, injected), self._shedding))
        self.counts["prompts"] += 1
        self._reason = ""

    def machine_text(self) -> None:
        """Take note of a text under the person's name that no person wrote."""
        self.counts["machine_texts"] += 1

    def said(self, line: int, text: str, abandoned: bool = False, stopped: str = "") -> None:
        """What the agent told the person; the calls that follow have it as their reason."""
        event = shed(Said(line, text, abandoned, stopped), self._shedding)
        self._events.append(event)
        self._reason = event.text

    def call(
        self,
        line: int,
        call_id: str,
        tool: str,
        operation: Operation,
        *,
        abandoned: bool = False,
        cwd: str = "",
        parent: str = "",
        by_user: bool = False,
    ) -> None:
        """A tool call, which waits for its result.

        Args:
            line: Where it stands.
            call_id: What its result names.
            tool: As the agent names it.
            operation: What it does.
            abandoned: It stands on a branch that was left.
            cwd: The folder that the agent was in.
            parent: The id of the call that started the sub-agent that made it.
            by_user: The person made it, so that it is none of the agent's calls.
        """
        if call_id:
            last = self._waiting.last(call_id)
            if last is not None and self._events[last].line != line and self._parents.get(last, "") == parent:
                self._waiting.forget(call_id)  # no agent goes on without its results: those of the earlier never came
            self._waiting.add(call_id, len(self._events))
        if parent:
            self._parents[len(self._events)] = parent
        reason = "" if parent or by_user else self._reason
        operation = operation if self._shedding is None else self._shedding.operation(operation)
        self._events.append(Call(line, call_id, tool, operation, reason, None, abandoned, cwd))
        if not by_user:
            self.counts["subagent_calls" if parent else "calls"] += 1
        self.counts["abandoned"] += abandoned

    def whole(self, call: Call, parent: str = "", by_user: bool = False) -> None:
        """A call that stands in the record together with its result, or with the word that it has none.

        Args:
            call: The call; its reason is added here.
            parent: The id of the call that started the sub-agent that made it.
            by_user: The person made it, so that it is none of the agent's calls.
        """
        if parent:
            self._parents[len(self._events)] = parent
        if by_user:
            self._of_person.add(len(self._events))
        reason = "" if parent or by_user else self._reason
        self._events.append(shed(msgspec.structs.replace(call, rationale=reason or call.rationale), self._shedding))
        if not by_user:
            self.counts["subagent_calls" if parent else "calls"] += 1
        self.counts["abandoned"] += call.abandoned
        if call.result is not None:
            self.counts["error_results"] += call.result.failed
            self.counts["refused"] += bool(call.result.refused)
            self._previews += bool(call.result.preview)

    def answer(self, line: int, call_id: str, result: Result) -> None:
        """Pair a result with the call that waits for it; without one it is kept as an orphan."""
        self.counts["error_results"] += result.failed
        self.counts["refused"] += bool(result.refused)
        self._previews += bool(result.preview)
        place = self._waiting.take(call_id)
        if place is None:
            self._events.append(shed(Orphan(line, call_id, result.text, result.failed), self._shedding))
            self.counts["results_without_call"] += 1
            return
        call = self._events[place]
        assert isinstance(call, Call)
        self._events[place] = shed(msgspec.structs.replace(call, result=result), self._shedding)
        self._reason = ""

    def waits(self, call_id: str) -> Call | None:
        """The call of that id that is next to be answered."""
        place = self._waiting.first(call_id)
        found = self._events[place] if place is not None else None
        return found if isinstance(found, Call) else None

    def reshape(self, call_id: str, operation: Operation) -> None:
        """Say more exactly what a call that waits for its result does."""
        place = self._waiting.first(call_id)
        if place is not None:
            call = self._events[place]
            assert isinstance(call, Call)
            self._events[place] = msgspec.structs.replace(call, operation=operation)

    def interrupt(self, line: int, abandoned: bool = False) -> None:
        """The person stopped the agent."""
        self._events.append(Interrupt(line, abandoned))
        self.counts["interrupts"] += 1

    def compacted(self, line: int, trigger: str = "") -> None:
        """The agent's own view of the history was replaced by a summary; its boundary and its recap are one."""
        if not self._events or not isinstance(self._events[-1], Compaction):
            self._events.append(Compaction(line, trigger))
            self.counts["compactions"] += 1

    def add(self, event: Trouble | TurnEnd) -> None:
        """Add an event that is not counted."""
        self._events.append(shed(event, self._shedding))

    # ── the end ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def events(self) -> tuple[Event, ...]:
        """All events, in file order, the calls of each sub-agent under the call that started it."""
        starters = set(self._parents.values())
        started = {
            event.call_id: position
            for position, event in enumerate(self._events)
            if isinstance(event, Call) and event.call_id in starters
        }
        under: dict[int, list[Call]] = {}
        kept: list[Event | _Run] = []
        for position in range(len(self._events) - 1, -1, -1):  # a sub-agent's calls come after the one that started it
            event = self._events[position]
            if isinstance(event, Call) and position in under:
                event = msgspec.structs.replace(event, children=tuple(reversed(under.pop(position))))
            parent = self._parents.get(position)
            place = started.get(parent, -1) if parent is not None else -1
            if isinstance(event, Call) and parent is not None and 0 <= place < position:
                under.setdefault(place, []).append(event)
            elif isinstance(event, Call) and parent is not None:
                if not (kept and isinstance(kept[-1], _Run) and kept[-1].agent == parent):
                    kept.append(_Run(parent, []))
                after = kept[-1]
                assert isinstance(after, _Run)
                after.calls.append(event)
            else:
                kept.append(event)
        return tuple(event.loose if isinstance(event, _Run) else event for event in reversed(kept))

    def account(self, damaged: tuple[Damage, ...], notes: tuple[str, ...], missing: tuple[str, ...] = ()) -> Account:
        """What became of every record.

        Args:
            damaged: What of the file is no record.
            notes: Of the source.
            missing: What else the file shows to be missing from it.
        """
        others = self._parents.keys() | self._of_person
        open_ = sum(
            isinstance(event, Call) and event.result is None and position not in others
            for position, event in enumerate(self._events)
        )
        self.counts["calls_without_result"] = open_
        stated = {
            "tool calls without a result": open_,
            "results without a call": self.counts["results_without_call"],
            "outputs that are in the file only in part": self._previews,
            "compactions of the history": self.counts["compactions"],
        }
        lacking = tuple(f"{what}: {count}" for what, count in stated.items() if count)
        total = self._used + self._skipped.total() + len(damaged)
        return Account(
            records=Records(total=total, used=self._used, skipped=counted(self._skipped), damaged=damaged),
            found=Found(**self.counts),
            unknown_records=counted(self.unknown_records),
            unknown_tools=counted(self.unknown_tools),
            unknown_fields=counted(self.unknown_fields),
            missing=(*lacking, *missing),
            notes=(*notes, *self.times.notes()),
        )
