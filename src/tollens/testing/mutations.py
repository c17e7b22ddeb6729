"""Damage to JSON values: one change at one place, chosen by Hypothesis. Values are never changed, only copied.

The changes are of the kinds that files really have: a member missing, a value of another type, a word from somewhere
else, a member that belongs to another object, null for a list.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from hypothesis import strategies as st

from tollens.core.projections import shapes
from tollens.core.wire.spellings import ROWS
from tollens.testing.strategies import json_values

Path = tuple[str | int, ...]


class Mutation(NamedTuple):
    """One change of a value.

    Attributes:
        path: The place that was changed: of a removed or added member, the member's.
        kind: `remove`, `replace` or `add`.
        value: The changed copy.
    """

    path: Path
    kind: str
    value: Any


def places(value: Any) -> list[Path]:
    """Every place below the root of a value, outermost first; the order depends on the value alone."""
    found: list[Path] = []
    open_places: list[tuple[Path, Any]] = [((), value)]
    for path, held in open_places:  # grows while it is walked
        parts = held.items() if isinstance(held, dict) else enumerate(held) if isinstance(held, list) else ()
        for key, part in parts:
            found.append((*path, key))
            open_places.append(((*path, key), part))
    return found


def at(value: Any, path: Path) -> Any:
    """The value at a place."""
    for key in path:
        value = value[key]
    return value


def replaced(value: Any, path: Path, new: Any) -> Any:
    """A copy with `new` at a place; the last member of the path may be a new one of an object.

    >>> replaced({"a": [1, 2]}, ("a", 0), None)
    {'a': [None, 2]}
    """
    holders: list[Any] = [value]
    for key in path[:-1]:
        holders.append(holders[-1][key])
    for holder, key in zip(reversed(holders), reversed(path), strict=True):
        copy: Any = dict(holder) if isinstance(holder, dict) else list(holder)
        copy[key] = new
        new = copy
    return new


def removed(value: Any, path: Path) -> Any:
    """A copy without the member or element at a place.

    >>> removed({"a": [1, 2]}, ("a", 0))
    {'a': [2]}
    """
    holder = at(value, path[:-1])
    last = path[-1]
    if isinstance(holder, dict):
        rest: Any = {name: held for name, held in holder.items() if name != last}
    else:
        rest = [held for index, held in enumerate(holder) if index != last]
    return replaced(value, path[:-1], rest) if path[:-1] else rest


def _vocabulary() -> tuple[list[str], list[str]]:
    """Every tag and every member name of the text, alternatives included, sorted."""
    words = {row.alternative for row in ROWS if row.kind == "word"}
    members = {row.alternative for row in ROWS if row.kind == "member"} | {"payload", "unheard_of"}
    for node in shapes.named(shapes.trace()):
        if isinstance(node, shapes.Enumeration):
            words.update(node.words)
        elif isinstance(node, shapes.Record):
            members.update(field.wire for field in node.fields)
            words.update([node.tag] if node.tag else [])
    return sorted(words), sorted(members)


_WORDS, _MEMBERS = _vocabulary()


def strange_values() -> st.SearchStrategy[Any]:
    """Values to put where they may not belong: of every JSON type, and every word of the text."""
    return st.one_of(
        st.sampled_from([None, True, 0, -1, 1.5, "", "x", [], {}, [None], [[]], {"kind": "x"}]),
        st.sampled_from(_WORDS),
        json_values(),
    )


@st.composite
def mutated(draw: st.DrawFn, value: dict[str, Any]) -> Mutation:
    """One change of a JSON object at one place."""
    kind = draw(st.sampled_from(["remove", "replace", "add"]))
    everywhere = places(value)
    if kind == "add" or not everywhere:
        objects = [(), *(path for path in everywhere if isinstance(at(value, path), dict))]
        path = (*draw(st.sampled_from(objects)), draw(st.sampled_from(_MEMBERS)))
        return Mutation(path, "add", replaced(value, path, draw(strange_values())))
    path = draw(st.sampled_from(everywhere))
    if kind == "remove":
        return Mutation(path, kind, removed(value, path))
    return Mutation(path, kind, replaced(value, path, draw(strange_values())))


def independent(paths: Iterable[Path]) -> list[Path]:
    """Of some places those that do not hold one another, in the given order: changing one leaves the others in place.

    >>> independent([("a",), ("a", "b"), ("c", 0)])
    [('a',), ('c', 0)]
    """
    chosen: list[Path] = []
    for path in paths:
        if not any(path[: len(other)] == other or other[: len(path)] == path for other in chosen):
            chosen.append(path)
    return chosen
