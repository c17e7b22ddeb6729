"""The dialect of the reference implementation: respelled where it differs, kept aside where it has no word."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

import tollens
from tollens.core.model import Trace
from tollens.core.wire.upgrade import upgrade
from tollens.plugins.exchange import FORMS, Asked, Written
from tollens.testing.strategies import traces

MINIMAL = {
    "trace_id": "t",
    "spec_version": "1.11",
    "assistant": "a",
    "model": "m",
    "timestamp": "2026-01-01T00:00:00Z",
    "trigger": {"type": "TaskReceived"},
    "outcome": {"type": "ProcessCompleted"},
    "actions": [],
    "artifacts": [],
}


def converted(value: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """A trace in the dialect, and what is told of it."""
    done = form(tollens.Document.of(value))
    return json.loads(done.data), [told.what for told in done.told]


def form(document: tollens.Document) -> Written:
    def never() -> tollens.Evaluation:
        raise AssertionError("a respelling needs no evaluation")

    return FORMS.get("ponens").write(Asked(document, never))


def test_what_the_dialect_says_alike_stays_as_it_is() -> None:
    value = {**MINIMAL, "x_vendor": 1, "signatures": [{"x": 1}], "content_hash": "sha256:0", "policies": [3]}
    assert converted(value) == (value, [])


def test_goals_are_spelled_as_it_reads_them() -> None:
    item = {"acceptance_id": "i", "kind": "Property", "label": "l", "status": "AcceptDone", "binding": {"symbol": "f"}}
    formula = {"and": [{"atom": item}, {"or": [{"atom": "text"}, 7]}]}
    goal = {
        "goal_id": "g",
        "intent": "i",
        "status": "GoalActive",
        "acceptance": [item, {**item, "formula": formula}, 3],
    }
    value, told = converted({**MINIMAL, "goals": [goal, 4]})
    done, untouched = value["goals"]
    assert untouched == 4
    assert (done["id"], done["goal_id"], done["status"]) == ("g", "g", "active")
    spelled = {**item, "id": "i", "kind": "property", "status": "done"}
    assert done["acceptance"][0] == spelled
    atom = {name: member for name, member in spelled.items() if name != "id"}
    assert done["acceptance"][1]["formula"] == {"and": [{"atom": atom}, {"or": [{"atom": "text"}, 7]}]}
    assert done["acceptance"][2] == 3
    assert len(told) == 1


def test_goals_that_are_in_the_dialect_stay() -> None:
    goal = {
        "goal_id": "g",
        "id": "g",
        "intent": "i",
        "status": "superseded",
        "acceptance": [{"id": "i", "formula": []}],
    }
    value = {**MINIMAL, "spec_version": "1.15", "goals": [goal]}
    done, _ = converted(value)
    assert done == value


def test_another_id_gives_way_and_is_kept() -> None:
    value, _ = converted({**MINIMAL, "spec_version": "1.15", "goals": [{"goal_id": "g", "id": "other"}]})
    assert value["goals"][0]["id"] == "g"
    assert value["tollens_kept"] == [{"at": "/goals/0/id", "was": "other"}]


def test_a_deep_formula_is_no_recursion() -> None:
    formula: Any = {"atom": {"kind": "Gap"}}
    for _ in range(60):
        formula = {"not": formula}
    goal = {"goal_id": "g", "intent": "i", "acceptance": [{"acceptance_id": "i", "label": "l", "formula": formula}]}
    value, _ = converted({**MINIMAL, "goals": [{**goal, "acceptance": [{**goal["acceptance"][0], "kind": "Gap"}]}]})
    assert json.dumps(value).count('"kind": "gap"') == 2


def test_models_in_iml_have_their_older_name() -> None:
    def model(payload: dict[str, Any]) -> dict[str, Any]:
        return {"artifact_id": "m", "artifact_type": "FormalModel", "payload": payload}

    iml = {"model_language": "IML", "formal_code": "let f x = x", "symbols": []}
    lean = {"model_language": "lean", "formal_code": "x"}
    both = {"model_language": "iml", "iml_code": "x", "formal_code": "y"}
    value, told = converted({**MINIMAL, "spec_version": "1.15", "artifacts": [*map(model, (iml, lean, both))]})
    first, second, third = value["artifacts"]
    assert first["artifact_type"] == "IMLModel"
    assert first["payload"] == {"model_language": "IML", "iml_code": "let f x = x", "symbols": []}
    assert (second, third) == (model(lean), model(both))
    assert [what for what in told if "IMLModel" in what]


def test_what_was_carried_forward_has_hyphens_and_no_payload_is_null() -> None:
    carried = {"result_id": "r", "basis": "closure_disjoint"}
    value, told = converted(
        {
            **MINIMAL,
            "artifacts": [
                {"artifact_id": "c", "artifact_type": "CarriedForward", "payload": carried},
                {"artifact_id": "d", "artifact_type": "Diff", "payload": None},
                5,
            ],
        }
    )
    assert value["artifacts"][0]["payload"]["basis"] == "closure-disjoint"
    assert "payload" not in value["artifacts"][1]
    assert value["artifacts"][2] == 5
    assert len(told) == 2


def test_formulas_are_text_and_what_is_none_is_kept() -> None:
    tree = {"tag": "Not", "value": {"tag": "Atom", "value": {"tag": "StartEvent"}}}
    policy = {"policy_id": "p", "name": "n", "severity": "info", "scope": "trace", "kind": "trace_invariant"}
    policies = [{**policy, "formula": tree}, {**policy, "formula": {"a": 1}}, {**policy, "formula": "G(EditFile)"}, {}]
    value, told = converted({**MINIMAL, "policies": policies})
    assert [each.get("formula") for each in value["policies"]] == ["not start_event", "G(EditFile)", None]
    assert value["tollens_kept"] == [{"at": "/policies/1", "was": policies[1]}]
    assert len(told) == 2


def test_an_unknown_verdict_is_no_verdict_there() -> None:
    evaluations = [{"policy_id": "p", "status": "unknown", "note": "n"}, {"policy_id": "q", "status": "passed"}]
    value, told = converted({**MINIMAL, "policy_evaluations": evaluations})
    assert value["policy_evaluations"] == evaluations[1:]
    assert value["tollens_kept"] == [{"at": "/policy_evaluations/0", "was": evaluations[0]}]
    assert len(told) == 1


def test_a_payload_of_a_reference_is_an_object() -> None:
    references = [{"reference_artifact_id": "r", "payload": "text"}, {"reference_artifact_id": "s", "payload": {}}]
    value, _ = converted({**MINIMAL, "reference_artifacts": references})
    assert [each["payload"] for each in value["reference_artifacts"]] == [None, {}]
    assert value["tollens_kept"] == [{"at": "/reference_artifacts/0/payload", "was": "text"}]


def test_signatures_do_not_go_along_with_what_they_do_not_sign() -> None:
    goal = {"goal_id": "g", "intent": "i"}
    signed = {**MINIMAL, "goals": [goal], "signatures": [{"signer": "a"}], "content_hash": "sha256:0"}
    value, told = converted(signed)
    assert "signatures" not in value
    assert "content_hash" not in value
    assert [each["at"] for each in value["tollens_kept"]] == ["/content_hash", "/signatures"]
    assert any("trace as it was" in what for what in told)


def test_a_trace_in_the_dialect_keeps_its_signatures() -> None:
    theirs = {
        **MINIMAL,
        "goals": [{"goal_id": "g", "id": "g", "intent": "i", "status": "active", "acceptance": []}],
        "artifacts": [{"artifact_id": "m", "artifact_type": "IMLModel", "payload": {"iml_code": "let f x = x"}}],
        "residuals": [{"residual_id": "r", "kind": "assumption", "statement": "s"}],
        "signatures": [{"signer": "a"}],
        "content_hash": "sha256:0",
    }
    assert converted(theirs) == (theirs, [])


def test_words_of_version_1_0_are_renewed() -> None:
    result = {"sat": {"model": {"m_type": "Instance", "src": "x"}, "more": 1}}
    payload = {"goal_id": 1, "goal_artifact_id": "g", "status": "sat", "result": result}
    artifact = {"artifact_id": "v", "artifact_type": "VerificationResult", "payload": payload}
    value, told = converted({**MINIMAL, "artifacts": [artifact]})
    model = {"m_type": "instance_model", "src": "x"}
    assert value["artifacts"][0]["payload"] == {**payload, "result": {"sat": {"model": model, "more": 1}}}
    assert len(told) == 1


def test_what_was_kept_before_stays() -> None:
    before = {**MINIMAL, "spec_version": "1.15", "tollens_kept": [1], "policy_evaluations": [{"status": "unknown"}]}
    value, _ = converted(before)
    assert [each if each == 1 else each["at"] for each in value["tollens_kept"]] == [1, "/policy_evaluations/0"]


def test_missing_lists_are_there() -> None:
    value, told = converted({"trace_id": "t", "spec_version": "1.4"})
    assert value == {"trace_id": "t", "spec_version": "1.4", "actions": [], "artifacts": []}
    assert ["dialect requires" in what for what in told] == [True]


def test_results_on_actions_become_artifacts_first() -> None:
    action = {"id": 1, "type": "RunTests", "command_result": {"command": "pytest", "exit_code": 0}}
    value, told = converted({"trace_id": "t", "actions": [action], "content_hash": "sha256:0"})
    assert [each["artifact_type"] for each in value["artifacts"]] == ["CommandResult"]
    assert value["spec_version"] == "1.11"
    assert value["tollens_kept"] == [{"at": "/content_hash", "was": "sha256:0"}]
    assert not any("no longer match" in what for what in told)


@pytest.mark.parametrize("name", ["goals", "policies", "artifacts", "policy_evaluations", "reference_artifacts"])
@pytest.mark.parametrize("held", [None, 7, "x", {}, [None], [[]], [{"payload": []}], [{"acceptance": 3, "formula": 0}]])
def test_whatever_is_there_is_written(name: str, held: object) -> None:
    value, _ = converted({**MINIMAL, "spec_version": "1.15", name: held})
    assert name in value


@given(traces())
def test_it_reads_back_as_it_was(trace: Trace) -> None:
    before = tollens.Document.of(json.loads(tollens.dumps(trace)))
    done = form(before)
    after = tollens.loads(done.data)
    kept = {each["at"].split("/")[1] for each in after.value.get("tollens_kept", ())}
    for name in before.trace.__struct_fields__:
        if name not in kept | {"goals", "policies"}:
            assert getattr(after.trace, name) == getattr(before.trace, name), name
    assert [getattr(goal, "goal_id", None) for goal in after.trace.goals] == [
        getattr(goal, "goal_id", None) for goal in before.trace.goals
    ]
    assert form(after).data == done.data  # twice is as good as once


def test_the_example_says_the_same_here(repository: Path) -> None:
    before = tollens.load(repository / "examples/payments.json")
    after = tollens.loads(form(before).data)
    assert tollens.validate(after).valid
    one, other = tollens.evaluate(before), tollens.evaluate(after)
    assert one.resolution.goals == other.resolution.goals
    assert one.established.freshness == other.established.freshness


VERDICTS = ("unknown", "passed", "unknown", "failed")


def back(value: dict[str, Any]) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    """What an upgrade makes of the file that the other tool had."""
    done = upgrade(tollens.Document.of(value))
    return done.document.value, [
        (each.code, each.message) for each in done.remarks if each.code in ("UPG008", "UPG025")
    ]


ALL_KEPT = {
    **MINIMAL,
    "spec_version": "1.11",
    "policies": [{"policy_id": "a", "formula": "true"}, {"policy_id": "b", "formula": 7}],
    "policy_evaluations": [
        {"policy_id": name, "status": status} for name, status in zip("abcd", VERDICTS, strict=True)
    ],
    "reference_artifacts": [{"reference_artifact_id": "r", "payload": "text"}],
    "goals": [{"goal_id": "g", "id": "x", "acceptance": [{"acceptance_id": "i", "id": 7}]}],
}


def test_what_was_kept_aside_is_put_back_by_an_upgrade() -> None:
    theirs, _ = converted(ALL_KEPT)
    assert len(theirs["tollens_kept"]) == 6
    assert [each["status"] for each in theirs["policy_evaluations"]] == ["passed", "failed"]
    again, told = back(theirs)
    for name in ("policies", "policy_evaluations", "reference_artifacts"):
        assert again[name] == ALL_KEPT[name], name
    (goal,) = again["goals"]
    assert (goal["id"], goal["acceptance"][0]["id"]) == ("x", 7)
    assert "tollens_kept" not in again
    assert told == [("UPG025", "What was kept aside for another tool stands in its place again: 6")]
    assert back(again) == (again, [])


def test_signatures_stay_aside() -> None:
    theirs, _ = converted({**ALL_KEPT, "signatures": [{"signer": "a"}]})
    again, told = back(theirs)
    assert again["tollens_kept"] == [{"at": "/signatures", "was": [{"signer": "a"}]}]
    assert [code for code, _ in told] == ["UPG025", "UPG008"]


def test_a_place_that_is_another_one_by_now_is_not_written_over() -> None:
    theirs, _ = converted(ALL_KEPT)
    changed = {
        **theirs,
        "policies": "none",
        "policy_evaluations": [],
        "reference_artifacts": [{"payload": {}}],
        "goals": [{"goal_id": "g", "id": "mine", "acceptance": {}}],
    }
    again, told = back(changed)
    assert {name: again[name] for name in ("policies", "reference_artifacts")} == {
        name: changed[name] for name in ("policies", "reference_artifacts")
    }
    assert [each["policy_id"] for each in again["policy_evaluations"]] == ["a", "c"]
    assert len(again["tollens_kept"]) == 4
    assert told[-1] == ("UPG008", "What was kept aside has no place any more, and stays aside: 4")


@pytest.mark.parametrize(
    "kept",
    [
        None,
        {},
        [7],
        [{"at": 7, "was": 1}],
        [{"at": "/policies/0"}],
        [{"at": "/policies/0", "was": 1}],
        [{"at": "/actions/0", "was": {}}],
        [{"at": "/policies/x", "was": {}}],
        [{"at": "policies/0", "was": {}}],
        [{"at": "/goals/9999999999/id", "was": 1}],
        [{"at": "/goals/5/id", "was": 1}],
        [{"at": "/" * 10**6, "was": 1}],
        [{"at": ["/signatures"], "was": 1}],
    ],
)
def test_whatever_is_kept_stays_where_it_has_no_place(kept: Any) -> None:
    value = {**ALL_KEPT, "tollens_kept": kept}
    assert back(value)[0] == value


def test_one_place_is_given_once() -> None:
    kept = [{"at": "/policies/0", "was": {"policy_id": name}} for name in "xy"]
    again, _ = back({**ALL_KEPT, "tollens_kept": kept})
    assert [each["policy_id"] for each in again["policies"]] == ["x", "a", "b"]
    assert again["tollens_kept"] == kept[1:]
