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
    golden = HERE / f"{Path(name).stem}.{verb}.txt"
    if os.environ.get("TOLLENS_REGENERATE"):
        golden.write_text(ended.out, encoding="utf-8")
    assert ended.out == golden.read_text(encoding="utf-8")


def test_no_golden_file_is_left_over() -> None:
    wanted = {f"{Path(name).stem}.{verb}.txt" for name, verb in cases()}
    assert {path.name for path in HERE.glob("*.txt")} == wanted
