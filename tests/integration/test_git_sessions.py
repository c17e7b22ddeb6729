"""Sessions out of real repositories: a file at a commit with what lies beside it, checkpoints with their commits."""

import hashlib
import json
from pathlib import Path

import orjson
import pytest

from tests.cli.program import tollens
from tests.integration.git_repositories import begin, git, isolate
from tollens.core.errors import MisuseError, WorldError
from tollens.plugins.sessions import names_beside
from tollens.runtime import git_sessions
from tollens.runtime.git_sessions import Stored, stored
from tollens.testing.rollouts import Rollout
from tollens.testing.transcripts import Transcript

BRANCH = "entire/checkpoints/v1"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "repository"
    folder.mkdir()
    isolate(monkeypatch, folder)
    begin()
    return folder


def put(path: str, data: bytes) -> None:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_bytes(data)


def commit(message: str) -> str:
    git("add", "--all")
    git("commit", "--quiet", "--allow-empty", "-m", message)
    return git("rev-parse", "HEAD")


def session(name: str) -> bytes:
    return Transcript(session=name).prompt(f"do {name}").say("done").data()


def checkpoint(identity: str, number: str, name: str, **files: bytes) -> None:
    at = f"{identity[:2]}/{identity[2:]}/{number}"
    data = session(name)
    put(f"{at}full.jsonl", data)
    put(f"{at}metadata.json", orjson.dumps({"checkpoint_id": identity, "session_id": name}))
    put(f"{at}prompt.txt", b"do it")
    put(f"{at}content_hash.txt", f"sha256:{hashlib.sha256(data).hexdigest()}\n".encode())
    for file, held in files.items():
        put(f"{at}{file.replace('__', '/').replace('_', '.')}", held)


@pytest.fixture
def entire(here: Path) -> list[str]:
    """A repository with work on `main` and its checkpoints; the commits of the work."""
    made = [
        commit("first\n\nEntire-Checkpoint: 0000000000aa"),
        commit("second\n\nEntire-Checkpoint: 11bbbbbbbbbb"),
        commit("third, without"),
    ]
    git("checkout", "--quiet", "--orphan", BRANCH)
    checkpoint("0000000000aa", "0/", "s-one")
    checkpoint("11bbbbbbbbbb", "0/", "s-two")
    checkpoint("11bbbbbbbbbb", "1/", "s-three")
    checkpoint("22cccccccccc", "", "s-four")
    commit("checkpoints")
    git("checkout", "--quiet", "main")
    return made


def found(where: str) -> tuple[Stored, ...]:
    return stored(".", where, names_beside)


