# pathlib would cost a tenth of the start-up
# ruff: noqa: PTH101, PTH103, PTH105, PTH108, PTH109, PTH110, PTH112, PTH113, PTH114, PTH116, PTH118, PTH121, PTH123, PTH208
"""Files: bytes in under a limit, bytes out all or nothing. The one home of reading and writing on disk."""

import contextlib
import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator

from tollens.core.errors import MisuseError, WorldError
from tollens.runtime.refusals import what_to_do

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from typing import IO

MAX_BYTES = 1 << 30
"""Most bytes read from one file; a larger one is refused with a clear message, not cut."""

STANDARD = "-"
"""The name that stands for standard input, or for standard output."""


def read(name: str, *, limit: int = MAX_BYTES) -> bytes:
    """Read a whole file, or standard input for `-`.

    Args:
        name: Path of the file.
        limit: Most bytes to accept.

    Raises:
        WorldError: The file cannot be read, or is larger than `limit`.
    """
    if name == STANDARD:
        return _within(name, _read_standard_input(limit), limit)
    with _clear_errors(name, "read"):
        if os.path.isdir(name):  # Windows would say "permission denied"
            raise IsADirectoryError(name)
        with open(name, "rb") as file:
            return _within(name, file.read(limit + 1), limit)


def read_from(name: str, start: int, *, limit: int = MAX_BYTES) -> bytes:
    """Read a file from a byte on, to its end.

    Args:
        name: Path of the file.
        start: How many bytes to pass over.
        limit: Most bytes to accept.

    Raises:
        WorldError: The file cannot be read, or more than `limit` bytes are left.
    """
    with _clear_errors(name, "read"), open(name, "rb") as file:
        file.seek(start)
        return _within(name, file.read(limit + 1), limit)


def head(name: str, size: int) -> bytes:
    """The first bytes of a file.

    Raises:
        WorldError: It cannot be read.
    """
    with _clear_errors(name, "read"), open(name, "rb") as file:
        return file.read(size)


_PIECE = 1 << 20
"""How many bytes of a large file are read at once."""

_BUFFER = 1 << 16
"""How many bytes of a large file are at hand where records are read from it one by one."""

_PASSES = 4
"""How often a session file is gone through: to find what lies beside, to check, to sort, to take."""


