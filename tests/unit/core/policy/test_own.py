"""The policies of a trace are told with what they demand, how often that is met, and what cannot be decided."""

from typing import Any

from tests.unit.core.derive.traces import action, ran, reviewed
from tollens.core.derive.policies import PolicyVerdict


def policy(formula: object, name: str = "p", **members: Any) -> dict[str, Any]:
    return {"policy_id": name, "name": name, "severity": "warning", "formula": formula, **members}


def verdicts(*policies: dict[str, Any], **members: Any) -> tuple[PolicyVerdict, ...]:
    return reviewed(policies=list(policies), **members).policies


def test_a_verdict_has_the_formula_and_counts_where_it_is_met() -> None:
    steps = [ran(1, "pytest", 0), action(2, "GitCommit"), action(3, "GitCommit")]
    (made,) = verdicts(policy("G(GitCommit -> P(RunTests))"), actions=steps)
    assert (made.status, made.formula, made.met, made.undetermined) == ("passed", "G(GitCommit → P(RunTests))", 2, ())


def test_of_an_undecided_one_it_is_told_what_is_missing() -> None:
    (made,) = verdicts(policy("G(RunTests → completed)"), actions=[action(1, "RunTests")])
    assert made.status == "unknown"
    assert made.undetermined
    assert "action 1" in made.undetermined[0]
    assert made.undetermined[0].startswith("`")


def test_a_long_fact_is_cut() -> None:
    names = " ∨ ".join(f"t.event = Stranger{number}" for number in range(60))
    (made,) = verdicts(policy(f"G(RunTests → ∃ t ∈ telemetry . {names})"), actions=[action(1, "RunTests")])
    assert made.status == "unknown"
    assert all(len(each) < 1_000 for each in made.undetermined)


def test_one_that_cannot_be_read_has_no_formula() -> None:
    broken, unread = verdicts(policy("G(", "broken"), {"policy_id": "unread"})
    assert (broken.policy_id, broken.status, broken.formula) == ("broken", "unknown", "")
    assert (unread.policy_id, unread.status, unread.formula) == ("unread", "unknown", "")
