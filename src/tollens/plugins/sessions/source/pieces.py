"""A line that is no single well-formed record, taken apart: what is whole on it, and what is torn.

Records may share a line, with nothing or a comma between them, and a torn one may have the next
right behind it. Nothing that is whole is lost, and no part of a torn record is taken for one.
"""

import json
import re
from collections.abc import Iterator

_BETWEEN = re.compile("[ \t\r\n\x0b\x0c\x1e\ufeff]*")
"""What may stand between records: white space, the separator of RFC 7464, and the mark that begins a file."""

_WORK = 8
"""How often the length of a line is read at most in looking for where records begin again."""


def _integer(digits: str) -> int | float:
    """As orjson reads it: a float beyond 64 bits."""
    return int(digits) if len(digits) < 19 else float(digits)


_DECODER = json.JSONDecoder(parse_int=_integer, parse_constant=lambda _: None)


def pieces(text: str) -> Iterator[tuple[object] | str]:
    """The values of a line, each in a tuple, and one reason for each stretch that is none.

    >>> list(pieces('{"a": 1}{"b": 2}'))
    [({'a': 1},), ({'b': 2},)]
    >>> list(pieces('{"a": "to{"b": {"c": 2}}'))
    ["no JSON record: Expecting ',' delimiter", ({'b': {'c': 2}},)]
    """
    position, work, broken = 0, _WORK * len(text), False
    while (position := _next(text, position, broken)) < len(text):
        try:
            value, end = _DECODER.raw_decode(text, position)
        except (ValueError, RecursionError) as error:
            work -= _read(error, text, position)
            if not broken:
                yield _reason(error)
        else:
            work -= end - position
            if _stands_alone(text, position, end, value, broken):
                broken, position = False, end
                yield (value,)
                continue
            if not broken:
                yield "no JSON record: a part of one"
        broken, position = True, position + 1 if work > 0 else len(text)


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


def _stands_alone(text: str, start: int, end: int, value: object, broken: bool) -> bool:
    """Whether a value is a record of its own, and no part of one that is torn.

    A part is followed by more of its record, or by the bracket that closes it.
    """
    following = _skipped(text, end)
    after = text[following : following + 1]
    if broken and _before(text, start) in (":", ",", "["):
        return after in ("", "{")
    return isinstance(value, dict | list) or after in ("", "{")


def _before(text: str, position: int) -> str:
    """The last character before a position that is no white space."""
    position -= 1
    while position >= 0 and text[position] in " \t":
        position -= 1
    return text[position] if position >= 0 else ""


def _read(error: Exception, text: str, position: int) -> int:
    """How many characters were read, at least, until an error was found."""
    if isinstance(error, json.JSONDecodeError) and not error.msg.startswith("Unterminated"):
        return error.pos - position + 1
    return len(text) - position


def _reason(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "nested too deeply"
    message = error.msg if isinstance(error, json.JSONDecodeError) else str(error)
    return f"no JSON record: {message}"
