"""The reader that finds every fault (§16.4): a walk over the model's types beside a JSON value.

It serves both readings. The strict one is its list of faults; the lenient one is the trace it builds: an element that
does not fit becomes an `Unrecognized…` value, a member of a sibling constructor on an artifact or action is read past,
and so is a missing `kind` of an acceptance item whose formula decides, and a missing `category` that the type implies.
Each of these stays a fault.
"""

import functools
import operator
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import inspect

from tollens.core.diagnostics import pointer
from tollens.core.model import (
    AcceptanceCommon,
    ActionCommon,
    ArtifactCommon,
    Event,
    Goal,
    Json,
    OpenWord,
    Trace,
    Unrecognized,
    UnrecognizedAction,
    UnrecognizedArtifact,
    UnrecognizedEvent,
    UnrecognizedGoal,
    UnrecognizedItem,
    Word,
)
from tollens.core.model.base import decode_hook
from tollens.core.wire import spellings
from tollens.core.wire.decode import strict_hook
from tollens.core.wire.findings import FAULT, Findings, Path
from tollens.core.wire.reading import Reading
from tollens.core.wire.shapes import KEPT_ITEMS, Tagged, base_of, fields_of, record_in, tagged_of
from tollens.core.wire.versions import is_newer, version_faults

_KEPT: Mapping[type, type[Unrecognized]] = {
    ArtifactCommon: UnrecognizedArtifact,
    ActionCommon: UnrecognizedAction,
    AcceptanceCommon: UnrecognizedItem,
    Goal: UnrecognizedGoal,
    Event: UnrecognizedEvent,
}
"""The kinds of `Unrecognized` that stand for an element of a type; others are plain."""

_AT_ONCE = 1024
"""Elements of a list that are first tried together."""

_READ_PAST = (ArtifactCommon, ActionCommon)
"""Constructors on which a member of a sibling is read past."""


def read(value: dict[str, Any]) -> Reading:
    """Read a trace from any JSON object, keeping all that can be kept."""
    return Reader(newer=is_newer(value.get("spec_version"))).trace(value)


