"""A large session file that stays where it is: each record is read from it when it is asked for, and not kept.

Only files with a record a line can be read so, also if they are compressed. What is encoded otherwise or one document
is read as a whole.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, Protocol

import msgspec
import orjson

from tollens.core.errors import UnreadableError
from tollens.plugins.sessions.source.compression import Unpacked, is_packed
from tollens.plugins.sessions.source.records import LIMIT, Reader, Source, open_source
from tollens.plugins.sessions.source.redaction import Redactor


class Stored(Protocol):
    """A file that is read piece by piece. The runtime provides it."""

    def chunks(self) -> Iterable[bytes]:
        """All of it, in order."""

    def at(self, offset: int, size: int) -> bytes:
        """The bytes of a part of it."""


class _Shelf(NamedTuple):
    """Where records are read from, and what takes their secrets out, if any of them has some."""

    file: Stored
    redactor: Redactor | None


class StoredEntry(msgspec.Struct, frozen=True, gc=False):
    """A JSON object that is read from the file each time that it is asked for; there are many of them."""

    line: int
    offset: int
    size: int
    shelf: _Shelf

    @property
    def data(self) -> bytes | None:
        """The value as it stands in the file; `None` where it has secrets."""
        return None if self.shelf.redactor is not None else self.shelf.file.at(self.offset, self.size)

    @property
    def value(self) -> object:
        """The value, its secrets already taken out.

        Raises:
            UnreadableError: The file was changed meanwhile.
        """
        try:
            value = orjson.loads(self.shelf.file.at(self.offset, self.size))
        except orjson.JSONDecodeError:
            raise UnreadableError(
                f"line {self.line} is not what it was a moment ago", "Capture the file again when nobody writes to it."
            ) from None
        return value if self.shelf.redactor is None else self.shelf.redactor.value(value)


class Unpacking(NamedTuple):
    """A compressed file, and what came out of it.

    Attributes:
        file: The file as it is.
        within: What came out.
        digest, size: Of the file as it is.
        notes: What was done, or is wrong with the compressed data.
        whole: All of it is there.
    """

    file: Stored
    within: Stored
    digest: str
    size: int
    notes: tuple[str, ...]
    whole: bool


def unpacked(file: Stored, keep: Callable[[Iterable[bytes]], Stored]) -> Unpacking | None:
    """What comes out of a compressed file; `None` if it is not compressed.

    Args:
        file: The file.
        keep: Keeps what comes out where it can be read piece by piece.

    Raises:
        UnreadableError: More comes out than is read.
        MissingExtraError: The compression needs an extra that is not installed.
    """
    if not is_packed(file.at(0, 8)):
        return None
    seen = _Seen(file.chunks())
    stream = Unpacked(seen, LIMIT)
    within = keep(stream)
    for _ in seen:  # what stands behind a break
        pass
    return Unpacking(file, within, seen.digest, seen.size, tuple(stream.notes), stream.whole)


class _Seen:
    """The chunks of a file, whose digest and size are known after the last one."""

    def __init__(self, chunks: Iterable[bytes]) -> None:
        self.size = 0
        self._digest = hashlib.sha256()
        self._chunks = iter(chunks)

    def __iter__(self) -> Iterator[bytes]:
        for chunk in self._chunks:
            self._digest.update(chunk)
            self.size += len(chunk)
            yield chunk

    @property
    def digest(self) -> str:
        return f"sha256:{self._digest.hexdigest()}"


def open_stored(file: Stored | Unpacking, name: str, redactor: Redactor, *, keep: bool = False) -> Source:
    """Take a session file apart piece by piece, where it can be read so; else as `open_source` does.

    Args:
        file: The file.
        name: What the caller calls it.
        redactor: Takes the secrets out.
        keep: The values are kept; else each is read from the file when it is asked for.

    Raises:
        UnreadableError: As `open_source`.
    """
    within, packed = (file.within, file) if isinstance(file, Unpacking) else (file, None)
    if not _has_a_record_a_line(_beginning(within)):
        return open_source(_whole(packed.file if packed else within), name, redactor)
    reader = Reader(redactor) if keep else _StoredReader(within, redactor)
    seen = _Seen(within.chunks())
    offset = 0
    for block in _blocks(seen):
        reader.lines(block, LIMIT, offset)
        offset += len(block)
        del block
    return Source(
        name=name,
        digest=packed.digest if packed else seen.digest,
        size=packed.size if packed else seen.size,
        entries=tuple(reader.entries),
        damaged=tuple(reader.damaged),
        torn=not (packed is None or packed.whole) or reader.is_torn,
        notes=(*(packed.notes if packed else ()), *reader.notes()),
    )


class _StoredReader(Reader):
    """Keeps where a record stands, and the value only of what had to be repaired, or is no object."""

    def __init__(self, file: Stored, redactor: Redactor) -> None:
        super().__init__(redactor)
        self._clean = _Shelf(file, None)
        self._suspect = _Shelf(file, redactor.again())

    def take(self, number: int, data: bytes, value: object, offset: int, suspect: bool) -> None:
        """Keep where a value stands. Its secrets are counted now, and taken out whenever it is read."""
        if not isinstance(value, dict):  # it is no record, and what is made of it is not worth reading twice
            super().take(number, data, value, offset, suspect)
            return
        if suspect:
            self._redactor.value(value)
        self.entries.append(StoredEntry(number, offset, len(data), self._suspect if suspect else self._clean))


def _whole(file: Stored) -> bytes:
    """All of a file that cannot be read piece by piece."""
    pieces: list[bytes] = []
    room = LIMIT
    for chunk in file.chunks():
        pieces.append(chunk)
        room -= len(chunk)
        if room < 0:
            raise UnreadableError(
                f"the session is larger than {LIMIT} bytes", "Decompress it, and capture what comes out."
            )
    return b"".join(pieces)


def _beginning(file: Stored) -> bytes:
    """The first line with anything on it, and what follows in the same piece."""
    head = bytearray()
    for chunk in file.chunks():
        head += chunk
        if b"\n" in chunk and b"\n" in head.strip(b" \t\r\n") + b" ":
            break
    return bytes(head)


def _has_a_record_a_line(head: bytes) -> bool:
    """Whether the first line is a whole object, and another object begins after it."""
    line, _, rest = head.lstrip(b" \t\r\n").partition(b"\n")
    if not line.startswith(b"{") or not rest.lstrip(b" \t\r\n").startswith(b"{"):
        return False
    try:
        return isinstance(orjson.loads(line), dict)
    except orjson.JSONDecodeError:
        return False


def _blocks(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The bytes of a file in blocks of whole lines; a line that began in an earlier chunk is one, and may be long."""
    begun: list[bytes] = []
    for chunk in chunks:
        if begun:
            end = chunk.find(b"\n") + 1
            begun.append(chunk[:end] if end else chunk)
            if not end:
                continue
            block, chunk = b"".join(begun), chunk[end:]
            begun.clear()
            yield block
        end = chunk.rfind(b"\n") + 1
        if end < len(chunk):
            begun.append(chunk[end:])
        block = chunk[:end]
        if block:
            yield block
        del block
    if begun:
        yield b"".join(begun)
