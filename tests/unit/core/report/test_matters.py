"""What a report tells of a trace: each thing once, by its weight, at its place, with what to do."""

from typing import Any

import pytest
from msgspec.structs import replace

from tests.laws.reports import EXAMPLE, report_on
from tests.unit.core.derive.traces import (
    action,
    answer,
    artifact,
    defeater,
    document,
    edited,
    goal,
    model,
    ran,
    residual,
)
from tollens.apps import wiring
from tollens.core.derive.review.gate import Gate, Reason
from tollens.core.derive.review.reviewing import review
from tollens.core.report.kinds import KINDS, kind_of
from tollens.core.report.matters import Matter
from tollens.core.report.reporting import Reported, reported, unread


def told(**members: Any) -> list[Matter]:
    """The matters of a trace, without what every small trace has."""
    return [matter for matter in report(**members).matters if matter.kind != "no-gap-declared"]


def report(**members: Any) -> Reported:
    return report_on(document(**members).value)


def brief(matters: list[Matter]) -> list[tuple[str, str, str, str]]:
    return [(one.kind, one.level, one.about, one.subject) for one in matters]


def test_a_trace_with_nothing_to_tell_passes() -> None:
    made = report()
    assert made.gate.passed
    assert made.whole
    assert brief(list(made.matters)) == [("no-gap-declared", "note", "trace", "")]


def test_a_refuted_claim() -> None:
    found, *_ = told(artifacts=[model(), goal(), answer("vr", "refuted")])
    assert (found.kind, found.level, found.about, found.subject) == ("refuted", "error", "artifact", "vr")
    assert "counterexample: x = 0" in found.text
    assert found.do.startswith("Mend the work")
    assert found.path == "/artifacts/2"


def test_a_contested_claim_and_the_defeater() -> None:
    found = told(artifacts=[model(), goal(), answer("vr"), defeater("d", "vr", severity="high")])
    assert ("contested", "error", "artifact", "vr") in brief(found)
    assert ("open-gap", "warning", "residual", "d") in brief(found)
    assert next(one for one in found if one.kind == "contested").do.startswith("Answer the defeater d")


def test_a_defeater_of_what_is_no_claim_stands_by_itself_and_once() -> None:
    found = told(artifacts=[artifact("plan", "Plan"), defeater("d", "plan")])
    assert [one for one in brief(found) if one[3]] == [("contested", "error", "artifact", "d")]


@pytest.mark.parametrize(
    ("severity", "kind", "level"),
    [
        ("critical", "critical-gap", "error"),
        ("high", "open-gap", "warning"),
        ("medium", "open-gap", "warning"),
        ("low", "open-gap", "note"),
        ("info", "open-gap", "note"),
        (None, "open-gap", "warning"),
    ],
)
def test_a_gap_weighs_as_its_severity(severity: str | None, kind: str, level: str) -> None:
    held = {"suggested_check": "run it", **({} if severity is None else {"severity": severity})}
    (found,) = told(artifacts=[residual("r", **held)])
    assert (found.kind, found.level, found.do, found.path) == (kind, level, "run it", "/artifacts/0")


@pytest.mark.parametrize("payload", [None, {"kind": "none of the words"}, {"statement": 7}, "text"])
def test_a_gap_that_could_not_be_read_says_so(payload: object) -> None:
    found = told(artifacts=[{"artifact_type": "Residual", "artifact_id": "r", "payload": payload}])
    (gap,) = [one for one in found if one.kind == "open-gap"]
    assert gap.text == "residual that is not recognized, of unstated severity: What it states could not be read."


def test_a_gap_without_a_severity_says_so() -> None:
    (found,) = told(artifacts=[residual("r")])
    assert ", of unstated severity: " in found.text


def test_a_settled_gap_is_no_matter() -> None:
    assert told(artifacts=[residual("r", status="addressed", severity="critical")]) == []


def test_checks_and_commands() -> None:
    found = told(
        actions=[
            ran(1, "pytest a", 1),
            ran(2, "pytest b", None),
            ran(3, "make", 2, "RunCommand"),
            ran(4, "mypy", 1, "TypeCheck"),
            ran(5, "mypy", 0, "TypeCheck"),
        ]
    )
    assert brief(found) == [
        ("failed", "error", "action", "1"),
        ("unknown-check", "warning", "action", "2"),
        ("failed-command", "note", "action", "3"),
    ]
    assert found[2].text == "make: exit 2"


def test_changes_after_the_last_test_run() -> None:
    patch = {"path": "a.py", "patch": "@@ -3,1 +3,2 @@\n a\n+b\n"}
    changed = [edited(2, "a.py", outputs=["d"])]
    held = [artifact("d", "Diff", metadata=patch)]
    found = told(actions=[ran(1, "pytest", 0), *changed], artifacts=held)
    assert brief(found) == [("doubted-claim", "warning", "action", "1"), ("untested-change", "warning", "file", "a.py")]
    assert (found[1].file, found[1].line, found[1].path) == ("a.py", 4, "/actions/1")
    assert found[1].text == "a.py: changed after the last passing test run"
    (never,) = told(actions=changed, artifacts=held)
    assert never.text == "a.py: changed and no passing test run is recorded"


def test_actions_that_may_have_changed_files() -> None:
    odd = action(1, "RunCommand", request={"may_have_changed_files": ["./fix.sh"]})
    found = told(actions=[odd, action(2, "RunCommand", request={"may_have_changed_files": 7})])
    assert [one.text.partition(":")[0] for one in found] == ["./fix.sh", "action 2"]
    assert {one.kind for one in found} == {"untested-change"}


