"""The view document cut into blocks: JSON texts that are compressed one by one, so that each is opened by itself."""

import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from tollens.core.wire.careful import printable
from tollens.core.wire.document import Document

PER_BLOCK = 256
"""Actions or artifacts in one block: few enough to be opened at once, many enough to compress well."""

IN_BLOCKS = ("actions", "artifacts")
"""The lists of a trace that have blocks of their own."""

_LEVEL = 5
"""Of the compression: 6 makes the file 1 % smaller for half as much time again; see `benchmarks/page.py`."""

_LETTERS = re.compile(rb"\\u(?!00[01])")
"""An escape by number of what is no control character."""

Member = Any
"""A value, or the text of one."""


def json_of(value: Any) -> bytes:
    """A value as compact JSON.

    What is no number of JSON becomes null, and half of a surrogate pair U+FFFD; reading the trace has told of both.
    """
    try:
        return msgspec.json.encode(value)
    except UnicodeEncodeError:
        return msgspec.json.encode(printable(msgspec.to_builtins(value)))


def raw_blocks(document: Document) -> Iterator[tuple[str, bytes]]:
    """The trace itself: `rest`, then its lists as blocks `actions/0`, `actions/1`, … and `artifacts/0`, …

    Of a file that decodes straight they are as it is written but for blanks, so that each number keeps its spelling.
    What stands in the place of a list and is none is in `rest`.
    """
    written = document.written()
    members: Mapping[str, Member] = document.value if written is None else written
    lists = {name: held for name in IN_BLOCKS if (held := _elements(members.get(name))) is not None}
    yield "rest", _text({name: held for name, held in members.items() if name not in lists})
    for name, elements in lists.items():
        for number, start in enumerate(range(0, len(elements), PER_BLOCK)):
            yield f"{name}/{number}", _text(elements[start : start + PER_BLOCK])


def _elements(held: Member) -> Sequence[Member] | None:
    if isinstance(held, msgspec.Raw):
        return msgspec.json.decode(held, type=list[msgspec.Raw])  # the model has a list there
    return held if isinstance(held, list) else None


def _text(held: Mapping[str, Member] | Sequence[Member]) -> bytes:
    """Some elements or members as compact JSON, in which letters stand as they are: a search looks for these."""
    text = json_of(held)
    if _LETTERS.search(text):
        return msgspec.json.encode(msgspec.json.decode(text))
    return msgspec.json.format(text, indent=-1)


def deflated(text: bytes) -> bytes:
    """A block compressed, as browsers inflate it (`deflate-raw`).

    >>> zlib.decompress(deflated(b'{"a":1}'), -zlib.MAX_WBITS)
    b'{"a":1}'
    """
    squeezing = zlib.compressobj(_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return squeezing.compress(text) + squeezing.flush()
