"""The static check: each code, where it speaks and where it is silent."""

import json
from pathlib import Path

import pytest

from tollens.core.policy.lint import EXPLANATIONS, level, lint
from tollens.core.policy.operators import OPERATORS
from tollens.core.policy.parser import parse

FOUND = [
    ("G(ReadFil → F(GitCommit))", "POL101", "warning", "Did you mean `ReadFile`?"),
    ("F(Frobnicate)", "POL101", "warning", "Name it as a type of the project."),
    ("VerificationResul(proved) ∧ F(a)", "POL101", "warning", "Did you mean `VerificationResult`?"),
    ("G(GeneratedTests → FormalModl ∈ ancestors(derived_from))", "POL101", "warning", "Did you mean `FormalModel`?"),
    ("G(Deploy → P(RunTests))", "POL102", "info", ""),
    ("G(DefineVG → P(Formalize))", "POL103", "info", "Write `DefineVerificationGoal`."),
    ("G(approved(a))", "POL104", "error", ""),
    ("G(ancestor_off(a, a))", "POL104", "error", "Did you mean `ancestor_of`?"),
    ("G(ancestor_of(a))", "POL104", "error", ""),
    ("G(ancestor_of)", "POL104", "error", ""),
    ("inpts(a) = ∅", "POL104", "error", "Did you mean `inputs`?"),
    ("∀ r ∈ residuals . r.severty = High", "POL105", "warning", "Did you mean `severity`?"),
    ("∀ i ∈ active_goal.acceptance . i.severity = High", "POL105", "warning", ""),
    ("∀ r ∈ open_gaps(goal) . r.stats = Open", "POL105", "warning", "Did you mean `status`?"),
    ("∃ x . x.identity = 1", "POL105", "warning", ""),
    ("∀ r ∈ resduals . r.severity = High", "POL106", "error", "Did you mean `residuals`?"),
    ("∀ t ∈ telemetry . t.x = 1", "POL106", "warning", ""),
    ("∀ r ∈ residuals . r.status = Opn", "POL107", "warning", "Did you mean `Open`?"),
    ("∀ r ∈ residuals . r.status = opn", "POL107", "warning", "Did you mean `open`?"),
    ("∀ r ∈ residuals . r.kind ∈ {Assumption, Lmitation}", "POL107", "warning", "Did you mean `Limitation`?"),
    ("∀ r ∈ residuals . Hih ≠ r.severity", "POL107", "warning", "Did you mean `High`?"),
    ("F(tool = Imandrax)", "POL107", "warning", "Put text in quotes."),
    ("∀ r ∈ residuals . r.kind ≥ Assumption", "POL108", "warning", None),
    ("∀ r ∈ residuals . q.kind = Assumption ∧ r.kind = Limitation", "POL109", "error", ""),
    ("∀ r ∈ residuals . (∀ s ∈ residuals . s.kind = r.kind) ∧ s.kind = Defeater", "POL109", "error", None),
    ("approver_2 ≠ approver_1", "POL109", "error", None),
    ("F(tool = pytest)", "POL109", "warning", "Put text in quotes."),
    ("∀ r ∈ residuals . F(RunTests)", "POL110", "warning", ""),
    ("∀ r ∈ residuals . ∃ r ∈ residuals . r.kind = Defeater", "POL110", "warning", ""),
    ("F(EditFile ∧ GitCommit)", "POL111", "warning", "Did you mean `∨`?"),
    ("F(reasoning ∧ ReadFile)", "POL111", "warning", "Did you mean `∨`?"),
    ("F(reasoning ∧ gateway)", "POL111", "warning", "Did you mean `∨`?"),
    ("F(completed ∧ failed)", "POL111", "warning", "Did you mean `∨`?"),
    ("G(RunTests → RunTests)", "POL111", "warning", ""),
    ("∀ x ∈ {} . x.id = 1", "POL111", "warning", ""),
    ("G(¬false)", "POL111", "warning", ""),
    ('F("x" = "x")', "POL111", "warning", ""),
    ("∀ x ∈ ∅ . x.id = 1", "POL111", "warning", ""),
    ("G(X(action))", "POL111", "warning", None),
    ("G(action ∧ P(RunTests))", "POL111", "warning", None),
    ("start_event ∧ P(RunTests)", "POL111", "warning", None),
    ("H(RunTests)", "POL111", "warning", None),
    ("RunTests S_last EditFile", "POL111", "warning", None),
    ("G(GitCommit → complted)", "POL112", "warning", "Did you mean `completed`?"),
    ("G(GitCommit → peer_reviewed)", "POL112", "info", ""),
    ("start_event ∧ ReadFile", "POL113", "warning", "Did you mean `F(ReadFile)`?"),
    ("¬GitCommit", "POL113", "warning", "Did you mean `F(GitCommit)`?"),
]


@pytest.mark.parametrize(("text", "code", "severity", "hint"), FOUND)
def test_a_check_speaks(text: str, code: str, severity: str, hint: str | None) -> None:
    told = [remark for remark in lint(parse(text), "/formula") if remark.code == code]
    assert told, text
    assert told[0].severity == severity
    assert told[0].path == "/formula"
    if hint is not None:
        assert told[0].hint == hint