class Reader:
    """Reads one JSON value; gathers faults, unknown members and alternative spellings as it goes.

    Args:
        newer: The file states a later version: what is not known may be right there, so it is a warning.
    """

    def __init__(self, newer: bool = False) -> None:
        self._found = Findings(newer)

    # ── the trace ────────────────────────────────────────────────────────────────────────────────────────────────

    def trace(self, value: dict[str, Any]) -> Reading:
        """Read a trace from any JSON object."""
        made: dict[str, Any] = {}
        for field in fields_of(Trace):
            name = field.encode_name
            if name in value:
                made[field.name] = self._top_member(value[name], field, (name,))
            elif field.required:
                self._found.missing(Trace, name, ())
                made[field.name] = "" if isinstance(field.type, inspect.StrType) else UnrecognizedEvent(Json.of(None))
        self._note_unknown(Trace, value, frozenset(field.encode_name for field in fields_of(Trace)), ())
        if isinstance(value.get("spec_version"), str):
            self._found.add(version_faults(value["spec_version"]))
        return self._found.reading(Trace(**made))

    def _top_member(self, value: Any, field: inspect.Field, path: Path) -> Any:
        before = self._found.count
        read = self._read(value, field.type, path)
        if read is not FAULT:
            return read
        if isinstance(field.type, inspect.StrType):
            return ""
        struct = record_in(field.type)
        if struct is not None:
            return self._kept(value, struct.cls, path, before)
        return () if isinstance(field.type, inspect.VarTupleType) else None

    # ── any type ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _read(self, value: Any, kind: inspect.Type, path: Path) -> Any:
        match kind:
            case inspect.StructType():
                return self._struct(value, kind, path)
            case inspect.VarTupleType():
                return self._list(value, kind, path)
            case inspect.UnionType():
                return self._union(value, kind, path)
            case inspect.EnumType():
                return self._word(value, kind.cls, path)
            case inspect.CustomType():
                return self._custom(value, kind.cls, path)
            case inspect.LiteralType():
                if isinstance(value, str) and value not in kind.values:
                    return self._found.unknown_word(value, [str(word) for word in kind.values], path)
                return self._scalar(value, inspect.StrType(), path)
            case _:
                return self._scalar(value, kind, path)

    def _scalar(self, value: Any, kind: inspect.Type, path: Path) -> Any:
        wanted = _SCALARS[type(kind)]
        if type(value) in wanted:
            return value
        return self._found.mistyped(value, _NAMES[type(kind)], path)

    def _word(self, value: Any, enum: type, path: Path) -> Any:
        if not isinstance(value, str):
            return self._found.mistyped(value, "a string", path)
        row = spellings.WORDS.get(enum.__name__, {}).get(value)
        if row is not None:
            self._found.spelled(path, row)
            value = row.canonical
        assert issubclass(enum, Word)
        try:
            return enum(value)
        except ValueError:
            return self._found.unknown_word(value, [word.value for word in enum], path)

    def _custom(self, value: Any, kind: type, path: Path) -> Any:
        if issubclass(kind, OpenWord) and isinstance(value, str):
            row = spellings.WORDS.get(kind.__name__, {}).get(value)
            if row is not None:
                self._found.spelled(path, row)
                value = row.canonical
        try:
            return decode_hook(kind, value)
        except TypeError:
            return self._found.mistyped(value, "a string" if issubclass(kind, OpenWord) else "an object", path)

    def _list(self, value: Any, kind: inspect.VarTupleType, path: Path) -> Any:
        if not isinstance(value, list):
            return self._found.mistyped(value, "an array", path)
        item_type = kind.item_type
        struct = record_in(item_type)
        if struct is None:
            read = tuple([self._read(item, item_type, (*path, at)) for at, item in enumerate(value)])
            return FAULT if FAULT in read else read
        keep = struct.cls in KEPT_ITEMS or base_of(struct.cls) in _KEPT
        made: list[Any] = []
        ranges = [(at, min(at + _AT_ONCE, len(value))) for at in range(0, len(value), _AT_ONCE)][::-1]
        while ranges:  # a range that does not fit at once is halved, so that few faults cost little
            start, end = ranges.pop()
            fitting = _convert(value[start:end], item_type)
            if fitting is not None:
                made.extend(fitting)
            elif end - start > 1:
                middle = (start + end) // 2
                ranges += [(middle, end), (start, middle)]
            else:
                made.append(self._element(value[start], item_type, (*path, start), struct.cls if keep else None))
        return FAULT if any(element is FAULT for element in made) else tuple(made)

    def _element(self, item: Any, kind: inspect.Type, path: Path, kept_as: type | None) -> Any:
        before = self._found.count
        element = self._read(item, kind, path)
        return self._kept(item, kept_as, path, before) if element is FAULT and kept_as is not None else element

    def _union(self, value: Any, kind: inspect.UnionType, path: Path) -> Any:
        members = [member for member in kind.types if not isinstance(member, inspect.NoneType | inspect.CustomType)]
        if value is None and any(isinstance(member, inspect.NoneType) for member in kind.types):
            return None
        structs = [member for member in members if isinstance(member, inspect.StructType)]
        if len(structs) > 1:
            return self._tagged(value, tagged_of(structs[0].cls), path)
        if any(isinstance(member, inspect.FloatType) for member in members):  # `int | float`
            return self._scalar(value, inspect.FloatType(), path)
        only = next(m for m in kind.types if not isinstance(m, inspect.NoneType) and _name(m) != "UnsetType")
        return self._read(value, only, path)

    # ── records ──────────────────────────────────────────────────────────────────────────────────────────────────

    def _tagged(self, value: Any, union: Tagged, path: Path) -> Any:
        if not isinstance(value, dict):
            return self._found.mistyped(value, "an object", path)
        field = union.tag_field
        tag = value.get(field)
        if tag is None:
            self._found.missing(union.base, field, path, union.name)
            implied = _implied_tag(union, value)
            return FAULT if implied is None else self._struct(value, union.constructors[implied], path, union)
        if not isinstance(tag, str):
            return self._found.mistyped(tag, "a string", (*path, field))
        row = spellings.WORDS.get(union.name, {}).get(tag)
        if row is not None:
            self._found.spelled((*path, field), row)
            value = self._with_implied(value, tag, path)
            tag = row.canonical
        if tag not in union.constructors:
            return self._found.unknown_word(tag, list(union.constructors), (*path, field), "WIRE013")
        return self._struct(value, union.constructors[tag], path, union)

    def _with_implied(self, value: dict[str, Any], tag: str, path: Path) -> dict[str, Any]:
        """The artifact with the payload member that its older type leaves unsaid."""
        row, payload = spellings.IMPLIED.get(tag), value.get("payload")
        if row is None or not isinstance(payload, dict) or row.canonical in payload:
            return value
        self._found.spelled((*path, "payload", row.canonical), row)
        return {**value, "payload": {row.canonical: row.value, **payload}}

    def _struct(self, value: Any, kind: inspect.StructType, path: Path, union: Tagged | None = None) -> Any:
        if not isinstance(value, dict):
            return self._found.mistyped(value, "an object", path)
        made: dict[str, Any] = {}
        fits = True
        used = {kind.tag_field} if kind.tag_field else set()
        for field in kind.fields:
            name = self._found_as(field.encode_name, kind.cls, value, path)
            used.add(field.encode_name)
            if name is not None:
                used.add(name)
                read = self._member(value[name], field, kind.cls, (*path, name))
                fits = fits and read is not FAULT
                made[field.name] = read
            elif field.required:
                blob = self._blob(field.encode_name, kind.cls, value, path)
                fits = fits and blob is not FAULT
                made[field.name] = blob
        if not self._note_unknown(kind.cls, value, frozenset(used), path, union):
            fits = fits and issubclass(kind.cls, _READ_PAST)
        return self._build(kind.cls, made, path) if fits else FAULT

    def _build(self, cls: type, made: dict[str, Any], path: Path) -> Any:
        try:
            return cls(**made)
        except ValueError as contradiction:
            return self._found.contradiction(cls, str(contradiction), path)

    def _member(self, value: Any, field: inspect.Field, cls: type, path: Path) -> Any:
        row = spellings.NUMBERS.get(cls.__name__, {}).get(field.encode_name)
        if row is not None and type(value) is int:
            self._found.spelled(path, row)
            return str(value)
        return self._read(value, field.type, path)

    def _found_as(self, name: str, cls: type, value: dict[str, Any], path: Path) -> str | None:
        """The name under which a member stands, alternatives included."""
        if name in value:
            return name
        for alternative, row in spellings.MEMBERS.get(_spelled_record(cls), {}).items():
            if row.canonical == name and alternative in value:
                self._found.spelled((*path, alternative), row)
                return alternative
        return None

    def _blob(self, name: str, cls: type, value: dict[str, Any], path: Path) -> Any:
        """An empty text for one that was moved to an object store; otherwise the member is missing."""
        for alternative, row in spellings.BLOBS.get(cls.__name__, {}).items():
            if row.canonical == name and self._found_as(alternative, cls, value, path) is not None:
                self._found.spelled((*path, alternative), row)
                return ""
        return self._found.missing(cls, name, path)

    def _note_unknown(
        self, cls: type, value: dict[str, Any], used: frozenset[str], path: Path, union: Tagged | None = None
    ) -> bool:
        """Remember unknown members; whether none of them belongs to a sibling constructor."""
        fits = True
        for name in value:
            if name in used:
                continue
            if union is not None and name in union.members:
                if value[name] is None:
                    continue  # `payload: null` says that there is none (§16.2)
                self._found.misplaced(cls, name, union.tag_field, path)
                fits = False
                continue
            self._found.unknown_member(cls, name, path)
        return fits

    def _kept(self, value: Any, cls: type, path: Path, before: int) -> Unrecognized:
        kind = _KEPT.get(base_of(cls), Unrecognized)
        return kind(Json.of(value), pointer(*path), self._found.messages(before))


