"""§13: gaps by severity; a defeater contests what it targets and what rests on it, until it is settled."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.unit.core.derive.evaluated import evaluated
from tests.unit.core.derive.traces import action, answer, artifact, defeater, document, goal, model, residual, reviewed
from tollens.core.derive.residuals.contested import contested
from tollens.core.derive.residuals.surface import Defeater, Gap, surface
from tollens.core.derive.residuals.unestablished import unestablished
from tollens.core.derive.review.resolved import resolved
from tollens.core.graph.index import Index


def open_gaps(*artifacts: dict[str, Any], **members: Any) -> list[str]:
    gaps, _ = surface(Index(document(artifacts=list(artifacts), **members).trace))
    return [gap.residual_id for gap in gaps if gap.open]


def test_the_gravest_first_and_those_without_severity_last() -> None:
    made = [residual(f"r-{severity}", severity=severity) for severity in ("info", "critical", "low", "high", "medium")]
    names = ["r-critical", "r-high", "r-medium", "r-low", "r-info", "r"]
    assert open_gaps(residual("r"), *made) == names


@pytest.mark.parametrize(
    ("status", "standing"),
    [(None, True), ("open", True), ("acknowledged", False), ("addressed", False), ("waived", False)],
)
def test_what_is_not_said_to_be_settled_is_open(status: str | None, standing: bool) -> None:
    assert open_gaps(residual("r", status=status)) == (["r"] if standing else [])


def test_the_deprecated_list_counts_unless_an_artifact_has_the_id() -> None:
    listed = [
        {"residual_id": "r1", "kind": "unverified", "statement": "old", "status": "open"},
        {"residual_id": "r2", "kind": "assumption", "statement": "only here"},
    ]
    assert open_gaps(residual("r1", status="addressed"), residuals=listed) == ["r2"]


def test_what_supersedes_a_residual_replaces_it_wherever_the_two_stand() -> None:
    later = residual("r2", status="addressed") | {"supersedes": "r1"}
    earlier = residual("r1", severity="critical")
    assert open_gaps(earlier, later) == []
    assert open_gaps(later, earlier) == []
    assert open_gaps(residual("r2") | {"supersedes": "r1"}, residual("r1", status="waived")) == ["r2"]


def test_of_residuals_that_replace_each_other_each_stands() -> None:
    ring = residual("r1", severity="critical") | {"supersedes": "r2"}, residual("r2") | {"supersedes": "r1"}
    assert open_gaps(*ring) == ["r1", "r2"]
    settled = residual("r3", status="waived") | {"supersedes": "r1"}
    assert open_gaps(*ring, settled) == ["r2"]


def test_an_unrecognized_residual_closes_nothing() -> None:
    broken = residual("r2", kind="no such kind") | {"supersedes": "r1"}
    assert open_gaps(residual("r1"), broken) == ["r1", "r2"]


def test_an_unrecognized_entry_of_the_list_is_an_open_gap() -> None:
    assert open_gaps(residuals=["text", {"residual_id": "r1", "kind": 5, "status": "addressed"}]) == [
        "/residuals/0",
        "r1",
    ]


def test_an_unrecognized_defeater_contests_all_the_same() -> None:
    broken = defeater("d", "proof", status="no such status")
    assert contests(answer("proof"), broken)["proof"] == ("proof", "d")


def test_a_defeater_of_a_type_that_is_not_known_contests_all_the_same() -> None:
    unknown = defeater("d", "proof") | {"artifact_type": "Objection"}
    assert contests(answer("proof"), unknown)["proof"] == ("proof", "d")


def test_a_dispute_passes_through_what_is_not_recognized() -> None:
    broken = goal() | {"name": 5}
    assert "proof" in contests(model(), broken, answer("proof"), defeater("d", "model"))


def contests(*artifacts: dict[str, Any], **members: Any) -> dict[str, tuple[str, str]]:
    trace = document(artifacts=list(artifacts), **members).trace
    return contested(trace.artifacts, surface(Index(trace))[1])


def test_what_rests_on_a_contested_artifact_is_contested_too() -> None:
    found = contests(model(), goal(), answer("proof"), answer("other", goal="elsewhere"), defeater("d", "model"))
    assert found == {"model": ("model", "d"), "goal": ("model", "d"), "proof": ("model", "d")}


def test_counter_evidence_is_cited_not_contested() -> None:
    anchored = residual("d", "defeater", ("proof", "witness"), defeater_kind="rebuts", related_artifact_ids=["witness"])
    assert contests(answer("proof"), answer("witness", "refuted"), anchored) == {"proof": ("proof", "d")}


def test_a_defeater_of_an_action_contests_what_it_made() -> None:
    aimed = residual("d", "defeater", defeater_kind="undermines", target={"target_type": "action", "target_id": "1"})
    verify = action(1, "Verify", category="reasoning", outputs=["proof"])
    assert contests(answer("proof"), aimed, actions=[verify]) == {"proof": ("proof", "d")}


@pytest.mark.parametrize("status", ["addressed", "waived"])
def test_a_settled_defeater_contests_nothing(status: str) -> None:
    assert contests(answer("proof"), defeater("d", "proof", status=status)) == {}


@pytest.mark.parametrize("status", [None, "open", "acknowledged"])
def test_a_defeater_stands_until_it_is_settled(status: str | None) -> None:
    assert contests(answer("proof"), defeater("d", "proof", status=status)) == {"proof": ("proof", "d")}


@pytest.mark.parametrize(
    ("status", "superseded_by", "gap_open", "defeater_stands"),
    [
        ("open", None, True, True),
        ("acknowledged", None, False, True),
        ("addressed", None, False, False),
        ("waived", None, False, False),
        ("open", "later", False, False),
        ("acknowledged", "later", False, False),
    ],
)
def test_a_document_says_what_is_outstanding(
    status: str, superseded_by: str | None, gap_open: bool, defeater_stands: bool
) -> None:
    for sort, expected in ((Gap, gap_open), (Defeater, defeater_stands)):
        for given in (True, False):  # it follows from the status, whatever is given
            entry = sort("r", "kind", "low", status, "", superseded_by=superseded_by, open=given)
            assert msgspec.to_builtins(entry)["open"] is expected
        changed = msgspec.structs.replace(entry, status="open", superseded_by=None)
        assert msgspec.to_builtins(changed)["open"] is True
        assert msgspec.structs.replace(changed, status="waived").open is False


def test_a_defeater_is_replaced_only_by_one_about_the_same() -> None:
    proof, old = answer("proof"), defeater("d", "proof")
    waived = {"status": "waived"}
    again = defeater("d2", "proof", **waived) | {"supersedes": "d"}
    assert contests(proof, old, again) == {}
    still = defeater("d2", "proof") | {"supersedes": "d"}
    assert contests(proof, old, still) == {"proof": ("proof", "d2")}
    other = defeater("d2", "elsewhere", **waived) | {"supersedes": "d"}
    assert contests(proof, old, other) == {"proof": ("proof", "d")}
    gap = residual("d2", "assumption", ("proof",), **waived) | {"supersedes": "d"}
    assert contests(proof, old, gap) == {"proof": ("proof", "d")}


def test_a_defeater_contests_its_target_and_what_it_anchors_to_without_citing_it() -> None:
    aimed = {"target": {"target_type": "artifact", "target_id": "proof"}, "related_artifact_ids": ["witness"]}
    both = residual("d", "defeater", ("proof", "witness", "other"), defeater_kind="rebuts", **aimed)
    assert set(contests(answer("proof"), answer("witness"), answer("other"), both)) == {"proof", "other"}


def test_a_defeater_that_names_nothing_but_what_it_cites_contests_that() -> None:
    alone = residual("d", "defeater", ("proof",), defeater_kind="rebuts", related_artifact_ids=["proof"])
    assert set(contests(answer("proof"), alone)) == {"proof"}
    aimed = alone["payload"] | {"target": {"target_type": "trace"}}
    assert contests(answer("proof"), alone | {"payload": aimed}) == {}


@pytest.mark.parametrize("kind", ["action", "policy", "policy_evaluation", "reference_artifact", "trace"])
def test_a_target_of_the_wrong_kind_contests_the_artifact_that_has_the_id(kind: str) -> None:
    aimed = {"target": {"target_type": kind, "target_id": "proof"}}
    wrong = residual("d", "defeater", defeater_kind="rebuts", **aimed)
    assert set(contests(answer("proof"), wrong)) == {"proof"}


@pytest.mark.parametrize(
    ("kind", "members"),
    [
        ("action", {"actions": [action(1, "Verify", category="reasoning")]}),
        ("policy", {"policies": [{"policy_id": "1", "name": "p", "description": "d", "formula": "true"}]}),
        ("policy_evaluation", {"policy_evaluations": [{"policy_id": "1", "status": "failed"}]}),
        ("reference_artifact", {"reference_artifacts": [{"reference_artifact_id": "1", "name": 5}]}),
        ("trace", {"trace_id": "1"}),
    ],
)
def test_a_target_that_exists_under_its_kind_is_that(kind: str, members: dict[str, Any]) -> None:
    aimed = {"target": {"target_type": kind, "target_id": "1"}}
    right = residual("d", "defeater", defeater_kind="rebuts", **aimed)
    assert contests(answer("1"), right, **members) == {}


def test_a_defeater_of_an_action_that_is_not_recognized_contests_what_it_made() -> None:
    aimed = residual("d", "defeater", defeater_kind="undermines", target={"target_type": "action", "target_id": "1"})
    broken = action(1, "no such type", outputs=["proof"])
    assert set(contests(answer("proof"), aimed, actions=[broken])) == {"proof"}


def test_a_new_model_does_not_inherit_the_dispute_over_the_one_it_replaces() -> None:
    new = artifact(
        "model-2",
        "FormalModel",
        {"model_language": "iml", "formal_code": ""},
        derived_from=["model"],
        supersedes="model",
    )
    assert set(contests(model(), new, defeater("d", "model"))) == {"model"}


def test_a_ring_of_parents_ends() -> None:
    ring = [answer("a", derived_from=["b"]), answer("b", derived_from=["a"]), defeater("d", "a")]
    assert set(contests(*ring)) == {"a", "b"}


def test_no_declared_gap_is_said_as_such() -> None:
    assert reviewed().declared == 0


def test_a_residual_on_reasoning_casts_doubt_on_the_results_that_it_cites() -> None:
    listed = {"residual_id": "l", "kind": "needs_rereasoning", "statement": "why", "related_artifact_ids": ["a"]}
    made = [model(), goal(), answer("a")]
    for residuals in ([listed], [listed | {"rationale": 5}]):
        (claim,) = reviewed(artifacts=made, residuals=residuals).claims
        assert (claim.weight, claim.doubted_by) == ("open", "l")


def test_of_two_residuals_with_one_id_none_is_replaced() -> None:
    twice = [residual("r", severity="high"), residual("s") | {"supersedes": "r"}, residual("r", severity="critical")]
    assert open_gaps(*twice) == ["r", "r", "s"]


def test_the_example_of_the_explanation(repository: Path) -> None:
    text = (repository / "docs/explanation/residual-surface.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)
    aimed = {"target": {"target_type": "artifact", "target_id": "model"}, "related_artifact_ids": ["run"]}
    held = {"model": model(), "goal": goal(), "proof": answer("proof"), "d": residual("d", "defeater")}
    assert rows == list(held)

    def contested_by(**changed: Any) -> set[str]:
        d = residual("d", "defeater", ("model", "run"), defeater_kind="undermines", **(aimed | changed))
        return set(contests(*(held | {"d": d}).values(), artifact("run", "CommandResult", {})))

    assert contested_by() == contested_by(status="acknowledged") == {"model", "goal", "proof"}
    assert contested_by(target={"target_type": "action", "target_id": "model"}) == {"model", "goal", "proof"}
    assert contested_by(status="waived") == set()


@pytest.mark.parametrize("settled_first", [True, False])
def test_an_id_that_is_there_twice_hides_no_doubt(settled_first: bool) -> None:
    settled, standing = defeater("d", "proof", status="waived"), defeater("d", "other")
    pair = (settled, standing) if settled_first else (standing, settled)
    _, defeaters = surface(Index(document(artifacts=[answer("proof"), answer("other"), *pair]).trace))
    assert [each.about for each in defeaters if each.open] == [("other",)]
    both = (defeater("d", "proof"), defeater("d", "other"))
    _, defeaters = surface(Index(document(artifacts=[answer("proof"), answer("other"), *both]).trace))
    assert [each.about for each in defeaters if each.open] == [("proof",), ("other",)]


def test_an_id_that_is_there_twice_hides_no_gap() -> None:
    listed = {"residual_id": "r1", "kind": "unverified", "statement": "x", "status": "waived"}
    assert open_gaps(residual("r", status="waived"), residual("r")) == ["r"]
    assert open_gaps(residual("r", status="waived"), residual("r", kind="no such kind")) == ["r"]
    assert open_gaps(residuals=[listed, listed | {"status": "open"}]) == ["r1"]
    assert open_gaps(residuals=[listed, listed | {"kind": 5}]) == ["r1"]


def test_what_many_defeaters_reach_is_told_once_and_alike_everywhere() -> None:
    proofs = [answer(f"proof-{number}") for number in range(6)]
    attacks = [defeater(f"d-{number}", "goal") for number in range(5)]
    made = evaluated(artifacts=[model(), goal(), *proofs, *attacks])
    listed = {each.artifact_id: each.defeaters for each in unestablished(made.established).contested}
    assert listed == {each.artifact_id: each.defeaters for each in resolved(made).contested}
    assert listed.pop("goal") == tuple(f"d-{number}" for number in range(5))
    assert set(listed.values()) == {("d-0",)}
