"""Decisions are told with the ways that were not taken, and with no more than is recorded of them."""

from typing import Any

from tests.unit.core.derive.traces import action, reviewed
from tollens.core.derive.review.decisions import Decision, Rejected


def gateway(number: int, kind: str, *options: dict[str, Any], **members: Any) -> dict[str, Any]:
    return action(number, kind, "which way", "gateway", options=list(options), **members)


def decisions(*actions: dict[str, Any]) -> list[Decision]:
    return list(reviewed(actions=list(actions)).decisions)


LEFT = {"label": "left", "chosen": True}
RIGHT = {"label": "right", "chosen": False, "rejected_because": "it is longer"}


def test_a_decision_names_what_was_chosen_what_was_not_and_why() -> None:
    stated = gateway(
        1,
        "ExclusiveDecision",
        LEFT,
        RIGHT,
        decision_basis="the map",
        supporting_inputs=["map"],
        execution={"tool": "planner"},
    )
    assert decisions(stated) == [
        Decision(
            1,
            "ExclusiveDecision",
            "which way",
            ("left",),
            (Rejected("right", "it is longer"),),
            "the map",
            "planner",
            ("map",),
        )
    ]


def test_without_a_basis_the_rationale_is_told() -> None:
    (made,) = decisions(gateway(1, "EventBasedDecision", LEFT))
    assert (made.basis, made.by, made.rejected) == ("needed", "", ())


def test_a_decision_without_a_recorded_choice_has_none() -> None:
    (made,) = decisions(gateway(1, "ExclusiveDecision", RIGHT, {"label": "left", "chosen": False}))
    assert made.chosen == ()
    assert made.rejected == (Rejected("right", "it is longer"), Rejected("left", ""))


def test_a_split_or_a_loop_decides_only_where_a_way_was_not_taken() -> None:
    assert decisions(gateway(1, "ParallelSplit", LEFT), gateway(2, "LoopGateway", LEFT), action(3, "RunCommand")) == []
    (made,) = decisions(gateway(1, "ParallelSplit", LEFT, RIGHT))
    assert made.type == "ParallelSplit"
