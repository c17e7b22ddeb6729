"""How much of the language a formula uses (policy companion, language levels): what an evaluator must be able to do."""

from typing import Literal

from tollens.core.policy.syntax import (
    Binary,
    Comprehension,
    CountCompare,
    Formula,
    FunctionCall,
    Member,
    Node,
    PredicateCall,
    Quantified,
    SetLiteral,
    Unary,
    postorder,
)
from tollens.core.policy.vocabulary import PREDICATES

Level = Literal["pure_temporal", "scoped_temporal", "structural"]

_SCOPED = ("P_target", "H_target", "P_chain", "H_chain", "S_last")


def level(formula: Formula) -> Level:
    """The least level that has everything in the formula.

    `pure_temporal` has the operators over atoms of a position; `scoped_temporal` adds what looks back at related
    actions only, with `S_last`, as published policies file it; `structural` adds quantifiers, sets, lineage, counts.

    >>> from tollens.core.policy.parser import parse
    >>> level(parse("G(EditFile → P ReadFile)")), level(parse("P_chain Formalize")), level(parse("count(action) ≤ 3"))
    ('pure_temporal', 'scoped_temporal', 'structural')
    """
    found: Level = "pure_temporal"
    for node in postorder(formula):
        if _structural(node):
            return "structural"
        if isinstance(node, Unary | Binary) and node.operator in _SCOPED:
            found = "scoped_temporal"
    return found


def _structural(node: Node) -> bool:
    match node:
        case Quantified() | Comprehension() | SetLiteral() | Member() | CountCompare() | FunctionCall():
            return True
        case PredicateCall(name=name):
            return name in PREDICATES and PREDICATES[name].structural
        case _:
            return False
