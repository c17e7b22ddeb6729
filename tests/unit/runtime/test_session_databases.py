"""Sessions in a SQLite database: read as the export of the same session is, without a trace of the reading."""

import shutil
import sqlite3
import sys
from pathlib import Path
from typing import Any

import orjson
import pytest

from tests.opencode_databases import add, add_newer, database, written
from tollens.core.errors import UnreadableError, WorldError
from tollens.plugins.sessions import Capture, captures
from tollens.runtime import databases, session_databases
from tollens.runtime.databases import is_database
from tollens.runtime.session_databases import Held, held_in
from tollens.testing.opencode_sessions import BEGIN, OpenCodeSession


def session(identity: str = "ses_1", **info: object) -> OpenCodeSession:
    made = OpenCodeSession(identity, **info)
    made.prompt("fix it").say("I run it.", made.run("pytest -q", "1 failed, 2 passed", 1)).say("Done.")
    return made


def captured(held: Held) -> Capture:
    given = held.read()
    (found,) = captures(given.data, name="opencode.db", notes=given.notes)
    return found


def told(found: Capture) -> list[tuple[object, ...]]:
    """What each action says, apart from the line that it stands on."""
    actions = found.trace.actions
    return [(each.type, each.label, each.rationale, each.evidence, each.outputs, each.detail) for each in actions]


def refusal(path: Path) -> str:
    with pytest.raises(UnreadableError) as caught:
        for held in held_in(str(path)):
            held.read()
    return caught.value.message


class TestRead:
    def test_a_session_is_what_its_export_is(self, tmp_path: Path) -> None:
        child = session("ses_2", parentID="ses_1")
        parent = session()
        started = parent.call("task", "found", description="look", prompt="look there", _sessionId="ses_2")
        parent.say("I ask.", started).prompt("and?").say("Done.")
        parent.info["revert"] = {"messageID": parent.messages[-2]["info"]["id"]}
        (held,) = held_in(str(database(tmp_path / "opencode.db", parent, child)))
        assert held.below == ("ses_2",)
        found = captured(held)
        (export,) = captures(orjson.dumps(parent.value()) + b"\n" + orjson.dumps(child.value()), name="x")
        assert told(found) == told(export)
        assert found.trace.meta_actions == export.trace.meta_actions
        assert found.trace.trace_id == export.trace.trace_id
        assert found.report.found == export.report.found
        assert any("Abandoned" in str(artifact) for artifact in found.trace.artifacts)
        rows = sum(1 + len(message["parts"]) for each in (parent, child) for message in each.messages)
        assert found.report.records.total == rows + 2
        assert any("2 of `session`" in note for note in found.report.notes)
        assert "tables of the database that are not read: todo" in found.report.notes

    def test_roots_are_told_from_what_they_started(self, tmp_path: Path) -> None:
        times = {"created": BEGIN, "updated": BEGIN + 5}
        path = database(
            tmp_path / "o.db",
            session("ses_3", parentID="ses_2", time=times),
            session("ses_2", parentID="ses_1"),
            session("ses_1"),
            session("ses_4", parentID="gone"),
            session("ses_5", parentID="ses_6"),
            session("ses_6", parentID="ses_5"),
        )
        found = held_in(str(path))
        assert [(each.identity, each.below) for each in found] == [
            ("ses_1", ("ses_2", "ses_3")),
            ("ses_4", ()),
            ("ses_5", ("ses_6",)),
        ]
        assert found[0].changed == BEGIN + 5
        assert Held("x", "y", "C:\\w\\p\\", 10**18).about == "p"
        assert Held("x", "y", "", 0).about == ""

    def test_nothing_is_made_beside_it(self, tmp_path: Path) -> None:
        path = database(tmp_path / "opencode.db", session())
        before = {each.name: each.read_bytes() for each in tmp_path.iterdir()}
        assert captured(held_in(str(path))[0]).report.found.calls == 1
        assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == before

    def test_what_stands_in_the_log_only_is_read(self, tmp_path: Path) -> None:
        path = database(tmp_path / "opencode.db", session())
        writer = sqlite3.connect(path)
        writer.execute("PRAGMA wal_autocheckpoint = 0")
        add(writer, session("ses_2"))
        writer.commit()
        assert [each.identity for each in held_in(str(path))] == ["ses_1", "ses_2"]  # while the agent runs
        left = tmp_path / "left"
        left.mkdir()
        for name in ("opencode.db", "opencode.db-wal"):
            shutil.copy(tmp_path / name, left / name)
        writer.close()
        assert [each.identity for each in held_in(str(left / "opencode.db"))] == ["ses_1", "ses_2"]  # after it died
        assert sorted(each.name for each in left.iterdir()) == ["opencode.db", "opencode.db-wal"]

    def test_names_with_marks_and_other_ways_of_journalling(self, tmp_path: Path) -> None:
        path = database(tmp_path / "a?b#c %41.db", session(), wal=False)
        assert [each.identity for each in held_in(str(path))] == ["ses_1"]

    def test_rows_that_are_no_records_are_damage(self, tmp_path: Path) -> None:
        path = database(tmp_path / "o.db", session())
        with written(path) as connection:
            for number, data in enumerate(
                ('{"type":"te', "[1]", "", "{}", '{\n"type":"text",\n"text":"x"}', b"\xff", 7)
            ):
                connection.execute("INSERT INTO part VALUES (?,'m','ses_1',?)", (f"prt_{number}", data))
        found = captured(held_in(str(path))[0])
        assert len(found.report.records.damaged) == 5
        assert found.report.found.calls == 1

    def test_a_session_without_an_id_has_no_rows(self, tmp_path: Path) -> None:
        path = database(tmp_path / "o.db", session())
        with written(path) as connection:
            connection.execute("UPDATE session SET id = NULL")
        (held,) = held_in(str(path))
        assert held.read().data == b""

    def test_a_broken_revert_is_told(self, tmp_path: Path) -> None:
        path = database(tmp_path / "o.db", session())
        with written(path) as connection:
            connection.execute("UPDATE session SET revert = '{broken'")
        assert captured(held_in(str(path))[0]).report.records.damaged


