"""JSON text to the canonical Trace (§17.3, first level): straight from the bytes, and on failure fault by fault.

The fast way decodes strictly and in one pass. Whatever it refuses is read again by `_Reader`, which walks the model's
types beside the value, accepts the alternatives of `spellings`, names every fault with its place, and keeps an element
that does not fit as an `Unrecognized…` value. The walk follows the model's types, so its depth is theirs.
"""

import functools
from typing import Any, NamedTuple

import msgspec

from tollens.core.diagnostics import Diagnostic, pointer
from tollens.core.model import Json, OpenWord, Trace
from tollens.core.model.base import decode_hook
from tollens.core.wire import spellings

KNOWN_VERSION = (1, 11)


class Spelled(NamedTuple):
    """Where an alternative spelling was read."""

    path: tuple[str | int, ...]
    row: spellings.Row


class Reading(NamedTuple):
    """A trace and what reading it found.

    Attributes:
        trace: What could be read.
        faults: What the strict reader refuses (errors) or remarks on.
        spelled: Alternative spellings, with their places.
    """

    trace: Trace
    faults: tuple[Diagnostic, ...] = ()
    spelled: tuple[Spelled, ...] = ()


def strict_hook(kind: type, value: object) -> object:
    """Like the model's hook, but leaves alternative open words to the slow way, which reports them."""
    if kind is not Json and issubclass(kind, OpenWord) and value in spellings.WORDS[kind.__name__]:
        raise ValueError("an alternative spelling")
    return decode_hook(kind, value)


@functools.cache
def _decoder() -> msgspec.json.Decoder[Trace]:
    return msgspec.json.Decoder(Trace, dec_hook=strict_hook)


def decode(data: bytes) -> Trace | None:
    """The trace that the bytes spell canonically, or `None` if the slow way must tell."""
    try:
        return _decoder().decode(data)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None


def convert(value: Any) -> Trace | None:
    """As `decode`, from a JSON value."""
    try:
        return msgspec.convert(value, Trace, dec_hook=strict_hook)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None


def read(value: dict[str, Any]) -> Reading:
    """Read any JSON object, keeping all that can be kept."""
    from tollens.core.wire.reader import Reader  # not needed for a file that decodes straight

    return Reader(newer=is_newer(value.get("spec_version"))).trace(value)


def version_of(text: object) -> tuple[int, ...] | None:
    """A spec version as numbers, or `None` if it is none.

    >>> version_of("1.10")
    (1, 10)
    """
    if not isinstance(text, str) or len(text) > 40:
        return None
    parts = text.split(".")
    return tuple(map(int, parts)) if all(part.isascii() and part.isdigit() for part in parts) else None


def is_newer(text: object) -> bool:
    """Whether the version is later than the one implemented here."""
    version = version_of(text)
    return version is not None and version[:2] > KNOWN_VERSION


def version_faults(text: str) -> tuple[Diagnostic, ...]:
    """What is to be said of a spec version."""
    version = version_of(text)
    path = pointer("spec_version")
    if version is None:
        message = f"{text[:40]!r} is no version number, so it is not known which rules apply"
        return (Diagnostic("WIRE031", "error", path, message, "5", 'Write it as text, such as "1.11".'),)
    if version[0] > KNOWN_VERSION[0]:
        message = f"Version {text} is of a later major version, whose meaning is not known here"
        return (Diagnostic("WIRE031", "error", path, message, "5", "Use a reader of that version."),)
    if version[:2] > KNOWN_VERSION:
        message = f"Version {text} is later than 1.11: what it added is kept unread and unchecked"
        return (
            Diagnostic("WIRE030", "warning", path, message, "5", "Use a reader of that version to check all of it."),
        )
    return ()
