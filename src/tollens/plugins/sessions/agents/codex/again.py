"""What a record says: kept, or of one that is read from a large file made anew each time that it is asked for."""

from collections.abc import Callable
from typing import Generic, TypeVar

from tollens.plugins.sessions.agents.codex.rows import Row, row_of
from tollens.plugins.sessions.source.objects import row_in
from tollens.plugins.sessions.source.stored import StoredEntry

T = TypeVar("T")


class Again(Generic[T]):
    """Something that a record says, which may be large.

    Args:
        row: The record.
        said: What it says.
        make: Tells that from the record.
    """

    __slots__ = ("_make", "_said")

    def __init__(self, row: Row, said: T, make: Callable[[Row], T]) -> None:
        self._said: T | StoredEntry = said if row.stored is None else row.stored
        self._make = make

    @property
    def value(self) -> T:
        """What the record says. Hold none of it for long."""
        return self._make(row_of(*row_in(self._said))) if isinstance(self._said, StoredEntry) else self._said


def once(row: Row, said: T) -> Again[T]:
    """Something that is kept in any case."""
    return Again(row, said, lambda _: said)
