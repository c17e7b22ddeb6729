"""One step for each construct of formulas: where it holds, given where its parts do (policy companion §10, PL §2)."""

from collections.abc import Callable, Mapping, Sequence
from typing import cast

from tollens.core.policy import masks as operators
from tollens.core.policy.engine import MOST_BITS, Engine, Steps, TooLargeError
from tollens.core.policy.frames import (
    Frame,
    Grid,
    Rows,
    full,
    gathered,
    joined,
    placed,
    spread,
    stretched,
    stretches,
    taken,
)
from tollens.core.policy.leaves import verdicts
from tollens.core.policy.masks import Masks, everywhere, mask_of, positions
from tollens.core.policy.operators import BY_NAME
from tollens.core.policy.plan import STATUS, STATUSES, Plan, type_name
from tollens.core.policy.quantifiers import quantified
from tollens.core.policy.syntax import (
    And,
    Atom,
    Binary,
    CountCompare,
    Iff,
    Implies,
    Not,
    Or,
    PredicateCall,
    Quantified,
    Truth,
    TypeCall,
    Unary,
    Untold,
)
from tollens.core.policy.values import Unknown, Value, Verdict, compared

Step = Callable[[Engine, Plan, Frame, int], Steps[Masks]]

# ── at one position ──────────────────────────────────────────────────────────────────────────────────────────────────


def _truth(engine: Engine, plan: Plan, frame: Frame, need: int) -> Steps[Masks]:
    yield from ()
    return everywhere(cast(Truth, plan.node).value, full(frame))


def _untold(engine: Engine, plan: Plan, frame: Frame, need: int) -> Steps[Masks]:
    yield from ()
    nowhere = Masks(0, 0)
    engine.lacks(plan, cast(Untold, plan.node).why, frame, nowhere, need)
    return nowhere


def _not(engine: Engine, plan: Plan, frame: Frame, need: int) -> Steps[Masks]:
    body: Masks = yield engine.formula(plan.parts[0], frame, need)
    return operators.negation(body)


def _and(engine: Engine, plan: Plan, frame: Frame, need: int) -> Steps[Masks]:
    """Each part only where those before it leave it open."""
    made = everywhere(True, full(frame))
    for part in plan.parts:
        made = operators.conjunction(made, (yield engine.formula(part, frame, need & ~made.false)))
        if not need & ~made.false:
            break
    return made


def _or(engine: Engine, plan: Plan, frame: Frame, need: int) -> Steps[Masks]:
    made = everywhere(False, full(frame))
    for part in plan.parts:
        made = operators.disjunction(made, (yield engine.formula(part, frame, need & ~made.true)))
        if not need & ~made.true:
            break
    return made


def _implies(engine: Engine, plan: Plan, frame: Frame, need: int) -> Steps[Masks]:
    left = yield engine.formula(plan.parts[0], frame, need)
    right = yield engine.formula(plan.parts[1], frame, need & ~left.false)
    return operators.implication(left, right)


def _iff(engine: Engine, plan: Plan, frame: Frame, need: int) -> Steps[Masks]:
    left = yield engine.formula(plan.parts[0], frame, need)
    right = yield engine.formula(plan.parts[1], frame, need)
    return operators.equivalence(left, right)


def _atom(engine: Engine, plan: Plan, frame: Frame, need: int) -> Steps[Masks]:
    name = cast(Atom | PredicateCall, plan.node).name
    if plan.free:
        decided: Masks = yield leaf(engine, plan, frame, need)
        return decided
    masks = engine.shared.facts.atom(name)
    if frame is not engine.base:  # what holds everywhere or nowhere is looked at in one row
        masks = spread(masks, engine.base.size, frame)
    engine.lacks(plan, engine.shared.facts.why(name), frame, masks, need)
    return masks


# ── operators ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _temporal(engine: Engine, plan: Plan, frame: Frame, need: int) -> Steps[Masks]:
    """An operator over the positions: on the stretch of each assignment."""
    if isinstance(frame, Rows):
        gathered_rows: Masks = yield _on_a_grid(engine, plan, frame)
        return gathered_rows
    bodies: list[Masks] = []
    for part in plan.parts:
        bodies.append((yield engine.formula(part, frame, full(frame))))
    if not engine.shared.record.size:
        return everywhere(cast(Unary | Binary, plan.node).operator in _TRUE_OF_NOTHING, full(frame))
    count, size = len(frame.assignments), frame.size
    halves = [(stretches(body.true, count, size), stretches(body.false, count, size)) for body in bodies]
    needs = stretches(need, count, size)
    found = [
        _apply(engine, plan, [Masks(true[k], false[k]) for true, false in halves], size, needs[k]) for k in range(count)
    ]
    return Masks(joined([masks.true for masks in found], size), joined([masks.false for masks in found], size))


