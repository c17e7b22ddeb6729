"""What of a trace could not be read is never taken for nothing: no policy is kept because of damage."""

from typing import Any

import pytest

from tests.unit.core.policy.little import judged, on, shared
from tests.unit.core.policy.test_checking import checked, policy
from tollens.apps import wiring
from tollens.core.policy.verdict import Judgement
from tollens.core.validate.examples import a_proof, a_residual, a_verification_goal, an_action, an_artifact
from tollens.core.validate.rule import MINIMAL
from tollens.core.wire.document import Document

CRITICAL = a_residual("r1", severity="critical")


def without(entry: dict[str, Any], member: str) -> dict[str, Any]:
    return {name: value for name, value in entry.items() if name != member}


@pytest.mark.parametrize(
    ("member", "held"),
    [
        ("actions", {"1": an_action(1, "GitCommit")}),
        ("artifacts", {"r1": CRITICAL}),
        ("residuals", "none"),
        ("goals", {"g1": {}}),
        ("files_modified", "a.py"),
        ("policies", {"p": {}}),
    ],
)
def test_a_list_that_is_none_leaves_everything_open(member: str, held: Any) -> None:
    asked = [policy("G(¬GitCommit)"), policy("¬∃ x ∈ artifacts . x.type = Residual", "q"), policy("F(action)", "r")]
    found = checked(*asked, **{member: held})
    assert found.gate == "unchecked"
    assert found.message == f"the trace cannot be read as a whole: what stands at /{member} is no list"
    assert {row.judgement.status for row in found.rows} == {"unknown"}
    assert found.rows[0].judgement.undetermined[0].fact == f"/{member}"


def test_the_review_takes_it_for_nothing_neither() -> None:
    held = {**policy("G(¬GitCommit)"), "policy_id": "p", "name": "p", "scope": "trace", "kind": "trace_invariant"}
    sound, damaged = (
        wiring.evaluated(Document.of(MINIMAL | {"policies": [held], **members}), {}).policies
        for members in ({}, {"artifacts": {}})
    )
    assert [one.status for one in sound] == ["not_applicable"]
    assert [one.status for one in damaged] == ["unknown"]


def test_null_in_the_place_of_a_list_holds_nothing() -> None:
    assert checked(policy("F(EditFile)"), artifacts=None).gate == "passed"


def about_residuals(*artifacts: Any, **members: Any) -> Judgement:
    return judged("∀ r ∈ residuals . r.severity < High", "ReadFile", artifacts=list(artifacts), **members)


@pytest.mark.parametrize(
    ("artifact", "status"),
    [
        (without(CRITICAL, "artifact_type"), "unknown"),
        ([CRITICAL], "unknown"),
        (CRITICAL | {"artifact_type": "residual"}, "unknown"),
        (CRITICAL | {"artifact_type": "Resdual"}, "unknown"),
        (an_artifact("x", "Deploy"), "not_applicable"),
    ],
)
def test_what_may_be_a_residual_is_no_absence_of_one(artifact: Any, status: str) -> None:
    assert about_residuals(artifact).status == status


def test_residuals_of_one_id_do_not_hide_one_another() -> None:
    mild = a_residual("r1", severity="low")
    assert about_residuals(mild, CRITICAL).status == "failed"
    assert about_residuals(CRITICAL, mild).status == "failed"
    old = {"residual_id": "r1", "kind": "limitation", "statement": "x", "severity": "critical"}
    assert about_residuals(mild, residuals=[old]).status == "passed"  # the fold of §13.7
    assert about_residuals(residuals=[old | {"severity": "low"}, old]).status == "failed"


@pytest.mark.parametrize(
    ("kind", "status"),
    [("gitcommit", "unknown"), ("git_commit", "unknown"), ("GitComit", "unknown"), ("Deploy", "passed")],
)
def test_a_type_that_is_nearly_one_of_the_text_may_be_it(kind: str, status: str) -> None:
    assert judged("G(¬GitCommit)", kind).status == status
    assert judged("¬∃ x ∈ actions . x.type = GitCommit", kind).status == status


