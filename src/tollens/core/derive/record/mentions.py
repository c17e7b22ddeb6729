"""Which texts mention a name, word for word: never a part of a longer word, so that `fee` is not found in `coffee`."""

import re
from collections.abc import Iterable
from functools import lru_cache

_WORD = re.compile(r"\w+")
_MOST_KEPT = 16


@lru_cache(1024)
def _whole(name: str, strict: bool) -> re.Pattern[str]:
    before = r"(?<![\w'./\-])" if strict else r"(?<![\w'])"
    after = r"(?![\w'/\-]|\.\w)" if strict else r"(?![\w'])"
    return re.compile(before + re.escape(name) + after)


def mentions(text: str, name: str, *, strict: bool = False) -> bool:
    """Whether a text mentions a name as a whole word.

    Args:
        text: Prose.
        name: Of a symbol or file.
        strict: Whether a part of a path or of a qualified or hyphenated name counts as no mention either.

    >>> mentions("the coffee price", "fee"), mentions("see fee.py", "fee"), mentions("see fee.py", "fee", strict=True)
    (False, True, False)
    """
    return bool(name) and name in text and _whole(name, strict).search(text) is not None


class Texts:
    """Texts that are searched for many names: a search looks only at texts that hold the rarest word of the name."""

    def __init__(self, texts: Iterable[tuple[int, str]]) -> None:
        self._texts: dict[int, list[str]] = {}
        self._holding: dict[str, dict[int, None]] = {}
        self._kept: dict[tuple[str, bool], tuple[int, ...]] = {}
        for key, text in texts:
            self._texts.setdefault(key, []).append(text)
            for word in _WORD.findall(text):
                self._holding.setdefault(word, {})[key] = None

    def mentioning(self, name: str, *, strict: bool = False) -> tuple[int, ...]:
        """The keys of the texts that mention a name, in ascending order.

        The last few answers are kept: many goals have one scope.
        """
        asked = (name, strict)
        if asked not in self._kept:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            self._kept[asked] = self._found(name, strict)
        return self._kept[asked]

    def _found(self, name: str, strict: bool) -> tuple[int, ...]:
        words = [self._holding.get(word, {}) for word in _WORD.findall(name)]
        rarest = min(words, key=len, default=None)
        keys: Iterable[int] = self._texts if rarest is None else rarest
        return tuple(
            sorted(key for key in keys if any(mentions(text, name, strict=strict) for text in self._texts[key]))
        )
