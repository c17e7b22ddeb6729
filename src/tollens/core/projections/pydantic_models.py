"""§16.4 The interchange format as the source of a module of Pydantic models: discriminated unions, one class per
constructor, each of which rebuilds the canonical value. This module itself never imports Pydantic.
"""

import json
from collections.abc import Iterator

from tollens.core.projections import shapes
from tollens.core.projections.shapes import Presence

_HEADER = '''\
"""Pydantic models of the Ponens Trace Specification 1.11, generated from the canonical model; do not edit.

They need the extra `pydantic`.

>>> Event.model_validate({"type": "TaskReceived"}).canonical().typ
<EventType.TaskReceived: 'TaskReceived'>
"""

from typing import Annotated, ClassVar, Literal

from pydantic import Field, JsonValue, StrictBool, StrictFloat, StrictInt, StrictStr

from tollens.core import model as strict
from tollens.projections.pydantic_base import Projection
'''

_WIDTH = 120


def _type(node: shapes.Node) -> str:
    """A type as an annotation."""
    match node:
        case shapes.Text():
            return "StrictStr"
        case shapes.Whole():
            return "StrictInt"
        case shapes.Number():
            return "StrictInt | StrictFloat"
        case shapes.Flag():
            return "StrictBool"
        case shapes.Fixed(words=words):
            return f"Literal[{', '.join(json.dumps(word) for word in words)}]"
        case shapes.Open(object_only=object_only):
            return "dict[str, JsonValue]" if object_only else "JsonValue"
        case shapes.ListOf(item=item):
            return f"tuple[{_type(item)}, ...]"
        case shapes.Record(name=name) | shapes.Union(name=name) | shapes.Enumeration(name=name):
            return name
        case _:
            raise TypeError(f"no annotation for {node}")


def _field(owner: shapes.Record, field: shapes.Field) -> str:
    """A field with its default and its name on the wire."""
    annotation = _type(field.type)
    settings = []
    match field.presence:
        case Presence.Required:
            default = ""
        case Presence.List:
            default = "()"
        case Presence.Optional | Presence.Omittable:
            annotation += " | None"
            default = "None"
    if field.wire != field.name:
        settings.append(f"alias={json.dumps(field.wire)}")
    if owner.name == "Trace" and field.name == "spec_version":
        settings += [f"pattern=r{json.dumps(shapes.VERSION_PATTERN).replace(chr(92) * 2, chr(92))}"]
        settings += [f"max_length={shapes.VERSION_LENGTH}"]
    if settings:
        given = [f"default={default}"] if default else []
        default = f"Field({', '.join([*given, *settings])})"
    return f"    {field.name}: {annotation}{' = ' if default else ''}{default}\n"


def _names(label: str, names: list[str]) -> str:
    """A class variable that holds a set of member names."""
    if not names:
        return ""
    listed = ", ".join(json.dumps(name) for name in names)
    line = f"    {label}: ClassVar[frozenset[str]] = frozenset({{{listed}}})\n"
    if len(line) <= _WIDTH + 1:
        return line
    return f"    {label}: ClassVar[frozenset[str]] = frozenset(\n        {{{listed}}}\n    )\n"


def _record(record: shapes.Record, union: shapes.Union | None) -> str:
    """A class for a record, or for a constructor of a union."""
    facts = _names("foreign", list(union.only_elsewhere(record)) if union else [])
    facts += _names("omittable", [each.wire for each in record.fields if each.presence is Presence.Omittable])
    if record.exactly_one:
        facts += "    exactly_one: ClassVar[bool] = True\n"
    if record.verdict is not None:
        facts += f"    verdict: ClassVar[tuple[str, str] | None] = ({', '.join(map(json.dumps, record.verdict))})\n"
    tag = f"    {union.tag_field}: Literal[{json.dumps(record.tag)}] = {json.dumps(record.tag)}\n" if union else ""
    fields = "".join(_field(record, field) for field in record.fields)
    return (
        f'class {record.name}(Projection):\n    """{record.doc}"""\n\n'
        f"{facts}{chr(10) if facts else ''}{tag}{fields}\n"
        f"    def canonical(self) -> strict.{record.name}:\n"
        f'        """Rebuild the canonical value."""\n'
        f"        return self._canonical(strict.{record.name})\n"
    )


def _choice(union: shapes.Union) -> str:
    """An alias for a union told apart by its tag."""
    joined = " | ".join(member.name for member in union.members)
    if len(joined) + 5 > _WIDTH:
        joined = "\n    | ".join(member.name for member in union.members)
    told = f'Field(discriminator="{union.tag_field}")'
    return f'{union.name} = Annotated[\n    {joined},\n    {told},\n]\n"""{union.doc}"""\n'


def _enumeration(enumeration: shapes.Enumeration) -> str:
    """An alias for an enumeration's words."""
    if enumeration.other:
        return f'{enumeration.name} = StrictStr\n"""{enumeration.doc}"""\n'
    words = "".join(f"    {json.dumps(word)},\n" for word in enumeration.words)
    return f'{enumeration.name} = Literal[\n{words}]\n"""{enumeration.doc}"""\n'


def _declarations() -> Iterator[tuple[bool, str]]:
    """The source of every type of a trace, and whether it is a class."""
    every = shapes.named(shapes.trace())
    unions = {member.name: node for node in every if isinstance(node, shapes.Union) for member in node.members}
    common = {node.common.name for node in every if isinstance(node, shapes.Union)}
    for node in every:
        if isinstance(node, shapes.Enumeration):
            yield False, _enumeration(node)
        elif isinstance(node, shapes.Union):
            yield False, _choice(node)
        elif node.name not in common:
            yield True, _record(node, unions.get(node.name))


def pydantic_models() -> str:
    """The source of a module with one model for every record and constructor of a trace."""
    source = _HEADER
    after_class = False
    for is_class, text in _declarations():
        source += ("\n\n" if is_class or after_class else "\n") + text
        after_class = is_class
    return source
