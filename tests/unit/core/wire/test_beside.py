"""What two traces have in common is read once: the values are those that reading each by itself gives."""

import json
from typing import Any

from tollens.core.validate.rule import MINIMAL
from tollens.core.wire.document import Document
from tollens.core.wire.upgrade import upgrade


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
