"""Which elements a variable need be tried with, so that `∃ b . x ∈ outputs(b)` looks at the producers of `x` alone.

What every element outside of the candidates would make of the body is plain: false of an `∃`, true of a `∀`. Where it
is not, all that the variable ranges over are candidates.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import chain, repeat
from typing import TypeVar

from tollens.core.policy.engine import Engine, Steps
from tollens.core.policy.facts import TESTS
from tollens.core.policy.frames import Rows
from tollens.core.policy.leaves import argument
from tollens.core.policy.plan import Plan
from tollens.core.policy.syntax import And, Compare, FunctionCall, Implies, Member, Name, PredicateCall
from tollens.core.policy.values import Before, Element, Several, Unknown, Value, contains, members_of

_FEW = 4
"""Members that are all tried rather than looked up."""

_Held = TypeVar("_Held")

Candidates = Sequence[tuple[Value, bool]]
"""Elements, each with whether it surely is in what the variable ranges over."""


def conjuncts(plan: Plan, universal: bool) -> list[Plan]:
    """The parts of a body of which each must hold for an element to count; of a `∀`, of its antecedents."""
    found: list[Plan] = []
    pending = [plan]
    if universal:
        pending = []
        while isinstance(plan.node, Implies):
            pending.append(plan.parts[0])
            plan = plan.parts[1]
    while pending:
        part = pending.pop()
        if isinstance(part.node, And):
            pending.extend(part.parts)
        else:
            found.append(part)
    return found


def candidates(
    engine: Engine, variable: str, sources: Sequence[Value], parts: Sequence[Plan], rows: Rows
) -> Steps[Sequence[Candidates]]:
    """The candidates of each row.

    Args:
        engine: The evaluator.
        variable: The one that is tried.
        sources: What it ranges over in each row; `None` is everything.
        parts: Of these each must hold for an element to count.
        rows: Where.
    """
    chosen = next((part for part in parts if _narrows(part, variable)), None)
    plain = all(type(held) is Several and not held.perhaps for held in sources)
    if plain and (chosen is None or all(len(held.members) < _FEW for held in sources)):
        engine.spend(sum(len(held.members) for held in sources))
        return [[(member, True) for member in held.members] for held in sources]
    if chosen is None or all(isinstance(held, Several) and len(held.members) < _FEW for held in sources):
        return [_all_of(engine, held) for held in sources]
    if isinstance(chosen.node, PredicateCall) and chosen.node.name in TESTS:
        told = dict.fromkeys(engine.shared.told_of_artifacts(chosen.node.name))
        return [_within(held, told) for held in sources]
    given = yield argument(engine, _given(chosen, variable), rows)
    find = _finder(engine, chosen, variable)
    found: list[Candidates] = []
    for held, value in zip(sources, given, strict=True):
        tried = find(value)
        found.append(_all_of(engine, held) if tried is None else _within(held, dict.fromkeys(tried)))
    return found


def _all_of(engine: Engine, source: Value) -> Candidates:
    if type(source) is Several and not source.perhaps:
        engine.spend(len(source.members))
        return [(member, True) for member in source.members]
    members = members_of(engine.shared.elements.everything if source is None else source)
    if isinstance(members, Unknown):
        return [(members, False)]
    found = [(member, sure) for member, sure in members]
    engine.spend(len(found))
    return found


def _within(source: Value, tried: Iterable[Value]) -> Candidates:
    """Those of some elements, each once, that are or may be in what the variable ranges over."""
    found: list[tuple[Value, bool]] = []
    for element in tried:
        inside = _is_in(source, element)
        if inside is not False:
            found.append((element, inside is True))
    return found


def _is_in(source: Value, element: Value) -> bool | Unknown:
    """Membership, fast where the set is all that the trace has, or all that came before."""
    if source is None:
        return isinstance(element, Element) and element.kind in ("action", "artifact")
    if isinstance(element, Element) and element.kind in ("action", "artifact"):
        if type(source) is Before:
            return element.kind == "action" and element.key < source.position
        if isinstance(source, Several):
            return element in source.lookup or (contains(source, element) if source.perhaps else False)
    return contains(source, element)


def expanded(
    engine: Engine, variable: str, free: frozenset[str], ranged: Sequence[Candidates], rows: Rows, own: bool = False
) -> Rows:
    """A row for each candidate of each row.

    Args:
        engine: The evaluator.
        variable: What stands for the candidates.
        free: The variables that are looked at.
        ranged: The candidates of each row.
        rows: Where.
        own: At the position of the candidate, which is an action, instead of that of its row.
    """
    engine.spend(sum(map(len, ranged)))
    counts = list(map(len, ranged))
    chosen = [element for pairs in ranged for element, _ in pairs]
    positions = [element.key for element in chosen] if own else _repeated(rows.positions, counts)
    columns = {name: _repeated(rows.columns[name], counts) for name in free if name in rows.columns}
    return Rows(positions, {**columns, variable: chosen})


def _repeated(column: Sequence[_Held], counts: Sequence[int]) -> list[_Held]:
    """Each entry of a column as often as is said."""
    return list(chain.from_iterable(map(repeat, column, counts)))


def _is_variable(plan: Plan, variable: str) -> bool:
    return isinstance(plan.node, Name) and plan.node.name == variable


def _narrows(part: Plan, variable: str) -> bool:
    """Whether the candidates can be read off a part."""
    match part.node:
        case Member(set=FunctionCall(name="inputs" | "outputs")) if _is_variable(part.parts[1].parts[0], variable):
            return variable not in part.parts[0].free
        case Member() if _is_variable(part.parts[0], variable):
            return variable not in part.parts[1].free
        case PredicateCall(name="derived_from" | "ancestor_of" | "upstream_of", terms=(_, _)):
            return _is_variable(part.parts[0], variable) and variable not in part.parts[1].free
        case PredicateCall(name=name, terms=(_,)) if name in TESTS:
            return _is_variable(part.parts[0], variable)
        case Compare(operator="=") if _is_variable(part.parts[0], variable):
            return variable not in part.parts[1].free
        case _:
            return False


def _given(part: Plan, variable: str) -> Plan:
    """The term of a part that the candidates are read off."""
    return part.parts[1] if _is_variable(part.parts[0], variable) else part.parts[0]


def _finder(engine: Engine, part: Plan, variable: str) -> Callable[[Value], Sequence[Value] | None]:
    """What finds the candidates by a part from the value of its term, or `None` where they cannot be told from it."""
    match part.node:
        case Member(set=FunctionCall(name=name)) if not _is_variable(part.parts[0], variable):
            return _acting(engine, name)
        case Member():
            return _members
        case PredicateCall(name=name):
            return partial(_upstream, engine, name)
        case _:
            return _itself


def _acting(engine: Engine, name: str) -> Callable[[Value], Sequence[Value] | None]:
    """Finds the actions that have something among their inputs or outputs, and those that could not be read."""
    elements, record = engine.shared.elements, engine.shared.record
    unread = [*map(elements.action, record.unread)]
    table = record.makers if name == "outputs" else record.readers

    def find(value: Value) -> Sequence[Value] | None:
        if isinstance(value, str):
            value = elements.named(value)
        if type(value) is not Element or value.kind not in ("artifact", "reference", "id"):
            return None
        held = table[value.key] if value.kind == "artifact" else record.unresolved(name).get(str(value.name), ())
        return [*map(elements.action, held), *unread]

    return find


def _members(value: Value) -> Sequence[Value] | None:
    members = (*value.members, *value.perhaps) if isinstance(value, Several) else (value,)
    return members if all(isinstance(member, Element) for member in members) else None


def _itself(value: Value) -> Sequence[Value] | None:
    return [value] if isinstance(value, Element) and value.kind in ("action", "artifact") else None


def _upstream(engine: Engine, name: str, value: Value) -> Sequence[Value] | None:
    elements = engine.shared.elements
    below = value.members if isinstance(value, Several) and not value.perhaps else (value,)
    found: list[Value] = []
    for element in below:
        if not isinstance(element, Element) or element.kind != "artifact":
            return None
        held = elements.field(element, "derived_from") if name == "derived_from" else elements.ancestors(element)
        if not isinstance(held, Several) or held.perhaps:
            return None
        found += held.members
    return found
