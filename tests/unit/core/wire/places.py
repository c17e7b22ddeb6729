"""A value in which every record of the model stands, and where each member of each record is in it."""

import copy
import functools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import inspect

from tollens.core.model import JsonObject, OpenWord, Trace
from tollens.core.wire.document import Document
from tollens.core.wire.encode import to_value

Value = dict[str, Any]
Steps = tuple[str | int, ...]

EXAMPLE = Path(__file__).parents[4] / "examples" / "payments.json"
RESIDUAL: Value = {
    "residual_id": "legacy-1",
    "kind": "defeater",
    "defeater_kind": "rebuts",
    "statement": "It fails.",
    "severity": "low",
    "target": {"target_type": "artifact", "target_id": "vr-bound"},
    "related_artifact_ids": ["vr-overlap"],
    "rationale": "A counterexample.",
    "suggested_check": "Run it.",
    "source": "reviewer_added",
    "status": "open",
    "introduced_by_action_id": 31,
    "tags": ["old"],
}
SIGNATURE: Value = {
    "signer": "reviewer",
    "content_hash": "sha256:" + "0" * 64,
    "algo": "ssh",
    "signed_at": "2026-07-14T12:00:00Z",
    "signature": "no signature at all: this stands here for its shape",
    "timestamp": {
        "standard": "rfc3161",
        "tsa": "https://example.org/tsa",
        "hash_alg": "sha256",
        "message_imprint": "0" * 64,
        "token": "AA==",
        "time": None,
    },
}


HEAD = ("trace_id", "spec_version", "assistant", "model", "timestamp", "trigger", "outcome")


class Place(NamedTuple):
    """One member of one record.

    Attributes:
        record: The record's name.
        member: The member's wire name.
        kind: Its type.
        required: Whether the text demands it.
        trace: A small valid trace in which the record stands; to be copied, not changed.
        steps: Where the member is in that trace.
    """

    record: str
    member: str
    kind: inspect.Type
    required: bool
    trace: Value
    steps: Steps

    def with_value(self, new: Any) -> Value:
        """The trace with another value at the place."""
        return changed(self.trace, self.steps, new)

    def without(self) -> Value:
        """The trace without the member."""
        value = copy.deepcopy(self.trace)
        holder_of(value, self.steps).pop(self.member, None)
        return value


@functools.cache
def _whole() -> Value:
    trace = Document.read(EXAMPLE.read_bytes()).trace
    return {**to_value(trace), "residuals": [RESIDUAL], "signatures": [SIGNATURE]}


def whole() -> Value:
    """A fresh normal form of the example, with the deprecated list and a signature's shape added."""
    return copy.deepcopy(_whole())


def _records(value: Any, kind: inspect.Type, steps: Steps) -> Iterator[tuple[inspect.StructType, Steps]]:
    """Every record in `value`, with its place."""
    match kind:
        case inspect.StructType() if isinstance(value, dict):
            yield kind, steps
            for field in kind.fields:
                if field.encode_name in value:
                    yield from _records(value[field.encode_name], field.type, (*steps, field.encode_name))
        case inspect.VarTupleType():
            for at, item in enumerate(value or ()):
                yield from _records(item, kind.item_type, (*steps, at))
        case inspect.UnionType():
            structs = [member for member in kind.types if isinstance(member, inspect.StructType)]
            for member in structs:
                if len(structs) == 1 or value.get(member.tag_field) == member.tag:
                    yield from _records(value, member, steps)


@functools.cache
def records() -> tuple[tuple[inspect.StructType, Steps], ...]:
    """Every record of the whole value, with its place."""
    return tuple(_records(_whole(), inspect.type_info(Trace), ()))


def _alone(steps: Steps) -> tuple[Value, Steps]:
    """The trace reduced to its head and the one top-level element that a place is in, and the place in it."""
    whole_value = _whole()
    value = {name: whole_value[name] for name in HEAD}
    if not steps or steps[0] in HEAD:
        return value, steps
    name = str(steps[0])
    held = whole_value[name]
    if not isinstance(held, list):
        return {**value, name: held}, steps
    return {**value, name: [held[int(steps[1])]]}, (name, 0, *steps[2:])


@functools.cache
def places() -> tuple[Place, ...]:
    """One place of every member of every record, whether or not it is written there."""
    first: dict[str, tuple[inspect.StructType, Steps]] = {}
    for kind, steps in records():
        first.setdefault(kind.cls.__name__, (kind, steps))
    found = []
    for name, (kind, steps) in first.items():
        trace, inner = _alone(steps)
        found += [
            Place(name, field.encode_name, field.type, field.required, trace, (*inner, field.encode_name))
            for field in kind.fields
        ]
    return tuple(found)


def holder_of(value: Value, steps: Steps) -> Any:
    """The object or list that holds the place."""
    holder: Any = value
    for step in steps[:-1]:
        holder = holder[step]
    return holder


def changed(value: Value, steps: Steps, new: Any) -> Value:
    """A copy with another value at a place."""
    copied = copy.deepcopy(value)
    holder_of(copied, steps)[steps[-1]] = new
    return copied


def reread(value: Any) -> Document:
    """The document that the value's JSON text is."""
    return Document.read(json.dumps(value).encode())


def misfits(kind: inspect.Type) -> list[tuple[Any, str]]:
    """Values that do not fit a type, with the code of the fault that each is."""
    mistyped, no_word = "WIRE011", "WIRE012"
    match kind:
        case inspect.StrType():
            return [(5, mistyped), (True, mistyped), (None, mistyped), (["x"], mistyped), ({}, mistyped)]
        case inspect.IntType():
            return _all_mistyped("1", True, None, 1.0, 1.5, [1])
        case inspect.FloatType():
            return _all_mistyped("1", True, None, [1])
        case inspect.BoolType():
            return _all_mistyped(0, 1, "true", None, [])
        case inspect.EnumType() | inspect.LiteralType():
            return [("no such word", no_word), ("", no_word), (3, mistyped), (None, mistyped), (["x"], mistyped)]
        case inspect.VarTupleType():
            return _all_mistyped(None, "x", {}, 0, False)
        case inspect.StructType():
            return _all_mistyped(None, "x", [], 0, True)
        case inspect.CustomType():
            if issubclass(kind.cls, OpenWord):
                return _all_mistyped(3, None, [], {})
            return _all_mistyped(3, None, [], "x") if kind.cls is JsonObject else []
        case inspect.UnionType():
            options = {type(member) for member in kind.types}
            if {inspect.IntType, inspect.FloatType} <= options:
                return [("1", mistyped), (True, mistyped)]
            structs = [member for member in kind.types if isinstance(member, inspect.StructType)]
            if len(structs) > 1:
                return _all_mistyped(None, "x", [], 0, True)
            only = next(m for m in kind.types if not isinstance(m, inspect.NoneType) and not _is_unset(m))
            nullable = inspect.NoneType in options
            return [(value, code) for value, code in misfits(only) if not (nullable and value is None)]
    raise AssertionError(kind)


def _all_mistyped(*values: Any) -> list[tuple[Any, str]]:
    return [(value, "WIRE011") for value in values]


def _is_unset(kind: inspect.Type) -> bool:
    return getattr(getattr(kind, "cls", None), "__name__", "") == "UnsetType"
