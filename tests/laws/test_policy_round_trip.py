"""Reading what was printed is the identity, in both alphabets; any other text is read, or refused with a place."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from tollens.core.errors import PolicySyntaxError
from tollens.core.policy.lint import level, lint
from tollens.core.policy.operators import BY_WORD
from tollens.core.policy.parser import parse
from tollens.core.policy.printer import printed
from tollens.core.policy.syntax import Formula
from tollens.testing.formulas import formulas

WORDS = [*sorted(BY_WORD), "(", ")", "{", "}", ",", "|", ".", " . ", ".x", "a", "T(", "f(", "count(", "3", '"t"', "∅"]


@given(formulas(), st.booleans())
@settings(max_examples=60)
def test_reading_what_was_printed_is_the_identity(formula: Formula, ascii: bool) -> None:
    text = printed(formula, ascii)
    again = parse(text)
    assert again == formula, text
    assert hash(again) == hash(formula)
    assert printed(again, ascii) == text
    assert text.isascii() or not ascii


@given(formulas())
@settings(max_examples=25)
def test_blanks_do_not_count(formula: Formula) -> None:
    text = printed(formula)
    if '"' not in text:
        assert parse(re.sub(r" (?!\.)", "  \t\n", text)) == formula


@given(formulas())
@settings(max_examples=25)
def test_brackets_around_the_whole_do_not_count(formula: Formula) -> None:
    assert parse(f"(({printed(formula)}))") == formula


@given(formulas())
@settings(max_examples=25)
def test_a_formula_is_checked_in_any_shape(formula: Formula) -> None:
    told = lint(parse(printed(formula)))
    assert told == lint(parse(printed(formula)))
    assert {(d.code, d.severity, d.hint) for d in lint(formula)} == {(d.code, d.severity, d.hint) for d in told}
    assert level(formula) == level(parse(printed(formula)))


@given(st.one_of(st.text(max_size=30), st.lists(st.sampled_from(WORDS), max_size=25).map(" ".join)))
@settings(max_examples=60)
def test_any_text_is_read_or_refused_with_a_place(text: str) -> None:
    try:
        formula = parse(text)
    except PolicySyntaxError as refusal:
        assert 0 <= refusal.position <= len(text)
        assert refusal.message.isprintable()
    else:
        assert parse(printed(formula)) == formula


@given(formulas(), st.data())
@settings(max_examples=60)
def test_a_damaged_formula_is_read_or_refused_with_a_place(formula: Formula, data: st.DataObject) -> None:
    text = printed(formula)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 3)))
    test_any_text_is_read_or_refused_with_a_place.hypothesis.inner_test(  # type: ignore[attr-defined]
        text[:start] + data.draw(st.sampled_from(["", *WORDS])) + text[end:]
    )
