"""The document as a whole: its head, its blocks, and what it is called."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.unit.core.derive.traces import action, artifact, document
from tollens.apps import wiring
from tollens.core.view.document import View
from tollens.core.view.packing import PER_BLOCK
from tollens.core.view.viewing import Made, view
from tollens.core.wire.document import Document


def made(**members: Any) -> Made:
    return view(wiring.judged(document(**members), "a.json", {}), "tollens 0")


@pytest.mark.parametrize(
    ("members", "title"),
    [
        ({}, "do it"),
        ({"trigger": {"type": "TaskReceived", "description": "\n first\tline \nsecond"}}, "first line"),
        ({"trigger": {"type": "TaskReceived"}}, "t1"),
        ({"trigger": 1, "artifacts": [artifact("i", "UserInstruction", summary="mend it")]}, "mend it"),
        ({"trigger": 1, "trace_id": ""}, "a.json"),
        ({"trigger": {"type": "TaskReceived", "description": "x" * 200}}, "x" * 119 + "…"),
    ],
)
def test_the_title_is_what_was_asked(members: dict[str, Any], title: str) -> None:
    assert made(**members).manifest.title == title


def test_actions_are_cut_into_blocks_in_order() -> None:
    steps = [action(number, "ReadFile") for number in range(PER_BLOCK + 1)]
    held = made(actions=steps).texts
    assert [json.loads(held[f"actions/{number}"]) for number in range(2)] == [steps[:PER_BLOCK], steps[PER_BLOCK:]]
    assert "actions/2" not in held
    assert "artifacts/0" not in held


def test_what_is_no_list_is_shown_with_the_rest() -> None:
    told = made(actions={"odd": 1})
    assert json.loads(told.texts["rest"])["actions"] == {"odd": 1}
    assert (told.manifest.actions, "actions/0" in told.texts) == (0, False)


def test_of_a_file_that_decodes_straight_each_number_keeps_its_spelling() -> None:
    stated = {**document().value, "actions": [action(1, "ReadFile", result={"n": "N"}, detail="caf\u00e9 \x1b")]}
    plain = json.dumps(stated, indent=1, ensure_ascii=False).replace('"N"', "1.50")
    texts = texts_of(plain)
    assert b'"result":{"n":1.50}' in texts["actions/0"]
    assert "caf\u00e9 \\u001b".encode() in texts["actions/0"]


def test_a_letter_that_is_escaped_stands_as_it_is_so_that_it_is_found() -> None:
    texts = texts_of(json.dumps(document(actions=[action(1, "ReadFile", "Gr\u00f6\u00dfe")]).value))
    assert "Gr\u00f6\u00dfe".encode() in texts["actions/0"]
    assert "gr\u00f6\u00dfe" in json.loads(texts["words"])["words"]


def texts_of(text: str) -> Mapping[str, bytes]:
    read = Document.read(text.encode())
    assert read.data is not None
    return view(wiring.judged(read, "a.json", {}), "tollens 0").texts


def test_all_of_it_is_a_view() -> None:
    """What is printed has the members that are documented, each of its type."""
    before = wiring.judged(document(), "before.json", {})
    example = Document.read((Path(__file__).parents[4] / "examples/payments.json").read_bytes())
    told = view(wiring.judged(example, "a.json", {}), "tollens 0", before)
    value = json.loads(told.json())
    assert list(value) == [name for name in VIEW if name in value]
    assert json.loads(msgspec.json.encode(msgspec.convert(value, View))) == value
    assert len(value["actions"]) == told.manifest.actions > 0


VIEW = ("manifest", "review", "steps", "story", "lineage", "policies", "changes", "words", "comparison", "before")
VIEW += ("rest", "actions", "artifacts")


def test_the_first_screen_stands_first() -> None:
    assert list(made().texts)[:2] == ["review", "steps"]
