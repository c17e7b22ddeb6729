"""Bytes to a JSON value under limits. Refuses what is no JSON; reports what other readers would read otherwise.

Two ways in. The fast one lets msgspec parse and proves, with two counts, that nothing was lost. Whenever it cannot
prove that, the slow one parses again with the standard library and finds every fault with its place.
"""

import json
import math
import re
from typing import Any, NamedTuple

import msgspec

from tollens.core.diagnostics import Diagnostic, pointer
from tollens.core.errors import MisuseError, UnreadableError

MAX_DEPTH = 700
"""Levels of nesting that are read."""
MAX_DIGITS = 4300
"""Digits that an integer may have; Python's own limit for converting text to an integer."""

_SMALL = 1 << 16
BOM = b"\xef\xbb\xbf"
_WIDE = {
    b"\xff\xfe\x00\x00": "UTF-32",
    b"\x00\x00\xfe\xff": "UTF-32",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
}


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
    faults: tuple[Diagnostic, ...] = ()
    if data.startswith(BOM):
        data = data[len(BOM) :]
        faults = (Diagnostic("WIRE005", "info", "", "The file begins with a byte order mark, which was skipped"),)
    try:
        value = msgspec.json.decode(data)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        value, found = _parse_slowly(data)
        return Parsed(value, faults + found)
    if not _complete(data, value):
        value, found = _parse_slowly(data)
        faults += found
    return Parsed(value, faults)


def oddities(value: Any) -> tuple[Diagnostic, ...]:
    """What `parse` would report of a JSON value that comes from elsewhere, such as YAML or a program.

    Raises:
        UnreadableError: It is nested deeper than 700 levels, or holds an integer of more than 4,300 digits.
        MisuseError: It holds what is of no JSON type.
    """
    try:
        text = json.dumps(value, ensure_ascii=False, check_circular=False)
    except RecursionError:
        raise _too_deep(1, 1) from None
    except ValueError:  # the only one that printing raises: a number that Python will not turn into digits
        raise _too_long(1, 1) from None
    except TypeError as error:
        raise MisuseError(
            f"no JSON value: {error}", "Give dicts, lists, strings, numbers, booleans and None."
        ) from None
    _check_limits(text)
    try:
        text.encode("utf-8")
        odd = "NaN" in text or "Infinity" in text
    except UnicodeEncodeError:
        odd = True
    return tuple(_odd_places(value, {})) if odd else ()


def _complete(data: bytes, value: Any) -> bool:
    """Whether `value` surely holds every member of the text and is surely within the depth limit.

    Printed again, the value has the same number of quotation marks unless a repeated member was dropped: marks inside
    strings are printed as the text has them, except one written as an escape (u0022), which therefore proves nothing.
    """
    if b"u0022" in data:
        return False
    if len(data) < _SMALL:
        printed = msgspec.json.encode(value)
        shallow = data.count(b"[") + data.count(b"{") <= MAX_DEPTH
    else:
        import orjson  # faster, but its import alone costs more than a small file

        try:
            printed = orjson.dumps(value)
        except TypeError:  # more than 254 levels, or an integer beyond 64 bits
            return False
        shallow = True
    return shallow and printed.count(b'"') == data.count(b'"')


def _parse_slowly(data: bytes) -> tuple[Any, tuple[Diagnostic, ...]]:
    text = _decode(data)
    _check_limits(text)
    repeated: dict[int, list[str]] = {}
    alive: list[dict[str, Any]] = []  # an id stands for an object only as long as the object lives

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) != len(pairs):
            seen: set[str] = set()
            repeated[id(made)] = [name for name, _ in pairs if name in seen or seen.add(name)]  # type: ignore[func-returns-value]
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


def _complaint(message: str) -> str:
    """The parser's complaint without the words that its own place followed."""
    return message[:1].lower() + message[1:].removesuffix(" at").removesuffix(" starting")


def _decode(data: bytes) -> str:
    for mark, name in _WIDE.items():
        if data.startswith(mark):
            raise UnreadableError(f"the file is {name}, not UTF-8", "Save it as UTF-8.")
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


_LONG_INTEGER = rf"(?<![\d.eE])(?<![eE][+-])\d{{{MAX_DIGITS + 1},}}(?![\d.eE])"
_TOKEN = re.compile(rf'"[^"\\]*(?:\\.[^"\\]*)*"|["\[{{\]}}]|{_LONG_INTEGER}', re.DOTALL)


def _check_limits(text: str) -> None:
    """Refuse nesting and integers past the limits before anything recursive sees the text."""
    depth = 0
    for found in _TOKEN.finditer(text):
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
    return UnreadableError(
        f"nested deeper than {MAX_DEPTH} levels at line {line} column {column}",
        "A trace needs about ten levels; check what wrote the file.",
        line,
        column,
    )


def _too_long(line: int, column: int) -> UnreadableError:
    return UnreadableError(
        f"an integer of more than {MAX_DIGITS} digits at line {line} column {column}",
        "Write it as a string, or round it.",
        line,
        column,
    )


def _place(text: str, offset: int) -> tuple[int, int]:
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def _odd_places(value: Any, repeated: dict[int, list[str]]) -> list[Diagnostic]:
    """Every repeated member, number that is none, and lone surrogate, in the order of the text."""
    found: list[Diagnostic] = []
    stack: list[tuple[tuple[str | int, ...], Any]] = [((), value)]
    while stack:
        path, item = stack.pop()
        if isinstance(item, dict):
            for name in repeated.get(id(item), ()):
                found.append(repeated_member(_printable((*path, name))))
            for name in item:
                if _has_surrogate(name):
                    found.append(_surrogate((*path, name)))
            stack.extend(((*path, name), child) for name, child in reversed(item.items()))
        elif isinstance(item, list):
            stack.extend(((*path, at), item[at]) for at in reversed(range(len(item))))
        elif isinstance(item, str) and _has_surrogate(item):
            found.append(_surrogate(path))
        elif isinstance(item, float) and not math.isfinite(item):
            found.append(
                Diagnostic(
                    "WIRE003",
                    "error",
                    _printable(path),
                    "Not a number of JSON: NaN, an infinity, or a number beyond the range of a double",
                    "2.2",
                    "Write null, or a string.",
                )
            )
    return found


def repeated_member(place: str) -> Diagnostic:
    """The fault of a member that is given twice, at a JSON pointer."""
    text = "This member is repeated; the last one counts here, and elsewhere may not"
    return Diagnostic("WIRE002", "error", place, text, "2.2", "Keep one of them.")


def _surrogate(path: tuple[str | int, ...]) -> Diagnostic:
    return Diagnostic(
        "WIRE004",
        "error",
        _printable(path),
        "Half of a surrogate pair: the text has no UTF-8 form, and so no content hash",
        "2.2",
        "Write the whole character, or U+FFFD in its place.",
    )


def _has_surrogate(text: str) -> bool:
    return not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text)


def _printable(path: tuple[str | int, ...]) -> str:
    """The pointer, with what has no UTF-8 form written as an escape."""
    return pointer(*path).encode("utf-8", "backslashreplace").decode("utf-8")


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
