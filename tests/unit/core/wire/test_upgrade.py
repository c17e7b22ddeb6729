"""Older shapes to 1.11 (§13.7): each step with exact expectations, nothing dropped in silence."""

from typing import Any

import pytest

from tests.unit.core.wire.places import Value, whole
from tollens.core.diagnostics import Diagnostic
from tollens.core.model import FormalModelArtifact, ResidualArtifact, VerificationResultArtifact
from tollens.core.wire.document import Document
from tollens.core.wire.upgrade import Upgraded, migrate_residuals, upgrade


def trace(**members: Any) -> Value:
    """A trace of version 1.4 with the given members."""
    head = {name: whole()[name] for name in ("trace_id", "assistant", "model", "timestamp", "trigger", "outcome")}
    return {**head, "spec_version": "1.4", **members}


def remarks(done: Upgraded) -> list[tuple[str, str, str]]:
    return [(remark.code, remark.severity, remark.path) for remark in done.remarks]


# ── the version ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("version", ["1.0", "1.1", "1.9", "1.10"])
def test_an_older_version_becomes_the_current_one(version: str) -> None:
    done = upgrade(Document.of(trace(spec_version=version)))
    assert done.document.value == trace(spec_version="1.11")
    assert remarks(done) == [("UPG024", "info", "/spec_version")]


def test_an_absent_version_is_version_1_0() -> None:
    value = trace()
    del value["spec_version"]
    assert upgrade(Document.of(value)).document.value == trace(spec_version="1.11")


@pytest.mark.parametrize("version", ["1.11", "1.11.0", "1.11.7"])
def test_the_current_version_is_the_same_document(version: str) -> None:
    document = Document.of(trace(spec_version=version))
    done = upgrade(document)
    assert done == (document, ())


@pytest.mark.parametrize("version", ["1.12", "2.0"])
def test_a_later_version_stays_as_it_is(version: str) -> None:
    document = Document.of(trace(spec_version=version, residuals=[{"residual_id": "r", "statement": "s"}]))
    done = upgrade(document)
    assert done.document is document
    message = f"Version {version} is later than 1.11: nothing was changed"
    assert done.remarks == (Diagnostic("UPG010", "warning", "/spec_version", message, "5"),)


@pytest.mark.parametrize("version", [1.4, 1, "one", "", "2.0-draft", ["1.4"], True])
def test_what_is_no_version_is_not_guessed_at(version: Any) -> None:
    document = Document.of(trace(spec_version=version))
    done = upgrade(document)
    assert done.document is document
    assert remarks(done) == [("UPG012", "warning", "/spec_version")]


@pytest.mark.parametrize(
    ("member", "held"), [("content_hash", "sha256:" + "0" * 64), ("signatures", [{"signer": "reviewer"}])]
)
def test_a_broken_hash_or_signature_is_said(member: str, held: Any) -> None:
    done = upgrade(Document.of(trace(**{member: held})))
    assert remarks(done)[-1] == ("UPG011", "warning", f"/{member}")
    assert done.document.value[member] == held


# ── version 1.0 ──────────────────────────────────────────────────────────────────────────────────────────────────────

OLD: Value = {
    "trace_id": "old",
    "assistant": "a",
    "model": "m",
    "timestamp": "2026-01-01T00:00:00Z",
    "trigger": {"type": "TaskReceived"},
    "outcome": {"type": "ProcessCompleted"},
    "actions": [
        {
            "id": 1,
            "category": "reasoning",
            "type": "DefineVG",
            "label": "l",
            "rationale": "r",
            "outputs": ["g"],
            "vg_defined": {
                "goal_id": 1,
                "kind": "verify",
                "description": "d",
                "src": "s",
                "target_artifact_id": "g",
            },
        },
        {
            "id": 2,
            "category": "reasoning",
            "type": "Verify",
            "label": "l",
            "rationale": "r",
            "inputs": ["g"],
            "vg_result": {
                "goal_id": 1,
                "status": "sat",
                "result": {"sat": {"model": {"m_type": "Instance", "src": ""}}},
            },
        },
    ],
    "total_actions": 2,
    "decision_points": 0,
    "process_properties": [{"name": "p", "passed": True}],
}


