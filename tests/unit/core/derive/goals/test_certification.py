"""A goal is certified by a name that is none of the doers', for the criteria as they were then."""

from typing import Any

import pytest

from tollens.core.derive.goals.certification import certified


def judged(items: list[dict[str, Any]], **members: Any) -> bool | None:
    review = {"reviewed_by": "reviewer", "at": 10, "verdict": "approved"} | members
    return certified({"intent_author": "owner", "criteria_review": review}, items, ("An agent", "another agent"))


def test_without_a_review_nothing_is_known() -> None:
    assert certified({"goal_id": "g1"}, [], ("an agent",)) is None


@pytest.mark.parametrize(
    ("who", "sure"),
    [
        ("reviewer", True),
        ("owner", True),
        ("author", False),
        (" AUTHOR ", False),
        ("an  agent", False),
        ("agent", False),
    ],
)
def test_whoever_did_the_work_or_wrote_a_criterion_does_not_count(who: str, sure: bool) -> None:
    assert judged([{"author": "author"}, {"author": 7}], reviewed_by=who) is sure


@pytest.mark.parametrize("members", [{"verdict": "changes_requested"}, {"reviewed_by": ""}, {"reviewed_by": None}])
def test_what_is_no_approval_of_anyone_is_none(members: dict[str, Any]) -> None:
    assert judged([], **members) is False


@pytest.mark.parametrize(
    ("added", "reviewed", "sure"),
    [
        (9, 10, True),
        (10, 10, True),
        (11, 10, False),
        ("2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z", True),
        ("2026-01-03T00:00:00Z", "2026-01-02T00:00:00Z", False),
        (9, "2026-01-02T00:00:00Z", False),
        (9, None, False),
        (True, 10, False),
        (None, None, True),
    ],
)
def test_a_criterion_that_may_be_later_than_the_review_is_not_covered(added: Any, reviewed: Any, sure: bool) -> None:
    assert judged([{"authored_at": added}], at=reviewed) is sure