class TestNewer:
    """Version 2 keeps conversations in tables of their own."""

    def rows(self, at: int = BEGIN) -> tuple[dict[str, Any], ...]:
        return (
            {"type": "model-switched", "model": {"id": "m"}, "time": {"created": at}},
            {"type": "user", "text": "newer words", "time": {"created": at}},
            {"type": "assistant", "content": [], "finish": "stop", "time": {"created": at, "completed": at}},
        )

    def test_they_are_read_without_the_older_ones(self, tmp_path: Path) -> None:
        with written(tmp_path / "o.db") as connection:
            add_newer(connection, "ses_1", *self.rows())
            add_newer(connection, "ses_2", *self.rows(), parent="ses_1")
        (held,) = held_in(str(tmp_path / "o.db"))
        assert held.below == ("ses_2",)
        found = captured(held)
        assert found.trace.trigger.description == "newer words"
        counted = "rows of a database, a line each: 2 of `session_v2`, 6 of `session_message`"
        assert found.report.notes[0].startswith(counted)

    def test_what_was_taken_over_counts_once(self, tmp_path: Path) -> None:
        path = database(tmp_path / "o.db", OpenCodeSession().prompt("older words"))
        with written(path) as connection:
            add_newer(connection, "ses_1", *self.rows())
        found = captured(held_in(str(path))[0])
        assert (found.report.found.prompts, found.trace.trigger.description) == (1, "newer words")
        left = "rows of `message` that were not read, since another table has the same conversation: 1"
        assert left in found.report.notes

    def test_what_is_from_before_is_read_as_well(self, tmp_path: Path) -> None:
        path = database(tmp_path / "o.db", OpenCodeSession().prompt("older words"))
        with written(path) as connection:
            add_newer(connection, "ses_1", *self.rows(BEGIN + 1))
        found = captured(held_in(str(path))[0])
        assert (found.report.found.prompts, found.trace.trigger.description) == (2, "older words")

    @pytest.mark.parametrize("rows", [1, 3])
    def test_beside_a_session_of_before_the_older_ones_count(self, tmp_path: Path, rows: int) -> None:
        path = database(tmp_path / "o.db", OpenCodeSession().prompt("older words"))
        with written(path) as connection:
            add_newer(connection, "ses_1", *self.rows()[:rows])
            connection.execute("DROP TABLE session_v2")
        found = captured(held_in(str(path))[0])
        assert (found.report.found.prompts, found.trace.trigger.description) == (1, "older words")
        assert [each for each in found.report.records.skipped if each.name == "model-switched"]
        assert any("`session_message` that were not read" in note for note in found.report.notes) is (rows == 3)

    def test_without_times_nothing_older_is_taken_for_earlier(self, tmp_path: Path) -> None:
        path = database(tmp_path / "o.db", OpenCodeSession().prompt("older words"))
        with written(path) as connection:
            add_newer(connection, "ses_1", *self.rows(BEGIN + 1))
            connection.execute("ALTER TABLE session_message DROP COLUMN time_created")
        assert captured(held_in(str(path))[0]).report.found.prompts == 1


