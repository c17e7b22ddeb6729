"""The bytes of a session file as records: each ends as a value or as damage with its line, none is lost.

Lines end at U+000A only: other separators occur inside strings. Two records on one line are split, a torn one is
reported, and bytes or escapes that are no text become U+FFFD, which is noted.
"""

import hashlib
import json
import re
from collections.abc import Iterator
from typing import Protocol

import msgspec
import orjson

from tollens.core.derive.record.account import Damage
from tollens.core.errors import UnreadableError
from tollens.plugins.sessions.shedding import Shedding
from tollens.plugins.sessions.source.compression import Unpacked
from tollens.plugins.sessions.source.cutting import Place, reach
from tollens.plugins.sessions.source.document import Document, document_in
from tollens.plugins.sessions.source.encoding import decoded
from tollens.plugins.sessions.source.pieces import pieces
from tollens.plugins.sessions.source.redaction import Redactor

LIMIT = 2**31
"""Most bytes of a session, decompressed: 2 GiB. A larger one is refused, not cut."""

DEPTH = 200
"""Most levels of lists and objects in one record; a deeper one is damage: what follows may walk and write values."""

_BLOCK = 1 << 20
"""About how many bytes are taken apart at once: few enough that they are at hand when they are read."""

_SURROGATES = re.compile("[\ud800-\udfff]")


class Entry(msgspec.Struct, frozen=True):
    """One JSON value of the file and the line, counted from 1, that it begins on."""

    line: int
    value: object


class Held(Protocol):
    """A JSON value of a file, as formats read it: an `Entry`, or one that is read from the file each time."""

    @property
    def line(self) -> int:
        """The line, counted from 1, that it begins on."""

    @property
    def value(self) -> object:
        """The value, its secrets already taken out."""


class Source(msgspec.Struct, frozen=True):
    """A session file taken apart.

    Attributes:
        name: What the caller calls it.
        digest: `sha256:` and 64 hexadecimal digits over the bytes as given.
        size: Of the bytes as given.
        entries: The JSON values, in file order.
        damaged: What is no JSON value, in file order.
        torn: Whether the end is missing: the last line is damaged, or the compressed file is cut off.
        notes: What had to be repaired to read the file.
        beside: Further files of the same session, their names relative to its folder, with `/` between the parts.
        cut: Where the file is one document that is cut off: the members and positions down to what was open there in
            the last entry. A record on this way is not whole. `None` for any other file.
        text: Of a further file that is no file of records: all that stands in it.
        left: What of the further files was not read, in words.
        origin: Where it comes from, in words, if not simply from a file.
        shedding: How contents are left out early; `None` where they stay or the file is small.
    """

    name: str
    digest: str
    size: int
    entries: tuple[Held, ...]
    damaged: tuple[Damage, ...]
    torn: bool
    notes: tuple[str, ...]
    beside: tuple["Source", ...] = ()
    cut: tuple[Place, ...] | None = None
    text: str = ""
    left: tuple[str, ...] = ()
    origin: tuple[str, ...] = ()
    shedding: Shedding | None = None


def unfolded(source: Source) -> Source | None:
    """The source whose records are the elements of the list of objects that the file is; `None` if it is none.

    An element that is cut off is left out: the damage of the file tells of it.
    """
    held = source.entries[0].value if len(source.entries) == 1 else None
    if not isinstance(held, list) or not held or not all(isinstance(each, dict) for each in held):
        return None
    whole = source.cut[0] if source.cut and isinstance(source.cut[0], int) else len(held)
    entries = tuple(Entry(source.entries[0].line, each) for each in held[:whole])
    return msgspec.structs.replace(source, entries=entries, cut=None)


_DATABASE = b"SQLite format 3\0"


