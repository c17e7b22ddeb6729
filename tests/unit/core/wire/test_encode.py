"""The normal form (§16.2, §16.3), and JSON as people read it."""

import json
from typing import Any

import msgspec
import pytest

from tests.unit.core.wire.places import whole
from tollens.core.errors import MisuseError, UnreadableError
from tollens.core.model import (
    ActivityAction,
    ActivityActionType,
    ArtifactRole,
    DiffArtifact,
    Event,
    EventType,
    FormalModelArtifact,
    FormalModelPayload,
    Trace,
)
from tollens.core.wire import encode
from tollens.core.wire.document import Document
from tollens.core.wire.encode import pretty, pretty_pieces, pretty_trace, to_json, to_value

MINIMAL = Trace(
    trace_id="t1",
    spec_version="1.11",
    assistant="a",
    model="m",
    timestamp="2026-01-01T00:00:00Z",
    trigger=Event(typ=EventType.TaskReceived),
    outcome=Event(typ=EventType.ProcessCompleted),
)
LISTS = (
    "actions",
    "meta_actions",
    "artifacts",
    "reference_artifacts",
    "policies",
    "policy_evaluations",
    "execution_environments",
    "comments",
    "review_items",
    "residuals",
    "goals",
    "trace_links",
    "files_modified",
    "signatures",
)
OPTIONS = ("reproducibility", "trace_lineage", "metrics", "content_hash", "merge", "repo", "branch", "commit_sha")


def test_every_list_is_written_and_every_option_is_null() -> None:
    value = to_value(MINIMAL)
    assert {name: value.pop(name) for name in LISTS} == {name: [] for name in LISTS}
    assert {name: value.pop(name) for name in OPTIONS} == dict.fromkeys(OPTIONS)
    event = dict.fromkeys(("description", "summary", "from_user", "reason"))
    assert value == {
        "trace_id": "t1",
        "spec_version": "1.11",
        "assistant": "a",
        "model": "m",
        "timestamp": "2026-01-01T00:00:00Z",
        "trigger": {"type": "TaskReceived", **event},
        "outcome": {"type": "ProcessCompleted", **event},
    }


def test_an_artifact_is_projected_as_the_text_shows() -> None:
    payload = FormalModelPayload(model_language="iml", formal_code="...", symbols=("...",))
    artifact = FormalModelArtifact(
        artifact_id="...",
        artifact_role=ArtifactRole("formal_model"),
        name="...",
        format="iml",
        revision=1,
        producer_action_id=2,
        derived_from=("a1",),
        summary="...",
        payload=payload,
    )
    shown = """{
      "artifact_id": "...", "artifact_type": "FormalModel", "artifact_role": "formal_model", "name": "...",
      "format": "iml", "revision": 1, "producer_action_id": 2, "derived_from": ["a1"], "supersedes": null,
      "content_ref": null, "summary": "...",
      "payload": {"model_language": "iml", "formal_code": "...", "symbols": ["..."], "scope": null},
      "metadata": null }"""
    assert to_value(artifact) == {**json.loads(shown), "component_id": None}


def test_an_artifact_without_a_payload_has_no_such_member() -> None:
    assert "payload" not in to_value(DiffArtifact(artifact_id="d"))


def test_a_goal_is_spelled_as_the_text_shows() -> None:
    goal = next(goal for goal in to_value(Document.of(whole()).trace)["goals"] if goal["goal_id"] == "g-capture")
    assert goal["status"] == "GoalActive"
    assert [item["kind"] for item in goal["acceptance"]] == ["Change", "Property", "Obligation", "Gap", "Property"]
    assert goal["acceptance"][1]["binding"] == {"symbol": "capture", "property": "capture_bound"}
    assert goal["acceptance"][0]["status"] == "AcceptDone"


def test_one_result_stands_under_its_tag_alone() -> None:
    held = {artifact["artifact_id"]: artifact for artifact in to_value(Document.of(whole()).trace)["artifacts"]}
    assert list(held["vr-overlap"]["payload"]["result"]) == ["refuted"]
    assert list(held["vr-positive"]["payload"]["result"]) == ["unknown"]


