"""A formula made ready for evaluation: what each part depends on, so that nothing is found more often than it varies.

A part depends on variables, and on the position or not. `goal` where nothing binds it stands for every goal of the
trace (§18.5), so a formula that speaks of it is a statement about each of them.
"""

from collections.abc import Iterator
from typing import NamedTuple

from tollens.core.model.payloads.conformance import ConformanceStatus, CosimulationStatus
from tollens.core.model.payloads.verification import VerificationResultStatus
from tollens.core.policy.fields import fields_of
from tollens.core.policy.syntax import (
    And,
    Atom,
    Binary,
    Compare,
    Comprehension,
    CountCompare,
    Field,
    Formula,
    Implies,
    Name,
    Node,
    Or,
    PredicateCall,
    Quantified,
    TypeCall,
    Unary,
    children,
    postorder,
)
from tollens.core.policy.vocabulary import ARTIFACT_TYPES, COLLECTIONS, GOAL_ATOMS, OLDER_TYPES, PREDICATES, binder

DEEPEST = 40
"""Quantifiers and comprehensions inside one another that are evaluated."""

STATUS = "⟨status⟩"
"""The variable that a call of a result type binds: the status of the result."""

STATUSES: dict[str, tuple[str, ...]] = {
    "VerificationResult": tuple(status.value for status in VerificationResultStatus),
    "ConformanceResult": tuple(status.value for status in ConformanceStatus),
    "CoSimulationResult": tuple(status.value for status in CosimulationStatus),
}
"""Result type to its statuses."""

_GOAL, _HERE = "goal", "a"


class Plan:
    """One node of a formula.

    Attributes:
        node: The node.
        parts: The plans of what is inside it, in order.
        free: The variables that it depends on.
        here: Whether it depends on the position.
        subjects: The artifact types that the antecedent of the nearest implication around it names.
        bound: Whether a name or an atom is a variable.
    """

    __slots__ = ("bound", "free", "here", "node", "parts", "subjects")

    def __init__(self, node: Node, parts: tuple["Plan", ...], scope: "_Scope") -> None:
        self.node = node
        self.parts = parts
        self.subjects = scope.subjects
        self.bound = isinstance(node, Name | Atom) and node.name in scope.variables
        self.free, self.here = _dependence(node, parts, scope)

    def within(self) -> Iterator["Plan"]:
        """This plan and all inside it."""
        pending = [self]
        while pending:
            plan = pending.pop()
            yield plan
            pending.extend(plan.parts)


class TooDeepError(Exception):
    """Quantifiers are nested deeper than they are evaluated."""


class _Scope(NamedTuple):
    """What is known around a node."""

    variables: frozenset[str]
    subjects: frozenset[str]
    statuses: frozenset[str]


Plans = dict[tuple[int, "_Scope"], tuple[Node, Plan]]
"""The plans of nodes that were met, by what is known around them; each with its node, which must live as long."""


def planned(formula: Formula, known: Plans | None = None) -> Plan:
    """The plan of a formula.

    Args:
        formula: The formula.
        known: Plans made before, to which those that are made now are added: what is asked about a formula has its
            parts inside, and their plans are the same.

    Raises:
        TooDeepError: Quantifiers are nested deeper than `DEEPEST`.
    """
    plans: Plans = {} if known is None else known
    plan = _planned(formula, plans)
    return _planned(_of_every_goal(formula), plans) if _GOAL in plan.free else plan


def closed(formula: Formula) -> Formula:
    """A formula that says itself that it is about every goal, so that what is asked about it is asked of each goal."""
    named = (node.name for node in postorder(formula) if isinstance(node, Name | Atom))
    if not any(name == _GOAL or name in GOAL_ATOMS for name in named):  # most are like that, and plans cost more
        return formula
    try:
        return _of_every_goal(formula) if _GOAL in _planned(formula, {}).free else formula
    except TooDeepError:
        return formula


def _of_every_goal(formula: Formula) -> Formula:
    return Quantified("∀", _GOAL, Name("goals"), formula)


def _planned(formula: Formula, known: Plans) -> Plan:
    ready: list[Plan] = []
    pending: list[tuple[Node, _Scope, int]] = [(formula, _Scope(frozenset(), frozenset(), frozenset()), -1)]
    while pending:
        node, scope, count = pending.pop()
        met = known.get((id(node), scope))
        if count < 0 and met is not None:
            ready.append(met[1])
        elif count < 0:
            inside = list(_inside(_spelled_out(node), scope))
            pending.append((node, scope, len(inside)))
            pending.extend((child, around, -1) for child, around in reversed(inside))
        else:
            parts = tuple(ready[len(ready) - count :])
            del ready[len(ready) - count :]
            ready.append(Plan(_spelled_out(node), parts, scope))
            known[id(node), scope] = node, ready[-1]
    return ready[0]


