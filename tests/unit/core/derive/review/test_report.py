"""The review says what stands out, the gravest first, and holds nothing that the record does not."""

from typing import Any

import pytest

from tests.unit.core.derive.traces import (
    action,
    answer,
    artifact,
    defeater,
    document,
    goal,
    model,
    ran,
    residual,
    reviewed,
)
from tollens.core.derive.record.account import account


def test_nothing_stands_out_in_an_uneventful_record() -> None:
    made = reviewed()
    assert made.valid
    assert made.look_first == ()


def test_what_stands_out_comes_gravest_first() -> None:
    item = {
        "review_item_id": "i",
        "author": "a reviewer",
        "created_at": "2026-01-01T00:00:00Z",
        "title": "look",
        "target": {"target_type": "trace"},
        "status": "open",
        "blocking": True,
    }
    made = reviewed(
        actions=[ran(1, "make", 1, "RunCommand"), action(2, "NoSuchType")],
        artifacts=[
            model(),
            goal(),
            answer("a"),
            goal("g2"),
            answer("b", "refuted", "g2"),
            defeater("d", "a"),
            goal("g3"),
            answer("c", goal="g3"),
            residual("r0", "needs_rereasoning", ("c",)),
            residual("r1", severity="high"),
            residual("r2", severity="critical"),
        ],
        review_items=[item],
        outcome={"type": "ProcessAborted"},
    )
    assert made.look_first == (
        "1 error: this is no valid trace",
        "1 result contested",
        "1 result against the work",
        "1 result stale",
        "1 command failed and did not pass later",
        "1 critical gap open",
        "1 high gap open",
        "1 blocking review item open",
        "the work did not complete: ProcessAborted",
        "1 element not recognized",
    )


def test_a_settled_review_item_is_not_open() -> None:
    items: list[dict[str, Any]] = [
        {
            "review_item_id": status,
            "author": "a reviewer",
            "created_at": "2026-01-01T00:00:00Z",
            "title": "look",
            "target": {"target_type": "trace"},
            "status": status,
        }
        for status in ("open", "acknowledged", "resolved", "waived")
    ]
    assert [item.status for item in reviewed(review_items=items).review_items] == ["open", "acknowledged"]


def test_unrecognized_elements_are_counted_wherever_they_stand() -> None:
    made = reviewed(
        actions=[action(1, "ReadFile", evidence=[{"type": "Rumour", "ref": "x"}])],
        artifacts=[artifact("a", "NoSuchType")],
        goals=[
            {"goal_id": "g", "intent": "i", "acceptance": [{"acceptance_id": "x", "kind": "NoSuchKind", "label": ""}]}
        ],
        outcome={"type": "NoSuchEvent"},
    )
    assert made.unrecognized == 4
    assert made.outcome.type == ""
    assert "the work did not complete: no outcome" in made.look_first


def test_an_unrecognized_result_establishes_nothing() -> None:
    broken = answer("a")
    broken["payload"]["result"] = {"refuted": {"counterexample": "x"}}
    assert reviewed(artifacts=[model(), goal(), broken]).claims == ()


def test_goals_are_shown_as_they_resolve() -> None:
    items = [
        {"acceptance_id": "1", "kind": "Gap", "label": "a", "status": "AcceptDone"},
        {"acceptance_id": "2", "kind": "Gap", "label": "b", "status": "AcceptDone", "binding": {"residual_id": "r"}},
    ]
    made = reviewed(goals=[{"goal_id": "g", "intent": "i", "status": "GoalActive", "acceptance": items}])
    (goal,) = made.goals
    assert [(item.status, item.manual) for item in goal.acceptance] == [("AcceptDone", True), ("AcceptTodo", False)]
    assert (goal.progress, goal.reached) == (0.5, False)


def test_what_was_asked_comes_from_the_trigger_and_the_instructions() -> None:
    made = reviewed(artifacts=[artifact("u", "UserInstruction", summary="and this too")])
    assert (made.asked.text, [one.text for one in made.instructions]) == ("do it", ["and this too"])


def test_a_trace_that_was_not_captured_carries_no_account() -> None:
    assert account(document().trace) is None
    assert reviewed().capture is None


def test_the_account_of_a_capture_is_read_from_the_trace() -> None:
    held = {
        "format": "an-agent",
        "records": {
            "total": 9,
            "used": 5,
            "skipped": [{"name": "x", "count": 3}],
            "damaged": [{"line": 4, "reason": "torn"}],
        },
        "completeness": {"end": "cut off", "reason": "r", "missing": ["the last record"]},
        "unknown_tools": [{"name": "Teleport", "count": 2}],
        "redacted": [{"name": "token", "count": 2}],
    }
    made = reviewed(artifacts=[artifact("capture-report", "AnalysisNote", metadata=held)])
    assert made.capture is not None
    assert made.capture.sentence == (
        "an-agent, cut off; 9 records: 5 used, 3 skipped, 1 damaged; 1 unknown name; 2 secrets taken out"
    )
    assert not made.capture.whole
    assert "the session was not captured whole" in made.look_first


@pytest.mark.parametrize(
    "held", [{"records": [1], "completeness": "x"}, {"format": "x", "completeness": {"end": "won"}, "records": {}}, {}]
)
def test_an_account_that_cannot_be_read_says_so_of_itself(held: dict[str, Any]) -> None:
    made = reviewed(artifacts=[artifact("capture-report", "AnalysisNote", metadata=held)])
    assert made.capture is not None
    assert made.capture.completeness.missing == ("the account of the capture, which cannot be read",)
    assert not made.capture.whole


def test_of_work_that_broke_off_the_reason_is_told_before_the_closing_words() -> None:
    made = reviewed(outcome={"type": "ProcessInterrupted", "summary": "Now I run", "reason": "the record ends there"})
    assert (made.outcome.text, made.outcome.closing_words) == ("the record ends there", "Now I run")
    assert made.look_first == ("the work did not complete: ProcessInterrupted, the record ends there",)


def test_the_closing_words_of_completed_work_are_no_reason() -> None:
    made = reviewed(outcome={"type": "ProcessCompleted", "summary": "all tests pass"})
    assert (made.outcome.text, made.outcome.closing_words, made.look_first) == ("", "all tests pass", ())
