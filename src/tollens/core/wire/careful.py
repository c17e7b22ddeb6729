"""JSON text read by the standard library, to find every fault with its place; also values that come from elsewhere."""

import functools
import json
import math
import re
from collections import Counter
from typing import Any

from tollens.core.diagnostics import Diagnostic, pointer
from tollens.core.errors import MisuseError, UnreadableError
from tollens.core.wire.limits import MAX_DEPTH, MAX_DIGITS

MOST_PLACES = 1_000_000
"""Characters of places that oddities are given with, one by one; further ones are counted."""

_Way = tuple[()] | tuple["_Way", str | int]
"""The way to a value: the way to what holds it, and its name or position there; empty for the whole."""

_LONGEST = 10**MAX_DIGITS
_DEEP = "A trace needs about ten levels; check what wrote the file."
_LONG = "Write it as a string, or round it."
_HALF = re.compile("[\ud800-\udfff]")
_ODD = {
    "WIRE002": ("This member is repeated; the last one counts here, and elsewhere may not", "Keep one of them."),
    "WIRE003": (
        "Not a number of JSON: NaN, an infinity, or a number beyond the range of a double",
        "Write null, or a string.",
    ),
    "WIRE004": (
        "Half of a surrogate pair: the text has no UTF-8 form, and so no content hash",
        "Write the whole character, or U+FFFD in its place.",
    ),
}
_WIDE = {
    b"\xff\xfe\x00\x00": "UTF-32",
    b"\x00\x00\xfe\xff": "UTF-32",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
}
_PACKED = {
    b"\x1f\x8b": ("gzip", "gunzip"),
    b"BZh9": ("bzip2", "bunzip2"),
    b"\xfd7zXZ\x00": ("xz", "unxz"),
    b"\x28\xb5\x2f\xfd": ("zstd", "unzstd"),
    b"PK\x03\x04": ("zip", "unzip"),
}
"""How compressed files begin, and what unpacks them."""


def parse_carefully(data: bytes) -> tuple[Any, tuple[Diagnostic, ...]]:
    """As `parse` in `value.py`, of text without a byte order mark."""
    text = decode_text(data)
    if not text.strip():
        raise UnreadableError("the file is empty", "Check what should have written it.", text.count("\n") + 1, 1)
    _check_limits(text)
    repeated: dict[int, list[str]] = {}
    alive: list[dict[str, Any]] = []  # an id stands for an object only as long as the object lives

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) != len(pairs):
            counted = Counter(name for name, _ in pairs)
            repeated[id(made)] = [name for name, times in counted.items() for _ in range(times - 1)]
            alive.append(made)
        return made

    try:
        value = json.loads(text, object_pairs_hook=members)
    except json.JSONDecodeError as error:
        raise UnreadableError(
            f"no JSON at line {error.lineno} column {error.colno}: {_complaint(error.msg)}",
            "Check whether the file was cut off or is of another format.",
            error.lineno,
            error.colno,
        ) from None
    except RecursionError:
        raise _too_deep(1, 1) from None
    return value, tuple(_odd_places(value, repeated))


def oddities(value: Any) -> tuple[Diagnostic, ...]:
    """What `parse` would report of a JSON value that comes from elsewhere, such as YAML or a program.

    Raises:
        UnreadableError: It is nested deeper than 700 levels, or holds an integer of more than 4,300 digits.
        MisuseError: It holds what is of no JSON type.
    """
    odd = False
    waiting: list[tuple[int, _Way, Any]] = [(0, (), [value])]
    while waiting:
        depth, way, holder = waiting.pop()
        if depth > MAX_DEPTH:
            raise _past_limit(f"nested deeper than {MAX_DEPTH} levels", "", _DEEP)
        for part, item in holder.items() if isinstance(holder, dict) else enumerate(holder):
            if isinstance(holder, dict):
                if not isinstance(part, str):
                    raise _no_json(f"the name of a member is of the type {type(part).__name__}", way)
                odd = odd or _has_surrogate(part)
            if isinstance(item, dict | list):
                waiting.append((depth + 1, (way, part) if depth else (), item))
            elif isinstance(item, str):
                odd = odd or _has_surrogate(item)
            elif isinstance(item, float):
                odd = odd or not math.isfinite(item)
            elif isinstance(item, int):
                if not -_LONGEST < item < _LONGEST:
                    raise _past_limit(f"an integer of more than {MAX_DIGITS} digits", _printable((way, part)), _LONG)
            elif item is not None:
                raise _no_json(f"a value of the type {type(item).__name__} stands", (way, part) if depth else ())
    return tuple(_odd_places(value, {})) if odd else ()


def _no_json(what: str, way: "_Way") -> MisuseError:
    place = _printable(way)
    return MisuseError(
        f"no JSON value: {what} {f'at {place}' if place else 'at its top'}",
        "Give dicts with names that are strings, lists, strings, numbers, booleans and None.",
    )


def _complaint(message: str) -> str:
    """The parser's complaint without the words that its own place followed."""
    return message[:1].lower() + message[1:].removesuffix(" at").removesuffix(" starting")


