"""Whether a file is one JSON document, possibly over many lines and after a banner, or has a record a line.

Told by its first lines, and by as little of the rest as that takes: a record is whole on its line, a document is not.
"""

from typing import NamedTuple

import orjson

from tollens.plugins.sessions.source.cutting import reach

BANNER = 20
"""Within how many lines a document begins, after what a program printed before it."""

WINDOW = 1 << 16
"""How many bytes from its beginning show in most cases what a file is."""

_BLANK = 16
"""A rest of the file that is shorter may be the end of the last line."""

_LAID_OUT = frozenset({b"{", b"[", b"[{"})
"""Lines that no file of records has: a document that begins so is one even where it is damaged."""


class Document(NamedTuple):
    """A document in a file.

    Attributes:
        line: That it begins on, counted from 1.
        start: Where it begins in the bytes.
        value: What it is; `None` where it has to be repaired first.
    """

    line: int
    start: int
    value: object = None


def document_in(text: bytes) -> Document | None:
    r"""The one document that a file is, or `None` if it has a record a line.

    >>> document_in(b'Exporting session: s1{\n "a": 1}')
    Document(line=1, start=21, value={'a': 1})
    >>> document_in(b'{"a": 1}\n{"b": 2}') is None
    True
    """
    start = 0
    for number in range(1, BANNER + 1):
        end = text.find(b"\n", start)
        line = text[start:] if end < 0 else text[start:end]
        at = _bracket(line)
        if at >= 0:
            found = _judged(text, number, start + at, line[at:])
            if found is not None:
                return found if isinstance(found, Document) else None
        if end < 0:
            return None
        start = end + 1
    return None


def _bracket(line: bytes) -> int:
    """Where a document may begin on a line: with its first bracket, or in a banner with its first brace."""
    stripped = line.lstrip()
    return len(line) - len(stripped) if stripped[:1] in (b"{", b"[") else line.find(b"{")


def _judged(text: bytes, number: int, start: int, line: bytes) -> Document | bool | None:
    """The document that begins here, `True` if this is a record, or `None` if it is neither.

    Args:
        start: Where it begins in the bytes.
        line: The rest of the line from there.
    """
    if len(line) <= WINDOW and _loaded(line) is not None:  # the usual case, and the quick one
        return True
    window = text[start : start + WINDOW].decode("utf-8", "replace")
    found = reach(window, 0)
    laid_out = line.strip() in _LAID_OUT
    if found.how == "whole" and "\n" not in window[: found.end]:
        return True
    if found.how == "broken" and not laid_out:
        return None
    if len(line) > WINDOW and (record := _loaded(line)) is not None:
        # A long line that is all of the file is not read a second time.
        rest = text[start + len(line) : start + len(line) + _BLANK]
        return Document(number, start, record) if len(rest) < _BLANK and not rest.strip() else True
    value = _loaded(memoryview(text)[start:])
    if value is not None or laid_out or found.how == "whole":
        return Document(number, start, value)
    if start + WINDOW < len(text):
        found = reach(text[start:].decode("utf-8", "replace"), 0)
    return Document(number, start) if found.how == "whole" or (found.how == "cut" and found.listed) else None


def _loaded(data: bytes | memoryview) -> object:
    """The JSON value, or nothing where it is none; what begins with a bracket is never null."""
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError:
        return None
