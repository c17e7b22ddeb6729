"""Bytes to a JSON value: what is refused, where, and what is reported."""

import bz2
import gzip
import math
import tracemalloc
from typing import Any

import pytest

from tollens.core.diagnostics import Diagnostic
from tollens.core.errors import UnreadableError
from tollens.core.wire.careful import MOST_PLACES, printable
from tollens.core.wire.limits import MAX_DEPTH, MAX_DIGITS
from tollens.core.wire.value import nothing_lost, parse

LONG = b'{"pad":"' + b"x" * 70_000 + b'",'
"""Pushes an object past the size at which another parser does the proving."""


def refused(data: bytes) -> UnreadableError:
    with pytest.raises(UnreadableError) as caught:
        parse(data)
    return caught.value


def found(data: bytes) -> list[tuple[str, str, str]]:
    return [(fault.code, fault.severity, fault.path) for fault in parse(data).faults]


def test_plain_json_has_nothing_said_about_it() -> None:
    data = '{"a":[1,-2.5,true,null,"é\\u0001\\"\\\\ \u2028"]}'.encode()
    assert parse(data) == ({"a": [1, -2.5, True, None, 'é\x01"\\ \u2028']}, ())


def test_a_byte_order_mark_is_skipped_and_said() -> None:
    parsed = parse(b'\xef\xbb\xbf{"a":1}')
    message = "The file begins with a byte order mark, which was skipped"
    assert parsed == ({"a": 1}, (Diagnostic("WIRE005", "info", "", message),))


@pytest.mark.parametrize(
    ("encoding", "name"),
    [("utf-16", "UTF-16"), ("utf-32", "UTF-32")],
)
def test_wide_encodings_are_named(encoding: str, name: str) -> None:
    error = refused('{"a":1}'.encode(encoding))
    assert error.message == f"the file is {name}, not UTF-8"
    assert error.advice == "Save it as UTF-8."


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_wide_encodings_without_a_mark_are_guessed(encoding: str) -> None:
    assert refused('{"a":1}'.encode(encoding)).message == "the file looks like UTF-16, not UTF-8"


def test_a_compressed_file_is_told_as_one() -> None:
    for packed, name in ((gzip.compress(b"{}"), "gzip"), (bz2.compress(b"{}"), "bzip2"), (b"PK\x03\x04x", "zip")):
        assert refused(packed).message == f"the file is compressed with {name}"


