"""Every command of README and tutorial runs as printed, in a fresh copy of the repository with its own environment."""

import doctest
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

TESTS = "./run pytest"
"""Not run from here, where it would run itself; CI runs all tests by it, which test_house.py checks."""


def blocks(text: str, language: str) -> list[str]:
    """The contents of the fenced blocks of one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def commands(repository: Path) -> list[str]:
    """Every command line of the README and of the tutorial, in order."""
    pages = [repository / "README.md", *sorted((repository / "docs/tutorial").glob("*.md"))]
    return [line for page in pages for block in blocks(page.read_text("utf-8"), "sh") for line in block.splitlines()]


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory, repository: Path) -> Path:
    """What a clone of the repository would hold, with changes that are not committed yet."""
    if shutil.which("git") is None or not (repository / ".git").exists():
        pytest.skip("this is no git checkout, so it is not known what belongs to the repository")
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=repository,
        capture_output=True,
        text=True,
        check=True,
    )
    folder = tmp_path_factory.mktemp("clone")
    for name in filter(None, listed.stdout.split("\0")):
        if (repository / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(repository / name, folder / name)
    return folder


@pytest.mark.skipif(
    "TOLLENS_SLOW" not in os.environ, reason="makes an environment from the package index: set TOLLENS_SLOW=1"
)
def test_commands_run(copied: Path, repository: Path) -> None:
    lines = commands(repository)
    assert TESTS in lines
    assert all(line.startswith("./run ") for line in lines)
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "COV_"))}
    for line in lines:
        if line == TESTS:
            continue
        result = subprocess.run(
            ["sh", "-c", line],
            cwd=copied,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        assert result.returncode == 0, f"{line}\n{result.stdout}\n{result.stderr}"
        assert result.stdout.strip() or result.stderr.strip(), f"{line} printed nothing"


def test_the_review_of_each_example_is_shown(repository: Path) -> None:
    # test_projections_current.py has them compared with what the program prints.
    readme = (repository / "README.md").read_text("utf-8")
    for path in (repository / "examples").iterdir():
        if path.suffix in (".json", ".jsonl"):
            shown = f"```sh\n./run tollens review examples/{path.name}\n```\n\n```text\nexamples/{path.name} "
            assert shown in readme, path.name


def test_python_runs(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repository)
    found = doctest.testfile(str(repository / "README.md"), module_relative=False, encoding="utf-8")
    assert found.attempted > 0
    assert found.failed == 0


def test_links_lead_somewhere(repository: Path) -> None:
    for page in ("README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "tests/README.md", "vectors/README.md"):
        text = (repository / page).read_text("utf-8")
        for target in re.findall(r"\]\(([^)#]+)", text):
            if not target.startswith("http"):
                assert ((repository / page).parent / target).exists(), f"{page} links to {target}"
