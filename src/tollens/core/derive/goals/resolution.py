"""§18.3 Goals, resolved: each item's status with its evidence, progress, cone, open gaps. Computed, never stored.

Three things are reported apart and never folded into one: whether the goal is reached, whether its definition is
certified, and whether a policy fails over its work.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from tollens.core.derive.goals.acceptance import Acceptance
from tollens.core.derive.goals.certification import Governance, as_object, certified
from tollens.core.derive.goals.cones import cones
from tollens.core.derive.goals.formula import Formulas
from tollens.core.derive.goals.open_gaps import OpenGaps
from tollens.core.derive.goals.outcomes import DOING, DONE, Outcome, unresolved
from tollens.core.derive.goals.selectors import Selectors
from tollens.core.derive.residuals.doubts import doubts
from tollens.core.derive.residuals.established import Established
from tollens.core.graph.inventory import Inventory
from tollens.core.graph.merges import doers
from tollens.core.model.base import Json
from tollens.core.model.goals import AcceptanceItem, Goal, GoalStatus
from tollens.core.model.unrecognized import Unrecognized, UnrecognizedGoal
from tollens.core.wire.criteria import Criterion, criterion_of, is_typed, read_criterion, status_of
from tollens.core.wire.formulas import Formula, read_formula


class ResolvedItem(msgspec.Struct, frozen=True, gc=False):
    """One acceptance item, resolved.

    Attributes:
        acceptance_id: As authored; where the item stands, if it states none.
        kind: `Change`, `Property`, `Obligation` or `Gap`; what is written there, where it is none of these.
        label: As authored.
        status: `AcceptTodo`, `AcceptDoing`, `AcceptDone` or `AcceptBlocked`.
        evidence: Ids of the artifacts, evaluations (by their policy) and residuals that were found for it.
        counterexample: Of a refutation.
        reason: Why it is not done, or on whose word it is.
        manual: It is bound to nothing: its authored status is all there is.
        required: The goal is not reached without it.
        basis: What a Done rests on where that is less than uncontested, current evidence that states its target:
            `absence` (a `not` of something for which there is no evidence), `met` (evidence that may be contested or
            outdated), `text` (a change that names its symbol in words), `model` (a formal model that lists the symbol);
            else empty.
    """

    acceptance_id: str
    kind: str
    label: str
    status: str
    evidence: tuple[str, ...]
    counterexample: str | None
    reason: str
    manual: bool
    required: bool
    basis: str


class ResolvedGoal(msgspec.Struct, frozen=True):
    """One goal, resolved.

    Attributes:
        goal_id: As authored; where the goal stands, if it states none.
        intent: As authored.
        status: The authored status, such as `GoalActive`; empty where none is stated or it cannot be read.
        progress: Share of its items that are done, one in the doing counting half; 0 without items.
        reached: Whether it has items, and all that are required are done.
        certified: Whether another than its authors approved what it asks for; null where no review is recorded.
        governed: False where a recorded evaluation fails over its cone; null where nothing says so, since policies are
            not evaluated here.
        cone: Ids of the actions that produced its evidence.
        open_gaps: Number of its open gaps.
        open_gap_ids: Declared residuals, then those that outdated evidence reopens.
        acceptance: Its items, in order.
    """

    goal_id: str
    intent: str
    status: str
    progress: float
    reached: bool
    certified: bool | None
    governed: bool | None
    cone: tuple[int, ...]
    open_gaps: int
    open_gap_ids: tuple[str, ...]
    acceptance: tuple[ResolvedItem, ...]

    @property
    def active(self) -> bool:
        """Whether it is to be reached: not abandoned, and more than activity without a named intent."""
        return self.status not in (GoalStatus.GoalAbandoned.value, GoalStatus.GoalScratch.value)


class Resolution(msgspec.Struct, frozen=True):
    """What became of the goals of a trace.

    Attributes:
        goals: In order.
        exploration: Ids of the actions in no goal's cone; all of them where there is no goal.
    """

    goals: tuple[ResolvedGoal, ...]
    exploration: tuple[int, ...]


class _Judged(msgspec.Struct, frozen=True, gc=False):
    """An item after it is resolved, and the criteria that its status comes from."""

    item: ResolvedItem
    outcome: Outcome
    criteria: tuple[Criterion, ...]


def resolve_goals(established: Established) -> Resolution:
    """Resolve every goal of a trace. Deterministic, and never more than the evidence says.

    Args:
        established: What the trace establishes before any goal is asked.
    """
    return _Resolver(established).resolve()


class _Resolver:
    def __init__(self, established: Established) -> None:
        self._index = established.index
        inventory = Inventory(self._index)
        self._acceptance = Acceptance(established, doubts(established) if self._index.trace.goals else {}, inventory)
        self._formulas = Formulas(self._acceptance, Selectors(self._index, inventory))
        self._open_gaps = OpenGaps(established, inventory)
        self._governance = Governance(self._index)
        self._doers = doers(self._index.trace) if self._index.trace.goals else ()

    def resolve(self) -> Resolution:
        raw = self._raw_goals()
        judged = [self._items(goal, raw[place]) for place, goal in enumerate(self._index.trace.goals)]
        seeds = [
            tuple(dict.fromkeys(e.position for each in items for e in each.outcome.evidence if e.position >= 0))
            for items in judged
        ]
        found = cones(self._index, seeds)
        goals = tuple(
            self._resolved(place, goal, raw[place], judged[place], found.of_goals[place])
            for place, goal in enumerate(self._index.trace.goals)
        )
        return Resolution(goals, found.exploration)

    def _raw_goals(self) -> list[Mapping[str, Any]]:
        """The goals as the file has them, for the members that the record of the text does not have."""
        goals = self._index.trace.goals
        value = self._index.value if goals else None
        held = value.get("goals") if isinstance(value, dict) else None
        if isinstance(held, list) and len(held) == len(goals):
            return [as_object(one) for one in held]
        return [as_object(goal) for goal in goals]

    def _items(self, goal: Goal | UnrecognizedGoal, raw: Mapping[str, Any]) -> list[_Judged]:
        held = raw.get("acceptance")
        listed = held if isinstance(held, list) else []
        if isinstance(goal, UnrecognizedGoal):
            return [
                self._unread(place, as_object(one), "its goal is not recognized") for place, one in enumerate(listed)
            ]
        raws = (
            [as_object(one) for one in listed] if len(listed) == len(goal.acceptance) else [{}] * len(goal.acceptance)
        )
        pairs = enumerate(zip(goal.acceptance, raws, strict=True))
        return [self._judged(place, read, raw, goal.scope) for place, (read, raw) in pairs]

    def _judged(self, place: int, read: AcceptanceItem, raw: Mapping[str, Any], scope: tuple[str, ...]) -> _Judged:
        """Resolve one item, as it was read and as the file has it."""
        formula = _formula(read)
        if formula is not None:
            made = self._formulas.outcome(formula, scope)
            criteria = tuple(node.criterion for node in formula.nodes if node.criterion is not None)
        elif raw and is_typed(raw):
            criterion, faults = read_criterion(raw)
            if faults:
                return self._unread(place, raw, f"its typed criterion cannot be read: {faults[0].message}")
            made, criteria = self._acceptance.outcome(criterion), (criterion,)
        elif isinstance(read, Unrecognized):
            return self._unread(place, raw or as_object(read), f"it is not recognized: {(*read.faults, 'no item')[0]}")
        else:
            criteria = (criterion_of(read),)
            made = self._acceptance.outcome(criteria[0])
        return _Judged(_resolved_item(place, read, raw, made), made, criteria)

    def _unread(self, place: int, raw: Mapping[str, Any], reason: str) -> _Judged:
        made = unresolved(status_of(raw.get("status")), reason)
        return _Judged(_resolved_item(place, None, raw, made), made, ())

    def _resolved(
        self,
        place: int,
        goal: Goal | UnrecognizedGoal,
        raw: Mapping[str, Any],
        judged: list[_Judged],
        cone: tuple[int, ...],
    ) -> ResolvedGoal:
        items = tuple(each.item for each in judged)
        unread = isinstance(goal, UnrecognizedGoal)
        scope = () if isinstance(goal, UnrecognizedGoal) else goal.scope
        status = None if isinstance(goal, UnrecognizedGoal) else goal.status
        criteria = [criterion for each in judged for criterion in each.criteria]
        gaps = self._open_gaps.of(
            scope,
            self._acceptance.residuals(_texts(criterion.residual_id for criterion in criteria)),
            _texts(criterion.symbol for criterion in criteria),
            tuple(dict.fromkeys(name for item in items for name in item.evidence)),
        )
        return ResolvedGoal(
            goal_id=goal.goal_id or f"goals/{place}",
            intent=_text(raw.get("intent")) if isinstance(goal, UnrecognizedGoal) else goal.intent,
            status="" if status is None else status.value,
            progress=_progress(items),
            reached=not unread and _reached(items),
            certified=certified(raw, [as_object(one) for one in _list(raw.get("acceptance"))], self._doers),
            governed=self._governance.governed(raw, cone),
            cone=cone,
            open_gaps=len(gaps),
            open_gap_ids=gaps,
            acceptance=items,
        )


def _formula(read: AcceptanceItem) -> Formula | None:
    if isinstance(read, Unrecognized):
        held = read.member("formula")
        return None if held is None else read_formula(Json.of(held))
    return None if read.formula is None else read_formula(read.formula)


def _resolved_item(place: int, read: AcceptanceItem | None, raw: Mapping[str, Any], made: Outcome) -> ResolvedItem:
    known = None if isinstance(read, Unrecognized) else read
    if known is None:
        name = _text(raw.get("acceptance_id")) or _text(raw.get("id"))
        kind = _text(raw.get("kind"))
        label = _text(raw.get("label")) or _text(raw.get("statement"))
    else:
        name, kind, label = known.acceptance_id, known.kind.value, known.label
    return ResolvedItem(
        acceptance_id=name or f"acceptance/{place}",
        kind=kind,
        label=label,
        status=made.status.value,
        evidence=tuple(dict.fromkeys([found.name for found in made.evidence])),
        counterexample=made.counterexample,
        reason=made.reason,
        manual=made.manual,
        required=raw.get("required") is not False,
        basis=made.basis,
    )


def _progress(items: tuple[ResolvedItem, ...]) -> float:
    if not items:
        return 0.0
    worth = {DONE.value: 2, DOING.value: 1}
    return sum(worth.get(item.status, 0) for item in items) / (2 * len(items))


def _reached(items: tuple[ResolvedItem, ...]) -> bool:
    """All required items are done, or all of them where none is required; nothing asked for is nothing reached."""
    required = [item for item in items if item.required] or items
    return bool(required) and all(item.status == DONE.value for item in required)


def _texts(terms: Iterator[object]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(term for term in terms if isinstance(term, str) and term))


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
