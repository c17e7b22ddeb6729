"""What the record claims is weighed with all that bears on it, and never said to be more."""

from typing import Any

import pytest

from tests.unit.core.derive.traces import (
    action,
    answer,
    artifact,
    defeater,
    edited,
    goal,
    model,
    ran,
    residual,
    reviewed,
)
from tollens.core.derive.review.claims import Claim


def claims(*artifacts: dict[str, Any], **members: Any) -> list[Claim]:
    return list(reviewed(artifacts=list(artifacts), **members).claims)


@pytest.mark.parametrize(
    ("verdict", "weight", "detail"),
    [
        ("proved", "for", ""),
        ("refuted", "against", "counterexample: x = 0"),
        ("sat", "open", "satisfiable, no proof: x = 1"),
        ("unknown", "open", "out of time"),
    ],
)
def test_a_verification_result_weighs_what_it_says(verdict: str, weight: str, detail: str) -> None:
    (claim,) = claims(model(), goal(target_symbol="f"), answer("a", verdict))
    assert (claim.verdict, claim.weight, claim.detail) == (verdict, weight, detail)
    assert (claim.subject, claim.by) == ("f is total", "an engine")


def test_a_contested_proof_speaks_against_the_work() -> None:
    (claim,) = claims(model(), goal(), answer("a"), defeater("d", "model"))
    assert (claim.weight, claim.contested_by, claim.contested_at) == ("against", "d", "model")


def test_a_later_answer_to_the_same_goal_replaces_the_earlier_one() -> None:
    refuted, proved = claims(model(), goal(), answer("a"), answer("b", "refuted"))
    assert (refuted.verdict, refuted.weight, refuted.replaced_by) == ("refuted", "against", None)
    assert (proved.verdict, proved.weight, proved.replaced_by) == ("proved", "open", "b")


def test_a_contested_run_speaks_against_the_work() -> None:
    tested = ran(1, "pytest", 0, outputs=["run"])
    result = artifact("run", "CommandResult", {"command": "pytest", "exit_code": 0})
    (claim,) = claims(result, defeater("d", "run"), actions=[tested])
    assert (claim.verdict, claim.weight, claim.contested_by, claim.contested_at) == ("passed", "against", "d", "run")
    aimed = residual("d", "defeater", target={"target_type": "action", "target_id": "1"})
    (claim,) = claims(aimed, actions=[ran(1, "pytest", 0)])
    assert (claim.weight, claim.contested_by, claim.contested_at) == ("against", "d", "action 1")


@pytest.mark.parametrize("kind", ["policy", "policy_evaluation"])
def test_a_contested_evaluation_speaks_against_the_work(kind: str) -> None:
    passed = [{"policy_id": "p", "status": "passed", "evidence_artifact_ids": ["model"]}]
    aimed = residual("d", "defeater", target={"target_type": kind, "target_id": "p"})
    (claim,) = claims(aimed, policy_evaluations=passed)
    assert (claim.weight, claim.contested_by, claim.contested_at) == ("against", "d", "p")
    (claim,) = claims(model(), defeater("d", "model"), policy_evaluations=passed)
    assert (claim.weight, claim.contested_by, claim.contested_at) == ("against", "d", "model")
    (claim,) = claims(model(), defeater("d", "model", status="waived"), policy_evaluations=passed)
    assert (claim.weight, claim.contested_by) == ("for", None)


def test_the_later_answer_is_told_by_the_actions_before_the_list() -> None:
    steps = [action(number, "Verify", category="reasoning") for number in (1, 2)]
    answers = answer("a", "refuted", producer_action_id=2), answer("b", producer_action_id=1)
    refuted, proved = claims(model(), goal(), *answers, actions=steps)
    assert (refuted.artifact_id, refuted.weight, refuted.replaced_by) == ("a", "against", None)
    assert (proved.artifact_id, proved.weight, proved.replaced_by) == ("b", "open", "a")


@pytest.mark.parametrize("other", [artifact("b", "Documentation"), answer("b", goal="other")])
def test_what_answers_another_question_takes_no_refutation_away(other: dict[str, Any]) -> None:
    goals = goal(), goal("other", goal_id=2)
    refuted, *_ = claims(model(), *goals, answer("a", "refuted"), other | {"supersedes": "a"})
    assert (refuted.artifact_id, refuted.weight, refuted.replaced_by) == ("a", "against", None)


def test_only_a_later_artifact_supersedes() -> None:
    (claim,) = claims(model(), goal(), model("x") | {"supersedes": "a"}, answer("a"))
    assert claim.weight == "for"


def test_a_result_without_its_goal_says_so() -> None:
    (claim,) = claims(answer("a", goal="nowhere"))
    assert (claim.subject, claim.doubted_by, claim.weight) == (
        "nowhere",
        "its goal, which is none of this trace",
        "open",
    )


