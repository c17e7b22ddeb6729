"""Databases as OpenCode keeps them, made of sessions that tests write."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import orjson

from tollens.testing.opencode_sessions import BEGIN, OpenCodeSession

_TABLES = """
CREATE TABLE session (id text PRIMARY KEY, project_id text NOT NULL, parent_id text, slug text NOT NULL,
    directory text NOT NULL, title text NOT NULL, version text NOT NULL, revert text, time_created integer NOT NULL,
    time_updated integer NOT NULL);
CREATE TABLE message (id text PRIMARY KEY, session_id text NOT NULL, time_created integer NOT NULL, data text NOT NULL);
CREATE TABLE part (id text PRIMARY KEY, message_id text NOT NULL, session_id text NOT NULL, data text NOT NULL);
CREATE TABLE todo (session_id text NOT NULL, content text NOT NULL);
CREATE INDEX message_session ON message (session_id, time_created, id);
CREATE INDEX part_session ON part (session_id);
"""

_NEWER = """
CREATE TABLE session_v2 (id text PRIMARY KEY, parent_id text, fork_session_id text, directory text NOT NULL,
    version text NOT NULL, revert text, time_created integer NOT NULL, time_updated integer NOT NULL);
CREATE TABLE session_message (id text PRIMARY KEY, session_id text NOT NULL, type text NOT NULL, seq integer NOT NULL,
    time_created integer NOT NULL, data text NOT NULL);
"""


@contextmanager
def written(path: Path) -> Iterator[sqlite3.Connection]:
    """A database that is written to in here."""
    connection = sqlite3.connect(path)
    yield connection
    connection.commit()
    connection.close()


def database(path: Path, *sessions: OpenCodeSession, wal: bool = True) -> Path:
    """A database with these sessions, in the way of journalling that OpenCode uses."""
    with written(path) as connection:
        if wal:
            connection.execute("PRAGMA journal_mode = WAL")
        connection.executescript(_TABLES)
        for session in sessions:
            add(connection, session)
    return path


def add(connection: sqlite3.Connection, session: OpenCodeSession) -> None:
    """Write a session into a database."""
    info = session.info
    time = info["time"]
    revert = orjson.dumps(info["revert"]).decode() if "revert" in info else None
    row = (info["id"], info["projectID"], info.get("parentID"), "slug", info["directory"], info["title"])
    stated = (info["version"], revert, time["created"], time.get("updated", time["created"]))
    connection.execute("INSERT INTO session VALUES (?,?,?,?,?,?,?,?,?,?)", (*row, *stated))
    for message in session.messages:
        info = message["info"]
        made = (info["id"], info["sessionID"], info["time"]["created"], _without(info, "id", "sessionID"))
        connection.execute("INSERT INTO message VALUES (?,?,?,?)", made)
        for part in message["parts"]:
            held = (part["id"], part["messageID"], part["sessionID"], _without(part, "id", "sessionID", "messageID"))
            connection.execute("INSERT INTO part VALUES (?,?,?,?)", held)


def _without(value: dict[str, Any], *names: str) -> str:
    return orjson.dumps({name: held for name, held in value.items() if name not in names}).decode()


def add_newer(connection: sqlite3.Connection, session: str, *rows: dict[str, Any], parent: str | None = None) -> None:
    """Write a session into the tables of version 2, which are made if they are not there."""
    if not list(connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'session_v2'")):
        connection.executescript(_NEWER)
    stated = (session, parent, None, "/home/dev/shop", "2.0.12", None, BEGIN, BEGIN)
    connection.execute("INSERT INTO session_v2 VALUES (?,?,?,?,?,?,?,?)", stated)
    for number, row in enumerate(rows):
        time = row["time"]["created"]
        # ids against the order, which is that of `seq`
        made = (f"msg_{session}_{99 - number}", session, row["type"], number, time, _without(row, "type", "id"))
        connection.execute("INSERT INTO session_message VALUES (?,?,?,?,?,?)", made)
