"""Compressed session files, told by their first bytes and never by their name: gzip, bzip2, xz and zstd.

What stands before a break of the compressed data is kept, and how much comes out is bounded while it comes out: a
small file that swells to any size is refused before it fills the memory.
"""

import importlib
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, Protocol

from tollens.core.errors import MissingExtraError, UnreadableError

_SLICE = 1 << 10
"""How many bytes are decompressed at once: what comes out of them is all that a break, or the limit, costs."""

_CLOSELY = 1 << 10
"""How many bytes at the beginning of a file are decompressed one by one, so that a break costs a small file little."""

_END = 64
"""How many bytes at the end of a chunk, too: a break in the check sum of a stream costs nothing of what it holds."""

_LONGEST = 6
"""No first bytes that tell a compression are longer."""


_MEMORY = 256 << 20
"""Most bytes of memory that xz may use: its header can ask for any size."""


class _Stream(Protocol):
    """One stream of compressed data, as the libraries offer it."""

    @property
    def eof(self) -> bool:
        """Whether its end has come."""

    @property
    def unused_data(self) -> bytes:
        """What came after its end."""

    def decompress(self, data: bytes, /) -> bytes:
        """What comes out of the next bytes."""


_Opened = tuple[_Stream, tuple[type[Exception], ...]]
"""A stream, and what its library raises at a break. Each library is loaded with the first file that needs it."""


class _Kind(NamedTuple):
    """A compression: how it begins, and how it is opened."""

    name: str
    magics: tuple[bytes, ...]
    opened: Callable[[], _Opened]


def _gzip() -> _Opened:
    import zlib

    return zlib.decompressobj(wbits=31), (zlib.error,)


def _bzip2() -> _Opened:
    import bz2

    return bz2.BZ2Decompressor(), (OSError, ValueError)


def _xz() -> _Opened:
    import lzma

    return lzma.LZMADecompressor(memlimit=_MEMORY), (lzma.LZMAError,)


def _zstd() -> _Opened:
    """By the standard library where that has it (3.14), else by the extra.

    Raises:
        MissingExtraError: Neither is there.
    """
    for module in ("compression.zstd", "zstandard"):
        try:
            library = importlib.import_module(module)
        except ModuleNotFoundError:
            continue
        decompressor = library.ZstdDecompressor()
        stream = decompressor if module == "compression.zstd" else decompressor.decompressobj()
        return stream, (Exception,)  # each library has an error of its own
    raise MissingExtraError("a session compressed with zstd", "zstd")


_SKIPPABLE = tuple(bytes([0x50 + low]) + b"\x2a\x4d\x18" for low in range(16))
"""How frames begin that zstd lets others put among its own; they hold nothing of the file."""

_KINDS = (
    _Kind("gzip", (b"\x1f\x8b",), _gzip),
    _Kind("bzip2", (b"BZh",), _bzip2),
    _Kind("xz", (b"\xfd7zXZ\0",), _xz),
    _Kind("zstd", (b"\x28\xb5\x2f\xfd", *_SKIPPABLE), _zstd),
)
_NOT_READ = {b"PK\x03\x04": ("zip", "unzip FILE"), b"7z\xbc\xaf\x27\x1c": ("7-Zip", "7z x FILE")}


def is_packed(head: bytes) -> bool:
    """Whether a file that begins so is compressed in a way that is read."""
    return any(head.startswith(kind.magics) for kind in _KINDS)


class Unpacked:
    """The bytes of a file without the compression that its first bytes tell; of one that has none, they as they are.

    Args:
        chunks: The bytes of the file.
        limit: Most bytes that may come out.

    Attributes:
        notes: What was done, or is wrong with the compressed data; known after the last chunk.
        whole: Whether all of it is there.
    """

    def __init__(self, chunks: Iterable[bytes], limit: int) -> None:
        self.notes: list[str] = []
        self.whole = True
        self._chunks = iter(chunks)
        self._limit = limit
        self._chunk = b""
        self._at = 0
        self._taken_bytes = 0

    def __iter__(self) -> Iterator[bytes]:
        """What comes out, chunk by chunk.

        Raises:
            UnreadableError: It is more than the limit, or compressed in a way that is not read.
            MissingExtraError: Its compression needs an extra that is not installed.
        """
        kind = next((each for each in _KINDS if self._begins(each.magics)), None)
        for magic, (name, command) in _NOT_READ.items():
            if self._begins((magic,)):
                raise UnreadableError(f"the file is compressed with {name}", f"Decompress it first: {command}")
        size = 0
        for made in self._rest() if kind is None else self._streams(kind):
            size += len(made)
            if size > self._limit:
                said = "" if kind is None else " when decompressed"
                raise UnreadableError(f"the session is larger than {self._limit} bytes{said}")
            yield made

    def _begins(self, magics: tuple[bytes, ...]) -> bool:
        """Whether what comes next begins so; as much of it is fetched as that takes."""
        while len(self._chunk) - self._at < _LONGEST:
            more = next(self._chunks, b"")
            if not more:
                break
            self._chunk, self._at = (self._chunk[self._at :] + more if self._chunk else more), 0
        return self._chunk.startswith(magics, self._at)

    def _rest(self) -> Iterator[bytes]:
        """What was not taken yet, in the chunks that it came in."""
        if len(self._chunk) > self._at:
            yield self._chunk[self._at :]
        yield from self._chunks

    def _streams(self, kind: _Kind) -> Iterator[bytes]:
        """What comes out of the streams of a compression, which may follow one another, up to the first break."""
        while self._begins(kind.magics):
            stream, breaks = kind.opened()
            while not stream.eof:
                piece = self._taken()
                try:
                    made = stream.decompress(piece) if piece else b""
                except breaks:
                    piece = b""
                if not piece:
                    self.whole = False
                    self.notes.append(f"the {kind.name} stream is cut off or damaged")
                    return
                if made:
                    yield made
            self._at -= len(stream.unused_data)
        self.notes.append(f"{kind.name} was decompressed")
        left = sum(len(chunk.strip(b"\0")) for chunk in self._rest())
        if left:
            self.notes.append(f"{left} bytes after the {kind.name} stream are none of it and were not read")

    def _taken(self) -> bytes:
        """The next bytes to decompress; nothing at the end."""
        if self._at >= len(self._chunk):
            self._chunk, self._at = next(self._chunks, b""), 0
        left = len(self._chunk) - self._at
        closely = self._taken_bytes < _CLOSELY or left <= _END
        piece = self._chunk[self._at : self._at + (1 if closely else min(_SLICE, left - _END))]
        self._at += len(piece)
        self._taken_bytes += len(piece)
        return piece
