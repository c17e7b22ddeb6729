"""The canonical bytes of a file are those of the standard library, whichever way they are computed (§12.4)."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tollens.core.integrity import printing
from tollens.core.integrity.by_parts import Known, content_hash_of
from tollens.core.integrity.canonical import HASH_EXCLUDE, canonical_of, content_hash, digest, hash_of
from tollens.core.wire.value import Fractions, is_plain
from tollens.runtime.hashing import hashed

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
NAMES = TEXT | st.sampled_from(["timestamp", "signatures", "a", "\uffff", "\U0001f600"])
NUMBERS = (
    st.integers()
    | st.integers(-(1 << 70), 1 << 70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.floats(1e-10, 1e-3)
    | st.floats(1e15, 1e18)
    | st.sampled_from(
        [0.0, -0.0, 1e-4, 9.999999999999999e-05, 1e16, 9999999999999998.0, 5e-324, 1.7976931348623157e308]
    )
)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=12,
)
OBJECTS = st.dictionaries(NAMES, VALUES, max_size=5)


def plainly(value: dict[str, Any]) -> bytes:
    """The canonical bytes by their definition."""
    content = {name: member for name, member in value.items() if name not in HASH_EXCLUDE}
    return json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()


WAYS = [(1 << 30, 16), (0, 1), (0, 3)]
"""The length below which a text becomes one value, and how many elements are values at a time otherwise."""


@contextmanager
def by(way: tuple[int, int]) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(printing, "_SMALL", way[0])
        patched.setattr(printing, "_AT_ONCE", way[1])
        yield


@pytest.mark.parametrize("way", WAYS)
@given(
    value=OBJECTS,
    ascii_only=st.booleans(),
    indent=st.sampled_from([None, 1, 2]),
    compact=st.booleans(),
    end=st.sampled_from(["", "\n", " \r\n"]),
)
@example(value={"a": [{"b": 1 << 64, "c": 1e-7}, 1.0]}, ascii_only=False, indent=None, compact=True, end="")
@example(value={"a": ['"', "u0022", "\\u0022"]}, ascii_only=True, indent=None, compact=True, end="")
@example(
    value={"a": [[], {}, 1], "b": [], "c": {"a": [2]}, "d": [3]}, ascii_only=False, indent=2, compact=False, end="\n"
)
@example(value={"d": 1e22, "e": -0.0, "f": True}, ascii_only=False, indent=2, compact=False, end="")
def test_bytes_are_those_of_the_standard_library(
    way: tuple[int, int], value: dict[str, Any], ascii_only: bool, indent: int | None, compact: bool, end: str
) -> None:
    separators = (",", ":") if compact else None
    data = (json.dumps(value, ensure_ascii=ascii_only, indent=indent, separators=separators) + end).encode()
    with by(way):
        found, alone = canonical_of(data), hash_of(data)
    assert found.text == plainly(value)
    assert found.digest == alone == content_hash(value)
    assert not found.ambiguous


@pytest.mark.parametrize("way", WAYS)
@given(
    first=OBJECTS,
    second=OBJECTS,
    separators=st.sampled_from([(",", ":"), (", ", ": "), (",\n  ", ": ")]),
    at=st.integers(0, 2),
)
def test_a_repeated_member_is_never_missed(
    way: tuple[int, int], first: dict[str, Any], second: dict[str, Any], separators: tuple[str, str], at: int
) -> None:
    """At the top, in an element of a list, and in a member of a member."""
    one, two = (json.dumps(members, separators=separators)[1:-1] for members in (first, second))
    before, after = [("{", "}"), ('{"a":[', "]}"), ('{"a":{"b":', "}}")][at]
    both = f"{one}{separators[0] if first and second else ''}{two}"
    data = f"{before}{{{both}}}{after}" if at else f"{{{both}}}"
    with by(way):
        found, alone = canonical_of(data.encode()), hash_of(data.encode())
    assert found.text == plainly(json.loads(data))
    assert alone == found.digest
    assert bool(found.ambiguous) is bool(first.keys() & second.keys())


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "data",
    [
        b'{"a":1e5,"b":1e5,"b":1e5}',  # numbers are printed longer by as much as the lost member took
        b'{"a":123456789012345678.0,"b":123456789012345678.0,"":0,"":0}',
        b'{"a":1e-3,"b":1e-3,"c":[1e-3,1e-3,1e-3,1e-3,1e-3],"":0,"":0}',
        b'{\n  "a": [\n    1,\n    2\n  ],\n  "a": [\n    1,\n    2\n  ]\n}',
        b'{\n  "a": [\n    {\n      "b": 1,\n      "b": 1\n    }\n  ]\n}',
        b'{"a":"\\u0022\\u0022","b":0,"b":0}',
        b'{"a":["\\u0022\\u0022"],"b":0,"b":0}',
        b'{"signatures":[{"a":0,"a":0}]}',
        b'{"timestamp":0,"timestamp":0}',
    ],
)
def test_what_would_hide_a_repeated_member_does_not(way: tuple[int, int], data: bytes) -> None:
    with by(way):
        found = canonical_of(data)
    assert [fault.code for fault in found.ambiguous] == ["WIRE002"]
    assert found.text == plainly(json.loads(data))


@given(value=st.dictionaries(NAMES, st.lists(VALUES, max_size=80) | VALUES, max_size=4), more=st.lists(VALUES))
def test_the_hash_part_by_part_is_that_of_the_bytes(value: dict[str, Any], more: list[Any]) -> None:
    fractions = Fractions()
    try:
        read = fractions.read(json.dumps(value).encode())
    except ValueError:  # more digits than msgspec reads
        return
    longer = {name: [*held, *more] if isinstance(held, list) else held for name, held in read.items()}
    known: Known = {}
    for each in (read, longer, read):
        found = content_hash_of(each, known)
        if fractions.plain and each is not longer:
            assert found in (None, digest(plainly(each)))
            assert found is not None or not small(each)
        elif fractions.plain and found is not None and all(map(only_plain, more)):
            assert found == digest(plainly(each))


def small(value: Any) -> bool:
    """Whether all integers in a value fit in 53 bits."""
    if isinstance(value, dict | list):
        return all(map(small, value.values() if isinstance(value, dict) else value))
    return not isinstance(value, int) or abs(value) < 1 << 53


def only_plain(value: Any) -> bool:
    """Whether all fractions in a value are printed alike by all languages."""
    if isinstance(value, dict | list):
        return all(map(only_plain, value.values() if isinstance(value, dict) else value))
    return not isinstance(value, float) or is_plain(value)


def test_parts_of_two_traces_are_printed_once() -> None:
    first = {"actions": [{"id": at, "cost": 0.25} for at in range(100)], "timestamp": "now"}
    second = {**first, "actions": [*first["actions"][:99], {"id": 7}], "artifacts": []}
    known: Known = {}
    assert [content_hash_of(each, known) for each in (first, second)] == [
        digest(plainly(first)),
        digest(plainly(second)),
    ]
    assert len(known) == 5  # three parts of both, the last one of each; the one without elements is none


@settings(max_examples=5)
@given(st.lists(OBJECTS, min_size=20, max_size=40))
@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_what_is_called_portable_is_so_in_javascript(values: list[dict[str, Any]]) -> None:
    texts = [json.dumps(value) for value in values]
    portable = {text: made.content_hash for text in texts if (made := hashed(text.encode())).portable}
    program = Path(__file__).parents[1] / "vectors/content_hash.mjs"
    said = subprocess.run(
        ["node", str(program)], input=json.dumps(list(portable)).encode(), capture_output=True, check=True
    )
    assert json.loads(said.stdout) == list(portable.values())
