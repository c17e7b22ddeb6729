"""Which parts of a formula an action decides together with what it touches (see `neighbours`), for the monitor.

Near an action are the artifacts that it reads and makes, what these derive from, and the earlier actions that made
them. Of what lies further up only the types and roles are kept, so nothing else may be asked of it. A part that asks
for more, such as for every action or for what is still to come, is refused with the reason.
"""

from collections.abc import Iterator, Mapping
from typing import Literal

from tollens.core.policy.candidates import conjuncts
from tollens.core.policy.facts import TESTS
from tollens.core.policy.plan import STATUS, Plan, is_field_here, is_type
from tollens.core.policy.syntax import (
    And,
    Atom,
    Compare,
    Field,
    Formula,
    FunctionCall,
    Iff,
    Implies,
    Member,
    Name,
    Not,
    Or,
    PredicateCall,
    Quantified,
    SetLiteral,
    Term,
    Truth,
    TypeCall,
)
from tollens.core.policy.vocabulary import COLLECTIONS, ELEMENTS

Kind = Literal["near", "maker", "above"]
"""What a variable stands for: an artifact that the action reads or makes, an earlier action that made such a one, or
something that such a one derives from."""

Scope = Mapping[str, Kind]

_HERE = "a"
_FLOWS = ("inputs", "outputs")
_ABOVE = ("ancestor_of", "upstream_of")
_OF_OTHERS = frozenset({"inputs", "outputs", "output_count", "target_artifact_id", "derived_from"})
"""Fields of an action that are read of artifacts."""

_KEPT = frozenset({"type", "artifact_type", "role", "artifact_role"})
"""Fields that are known of what something derives from."""

_DERIVED = frozenset({"freshness"})
_OF_AN_ACTION = frozenset({"has_rationale", "reasoning_action"})
"""Predicates of an action that its own record decides."""

_JUNCTIONS = (Truth, Not, And, Or, Implies, Iff)


class UnfollowedError(Exception):
    """Says why a formula cannot be followed."""


_FAR = "it compares an action with what other actions made"
_ELEMENTS = "it tries elements that are not near the action"


def asks_around(plan: Plan) -> bool:
    """Whether a part asks for more than the action itself and what it makes."""
    return any(_asks(part.node) for part in plan.within())


def _asks(node: object) -> bool:
    named = node.name if isinstance(node, Name | Field | FunctionCall) else ""
    return isinstance(node, Quantified) or named in (*_FLOWS, "ancestors", "derived_from")


def check_near(plan: Plan) -> None:
    """Make sure that an action and what it touches decide a part of a formula.

    Raises:
        UnfollowedError: They do not; says why.
    """
    pending: list[tuple[Plan, Scope]] = [(plan, {})]
    while pending:
        here, scope = pending.pop()
        pending.extend(_formula(here, scope) if isinstance(here.node, Formula) else _term(here, scope))


def _formula(plan: Plan, scope: Scope) -> Iterator[tuple[Plan, Scope]]:
    match plan.node:
        case Atom(name=name):
            if scope.get(name) == "above" or not (plan.bound or plan.here or STATUS in plan.free):
                raise UnfollowedError(_FAR)
        case TypeCall(body=Atom()) if plan.parts[0].bound:
            return
        case Quantified():
            yield plan.parts[-1], {**scope, plan.node.variable: _kind(plan, plan.node, scope)}
        case Compare(left=left, right=right):
            sides = zip((left, right), plan.parts, strict=True)
            yield from ((part, scope) for side, part in sides if not _asks_kept(side, scope))
        case Member():
            yield from _member(plan, plan.node, scope)
        case PredicateCall():
            yield from _predicate(plan, plan.node, scope)
        case node if isinstance(node, (*_JUNCTIONS, TypeCall)):
            yield from ((part, scope) for part in plan.parts)
        case _:
            raise UnfollowedError(_FAR)


# ── quantifiers ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _kind(plan: Plan, node: Quantified, scope: Scope) -> Kind:
    """What a quantified variable can stand for near an action."""
    parts = [part.node for part in conjuncts(plan.parts[-1], node.quantifier == "∀")]
    if _is_flow_here(node.source, scope):
        return "near"
    if isinstance(node.source, Name) and node.source.name not in ("actions", "artifacts"):
        raise UnfollowedError(_ELEMENTS)
    before = isinstance(node.source, FunctionCall) and node.source.name == "actions_before"
    if isinstance(node.source, FunctionCall | Field) and not (before and _is_here(node.source, scope)):
        raise UnfollowedError(_ELEMENTS)
    variable = node.variable
    flows = (part.set for part in parts if isinstance(part, Member) and _names(part.item, variable))
    if any(_is_flow_here(flow, scope) for flow in flows):
        return "near"
    if any(_made_by(part, variable, scope) for part in parts) and (
        before or any(_is_before(part, variable, scope) for part in parts)
    ):
        return "maker"
    if node.quantifier != "∃!" and any(_is_above(part, variable, scope) for part in parts):
        return "above"
    raise UnfollowedError(_ELEMENTS)


