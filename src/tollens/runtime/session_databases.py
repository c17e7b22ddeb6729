# names of columns and tables are this module's own, never a database's
# ruff: noqa: S608
"""Sessions that an agent keeps in a SQLite database: the store of newer versions of OpenCode.

Its rows are handed on as a record a line, with the members that the export of the same session has, so that one reader
reads both. From version 2 on, conversations stand in tables of their own, `session_v2` and `session_message`; those of
before may be there as well, with what was taken over from them.
"""

from collections.abc import Iterator
from typing import NamedTuple

import orjson

from tollens.core.errors import UnreadableError
from tollens.runtime import files
from tollens.runtime.databases import Database, bytes_of, opened, text_of
from tollens.runtime.sessions import Given

_SESSIONS = ("session_v2", "session")
"""The tables that hold what sessions are; the first one that has a session counts."""

_OLDER = {"message": ("id", "session_id", "data"), "part": ("id", "message_id", "session_id", "data")}
_NEWER = {"session_message": ("id", "session_id", "type", "data")}
"""The tables that hold conversations, before version 2 and from it on, and the columns without which they tell
nothing.
"""

_OF = "session_id = :session"
_TALK = "type IN ('user', 'assistant', 'shell')"
"""What in the newer table is of a conversation: versions before 2 keep a few rows of other types there."""

_WORDS = {"parent_id": "parentID", "project_id": "projectID", "fork_session_id": "forkSessionID"} | {
    name: name for name in ("directory", "title", "slug", "version")
}
"""Columns of a session with the members that they are in its export."""

_MOST_SESSIONS = 100_000
"""Most sessions of one database that are listed; more are refused, not cut."""

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
        with opened(self.path) as database:
            return _Rows(_Store(database)).given(self)


def held_in(path: str) -> list[Held]:
    """The sessions of a database that no other of its sessions started, the newest first; at least one.

    Raises:
        WorldError: The database cannot be opened.
        UnreadableError: It is damaged, or holds no sessions that are known here.
    """
    with opened(path) as database:
        rows = _Store(database).sessions()
    if len(rows) > _MOST_SESSIONS:
        raise UnreadableError(
            f"{path}: more than {_MOST_SESSIONS} sessions are in this database", "Export the one that is meant."
        )
    if not rows:
        raise UnreadableError(f"{path}: no session is in this database", "OpenCode keeps one there once it was used.")
    return _roots(path, rows)


def _roots(path: str, told: dict[str, tuple[str, str, int]]) -> list[Held]:
    """The sessions that none of the others started, each with those below it; of a circle the first."""
    below: dict[str, list[str]] = {}
    for name, row in told.items():
        below.setdefault(row[0], []).append(name)
    tops = [name for name, row in told.items() if row[0] not in told]
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
        changed = max(told[each][2] for each in (name, *within))
        found.append(Held(path, name, told[name][1], changed, tuple(within)))
    return sorted(found, key=lambda held: (-held.changed, held.identity))


