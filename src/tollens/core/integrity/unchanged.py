"""Whether a text is what its value gives when it is printed again, indented by two as most writers of traces do it.

Such a text repeats no member, since the value that was printed has none twice. Printing costs less than counting.
"""

from collections.abc import Mapping
from typing import Any

import orjson

_START = b'{\n  "'
_OPEN, _BETWEEN, _CLOSE, _END = b"[\n", b",\n", b"\n  ]", b"\n}"
_BEFORE_ELEMENTS, _AFTER_ELEMENTS = len(b'{\n  "": [\n'), len(_CLOSE + _END)
_BEFORE_MEMBER, _AFTER_MEMBER = len(b'{\n  "": '), len(_END)


def is_unchanged(data: bytes, members: dict[str, Any]) -> bool:
    """Whether the text of an object is that of its members.

    Args:
        data: The text, which is known to be JSON: whatever follows the object is blank.
        members: Its value, for orjson to print.
    """
    return data.startswith(_START) and data.startswith(_indented(members))


class Unchanged:
    """Compares a text with its members while it is being read, elements of its lists a few at a time.

    Args:
        data: The text, which is known to be JSON once `of` is asked.
    """

    __slots__ = ("_at", "_data", "_lists", "_name", "_so_far")

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._so_far = data.startswith(_START)
        self._at = 0
        self._name = ""
        self._lists: dict[str, tuple[int, int]] = {}

    def begin(self, name: str) -> None:
        """Go to the next member.

        What lies before it is compared in the end, so that a wrong place does no harm.
        """
        if self._so_far:
            label = b"\n  %b: " % orjson.dumps(name)
            found = self._data.find(label, self._at)
            self._name, self._at, self._so_far = name, found + len(label), found >= 0

    def elements(self, some: list[Any]) -> None:
        """Compare the next elements of the list that the member is."""
        if not self._so_far:
            return
        start, at = self._lists.get(self._name, (self._at, self._at))
        lead = _OPEN if at == start else _BETWEEN
        lines = _indented({"": some})[_BEFORE_ELEMENTS:-_AFTER_ELEMENTS]
        self._so_far = self._data.startswith(lead, at) and self._data.startswith(lines, at + len(lead))
        self._at = at + len(lead) + len(lines)
        self._lists[self._name] = start, self._at

    def of(self, members: Mapping[str, Any]) -> bool:
        """Whether the whole text is that of the members, whose elements were compared."""
        if not self._so_far:
            return False
        at, lead = 1, b"\n  "
        for name, member in members.items():
            label = b"%b%b: " % (lead, orjson.dumps(name))
            if name in self._lists:
                start, end = self._lists[name]
                if at + len(label) != start or not (
                    self._data.startswith(label, at) and self._data.startswith(_CLOSE, end)
                ):
                    return False
                at = end + len(_CLOSE)
            else:
                text = label + _indented({"": member})[_BEFORE_MEMBER:-_AFTER_MEMBER]
                if not self._data.startswith(text, at):
                    return False
                at += len(text)
            lead = b",\n  "
        return self._data.startswith(_END, at)


def _indented(value: object) -> bytes:
    return orjson.dumps(value, option=orjson.OPT_INDENT_2)