@pytest.mark.parametrize("bad", [b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf8\x88\x80\x80\x80"])
def test_bad_utf8_is_placed(bad: bytes) -> None:
    error = refused(b'{\n  "a": "' + bad + b'"}')
    assert (error.line, error.column) == (2, 9)
    assert error.message == f"no UTF-8: byte 0x{bad[0]:02x} at line 2, byte 9"


@pytest.mark.parametrize(
    ("data", "line", "column"),
    [
        (b'{"a": 1', 1, 8),
        (b'{\n "a": "b', 2, 7),
        (b'{"a": 1} x', 1, 10),
        (b'{"a": 1,}', 1, 9),
        (b"{'a': 1}", 1, 2),
        (b'{"a": 01}', 1, 8),
        (b'{"a": "\x01"}', 1, 8),
        (b'{"a": tru}', 1, 7),
        (b'{"a": "\\x"}', 1, 8),
    ],
)
def test_what_is_no_json_is_placed(data: bytes, line: int, column: int) -> None:
    error = refused(data)
    assert error.message.startswith(f"no JSON at line {line} column {error.column}: ")
    assert abs((error.column or 0) - column) <= 1  # some versions of Python point at the comma, some behind it
    assert error.line == line


@pytest.mark.parametrize("data", [b"", b" \n "])
def test_an_empty_file_is_named_as_such(data: bytes) -> None:
    assert refused(data).message == "the file is empty"


@pytest.mark.parametrize("opening", [b"[", b'{"a":'])
def test_nesting_ends_at_700_levels(opening: bytes) -> None:
    closing = b"]" if opening == b"[" else b"}"

    def nested(levels: int) -> bytes:
        return opening * levels + (b"" if opening == b"[" else b"1") + closing * levels

    assert parse(nested(MAX_DEPTH)).faults == ()
    error = refused(nested(MAX_DEPTH + 1))
    column = MAX_DEPTH * len(opening) + 1
    assert error.message == f"nested deeper than 700 levels at line 1 column {column}"
    assert (error.line, error.column) == (1, column)


def test_far_deeper_nesting_is_refused_alike() -> None:
    assert "nested deeper than 700 levels" in refused(b"[" * 1_000_000).message
    assert "nested deeper than 700 levels" in refused(LONG + b'"a":' + b"[" * 701 + b"]" * 701 + b"}").message


def test_brackets_in_strings_do_not_nest() -> None:
    assert parse(b'{"a":"' + b"[" * 5000 + b'"}').value == {"a": "[" * 5000}


@pytest.mark.parametrize("sign", [b"", b"-"])
def test_integers_end_at_4300_digits(sign: bytes) -> None:
    assert parse(b'{"a":' + sign + b"9" * MAX_DIGITS + b"}").value == {"a": int(sign + b"9" * MAX_DIGITS)}
    error = refused(b'{"a":\n' + sign + b"9" * (MAX_DIGITS + 1) + b"}")
    assert error.message == f"an integer of more than 4300 digits at line 2 column {1 + len(sign)}"
    assert error.line == 2


def test_long_fractions_are_no_long_integers() -> None:
    assert parse(b'{"a":0.' + b"3" * 9000 + b"}").value == {"a": 0.3333333333333333}
    assert parse(b'{"a":"' + b"3" * 9000 + b'"}').value == {"a": "3" * 9000}


@pytest.mark.parametrize("prefix", [b"{", LONG], ids=["small", "large"])
def test_every_repeated_member_is_placed(prefix: bytes) -> None:
    data = prefix + b'"a":1,"b":[{"c":1,"c":2},{"d/e":{"f":0,"f":1,"f":2}}],"a":3}'
    parsed = parse(data)
    assert parsed.value["a"] == 3
    assert parsed.value["b"] == [{"c": 2}, {"d/e": {"f": 2}}]
    assert found(data) == [
        ("WIRE002", "error", "/a"),
        ("WIRE002", "error", "/b/0/c"),
        ("WIRE002", "error", "/b/1/d~1e/f"),
        ("WIRE002", "error", "/b/1/d~1e/f"),
    ]


def test_a_repeated_member_cannot_hide_behind_escaped_quotes() -> None:
    data = rb'{"a":"x","a":"\"\"\u0022\u0022\u0022\u0022"}'
    assert found(data) == [("WIRE002", "error", "/a")]
    assert found(rb'{"\u0061":1,"a":2}') == [("WIRE002", "error", "/a")]


@pytest.mark.parametrize("number", [b"NaN", b"Infinity", b"-Infinity", b"1e400", b"-1e400"])
@pytest.mark.parametrize("prefix", [b"{", LONG], ids=["small", "large"])
def test_what_is_no_number_of_json_is_placed(number: bytes, prefix: bytes) -> None:
    data = prefix + b'"a":[0,' + number + b"]}"
    assert not math.isfinite(parse(data).value["a"][1])
    assert found(data) == [("WIRE003", "error", "/a/1")]


@pytest.mark.parametrize("half", [rb"\ud800", rb"\udfff", rb"\udc00\ud800", rb"x\uD83Dy"])
def test_half_a_surrogate_pair_is_placed(half: bytes) -> None:
    assert found(b'{"a":["' + half + b'"]}') == [("WIRE004", "error", "/a/0")]


def test_a_whole_surrogate_pair_is_a_character() -> None:
    assert parse(rb'{"a":"\ud83d\ude00"}') == ({"a": "\U0001f600"}, ())


def test_a_surrogate_in_a_name_is_shown_as_an_escape() -> None:
    assert found(rb'{"a\ud800":1}') == [("WIRE004", "error", "/a\\ud800")]


def test_faults_come_in_the_order_of_the_text() -> None:
    data = rb'{"a":NaN,"b":"\ud800","c":{"d":1,"d":1},"e":Infinity}'
    assert [path for _, _, path in found(data)] == ["/a", "/b", "/c/d", "/e"]


def test_a_deep_oddity_costs_memory_like_a_shallow_one() -> None:
    width = 20_000
    data = b"[" * 690 + b"0," * width + b"NaN" + b"]" * 690
    tracemalloc.start()
    faults = parse(data).faults
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert [fault.path for fault in faults] == [f"{'/0' * 689}/{width}"]
    assert peak < 500 * width


def test_very_many_places_are_counted() -> None:
    name = b"x" * 1_000
    data = b'{"' + name + b'":[' + b"NaN," * 2_000 + rb'"\ud800"]}'
    faults = parse(data).faults
    assert sum(len(fault.path) for fault in faults) < MOST_PLACES + 2_000
    *placed, numbers, halves = faults
    assert {fault.code for fault in placed} == {"WIRE003"}
    assert numbers.code == "WIRE003"
    assert numbers.message.endswith(f" ({2_000 - len(placed)} more places)")
    assert (halves.code, halves.message[-15:]) == ("WIRE004", "(1 more places)")


@pytest.mark.parametrize(
    ("value", "mended"),
    [
        ({"a": [float("nan"), 1.5, "x"]}, {"a": [None, 1.5, "x"]}),
        ({"\ud800": "\udfffé"}, {"\ufffd": "\ufffdé"}),
        ([], []),
        (float("inf"), None),
    ],
)
def test_printable_mends_a_copy(value: Any, mended: Any) -> None:
    before = repr(value)
    assert printable(value) == mended
    assert repr(value) == before


_FILLER = b'"filler":[' + b",".join(b'{"n":[%d,{"a":"b\\"c"}]}' % number for number in range(60_000)) + b"]"
"""Enough elements that a text is looked at in parts."""


@pytest.mark.parametrize(
    ("last", "complete"),
    [
        (b'"b":[{"c":1}],"q\\"":{"d":2}', True),
        (b'"b":[{"c":1,"c":2}]', False),
        (b'"b":[{"c":{"d":1,"d":"\\"\\""}}]', False),
        (b'"b":{"c":{"d":1,"d":2}}', False),
        (b'"filler":[]', False),
        (b'"b":"\\u0022"', False),
        (b'"b":' + b"[" * 300 + b"]" * 300, False),
        (b'"b":[' + b"9" * 5000 + b"]", False),
    ],
)
def test_a_large_text_is_proved_whole_in_parts(last: bytes, complete: bool) -> None:
    assert len(_FILLER) > 1 << 20
    for text in (b"{" + last + b"," + _FILLER + b"}", b"{" + _FILLER + b"," + last + b"}"):
        assert nothing_lost(text) is complete


def test_a_large_text_that_is_no_object_proves_nothing() -> None:
    assert not nothing_lost(b"[{" + _FILLER + b"}]")
