"""Bytes to a JSON value under limits. Refuses what is no JSON; reports what other readers would read otherwise.

Two ways in. The fast one, here, lets msgspec parse and proves with two counts that nothing was lost. Whenever it cannot
prove that, the careful one (`careful.py`) parses again and finds every fault with its place.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from tollens.core.diagnostics import Diagnostic
from tollens.core.wire.limits import MAX_DEPTH

_SMALL = 1 << 16
_LARGE = 1 << 20
_AT_ONCE = 32
_LIST = ord("[")
BOM = b"\xef\xbb\xbf"


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


def value_beside(data: bytes, other: bytes, value: dict[str, Any]) -> dict[str, Any]:
    """The JSON value of an object in which nothing is lost, with what another one has in the same places shared.

    Args:
        data: Its text.
        other: The text of the other one, in which nothing is lost either.
        value: The JSON value of that.
    """
    members = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
    others = msgspec.json.decode(other, type=dict[str, msgspec.Raw])
    return {name: _beside(text, others.get(name), value.get(name)) for name, text in members.items()}


def _beside(text: msgspec.Raw, other: msgspec.Raw | None, value: Any) -> Any:
    if not isinstance(value, list) or other is None or memoryview(text)[0] != _LIST:
        return msgspec.json.decode(text)
    elements = msgspec.json.decode(text, type=list[msgspec.Raw])
    others = msgspec.json.decode(other, type=list[msgspec.Raw])
    shared = zip(elements, others, value, strict=False)
    made = [held if one == also else msgspec.json.decode(one) for one, also, held in shared]
    return made + [msgspec.json.decode(one) for one in elements[len(made) :]]


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