class TestRefused:
    def test_what_is_no_store(self, tmp_path: Path) -> None:
        with written(tmp_path / "other.db") as connection:
            connection.execute("CREATE TABLE moz_places (id integer)")
        assert "no table 'session'" in refusal(tmp_path / "other.db")
        assert "no session is in" in refusal(database(tmp_path / "empty.db"))
        assert not is_database(str(tmp_path / "gone.db"))
        assert not is_database(str(tmp_path))

    def test_what_is_damaged(self, tmp_path: Path) -> None:
        path = database(tmp_path / "o.db", *(session(f"ses_{number}") for number in range(50)))
        data = bytearray(path.read_bytes())
        data[200:] = b"\xff" * (len(data) - 200)
        (tmp_path / "torn.db").write_bytes(data)
        assert "cannot be read" in refusal(tmp_path / "torn.db")
        (tmp_path / "head.db").write_bytes(bytes(data[:50]))
        assert "cannot be read" in refusal(tmp_path / "head.db")

    @pytest.mark.parametrize(
        "made",
        [
            "CREATE VIEW part AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) "
            "SELECT i AS id, i AS message_id, 'ses_1' AS session_id, i AS data FROM n",
            "CREATE TABLE part (id text, message_id text, session_id text, data text AS (hex(zeroblob(1e8))))",
            "CREATE VIRTUAL TABLE part USING fts5 (id, message_id, session_id, data)",
        ],
    )
    def test_what_computes_instead_of_holding(self, tmp_path: Path, made: str) -> None:
        path = database(tmp_path / "o.db", session())
        with written(path) as connection:
            connection.execute("DROP TABLE part")
            connection.execute(made)
        assert "no table 'part'" in refusal(path)

    def test_limits(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        path = database(tmp_path / "o.db", session(), session("ses_2"))
        monkeypatch.setattr(databases, "_STEP", 1)
        assert "far beyond its size" in refusal(path)
        monkeypatch.undo()
        monkeypatch.setattr(session_databases, "_MOST_SESSIONS", 1)
        assert "more than 1 sessions" in refusal(path)
        monkeypatch.undo()
        (held, _) = held_in(str(path))
        monkeypatch.setattr(session_databases.files, "MAX_BYTES", 100)
        with pytest.raises(UnreadableError, match="larger than 100 bytes"):
            held.read()

    def test_a_log_that_cannot_be_copied(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        path = database(tmp_path / "o.db", session())
        (tmp_path / "o.db-wal").write_bytes(b"x")

        def fails(*_: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(shutil, "copyfile", fails)
        with pytest.raises(WorldError, match="No space left"):
            held_in(str(path))

    def test_a_python_without_the_module(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        path = database(tmp_path / "o.db", session())
        monkeypatch.setitem(sys.modules, "sqlite3", None)
        assert "this Python is built without sqlite3" in refusal(path)

    def test_bytes_without_a_file(self, tmp_path: Path) -> None:
        path = database(tmp_path / "o.db", session())
        with pytest.raises(UnreadableError, match="SQLite database"):
            captures(path.read_bytes(), name="-")