@pytest.mark.parametrize(("complete", "weight"), [(True, "for"), (False, "open"), (None, "open")])
def test_an_analysis_counts_only_when_it_is_complete(complete: bool | None, weight: str) -> None:
    payload = {"target_artifact_id": "model", "analysis_kind": "regions", "complete": complete, "regions": [{}]}
    (claim,) = claims(model(), artifact("s", "StateSpaceAnalysisResult", payload))
    assert (claim.weight, claim.detail) == (weight, "1 region")


def test_an_analysis_without_regions_claims_nothing() -> None:
    payload = {"target_artifact_id": "model", "analysis_kind": "regions", "complete": True, "regions": []}
    (claim,) = claims(model(), artifact("s", "StateSpaceAnalysisResult", payload))
    assert (claim.weight, claim.verdict) == ("open", "empty")


@pytest.mark.parametrize(
    ("status", "weight"), [("passed", "for"), ("failed", "against"), ("partial", "open"), ("unknown", "open")]
)
def test_a_conformance_check(status: str, weight: str) -> None:
    payload = {"reference_artifact_id": "ref", "target_artifact_id": "model", "status": status, "note": "why"}
    (claim,) = claims(model() | {"name": "the model"}, artifact("c", "ConformanceResult", payload))
    assert (claim.weight, claim.subject, claim.detail) == (weight, "the model against ref", "why")


@pytest.mark.parametrize(
    ("status", "weight"), [("matched", "for"), ("mismatched", "against"), ("partial", "open"), ("error", "open")]
)
def test_a_co_simulation(status: str, weight: str) -> None:
    payload = {"target_artifact_id": "model", "status": status}
    (claim,) = claims(model(), artifact("c", "CoSimulationResult", payload))
    assert claim.weight == weight


@pytest.mark.parametrize(("status", "weight"), [("transparent", None), ("opaque", "open"), ("failed", "against")])
def test_a_formalization_is_a_claim_when_it_limits_what_proofs_mean(status: str, weight: str | None) -> None:
    payload = {"status": status, "src_lang": "python", "src_code": "", "formal_code": ""}
    assert [claim.weight for claim in claims(artifact("f", "Formalization", payload))] == ([weight] if weight else [])


@pytest.mark.parametrize(
    ("status", "weight"), [("passed", "for"), ("failed", "against"), ("unknown", "open"), ("not_applicable", "open")]
)
def test_a_recorded_policy_evaluation(status: str, weight: str) -> None:
    evaluation = {"policy_id": "p", "status": status, "note": "why"}
    policy = {
        "policy_id": "p",
        "name": "review",
        "severity": "error",
        "scope": "trace",
        "kind": "trace_invariant",
        "formula": "true",
    }
    (claim,) = claims(policies=[policy], policy_evaluations=[evaluation])
    assert (claim.weight, claim.subject) == (weight, "policy review")


def test_the_engine_may_stand_on_the_action_only() -> None:
    verify = action(1, "Verify", category="reasoning", outputs=["a"], execution={"tool": "a prover"})
    result = answer("a", producer_action_id=1)
    result["payload"]["engine"] = None
    (claim,) = claims(model(), goal(), result, actions=[verify])
    assert claim.by == "a prover"


def test_the_last_run_of_a_command_counts() -> None:
    passed_then_failed = [ran(1, "pytest", 0), ran(2, "pytest", 1)]
    (claim,) = claims(actions=passed_then_failed)
    assert (claim.verdict, claim.weight, claim.action_id, claim.by) == ("failed", "against", 2, "RunTests, exit 1")
    (claim,) = claims(actions=[ran(1, "pytest", 1), ran(2, "pytest", 0)])
    assert (claim.verdict, claim.weight, claim.action_id, claim.by) == ("passed", "for", 2, "RunTests, exit 0")


def test_a_check_that_was_run_again_without_a_known_end_is_in_doubt() -> None:
    (claim,) = claims(actions=[ran(1, "pytest", 0), ran(2, "pytest", None)])
    assert (claim.action_id, claim.weight) == (1, "open")
    assert claim.doubted_by == "action 2, the same check with an unknown end"
    (claim,) = claims(actions=[ran(1, "pytest", 1), ran(2, "pytest", None)])
    assert (claim.action_id, claim.weight) == (1, "against")


def test_a_check_before_the_last_change_no_longer_speaks_for_the_work() -> None:
    (claim,) = claims(actions=[ran(1, "pytest", 0), edited(2, "a.py")])
    assert (claim.weight, claim.outdated) == ("open", 1)


def test_a_command_that_checks_nothing_establishes_nothing() -> None:
    assert claims(actions=[ran(1, "ls", 0, "RunCommand")]) == []


