"""`tollens capture`: what is said, files beside a session, several sessions in one file, and which of them is meant."""

import gzip
import hashlib
import io
import json
import os
import sys
from pathlib import Path

import orjson
import pytest

from tests.cli.program import tollens
from tests.opencode_databases import database
from tollens.apps import capturing
from tollens.testing.opencode_sessions import OpenCodeSession
from tollens.testing.rollouts import Rollout
from tollens.testing.transcripts import Transcript


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def listed(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def several(folder: Path) -> str:
    one, two = Transcript(session="0a-one").prompt("go"), Transcript(session="0b-two").prompt("on", uuid="x")
    (folder / "several.jsonl").write_bytes(one.data() + two.run("ls").data())
    return "several.jsonl"


class TestDatabase:
    @pytest.fixture
    def store(self, folder: Path) -> str:
        database(folder / "opencode.db", OpenCodeSession("ses_1").prompt("go"), OpenCodeSession("ses_2").prompt("on"))
        return "opencode.db"

    def test_one_or_all_of_its_sessions(self, folder: Path, store: str) -> None:
        ended = tollens("capture", store, "-o", "t.json")
        assert ended.status == 2
        assert "2 sessions are there" in ended.err
        assert "ses_1 (2026-02-27, shop), ses_2 (2026-02-27, shop)" in ended.err
        assert tollens("capture", store, "--session", "ses_2", "-o", "t.json").status == 0
        assert json.loads((folder / "t.json").read_text())["trace_id"] == "opencode-ses_2"
        assert tollens("capture", store, "--all", "-o", "all").status == 0
        assert listed(folder / "all") == ["opencode-ses_1.json", "opencode-ses_2.json"]

    def test_one_alone_is_reviewed(self, folder: Path) -> None:
        database(folder / "one.db", OpenCodeSession("ses_1").prompt("go"))
        assert "go" in tollens("review", "one.db").out

    def test_what_is_none_is_refused(self, folder: Path, store: str) -> None:
        data = (folder / store).read_bytes()
        (folder / "x.db").write_bytes(data[:100])
        for words in (("capture", "x.db", "-o", "t.json"), ("review", "x.db")):
            ended = tollens(*words)
            assert ended.status == 2
            assert "SQLite database cannot be read" in ended.err


class TestFolder:
    def test_only_what_looks_like_a_session_is_suggested(self, folder: Path) -> None:
        place = folder / "found"
        place.mkdir()
        (place / "notes.jsonl").write_text('{"note": 1}\n{"note": 2}\n')
        (place / "rows.jsonl").write_text("no JSON\n")
        ended = tollens("capture", "found", "-o", "t.json")
        assert ended.status == 2
        assert "2 files are there, and none looks like a session: found/notes.jsonl, found/rows.jsonl" in ended.err
        (place / "one.jsonl").write_bytes(gzip.compress(Transcript().prompt("go").say("done").data()))
        assert tollens("capture", "found", "-o", "t.json").status == 0
        (place / "two.jsonl").write_bytes(Rollout().prompt("go").say("done").data())
        spawned = {"subagent": {"thread_spawn": {"parent_thread_id": "s1"}}}
        (place / "agents.jsonl").write_bytes(Rollout(session="c", source=spawned).run("ls").data())
        ended = tollens("capture", "found", "-o", "t.json")
        assert ended.status == 2
        assert "2 sessions are there, and each is a trace of its own: one, two" in ended.err
        assert tollens("capture", "found", "--session", "agents", "-o", "t.json").status == 0


class TestLinks:
    def test_a_file_that_is_reached_by_a_link_is_one_where_the_folder_is_given(self, folder: Path) -> None:
        project = folder / "shop"
        (project / "src").mkdir(parents=True)
        (project / "lib").symlink_to("src")
        transcript = Transcript(cwd=str(project)).prompt("go").read(f"{project}/src/a.py", "x = 1\n")
        transcript.edit(f"{project}/lib/a.py", "1", "2", "x = 1\n")
        (folder / "s.jsonl").write_bytes(transcript.say("done").data())
        assert tollens("capture", "s.jsonl", "-o", "t.json").status == 0
        assert json.loads((folder / "t.json").read_text())["files_modified"] == ["lib/a.py"]
        ended = tollens("capture", "s.jsonl", "--project", "shop", "-o", "t.json")
        assert ended.status == 0
        assert "paths are one by links as they are at the capture: lib -> src" in ended.err
        trace = json.loads((folder / "t.json").read_text())
        assert trace["files_modified"] == ["src/a.py"]
        assert trace["actions"][1]["inputs"] == ["source-1"]
        assert tollens("capture", "s.jsonl", "--project", "gone", "-o", "t.json").status == 2


class TestContents:
    def test_a_file_that_is_read_piece_by_piece_gives_the_same_trace(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        data = Transcript().prompt("go").read("/home/dev/shop/a.py", "x = 1\n" * 200).say("done").data()
        Path("s.jsonl").write_bytes(data)
        Path("s.jsonl.gz").write_bytes(gzip.compress(data))
        written = []
        for size in (0, 1 << 20):
            monkeypatch.setattr(capturing, "PIECEMEAL", size)
            for name in ("s.jsonl", "s.jsonl.gz"):
                assert tollens("capture", name, "-o", "t.json").status == 0
                written.append(Path("t.json").read_bytes())
        assert written[:2] == written[2:]

    def test_contents_are_left_out_of_a_file_and_of_what_is_compressed(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(capturing, "LARGE", 1000)
        monkeypatch.setattr(capturing, "PACKED", 100)
        data = Transcript().prompt("a secret plan").read("/home/dev/shop/a.py", "x = 1\n" * 200).say("done").data()
        Path("s.jsonl").write_bytes(data)
        with gzip.open("s.jsonl.gz", "wb") as file:
            file.write(data)
        traces = []
        for name, said in (("s.jsonl", b""), ("s.jsonl.gz", b""), ("-", data), ("-", Path("s.jsonl.gz").read_bytes())):
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(said)))
            ended = tollens("capture", name, "--content", "digest", "-o", "trace.json")
            assert (ended.status, "contents left out" in ended.err) == (0, True)
            assert tollens("validate", "trace.json").status == 0
            written = Path("trace.json").read_text()
            assert "secret plan" not in written
            assert "x = 1" not in written
            traces.append(json.loads(written))
        for trace in traces[1:]:
            assert traces[0]["actions"] == trace["actions"]
            assert traces[0]["artifacts"][:-1] == trace["artifacts"][:-1]
        monkeypatch.setattr(capturing, "LARGE", 1 << 25)
        monkeypatch.setattr(capturing, "PACKED", 1 << 25)
        for trace, name, said in zip(traces, ("s.jsonl", "s.jsonl.gz", "-", "-"), (b"", b"", data, None), strict=True):
            given = Path("s.jsonl.gz").read_bytes() if said is None else said
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
            assert tollens("capture", name, "--content", "digest", "-o", "trace.json").status == 0
            assert json.loads(Path("trace.json").read_text()) == trace
        assert tollens("capture", "s.jsonl", "--content", "digest", "-o", "trace.yaml").status == 0
        assert tollens("validate", "trace.yaml").status == 0

    def test_a_long_session_says_how_far_it_is(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(capturing, "LARGE", 1)
        Path("s.jsonl").write_bytes(Transcript().prompt("go").say("done").data())
        ended = tollens("capture", "s.jsonl", "--content", "digest", "-o", "trace.json", terminal=True)
        assert "capturing s.jsonl 50 %" in ended.err
        assert " %" not in tollens("capture", "s.jsonl", "--content", "digest", "-o", "trace.json").err


class TestTheAccount:
    @pytest.fixture
    def session(self, folder: Path) -> str:
        made = Transcript().prompt("go").say("done").data()
        (folder / "a session.jsonl").write_bytes(made + b'{"type":"latch","sessionId":"s1"}\n{"type":\n')
        return "a session.jsonl"

    def test_what_was_not_used_is_named_and_the_next_step_is_said(self, session: str) -> None:
        ended = tollens("capture", session, "-o", "a trace.json")
        assert (ended.status, ended.out) == (0, "")
        lines = ended.err.splitlines()
        assert "  skipped: unknown type latch (1)" in lines
        assert "  not known: record latch (1)" in lines
        assert any(line.startswith("  damaged: line 4 (") for line in lines)
        assert lines[-1] == "a trace.json is written; to look at it: tollens review 'a trace.json'"

    @pytest.mark.parametrize("name", ["a session.jsonl", "./a session.jsonl", "link"])
    def test_a_trace_never_takes_the_place_of_its_session(self, folder: Path, session: str, name: str) -> None:
        (folder / "link").symlink_to(session)
        before = (folder / session).read_bytes()
        ended = tollens("capture", session, "-o", name)
        assert (ended.status, "is the session itself" in ended.err) == (2, True)
        assert (folder / session).read_bytes() == before

    def test_standard_output_is_no_file_to_look_at(self, session: str) -> None:
        ended = tollens("capture", session, "-o", "-")
        assert json.loads(ended.out)["trace_id"] == "claude-code-s1"
        assert "is written" not in ended.err

    def test_a_review_names_what_was_lost_and_on_request_what_was_skipped(self, session: str) -> None:
        short, whole = tollens("review", session).out, tollens("review", session, "--all").out
        assert "not known: record latch (1)" in short
        assert "damaged: line 4" in short
        assert "skipped: unknown type latch (1)" in whole


class TestRefusals:
    @pytest.mark.parametrize(
        ("data", "told", "advice"),
        [
            (b"", "the file is empty", "one JSON record a line"),
            (gzip.compress(b"{}", mtime=0)[:9], "nothing of it could be read", "Copy it anew"),
            (
                b'{"trace_id":"t","spec_version":"1.11","actions":[]}',
                "is a trace already",
                "tollens review looks at it",
            ),
        ],
    )
    def test_each_says_what_to_do(self, folder: Path, data: bytes, told: str, advice: str) -> None:
        (folder / "s.jsonl").write_bytes(data)
        ended = tollens("capture", "s.jsonl", "-o", "trace.json")
        assert (ended.status, ended.out, listed(folder)) == (2, "", ["s.jsonl"])
        assert told in ended.err.splitlines()[0]
        assert advice in ended.err.splitlines()[1]


class TestBeside:
    @pytest.fixture
    def session(self, folder: Path) -> str:
        main, inner = Transcript().prompt("go"), Transcript().prompt("look").edit("/home/dev/shop/a.py", "1", "2")
        main.result(main.call("Agent", description="look", prompt="look"), "done", {"agentId": "a1"})
        (folder / "s1.jsonl").write_bytes(main.say("done").data())
        (folder / "s1/subagents").mkdir(parents=True)
        rows = [{**row, "isSidechain": True, "agentId": "a1"} for row in inner.records]
        (folder / "s1/subagents/agent-a1.jsonl").write_bytes(b"\n".join(map(orjson.dumps, rows)))
        return "s1.jsonl"

    def test_the_work_of_sub_agents_is_captured(self, folder: Path, session: str) -> None:
        assert tollens("capture", session, "-o", "trace.json").status == 0
        assert json.loads((folder / "trace.json").read_text())["files_modified"] == ["a.py"]

    def test_a_review_reads_them_too(self, session: str) -> None:
        assert "a.py" in tollens("review", session).out

    def test_a_review_of_a_folder_that_is_no_session_says_so(self, session: str) -> None:
        ended = tollens("review", "s1")
        assert (ended.status, ended.out) == (2, "")
        assert "is a folder, and a session of Claude Code is a file" in ended.err


class TestSeveral:
    def test_none_is_taken_without_being_asked_for(self, folder: Path, several: str) -> None:
        for verb in (("capture", several, "-o", "trace.json"), ("review", several)):
            ended = tollens(*verb)
            assert ended.status == 2
            assert "holds 2 sessions" in ended.err
            assert "0a-one, 0b-two" in ended.err
            assert "--session ID" in ended.err
        assert not (folder / "trace.json").exists()

    def test_one_is_taken_by_the_beginning_of_its_id(self, folder: Path, several: str) -> None:
        assert tollens("capture", several, "--session", "0b", "-o", "trace.json").status == 0
        assert json.loads((folder / "trace.json").read_text())["trace_id"] == "claude-code-0b-two"

    @pytest.mark.parametrize(("wanted", "told"), [("0", "2 sessions begin with '0'"), ("x", "there is no session 'x'")])
    def test_an_id_that_says_not_which_is_refused(self, several: str, wanted: str, told: str) -> None:
        ended = tollens("capture", several, "--session", wanted, "-o", "trace.json")
        assert ended.status == 2
        assert told in ended.err
        assert "0a-one, 0b-two" in ended.err

    def test_all_are_taken_into_a_folder(self, folder: Path, several: str) -> None:
        ended = tollens("capture", several, "--all", "-o", "traces/of")
        assert ended.status == 0
        assert listed(folder / "traces/of") == ["claude-code-0a-one.json", "claude-code-0b-two.json"]
        assert "traces/of/claude-code-0b-two.json: claude-code, cut off" in ended.err

    def test_the_accounts_of_all_are_one_object(self, several: str) -> None:
        found = json.loads(tollens("capture", several, "--all", "-o", "traces", "--json").out)
        assert [each["session_id"] for each in found["captures"]] == ["0a-one", "0b-two"]
        assert found["captures"][0]["output"] == "traces/claude-code-0a-one.json"

    def test_all_do_not_go_to_standard_output(self, several: str) -> None:
        ended = tollens("capture", several, "--all", "-o", "-")
        assert (ended.status, ended.out) == (2, "")
        assert "-o FOLDER" in ended.err

    def test_what_is_no_session_is_refused_as_without_all(self, folder: Path) -> None:
        (folder / "none.txt").write_text("no session")
        ended = tollens("capture", "none.txt", "--all", "-o", "out")
        assert (ended.status, ended.out, "not recognized" in ended.err) == (2, "", True)

    def test_names_stay_within_the_folder(self, folder: Path) -> None:
        ids = ("../../x", "/etc/passwd", "..", "A", "a", "n" * 99)
        data = b"".join(Transcript(session=each).prompt("go", uuid=each).data() for each in ids)
        (folder / "odd.jsonl").write_bytes(data)
        assert tollens("capture", "odd.jsonl", "--all", "-o", "out").status == 0
        names = listed(folder / "out")
        assert len(names) == len(ids)
        assert all(name.startswith("claude-code-") and name.endswith(".json") for name in names)
        assert {"claude-code-A.json", "claude-code-a-2.json"} <= set(names)
        assert listed(folder) == ["odd.jsonl", "out"]


class TestFolders:
    def put(self, folder: Path, *names: str) -> None:
        for name in names:
            path = folder / "sessions" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(Transcript(session=path.stem).prompt("go").say("done").data())

    def test_one_session_file_in_a_folder_is_meant(self, folder: Path) -> None:
        self.put(folder, "s1.jsonl", "agent-a.jsonl", ".hidden.jsonl", "s1/subagents/agent-b.jsonl")
        (folder / "sessions/link.jsonl").symlink_to(folder / "sessions/s1.jsonl")
        assert tollens("capture", "sessions", "-o", "trace.json").status == 0
        assert json.loads((folder / "trace.json").read_text())["trace_id"] == "claude-code-s1"
        assert tollens("review", "sessions").status == 0

    def test_of_several_one_is_chosen_or_all_are_taken(self, folder: Path) -> None:
        self.put(folder, "0a.jsonl", "0b.jsonl")
        for verb in (("capture", "sessions", "-o", "t.json"), ("review", "sessions")):
            ended = tollens(*verb)
            assert (ended.status, "2 sessions are there" in ended.err, "0a, 0b" in ended.err) == (2, True, True)
        assert tollens("capture", "sessions", "--session", "0b", "-o", "t.json").status == 0
        assert json.loads((folder / "t.json").read_text())["trace_id"] == "claude-code-0b"
        assert tollens("capture", "sessions", "--all", "-o", "traces").status == 0
        assert listed(folder / "traces") == ["claude-code-0a.json", "claude-code-0b.json"]


class TestLatest:
    @pytest.fixture
    def home(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        (folder / "home").mkdir()
        (folder / "p_1").mkdir()
        monkeypatch.chdir(folder / "p_1")
        monkeypatch.setenv("HOME", str(folder / "home"))
        monkeypatch.setenv("USERPROFILE", str(folder / "home"))
        for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "GEMINI_CLI_HOME", "XDG_DATA_HOME", "PWD"):
            monkeypatch.delenv(name, raising=False)
        return folder / "home"

    def session(self, home: Path, project: Path, number: int, cwd: str | None = None, at: int = 0) -> Path:
        slug = "".join(letter if letter.isalnum() else "-" for letter in str(project))
        path = home / ".claude/projects" / slug / f"{number:08}-0000-4000-8000-000000000000.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(Transcript(cwd=cwd or str(project), session=path.stem).prompt("go").data())
        os.utime(path, (at or number, at or number))
        return path

    def test_the_newest_of_the_project_is_captured(self, folder: Path, home: Path) -> None:
        self.session(home, folder / "p_1", 1)
        new = self.session(home, folder / "p_1", 2)
        self.session(home, folder / "p.1", 3)  # the same name of the folder, another project
        (new.parent / "agent-a1.jsonl").write_text('{"type":"user","isSidechain":true}\n')
        ended = tollens("capture", "--latest", "-o", "trace.json")
        assert ended.status == 0
        assert f"the newest session: {new}" in ended.err
        assert json.loads(Path("trace.json").read_text())["trace_id"] == f"claude-code-{new.stem}"
        assert tollens("capture", "--latest", "claude-code", "-o", "trace.json").status == 0

    def test_a_rollout_counts_when_it_states_the_project(self, folder: Path, home: Path) -> None:
        self.session(home, folder / "p_1", 1)
        place = home / ".codex/sessions/2026/01/02"
        place.mkdir(parents=True)
        for number, cwd in ((1, folder / "p_1"), (2, folder)):
            meta = {"type": "session_meta", "payload": {"id": f"c{number}", "cwd": str(cwd)}}
            said = {"type": "event_msg", "payload": {"type": "user_message", "message": "go"}}
            (place / f"rollout-{number}.jsonl").write_bytes(orjson.dumps(meta) + b"\n" + orjson.dumps(said))
        assert tollens("capture", "--latest", "-o", "trace.json").status == 0
        assert json.loads(Path("trace.json").read_text())["trace_id"] == "codex-c1"

    def test_a_session_of_gemini_counts_when_it_states_the_digest_of_the_project(
        self, folder: Path, home: Path
    ) -> None:
        for number, project in ((1, folder / "p_1"), (2, folder)):
            digest = hashlib.sha256(os.fsencode(project)).hexdigest()
            said = {"id": "u", "type": "user", "content": 'look into "directory":"/elsewhere"'}
            place = home / f".gemini/tmp/name-{number}/chats"
            place.mkdir(parents=True)
            rows = ({"sessionId": f"g{number}", "projectHash": digest}, said)
            (place / f"session-{number}.jsonl").write_bytes(b"\n".join(map(orjson.dumps, rows)))
        assert tollens("capture", "--latest", "-o", "trace.json").status == 0
        assert json.loads(Path("trace.json").read_text())["trace_id"] == "gemini-g1"

    def test_one_of_a_storage_is_taken_by_its_id(self, folder: Path, home: Path) -> None:
        storage = home / ".local/share/opencode/storage"
        for number, directory in ((1, folder / "p_1"), (2, folder / "p_1"), (3, folder)):
            identity = f"ses_{number}"
            session = {"id": identity, "directory": str(directory), "version": "1.2.0", "title": "t"}
            message = {"id": f"msg_{number}", "sessionID": identity, "role": "user", "time": {"created": number}}
            part = {"id": f"prt_{number}", "sessionID": identity, "messageID": f"msg_{number}", "type": "text"}
            for name, value in (
                (f"session/p/{identity}.json", session),
                (f"message/{identity}/msg_{number}.json", message),
                (f"part/msg_{number}/prt_{number}.json", {**part, "text": "go"}),
            ):
                path = storage / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(orjson.dumps(value))
            os.utime(storage / f"session/p/{identity}.json", (number, number))
        ended = tollens("capture", "--latest", "-o", "trace.json")
        assert ended.status == 0
        assert f"the newest session: ses_2 in {storage}" in ended.err
        assert json.loads(Path("trace.json").read_text())["trace_id"] == "opencode-ses_2"

    def test_one_of_a_database_is_taken_by_when_it_was_written_to(self, folder: Path, home: Path) -> None:
        def chat(number: int, place: Path, **info: object) -> OpenCodeSession:
            time = {"created": 1, "updated": number}
            return OpenCodeSession(f"ses_{number}", directory=str(place), time=time, **info).prompt("go")

        data = home / ".local/share/opencode"
        data.mkdir(parents=True)
        mine, other = folder / "p_1", folder
        path = database(
            data / "opencode.db", chat(3, mine, parentID="ses_1"), chat(1, mine), chat(2, mine), chat(4, other)
        )
        (data / "opencode-dev.db").write_bytes(b"SQLite format 3\0 and no more")
        ended = tollens("capture", "--latest", "-o", "trace.json")
        assert ended.status == 0
        assert f"the newest session: ses_1 in {path}" in ended.err
        assert json.loads(Path("trace.json").read_text())["trace_id"] == "opencode-ses_1"
        path.unlink()
        ended = tollens("capture", "--latest", "-o", "trace.json")
        assert ended.status == 2
        assert "opencode-dev.db: this SQLite database cannot be read" in ended.err

    def test_a_sub_agent_is_no_session_of_the_project(self, folder: Path, home: Path) -> None:
        place = home / ".codex/sessions/2026/01/02"
        place.mkdir(parents=True)
        for number, source in ((1, "cli"), (2, {"subagent": {"thread_spawn": {"parent_thread_id": "c1"}}})):
            meta = {
                "type": "session_meta",
                "payload": {"id": f"c{number}", "cwd": str(folder / "p_1"), "source": source},
            }
            said = {"type": "event_msg", "payload": {"type": "user_message", "message": "go"}}
            path = place / f"rollout-{number}.jsonl"
            path.write_bytes(orjson.dumps(meta) + b"\n" + orjson.dumps(said))
            os.utime(path, (number, number))
        assert tollens("capture", "--latest", "-o", "trace.json").status == 0
        assert json.loads(Path("trace.json").read_text())["trace_id"] == "codex-c1"

    def test_it_is_reviewed_as_it_is_captured(self, folder: Path, home: Path) -> None:
        path = self.session(home, folder / "p_1", 1)
        ended = tollens("review", "--latest")
        assert ended.status == 0
        assert f"the newest session: {path}" in ended.err
        assert str(path) in ended.out or path.name in ended.out
        made = json.loads(tollens("review", "--latest", "claude-code", "--json").out)
        assert made["file"] == str(path)
        assert tollens("review", "--latest", "codex").status == 2

    @pytest.mark.parametrize("words", [(), ("s.jsonl", "--latest")])
    def test_a_review_needs_one_of_a_file_and_the_newest(self, home: Path, words: tuple[str, ...]) -> None:
        ended = tollens("review", *words)
        assert ended.status == 2
        assert "FILE or --latest" in ended.err

    def test_nothing_found_says_where_was_looked(self, folder: Path, home: Path) -> None:
        ended = tollens("capture", "--latest", "-o", "trace.json")
        assert ended.status == 2
        assert str(home / ".claude/projects") in ended.err
        assert str(home / ".codex/sessions") in ended.err
        assert not Path("trace.json").exists()

    @pytest.mark.parametrize("words", [("s.jsonl", "--latest", "codex"), (), ("--latest", "x")])
    def test_what_makes_no_sense_is_refused(self, home: Path, words: tuple[str, ...]) -> None:
        assert tollens("capture", *words, "-o", "trace.json").status == 2
