"""The JSON Schema accepts what the strict reader accepts, and nothing else (§16.4, §17.2).

First place by place through one full element of every kind, then with generated traces and generated damage.
"""

import json
from collections.abc import Iterator
from typing import Any

import jsonschema
import jsonschema_rs
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tollens.core.model import Trace, VerificationResultVariant
from tollens.core.projections import shapes
from tollens.core.wire.document import Document
from tollens.core.wire.encode import to_value
from tollens.core.wire.spellings import ROWS, Row
from tollens.core.wire.versions import is_newer
from tollens.projections import projection
from tollens.testing import mutations, strategies

SCHEMA = json.loads(projection("json-schema"))
VALIDATOR = jsonschema_rs.Draft202012Validator(SCHEMA)


def refused_by_the_reader(value: Any) -> list[str]:
    return [f"{fault.path}: {fault.message}" for fault in Document.of(value).faults if fault.severity == "error"]


def refused_by_the_schema(value: Any) -> list[str]:
    return [
        f"{'/'.join(map(str, error.instance_path))}: {error.message[-200:]}" for error in VALIDATOR.iter_errors(value)
    ]


def assert_agreement(value: Any) -> None:
    reader, schema = refused_by_the_reader(value), refused_by_the_schema(value)
    assert bool(reader) == bool(schema), {"reader": reader, "schema": schema}


def fullest(node: shapes.Node) -> Any:
    """A JSON value of a type with every member given and, in every list, one element of each constructor."""
    match node:
        case shapes.Text():
            return "1.11"
        case shapes.Whole() | shapes.Number():
            return 7
        case shapes.Flag():
            return True
        case shapes.Fixed(words=words):
            return words[0]
        case shapes.Open():
            return {"open": [None]}
        case shapes.Enumeration(words=words):
            return words[0]
        case shapes.ListOf(item=shapes.Union(members=members)):
            return [fullest(member) for member in members]
        case shapes.ListOf(item=item):
            return [fullest(item)]
        case shapes.Record(exactly_one=True, fields=fields):
            return {fields[0].wire: fullest(fields[0].type)}
        case shapes.Record(tag_field=field, tag=tag, fields=fields):
            return {**({field: tag} if field else {}), **{each.wire: fullest(each.type) for each in fields}}
        case _:
            raise TypeError(node)


def with_every_verdict(trace: dict[str, Any]) -> dict[str, Any]:
    """The trace with one verification result for each of the four verdicts."""
    artifacts = trace["artifacts"]
    result = next(each for each in artifacts if each["artifact_type"] == "VerificationResult")
    others = [
        {**result, "payload": {**result["payload"], "status": field.wire, "result": {field.wire: fullest(field.type)}}}
        for field in shapes.record_of(VerificationResultVariant).fields[1:]
    ]
    return {**trace, "artifacts": [*artifacts, *others]}


FULL = with_every_verdict(fullest(shapes.trace()))
BARE = {field.wire: FULL[field.wire] for field in shapes.trace().fields if field.presence is shapes.Presence.Required}


def labels(element: Any) -> list[str]:
    """What tells an element from its siblings."""
    if not isinstance(element, dict):
        return []
    found = [element[tag] for tag in ("artifact_type", "category") if tag in element]
    return [*found, element["payload"]["status"]] if found == ["VerificationResult"] else found


def elements() -> Iterator[tuple[str, dict[str, Any]]]:
    """Small traces with one full element each, and what the element is."""
    yield "trace", BARE
    for member, value in FULL.items():
        if member in BARE:
            continue
        for element in value if isinstance(value, list) else [value]:
            held = [element] if isinstance(value, list) else element
            yield " ".join([member, *labels(element)]), {**BARE, member: held}
    for criterion in FULL["goals"][0]["acceptance"]:
        yield f"goals {criterion['kind']}", {**BARE, "goals": [{**FULL["goals"][0], "acceptance": [criterion]}]}


ELEMENTS = dict(elements())
STRANGE = (None, True, 7, 1.5, "strange", [], {}, [None], {"kind": "x"})


def test_every_type_of_a_trace_stands_in_the_full_one() -> None:
    assert refused_by_the_reader(FULL) == refused_by_the_schema(FULL) == []
    assert len({each["artifact_type"] for each in FULL["artifacts"]}) == 21
    assert set(FULL) == {field.wire for field in shapes.trace().fields}


@pytest.mark.no_cover
@pytest.mark.parametrize("name", ELEMENTS)
def test_place_by_place_both_refuse_the_same(name: str) -> None:
    value = ELEMENTS[name]
    assert refused_by_the_reader(value) == refused_by_the_schema(value) == []
    for path in mutations.places(value):
        assert_agreement(mutations.removed(value, path))
        for strange in STRANGE:
            assert_agreement(mutations.replaced(value, path, strange))


@pytest.mark.parametrize("name", ELEMENTS)
def test_members_of_another_constructor_are_refused_and_unknown_members_accepted(name: str) -> None:
    value = ELEMENTS[name]
    objects = [(), *(path for path in mutations.places(value) if isinstance(mutations.at(value, path), dict))]
    for path in objects:
        for member in ("payload", "request", "options", "binding", "unheard_of", "proved", "id", "iml_code", "kind"):
            if member not in mutations.at(value, path):
                assert_agreement(mutations.replaced(value, (*path, member), {}))
                assert_agreement(mutations.replaced(value, (*path, member), None))


