"""The syntax tree of the policy language (policy companion §10): one class a construct, formulas apart from terms.

A formula is true or false at a position of a trace; a term is a value, an element or a set. Nothing here recurses, so
that a tree of any depth can be built, walked, compared, shown and thrown away.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Literal

import msgspec

UnaryOperator = Literal["G", "F", "X", "P", "H", "P_target", "H_target", "P_chain", "H_chain"]
BinaryOperator = Literal["U", "S", "S_last"]
Comparison = Literal["=", "≠", "<", "≤", ">", "≥"]
Quantifier = Literal["∀", "∃", "∃!"]


class Node(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """A construct of the language.

    Two nodes are equal when they are of one class and all that they hold is; where they stand does not count.
    Comparing, hashing and showing walk the whole tree, so none of them belongs inside a loop over its nodes.

    Attributes:
        start, end: The characters of the text that it was read from, counted from 0, the end not included; both 0
            where there is no text.
    """

    start: int = 0
    end: int = 0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Node):
            return NotImplemented
        pending: list[tuple[object, object]] = [(self, other)]
        while pending:
            one, two = pending.pop()
            if one is two:
                continue
            if type(one) is not type(two):
                return False
            if isinstance(one, Node) and isinstance(two, Node):
                pending.extend(zip(held(one), held(two), strict=True))
            elif isinstance(one, tuple) and isinstance(two, tuple):
                if len(one) != len(two):
                    return False
                pending.extend(zip(one, two, strict=True))
            elif one != two:
                return False
        return True

    def __hash__(self) -> int:
        return hash(tuple((type(node).__name__, *_leaves(node)) for node in postorder(self)))

    def __repr__(self) -> str:
        pieces: list[str] = []
        pending: list[object] = [self]
        while pending:
            match pending.pop():
                case _Piece(text=text):
                    pieces.append(text)
                case Node() as node:
                    pending.extend(_enclosed(f"{type(node).__name__}(", held(node), ")"))
                case tuple() as values:
                    pending.extend(_enclosed("(", values, ",)" if len(values) == 1 else ")"))
                case value:
                    pieces.append(repr(value))
        return "".join(pieces)


class _Piece(msgspec.Struct, frozen=True):
    """Text between the parts of a shown tree."""

    text: str


def _enclosed(before: str, values: tuple[object, ...], after: str) -> list[object]:
    """What to show for some values, last first, as a stack takes it."""
    shown: list[object] = [_Piece(before)]
    for number, value in enumerate(values):
        shown += [_Piece(", "), value] if number else [value]
    return [_Piece(after), *reversed(shown)]


def held(node: Node) -> tuple[object, ...]:
    """What a node holds besides its place in the text, in the order of its class."""
    return tuple([getattr(node, name) for name in _members(type(node))])


@cache
def _members(kind: type[Node]) -> tuple[str, ...]:
    return tuple(name for name in kind.__struct_fields__ if name not in ("start", "end"))


def _leaves(node: Node) -> Iterator[object]:
    """What a node holds that is no node, with the number of nodes in each list."""
    for value in held(node):
        if isinstance(value, tuple):
            yield len(value)
        elif not isinstance(value, Node):
            yield value


def children(node: Node) -> tuple[Node, ...]:
    """The nodes directly inside another, in the order of the text.

    >>> children(Not(Atom("GitCommit")))
    (Atom('GitCommit'),)
    """
    found: list[Node] = []
    for value in held(node):
        if isinstance(value, Node):
            found.append(value)
        elif isinstance(value, tuple):
            found.extend(value)
    return tuple(found)


def postorder(node: Node) -> Iterator[Node]:
    """Every node of a tree, each after all that are inside it, from left to right.

    >>> [type(n).__name__ for n in postorder(And((Atom("a"), Not(Atom("b")))))]
    ['Atom', 'Atom', 'Not', 'And']
    """
    pending: list[tuple[Node, bool]] = [(node, False)]
    while pending:
        here, opened = pending.pop()
        inside = () if opened else children(here)
        if inside:
            pending.append((here, True))
            pending.extend((child, False) for child in reversed(inside))
        else:
            yield here


def replaced(node: Node, instead: Mapping[int, Node]) -> Node:
    """A tree with other nodes in the place of some of its own; what has none of them inside stays the same object.

    Args:
        node: The tree.
        instead: What to put, by the `id` of the node in whose place: one that merely equals it is not meant.
    """
    made: list[Node] = []
    for here in postorder(node):
        first = len(made) - len(children(here))
        inside = made[first:]
        del made[first:]
        made.append(instead[id(here)] if id(here) in instead else _with_children(here, inside))
    return made[0]


def _with_children(node: Node, inside: list[Node]) -> Node:
    if all(one is two for one, two in zip(children(node), inside, strict=True)):
        return node
    left = iter(inside)
    changed: dict[str, object] = {}
    for name in node.__struct_fields__:
        value = getattr(node, name)
        if isinstance(value, Node):
            changed[name] = next(left)
        elif isinstance(value, tuple):
            changed[name] = tuple(next(left) for _ in value)
    return msgspec.structs.replace(node, **changed)


class Formula(Node, frozen=True, kw_only=True, eq=False):
    """What holds or does not at a position."""


class Term(Node, frozen=True, kw_only=True, eq=False):
    """What has a value at a position."""


# ── formulas ─────────────────────────────────────────────────────────────────────────────────────────────────────────


class Truth(Formula, frozen=True, eq=False):
    """`true` or `false`."""

    value: bool


class Untold(Formula, frozen=True, eq=False):
    """A part that no trace can decide; put in the place of one that names what nobody knows, and never read from text.

    Attributes:
        text: What stood there.
        why: Why it cannot be decided.
    """

    text: str
    why: str


class Atom(Formula, frozen=True, eq=False):
    """A bare name: an action or artifact type, a category, a predicate of the position, or a variable."""

    name: str


class TypeCall(Formula, frozen=True, eq=False):
    """`VerificationResult(proved ∨ sat)`: the type holds, and the body of what is of that type."""

    name: str
    body: Formula


class PredicateCall(Formula, frozen=True, eq=False):
    """`derived_from(x, y)`: a named predicate of terms."""

    name: str
    terms: tuple[Term, ...]


class Not(Formula, frozen=True, eq=False):
    """`¬φ`."""

    body: Formula


class _Several(Formula, frozen=True, eq=False):
    """A junction of at least two formulas; that of none is a `Truth`, that of one is the one."""

    parts: tuple[Formula, ...]

    def __post_init__(self) -> None:
        if len(self.parts) < 2:
            raise ValueError(f"{type(self).__name__} joins two formulas or more, not {len(self.parts)}")


class And(_Several, frozen=True, eq=False):
    """`φ ∧ ψ ∧ …`."""


class Or(_Several, frozen=True, eq=False):
    """`φ ∨ ψ ∨ …`."""


class Implies(Formula, frozen=True, eq=False):
    """`φ → ψ`."""

    left: Formula
    right: Formula


class Iff(Formula, frozen=True, eq=False):
    """`φ ↔ ψ`."""

    left: Formula
    right: Formula


class Unary(Formula, frozen=True, eq=False):
    """A temporal operator before one formula, such as `G(φ)`."""

    operator: UnaryOperator
    body: Formula


class Binary(Formula, frozen=True, eq=False):
    """A temporal operator between two formulas, such as `φ U ψ`."""

    operator: BinaryOperator
    left: Formula
    right: Formula


class Compare(Formula, frozen=True, eq=False):
    """`r.severity ≥ High`."""

    left: Term
    operator: Comparison
    right: Term


class Member(Formula, frozen=True, eq=False):
    """`item ∈ set`."""

    item: Term
    set: Term


class Quantified(Formula, frozen=True, eq=False):
    """`∀ x ∈ source . body`; without a source the variable ranges over all actions and artifacts."""

    quantifier: Quantifier
    variable: str
    source: Term | None
    body: Formula


class CountCompare(Formula, frozen=True, eq=False):
    """`count(φ) ≤ 3`: over how many positions of the whole trace the body holds."""

    body: Formula
    operator: Comparison
    number: int


# ── terms ────────────────────────────────────────────────────────────────────────────────────────────────────────────


class Name(Term, frozen=True, eq=False):
    """A variable, a field of the current action, a collection, or a word that is compared with."""

    name: str


class Field(Term, frozen=True, eq=False):
    """`r.severity`."""

    term: Term
    name: str


class FunctionCall(Term, frozen=True, eq=False):
    """`inputs(a)`; `count(S)` is the size of a set."""

    name: str
    term: Term


class Number(Term, frozen=True, eq=False):
    """A number."""

    value: int | float


class Text(Term, frozen=True, eq=False):
    """Text in quotes."""

    value: str


class Empty(Term, frozen=True, eq=False):
    """`∅`: equal to what is missing, to empty text and to an empty list."""


class SetLiteral(Term, frozen=True, eq=False):
    """`{a, b}`."""

    items: tuple[Term, ...]


class Comprehension(Term, frozen=True, eq=False):
    """`{t | φ}`: the values of the term for every element of which the guard holds; its variable is implicit."""

    term: Term
    guard: Formula
