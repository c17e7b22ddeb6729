"""Text to tree: the grammar of the language, its spellings, its precedence, and what each refusal says."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tollens.core.errors import PolicySyntaxError
from tollens.core.policy.operators import OPERATORS
from tollens.core.policy.parser import parse
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
    Text,
    Truth,
    TypeCall,
    Unary,
    postorder,
)
from tollens.core.policy.tokens import LONGEST

A, B, C = Atom("a"), Atom("b"), Atom("c")
R = Name("r")


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("true", Truth(True)),
        ("GitCommit", Atom("GitCommit")),
        ("a ∧ b ∨ c", Or((And((A, B)), C))),
        ("a ∨ b ∧ c", Or((A, And((B, C))))),
        ("a ∧ b ∧ c", And((A, B, C))),
        ("(a ∧ b) ∧ c", And((And((A, B)), C))),
        ("a → b → c", Implies(A, Implies(B, C))),
        ("a ↔ b ↔ c", Iff(Iff(A, B), C)),
        ("a → b ↔ c", Iff(Implies(A, B), C)),
        ("a U b U c", Binary("U", Binary("U", A, B), C)),
        ("a U b S_last c", Binary("S_last", Binary("U", A, B), C)),
        ("¬a U b ∧ c", And((Binary("U", Not(A), B), C))),
        ("G F a", Unary("G", Unary("F", A))),
        ("G ¬a", Unary("G", Not(A))),
        ("P_chain a", Unary("P_chain", A)),
        ("G a ∨ F b", Or((Unary("G", A), Unary("F", B)))),
        ("¬ r.x = 1", Not(Compare(Field(R, "x"), "=", Number(1)))),
        ("T(a ∨ b)", TypeCall("T", Or((A, B)))),
        ("p(x, y)", PredicateCall("p", (Name("x"), Name("y")))),
        ("p(x)", PredicateCall("p", (Name("x"),))),
        ("p()", PredicateCall("p", ())),
        ("ref_model(stripe-v2)", PredicateCall("ref_model", (Name("stripe-v2"),))),
        ("inputs(a) = ∅", Compare(FunctionCall("inputs", Name("a")), "=", Empty())),
        ("x.y.z ≠ -1.5", Compare(Field(Field(Name("x"), "y"), "z"), "≠", Number(-1.5))),
        ('x = "a \\"b\\" \\u00e9"', Compare(Name("x"), "=", Text('a "b" é'))),
        ("T ∈ ancestors(d)", Member(Name("T"), FunctionCall("ancestors", Name("d")))),
        ("x ∈ {}", Member(Name("x"), SetLiteral(()))),
        ("x ∈ {A, 2}", Member(Name("x"), SetLiteral((Name("A"), Number(2))))),
        ("s = {x.id | f(x) ∧ a}", Compare(
            Name("s"), "=",
            Comprehension(Field(Name("x"), "id"), And((PredicateCall("f", (Name("x"),)), A))),
        )),
        ("count(a ∧ b) ≤ 3", CountCompare(And((A, B)), "≤", 3)),
        ("count(residuals) ≤ 3", Compare(FunctionCall("count", Name("residuals")), "≤", Number(3))),
        ("count((residuals)) ≤ 3", CountCompare(Atom("residuals"), "≤", 3)),
        ("∀ r ∈ residuals . a → b", Quantified("∀", "r", Name("residuals"), Implies(A, B))),
        ("∀ i ∈ inputs(a) → ∃! b . c", Quantified(
            "∀", "i", FunctionCall("inputs", Name("a")), Quantified("∃!", "b", None, C)
        )),
        ("∀ i ∈ goal.acceptance . c", Quantified("∀", "i", Field(Name("goal"), "acceptance"), C)),
        ("¬∃ r ∈ s . a ∧ b", Not(Quantified("∃", "r", Name("s"), And((A, B))))),
        ("a ∧ ∃ r . b ∨ c", And((A, Quantified("∃", "r", None, Or((B, C)))))),
        ("(∃ r . a) ∧ b", And((Quantified("∃", "r", None, A), B))),
    ],
)  # fmt: skip
def test_a_text_is_this_tree(text: str, tree: Formula) -> None:
    assert parse(text) == tree


@pytest.mark.parametrize(
    "same",
    [
        ("a ∧ b", "a /\\ b", "a && b"),
        ("a ∨ b", "a \\/ b", "a || b"),
        ("¬a", "not a", "!a", "! a"),
        ("a → b", "a -> b", "a->b"),
        ("a ↔ b", "a <-> b"),
        ("x ≠ ∅", "x != empty", "x!=EMPTY"),
        ("x ≤ 1", "x <= 1"),
        ("x ≥ 1", "x >= 1"),
        ("x ∈ s", "x in s"),
        ("∀ x ∈ s . a", "forall x in s . a", "∀ x ∈ s → a", "forall x in s -> a", "∀x∈s.(a)"),
        ("∃! x . a", "exists! x . a", "∃!x.a"),
        ("G(F(a))", "G F a", "G\n\tF(a)", "((G((F((a))))))"),
    ],
)
def test_spellings_of_one_tree(same: tuple[str, ...]) -> None:
    assert {parse(text) for text in same} == {parse(same[0])}


def test_every_word_of_the_table_is_read() -> None:
    around = {"prefix": "{} a", "infix": "a {} b", "quantifier": "{} x . a", "comparison": "x {} y"}
    for row in OPERATORS:
        trees = {parse(around[row.fixity].format(word)) for word in row.words}
        assert len(trees) == 1, row.name


def test_every_example_of_the_table_is_read() -> None:
    for row in OPERATORS:
        assert {example.holds for example in row.examples} == {True, False}, row.name
        for example in row.examples:
            assert isinstance(parse(example.formula), Formula)


def test_nodes_know_where_they_stand() -> None:
    text = "G((a ∧ b) → r.x = {A | c})"
    stood = {text[node.start : node.end] for node in postorder(parse(text))}
    assert stood == {
        "a", "b", "a ∧ b", "r", "r.x", "A", "c", "{A | c}", "r.x = {A | c}", "(a ∧ b) → r.x = {A | c}", text,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "position", "expected"),
    [
        ("", 0, "a formula"),
        ("G(", 2, "a formula"),
        ("G)", 1, "a formula"),
        ("a b", 2, "an operator or the end"),
        ("G(a) b", 5, "an operator or the end"),
        ("G(a b)", 4, "an operator or `)`"),
        ("{a b} = c", 3, "an operator or `}`"),
        ("G(a", 3, "`)`"),
        ("x = {a", 6, "`}`"),
        ("G(a))", 4, "an operator or the end"),
        ("(a}", 2, "an operator or `)`"),
        ("a ∧", 3, "a formula"),
        ("x =", 3, "a term"),
        ("p(x,)", 4, "a term"),
        ("x < y < z", 6, "a connective"),
        ("r.severity", 0, "a formula"),
        ("3", 0, "a formula"),
        ("count(a)", 0, "a formula"),
        ("count(residuals)", 0, "a formula"),
        ("count(a) = x", 11, "a whole number"),
        ("count(a) = 1.5", 11, "a whole number"),
        ("x = count(a)", 4, "a term"),
        ("p(a ∧ b)", 2, "a term"),
        ("a-b", 0, "a formula"),
        ("a-b(x)", 0, "a name without hyphens"),
        ("∀ a-b . c", 2, "the variable of `∀`"),
        ("∀ x residuals . a", 4, "`∈` and a source, or `.` and the body"),
        ("∀ x ∈ residuals", 15, "`.` and the body"),
        ("∀ x ∈ residuals.r.kind = A", 26, "`.` and the body"),
        ("r. x = 1", 1, "an operator or the end"),
        ("r.a-b = 1", 2, "the name of a field"),
        ("a, b", 1, "an operator or the end"),
        ("a | b", 2, "an operator or the end"),
        ('x = "a', 4, 'a text in "…"'),
        ("x = 3a", 4, "a number or a name"),
    ],
)  # fmt: skip
def test_a_refusal_says_where_and_what_was_expected(text: str, position: int, expected: str) -> None:
    with pytest.raises(PolicySyntaxError) as caught:
        parse(text)
    assert (caught.value.position, caught.value.expected) == (position, expected)
    assert caught.value.message.startswith(f"character {position + 1}: ")


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("a and b", "Did you mean `∧` (`/\\`)?"),
        ("a until b", "Did you mean `U`?"),
        ("a s_LAST b", "Did you mean `S_last`?"),
        ("x == 1", "Did you mean `=`?"),
        ("a => b", "Did you mean `→` (`->`)?"),
        ("a | b", "Did you mean `∨` (`||`)?"),
        ("□ a", "Did you mean `G`?"),
        ("r .x = 1", "A field is written without blanks around the dot: `r.severity`."),
        ("{a}.x = 1", "Put a blank after the dot that ends the head of a quantifier."),
        ("x = 'y'", 'Text stands in double quotes: "…".'),
    ],
)
def test_a_refusal_advises(text: str, advice: str) -> None:
    with pytest.raises(PolicySyntaxError) as caught:
        parse(text)
    assert caught.value.advice == advice


@pytest.mark.parametrize("text", ["a # b", "a ; b", "a\x1b[2J", "G(à)", "a % b", "x = 1e999", "x = " + "9" * 500])
def test_nothing_is_skipped(text: str) -> None:
    with pytest.raises(PolicySyntaxError) as caught:
        parse(text)
    assert caught.value.message.isprintable()


DEEP: dict[str, Callable[[int], str]] = {
    "negations": lambda n: "¬" * n + "a",
    "brackets": lambda n: "(" * n + "a" + ")" * n,
    "operators": lambda n: "G(" * n + "a" + ")" * n,
    "implications": lambda n: " → ".join("a" * n),
    "conjunctions": lambda n: " ∧ ".join("a" * n),
    "untils": lambda n: " U ".join("a" * n),
    "mixed": lambda n: "(a ∧ (b ∨ " * (n // 2) + "c" + "))" * (n // 2),
    "quantifiers": lambda n: "∀ x . " * n + "x",
    "calls": lambda n: "f(" * n + "x" + ")" * n,
    "types": lambda n: "T(" * n + "x" + ")" * n,
    "fields": lambda n: "x" + ".y" * n + " = 1",
    "sets": lambda n: "x ∈ " + "{" * n + "}" * n,
    "comprehensions": lambda n: "s = " + "{x | y ∈ " * n + "z" + "}" * n,
}


@pytest.mark.no_cover
@pytest.mark.parametrize("shape", DEEP)
def test_depth_is_only_length(shape: str) -> None:
    tree, again = parse(DEEP[shape](10_000)), parse(DEEP[shape](10_000))
    assert tree == again
    assert hash(tree) == hash(again)
    assert repr(tree).count("(") == repr(tree).count(")")


@pytest.mark.parametrize("text", ["(" * 10_000, "∀ x ∈ " * 10_000, "a" + ")" * 10_000, "{x | " * 10_000, "¬" * 10_000])
def test_what_is_deep_and_broken_is_refused(text: str) -> None:
    with pytest.raises(PolicySyntaxError):
        parse(text)


def test_a_formula_too_long_is_refused() -> None:
    with pytest.raises(PolicySyntaxError, match="1,000,000 are read"):
        parse("a" * (LONGEST + 1))


def test_the_formulas_of_the_cases_are_read(shared: Path) -> None:
    for case in json.loads((shared / "cases/policy/cases.json").read_bytes())["cases"]:
        assert isinstance(parse(case["formula"]), Formula)


@pytest.mark.parametrize("join", [And, Or])
def test_a_junction_joins_two_or_more(join: type[And] | type[Or]) -> None:
    with pytest.raises(ValueError, match="joins two"):
        join((A,))
