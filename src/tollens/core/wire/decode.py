"""JSON text to the canonical Trace (§17.3, first level), strictly and in one pass.

Whatever this refuses, for a fault, an alternative spelling or an unknown member, is read again by `reader.py`.
"""

import functools
from typing import Any

import msgspec

from tollens.core.model import Json, OpenWord, Trace
from tollens.core.model.base import decode_hook, sorted_text
from tollens.core.wire import spellings


def strict_hook(kind: type, value: object) -> object:
    """Like the model's hook, but leaves alternative open words to the slow way, which reports them."""
    if kind is Json:  # every region and test has some, and what was decoded holds no NaN that `Json.of` would look for
        return Json(sorted_text(value))
    if issubclass(kind, OpenWord) and value in spellings.WORDS[kind.__name__]:
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
