"""Verdicts recorded in a trace: one for each policy, in the place of the former, and nothing else touched."""

from typing import Any

import pytest

from tollens.apps import wiring
from tollens.core.author.evaluations import evaluations_recorded, residuals_recorded
from tollens.core.errors import MisuseError
from tollens.core.policy.checking import Checked, Terms, given
from tollens.core.policy.derived_residuals import derived_residuals
from tollens.core.policy.gallery import published
from tollens.core.policy.record import Settings
from tollens.core.validate.check import validate
from tollens.core.validate.examples import a_policy, an_action, an_artifact
from tollens.core.validate.rule import MINIMAL
from tollens.core.wire.document import Document

ACTIONS = [an_action(1, "EditFile", outputs=["a1"]), an_action(2, "GitCommit")]


def trace(**members: Any) -> Document:
    return Document.of(MINIMAL | {"actions": ACTIONS, "artifacts": [an_artifact("a1")]} | members)


def policy(formula: str, name: str = "p1", severity: str = "error") -> dict[str, Any]:
    return {"id": name, "severity": severity, "formula": formula}


def checked(document: Document, *policies: dict[str, Any]) -> Checked:
    terms = Terms()
    read = [given(one, terms) for held in policies for one in published(held, "a file")]
    return wiring.checked(document, read, terms, Settings())


def recorded(document: Document, *policies: dict[str, Any]) -> Document:
    found = checked(document, *policies)
    return evaluations_recorded(document, found.policies, [row.judgement for row in found.rows])


def test_a_verdict_is_recorded_with_its_policy() -> None:
    after = recorded(trace(), policy("G(¬EditFile)"))
    (held,) = after.value["policies"]
    assert {name: value for name, value in held.items() if value is not None} == {
        "policy_id": "p1",
        "name": "p1",
        "severity": "error",
        "scope": "trace",
        "kind": "trace_invariant",
        "formula": "G(¬EditFile)",
    }
    (evaluation,) = after.trace.policy_evaluations
    assert evaluation.policy_id == "p1"  # type: ignore[union-attr]
    (value,) = after.value["policy_evaluations"]
    assert (value["status"], value["checked_at_action_id"]) == ("failed", 2)
    assert (value["violating_action_ids"], value["violating_artifact_ids"]) == ([1], ["a1"])
    assert value["note"]
    assert validate(after).valid


def test_a_new_verdict_takes_the_place_of_the_former_and_others_stay() -> None:
    former = [
        {"policy_id": "p0", "status": "passed", "x_vendor": 1},
        {"policy_id": "p1", "status": "passed"},
        {"policy_id": "p1", "status": "unknown"},
        {"policy_id": "p2", "status": "no such status"},
    ]
    document = trace(policies=[a_policy("p1", formula="G(¬EditFile)", x_vendor=2)], policy_evaluations=former)
    after = recorded(document)
    assert [(one["policy_id"], one["status"]) for one in after.value["policy_evaluations"]] == [
        ("p0", "passed"),
        ("p1", "failed"),
        ("p2", "no such status"),
    ]
    assert after.value["policy_evaluations"][0] is former[0]
    assert after.value["policies"] is document.value["policies"]
    assert recorded(after).value == after.value


def test_another_policy_under_the_same_id_is_no_place_for_a_verdict() -> None:
    document = trace(policies=[a_policy("p1", formula="F(EditFile)")])
    with pytest.raises(MisuseError, match="another policy 'p1'"):
        recorded(document, policy("G(¬EditFile)"))


def test_of_two_verdicts_under_one_id_the_worse_is_recorded() -> None:
    twice = [a_policy("p1", formula="G(¬EditFile)"), a_policy("p1", formula="G(¬EditFile)")]
    assert len(recorded(trace(policies=twice)).value["policy_evaluations"]) == 1


def test_a_policy_that_cannot_be_read_is_recorded_as_unknown() -> None:
    document = trace(policies=[{"policy_id": "p1", "severity": "fatal", "formula": "true"}])
    (value,) = recorded(document).value["policy_evaluations"]
    assert (value["policy_id"], value["status"]) == ("p1", "unknown")


def test_what_did_not_pass_leaves_a_residual_once() -> None:
    policies = (
        policy("G(¬EditFile)", "failed_one"),
        policy("G(DeleteFile → P(Approve))", "idle_one", "warning"),
        policy("F(completed)", "open_one", "warning"),
        policy("F(EditFile)", "good_one"),
    )
    document = trace()
    payloads = derived_residuals(row.judgement for row in checked(document, *policies).rows)
    told = [(one.severity and one.severity.value, one.target and one.target.target_id) for one in payloads]
    assert told == [("high", "failed_one"), ("info", "idle_one"), ("medium", "open_one")]
    after = residuals_recorded(recorded(document, *policies), payloads)
    made = after.value["artifacts"][1:]
    assert [one["artifact_id"] for one in made] == ["r1", "r2", "r3"]
    assert made[0]["payload"]["source"] == "policy_derived"
    assert made[0]["payload"]["target"] == {"target_type": "policy_evaluation", "target_id": "failed_one"}
    assert made[0]["derived_from"] == ["a1"]
    assert validate(after).valid
    assert residuals_recorded(after, payloads).value == after.value
