"""Notes and objects of the reference implementation are read here, and its lines in a note survive ours."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.cli.program import tollens
from tests.cli.test_objects import TRACE
from tests.integration.git_repositories import copied, git, isolate

PONENS = shutil.which("ponens")
pytestmark = pytest.mark.skipif(PONENS is None, reason="the command of the reference implementation is not installed")


def ponens(*words: str) -> str:
    assert PONENS is not None
    home = os.environ | {"HOME": str(Path.cwd())}
    return subprocess.run((PONENS, *words), env=home, capture_output=True, text=True, check=True).stdout


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    isolate(monkeypatch, tmp_path)
    Path("trace.json").write_text(json.dumps(TRACE))


def test_what_it_moved_comes_back() -> None:
    hashed = tollens("hash", "trace.json").out
    ponens("objects", "externalize", "--file", "trace.json")
    assert tollens("hash", "trace.json").out != hashed
    assert tollens("objects", "verify", "trace.json", "--store", ".ponens/objects").status == 0
    assert tollens("objects", "inline", "trace.json", "--store", ".ponens/objects").status == 0
    held = json.loads(Path("trace.json").read_bytes())["artifacts"]
    assert [one["payload"] for one in held] == [one["payload"] for one in TRACE["artifacts"]]


def test_what_it_bound_is_bound(tmp_path: Path) -> None:
    code = copied(tmp_path)
    ponens("bind", "--file", "trace.json")
    found = json.loads(tollens("status", "trace.json", "--json").out)
    assert (found["state"], found["commit"], found["repo"]) == ("bound", code, "org/name")
    others = git("notes", "--ref=ponens", "show").splitlines()[1:]
    assert tollens("bind", "trace.json").status == 0
    assert git("notes", "--ref=ponens", "show").splitlines()[2:] == others
    assert tollens("status", "trace.json").status == 0
    assert "bound" in ponens("status", "--file", "trace.json")
