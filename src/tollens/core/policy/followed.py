"""One formula, followed action by action: what it owes after each (see `monitor`)."""

from collections.abc import Callable, Iterator
from typing import NamedTuple, cast

from tollens.core.policy.engine import Steps, TooLargeError, run
from tollens.core.policy.evaluation import Evaluation
from tollens.core.policy.near import UnfollowedError, asks_around, check_near
from tollens.core.policy.obligations import FALSE, TRUE, UNKNOWN, Later, Obligations, Value, Whole
from tollens.core.policy.past import Happened, Memory, memory_of
from tollens.core.policy.plan import Plan, planned
from tollens.core.policy.printer import printed
from tollens.core.policy.syntax import (
    And,
    Atom,
    Binary,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Truth,
    Unary,
)
from tollens.core.policy.ties import rests_on_ties

_AHEAD = frozenset({"G", "F", "X", "U"})
_JUNCTIONS = (Not, And, Or, Implies, Iff)


class Seen(NamedTuple):
    """An action, as formulas are asked about it.

    Attributes:
        evaluation: Of a trace of this action and what is near it.
        position: Of the action in that trace.
        happened: As the relations to earlier actions see it.
    """

    evaluation: Evaluation
    position: int
    happened: Happened


class Taken(NamedTuple):
    """What a formula makes of one more action.

    Attributes:
        owed: The number of what it owes then.
        bodies: The values of what is inside the operators that look back.
    """

    owed: int
    bodies: tuple[tuple[Value, ...], ...]


class Followed:
    """A formula with all that it must remember.

    Attributes:
        obligations: What it may owe.
        around: Whether it asks about what an action touches, and not only about the action and what it makes.
        alone: Whether it does not matter when artifacts come, and what they have to do with the actions.
        targets: Whether it asks what an earlier action worked on.
        owed: The number of what it owes after the actions so far; `None` before the first.

    Raises:
        UnfollowedError: It cannot be followed; says why.
        TooDeepError: Its quantifiers are nested too deep.
    """

    def __init__(self, formula: Formula) -> None:
        self._plan = planned(formula)
        self.obligations = Obligations()
        self._memories: dict[int, tuple[Plan, Memory]] = {}
        self.owed: int | None = None
        self.around = False
        self.alone = not rests_on_ties(formula)
        self.targets = False
        for plan in _inner_first(self._plan):
            leaf = plan.here and not isinstance(plan.node, (*_JUNCTIONS, Unary, Binary))
            self.around |= leaf and asks_around(plan)
            self.targets |= isinstance(plan.node, Unary) and plan.node.operator.endswith("target")
            if _looks_back(plan):
                self._memories[id(plan)] = plan, memory_of(cast(Unary | Binary, plan.node).operator)

    def after(self, seen: Seen) -> Taken:
        """What it would owe after one more action; nothing is remembered by this.

        Raises:
            TooManyError: It owes too much to be followed.
        """
        known: dict[int, int] = {}
        if self.owed is None:
            owed = run(self._at(self._plan, seen, known))
        else:
            owed = self.obligations.replaced(self.owed, lambda node: self._replaced(node, seen, known))
        self.obligations.demands(owed)
        bodies = [
            tuple(self.obligations.known(run(self._at(part, seen, known))) for part in plan.parts)
            for plan, _ in self._memories.values()
        ]
        return Taken(owed, tuple(bodies))

    def take(self, seen: Seen, taken: Taken) -> None:
        """Go on to what `after` gave for an action."""
        self.owed = taken.owed
        for (_, memory), bodies in zip(self._memories.values(), taken.bodies, strict=True):
            memory.remember(seen.happened, bodies)

    def _replaced(self, node: Later | Whole, seen: Seen, known: dict[int, int]) -> int:
        if isinstance(node, Whole):
            return self.obligations.whole(node.plan)
        return run(self._at(node.plan, seen, known))

    def _at(self, plan: Plan, seen: Seen, known: dict[int, int]) -> Steps[int]:
        """What a formula comes to at the action: a value, or a demand on what follows."""
        if id(plan) not in known:
            known[id(plan)] = yield self._found(plan, seen, known)
        return known[id(plan)]

    def _found(self, plan: Plan, seen: Seen, known: dict[int, int]) -> Steps[int]:
        owes, node = self.obligations, plan.node
        if isinstance(node, Truth):
            return owes.decided(node.value)
        if not plan.here and not _fixed(plan):
            return owes.whole(plan)
        if _looks_back(plan):
            return owes.decided(self._memories[id(plan)][1].value(seen.happened))
        if not isinstance(node, (*_JUNCTIONS, Unary, Binary)):
            return owes.decided(value_over(plan, seen.evaluation, seen.position))
        if isinstance(node, Unary) and node.operator == "X":
            return owes.later(plan.parts[0], False)
        parts: list[int] = []
        for part in plan.parts:
            parts.append((yield self._at(part, seen, known)))
        return self._joined(plan, parts)

    def _joined(self, plan: Plan, parts: list[int]) -> int:
        owes = self.obligations
        match plan.node:
            case Not():
                return owes.negation(parts[0])
            case And() | Or() as node:
                return owes.joined(isinstance(node, And), parts)
            case Implies():
                return owes.joined(False, [owes.negation(parts[0]), parts[1]])
            case Iff():
                both = owes.joined(True, parts)
                return owes.joined(False, [both, owes.joined(True, [owes.negation(part) for part in parts])])
            case Unary(operator="G"):
                return owes.joined(True, [parts[0], owes.later(plan, True)])
            case Unary(operator="F"):
                return owes.joined(False, [parts[0], owes.later(plan, False)])
            case _:
                return owes.joined(False, [parts[1], owes.joined(True, [parts[0], owes.later(plan, False)])])

    # ── questions about what is owed ─────────────────────────────────────────────────────────────────────────────────

    def value(self, whole: Callable[[], Evaluation]) -> Value:
        """The value if nothing came any more.

        Args:
            whole: The evaluation over all that happened, for what is said of the trace as a whole.
        """
        return self._value(self.owed, whole, at_end=True)

    def settled(self, owed: int | None, whole: Callable[[], Evaluation]) -> Value:
        """The value whatever comes, as the trace as a whole stands now; `None` where what comes decides."""
        return self._value(owed, whole, at_end=False)

    def _value(self, owed: int | None, whole: Callable[[], Evaluation], at_end: bool) -> Value:
        if owed is None:
            return None

        def value_of(node: Later | Whole) -> Value:
            if isinstance(node, Whole):
                return value_over(node.plan, whole())
            return node.at_end if at_end else None

        return self.obligations.value(owed, value_of)

    @property
    def decided(self) -> Value | str:
        """Its value where nothing that comes can change it; `open` otherwise."""
        return {TRUE: True, FALSE: False, UNKNOWN: None}.get(-1 if self.owed is None else self.owed, "open")

    def is_false(self, owed: int) -> bool:
        """Whether what is owed can no longer be met."""
        return owed == FALSE

    def demands(self) -> tuple[str, ...]:
        """What must still happen, as formulas about what comes."""
        if self.owed is None:
            return ()
        found = (node for node in self.obligations.demands(self.owed) if isinstance(node, Later) and not node.at_end)
        return tuple(printed(cast(Formula, node.plan.node)) for node in found)


