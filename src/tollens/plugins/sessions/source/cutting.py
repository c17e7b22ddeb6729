"""One JSON document that may be cut off: how far it goes, and what of it is whole.

An export that a program writes through a pipe may end in the middle of a string. What stands before the cut is read by
closing what is open after the last value that is complete; where the cut is, is told, so that a reader can leave out
the record that is not whole.
"""

import json
import re
from typing import Literal, NamedTuple

_TEXT = r'"[^"\\\x00-\x1f]*+(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*+)*+'
_NUMBER = r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?(?![0-9.eE+-])"
_TOKEN = rf"[ \t\r\n]*+(?:(?P<mark>[][{{}},:])|(?P<text>{_TEXT}\")|(?P<word>{_NUMBER}|true|false|null|NaN|-?Infinity))"
_UNFINISHED = (
    rf"[ \t\r\n]*+(?:{_TEXT}(?:\\(?:u[0-9a-fA-F]{{0,3}})?)?|-?(?:[0-9][0-9.eE+-]*+)?"
    r"|t|tr|tru|f|fa|fal|fals|n|nu|nul)?\Z"
)

_CLOSERS = {"{": "}", "[": "]"}
_NEXT = {"{": "a member or the end", "[": "a value or the end"}

Place = str | int
"""A member of an object, or a position in a list counted from 0."""


class Reach(NamedTuple):
    """How far a document goes.

    Attributes:
        how: It is `whole`; it is `cut` off where the text ends; or it is `broken`: what follows is no JSON.
        end: Where it ends, is cut off, or is broken.
        kept: Up to where it is whole: closed by `closers` from there it is a document.
        path: Down to what was open at the cut or the break: `("messages", 3, "parts")`; empty where it is whole.
        listed: Some value of a list in it is complete.
    """

    how: Literal["whole", "cut", "broken"]
    end: int
    kept: int
    closers: str = ""
    path: tuple[Place, ...] = ()
    listed: bool = False


def reach(text: str, start: int) -> Reach:
    """How far the document goes that begins with the `{` or `[` at a position.

    >>> found = reach('{"a": [1, {"b": 2, "c": "thr', 0)
    >>> found.how, found.path, '{"a": [1, {"b": 2, "c": "thr'[: found.kept] + found.closers
    ('cut', ('a', 1), '{"a": [1, {"b": 2}]}')
    """
    return _Scan(text, start).run()


class _Scan:
    """Goes over the tokens once, without recursion."""

    def __init__(self, text: str, start: int) -> None:
        self._token = re.compile(_TOKEN).match  # here, as few files need it
        self._text = text
        self._position = self._kept = start
        self._open: list[str] = []
        self._keys: list[str] = []
        self._counts: list[int] = []
        self._listed = False
        self._awaited = "a value"

    def run(self) -> Reach:
        """Go to the end, the cut or the break."""
        text, length = self._text, len(self._text)
        while True:
            token = self._token(text, self._position)
            if token is None:
                cut = re.compile(_UNFINISHED).match(text, self._position) is not None
                return self._told("cut" if cut else "broken", length if cut else self._position)
            if token["word"] is not None and token.end() == length and "value" in self._awaited:
                return self._told("cut", length)
            if not self._take(token):
                return self._told("broken", token.end() - 1)
            self._position = token.end()
            if not self._open:
                return self._told("whole", self._position)

    def _take(self, token: re.Match[str]) -> bool:
        """Take a token; gives whether it may stand here."""
        mark, awaited = token["mark"], self._awaited
        if mark is None:
            return self._value(token)
        if mark in _CLOSERS:
            if "value" not in awaited:
                return False
            self._open.append(mark)
            self._keys.append("")
            self._counts.append(0)
            self._kept, self._awaited = token.end(), _NEXT[mark]
        elif mark == ":":
            self._awaited = "a value"
            return awaited == "a colon"
        elif mark == ",":
            self._awaited = "a value" if self._open[-1:] == ["["] else "a member"
            return awaited == "a comma or the end"
        else:
            if "the end" not in awaited or not self._open or _CLOSERS[self._open[-1]] != mark:
                return False
            for held in (self._open, self._keys, self._counts):
                held.pop()
            self._completed(token.end())
        return True

    def _value(self, token: re.Match[str]) -> bool:
        """Take a string, a number or a word: a value, or the name of a member."""
        if "member" in self._awaited:
            if token["text"] is None:
                return False
            self._keys[-1], self._awaited = token["text"], "a colon"
            return True
        if "value" not in self._awaited or not self._open:
            return False
        self._completed(token.end())
        return True

    def _completed(self, end: int) -> None:
        """A value is complete."""
        self._kept, self._awaited = end, "a comma or the end"
        if self._open:
            self._counts[-1] += 1
            self._listed = self._listed or self._open[-1] == "["

    def _told(self, how: Literal["whole", "cut", "broken"], end: int) -> Reach:
        closers = "".join(_CLOSERS[mark] for mark in reversed(self._open))
        steps = zip(self._open[:-1], self._keys, self._counts, strict=False)
        path = tuple(count if mark == "[" else json.loads(key) for mark, key, count in steps)
        return Reach(how, end, self._kept, closers, path, self._listed)
