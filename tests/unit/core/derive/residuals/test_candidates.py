"""§13.4: what the record holds of its own limits, as long as nobody declared it."""

from typing import Any

import pytest

from tests.unit.core.derive.traces import action, answer, artifact, document, goal, model, residual
from tollens.core.derive.residuals.candidates import candidates
from tollens.core.derive.residuals.reopened import DerivedGap
from tollens.core.graph.index import Index

PENDING = {"name": "p", "status": "pending", "src": ""}


def found(*artifacts: dict[str, Any], **members: Any) -> tuple[DerivedGap, ...]:
    return candidates(Index(document(artifacts=list(artifacts), **members).trace))


def names(*artifacts: dict[str, Any], **members: Any) -> list[str]:
    return [gap.residual_id for gap in found(*artifacts, **members)]


def proved(*listed: str) -> dict[str, Any]:
    made = answer("r")
    made["payload"]["result"]["proved"]["properties"] = [
        {"name": name, "status": "proved", "src": ""} for name in listed
    ]
    return made


def test_a_goal_without_a_decision_is_a_gap_in_coverage() -> None:
    (gap,) = found(model(), goal(target_symbol="f"))
    assert (gap.residual_id, gap.kind, gap.target, gap.symbol) == ("coverage-goal", "coverage", "goal", "f")
    assert gap.statement == "goal (f is total) has no result."
    (tried,) = found(model(), goal(), answer("r", "unknown"))
    assert tried.statement.endswith("was tried and not decided.")
    assert names(model(), goal(), answer("r", "sat")) == ["coverage-goal"]
    assert names(model(), goal(), answer("r", "refuted")) == []
    assert names(model(), goal() | {"artifact_id": "old"}, goal() | {"supersedes": "old"}, answer("r")) == []


def test_pending_properties_that_no_proof_settles() -> None:
    asked = goal(properties=[PENDING])
    assert names(model(), asked, proved()) == []
    assert names(model(), asked, proved("p")) == []
    (gap,) = found(model(), asked, proved("another"))
    assert gap.suggested_check == "Verify p of goal."
    assert names(model(), goal(properties=[PENDING | {"status": "proved"}]), proved("another")) == []


@pytest.mark.parametrize(("complete", "gaps"), [(False, ["coverage-s"]), (True, []), (None, [])])
def test_an_analysis_that_says_it_is_incomplete(complete: bool | None, gaps: list[str]) -> None:
    payload = {"target_artifact_id": "model", "analysis_kind": "regions", "complete": complete}
    assert names(model(), artifact("s", "StateSpaceAnalysisResult", payload)) == gaps


def test_an_observation_of_low_confidence() -> None:
    told = [
        {"statement": "surely", "confidence": "high"},
        {"statement": "perhaps", "confidence": "low", "derived_from": ["nowhere", "model"]},
        {"statement": 5},
    ]
    (gap,) = found(model(), actions=[action(4, "ReadFile", observations=told)])
    assert (gap.residual_id, gap.kind, gap.target) == ("low-confidence-4-2", "low_confidence", "model")


def test_limits_of_a_replay() -> None:
    stated = {"status": "partially_reproducible", "limitations": ["no network"]}
    step = {"reproduction_kind": "manual_reproduction", "procedure": {"kind": "manual"}}
    one = action(2, "RunCommand", reproducibility=stated | step | {"limitations": ["by hand"]}, outputs=["out"])
    gaps = found(artifact("out", "SourceCode"), actions=[one], reproducibility=stated)
    assert [gap.residual_id for gap in gaps] == ["limitation-trace-1", "limitation-2-1"]
    assert [gap.target for gap in gaps] == ["", "out"]


def test_the_last_evaluation_of_a_policy_where_it_is_no_pass() -> None:
    told = [
        ("a", "failed"),
        ("b", "unknown"),
        ("c", "not_applicable"),
        ("d", "passed"),
        ("a", "failed"),
        ("e", "failed"),
    ]
    told.append(("e", "passed"))
    gaps = found(policy_evaluations=[{"policy_id": name, "status": status} for name, status in told])
    assert [(gap.residual_id, gap.severity) for gap in gaps] == [
        ("policy-a", "medium"),
        ("policy-b", "low"),
        ("policy-c", "info"),
    ]


def test_what_was_declared_is_no_candidate() -> None:
    held = model(), goal()
    assert names(*held, residual("r", anchors=("goal",))) == []
    assert names(*held, residual("r", related_artifact_ids=["goal"])) == []
    assert names(*held, residual("r", target={"target_type": "artifact", "target_id": "goal"})) == []
    listed = [{"residual_id": "r", "kind": "unverified", "statement": "why", "related_artifact_ids": ["goal"]}]
    assert names(*held, residuals=listed) == []
    about = {"target": {"target_type": "policy_evaluation", "target_id": "a"}}
    assert names(residual("r", **about), policy_evaluations=[{"policy_id": "a", "status": "failed"}]) == []
