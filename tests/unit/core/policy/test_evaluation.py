"""What formulas mean where documents and implementations disagree, and where the record does not say."""

from typing import Any

import pytest

from tests.unit.core.policy.little import Value, holds, judged, on, outcome, ran, shared
from tollens.core.policy.evaluation import evaluate
from tollens.core.policy.record import Derived, Settings
from tollens.core.policy.syntax import Atom, Formula, Not, Unary
from tollens.core.validate.examples import (
    a_model,
    a_proof,
    a_reference,
    a_residual,
    a_verification_goal,
    an_action,
    an_artifact,
)

READ, EDIT, TESTS, COMMIT, DEPLOY = "ReadFile", "EditFile", "RunTests", "GitCommit", "Deploy"

ROWS: dict[str, tuple[str, list[Any], bool | None]] = {
    "D1a since is strict": (f"G({READ} → ({TESTS} S {READ}))", [READ], False),
    "D1b the left side need not hold now": (f"G({COMMIT} → ({TESTS} S {READ}))", [READ, TESTS, COMMIT], True),
    "D2a without a start the window is all that was": (
        f"G({COMMIT} → ({TESTS} S_last DeleteFile))",
        [TESTS, COMMIT],
        True,
    ),
    "D2b some position of the window": (
        f"G({COMMIT} → ({TESTS} S_last DeleteFile))",
        ["DeleteFile", TESTS, READ, COMMIT],
        True,
    ),
    "D2c the window ends before now": (f"G({TESTS} → ({TESTS} S_last DeleteFile))", ["DeleteFile", TESTS], False),
    "D3a an atom is about the first position": (COMMIT, [COMMIT], True),
    "D3b and its negation": (f"¬{COMMIT}", [COMMIT], False),
    "D3c and X": (f"X {TESTS}", [READ, TESTS], True),
    "D3d and S": (f"action S {READ}", [EDIT, READ], False),
    "D3e of nothing an atom is false": (COMMIT, [], False),
    "D4c a failure on another file": (
        f"G({COMMIT} → H_target(¬failed))",
        [(TESTS, ran(1, request={"path": "b.py"})), (COMMIT, on("a.py"))],
        True,
    ),
    "D5a an exit code is an outcome": (f"G({COMMIT} → P({TESTS} ∧ completed))", [(TESTS, ran(0)), COMMIT], True),
    "D5b prose is none": (f"F({TESTS} ∧ completed)", [(TESTS, ran(1, result_summary="3 failed, 81 passed"))], False),
    "D5c nor is a count of zero": (f"F({TESTS} ∧ failed)", [(TESTS, ran(0, result_summary="0 failed"))], False),
    "D5d without a word of it the outcome is undetermined": (
        f"G({COMMIT} → P({TESTS} ∧ completed))",
        [TESTS, COMMIT],
        None,
    ),
    "D6 an arrow leans right": (f"G({EDIT} → {TESTS} → {COMMIT})", [READ], True),
    "D7a an operator over an operator": (f"G F {COMMIT}", [READ, COMMIT], True),
    "D7b an operator over a negation": (f"G ¬{COMMIT}", [READ], True),
    "D7d an equivalence": (f"F({TESTS}) ↔ F({COMMIT})", [TESTS], False),
    "D7e the other alphabet": ("G(action -> rationale != empty)", [READ], True),
    "D7f a quantifier in it": ("forall r in residuals . r.severity = Critical", [READ], True),
    "D10a types of governance": ("G(Approve → governance)", ["Approve"], True),
    "D11 a type of an outcome": (f"F({TESTS}(completed))", [(TESTS, ran(0))], True),
    "D12 words stand in the rationale too": (
        f"F({COMMIT} ∧ force)",
        [(COMMIT, {"rationale": "no force needed"})],
        True,
    ),
    "D13 without a source all elements": ("∃! b . b.id = 1", [READ], True),
    "D14 fields that are numbers": ("∀ b ∈ actions . b.id ≥ 1", [READ], True),
    "D15 two blanks are a rationale": ("G(action → rationale ≠ ∅)", [(READ, {"rationale": "  "})], True),
    "D17 what came before does not count as after": (f"G({EDIT} → F({TESTS}))", [TESTS, EDIT], False),
}


@pytest.mark.parametrize("row", ROWS)
def test_a_choice(row: str) -> None:
    formula, kinds, right = ROWS[row]
    assert holds(formula, *kinds) is right


