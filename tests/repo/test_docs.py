"""The documentation is complete and true: codes and verbs explained, examples run, records in form."""

import doctest
import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tollens
from tollens.apps.cli import commands
from tollens.core.validate.rule import rules
from tools import pages

PACKAGE = Path(tollens.__file__).parent

RECORD = ["## Context", "## Options", "## Decision", "## Consequences"]


def with_examples() -> list[str]:
    """The modules that look as if they had an example, but for the generated ones."""
    held = (path for path in sorted(PACKAGE.rglob("*.py")) if re.search(r"^ *>>> ", path.read_text("utf-8"), re.M))
    names = (path.relative_to(PACKAGE.parent).with_suffix("").as_posix().replace("/", ".") for path in held)
    return [name.removesuffix(".__init__") for name in names if not name.startswith("tollens.projections.")]


@pytest.mark.parametrize("verb", commands.names())
def test_a_verb_is_explained(verb: str) -> None:
    module = commands.command(verb)
    assert module.SUMMARY
    assert module.GROUP in commands.GROUPS
    assert module.EXAMPLES
    assert all(example.startswith(f"tollens {verb}") or f"tollens {verb}" in example for example in module.EXAMPLES)
    for argument in pages.arguments_of(verb):
        assert argument.help, f"{verb}: {argument.dest} has no help"


def test_every_rule_has_a_place_on_its_page(repository: Path) -> None:
    text = (repository / "docs/reference/rules.md").read_text("utf-8")
    for rule in rules():
        assert f"\n## {rule.code}\n" in text
        assert len(rule.prose.split()) >= 5, f"{rule.code} is hardly explained"
        assert rule.hint


def test_every_code_that_is_no_rule_is_explained(repository: Path) -> None:
    rules_of_sections = repository / "src/tollens/core/validate/sections"
    sources = [p for p in (repository / "src/tollens").rglob("*.py") if not p.is_relative_to(rules_of_sections)]
    used = {code for path in sources for code in re.findall(r'"([A-Z]{3,4}\d{3})"', path.read_text("utf-8"))}
    names = (
        "reference/wire-faults",
        "reference/policy-language",
        "explanation/what-a-signature-proves",
        "how-to/merge-traces",
    )
    pages = [repository / f"docs/{name}.md" for name in names]
    explained = {
        code for page in pages for code in re.findall(r"^\| (\w+\d{3}) \|", page.read_text("utf-8"), re.MULTILINE)
    }
    assert used == explained


def test_records_are_in_form(repository: Path) -> None:
    records = sorted((repository / "docs/adr").glob("[0-9]*.md"))
    assert [path.name[:4] for path in records] == [f"{number:04}" for number in range(1, len(records) + 1)]
    for path in records:
        lines = path.read_text("utf-8").splitlines()
        assert re.fullmatch(rf"# {path.name[:4]}\. \S.*", lines[0]), path.name
        assert [line for line in lines if line.startswith("## ")] == RECORD, path.name
        assert len(lines) <= 60, path.name
        options = "\n".join(lines).partition("## Options")[2].partition("## Decision")[0]
        assert options.count("**") >= 4, f"{path.name} weighs fewer than two options"


@pytest.mark.parametrize("module", with_examples())
def test_examples_in_docstrings_run(module: str) -> None:
    assert doctest.testmod(importlib.import_module(module)).failed == 0


def test_examples_of_the_public_face_run() -> None:
    found = doctest.testmod(tollens)
    assert found.attempted > 0
    assert found.failed == 0


def test_examples_in_pages_run(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repository)
    for page in sorted((repository / "docs").rglob("*.md")):
        if page.name == "python.md":  # shows the examples of the docstrings, which run where they stand
            continue
        found = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
        assert found.failed == 0, page


def test_the_site_builds(repository: Path, tmp_path: Path) -> None:
    pytest.importorskip("mkdocs", reason="mkdocs is not installed")
    result = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path / "site")],
        cwd=repository,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    assert (tmp_path / "site/reference/rules/index.html").is_file()


def test_committed_text_names_no_machine(repository: Path) -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=repository, capture_output=True, text=True, check=False)
    if listed.returncode != 0:
        pytest.skip("this is no git checkout")
    text = {".md", ".py", ".toml", ".yml", ".sh", ""}
    here = f"{repository.resolve()}/"
    for name in filter(None, listed.stdout.split("\0")):
        path = repository / name
        if path.is_file() and path.suffix in text:
            assert here not in path.read_text("utf-8", errors="replace"), name