_TRUE_OF_NOTHING = frozenset({"G", "H", "H_target", "H_chain"})


def _apply(engine: Engine, plan: Plan, bodies: Sequence[Masks], size: int, need: int) -> Masks:
    operator = cast(Unary | Binary, plan.node).operator
    function = getattr(operators, BY_NAME[operator].function)
    if operator in _SCOPED:
        unclear = engine.shared.facts.untargeted if operator.endswith("target") else 0
        return cast(Masks, function(*bodies, size, engine.shared.relations.named(operator, need), unclear))
    return cast(Masks, function(*bodies, size))


_SCOPED = frozenset({"P_target", "H_target", "P_chain", "H_chain"})


def _on_a_grid(engine: Engine, plan: Plan, rows: Rows) -> Steps[Masks]:
    """All positions for each assignment that occurs in some rows, of which those of the rows are then taken."""
    grid, numbers = _grid_of(engine, plan, rows)
    masks: Masks = yield engine.formula(plan, grid, full(grid))
    chosen = [number * grid.size + position for number, position in zip(numbers, rows.positions, strict=True)]
    return Masks(gathered(masks.true, grid.rows, chosen), gathered(masks.false, grid.rows, chosen))


def _grid_of(engine: Engine, plan: Plan, rows: Rows) -> tuple[Grid, Sequence[int]]:
    """The assignments that a plan depends on in some rows, each once, and the number of each row's."""
    names = sorted(plan.free & rows.variables)
    met: dict[tuple[Value, ...], int] = {}
    numbers = [met.setdefault(key, len(met)) for key in zip(*(rows.columns[name] for name in names), strict=True)]
    size = engine.base.size
    if len(met) * size > MOST_BITS:
        raise TooLargeError
    engine.spend(len(met))
    return Grid(size, [dict(zip(names, key, strict=True)) for key in met]), numbers


def _count(engine: Engine, plan: Plan, frame: Frame, need: int) -> Steps[Masks]:
    """How often the body holds in the whole trace, the same at every position."""
    if isinstance(frame, Rows) and plan.free & frame.variables:
        grid, numbers = _grid_of(engine, plan, frame)
        masks: Masks = yield engine.formula(plan.parts[0], grid, full(grid))
        found = _compared_counts(engine, plan, grid, masks)
        chosen = [found[number] for number in numbers]
        return Masks(mask_of(bytes(v is True for v in chosen)), mask_of(bytes(v is False for v in chosen)))
    grid = frame if isinstance(frame, Grid) and plan.free else engine.base
    body: Masks = yield engine.formula(plan.parts[0], grid, full(grid))
    found = _compared_counts(engine, plan, grid, body)
    if grid is frame:
        made = Masks(mask_of(bytes(v is True for v in found)), mask_of(bytes(v is False for v in found)))
        return stretched(made, len(found), grid.size)
    return everywhere(found[0], full(frame))


def _compared_counts(engine: Engine, plan: Plan, grid: Grid, body: Masks) -> list[bool | None]:
    """For each assignment whether the count compares: it lies between how often the body surely and may hold."""
    node = cast(CountCompare, plan.node)
    count, acted = len(grid.assignments), engine.shared.facts.actions
    found: list[bool | None] = []
    for true, false in zip(
        stretches(body.true, count, grid.size), stretches(body.false, count, grid.size), strict=True
    ):
        least, most = (true & acted).bit_count(), (acted & ~false).bit_count()
        ends = {compared(number, node.operator, node.number) for number in (least, most)}
        if node.operator in ("=", "≠") and least < node.number < most:
            ends = {True, False}
        found.append(None if len(ends) > 1 else ends == {True})
    return found


def _type_call(engine: Engine, plan: Plan, frame: Frame, need: int) -> Steps[Masks]:
    """`T(φ)`: the type holds, and φ; the statuses that φ names are those of one result of the type."""
    node = cast(TypeCall, plan.node)
    facts, kind = engine.shared.facts, type_name(node.name)
    if plan.parts[0].bound:
        found: Masks = yield leaf(engine, plan, frame, need)
        return found
    if STATUS not in plan.parts[0].free:
        held = spread(facts.type(kind), facts.size, frame)
        engine.lacks(plan, facts.why(kind), frame, held, need)
        body = yield engine.formula(plan.parts[0], frame, need & ~held.false)
        return operators.conjunction(held, body)
    made = everywhere(False, full(frame))
    for status in STATUSES[kind]:
        held = spread(facts.status(kind, status), facts.size, frame)
        engine.lacks(plan, "a result could not be read", frame, held, need)
        engine.spend(1 if frame is engine.base else frame.rows)
        body = yield engine.formula(plan.parts[0], _with(frame, STATUS, status), need & ~held.false)
        made = operators.disjunction(made, operators.conjunction(held, body))
    return made


