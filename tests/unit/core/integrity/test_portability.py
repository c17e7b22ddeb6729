"""What other languages would hash otherwise is named with its place, and nothing else is (§12.4)."""

import json

import pytest

from tollens.core.diagnostics import Diagnostic
from tollens.core.integrity.canonical import canonical_of
from tollens.core.integrity.portability import PLACES, remarks


def found(text: str) -> tuple[Diagnostic, ...]:
    return remarks(canonical_of(text.encode()), lambda: json.loads(text))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"a": [1, 0.5, "1.0", true, null, 9007199254740991]}', []),
        ('{"a": [1, {"b": 1.0}]}', [("HASH001", "/a/1/b")]),
        ('{"a": -0.0}', [("HASH001", "/a")]),
        ('{"a": 1e-7, "b": 1e22}', [("HASH002", "/a"), ("HASH002", "/b")]),
        ('{"a": 9007199254740992, "b": -9007199254740992}', [("HASH003", "/a"), ("HASH003", "/b")]),
        ('{"a": {"\U0001f600": 1}, "\U0001f600": 1}', [("HASH004", "/\U0001f600"), ("HASH004", "/a/\U0001f600")]),
        ('{"a": "\U0001f600"}', []),
        ('{"timestamp": 1.0, "signatures": [1e99, {"\U0001f600": 1}]}', []),
        ('{"a": 1, "a": 2}', [("WIRE002", "/a")]),
        ('{"a": NaN, "b": 1.0}', [("WIRE003", "/a"), ("HASH001", "/b")]),
    ],
)
def test_places(text: str, said: list[tuple[str, str]]) -> None:
    assert [(each.code, each.path) for each in found(text)] == said


def test_many_places_are_counted() -> None:
    said = found(json.dumps({"a": [1.0] * (PLACES + 5)}))
    assert len(said) == PLACES + 1
    assert said[-1].message.endswith("(5 more places)")


def test_a_portable_trace_is_not_looked_through() -> None:
    def never() -> dict[str, object]:
        raise AssertionError

    assert remarks(canonical_of(b'{"a": [1, 0.5, "e"]}'), never) == ()
