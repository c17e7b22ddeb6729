"""What to do next: the most consequential first, what has one cause once, and nothing of the gate forgotten."""

from typing import Any

import pytest

from tests.unit.core.derive.evaluated import evaluated
from tests.unit.core.derive.traces import action, answer, defeater, document, goal, model, residual
from tollens.core.derive.evaluation import Evaluation
from tollens.core.derive.review.gate import Reason
from tollens.core.derive.review.reviewing import review
from tollens.core.derive.review.worklist import Step, worklist


def steps(**members: Any) -> tuple[Step, ...]:
    return of(evaluated(**members))


def of(evaluation: Evaluation) -> tuple[Step, ...]:
    return worklist(evaluation, review(evaluation).gate.reasons)


def wanted(*items: dict[str, Any], status: str = "GoalActive") -> list[dict[str, Any]]:
    return [{"goal_id": "g", "intent": "make it", "status": status, "acceptance": list(items)}]


def item(name: str, kind: str, **binding: Any) -> dict[str, Any]:
    return {"acceptance_id": name, "kind": kind, "label": f"item {name}", "binding": binding}


def told(found: tuple[Step, ...]) -> list[tuple[str, str]]:
    return [(step.kind, step.subject) for step in found]


VERIFIED = [
    action(1, "Formalize", category="reasoning", outputs=["model"]),
    action(2, "Verify", category="reasoning", outputs=["proof"]),
]
PROPERTY = item("p", "Property", symbol="f", property="f is total")


def test_nothing_to_do() -> None:
    sound = steps(actions=VERIFIED, artifacts=[model(), goal(target_symbol="f"), answer("proof")])
    assert sound == ()


def test_an_invalid_trace_is_mended_first() -> None:
    twice = [action(1, "ReadFile"), action(1, "ReadFile")]
    first = steps(actions=twice, artifacts=[residual("r", severity="critical")])[0]
    assert (first.kind, first.subject, first.command) == ("fix", "", "tollens validate TRACE")


def test_kinds_come_in_the_order_of_consequence() -> None:
    found = steps(
        actions=VERIFIED,
        artifacts=[
            model(),
            goal(target_symbol="f"),
            answer("proof"),
            defeater("d", "proof"),
            residual("decide", severity="critical"),
            residual("close", severity="low", suggested_check="look"),
            residual("close-first", severity="high", suggested_check="look well"),
            goal("unanswered", target_symbol="h", goal_id=2),
        ],
        goals=wanted(item("c", "Change", symbol="nowhere"), PROPERTY),
    )
    assert told(found) == [
        ("fix", "g/p"),
        ("establish", "g/c"),
        ("close", "close-first"),
        ("close", "close"),
        ("decide", "decide"),
        ("confirm", "unanswered"),
    ]
    assert [step.priority for step in found] == sorted(step.priority for step in found)


def test_a_contested_criterion_and_its_defeater_are_one_step() -> None:
    (step,) = steps(
        actions=VERIFIED,
        artifacts=[model(), goal(target_symbol="f"), answer("proof"), defeater("d", "proof")],
        goals=wanted(PROPERTY),
    )
    assert step.evidence == ("proof", "d")
    assert step.do.startswith("Answer the defeater d:")
    assert step.command == "tollens show TRACE --artifact d"


def test_a_refutation_is_mended_by_its_counterexample() -> None:
    (step,) = steps(
        actions=VERIFIED,
        artifacts=[model(), goal(target_symbol="f"), answer("proof", "refuted")],
        goals=wanted(PROPERTY),
    )
    assert (step.kind, step.subject) == ("fix", "g/p")
    assert "x = 0" in step.do


def test_criteria_with_one_cause_are_one_step() -> None:
    (step,) = steps(
        actions=VERIFIED,
        artifacts=[model(), goal(target_symbol="f"), answer("proof", "refuted")],
        goals=wanted(PROPERTY, PROPERTY | {"acceptance_id": "q"}),
    )
    assert (step.subject, step.also) == ("g/p", ("g/q",))


