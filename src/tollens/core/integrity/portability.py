"""Values for which another language, reading the same file, would compute another content hash (§12.4, decision 0065).

The canonical form prints numbers as Python does and sorts names by code point; most languages do otherwise for whole
floats, exponents, integers past 53 bits, and characters beyond the basic plane.
"""

from collections.abc import Callable, Iterator
from typing import Any

from tollens.core.diagnostics import Diagnostic, pointer
from tollens.core.integrity.canonical import HASH_EXCLUDE, Canonical

PLACES = 20
"""Places that are named for each kind; further ones are counted."""

_SAFE = (1 << 53) - 1
_ASTRAL = tuple(bytes((first,)) for first in range(0xF0, 0xF5))
"""How characters beyond the basic plane begin in UTF-8."""

REMARKS = {
    "HASH001": ("A float without fraction: many languages print it as an integer", "Write it as an integer, or text."),
    "HASH002": ("A float that is printed with an exponent, which languages write otherwise", "Write it as text."),
    "HASH003": ("An integer past 53 bits, which many languages read as another one", "Write it as text."),
    "HASH004": (
        "A name with a character beyond the basic plane: languages that sort by UTF-16 put it elsewhere",
        "Use another name.",
    ),
}
"""Code to what it means for the hash, and what to do about it."""


def remarks(canonical: Canonical, value: Callable[[], dict[str, Any]]) -> tuple[Diagnostic, ...]:
    """What stands in the way of the same hash elsewhere: what is ambiguous in the file, then what is not portable.

    Args:
        canonical: The canonical bytes of the file.
        value: Gives its JSON value; asked only where the bytes do not show that there is nothing to find.
    """
    if canonical.plain and not any(first in piece for piece in canonical.pieces or () for first in _ASTRAL):
        return canonical.ambiguous
    found: dict[str, list[str]] = {code: [] for code in REMARKS}
    counts = dict.fromkeys(REMARKS, 0)
    for code, way in _places(value()):
        counts[code] += 1
        if len(found[code]) < PLACES:
            found[code].append(_written(way))
    return (*canonical.ambiguous, *(each for code in REMARKS for each in _said(code, found[code], counts[code])))


_Way = tuple["_Way", str | int] | None
"""The way to a value: the way to what holds it, and its name or position there."""


def _places(value: dict[str, Any]) -> Iterator[tuple[str, _Way]]:
    waiting: list[tuple[_Way, Any]] = [
        ((None, name), member) for name, member in reversed(value.items()) if name not in HASH_EXCLUDE
    ]
    yield from (("HASH004", (None, name)) for name in value if _beyond(name))
    while waiting:
        way, item = waiting.pop()
        if isinstance(item, dict):
            yield from (("HASH004", (way, name)) for name in item if _beyond(name))
            waiting.extend(((way, name), member) for name, member in reversed(item.items()))
        elif isinstance(item, list):
            waiting.extend(((way, at), item[at]) for at in reversed(range(len(item))))
        elif isinstance(item, float):
            printed = repr(item)
            if "e" in printed:
                yield "HASH002", way
            elif printed.endswith(".0"):
                yield "HASH001", way
        elif isinstance(item, int) and not -_SAFE <= item <= _SAFE:
            yield "HASH003", way


def _beyond(name: str) -> bool:
    return not name.isascii() and max(name) > "\uffff"


def _written(way: _Way) -> str:
    parts: list[str | int] = []
    while way is not None:
        way, part = way
        parts.append(part)
    return pointer(*reversed(parts)).encode("utf-8", "backslashreplace").decode("utf-8")


def _said(code: str, places: list[str], count: int) -> Iterator[Diagnostic]:
    text, hint = REMARKS[code]
    yield from (Diagnostic(code, "warning", place, text, "12.4", hint) for place in places)
    if count > len(places):
        more = count - len(places)
        yield Diagnostic(code, "warning", "", f"{text} ({more} more place{'' if more == 1 else 's'})", "12.4", hint)