def open_source(data: bytes, name: str, redactor: Redactor | None = None) -> Source:
    """Take a session file apart: a record a line, or one document over many lines, whatever stands before it.

    Args:
        data: The bytes of the file.
        name: What the caller calls it.
        redactor: Takes the secrets out of each value before anything else sees it.

    Raises:
        UnreadableError: The bytes are compressed in a way that is not read here, too large, or empty.
        MissingExtraError: Their compression needs an extra that is not installed.
    """
    if data.startswith(_DATABASE):
        raise UnreadableError(
            f"{name}: it is a SQLite database, which can be read only where it lies",
            "Name the file itself: tollens capture FILE --session ID.",
        )
    text, notes, whole = _plain(data)
    reader = Reader(redactor or Redactor(off=True))
    if not text or text.isspace():
        if whole:
            raise UnreadableError(f"{name}: the file is empty", "A session file has one JSON record a line.")
        raise UnreadableError(
            f"{name}: {notes[0]}, and nothing of it could be read", "Copy it anew from where the agent keeps it."
        )
    document = document_in(text)
    if document is None:
        for block in _blocks(text):
            reader.lines(block, len(text))
    else:
        reader.document(document, text)
    return Source(
        name=name,
        digest=f"sha256:{hashlib.sha256(data).hexdigest()}",
        size=len(data),
        entries=tuple(reader.entries),
        damaged=tuple(reader.damaged),
        torn=not whole or reader.is_torn,
        notes=(*notes, *reader.notes()),
        cut=reader.cut,
    )


def _plain(data: bytes) -> tuple[bytes, list[str], bool]:
    """The bytes decompressed and as UTF-8 without a byte order mark, what was done, and whether all is there."""
    unpacked = Unpacked([data], LIMIT)
    data = b"".join(unpacked)
    notes, whole = unpacked.notes, unpacked.whole
    text, encoding = decoded(data)
    return text, [*notes, f"the file is {encoding}"] if encoding else notes, whole


