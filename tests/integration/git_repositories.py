"""Real git repositories for tests, with few commits, fixed dates and nobody's settings."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ADDRESS = "https://user:secret@example.org/org/name.git"

ENVIRONMENT = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "an author",
    "GIT_AUTHOR_EMAIL": "author@example.org",
    "GIT_COMMITTER_NAME": "a committer",
    "GIT_COMMITTER_EMAIL": "committer@example.org",
    "GIT_AUTHOR_DATE": "2026-01-01T00:00:00Z",
    "GIT_COMMITTER_DATE": "2026-01-01T00:00:00Z",
}


def isolate(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Work in a folder, with git as it comes."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(folder.parent))
    monkeypatch.chdir(folder)


def git(*words: str, check: bool = True) -> str:
    """Run git in the working folder."""
    done = subprocess.run(("git", *words), capture_output=True, text=True, check=False)
    assert not check or done.returncode == 0, done.stderr
    return done.stdout.strip()


def copied(folder: Path) -> str:
    """A repository with one commit of `code.py` in the working folder, made once and copied; the name of the commit."""
    template = folder.parent / "template"
    if not template.is_dir():
        template.mkdir()
        git("init", "--quiet", "--initial-branch=main", str(template))
        here = Path.cwd()
        os.chdir(template)
        git("remote", "add", "origin", ADDRESS)
        commit("work", code_py="x = 1\n")
        os.chdir(here)
    shutil.copytree(template, Path.cwd(), dirs_exist_ok=True)
    return git("rev-parse", "HEAD")


def begin(address: str = ADDRESS) -> None:
    """Make a repository in the working folder, on the branch `main`."""
    git("init", "--quiet", "--initial-branch=main", ".")
    git("remote", "add", "origin", address)


def commit(message: str, **files: str) -> str:
    """Commit files, `_` for a dot in their names; the name of the commit."""
    for name, text in files.items():
        Path(name.replace("_", ".")).write_text(text)
        git("add", "--", name.replace("_", "."))
    git("commit", "--quiet", "--allow-empty", "-m", message)
    return git("rev-parse", "HEAD")
