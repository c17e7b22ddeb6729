"""§17.2 The canonical model as a small tree of plain records, which every generator walks.

The tree is read off the model's classes, so that a field is declared once, in the model. Beside them stand three things
that the classes cannot say of themselves: the names of the unions, the names of the opaque types of the text, and
the two rules that a constructor checks (§10.4).
"""

import enum
import functools
from collections.abc import Iterator

import msgspec
import msgspec.inspect

from tollens.core import model
from tollens.core.model.base import Json, JsonObject, OpenWord, Word

VERSION_PATTERN = r"^0*[01](\.[0-9]+)*$"
VERSION_LENGTH = 40
"""A `spec_version` that the strict reader takes: numbers, and a major version that is known (§5)."""


class Node(msgspec.Struct, frozen=True):
    """A type of the tree."""


class Text(Node, frozen=True):
    """A string."""


class Whole(Node, frozen=True):
    """An integer."""


class Number(Node, frozen=True):
    """An integer or a float."""


class Flag(Node, frozen=True):
    """A boolean."""


class Fixed(Node, frozen=True):
    """A string that the text limits to some values without naming a type for them (§12.4)."""

    words: tuple[str, ...]


class Open(Node, frozen=True):
    """A value that the text leaves open: any JSON value, or any JSON object.

    Attributes:
        name: The opaque type of the text; empty where the text says `json` or names none.
    """

    name: str
    object_only: bool
    cls: type[Json]


class Constructor(msgspec.Struct, frozen=True):
    """One constructor of an enumeration, with its tag on the wire."""

    name: str
    word: str


class Enumeration(Node, frozen=True):
    """A closed enumeration, or an open one.

    Attributes:
        other: The constructor that carries any other string; empty when the enumeration is closed.
    """

    name: str
    doc: str
    constructors: tuple[Constructor, ...]
    other: str
    cls: type[Word] | type[OpenWord]

    @property
    def words(self) -> tuple[str, ...]:
        """The wire tags."""
        return tuple(constructor.word for constructor in self.constructors)


class ListOf(Node, frozen=True):
    """A list."""

    item: Node


class Presence(enum.Enum):
    """Whether a member must stand on the wire (§5.1)."""

    Required = "required"
    Optional = "optional"  # absent or null
    List = "list"  # absent or an array
    Omittable = "omittable"  # absent or a value, never null


class Field(msgspec.Struct, frozen=True):
    """A field of a record.

    Attributes:
        name: In the text and in the model.
        wire: The member's name on the wire.
        type: Of a list field, the `ListOf`; of an optional field, the type of the value when present.
    """

    name: str
    wire: str
    type: Node
    presence: Presence


class Record(Node, frozen=True):
    """A record, or one constructor of a union.

    Attributes:
        tag_field, tag: The member that tells the constructor, and its value; empty for a plain record.
        exactly_one: Whether exactly one of the fields is given: the record is an externally tagged union (§16.1).
        verdict: The pair of fields of which the first names the tag of the second (§10.4), or `None`.
    """

    name: str
    doc: str
    fields: tuple[Field, ...]
    tag_field: str
    tag: str
    exactly_one: bool
    verdict: tuple[str, str] | None
    cls: type[msgspec.Struct]


class Union(Node, frozen=True):
    """A union told apart by a member.

    Attributes:
        common: The fields that all constructors have, as the record that the text makes of them.
    """

    name: str
    doc: str
    tag_field: str
    common: Record
    members: tuple[Record, ...]

    def only_elsewhere(self, member: Record) -> tuple[str, ...]:
        """The wire members that other constructors have and `member` has not, sorted."""
        own = {field.wire for field in member.fields}
        return tuple(sorted({field.wire for other in self.members for field in other.fields} - own))


_UNIONS: dict[type, tuple[str, str]] = {
    model.ArtifactCommon: ("Artifact", "An artifact, told apart by `artifact_type` (§7.1, §16.2)."),
    model.ActionCommon: ("Action", "An action, told apart by `category` (§8.1, §16.3)."),
    model.AcceptanceCommon: ("AcceptanceItem", "A criterion of a goal, told apart by `kind` (§18.1)."),
}
"""A union's alias is no class and so has no name of its own: it goes by the record of its common fields."""

_OPAQUE: dict[tuple[str, str], str] = {
    ("ArtifactCommon", "metadata"): "artifact_metadata",
    ("CommandResultArtifact", "payload"): "command_result_payload",
    ("Region", "model"): "witness_model",
    ("GeneratedTest", "inputs"): "witness_model",
    ("GeneratedTest", "expected"): "witness_model",
    ("CosimulationResultPayload", "divergence_points"): "divergence_point",
    ("ReferenceArtifact", "payload"): "reference_payload",
    ("ExecutionEnvironment", "configuration"): "environment_configuration",
}
"""The model holds every opaque type of the text as `Json` or `JsonObject`; this says which one stands where."""

OPAQUE_NAMES = tuple(sorted(set(_OPAQUE.values())))
"""The opaque types that stand in the tree (§7.1, §10.5, §10.7, §10.9, §11.1, §12.3)."""


def _doc(cls: type) -> str:
    """The first paragraph of a class's docstring, on one line."""
    return " ".join((cls.__doc__ or "").split("\n\n")[0].split())


def _opaque(owner: type, field: str) -> str:
    """The opaque type of the text that stands in a field, which may be inherited."""
    return next((_OPAQUE[cls.__name__, field] for cls in owner.__mro__ if (cls.__name__, field) in _OPAQUE), "")


