"""Calls and what belongs to each: its output, and what events and items report of it, wherever they stand.

Ids pair by occurrence, because they return; an output that no call waits for is kept as such, and a report without a
call is the record of a call that nothing else records.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import NamedTuple

from tollens.plugins.sessions.agents.codex.again import Again
from tollens.plugins.sessions.agents.codex.calls import Facts
from tollens.plugins.sessions.agents.codex.outputs import Output
from tollens.plugins.sessions.agents.codex.reports import Report
from tollens.plugins.sessions.agents.codex.tools import SPAWNS, Asked, arguments_of
from tollens.plugins.sessions.events import Event
from tollens.plugins.sessions.values import string


class Whole(NamedTuple):
    """All that is said of a call.

    Attributes:
        output: What the record of its output says; `None` where there is none.
        reports: What events and items say of it.
    """

    asked: Asked
    output: Output | None
    reports: list[Report]

    @property
    def ended(self) -> Output | None:
        """How it ended, by the best of what there is: its output, what is reported of it, or both."""
        told = next((report.output for report in self.reports if report.output is not None), None)
        return _joined(self.output, told) if self.output is not None and told is not None else self.output or told

    @property
    def threads(self) -> tuple[str, ...]:
        """The threads that it started, or spoke to, as its reports or its output name them."""
        named = [thread for report in self.reports for thread in report.threads]
        if not named and self.asked.tool in SPAWNS and self.output is not None:
            named = [string(arguments_of(self.output.text), "agent_id", "thread_id")]
        return tuple(dict.fromkeys(filter(None, named)))


class Came(NamedTuple):
    """What came back; `runs`: the command goes on."""

    output: Again[Output]
    runs: bool


@dataclass(eq=False, slots=True)
class Open:
    """A call as it is being read.

    Attributes:
        facts: What tells it from others.
        asked: What it asks for.
        came: What came back; `None` while nothing did.
        reports: What events and items say of it.
    """

    line: int
    call_id: str
    facts: Facts
    asked: Again[Asked]
    rationale: str = ""
    turn: int = 0
    by_user: bool = False
    came: Came | None = None
    reports: list[Again[Report]] = field(default_factory=list)

    @property
    def whole(self) -> Whole:
        """All that its records say. Hold none of it for long."""
        output = None if self.came is None else self.came.output.value
        return Whole(self.asked.value, output, [report.value for report in self.reports])


@dataclass(eq=False, slots=True)
class Stray:
    """An output for which no call waited when it came."""

    line: int
    call_id: str
    came: Came


@dataclass(eq=False, slots=True)
class Reported:
    """What an event or an item reports, until it is known of which call; `form` and `call_id` as it states them."""

    line: int
    form: str
    call_id: str
    by_user: bool
    facts: Facts
    asked: Again[Asked]
    report: Again[Report]
    rationale: str
    turn: int


Piece = Event | Open | Stray | Reported

_OTHER_FORM = {"event": "item", "item": "event"}


def settled(pieces: list[Piece], dead: set[int]) -> list[Event | Open | Stray]:
    """The pieces with every report at its call, and outputs that stand before their only call given to it.

    Args:
        pieces: The conversation.
        dead: The pieces that were rolled back, by identity; calls that only a dead report is of are added.
    """
    kept: list[Piece] = _early(pieces)
    untold: dict[tuple[str, str], list[Open]] = defaultdict(list)
    pending: list[Reported] = []
    for piece in kept:
        if isinstance(piece, Open) and (name := piece.call_id or piece.facts.sought):
            for form in ("event", "item"):
                untold[name, form].append(piece)
        elif isinstance(piece, Reported) and not _give(piece, untold):
            pending.append(piece)
    made: dict[int, Open] = {}
    for piece in pending:
        if not _give(piece, untold):
            made[id(piece)] = _made(piece, untold)
    settled_pieces: list[Event | Open | Stray] = []
    for piece in kept:
        if isinstance(piece, Reported):
            if id(piece) in made:
                dead |= {id(made[id(piece)])} if id(piece) in dead else set()
                settled_pieces.append(made[id(piece)])
        else:
            settled_pieces.append(piece)
    return settled_pieces


def _give(piece: Reported, untold: dict[tuple[str, str], list[Open]]) -> bool:
    """Put a report to the latest call of its id that has none of its form."""
    for name in dict.fromkeys((piece.call_id, piece.facts.sought)):
        found = untold.get((name, piece.form)) if name else None
        if found:
            found.pop().reports.append(piece.report)
            return True
    return False


def _made(piece: Reported, untold: dict[tuple[str, str], list[Open]]) -> Open:
    """A call of which there is nothing but a report."""
    told = [piece.report]
    call = Open(
        piece.line, piece.call_id, piece.facts, piece.asked, piece.rationale, piece.turn, piece.by_user, None, told
    )
    if piece.call_id:
        untold[piece.call_id, _OTHER_FORM[piece.form]].append(call)
    return call


def _early(pieces: list[Piece]) -> list[Piece]:
    """Give an output that stands before its call to it, where neither id occurs a second time."""
    strays = Counter(piece.call_id for piece in pieces if isinstance(piece, Stray))
    calls = Counter(piece.call_id for piece in pieces if isinstance(piece, Open))
    open_calls = {
        piece.call_id: piece
        for piece in pieces
        if isinstance(piece, Open) and piece.came is None and calls[piece.call_id] == 1 and strays[piece.call_id] == 1
    }
    kept: list[Piece] = []
    for piece in pieces:
        call = open_calls.get(piece.call_id) if isinstance(piece, Stray) and piece.call_id else None
        if call is not None and isinstance(piece, Stray):
            call.came = piece.came
        else:
            kept.append(piece)
    return kept


def _joined(output: Output, told: Output) -> Output:
    """An output and what is reported beside it: the text that the agent saw, the end that either of them states."""
    return Output(
        text=output.text if output.text and not output.running else max(told.text, output.text, key=len),
        status=output.status if output.status is not None else told.status,
        failed=output.failed or told.failed,
        refused=output.refused or told.refused,
        interrupted=output.interrupted or told.interrupted,
        running="" if told.status is not None or told.interrupted else output.running,
        cut=output.cut and len(told.text) <= len(output.text),
        done=output.done or told.done,
        duration_ms=told.duration_ms if told.duration_ms is not None else output.duration_ms,
    )
