# pathlib would cost a tenth of the start-up
# ruff: noqa: PTH112, PTH114, PTH116, PTH118, PTH119, PTH208
"""Session files from the disk: a file with what agents keep beside it, or a folder that is a session as a whole.

What lies beside is only what is really there: links to folders are not followed, a link to a file is where it leads
within the folder, and what is no regular file is not opened.
"""

import fnmatch
import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from tollens.core.errors import WorldError
from tollens.runtime import files

if TYPE_CHECKING:
    from tollens.plugins.sessions import Unpacking

MOST_FILES = 200_000
"""Most files that are read beside a session, or of a folder; more are counted and said to be missing."""

_SEARCHED = 8
"""How many levels of folders are looked through."""

_TRANSCRIPT = re.compile(r"(?!agent-|\.).*\.jsonl(?:\.\w{1,5})?\Z|session-.*\.json\Z", re.DOTALL)
"""How session files are called, as far as their folder is a folder of sessions."""

_DAY = re.compile(r"/\d{4}/\d\d/\d\d\Z", re.ASCII)
_MOST_DAYS = 1_000
"""Most folders of later days that are looked into."""

_AT_ONCE = 100
"""How many patterns are looked for at once."""

Names = Callable[[bytes | files.Stored, str, Iterable[str] | None], Sequence[str]]
"""Which files and folders beside a file are of its session, by its bytes, its name and, if that is known, the names of
what is in its folder; with `/` between parts. One with `*` is the pattern of a file, which may also lie in the folder
of a later day.
"""


class Given(NamedTuple):
    """A session as it lies on the disk.

    Attributes:
        data: The bytes of the file, or the file itself to be read piece by piece; `None` of a folder.
        beside: Further files: their names relative to the session's folder, and their bytes.
        left: What was not read, in words.
        commit: The commit that it is bound to; empty where none is known.
        notes: What is known of where it comes from.
    """

    data: "bytes | files.Stored | Unpacking | None"
    beside: tuple[tuple[str, bytes], ...] = ()
    left: tuple[str, ...] = ()
    commit: str = ""
    notes: tuple[str, ...] = ()


def given(name: str, names: Names, *, most: int = MOST_FILES, limit: int = files.MAX_BYTES) -> Given:
    """Read a session: a file and what lies beside it, a folder, or standard input.

    Args:
        name: Of the file or folder; `-` for standard input.
        names: What beside a file belongs to it.
        most: Most further files.
        limit: Most bytes of the further files together.

    Raises:
        WorldError: The file or folder cannot be read.
    """
    if files.is_folder(name):
        gathered = _Gathered(most, limit)
        gathered.take(name)
        return Given(None, tuple(gathered.found), gathered.told())
    data = files.read(name)
    return Given(data) if name == files.STANDARD else beside(name, data, names, most=most, limit=limit)


def transcripts(folder: str) -> list[str]:
    """The session files right in a folder, sorted; those of sub-agents are none, nor are links.

    Raises:
        WorldError: The folder cannot be read.
    """
    paths = [os.path.join(folder, name) for name in files.names_in(folder) if _TRANSCRIPT.match(name)]
    return [path for path in paths if files.exists(path) and not os.path.islink(path)]


def beside(
    name: str, data: bytes | files.Stored, names: Names, *, most: int = MOST_FILES, limit: int = files.MAX_BYTES
) -> Given:
    """A session file that was read already, with what lies beside it; the arguments are as for `given`."""
    gathered = _Gathered(most, limit)
    here, file = os.path.split(name)
    named = names(data, file, _listed(here))
    _take_patterns(gathered, here, [each for each in named if "*" in each], names, {os.path.realpath(name)})
    for each in named:
        own, *within = each.split("/")
        plain = all(os.path.basename(part) == part and part not in ("", ".", "..") for part in (own, *within))
        plain = plain and "*" not in own
        path = os.path.join(here, own)
        if not plain or os.path.islink(path) or os.path.realpath(path) == os.path.realpath(name):
            continue
        if files.is_folder(path):
            gathered.take(path, *within)
        elif files.exists(path):
            gathered.take_file(path, own, os.path.realpath(here))
    return Given(data, tuple(gathered.found), gathered.told())


def _listed(folder: str) -> list[str] | None:
    """The names of what is in a folder; `None` where they cannot be read, and yet what is named may be."""
    try:
        return os.listdir(folder or ".")
    except OSError:
        return None


