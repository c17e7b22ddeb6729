"""A Document: the value exactly as read beside the trace."""

import json
from typing import Any

import pytest

from tests.unit.core.wire.places import EXAMPLE, whole
from tollens.core.errors import MisuseError, UnreadableError
from tollens.core.wire.document import Document


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"[]", "an array"),
        (b'"x"', "a string"),
        (b"7", "a number"),
        (b"7.5", "a number"),
        (b"true", "a boolean"),
        (b"null", "null"),
    ],
)
def test_what_is_no_object_is_no_trace(data: bytes, what: str) -> None:
    message = f"a trace is a JSON object, and this is {what}"
    with pytest.raises(UnreadableError) as caught:
        Document.read(data)
    assert caught.value.message == message
    with pytest.raises(UnreadableError) as caught:
        Document.of(json.loads(data))
    assert caught.value.message == message


def test_the_value_is_as_read() -> None:
    text = '{"z": 1.0, "trace_id": "é", "a": [1e2, 1, -0.0, 12345678901234567890123]}'
    document = Document.read(text.encode())
    assert json.dumps(document.value, ensure_ascii=False) == text.replace("1e2", "100.0")
    assert list(document.value) == ["z", "trace_id", "a"]


def test_a_file_that_decodes_at_once_keeps_its_value_too() -> None:
    data = EXAMPLE.read_bytes()
    document = Document.read(data)
    assert document.faults == ()
    assert document.value == json.loads(data)
    assert document.value is document.value
    assert list(document.value) == list(json.loads(data))


def test_reading_bytes_and_reading_the_value_agree() -> None:
    value = {**whole(), "x": 1}
    value["artifacts"][0]["name"] = 3
    document, again = Document.read(json.dumps(value).encode()), Document.of(value)
    assert (document.trace, document.faults, document.spelled) == (again.trace, again.faults, again.spelled)


@pytest.mark.parametrize(("text", "version"), [('"1.4"', "1.4"), ('""', None), ("1.4", None), ("null", None)])
def test_the_version_is_as_stated(text: str, version: str | None) -> None:
    assert Document.read(f'{{"spec_version": {text}}}'.encode()).spec_version == version


def test_the_version_may_be_absent() -> None:
    assert Document.read(b"{}").spec_version is None


def test_the_last_of_repeated_members_is_read() -> None:
    document = Document.read(b'{"trace_id": "first", "trace_id": "last"}')
    assert document.trace.trace_id == "last"
    assert document.faults[0].code == "WIRE002"


def test_odd_text_is_read_mended_and_kept_as_it_was() -> None:
    document = Document.read(b'{"trace_id": "a\\ud800", "policies": [{"formula": [NaN, "\\udfff"]}]}')
    assert document.trace.trace_id == "a\ufffd"
    assert document.value["trace_id"] == "a\ud800"
    kept = document.trace.policies[0]
    assert kept.value.value == {"formula": [None, "\ufffd"]}  # type: ignore[union-attr]
    assert [fault.path for fault in document.faults[:3]] == [
        "/trace_id",
        "/policies/0/formula/0",
        "/policies/0/formula/1",
    ]


def test_a_value_from_a_program_is_held_to_the_limits_of_text() -> None:
    def nested(levels: int) -> Any:
        value: Any = 1
        for _ in range(levels):
            value = [value]
        return {"x": value}

    assert Document.of(nested(699)).faults[-1].code == "WIRE020"
    for levels in (700, 100_000):
        with pytest.raises(UnreadableError, match="nested deeper than 700 levels"):
            Document.of(nested(levels))
    with pytest.raises(UnreadableError, match="an integer of more than 4300 digits"):
        Document.of({"x": 10**4300})


def test_a_value_that_holds_itself_is_refused() -> None:
    value: dict[str, Any] = {}
    value["x"] = [value]
    with pytest.raises(UnreadableError, match="nested deeper"):
        Document.of(value)


@pytest.mark.parametrize("held", [object(), {1, 2}, b"x"])
def test_a_value_of_no_json_type_is_misuse(held: Any) -> None:
    with pytest.raises(MisuseError, match="no JSON value"):
        Document.of({"x": held})


@pytest.mark.parametrize(("held", "code"), [(float("nan"), "WIRE003"), ("\ud800", "WIRE004")])
def test_odd_values_of_a_program_are_said_like_odd_text(held: Any, code: str) -> None:
    document = Document.of({"x": [held]})
    assert (document.faults[0].code, document.faults[0].path) == (code, "/x/0")


def test_to_bytes_is_the_value_indented() -> None:
    document = Document.read(b'{"z": 1, "trace_id": "t"}')
    assert document.to_bytes() == b'{\n  "z": 1,\n  "trace_id": "t"\n}\n'


@pytest.mark.parametrize(
    ("value", "what"),
    [
        ({"a": [{1: 2}]}, "the name of a member is of the type int at /a/0"),
        ({None: 1}, "the name of a member is of the type NoneType at its top"),
        ({"a": (1, 2)}, "a value of the type tuple stands at /a"),
        ({"artifacts": [{"metadata": {"x": b""}}]}, "a value of the type bytes stands at /artifacts/0/metadata/x"),
        (b"x", "a value of the type bytes stands at its top"),
    ],
)
def test_misuse_says_where(value: Any, what: str) -> None:
    with pytest.raises(MisuseError) as caught:
        Document.of(value)
    assert caught.value.message == f"no JSON value: {what}"