def linked(path: str, reads: bool) -> tuple[list[Any], list[Value]]:
    """A file is read into x1; `path` is edited into x2, which derives from x1 where that was read."""
    edit = on(path, inputs=["x1"] if reads else [], outputs=["x2"])
    artifacts = [an_artifact("x1", producer_action_id=1), an_artifact("x2", derived_from=["x1"] if reads else [])]
    return [(READ, on("bar.py", outputs=["x1"])), (EDIT, edit)], artifacts


def test_d4_same_target() -> None:
    formula = f"G({EDIT} → P_target({READ}))"
    for path, reads, right in (("foo.py", True, False), ("bar.py", False, True), ("./bar.py:3-9", False, True)):
        kinds, artifacts = linked(path, reads)
        assert holds(formula, *kinds, artifacts=artifacts) is right
    kinds, artifacts = linked("foo.py", True)
    assert holds(formula, (READ, {"outputs": ["x1"]}), kinds[1], artifacts=artifacts) is True
    assert holds(formula, READ, EDIT) is False


def test_d8_residuals_of_both_carriers_and_in_any_spelling() -> None:
    critical = [a_residual("r1", severity="critical", status="open")]
    legacy = [{"residual_id": "r1", "kind": "open_question", "statement": "x", "status": "open"}]
    silent = [{"residual_id": "r1", "kind": "limitation", "statement": "x"}]
    asked = "∃ r ∈ residuals . "
    assert holds(asked + "r.severity = Critical ∧ r.status = Open", READ, artifacts=critical) is True
    assert holds(asked + "r.kind = OpenQuestion", READ, residuals=legacy) is True
    assert holds(asked + "r.status = ResidualOpen", READ, residuals=legacy) is True
    assert holds(asked + "r.status = Open", READ, residuals=silent) is True
    assert holds(asked + "r.severity ≥ High", READ, residuals=silent) is None
    assert holds(asked + "r.severity = High", READ, residuals=silent) is False


def test_a_superseded_residual_is_off_the_surface() -> None:
    later = [a_residual("r1", severity="critical"), a_residual("r2", severity="low") | {"supersedes": "r1"}]
    assert holds("¬∃ r ∈ residuals . r.severity = Critical", READ, artifacts=later) is True
    assert holds("count(residuals) = 1", READ, artifacts=later) is True


def test_d9_a_variable_is_one_everywhere_in_the_body() -> None:
    held = [{"residual_id": "r1", "kind": "limitation", "statement": "x", "status": "open"}]
    past = f"∀ r ∈ residuals . G({COMMIT} → P({READ} ∧ r.status = Open))"
    assert holds(past, READ, COMMIT, residuals=held) is True
    assert holds(past.replace("Open", "Waived"), READ, COMMIT, residuals=held) is False
    counted = f"∀ r ∈ residuals . count({READ} ∧ r.status = Open) = 1"
    assert holds(counted, READ, COMMIT, residuals=held) is True


def test_d10_unknown_names() -> None:
    misspelt = f"G(ReadFil → F({COMMIT}))"
    assert judged(misspelt, READ).status == "unknown"
    assert holds("∀ t ∈ telemetry . t.x = 1", READ) is None
    goal = {"goal_id": "g1", "intent": "x", "acceptance": [], "status": "GoalDone"}
    formula = "G(GoalDone → ¬∃ r ∈ open_gaps(goal) . r.severity = Critical ∧ r.status = ResidualOpen)"
    critical = [a_residual("r1", severity="critical")]
    assert holds(formula, READ, goals=[goal], artifacts=critical) is None
    for gaps, right in (({"g1": ["r1"]}, False), ({"g1": []}, True), ({}, None)):
        assert holds(formula, READ, goals=[goal], artifacts=critical, derived=Derived(open_gaps=gaps)) is right


def test_d16_exactly_one_earlier_producer() -> None:
    formula = "G(∀ input ∈ inputs(a) → ∃! b . b < a ∧ input ∈ outputs(b))"
    artifacts = [an_artifact("x")]
    makes = (READ, {"outputs": ["x"]})
    reads = (EDIT, {"inputs": ["x"]})
    assert holds(formula, makes, reads, artifacts=artifacts) is True
    assert judged(formula, makes, makes, reads, artifacts=artifacts).violating_action_ids == (3,)
    assert judged(formula, reads, makes, artifacts=artifacts).violating_action_ids == (1,)
    assert holds(formula, makes, reads) is True  # of a file that is no artifact of the trace the ids decide
    assert holds(formula, reads, reads) is False


def test_d19_positions_are_the_order_of_the_list() -> None:
    listed = [an_action(2, EDIT), an_action(1, READ)]
    assert holds(f"F({EDIT} ∧ P({READ}))", actions=listed) is False
    assert holds(f"F({READ} ∧ P({EDIT}))", actions=listed) is True