def test_payloads_on_actions_become_artifacts_with_lineage() -> None:
    done = upgrade(Document.of(OLD))
    value = done.document.value
    assert remarks(done) == [
        ("UPG020", "info", "/artifacts"),
        ("UPG023", "info", "/actions/0/type"),
        ("UPG021", "info", "/metrics"),
        ("UPG024", "info", "/spec_version"),
    ]
    assert value["artifacts"] == [
        {
            "artifact_id": "g",
            "artifact_type": "VerificationGoal",
            "producer_action_id": 1,
            "derived_from": [],
            "payload": OLD["actions"][0]["vg_defined"],
        },
        {
            "artifact_id": "VerificationResult-2",
            "artifact_type": "VerificationResult",
            "producer_action_id": 2,
            "derived_from": ["g"],
            "payload": {
                "goal_id": 1,
                "status": "sat",
                "result": {"sat": {"model": {"m_type": "instance_model", "src": ""}}},
                "goal_artifact_id": "g",
            },
        },
    ]
    assert [action["outputs"] for action in value["actions"]] == [["g"], ["VerificationResult-2"]]
    assert not {"vg_defined", "vg_result"} & {name for action in value["actions"] for name in action}
    assert value["actions"][0]["type"] == "DefineVerificationGoal"
    assert value["metrics"] == {"total_actions": 2, "decision_points": 0}
    assert value["process_properties"] == OLD["process_properties"]
    assert not any(fault.severity == "error" for fault in done.document.faults)


def test_reading_sees_the_same_artifacts_without_an_upgrade() -> None:
    assert Document.of(OLD).trace.artifacts == upgrade(Document.of(OLD)).document.trace.artifacts
    assert isinstance(Document.of(OLD).trace.artifacts[1], VerificationResultArtifact)
    assert Document.of(OLD).value is OLD


def test_copies_on_actions_are_no_evidence_where_artifacts_are() -> None:
    value = {**OLD, "artifacts": [{"artifact_id": "g", "artifact_type": "AnalysisNote"}]}
    done = upgrade(Document.of(value))
    assert done.document.value["artifacts"] == value["artifacts"]
    assert done.document.value["actions"][1]["vg_result"] == OLD["actions"][1]["vg_result"]


@pytest.mark.parametrize("goal", [[], {}, None, 1.5, "1"])
def test_a_goal_id_of_any_type_is_read(goal: Any) -> None:
    value = {"actions": [{"id": 1, "vg_defined": {"goal_id": goal}}, {"id": 2, "vg_result": {"goal_id": goal}}]}
    held = upgrade(Document.of(value)).document.value["artifacts"]
    assert [artifact["payload"]["goal_id"] for artifact in held] == [goal, goal]


def test_an_inline_payload_that_is_no_object_stays() -> None:
    value = {"actions": [{"id": 1, "command_result": "done"}], "spec_version": "1.11"}
    document = Document.of(value)
    assert upgrade(document).document.value["actions"] == value["actions"]


def test_counters_stay_where_metrics_are() -> None:
    value = trace(total_actions=3, metrics={"total_actions": 4})
    done = upgrade(Document.of(value))
    assert done.document.value == {**value, "spec_version": "1.11"}
    assert ("UPG022", "warning", "/total_actions") in remarks(done)


@pytest.mark.parametrize("odd", [True, "3", 3.0, None])
def test_a_counter_that_is_no_count_stays(odd: Any) -> None:
    done = upgrade(Document.of(trace(total_actions=odd)))
    assert done.document.value["total_actions"] is odd
    assert "metrics" not in done.document.value


def test_respelling_is_said() -> None:
    done = upgrade(
        Document.of(trace(spec_version="1.11", artifacts=[{"artifact_id": "a", "artifact_type": "IMLModel"}]))
    )
    assert remarks(done) == [("UPG023", "info", "/artifacts/0/artifact_type")]


def test_a_fold_that_cannot_begin_keeps_the_version() -> None:
    value = trace(spec_version="1.4", artifacts=None, residuals=[{"residual_id": "r"}])
    done = upgrade(Document.of(value))
    assert done.document.value == value
    assert remarks(done) == [("UPG007", "warning", "/residuals")]


def test_an_older_model_is_iml() -> None:
    value = trace(artifacts=[{"artifact_id": "a", "artifact_type": "IMLModel", "payload": {"iml_code": "let x = 1"}}])
    done = upgrade(Document.of(value))
    assert done.document.value["artifacts"] == [
        {
            "artifact_id": "a",
            "artifact_type": "FormalModel",
            "payload": {"formal_code": "let x = 1", "model_language": "iml"},
        }
    ]
    assert done.document.faults == ()
    assert isinstance(done.document.trace.artifacts[0], FormalModelArtifact)


# ── the residual list ────────────────────────────────────────────────────────────────────────────────────────────────

STATEMENT = "Amount invariants hold for single-threaded application of transitions only."


def folded(*entries: Any, **members: Any) -> Upgraded:
    document = Document.of(trace(artifacts=[{"artifact_id": "a1", "artifact_type": "SourceCode"}], **members))
    return migrate_residuals(Document.of({**document.value, "residuals": list(entries)}))


