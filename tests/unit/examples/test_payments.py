"""The payments example is there to be learned from: strictly valid, and it uses every construct of the text."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from tollens.core import model
from tollens.core.model import OpenWord, Record, Trace, Word
from tollens.core.validate.check import validate
from tollens.core.wire.document import Document

SIGNED = "a signature that no key made would be a false claim"
ALIVE = "no such step belongs into this session"
LEFT_OUT = {
    "Signature": SIGNED,
    "Rfc3161Timestamp": SIGNED,
    "Residual": "the deprecated carrier, which is read but no longer written (§13.7)",
    "Trace.signatures": SIGNED,
    "Trace.content_hash": "written by whoever binds the trace",
    "Trace.commit_sha": "written by whoever binds the trace",
    "Trace.residuals": "deprecated (§13.7)",
    "FormalModelPayload.formal_code_ref": "the text stands in the file",
    "FormalizationPayload.formal_code_ref": "the text stands in the file",
    "FormalizationPayload.src_code_ref": "the text stands in the file",
    "TraceLineage.latest_descendant_trace_id": "the trace has no descendant",
    "EventType": "a trace has two events, of five types",
    "ActivityActionType": ALIVE,
    "TraceRelationship": "links that this trace has no reason for",
    "ChainStatus": "a trace has one status",
    "ConformanceStatus": "one conformance check has one outcome",
    "CosimulationStatus": "one co-simulation has one outcome",
    "SatModelType": "one satisfiable goal has one model",
}
"""What the example does not use, and why. For an enumeration: not every word of it."""


@pytest.fixture(scope="module")
def document(repository: Path) -> Document:
    return Document.read((repository / "examples" / "payments.json").read_bytes())


def _values(value: object) -> Iterator[object]:
    """Every value of the model in `value`, itself first."""
    yield value
    if isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from _values(getattr(value, name))
    elif isinstance(value, tuple):
        for item in value:
            yield from _values(item)


def _types(kind: inspect.Type, seen: set[type]) -> set[type]:
    """Every record, enumeration and open word that a trace may hold."""
    match kind:
        case inspect.StructType() if kind.cls not in seen:
            seen.add(kind.cls)
            for field in kind.fields:
                _types(field.type, seen)
        case inspect.VarTupleType():
            _types(kind.item_type, seen)
        case inspect.UnionType():
            for member in kind.types:
                _types(member, seen)
        case inspect.EnumType():
            seen.add(kind.cls)
        case inspect.CustomType() if issubclass(kind.cls, OpenWord):
            seen.add(kind.cls)
    return seen


TYPES = sorted(_types(inspect.type_info(Trace), set()), key=lambda cls: cls.__name__)
RECORDS = [cls for cls in TYPES if issubclass(cls, Record)]
WORDS = [cls for cls in TYPES if issubclass(cls, Word)]
OPEN_WORDS = [cls for cls in TYPES if issubclass(cls, OpenWord)]


def test_nothing_is_said_against_it(document: Document) -> None:
    assert validate(document).diagnostics == ()


def test_the_text_has_its_types() -> None:
    assert len(RECORDS) > 60
    assert len(WORDS) > 30
    assert {cls.__name__ for cls in OPEN_WORDS} == {"ArtifactRole", "ReferenceArtifactType"}


@pytest.mark.parametrize("cls", RECORDS, ids=lambda cls: cls.__name__)
def test_every_record_occurs(document: Document, cls: type) -> None:
    found = any(type(value) is cls for value in _values(document.trace))
    assert found != (cls.__name__ in LEFT_OUT)


@pytest.mark.parametrize("cls", [cls for cls in RECORDS if cls.__name__ not in LEFT_OUT], ids=lambda cls: cls.__name__)
def test_every_field_is_used_somewhere(document: Document, cls: Any) -> None:
    common = next((base for base in cls.__mro__ if base.__name__.endswith("Common")), cls)
    found = [value for value in _values(document.trace) if isinstance(value, common)]
    own = [value for value in found if isinstance(value, cls)]
    empty = (None, (), msgspec.UNSET)
    unused = {
        f"{cls.__name__}.{name}"
        for name in cls.__struct_fields__
        for holders in [found if name in common.__struct_fields__ else own]
        if all(getattr(value, name) in empty for value in holders)
    }
    assert unused == {name for name in LEFT_OUT if name.startswith(f"{cls.__name__}.")}


@pytest.mark.parametrize("cls", WORDS, ids=lambda cls: cls.__name__)
def test_every_word_occurs(document: Document, cls: type[Word]) -> None:
    found = {value for value in _values(document.trace) if isinstance(value, cls)}
    if cls.__name__ in LEFT_OUT:
        assert 0 < len(found) < len(cls)
    else:
        assert found == set(cls)


@pytest.mark.parametrize("cls", OPEN_WORDS, ids=lambda cls: cls.__name__)
def test_every_open_word_occurs(document: Document, cls: type[OpenWord]) -> None:
    found = {value.constructor for value in _values(document.trace) if isinstance(value, cls)}
    assert found == {*cls.KNOWN, cls.OTHER}


def test_a_reviewer_finds_the_three_points(document: Document) -> None:
    trace = document.trace
    residuals = [held for held in trace.artifacts if isinstance(held, model.ResidualArtifact)]
    stands = {model.ResidualStatus.ResidualOpen}
    open_ones = [held for held in residuals if held.payload.status in stands]
    critical = [r.artifact_id for r in open_ones if r.payload.severity is model.ResidualSeverity.CriticalResidual]
    assert critical == ["r-lock"]
    contested = [
        r.payload.target.target_id
        for r in open_ones
        if r.payload.kind is model.ResidualKind.Defeater and r.payload.target is not None
    ]
    assert contested == ["vr-bound"]
    runs = [held for held in trace.artifacts if isinstance(held, model.CommandResultArtifact)]
    assert [run.artifact_id for run in runs if run.payload["exit_code"] != 0] == ["race-run-2"]


def test_each_proof_of_the_merged_trace_has_one_warrant(document: Document) -> None:
    results = [held.artifact_id for held in document.trace.artifacts if isinstance(held, model.ReasoningResult)]
    warrants: list[str | None] = []
    for held in document.trace.artifacts:
        if isinstance(held, model.CarriedForwardArtifact):
            warrants.append(held.payload.result_id)
        elif isinstance(held, model.ResidualArtifact) and held.payload.kind is model.ResidualKind.NeedsRereasoning:
            warrants.append(held.payload.target.target_id if held.payload.target else None)
    assert sorted(map(str, warrants)) == sorted(results)


def test_outputs_and_producers_agree(document: Document) -> None:
    actions = [action for action in document.trace.actions if isinstance(action, model.KnownAction)]
    said = {output: action.id for action in actions for output in action.outputs}
    held = [artifact for artifact in document.trace.artifacts if isinstance(artifact, model.KnownArtifact)]
    assert said == {a.artifact_id: a.producer_action_id for a in held if a.producer_action_id is not None}


def test_parents_stand_before_their_children(document: Document) -> None:
    seen = {held.reference_artifact_id for held in document.trace.reference_artifacts if isinstance(held, Record)}
    for artifact in document.trace.artifacts:
        assert isinstance(artifact, model.KnownArtifact)
        assert seen.issuperset(artifact.derived_from)
        seen.add(artifact.artifact_id)


def test_inputs_exist_before_they_are_used(document: Document) -> None:
    made = {
        artifact.artifact_id
        for artifact in document.trace.artifacts
        if isinstance(artifact, model.KnownArtifact) and artifact.producer_action_id is None
    }
    for action in document.trace.actions:
        assert isinstance(action, model.KnownAction)
        assert made.issuperset(action.inputs), action.id
        made.update(action.outputs)
