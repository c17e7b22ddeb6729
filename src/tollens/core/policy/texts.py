"""Words in the text of actions: what a predicate that the language does not define is looked for in.

A name matches where it stands in the type, label, detail, rationale or result summary as whole words, whatever their
case, underscores read as blanks: `tested` is not in "untested", nor `force` in "enforce".
"""

from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property

from tollens.core.policy.masks import mask_of

_SEPARATOR = "\n\x00\n"

_MARK = "\x00"

_FEW = 12
"""Names that are looked for in the whole text before a list of its words is made."""


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
    return bool(Texts((text,)).where(name))


class Texts:
    """The texts of all positions, searched as one."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._size = len(texts)
        self._asked = 0
        joined = _SEPARATOR.join(texts)
        if joined.count(_MARK) >= max(self._size, 1):  # a text has one inside
            joined = _SEPARATOR.join(text.replace(_MARK, " ") for text in texts)
        self._text = joined.casefold().replace("_", " ")

    def where(self, name: str) -> int:
        """The mask of the positions whose text has the name as whole words."""
        wanted = words(name)
        if not wanted or self._surely_absent(wanted):
            return 0
        text, flags = self._text, bytearray(self._size)
        at = text.find(wanted)
        while at >= 0:
            end = at + len(wanted)
            if (at and text[at - 1].isalnum()) or text[end : end + 1].isalnum():
                at = text.find(wanted, at + 1)
            else:
                position = bisect_right(self._ends, at)
                flags[position] = 1
                at = text.find(wanted, self._ends[position]) if position < len(self._ends) else -1
        return mask_of(flags)

    def _surely_absent(self, wanted: str) -> bool:
        """Whether one of the words is nowhere; not looked at for the first few names, which cost less than the list."""
        self._asked += 1
        return self._asked > _FEW and not all(word in self._known for word in wanted.split())

    @cached_property
    def _known(self) -> str:
        """Every run of characters between blanks, once: most names are in none of them, and this is short."""
        return " ".join(set(self._text.split()))

    @cached_property
    def _ends(self) -> list[int]:
        """Where each text but the last ends."""
        found = []
        at = self._text.find(_MARK)
        while at >= 0:
            found.append(at)
            at = self._text.find(_MARK, at + 1)
        return found
