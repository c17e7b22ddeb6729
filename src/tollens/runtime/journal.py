# pathlib would cost a tenth of the start-up
# ruff: noqa: PTH108
"""A journal on disk: entries of a recording, a line each, added one at a time by any number of writers.

Adding costs what is new since the last time, however long the journal is. Who adds holds the journal's lock, so that
numbers are given once and no line is torn by another writer; a writer that is killed leaves at most one torn line,
which is told and never taken for an entry.
"""

import json
import os
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import orjson

from tollens.core.author.recording import FORMAT, Recording
from tollens.core.errors import MisuseError, WorldError
from tollens.runtime import files
from tollens.runtime.locks import locked
from tollens.runtime.refusals import what_to_do

SUFFIX = ".journal"
"""The journal of the trace `t.json` is `t.json.journal`."""

_SURROGATES = re.compile("[\ud800-\udfff]")

Entry = Mapping[str, Any]


class Journal:
    """The journal of one recording.

    Args:
        path: Of the journal.
        sync: Whether each entry is forced onto the disk, so that it outlives a loss of power and not only the process.
    """

    def __init__(self, path: str, *, sync: bool = False) -> None:
        self.path = path
        self._target = os.path.realpath(path)
        self._sync = sync
        self._recording = Recording()
        self._read = 0
        self._whole = True

    def begin(self, head: Mapping[str, Any], beside: Mapping[str, Any]) -> None:
        """Make the journal, with what is known of the trace from the start; nobody else may read it.

        Args:
            head: That.
            beside: What stands beside it in the first entry.

        Raises:
            MisuseError: There is one already: somebody records, or was cut off.
            WorldError: It cannot be written.
        """
        line = _line({"journal": FORMAT, "trace": dict(head), **beside})
        try:
            descriptor = os.open(self._target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o600)
        except FileExistsError:
            raise MisuseError(
                f"{self.path} is there already: a recording is under way, or was cut off",
                "Go on with it; or make the trace of what it holds: tollens record TRACE recover",
            ) from None
        except OSError as error:
            raise _failed(self.path, "made", error) from None
        self._write(descriptor, line)

    def add(self, make: Callable[[Recording], Sequence[Entry]]) -> None:
        """Add entries, which may depend on all that stand before them.

        Raises:
            WorldError: The journal is not there, or cannot be written.
            UnreadableError: It is no journal.
        """
        with locked(self._target):
            recording = self.recording()
            _ = recording.head  # without a beginning, nothing that is added could ever become a trace
            data = b"".join(map(_line, make(recording)))
            if not data:
                return
            try:
                descriptor = os.open(self._target, os.O_WRONLY | os.O_APPEND)
            except OSError as error:
                raise _failed(self.path, "written", error) from None
            self._write(descriptor, data if self._whole else b"\n" + data)

    def _write(self, descriptor: int, data: bytes) -> None:
        try:
            with os.fdopen(descriptor, "wb", buffering=0) as file:
                rest = memoryview(data)
                while rest:
                    rest = rest[file.write(rest) :]
                if self._sync:
                    os.fsync(file.fileno())
        except OSError as error:
            raise _failed(self.path, "written", error) from None

    def recording(self) -> Recording:
        """What the entries add up to so far.

        Raises:
            WorldError: The journal is not there, or cannot be read.
        """
        if not files.exists(self._target):
            raise _missing(self.path)
        data = files.read_from(self._target, self._read)
        lines = data.split(b"\n")
        self._whole = not lines[-1]
        for line in lines[:-1]:
            self._take(line)
        self._read += len(data) - len(lines[-1])
        return self._recording

    def _take(self, line: bytes) -> None:
        try:
            entry = orjson.loads(line)
        except orjson.JSONDecodeError:
            self._recording.damage("no JSON record, as a writer leaves it that is stopped in the middle")
        else:
            self._recording.take(entry)

    def close(self, write: Callable[[Recording], None]) -> None:
        """Hand out all that was recorded, and take the journal away once that is written; nobody may add meanwhile.

        Raises:
            WorldError: The journal is not there, or cannot be read.
        """
        with locked(self._target):
            recording = self.recording()
            if not self._whole:
                recording.damage("the last line is torn, as a writer leaves it that is stopped in the middle")
            write(recording)
            os.unlink(self._target)


def _line(entry: Entry) -> bytes:
    try:
        return orjson.dumps(entry) + b"\n"
    except TypeError:  # half of a surrogate pair, as in the name of a file that is no text; a number beyond 64 bits
        text = _SURROGATES.sub("\ufffd", json.dumps(entry, ensure_ascii=False))
        return orjson.dumps(json.loads(text, parse_int=_number)) + b"\n"


def _number(digits: str) -> int | float:
    return int(digits) if len(digits) < 19 else float(digits)


def _failed(path: str, verb: str, error: OSError) -> WorldError:
    if isinstance(error, FileNotFoundError):
        return _missing(path)
    return WorldError(f"{path} cannot be {verb}: {error.strerror or error}", what_to_do(error))


def _missing(path: str) -> WorldError:
    return WorldError(f"there is no recording {path}", "tollens record TRACE start begins one.")