def test_results_that_one_change_outdated_are_one_step() -> None:
    changed = model("model-2") | {"supersedes": "model", "producer_action_id": 4}
    changed["payload"] = changed["payload"] | {"formal_code": "let f x = x + 1"}
    found = steps(
        actions=[
            action(1, "Formalize", category="reasoning", outputs=["model"]),
            action(2, "Verify", category="reasoning", outputs=["proof"]),
            action(3, "Verify", category="reasoning", outputs=["second"]),
            action(4, "Formalize", category="reasoning", outputs=["model-2"]),
        ],
        artifacts=[
            model(),
            goal(target_symbol="f"),
            goal("goal-2", target_symbol="f", goal_id=2),
            answer("proof"),
            answer("second", goal="goal-2") | {"payload": answer("second", goal="goal-2")["payload"] | {"goal_id": 2}},
            changed,
        ],
    )
    (step,) = [each for each in found if each.kind == "refresh"]
    assert ({step.subject, *step.also}, step.severity) == ({"proof", "second"}, "medium")


@pytest.mark.parametrize("status", ["GoalScratch", "GoalAbandoned"])
def test_a_goal_that_nobody_pursues_asks_for_nothing(status: str) -> None:
    assert steps(goals=wanted(item("c", "Change", symbol="nowhere"), status=status)) == ()


def test_an_optional_criterion_is_only_confirmed() -> None:
    (step,) = steps(goals=wanted(item("c", "Change", symbol="nowhere") | {"required": False}))
    assert step.kind == "confirm"


def test_a_gap_item_repeats_the_check_of_its_gap_and_the_gap_is_not_told_twice() -> None:
    (step,) = steps(
        artifacts=[residual("r", suggested_check="run the test")], goals=wanted(item("c", "Gap", residual_id="r"))
    )
    assert (step.kind, step.subject, step.do) == ("establish", "g/c", "run the test")


def test_a_defeater_of_what_nothing_rests_on_has_its_step() -> None:
    (step,) = steps(artifacts=[model(), defeater("d", "model", status="acknowledged")])
    assert (step.kind, step.subject, step.why) == ("fix", "d", "defeater that is acknowledged")


def test_an_entry_of_the_deprecated_list_has_no_command_that_would_fail() -> None:
    (step,) = steps(residuals=[{"residual_id": "r", "kind": "unverified", "statement": "why", "status": "open"}])
    assert (step.subject, step.command) == ("r", "")


def test_a_command_line_says_a_strange_id_to_the_shell_as_one_word() -> None:
    (step,) = steps(artifacts=[residual("x'; rm -rf ~ #", suggested_check="look")])
    assert step.command == """tollens show TRACE --artifact 'x'"'"'; rm -rf ~ #'"""


def test_a_blocking_review_item_says_how_it_is_resolved() -> None:
    demand = {
        "review_item_id": "i",
        "author": "someone",
        "created_at": "2026-01-01T00:00:00Z",
        "title": "Add a test",
        "target": {"target_type": "trace"},
        "status": "open",
        "blocking": True,
    }
    (step,) = steps(review_items=[demand])
    assert (step.kind, step.label, step.command) == ("fix", "Add a test", "tollens review-item TRACE resolve i")


def test_whatever_holds_up_the_gate_has_a_step() -> None:
    evaluation = evaluated(
        actions=[*VERIFIED, action(3, "Verify", category="reasoning", outputs=["refuted"])],
        artifacts=[
            model(),
            goal(target_symbol="f"),
            answer("proof"),
            defeater("d", "goal"),
            goal("goal-2", goal_id=2),
            answer("refuted", "refuted", goal="goal-2"),
            residual("r", severity="critical"),
        ],
        policy_evaluations=[{"policy_id": "p", "status": "failed"}],
        goals=wanted(PROPERTY),
    )
    reasons = review(evaluation).gate.reasons
    found = of(evaluation)
    held = {name for step in found for name in (step.subject, *step.also, *step.evidence)}
    assert {reason.cause for reason in reasons} >= {"blocked", "refuted", "contested", "critical gap"}
    for reason in reasons:
        assert reason.subject in held, reason


def test_a_reason_of_no_known_artifact_is_told_all_the_same() -> None:
    evaluation = evaluated()
    (step,) = worklist(evaluation, [Reason("failed", "action 5", "pytest: failed")])
    assert (step.subject, step.label, step.command) == ("action 5", "pytest: failed", "")


def test_it_is_the_same_each_time() -> None:
    members = {"artifacts": [residual("r"), residual("s", suggested_check="look")]}
    assert document(**members).value == document(**members).value
    assert steps(**members) == steps(**members)