def test_an_entry_that_cannot_be_read_is_not_taken_for_what_it_says() -> None:
    broken = an_action(1, TESTS) | {"inputs": 5}
    assert holds(TESTS, actions=[broken]) is None
    assert holds(EDIT, actions=[broken]) is False
    assert holds(DEPLOY, actions=[an_action(1, DEPLOY)]) is True
    assert holds("activity", actions=[broken]) is None
    assert holds("force", actions=[broken]) is None
    result = {"artifact_id": "v", "artifact_type": "VerificationResult", "producer_action_id": 1, "payload": {}}
    for formula in ("VerificationResult", "proved", "VerificationResult(proved)", "∃ x . VerificationResult(x)"):
        assert holds(formula, "Verify", artifacts=[result]) is None, formula


def test_outcomes_are_read_from_structure() -> None:
    asked = ("completed", "failed")
    rows: list[tuple[Value, tuple[bool | None, bool | None]]] = [
        ({"result": {"status": "completed"}}, (True, False)),
        ({"result": {"success": False}}, (False, True)),
        ({"result": {"status": "running"}}, (False, False)),
        ({"result": {"status": "whatever"}}, (None, None)),
        ({"result": {"exit_code": 0, "is_error": True}}, (False, True)),
        ({"result_summary": "completed"}, (None, None)),
        (ran(None), (None, None)),
        (ran(2, result={"status": "ok"}), (False, True)),
    ]
    for members, right in rows:
        assert tuple(holds(atom, (TESTS, members)) for atom in asked) == right, members
    command = an_artifact("c", "CommandResult", {"exit_code": 1}, producer_action_id=1)
    assert holds("failed", TESTS, artifacts=[command]) is True
    proof = [a_model(), a_verification_goal(), a_proof() | {"producer_action_id": 1}]
    assert holds("completed", "Verify", artifacts=proof) is True


def test_text_stands_as_whole_words_and_can_be_switched_off() -> None:
    for text, right in (("enforce", False), ("--force", True), ("FORCE push", True), ("force_push", True)):
        assert holds("force", (COMMIT, {"detail": text})) is right, text
    assert holds("agent_id_resolved", (READ, {"detail": "the agent id resolved"})) is True
    off = Settings(text_predicates=False)
    found = outcome("force", (COMMIT, {"detail": "force"}), settings=off)
    assert found.holds is None
    assert found.missing[0].why == "words of the text are not looked at"


def test_high_stakes_paths_are_configured_or_said_by_the_trace() -> None:
    edit = (EDIT, on("src/payments/charge.py"))
    assert holds("high_stakes_path", edit) is None
    assert holds("high_stakes_path", edit, settings=Settings(("payments/",))) is True
    assert holds("high_stakes_path", edit, settings=Settings(("src/*.py",))) is False
    assert holds("high_stakes_path", edit, high_stakes_paths=["payments/"]) is True
    assert holds("high_stakes_path", edit, high_stakes_paths=[]) is False
    about = a_residual("r1", target={"target_type": "action", "target_id": "1"})
    asked = "∀ r ∈ residuals . high_stakes_path(r) → r.suggested_check ≠ ∅"
    assert holds(asked, edit, settings=Settings(("payments/",)), artifacts=[about]) is False


def test_lineage() -> None:
    artifacts = [
        a_model("m"),
        an_artifact("n", "AnalysisNote", derived_from=["m"]),
        an_artifact("d", "Diff", derived_from=["n"], producer_action_id=1),
    ]
    for formula, right in (
        ("G(Diff → FormalModel ∈ ancestors(derived_from))", True),
        ("G(Diff → SourceCode ∈ ancestors(derived_from))", False),
        ("G(Diff → ∃ x . ancestor_of(x, Diff) ∧ formal_model_artifact(x))", True),
        ("G(Diff → ∃ x . derived_from(x, Diff) ∧ formal_model_artifact(x))", False),
        ("∀ x ∈ artifacts . ¬ancestor_of(x, x)", True),
        ("count({x.id | formal_model_artifact(x)}) = 1", True),
        ("G(Diff → AnalysisNote ∈ derived_from)", True),
    ):
        assert holds(formula, EDIT, artifacts=artifacts) is right, formula