def value_over(plan: Plan, evaluation: Evaluation, position: int = 0) -> Value:
    """The value of a formula at a position of a trace; what is too large is undetermined."""
    try:
        return run(evaluation.formula(plan, evaluation.base, 1 << position)).at(position)
    except TooLargeError:
        return None


def _looks_back(plan: Plan) -> bool:
    return isinstance(plan.node, Unary | Binary) and plan.node.operator not in _AHEAD


def _fixed(plan: Plan) -> bool:
    """Whether a formula about the whole trace is settled from the start: how it began."""
    return isinstance(plan.node, Atom) and plan.node.name == "start_event"


def _inner_first(plan: Plan) -> Iterator[Plan]:
    """Every part of a formula that is followed by itself, each after what is inside it.

    Raises:
        UnfollowedError: One of them cannot be followed.
    """
    pending = [(plan, False, False)]
    while pending:
        here, opened, inside_past = pending.pop()
        if opened:
            yield here
            continue
        _check(here, inside_past)
        pending.append((here, True, inside_past))
        if isinstance(here.node, (*_JUNCTIONS, Unary, Binary)) and (here.here or inside_past):
            within = inside_past or _looks_back(here)
            pending.extend((part, False, within) for part in reversed(here.parts))


def _check(plan: Plan, inside_past: bool) -> None:
    node = plan.node
    if inside_past and isinstance(node, Unary | Binary) and not _looks_back(plan):
        raise UnfollowedError(f"`{node.operator}` looks ahead inside of an operator that looks back")
    if not plan.here and not isinstance(node, (Truth, *_JUNCTIONS)):
        if inside_past and not _fixed(plan):
            raise UnfollowedError("an operator that looks back has something inside that only the whole trace decides")
        return
    if not isinstance(node, (*_JUNCTIONS, Unary, Binary)):
        check_near(plan)
