"""The canonical bytes of a file are those of the standard library, whichever way they are computed (§12.4)."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tollens.core.integrity import canonical
from tollens.core.integrity.canonical import HASH_EXCLUDE, canonical_of
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


@pytest.mark.parametrize("many", [1, 32])
@given(value=OBJECTS, ascii_only=st.booleans(), indent=st.none() | st.just(1))
@example(value={"a": [{"b": 1 << 64, "c": 1e-7}, 1.0]}, ascii_only=False, indent=None)
@example(value={"a": ['"', "u0022", "\\u0022"]}, ascii_only=True, indent=None)
def test_bytes_are_those_of_the_standard_library(
    many: int, value: dict[str, Any], ascii_only: bool, indent: int | None
) -> None:
    data = json.dumps(value, ensure_ascii=ascii_only, indent=indent).encode()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(canonical, "_AT_ONCE", many)
        assert canonical_of(data).text == plainly(value)


@given(OBJECTS, OBJECTS)
def test_a_repeated_member_is_never_missed(first: dict[str, Any], second: dict[str, Any]) -> None:
    one, two = (json.dumps(members)[1:-1] for members in (first, second))
    data = f"{{{one}{', ' if first and second else ''}{two}}}".encode()
    found = canonical_of(data)
    assert found.text == plainly(json.loads(data))
    assert bool(found.ambiguous) is bool(first.keys() & second.keys())


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
