"""YAML is read as JSON's own values under limits, and written so that it reads back equal."""

import sys
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tollens.core.errors import MissingExtraError, MisuseError, UnreadableError
from tollens.runtime.yaml_files import read_yaml, write_yaml


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a: no", {"a": "no"}),
        (
            "a: [yes, on, ~, 0x10, 0o7, 2020-01-01, 1_000, .5, 1:30, =, .nan]",
            {"a": ["yes", "on", "~", "0x10", "0o7", "2020-01-01", "1_000", ".5", "1:30", "=", ".nan"]},
        ),
        ("[true, false, null, 1, -2, 1.5, 1e3, 1E-2]", [True, False, None, 1, -2, 1.5, 1000.0, 0.01]),
        ("a:", {"a": None}),
        ("'1'", "1"),
        ("1: x", {"1": "x"}),
        ("null: x", {"null": "x"}),
        ("a: &x [1]\nb: *x", {"a": [1], "b": [1]}),
        ("a: |\n  b\n  c\n", {"a": "b\nc\n"}),
        ("\ufeffa: 1", {"a": 1}),
        ("", None),
    ],
)
def test_only_the_scalars_of_json_are_known(text: str, value: object) -> None:
    read, repeated = read_yaml(text.encode())
    assert repr(read) == repr(value)  # tells 1, 1.0 and true apart
    assert repeated == ()


def test_a_repeated_member_is_reported_and_the_last_one_counts() -> None:
    assert read_yaml(b"a: 1\nb:\n- c: 1\n  c: 2\n  c: 3\na: 4") == (
        {"a": 4, "b": [{"c": 3}]},
        ("/b/0/c", "/b/0/c", "/a"),
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"a: !!python/object/apply:os.system [x]", "the tag .* is refused"),
        (b"a: !x y", "the tag '!x' is refused"),
        (b"a: !!str 1", "the tag .* is refused"),
        (b"a: [", r"line 2, column 1"),
        (b"- &a [*a]", "stands for nothing before it"),
        (b"? [1]\n: 2", "name of a member must be a string"),
        (b"? {a: 1}\n: 2", "name of a member must be a string"),
        (b"&a [1]\n---\n2", "more than one YAML document"),
        (b"\xff", "no UTF-8"),
        (b"a: \x07", "no YAML"),
        (b"a: b\tc: d: e\n x", "line"),
        (b"1" * 4301, "4,300 digits"),
        (b"[" * 701 + b"]" * 701, "nested deeper than 700"),
        (b"a: &a " + b"[" * 400 + b"]" * 400 + b"\nb: " + b"[" * 400 + b"*a" + b"]" * 400, "nested deeper than 700"),
    ],
)
def test_what_is_no_trace_is_refused_with_a_reason(text: bytes, message: str) -> None:
    with pytest.raises(UnreadableError, match=message):
        read_yaml(text)


def test_depth_and_digits_at_the_limit_are_read() -> None:
    value, _ = read_yaml(b"[" * 700 + b"]" * 700)
    assert isinstance(value, list)
    assert read_yaml(b"1" * 4300)[0] == int("1" * 4300)


def test_aliases_that_multiply_are_stopped() -> None:
    levels = "".join(f"a{n}: &a{n} [*a{n - 1},*a{n - 1},*a{n - 1}]\n" for n in range(1, 40))
    with pytest.raises(UnreadableError, match="aliases repeat far more"):
        read_yaml(f"a0: &a0 [1,1]\n{levels}".encode())


def test_the_extra_is_named_when_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "yaml", None)
    with pytest.raises(MissingExtraError) as raised:
        read_yaml(b"a: 1")
    assert raised.value.advice == 'pip install "tollens[yaml]"'


text = st.text(st.characters(exclude_categories=["Cs"]), max_size=30) | st.text(
    " \n-:?#ab|>'\"\t\r0123eE.~", max_size=30
)
scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | text
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(text, inner, max_size=4),
    max_leaves=12,
)


@given(values)
def test_what_is_written_reads_back_equal(value: Any) -> None:
    assert repr(read_yaml(write_yaml(value))) == repr((value, ()))


def test_deep_values_are_written_without_recursion() -> None:
    deep: list[Any] = []
    for _ in range(699):
        deep = [deep]
    assert read_yaml(write_yaml(deep))[0] == deep


@pytest.mark.parametrize("value", [[float("nan")], [float("inf")], ["\ud800"]])
def test_what_has_no_form_in_json_is_refused(value: object) -> None:
    with pytest.raises(MisuseError):
        write_yaml(value)


def test_the_limit_of_digits_leaves_the_sign_out() -> None:
    assert read_yaml(b"-" + b"9" * 4300)[0] == int("-" + "9" * 4300)
    with pytest.raises(UnreadableError, match="more than 4,300 digits"):
        read_yaml(b"-" + b"9" * 4301)


@pytest.mark.parametrize(
    ("opening", "inner"),
    [("&a [", "0, " * 20_000), ("[", "{" + "a: 1, " * 20_000 + "}")],
    ids=["anchors", "repeated members"],
)
def test_depth_and_width_do_not_multiply(opening: str, inner: str) -> None:
    shallow, deep = (seconds(opening * levels + inner + "]" * levels) for levels in (10, 600))
    assert deep < 10 * max(shallow, 0.05)


def seconds(text: str) -> float:
    start = time.process_time()
    read_yaml(text.encode())
    return time.process_time() - start
