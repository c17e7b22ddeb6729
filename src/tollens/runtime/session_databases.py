# names of columns are this module's own, never a database's
# ruff: noqa: S608
"""Sessions that an agent keeps in a SQLite database: the store of newer versions of OpenCode.

The database is opened for reading only, and nothing is made beside it. Its rows are handed on as a record a line, with
the members that the export of the same session has, so that one reader reads both.
"""

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import orjson

from tollens.core.errors import UnreadableError, WorldError
from tollens.runtime import files
from tollens.runtime.sessions import Given

if TYPE_CHECKING:
    import sqlite3

MAGIC = b"SQLite format 3\0"
"""How every SQLite database begins."""

_COLUMNS = {
    "session": ("id",),
    "message": ("id", "session_id", "data"),
    "part": ("id", "message_id", "session_id", "data"),
}
"""The tables that hold conversations, and the columns without which they tell nothing."""

_WORDS = {"parent_id": "parentID", "project_id": "projectID"} | {
    name: name for name in ("directory", "title", "slug", "version")
}
"""Columns of a session with the members that they are in its export."""

_MOST_SESSIONS = 100_000
"""Most sessions of one database that are listed; more are refused, not cut."""

_STEP = 1_000_000
_LEAST_STEPS = 200
_BYTES_A_STEP = 1 << 20
"""After how many operations it is counted that the database works, and how often it may: by its size, since a small
file that keeps it busy was made to.
"""

_MOST_TABLES = 20
"""Most names of tables that a note lists."""


class Held(NamedTuple):
    """A session of a database that was not read yet.

    Attributes:
        path: Of the database.
        identity: The id of the session.
        folder: The folder that it was begun in; empty where none is stated.
        changed: When it was last written to, in milliseconds since 1970; 0 where that is not stated.
        below: The sessions that its sub-agents have.
    """

    path: str
    identity: str
    folder: str
    changed: int
    below: tuple[str, ...] = ()

    @property
    def about(self) -> str:
        """When it was last written to, and the name of its folder."""
        from tollens.plugins.sessions.times import of_milliseconds  # validating a trace needs no session format

        stated = of_milliseconds(self.changed) if self.changed else ""
        day = stated[:10] if isinstance(stated, str) else ""
        return ", ".join(filter(None, (day, self.folder.replace("\\", "/").rstrip("/").rpartition("/")[2][:60])))

    @property
    def head(self) -> bytes:
        """What the beginning of its export states of where it was worked in."""
        return orjson.dumps({"id": self.identity, "directory": self.folder})

    def read(self) -> Given:
        """All of its rows, and those of its sub-agents, as records.

        Raises:
            WorldError: The database cannot be opened.
            UnreadableError: It is damaged, or the session is too large.
        """
        with _opened(self.path) as database:
            return _given(database, self)


def is_database(path: str) -> bool:
    """Whether a file begins as a SQLite database does; what cannot be opened, or is no plain file, is none."""
    try:
        return files.is_plain(path) and files.head(path, len(MAGIC)) == MAGIC
    except WorldError:
        return False


def held_in(path: str) -> list[Held]:
    """The sessions of a database that no other of its sessions started, the newest first; at least one.

    Raises:
        WorldError: The database cannot be opened.
        UnreadableError: It is damaged, or holds no sessions that are known here.
    """
    with _opened(path) as database:
        present = database.columns("session")
        names = ["id", *(name if name in present else "NULL" for name in ("parent_id", "directory", "time_updated"))]
        rows = list(database.rows(f"SELECT {', '.join(names)} FROM session ORDER BY id LIMIT {_MOST_SESSIONS + 1}"))
    if len(rows) > _MOST_SESSIONS:
        raise UnreadableError(
            f"{path}: more than {_MOST_SESSIONS} sessions are in this database", "Export the one that is meant."
        )
    if not rows:
        raise UnreadableError(f"{path}: no session is in this database", "OpenCode keeps one there once it was used.")
    return _roots(path, rows)


def _roots(path: str, rows: list[tuple[object, ...]]) -> list[Held]:
    """The sessions that none of the others started, each with those below it; of a circle the first."""
    told = {_text(row[0]): row for row in rows}
    below: dict[str, list[str]] = {}
    for name, row in told.items():
        below.setdefault(_text(row[1]), []).append(name)
    tops = [name for name, row in told.items() if _text(row[1]) not in told]
    reached: set[str] = set()
    found: list[Held] = []
    for name in (*tops, *told):
        if name in reached:
            continue
        reached.add(name)
        within, waiting = [], [name]
        while waiting:
            for child in below.get(waiting.pop(), ()):
                if child not in reached:
                    reached.add(child)
                    within.append(child)
                    waiting.append(child)
        changed = max(_whole(told[each][3]) for each in (name, *within))
        found.append(Held(path, name, _text(told[name][2]), changed, tuple(within)))
    return sorted(found, key=lambda held: (-held.changed, held.identity))


