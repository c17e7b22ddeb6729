"""The model's types as the reader walks them: records, tagged unions, and which elements of a list may be kept."""

from collections.abc import Mapping
from typing import NamedTuple

import msgspec
from msgspec import inspect

from tollens.core.model import AcceptanceCommon, ActionCommon, ArtifactCommon, Evidence, Observation, Trace


class Tagged(NamedTuple):
    """A tagged union.

    Attributes:
        name: As `spellings` calls it.
        base: The record that its constructors share.
        tag_field: The member that tells them apart.
        constructors: By tag.
        members: The members that only some constructors have.
    """

    name: str
    base: type
    tag_field: str
    constructors: dict[str, inspect.StructType]
    members: frozenset[str]


BASES: Mapping[str, type] = {
    "Artifact": ArtifactCommon,
    "Action": ActionCommon,
    "AcceptanceItem": AcceptanceCommon,
}
"""The tagged unions of the model, with the record that their constructors share."""


_RECORDS: dict[type, inspect.StructType] = {}
_TAGGED: dict[type, Tagged] = {}


def _collect(kind: inspect.Type) -> None:
    """Remember every record and union below a type."""
    match kind:
        case inspect.StructType():
            if kind.cls not in _RECORDS:
                _RECORDS[kind.cls] = kind
                for field in kind.fields:
                    _collect(field.type)
        case inspect.VarTupleType():
            _collect(kind.item_type)
        case inspect.UnionType():
            structs = [member for member in kind.types if isinstance(member, inspect.StructType)]
            for member in kind.types:
                _collect(member)
            if len(structs) > 1:
                _TAGGED[base_of(structs[0].cls)] = _tagged_from(structs)


def _tagged_from(structs: list[inspect.StructType]) -> Tagged:
    base = base_of(structs[0].cls)
    everywhere = frozenset(field.encode_name for field in msgspec.structs.fields(base))
    anywhere = frozenset(field.encode_name for struct in structs for field in struct.fields)
    name = next(name for name, union_base in BASES.items() if union_base is base)
    return Tagged(
        name, base, str(structs[0].tag_field), {str(struct.tag): struct for struct in structs}, anywhere - everywhere
    )


def base_of(cls: type) -> type:
    """The common record of a constructor's union, or the type itself."""
    return next((base for base in BASES.values() if issubclass(cls, base)), cls)


def tagged_of(cls: type) -> Tagged:
    """The union that a constructor belongs to."""
    return _TAGGED[base_of(cls)]


def fields_of(cls: type) -> tuple[inspect.Field, ...]:
    """The members of a record."""
    return _RECORDS[cls].fields


def record_in(kind: inspect.Type) -> inspect.StructType | None:
    """The record, or the first constructor, that a type is about; `None` for any other type."""
    if isinstance(kind, inspect.UnionType):
        return next((member for member in kind.types if isinstance(member, inspect.StructType)), None)
    return kind if isinstance(kind, inspect.StructType) else None


def section_of(cls: type) -> str:
    """The section that a type's docstring names."""
    doc = cls.__doc__ or ""
    start = doc.find("(§")
    return doc[start + 2 : doc.find(")", start)].split(",")[0] if start >= 0 else ""


_collect(inspect.type_info(Trace))
KEPT_ITEMS: frozenset[type] = frozenset(
    struct.cls for field in fields_of(Trace) if (struct := record_in(getattr(field.type, "item_type", field.type)))
) | {Evidence, Observation}
"""The types of which a lenient reading keeps an element that does not fit."""