class Stored:
    """A file that is read piece by piece, while it is open.

    Args:
        name: Path of a regular file.
        told: Is given how much of the work with it is done, in hundredths.
        file: The file, if it is open already.

    Raises:
        WorldError: The file cannot be read.
    """

    def __init__(
        self, name: str, told: Callable[[int], None] = lambda percent: None, file: "IO[bytes] | None" = None
    ) -> None:
        self._name = name
        self._told = told
        self._read = 0
        self._next = 0
        with _clear_errors(name, "read"):
            self._file = file or open(name, "rb", _BUFFER)  # noqa: SIM115 - closed by whoever opened it
            self._size = max(1, self._file.seek(0, os.SEEK_END))

    def __enter__(self) -> "Stored":
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()

    def chunks(self) -> Iterator[bytes]:
        """All of it, in order."""
        offset = 0
        while piece := self.at(offset, _PIECE):
            yield piece
            offset += len(piece)

    def at(self, offset: int, size: int) -> bytes:
        """The bytes of a part of it; fewer at its end."""
        try:  # without `_clear_errors`, which costs as much as the reading of a short record
            self._file.seek(offset)
            data = self._file.read(size)
        except OSError as error:
            with _clear_errors(self._name, "read"):
                raise error
        self._read += len(data)
        if self._read >= self._next:
            percent = min(99, self._read * 100 // (_PASSES * self._size))
            self._next = (percent + 1) * _PASSES * self._size // 100
            self._told(percent)
        return data


def _read_standard_input(limit: int) -> bytes:
    if sys.stdin is None:
        raise WorldError("standard input is closed", "Name a file, or send one: tollens … - < FILE")
    data: bytes = sys.stdin.buffer.read(limit + 1)
    return data


def _within(name: str, data: bytes, limit: int) -> bytes:
    if len(data) > limit:
        raise WorldError(
            f"{_named(name)} has more than {limit:,} bytes, the most that is read at once",
            "Split the file, or take out the large outputs that it embeds.",
        )
    return data


def write(name: str, data: bytes | Iterable[bytes], *, executable: bool = False) -> None:
    """Put `data` in the file `name`: afterwards it holds all of it, or what it held before.

    The bytes go to a new file in the same folder, which then takes the place of the old one. A symbolic link stays and
    its target is written; the mode, and where permitted the owner, stay. Writers of one file wait for one another. What
    is no regular file (a device, a pipe) is written to as it is.

    Args:
        name: Path of the file.
        data: What it shall hold, whole or in pieces.
        executable: Whether a file that is new may be run.

    Raises:
        WorldError: The file cannot be written.
    """
    from tollens.runtime.locks import locked  # reading, which everything begins with, needs no locks

    with _clear_errors(name, "write"):
        target = os.path.realpath(name)
        old = _standing(target, name)
        if old is not None and not stat.S_ISREG(old.st_mode):
            with open(target, "wb") as file:
                file.writelines(_pieces(data))
            return
        with locked(target):
            _replace(target, data, old, 0o777 if executable else 0o666)


def rewrite(name: str, change: Callable[[bytes], bytes]) -> None:
    """Put what `change` makes of a file's bytes in their place, as `write` does, while no other writer may.

    Whatever `change` raises leaves the file as it was; so does giving back the very same bytes.

    Args:
        name: Path of a regular file.
        change: From the bytes of the file to those that it shall hold.

    Raises:
        WorldError: The file cannot be read or written.
        MisuseError: It is no regular file, so it cannot be read and then written.
    """
    from tollens.runtime.locks import locked

    with contextlib.ExitStack() as held:
        with _clear_errors(name, "read"):
            if not stat.S_ISREG(os.stat(name).st_mode) and not os.path.isdir(name):
                raise MisuseError(f"{_named(name)} is no regular file", "Say where to write: -o OUT")
        with _clear_errors(name, "write"):
            target = os.path.realpath(name)
            _standing(target, name)
            held.enter_context(locked(target))
        before = read(target)
        data = change(before)
        if data == before:
            return
        with _clear_errors(name, "write"):
            _replace(target, data, _standing(target, name))


def remove(name: str) -> None:
    """Take a file away; one that is not there is gone already.

    Raises:
        WorldError: It cannot be taken away.
    """
    with _clear_errors(name, "remove"), contextlib.suppress(FileNotFoundError):
        os.unlink(name)


def make_folder(name: str) -> None:
    """Make a folder, and those that it is in, unless they are there.

    Raises:
        WorldError: It cannot be made.
    """
    with _clear_errors(name, "make"):
        os.makedirs(name, exist_ok=True)


def exists(name: str) -> bool:
    """Whether a file, and no folder, is there; standard input is none."""
    try:
        return os.path.exists(name) and not os.path.isdir(name)
    except ValueError:  # a NUL in the name
        return False


def is_plain(name: str) -> bool:
    """Whether a regular file is there, by itself or where a link leads."""
    try:
        return os.path.isfile(name)
    except ValueError:  # a NUL in the name
        return False


def size(name: str) -> int:
    """How many bytes a file has.

    Raises:
        WorldError: It cannot be looked at.
    """
    with _clear_errors(name, "read"):
        return os.stat(name).st_size


def is_folder(name: str) -> bool:
    """Whether a folder is there."""
    try:
        return os.path.isdir(name)
    except ValueError:  # a NUL in the name
        return False


def listed(folder: str, endings: tuple[str, ...]) -> list[str]:
    """The files in a folder and those inside it whose names end so, in any case, sorted; hidden ones are left out.

    Raises:
        WorldError: The folder cannot be read, or has a link to a folder in it, which is not followed: it may lead back.
    """
    found: list[str] = []
    pending = [folder]
    with _clear_errors(folder, "read"):
        while pending:
            here = pending.pop()
            for entry in sorted(os.listdir(here)):
                path = os.path.join(here, entry)
                if entry.startswith("."):
                    continue
                if os.path.isdir(path) and os.path.islink(path):
                    raise WorldError(f"{path!r} is a link to a folder, and is not followed", "Name the folder itself.")
                if os.path.isdir(path):
                    pending.append(path)
                elif entry.lower().endswith(endings):
                    found.append(path)
    return sorted(found)


def names_in(folder: str) -> list[str]:
    """The names in a folder, sorted.

    Raises:
        WorldError: The folder cannot be read.
    """
    with _clear_errors(folder, "read"):
        return sorted(os.listdir(folder))


def here() -> str:
    """The folder that one works in.

    Raises:
        WorldError: It is gone.
    """
    with _clear_errors(os.curdir, "read"):
        return os.getcwd()


def shown(path: str) -> str:
    """A path as it is seen from the folder that one works in."""
    return os.path.relpath(path)


def same(name: str, other: str) -> bool:
    """Whether two paths lead to one file, by links or by another spelling; one that does not exist yet is told by path.

    Standard input and output are no file.
    """
    if STANDARD in (name, other):
        return False
    try:
        return os.path.realpath(name) == os.path.realpath(other) or os.path.samefile(name, other)
    except (OSError, ValueError):
        return False


def _standing(target: str, name: str) -> os.stat_result | None:
    """The state of the file that is to be replaced, or `None` where there is none yet.

    Raises:
        OSError: It is a folder, or read-only.
    """
    try:
        old = os.stat(target)
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(old.st_mode):
        raise IsADirectoryError(name)
    if stat.S_ISREG(old.st_mode) and not os.access(target, os.W_OK):
        raise PermissionError(13, "it is read-only", name)
    return old


def _pieces(data: bytes | Iterable[bytes]) -> Iterable[bytes]:
    return [data] if isinstance(data, bytes) else data


def _replace(target: str, data: bytes | Iterable[bytes], old: os.stat_result | None, mode: int = 0o666) -> None:
    folder, base = os.path.split(target)
    temporary = os.path.join(folder, f".{base[:50]}.{os.getpid()}.tmp")
    descriptor = -1
    with contextlib.suppress(FileNotFoundError):
        os.unlink(temporary)  # of a killed writer with this process's number: whoever holds the lock is alone
    mode = mode if old is None else 0o600  # what only its owner may read is nobody else's meanwhile either
    try:
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
        with open(descriptor, "wb", closefd=False) as file:
            file.writelines(_pieces(data))
            file.flush()
            os.fsync(descriptor)
        if old is not None:
            _keep_attributes(temporary, old)
        os.close(descriptor)
        descriptor = -1
        os.replace(temporary, target)
    finally:
        if descriptor != -1:
            os.close(descriptor)
        with contextlib.suppress(FileNotFoundError):
            os.unlink(temporary)


def _keep_attributes(path: str, old: os.stat_result) -> None:
    """Give the new file the owner of the old one, then its mode, which changing the owner may clear."""
    if hasattr(os, "chown"):
        with contextlib.suppress(PermissionError):
            os.chown(path, old.st_uid, old.st_gid)
    os.chmod(path, stat.S_IMODE(old.st_mode))


@contextlib.contextmanager
def _clear_errors(name: str, doing: str) -> Iterator[None]:
    """Turn what the operating system says into a WorldError that says what to do."""
    try:
        yield
    except FileNotFoundError:
        where = _named(name) if doing == "read" else f"the folder of {_named(name)}"
        raise WorldError(f"{where} does not exist", "Check the spelling and the folder you are in.") from None
    except IsADirectoryError:
        raise WorldError(f"{_named(name)} is a folder", "Name a file in it.") from None
    except OSError as error:
        raise WorldError(f"cannot {doing} {_named(name)}: {error.strerror or error}", what_to_do(error)) from None
    except ValueError:  # a NUL in the name
        raise MisuseError(f"{_named(name)} is no name of a file") from None


def _named(name: str) -> str:
    return "standard input" if name == STANDARD else repr(name)