def test_every_code_is_tried_and_explained() -> None:
    assert {code for _, code, _, _ in FOUND} == set(EXPLANATIONS)


@pytest.mark.parametrize(
    "text",
    [
        "G(Approve → ¬∃ r ∈ residuals . r.severity = Critical ∧ r.status = ResidualOpen)",
        "G(GitCommit → ∀ r ∈ residuals . r.severity ≥ High → r.status ≠ Open)",
        "G(GitCommit → ∀ i ∈ active_goal.acceptance . i.status = AcceptDone)",
        "G(GoalDone → ¬∃ r ∈ open_gaps(goal) . r.severity = critical ∧ r.status = open)",
        "∀ g ∈ goals . g.status = GoalActive → g.acceptance ≠ ∅",
        "∀ r ∈ residuals . r.kind = Assumption → (r.target ≠ ∅ ∨ r.related_artifact_ids ≠ ∅)",
        "∀ r ∈ residuals . r.target.target_type = artifact",
        "∃ r ∈ residuals . r.kind = Defeater ∧ r.defeater_kind = Undercuts",
        "G(∀ input ∈ inputs(a) → ∃! b . b < a ∧ input ∈ outputs(b))",
        "G(VerificationGoal -> target_artifact_id in {x.id | formal_model_artifact(x)})",
        "G(GeneratedTests → StateSpaceAnalysisResult ∈ ancestors(derived_from))",
        "G(GeneratedTests -> exists x . ancestor_of(x, GeneratedTests) /\\ state_space_analysis_result(x))",
        "files_modified = {target(a) | G(a ∧ (EditFile ∨ CreateFile ∨ DeleteFile))}",
        "G(EditFile ∧ high_stakes_path(a) → P_chain(VerificationResult(proved ∨ sat) ∨ StateSpaceAnalysisResult))",
        "G(action → rationale ≠ ∅)",
        'F(tool = "pytest") ∧ F(ref_model(stripe-v2)) ∧ ¬policy_failed(p1)',
        "∃ x ∈ actions . x.category = reasoning ∧ x.type = Verify ∧ x.id ≥ 3",
        "∃ x ∈ artifacts . x.artifact_type = IMLModel ∧ x.revision > 1",
        "start_event ∧ F end_event",
        "count(residuals) ≤ 3 ∧ count(RunTests ∧ completed) ≥ 1",
        "F(G(P(ReadFile)))",
        "F(RunTests) → F(GitCommit)",
    ],
)
def test_nothing_is_said_of_what_is_right(text: str) -> None:
    assert lint(parse(text)) == ()


def test_the_examples_of_the_table_name_nothing_unknown() -> None:
    for row in OPERATORS:
        for example in row.examples:
            assert {remark.code for remark in lint(parse(example.formula))} <= {"POL111"}


def test_types_of_a_project_are_known() -> None:
    (told,) = lint(parse("F(Frobnicate)"), types=["Frobnicate"])
    assert (told.code, told.severity) == ("POL102", "info")


def test_remarks_stand_in_the_order_of_the_text_and_once() -> None:
    told = lint(parse("F(Aaaa ∧ Bbbb) ∧ F(Aaaa) ∧ F(zzzz)"))
    assert [(remark.code, remark.message.partition(" ")[0]) for remark in told] == [
        ("POL101", "'Aaaa'"),
        ("POL101", "'Bbbb'"),
        ("POL112", "'zzzz'"),
    ]
    assert told[0].message.endswith("(character 3)")


@pytest.mark.no_cover
@pytest.mark.parametrize(
    "text",
    [
        " ∧ ".join(f"Typ{number}" for number in range(10_000)),
        "x = 1 ∧ " + "∀ x . " * 10_000 + "x",
        "x ∈ " + "inputs(" * 10_000 + "a" + ")" * 10_000,
        "x" + ".y" * 10_000 + " = 1",
        "s = " + "{x | y ∈ " * 10_000 + "z" + "}" * 10_000,
        "G(" * 10_000 + "P(zzz)" + ")" * 10_000,
    ],
)
def test_depth_is_only_length(text: str) -> None:
    assert lint(parse(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("G(EditFile → P(ReadFile ∧ rationale ≠ ∅))", "pure_temporal"),
        ("VerificationResult(proved) U high_stakes_path(a)", "pure_temporal"),
        ("G(EditFile → P_target ReadFile)", "scoped_temporal"),
        ("a S_last b", "scoped_temporal"),
        ("∀ r ∈ residuals . P_chain(r.kind = Defeater)", "structural"),
        ("count(a) ≥ 1", "structural"),
        ("count(residuals) ≥ 1", "structural"),
        ("x ∈ {a}", "structural"),
        ("F(derived_from(x, y))", "structural"),
    ],
)
def test_the_level_is_the_least_that_has_everything(text: str, expected: str) -> None:
    assert level(parse(text)) == expected


def test_the_formulas_of_the_cases_hold_no_error(shared: Path) -> None:
    for case in json.loads((shared / "cases/policy/cases.json").read_bytes())["cases"]:
        told = lint(parse(case["formula"]))
        assert not [remark for remark in told if remark.severity == "error"], case["id"]
