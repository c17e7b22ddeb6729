"""The document as a whole: its head, its blocks, and what it is called."""

import json
from typing import Any

import pytest

from tests.unit.core.derive.traces import action, artifact, document
from tollens.apps import wiring
from tollens.core.view.packing import PER_BLOCK
from tollens.core.view.viewing import Made, view


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
    assert made(**members).view.manifest.title == title


def test_actions_are_cut_into_blocks_in_order() -> None:
    steps = [action(number, "ReadFile") for number in range(PER_BLOCK + 1)]
    held = made(actions=steps).texts
    assert [json.loads(held[f"actions/{number}"]) for number in range(2)] == [steps[:PER_BLOCK], steps[PER_BLOCK:]]
    assert "actions/2" not in held
    assert "artifacts/0" not in held


def test_what_is_no_list_is_shown_with_the_rest() -> None:
    told = made(actions={"odd": 1})
    assert (told.view.rest["actions"], told.view.actions, told.view.manifest.actions) == ({"odd": 1}, (), 0)


def test_the_first_screen_stands_first() -> None:
    assert list(made().texts)[:2] == ["review", "steps"]
