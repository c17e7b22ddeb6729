"""§5, §15.3 The elements of a trace by their names, as JSON values, and the names that they had before other merges."""

from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from itertools import repeat
from typing import Any, NamedTuple

import msgspec

from tollens.core.errors import MisuseError
from tollens.core.integrity.canonical import canonical_json
from tollens.core.merge.places import Kind, Place, Role, place_of
from tollens.core.merge.provenance import former_names
from tollens.core.model.base import sorted_text
from tollens.core.projections import shapes
from tollens.core.wire.document import Document

LASTING = (Kind.Artifact, Kind.Action, Kind.Policy)
"""What does not change once it is made."""

Name = str | int
"""The id of an action is an integer, every other one a string."""


class Named(NamedTuple):
    """A list of the trace whose elements have names: its member, the member that holds the name, and of what."""

    member: str
    key: str
    kind: Kind


Element = tuple[str, Any]
"""The list that an element is of, and the element as read."""


class Elements:
    """What a trace holds.

    Elements of one name are taken together, whatever list they are in: two with one id are a fault of the trace, which
    no name can tell apart. Elements without a name of the right type are in no table.

    Attributes:
        value: The JSON value of the trace.
        by_name: The elements of each name, in list order.
        names: For each list whose elements have names, that of each element.
        observations: The ids of observations, with the actions that state them (§9.2).
        former: By kind: a name to the one that the element had where it was made, where that is another.
    """

    def __init__(self, document: Document, which: str) -> None:
        """Read them.

        Args:
            document: The trace.
            which: What messages call it.

        Raises:
            MisuseError: A list of the trace is no list.
        """
        self.value = document.value
        for field in shapes.trace().fields:
            held = self.value.get(field.wire)
            if isinstance(field.type, shapes.ListOf) and not isinstance(held, list | None):
                raise MisuseError(
                    f"{which} cannot be merged: what stands at /{field.wire} is no list",
                    "tollens validate says what is wrong with it.",
                )
        self.by_name: dict[Kind, dict[Name, list[Element]]] = {kind: {} for kind in Kind}
        self.names: dict[str, list[Name | None]] = {}
        for member, key, kind in named_lists():
            self.names[member] = self._named(member, key, kind)
        self.observations: dict[str, set[int]] = {}
        actions = [action for action in self.listed("actions") if isinstance(action, dict)]
        for action in [action for action in actions if action.get("observations")]:
            for said in _dicts(action["observations"]):
                if isinstance(said.get("observation_id"), str) and type(action.get("id")) is int:
                    self.observations.setdefault(said["observation_id"], set()).add(action["id"])
        self.former: Mapping[Kind, Mapping[Name, Name]] = former_names(actions)

    def _named(self, member: str, key: str, kind: Kind) -> list[Name | None]:
        """Put the elements of a list in the table of their kind, and give their names, as `own_name` would."""
        held, table = self.listed(member), self.by_name[kind]
        fits = int if kind is Kind.Action else str
        names: list[Any] = [element.get(key) if type(element) is dict else None for element in held]
        if not table and set(map(type, names)) <= {fits}:  # as nearly always
            table |= {name: [element] for name, element in zip(names, zip(repeat(member), held), strict=False)}
            if len(table) == len(names):
                return names
            table.clear()
        names = [name if type(name) is fits else None for name in names]
        for name, element in zip(names, held, strict=True):
            if name is not None:
                table.setdefault(name, []).append((member, element))
        return names

    def listed(self, member: str) -> list[Any]:
        """The elements of a list, none where it is absent."""
        return self.value.get(member) or []

    def meant(self, place: Place, name: Name) -> Kind:
        """Of what kind the thing is that has a name in a place."""
        if place.also is None or name in self.by_name[place.kind]:
            return place.kind
        there = self.observations if place.also is Kind.Observation else self.by_name[place.also]
        return place.also if name in there else place.kind

    def first_name(self, kind: Kind, name: Name) -> Name:
        """The name that an element had where it was made, as far as the merges since then recorded it."""
        return self.former.get(kind, {}).get(name, name)


class Base:
    """The trace that both parents came from, if it is known; read only when it is asked for something."""

    def __init__(self, document: Document | None) -> None:
        self._document = document

    @cached_property
    def _elements(self) -> Elements | None:
        return None if self._document is None else Elements(self._document, "the base")

    def member(self, name: str) -> Any:
        """A member of the trace, or `None`."""
        return None if self._elements is None else self._elements.value.get(name)

    def element(self, kind: Kind, name: Name) -> Any:
        """The first element of that name, or `None`."""
        found = None if self._elements is None else self._elements.by_name[kind].get(name)
        return None if found is None else found[0][1]


@cache
def named_lists() -> tuple[Named, ...]:
    """The lists whose elements have names, in the order of the trace's members."""
    found = []
    for field in shapes.trace().fields:
        item = field.type.item if isinstance(field.type, shapes.ListOf) else None
        record = item.common if isinstance(item, shapes.Union) else item
        for inner in record.fields if isinstance(record, shapes.Record) else ():
            place = place_of(record.cls, inner.name)  # type: ignore[union-attr]
            if place is not None and place.role is Role.Own:
                found.append(Named(field.wire, inner.wire, place.kind))
    return tuple(found)


def own_name(element: Any, key: str, kind: Kind) -> Name | None:
    """The name of an element; `None` where it states none of the right type."""
    name = element.get(key) if isinstance(element, dict) else None
    fits = type(name) is int if kind is Kind.Action else isinstance(name, str)
    return name if fits else None


def _dicts(held: Any) -> Iterator[dict[str, Any]]:
    return (item for item in held if isinstance(item, dict)) if isinstance(held, list) else iter(())


def exact(value: Any) -> bytes:
    """Text by which two JSON values are the same only if they are so to the letter, `1` and `1.0` told apart."""
    try:
        return msgspec.json.encode(value)
    except (ValueError, OverflowError):  # half of a surrogate pair, or more digits than msgspec writes
        return _escaped(value)


def canonical(value: Any) -> bytes:
    """Text by which two JSON values are the same only if they are so but for the order of members."""
    try:
        return sorted_text(value)
    except (ValueError, OverflowError):
        return _escaped(value)


def _escaped(value: Any) -> bytes:
    try:
        return canonical_json(value)
    except ValueError:
        import json

        return json.dumps(value, sort_keys=True, ensure_ascii=True, separators=(",", ":")).encode()
