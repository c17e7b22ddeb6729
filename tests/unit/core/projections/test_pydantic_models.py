"""The generated Pydantic models: unions that refuse impossible combinations, classes that rebuild canonical values."""

import doctest
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, TypeAdapter, ValidationError

from tollens.core import model
from tollens.core.model import Trace
from tollens.core.projections import shapes
from tollens.core.wire.document import Document
from tollens.core.wire.encode import to_value
from tollens.core.wire.versions import is_newer
from tollens.projections import pydantic_models as projected
from tollens.testing import mutations, strategies

ARTIFACT: TypeAdapter[Any] = TypeAdapter(projected.Artifact)
ACTION: TypeAdapter[Any] = TypeAdapter(projected.Action)
CRITERION: TypeAdapter[Any] = TypeAdapter(projected.AcceptanceItem)

MODEL_PAYLOAD = {"model_language": "iml", "formal_code": "let x = 1"}
RESULT = {"goal_id": 1, "goal_artifact_id": "g"}
STEP = {"id": 1, "label": "l", "rationale": "r"}


def named_records() -> list[shapes.Record]:
    every = shapes.named(shapes.trace())
    common = {node.common.name for node in every if isinstance(node, shapes.Union)}
    return [node for node in every if isinstance(node, shapes.Record) and node.name not in common]


@pytest.mark.parametrize("record", named_records(), ids=lambda record: record.name)
@given(st.data())
@settings(max_examples=4)
def test_every_record_survives_the_way_there_and_back(record: shapes.Record, data: st.DataObject) -> None:
    value = data.draw(strategies.of(record.cls))
    there = getattr(projected, record.name).of(value)
    assert there.canonical() == value
    assert there.wire() == to_value(value)


@given(strategies.traces())
@settings(max_examples=20)
def test_a_trace_survives_the_way_there_and_back(trace: Trace) -> None:
    there = projected.Trace.of(trace)
    assert there.canonical() == trace
    assert there.wire() == to_value(trace)
    assert projected.Trace.model_validate_json(Document.of(there.wire()).to_bytes()) == there


@given(strategies.traces().map(to_value), st.data())
@settings(max_examples=100)
def test_what_the_models_accept_the_strict_reader_accepts(value: dict[str, Any], data: st.DataObject) -> None:
    value = data.draw(mutations.mutated(value)).value
    document = Document.of(value)
    sound = not any(fault.severity == "error" for fault in document.faults)
    try:
        accepted = projected.Trace.model_validate(value)
    except ValidationError:
        # The models read the text's own spelling only; whatever else is sound they must take.
        assert not sound or document.spelled or is_newer(value.get("spec_version"))
    else:
        assert sound
        assert accepted.canonical() == document.trace
        assert Document.of(accepted.wire()).trace == document.trace


def test_the_unions_are_told_apart_by_their_tags() -> None:
    artifact = ARTIFACT.validate_python({"artifact_type": "FormalModel", "artifact_id": "a", "payload": MODEL_PAYLOAD})
    assert type(artifact) is projected.FormalModelArtifact
    assert isinstance(artifact.canonical(), model.FormalModelArtifact)
    action = ACTION.validate_python({**STEP, "category": "gateway", "type": "ParallelSplit"})
    assert type(action) is projected.GatewayAction
    criterion = CRITERION.validate_python({"kind": "Gap", "acceptance_id": "c", "label": "l"})
    assert type(criterion) is projected.GapAcceptance