class TestCheckpoints:
    def test_each_session_is_bound_to_the_commit_that_names_its_checkpoint(self, entire: list[str]) -> None:
        assert [(each.label, each.session_id, each.commit) for each in found(BRANCH)] == [
            ("0000000000aa-0", "s-one", entire[0]),
            ("11bbbbbbbbbb-0", "s-two", entire[1]),
            ("11bbbbbbbbbb-1", "s-three", entire[1]),
            ("22cccccccccc", "s-four", ""),
        ]
        assert tollens("capture", "--from-git", BRANCH, "--all", "-o", "traces").status == 0
        traces = {path.name: json.loads(path.read_text()) for path in Path("traces").iterdir()}
        assert {name: trace.get("commit_sha") for name, trace in traces.items()} == {
            "0000000000aa-0-claude-code-s-one.json": entire[0],
            "11bbbbbbbbbb-0-claude-code-s-two.json": entire[1],
            "11bbbbbbbbbb-1-claude-code-s-three.json": entire[1],
            "22cccccccccc-claude-code-s-four.json": None,
        }

    def test_the_account_says_what_is_known_of_the_commit(self, entire: list[str]) -> None:
        made = json.loads(tollens("capture", "--from-git", BRANCH, "--all", "-o", "traces", "--json").out)
        assert made["refused"] == []
        notes = [each["notes"][0] for each in made["captures"]]
        assert notes[0] == f"checkpoint 0000000000aa: its commit is {entire[0]}, by the trailer Entire-Checkpoint"
        assert notes[3] == "checkpoint 22cccccccccc: no commit here names it"
        assert made["captures"][0]["file"] == f"{BRANCH}:00/00000000aa/0/full.jsonl"

    @pytest.mark.parametrize(
        ("where", "labels"),
        [
            (f"{BRANCH}:11bbbbbbbbbb", ["11bbbbbbbbbb-0", "11bbbbbbbbbb-1"]),
            (f"{BRANCH}:11/bbbbbbbbbb/1", ["11bbbbbbbbbb-1"]),
            (f"{BRANCH}:11/bbbbbbbbbb/1/full.jsonl", ["11bbbbbbbbbb-1"]),
            (f"{BRANCH}:22cccccccccc", ["22cccccccccc"]),
        ],
    )
    def test_one_checkpoint_may_be_named(self, entire: list[str], where: str, labels: list[str]) -> None:
        assert [each.label for each in found(where)] == labels

    def test_a_commit_that_others_copied_is_none_of_its_own(self, entire: list[str]) -> None:
        git("checkout", "--quiet", "-b", "other", entire[2])
        git("cherry-pick", "--allow-empty", entire[1])
        copied = found(f"{BRANCH}:11bbbbbbbbbb")[0]
        assert (copied.commit, "2 commits name it" in copied.notes[0]) == ("", True)

    def test_a_session_is_chosen_by_its_id(self, entire: list[str]) -> None:
        assert tollens("capture", "--from-git", BRANCH, "--session", "s-three", "-o", "t.json").status == 0
        assert json.loads(Path("t.json").read_text())["trace_id"] == "claude-code-s-three"
        for words, told in (
            ((), "4 sessions are there"),
            (("--session", "s-t"), "2 of the sessions begin with 's-t'"),
            (("--session", "x"), "none of the sessions begins with 'x'"),
        ):
            ended = tollens("capture", "--from-git", BRANCH, *words, "-o", "u.json")
            assert ended.status == 2
            assert told in ended.err
            assert "11bbbbbbbbbb-0 s-two" in ended.err
        assert not Path("u.json").exists()

    def test_a_long_transcript_goes_on_in_further_files(self, here: Path) -> None:
        rows = Transcript(session="s").prompt("go").run("ls").say("done").lines()
        commit("x")
        checkpoint("0000000000aa", "0/", "s", full_jsonl=rows[0], full_jsonl_001=b"\n".join(rows[1:]))
        put("00/00000000aa/0/tasks/t1/agent-a1.jsonl", b"{}")
        put("00/00000000aa/0/metadata.json", b"no JSON")
        commit("checkpoint")
        (only,) = found("HEAD")
        given = only.read()
        assert given.data == b"\n".join(rows)
        assert [name for name, _ in given.beside] == ["tasks/t1/agent-a1.jsonl"]
        assert only.session_id == ""
        assert any("content hash" in note for note in given.notes)

    def test_what_a_checkpoint_retells_is_no_further_file(self, here: Path) -> None:
        commit("x")
        checkpoint("0000000000aa", "0/", "s", transcript_jsonl=b'{"v":1,"agent":"claude-code","type":"user"}')
        commit("checkpoint")
        (only,) = found("HEAD")
        assert only.beside == ()

    def test_a_note_that_is_very_large_is_not_looked_into(self, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(git_sessions, "_LARGEST_NOTE", 10)
        checkpoint("0000000000aa", "0/", "s")
        commit("x")
        assert [(each.session_id, each.hash) for each in found("HEAD")] == [("", "")]

    def test_what_is_no_session_is_told_and_the_others_are_written(self, entire: list[str]) -> None:
        git("checkout", "--quiet", BRANCH)
        put("33/dddddddddd/0/full.jsonl", b"none")
        commit("more")
        ended = tollens("capture", "--from-git", BRANCH, "--all", "-o", "traces")
        assert ended.status == 2
        assert "refused" in ended.err
        assert len(list(Path("traces").iterdir())) == 4
        made = json.loads(tollens("capture", "--from-git", BRANCH, "--all", "-o", "traces", "--json").out)
        assert [each["file"] for each in made["refused"]] == [f"{BRANCH}:33/dddddddddd/0/full.jsonl"]


class TestFiles:
    def test_a_file_at_a_commit_is_read_with_what_lies_beside_it(self, here: Path) -> None:
        main, inner = Transcript().prompt("go"), Transcript().prompt("look").edit("/home/dev/shop/a.py", "1", "2")
        main.result(main.call("Agent", description="look", prompt="look"), "done", {"agentId": "a1"})
        main.result(main.call("Agent", description="too", prompt="too"), "done", {"agentId": "a2"})
        put("kept/s1.jsonl", main.data())
        rows = [{**row, "isSidechain": True} for row in inner.records]
        put("kept/s1/subagents/agent-a1.jsonl", b"\n".join(map(orjson.dumps, rows)))
        put("kept/agent-a2.jsonl", b"{}")
        put("kept/s1/other", b"")
        name = commit("x")
        put("kept/s1.jsonl", b"changed since")
        (only,) = found("HEAD:kept/s1.jsonl")
        given = only.read()
        assert given.data == main.data()
        assert [each for each, _ in given.beside] == ["agent-a2.jsonl", "subagents/agent-a1.jsonl"]
        assert given.notes == (f"read from the commit {name}",)
        assert tollens("capture", "--from-git", "HEAD:kept/s1.jsonl", "-o", "t.json").status == 0
        assert json.loads(Path("t.json").read_text())["files_modified"] == ["a.py"]

    def test_sub_agents_of_codex_lie_by_date_and_name_one_another(self, here: Path) -> None:
        threads = [f"019a0000-0000-7000-8000-00000000000{number}" for number in range(6)]

        def rollout(place: str, thread: str, *started: str) -> None:
            made = Rollout(session=thread, **({} if thread == threads[0] else {"parent_thread_id": threads[0]}))
            made.prompt("go")
            for each in started:
                made.event("collab_agent_spawn_end", call_id=each[-1], new_thread_id=each, prompt="look")
            put(f"{place}/rollout-1-{thread}.jsonl", made.run("ls").data())

        rollout("kept/2026/01/31", threads[0], *threads[1:5], threads[0])
        rollout("kept/2026/01/31", threads[1])
        rollout("kept/2026/02/01", threads[2], threads[5], threads[1])
        rollout("kept/2026/01/30", threads[3])  # nobody is started before
        rollout("kept/2026/01/31/deeper", threads[4])
        rollout("kept/2026/02/02", threads[5])
        rollout("other/2026/02/02", threads[4])
        commit("x")
        (only,) = found(f"HEAD:kept/2026/01/31/rollout-1-{threads[0]}.jsonl")
        given = only.read()
        assert [name for name, _ in given.beside] == [f"rollout-1-{threads[number]}.jsonl" for number in (1, 2, 5)]

    def test_a_file_at_the_top(self, here: Path) -> None:
        put("s1.jsonl", session("s"))
        commit("x")
        assert found("HEAD:s1.jsonl")[0].read().data == session("s")

    @pytest.mark.parametrize(
        ("where", "told"),
        [
            ("nowhere", "no commit 'nowhere'"),
            ("HEAD", "no checkpoints of Entire in HEAD"),
            ("HEAD:none.jsonl", "no 'none.jsonl' in HEAD"),
            ("--output=x", "no commit '--output=x'"),
        ],
    )
    def test_what_is_not_there_is_refused(self, here: Path, where: str, told: str) -> None:
        commit("x")
        with pytest.raises(MisuseError, match=told):
            found(where)

    def test_a_folder_in_no_repository_is_refused(self, here: Path, tmp_path: Path) -> None:
        (tmp_path / "none").mkdir()
        with pytest.raises(WorldError, match="no git repository"):
            stored(str(tmp_path / "none"), "HEAD", names_beside)
