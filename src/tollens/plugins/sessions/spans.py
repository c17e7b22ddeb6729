"""Sessions that were recorded as spans: work with a beginning and an end, one within another, in any order.

Spans are written when they end, so that their order in the file is not that of the work: they are put in the order of
their beginnings, and those that state none stay after the one before them.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from tollens.plugins.sessions.events import (
    Changes,
    Delegation,
    Edit,
    Move,
    Operation,
    Removal,
    Result,
    Trouble,
    TurnEnd,
)
from tollens.plugins.sessions.reading import Reading
from tollens.plugins.sessions.report import tally
from tollens.plugins.sessions.shedding import Shedding
from tollens.plugins.sessions.span import Span
from tollens.plugins.sessions.toolkit import is_known, operation_of
from tollens.plugins.sessions.values import object_of

_ERROR = re.compile(
    r"\s{0,20}(?:<(?:tool_use_)?error>|(?:[A-Za-z]{0,40}(?:Error|Exception)|error|ERROR|[Ff]ailed|Could not|Cannot"
    r"|Unable to|Permission denied|No such file)(?=[:\s]|\Z))"
)
"""How an error begins that is told in words."""


class Tree:
    """The spans of a file by trace and id: what agent or call each is work of.

    Attributes:
        starters: The ids of the calls that other spans are within.
        unspoken: How many spans are told by their names alone.
    """

    def __init__(self, spans: Sequence[Span]) -> None:
        self._at: dict[tuple[str, str], Span] = {}
        for span in spans:
            if span.span_id:
                self._at.setdefault(span.key, span)
        self._outer: dict[int, Span | None] = {}
        self._started: dict[int, str] = {}
        self.unspoken = 0
        self._orphans = sum(bool(span.parent_id) and self._above(span) is None for span in spans)
        self.starters = frozenset(call_of(above) for span in spans if (above := self._above(span)) is not None)
        self._has_circles = self._closes_circle(spans)

    def _closes_circle(self, spans: Sequence[Span]) -> bool:
        """Whether some of the spans are within one another in a circle."""
        known: set[int] = set()
        for span in spans:
            way: set[int] = set()
            current: Span | None = span
            while current is not None and id(current) not in known:
                if id(current) in way:
                    return True
                way.add(id(current))
                current = self._above(current)
            known.update(way)
        return False

    def _above(self, span: Span) -> Span | None:
        return self._at.get((span.trace, span.parent_id))

    def outer(self, span: Span) -> Span | None:
        """The agent or call that a span is within, the innermost one; nothing where the spans above close a circle."""
        way: list[int] = []
        found: Span | None = span
        seen = {id(span)}
        while found is not None:
            way.append(id(found))
            if id(found) in self._outer:
                found = self._outer[id(found)]
                break
            found = self._above(found)
            if found is not None and id(found) in seen:
                found = None
            elif found is not None:
                seen.add(id(found))
                if found.kind in ("agent", "tool"):
                    break
        for passed in way:
            self._outer[passed] = found
        return found

    def started_by(self, span: Span) -> str:
        """The id of the call that started the sub-agent that a span is work of; empty for work of the main one."""
        way: list[int] = []
        seen: set[int] = set()
        found, current = "", self.outer(span)
        while current is not None:
            if id(current) in seen:
                break
            if id(current) in self._started:
                found = self._started[id(current)]
                break
            seen.add(id(current))
            way.append(id(current))
            above = self.outer(current)
            if current.kind == "agent":
                found = "" if above is None else call_of(above if above.kind == "tool" else current)
                break
            current = above
        for passed in way:
            self._started[passed] = found
        return found

    @property
    def missing(self) -> tuple[str, ...]:
        """What no span states."""
        return ("what an agent was asked, said and called: no span states it",) if self.unspoken else ()

    def notes(self) -> tuple[str, ...]:
        """What is odd about how the spans hang together."""
        told = []
        if self.unspoken:
            told.append(f"none of {self.unspoken} spans follows a convention that is read: each is a step by its name")
        if self._orphans:
            told.append(f"{self._orphans} spans are within one that is not in the file")
        if self._has_circles:
            told.append("some spans are within one another in a circle")
        return tuple(told)


def call_of(span: Span) -> str:
    """The id of the call that a span is; made of the span's own where it has none."""
    return span.call_id or f"span {span.span_id}"


