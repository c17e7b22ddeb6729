"""Patterns for paths, matched in time linear in the path: `*` and `?` stop at a slash, `**` does not."""

import re
from collections.abc import Callable
from functools import lru_cache

_TOKENS = re.compile(r"\*\*+/|\*\*+|\*|\?|[^*?]", re.DOTALL)


@lru_cache(maxsize=256)
def matcher(pattern: str) -> Callable[[str], bool]:
    """What tells whether a path matches: one with `*` or `?` the whole path, any other a part of it.

    >>> matcher("payments/")("src/payments/a.py"), matcher("src/**/*.py")("src/a.py"), matcher("src/*.py")("src/x/a.py")
    (True, True, False)
    """
    if not set("*?").intersection(pattern):
        return lambda path: pattern in path
    return _Glob(pattern).matches


class _Glob:
    """All places in a pattern at once, a bit each; `**/` has two, at the start of a directory's name and within it."""

    def __init__(self, pattern: str) -> None:
        self._plain: dict[str, int] = {}
        self._any = self._stays = self._stays_at_slash = self._enters = self._skipped = 0
        place = 1
        for piece in _TOKENS.findall(pattern):
            if piece == "?":
                self._any |= place
            elif piece == "*":
                self._stays |= place
                self._skipped |= place
            elif piece.endswith("/") and len(piece) > 1:
                self._enters |= place
                self._stays |= place << 1
                self._skipped |= place  # to the place after the two
                place <<= 1
            elif len(piece) > 1:
                self._stays |= place
                self._stays_at_slash |= place
                self._skipped |= place
            else:
                self._plain[piece] = self._plain.get(piece, 0) | place
            place <<= 1
        self._end = place

    def matches(self, path: str) -> bool:
        """Whether the whole path matches."""
        places = self._onward(1)
        for character in path:
            step = (places & self._plain.get(character, 0)) << 1
            if character == "/":
                step |= places & (self._stays_at_slash | self._enters) | (places >> 1 & self._enters)
            else:
                step |= (places & self._any) << 1 | places & self._stays | (places & self._enters) << 1
            places = self._onward(step)
        return bool(places & self._end)

    def _onward(self, places: int) -> int:
        """With the places that are reached without another character."""
        while True:
            skipped = places & self._skipped
            further = places | (skipped & ~self._enters) << 1 | (skipped & self._enters) << 2
            if further == places:
                return places
            places = further
