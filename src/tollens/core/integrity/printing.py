"""§12.4 JSON text to the canonical form through msgspec and orjson, in a third of the standard library's time or less.

Refuses every text for which the two are not surely right: `canonical.py` then asks the standard library. A text that is
small becomes one value. Of a larger one the elements of its lists are printed a few at a time, while the text is being
read: the values of all of them, several times as large as their text, would leave the processor's caches.
"""

import math
from collections.abc import Container, Iterable
from typing import Any, NamedTuple

import msgspec
import orjson

from tollens.core.integrity.unchanged import Unchanged, is_unchanged
from tollens.core.wire.value import is_plain

_SMALL = 1 << 19
"""Length of a text that becomes one value."""
_AT_ONCE = 32
"""How many elements of a list are values at a time: few enough to stay in the processor's caches until printed."""
_MOST_KEPT = 1 << 10
"""How many floats are kept: the same few are found over and over, and a text may have millions of others."""
_STRICTLY = orjson.OPT_SORT_KEYS | orjson.OPT_STRICT_INTEGER


class Printed(NamedTuple):
    """The canonical form of a text.

    Attributes:
        pieces: Joined, its bytes.
        plain: Every number in it is known to be one that other languages print alike.
    """

    pieces: list[bytes]
    plain: bool


def printed(data: bytes, left_out: Container[str], *, proven: bool) -> Printed | None:
    """The canonical form of a JSON object, or `None` where it is not sure, or the text is no object.

    Args:
        data: Its text, without a byte order mark.
        left_out: Names of members that are not printed.
        proven: Whether it is only sure where no member is repeated. Otherwise the last one counts, as everywhere.
    """
    way = _at_once if len(data) < _SMALL else _in_passing
    try:
        return way(data, left_out, proven)
    except (msgspec.MsgspecError, ValueError, TypeError, RecursionError):
        return None


class _Numbers(dict[str, object]):
    """Text of a float to what orjson shall print. Also prints values, and sees to the integers in them.

    Attributes:
        plain: No number was seen that languages print otherwise.
        grown: A number may be printed longer than the text has it.
    """

    __slots__ = ("grown", "plain")

    def __init__(self) -> None:
        super().__init__()
        self.plain = True
        self.grown = False

    def __missing__(self, text: str) -> object:
        made = self._read(text)
        if len(self) < _MOST_KEPT:
            self[text] = made
        return made

    def _read(self, text: str) -> object:
        value = float(text)
        if is_plain(value):
            self.grown |= "e" in text or "E" in text
            return value  # orjson prints it as Python does; of others it has its own forms, which changed over time
        if not math.isfinite(value):
            raise ValueError
        self.plain = False
        form = repr(value)
        self.grown |= len(form) > len(text)
        return orjson.Fragment(form)

    def print(self, value: object) -> bytes:
        """A JSON value by orjson, which sorts names by code point and escapes as the canonical form does."""
        try:
            return orjson.dumps(value, option=_STRICTLY)
        except TypeError:  # an integer past 53 bits, which not every language reads exactly
            self.plain = False
            return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def _at_once(data: bytes, left_out: Container[str], proven: bool) -> Printed | None:
    """By way of one value."""
    numbers = _Numbers()
    members = msgspec.json.Decoder(float_hook=numbers.__getitem__).decode(data)
    if not isinstance(members, dict):
        return None
    pieces = [numbers.print({name: member for name, member in members.items() if name not in left_out})]
    if proven and not is_unchanged(data, members):
        rest = [orjson.dumps({name: member for name, member in members.items() if name in left_out})]
        if not _complete(data, pieces + rest, numbers):
            return None
    return Printed(pieces, numbers.plain)


def _complete(data: bytes, pieces: list[bytes], numbers: _Numbers) -> bool:
    """Whether a text has no member that is not in the pieces of two objects, which were made of it.

    Printing only shortens: blanks go, escapes become characters. A text no longer than the pieces has therefore lost
    nothing; the two more braces make up for a comma and a line end, not for a member. Of any other, the quotation marks
    are counted (see `wire/value.py`): it may have none more than the pieces, and none as an escape (u0022).
    """
    if not numbers.grown and len(data) <= sum(map(len, pieces)):
        return True
    if b"\\" in data and b"u0022" in data:
        return False
    return sum(piece.count(b'"') for piece in pieces) == data.count(b'"')


class _Name(str):
    """A name at the top of the text, as msgspec reports it."""

    __slots__ = ()


class _Element:
    """An element of a list at the top of the text, as msgspec reports it."""

    __slots__ = ()


_IS_PRINTED = _Element()
_MEMBERS = dict[_Name, list[_Element] | dict[str, Any] | str | int | float | bool | None]


class _Reading:
    """What msgspec reports while it reads a text.

    Attributes:
        numbers: Those seen.
        unchanged: Compares the text with its members.
    """

    __slots__ = ("_lists", "_pieces", "_waiting", "numbers", "unchanged")

    def __init__(self, data: bytes, proven: bool) -> None:
        self.numbers = _Numbers()
        self.unchanged = Unchanged(data if proven else b"")
        self._lists: dict[str, list[bytes]] = {}
        self._pieces: list[bytes] = []
        self._waiting: list[Any] = []

    def members(self, data: bytes) -> dict[str, Any]:
        """The members of an object, for orjson to print, but for the elements of lists."""
        decoder = msgspec.json.Decoder(_MEMBERS, float_hook=self.numbers.__getitem__, dec_hook=self._report)
        members: dict[str, Any] = {str(name): member for name, member in decoder.decode(data).items()}
        self._print_waiting()
        for name, member in members.items():
            if (
                type(member) is float
            ):  # msgspec does not ask about those that a type names, nor show how they stand there
                members[name] = self.numbers[repr(member)]
                self.numbers.grown = True
        return members

    def printed(self, name: str, member: object) -> list[bytes]:
        """A member in pieces."""
        elements = self._lists[name]
        return [*elements, b"]"] if elements else [self.numbers.print(member)]

    def _report(self, kind: type, value: Any) -> Any:
        if kind is _Element:
            self._waiting.append(value)
            if len(self._waiting) == _AT_ONCE:
                self._print_waiting()
            return _IS_PRINTED
        self._print_waiting()
        if value in self._lists:
            raise ValueError
        self._pieces = self._lists[value] = []
        self.unchanged.begin(value)
        return _Name(value)

    def _print_waiting(self) -> None:
        if self._waiting:
            text = memoryview(self.numbers.print(self._waiting))[1:-1]
            self._pieces.append((b"," if self._pieces else b"[") + text)
            self.unchanged.elements(self._waiting)
            self._waiting.clear()


def _in_passing(data: bytes, left_out: Container[str], proven: bool) -> Printed | None:
    """By way of a few values at a time."""
    reading = _Reading(data, proven)
    members = reading.members(data)
    text, rest = (
        _joined((name, reading.printed(name, members[name])) for name in sorted(members) if (name in left_out) is out)
        for out in (False, True)
    )
    if proven and not (reading.unchanged.of(members) or _complete(data, text + rest, reading.numbers)):
        return None
    return Printed(text, reading.numbers.plain)


def _joined(members: Iterable[tuple[str, list[bytes]]]) -> list[bytes]:
    """An object in pieces, given those of its members, sorted by name."""
    pieces: list[bytes] = []
    for name, member in members:
        pieces += (b"%b%b:" % (b"," if pieces else b"{", orjson.dumps(name)), *member)
    return [*pieces, b"}"] if pieces else [b"{}"]
