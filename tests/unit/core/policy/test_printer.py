"""Tree to text: as policies are written, with brackets where they are needed, in both alphabets."""

import pytest

from tollens.core.policy.operators import OPERATORS
from tollens.core.policy.parser import parse
from tollens.core.policy.printer import printed
from tollens.core.policy.syntax import Atom, Node, Not, Term, Unary


@pytest.mark.parametrize(
    ("text", "ascii"),
    [
        ("G(EditFile → P(ReadFile))", "G(EditFile -> P(ReadFile))"),
        ("a ∧ b ∨ ¬c", "a /\\ b \\/ not c"),
        ("a ∧ (b ∨ c)", "a /\\ (b \\/ c)"),
        ("(a → b) → c", "(a -> b) -> c"),
        ("a → b → c", "a -> b -> c"),
        ("a ↔ (b ↔ c)", "a <-> (b <-> c)"),
        ("(¬a) U (b S_last c)", "(not a) U (b S_last c)"),
        ("¬(r.severity ≥ High)", "not (r.severity >= High)"),
        ("¬∃ r ∈ residuals . a ∧ b", "not exists r in residuals . a /\\ b"),
        ("(∃ r . a) ∧ b", "(exists r . a) /\\ b"),
        ("¬(∃ r . a) ∧ b", "not (exists r . a) /\\ b"),
        ("G(∀ i ∈ inputs(a) . ∃! b . b < a)", "G(forall i in inputs(a) . exists! b . b < a)"),
        ("x ∈ {y.id | f(y)}", "x in {y.id | f(y)}"),
        ("count((residuals)) ≤ 3", "count((residuals)) <= 3"),
        ("count(residuals) ≤ 3", "count(residuals) <= 3"),
        ("rationale ≠ ∅", "rationale != empty"),
        ('x = "é\\u200e\\n\\""', 'x = "\\u00e9\\u200e\\n\\""'),
        ("ref_model(a-b)", "ref_model(a-b)"),
        ("x = -1.5", "x = -1.5"),
        ("x = 1e+16", "x = 1e+16"),
        ("p() ∧ true", "p() /\\ true"),
    ],
)
def test_a_tree_is_printed_as(text: str, ascii: str) -> None:
    tree = parse(text)
    assert printed(tree) == text
    assert printed(tree, ascii=True) == ascii
    assert parse(ascii) == tree


def test_ascii_is_ascii() -> None:
    for row in OPERATORS:
        for example in row.examples:
            assert printed(parse(example.formula), ascii=True).isascii()


def test_what_is_printed_can_be_shown() -> None:
    assert printed(parse('x = "\\u001b[2J\\ud800\\u2028"')) == 'x = "\\u001b[2J\\ud800\\u2028"'


def test_depth_is_only_length() -> None:
    tree: Not | Unary | Atom = Atom("a")
    for number in range(10_000):
        tree = Unary("G", tree) if number % 2 else Not(tree)
    assert parse(printed(tree)) == tree
    assert parse(printed(tree, ascii=True)) == tree


def test_what_is_no_construct_is_refused() -> None:
    class Foreign(Term, frozen=True, eq=False):
        pass

    node: Node = Foreign()
    with pytest.raises(TypeError, match="Foreign is no construct"):
        printed(node)  # type: ignore[arg-type]
