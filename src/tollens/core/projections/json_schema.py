"""§16, §17.2 The interchange format as a JSON Schema (2020-12): it accepts what the strict reader accepts.

Every choice by a tag is an `if`/`then`, and every optional value an `if`/`else` on null, so that a validator reports
the place that is wrong and not that some alternative of many failed. `$comment` says what the schema cannot.
"""

import functools
from collections.abc import Iterator
from typing import Any

import orjson

from tollens.core.model import Trace
from tollens.core.projections import shapes
from tollens.core.projections.shapes import Presence
from tollens.core.wire.spellings import BLOBS, IMPLIED, MEMBERS, NUMBERS, WORDS

Schema = dict[str, Any]

_COMMENT = (
    "Generated from the canonical model; do not edit. For traces up to version 1.11 it accepts exactly what the strict "
    "reader accepts, but for two things: an integer may be written 1.0 here, which the reader refuses, and a repeated "
    "member is invisible here. A trace of a later version may hold words that are refused here and kept by the reader. "
    "Unknown members are accepted; members of another constructor of the same union must be null or absent. The "
    "semantic rules (§17.3) are not in the schema."
)


def _null_or(schema: Schema) -> Schema:
    """A value that may be null, with faults reported where they are."""
    if set(schema) == {"type"}:
        kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        return {"type": [*kinds, "null"]}
    return {"if": {"type": "null"}, "else": schema} if schema else {}


def _value(node: shapes.Node) -> Schema:
    """The schema of a value of a type."""
    match node:
        case shapes.Text():
            return {"type": "string"}
        case shapes.Whole():
            return {"type": "integer"}
        case shapes.Number():
            return {"type": "number"}
        case shapes.Flag():
            return {"type": "boolean"}
        case shapes.Fixed(words=words):
            return {"enum": list(words)}
        case shapes.Open(object_only=object_only):
            return {"type": "object"} if object_only else {}
        case shapes.ListOf(item=item):
            return {"type": "array", "items": _value(item)}
        case shapes.Record(name=name) | shapes.Union(name=name) | shapes.Enumeration(name=name):
            return {"$ref": f"#/$defs/{name}"}
        case _:
            raise TypeError(f"no schema for {node}")


def _member(owner: shapes.Record, field: shapes.Field) -> Schema:
    """The schema of a member of an object."""
    if owner.cls is Trace and field.wire == "spec_version":
        return {"type": "string", "pattern": shapes.VERSION_PATTERN, "maxLength": shapes.VERSION_LENGTH}
    schema = _value(field.type)
    if field.wire in NUMBERS.get(owner.name, {}):
        schema = {"type": ["string", "integer"]}
    return _null_or(schema) if field.presence is Presence.Optional else schema


@functools.cache
def _unions() -> dict[str, shapes.Union]:
    """Constructor to union."""
    unions = [node for node in shapes.named(shapes.trace()) if isinstance(node, shapes.Union)]
    return {member.name: union for union in unions for member in union.members}


def _tag_words(union: shapes.Union, member: shapes.Record) -> list[str]:
    """The accepted values of a tag, the canonical one first."""
    rows = WORDS.get(union.name, {}).values()
    return [member.tag, *(row.alternative for row in rows if row.canonical == member.tag)]


def _other_names(record: shapes.Record) -> dict[str, str]:
    """Member to the other name under which it is accepted."""
    union = _unions().get(record.name)
    rows = {**MEMBERS.get(record.name, {}), **(MEMBERS.get(union.name, {}) if union else {})}
    return {row.canonical: row.alternative for row in rows.values()}


def _object(record: shapes.Record) -> Schema:
    """The schema of a record, by itself or as a constructor of a union."""
    union = _unions().get(record.name)
    properties: Schema = {}
    required = [field.wire for field in record.fields if field.presence is Presence.Required]
    if union is not None:
        properties[union.tag_field] = {"enum": _tag_words(union, record)}
        required.insert(0, union.tag_field)
        # Null says no more than an absent member, and files have `payload: null` (§16.2).
        properties |= {foreign: {"type": "null"} for foreign in union.only_elsewhere(record)}
    properties |= {field.wire: _member(record, field) for field in record.fields}
    replaceable = _replaceable(record)
    rules = [*_replacements(record, properties, replaceable), *_verdicts(record), *_unsaid(record, union)]
    implied = {row.canonical for row in IMPLIED.values() if row.where == record.name}
    plain = [member for member in required if member not in replaceable and member not in implied]
    return {
        "description": record.doc,
        "type": "object",
        **({"required": plain} if plain else {}),
        "properties": properties,
        **({"oneOf": [{"required": [field.wire]} for field in record.fields]} if record.exactly_one else {}),
        **({"allOf": rules} if rules else {}),
    }


