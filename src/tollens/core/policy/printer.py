"""From the syntax tree to text that reads back as the same tree, in Unicode or in ASCII alone.

Brackets stand where the tree needs them, and around the body of every operator that is a word, as policies are written.
"""

import json

from tollens.core.policy.operators import AND, BY_NAME, COMPARISON, IFF, IMPLIES, OPEN, OR, PREFIX, TEMPORAL
from tollens.core.policy.syntax import (
    And,
    Atom,
    Binary,
    Compare,
    Comprehension,
    CountCompare,
    Empty,
    Field,
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
    SetLiteral,
    Text,
    Truth,
    TypeCall,
    Unary,
    Untold,
)
from tollens.core.policy.tokens import EMPTY
from tollens.core.policy.vocabulary import is_set

_STRENGTHS: dict[type[Node], int] = {
    Iff: IFF,
    Implies: IMPLIES,
    Or: OR,
    And: AND,
    Binary: TEMPORAL,
    Not: PREFIX,
    Unary: PREFIX,
    Quantified: PREFIX,
    Compare: COMPARISON,
    Member: COMPARISON,
    CountCompare: COMPARISON,
}
_WHOLE = COMPARISON + 1
"""The strength of what needs no brackets anywhere."""

_Part = str | tuple[Node, int, bool]
"""Text, or a node with the least strength that needs no brackets there, and whether nothing follows it in them."""


def printed(formula: Formula, ascii: bool = False) -> str:
    r"""The text of a formula.

    Args:
        formula: The tree.
        ascii: Write only ASCII characters.

    >>> from tollens.core.policy.parser import parse
    >>> printed(parse("G(EditFile -> P ReadFile)")), printed(parse("¬ ∃ r ∈ residuals . r.kind ≠ ∅"), ascii=True)
    ('G(EditFile → P(ReadFile))', 'not exists r in residuals . r.kind != empty')
    """
    writer = _Writer(ascii)
    pieces: list[str] = []
    pending: list[_Part] = [(formula, OPEN, True)]
    while pending:
        part = pending.pop()
        if isinstance(part, str):
            pieces.append(part)
        else:
            pending.extend(reversed(writer.parts(*part)))
    return "".join(pieces)


class _Writer:
    def __init__(self, ascii: bool) -> None:
        self._ascii = ascii

    def _word(self, name: str) -> str:
        row = BY_NAME[name]
        return row.ascii if self._ascii else row.unicode

    def parts(self, node: Node, needed: int, last: bool) -> list[_Part]:
        """What a node is written as, one level deep."""
        bare = isinstance(node, Quantified) and not last
        if bare or _STRENGTHS.get(type(node), _WHOLE) < needed:
            return ["(", *self._inside(node, True), ")"]
        return self._inside(node, last)

    def _inside(self, node: Node, last: bool) -> list[_Part]:
        match node:
            case And(parts=operands):
                return self._joined("∧", operands, AND + 1, last)
            case Or(parts=operands):
                return self._joined("∨", operands, OR + 1, last)
            case Implies(left=left, right=right):
                return [(left, IMPLIES + 1, False), f" {self._word('→')} ", (right, IMPLIES, last)]
            case Iff(left=left, right=right):
                return [(left, IFF, False), f" {self._word('↔')} ", (right, IFF + 1, last)]
            case Binary(operator=operator, left=left, right=right):
                return [(left, _WHOLE, False), f" {self._word(operator)} ", (right, _WHOLE, last)]
            case Not(body=body):
                comparison = _STRENGTHS.get(type(body)) == COMPARISON
                return ["not " if self._ascii else "¬", (body, _WHOLE if comparison else PREFIX, last)]
            case Unary(operator=operator, body=body):
                return [f"{operator}(", (body, OPEN, True), ")"]
            case Quantified(quantifier=quantifier, variable=variable, source=source, body=body):
                chosen: list[_Part] = [] if source is None else [f" {self._word('∈')} ", (source, OPEN, True)]
                return [f"{self._word(quantifier)} {variable}", *chosen, " . ", (body, OPEN, True)]
            case Compare(left=left, operator=operator, right=right):
                return [(left, OPEN, True), f" {self._word(operator)} ", (right, OPEN, True)]
            case Member(item=item, set=members):
                return [(item, OPEN, True), f" {self._word('∈')} ", (members, OPEN, True)]
            case CountCompare(body=body, operator=operator, number=number):
                counted = ["(", *self._enclosed(body), ")"] if _looks_like_a_set(body) else self._enclosed(body)
                return ["count(", *counted, f") {self._word(operator)} {number}"]
            case _:
                return self._whole(node)

    def _whole(self, node: Node) -> list[_Part]:
        """What needs no brackets around it."""
        match node:
            case Truth(value=value):
                return ["true" if value else "false"]
            case Atom(name=name) | Name(name=name):
                return [name]
            case Untold(text=text):
                return [text]
            case TypeCall(name=name, body=inside) | FunctionCall(name=name, term=inside):
                return [f"{name}(", *self._enclosed(inside), ")"]
            case PredicateCall(name=name, terms=terms):
                return [f"{name}(", *self._listed(terms), ")"]
            case Field(term=term, name=name):
                return [(term, OPEN, True), f".{name}"]
            case Number(value=value):
                return [repr(value)]
            case Text(value=value):
                return [_quoted(value, self._ascii)]
            case SetLiteral(items=items):
                return ["{", *self._listed(items), "}"]
            case Comprehension(term=term, guard=guard):
                return ["{", *self._enclosed(term), " | ", *self._enclosed(guard), "}"]
            case Empty():
                return [EMPTY[1] if self._ascii else EMPTY[0]]
            case _:
                raise TypeError(f"{type(node).__name__} is no construct of the language")

    def _joined(self, name: str, operands: tuple[Formula, ...], needed: int, last: bool) -> list[_Part]:
        parts: list[_Part] = []
        for number, operand in enumerate(operands, 1):
            ends = number == len(operands)
            parts += [(operand, needed, last and ends)] if ends else [(operand, needed, False), f" {self._word(name)} "]
        return parts

    def _enclosed(self, node: Node) -> list[_Part]:
        return [(node, OPEN, True)]

    def _listed(self, nodes: tuple[Node, ...]) -> list[_Part]:
        parts: list[_Part] = []
        for number, node in enumerate(nodes):
            parts += [", ", (node, OPEN, True)] if number else [(node, OPEN, True)]
        return parts


def _looks_like_a_set(body: Formula) -> bool:
    """Whether a counted formula would be read as a set if no brackets said that it is a formula."""
    match body:
        case Atom(name=name):
            return is_set(Name(name))
        case PredicateCall(name=name, terms=(term,)):
            return is_set(FunctionCall(name, term))
        case _:
            return False


def _quoted(value: str, ascii: bool) -> str:
    """Text in quotes; what cannot be seen, and what a terminal might act on, as escapes."""
    plain = json.dumps(value, ensure_ascii=ascii)
    if ascii or plain.isprintable():
        return plain
    return "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in plain)
