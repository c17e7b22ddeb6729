"""Verdicts: the words, what triggers a policy, where it is violated and met, by which elements, what was missing."""

import pytest

from tests.unit.core.policy.little import judged, on, ran, shared
from tollens.core.model.base import Json
from tollens.core.model.policies import Policy, PolicyEvaluationStatus, PolicyKind, PolicyScope, PolicySelector
from tollens.core.model.policies import PolicySeverity as Severity
from tollens.core.policy.record import Derived
from tollens.core.policy.verdict import Judgement, judge_policy, recorded, rule_of
from tollens.core.validate.examples import a_residual, an_action, an_artifact

READ, EDIT, TESTS, COMMIT = "ReadFile", "EditFile", "RunTests", "GitCommit"


@pytest.mark.parametrize(
    ("formula", "kinds", "status"),
    [
        (f"G({COMMIT} → P({TESTS}))", [TESTS, COMMIT], "passed"),
        (f"G({COMMIT} → P({TESTS}))", [COMMIT], "failed"),
        (f"G({COMMIT} → P({TESTS}))", [READ], "not_applicable"),
        (f"G({COMMIT} → P({TESTS}))", [], "not_applicable"),
        (f"G({COMMIT} → P({TESTS} ∧ completed))", [TESTS, COMMIT], "unknown"),
        (f"G(¬{COMMIT})", [READ], "passed"),
        (f"F({READ})", [READ], "passed"),
        (f"count({READ}) ≤ 1", [READ], "passed"),
        (f"F({TESTS}) → F({COMMIT})", [READ], "not_applicable"),
        ("∀ r ∈ residuals . r.severity < High", [READ], "not_applicable"),
        ("∀ x ∈ artifacts . VerificationResult(x) → x.status = proved", [READ], "not_applicable"),
        ("G(∀ x ∈ inputs(a) . x.type = SourceCode)", [READ], "not_applicable"),
        (f"G({COMMIT} → P({TESTS})) ∧ G({EDIT} → P({READ}))", [READ, EDIT], "passed"),
        (f"G({COMMIT} → P({TESTS})) ∧ G({EDIT} → P({READ}))", [READ], "not_applicable"),
        (f"G(G({COMMIT} → P({TESTS})))", [READ], "not_applicable"),
        (f"{READ} ∧ F({TESTS})", [READ, TESTS], "passed"),
    ],
)
def test_the_word(formula: str, kinds: list[str], status: str) -> None:
    assert judged(formula, *kinds).status == status


def test_positions_of_violations_and_of_evidence() -> None:
    failed = judged(f"G({COMMIT} → P({TESTS}))", COMMIT, TESTS, COMMIT)
    assert failed.violating_action_ids == (1,)
    assert failed.evidence_action_ids == ()
    assert failed.message == "it does not hold: 1 action against it"
    met = judged(f"G({COMMIT} → P({TESTS}))", TESTS, COMMIT, READ, COMMIT)
    assert met.evidence_action_ids == (2, 4)
    assert (met.applicable, met.violating_action_ids) == (True, ())
    assert judged(f"F({COMMIT})", READ, COMMIT).evidence_action_ids == (2,)
    assert judged(f"¬F({COMMIT})", READ, COMMIT).violating_action_ids == (2,)


def test_only_the_parts_that_fail_are_violated() -> None:
    found = judged(f"G({COMMIT} → P({TESTS})) ∧ (G(¬{READ}) ∨ F({TESTS}))", READ, COMMIT, TESTS)
    assert found.violating_action_ids == (2,)
    either = judged(f"G(¬{READ}) ∨ G(¬{COMMIT})", READ, EDIT, COMMIT)
    assert either.violating_action_ids == (1, 3)


def test_artifacts_are_outputs_of_the_positions_and_elements() -> None:
    artifacts = [an_artifact("x", producer_action_id=1), an_artifact("y")]
    found = judged("G(¬EditFile)", (EDIT, {"outputs": ["y"]}), READ, artifacts=artifacts)
    assert found.violating_artifact_ids == ("y", "x")
    met = judged("F(SourceCode)", EDIT, artifacts=[an_artifact("x", producer_action_id=1)])
    assert met.evidence_artifact_ids == ("x",)


