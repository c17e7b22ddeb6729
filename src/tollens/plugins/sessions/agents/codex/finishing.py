"""The pieces of a conversation as events: operations with their results, running commands with their ends.

A command that outlives its call is looked at by later ones, which `write_stdin` makes; the exit status that one of them
brings is that of the command. It stands with the call that started it, so that nothing which changed since then counts
as tested by it.
"""

from collections import Counter
from collections.abc import Callable, Iterable

import msgspec

from tollens.plugins.sessions.agents.codex.inputs import Inputs, Work
from tollens.plugins.sessions.agents.codex.outputs import Output
from tollens.plugins.sessions.agents.codex.pairing import Open, Piece, Stray, Whole, settled
from tollens.plugins.sessions.agents.codex.tools import SEARCHES, SHELLS, changes, operation_of, patch_of
from tollens.plugins.sessions.events import (
    Call,
    Changes,
    Command,
    Delegation,
    Edit,
    Event,
    FileRead,
    FollowUp,
    Interrupt,
    Move,
    Operation,
    Orphan,
    Prompt,
    Result,
    Said,
    Shell,
    Trouble,
    TurnEnd,
)
from tollens.plugins.sessions.patching import Part
from tollens.plugins.sessions.shedding import Shedding, shed

_UNCOUNTED = frozenset({"plan"})
"""What is reported like a call and is none: a plan that the agent wrote as its answer."""


Started = Callable[[str], Work | None]
"""What the sub-agent of a thread did; `None` where its rollout is not at hand."""


def finish(
    pieces: list[Piece],
    undone: list[tuple[int, int]],
    counts: Counter[str],
    started: Started,
    shedding: Shedding | None,
) -> tuple[Event, ...]:
    """The events in file order.

    Args:
        pieces: The conversation.
        undone: Stretches of it that were rolled back.
        counts: Counts of what was found, which are completed.
        started: Asked for each thread that a call started.
        shedding: How contents are left out early.
    """
    dead = _dead(pieces, undone)
    whole = settled(pieces, dead)
    running = _Running()
    for piece in whole:
        if isinstance(piece, Open):
            running.see(piece)
    inputs = Inputs([piece for piece in whole if isinstance(piece, Open)])
    finisher = _Finisher(running, counts, started, inputs)
    return tuple(shed(finisher.event(piece, id(piece) in dead), shedding) for piece in whole)


def _dead(pieces: list[Piece], undone: list[tuple[int, int]]) -> set[int]:
    """The pieces that were rolled back, by identity."""
    depth = Counter[int]()
    for first, end in undone:
        depth[first] += 1
        depth[end] -= 1
    found, level = set[int](), 0
    for at, piece in enumerate(pieces):
        level += depth[at]
        if level > 0:
            found.add(id(piece))
    return found


class _Running:
    """Commands that went on after their call, and how they ended in the end."""

    def __init__(self) -> None:
        self._started: dict[str, Open] = {}
        self._parents: dict[int, Open] = {}
        self._later: dict[int, list[Open]] = {}

    def see(self, call: Open) -> None:
        """Take note of a call: it starts a command, goes on with one, or neither."""
        name = call.facts.session
        if call.facts.tool in SHELLS and not name:
            output = call.whole.ended if call.came is not None and call.came.runs else None
            if output is not None and output.running:
                self._started[output.running] = call
        elif name and name in self._started:
            output = call.whole.ended
            parent = self._started[name]
            self._parents[id(call)] = parent
            if output is not None and not output.failed:
                self._later.setdefault(id(parent), []).append(call)
                if not output.running:
                    del self._started[name]

    def parent(self, call: Open) -> Open | None:
        """The call that started the command which this one goes on with."""
        return self._parents.get(id(call))

    def ended(self, call: Open, output: Output | None) -> Output | None:
        """How the command of a call ended, with all that it put out; `output` is what came back at first."""
        if output is None or not output.running:
            return output
        later = [ended for each in self._later.get(id(call), []) if (ended := each.whole.ended) is not None]
        if not later:
            return output
        last = later[-1]
        return msgspec.structs.replace(
            last,
            text="".join((output.text, *(each.text for each in later))),
            cut=output.cut or any(each.cut for each in later),
            duration_ms=None,
        )


