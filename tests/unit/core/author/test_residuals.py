"""Residuals are declared, contested and decided about by appending: what was said before stays as it was said."""

from typing import Any

import pytest

from tollens.core.author.residuals import contested, promoted, residual_declared, residual_settled
from tollens.core.derive.residuals.surface import surface
from tollens.core.errors import MisuseError
from tollens.core.graph.index import Index
from tollens.core.model import (
    DefeaterKind,
    ResidualKind,
    ResidualSeverity,
    ResidualStatus,
    TargetRef,
    TargetType,
)
from tollens.core.validate.check import validate
from tollens.core.validate.examples import a_model, a_proof, a_residual, a_review_item, a_verification_goal, an_action
from tollens.core.validate.rule import MINIMAL
from tollens.core.wire.document import Document

AT = "2026-01-02T03:04:05Z"
PROOF = [a_model(), a_verification_goal(), a_proof()]
GAP = a_residual("r1", ("model",), introduced_by_action_id=1, rationale="no time", x_vendor=1.0) | {
    "producer_action_id": 1,
    "x_more": [2],
}
START = Document.of({**MINIMAL, "actions": [an_action(1)], "artifacts": [*PROOF, GAP], "metrics": {"total_actions": 1}})
WAIVED, ACKNOWLEDGED = ResidualStatus.ResidualWaived, ResidualStatus.ResidualAcknowledged


def last(document: Document) -> dict[str, Any]:
    artifacts: list[dict[str, Any]] = document.value["artifacts"]
    return artifacts[-1]


def findings(document: Document) -> list[str]:
    return [one.code for one in validate(document).diagnostics if one.severity != "info"]


def test_a_gap_hangs_off_what_it_qualifies() -> None:
    made = residual_declared(
        START,
        ResidualKind.Unverified,
        "refunds are\nnot verified",
        severity=ResidualSeverity.HighResidual,
        target=TargetRef(target_type=TargetType.ArtifactTarget, target_id="result"),
        related=["goal", "result"],
        check="add a goal",
        tags=["refunds"],
        at=AT,
        by="reviewer",
    )
    found = last(made)
    assert (found["artifact_id"], found["artifact_type"]) == ("r2", "Residual")
    assert found["derived_from"] == ["result", "goal"]
    assert found["summary"] == found["payload"]["statement"] == "refunds are\nnot verified"
    assert found["name"] == "unverified: refunds are not verified"
    assert found["metadata"] == {"declared_at": AT, "declared_by": "reviewer"}
    assert (found["payload"]["source"], found["payload"]["status"]) == ("reviewer_added", "open")
    assert made.value["actions"] == START.value["actions"]
    assert findings(made) == findings(START)


def test_the_agent_reports_on_itself() -> None:
    made = residual_declared(START, ResidualKind.Assumption, "x" * 200, at=AT, by="an agent")
    assert last(made)["payload"]["source"] == "agent_declared"
    assert len(last(made)["name"]) == len("assumption: ") + 72


def test_a_challenge_contests_the_claim_and_not_its_evidence() -> None:
    made = contested(
        START, "result", DefeaterKind.Undermines, "the model lacks it", evidence=["r1"], at=AT, by="reviewer"
    )
    payload = last(made)["payload"]
    assert payload["target"] == {"target_type": "artifact", "target_id": "result"}
    assert (payload["kind"], payload["defeater_kind"], payload["source"]) == (
        "defeater",
        "undermines",
        "reviewer_added",
    )
    assert payload["related_artifact_ids"] == ["r1"]
    assert last(made)["derived_from"] == ["result", "r1"]
    (defeater,) = surface(Index(made.trace))[1]
    assert (defeater.about, defeater.open) == (("result",), True)
    assert findings(made) == findings(START)