def test_elements_that_a_policy_fails_for() -> None:
    held = [
        a_residual("r1", severity="critical"),
        a_residual("r2", severity="low"),
        a_residual("r3", severity="critical"),
    ]
    for formula in (
        "∀ r ∈ residuals . r.severity ≠ Critical",
        "¬∃ r ∈ residuals . r.severity = Critical ∧ r.status = Open",
        "G(Approve → ¬∃ r ∈ residuals . r.severity = Critical ∧ r.status = ResidualOpen)",
        "G(Approve → ∀ r ∈ residuals . r.severity ≥ High → r.status ≠ Open)",
        "∀ r ∈ residuals . G(Approve → r.severity ≠ Critical)",
    ):
        found = judged(formula, "Approve", artifacts=held)
        assert [element.name for element in found.elements] == ["r1", "r3"], formula
        assert found.violating_artifact_ids == ("r1", "r3")
    legacy = [{"residual_id": "r9", "kind": "limitation", "statement": "x", "severity": "critical"}]
    found = judged("∀ r ∈ residuals . r.severity ≠ Critical", READ, residuals=legacy)
    assert [tuple(element) for element in found.elements] == [("residual", "r9")]
    assert found.violating_artifact_ids == ()


def test_elements_at_the_positions_that_fail() -> None:
    artifacts = [an_artifact("x"), an_artifact("y"), an_artifact("z")]
    formula = "G(EditFile → ∀ x ∈ inputs(a) . ∃ b . b < a ∧ x ∈ outputs(b))"
    makes, reads = (READ, {"outputs": ["x"]}), (EDIT, {"inputs": ["x", "y"]})
    found = judged(formula, makes, reads, (READ, {"inputs": ["z"]}), artifacts=artifacts)
    assert found.violating_action_ids == (2,)
    assert [element.name for element in found.elements] == ["y"]


def test_what_was_missing() -> None:
    found = judged(f"G({COMMIT} → P({TESTS} ∧ completed))", TESTS, COMMIT)
    assert [tuple(fact) for fact in found.undetermined] == [
        ("completed", "no exit code, status or flag of success is recorded", (1,))
    ]
    assert found.message == (
        "it cannot be told whether it holds: "
        "`completed` (action 1): no exit code, status or flag of success is recorded"
    )
    assert found.applicable is None
    assert judged(f"G({COMMIT} → P({TESTS} ∧ completed))", (TESTS, ran(0)), COMMIT).undetermined == ()


def test_a_selector_narrows_where_a_policy_applies() -> None:
    formula = f"G({COMMIT} → P({TESTS}))"
    for selector, status in (
        (PolicySelector(action_type=COMMIT), "failed"),
        (PolicySelector(action_type="DeleteFile"), "not_applicable"),
        (PolicySelector(category="gateway"), "not_applicable"),
        (PolicySelector(path_matches="src/"), "failed"),
        (PolicySelector(path_matches="src/*.md"), "not_applicable"),
        (PolicySelector(path_matches_any=("docs/", "src/**")), "failed"),
        (PolicySelector(action_type=COMMIT, path_matches="src/"), "not_applicable"),
        (PolicySelector(artifact_type="Diff"), "failed"),
        (PolicySelector(artifact_type="FormalModel"), "not_applicable"),
        (PolicySelector(artifact_role="proof"), "failed"),
        (PolicySelector(artifact_type="SourceCode", artifact_role="proof"), "not_applicable"),
    ):
        found = judged(
            formula,
            (EDIT, on("src/a.py")),
            COMMIT,
            applies_when=selector,
            artifacts=[an_artifact("d", "Diff", artifact_role="proof"), an_artifact("s")],
        )
        assert found.status == status, selector
        assert found.message or found.status == "failed"