def test_an_unrecognized_element_is_written_as_it_was_read() -> None:
    value = whole()
    odd = {"z": 1, "artifact_type": "Souvenir", "artifact_id": "s", "deep": [{"b": None, "a": 1.0}]}
    value["artifacts"].insert(2, odd)
    value["actions"].append("no action")
    trace = Document.of(value).trace
    written = to_value(trace)
    assert written["artifacts"][2] == odd
    assert written["actions"][-1] == "no action"
    assert Document.of(written).trace == trace


def test_the_value_is_the_text_parsed() -> None:
    trace = Document.of(whole()).trace
    assert to_value(trace) == json.loads(to_json(trace))
    assert b": " not in to_json(MINIMAL)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({}, "{}\n"),
        ({"b": 1, "a": []}, '{\n  "b": 1,\n  "a": []\n}\n'),
        ({"é": "\u2028"}, '{\n  "é": "\u2028"\n}\n'),
        ({"a": 2**70}, '{\n  "a": 1180591620717411303424\n}\n'),
        ({"a": "\ud800"}, '{\n  "a": "\\ud800"\n}\n'),
    ],
)
def test_pretty_is_two_spaces_a_level_in_the_given_order(value: Any, text: str) -> None:
    assert pretty(value) == text.encode()
    assert json.loads(pretty(value)) == value


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
def test_pretty_refuses_what_no_json_can_hold(number: float) -> None:
    with pytest.raises(MisuseError, match="NaN and infinities"):
        pretty({"a": [number]})


def test_a_trace_in_pieces_is_the_same_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encode, "_BATCH", 2)
    note = '\n  "actions": []'
    artifacts = tuple(DiffArtifact(artifact_id=f"d{n}", artifact_role=ArtifactRole("x"), name=note) for n in range(5))
    actions = tuple(ActivityAction(type=ActivityActionType.EditFile, id=n, label=note, rationale="é") for n in range(3))
    trace = msgspec.structs.replace(MINIMAL, actions=actions, artifacts=artifacts, files_modified=("a", note, "c"))
    pieces = list(pretty_pieces(trace))
    assert len(pieces) > 9
    assert b"".join(pieces) == pretty_trace(trace)
    for few in (MINIMAL, msgspec.structs.replace(trace, actions=actions[:2], artifacts=(), files_modified=())):
        assert b"".join(pretty_pieces(few)) == pretty_trace(few)


def test_a_trace_in_pieces_keeps_what_has_no_utf8_form(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encode, "_BATCH", 1)
    odd = msgspec.structs.replace(MINIMAL, files_modified=("a", "\udfff", "c"))
    assert json.loads(b"".join(pretty_pieces(odd))) == to_value(odd)


def test_what_has_no_utf8_form_stays_and_is_reported() -> None:
    odd = msgspec.structs.replace(MINIMAL, assistant="\ud800", files_modified=("a", "\udfff"))
    value = to_value(odd)
    assert value == {**to_value(MINIMAL), "assistant": "\ud800", "files_modified": ["a", "\udfff"]}
    assert [fault.code for fault in Document.of(value).faults] == ["WIRE004", "WIRE004"]
    assert json.loads(pretty(value)) == value


def test_an_integer_past_the_limit_is_refused() -> None:
    event = Event(typ=EventType.TaskReceived, description=10**4300)  # type: ignore[arg-type]
    with pytest.raises(UnreadableError, match="more than 4300 digits at /trigger/description"):
        Document.of(to_value(msgspec.structs.replace(MINIMAL, trigger=event)))
    with pytest.raises(MisuseError, match="4300 digits"):
        pretty(10**4300)


def test_what_is_no_value_is_misuse() -> None:
    with pytest.raises(MisuseError, match="no value of the model"):
        to_value(msgspec.structs.replace(MINIMAL, trace_id=object()))
