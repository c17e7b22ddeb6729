"""The tutorial on policies: its files are written, its commands are run in order, and they print what it shows."""

import re
import shlex
import shutil
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests.cli.program import tollens

PAGE = "docs/tutorial/first-policy.md"
BLOCK = re.compile(r"^```([a-z]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"`([\w./-]+\.(?:json|toml))`")


def test_what_the_page_shows_is_what_happens(repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (repository / PAGE).read_text("utf-8")
    shutil.copytree(repository / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    commands = before = status = 0
    for block in BLOCK.finditer(page):
        kind, body = block.groups()
        if kind in ("json", "toml"):
            path = Path(FILE.findall(page[before : block.start()])[-1])
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(body, "utf-8")
        else:
            assert kind == "console"
            for session in body.split("$ ")[1:]:
                command, _, shown = session.partition("\n")
                commands += 1
                if command == "echo $?":
                    assert shown == f"{status}\n"
                    continue
                program, name, *arguments = shlex.split(command)
                assert (program, name) == ("./run", "tollens")
                ended = tollens(*arguments, COLUMNS="100")
                status = ended.status
                assert ended.out == shown, command
        before = block.end()
    assert commands == 11


def test_what_the_first_tutorial_writes_is_nothing_that_git_would_add(repository: Path) -> None:
    page = (repository / "docs/tutorial/first-review.md").read_text("utf-8")
    written = re.findall(r" -o (\S+)", page)
    assert written
    assert all(fnmatch(f"/{name}", "/*.trace.json") for name in written)
    assert "/*.trace.json" in (repository / ".gitignore").read_text("utf-8").splitlines()
