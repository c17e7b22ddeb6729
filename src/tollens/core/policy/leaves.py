"""What holds of terms: comparisons, membership, named predicates, types of elements; row by row."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import repeat
from operator import eq, ne
from typing import cast

import msgspec

from tollens.core.policy.engine import Engine, Shared, Steps
from tollens.core.policy.facts import TESTS, holds_of
from tollens.core.policy.frames import Rows
from tollens.core.policy.plan import Plan, is_type, type_name
from tollens.core.policy.syntax import (
    Atom,
    Compare,
    Comparison,
    Empty,
    FunctionCall,
    Member,
    Name,
    PredicateCall,
    Text,
    TypeCall,
)
from tollens.core.policy.targets import touches
from tollens.core.policy.texts import has_words
from tollens.core.policy.values import (
    MISSING,
    Each,
    Element,
    Missing,
    Several,
    Unknown,
    Value,
    Verdict,
    Word,
    all_of,
    any_of,
    compared,
    contains,
    members_of,
)
from tollens.core.policy.vocabulary import PREDICATES


def verdicts(engine: Engine, plan: Plan, rows: Rows) -> Steps[Sequence[Verdict]]:
    """Whether a formula that is made of terms holds in each row."""
    match plan.node:
        case Atom(name=name):
            return [
                _is_at(engine.shared, value, at) for value, at in zip(rows.columns[name], rows.positions, strict=True)
            ]
        case TypeCall(name=name, body=Atom(name=variable)):
            return [_is_of_type(engine.shared, value, name) for value in rows.columns[variable]]
        case Compare(operator="=" | "≠", right=Empty()) as node:
            left = yield engine.term(plan.parts[0], rows)
            return _emptiness(left, node.operator == "=")
        case Compare(operator=operator):
            left = yield engine.term(plan.parts[0], rows)
            right = yield engine.term(plan.parts[1], rows)
            if right and not plan.parts[1].here and not plan.parts[1].free:
                return _each_once(left, lambda value: compared(value, operator, right[0]))
            return [compared(one, operator, two) for one, two in zip(left, right, strict=True)]
        case Member(item=Name(name=name), set=FunctionCall(name="ancestors", term=Name(name="derived_from"))) if (
            is_type(name) and plan.here and not plan.free
        ):
            return _derive_from(engine.shared, type_name(name), rows.positions, plan.parts[1].subjects)
        case Member(item=Name(name=name)) if _is_type_in_elements(plan):
            held = yield engine.term(plan.parts[1], rows)
            return [_holds_type(engine.shared, value, name) for value in held]
        case Member():
            items = yield engine.term(plan.parts[0], rows)
            held = yield engine.term(plan.parts[1], rows)
            if held and not plan.parts[1].here and not plan.parts[1].free:
                return _among(held[0], items)
            return [contains(container, item) for item, container in zip(items, held, strict=True)]
        case PredicateCall(name=name):
            found: Sequence[Verdict] = yield _predicate(engine, plan, name, rows)
            return found
        case _:
            return [Unknown("this cannot be decided")] * rows.rows


def _each_once(values: Sequence[Value], verdict: Callable[[Value], Verdict]) -> Sequence[Verdict]:
    """What holds of each of several values; the same few words are met again and again, and decided once."""
    known: dict[int, Verdict] = {}
    found: list[Verdict] = []
    for value in values:
        told = known.get(id(value))
        if told is None:
            told = known[id(value)] = verdict(value)
        found.append(told)
    return found


def _among(container: Value, items: Sequence[Value]) -> Sequence[Verdict]:
    """Membership of each of several values in one set; those that an action produced are mostly ids."""
    names = container.names if isinstance(container, Several) else None
    if names is None:
        return _each_once(items, partial(contains, container))
    return [
        names.issuperset(item.values)
        if type(item) is Each and item.values and _TEXT.issuperset(map(type, item.values))
        else contains(container, item)
        for item in items
    ]


_TEXT = frozenset({str})


def _emptiness(values: Sequence[Value], wanted: bool) -> Sequence[Verdict]:
    """Whether each of several values is missing or empty, or, where that is wanted, is not."""
    operator: Comparison = "=" if wanted else "≠"
    kinds = set(map(type, values))
    if kinds == {str}:
        return list(map(eq if wanted else ne, values, repeat("")))
    if all(map(_is_never_empty, kinds)):
        return [not wanted] * len(values)
    return [(value == "") is wanted if type(value) is str else compared(value, operator, MISSING) for value in values]


def _is_never_empty(kind: type) -> bool:
    """Whether a value of a class is something whatever it is: a word, a record of the model or an element."""
    return issubclass(kind, Word | msgspec.Struct) and kind is not Each


# ── types ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _is_type_in_elements(plan: Plan) -> bool:
    """Whether a formula asks for an element of a type: `StateSpaceAnalysisResult ∈ ancestors(derived_from)`."""
    node = cast(Member, plan.node)
    named = isinstance(node.item, Name) and is_type(node.item.name) and not plan.parts[0].bound
    listed = isinstance(node.set, Name) and node.set.name in ("derived_from", "artifacts", "residuals")
    return named and (isinstance(node.set, FunctionCall) or listed)


def _holds_type(shared: Shared, held: Value, name: str) -> Verdict:
    if isinstance(held, Each):
        return all_of([_holds_type(shared, value, name) for value in held.values])
    members = members_of(held)
    if isinstance(members, Unknown):
        return members
    found: list[Verdict] = []
    for member, sure in members:
        verdict = _is_of_type(shared, member, name)
        found.append(verdict if sure or verdict is False else Unknown("what is in the set is not known"))
    return any_of(found)


def _derive_from(shared: Shared, name: str, positions: Sequence[int], subjects: frozenset[str]) -> Sequence[Verdict]:
    """Whether all that a position produced, of the types that are spoken of, derives from something of a type."""
    if not shared.record.size:
        return [False] * len(positions)
    told = shared.facts.descendants(name).__getitem__
    answers = (False, Unknown("an artifact could not be read"), True, True)
    return [answers[min(map(told, places), default=0)] for places in shared.elements.produced(positions, subjects)]


def _is_of_type(shared: Shared, value: Value, name: str) -> Verdict:
    match value:
        case Unknown():
            return value
        case Element(kind="residual"):
            return type_name(name) == "Residual"
        case Element(kind="action" | "artifact"):
            said = shared.elements.field(value, "type")
            return said if isinstance(said, Unknown) else isinstance(said, Word) and said.word == type_name(name)
        case _:
            return False


def _is_at(shared: Shared, value: Value, position: int) -> Verdict:
    """A variable as a formula: the position is that of the action, or of one that produced the artifact."""
    match value:
        case Unknown():
            return value
        case Element(kind="action", key=key):
            return bool(key == position) and shared.record.size > 0
        case Element(kind="artifact", key=place):
            return position in shared.record.makers[place]
        case _:
            return False


# ── predicates ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _predicate(engine: Engine, plan: Plan, name: str, rows: Rows) -> Steps[Sequence[Verdict]]:
    shared = engine.shared
    terms = cast(PredicateCall, plan.node).terms
    if name in PREDICATES and len(terms) not in PREDICATES[name].terms:
        return [Unknown(f"`{name}` takes another number of terms")] * rows.rows
    if name in PREDICATES and PREDICATES[name].ids:
        return [_of_id(shared, name, _id_of(terms[0]), position) for position in rows.positions]
    columns: list[Sequence[Value]] = []
    for part in plan.parts:
        columns.append((yield argument(engine, part, rows)))
    if name in ("derived_from", "ancestor_of", "upstream_of"):
        return [_upstream(shared, name, one, other) for one, other in zip(*columns, strict=True)]
    if len(columns) == 1 and name in TESTS:
        return _tested(shared, name, columns[0])
    if len(columns) == 1:
        return [_of_element(shared, name, value) for value in columns[0]]
    return [Unknown(f"`{name}` is no predicate of {len(columns)} terms")] * rows.rows


def argument(engine: Engine, part: Plan, rows: Rows) -> Steps[Sequence[Value]]:
    """A term; a type stands for what the position produced of it."""
    node = part.node
    if isinstance(node, Name) and not part.bound and is_type(node.name):
        return [_produced(engine.shared, position, node.name) for position in rows.positions]
    found: Sequence[Value] = yield engine.term(part, rows)
    return found


def _produced(shared: Shared, position: int, name: str) -> Value:
    if not shared.record.size:
        return Several()
    made = [shared.elements.artifact(place) for place in shared.record.made[position]]
    tests = [(_is_of_type(shared, element, name), element) for element in made]
    return Several(
        [element for verdict, element in tests if verdict is True],
        [element for verdict, element in tests if isinstance(verdict, Unknown)],
    )


def _upstream(shared: Shared, name: str, above: Value, below: Value) -> Verdict:
    """Lineage; of several artifacts in place of one it must be said of all, or of none."""
    for value, other in ((above, below), (below, above)):
        if isinstance(value, Several):
            found = [
                _upstream(shared, name, *((one, other) if value is above else (other, one)))
                for one in (*value.members, *value.perhaps)
            ]
            if value.perhaps or len(set(found)) > 1:
                return Unknown("it is so of some of several artifacts")
            return found[0] if found else False
    for value in (above, below):
        if isinstance(value, Unknown):
            return value
    if isinstance(below, Missing) or isinstance(above, Missing):
        return False
    held = (
        shared.elements.field(below, "derived_from")
        if name == "derived_from"
        else shared.elements.function("ancestors", below)
    )
    return contains(held, above)


def _id_of(term: object) -> str:
    """An id as it stands in a call: in quotes, or bare."""
    match term:
        case Text(value=text):
            return text
        case Name(name=name):
            return name
        case _:
            return ""


def _of_id(shared: Shared, name: str, said: str, position: int) -> Verdict:
    if name == "policy_failed":
        found = shared.facts.policy_failed(said)
        return Unknown(f"no evaluation of the policy {said} is recorded") if found is None else found
    found = shared.facts.referring(said).at(position)
    return Unknown("an artifact could not be read") if found is None else found


def _of_element(shared: Shared, name: str, value: Value) -> Verdict:
    """A predicate of one element: of an action what holds at its position, of an artifact what it says itself."""
    match value:
        case Unknown():
            return value
        case Element(kind="action") if name in TESTS:
            return False
        case Element(kind="action", key=position):
            held = shared.facts.atom(name).at(position)
            return Unknown(shared.facts.why(name)) if held is None else held
        case Element(kind="artifact", key=place):
            return _of_artifact(shared, name, value, place)
        case Element(kind="reference"):
            return name == "approved_reference_artifact"
        case Element(kind="residual") if name == "high_stakes_path":
            return _on_high_stakes(shared, value)
        case _:
            return False if name in PREDICATES else Unknown(f"`{name}` cannot be said of it")


def _tested(shared: Shared, name: str, values: Sequence[Value]) -> Sequence[Verdict]:
    """A predicate of artifacts, of each of several values: the artifacts that it holds of are listed once."""
    told = shared.facts.artifacts_that(name)
    return [
        True
        if type(value) is Element and value.kind == "artifact" and value.key in told
        else _of_element(shared, name, value)
        for value in values
    ]


def _of_artifact(shared: Shared, name: str, element: Element, place: int) -> Verdict:
    artifact = shared.record.artifact(place)
    if artifact is None:
        return Unknown("an artifact could not be read")
    if name in TESTS:
        return holds_of(name, artifact)
    if name == "high_stakes_path":
        return _on_high_stakes(shared, element)
    if name in PREDICATES:
        said = shared.elements.field(element, "status")
        return isinstance(said, Word) and said.word == name
    if not shared.record.settings.text_predicates:
        return Unknown("words of the text are not looked at")
    return has_words(artifact.name or "", name) or has_words(artifact.summary or "", name)


def _on_high_stakes(shared: Shared, element: Element) -> Verdict:
    """Whether what an artifact or a residual is about lies on a path of high stakes."""
    patterns = shared.facts.high_stakes_patterns
    if patterns is None:
        return Unknown("no paths of high stakes are configured")
    target = shared.elements.field(shared.elements.field(element, "target"), "target_id")
    about = shared.elements.about(str(target) if isinstance(target, str) else None, element)
    files = [file for held in about for file in shared.elements.files(held)]
    if files and touches(files, patterns):
        return True
    if shared.facts.high_stakes_damaged:
        return Unknown(shared.facts.why("high_stakes_path"))
    return False if files else Unknown("no file is recorded for what it is about")
