"""§12.4 The content hash: over the JSON value as read, so that nothing that the model leaves aside escapes it.

The text names no canonical form. This is the one in use: members sorted by code point, no blanks, non-ASCII as it is,
UTF-8, numbers as Python prints them. Two ways to it: from a value through the standard library, and from the bytes of
a file, several times as fast.
"""

import hashlib
import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from tollens.core.diagnostics import Diagnostic
from tollens.core.errors import UnreadableError
from tollens.core.integrity.printing import printed
from tollens.core.wire.value import BOM, parse

HASH_EXCLUDE = frozenset({"timestamp", "content_hash", "repo", "branch", "commit_sha", "signatures"})
"""The top-level members that are transport and binding, no reasoning content (§12.4)."""

_AMBIGUOUS = frozenset({"WIRE002", "WIRE003", "WIRE004"})
"""Faults of text that another reader reads otherwise: repeated members, numbers that are none, half characters."""


class Canonical(NamedTuple):
    """What is hashed of one file.

    Attributes:
        pieces: Joined, the canonical bytes; `None` where there are none: half of a surrogate pair has no UTF-8 form.
        ambiguous: Why readers may disagree on what the file says, so that nobody can vouch for it.
        plain: Every number in it is known to be one that other languages print alike.
    """

    pieces: Sequence[bytes] | None
    ambiguous: tuple[Diagnostic, ...]
    plain: bool

    @property
    def text(self) -> bytes | None:
        """The canonical bytes."""
        return None if self.pieces is None else b"".join(self.pieces)

    @property
    def digest(self) -> str | None:
        """The content hash, `sha256:` and 64 hexadecimal digits."""
        return None if self.pieces is None else digest(*self.pieces)


def digest(*pieces: bytes) -> str:
    """`sha256:` and 64 hexadecimal digits, over bytes that may come in pieces."""
    found = hashlib.sha256()
    for piece in pieces:
        found.update(piece)
    return f"sha256:{found.hexdigest()}"


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


def canonical_of(data: bytes) -> Canonical:
    """The canonical bytes of a trace's JSON text.

    Raises:
        UnreadableError: The text is no JSON object, or passes a limit of reading.

    >>> canonical_of(b'{"trace_id": "t1", "b": 1.50, "a": 1e-7, "timestamp": "now"}').text
    b'{"a":1e-07,"b":1.5,"trace_id":"t1"}'
    """
    text = data.removeprefix(BOM)
    found = printed(text, HASH_EXCLUDE, proven=True)
    return canonical_value(*parse(text)) if found is None else Canonical(found.pieces, (), found.plain)


def hash_of(data: bytes) -> str | None:
    """The content hash of a trace's JSON text, as it is when of two members with one name the last one counts.

    That is all that the standard library would tell, too. Who vouches for a text asks `canonical_of`.

    Raises:
        UnreadableError: The text is no JSON object, or passes a limit of reading.

    >>> hash_of(b'{"trace_id": "t0", "trace_id": "t1"}') == hash_of(b'{"trace_id":"t1"}')
    True
    """
    text = data.removeprefix(BOM)
    found = printed(text, HASH_EXCLUDE, proven=False)
    return canonical_value(*parse(text)).digest if found is None else digest(*found.pieces)


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
        return Canonical((canonical_bytes(an_object(value)),), ambiguous, plain=False)
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