def _spelled_out(node: Node) -> Node:
    """`GoalDone` as an atom says that the goal has that status."""
    if isinstance(node, Atom) and node.name in GOAL_ATOMS:
        return Compare(Field(Name(_GOAL), "status"), "=", Name(node.name))
    return node


def _inside(node: Node, scope: _Scope) -> Iterator[tuple[Node, _Scope]]:
    """The children of a node, each with what is known around it."""
    match node:
        case Quantified(variable=variable, source=source, body=body):
            if source is not None:
                yield source, scope
            yield body, _binding(scope, variable)
        case Comprehension(term=term, guard=guard):
            variable = binder(term) or ""
            yield term, _binding(scope, variable)
            yield _of_the_binder(guard, variable), _binding(scope, variable)
        case TypeCall(body=body):
            yield body, scope._replace(statuses=frozenset(STATUSES.get(type_name(node.name), ())))
        case Implies(left=left, right=right):
            yield left, scope
            named = frozenset(_artifact_types(left))
            yield right, scope._replace(subjects=named) if named else scope
        case _:
            for child in children(node):
                yield child, scope


def _binding(scope: _Scope, variable: str) -> _Scope:
    if len(scope.variables) >= DEEPEST and variable not in scope.variables:
        raise TooDeepError
    return scope._replace(variables=scope.variables | {variable})


def _of_the_binder(guard: Formula, variable: str) -> Formula:
    """The guard of `{t(a) | G(a ∧ φ)}`, as published policies write it: the actions `a` of which φ holds."""
    if isinstance(guard, Unary) and guard.operator == "G" and _names(guard.body, variable):
        return guard.body
    return guard


def _names(formula: Formula, variable: str) -> bool:
    parts = formula.parts if isinstance(formula, And) else (formula,)
    return any(isinstance(part, Atom) and part.name == variable for part in parts)


def type_name(name: str) -> str:
    """A type name as the text has it in this version."""
    return OLDER_TYPES.get(name, name)


def _artifact_types(formula: Formula) -> Iterator[str]:
    """The artifact types that a formula names outside of any operator but `∧` and `∨`."""
    pending: list[Formula] = [formula]
    while pending:
        part = pending.pop()
        match part:
            case And(parts=parts) | Or(parts=parts):
                pending.extend(parts)
            case Atom(name=name) | TypeCall(name=name) if type_name(name) in ARTIFACT_TYPES:
                yield type_name(name)


def _dependence(node: Node, parts: tuple[Plan, ...], scope: _Scope) -> tuple[frozenset[str], bool]:
    free: frozenset[str] = frozenset().union(*(part.free for part in parts)) if parts else frozenset()
    here = any(part.here for part in parts)
    match node:
        case Atom(name=name):
            return _of_atom(name, scope)
        case Name(name=name):
            return _of_name(name, scope)
        case Unary() | Binary():
            return free, True
        case CountCompare():
            return free, False
        case TypeCall(body=body):
            tested = isinstance(body, Atom) and parts[0].bound
            return free - {STATUS}, not tested
        case PredicateCall(terms=terms):
            typed = any(isinstance(term, Name) and is_type(term.name) for term in terms)
            return free, here or not terms or typed
        case Quantified(variable=variable):
            outside = parts[0].free if len(parts) > 1 else frozenset()
            return outside | (parts[-1].free - {variable}), here
        case Comprehension():
            variable = binder(node.term) or ""
            return free - {variable}, here and not rebinds(node)
        case _:
            return free, here


def rebinds(node: Comprehension) -> bool:
    """Whether the guard of a comprehension is about the position of its variable."""
    variable = binder(node.term) or ""
    guard = _of_the_binder(node.guard, variable)
    return _names(guard, variable)


def is_type(name: str) -> bool:
    """Whether a name in the place of a term is a type: what the position produced of it is meant."""
    return type_name(name) in ARTIFACT_TYPES


def _of_atom(name: str, scope: _Scope) -> tuple[frozenset[str], bool]:
    if name in scope.variables:
        return frozenset((name,)), True
    if name in scope.statuses:
        return frozenset((STATUS,)), False
    return frozenset(), name not in PREDICATES or not PREDICATES[name].constant


def _of_name(name: str, scope: _Scope) -> tuple[frozenset[str], bool]:
    if name in scope.variables or name == _GOAL:
        return frozenset((name,)), False
    return frozenset(), name == _HERE or is_field_here(name)


def is_field_here(name: str) -> bool:
    """Whether an unbound name is a field of the action at the position."""
    return name not in COLLECTIONS and name in fields_of("action")
