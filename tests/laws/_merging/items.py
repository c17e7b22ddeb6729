"""Small models as lists of items, each with an identity that edits keep: what a merge should do is then plain to see.

An item says something as nested tuples, whose first member is its kind; a language writes it as text.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

Said = tuple[Any, ...]
"""What an item, or an expression in it, says: its kind first, then names, numbers and further such tuples."""


class Item:
    """One item of a text: a definition, the beginning or the end of a block, a comment.

    Attributes:
        uid: Its identity, which stays whatever becomes of it.
        said: What it says.
        layout: How it is laid out, and commented.
        text: How it is written.
    """

    __slots__ = ("layout", "said", "text", "uid")

    def __init__(self, uid: int, said: Said, layout: int, text: str) -> None:
        self.uid, self.said, self.layout, self.text = uid, said, layout, text

    @property
    def kind(self) -> str:
        """What it is."""
        return str(self.said[0])


File = tuple[Item, ...]
Model = tuple[File, ...]
"""The texts that stand together."""


class Target(NamedTuple):
    """What something is proved about: a symbol of a file, and the item that it was when that was proved."""

    file: int
    symbol: str
    uid: int


class Writing:
    """Makes items of one language, each with an identity that no other has.

    Args:
        random: What is left to chance.
        written: Writes what an item says, in a layout.
    """

    def __init__(self, random: Random, written: Callable[[Said, int], str]) -> None:
        self.random = random
        self._written = written
        self._uid = 0

    def item(self, said: Said) -> Item:
        """A new item."""
        self._uid += 1
        return self._made(self._uid, said, self._layout())

    def changed(self, item: Item, said: Said) -> Item:
        """An item that says something else now."""
        return self._made(item.uid, said, item.layout)

    def laid_out(self, item: Item) -> Item:
        """An item in another layout."""
        return self._made(item.uid, item.said, self._layout())

    def _layout(self) -> int:
        return self.random.randrange(64) if self.random.random() < 0.25 else 0

    def _made(self, uid: int, said: Said, layout: int) -> Item:
        return Item(uid, said, layout, self._written(said, layout))


def text_of(file: File) -> str:
    """A file as text."""
    return "".join(f"{item.text}\n" for item in file)


def parts(said: Said, at: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Any]]:
    """All that stands in what is said, each with its place: itself first, then what is inside it, in order."""
    yield at, said
    for number, part in enumerate(said):
        if isinstance(part, tuple):
            yield from parts(part, (*at, number))
        else:
            yield (*at, number), part


def with_part(said: Said, at: tuple[int, ...], new: Any) -> Any:
    """What is said with something else in one place."""
    if not at:
        return new
    first, *rest = at
    return (*said[:first], with_part(said[first], tuple(rest), new), *said[first + 1 :])


def with_names(said: Said, names: dict[str, str]) -> Said:
    """What is said with names replaced wherever they stand; no kind is called like a name."""
    return tuple(
        with_names(part, names) if isinstance(part, tuple) else names.get(part, part) if isinstance(part, str) else part
        for part in said
    )
