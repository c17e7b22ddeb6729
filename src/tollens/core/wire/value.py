"""Bytes to a JSON value under limits. Refuses what is no JSON; reports what other readers would read otherwise.

Two ways in. The fast one, here, lets msgspec parse and proves with two counts that nothing was lost. Whenever it cannot
prove that, the careful one (`careful.py`) parses again and finds every fault with its place.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from tollens.core.diagnostics import Diagnostic
from tollens.core.wire.limits import MAX_DEPTH

_SMALL = 1 << 16
_LARGE = 1 << 20
_AT_ONCE = 32
_LIST = ord("[")
_LEAST, _MOST = 1e-4, 1e16
_NEAR = 64
"""So many blanks at most are looked past for the end of an element."""
BOM = b"\xef\xbb\xbf"


class Fractions(dict[str, float]):
    """Reads the fractions of a text, each spelling once, and notes whether languages print them alike.

    Attributes:
        plain: Whether all that were read are `is_plain`.
    """

    plain = True

    def __missing__(self, text: str) -> float:
        """The number that a text spells, as msgspec reads it.

        Raises:
            ValueError: It is beyond the range of numbers.
        """
        value = self[text] = float(text)
        if not is_plain(value):
            if value in (float("inf"), float("-inf")):
                raise ValueError(f"{text} is beyond the range of numbers")
            self.plain = False
        return value

    @property
    def read(self) -> Callable[[bytes], Any]:
        """Reads JSON text, its fractions by this."""
        return msgspec.json.Decoder(float_hook=self.__getitem__).decode


def is_plain(number: float) -> bool:
    """Whether a fraction is printed alike by all languages: shortly, with a part behind the point, without exponent."""
    return _LEAST <= abs(number) < _MOST and not number.is_integer()


class Parsed(NamedTuple):
    """A JSON value and what was odd about its text."""

    value: Any
    faults: tuple[Diagnostic, ...] = ()


def parse(data: bytes) -> Parsed:
    """Read JSON text.

    Of two members with one name the last counts, `NaN`, `Infinity` and lone surrogates are read: each is reported as a
    fault (an error), since another reader would see another value.

    Args:
        data: UTF-8, with or without a byte order mark.

    Raises:
        UnreadableError: No UTF-8, no JSON, deeper than 700 levels, or an integer of more than 4,300 digits.
    """
    faults = remarks_on(data)
    data = data.removeprefix(BOM)
    try:
        value = msgspec.json.decode(data)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        value, found = _carefully(data)
        return Parsed(value, faults + found)
    if not _complete(data, value):
        value, found = _carefully(data)
        faults += found
    return Parsed(value, faults)


def remarks_on(data: bytes) -> tuple[Diagnostic, ...]:
    """What is to be said of text that can be read: that it begins with a byte order mark."""
    if not data.startswith(BOM):
        return ()
    return (Diagnostic("WIRE005", "info", "", "The file begins with a byte order mark, which was skipped"),)


def nothing_lost(data: bytes) -> bool:
    """Whether text that msgspec decodes surely repeats no member and is surely within the depth limit.

    Where it is not sure, `parse` tells.
    """
    if len(data) < _SMALL:
        return _complete(data, msgspec.json.decode(data))
    if b"u0022" in data:
        return False
    import orjson  # faster, but its import alone costs more than a small file

    parts = [data] if len(data) < _LARGE else _parts(data)
    try:
        return sum(orjson.dumps(orjson.loads(part)).count(b'"') for part in parts) == data.count(b'"')
    except (msgspec.MsgspecError, ValueError, TypeError):  # TypeError: more than 254 levels
        return False


def _parts(data: bytes) -> Iterator[bytes]:
    """A large object in parts that are JSON and together hold all its quotation marks: as a whole it, several times
    as large as its text, would leave the processor's caches.
    """
    members = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
    yield msgspec.json.encode(list(members))
    for member in members.values():
        if memoryview(member)[0] != _LIST:
            yield bytes(member)
            continue
        elements = msgspec.json.decode(member, type=list[msgspec.Raw])
        for start in range(0, len(elements), _AT_ONCE):
            yield b"[" + b",".join(elements[start : start + _AT_ONCE]) + b"]"


Members = Mapping[str, msgspec.Raw]
"""The members of an object in which nothing is lost, as they are written."""


def value_beside(members: Members, others: Members, value: dict[str, Any], fractions: Fractions) -> dict[str, Any]:
    """The JSON value of an object, with what another one has in the same places shared.

    Args:
        members: Of the object.
        others: Of the other one.
        value: The JSON value of that.
        fractions: Reads those that are not shared.
    """
    read = fractions.read
    return {name: _beside(text, others.get(name), value.get(name), read) for name, text in members.items()}


def begins_with(text: msgspec.Raw | None, other: msgspec.Raw) -> bool:
    """Whether a list begins with all elements of another one, written alike; what is no list must be written alike.

    >>> begins_with(msgspec.Raw(b"[1, 2]"), msgspec.Raw(b"[1]")), begins_with(msgspec.Raw(b"[12]"), msgspec.Raw(b"[1]"))
    (True, False)
    """
    first = bytes(other)
    held = b"null" if text is None else bytes(text)
    if not first.startswith(b"["):
        return held == first
    first = first[:-1].rstrip()
    after = held[len(first) : len(first) + _NEAR].lstrip()
    return first == b"[" or (held.startswith(first) and after.startswith((b",", b"]")))


def _beside(text: msgspec.Raw, other: msgspec.Raw | None, value: Any, read: Callable[[bytes], Any]) -> Any:
    if not isinstance(value, list) or other is None or memoryview(text)[0] != _LIST:
        return read(text)
    elements = msgspec.json.decode(text, type=list[msgspec.Raw])
    others = msgspec.json.decode(other, type=list[msgspec.Raw])
    shared = zip(elements, others, value, strict=False)
    made = [held if one == also else read(one) for one, also, held in shared]
    return made + [read(one) for one in elements[len(made) :]]


def _complete(data: bytes, value: Any) -> bool:
    """Whether `value` surely holds every member of the text and is surely within the depth limit.

    Printed again, the value has the same number of quotation marks unless a repeated member was dropped: marks inside
    strings are printed as the text has them, except one written as an escape (u0022), which therefore proves nothing.
    """
    if b"u0022" in data:
        return False
    if data.count(b"[") + data.count(b"{") > MAX_DEPTH:
        import orjson

        try:
            printed = orjson.dumps(value)
        except TypeError:  # more than 254 levels, or an integer beyond 64 bits
            return False
    else:
        printed = msgspec.json.encode(value)
    return printed.count(b'"') == data.count(b'"')


def _carefully(data: bytes) -> tuple[Any, tuple[Diagnostic, ...]]:
    from tollens.core.wire.careful import parse_carefully  # rarely needed, and json and re are not free

    return parse_carefully(data)
