"""The elements of a list of the trace with their positions, without those that were not recognized (§16.4)."""

from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any, Generic, TypeVar

from tollens.core.model.unrecognized import Unrecognized

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
Ids = tuple[tuple[int, str], ...]
"""Ids with the positions of the elements that state them."""


class Recognized(Generic[T_co]):
    """Elements with their positions, in list order, to be gone through any number of times.

    The pairs are made on the way and not kept: hundreds of thousands of them would slow the garbage collector down.

    Attributes:
        positions: Of the elements in the list of the trace, ascending.
        elements: At those positions.
    """

    __slots__ = ("elements", "positions")

    def __init__(self, positions: Sequence[int], elements: Sequence[T_co]) -> None:
        self.positions = positions
        self.elements = elements

    def __iter__(self) -> Iterator[tuple[int, T_co]]:
        return zip(self.positions, self.elements, strict=True)

    def __len__(self) -> int:
        return len(self.positions)

    def each(self, member: str) -> Iterator[Any]:
        """One member of each element, in list order."""
        return map(attrgetter(member), self.elements)


def known(elements: Sequence[T | Unrecognized], kinds: Iterable[type] | None = None) -> Recognized[T]:
    """The recognized elements of a list, each with its position.

    Args:
        elements: The list.
        kinds: The class of each element, where that was listed before.

    >>> list(known(["a", Unrecognized(value=None), "b"]))
    [(0, 'a'), (2, 'b')]
    """
    if not any(issubclass(kind, Unrecognized) for kind in set(kinds or map(type, elements))):
        return Recognized(range(len(elements)), elements)  # type: ignore[arg-type]
    positions: list[int] = []
    kept: list[T] = []
    for position, element in enumerate(elements):
        if not isinstance(element, Unrecognized):
            positions.append(position)
            kept.append(element)
    return Recognized(positions, kept)


def identities(elements: Sequence[Any], member: str) -> Ids:
    """The ids that the elements of a list state, each with its position; unrecognized elements state theirs too."""
    found = []
    for position, element in enumerate(elements):
        name = element.text(member) if isinstance(element, Unrecognized) else getattr(element, member)
        if name is not None:
            found.append((position, name))
    return tuple(found)
