"""Hypothesis strategies for formulas of the policy language: every construct, but no tree that no text makes.

A name is no operator; a type has a capital and a predicate has none; `count` of a set is a term, and of a formula not.
Within these rules any tree may be drawn.
"""

from typing import TypeVar

from hypothesis import strategies as st

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
    Not,
    Number,
    Or,
    PredicateCall,
    Quantified,
    SetLiteral,
    Term,
    Text,
    Truth,
    TypeCall,
    Unary,
)

T = TypeVar("T")

_VARIABLES = st.sampled_from(["a", "r", "x", "residual_1", "_x"])
_TYPES = st.sampled_from(["GitCommit", "EditFile", "VerificationResult", "Deploy", "HLR"])
_PREDICATES = st.sampled_from(["completed", "start_event", "tested", "derived_from", "inputs", "residuals"])
_FUNCTIONS = st.sampled_from(["inputs", "outputs", "target", "ancestors", "actions_before", "open_gaps", "f"])
_FIELDS = st.sampled_from(["severity", "status", "id", "in", "S", "count", "empty"])
_COMPARISONS = st.sampled_from(["=", "≠", "<", "≤", ">", "≥"])
_UNARY = st.sampled_from(["G", "F", "X", "P", "H", "P_target", "H_target", "P_chain", "H_chain"])
_BINARY = st.sampled_from(["U", "S", "S_last"])
_QUANTIFIERS = st.sampled_from(["∀", "∃", "∃!"])

_ATOMS: st.SearchStrategy[Formula] = st.one_of(
    st.builds(Truth, st.booleans()), st.builds(Atom, st.one_of(_TYPES, _PREDICATES, _VARIABLES))
)
_NAMES: st.SearchStrategy[Term] = st.builds(
    Name, st.one_of(_VARIABLES, _TYPES, st.sampled_from(["residuals", "stripe-v2", "true", "rationale"]))
)
_VALUES: st.SearchStrategy[Term] = st.one_of(
    _NAMES,
    st.builds(Number, st.one_of(st.integers(-(10**20), 10**20), st.floats(-1e200, 1e200))),
    st.builds(Text, st.text(max_size=6)),
    st.builds(Empty),
)


_SET_FUNCTIONS = st.sampled_from(["inputs", "outputs", "ancestors", "actions_before", "open_gaps"])
_DEPTH = 4


@st.composite
def formulas(draw: st.DrawFn, depth: int = _DEPTH) -> Formula:
    """Formulas of every construct, at most so many operators deep."""
    kind = draw(st.sampled_from(_KINDS)) if depth and draw(st.integers(0, 4)) else None
    if kind is None:
        return draw(_ATOMS)
    inner, term = formulas(depth - 1), terms(depth - 1)
    drawn: dict[type[Formula], st.SearchStrategy[Formula]] = {
        Not: st.builds(Not, inner),
        And: st.builds(And, _tuples(inner, 2, 4)),
        Or: st.builds(Or, _tuples(inner, 2, 4)),
        Implies: st.builds(Implies, inner, inner),
        Iff: st.builds(Iff, inner, inner),
        Unary: st.builds(Unary, _UNARY, inner),
        Binary: st.builds(Binary, _BINARY, inner, inner),
        TypeCall: st.builds(TypeCall, _TYPES, inner),
        PredicateCall: st.builds(PredicateCall, _PREDICATES, _tuples(term, 0, 3)),
        Compare: st.builds(Compare, term, _COMPARISONS, term),
        Member: st.builds(Member, term, term),
        Quantified: st.builds(Quantified, _QUANTIFIERS, _VARIABLES, st.one_of(st.none(), term), inner),
        CountCompare: st.builds(CountCompare, inner, _COMPARISONS, st.integers(-3, 100)),
    }
    return draw(drawn[kind])


_KINDS: list[type[Formula]] = [
    Not, And, Or, Implies, Iff, Unary, Binary, TypeCall, PredicateCall, Compare, Member, Quantified, CountCompare,
]  # fmt: skip


@st.composite
def terms(draw: st.DrawFn, depth: int = _DEPTH) -> Term:
    """Terms of every construct, at most so many deep."""
    kind = draw(st.sampled_from(["value", "field", "call", "count", "set"])) if depth else "value"
    match kind:
        case "field":
            return draw(_fields(depth - 1))
        case "call":
            return FunctionCall(draw(_FUNCTIONS), draw(terms(depth - 1)))
        case "count":
            of_call = st.builds(FunctionCall, _SET_FUNCTIONS, terms(depth - 1))
            counted = st.one_of(st.just(Name("residuals")), of_call, _fields(depth - 1), _sets(depth - 1))
            return FunctionCall("count", draw(counted))
        case "set":
            return draw(_sets(depth - 1))
        case _:
            return draw(_VALUES)


@st.composite
def _fields(draw: st.DrawFn, depth: int) -> Term:
    """A field of a name, of a call, or of another field."""
    owner = draw(_NAMES)
    if depth and draw(st.booleans()):
        owner = FunctionCall(draw(_FUNCTIONS), draw(terms(depth - 1)))
    for name in draw(st.lists(_FIELDS, min_size=1, max_size=3)):
        owner = Field(owner, name)
    return owner


@st.composite
def _sets(draw: st.DrawFn, depth: int) -> Term:
    """A set by its elements or by what holds of them."""
    if draw(st.booleans()):
        return SetLiteral(draw(_tuples(terms(depth), 0, 3)))
    return Comprehension(draw(terms(depth)), draw(formulas(depth)))


def _tuples(of: st.SearchStrategy[T], least: int, most: int) -> st.SearchStrategy[tuple[T, ...]]:
    return st.lists(of, min_size=least, max_size=most).map(tuple)