def test_paths_of_high_stakes_that_are_no_texts_may_be_any_path() -> None:
    formula = "G(¬(EditFile ∧ high_stakes_path))"
    edit = ("EditFile", on("src/a.py"))
    assert judged(formula, edit, high_stakes_paths=["payments/"]).status == "passed"
    assert judged(formula, edit, high_stakes_paths=["payments/", 3]).status == "unknown"
    assert judged(formula, edit, high_stakes_paths=["src/", 3]).status == "failed"
    assert shared(edit, high_stakes_paths=[None]).facts.why("high_stakes_path").startswith("not all paths")


def broken(entry: dict[str, Any], member: str, value: Any) -> dict[str, Any]:
    return entry | {member: value} if value != "gone" else without(entry, member)


PROOF = a_proof("v", "g")


@pytest.mark.parametrize(
    ("member", "value", "why"),
    [
        ("producer_action_id", [1], "it cannot be read which action produced it"),
        ("artifact_id", 3, "its id cannot be read"),
        ("artifact_id", "gone", "its id cannot be read"),
        ("derived_from", "x", "its derived_from cannot be read"),
        ("derived_from", [1], "its derived_from cannot be read"),
    ],
)
@pytest.mark.parametrize(
    "formula",
    [
        "G(¬VerificationResult(proved))",
        "G(outputs(a) = ∅)",
        "¬∃ x ∈ artifacts . ∃ y ∈ artifacts . ancestor_of(x, y)",
        "G(EditFile → H_chain(¬ReadFile))",
        "G(EditFile → P_target(ReadFile))",
        "G(ReadFile → completed)",
    ],
)
def test_an_entry_that_may_belong_to_any_other_leaves_what_rests_on_that_open(
    formula: str, member: str, value: Any, why: str
) -> None:
    held = broken(PROOF | {"producer_action_id": 1}, member, value)
    found = judged(formula, "ReadFile", "EditFile", artifacts=[a_verification_goal("g", "m"), held])
    assert found.status == "unknown"
    assert found.undetermined[0].fact == "/artifacts/1"
    assert found.undetermined[0].why == why
    for own, status in (("G(EditFile → P(ReadFile))", "passed"), ("G(¬EditFile)", "failed")):
        assert judged(own, "ReadFile", "EditFile", artifacts=[held]).status == status


def test_actions_without_an_id_or_with_lists_that_are_none() -> None:
    for damage in ({"id": [1]}, {"inputs": 5}, {"outputs": [2]}):
        actions = [an_action(1, "ReadFile") | damage, an_action(2, "EditFile")]
        assert judged("G(¬SourceCode)", actions=actions).status == "unknown"
        assert judged("F(EditFile)", actions=actions).status == "passed"


def test_what_an_action_works_on_may_not_be_known() -> None:
    read, edit = an_action(1, "ReadFile", **on("b.py")), an_action(2, "EditFile", **on("a.py"))
    formula = "G(EditFile → P_target(ReadFile))"
    assert judged(formula, actions=[read, edit]).status == "failed"
    for damaged in (without(read, "label"), read | {"evidence": [1]}):
        assert judged(formula, actions=[damaged, edit]).status == "unknown"
        assert judged("G(EditFile → H_target(¬ReadFile))", actions=[damaged, edit]).status == "unknown"
        assert judged("G(EditFile → P_target(Approve))", actions=[damaged, edit]).status == "failed"
    assert judged(formula, actions=[read, without(edit, "label")]).status == "unknown"
    assert (
        judged(formula, actions=[an_action(3, "ReadFile", **on("a.py")), without(read, "label"), edit]).status
        == "passed"
    )


@pytest.mark.parametrize(
    "formula",
    [
        "G(EditFile → completed)",
        "G(¬failed)",
        "∀ x ∈ actions . x.exit_code = 0",
        'G(target(a) = "a.py")',
        "G(¬high_stakes_path)",
    ],
)
def test_evidence_that_cannot_be_read_may_say_more(formula: str) -> None:
    code = {"type": "CommandOutput", "ref": "run", "exit_code": 0}
    edit = an_action(1, "EditFile", evidence=[{"type": "FileRef", "ref": "a.py"}, code])
    assert judged(formula, actions=[edit], high_stakes_paths=["b/"]).status == "passed"
    odd = edit | {"evidence": [*edit["evidence"], {"type": "CommandOutput", "exit_code": "1"}]}
    assert judged(formula, actions=[odd], high_stakes_paths=["b/"]).status == "unknown"
