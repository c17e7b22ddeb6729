"""§18.3 Cones, exploration, open gaps and what a goal says of itself: by ids and lineage, never by likeness of text."""

from typing import Any

import pytest

from tests.unit.core.derive.resolving import (
    PROVED,
    about,
    answer,
    asks,
    atom,
    defeater,
    goal,
    holds,
    item,
    resolution,
    resolved_goal,
)
from tollens.core.model import Freshness
from tollens.core.validate.examples import a_model, a_policy, a_residual, an_action, an_artifact


def made(*outputs: str, number: int, **members: Any) -> dict[str, Any]:
    return an_action(number, "Verify", outputs=list(outputs), **members)


LINEAGE = {
    "actions": [made("model", number=1), made("vg1", number=2), made("vr1", number=3), made("other", number=9)],
    "artifacts": [
        a_model(),
        about() | {"derived_from": ["model"]},
        answer(derived_from=["vg1"]),
        an_artifact("other", "Diff", summary="coffee f"),
    ],
}


def test_a_cone_is_the_lineage_of_the_evidence_and_the_rest_is_exploration() -> None:
    found = resolution(goals=[goal(holds(), scope=["f", "coffee"])], **LINEAGE)
    assert found.goals[0].cone == (1, 2, 3)
    assert found.exploration == (9,)


def test_without_goals_all_is_exploration() -> None:
    assert resolution(**LINEAGE).exploration == (1, 2, 3, 9)


def test_each_goal_has_its_own_cone() -> None:
    change = goal(item("Change", {"symbol": "f"}), name="g2")
    found = resolution(goals=[goal(holds()), change, goal(name="g3")], **LINEAGE)
    assert [each.cone for each in found.goals] == [(1, 2, 3), (9,), ()]
    assert found.exploration == ()


def test_many_goals_share_one_sweep() -> None:
    goals = [goal(holds(), name=f"g{number}") for number in range(200)]
    found = resolution(goals=goals, **LINEAGE)
    assert {each.cone for each in found.goals} == {(1, 2, 3)}


def test_a_cycle_and_a_parent_that_is_listed_later_are_walked_once() -> None:
    turned = [answer(derived_from=["vg1"]), about() | {"derived_from": ["model", "vr1"]}, a_model(derived_from=["vg1"])]
    assert resolved_goal(goals=[goal(holds())], **LINEAGE | {"artifacts": turned}).cone == (1, 2, 3)


def test_a_long_lineage_is_walked_without_recursion() -> None:
    chain = [an_artifact(f"a{n}", derived_from=[f"a{n - 1}"] if n else []) for n in range(20_000)]
    proof = answer(derived_from=["a19999"])
    members = {"actions": [made("a0", number=1)], "artifacts": [*chain, a_model(), about(), proof]}
    assert resolved_goal(goals=[goal(holds())], **members).cone == (1,)


def test_all_evidence_of_a_formula_is_walked() -> None:
    artifacts = [a_model(), about(), about("vg2", "g"), answer(), answer("vr2", to="vg2")]
    actions = [made("vr1", number=1), made("vr2", number=2)]
    both = asks({"and": [atom(symbol="f"), atom(symbol="g")]})
    assert resolved_goal(goals=[goal(both)], actions=actions, artifacts=artifacts).cone == (1, 2)


def test_a_policy_that_is_called_like_an_artifact_is_none() -> None:
    passed = {"policy_id": "vr1", "status": "passed"}
    asked = goal(item("Obligation", {"policy_id": "vr1"}))
    assert resolved_goal(goals=[asked], policy_evaluations=[passed], **LINEAGE).cone == ()


