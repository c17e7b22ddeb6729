"""The tree: equality without places, walks without recursion, and little traces that are traces."""

import json

import pytest

import tollens
from tollens.core.policy.examples import example_trace, told
from tollens.core.policy.operators import BY_WORD, OPERATORS, Example, Operator, Step
from tollens.core.policy.syntax import And, Atom, Compare, Field, Formula, Name, Not, Number, Or, SetLiteral, postorder
from tollens.core.policy.syntax import FunctionCall as Call
from tollens.core.policy.words import constructors, families, fold

A, B = Atom("a"), Atom("b")


def test_places_do_not_count() -> None:
    assert Atom("a", start=3, end=4) == A
    assert hash(Atom("a", start=3, end=4)) == hash(A)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (A, B),
        (Atom("a"), Name("a")),
        (And((A, B)), Or((A, B))),
        (And((A, B)), And((B, A))),
        (And((A, B)), And((A, B, A))),
        (Number(1), Number(1.0)),
        (Number(1), Number(True)),
        (SetLiteral((SetLiteral(()), Name("a"))), SetLiteral((SetLiteral((Name("a"),)),))),
        (A, "a"),
    ],
)
def test_what_differs_is_not_equal(one: object, other: object) -> None:
    assert one != other
    assert len({one, other}) == 2


def test_a_tree_shows_as_what_makes_it() -> None:
    tree = Compare(Field(Call("inputs", Name("a")), "x"), "=", SetLiteral((Number(1), Name("b"))))
    assert (
        repr(tree) == "Compare(Field(FunctionCall('inputs', Name('a')), 'x'), '=', SetLiteral((Number(1), Name('b'))))"
    )
    assert repr(SetLiteral((Name("b"),))) == "SetLiteral((Name('b'),))"


@pytest.mark.no_cover
def test_depth_is_only_memory() -> None:
    def deep() -> Formula:
        tree: Formula = A
        for _ in range(100_000):
            tree = Not(tree)
        return tree

    one, other = deep(), deep()
    assert one == other
    assert hash(one) == hash(other)
    assert sum(1 for _ in postorder(one)) == 100_001
    assert repr(one).endswith("Atom('a'" + ")" * 100_001)


def test_no_word_means_two_operators() -> None:
    assert len(BY_WORD) == sum(len(row.words) for row in OPERATORS)


@pytest.mark.parametrize("row", OPERATORS, ids=lambda row: row.name)
def test_the_little_traces_are_traces(row: Operator) -> None:
    for example in row.examples:
        assert tollens.validate(json.dumps(example_trace(example)).encode()).valid, told(example)


def test_a_little_trace_is_told_in_a_line() -> None:
    step = Step("Verify", "a.py", ("m",), ("v",), 0)
    assert told(Example("true", (step,), True, ("low",))) == "Verify a.py uses m makes v exit 0; open residuals: low"
    assert told(Example("true", (), True)) == "no action"
    assert example_trace(Example("true", (Step("RunTests", exit_code=1),), True))["actions"][0]["evidence"] == [
        {"type": "CommandOutput", "ref": "output", "exit_code": 1}
    ]


def test_a_constructor_folds_to_its_word() -> None:
    for family in families():
        for constructor, word in constructors(family).items():
            assert fold(constructor) == fold(word), f"{family.__name__}.{constructor}"
