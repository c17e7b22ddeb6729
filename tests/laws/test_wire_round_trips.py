"""Writing and reading are inverse, and the fast way and the thorough way of reading see the same."""

import json
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from tollens.core.model import Trace
from tollens.core.wire import decode
from tollens.core.wire.careful import printable
from tollens.core.wire.document import Document
from tollens.core.wire.encode import pretty, to_json, to_value
from tollens.core.wire.reader import read
from tollens.core.wire.value import parse
from tollens.core.wire.versions import version_faults
from tollens.testing import mutations, strategies

ANY_JSON: st.SearchStrategy[Any] = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.integers(-(2**200), 2**200),
        st.floats(allow_nan=False, allow_infinity=False),
        st.text(),
    ),
    lambda inner: st.one_of(st.lists(inner), st.dictionaries(st.text(), inner)),
    max_leaves=20,
)


def exact(value: Any) -> str:
    """Text that tells 1, 1.0 and true apart, and keeps the order of members."""
    return json.dumps(value)


@given(strategies.traces())
@settings(max_examples=25)
def test_decoding_what_was_encoded_is_the_identity(trace: Trace) -> None:
    for document in (
        Document.read(to_json(trace)),
        Document.of(to_value(trace)),
        Document.read(pretty(to_value(trace))),
    ):
        assert document.trace == trace
        assert document.faults == ()


@given(strategies.traces())
@settings(max_examples=20)
def test_the_thorough_reader_sees_what_the_fast_one_sees(trace: Trace) -> None:
    reading = read(to_value(trace))
    assert reading.trace == trace
    assert reading.faults == ()
    assert reading.spelled == ()


@given(strategies.traces().map(to_value).flatmap(mutations.mutated))
@settings(max_examples=60)
def test_the_two_readers_agree_on_damage(mutation: mutations.Mutation) -> None:
    fast = decode.convert(mutation.value)
    reading = read(mutation.value)
    if fast is not None:
        assert reading.trace == fast
        assert reading.faults == version_faults(fast.spec_version)
    else:
        assert reading.faults


@given(strategies.traces())
@settings(max_examples=20)
def test_the_normal_form_is_idempotent(trace: Trace) -> None:
    written = to_json(trace)
    assert to_json(Document.read(written).trace) == written


@given(strategies.traces().map(to_value).flatmap(mutations.mutated))
@settings(max_examples=40)
def test_a_damaged_trace_has_a_normal_form_too(mutation: mutations.Mutation) -> None:
    trace = Document.of(mutation.value).trace
    written = to_json(trace)
    again = Document.read(written).trace
    assert to_json(again) == written


@given(ANY_JSON)
@example({"a": 1e22, "b": -0.0, "c": 2**64, "d": 5e-324, "e": 1.7976931348623157e308})
@example({"\x7f\u2028": ['\\"', "\x00", "\U0010ffff"]})
def test_json_is_read_exactly(value: Any) -> None:
    for text in (json.dumps(value), json.dumps(value, ensure_ascii=False, indent=1)):
        parsed = parse(text.encode())
        assert exact(parsed.value) == exact(json.loads(text))
        assert parsed.faults == ()


@given(ANY_JSON)
def test_pretty_json_reads_back_exactly(value: Any) -> None:
    assert exact(json.loads(pretty(value))) == exact(value)


TREES: st.SearchStrategy[Any] = st.recursive(
    st.integers(0, 9),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.lists(st.tuples(st.sampled_from("abc"), inner), max_size=4).map(tuple),
    ),
    max_leaves=12,
)
"""JSON in which a tuple of pairs is an object whose members may be repeated."""


def text_of(tree: Any) -> str:
    match tree:
        case tuple():
            return "{" + ",".join(f'"{name}":{text_of(held)}' for name, held in tree) + "}"
        case list():
            return "[" + ",".join(map(text_of, tree)) + "]"
        case _:
            return str(tree)


def repeats(tree: Any) -> int:
    """Members that are repeated anywhere in what the last of each name holds."""
    match tree:
        case tuple():
            last = dict(tree)
            return len(tree) - len(last) + sum(map(repeats, last.values()))
        case list():
            return sum(map(repeats, tree))
        case _:
            return 0


@given(TREES, st.booleans())
def test_every_repeated_member_is_reported(tree: Any, large: bool) -> None:
    text = f'[{text_of(tree)},"{"x" * 70_000 if large else ""}"]'
    parsed = parse(text.encode())
    assert exact(parsed.value) == exact(json.loads(text))
    assert [fault.code for fault in parsed.faults] == ["WIRE002"] * repeats(tree)


ODD: st.SearchStrategy[Any] = st.recursive(
    st.one_of(st.floats(), st.text(st.characters(codec=None, categories=["Cs", "Lu"]), max_size=3), st.integers(0, 3)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(["a", "\ud800"]), inner)),
    max_leaves=8,
)


@given(ODD.map(json.dumps))
def test_what_is_mended_can_be_written_and_what_is_not_odd_is_untouched(text: str) -> None:
    mended = printable(json.loads(text))
    assert parse(json.dumps(mended, ensure_ascii=False).encode()).faults == ()
    if not parse(text.encode()).faults:
        assert exact(mended) == text


@given(ODD.map(lambda value: json.dumps({"x": value})))
def test_odd_values_are_said_alike_of_text_and_of_a_program(text: str) -> None:
    assert Document.of(json.loads(text)).faults == Document.read(text.encode()).faults
