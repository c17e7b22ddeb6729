"""A Document loses nothing: what is read is written, and every fault has its place."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.core.wire.places import Steps, Value, holder_of, misfits, records, whole
from tollens.core.diagnostics import Diagnostic, pointer
from tollens.core.model import Trace
from tollens.core.wire.document import Document
from tollens.core.wire.encode import to_json, to_value
from tollens.testing import mutations, strategies


def canonical(value: Any) -> bytes:
    """The bytes that the content hash is taken of, but for the excluded members."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def has_place(value: Any, fault: Diagnostic) -> bool:
    """Whether the fault's pointer leads somewhere; of a missing member, to the object that lacks it."""
    parts = [part.replace("~1", "/").replace("~0", "~") for part in fault.path.split("/")[1:]]
    missing = parts.pop() if fault.code == "WIRE010" else None
    for part in parts:
        if isinstance(value, dict) and part in value:
            value = value[part]
        elif isinstance(value, list) and part.isdigit() and int(part) < len(value):
            value = value[int(part)]
        else:
            return False
    return missing is None or (isinstance(value, dict) and missing not in value)


@given(strategies.traces().map(to_value).flatmap(mutations.mutated))
@settings(max_examples=30)
def test_writing_an_unedited_document_keeps_its_canonical_bytes(mutation: mutations.Mutation) -> None:
    document = Document.read(json.dumps(mutation.value).encode())
    again = Document.read(document.to_bytes())
    assert canonical(document.value) == canonical(mutation.value)
    assert canonical(again.value) == canonical(mutation.value)
    assert (again.trace, again.faults) == (document.trace, document.faults)


@given(st.dictionaries(st.text(max_size=5), strategies.json_values(), max_size=4))
def test_any_object_has_a_trace(value: Value) -> None:
    document = Document.of(value)
    assert isinstance(document.trace, Trace)
    assert Document.read(to_json(document.trace)).trace is not None
    assert all(has_place(value, fault) for fault in document.faults)
    assert any(fault.severity == "error" for fault in document.faults)


TOP = st.sampled_from(sorted(set(whole()) | {"x_vendor", ""}))


@given(st.dictionaries(TOP, strategies.json_values() | mutations.strange_values(), max_size=8))
@settings(max_examples=60)
def test_any_values_under_the_texts_own_names_have_a_trace(value: Value) -> None:
    document = Document.of(value)
    assert isinstance(document.trace, Trace)
    assert all(has_place(value, fault) for fault in document.faults)
    assert Document.read(to_json(document.trace)).trace is not None


@given(strategies.traces().map(to_value).flatmap(mutations.mutated))
@settings(max_examples=40)
def test_every_fault_of_a_damaged_trace_has_a_place(mutation: mutations.Mutation) -> None:
    document = Document.of(mutation.value)
    assert all(has_place(mutation.value, fault) for fault in document.faults)


@given(strategies.traces().map(to_value).flatmap(mutations.mutated))
@settings(max_examples=40)
def test_damage_stays_where_it_is(mutation: mutations.Mutation) -> None:
    """Faults lie at the change, above it, below it, or beside it in the object that it changed."""
    around = pointer(*mutation.path[:-1])
    above = {pointer(*mutation.path[:length]) for length in range(len(mutation.path))}
    for fault in Document.of(mutation.value).faults:
        assert fault.path in above or f"{fault.path}/".startswith(f"{around}/")


def _changes() -> list[tuple[Steps, Any]]:
    """Every place of every record of the whole value, with what does not fit there; `...` takes the member away."""
    found: list[tuple[Steps, Any]] = []
    for kind, steps in records():
        for field in kind.fields:
            place = (*steps, field.encode_name)
            if kind.cls.__name__ == "TargetRef" and field.encode_name == "target_id":
                found.append((place, []))
            else:
                found.extend((place, value) for value, _ in misfits(field.type)[:2])
            if field.required:
                found.append((place, ...))
    return found


CHANGES = _changes()


@given(st.lists(st.sampled_from(CHANGES), min_size=1, max_size=12))
@settings(max_examples=30)
def test_independent_mutations_give_faults_at_exactly_their_places(drawn: list[tuple[Steps, Any]]) -> None:
    chosen = mutations.independent([place for place, _ in drawn])
    new = dict(reversed(drawn))
    value = whole()
    for place in chosen:
        holder = holder_of(value, place)
        if new[place] is ...:
            holder.pop(place[-1])
        else:
            holder[place[-1]] = new[place]
    errors = [fault.path for fault in Document.of(value).faults if fault.severity == "error"]
    assert sorted(errors) == sorted(pointer(*place) for place in chosen)