class _Database:
    """A database that is open for reading."""

    def __init__(self, path: str, connection: "sqlite3.Connection") -> None:
        self._path = path
        self._connection = connection
        self._columns: dict[str, tuple[str, ...]] = {}
        for table, needed in _COLUMNS.items():
            present = self.columns(table)
            if not set(needed) <= set(present):
                raise UnreadableError(
                    f"{path}: this SQLite database is no store of OpenCode: it has no table {table!r} with the columns "
                    f"{', '.join(needed)}",
                    "Name the database of OpenCode, mostly ~/.local/share/opencode/opencode.db.",
                )

    def columns(self, table: str) -> tuple[str, ...]:
        """The stored columns of a real table; none where it is no table: a view could compute without end."""
        if table not in self._columns:
            words = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ? AND sql NOT LIKE 'CREATE VIRTUAL%'"
            real = list(self.rows(words, table))
            listed = list(self.rows(f"PRAGMA table_xinfo({table})")) if real else []
            self._columns[table] = tuple(_text(row[1]) for row in listed if row[6] == 0)
        return self._columns[table]

    def tables(self) -> list[str]:
        """The tables that are not read."""
        words = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name"
        return [name for row in self.rows(words) if (name := _text(row[0])) not in _COLUMNS]

    def rows(self, words: str, *values: str) -> Iterator[tuple[object, ...]]:
        """The rows that a query gives."""
        yield from self._connection.execute(words, values)


@contextlib.contextmanager
def _opened(path: str) -> Iterator[_Database]:
    """A database, open for reading.

    What was written last may stand in a log beside it (`-wal`). While the agent runs, it is read where it lies, under
    the agent's own locks; a log that nobody has open is read in a copy, because reading it in its place would make
    files there.
    """
    with contextlib.ExitStack() as held:
        place, way = path, "mode=ro"
        if files.head(path, 20)[18:19] == b"\2":
            if not files.exists(f"{path}-wal") or not files.size(f"{path}-wal"):
                way = "mode=ro&immutable=1"
            elif not files.exists(f"{path}-shm"):
                place = held.enter_context(_copied(path))
        yield _Database(path, held.enter_context(_connected(place, path, way)))


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


def _given(database: _Database, held: Held) -> Given:
    """The rows of a session and of those below it, a line each."""
    lines: list[bytes] = []
    counts = dict.fromkeys(_COLUMNS, 0)
    room = files.MAX_BYTES
    for table, line in _lines(database, (held.identity, *held.below)):
        room -= len(line)
        if room < 0:
            raise UnreadableError(
                f"{held.path}: the session {held.identity} is larger than {files.MAX_BYTES} bytes",
                "Nothing was captured: a part of it would be no session.",
            )
        counts[table] += 1
        lines.append(line)
    told = ", ".join(f"{count} of `{table}`" for table, count in counts.items())
    notes = [f"rows of a database, a line each: {told}; lines, size and digest are of these"]
    if others := database.tables():
        more = f" and {len(others) - _MOST_TABLES} more" if len(others) > _MOST_TABLES else ""
        notes.append(f"tables of the database that are not read: {', '.join(others[:_MOST_TABLES])}{more}")
    return Given(b"\n".join(lines), notes=tuple(notes))


def _lines(database: _Database, sessions: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
    """The records of these sessions, each with its table: messages in the order of time, parts in that of their ids."""
    stated = "time_created, " if "time_created" in database.columns("message") else ""
    for session in sessions:
        yield from (("session", line) for line in _about(database, session))
        words = f"SELECT id, session_id, data FROM message WHERE session_id = ? ORDER BY {stated}id"
        for identity, of, data in database.rows(words, session):
            yield "message", _record({"id": _text(identity), "sessionID": _text(of)}, data)
        words = "SELECT id, message_id, session_id, data FROM part WHERE session_id = ? ORDER BY message_id, id"
        for identity, message, of, data in database.rows(words, session):
            names = {"id": _text(identity), "sessionID": _text(of), "messageID": _text(message)}
            yield "part", _record(names, data)


def _about(database: _Database, session: str) -> Iterator[bytes]:
    """What the database states of a session, as the export has it."""
    present = database.columns("session")
    wanted = ("time_created", "time_updated", "revert", *_WORDS)
    names = [name if name in present else "NULL" for name in wanted]
    for row in database.rows(f"SELECT {', '.join(names)} FROM session WHERE id = ?", session):
        created, changed, revert = row[:3]
        texts = {word: text for word, value in zip(_WORDS.values(), row[3:], strict=True) if (text := _text(value))}
        times = {name: at for name, at in (("created", created), ("updated", changed)) if isinstance(at, int)}
        info = {"id": session, **texts, "time": times}
        held = _bytes(revert).strip()
        yield _flat(orjson.dumps(info)[:-1] + (b',"revert":' + held if held else b"") + b"}")


def _record(names: dict[str, str], data: object) -> bytes:
    """A row as a line: its names, then what its JSON has as it is; broken JSON stays broken, and is told."""
    text = _bytes(data).strip()
    if not text.startswith(b"{"):
        return _flat(text) or b"null"
    joined = orjson.dumps(names)[:-1] + b"," + text[1:]
    return _flat(joined if text[1:].strip() != b"}" else orjson.dumps(names))


def _flat(line: bytes) -> bytes:
    return line.replace(b"\n", b" ")


def _bytes(value: object) -> bytes:
    return value if isinstance(value, bytes) else b"" if value is None else str(value).encode()


def _text(value: object) -> str:
    return _bytes(value).decode("utf-8", "replace")


def _whole(value: object) -> int:
    return value if isinstance(value, int) else 0
