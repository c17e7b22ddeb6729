"""Policies over a trace give one answer, a pass only when something was checked and nothing stands against it."""

from collections.abc import Mapping
from typing import Any

import pytest

from tollens.apps import wiring
from tollens.core.errors import MisuseError
from tollens.core.model.policies import PolicySeverity
from tollens.core.policy.checking import Checked, Given, Terms, asks_what_was_derived, given, united
from tollens.core.policy.gallery import published
from tollens.core.policy.record import Settings
from tollens.core.validate.examples import an_action
from tollens.core.validate.rule import MINIMAL
from tollens.core.wire.document import Document

HOLDS, FAILS, UNDECIDED, SLEEPS = "F(EditFile)", "G(¬EditFile)", "F(completed)", "G(GitCommit → P(RunTests))"
UNREADABLE = "G(("


def policy(formula: str, name: str = "p", **members: Any) -> dict[str, Any]:
    return {"id": name, "severity": "error", "formula": formula, **members}


def read(*policies: dict[str, Any], terms: Terms = Terms(), source: str = "a file") -> tuple[Given, ...]:  # noqa: B008
    return tuple(given(one, terms) for held in policies for one in published(held, source))


def checked(*policies: dict[str, Any], terms: Terms = Terms(), **members: Any) -> Checked:  # noqa: B008
    trace: Mapping[str, Any] = MINIMAL | {"actions": [an_action(1, "EditFile")]} | members
    return wiring.checked(Document.of(dict(trace)), read(*policies, terms=terms), terms, Settings())


@pytest.mark.parametrize(
    ("formula", "severity", "terms", "gate"),
    [
        (HOLDS, "error", Terms(), "passed"),
        (SLEEPS, "error", Terms(), "passed"),
        (FAILS, "error", Terms(), "blocked"),
        (FAILS, "warning", Terms(), "passed"),
        (FAILS, "info", Terms(strict=True), "blocked"),
        (UNDECIDED, "error", Terms(), "blocked"),
        (UNDECIDED, "warning", Terms(), "passed"),
        (UNDECIDED, "warning", Terms(strict=True), "blocked"),
        (UNDECIDED, "error", Terms(unknown_blocks=False), "passed"),
        (UNDECIDED, "error", Terms(strict=True, unknown_blocks=False), "passed"),
        (FAILS, "error", Terms(unknown_blocks=False), "blocked"),
        (FAILS, "error", Terms(severities={"p": PolicySeverity.Warning}), "passed"),
        (FAILS, "info", Terms(severities={"p": PolicySeverity.ErrorSeverity}), "blocked"),
        (UNREADABLE, "info", Terms(), "unchecked"),
        (UNREADABLE, "info", Terms(unknown_blocks=False), "unchecked"),
        ("G(EditFil → F(RunTests))", "error", Terms(), "blocked"),
        ("G(EditFil → F(RunTests))", "error", Terms(unknown_blocks=False), "passed"),
        ("G(EditFil → F(RunTests))", "error", Terms(types=("EditFil",)), "passed"),
        ("G(EditFil → F(RunTests))", "error", Terms(strict=True), "blocked"),
        ("G(EditFil → F(RunTests))", "error", Terms(strict=True, types=("EditFil",)), "passed"),
    ],
)
def test_what_shuts_the_gate(formula: str, severity: str, terms: Terms, gate: str) -> None:
    found = checked(policy(formula, severity=severity), terms=terms)
    assert found.gate == gate
    assert [row.blocking for row in found.rows] == [gate != "passed"]


def test_nothing_to_check_is_no_pass() -> None:
    assert checked().gate == "unchecked"
    off = checked(policy(HOLDS), terms=Terms(disabled={"p": "not now"}))
    assert off.gate == "unchecked"
    assert [(one.policy_id, one.reason, one.source) for one in off.disabled] == [("p", "not now", "a file")]


def test_a_policy_that_is_off_by_its_file_is_listed() -> None:
    found = checked(policy(HOLDS), policy(FAILS, "q", disabled=True))
    assert found.gate == "passed"
    assert [(one.policy_id, one.reason) for one in found.disabled] == [("q", "its file says that it is disabled")]


def own(formula: str, **members: Any) -> dict[str, Any]:
    made = {"policy_id": "p", "name": "p", "severity": "error", "scope": "trace", "kind": "trace_invariant"}
    return {**made, "formula": formula, **members}


