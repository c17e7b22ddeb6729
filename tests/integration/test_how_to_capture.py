"""The how-tos on capturing, on secrets and on recording: their commands run in order, and end as the pages say."""

import json
import os
import re
import shlex
import shutil
from pathlib import Path

import orjson
import pytest

from tests.cli.program import tollens
from tests.integration.git_repositories import begin, commit, git, isolate
from tollens.testing.rollouts import Rollout
from tollens.testing.transcripts import Transcript

BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CHECKPOINT = "742d862e8d6a"
AGENTS = ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "GEMINI_CLI_HOME", "XDG_DATA_HOME", "PWD")

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def blocks_of(repository: Path, page: str) -> list[list[list[str]]]:
    """The commands of a page, block by block, as words."""
    found = BLOCK.findall((repository / f"docs/how-to/{page}.md").read_text("utf-8"))
    return [[shlex.split(line) for line in block.splitlines()] for block in found]


def put(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


@pytest.fixture
def project(repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project in git with sessions wherever the pages have them."""
    folder, home = tmp_path / "project", tmp_path / "home"
    folder.mkdir()
    isolate(monkeypatch, folder)
    for name in AGENTS:
        monkeypatch.delenv(name, raising=False)
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(home))
    begin()
    shutil.copytree(repository / "examples", folder / "examples")
    one, two = Transcript(session="5b1f0c52-one").prompt("go"), Transcript(session="0b-two").prompt("on", uuid="x")
    session = one.say("done").data()
    put(folder / "session.jsonl", session)
    put(folder / "sessions.jsonl", session + two.say("done").data())
    put(folder / "logs/session.jsonl", session)
    git("add", "--all")
    commit(f"work\n\nEntire-Checkpoint: {CHECKPOINT}")
    git("checkout", "--quiet", "--orphan", "entire/checkpoints/v1")
    at = folder / CHECKPOINT[:2] / CHECKPOINT[2:] / "0"
    put(at / "full.jsonl", session)
    put(at / "metadata.json", orjson.dumps({"checkpoint_id": CHECKPOINT, "session_id": "5b1f0c52-one"}))
    git("add", "--all")
    commit("checkpoints")
    git("checkout", "--quiet", "main")
    put(home / ".codex/sessions/2026/01/02/rollout-1.jsonl", Rollout(str(folder)).prompt("go").data())
    slug = "".join(letter if letter.isalnum() else "-" for letter in str(folder))
    put(home / ".claude/projects" / slug / "s1.jsonl", Transcript(cwd=str(folder)).prompt("go").data())
    return folder


@pytest.mark.parametrize(("page", "least"), [("capture", 8), ("keep-secrets-out", 4)])
def test_the_commands_of_the_page_run(repository: Path, project: Path, page: str, least: int) -> None:
    lines = [line for block in blocks_of(repository, page) for line in block]
    run = 0
    for program, *words in lines:
        if program == "openssl":
            (project / words.pop()).write_bytes(os.urandom(32))  # `openssl rand … > FILE`
            continue
        assert program == "tollens"
        ended = tollens(*words)
        assert ended.status == 0, f"{words}: {ended.err}"
        out = words[words.index("-o") + 1]
        for written in sorted(Path(out).iterdir()) if Path(out).is_dir() else [out]:
            assert tollens("validate", str(written)).status == 0, f"{words}: {written}"
        run += 1
    assert run >= least


def test_a_checkpoint_is_bound_to_the_commit_that_names_it(repository: Path, project: Path) -> None:
    [words] = [
        line[1:] for block in blocks_of(repository, "capture") for line in block if line[-3].endswith(CHECKPOINT)
    ]
    assert tollens(*words).status == 0
    assert json.loads(Path("trace.json").read_text())["commit_sha"] == git("rev-parse", "main")


def test_a_recording_is_finished_or_recovered_as_the_page_says(repository: Path, project: Path) -> None:
    recorded, recovered = blocks_of(repository, "record")
    for _, *words in recorded:
        assert tollens(*words).status == 0, words
    assert "CAME OUT     ProcessCompleted" in tollens("review", "trace.json").out
    Path("trace.json").unlink()
    for _, *words in [*recorded[:-1], *recovered]:
        assert tollens(*words).status == 0, words
    assert "ProcessInterrupted: the recording was cut off" in tollens("review", "trace.json").out