def grouped(spans: Iterable[Span]) -> list[list[Span]]:
    """The spans of each session, in the order of their beginnings; the sessions in that of the file."""
    groups: dict[str, list[tuple[str, int, Span]]] = {}
    latest: dict[str, str] = {}
    for number, span in enumerate(spans):
        began = span.began or latest.get(span.group, "")
        latest[span.group] = began
        groups.setdefault(span.group, []).append((began, number, span))
    return [[span for _, _, span in sorted(found, key=lambda each: each[:2])] for found in groups.values()]


def sessions_of(
    tree: Tree, groups: Sequence[Sequence[Span]], shedding: Shedding | None
) -> list[tuple[Sequence[Span], Reading]]:
    """The groups that are sessions, read; the spans of the others are counted with the first of them.

    Where agents worked, talk of a model that is of no agent's work, such as of titles, is no session of its own.
    """
    worked = [group for group in groups if any(span.kind in ("agent", "tool") for span in group)]
    chosen = worked or [group for group in groups if any(span.kind == "chat" for span in group)]
    if not chosen:  # no convention says what they are, and they are there
        chosen = list(groups)
        for span in (span for group in groups for span in group):
            span.kind, span.name = "tool", span.title
            tree.unspoken += 1
    read = [(group, SpanReader(tree, group, shedding).read()) for group in chosen]
    kept = [(group, reading) for group, reading in read if reading.has_any]
    if kept:
        taken = {id(group) for group, _ in kept}
        for span in (span for group in groups if id(group) not in taken for span in group):
            kept[0][1].skip(f"{span.label}: no agent's work")
    return kept


