"""§17.1 The model's types as declarations in the specification's own notation: records, variants and abstract types.

The OCaml projection prints them, and the drift test compares them with the type blocks of the text.
"""

import re
import typing

import msgspec

from tollens.core.projections import shapes


class FieldDeclaration(msgspec.Struct, frozen=True):
    """A field of a record; `cardinality` is `required`, `optional` or `list`."""

    name: str
    type: str
    cardinality: str


class ConstructorDeclaration(msgspec.Struct, frozen=True):
    """A constructor of a variant, with its arguments or the fields of its inline record."""

    name: str
    args: tuple[str, ...] = ()
    fields: tuple[FieldDeclaration, ...] = ()


class Declaration(msgspec.Struct, frozen=True):
    """One type of the text; `kind` is `record`, `variant` or `abstract`."""

    name: str
    doc: str
    kind: str
    fields: tuple[FieldDeclaration, ...] = ()
    constructors: tuple[ConstructorDeclaration, ...] = ()


def snake(name: str) -> str:
    """A class name as the text spells the type.

    >>> snake("VerificationResultPayload")
    'verification_result_payload'
    """
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def _type_name(node: shapes.Node) -> str:
    """The name of a type that is no list."""
    match node:
        case shapes.Fixed(words=words):
            return "one of " + ", ".join(words)
        case shapes.Open(name=name):
            return name or "json"
        case shapes.Record(name=name) | shapes.Union(name=name) | shapes.Enumeration(name=name):
            return snake(name)
        case _:
            return shapes.word(node)


def _field(field: shapes.Field) -> FieldDeclaration:
    if isinstance(field.type, shapes.ListOf):
        return FieldDeclaration(field.name, _type_name(field.type.item), "list")
    cardinality = "required" if field.presence is shapes.Presence.Required else "optional"
    return FieldDeclaration(field.name, _type_name(field.type), cardinality)


def _argument(field: shapes.Field) -> str:
    """A field as a constructor's argument."""
    declared = _field(field)
    suffix = {"required": "", "optional": " option", "list": " list"}[declared.cardinality]
    return declared.type + suffix


def _flat_payload(member: shapes.Record) -> tuple[shapes.Record, bool] | None:
    """The record whose fields stand flat on a constructor, and whether it is optional.

    A class says so by a property `payload` that gathers them (§8.1, §16.3).
    """
    gathered = getattr(member.cls, "payload", None)
    if not isinstance(gathered, property):
        return None
    returned = typing.get_type_hints(gathered.fget)["return"]
    choices = [each for each in typing.get_args(returned) or (returned,) if each is not type(None)]
    return shapes.record_of(choices[0]), len(choices) < len(typing.get_args(returned))


def _constructor(union: shapes.Union, member: shapes.Record) -> ConstructorDeclaration:
    """A member of a union as a constructor over the common record."""
    shared = {field.name for field in union.common.fields}
    own = [field for field in member.fields if field.name not in shared]
    args = [snake(union.common.name)]
    flat = _flat_payload(member)
    if flat is not None:
        payload, optional = flat
        gathered = {field.name for field in payload.fields}
        args += [_argument(field) for field in own if field.name not in gathered]
        args.append(snake(payload.name) + (" option" if optional else ""))
    else:
        args += [_argument(field) for field in own]
    return ConstructorDeclaration(member.name, tuple(args))


def _declaration(node: shapes.Named) -> Declaration:
    """The declaration of one named type."""
    if isinstance(node, shapes.Enumeration):
        constructors = [ConstructorDeclaration(each.name) for each in node.constructors]
        if node.other:
            constructors.append(ConstructorDeclaration(node.other, ("string",)))
    elif isinstance(node, shapes.Union):
        constructors = [_constructor(node, member) for member in node.members]
    elif node.exactly_one:
        constructors = [
            ConstructorDeclaration(held.name, fields=tuple(_field(each) for each in held.fields))
            for held in (field.type for field in node.fields)
            if isinstance(held, shapes.Record)
        ]
    else:
        return Declaration(snake(node.name), node.doc, "record", fields=tuple(_field(field) for field in node.fields))
    return Declaration(snake(node.name), node.doc, "variant", constructors=tuple(constructors))


def declarations() -> tuple[Declaration, ...]:
    """Every type of the model, what is used before what uses it."""
    every = shapes.every()
    inline: set[str] = set()
    for node in every:
        if isinstance(node, shapes.Union):
            inline |= {member.name for member in node.members}
        elif isinstance(node, shapes.Record) and node.exactly_one:
            inline |= {field.type.name for field in node.fields if isinstance(field.type, shapes.Record)}
    opaque = tuple(Declaration(name, "", "abstract") for name in ("json", *shapes.OPAQUE_NAMES))
    declared = [_declaration(node) for node in every if node.name not in inline]
    return (*opaque, *_in_order_of_use(declared))


def _in_order_of_use(declared: list[Declaration]) -> list[Declaration]:
    """What is used before what uses it, otherwise as given.

    The tree's own order does not do: a record that stands flat on the wire is no field of anything there.
    """
    by_name = {each.name: each for each in declared}
    placed: dict[str, Declaration] = {}

    def place(declaration: Declaration) -> None:
        for name in _used(declaration):
            if name in by_name and name not in placed:
                place(by_name[name])
        placed.setdefault(declaration.name, declaration)

    for declaration in declared:
        place(declaration)
    return list(placed.values())


def _used(declaration: Declaration) -> list[str]:
    """The names of the types that a declaration mentions."""
    fields = [*declaration.fields, *(field for each in declaration.constructors for field in each.fields)]
    arguments = [argument.split()[0] for each in declaration.constructors for argument in each.args]
    return [*(field.type for field in fields), *arguments]
