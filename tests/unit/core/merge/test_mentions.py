"""That something is named is told of whatever `mentioned` finds, and of nothing where no name is there."""

from typing import Any

import pytest

from tollens.core.merge.mentions import name_any
from tollens.core.merge.places import Role
from tollens.core.merge.renaming import mentioned

ELEMENTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("actions", {"id": 3, "category": "activity", "inputs": ["a"], "outputs": ["b"], "meta_action_id": "m"}),
    ("actions", {"id": 4, "observations": [{"observation_id": "o", "derived_from": ["c"]}]}),
    (
        "actions",
        {"id": 5, "category": "governance", "result": {"merged": {"renamed": {"ours": {"actions": {"7": 8}}}}}},
    ),
    ("artifacts", {"artifact_id": "d", "producer_action_id": 3, "derived_from": ["a"], "supersedes": "e"}),
    (
        "artifacts",
        {
            "artifact_id": "f",
            "artifact_type": "Residual",
            "payload": {
                "target": {"target_type": "artifact", "target_id": "g"},
                "related_artifact_ids": ["h"],
                "introduced_by_action_id": 9,
            },
        },
    ),
    ("artifacts", {"artifact_id": "i", "artifact_type": "Unknown", "payload": {"target_artifact_id": "j"}}),
    ("policies", {"policy_id": "p", "reference_artifact_id": "r"}),
)


@pytest.mark.parametrize(("member", "element"), ELEMENTS)
def test_every_name_is_told(member: str, element: dict[str, Any]) -> None:
    names = {name for place, name in mentioned(member, element) if place.role is not Role.Own}
    assert names
    assert all(name_any(member, [{}, element], {name}) for name in names)
    assert not name_any(member, [element, {}], {"nothing", 1000})


def test_a_name_that_cannot_be_one_is_not_told_to_be_none() -> None:
    assert name_any("actions", [{"inputs": {"a": 1}}], {"b"})
    assert name_any("actions", [{"inputs": ["c"]}, {"inputs": [{"a": 1}]}], {"b"})
    assert not name_any("actions", ["text", None], {"b"})


def test_all_elements_are_looked_at_whatever_stands_between_them() -> None:
    several = [element for member, element in ELEMENTS if member == "artifacts"]
    for one in several:
        for name in {name for place, name in mentioned("artifacts", one) if place.role is not Role.Own}:
            assert name_any("artifacts", [*several, {"artifact_type": 1}, []], {name})


def test_a_name_far_behind_is_told() -> None:
    elements: list[Any] = [{"id": number, "inputs": ["a"]} for number in range(2_000)]
    for place in (0, 499, 500, 1_000, 1_999):
        held = [*elements[:place], {"id": 0, "inputs": ["b"]}, *elements[place + 1 :]]
        assert name_any("actions", held, {"b"})
    assert not name_any("actions", elements, {"b"})
