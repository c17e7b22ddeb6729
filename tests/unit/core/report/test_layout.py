"""The lines on which elements begin are those that a reader would count, or none."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.core.derive.traces import action, document
from tollens.core.graph.index import Index
from tollens.core.report.layout import lines_of_elements
from tollens.core.report.places import Places
from tollens.core.wire.encode import pretty, to_value
from tollens.testing import strategies


def check_lines(value: dict[str, Any], data: bytes) -> None:
    """Each line begins an element: what stands before it closes and reopens to the same number of elements."""
    found = lines_of_elements(data)
    lines = data.split(b"\n")
    for member, numbers in found.items():
        held = value[member]
        assert len(numbers) == len(held)
        for number, element in zip(numbers, held, strict=True):
            rest = b"\n".join(lines[number - 1 :]).decode("utf-8", "surrogatepass").lstrip(" ")
            assert json.JSONDecoder().raw_decode(rest)[0] == element


@given(strategies.traces())
def test_any_trace_as_it_is_written(trace: Any) -> None:
    value = json.loads(json.dumps(to_value(trace)))
    data = pretty(value)
    check_lines(value, data)
    lists = {name for name, held in value.items() if isinstance(held, list) and held and name.isidentifier()}
    assert lists <= set(lines_of_elements(data))


@given(st.dictionaries(st.text(max_size=8), st.lists(strategies.json_objects(), max_size=3), max_size=3))
def test_any_object_of_lists(value: dict[str, Any]) -> None:
    check_lines(value, json.dumps(value, indent=2).encode())


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b'{"actions": [{}]}',
        b'{\r\n  "actions": [\r\n    {}\r\n  ]\r\n}',
        b'{\n    "actions": [\n        {}\n    ]\n}',
        b'{\n  "actions": [\n    {}',
        b'{\n  "actions": [\n    {}\n  ],\n  "actions": [\n    {}\n  ]\n}',
        b"\xff\xfe\x00",
    ],
)
def test_of_another_layout_no_line_is_known(data: bytes) -> None:
    assert not any(lines_of_elements(data).values())


def test_a_line_is_known_only_where_the_file_has_as_many_elements_as_the_trace() -> None:
    made = document(actions=[action(1, "ReadFile"), action(2, "ReadFile")])
    places = Places(Index(made.trace), {"actions": [5, 9], "artifacts": [3], "odd": [1]})
    assert places.line("/actions/1") == 9
    assert places.line("/actions/0/label") == 5
    for path in ("", "/actions", "/actions/2", "/actions/-", "/actions/99999999999999999999", "/artifacts/0", "/odd/0"):
        assert places.line(path) is None
