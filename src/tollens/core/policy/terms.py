"""What terms stand for, row by row (policy companion §10)."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate, repeat
from typing import cast

from tollens.core.policy.candidates import Candidates, candidates, expanded
from tollens.core.policy.engine import Engine, Steps
from tollens.core.policy.frames import Rows, full
from tollens.core.policy.masks import flags_of, positions
from tollens.core.policy.members import OF_ARTIFACTS
from tollens.core.policy.plan import Plan, is_field_here, rebinds
from tollens.core.policy.syntax import (
    Comprehension,
    Empty,
    Field,
    FunctionCall,
    Name,
    Number,
    SetLiteral,
    Text,
)
from tollens.core.policy.valued import UNREADABLE
from tollens.core.policy.values import MISSING, Before, Each, Several, Unknown, Value, Word, members_of
from tollens.core.policy.vocabulary import FOREIGN_COLLECTIONS, binder

_TEXTS = ("label", "rationale", "detail")
"""Fields that every action has as text, read at all positions at once."""


def term(engine: Engine, plan: Plan, rows: Rows) -> Steps[Sequence[Value]]:
    """What a term stands for in each row; found once where it is the same in all."""
    if not rows.rows:
        return ()
    if rows.rows > 1 and not plan.here and not plan.free:
        (once,) = yield engine.term(plan, Rows(rows.positions[:1], {}))
        return [once] * rows.rows
    match plan.node:
        case Name(name=name):
            return _name(engine, plan, name, rows)
        case Number(value=value) | Text(value=value):
            return [value] * rows.rows
        case Empty():
            return [MISSING] * rows.rows
        case Field(name=name):
            held = yield engine.term(plan.parts[0], rows)
            return engine.shared.elements.fields(held, name)
        case FunctionCall(name=name, term=Name(name="derived_from")) if name == "ancestors" and plan.here:
            return [_ancestors_here(engine, plan.parts[0], position) for position in rows.positions]
        case FunctionCall(name=name):
            held = yield engine.term(plan.parts[0], rows)
            return list(map(_size, held)) if name == "count" else engine.shared.elements.functions(name, held)
        case SetLiteral():
            return cast(Sequence[Value], (yield _literal(engine, plan, rows)))
        case Comprehension() if not plan.here and not plan.free:
            return cast(Sequence[Value], (yield _once(engine, plan, rows)))
        case Comprehension():
            return cast(Sequence[Value], (yield _comprehension(engine, plan, rows)))
        case _:
            return [Unknown("this is no term")] * rows.rows


def _name(engine: Engine, plan: Plan, name: str, rows: Rows) -> Sequence[Value]:
    if name in rows.columns:
        return rows.columns[name]
    elements, record = engine.shared.elements, engine.shared.record
    if plan.here and name in _TEXTS and record.size:
        actions = record.trace.actions
        chosen = map(actions.__getitem__, rows.positions)
        held = map(getattr, chosen, repeat(name), repeat(UNREADABLE))
        return [MISSING if value is None else value for value in held]
    if plan.here:
        if not record.size:
            return [MISSING] * rows.rows
        if name in OF_ARTIFACTS:
            return elements.produced_fields(rows.positions, name, plan.subjects)
        here = [elements.action(position) for position in rows.positions]
        return here if name == "a" else elements.fields(here, name)
    return [_constant(engine, name)] * rows.rows


def _constant(engine: Engine, name: str) -> Value:
    if name == "active_goal":
        return engine.shared.elements.active_goals
    if name in FOREIGN_COLLECTIONS:
        return Unknown(f"no trace of the text has `{name}`")
    if name in ("true", "false"):
        return name == "true"
    found = engine.shared.elements.collection(name)
    return Word(name) if found is None else found


def _ancestors_here(engine: Engine, parents: Plan, position: int) -> Value:
    """The ancestors of what the position produced: the parents, and theirs."""
    shared = engine.shared
    if not shared.record.size or not is_field_here("derived_from"):
        return MISSING
    (found,) = shared.elements.produced_fields((position,), "id", parents.subjects)
    if not isinstance(found, Each):
        return found
    return Each(tuple(shared.elements.function("ancestors", name) for name in found.values))


def _size(value: Value) -> Value:
    match value:
        case Several():
            return Unknown("how many there are is not known") if value.perhaps else len(value.members)
        case Before(position=position):
            return position
        case _:
            members = members_of(value)
            return members if isinstance(members, Unknown) else len(list(members))


def _literal(engine: Engine, plan: Plan, rows: Rows) -> Steps[Sequence[Value]]:
    columns: list[Sequence[Value]] = []
    for part in plan.parts:
        columns.append((yield engine.term(part, rows)))
    return [Several([column[row] for column in columns]) for row in range(rows.rows)]


def _once(engine: Engine, plan: Plan, rows: Rows) -> Steps[Sequence[Value]]:
    """A set that depends on nothing, kept for other formulas; `rows` is one row."""
    key = repr(plan.node)
    if key not in engine.shared.sets:
        (engine.shared.sets[key],) = yield _comprehension(engine, plan, rows)
    return [engine.shared.sets[key]]


def _comprehension(engine: Engine, plan: Plan, rows: Rows) -> Steps[Sequence[Value]]:
    node = cast(Comprehension, plan.node)
    variable = binder(node.term) or ""
    made, guard = plan.parts
    elements = engine.shared.elements
    if rebinds(node):
        ranged: Sequence[Candidates] = [[(element, True) for element in elements.actions.members]] * rows.rows
    else:
        ranged = yield candidates(engine, variable, [None] * rows.rows, [guard], rows)
    inner = expanded(engine, variable, plan.free, ranged, rows, rebinds(node))
    holds = yield engine.formula(guard, inner, full(inner))
    chosen = positions(full(inner) & ~holds.false)
    columns = {name: [column[row] for row in chosen] for name, column in inner.columns.items()}
    values = yield engine.term(made, Rows([inner.positions[row] for row in chosen], columns))
    sure = [known for pairs in ranged for _, known in pairs]
    ends = list(accumulate(map(len, ranged)))
    members: list[list[Value]] = [[] for _ in ranged]
    perhaps: list[list[Value]] = [[] for _ in ranged]
    held = flags_of(holds.true, inner.rows)
    for row, value in zip(chosen, values, strict=True):
        known = sure[row] and held[row] and not isinstance(value, Unknown)
        (members if known else perhaps)[bisect_right(ends, row)].extend(_flat(value))
    return [Several(*pair) for pair in zip(members, perhaps, strict=True)]


def _flat(value: Value) -> Sequence[Value]:
    """The values that a term of a comprehension gives: of several, such as the files of an action, each."""
    if type(value) is str:  # most are ids
        return (value,)
    match value:
        case Several():
            return (*value.members, *value.perhaps)
        case Each(values=values):
            return values
        case _ if value == MISSING:
            return ()
        case _:
            return (value,)
