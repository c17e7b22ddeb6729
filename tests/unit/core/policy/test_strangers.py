"""A policy with a name that nobody knows is never kept, and never beside the point: it fails or is not decided."""

from typing import Any

import pytest

from tests.unit.core.policy.little import Value, judged, ran, shared
from tollens.core.model.policies import PolicySelector
from tollens.core.policy.explain import explained
from tollens.core.policy.lint import examined
from tollens.core.policy.outline import located
from tollens.core.policy.parser import parse
from tollens.core.validate.examples import an_artifact

EDIT, TESTS, COMMIT = "EditFile", "RunTests", "GitCommit"
TRACE: tuple[str | tuple[str, Value], ...] = (EDIT, (TESTS, ran(0)), COMMIT)


@pytest.mark.parametrize(
    ("formula", "fact", "meant"),
    [
        ("G(¬GitComit)", "GitComit", "GitCommit"),
        (f"G(GitComit → P({TESTS}))", "GitComit", "GitCommit"),
        (f"G({COMMIT} → P(RunTest))", "RunTest", "RunTests"),
        ("F(RunTest)", "RunTest", "RunTests"),
        (f"F({TESTS}) ∨ F(RunTest)", "RunTest", "RunTests"),
        ("G(¬Frobnicate)", "Frobnicate", "name it as a type of the project"),
        ("G(¬VerificationResul(proved))", "VerificationResul(proved)", "VerificationResult"),
        ("G(¬faild)", "faild", "failed"),
        (f"G({COMMIT} → P({TESTS} ∧ compelted))", "compelted", "completed"),
        ("count(GitComit) ≤ 0", "GitComit", "GitCommit"),
        ("G(GoalDon → F(action))", "GoalDon", "GoalDone"),
        ("∀ r ∈ residuals . r.status ≠ Opne", "r.status ≠ Opne", "Open"),
        ("∀ r ∈ residuals . ¬(r.kind ∈ {Assumtion})", "r.kind ∈ {Assumtion}", "Assumption"),
        ("∀ r ∈ residuals . r.severty ≠ Critical", "r.severty ≠ Critical", "severity"),
        ("∀ r ∈ residuals . r.severity ≥ Hgih → r.status ≠ Open", "r.severity ≥ Hgih", "high"),
        ("∀ r ∈ resduals . r.status ≠ Open", "∀ r ∈ resduals . r.status ≠ Open", "residuals"),
        ("∀ x ∈ actions . x.type ≠ GitComit", "x.type ≠ GitComit", "GitCommit"),
        ("G(¬(x ∈ inputs(a)))", "x ∈ inputs(a)", "bound by no quantifier"),
        ("G(DeleteFile → aproved(a))", "aproved(a)", "no predicate"),
        ("G(DeleteFile → inpts(a) ≠ ∅)", "inpts(a) ≠ ∅", "inputs"),
        ("files_modified = {target(a) | G(a ∧ EditFil)}", "EditFil", "EditFile"),
    ],
)
def test_a_name_that_nobody_knows_leaves_the_policy_undecided(formula: str, fact: str, meant: str) -> None:
    found = judged(formula, *TRACE, residuals=[])
    assert (found.status, found.applicable) == ("unknown", None), found
    assert found.undetermined[0].fact == fact
    assert meant in found.undetermined[0].why
    assert found.evidence_action_ids == found.violating_action_ids == ()
    # without any action `F` fails, whatever is looked for
    assert judged(formula, residuals=[]).status == ("failed" if formula.startswith("F(") else "unknown")


def test_what_fails_whatever_the_name_means_has_failed() -> None:
    found = judged(f"G(¬{EDIT}) ∧ G(¬GitComit)", *TRACE)
    assert (found.status, found.violating_action_ids) == ("failed", (1,))
    assert judged(f"G({EDIT} → GitComit ∧ {COMMIT})", *TRACE).status == "failed"