# ── alternative spellings ────────────────────────────────────────────────────────────────────────────────────────────


def typed_places(
    node: shapes.Node, value: Any, path: mutations.Path = ()
) -> Iterator[tuple[mutations.Path, shapes.Node]]:
    """Every place of a value with its type; the depth is that of the model."""
    yield path, node
    match node:
        case shapes.ListOf(item=item):
            for index, element in enumerate(value):
                yield from typed_places(item, element, (*path, index))
        case shapes.Union(tag_field=field, members=members):
            member = next(each for each in members if each.tag == value[field])
            yield from typed_places(member, value, path)
        case shapes.Record(fields=fields):
            for each in fields:
                if value.get(each.wire) is not None:
                    yield from typed_places(each.type, value[each.wire], (*path, each.wire))
        case _:
            pass


def respelled(row: Row) -> tuple[Any, mutations.Path]:
    """The full trace with one alternative spelling in it, and where."""
    for path, node in typed_places(shapes.trace(), FULL):
        here = mutations.at(FULL, path)
        match node:
            case shapes.Enumeration(name=row.where) if row.kind == "word":
                return mutations.replaced(FULL, path, row.alternative), path
            case shapes.Union(name=row.where, tag_field=tag) if row.kind == "word" and here[tag] == row.canonical:
                return mutations.replaced(FULL, (*path, tag), row.alternative), (*path, tag)
            case shapes.Record(name=row.where) if row.kind == "number":
                return mutations.replaced(FULL, (*path, row.canonical), 7), (*path, row.canonical)
            case shapes.Record(name=row.where) if row.kind == "implied":
                older = mutations.replaced(FULL, (*path[:-1], "artifact_type"), row.alternative)
                return mutations.removed(older, (*path, row.canonical)), (*path, row.canonical)
            case shapes.Record(name=row.where) | shapes.Union(name=row.where) if row.kind in ("member", "blob"):
                kept = {name: held for name, held in here.items() if name != row.canonical}
                moved = mutations.replaced(FULL, path, {**kept, row.alternative: "text"})
                return moved, (*path, row.alternative)
    raise AssertionError(f"no place for {row}")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.where}-{row.alternative}")
def test_an_alternative_spelling_is_accepted_by_both(row: Row) -> None:
    value, path = respelled(row)
    assert refused_by_the_reader(value) == []
    assert refused_by_the_schema(value) == []
    assert (path, row) in Document.of(value).spelled


@pytest.mark.parametrize(
    "row", [row for row in ROWS if row.kind == "member"], ids=lambda row: f"{row.where}-{row.alternative}"
)
def test_another_name_is_checked_only_where_the_member_itself_is_absent(row: Row) -> None:
    alone, path = respelled(row)
    wrong = mutations.replaced(alone, path, 7)
    assert refused_by_the_reader(wrong) and refused_by_the_schema(wrong)
    beside = mutations.replaced(wrong, (*path[:-1], row.canonical), "text")
    assert refused_by_the_reader(beside) == refused_by_the_schema(beside) == []


# ── versions, generated traces, generated damage ─────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "version", ["1.11", "1.0", "0.9", "1", "01.4", "1.11.3", "", "1.", "one", "2.0", "1.11 ", "1.x", "٣"]
)
def test_versions(version: str) -> None:
    assert_agreement({**BARE, "spec_version": version})


@given(strategies.traces())
@settings(max_examples=20)
def test_what_is_written_is_accepted(trace: Trace) -> None:
    value = to_value(trace)
    assert refused_by_the_schema(value) == []
    assert refused_by_the_reader(value) == []


def without_whole_floats(value: Any) -> Any:
    """A copy in which no float is a whole number: of those a schema cannot tell an integer (`1.0`)."""
    whole = [
        path
        for path in mutations.places(value)
        if isinstance(held := mutations.at(value, path), float) and held % 1 == 0
    ]
    for path in whole:
        value = mutations.replaced(value, path, 0.5)
    return value


@given(strategies.traces().map(to_value), st.data())
@settings(max_examples=60)
def test_both_agree_on_damaged_traces(value: dict[str, Any], data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(1, 3))):
        value = data.draw(mutations.mutated(value)).value
    assume(not is_newer(value.get("spec_version")))
    assert_agreement(without_whole_floats(value))


def test_a_whole_float_for_an_integer_is_the_one_difference() -> None:
    value = mutations.replaced(ELEMENTS["actions activity"], ("actions", 0, "id"), 7.0)
    assert refused_by_the_schema(value) == []
    assert refused_by_the_reader(value) == ["/actions/0/id: Expected an integer, got a number"]


def test_faults_stand_where_they_are() -> None:
    value = mutations.replaced(ELEMENTS["artifacts FormalModel"], ("artifacts", 0, "payload", "symbols"), None)
    places = {tuple(error.instance_path) for error in VALIDATOR.iter_errors(value)}
    assert places == {("artifacts", 0, "payload", "symbols")}


def test_another_validator_reads_the_schema_the_same_way() -> None:
    other = jsonschema.Draft202012Validator(SCHEMA)
    other.check_schema(SCHEMA)
    assert other.is_valid(FULL)
    assert not other.is_valid(mutations.removed(FULL, ("artifacts", 7, "payload")))
