"""In which pieces of a trace a word occurs, so that a search opens only those."""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from tollens.core.view.document import Words

_WORD = re.compile(r"\w+")
_ESCAPES = (b"\\\\", b"\\n", b'\\"', b"\\t", b"\\r", b"\\b", b"\\f")
"""The escapes of compact JSON but for those by number, the backslash first: what follows one is no escape."""

_BY_NUMBER = re.compile(rb"\\u[0-9a-fA-F]{4}")

# Text is taken apart as bytes, four times as fast as by an expression over characters: what is no word in ASCII becomes
# a blank, and bytes beyond ASCII stay. Only the few pieces that have such bytes are looked at as characters.
_LOWERED = bytes(
    byte if byte >= 128 else ord(chr(byte).lower()) if chr(byte).isalnum() or byte == ord("_") else ord(" ")
    for byte in range(256)
)

_SHORTEST, _LONGEST = 2, 40
"""Of a longer word its beginning is told, so that a digest is found by its first characters."""

_FEW = 8
"""Of so many blocks none is worth passing over: every word is told with its blocks."""


def words(texts: Iterable[bytes]) -> Words:
    """The index of the words of some blocks.

    Args:
        texts: The blocks as compact JSON, in order.
    """
    found: dict[str, list[int]] = {}
    count = 0
    for number, text in enumerate(texts):
        for word in words_of(text):
            found.setdefault(word, []).append(number)
        count = number + 1
    common = {word for word, numbers in found.items() if count > _FEW and 2 * len(numbers) > count}
    told = sorted(found.keys() - common)
    return Words(tuple(told), tuple(_distances(found[word]) for word in told), tuple(sorted(common)))


def words_of(text: bytes) -> set[str]:
    r"""The words of a compact JSON text, those of its members' names among them.

    >>> sorted(words_of(rb'{"label":"Fix the Race\nin capture_from","n":12}'))
    ['12', 'capture_from', 'fix', 'in', 'label', 'race', 'the']
    """
    found: set[str] = set()
    for piece in set(_without_escapes(text).translate(_LOWERED).split()):
        if piece.isascii():
            found.add(piece.decode())
        else:
            found.update(_WORD.findall(piece.decode().lower()))
    return {word[:_LONGEST] for word in found if len(word) >= _SHORTEST}


def _without_escapes(text: bytes) -> bytes:
    """The text with a blank for each escape: all that is escaped is no part of a word."""
    if b"\\" not in text:
        return text
    for escape in _ESCAPES:
        text = text.replace(escape, b" ")
    return _BY_NUMBER.sub(b" ", text)


def _distances(numbers: Sequence[int]) -> tuple[int, ...]:
    return (numbers[0], *(later - earlier for earlier, later in pairwise(numbers)))