@pytest.mark.parametrize(
    ("formula", "status"),
    [
        ("G(Deploy → P(RunTests))", "not_applicable"),
        ("G(¬Finding)", "passed"),
        ("G(DefineVG → P(Formalize))", "not_applicable"),
        ("∀ x ∈ artifacts . x.type ≠ HLR", "not_applicable"),
        ("G(¬force)", "passed"),
        ("G(¬parsed)", "passed"),
        ("G(force → F(action))", "not_applicable"),
        ("∃ x ∈ actions . x.has_it = true", "unknown"),
    ],
)
def test_names_in_use_stay_what_they_are(formula: str, status: str) -> None:
    assert judged(formula, *TRACE).status == status


def test_what_the_trace_has_is_known() -> None:
    assert judged("G(¬Frobnicate)", "Frobnicate").status == "failed"
    assert judged("G(Frobnicate → F(RunTests))", "Frobnicate", TESTS).status == "passed"
    assert judged("G(faild → F(RunTests))", (EDIT, {"label": "faild"}), TESTS).status == "passed"
    result = an_artifact("c", "CommandResult", payload={"retries": 2})
    assert judged("∀ x ∈ artifacts . x.retries ≤ 3", TESTS, artifacts=[result]).status == "passed"
    assert judged("∀ x ∈ artifacts . x.retrys ≤ 3", TESTS, artifacts=[result]).status == "unknown"


@pytest.mark.parametrize(
    ("condition", "status"),
    [
        ({"action_type": "GitComit"}, "unknown"),
        ({"action_type": "Frobnicate"}, "unknown"),
        ({"action_type": "Deploy"}, "not_applicable"),
        ({"action_type": COMMIT}, "passed"),
        ({"category": "reasonin"}, "unknown"),
        ({"category": "Reasoning"}, "not_applicable"),
        ({"category": "Activity"}, "passed"),
        ({"artifact_type": "SourceCod"}, "unknown"),
        ({"artifact_role": "aproved_reference"}, "unknown"),
        ({"artifact_role": "ApprovedReference"}, "not_applicable"),
        ({"path_matches": "docs/"}, "not_applicable"),
        ({"path_matches": ""}, "unknown"),
        ({"path_matches_any": ("docs/", " ")}, "unknown"),
    ],
)
def test_a_condition_that_nobody_knows_does_not_excuse(condition: dict[str, Any], status: str) -> None:
    found = judged(f"F({EDIT})", *TRACE, applies_when=PolicySelector(**condition))
    assert found.status == status
    if status == "unknown":
        (member,) = condition
        named = "" if member.startswith("path") else f".{member} = "
        assert found.undetermined[0].fact.startswith(f"applies_when{named}")
        violated = judged(f"G(¬{EDIT})", *TRACE, applies_when=PolicySelector(**condition))
        assert violated.status == "unknown"


def test_an_explanation_says_where_it_cannot_be_told() -> None:
    formula = parse(f"G(GitComit → P({TESTS}))")
    outline = explained(formula)
    told = located(outline, shared(*TRACE), examined(formula).strangers)
    (line,) = [where for said, where in zip(outline, told, strict=True) if said.formula == parse("GitComit")]
    assert line is not None
    assert (line.true, line.false, line.unknown) == (0, 0, 3)


@pytest.mark.parametrize(
    "formula",
    [
        "G(" + "Foo(" * 2_000 + "action" + ")" * 2_001,
        "".join(f"∀ x{k} ∈ gone{k} . " for k in range(2_000)) + "action",
        " ∧ ".join(f"F(Typ{k})" for k in range(2_000)),
        "F(Foo) ∧ " * 2_000 + "F(Foo)",
    ],
)
def test_many_names_take_no_longer_than_their_number(formula: str) -> None:
    found = judged(formula, *TRACE)
    assert found.status == "unknown"
    assert len(found.message) < 500
