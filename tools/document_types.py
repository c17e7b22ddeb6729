"""The view document as TypeScript types, read off the structs that it is made of, so that the page cannot drift."""

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from tollens.core.view.document import View
from tools import docstrings

_HEADER = """\
// The types of the view document, generated from src/tollens/core/view/document.py; do not edit.

/** A value of the trace as it stands in its file. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json };
"""

_PLAIN: dict[type[msgspec.inspect.Type], str] = {
    msgspec.inspect.StrType: "string",
    msgspec.inspect.IntType: "number",
    msgspec.inspect.FloatType: "number",
    msgspec.inspect.BoolType: "boolean",
    msgspec.inspect.NoneType: "null",
    msgspec.inspect.AnyType: "Json",
}


def document_types() -> str:
    """The TypeScript source of every type of the document, what is used before what uses it."""
    return "\n".join([_HEADER, *(_declaration(each) for each in _in_order(msgspec.inspect.type_info(View)))])


def _in_order(root: msgspec.inspect.Type) -> Iterator[msgspec.inspect.StructType]:
    """Every struct that is reached, once, what is used before what uses it."""
    placed: dict[type, msgspec.inspect.StructType] = {}

    def place(kind: msgspec.inspect.Type) -> None:
        if isinstance(kind, msgspec.inspect.StructType) and kind.cls in placed:
            return
        for inner in _inner(kind):
            place(inner)
        if isinstance(kind, msgspec.inspect.StructType):
            placed[kind.cls] = kind

    place(root)
    names = [cls.__name__ for cls in placed]
    twice = {name for name in names if names.count(name) > 1}
    assert not twice, f"two types of the document have one name: {sorted(twice)}"
    return iter(placed.values())


def _inner(kind: msgspec.inspect.Type) -> list[Any]:
    match kind:
        case msgspec.inspect.StructType(fields=fields):
            return [field.type for field in fields]
        case msgspec.inspect.VarTupleType(item_type=item):
            return [item]
        case msgspec.inspect.TupleType(item_types=items) | msgspec.inspect.UnionType(types=items):
            return list(items)
        case msgspec.inspect.DictType(value_type=value):
            return [value]
        case _:
            return []


def _declaration(kind: msgspec.inspect.StructType) -> str:
    told = docstrings.attributes(kind.cls)
    head = f"/** {_line(docstrings.summary(kind.cls))} */\n"
    if kind.array_like:
        elements = "".join(
            f"{_comment(told, field)}  {field.encode_name}: {_type(field.type)},\n" for field in kind.fields
        )
        return f"{head}export type {kind.cls.__name__} = readonly [\n{elements}];\n"
    members = "".join(
        f"{_comment(told, field)}  readonly {field.encode_name}{'?' if _omitted(kind, field) else ''}: "
        f"{_type(field.type)};\n"
        for field in kind.fields
    )
    return f"{head}export interface {kind.cls.__name__} {{\n{members}}}\n"


def _omitted(kind: msgspec.inspect.StructType, field: msgspec.inspect.Field) -> bool:
    return kind.cls.__struct_config__.omit_defaults and not field.required


def _comment(told: dict[str, str], field: msgspec.inspect.Field) -> str:
    return f"  /** {_line(told[field.name])} */\n" if field.name in told else ""


def _line(text: str) -> str:
    return " ".join(text.split()).replace("*/", "* /")


def _type(kind: msgspec.inspect.Type) -> str:
    """A type as an expression."""
    if type(kind) in _PLAIN:
        return _PLAIN[type(kind)]
    match kind:
        case msgspec.inspect.LiteralType(values=values):
            return " | ".join(json.dumps(value) for value in values)
        case msgspec.inspect.EnumType(cls=cls):
            return " | ".join(json.dumps(member.value) for member in cls)
        case msgspec.inspect.VarTupleType(item_type=item):
            return f"readonly {_grouped(item)}[]"
        case msgspec.inspect.TupleType(item_types=items):
            return f"readonly [{', '.join(map(_type, items))}]"
        case msgspec.inspect.DictType(value_type=value):
            return f"{{ readonly [name: string]: {_type(value)} }}"
        case msgspec.inspect.UnionType(types=types):
            return " | ".join(_grouped(each) for each in types)
        case msgspec.inspect.StructType(cls=cls):
            return cls.__name__
        case _:
            raise TypeError(f"no type for {kind}")


def _grouped(kind: msgspec.inspect.Type) -> str:
    """A type within another expression."""
    text = _type(kind)
    return f"({text})" if " | " in text or text.startswith("readonly ") else text
