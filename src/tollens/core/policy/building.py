"""From complete operands to the node that an operator makes of them.

An operand is a term or a formula only to what takes it: the name `a` is an atom under `¬` and stays a name before `<`.
"""

from typing import cast

import msgspec

from tollens.core.errors import PolicySyntaxError
from tollens.core.policy.operators import Operator
from tollens.core.policy.syntax import (
    And,
    Atom,
    Binary,
    BinaryOperator,
    Compare,
    Comparison,
    CountCompare,
    Formula,
    FunctionCall,
    Iff,
    Implies,
    Member,
    Name,
    Node,
    Not,
    Number,
    Or,
    PredicateCall,
    Quantified,
    Quantifier,
    Term,
    Truth,
    Unary,
    UnaryOperator,
)

TRUTHS = {"true": True, "false": False}
"""The words that are formulas by themselves."""


class Counted(Term, frozen=True, eq=False):
    """`count(φ)` until the number that it is compared with is read; in no finished tree."""

    body: Formula


class Operand(msgspec.Struct, frozen=True, gc=False):
    """A complete part, and where it stands with the brackets around it."""

    node: Node
    start: int
    end: int


def fault(position: int, message: str, expected: str = "", advice: str = "") -> PolicySyntaxError:
    """What is wrong at a place, which is counted from 0 and told from 1."""
    wanted = f", expected {expected}" if expected else ""
    return PolicySyntaxError(f"character {position + 1}: {message}{wanted}", advice, position, expected)


def as_formula(operand: Operand) -> Formula:
    """An operand as a formula.

    Raises:
        PolicySyntaxError: It is a term.
    """
    node = operand.node
    match node:
        case Formula():
            return node
        case Name(name=name) if name in TRUTHS:
            return Truth(TRUTHS[name], start=node.start, end=node.end)
        case Name(name=name) if "-" not in name:
            return Atom(name, start=node.start, end=node.end)
        case Name():
            raise fault(operand.start, "an id with a hyphen is a term", "a formula")
        case FunctionCall(name=name, term=term) if name != "count":
            return PredicateCall(name, (term,), start=node.start, end=node.end)
        case FunctionCall() | Counted():
            raise fault(operand.start, "found a count, which is a number", "a formula", "Write `count(φ) ≥ 1`.")
        case _:
            raise fault(operand.start, "found a term", "a formula", "Compare it: `x = y`.")


def as_term(operand: Operand) -> Term:
    """An operand as a term.

    Raises:
        PolicySyntaxError: It is a formula, or the count of one.
    """
    node = operand.node
    if isinstance(node, Counted):
        hint = "Write it on the left, and a whole number on the right."
        raise fault(operand.start, "found a count of positions", "a term", hint)
    if isinstance(node, Term):
        return node
    raise fault(operand.start, "found a formula", "a term")


def prefixed(row: Operator, start: int, operand: Operand) -> Operand:
    """An operator before a formula."""
    body, end = as_formula(operand), operand.end
    if row.name == "¬":
        return Operand(Not(body, start=start, end=end), start, end)
    return Operand(Unary(cast(UnaryOperator, row.name), body, start=start, end=end), start, end)


def joined(row: Operator, operands: list[Operand]) -> Operand:
    """A chain of one associative operator."""
    start, end = operands[0].start, operands[-1].end
    parts = tuple(as_formula(operand) for operand in operands)
    join = And if row.name == "∧" else Or
    return Operand(join(parts, start=start, end=end), start, end)


def between(row: Operator, first: Operand, second: Operand) -> Operand:
    """An operator between two formulas."""
    left, right, start, end = as_formula(first), as_formula(second), first.start, second.end
    node: Formula
    if row.name == "→":
        node = Implies(left, right, start=start, end=end)
    elif row.name == "↔":
        node = Iff(left, right, start=start, end=end)
    else:
        node = Binary(cast(BinaryOperator, row.name), left, right, start=start, end=end)
    return Operand(node, start, end)


def compared(row: Operator, first: Operand, second: Operand) -> Operand:
    """An operator between two terms, or between a count and a number."""
    start, end = first.start, second.end
    right = as_term(second)
    node: Formula
    if row.name == "∈":
        node = Member(as_term(first), right, start=start, end=end)
    elif isinstance(first.node, Counted):
        if not isinstance(right, Number) or not isinstance(right.value, int):
            raise fault(second.start, "a count of positions is compared", "a whole number")
        node = CountCompare(first.node.body, cast(Comparison, row.name), right.value, start=start, end=end)
    else:
        node = Compare(as_term(first), cast(Comparison, row.name), right, start=start, end=end)
    return Operand(node, start, end)


def quantified(row: Operator, start: int, variable: str, source: Term | None, body: Operand) -> Operand:
    """A quantifier before its body."""
    quantifier, end = cast(Quantifier, row.name), body.end
    return Operand(Quantified(quantifier, variable, source, as_formula(body), start=start, end=end), start, end)