def decode_text(data: bytes) -> str:
    """The text of UTF-8 bytes.

    Raises:
        UnreadableError: They are none; says where, and what they look like.
    """
    for mark, name in _WIDE.items():
        if data.startswith(mark):
            raise UnreadableError(f"the file is {name}, not UTF-8", "Save it as UTF-8.")
    for mark, (name, program) in _PACKED.items():
        if data.startswith(mark):
            raise UnreadableError(f"the file is compressed with {name}", f"Unpack it first: {program} FILE")
    zeros = [byte == 0 for byte in data[:4]]
    if zeros in ([True, False, True, False], [False, True, False, True]):
        raise UnreadableError("the file looks like UTF-16, not UTF-8", "Save it as UTF-8.")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = error.start - (before.rfind(b"\n") + 1) + 1
        raise UnreadableError(
            f"no UTF-8: byte 0x{data[error.start]:02x} at line {line}, byte {column}", "Save it as UTF-8.", line, column
        ) from None


@functools.cache
def _token() -> re.Pattern[str]:
    """What the limits look at: strings whole, brackets, a quotation mark that opens no string, and long integers."""
    long_integer = rf"(?<![\d.eE])(?<![eE][+-])\d{{{MAX_DIGITS + 1},}}(?![\d.eE])"
    return re.compile(rf'"[^"\\]*(?:\\.[^"\\]*)*"|["\[{{\]}}]|{long_integer}', re.DOTALL)


def _check_limits(text: str) -> None:
    """Refuse nesting and integers past the limits before anything recursive sees the text."""
    depth = 0
    for found in _token().finditer(text):
        piece = found[0]
        if piece in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                raise _too_deep(*_place(text, found.start()))
        elif piece in "]}":
            depth -= 1
        elif piece == '"':
            return  # never closed: the parser says so better
        elif piece[0] != '"':
            raise _too_long(*_place(text, found.start()))


def _too_deep(line: int, column: int) -> UnreadableError:
    return _past_limit(f"nested deeper than {MAX_DEPTH} levels", f"line {line} column {column}", _DEEP, line, column)


def _too_long(line: int, column: int) -> UnreadableError:
    what = f"an integer of more than {MAX_DIGITS} digits"
    return _past_limit(what, f"line {line} column {column}", _LONG, line, column)


def _past_limit(
    what: str, place: str, advice: str, line: int | None = None, column: int | None = None
) -> UnreadableError:
    return UnreadableError(f"{what} at {place}" if place else what, advice, line, column)


def _place(text: str, offset: int) -> tuple[int, int]:
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def _odd_places(value: Any, repeated: dict[int, list[str]]) -> list[Diagnostic]:
    """Every repeated member, number that is none, and lone surrogate, in the order of the text.

    The way to each value shares what leads to it, and places are written only up to `MOST_PLACES`: deep or long-named
    ones would otherwise fill the memory.
    """
    found = _Odd()
    stack: list[tuple[_Way, Any]] = [((), value)]
    while stack:
        way, item = stack.pop()
        if isinstance(item, dict):
            for name in repeated.get(id(item), ()):
                found.add("WIRE002", (way, name))
            for name in item:
                if _has_surrogate(name):
                    found.add("WIRE004", (way, name))
            stack.extend(((way, name), child) for name, child in reversed(item.items()))
        elif isinstance(item, list):
            stack.extend(((way, at), item[at]) for at in reversed(range(len(item))))
        elif isinstance(item, str) and _has_surrogate(item):
            found.add("WIRE004", way)
        elif isinstance(item, float) and not math.isfinite(item):
            found.add("WIRE003", way)
    return found.said()


class _Odd:
    """Gathers oddities with their places, and counts them once their places are long enough together."""

    def __init__(self) -> None:
        self._found: list[Diagnostic] = []
        self._written = 0
        self._more: dict[str, int] = {}

    def add(self, code: str, way: "_Way") -> None:
        if self._written > MOST_PLACES:
            self._more[code] = self._more.get(code, 0) + 1
            return
        place = _printable(way)
        self._written += len(place)
        self._found.append(_fault(code, place))

    def said(self) -> list[Diagnostic]:
        more = [_fault(code, "", f" ({count} more places)") for code, count in sorted(self._more.items())]
        return self._found + more


def repeated_member(place: str) -> Diagnostic:
    """The fault of a member that is given twice, at a JSON pointer."""
    return _fault("WIRE002", place)


def _fault(code: str, place: str, more: str = "") -> Diagnostic:
    text, hint = _ODD[code]
    return Diagnostic(code, "error", place, text + more, "2.2", hint)


def _has_surrogate(text: str) -> bool:
    return not text.isascii() and _HALF.search(text) is not None


def _printable(way: "_Way") -> str:
    """The pointer, with what has no UTF-8 form written as an escape."""
    parts: list[str | int] = []
    while way:
        way, part = way
        parts.append(part)
    return pointer(*reversed(parts)).encode("utf-8", "backslashreplace").decode("utf-8")


def printable(value: Any) -> Any:
    """A copy of a JSON value in which everything can be written as JSON: U+FFFD for lone surrogates, null for NaN."""
    root: list[Any] = [value]
    stack: list[tuple[Any, Any]] = [(root, 0)]
    while stack:
        holder, at = stack.pop()
        item = holder[at]
        if isinstance(item, str):
            holder[at] = _mended(item)
        elif isinstance(item, float) and not math.isfinite(item):
            holder[at] = None
        elif isinstance(item, list):
            holder[at] = list(item)
            stack.extend((holder[at], place) for place in range(len(item)))
        elif isinstance(item, dict):
            holder[at] = {_mended(name): child for name, child in item.items()}
            stack.extend((holder[at], name) for name in holder[at])
    return root[0]


def _mended(text: str) -> str:
    if not _has_surrogate(text):
        return text
    return "".join("\ufffd" if "\ud800" <= character <= "\udfff" else character for character in text)