class Reader:
    """Gathers the entries and the damage of one file.

    Attributes:
        torn: The one document of the file has no end.
        last: The last line with anything on it, counted from 1; 0 of a document.
        cut: Down to what was open where it ends; `None` where it does.
    """

    torn = False
    last = 0
    cut: tuple[Place, ...] | None = None

    def __init__(self, redactor: Redactor) -> None:
        self.entries: list[Held] = []
        self._redactor = redactor
        self.damaged: list[Damage] = []
        self._repaired: dict[str, list[int]] = {}
        self._seen = 0
        self._mended = 0

    @property
    def is_torn(self) -> bool:
        """Whether the end is missing: the document has none, or damage is the last thing in the file."""
        damaged = bool(self.damaged) and self.damaged[-1].line == self.last and self._mended != self.last
        return self.torn or damaged

    def notes(self) -> tuple[str, ...]:
        """What was repaired, with the first lines where it was."""
        told = []
        for what, lines in self._repaired.items():
            first = ", ".join(str(line) for line in dict.fromkeys(lines[:20]))
            told.append(f"{what} on line {first}" + (f" and {len(lines) - 20} more" if len(lines) > 20 else ""))
        return tuple(told)

    def document(self, document: Document, data: bytes) -> None:
        """Read the one document of a file; what stands before it is damage, so that nothing goes unsaid."""
        before = data[: document.start].split(b"\n")
        banner = "no JSON: it stands before the document"
        self.damaged.extend(Damage(number, banner) for number, line in enumerate(before, 1) if line.strip())
        if document.value is not None:
            self._accept(document.line, data, document.value, 0, True)
            return
        whole = len(self.entries)
        text = self._decoded(document.line, data[document.start :])
        found = reach(text, 0)
        if found.how == "whole" or not found.listed:
            self._read(document.line, text)
            self.torn = len(self.entries) == whole
            return
        self._read(document.line, text[: found.kept] + found.closers)
        why = "cut off" if found.how == "cut" else "no JSON"
        self.damaged.append(Damage(document.line + text.count("\n", 0, found.kept), f"the document is {why} from here"))
        self.torn = True
        self.cut = found.path if len(self.entries) == whole + 1 else None

    def lines(self, block: bytes, whole: int, offset: int = 0) -> None:
        """Read the next lines of the file, of which the last need not end.

        Args:
            block: The lines.
            whole: How many bytes the file has, as far as that is known.
            offset: Where the block begins in the file.
        """
        places = self._redactor.places(block, whole)
        at, start, number = 0, 0, self._seen
        lines = [block] if block.find(b"\n") == len(block) - 1 else block.split(b"\n")
        for line in lines:
            number += 1
            end = start + len(line)
            if line and not line.isspace():
                suspect = True
                if places is not None:
                    while at < len(places) and places[at] < start:
                        at += 1
                    suspect = at < len(places) and places[at] < end
                self.last = number
                self.line(number, line, offset + start, suspect)
            start = end + 1
        self._seen = number - (not lines[-1])

    def line(self, number: int, line: bytes, offset: int, suspect: bool) -> None:
        """Read one line; `suspect` as for `take`."""
        try:
            value = orjson.loads(line)
        except orjson.JSONDecodeError:
            self._read(number, self._decoded(number, line.removesuffix(b"\n")))
        else:
            self._accept(number, line, value, offset, suspect)

    def _accept(self, number: int, data: bytes, value: object, offset: int, suspect: bool) -> None:
        """Take a value that is well formed, unless it is too deep; the arguments are as for `take`."""
        if data.count(b"[") + data.count(b"{") > DEPTH and _is_deep(value):
            self.damaged.append(Damage(number, "nested too deeply"))
        else:
            self.take(number, data, value, offset, suspect and self._redactor.suspects(data))

    def take(self, number: int, data: bytes, value: object, offset: int, suspect: bool) -> None:
        """Keep a value, its secrets taken out.

        Args:
            number: The line that it begins on.
            data: What it was read from.
            value: The value.
            offset: Where the data stand in the file.
            suspect: It may hold secrets.
        """
        self.entries.append(Entry(number, self._redactor.value(value) if suspect else value))

    def _repair(self, what: str, number: int) -> None:
        """Take note of what was repaired, and on which line."""
        lines = self._repaired.setdefault(what, [])
        if not lines or lines[-1] != number:
            lines.append(number)

    def _decoded(self, number: int, line: bytes) -> str:
        text = line.decode("utf-8", "replace")
        if "\ufffd" in text and b"\xef\xbf\xbd" not in line:
            at = number + text.count("\n", 0, text.index("\ufffd"))
            self._repair("bytes that are no UTF-8 were replaced", at)
        return text

    def _read(self, number: int, text: str) -> None:
        """Read what is no single well-formed record, piece by piece."""
        for piece in pieces(text, lambda name: self._repair("NaN and infinities were read as null", number)):
            self._mended = 0
            if isinstance(piece, str):
                self.damaged.append(Damage(number, piece))
            elif _is_deep(piece.value):
                self.damaged.append(Damage(number, "nested too deeply"))
            else:
                value = self._redactor.value(self._without_surrogates(number, piece.value))
                self.entries.append(Entry(number, value))
                self._mended = number if piece.sure else 0

    def _without_surrogates(self, number: int, value: object) -> object:
        """The value with each half of a surrogate pair as U+FFFD: no text can hold one (UTF-8)."""
        text = json.dumps(value, ensure_ascii=False)
        if not _SURROGATES.search(text):
            return value
        self._repair("halves of surrogate pairs were replaced", number)
        return json.loads(_SURROGATES.sub("\ufffd", text))


def _blocks(text: bytes) -> Iterator[bytes]:
    """The text in blocks of whole lines."""
    start = 0
    while start < len(text):
        end = text.find(b"\n", start + _BLOCK) + 1 or len(text)
        yield text[start:end]
        start = end


def _is_deep(value: object) -> bool:
    """Whether a value has more than `DEPTH` levels; looks level by level."""
    level = [value]
    for _ in range(DEPTH + 1):
        level = [
            held
            for holder in level
            if isinstance(holder, dict | list)
            for held in (holder.values() if isinstance(holder, dict) else holder)
        ]
        if not level:
            return False
    return True
