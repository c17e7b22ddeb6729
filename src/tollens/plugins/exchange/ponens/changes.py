"""What a rewriting of a trace does, gathered by kind: how often, where first, and what was taken out."""

from collections.abc import Callable
from typing import Any

from tollens.core.diagnostics import pointer
from tollens.plugins.exchange import Told


class Changes:
    """An account of changes.

    Attributes:
        kept: What was taken out, each with its place: members `at` and `was`.
    """

    def __init__(self) -> None:
        self.kept: list[dict[str, Any]] = []
        self._told: dict[str, Told] = {}

    def changed(self, what: str, *path: str | int) -> None:
        """Something is said otherwise."""
        told = self._told.get(what)
        self._told[what] = Told(what, 1, pointer(*path)) if told is None else told._replace(times=told.times + 1)

    def keep(self, what: str, value: Any, *path: str | int) -> None:
        """Something cannot be said, and is kept aside."""
        self.changed(what, *path)
        self.kept.append({"at": pointer(*path), "was": value})

    def told(self) -> tuple[Told, ...]:
        """All kinds of changes, in the order in which they were first made."""
        return tuple(self._told.values())


def each(held: list[Any], change: Callable[[dict[str, Any], int], dict[str, Any] | None]) -> list[Any]:
    """The list with each object changed, or left out where `change` gives nothing; the very list where all stay."""
    made = [change(item, at) if isinstance(item, dict) else item for at, item in enumerate(held)]
    if all(new is old for new, old in zip(made, held, strict=True)):
        return held
    return [item for at, item in enumerate(made) if item is not None or held[at] is None]
