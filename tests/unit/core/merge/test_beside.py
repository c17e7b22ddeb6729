"""What stands beside the artifacts of a merged trace is as the parents have it: goals, comments, links (§15.3)."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.unit.core.merge.branches import branch, checked, merged, model
from tollens.core.wire.document import Document

COMMENT = {
    "comment_id": "c1",
    "author": "a",
    "created_at": "2026-01-01T00:00:00Z",
    "body": "why",
    "target": {"target_type": "artifact", "target_id": "m1"},
}
ITEM = {
    "review_item_id": "i1",
    "author": "a",
    "created_at": "2026-01-01T00:00:00Z",
    "title": "look",
    "status": "open",
    "target": {"target_type": "action", "target_id": "1"},
}
GOAL = {"goal_id": "g1", "intent": "be safe", "scope": ["f"], "acceptance": []}
LINK = {"link_id": "l1", "from_trace_id": "ours", "to_trace_id": "other", "relationship": "same_task"}
BASE = branch("base", model("m1", "let f x = x"), goals=[GOAL])
OURS = branch(
    "ours", model("m1", "let f x = x"), goals=[GOAL], comments=[COMMENT], review_items=[ITEM], trace_links=[LINK]
)
THEIRS = branch(
    "theirs",
    model("m1", "let f x = x"),
    model("m2", "let g x = x"),
    goals=[GOAL | {"intent": "be fast"}],
    policy_evaluations=[{"policy_id": "p", "status": "passed"}],
)
MADE = merged(OURS, THEIRS, BASE).document


def told(change: Callable[[dict[str, Any]], None]) -> list[tuple[str, str, str]]:
    value = json.loads(json.dumps(MADE.value))
    change(value)
    found = checked(Document.of(value), OURS, THEIRS, BASE)
    return [(said.code, said.path, said.message) for said in found.diagnostics if said.severity == "error"]


def test_what_was_made_holds() -> None:
    assert told(lambda value: None) == []
    assert [goal["intent"] for goal in MADE.value["goals"]] == ["be fast"]


@pytest.mark.parametrize(
    ("change", "path", "said"),
    [
        (lambda value: value["goals"].clear(), "/goals", "the goal 'g1' of both parents is not in the merged trace"),
        (
            lambda value: value["goals"][0].update(intent="be safe"),
            "/goals/0",
            "'g1' of both parents is not in the merged trace as it was",
        ),
        (lambda value: value["comments"].clear(), "/comments", "the comment 'c1' of ours"),
        (lambda value: value["comments"][0].update(body="no"), "/comments/0", "the comment 'c1' of ours"),
        (
            lambda value: value["comments"][0]["target"].update(target_id="m2"),
            "/comments/0",
            "the comment 'c1' of ours",
        ),
        (
            lambda value: value["review_items"][0].update(status="resolved"),
            "/review_items/0",
            "the review item 'i1' of ours",
        ),
        (lambda value: value["review_items"][0]["target"].update(target_id="2"), "/review_items/0", "review item"),
        (lambda value: value["trace_links"].pop(0), "/trace_links", "the link 'l1' of ours"),
        (lambda value: value["actions"].pop(1), "/actions", "the action 2 of theirs"),
        (lambda value: value["actions"][1].update(outputs=["m1"]), "/actions/1", "the action 2 of theirs"),
        (lambda value: value["policy_evaluations"].clear(), "/policy_evaluations", "the evaluation of the parents"),
        (lambda value: value.update(goals=7), "/goals", "the goal 'g1'"),
    ],
)
def test_what_is_lost_or_altered_is_told_with_its_place(
    change: Callable[[dict[str, Any]], None], path: str, said: str
) -> None:
    found = [(where, text) for code, where, text in told(change) if code == "MCK014"]
    assert len(found) == 1
    assert found[0][0] == path
    assert said in found[0][1]


def renumbered(value: dict[str, Any]) -> None:
    """As another program may call actions, and what names them."""
    text = json.dumps(value)
    for old in (3, 2, 1):
        text = text.replace(f'"id": {old},', f'"id": {old + 7},').replace(
            f'"producer_action_id": {old}', f'"producer_action_id": {old + 7}'
        )
    text = text.replace('"target_id": "1"', '"target_id": "8"')
    value.clear()
    value.update(json.loads(text))


def test_other_names_are_no_fault() -> None:
    assert told(renumbered) == []
    assert told(lambda value: value["comments"][0].update(comment_id="said")) == []
    assert told(lambda value: value["actions"][0].update(meta_action_id="grouped")) == []


def test_another_spelling_is_no_fault() -> None:
    def spelled(value: dict[str, Any]) -> None:
        value["review_items"][0]["tags"] = []
        value["goals"][0].pop("acceptance")

    assert told(spelled) == []


def test_an_element_of_one_name_that_is_there_twice_is_looked_for_in_both() -> None:
    assert told(lambda value: value["comments"].insert(0, COMMENT | {"body": "twice"})) == []