def test_goals() -> None:
    items = [
        {"id": "a", "kind": "Gap", "label": "no doubt", "binding": {"residual_id": "r"}},
        {"id": "b", "kind": "Change", "label": "said", "status": "AcceptTodo"},
    ]
    goals = [{"goal_id": "g", "intent": "i", "status": "GoalActive", "acceptance": items}]
    found = [one for one in told(goals=goals) if one.about == "goal"]
    assert [(one.kind, one.level, one.item) for one in found] == [
        ("open-item", "warning", "a"),
        ("open-item", "warning", "b"),
    ]
    assert all(one.do for one in found)
    assert [one.path for one in found] == ["/goals/0/acceptance/0", "/goals/0/acceptance/1"]
    goals[0]["status"] = "GoalAbandoned"
    assert not [one for one in told(goals=goals) if one.about == "goal"]


def test_blocked_items_under_one_id_are_each_told_where_they_stand() -> None:
    item = {"acceptance_id": "a", "kind": "Change", "label": "x", "binding": {}, "status": "AcceptBlocked"}
    goals = [{"goal_id": "g", "intent": "i", "status": "GoalActive", "acceptance": [item]}] * 2
    found = told(goals=goals)
    blocked = [one for one in found if one.kind == "blocked"]
    assert [(one.path, one.level) for one in blocked] == [(f"/goals/{at}/acceptance/0", "error") for at in range(2)]


@pytest.mark.parametrize(
    ("severity", "formula", "kind", "level"),
    [
        ("error", "G(false)", "violated-policy", "error"),
        ("warning", "G(false)", "violated-policy", "warning"),
        ("info", "G(false)", "violated-policy", "note"),
        ("error", "t.event = ReferenceSigned", "undecided-policy", "error"),
        ("warning", "t.event = ReferenceSigned", "undecided-policy", "warning"),
    ],
)
def test_policies_of_the_trace(severity: str, formula: str, kind: str, level: str) -> None:
    policies = [{"policy_id": "p", "name": "a policy", "severity": severity, "formula": formula}]
    found = told(policies=policies, actions=[action(1, "ReadFile")])
    (one,) = [one for one in found if one.about == "policy"]
    assert (one.kind, one.level, one.path) == (kind, level, "/policies/0")
    assert one.do.startswith("Mend" if kind == "violated-policy" else "Record what is missing")


def test_review_items() -> None:
    item = {"author": "r", "created_at": "2026-01-01T00:00:00Z", "target": {"target_type": "trace"}, "status": "open"}
    items = [{"review_item_id": f"i{at}", "title": f"do {at}", "blocking": at == 0, **item} for at in range(2)]
    found = told(review_items=items)
    assert brief(found) == [
        ("blocking-review-item", "error", "review item", "i0"),
        ("open-review-item", "note", "review item", "i1"),
    ]
    assert [one.path for one in found] == ["/review_items/0", "/review_items/1"]
    assert {one.do for one in found} == {"Do what it demands, and have it resolved."}


def test_a_matter_without_words_is_told_by_its_kind() -> None:
    item = {"author": "r", "created_at": "2026-01-01T00:00:00Z", "target": {"target_type": "trace"}, "status": "open"}
    (found,) = told(review_items=[{"review_item_id": "i", "title": " ", **item}])
    assert found.text == "A review item is open"


def test_faults_are_told_under_the_code_of_their_rule() -> None:
    found = told(actions=[action(1, "ReadFile"), action(1, "ReadFile")])
    twice = next(one for one in found if one.kind == "IDN003")
    assert (twice.level, twice.path) == ("error", "/actions/1/id")
    assert "Give one of the two another id" in twice.do
    assert kind_of("IDN003").title == "Action ids are unique"


def test_work_that_did_not_complete_and_what_is_not_recognized() -> None:
    found = told(outcome={"type": "ProcessAborted", "reason": "no time"}, artifacts=[{"artifact_id": "x"}])
    kinds = {one.kind: one for one in found}
    assert kinds["unfinished-work"].text == "the work did not complete: ProcessAborted, no time"
    assert kinds["unrecognized"].text == "1 element not recognized, and no evidence for anything"


def test_signatures_that_do_not_pass() -> None:
    evaluation = wiring.evaluated(document(), {})
    made = review(evaluation)
    reason = Reason("signature", "", "nobody signed it")
    found = reported("t.json", evaluation, replace(made, gate=Gate(False, (reason,))), None).matters
    assert brief(list(found))[0] == ("signature", "error", "trace", "")
    assert (found[0].text, found[0].path) == ("nobody signed it", "/signatures")


def test_a_trace_that_cannot_be_read() -> None:
    made = unread("t.json", "it is gone")
    assert not made.whole
    assert not made.gate.passed
    assert brief(list(made.matters)) == [("unread-trace", "error", "trace", "")]


def test_what_to_do_is_told_after_the_sentence() -> None:
    assert Matter("k", "note", "trace", "", "It is so", do="Mend it.").told == "It is so. What to do: Mend it."
    assert Matter("k", "note", "trace", "", "Is it so?", do="Look.").told == "Is it so? What to do: Look."
    assert Matter("k", "note", "trace", "", "It is so").told == "It is so"


def test_every_kind_of_the_shipped_example_is_explained() -> None:
    made = report_on(EXAMPLE)
    assert {matter.kind for matter in made.matters} <= set(KINDS)
    for name, kind in KINDS.items():
        assert kind.name == name
        assert kind.title
        assert kind.help.endswith(".")


def test_claims_that_the_freshness_or_a_policy_tells_are_told_once() -> None:
    made = report_on(EXAMPLE)
    subjects = [matter.subject for matter in made.matters if matter.about == "artifact"]
    assert sorted(subjects) == sorted(set(subjects))
    assert "plan-approval" not in subjects
