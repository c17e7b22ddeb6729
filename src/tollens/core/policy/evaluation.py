"""The value of a formula at every position of a trace: true, false, or undetermined (policy companion §10, PL §2).

A formula holds of a trace when it holds at the first position. Of a trace without actions the operators that look for
a position find none, and those that look at every position find no fault.
"""

from collections.abc import Sequence
from typing import NamedTuple, cast

from tollens.core.policy.engine import (
    MOST_ROWS,
    MOST_ROWS_IN_ALL,
    Shared,
    Steps,
    TooLargeError,
    run,
)
from tollens.core.policy.frames import Frame, Grid, Rows, full, position_of, spread, stretched
from tollens.core.policy.masks import Masks, everywhere, positions
from tollens.core.policy.plan import Plan, Plans, TooDeepError, planned
from tollens.core.policy.printer import printed
from tollens.core.policy.steps import STEPS, leaf
from tollens.core.policy.syntax import Formula
from tollens.core.policy.terms import term
from tollens.core.policy.values import Value

_KEPT = 256
"""Parts of a formula whose value at all positions is kept; of larger formulas the rest is found again."""

_SHOWN = 20
"""Positions that are named for one fact that is missing."""


class Gap(NamedTuple):
    """A fact that is missing.

    Attributes:
        fact: The part of the formula that cannot be decided.
        why: What is not recorded.
        positions: Where, at most the first few.
    """

    fact: str
    why: str
    positions: tuple[int, ...] = ()


class Outcome(NamedTuple):
    """The value of a formula at every position.

    Attributes:
        masks: Where it is true and where it is false. Of a trace without actions the first bit is its value.
        size: The number of positions.
        missing: Why it is undetermined where it is.
    """

    masks: Masks
    size: int
    missing: tuple[Gap, ...] = ()

    @property
    def holds(self) -> bool | None:
        """Whether the trace satisfies the formula; `None` where that cannot be told."""
        return self.masks.at(0)


def evaluate(formula: Formula, shared: Shared) -> Outcome:
    """The value of a formula at every position.

    >>> from tollens.core.graph.index import Index
    >>> from tollens.core.policy.parser import parse
    >>> from tollens.core.policy.record import Record
    >>> from tollens.core.validate.examples import an_action
    >>> from tollens.core.validate.rule import MINIMAL
    >>> from tollens.core.wire.document import Document
    >>> trace = Document.of(MINIMAL | {"actions": [an_action(1), an_action(2)]}).trace
    >>> evaluate(parse("P(action)"), Shared(Record(Index(trace)))).masks
    Masks(true=2, false=1)
    """
    evaluation = Evaluation(shared)
    masks = evaluation.everywhere(formula)
    return Outcome(masks, shared.record.size, evaluation.missing())


