"""Words in the text of actions: what a predicate that the language does not define is looked for in.

A name matches where it stands in the type, label, detail, rationale or result summary as whole words, whatever their
case, underscores read as blanks: `tested` is not in "untested", nor `force` in "enforce".
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import count
from typing import Generic, TypeVar

from tollens.core.policy.masks import mask_of

T = TypeVar("T")

_MARK = "\x00"
"""Stands between two texts."""

_SEPARATOR = f"\n{_MARK}\n"

_FEW = 8
"""Names that are looked for in the whole text before its words are listed, which costs about as much."""

_BLOCK = 500
"""Texts that are read together: within the caches, and in memory that is used again for the next ones."""

_ZEROS = bytes.maketrans(b"0123456789", b"0" * 10)
_PLAIN = bytes(range(256)).lower().translate(_ZEROS).replace(b"_", b" ")
"""Makes of a text of ASCII what `_zeroed` makes of it once it is folded, in one pass."""

_LETTERS = bytes(code if chr(code).islower() and chr(code).isascii() else 32 for code in range(256))
"""Makes a blank of all but the letters of ASCII."""


def words(name: str) -> str:
    """A predicate's name as it is looked for.

    >>> words("agent_id_resolved")
    'agent id resolved'
    """
    return " ".join(name.replace("_", " ").split()).casefold()


def has_words(text: str, name: str) -> bool:
    """Whether one text has a name as whole words.

    >>> has_words("a force-push", "force"), has_words("enforce", "force")
    (True, False)
    """
    wanted = words(name)
    return bool(wanted) and any(_found(wanted, _folded(text.replace(_MARK, " "))))


class Texts(Generic[T]):
    """The texts of all positions, searched as one.

    The same sentences come again and again with other numbers. A name is looked for in each sentence once, any digit
    standing for all; only a name that has digits itself, and is found so, is looked for in every text.

    Args:
        entries: One for each position.
        told: The text of each of several entries.
    """

    def __init__(self, entries: Sequence[T], told: Callable[[Sequence[T]], Sequence[str]]) -> None:
        self._entries = entries
        self._told = told
        self._asked = 0

    def _joined(self) -> Iterator[str]:
        """The texts with marks between them, some at a time."""
        for first in range(0, len(self._entries), _BLOCK):
            texts = self._told(self._entries[first : first + _BLOCK])
            joined = _SEPARATOR.join(texts)
            if joined.count(_MARK) >= len(texts):  # a text has one inside
                joined = _SEPARATOR.join(text.replace(_MARK, " ") for text in texts)
            yield joined

    @cached_property
    def _text(self) -> str:
        return _folded(_SEPARATOR.join(self._joined()))

    def where(self, name: str) -> int:
        """The mask of the positions whose text has the name as whole words."""
        wanted = words(name)
        if not wanted or self._surely_absent(wanted):
            return 0
        numbers, sentences = self._sentences
        plain = _zeroed(wanted).decode("utf-8", "surrogatepass")
        found = _found(plain, sentences)
        if not any(found):
            return 0
        if plain != wanted or "0" in wanted:
            return mask_of(_found(wanted, self._text))
        return mask_of(bytes(map(found.__getitem__, numbers)))

    @cached_property
    def _sentences(self) -> tuple[Sequence[int], str]:
        """Which sentence each text is, and all sentences, each once."""
        numbers: defaultdict[bytes, int] = defaultdict(count().__next__)
        found: list[int] = []
        for joined in self._joined():
            zeroed = joined.encode().translate(_PLAIN) if joined.isascii() else _zeroed(_folded(joined))
            found += map(numbers.__getitem__, zeroed.split(_MARK.encode()))
        sentences = _MARK.encode().join(numbers).decode("utf-8", "surrogatepass")
        return found, sentences

    def _surely_absent(self, wanted: str) -> bool:
        """Whether one of the words is nowhere: so it is with most names that are asked for."""
        self._asked += 1
        return self._asked > _FEW and not self._words.issuperset(_letters(wanted).split())

    @cached_property
    def _words(self) -> frozenset[bytes]:
        """Every run of letters between other characters, once."""
        return frozenset(_letters(self._sentences[1]).split())


def _found(wanted: str, text: str) -> bytearray:
    """In which of the texts, which marks stand between, something stands as whole words."""
    flags = bytearray(text.count(_MARK) + 1)
    number = counted = 0
    at = text.find(wanted)
    while at >= 0:
        end = at + len(wanted)
        if (at and text[at - 1].isalnum()) or text[end : end + 1].isalnum():
            at = text.find(wanted, at + 1)
            continue
        number += text.count(_MARK, counted, at)
        flags[number] = 1
        counted = text.find(_MARK, end)
        at = text.find(wanted, counted) if counted >= 0 else -1
    return flags


def _folded(text: str) -> str:
    """A text as names are looked for in it."""
    return text.casefold().replace("_", " ")


def _letters(text: str) -> bytes:
    """The letters of ASCII, and blanks for all else."""
    return text.encode("utf-8", "surrogatepass").translate(_LETTERS)


def _zeroed(text: str) -> bytes:
    """The same with a zero for each digit."""
    return text.encode("utf-8", "surrogatepass").translate(_ZEROS)
