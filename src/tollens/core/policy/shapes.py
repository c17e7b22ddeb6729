"""Formulas that say less than they seem to: parts that are the same on every trace, and parts that look at one action.

Only what follows from the form alone is told; whether a trigger ever fires on a given trace is for the evaluation.
"""

from collections.abc import Iterator
from itertools import combinations

from tollens.core.policy.operators import BY_NAME
from tollens.core.policy.remarks import Remarks
from tollens.core.policy.syntax import (
    And,
    Atom,
    Binary,
    Empty,
    Formula,
    Iff,
    Implies,
    Name,
    Not,
    Or,
    PredicateCall,
    Quantified,
    SetLiteral,
    TypeCall,
    Unary,
    children,
    postorder,
)
from tollens.core.policy.vocabulary import ACTION_TYPES, CATEGORIES, OLDER_TYPES, PREDICATES, is_type_name

_PAST = ("P", "P_target", "P_chain", "S", "S_last")
_PAST_OF_ALL = ("H", "H_target", "H_chain")


def check_shapes(formula: Formula, remarks: Remarks) -> None:
    """Remark on what no trace can change (POL111) and on what is asked of the first action alone (POL113)."""
    for node in postorder(formula):
        match node:
            case And(parts=parts):
                _contradiction(node, parts, remarks)
            case Implies(left=Atom(name=left), right=Atom(name=right)) if left == right:
                remarks.add("POL111", "warning", node, left, "{} implies itself, whatever the trace")
            case Quantified(source=Empty() | SetLiteral(items=())):
                remarks.add("POL111", "warning", node, node.variable, "{} ranges over nothing, whatever the trace")
            case Unary(operator="G", body=body):
                _needs_a_next(body, remarks)
    _of_nothing(formula, remarks)
    _of_first_position(formula, remarks)


def _of_nothing(formula: Formula, remarks: Remarks) -> None:
    """A formula without a name asks nothing of a trace."""
    if not any(isinstance(node, _NAMING) for node in postorder(formula)):
        remarks.add("POL111", "warning", formula, "", "the formula names nothing of a trace, and is the same on each")


_NAMING = (Atom, TypeCall, PredicateCall, Quantified, Name)


def _contradiction(node: And, parts: tuple[Formula, ...], remarks: Remarks) -> None:
    names = list(dict.fromkeys(part.name for part in parts if isinstance(part, Atom | TypeCall)))[:100]
    for one, two in combinations(names, 2):
        if _exclude(one, two):
            message = f"no action is both {one} and {{}}, so this never holds"
            remarks.add("POL111", "warning", node, two, message, "Did you mean `∨`?")
            return


def _exclude(one: str, two: str) -> bool:
    """Whether no action has both of these."""
    if {one, two} == {"completed", "failed"}:
        return True
    first, second = (_kind(OLDER_TYPES.get(name, name)) for name in (one, two))
    if not first or not second:
        return False
    return first[0] != second[0] or (bool(first[1]) and bool(second[1]) and first[1] != second[1])


def _kind(name: str) -> tuple[str, str] | None:
    """The category of an action and its type, as far as a name says them."""
    if name in ACTION_TYPES:
        return ACTION_TYPES[name], name
    return (name, "") if name in CATEGORIES else None


def _needs_a_next(body: Formula, remarks: Remarks) -> None:
    """Of the body of a `G`: after the last action there is no next one."""
    for part in _conjuncts(body):
        if isinstance(part, Unary) and part.operator == "X":
            message = "{} asks for a next action even after the last one, so no trace with an action satisfies it"
            remarks.add("POL111", "warning", part, "X", message, "Write when one must follow: `G(φ → X(ψ))`.")


def _needs_a_previous(body: Formula, remarks: Remarks) -> None:
    """Of the body of a `G` from the first position on: before the first action there is none."""
    for part in _conjuncts(body):
        if isinstance(part, Unary | Binary) and part.operator in _PAST:
            message = "{} asks for an earlier action even before the first one, so no trace with an action satisfies it"
            remarks.add("POL111", "warning", part, part.operator, message, "Write when it is needed: `G(φ → P(ψ))`.")


def _conjuncts(formula: Formula) -> Iterator[Formula]:
    pending = [formula]
    while pending:
        here = pending.pop()
        if isinstance(here, And):
            pending.extend(here.parts)
        else:
            yield here


def _of_first_position(formula: Formula, remarks: Remarks) -> None:
    """A formula is judged at the first position, so what no operator carries elsewhere is asked of that alone."""
    pending: list[Formula] = [formula]
    while pending:
        here = pending.pop()
        if isinstance(here, Not | And | Or | Implies | Iff):
            pending.extend(child for child in children(here) if isinstance(child, Formula))
        elif isinstance(here, Unary | Binary) and here.operator in _PAST + _PAST_OF_ALL:
            holds = "always holds" if here.operator in _PAST_OF_ALL else "never holds"
            message = f"{{}} looks back from the first action, before which nothing is, so it {holds}"
            hint = f"Put it under `G` or `F`. {BY_NAME[here.operator].meaning}"
            remarks.add("POL111", "warning", here, here.operator, message, hint)
        elif isinstance(here, Unary) and here.operator == "G":
            _needs_a_previous(here.body, remarks)
        elif isinstance(here, Atom | TypeCall) and _moves(here.name):
            message = "{} is asked of the first action alone"
            remarks.add("POL113", "warning", here, here.name, message, f"Did you mean `F({here.name})`?")


def _moves(name: str) -> bool:
    """Whether what a name says may differ from one position to the next."""
    if name == "action":
        return False
    return not (name in PREDICATES and PREDICATES[name].constant) and not (is_type_name(name) and "Goal" in name)