@pytest.mark.parametrize(
    ("claim", "evidence", "statement", "said"),
    [
        ("resul", [], "wrong", "Did you mean result"),
        ("result", ["nothing like it"], "wrong", "no artifact"),
        ("result", ["result"], "wrong", "against itself"),
        ("result", [], "\n", "statement is empty"),
    ],
)
def test_a_challenge_without_a_claim_or_a_reason_is_refused(
    claim: str, evidence: list[str], statement: str, said: str
) -> None:
    with pytest.raises(MisuseError) as caught:
        contested(START, claim, DefeaterKind.Rebuts, statement, evidence=evidence, at=AT, by="reviewer")
    assert said in f"{caught.value.message} {caught.value.advice}"


def test_a_decision_is_a_revision_and_the_action_that_made_it() -> None:
    made = residual_settled(START, "r1", WAIVED, note="one user at a time", at=AT, by="reviewer")
    assert made.value["artifacts"][:-1] == START.value["artifacts"]
    assert last(made) == {
        **{name: said for name, said in GAP.items() if name != "producer_action_id"},
        "artifact_id": "r1-v2",
        "revision": 2,
        "supersedes": "r1",
        "payload": {**GAP["payload"], "status": "waived", "rationale": "one user at a time"},
    }
    action = made.value["actions"][-1]
    assert (action["id"], action["type"]) == (2, "RecordAudit")
    assert (action["inputs"], action["outputs"]) == (["r1"], ["r1-v2"])
    assert (action["rationale"], action["request"]) == ("one user at a time", {"at": AT, "by": "reviewer"})
    assert made.value["metrics"]["total_actions"] == 2
    assert findings(made) == findings(START)
    assert not any(gap.open for gap in surface(Index(made.trace))[0])


def test_acknowledging_keeps_the_reason_of_the_gap_where_no_other_is_given() -> None:
    once = residual_settled(START, "r1", ACKNOWLEDGED, at=AT, by="reviewer")
    assert (last(once)["payload"]["status"], last(once)["payload"]["rationale"]) == ("acknowledged", "no time")
    twice = residual_settled(once, "r1", WAIVED, note="for good", at=AT, by="auditor")
    assert (last(twice)["artifact_id"], last(twice)["supersedes"]) == ("r1-v3", "r1-v2")
    assert [gap.status for gap in surface(Index(twice.trace))[0] if gap.superseded_by is None] == ["waived"]
    assert findings(twice) == findings(START)


def test_what_replaced_a_challenge_with_another_matter_is_not_decided_about_in_its_place() -> None:
    start = contested(START, "result", DefeaterKind.Rebuts, "it fails", at=AT, by="reviewer")
    other = a_residual("r9", ("model",)) | {"supersedes": "r2"}
    made = residual_settled(
        Document.of({**start.value, "artifacts": [*start.value["artifacts"], other]}),
        "r2",
        WAIVED,
        note="not reachable",
        at=AT,
        by="auditor",
    )
    assert (last(made)["artifact_id"], last(made)["supersedes"]) == ("r2-v2", "r2")


def test_an_id_that_is_taken_is_passed_over() -> None:
    start = Document.of({**MINIMAL, "artifacts": [a_residual("r1"), a_residual("r1-v2")]})
    made = residual_settled(start, "r1", ACKNOWLEDGED, at=AT, by="reviewer")
    assert (last(made)["artifact_id"], last(made)["revision"]) == ("r1-v3", 3)


@pytest.mark.parametrize(
    ("status", "decision", "said"),
    [
        ("acknowledged", ACKNOWLEDGED, "acknowledged already"),
        ("waived", WAIVED, "waived already"),
        ("waived", ACKNOWLEDGED, "waived already"),
        ("addressed", WAIVED, "addressed already"),
    ],
)
def test_what_is_settled_stays_settled(status: str, decision: ResidualStatus, said: str) -> None:
    start = Document.of({**MINIMAL, "artifacts": [a_residual("r1", status=status, rationale="so")]})
    with pytest.raises(MisuseError, match=said):
        residual_settled(start, "r1", decision, note="why", at=AT, by="reviewer")