@pytest.mark.parametrize(
    ("adapter", "value", "place"),
    [
        (ARTIFACT, {"artifact_id": "a", "payload": MODEL_PAYLOAD}, ()),
        (ARTIFACT, {"artifact_type": "Invented", "artifact_id": "a"}, ()),
        (ARTIFACT, {"artifact_type": "FormalModel", "artifact_id": "a"}, ("FormalModel", "payload")),
        (ARTIFACT, {"artifact_type": "Diff", "artifact_id": "a", "payload": MODEL_PAYLOAD}, ("Diff",)),
        (
            ARTIFACT,
            {"artifact_type": "VerificationGoal", "artifact_id": "a", "payload": MODEL_PAYLOAD},
            ("VerificationGoal", "payload", "goal_id"),
        ),
        (ACTION, {**STEP, "category": "activity", "type": "Verify"}, ("activity", "type")),
        (ACTION, {**STEP, "category": "activity", "type": "EditFile", "options": []}, ("activity",)),
        (ACTION, {**STEP, "category": "gateway", "type": "LoopGateway", "request": {}}, ("gateway",)),
        (ACTION, {**STEP, "id": "1", "category": "activity", "type": "EditFile"}, ("activity", "id")),
        (ACTION, {**STEP, "id": True, "category": "activity", "type": "EditFile"}, ("activity", "id")),
        (ACTION, {**STEP, "id": 1.0, "category": "activity", "type": "EditFile"}, ("activity", "id")),
        (
            CRITERION,
            {"kind": "Gap", "acceptance_id": "c", "label": "l", "binding": {"policy_id": "p"}},
            ("Gap", "binding", "residual_id"),
        ),
    ],
)
def test_impossible_combinations_are_refused_where_they_stand(
    adapter: TypeAdapter[Any], value: dict[str, Any], place: tuple[str, ...]
) -> None:
    with pytest.raises(ValidationError) as refusal:
        adapter.validate_python(value)
    assert place in [error["loc"] for error in refusal.value.errors()]


@pytest.mark.parametrize(
    "value",
    [
        {**RESULT, "status": "proved", "result": {"refuted": {"counterexample": "x"}}},
        {**RESULT, "status": "proved", "result": {}},
        {**RESULT, "status": "proved", "result": {"proved": None}},
        {**RESULT, "status": "refuted", "result": {"proved": {"proof_pp": ""}, "refuted": {"counterexample": "x"}}},
    ],
)
def test_a_verdict_has_one_tag_and_it_is_its_status(value: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        projected.VerificationResultPayload.model_validate(value)


def test_unknown_members_are_kept_and_stay_out_of_the_canonical_value() -> None:
    value = {**STEP, "category": "activity", "type": "EditFile", "agent": {"name": "x"}, "payload": None}
    action = ACTION.validate_python(value)
    assert action.wire()["agent"] == {"name": "x"}
    assert action.canonical().id == 1


def test_null_for_a_member_of_another_constructor_is_read_as_absent() -> None:
    artifact = ARTIFACT.validate_python({"artifact_type": "Diff", "artifact_id": "a", "payload": None})
    assert "payload" not in artifact.wire()


def test_models_are_frozen() -> None:
    event = projected.Event.model_validate({"type": "TaskReceived"})
    with pytest.raises(ValidationError):
        event.reason = "another"  # type: ignore[misc]


def test_open_json_too_deep_for_pydantic_is_refused_cleanly() -> None:
    deep: Any = None
    for _ in range(600):
        deep = [deep]
    value = {**STEP, "category": "activity", "type": "EditFile", "request": {"deep": deep}}
    with pytest.raises(ValidationError) as refusal:
        ACTION.validate_python(value)
    assert all(error["type"].startswith("recursion") for error in refusal.value.errors())


def test_the_module_s_example_runs() -> None:
    assert doctest.testmod(projected) == doctest.TestResults(failed=0, attempted=1)


def test_every_class_says_what_it_is() -> None:
    models = [each for each in vars(projected).values() if isinstance(each, type) and issubclass(each, BaseModel)]
    assert len(models) > 80
    assert all(each.__doc__ for each in models)


def test_importing_tollens_and_its_projections_does_not_import_pydantic() -> None:
    code = (
        "import sys; from tollens.projections import projection; projection('pydantic'); "
        "print('pydantic' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