def test_an_entry_becomes_an_artifact_with_every_member() -> None:
    entry = {
        "residual_id": "r1",
        "kind": "out_of_scope",
        "statement": STATEMENT,
        "severity": None,
        "target": {"target_type": "artifact", "target_id": "a1"},
        "related_artifact_ids": ["a1", "gone", "ref"],
        "rationale": "Interleavings are not modelled.",
        "introduced_by_action_id": 4,
        "x_vendor": [1, 2],
    }
    done = folded(entry, reference_artifacts=[{"reference_artifact_id": "ref"}])
    assert done.document.value["residuals"] == []
    assert done.document.value["artifacts"][1:] == [
        {
            "artifact_id": "r1",
            "artifact_type": "Residual",
            "name": "out of scope: Amount invariants hold for single-threaded appli…",
            "derived_from": ["a1", "ref"],
            "summary": STATEMENT,
            "producer_action_id": 4,
            "payload": {name: held for name, held in entry.items() if name not in ("residual_id", "severity")},
        }
    ]
    assert done.remarks == (
        Diagnostic(
            "UPG006",
            "warning",
            "/residuals/0",
            "No artifact is called 'gone': kept in the payload, left out of `derived_from`",
            "13.7",
            "Correct the id.",
        ),
    )


def test_an_entry_that_is_an_artifact_already_goes() -> None:
    artifact = {"artifact_id": "r1", "artifact_type": "Residual", "payload": {"kind": "assumption", "statement": "s"}}
    value = trace(artifacts=[artifact], residuals=[{"residual_id": "r1", "kind": "assumption", "statement": "other"}])
    done = migrate_residuals(Document.of(value))
    assert done.document.value == {**value, "residuals": []}
    assert remarks(done) == [("UPG002", "warning", "/residuals/0")]
    assert done.remarks[0].hint == "It said: 'other'"


def test_no_artifact_id_is_ever_repeated() -> None:
    done = folded(
        {"residual_id": "a1", "statement": "the id of a source"},
        {"residual_id": "r", "statement": "first"},
        {"residual_id": "r", "statement": "second"},
        {"residual_id": "r", "statement": "first"},
        {"statement": "no id"},
        {"residual_id": 7, "statement": "a number"},
        {"residual_id": "", "statement": "empty"},
        {"residual_id": "r-2", "statement": "the id that was made"},
    )
    made = done.document.value["artifacts"]
    assert [held["artifact_id"] for held in made] == [
        "a1",
        "a1-2",
        "r",
        "r-2",
        "residual",
        "residual-2",
        "residual-3",
        "r-2-2",
    ]
    assert made[5]["payload"]["residual_id"] == 7
    assert remarks(done) == [
        ("UPG005", "warning", "/residuals/0"),
        ("UPG005", "warning", "/residuals/2"),
        ("UPG003", "warning", "/residuals/3"),
        ("UPG004", "warning", "/residuals/4"),
        ("UPG004", "warning", "/residuals/5"),
        ("UPG004", "warning", "/residuals/6"),
        ("UPG005", "warning", "/residuals/7"),
    ]


def test_an_exact_copy_is_exact() -> None:
    done = folded({"residual_id": "r", "x": 1}, {"residual_id": "r", "x": True}, {"residual_id": "r", "x": 1.0})
    assert [held["payload"]["x"] for held in done.document.value["artifacts"][1:]] == [1, True, 1.0]


def test_what_is_no_object_stays_and_is_said() -> None:
    done = folded("text", {"residual_id": "r", "kind": "assumption", "statement": "s"}, None)
    assert done.document.value["residuals"] == ["text", None]
    assert isinstance(done.document.trace.artifacts[1], ResidualArtifact)
    assert remarks(done) == [("UPG001", "warning", "/residuals/0"), ("UPG001", "warning", "/residuals/2")]
    assert migrate_residuals(done.document).document is done.document


@pytest.mark.parametrize("value", [trace(), trace(residuals=[]), trace(residuals="x")])
def test_where_nothing_can_be_folded_the_document_is_the_same(value: Value) -> None:
    document = Document.of(value)
    assert migrate_residuals(document) == (document, ())


@pytest.mark.no_cover
def test_many_entries_of_one_id_take_no_longer_each() -> None:
    entries = [{"residual_id": "r", "statement": str(number)} for number in range(3000)]
    made = folded(*entries).document.value["artifacts"]
    assert made[-1]["artifact_id"] == "r-3000"


def test_odd_text_survives_an_upgrade_with_its_faults() -> None:
    value = trace(residuals=[{"residual_id": "r", "kind": "assumption", "statement": "\ud800"}])
    done = upgrade(Document.of(value))
    assert [fault.code for fault in done.document.faults] == ["WIRE004"] * 3  # name, summary, statement
    assert done.document.value["artifacts"][0]["payload"]["statement"] == "\ud800"