def test_the_policies_of_the_trace_are_checked_too() -> None:
    found = checked(policies=[own(FAILS)])
    assert found.gate == "blocked"
    assert [(row.judgement.policy_id, row.source) for row in found.rows] == [("p", "the trace")]


def test_a_trace_neither_hides_a_policy_nor_switches_one_off() -> None:
    found = checked(policy(FAILS), policies=[own(HOLDS)])
    assert [(row.judgement.status, row.source) for row in found.rows] == [("failed", "a file"), ("passed", "the trace")]
    assert checked(policies=[own(FAILS, disabled=True)]).gate == "blocked"


def test_what_both_ask_for_is_checked_once() -> None:
    assert [row.source for row in checked(policy(FAILS), policies=[own(FAILS)]).rows] == ["a file"]


@pytest.mark.parametrize(
    ("held", "severity", "status"),
    [
        ({"policy_id": "p", "severity": "error", "formula": FAILS}, "error", "failed"),
        ({"id": "p", "severity": "warning", "formula": FAILS}, "warning", "failed"),
        ({"policy_id": "p", "severity": "fatal", "formula": HOLDS}, "error", "unknown"),
        ({"policy_id": "p", "severity": "info"}, "info", "unknown"),
        (own(UNREADABLE), "error", "unknown"),
        ("p", "error", "unknown"),
    ],
)
def test_a_policy_of_the_trace_that_is_damaged_is_never_dropped(held: Any, severity: str, status: str) -> None:
    (row,) = checked(policies=[held]).rows
    assert (row.judgement.severity.value, row.judgement.status) == (severity, status)
    assert row.blocking is (severity == "error")


def test_one_id_for_two_demands_is_refused() -> None:
    assert len(united(read(policy(HOLDS), policy(HOLDS)))) == 1
    with pytest.raises(MisuseError, match="'p' is one policy in a file and another in a file"):
        united(read(policy(HOLDS), policy(FAILS)))
    with pytest.raises(MisuseError):
        united(read(policy(HOLDS), policy(HOLDS, applies_when={"action_type": "Verify"})))


@pytest.mark.parametrize("severities", [("info", "error"), ("error", "info"), ("warning", "error")])
def test_a_copy_of_a_policy_neither_softens_it_nor_switches_it_off(severities: tuple[str, str]) -> None:
    one, other = (policy(FAILS, severity=severity) for severity in severities)
    (both,) = united(read(one, other))
    assert both.rule is not None
    assert both.rule.severity is PolicySeverity.ErrorSeverity
    assert united(read(one, other | {"disabled": True}))[0].published.disabled is False
    assert united(read(one | {"disabled": True}, other))[0].published.disabled is False
    assert united(read(one | {"disabled": True}, other | {"disabled": True}))[0].published.disabled is True
    found = checked(one, policies=[own(FAILS, severity=severities[1])])
    assert [(row.source, row.blocking) for row in found.rows] == [("a file", True)]
    terms = Terms(severities={"p": PolicySeverity.Info})
    assert checked(one, terms=terms, policies=[own(FAILS)]).gate == "passed"  # as the project says


def test_a_reasoner_is_said_not_to_be_checked() -> None:
    (row,) = checked(policy(HOLDS, reasoner="imandrax")).rows
    assert row.judgement.message.endswith("not what it says of its reasoner")
    for held in (own(HOLDS, reasoner="imandrax"), {"id": "p", "formula": HOLDS, "oracle": {"name": "x"}}):
        (row,) = checked(policies=[held]).rows
        assert "not what it says of its" in row.judgement.message


@pytest.mark.parametrize(
    ("formula", "asks"),
    [
        (HOLDS, False),
        ("∀ r ∈ residuals . r.status ≠ Open", False),
        ("∀ g ∈ goals . g.acceptance ≠ ∅", True),
        ("G(GoalDone → open_gaps(goal) = ∅)", True),
        ("∀ v ∈ artifacts . v.freshness = Fresh", True),
    ],
)
def test_a_trace_is_judged_as_a_whole_only_where_a_formula_asks_for_it(formula: str, asks: bool) -> None:
    assert asks_what_was_derived(read(policy(formula))) is asks
