"""Traces go to the reference implementation and back, where its command `ponens` is installed."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

import tollens
from tests.cli import program
from tollens.core.graph.elements import known

PONENS = shutil.which("ponens")
pytestmark = pytest.mark.skipif(PONENS is None, reason="the command of the reference implementation is not installed")


def ponens(folder: Path, *arguments: str) -> str:
    """What `ponens trace` prints for these arguments; it has to end well."""
    assert PONENS is not None
    ended = subprocess.run(
        [PONENS, "trace", *arguments],
        cwd=folder,
        env=os.environ | {"HOME": str(folder)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout + ended.stderr


def test_a_captured_session_is_valid_there(repository: Path, tmp_path: Path) -> None:
    session = str(repository / "examples/claude-code-session.jsonl")
    assert program.tollens("capture", session, "-o", str(tmp_path / "trace.json")).status == 0
    assert "Valid trace" in ponens(tmp_path, "validate", "trace.json")


def test_the_example_trace_is_valid_there(repository: Path, tmp_path: Path) -> None:
    # Its schema spells goals and the basis of what is carried forward otherwise: records 0018 and 0020.
    example = str(repository / "examples/payments.json")
    assert "Valid trace" in ponens(tmp_path, "validate", "--no-schema", example)


def test_what_is_written_there_is_read_here(tmp_path: Path) -> None:
    ponens(tmp_path, "init", "trace.json", "--model", "a model", "--assistant", "an agent")
    ponens(tmp_path, "trigger", "trace.json", "--type", "TaskReceived", "--description", "Make it safe.")
    reading = ("--type", "ReadFile", "--label", "Read", "--rationale", "It is needed.", "--outputs", "a1")
    ponens(tmp_path, "action", "trace.json", *reading)
    ponens(tmp_path, "artifact", "trace.json", "--id", "a1", "--type", "SourceCode", "--name", "cap.py")
    ponens(tmp_path, "complete", "trace.json", "--summary", "Done.")
    document = tollens.load(tmp_path / "trace.json")
    report = tollens.validate(document)
    assert [found for found in report.diagnostics if found.severity != "info"] == []
    assert [type(artifact).__name__ for artifact in document.trace.artifacts] == ["SourceCodeArtifact"]
    assert [action.outputs for _, action in known(document.trace.actions)] == [("a1",)]
