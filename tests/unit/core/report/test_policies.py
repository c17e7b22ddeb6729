"""Where policies are asked for, the gate of the report has the answer of `tollens check` on them."""

from typing import Any

import pytest

from tests.unit.core.derive.traces import action, document, ran
from tollens.apps import wiring
from tollens.core.derive.review.gate import Gate, Reason
from tollens.core.derive.review.reviewing import review
from tollens.core.diagnostics import Diagnostic
from tollens.core.policy.checking import Terms, given
from tollens.core.policy.gallery import published
from tollens.core.policy.record import Settings
from tollens.core.report.policies import PolicyRow, gate_with
from tollens.core.report.reporting import Reported, reported


def checked(formula: str, terms: Terms | None = None, severity: str = "error", **members: Any) -> Reported:
    terms = Terms() if terms is None else terms
    made = document(**members)
    evaluation = wiring.evaluated(made, {})
    (asked,) = published({"id": "p", "name": "a policy", "severity": severity, "formula": formula}, "a file")
    answer = wiring.checked(made, [given(asked, terms)], terms, Settings(), evaluation)
    told = reported("t.json", evaluation, review(evaluation), answer)
    assert any(matter.level == "error" for matter in told.matters) is not told.gate.passed
    assert told.gate.passed or answer.gate != "passed" or not review(evaluation).gate.passed
    return told


def test_a_policy_that_was_asked_for_shuts_the_gate() -> None:
    made = checked("G(RunTests -> completed)", actions=[ran(1, "pytest", 1)])
    assert [reason.cause for reason in made.gate.reasons] == ["failed", "violated policy"]
    (row,) = made.policies
    assert (row.source, row.status, row.blocking, row.violating_action_ids) == ("a file", "failed", True, (1,))
    told = next(one for one in made.matters if one.kind == "violated-policy")
    assert (told.level, told.path) == ("error", "/actions/0")
    assert "(at 1)" in told.text


def test_a_policy_that_does_not_block_is_told() -> None:
    made = checked("G(false)", severity="warning", actions=[action(1, "ReadFile")])
    assert made.gate.passed
    assert [one.level for one in made.matters if one.kind == "violated-policy"] == ["warning"]
    strict = checked("G(false)", Terms(strict=True), severity="warning", actions=[action(1, "ReadFile")])
    assert not strict.gate.passed


def test_a_policy_that_the_project_switched_off_is_told_and_the_rest_is_unchecked() -> None:
    made = checked("G(false)", Terms(disabled={"p": "too early"}))
    assert not made.whole
    assert made.unchecked == "no policy was checked, which is no pass"
    assert not made.gate.passed
    assert [(one.kind, one.level) for one in made.matters][:1] == [("unchecked-policies", "error")]
    assert [one.text for one in made.matters if one.kind == "disabled-policy"] == ["p: not checked: too early"]


def test_with_strict_a_doubtful_formula_shuts_the_gate() -> None:
    made = checked("G(EditFil -> completed)", Terms(strict=True))
    (row,) = made.policies
    assert row.blocking
    assert row.warnings
    (told,) = [one for one in made.matters if one.level == "error"]
    assert told.kind == "undecided-policy"


def test_a_doubtful_formula_is_told_where_it_does_not_block() -> None:
    made = checked("G(EditFil -> completed)", severity="info")
    assert made.gate.passed
    (told,) = [one for one in made.matters if one.kind == "doubtful-policy"]
    assert (told.level, told.subject) == ("warning", "p")
    assert "EditFil" in told.text
    assert told.do


WARNING = Diagnostic("POL001", "warning", "/formula", "odd")


def policy(**members: Any) -> PolicyRow:
    made = {"policy_id": "p", "name": "n", "severity": "error", "status": "failed", "message": "it does not hold"}
    return PolicyRow(**{**made, "source": "x", "blocking": True, **members})


@pytest.mark.parametrize(
    ("members", "cause", "text"),
    [
        ({}, "violated policy", "n: it does not hold"),
        ({"violating_action_ids": (1, 2, 3, 4)}, "violated policy", "n: it does not hold (at 1, 2, 3, …)"),
        ({"status": "unknown", "message": "m"}, "undecided policy", "n: m"),
        ({"status": "passed", "message": "m"}, "undecided policy", "n: m"),
        ({"status": "passed", "warnings": (WARNING,)}, "undecided policy", "n: its formula is in doubt: odd"),
    ],
)
def test_reasons_of_policies(members: dict[str, Any], cause: str, text: str) -> None:
    assert gate_with(Gate(True, ()), (policy(**members),)).reasons == (Reason(cause, "p", text),)  # type: ignore[arg-type]


def test_the_review_s_own_answer_on_policies_gives_way() -> None:
    others = (Reason("blocked", "g/a", "1"), Reason("stale", "a", "2"))
    gate = Gate(False, (others[0], Reason("violated policy", "q", "3"), others[1]))
    assert [reason.cause for reason in gate_with(gate, (policy(),)).reasons] == ["blocked", "violated policy", "stale"]
    assert gate_with(gate, (policy(blocking=False),)).reasons == others
    assert gate_with(Gate(False, (Reason("violated policy", "q", "3"),)), ()).passed
