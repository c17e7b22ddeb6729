"""The strength of a claim comes from what gave it; what a result says of itself can only lower that."""

from typing import Any

import pytest

from tests.unit.core.derive.traces import answer, artifact, document, goal, model, ran, reviewed
from tollens.core.derive.review.strength import MEMBER, stated_strengths
from tollens.core.diagnostics import Diagnostic
from tollens.core.graph.index import Index


def strengths(*artifacts: dict[str, Any], **members: Any) -> list[tuple[str, str]]:
    made = reviewed(artifacts=list(artifacts), **members)
    return [(claim.verdict, claim.strength) for claim in made.claims]


@pytest.mark.parametrize(
    ("verdict", "strength"), [("proved", "proof"), ("refuted", "sat"), ("sat", "sat"), ("unknown", "")]
)
def test_of_a_verification_result_it_follows_from_the_verdict(verdict: str, strength: str) -> None:
    assert strengths(model(), goal(), answer("a", verdict)) == [(verdict, strength)]


def test_of_other_results_it_follows_from_their_kind() -> None:
    region = {"constraints": ["x > 0"]}
    analysis = {"target_artifact_id": "model", "analysis_kind": "regions", "complete": True, "regions": [region]}
    conformance = {"reference_artifact_id": "r", "target_artifact_id": "model", "status": "passed"}
    replay = {"target_artifact_id": "model", "status": "matched"}
    formal = {"src_lang": "python", "src_code": "", "formal_code": "", "status": "opaque"}
    made = strengths(
        model(),
        artifact("analysis", "StateSpaceAnalysisResult", analysis),
        artifact("nothing", "StateSpaceAnalysisResult", analysis | {"regions": []}),
        artifact("conformance", "ConformanceResult", conformance),
        artifact("replay", "CoSimulationResult", replay),
        artifact("approval", "UserApproval"),
        artifact("formal", "Formalization", formal),
        actions=[ran(1, "pytest", 0), ran(2, "mypy", 0, "TypeCheck"), ran(3, "ruff", 1, "Lint")],
        policy_evaluations=[{"policy_id": "p", "status": "passed"}],
    )
    assert sorted(made) == [
        ("approved", "attested"),
        ("complete", "static_analysis"),
        ("empty", ""),
        ("failed", "static_analysis"),
        ("matched", "tests"),
        ("opaque", ""),
        ("passed", ""),
        ("passed", "static_analysis"),
        ("passed", "static_analysis"),
        ("passed", "tests"),
    ]


@pytest.mark.parametrize(
    ("verdict", "stated", "strength"),
    [
        ("proved", "tests", "tests"),
        ("proved", "attested", "attested"),
        ("sat", "proof", "sat"),
        ("unknown", "proof", ""),
        ("proved", "certain", "proof"),
        ("proved", "", "proof"),
        ("proved", 1, "proof"),
    ],
)
def test_what_a_result_states_can_only_lower_it(verdict: str, stated: object, strength: str) -> None:
    result = answer("a", verdict)
    result["payload"]["evidence_strength"] = stated
    assert strengths(model(), goal(), result) == [(verdict, strength)]


def test_where_the_value_is_not_at_hand_nothing_is_stated() -> None:
    index = Index(document(artifacts=[model(), goal(), answer("a")]).trace)
    told = [Diagnostic("WIRE020", "info", f"/artifacts/2/payload/{member}", "", "", "") for member in (MEMBER, "x")]
    assert stated_strengths(index, told) == {"a": None}


def test_a_reasoning_result_says_whether_it_still_holds_and_another_claim_does_not() -> None:
    made = reviewed(artifacts=[model(), goal(), answer("a")], actions=[ran(1, "pytest", 0)])
    told = {claim.verdict: (claim.freshness, claim.basis) for claim in made.claims}
    (verdict,) = made.freshness
    assert told == {"proved": (verdict.verdict.value, verdict.basis), "passed": (None, "")}
