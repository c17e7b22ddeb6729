"""What the verbs print for the shipped examples is what is checked in beside this file.

After an intended change: `TOLLENS_REGENERATE=1 pytest tests/golden`, then look at the difference as a reader would.
"""

import os
from pathlib import Path

import pytest

from tests.cli.program import tollens

HERE = Path(__file__).parent
EXAMPLES = sorted(path.name for path in (HERE.parents[1] / "examples").iterdir() if path.suffix in (".json", ".jsonl"))
VERBS = {"review": ["review"], "review-all": ["review", "--all"], "show": ["show"], "validate": ["validate"]}
REPORTS = {
    "markdown": "comment.md",
    "text": "gate.txt",
    "sarif": "report.sarif",
    "junit": "junit.xml",
    "github": "annotations.txt",
    "codequality": "codequality.json",
}
"""The forms of `tollens report`, and how the file is called that has one; the whole has the review once more."""


def cases() -> list[tuple[str, str]]:
    """Every example with every verb that takes it: a session is no trace yet, so `validate` does not."""
    return [(name, verb) for name in EXAMPLES for verb in VERBS if verb != "validate" or name.endswith(".json")]


@pytest.mark.parametrize(("name", "verb"), cases())
def test_the_output_is_as_checked_in(name: str, verb: str, repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repository)
    word, *options = VERBS[verb]
    ended = tollens(word, f"examples/{name}", *options)
    assert ended.status in (0, 1)
    assert ended.err == ""
    compare(ended.out, f"{Path(name).stem}.{verb}.txt")


@pytest.mark.parametrize("form", REPORTS)
@pytest.mark.parametrize("name", EXAMPLES)
def test_the_report_is_as_checked_in(name: str, form: str, repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repository)
    links = ["--link", "https://example.org/page.html", "--files", "https://example.org/blob/main"]
    ended = tollens("report", f"examples/{name}", "--format", form, *(links if form == "markdown" else ()))
    assert (ended.status, ended.err) == (0, "")
    compare(ended.out, f"{Path(name).stem}.{REPORTS[form]}")


def compare(text: str, name: str) -> None:
    golden = HERE / name
    if os.environ.get("TOLLENS_REGENERATE"):
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


def test_no_golden_file_is_left_over() -> None:
    wanted = {f"{Path(name).stem}.{verb}.txt" for name, verb in cases()}
    wanted |= {f"{Path(name).stem}.{ending}" for name in EXAMPLES for ending in REPORTS.values()}
    assert {path.name for path in HERE.iterdir() if path.is_file() and path.suffix != ".py"} == wanted