class TestOpenGaps:
    @staticmethod
    def ids(*residuals: dict[str, Any], scope: tuple[str, ...] = (), items: tuple[Any, ...] = ()) -> tuple[str, ...]:
        made = resolved_goal(goals=[goal(*items, scope=list(scope))], artifacts=[*PROVED, *residuals])
        assert made.open_gaps == len(made.open_gap_ids)
        return made.open_gap_ids

    def test_those_that_an_item_is_bound_to_also_within_a_formula(self) -> None:
        gap = a_residual("r1")
        assert self.ids(gap) == ()
        assert self.ids(gap, items=(item("Gap", {"residual_id": "r1"}),)) == ("r1",)
        assert self.ids(gap, items=(asks({"not": atom("Gap", residual_id="r1")}),)) == ("r1",)

    def test_of_one_that_was_replaced_the_last_one(self) -> None:
        newer = a_residual("r2") | {"supersedes": "r1"}
        assert self.ids(a_residual("r1"), newer, items=(item("Gap", {"residual_id": "r1"}),)) == ("r2",)

    @pytest.mark.parametrize(
        ("statement", "expected"),
        [("fee was not reviewed", 1), ("the coffee price", 0), ("see fee.py", 1), ("no_fee", 0), ("(fee)", 1)],
    )
    def test_those_whose_words_name_the_scope(self, statement: str, expected: int) -> None:
        assert len(self.ids(a_residual("r1", statement=statement), scope=("fee",))) == expected

    def test_those_whose_target_the_scope_names(self) -> None:
        for scope in ("vr1", "vg1", "f"):
            target = {"target_type": "artifact", "target_id": "vg1" if scope == "f" else scope}
            assert self.ids(a_residual("r1", target=target), scope=(scope,)) == ("r1",)

    def test_a_standing_defeater_is_one_and_what_is_settled_is_none(self) -> None:
        assert self.ids(defeater("r1", "vr1"), scope=("vr1",)) == ("r1",)
        assert self.ids(defeater("r1", "vr1", status="waived"), scope=("vr1",)) == ()
        assert self.ids(a_residual("r1", statement="fee", status="acknowledged"), scope=("fee",)) == ()

    @pytest.mark.parametrize("asked", [holds(), holds(None, "safe"), asks(atom(symbol="f"))])
    def test_what_outdated_evidence_reopens_also_with_an_empty_scope(self, asked: dict[str, Any]) -> None:
        made = resolved_goal({"vr1": Freshness.Stale}, goals=[goal(asked)], artifacts=PROVED)
        assert made.open_gap_ids == ("stale-vr1",)

    def test_or_what_the_scope_names(self) -> None:
        made = resolved_goal({"vr1": Freshness.Detached}, goals=[goal(scope=["f"])], artifacts=PROVED)
        assert made.open_gap_ids == ("detached-vr1",)
        assert resolved_goal({"vr1": Freshness.Stale}, goals=[goal(scope=["ff"])], artifacts=PROVED).open_gaps == 0


class TestGovernance:
    @staticmethod
    def governed(severity: str = "error", disabled: tuple[str, ...] = (), **evaluation: Any) -> bool | None:
        failed = {"policy_id": "p1", "status": "failed"} | evaluation
        asked = goal(holds(), policies={"disabled": list(disabled)})
        policies = [a_policy("p1", severity=severity)]
        return resolved_goal(goals=[asked], policies=policies, policy_evaluations=[failed], **LINEAGE).governed

    def test_a_recorded_failure_over_the_cone_is_all_that_is_said(self) -> None:
        assert self.governed() is False
        assert self.governed(status="passed") is None
        assert self.governed(severity="warning") is None
        assert self.governed(disabled=("p1",)) is None

    def test_a_failure_elsewhere_is_none_of_the_goal(self) -> None:
        assert self.governed(violating_action_ids=[9]) is None
        assert self.governed(violating_action_ids=[9, 3]) is False
        assert self.governed(violating_artifact_ids=["other"]) is None
        assert self.governed(violating_artifact_ids=["nowhere"]) is False


class TestUnread:
    def test_a_goal_that_cannot_be_read_is_shown_and_never_reached(self) -> None:
        broken = {"goal_id": "g1", "intent": "make it safe", "scope": None, "acceptance": [holds(status="AcceptDone")]}
        made = resolved_goal(goals=[broken], artifacts=PROVED)
        assert (made.goal_id, made.intent, made.reached, made.progress) == ("g1", "make it safe", False, 0.0)
        assert [each.reason for each in made.acceptance] == ["authored as done, but its goal is not recognized"]

    def test_an_item_that_cannot_be_read_is_shown_and_never_done(self) -> None:
        broken = {"acceptance_id": "c2", "kind": "Wish", "label": "it holds", "status": "AcceptDone"}
        made = resolved_goal(goals=[goal(holds(), broken)], artifacts=PROVED)
        assert [each.status for each in made.acceptance] == ["AcceptDone", "AcceptTodo"]
        assert not made.reached

    @pytest.mark.parametrize("broken", [5, None, "x", [], {}])
    def test_whatever_stands_there(self, broken: object) -> None:
        found = resolution(goals=[broken, goal(broken)]).goals
        assert [each.reached for each in found] == [False, False]
        assert found[1].acceptance[0].acceptance_id == "acceptance/0"


def test_certified_is_told_apart_from_reached() -> None:
    review = {"reviewed_by": "a reviewer", "at": 1, "verdict": "approved"}
    for held, expected in ((review, True), (None, None), (review | {"reviewed_by": "an agent"}, False)):
        found = resolved_goal(goals=[goal(holds(), criteria_review=held)], artifacts=PROVED)
        assert (found.reached, found.certified) == (True, expected)


@pytest.mark.parametrize(("status", "active"), [("GoalDone", True), (None, True), ("GoalAbandoned", False)])
def test_an_abandoned_goal_is_not_to_be_reached(status: str | None, active: bool) -> None:
    assert resolved_goal(goals=[goal(holds(), status=status)], artifacts=PROVED).active is active