class SpanReader:
    """Reads the spans of one session, in order.

    Args:
        tree: Of the file.
        spans: Of the session.
        shedding: How contents are left out early.
    """

    def __init__(self, tree: Tree, spans: Sequence[Span], shedding: Shedding | None) -> None:
        self.reading = Reading(shedding)
        self._tree = tree
        self._spans = spans
        self._seen: dict[tuple[str, str], Span] = {}
        self._said = ""
        self._heard: Counter[str] = Counter()
        self._turned: set[tuple[str, str]] = set()
        self._talked = any(span.kind == "chat" and span.outline.answers for span in spans)
        self._prompted = any(span.kind == "agent" and span.outline.asks for span in spans)
        self._run = {span.call_id for span in spans if span.kind == "tool" and span.call_id}
        self._wanted = {call_id: span for span in spans for call_id in span.outline.calls if call_id}
        self._turns: list[Span] = []

    def read(self) -> Reading:
        """All spans."""
        for span in self._spans:
            self.reading.times.see(span.began or None)
            first = self._seen.setdefault(span.key, span) if span.span_id else span
            if first is not span and first.whole.deed == span.whole.deed:
                self.reading.counts["repeats"] += 1
                self.reading.skip("repeat")
                continue
            if span.strange and span.kind == "other":
                self.reading.skip_unknown(span.label)
            else:
                self.reading.take(self._used(span))
        if self._turns and self._turns[-1].ended:
            turn = self._turns[-1]
            reason = f"the agent's span states an error: {' '.join(turn.message[:300].split())}" if turn.failed else ""
            self.reading.add(TurnEnd(turn.line, "aborted" if turn.failed else "completed", reason))
        return self.reading

    def _used(self, span: Span) -> str:
        """Use a span; gives why there was nothing to use in it, or nothing."""
        if span.kind == "agent":
            return self._agent(span, span.whole)
        if span.kind == "chat":
            return self._chat(span, span.whole)
        if span.kind == "tool":
            self._tool(span, span.whole)
            return ""
        return span.label

    def _agent(self, span: Span, whole: Span) -> str:
        above = self._tree.outer(span)
        if above is not None and above.kind == "agent":
            operation = Delegation(span.name or "a sub-agent", "\n".join(whole.asked))
            parent = self._tree.started_by(span)
            self.reading.call(span.line, call_of(span), span.name or "agent", operation, parent=parent)
            self.reading.answer(span.line, call_of(span), Result(whole.answered or span.message, failed=span.failed))
            return ""
        if above is not None:
            return "agent: the work of a call"
        self._turns.append(span)
        self._ask(whole)
        if whole.answered and not self._talked:
            self._say(whole)
        if span.failed:
            self.reading.add(Trouble(span.line, span.message))
        return ""

    def _ask(self, span: Span) -> None:
        """Take the words of persons that were not taken yet: a model is given all that came before as well.

        The last words that an agent, or a model before any work, was given are what a turn is about, which is told once
        in a trace.
        """
        told: Counter[str] = Counter()
        for place, text in enumerate(span.asked, 1):
            told[text] += 1
            is_last = place == len(span.asked) and (span.opens or span.kind == "agent")
            anew = is_last and (span.trace, text) not in self._turned
            if told[text] > self._heard[text] or anew:
                self._heard[text] += 1
                self.reading.prompt(span.line, text)
        if span.asked:
            self._turned.add((span.trace, span.asked[-1]))

    def _say(self, span: Span) -> None:
        if span.answered and span.answered != self._said:
            self._said = span.answered
            self.reading.said(span.line, span.answered)

    def _chat(self, span: Span, whole: Span) -> str:
        parent = self._tree.started_by(span)
        for call_id, text in whole.results:
            if call_id and (waiting := self.reading.waits(call_id)) is not None:
                self.reading.answer(span.line, call_id, Result(text, failed=_says_failed(waiting.operation, text)))
        if not parent:
            self.reading.model(span.name)
            if not self._prompted:
                self._ask(whole)
            self._say(whole)
        asked = 0
        for call_id, tool, arguments in whole.calls:
            if call_id not in self._run or not call_id:
                asked += 1
                self._call(span, call_id, tool, arguments, parent)
        if span.failed and not parent:
            self.reading.add(Trouble(span.line, span.message))
            return ""
        return "" if asked or (whole.answered and not parent) or whole.calls else span.label

    def _tool(self, span: Span, whole: Span) -> None:
        """A call of a tool; where its span states no end, no error and nothing that came back, it may still be open.

        Where it does not state in a readable way what it was given, that is what the model asked for.
        """
        name = call_of(span)
        arguments = object_of(whole.arguments) or self._asked_for(name, whole.arguments)
        operation = self._call(span, name, span.name, arguments, self._tree.started_by(span))
        if not (span.ended or span.failed) and whole.output is None:
            return
        text = span.message if whole.output is None else whole.output
        failed = span.failed or _says_failed(operation, text)
        self.reading.answer(span.line, name, Result(text, failed, status=span.status, duration_ms=span.duration_ms))

    def _asked_for(self, call_id: str, stated: object) -> object:
        """What a model asked a call to be given; what the call states itself where no model did."""
        span = self._wanted.get(call_id)
        return stated if span is None else next(call[2] for call in reversed(span.whole.calls) if call[0] == call_id)

    def _call(self, span: Span, call_id: str, tool: str, arguments: object, parent: str) -> Operation:
        tool = tool[:200] or "(unnamed tool)"
        if not is_known(tool):
            tally(self.reading.unknown_tools, tool)
        operation = operation_of(tool, object_of(arguments))
        if isinstance(operation, Delegation) and call_id not in self._tree.starters:
            operation = msgspec.structs.replace(operation, elsewhere=True)
        self.reading.call(span.line, call_id, tool, operation, parent=parent)
        return operation


def _says_failed(operation: Operation, text: str) -> bool:
    """Whether what came back from a change of files is an error by its own words, as many agents give it.

    Only of changes: what a command printed or a file holds is no word on how the call ended.
    """
    if not isinstance(operation, Edit | Removal | Move | Changes):
        return False
    found = object_of(text) if text.lstrip().startswith("{") else {}
    if found.get("success") is False or any(found.get(name) is True for name in ("isError", "is_error")):
        return True
    return bool(found.get("error")) or _ERROR.match(text) is not None
