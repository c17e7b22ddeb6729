"""The records of a source that are JSON objects; any other value is damage, with its line."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, overload

from tollens.core.derive.record.account import Damage
from tollens.core.errors import UnreadableError
from tollens.plugins.sessions.source.records import Held, Source
from tollens.plugins.sessions.source.stored import StoredEntry
from tollens.plugins.sessions.values import kind_of

Row = tuple[int, dict[str, Any]]
"""An object and the line, counted from 1, that it begins on."""


class Rows(Sequence[Row]):
    """Objects with their lines. Those of a large file are read anew each time: hold none of them for long.

    Args:
        held: Where they are; each is an object.
    """

    def __init__(self, held: Sequence[Held]) -> None:
        self.held = held

    def __len__(self) -> int:
        return len(self.held)

    def __iter__(self) -> Iterator[Row]:
        return map(row_in, self.held)

    @overload
    def __getitem__(self, place: int) -> Row: ...
    @overload
    def __getitem__(self, place: slice) -> "Rows": ...
    def __getitem__(self, place: int | slice) -> "Row | Rows":
        return Rows(self.held[place]) if isinstance(place, slice) else row_in(self.held[place])


def row_in(held: Held) -> Row:
    """The object that is held, with its line.

    Raises:
        UnreadableError: The file was changed meanwhile.
    """
    value = held.value
    if not isinstance(value, dict):  # it was one
        raise UnreadableError(
            f"line {held.line} is not what it was a moment ago", "Capture the file again when nobody writes to it."
        )
    return held.line, value


def objects_in(source: Source) -> tuple[Rows, tuple[Damage, ...]]:
    """The objects with their lines, in file order, and what of the source is none, by line."""
    found: list[Held] = []
    damaged = list(source.damaged)
    for entry in source.entries:
        if isinstance(entry, StoredEntry) or isinstance(value := entry.value, dict):
            found.append(entry)
        else:
            damaged.append(Damage(entry.line, f"no record: a {kind_of(value)} instead of an object"))
    return Rows(found), tuple(sorted(damaged, key=lambda damage: damage.line))


def by_session(rows: Rows, named: Callable[[dict[str, Any]], str]) -> list[Rows]:
    """The records of each session of a file, where some of them name the session that they and the next ones are of.

    Args:
        rows: The records; those before the first that names one are of that session.
        named: The session that a record names; empty where it names none.
    """
    names = [named(row) for _, row in rows]
    found: dict[str, list[Held]] = {}
    current = next(filter(None, names), "")
    for held, name in zip(rows.held, names, strict=True):
        current = name or current
        found.setdefault(current, []).append(held)
    return list(map(Rows, found.values()))
