"""The records of a source that are JSON objects; any other value is damage, with its line."""

from collections.abc import Callable, Sequence
from typing import Any

from tollens.core.derive.record.account import Damage
from tollens.plugins.sessions.source.records import Source
from tollens.plugins.sessions.values import kind_of


def objects_in(source: Source) -> tuple[list[tuple[int, dict[str, Any]]], tuple[Damage, ...]]:
    """The objects with their lines, in file order, and what of the source is none, by line."""
    found: list[tuple[int, dict[str, Any]]] = []
    damaged = list(source.damaged)
    for entry in source.entries:
        if isinstance(entry.value, dict):
            found.append((entry.line, entry.value))
        else:
            damaged.append(Damage(entry.line, f"no record: a {kind_of(entry.value)} instead of an object"))
    return found, tuple(sorted(damaged, key=lambda damage: damage.line))


def by_session(
    rows: Sequence[tuple[int, dict[str, Any]]], named: Callable[[dict[str, Any]], str]
) -> list[list[tuple[int, dict[str, Any]]]]:
    """The records of each session of a file, where some of them name the session that they and the next ones are of.

    Args:
        rows: The records with their lines; those before the first that names one are of that session.
        named: The session that a record names; empty where it names none.
    """
    found: dict[str, list[tuple[int, dict[str, Any]]]] = {}
    current = next((name for _, row in rows if (name := named(row))), "")
    for line, row in rows:
        current = named(row) or current
        found.setdefault(current, []).append((line, row))
    return list(found.values())
