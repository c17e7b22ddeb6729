"""SQLite databases of other programs, read without a trace: nothing is written, and nothing is made beside them."""

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tollens.core.errors import UnreadableError, WorldError
from tollens.runtime import files

if TYPE_CHECKING:
    import sqlite3

MAGIC = b"SQLite format 3\0"
"""How every SQLite database begins."""

_STEP = 1_000_000
_LEAST_STEPS = 200
_BYTES_A_STEP = 1 << 20
"""After how many operations it is counted that the database works, and how often it may: by its size, since a small
file that keeps it busy was made to.
"""


def is_database(path: str) -> bool:
    """Whether a file begins as a SQLite database does; what cannot be opened, or is no plain file, is none."""
    try:
        return files.is_plain(path) and files.head(path, len(MAGIC)) == MAGIC
    except WorldError:
        return False


class Database:
    """A database that is open for reading.

    Attributes:
        path: Of its file.
    """

    def __init__(self, path: str, connection: "sqlite3.Connection") -> None:
        self.path = path
        self._connection = connection
        self._columns: dict[str, tuple[str, ...]] = {}

    def columns(self, table: str) -> tuple[str, ...]:
        """The stored columns of a real table; none where it is no table: a view could compute without end."""
        if table not in self._columns:
            words = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ? AND sql NOT LIKE 'CREATE VIRTUAL%'"
            real = list(self.rows(words, table))
            listed = list(self.rows(f"PRAGMA table_xinfo({table})")) if real else []
            self._columns[table] = tuple(text_of(row[1]) for row in listed if row[6] == 0)
        return self._columns[table]

    def tables(self) -> list[str]:
        """The names of the tables."""
        words = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name"
        return [text_of(row[0]) for row in self.rows(words)]

    def rows(self, words: str, *values: str | int, **named: str | int) -> Iterator[tuple[object, ...]]:
        """The rows that a query gives, for `?` or names such as `:id`; texts are bytes, since they need not be any."""
        yield from self._connection.execute(words, named or values)


@contextlib.contextmanager
def opened(path: str) -> Iterator[Database]:
    """A database, open for reading.

    What was written last may stand in a log beside it (`-wal`). While the program runs, it is read where it lies, under
    the program's own locks; a log that nobody has open is read in a copy, because reading it in its place would make
    files there.

    Raises:
        WorldError: It cannot be opened.
        UnreadableError: It is damaged.
    """
    with contextlib.ExitStack() as held:
        place, way = path, "mode=ro"
        if files.head(path, 20)[18:19] == b"\2":
            if not files.exists(f"{path}-wal") or not files.size(f"{path}-wal"):
                way = "mode=ro&immutable=1"
            elif not files.exists(f"{path}-shm"):
                place = held.enter_context(_copied(path))
        yield Database(path, held.enter_context(_connected(place, path, way)))


@contextlib.contextmanager
def _copied(path: str) -> Iterator[str]:
    """A copy of a database and its log, which is gone afterwards."""
    import shutil
    import tempfile

    with tempfile.TemporaryDirectory(prefix="tollens-") as folder:
        to = f"{folder}/copy.db"
        try:
            shutil.copyfile(path, to)
            shutil.copyfile(f"{path}-wal", f"{to}-wal")
        except OSError as error:
            raise WorldError(
                f"{path} cannot be copied to be read: {error.strerror or error}", "Its log belongs to it: -wal."
            ) from None
        yield to


@contextlib.contextmanager
def _connected(place: str, path: str, way: str) -> "Iterator[sqlite3.Connection]":
    from pathlib import Path

    try:
        import sqlite3
    except ImportError:  # a Python may be built without it
        raise UnreadableError(
            f"{path}: it is a SQLite database, and this Python is built without sqlite3",
            "Use another Python, or export the session: opencode export SESSION > FILE",
        ) from None
    steps = max(_LEAST_STEPS, files.size(place) // _BYTES_A_STEP * 10)
    left = iter(range(steps))
    with _clear_errors(path):
        connection = sqlite3.connect(f"{Path(place).absolute().as_uri()}?{way}", uri=True, timeout=5)
    with contextlib.closing(connection), _clear_errors(path):
        connection.text_factory = bytes
        connection.set_progress_handler(lambda: next(left, None) is None, _STEP)
        for setting in ("trusted_schema = OFF", "query_only = ON", "cell_size_check = ON"):
            connection.execute(f"PRAGMA {setting}").close()
        yield connection


@contextlib.contextmanager
def _clear_errors(path: str) -> Iterator[None]:
    """What is wrong with a database, said of its file. Where SQLite names what is damaged, that may be no text."""
    import sqlite3

    try:
        yield
    except (sqlite3.Error, UnicodeError) as error:
        told = "it is damaged" if isinstance(error, UnicodeError) else str(error)
        told = "it keeps busy whoever reads it, far beyond its size" if told == "interrupted" else told
        raise UnreadableError(
            f"{path}: this SQLite database cannot be read: {told}",
            "If the agent runs, stop it and try again; `opencode export SESSION > FILE` gives a session as a file.",
        ) from None


def bytes_of(value: object) -> bytes:
    """A value of a column as bytes; none for NULL."""
    return value if isinstance(value, bytes) else b"" if value is None else str(value).encode()


def text_of(value: object) -> str:
    """A value of a column as text."""
    return bytes_of(value).decode("utf-8", "replace")