# ── the model's types ────────────────────────────────────────────────────────────────────────────────────────────────

_SCALARS: Mapping[type, tuple[type, ...]] = {
    inspect.StrType: (str,),
    inspect.IntType: (int,),
    inspect.FloatType: (int, float),
    inspect.BoolType: (bool,),
}
_NAMES: Mapping[type, str] = {
    inspect.StrType: "a string",
    inspect.IntType: "an integer",
    inspect.FloatType: "a number",
    inspect.BoolType: "a boolean",
}


def _name(kind: inspect.Type) -> str:
    return getattr(getattr(kind, "cls", None), "__name__", "")


def _spelled_record(cls: type) -> str:
    return "AcceptanceItem" if issubclass(cls, AcceptanceCommon) else cls.__name__


def _convert(items: list[Any], kind: inspect.Type) -> list[Any] | None:
    """Read some elements strictly and at once, if all of them fit."""
    members = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    classes = tuple(member.cls for member in members if isinstance(member, inspect.StructType))
    try:
        fitting: list[Any] = msgspec.convert(items, _list_of(classes), dec_hook=strict_hook)
    except (msgspec.MsgspecError, ValueError):
        return None
    return fitting


@functools.cache
def _list_of(classes: tuple[type, ...]) -> Any:
    return list[functools.reduce(operator.or_, classes)]  # type: ignore[misc]


def _implied_tag(union: Tagged, value: dict[str, Any]) -> str | None:
    """The constructor that an untagged object still shows: an action by its type, an item whose formula decides."""
    if union.name == "AcceptanceItem" and value.get("formula") is not None:
        return "Property"
    if union.name != "Action" or not isinstance(value.get("type"), str):
        return None
    for tag, struct in union.constructors.items():
        kind = next(field.type for field in struct.fields if field.encode_name == "type")
        assert isinstance(kind, inspect.EnumType)
        words = {word.value for word in kind.cls} | set(spellings.WORDS.get(kind.cls.__name__, ()))
        if value["type"] in words:
            return tag
    return None
