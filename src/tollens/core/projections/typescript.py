"""§17.2 The model as TypeScript types of the normal form, for the viewer and for any other page."""

import json
from collections.abc import Iterator

from tollens.core.projections import shapes
from tollens.core.projections.shapes import Presence

_HEADER = """\
// The types of the Ponens Trace Specification 1.11, generated from the canonical model; do not edit.
// They describe the normal form, in which every list is present and an absent option is null.
// A trace that was read leniently may hold any other JSON value in place of a list's element: look at its tag first.

export type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json };

export type JsonObject = { readonly [member: string]: Json };
"""


def _words(words: tuple[str, ...]) -> str:
    return " | ".join(json.dumps(word) for word in words)


def _type(node: shapes.Node) -> str:
    """A type as an expression."""
    match node:
        case shapes.Text():
            return "string"
        case shapes.Whole() | shapes.Number():
            return "number"
        case shapes.Flag():
            return "boolean"
        case shapes.Fixed(words=words):
            return _words(words)
        case shapes.Open(object_only=object_only):
            return "JsonObject" if object_only else "Json"
        case shapes.ListOf(item=item):
            return f"readonly {_type(item)}[]"
        case shapes.Record(name=name) | shapes.Union(name=name) | shapes.Enumeration(name=name):
            return name
        case _:
            raise TypeError(f"no type for {node}")


def _member(field: shapes.Field) -> str:
    mark = "?" if field.presence is Presence.Omittable else ""
    null = " | null" if field.presence is Presence.Optional else ""
    return f"  readonly {field.wire}{mark}: {_type(field.type)}{null};\n"


def _record(record: shapes.Record, union: shapes.Union | None) -> str:
    """An interface; of a union's constructor, one that adds to the common record."""
    if record.exactly_one:
        options = "".join(f"\n  | {{ readonly {field.wire}: {_type(field.type)} }}" for field in record.fields)
        return f"/** {record.doc} */\nexport type {record.name} ={options};\n"
    inherited = {field.wire for field in union.common.fields} if union else set()
    extends = f" extends {union.common.name}" if union else ""
    tag = f"  readonly {union.tag_field}: {json.dumps(record.tag)};\n" if union else ""
    members = "".join(_member(field) for field in record.fields if field.wire not in inherited)
    return f"/** {record.doc} */\nexport interface {record.name}{extends} {{\n{tag}{members}}}\n"


def _declarations() -> Iterator[str]:
    """One declaration for every named type that a trace may hold."""
    every = shapes.named(shapes.trace())
    unions = {member.name: node for node in every if isinstance(node, shapes.Union) for member in node.members}
    for node in every:
        if isinstance(node, shapes.Record):
            yield _record(node, unions.get(node.name))
        elif isinstance(node, shapes.Union):
            members = "".join(f"\n  | {member.name}" for member in node.members)
            yield f"/** {node.doc} */\nexport type {node.name} ={members};\n"
        else:
            # `string & {}` keeps the known words apart from `string`, so that an editor still offers them.
            other = "\n  | (string & {})" if node.other else ""
            words = "".join(f"\n  | {json.dumps(word)}" for word in node.words)
            yield f"/** {node.doc} */\nexport type {node.name} ={words}{other};\n"


def typescript() -> str:
    """The TypeScript source of all types of a trace, what is used before what uses it."""
    return "\n".join([_HEADER, *_declarations()])