def _take_patterns(gathered: "_Gathered", here: str, patterns: list[str], names: Names, known: set[str]) -> None:
    """Read the files whose names fit patterns, in the folder or in that of a later day, and what these name in turn."""
    folders = [here or ".", *_later_days(here)]
    while patterns:
        fitting = re.compile("|".join(fnmatch.translate(pattern) for pattern in patterns[:_AT_ONCE]))
        del patterns[:_AT_ONCE]
        for folder in folders:
            try:
                found = sorted(name for name in os.listdir(folder) if fitting.match(name))
            except OSError:
                continue
            for each in found:
                path = os.path.join(folder, each)
                if os.path.realpath(path) in known or os.path.islink(path) or not files.exists(path):
                    continue
                known.add(os.path.realpath(path))
                number = len(gathered.found)
                gathered.take_file(path, each, os.path.realpath(folder))
                for name, data in gathered.found[number:]:
                    patterns.extend(pattern for pattern in names(data, name, ()) if "*" in pattern)


def _later_days(folder: str) -> list[str]:
    """The folders of later days beside one that is `YYYY/MM/DD`: a sub-agent is never older than who started it."""
    path = os.path.realpath(folder)
    own = _DAY.search(path.replace(os.sep, "/"))
    if own is None:
        return []
    top = path[: -len(own[0])]
    folders = [top + os.sep]
    for digits in (4, 2, 2):
        folders = [os.path.join(each, name) for each in folders for name in _numbered(each, digits)]
    return sorted(each for each in folders if each > path)[:_MOST_DAYS]


def is_later_day(folder: str, than: str) -> bool:
    """Whether a folder is that of a later day beside another one, by their paths with `/` between parts.

    >>> is_later_day("/a/2026/02/01", "/a/2026/01/31"), is_later_day("/b/2026/02/01", "/a/2026/01/31")
    (True, False)
    """
    day, other = _DAY.search(folder), _DAY.search(than)
    return bool(day and other) and folder[:-11] == than[:-11] and folder > than


def _numbered(folder: str, digits: int) -> list[str]:
    try:
        return [name for name in os.listdir(folder) if len(name) == digits and name.isascii() and name.isdigit()]
    except OSError:
        return []


class _Gathered:
    """The files of one or several folders, within limits."""

    def __init__(self, most: int, limit: int) -> None:
        self.found: list[tuple[str, bytes]] = []
        self._most = most
        self._room = limit
        self._beyond = 0
        self._links = 0
        self._unread = 0

    def take(self, folder: str, *within: str) -> None:
        """Read what is in a folder, or in one within it; the names are relative to the former."""
        start = os.path.join(folder, *within)
        inside = os.path.realpath(start)
        for path in self._walk(start) if files.is_folder(start) else []:
            self.take_file(path, os.path.relpath(path, folder).replace(os.sep, "/"), inside)

    def take_file(self, path: str, name: str, folder: str) -> None:
        """Read a file under a name, unless it does not lie within the folder or is beyond the limits."""
        if not _leads_within(path, folder):
            self._links += 1
        elif len(self.found) >= self._most or os.stat(path).st_size > self._room:
            self._beyond += 1
        else:
            try:
                data = files.read(path, limit=self._room)
            except WorldError:
                self._unread += 1
                return
            self._room -= len(data)
            self.found.append((name, data))

    def _walk(self, folder: str) -> Iterator[str]:
        """The files in a folder and those within, in the order of their names; hidden ones are no part of a session."""
        waiting = [(folder, 0)]
        while waiting:
            here, depth = waiting.pop()
            try:
                names = sorted(os.listdir(here), reverse=True)
            except OSError:
                self._unread += 1
                continue
            paths = [os.path.join(here, name) for name in names if not name.startswith(".")]
            deeper = [path for path in paths if os.path.isdir(path)]
            self._links += sum(os.path.islink(path) for path in deeper)
            self._beyond += len(deeper) * (depth >= _SEARCHED)
            waiting.extend((path, depth + 1) for path in deeper if not os.path.islink(path) and depth < _SEARCHED)
            yield from reversed([path for path in paths if not os.path.isdir(path)])

    def told(self) -> tuple[str, ...]:
        """What was not read."""
        stated = {
            "files beside the session beyond the limit": self._beyond,
            "links beside the session that were not followed": self._links,
            "files beside the session that cannot be read": self._unread,
        }
        return tuple(f"{what}: {count}" for what, count in stated.items() if count)


def _leads_within(path: str, folder: str) -> bool:
    """Whether a path is a regular file that lies within a folder, itself and where it leads."""
    real = os.path.realpath(path)
    try:
        regular = stat.S_ISREG(os.stat(real).st_mode)
    except OSError:
        return False
    return regular and real.startswith(folder.rstrip(os.sep) + os.sep)