def test_claims_against_the_work_come_first() -> None:
    found = claims(
        model(), goal(), goal("g2"), answer("a"), answer("b", "unknown", "g2"), goal("g3"), answer("c", "refuted", "g3")
    )
    assert [claim.weight for claim in found] == ["against", "open", "for"]


def carried(result: str) -> dict[str, Any]:
    return artifact("cf", "CarriedForward", {"result_id": result, "basis": "closure_disjoint"}, derived_from=[result])


@pytest.mark.parametrize(("verdict", "weight"), [("proved", "for"), ("refuted", "against"), ("unknown", "open")])
def test_carrying_a_result_forward_makes_it_no_better(verdict: str, weight: str) -> None:
    (claim,) = claims(model(), goal(), answer("a", verdict), carried("a"))
    assert (claim.verdict, claim.weight, claim.carried_by) == (verdict, weight, "cf")


def test_a_result_carried_from_elsewhere_speaks_for_nothing_here() -> None:
    (claim,) = claims(carried("nowhere"))
    assert (claim.verdict, claim.weight) == ("carried", "open")


@pytest.mark.parametrize(("status", "weight"), [("open", "open"), ("addressed", "for")])
def test_a_result_that_a_merge_disturbed_is_open_again(status: str, weight: str) -> None:
    aimed = {"target": {"target_type": "artifact", "target_id": "a"}, "status": status}
    (claim,) = claims(model(), goal(), answer("a"), residual("r", "needs_rereasoning", ("a",), **aimed))
    assert claim.weight == weight


def newer(name: str, before: str) -> dict[str, Any]:
    """The model with another text."""
    changed = model(name) | {"supersedes": before}
    changed["payload"] |= {"formal_code": "let f x = x + 1"}
    return changed


@pytest.mark.parametrize(("verdict", "weight"), [("proved", "open"), ("refuted", "against")])
def test_a_result_about_a_model_that_was_changed_speaks_for_nothing(verdict: str, weight: str) -> None:
    (claim,) = claims(model(), goal(), answer("a", verdict), newer("model-2", "model"))
    assert claim.weight == weight
    assert claim.doubted_by is not None
    assert claim.doubted_by.startswith("being stale: ")


def test_a_result_about_a_model_that_was_only_laid_out_anew_still_speaks() -> None:
    again = model("model-2") | {"supersedes": "model"}
    again["payload"] |= {"formal_code": "let f x =\n  x (* as before *)"}
    (claim,) = claims(model(), goal(), answer("a"), again)
    assert (claim.weight, claim.doubted_by) == ("for", None)


def test_a_result_about_the_new_model_is_not_in_doubt() -> None:
    (claim,) = claims(model(), newer("model-2", "model"), goal(target="model-2"), answer("a"))
    assert (claim.weight, claim.doubted_by) == ("for", None)


def test_being_carried_does_not_make_a_result_about_a_changed_model_fresh() -> None:
    (claim,) = claims(model(), goal(), answer("a"), newer("model-2", "model"), carried("a"))
    assert (claim.weight, claim.carried_by) == ("open", "cf")


def test_an_analysis_of_a_model_that_was_replaced_is_in_doubt() -> None:
    payload = {"target_artifact_id": "model", "analysis_kind": "regions", "complete": True}
    (claim,) = claims(model(), artifact("s", "StateSpaceAnalysisResult", payload), newer("model-2", "model"))
    assert claim.weight == "open"


def test_an_approval_speaks_for_the_work_only_where_it_derives_from_a_change() -> None:
    made = reviewed(
        actions=[
            action(1, "Approve", "yes", "governance"),
            edited(2, "a.py"),
            action(3, "Approve", "good", "governance"),
        ],
        artifacts=[
            artifact("plan", "Plan", name="three steps", producer_action_id=1),
            artifact("of-plan", "UserApproval", summary="go on", derived_from=["plan"], producer_action_id=3),
            artifact("diff", "Diff", name="change of a.py", producer_action_id=2),
            artifact("version", "SourceCode", name="a.py", derived_from=["diff"], producer_action_id=2),
            artifact("of-diff", "UserApproval", summary="good", derived_from=["diff"], producer_action_id=3),
            artifact("of-version", "UserApproval", summary="good", derived_from=["version"], producer_action_id=3),
            artifact("early", "UserApproval", summary="good", derived_from=["diff"], producer_action_id=1),
            artifact("of-nothing", "UserApproval", summary="fine"),
        ],
    )
    assert {claim.artifact_id: (claim.weight, claim.subject) for claim in made.claims} == {
        "of-plan": ("open", "three steps: go on"),
        "of-diff": ("for", "change of a.py: good"),
        "of-version": ("for", "a.py: good"),
        "early": ("open", "change of a.py: good"),
        "of-nothing": ("open", "fine"),
    }
