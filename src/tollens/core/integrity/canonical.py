"""§12.4 The content hash: over the JSON value as read, so that nothing that the model leaves aside escapes it.

The text names no canonical form. This is the one in use: members sorted by code point, no blanks, non-ASCII as it is,
UTF-8, numbers as Python prints them. Two ways to it: from a value through the standard library, and from the bytes of
a file, several times as fast.
"""

import hashlib
import json
import math
from typing import Any, NamedTuple

import msgspec
import orjson

from tollens.core.diagnostics import Diagnostic
from tollens.core.errors import UnreadableError
from tollens.core.wire.value import BOM, parse

HASH_EXCLUDE = frozenset({"timestamp", "content_hash", "repo", "branch", "commit_sha", "signatures"})
"""The top-level members that are transport and binding, no reasoning content (§12.4)."""

_AT_ONCE = 32
"""How many elements of a list are values at a time: few enough to stay in the processor's caches until printed."""
_LIST = ord("[")
_LEAST, _MOST = 1e-4, 1e16
"""Between these, Python prints floats without an exponent."""
_STRICTLY = orjson.OPT_SORT_KEYS | orjson.OPT_STRICT_INTEGER


_AMBIGUOUS = frozenset({"WIRE002", "WIRE003", "WIRE004"})
"""Faults of text that another reader reads otherwise: repeated members, numbers that are none, half characters."""


class Canonical(NamedTuple):
    """What is hashed of one file.

    Attributes:
        text: The canonical bytes; `None` where there are none: half of a surrogate pair has no UTF-8 form.
        ambiguous: Why readers may disagree on what the file says, so that nobody can vouch for it.
        plain: Every number in it is known to be one that other languages print alike.
    """

    text: bytes | None
    ambiguous: tuple[Diagnostic, ...]
    plain: bool

    @property
    def digest(self) -> str | None:
        """The content hash, `sha256:` and 64 hexadecimal digits."""
        return None if self.text is None else digest(self.text)


def digest(text: bytes) -> str:
    """`sha256:` and 64 hexadecimal digits."""
    return f"sha256:{hashlib.sha256(text).hexdigest()}"


def canonical_json(value: object) -> bytes:
    """Any JSON value in the canonical form, with no member left out.

    Raises:
        ValueError: A string holds half of a surrogate pair, which has no UTF-8 form.
    """
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()


def hashed_content(value: dict[str, Any]) -> dict[str, Any]:
    """The members of a trace that the content hash is over."""
    return {name: member for name, member in value.items() if name not in HASH_EXCLUDE}


def canonical_bytes(value: dict[str, Any]) -> bytes:
    """The bytes that the content hash is taken over.

    Raises:
        ValueError: A string holds half of a surrogate pair, which has no UTF-8 form.
    """
    return canonical_json(hashed_content(value))


def content_hash(value: dict[str, Any]) -> str:
    """`sha256:` and 64 hexadecimal digits.

    >>> content_hash({"trace_id": "t1", "timestamp": "now"})
    'sha256:64b1bd8f72877500dcc53db721b90abf5558b9159d701d085bab6fc5b2bc5586'
    """
    return digest(canonical_bytes(value))


def canonical_of(data: bytes, known: dict[bytes, bytes] | None = None) -> Canonical:
    """The canonical bytes of a trace's JSON text.

    Args:
        data: The text.
        known: The canonical bytes of parts of texts, for several traces that have much in common; grows.

    Raises:
        UnreadableError: The text is no JSON object, or passes a limit of reading.

    >>> canonical_of(b'{"trace_id": "t1", "b": 1.50, "a": 1e-7, "timestamp": "now"}').text
    b'{"a":1e-07,"b":1.5,"trace_id":"t1"}'
    """
    text = data.removeprefix(BOM)
    return _at_once(text, known) or canonical_value(*parse(text))


def canonical_value(value: object, faults: tuple[Diagnostic, ...]) -> Canonical:
    """The canonical bytes of a JSON value.

    Args:
        value: The value.
        faults: What was found when its text was read.

    Raises:
        UnreadableError: It is no object.
    """
    ambiguous = tuple(fault for fault in faults if fault.code in _AMBIGUOUS)
    try:
        return Canonical(canonical_bytes(an_object(value)), ambiguous, plain=False)
    except UnicodeEncodeError:
        return Canonical(None, ambiguous, plain=False)


def an_object(value: object) -> dict[str, Any]:
    """The value of a trace.

    Raises:
        UnreadableError: It is no object.
    """
    if not isinstance(value, dict):
        raise UnreadableError("a trace is a JSON object, and this is none", "Give one trace a file.")
    return value


def _at_once(data: bytes, known: dict[bytes, bytes] | None) -> Canonical | None:
    """The canonical bytes by msgspec and orjson, or `None` where these are not surely right.

    That no member was dropped because it is there twice is proved by counting quotation marks (see `wire/value.py`):
    those of the canonical bytes and of what is left out of them are all of the file's.
    """
    if b"\\" in data and b"u0022" in data:
        return None
    strange: list[object] = []
    try:
        members = _members(data, strange, known)
        if not isinstance(members, dict):
            return None
        text = _printed(hashed_content(members), strange)
        left_out = _printed({name: members[name] for name in members.keys() & HASH_EXCLUDE}, [])
    except (msgspec.MsgspecError, ValueError, TypeError, RecursionError):
        return None
    if text.count(b'"') + left_out.count(b'"') != data.count(b'"'):
        return None
    return Canonical(text, (), plain=not strange)


def _members(data: bytes, strange: list[object], known: dict[bytes, bytes] | None) -> Any:
    """The members of an object, for orjson to print.

    Elements of its lists are printed a few at a time: the values of all of them, several times as large as their text,
    would leave the processor's caches and take new memory.

    Args:
        data: JSON text.
        strange: Gets a number for each that is seen to be one that languages print otherwise.
        known: The printed form of elements that were printed before.
    """

    def number(text: str) -> object:
        value = float(text)
        if _LEAST <= value < _MOST and not value.is_integer():
            return value  # orjson prints it as Python does; of others it has its own forms, which changed over time
        if not math.isfinite(value):
            raise ValueError
        strange.append(value)
        return orjson.Fragment(repr(value))

    anything = msgspec.json.Decoder(float_hook=number)
    elements = msgspec.json.Decoder(list[msgspec.Raw])

    def printed(text: bytes) -> bytes:
        made = None if known is None else known.get(text)
        if made is None:
            before = len(strange)
            made = _printed(anything.decode(text), strange)[1:-1]
            if known is not None and len(strange) == before:
                known[text] = made
        return made

    def printed_list(text: msgspec.Raw) -> orjson.Fragment:
        found = elements.decode(text)
        parts = [printed(b"[%b]" % b",".join(found[at : at + _AT_ONCE])) for at in range(0, len(found), _AT_ONCE)]
        return orjson.Fragment(b"[%b]" % b",".join(parts))

    members = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
    return {
        name: printed_list(member) if memoryview(member)[0] == _LIST else anything.decode(member)
        for name, member in members.items()
    }


def _printed(value: object, strange: list[object]) -> bytes:
    """A JSON value by orjson, which sorts names by code point and escapes as the canonical form does."""
    try:
        return orjson.dumps(value, option=_STRICTLY)
    except TypeError:  # an integer past 53 bits, which not every language reads exactly
        strange.append(value)
        return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
