"""A large session file that stays where it is: each record is read from it when it is asked for, and not kept.

Only plain files with a record a line can be read so. What is compressed, encoded otherwise or one document is read as
a whole.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

import orjson

from tollens.core.errors import UnreadableError
from tollens.plugins.sessions.source.records import LIMIT, Reader, Source, open_source
from tollens.plugins.sessions.source.redaction import Redactor


class Stored(Protocol):
    """A file that is read piece by piece. The runtime provides it."""

    def chunks(self) -> Iterable[bytes]:
        """All of it, in order."""

    def at(self, offset: int, size: int) -> bytes:
        """The bytes of a part of it."""


class StoredEntry:
    """A JSON value that is read from the file each time that it is asked for."""

    __slots__ = ("_file", "_offset", "_redactor", "_size", "line")

    def __init__(self, line: int, file: Stored, offset: int, size: int, redactor: Redactor | None) -> None:
        self.line = line
        self._file = file
        self._offset = offset
        self._size = size
        self._redactor = redactor

    @property
    def value(self) -> object:
        """The value, its secrets already taken out.

        Raises:
            UnreadableError: The file was changed meanwhile.
        """
        try:
            value = orjson.loads(self._file.at(self._offset, self._size))
        except orjson.JSONDecodeError:
            raise UnreadableError(
                f"line {self.line} is not what it was a moment ago", "Capture the file again when nobody writes to it."
            ) from None
        return value if self._redactor is None else self._redactor.value(value)


def open_stored(file: Stored, name: str, redactor: Redactor) -> Source:
    """Take a session file apart without keeping its values, where it can be read so; else as `open_source` does.

    Raises:
        UnreadableError: As `open_source`.
    """
    head = _beginning(file)
    if not _has_a_record_a_line(head):
        return open_source(_whole(file), name, redactor)
    reader = _StoredReader(file, redactor)
    digest = hashlib.sha256()
    size, last = 0, 0
    for number, (offset, line) in enumerate(_lines(file.chunks(), digest.update), 1):
        size = offset + len(line)
        if line.strip():
            reader.offset, last = offset, number
            reader.line(number, line.removesuffix(b"\n"))
    return Source(
        name=name,
        digest=f"sha256:{digest.hexdigest()}",
        size=size,
        entries=tuple(reader.entries),
        damaged=tuple(reader.damaged),
        torn=bool(reader.damaged) and reader.damaged[-1].line == last,
        notes=reader.notes(),
    )


class _StoredReader(Reader):
    """Keeps where a record stands, and the value only of what had to be repaired."""

    def __init__(self, file: Stored, redactor: Redactor) -> None:
        super().__init__(redactor)
        self.offset = 0
        self._file = file
        self._again = redactor.again()

    def take(self, number: int, data: bytes, value: object) -> None:
        """Keep where a value stands. Its secrets are counted now, and taken out whenever it is read."""
        suspect = self._redactor.suspects(data)
        if suspect:
            self._redactor.value(value)
        self.entries.append(StoredEntry(number, self._file, self.offset, len(data), self._again if suspect else None))


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


def _lines(chunks: Iterable[bytes], seen: Callable[[bytes], object]) -> Iterator[tuple[int, bytes]]:
    """The lines with their ends, each with where it begins; `seen` is given each chunk."""
    begun: list[bytes] = []
    start = 0
    for chunk in chunks:
        seen(chunk)
        at = 0
        while (end := chunk.find(b"\n", at)) >= 0:
            piece = chunk[at : end + 1]
            line = b"".join([*begun, piece]) if begun else piece
            begun.clear()
            at = end + 1
            size = len(line)
            yield start, line
            del line
            start += size
        if at < len(chunk):
            begun.append(chunk[at:])
    if begun:
        yield start, b"".join(begun)