class _Finisher:
    """Turns pieces into events, in order: which files the session made is remembered."""

    def __init__(self, running: _Running, counts: Counter[str], started: Started, inputs: Inputs) -> None:
        self._running = running
        self._counts = counts
        self._started = started
        self._inputs = inputs
        self._made: set[str] = set()

    def event(self, piece: Event | Open | Stray, abandoned: bool) -> Event:
        """One event."""
        if isinstance(piece, Open):
            return self._call(piece, abandoned)
        if isinstance(piece, Stray):
            self._counts["results_without_call"] += 1
            output = piece.came.output.value
            return Orphan(piece.line, piece.call_id, output.text, output.failed)
        if abandoned and isinstance(piece, Prompt | Command | Said | Interrupt | TurnEnd | Trouble):
            return msgspec.structs.replace(piece, abandoned=True)
        return piece

    def _call(self, call: Open, abandoned: bool) -> Call:
        whole = call.whole
        output = self._running.ended(call, whole.ended)
        operation = self._operation(call, whole, output, abandoned)
        result = _result(operation, output)
        children = self._inputs.after(call)
        if isinstance(operation, Delegation):
            works = {thread: self._started(thread) for thread in whole.threads}
            operation = msgspec.structs.replace(operation, elsewhere=not works or None in works.values())
            shared = (self._inputs.share(call, thread, work) for thread, work in works.items() if work is not None)
            children = tuple(each for calls in shared for each in calls)
        children = _abandoned(children) if abandoned else children
        self._count(call, operation, output, result, abandoned)
        return Call(
            call.line,
            call.call_id,
            call.facts.tool,
            operation,
            call.rationale,
            result,
            abandoned,
            whole.asked.folder,
            children,
        )

    def _operation(self, call: Open, whole: Whole, output: Output | None, abandoned: bool) -> Operation:
        asked = whole.asked
        parts = next((report.parts for report in whole.reports if report.parts), ())
        if parts and (asked.tool == "apply_patch" or patch_of(asked) is not None):
            operation = changes(parts, asked.folder)
        else:
            parent = self._running.parent(call)
            operation = operation_of(asked, output.text if output else "", parent.call_id if parent else None)
        if isinstance(operation, Changes) and not abandoned:
            return Changes(tuple(self._known(operation.parts)))
        if isinstance(operation, Shell):
            going_on = output is not None and bool(output.running)
            return msgspec.structs.replace(operation, background=going_on, by_user=call.by_user)
        return operation

    def _known(self, parts: Iterable[FileRead | Part]) -> Iterable[FileRead | Part]:
        """The parts, where a file that this session already wrote is not created by being written again."""
        for part in parts:
            if isinstance(part, Edit):
                known = part.created and part.path in self._made
                self._made.add(part.path)
                yield msgspec.structs.replace(part, created=False) if known else part
                continue
            if not isinstance(part, FileRead):
                self._made.discard(part.path)
            if isinstance(part, Move):
                self._made.add(part.to)
            yield part

    def _count(
        self, call: Open, operation: Operation, output: Output | None, result: Result | None, abandoned: bool
    ) -> None:
        if call.by_user or call.facts.tool in _UNCOUNTED:
            return
        counts = self._counts
        counts["calls"] += 1
        counts["abandoned"] += abandoned
        elsewhere = isinstance(operation, Delegation) and operation.elsewhere
        counts["elsewhere"] += elsewhere and not (result and result.failed)
        if result is None:
            # The service runs these searches itself: they have neither an id nor a result, and count as one gap.
            unnamed = call.facts.tool in SEARCHES and not call.call_id
            counts["searches"] += call.facts.tool in SEARCHES
            counts["calls_without_result"] += not unnamed or counts["unnamed"] == 0
            counts["unnamed"] += unnamed
            return
        counts["error_results"] += result.failed
        counts["refused"] += bool(result.refused)
        counts["previews"] += bool(result.preview)
        counts["running"] += isinstance(operation, Shell) and operation.background


def _abandoned(calls: tuple[Call, ...]) -> tuple[Call, ...]:
    """What a sub-agent did, abandoned as the call that started it; it has few levels."""
    return tuple(msgspec.structs.replace(call, abandoned=True, children=_abandoned(call.children)) for call in calls)


def _result(operation: Operation, output: Output | None) -> Result | None:
    """The result of an operation: a patch that was run and did not end with zero has failed."""
    if output is None:
        return None
    result = output.result()
    if isinstance(operation, Shell):
        return result
    failed = result.failed or (isinstance(operation, Changes) and output.status not in (None, 0))
    status = result.status if isinstance(operation, FollowUp) else None
    return msgspec.structs.replace(result, failed=failed, status=status)
