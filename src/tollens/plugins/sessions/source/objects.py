"""The records of a source that are JSON objects; any other value is damage, with its line."""

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