def test_what_may_be_selected_is_not_failed_for() -> None:
    broken = an_action(1, EDIT) | {"inputs": 5}
    held = {"actions": [broken, an_action(2, COMMIT)], "applies_when": PolicySelector(action_type=EDIT)}
    found = judged(f"G({COMMIT} → P({TESTS}))", **held)  # type: ignore[arg-type]
    assert found.status == "unknown"
    assert found.message == "it does not hold, and it cannot be told whether it applies to the trace"
    assert judged(f"F({COMMIT})", **held).status == "passed"  # type: ignore[arg-type]


def test_no_verdict_depends_on_a_name() -> None:
    over = shared(READ, COMMIT)
    found = {
        judge_policy(policy(name, formula), over).status
        for name in ("p", "data_flow_integrity", "files_modified_consistent")
        for formula in (f"G({COMMIT} → P({TESTS}))",)
    }
    assert found == {"failed"}
    assert rule_of(policy("p", "F(action)")).policy_id == "p"


def policy(name: str, formula: object) -> Policy:
    return Policy(
        policy_id=name,
        name=name,
        severity=Severity.Warning,
        scope=PolicyScope.TraceScope,
        kind=PolicyKind.TraceInvariant,
        formula=Json.of(formula),
    )


def test_policies_as_they_stand_in_a_trace() -> None:
    over = shared(READ)
    tree = {"tag": "Temporal1", "value": ["F", {"tag": "Atom", "value": {"tag": "ActionTypeIs", "value": READ}}]}
    assert judge_policy(policy("p", tree), over).status == "passed"
    unread = judge_policy(policy("p", f"F({READ}) {COMMIT}"), over)
    assert (unread.status, unread.severity) == ("unknown", Severity.Warning)
    assert unread.message.startswith("the formula cannot be read: ")


def test_a_verdict_as_a_trace_records_it() -> None:
    found = recorded(
        judged(f"G({COMMIT} → P({TESTS}))", (COMMIT, {"outputs": ["x"]}), READ, artifacts=[an_artifact("x")])
    )
    assert found.status is PolicyEvaluationStatus.Failed
    assert found.violating_action_ids == (1,)
    assert found.violating_artifact_ids == ("x",)
    assert found.checked_at_action_id == 2
    assert found.note == "it does not hold: 1 action against it"


def test_what_is_said_of_the_goal_is_asked_of_each_goal() -> None:
    formula = "G(GoalDone → ¬∃ r ∈ open_gaps(goal) . r.severity = Critical)"
    critical = [a_residual("r1", severity="critical")]

    def verdict(statuses: dict[str, str], gaps: dict[str, list[str]]) -> Judgement:
        goals = [{"goal_id": name, "intent": "x", "acceptance": [], "status": said} for name, said in statuses.items()]
        return judged(formula, READ, goals=goals, artifacts=critical, derived=Derived(open_gaps=gaps))

    assert verdict({}, {}).status == "not_applicable"  # a trace without goals keeps no policy about them
    assert verdict({"g1": "GoalActive"}, {"g1": ["r1"]}).status == "not_applicable"
    assert verdict({"g1": "GoalActive", "g2": "GoalDone"}, {"g1": ["r1"], "g2": []}).status == "passed"
    found = verdict({"g1": "GoalDone", "g2": "GoalDone"}, {"g1": [], "g2": ["r1"]})
    assert (found.status, found.violating_action_ids) == ("failed", (1,))
    assert [tuple(element) for element in found.elements] == [("goal", "g2")]


@pytest.mark.parametrize(
    ("formula", "facts"),
    [
        ('∀ t ∈ telemetry . t.event = "x"', ['t.event = "x"']),
        ("∃ t ∈ telemetry . completed", ["completed", "∃ t ∈ telemetry . completed"]),
    ],
)
def test_a_part_is_not_missing_beside_what_is_missing_in_it(formula: str, facts: list[str]) -> None:
    assert [found.fact for found in judged(formula, READ).undetermined] == facts
