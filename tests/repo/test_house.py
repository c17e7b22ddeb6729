"""Rules of the house that no linter knows: a home for each effect, a coverage floor, a place for each test folder."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

HOMES = {
    "print": set[str](),
    "input": set[str](),
    "open": {"runtime/files.py"},
    "sys.exit": {"apps/cli/main.py"},
    "sys.stdout": {"apps/cli/output.py", "apps/cli/main.py"},
    "sys.stderr": {"apps/cli/output.py", "apps/cli/main.py"},
    "datetime.now": {"runtime/clock.py"},
    "datetime.today": {"runtime/clock.py"},
    "datetime.utcnow": {"runtime/clock.py"},
    "eval": set[str](),
    "exec": set[str](),
}
"""What only some modules may use, and which."""

COVERAGE_FLOOR = 95
"""The least that `fail_under` may be. Raise it with the coverage; never lower it."""


def uses(source: str) -> Iterator[tuple[str, int]]:
    """Every use of a name of `HOMES` in `source`, with its line."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in HOMES:
                yield name, node.lineno
            case ast.Attribute(value=ast.Name(id=owner), attr=attribute) if f"{owner}.{attribute}" in HOMES:
                yield f"{owner}.{attribute}", node.lineno
            case ast.ImportFrom(module="sys", names=names):
                yield from ((f"sys.{name.name}", node.lineno) for name in names if f"sys.{name.name}" in HOMES)


def test_effects_stay_in_their_homes(repository: Path) -> None:
    package = repository / "src/tollens"
    strays = [
        f"{module.relative_to(package)}:{line} uses {name}"
        for module in sorted(package.rglob("*.py"))
        for name, line in uses(module.read_text("utf-8"))
        if module.relative_to(package).as_posix() not in HOMES[name]
    ]
    assert not strays, "\n".join(strays)


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("print('x')", "print"),
        ("with open('x') as f: pass", "open"),
        ("import sys\nsys.exit(1)", "sys.exit"),
        ("from sys import exit", "sys.exit"),
        ("from datetime import datetime\ndatetime.now()", "datetime.now"),
    ],
)
def test_a_planted_effect_is_found(source: str, name: str) -> None:
    assert [found for found, _ in uses(source)] == [name]


def test_coverage_only_rises(repository: Path) -> None:
    project = tomllib.loads((repository / "pyproject.toml").read_text("utf-8"))
    assert project["tool"]["coverage"]["report"]["fail_under"] >= COVERAGE_FLOOR
    assert project["tool"]["coverage"]["run"]["branch"] is True


def test_every_test_folder_says_what_goes_there(repository: Path) -> None:
    tests = repository / "tests"
    folders = {folder.name for folder in tests.iterdir() if folder.is_dir() and not folder.name.startswith("__")}
    named = set(re.findall(r"^\| `(\w+)/`", (tests / "README.md").read_text("utf-8"), re.MULTILINE))
    assert folders == named


def test_modules_stay_small(repository: Path) -> None:
    # Generated files and the re-export list of the model are lists, not modules that somebody reads.
    generated = repository / "src/tollens/projections"
    large = [
        f"{module.relative_to(repository)}: {lines} lines"
        for module in sorted((repository / "src").rglob("*.py"))
        if not module.is_relative_to(generated)
        if (lines := module.read_text("utf-8").count("\n")) > 400
    ]
    assert not large, "\n".join(large)


def test_ci_runs_the_command_for_tests_that_the_readme_shows(repository: Path) -> None:
    readme = (repository / "README.md").read_text("utf-8")
    assert "\n./run pytest\n" in readme
    assert re.search(r"\./run pytest( |$)", (repository / ".ci/run").read_text("utf-8"), re.MULTILINE)