def _with(frame: Frame, variable: str, value: Value) -> Frame:
    """A frame in which a variable stands for one value everywhere."""
    if isinstance(frame, Grid):
        return Grid(frame.size, [{**held, variable: value} for held in frame.assignments])
    return Rows(frame.positions, {**frame.columns, variable: [value] * frame.rows})


# ── what is made of terms ────────────────────────────────────────────────────────────────────────────────────────────


def leaf(engine: Engine, plan: Plan, frame: Frame, need: int) -> Steps[Masks]:
    """What is decided row by row; kept for other formulas where it depends on no variable."""
    if plan.free:
        masks, why = cast(tuple[Masks, str], (yield _decided(engine, plan, frame, need)))
    elif frame is engine.base:
        masks, why = cast(tuple[Masks, str], (yield _kept(engine, plan, need)))
    else:
        masks, why = cast(tuple[Masks, str], (yield _kept(engine, plan, full(engine.base))))
        masks = spread(masks, engine.base.size, frame)
    engine.lacks(plan, why, frame, masks, need)
    return masks


def _kept(engine: Engine, plan: Plan, need: int) -> Steps[tuple[Masks, str]]:
    """At the positions that are needed, of which only those are looked at that no formula has asked about."""
    key = f"{plan.node!r} {sorted(plan.subjects)}"
    masks, known, why = engine.shared.leaves.get(key, (Masks(0, 0), 0, ""))
    asked = need & ~known
    if asked and not plan.here:
        found, why = cast(tuple[Masks, str], (yield _decided(engine, plan, engine.base, 1)))
        masks, known = everywhere(found.at(0), full(engine.base)), full(engine.base)
    elif asked:
        found, reason = cast(tuple[Masks, str], (yield _decided(engine, plan, engine.base, asked)))
        masks, known = Masks(masks.true | found.true, masks.false | found.false), known | asked
        why = why or reason
    engine.shared.leaves[key] = masks, known, why
    return masks, why


def _decided(engine: Engine, plan: Plan, frame: Frame, need: int) -> Steps[tuple[Masks, str]]:
    asked = positions(need)
    engine.spend(0 if frame is engine.base else len(asked))
    found: Sequence[Verdict] = yield _verdicts(engine, plan, taken(frame, asked, plan.free))
    if _TOLD.issuperset(map(type, found)):
        true = placed(cast(Sequence[bool], found), asked, frame.rows)
        return Masks(true, need & ~true), ""
    true = placed([verdict is True for verdict in found], asked, frame.rows)
    why = next((verdict.why for verdict in found if type(verdict) is Unknown), "")
    return Masks(true, placed([verdict is False for verdict in found], asked, frame.rows)), why


_TOLD = frozenset({bool})


def _verdicts(engine: Engine, plan: Plan, rows: Rows) -> Steps[Sequence[Verdict]]:
    if STATUS in plan.free and isinstance(plan.node, Atom):
        yield from ()
        return [value == plan.node.name for value in rows.columns[STATUS]]
    found: Sequence[Verdict] = yield verdicts(engine, plan, rows)
    return found


def _predicate_or_atom(engine: Engine, plan: Plan, frame: Frame, need: int) -> Steps[Masks]:
    """`p()` says the same as `p`."""
    return leaf(engine, plan, frame, need) if plan.parts else _atom(engine, plan, frame, need)


def _quantified(engine: Engine, plan: Plan, frame: Frame, need: int) -> Steps[Masks]:
    """At the positions, kept: what is asked about a verdict asks for the same quantifiers again."""
    if frame is not engine.base:
        found: Masks = yield quantified(engine, plan, frame, need)
        return found
    if not plan.here:
        once: Masks = yield quantified(engine, plan, Rows([0], {}), 1)
        return everywhere(once.at(0), full(frame))
    masks, known = engine.met(plan)
    asked = need & ~known
    if asked:
        more: Masks = yield quantified(engine, plan, frame, asked)
        masks, known = Masks(masks.true | more.true & asked, masks.false | more.false & asked), known | asked
        engine.meet(plan, masks, known)
    return masks


STEPS: Mapping[type, Step] = {
    Truth: _truth,
    Untold: _untold,
    Not: _not,
    And: _and,
    Or: _or,
    Implies: _implies,
    Iff: _iff,
    Atom: _atom,
    Unary: _temporal,
    Binary: _temporal,
    CountCompare: _count,
    TypeCall: _type_call,
    PredicateCall: _predicate_or_atom,
    Quantified: _quantified,
}