def test_a_waiver_needs_a_reason_and_a_reviewer() -> None:
    with pytest.raises(MisuseError, match="needs a reason"):
        residual_settled(START, "r1", WAIVED, note=" ", at=AT, by="reviewer")
    with pytest.raises(MisuseError, match="did the work"):
        residual_settled(START, "r1", WAIVED, note="fine", at=AT, by="an agent")


def test_a_waived_defeater_contests_nothing_and_an_acknowledged_one_still_names_its_claim() -> None:
    start = contested(START, "result", DefeaterKind.Rebuts, "it fails", evidence=["r1"], at=AT, by="reviewer")
    seen = residual_settled(start, "r2", ACKNOWLEDGED, at=AT, by="auditor")
    assert last(seen)["payload"]["target"]["target_id"] == "result"
    assert last(seen)["derived_from"] == ["result", "r1"]
    waived = residual_settled(seen, "r2", WAIVED, note="not reachable", at=AT, by="auditor")
    assert not any(defeater.open for defeater in surface(Index(waived.trace))[1])


@pytest.mark.parametrize(
    ("members", "name", "said"),
    [
        ({}, "r9", "no residual"),
        ({"artifacts": [a_residual("r1"), a_residual("r1")]}, "r1", "2 artifacts"),
        ({"artifacts": PROOF}, "result", "no residual"),
        ({"residuals": [{"residual_id": "r1", "kind": "assumption", "statement": "x"}]}, "r1", "deprecated list"),
        ({"artifacts": [{"artifact_id": "r1", "artifact_type": "Residual", "payload": {}}]}, "r1", "cannot be read"),
    ],
)
def test_what_is_no_residual_is_not_decided_about(members: dict[str, Any], name: str, said: str) -> None:
    with pytest.raises(MisuseError, match=said):
        residual_settled(Document.of({**MINIMAL, **members}), name, ACKNOWLEDGED, at=AT, by="reviewer")


def test_a_defeater_is_not_declared_as_a_gap() -> None:
    with pytest.raises(MisuseError, match="not a gap"):
        residual_declared(START, ResidualKind.Defeater, "it fails", at=AT, by="reviewer")


def test_results_that_stand_on_actions_are_not_lost_beside_a_residual() -> None:
    inline = an_action(1, "Formalize", formalization={"model_language": "iml", "formal_code": "let f x = x"})
    old = Document.of({**MINIMAL, "spec_version": "1.0", "actions": [inline]})
    assert old.trace.artifacts
    with pytest.raises(MisuseError, match="would lose them"):
        residual_declared(old, ResidualKind.Assumption, "sorted", at=AT, by="reviewer")


def test_a_promoted_residual_stays_and_is_tracked_once() -> None:
    made = promoted(START, "r1", "Lock the row", blocking=True, at=AT, by="reviewer")
    (item,) = made.value["review_items"]
    assert (item["title"], item["body"], item["blocking"]) == ("Lock the row", "not checked", True)
    assert item["target"] == {"target_type": "artifact", "target_id": "r1"}
    assert made.value["actions"][-1]["type"] == "CreateReviewItem"
    assert made.value["artifacts"] == START.value["artifacts"]
    assert findings(made) == findings(START)
    seen = residual_settled(made, "r1", ACKNOWLEDGED, at=AT, by="reviewer")
    with pytest.raises(MisuseError, match=f"tracked by the review item '{item['review_item_id']}'"):
        promoted(seen, "r1", "Again", at=AT, by="reviewer")


def test_a_closed_residual_is_not_tracked_and_a_settled_item_tracks_nothing() -> None:
    waived = Document.of({**MINIMAL, "artifacts": [a_residual("r1", status="waived", rationale="so")]})
    with pytest.raises(MisuseError, match="is waived"):
        promoted(waived, "r1", "Do it", at=AT, by="reviewer")
    target = {"target_type": "artifact", "target_id": "r1"}
    done = {"review_items": [a_review_item("i1", target=target, status="resolved")], "artifacts": [a_residual("r1")]}
    made = promoted(Document.of({**MINIMAL, **done}), "r1", "Do it", at=AT, by="reviewer")
    assert len(made.value["review_items"]) == 2
