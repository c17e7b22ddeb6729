"""Hypothesis strategies for formulas of the policy language: every construct, but no tree that no text makes.

A name is no operator; a type has a capital and a predicate has none; `count` of a set is a term, of a formula it is not.
Within these rules any tree may be drawn.
"""

from typing import Any

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
from tollens.core.policy.vocabulary import is_set

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


def terms(formulas: st.SearchStrategy[Formula]) -> st.SearchStrategy[Term]:
    """Terms, with guards of comprehensions drawn from `formulas`."""

    def larger(inner: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
        owners = inner.filter(lambda term: isinstance(term, Name | Field | FunctionCall))
        return st.one_of(
            st.builds(Field, owners, _FIELDS),
            st.builds(FunctionCall, _FUNCTIONS, inner),
            st.builds(FunctionCall, st.just("count"), inner.filter(is_set)),
            st.builds(SetLiteral, st.lists(inner, max_size=3).map(tuple)),
            st.builds(Comprehension, inner, formulas),
        )

    return st.recursive(_VALUES, larger, max_leaves=4)


def _larger(inner: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    parts: Any = st.lists(inner, min_size=2, max_size=4).map(tuple)
    several = st.lists(terms(inner), max_size=3).map(tuple)
    return st.one_of(
        st.builds(Not, inner),
        st.builds(And, parts),
        st.builds(Or, parts),
        st.builds(Implies, inner, inner),
        st.builds(Iff, inner, inner),
        st.builds(Unary, _UNARY, inner),
        st.builds(Binary, _BINARY, inner, inner),
        st.builds(TypeCall, _TYPES, inner),
        st.builds(PredicateCall, _PREDICATES, several),
        st.builds(Compare, terms(inner), _COMPARISONS, terms(inner)),
        st.builds(Member, terms(inner), terms(inner)),
        st.builds(Quantified, _QUANTIFIERS, _VARIABLES, st.one_of(st.none(), terms(inner)), inner),
        st.builds(CountCompare, inner, _COMPARISONS, st.integers(-3, 100)),
    )


def formulas(max_leaves: int = 12) -> st.SearchStrategy[Formula]:
    """Formulas of every construct."""
    return st.recursive(_ATOMS, _larger, max_leaves=max_leaves)
