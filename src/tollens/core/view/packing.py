"""The view document cut into blocks: JSON texts that are compressed one by one, so that each is opened by itself."""

import zlib
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from tollens.core.wire.careful import printable

PER_BLOCK = 256
"""Actions or artifacts in one block: few enough to be opened at once, many enough to compress well."""

_LEVEL = 5
"""Of the compression: 6 makes the file 1 % smaller for half as much time again; see `benchmarks/page.py`."""


def json_of(value: Any) -> bytes:
    """A value as compact JSON.

    What is no number of JSON becomes null, and half of a surrogate pair U+FFFD; reading the trace has told of both.
    """
    try:
        return msgspec.json.encode(value)
    except UnicodeEncodeError:
        return msgspec.json.encode(printable(msgspec.to_builtins(value)))


def cut(name: str, elements: Sequence[Any]) -> Iterator[tuple[str, bytes]]:
    """The elements of a list as blocks `name/0`, `name/1`, …"""
    for number, start in enumerate(range(0, len(elements), PER_BLOCK)):
        yield f"{name}/{number}", json_of(elements[start : start + PER_BLOCK])


def deflated(text: bytes) -> bytes:
    """A block compressed, as browsers inflate it (`deflate-raw`).

    >>> zlib.decompress(deflated(b'{"a":1}'), -zlib.MAX_WBITS)
    b'{"a":1}'
    """
    squeezing = zlib.compressobj(_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return squeezing.compress(text) + squeezing.flush()