class Evaluation:
    """The evaluation of one policy: bounds its work and remembers what it did not find."""

    def __init__(self, shared: Shared) -> None:
        self._shared = shared
        self._base = Grid(shared.facts.size, ({},))
        self._plans: Plans = {}
        self._known: dict[Plan, tuple[Masks, int]] = {}
        self._met: dict[tuple[int, frozenset[str]], tuple[Plan, Masks, int]] = {}
        self._gaps: list[tuple[Plan, str, Frame, int]] = []
        self._bounds: list[Gap] = []
        self._rows = 0

    @property
    def shared(self) -> Shared:
        """What is found once for the trace."""
        return self._shared

    @property
    def base(self) -> Grid:
        """The frame with a row for each position."""
        return self._base

    def spend(self, rows: int) -> None:
        """Count rows that are looked at."""
        self._rows += rows
        if rows > MOST_ROWS or self._rows > MOST_ROWS_IN_ALL:
            raise TooLargeError

    def everywhere(self, formula: Formula) -> Masks:
        """The value at every position."""
        return self.at(formula, self.shared.facts.full)

    def at(self, formula: Formula, need: int) -> Masks:
        """The value at some positions; what is too large or too deep is undetermined at all of them."""
        try:
            return run(self.formula(self.plan(formula), self._base, need))
        except TooLargeError:
            self._bounds.append(Gap("the formula", "what it ranges over in this trace is too large to be looked at"))
        except TooDeepError:
            self._bounds.append(Gap("the formula", "its quantifiers are nested too deep"))
        return Masks(0, 0)

    def plan(self, formula: Formula) -> Plan:
        """The plan of a formula.

        Raises:
            TooDeepError: Its quantifiers are nested too deep.
        """
        return planned(formula, self._plans)

    def missing(self) -> tuple[Gap, ...]:
        """What could not be told, each fact once, in the order in which it was asked for.

        A part is left out where a part inside it lacks the same: it adds nothing but its length.
        """
        told = {(id(plan.node), why) for plan, why, _, _ in self._gaps}
        found: dict[str, Gap] = {}
        for plan, why, frame, mask in self._gaps:
            if any((id(part.node), why) in told for part in plan.within() if part is not plan):
                continue
            fact = printed(cast(Formula, plan.node))
            at = (
                sorted({position_of(frame, row) for row in positions(mask)[: 50 * _SHOWN]})
                if plan.here and self.shared.record.size
                else []
            )
            earlier = found.get(fact)
            known = () if earlier is None else earlier.positions
            found[fact] = Gap(fact, why, tuple(sorted({*known, *at})[:_SHOWN]))
        return (*self._bounds, *found.values())

    # ── what the parts ask for ───────────────────────────────────────────────────────────────────────────────────────

    def term(self, plan: Plan, rows: Rows) -> Steps[Sequence[Value]]:
        """What a term stands for in each row."""
        return term(self, plan, rows)

    def formula(self, plan: Plan, frame: Frame, need: int) -> Steps[Masks]:
        """Where a formula holds, found in the smallest frame that it depends on."""
        if frame is self._base:
            known: Masks = yield self._at_base(plan, need)
            return known
        if not frame.rows or not need:
            return Masks(0, 0)
        depends = plan.free & frame.variables
        if not depends:
            masks = yield self._at_base(plan, self.shared.facts.full)
            return spread(masks, self._base.size, frame)
        if isinstance(frame, Grid) and frame.size > 1 and not plan.here:
            count = len(frame.assignments)
            columns = {name: [held[name] for held in frame.assignments] for name in depends}
            rows = Rows([0] * count, columns)
            masks = yield self._node(plan, rows, full(rows))
            return stretched(masks, count, frame.size)
        found: Masks = yield self._node(plan, frame, need)
        return found

    def _at_base(self, plan: Plan, need: int) -> Steps[Masks]:
        """At the positions, kept: what is asked about a verdict asks for the same parts again."""
        masks, known = self._known.get(plan, (Masks(0, 0), 0))
        if need & known == need:
            return masks
        if plan.here or self._base.size == 1:
            masks = yield self._node(plan, self._base, need)
        else:
            once: Masks = yield self._node(plan, Rows([0], {}), 1)
            masks, need = everywhere(once.at(0), self.shared.facts.full), self.shared.facts.full
        if len(self._known) < _KEPT:
            self._known[plan] = masks, need
        return masks

    def _node(self, plan: Plan, frame: Frame, need: int) -> Steps[Masks]:
        return STEPS.get(type(plan.node), leaf)(self, plan, frame, need)

    def met(self, plan: Plan) -> tuple[Masks, int]:
        """What is known of a quantified part at the positions, and at which."""
        _, masks, known = self._met.get((id(plan.node), plan.subjects), (plan, Masks(0, 0), 0))
        return masks, known

    def meet(self, plan: Plan, masks: Masks, known: int) -> None:
        """Keep what is known of a quantified part."""
        self._met[id(plan.node), plan.subjects] = plan, masks, known

    def lacks(self, plan: Plan, why: str, frame: Frame, masks: Masks, need: int) -> None:
        """Remember where a part is undetermined."""
        undetermined = need & ~(masks.true | masks.false)
        if undetermined:
            self._gaps.append((plan, why, frame, undetermined))