def _names(term: Term, variable: str) -> bool:
    return isinstance(term, Name) and term.name == variable


def _is_here(term: FunctionCall | Field, scope: Scope) -> bool:
    return _names(term.term, _HERE) and _HERE not in scope


def _is_flow_here(term: Term | None, scope: Scope) -> bool:
    """Whether a term is what the action reads or makes."""
    return isinstance(term, FunctionCall | Field) and term.name in _FLOWS and _is_here(term, scope)


def _is_near(term: Term, scope: Scope) -> bool:
    return isinstance(term, Name) and scope.get(term.name) == "near"


def _made_by(part: object, variable: str, scope: Scope) -> bool:
    match part:
        case Member(item=item, set=FunctionCall(name="outputs", term=of)):
            return _names(of, variable) and _is_near(item, scope)
        case _:
            return False


def _is_before(part: object, variable: str, scope: Scope) -> bool:
    match part:
        case Compare(left=one, operator="<", right=other) | Compare(left=other, operator=">", right=one):
            return _names(one, variable) and _names(other, _HERE) and _HERE not in scope
        case _:
            return False


def _is_above(part: object, variable: str, scope: Scope) -> bool:
    match part:
        case PredicateCall(name=name, terms=(one, Name() as below)) if name in _ABOVE:
            made_here = is_type(below.name) and below.name not in scope
            return _names(one, variable) and (made_here or _is_near(below, scope))
        case _:
            return False


# ── what is asked of elements ────────────────────────────────────────────────────────────────────────────────────────


def _asks_kept(term: Term, scope: Scope) -> bool:
    """Whether a term is the type or the role of something that an artifact derives from."""
    if isinstance(term, Field) and isinstance(term.term, Name) and scope.get(term.term.name) == "above":
        return term.name in _KEPT
    return False


def _member(plan: Plan, node: Member, scope: Scope) -> Iterator[tuple[Plan, Scope]]:
    item, held = plan.parts
    typed = isinstance(node.item, Name) and is_type(node.item.name) and node.item.name not in scope
    match node.set:
        case FunctionCall(name=name, term=Name(name=of)) if name in _FLOWS and scope.get(of) == "maker":
            if not _is_near(node.item, scope):
                raise UnfollowedError(_FAR)
        case FunctionCall(name="ancestors", term=of) if typed and (_names(of, "derived_from") or _is_near(of, scope)):
            return
        case FunctionCall(name="actions_before") if _is_here(node.set, scope):
            yield item, scope
        case Field(term=of, name="derived_from") if _is_near(of, scope) and _is_near(node.item, scope):
            return
        case _:
            yield from ((item, scope), (held, scope))


def _predicate(plan: Plan, node: PredicateCall, scope: Scope) -> Iterator[tuple[Plan, Scope]]:
    kinds = [scope.get(term.name) if isinstance(term, Name) else None for term in node.terms]
    match kinds:
        case ["above", None | "near"] if node.name in _ABOVE:
            return  # it is so, by what the variable stands for
        case ["near", "near" | None] if node.name == "derived_from":
            return
        case [_, _]:
            raise UnfollowedError(_FAR)
        case ["near"] if node.name == "high_stakes_path":
            raise UnfollowedError(_FAR)
        case ["above"] if node.name not in TESTS:
            raise UnfollowedError(_FAR)
        case ["maker"] if node.name not in (*_OF_AN_ACTION, *TESTS):
            raise UnfollowedError(_FAR)
        case [None]:
            yield from ((part, scope) for part in plan.parts)


def _term(plan: Plan, scope: Scope) -> Iterator[tuple[Plan, Scope]]:
    match plan.node:
        case Name(name=name):
            elsewhere = name in COLLECTIONS or (name in ELEMENTS and name != _HERE)
            if scope.get(name) == "above" or (not plan.bound and elsewhere and not is_field_here(name)):
                raise UnfollowedError(_FAR)
        case Field(term=Name(name=of), name=name):
            kind = scope.get(of)
            far = kind == "above" or (kind == "maker" and name in _OF_OTHERS)
            if far or name in _DERIVED or (kind is None and of != _HERE):
                raise UnfollowedError(_FAR)
        case FunctionCall(name="count", term=FunctionCall() as counted) if _is_flow_here(counted, scope):
            return
        case FunctionCall(name=name, term=Name(name=of)):
            if name not in ("target", *_FLOWS) or (scope.get(of) != "near" and not _names(plan.node.term, _HERE)):
                raise UnfollowedError(_FAR)
        case Field() | FunctionCall():
            raise UnfollowedError(_FAR)
        case SetLiteral():
            yield from ((part, scope) for part in plan.parts)
        case _ if plan.parts:
            raise UnfollowedError(_FAR)