def _replaceable(record: shapes.Record) -> dict[str, list[str]]:
    """Required member to the members that may stand in its place."""
    others = _other_names(record)
    blobs = BLOBS.get(record.name, {}).values()
    found: dict[str, list[str]] = {}
    for field in record.fields:
        if field.presence is not Presence.Required:
            continue
        stand_ins = [others[field.wire]] if field.wire in others else []
        for blob in (row.alternative for row in blobs if row.canonical == field.wire):
            stand_ins += [blob, others[blob]] if blob in others else [blob]
        if stand_ins:
            found[field.wire] = stand_ins
    return found


def _replacements(record: shapes.Record, properties: Schema, replaceable: dict[str, list[str]]) -> Iterator[Schema]:
    """A member's other name is read, and so checked, only where the member itself is absent."""
    for member, stand_ins in replaceable.items():
        yield {"anyOf": [{"required": [name]} for name in (member, *stand_ins)]}
    for member, other in _other_names(record).items():
        yield {"if": {"not": {"required": [member]}}, "then": {"properties": {other: properties[member]}}}


def _verdicts(record: shapes.Record) -> Iterator[Schema]:
    """For each verdict, the tag that the result must have."""
    if record.verdict is None:
        return
    verdict, result = record.verdict
    held = next(field.type for field in record.fields if field.name == verdict)
    assert isinstance(held, shapes.Enumeration)
    for word in held.words:
        yield {
            "if": {"properties": {verdict: {"const": word}}, "required": [verdict]},
            "then": {"properties": {result: {"required": [word]}}},
        }


def _unsaid(record: shapes.Record, union: shapes.Union | None) -> Iterator[Schema]:
    """A payload's member that an older tag implies is required under every other tag."""
    if union is None:
        return
    held = {field.type.name: field.wire for field in record.fields if isinstance(field.type, shapes.Record)}
    for row in IMPLIED.values():
        if row.where in held:
            older = {"properties": {union.tag_field: {"const": row.alternative}}, "required": [union.tag_field]}
            yield {"if": older, "else": {"properties": {held[row.where]: {"required": [row.canonical]}}}}


def _choice(union: shapes.Union) -> Schema:
    """The schema of a union: the tag, then what its constructor demands."""
    tag = union.tag_field
    words = {member.name: _tag_words(union, member) for member in union.members}
    return {
        "description": union.doc,
        "type": "object",
        "required": [tag],
        "properties": {tag: {"enum": [word for each in words.values() for word in each]}},
        "allOf": [
            {
                "if": {"properties": {tag: {"enum": words[member.name]}}, "required": [tag]},
                "then": {"$ref": f"#/$defs/{member.name}"},
            }
            for member in union.members
        ],
    }


def _words(enumeration: shapes.Enumeration) -> Schema:
    """The schema of an enumeration: its tags and their accepted alternatives."""
    if enumeration.other:
        return {"description": enumeration.doc, "type": "string", "examples": list(enumeration.words)}
    alternatives = WORDS.get(enumeration.name, {})
    return {"description": enumeration.doc, "enum": [*enumeration.words, *alternatives]}


def schema() -> Schema:
    """The schema of a whole trace, as a JSON value."""
    definitions: Schema = {}
    for node in shapes.named(shapes.trace()):
        if isinstance(node, shapes.Record):
            definitions[node.name] = _object(node)
        elif isinstance(node, shapes.Union):
            definitions[node.name] = _choice(node)
        else:
            definitions[node.name] = _words(node)
    for name in (node.common.name for node in shapes.named(shapes.trace()) if isinstance(node, shapes.Union)):
        del definitions[name]  # the common fields stand in each constructor
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:tollens:trace:1.11",
        "title": "Trace, Ponens Trace Specification 1.11",
        "$comment": _COMMENT,
        "$ref": "#/$defs/Trace",
        "$defs": dict(sorted(definitions.items())),
    }


def json_schema() -> str:
    """The schema of a whole trace, as text."""
    return orjson.dumps(schema(), option=orjson.OPT_INDENT_2).decode() + "\n"