class _Store:
    """The tables of OpenCode that a database has.

    Attributes:
        older, newer: Whether it has the tables of conversations of before version 2, and those from it on.
        listed: Its tables of sessions.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self.listed = [table for table in _SESSIONS if "id" in database.columns(table)]
        lacking = [table for table, needed in _OLDER.items() if not set(needed) <= set(database.columns(table))]
        self.older = not lacking
        self.newer = all(set(needed) <= set(database.columns(table)) for table, needed in _NEWER.items())
        if self.listed and (self.older or self.newer):
            return
        table = lacking[0] if self.listed else "session"
        raise UnreadableError(
            f"{database.path}: this SQLite database is no store of OpenCode: it has no table {table!r} with the "
            f"columns {', '.join(_OLDER.get(table, ('id',)))}",
            "Name the database of OpenCode, mostly ~/.local/share/opencode/opencode.db.",
        )

    def sessions(self) -> dict[str, tuple[str, str, int]]:
        """All sessions by id, at most one more than are listed: what started each, its folder, and its last change."""
        found: dict[str, tuple[str, str, int]] = {}
        for table in self.listed:
            names = self.chosen(table, ("parent_id", "directory", "time_updated"))
            words = f"SELECT id, {names} FROM {table} ORDER BY id LIMIT {_MOST_SESSIONS + 1}"
            for name, parent, folder, changed in self.database.rows(words):
                whole = changed if isinstance(changed, int) else 0
                found.setdefault(text_of(name), (text_of(parent), text_of(folder), whole))
        return dict(sorted(found.items()))

    def chosen(self, table: str, names: tuple[str, ...]) -> str:
        """Columns of a table for a query; those that it has not as NULL."""
        present = self.database.columns(table)
        return ", ".join(name if name in present else "NULL" for name in names)

    def order(self, table: str, *names: str) -> str:
        """Those of some columns that a table has, for a query to order by."""
        return ", ".join(name for name in names if name in self.database.columns(table))

    def others(self) -> list[str]:
        """The tables that are not read."""
        read = {*self.listed, *(_OLDER if self.older else ()), *(_NEWER if self.newer else ())}
        return [name for name in self.database.tables() if name not in read]


class _Rows:
    """The rows of sessions as records, counted by their tables.

    Attributes:
        notes: What there is beside them.
    """

    def __init__(self, store: _Store) -> None:
        self._store = store
        self._rows = store.database.rows
        self._counts: dict[str, int] = {}
        self._left: dict[str, int] = {}

    def given(self, held: Held) -> Given:
        """The rows of a session and of those below it, a line each.

        Raises:
            UnreadableError: They are too large.
        """
        lines: list[bytes] = []
        room = files.MAX_BYTES
        for table, line in self._lines((held.identity, *held.below)):
            room -= len(line)
            if room < 0:
                raise UnreadableError(
                    f"{held.path}: the session {held.identity} is larger than {files.MAX_BYTES} bytes",
                    "Nothing was captured: a part of it would be no session.",
                )
            self._counts[table] = self._counts.get(table, 0) + 1
            lines.append(line)
        return Given(b"\n".join(lines), notes=tuple(self._notes()))

    def _notes(self) -> Iterator[str]:
        told = ", ".join(f"{count} of `{table}`" for table, count in self._counts.items())
        yield f"rows of a database, a line each: {told}; lines, size and digest are of these"
        for table, count in self._left.items():
            yield f"rows of `{table}` that were not read, since another table has the same conversation: {count}"
        if others := self._store.others():
            more = f" and {len(others) - _MOST_TABLES} more" if len(others) > _MOST_TABLES else ""
            yield f"tables of the database that are not read: {', '.join(others[:_MOST_TABLES])}{more}"

    def _lines(self, sessions: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
        """The records of these sessions, each with its table."""
        older, newer = self._store.older, self._store.newer
        for session in sessions:
            listed = (each for each in self._store.listed if self._has(f"{each} WHERE id = :session", session))
            table = next(listed, self._store.listed[0])  # an id that is no text is found in none
            yield from ((table, line) for line in self._about(table, session))
            both = older and newer and self._has(f"message WHERE {_OF}", session)
            if (
                newer
                and self._has(f"session_message WHERE {_OF} AND {_TALK}", session)
                and (not both or table == "session_v2")
            ):
                if both:
                    yield from self._older(session, self._earlier())
                    self._leave("message", f"NOT id IN ({self._earlier()})", session)
                yield from self._newer(session)
                continue
            if older:
                yield from self._older(session)
            if newer:
                yield from self._newer(session, f"NOT ({_TALK})")
                self._leave("session_message", _TALK, session)

    def _has(self, rows: str, session: str) -> bool:
        return any(True for _ in self._rows(f"SELECT 1 FROM {rows} LIMIT 1", session=session))

    def _leave(self, table: str, which: str, session: str) -> None:
        """Count rows that are not read."""
        for (count,) in self._rows(f"SELECT count(*) FROM {table} WHERE {_OF} AND {which}", session=session):
            if isinstance(count, int) and count:
                self._left[table] = self._left.get(table, 0) + count

    def _earlier(self) -> str:
        """The ids of older messages from before the newer table begins: what is not as old as that was taken over."""
        columns = self._store.database.columns
        if not all("time_created" in columns(table) for table in ("message", "session_message")):
            return "SELECT NULL WHERE 0"
        began = f"SELECT min(time_created) FROM session_message WHERE {_OF} AND {_TALK}"
        return f"SELECT id FROM message WHERE {_OF} AND time_created < ({began})"

    def _older(self, session: str, only: str = "") -> Iterator[tuple[str, bytes]]:
        """Messages in the order of time, their parts in that of their ids; `only` is a query for ids of messages."""
        order = self._store.order("message", "time_created", "id")
        which = f"AND id IN ({only})" if only else ""
        words = f"SELECT id, session_id, data FROM message WHERE {_OF} {which} ORDER BY {order}"
        for identity, of, data in self._rows(words, session=session):
            yield "message", _record({"id": text_of(identity), "sessionID": text_of(of)}, data)
        which = f"AND message_id IN ({only})" if only else ""
        words = f"SELECT id, message_id, session_id, data FROM part WHERE {_OF} {which} ORDER BY message_id, id"
        for identity, message, of, data in self._rows(words, session=session):
            names = {"id": text_of(identity), "sessionID": text_of(of), "messageID": text_of(message)}
            yield "part", _record(names, data)

    def _newer(self, session: str, which: str = "1") -> Iterator[tuple[str, bytes]]:
        """Messages of version 2, in their own order."""
        order = self._store.order("session_message", "seq", "time_created", "id")
        words = f"SELECT id, session_id, type, data FROM session_message WHERE {_OF} AND {which} ORDER BY {order}"
        for identity, of, kind, data in self._rows(words, session=session):
            names = {"id": text_of(identity), "sessionID": text_of(of), "type": text_of(kind)}
            yield "session_message", _record(names, data)

    def _about(self, table: str, session: str) -> Iterator[bytes]:
        """What the database states of a session, as the export has it."""
        names = self._store.chosen(table, ("time_created", "time_updated", "revert", *_WORDS))
        for row in self._rows(f"SELECT {names} FROM {table} WHERE id = :session", session=session):
            created, changed, revert = row[:3]
            stated = zip(_WORDS.values(), map(text_of, row[3:]), strict=True)
            texts = {word: text for word, text in stated if text}
            times = {name: at for name, at in (("created", created), ("updated", changed)) if isinstance(at, int)}
            info = {"id": session, **texts, "time": times}
            held = bytes_of(revert).strip()
            yield _flat(orjson.dumps(info)[:-1] + (b',"revert":' + held if held else b"") + b"}")


def _record(names: dict[str, str], data: object) -> bytes:
    """A row as a line: its names, then what its JSON has as it is; broken JSON stays broken, and is told."""
    text = bytes_of(data).strip()
    if not text.startswith(b"{"):
        return _flat(text) or b"null"
    joined = orjson.dumps(names)[:-1] + b"," + text[1:]
    return _flat(joined if text[1:].strip() != b"}" else orjson.dumps(names))


def _flat(line: bytes) -> bytes:
    return line.replace(b"\n", b" ")
