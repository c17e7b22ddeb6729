"""What two traces have in common is read once: the values are those that reading each by itself gives."""

import json
from typing import Any

import msgspec
import pytest

from tollens.core.validate.rule import MINIMAL
from tollens.core.wire.document import Document
from tollens.core.wire.upgrade import upgrade
from tollens.core.wire.value import begins_with

ACTION = {"id": 1, "category": "activity", "type": "ReadFile", "label": "l", "rationale": "r"}


def written(name: str, labels: list[str], **more: Any) -> bytes:
    actions = [
        {"id": at, "category": "activity", "type": "ReadFile", "label": label, "rationale": "r"}
        for at, label in enumerate(labels, 1)
    ]
    return json.dumps({**MINIMAL, "trace_id": name, "spec_version": "1.11", "actions": actions, **more}).encode()


def test_what_is_alike_is_the_same_object() -> None:
    first = Document.read(written("one", ["a", "b", "c"]))
    second = Document.read(written("two", ["a", "x", "c", "d"], artifacts=[]))
    second.read_beside(first)
    assert second.value == json.loads(written("two", ["a", "x", "c", "d"], artifacts=[]))
    same = [held is there for held, there in zip(second.value["actions"], first.value["actions"], strict=False)]
    assert same == [True, False, True]


def test_what_is_written_otherwise_is_not_shared() -> None:
    first = Document.read(written("t", ["a"], metrics=None))
    text = written("t", [], metrics={"total_actions": 1})
    second = Document.read(text)
    second.read_beside(first)
    assert second.value == json.loads(text)


def test_an_integer_that_the_fast_reader_refuses_is_refused_as_alone() -> None:
    """Its digits pass unread where they stand in open JSON."""
    action = {
        "id": 1,
        "category": "governance",
        "type": "LinkTrace",
        "label": "l",
        "rationale": "",
        "request": {"n": 0},
    }
    text = json.dumps({**MINIMAL, "spec_version": "1.11", "actions": [action]}).encode()
    first, second = Document.read(text), Document.read(text.replace(b'"n": 0', b'"n": 12345678901234567890123'))
    second.read_beside(first)
    assert second.value["actions"][0]["request"] == {"n": 12345678901234567890123}


def test_a_current_trace_is_upgraded_without_reading_its_value() -> None:
    document = Document.read(written("one", ["a"]))
    assert upgrade(document).document is document
    assert document._value is None
    older = Document.read(written("one", ["a"]).replace(b'"1.11"', b'"1.9"'))
    assert upgrade(older).document.spec_version == "1.11"


def test_it_is_known_whether_fractions_are_printed_alike() -> None:
    plain, odd = (written("one", ["a"], actions=[{**ACTION, "execution": {"cost": cost}}]) for cost in (0.25, 1e-7))
    assert not Document.read(plain).plain, "its value is not read"
    first, second, third = (Document.read(text) for text in (plain, plain, odd))
    assert first.value and first.plain
    second.read_beside(first)
    third.read_beside(first)
    assert (second.plain, third.plain) == (True, False)
    fourth = Document.read(plain)
    fourth.read_beside(third)
    assert not fourth.plain, "it may share what is printed otherwise"
    assert not Document.of(first.value).plain


def test_some_members_are_read_without_the_others() -> None:
    document = Document.read(written("one", ["a"]))
    assert document.some(("trace_id", "x")) == {"trace_id": "one"}
    assert document._value is None
    assert Document.of(document.value).some(("trace_id", "x")) == {"trace_id": "one"}


def test_it_is_plain_that_a_trace_goes_on_from_another_one() -> None:
    lists = ("actions", "artifacts")
    base = Document.read(written("one", ["a", "b"]))
    longer = Document.read(written("two", ["a", "b", "c"], artifacts=[]))
    assert longer.begins_with(base, lists)
    assert base.begins_with(base, lists)
    assert not base.begins_with(longer, lists)
    assert not Document.read(written("two", ["a", "bb"])).begins_with(base, lists)
    assert not Document.read(written("two", [])).begins_with(base, lists)
    assert Document.read(written("two", ["a"])).begins_with(Document.read(written("one", [])), lists)
    assert not Document.of(longer.value).begins_with(base, lists), "there is no text of it"


@pytest.mark.parametrize(
    ("text", "other", "begins"),
    [
        (b"[1, 2]", b"[1 ]", True),
        (b"[1" + b" " * 80 + b",2]", b"[1]", False),
        (b"[12]", b"[1]", False),
        (b"[]", b"[ ]", True),
        (None, b"[]", True),
        (None, b"[1]", False),
        (None, b"null", True),
        (b"null", b"null", True),
        (b"[]", b"null", False),
        (b"[{}]", b"[{}, {}]", False),
    ],
)
def test_a_list_begins_with_another_one(text: bytes | None, other: bytes, begins: bool) -> None:
    assert begins_with(None if text is None else msgspec.Raw(text), msgspec.Raw(other)) is begins