def test_a_cycle_of_derivations_ends() -> None:
    around = [an_artifact("x", derived_from=["y"], producer_action_id=1), an_artifact("y", derived_from=["x"])]
    for formula, right in (
        (f"G({EDIT} → P_chain({READ}))", True),
        ("∃ x . ancestor_of(x, x)", True),
        ("G(SourceCode → SourceCode ∈ ancestors(derived_from))", True),
    ):
        assert holds(formula, READ, (EDIT, {"inputs": ["y"]}), artifacts=around) is right, formula


def test_references_and_recorded_evaluations() -> None:
    failed = [{"policy_id": "p1", "status": "passed"}, {"policy_id": "p1", "status": "failed"}]
    assert holds('policy_failed("p1")', READ, policy_evaluations=failed) is True
    assert holds('policy_failed("p2")', READ, policy_evaluations=failed) is None
    held = {"reference_artifacts": [a_reference("ref")]}
    assert holds("F ref_model(ref)", ("Formalize", {"inputs": ["ref"]}), **held) is True
    assert holds("∃ x ∈ inputs(a) . approved_reference_artifact(x)", (READ, {"inputs": ["ref"]}), **held) is True


def test_acceptance_items_count_as_they_were_resolved() -> None:
    item = {"acceptance_id": "a1", "kind": "Change", "label": "l", "status": "AcceptDone"}
    goal = {"goal_id": "g1", "intent": "x", "acceptance": [item], "status": "GoalActive"}
    formula = f"G({COMMIT} → ∀ i ∈ active_goal.acceptance . i.status = AcceptDone)"
    assert holds(formula, COMMIT, goals=[goal]) is True
    assert holds(formula, COMMIT, goals=[goal], derived=Derived(acceptance={("g1", "a1"): "AcceptTodo"})) is False
    bound = goal | {"acceptance": [item | {"binding": {"symbol": "f"}}]}
    assert holds(formula, COMMIT, goals=[bound]) is None
    assert holds(formula, COMMIT, goals=[goal | {"status": "GoalAbandoned"}]) is True


def test_freshness_is_what_was_derived() -> None:
    made = {"artifacts": [a_model(), a_verification_goal(), a_proof("v")]}
    formula = "∀ x ∈ artifacts . VerificationResult(x) → x.freshness = Fresh"
    assert holds(formula, READ, **made) is None
    assert holds(formula, READ, **made, derived=Derived(freshness={"v": "Fresh"})) is True
    assert holds(formula, READ, **made, derived=Derived(freshness={"v": "Stale"})) is False


def test_statuses_of_one_result() -> None:
    refuted = a_proof("r") | {"payload": {"goal_id": 1, "goal_artifact_id": "goal", "status": "refuted",
                                          "result": {"refuted": {"counterexample": "x = 1"}}}}  # fmt: skip
    both = [
        a_model(),
        a_verification_goal(),
        a_proof("v") | {"producer_action_id": 1},
        refuted | {"producer_action_id": 1},
    ]
    assert holds("proved ∧ refuted", "Verify", artifacts=both) is True
    assert holds("VerificationResult(proved ∧ refuted)", "Verify", artifacts=both) is False
    assert holds("VerificationResult(¬proved)", "Verify", artifacts=both) is True
    assert holds("∃ x . VerificationResult(x) ∧ x.status = refuted", "Verify", artifacts=both) is True


@pytest.mark.no_cover
@pytest.mark.parametrize("operator", ["G", "F", "X", "P", "H", "P_target", "P_chain", "not"])
def test_ten_thousand_operators(operator: str) -> None:
    formula: Formula = Atom("action")
    for _ in range(10_000):
        formula = Not(formula) if operator == "not" else Unary(operator, formula)  # type: ignore[arg-type]
    assert evaluate(formula, shared(READ, EDIT)).holds is (operator in ("G", "F", "not", "H"))


def test_what_is_too_large_is_unknown_and_says_so() -> None:
    kinds = [(READ, {"inputs": [f"x{k}"]}) for k in range(400)]
    artifacts = [an_artifact(f"x{k}") for k in range(400)]
    found = outcome("G(∀ x . ∀ y . ∀ z . x.id = y.id ∨ z ∈ inputs(a))", *kinds, artifacts=artifacts)
    assert found.holds is None
    assert "too large" in found.missing[0].why
    deep = "".join(f"∀ x{k} ∈ actions . " for k in range(60)) + "action"
    found = outcome(deep, READ)
    assert (found.holds, found.missing[0].why) == (None, "its quantifiers are nested too deep")


def test_what_is_missing_is_named_where_it_matters() -> None:
    found = outcome(f"G({COMMIT} → P({TESTS} ∧ completed))", READ, TESTS, COMMIT)
    assert [(gap.fact, gap.positions) for gap in found.missing] == [("completed", (1,))]
