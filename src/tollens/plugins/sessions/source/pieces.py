"""A line that is no single well-formed record, taken apart: what is whole on it, and what is torn.

Records may share a line, with nothing or a comma between them, and a torn one may have the next
right behind it. Nothing that is whole is lost, and no part of a torn record is taken for one.
"""

import json
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

_BETWEEN = re.compile("[ \t\r\n\x0b\x0c\x1e\ufeff]*")
"""What may stand between records: white space, the separator of RFC 7464, and the mark that begins a file."""

_NAME = r'"([A-Za-z_$]{1,60})"[ ]?:'
_BEGINNING = re.compile(rf'\{{[ ]?{_NAME}[ ]?(?:"[^"\\]{{0,300}}"|[a-z0-9.-]{{1,30}})[ ]?,[ ]?{_NAME}')

_WINDOW = 1 << 12
"""How many characters are read at first in looking for a value."""

_TOKEN = 20
"""No mark, word or escape of JSON is longer: an error so near to the end of a window may come of that end."""

_WORK = 8
"""How often the length of a line is read at most in looking for where records begin again."""


def _integer(digits: str) -> int | float:
    """As orjson reads it: a float beyond 64 bits."""
    return int(digits) if len(digits) < 19 else float(digits)


class Value(NamedTuple):
    """A value of a line; `sure` unless it may as well be the last whole part of a record that is torn behind it."""

    value: object
    sure: bool = True


def pieces(text: str, constant: Callable[[str], None] = lambda name: None) -> Iterator[Value | str]:
    """The values of a line, and one reason for each stretch that is none.

    Args:
        text: The line.
        constant: Is told of NaN and the infinities, which are no JSON and are read as null.

    >>> [piece.value for piece in pieces('{"a": 1}{"b": 2}')]
    [{'a': 1}, {'b': 2}]
    >>> list(pieces('{"a": "to{"b": {"c": 2}}'))
    ["no JSON record: Expecting ',' delimiter", Value(value={'b': {'c': 2}}, sure=True)]
    """
    decoder = json.JSONDecoder(parse_int=_integer, parse_constant=constant)
    position, work, broken, torn, begun = 0, _WORK * len(text), False, 0, ""
    while (position := _next(text, position, broken)) < len(text):
        found = _tried(decoder, text, position)
        work -= found.end - position
        # What was read without a fault up to where a record is torn are its parts, save what begins as the record does.
        like = begun and _beginning(text, position) == begun and _after(text, found.end) in ("", "{")
        whole = not found.reason and (found.end > torn or bool(like))
        follows = broken and _before(text, position) in (":", ",", "[")
        after = _after(text, found.end) if whole else ""
        if whole and (after in ("", "{") if follows else isinstance(found.value, dict | list) or after in ("", "{")):
            yield Value(found.value, not follows or after == "{")
            position, broken = found.end, False
            continue
        if not broken:
            yield found.reason or "no JSON record: a part of one"
            torn = 0
        if found.fault >= torn:
            torn, begun = found.fault, _beginning(text, position)
        broken, position = True, position + 1 if work > 0 else len(text)


class _Tried(NamedTuple):
    """What reading a value came to: the value and its end; or the reason why there is none, how far was read, and up
    to where without a fault.
    """

    value: object
    end: int
    reason: str = ""
    fault: int = 0


def _tried(decoder: json.JSONDecoder, text: str, position: int) -> _Tried:
    """Read the value that begins at a position.

    Windows of the text are read, larger and larger ones, since what tells of an error counts the lines before it.
    """
    size = _WINDOW
    while True:
        window = text[position : position + size]
        whole = position + size >= len(text)
        try:
            value, end = decoder.raw_decode(window)
        except RecursionError:
            return _Tried(None, position + len(window), "nested too deeply", position)
        except json.JSONDecodeError as error:
            torn = error.msg.startswith("Unterminated")
            if whole or (error.pos < len(window) - _TOKEN and not torn):
                read = len(window) if torn else error.pos + 1
                return _Tried(None, position + read, f"no JSON record: {error.msg}", position + error.pos)
        except ValueError as error:
            return _Tried(None, position + len(window), f"no JSON record: {error}", position)
        else:
            if whole or end < len(window):
                return _Tried(value, position + end)
        size *= 8


def _next(text: str, position: int, broken: bool) -> int:
    """Where the next value may begin; after a break, only an object is looked for."""
    if broken:
        found = text.find('{"', position)
        return found if found >= 0 else len(text)
    position = _skipped(text, position)
    if text[position : position + 1] == ",":
        after = _skipped(text, position + 1)
        return after if after < len(text) and text[after] == "{" and position > 0 else position
    return position


def _skipped(text: str, position: int) -> int:
    found = _BETWEEN.match(text, position)
    return position if found is None else found.end()


def _beginning(text: str, position: int) -> str:
    """The names of the first two members of an object, where the first one is no object; empty where they are not."""
    found = _BEGINNING.match(text, position)
    return f"{found[1]}:{found[2]}" if found else ""


def _after(text: str, position: int) -> str:
    """The first character from a position on that may not stand between records."""
    position = _skipped(text, position)
    return text[position : position + 1]


def _before(text: str, position: int) -> str:
    """The last character before a position that is no white space."""
    position -= 1
    while position >= 0 and text[position] in " \t":
        position -= 1
    return text[position] if position >= 0 else ""
