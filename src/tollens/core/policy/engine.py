"""What the parts of the evaluator share: work that is handed out instead of called, and bounds on how much of it.

A step of the evaluation is a generator that yields the steps it needs and is sent their results, so that a formula of
any depth takes memory and no recursion.
"""

from collections.abc import Generator, Sequence
from functools import cached_property
from typing import Any, Protocol, TypeVar, cast

from tollens.core.policy.damage import untied
from tollens.core.policy.facts import Facts
from tollens.core.policy.frames import Frame, Grid, Rows
from tollens.core.policy.masks import Masks
from tollens.core.policy.members import Members
from tollens.core.policy.plan import Plan
from tollens.core.policy.record import Record
from tollens.core.policy.relations import Relations
from tollens.core.policy.values import Value

T = TypeVar("T")
Steps = Generator["Steps[Any]", Any, T]

MOST_ROWS = 1_000_000
"""Rows that one quantifier or one comparison is looked at in."""

MOST_ROWS_IN_ALL = 4_000_000
"""Rows that one formula is looked at in."""

MOST_BITS = 1 << 27
"""Rows of a grid, which cost a bit each."""


class TooLargeError(Exception):
    """What a formula ranges over is larger than it is evaluated for."""


def run(first: Steps[T]) -> T:
    """The result of a step, with all that it needs."""
    stack: list[Steps[Any]] = [first]
    result: Any = None
    while stack:
        try:
            stack.append(stack[-1].send(result))
            result = None
        except StopIteration as end:
            stack.pop()
            result = end.value
    return cast(T, result)


class Shared:
    """What is found once for a trace, whatever its policies.

    Attributes:
        record: What is evaluated.
        damaged: The lists of the trace that are none: what they would say is not known.
        facts: What holds at its positions.
        relations: Which earlier actions belong to which.
        elements: What variables can stand for.
        sets: The comprehensions of any formula that depend on nothing, by what they say.
        leaves: What is known of the comparisons of any formula that depend on no variable, by what they say: where they
            hold, where that was looked at, and why it is undetermined where it is.
    """

    def __init__(self, record: Record, damaged: tuple[str, ...] = ()) -> None:
        self.record = record
        self.damaged = damaged
        self.facts = Facts(record)
        self.relations = Relations(record, self.facts.kinds)
        self.elements = Members(record)
        self.sets: dict[str, object] = {}
        self.leaves: dict[str, tuple[Masks, int, str]] = {}

    @cached_property
    def untied(self) -> tuple[str, str] | None:
        """An entry of which it cannot be read what it has to do with the others, and why, if there is one."""
        record = self.record
        actions = (record.trace.actions[position] for position in record.unread)
        return untied([*actions, *(artifact for _, artifact in record.unread_artifacts)])

    def told_of_artifacts(self, name: str) -> Sequence[Value]:
        """The elements that a predicate of artifacts may hold of: artifacts, what could not be read, references."""
        elements = self.elements
        unread = (place for place, _ in self.record.unread_artifacts)
        places = sorted([*self.facts.artifacts_that(name), *unread])
        return [*map(elements.artifact, places), *elements.references.members]


class Engine(Protocol):
    """What the parts of the evaluator ask of the whole."""

    @property
    def shared(self) -> Shared:
        """What is found once for a trace."""

    @property
    def base(self) -> Grid:
        """The frame with a row for each position."""

    def formula(self, plan: Plan, frame: Frame, need: int) -> Steps[Masks]:
        """Where a formula holds, of the rows that are needed; of the others nothing is said."""

    def term(self, plan: Plan, rows: Rows) -> Steps[Sequence[Value]]:
        """What a term stands for in each row."""

    def spend(self, rows: int) -> None:
        """Count rows that are looked at.

        Raises:
            TooLargeError: They are too many.
        """

    def lacks(self, plan: Plan, why: str, frame: Frame, masks: Masks, need: int) -> None:
        """Remember where a part is undetermined."""

    def met(self, plan: Plan) -> tuple[Masks, int]:
        """What is known of a quantified part at the positions, and at which."""

    def meet(self, plan: Plan, masks: Masks, known: int) -> None:
        """Keep what is known of a quantified part."""