def _enumeration(cls: type) -> Enumeration:
    if issubclass(cls, OpenWord):
        known = tuple(Constructor(name, word) for name, word in cls.KNOWN.items())
        return Enumeration(cls.__name__, _doc(cls), known, cls.OTHER, cls)
    assert issubclass(cls, Word)
    return Enumeration(cls.__name__, _doc(cls), tuple(Constructor(m.name, m.value) for m in cls), "", cls)


def _node(found: msgspec.inspect.Type, opaque: str) -> Node:
    """The shape of a type that is not optional."""
    match found:
        case msgspec.inspect.StrType():
            return Text()
        case msgspec.inspect.IntType():
            return Whole()
        case msgspec.inspect.BoolType():
            return Flag()
        case msgspec.inspect.LiteralType(values=values):
            return Fixed(tuple(sorted(str(value) for value in values)))
        case msgspec.inspect.EnumType(cls=cls):
            return _enumeration(cls)
        case msgspec.inspect.CustomType(cls=cls) if issubclass(cls, Json):
            return Open(opaque, issubclass(cls, JsonObject), cls)
        case msgspec.inspect.CustomType(cls=cls):
            return _enumeration(cls)
        case msgspec.inspect.VarTupleType(item_type=item):
            return ListOf(_node(item, opaque))
        case msgspec.inspect.StructType(cls=cls):
            return record_of(cls)
        case msgspec.inspect.UnionType(types=types):
            return _union(types)
        case _:
            raise TypeError(f"no shape for {found}")


def _union(types: tuple[msgspec.inspect.Type, ...]) -> Node:
    """The shape of a union: of structs, or the one union of numbers."""
    if all(isinstance(each, msgspec.inspect.IntType | msgspec.inspect.FloatType) for each in types):
        return Number()
    members = tuple(record_of(each.cls) for each in types if isinstance(each, msgspec.inspect.StructType))
    common = next(cls for cls in _UNIONS if all(issubclass(member.cls, cls) for member in members))
    name, doc = _UNIONS[common]
    return Union(name, doc, members[0].tag_field, record_of(common), members)


def _field(owner: type, field: msgspec.inspect.Field) -> Field:
    """The shape of one field of `owner`."""
    opaque = _opaque(owner, field.name)
    found = field.type
    if isinstance(found, msgspec.inspect.UnionType):
        present = tuple(each for each in found.types if not isinstance(each, msgspec.inspect.NoneType))
        if len(present) < len(found.types):
            value = present[0] if len(present) == 1 else msgspec.inspect.UnionType(present)
            return Field(field.name, field.encode_name, _node(value, opaque), Presence.Optional)
    if field.required:
        presence = Presence.Required
    elif isinstance(found, msgspec.inspect.VarTupleType):
        presence = Presence.List
    else:
        presence = Presence.Omittable
    return Field(field.name, field.encode_name, _node(found, opaque), presence)


@functools.cache
def record_of(cls: type[msgspec.Struct]) -> Record:
    """The shape of a record class."""
    info = msgspec.inspect.type_info(cls)
    assert isinstance(info, msgspec.inspect.StructType)
    return Record(
        name=cls.__name__,
        doc=_doc(cls),
        fields=tuple(_field(cls, field) for field in info.fields),
        tag_field=info.tag_field or "",
        tag=str(info.tag) if info.tag_field else "",
        exactly_one=cls is model.VerificationResultVariant,
        verdict=("status", "result") if cls is model.VerificationResultPayload else None,
        cls=cls,
    )


def trace() -> Record:
    """The shape of a whole trace (§5)."""
    return record_of(model.Trace)


def parts(node: Node) -> Iterator[Node]:
    """The types that a type is made of directly, in order."""
    if isinstance(node, ListOf):
        yield node.item
    elif isinstance(node, Record):
        yield from (field.type for field in node.fields)
    elif isinstance(node, Union):
        yield node.common
        yield from node.members


Named = Record | Union | Enumeration
"""The types that have a name of their own."""


_WORDS: dict[type[Node], str] = {Text: "string", Whole: "int", Number: "int or float", Flag: "bool"}


def word(node: Node) -> str:
    """What a type is called that has neither a name of its own nor parts nor words to choose from.

    Raises:
        TypeError: It is not such a type.
    """
    if type(node) not in _WORDS:
        raise TypeError(f"no word for {node}")
    return _WORDS[type(node)]


def named(*roots: Node) -> tuple[Named, ...]:
    """Every named type reachable from the roots, once each, what is used before what uses it.

    The model's types are not recursive, so the depth of the walk is bounded by the model, not by any input.
    """
    found: dict[str, Named] = {}

    def visit(node: Node) -> None:
        if isinstance(node, Named) and node.name in found:
            return
        for part in parts(node):
            visit(part)
        if isinstance(node, Named):
            found.setdefault(node.name, node)

    for root in roots:
        visit(root)
    return tuple(found.values())


def every() -> tuple[Named, ...]:
    """Every named type of the model: those of a trace, then those that only stand beside one, by name."""
    beside: list[Node] = []
    for name in sorted(model.__all__):
        held = getattr(model, name)
        if not isinstance(held, type) or held in (model.Record, model.Word, model.OpenWord, model.Json):
            continue
        if issubclass(held, Word | OpenWord):
            beside.append(_enumeration(held))
        elif issubclass(held, model.Record):
            beside.append(record_of(held))
    return named(trace(), *beside)
