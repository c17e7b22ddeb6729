"""Traces go to the reference implementation and back, where its command `ponens` is installed."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

import tollens
from tests.cli import program
from tests.integration.keys import SshKeys, keyring, needs_gpg, needs_ssh
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


def test_what_is_converted_is_valid_there(repository: Path, tmp_path: Path) -> None:
    # Every valid vector, the example and each session that the vectors hold; its schema is asked where it is installed.
    found = [repository / "examples/payments.json", *sorted(repository.glob("vectors/*/*/input.json"))]
    sessions = [each for each in repository.glob("vectors/capture/*/*") if each.stem.startswith(("session", "input"))]
    for place, session in enumerate(sorted(sessions)):
        captured = tmp_path / f"captured-{place}.json"
        if program.tollens("capture", str(session), "-o", str(captured)).status == 0:
            found.append(captured)
    valid = [path for path in found if program.tollens("validate", str(path)).status == 0]
    assert len(valid) > 60
    for path in valid:
        assert program.tollens("convert", str(path), "--to", "ponens", "-o", str(tmp_path / "out.json")).status == 0
        assert "Valid trace" in ponens(tmp_path, "validate", "out.json"), path


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


ALICE = "alice@example.org"
GPG_ALICE = "Alice <alice@example.org>"


@needs_ssh
def test_ssh_signatures_are_verified_both_ways(tmp_path: Path) -> None:
    keys = SshKeys(tmp_path)
    key = str(keys.make(ALICE))
    (tmp_path / "signers").write_text(keys.line(ALICE))
    options = ("--backend", "ssh", "--key", key, "--role", "auditor", "--disposition", "approved")
    roster = ("--allowed-signers", str(tmp_path / "signers"))
    signed_both_ways(tmp_path, options, roster)


@needs_gpg
def test_gpg_signatures_are_verified_both_ways(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with keyring() as keys:
        monkeypatch.setenv("GNUPGHOME", keys.home)
        (tmp_path / "roster").write_text(keys.make(GPG_ALICE))
        options = ("--backend", "gpg", "--role", "auditor", "--disposition", "approved")
        roster = ("--gpg-roster", str(tmp_path / "roster"))
        signed_both_ways(tmp_path, (*options, "--key", ALICE), roster, (*options, "--signer", ALICE))


def signed_both_ways(
    folder: Path, ours: tuple[str, ...], roster: tuple[str, ...], theirs: tuple[str, ...] = ()
) -> None:
    """Sign here and there, one over the other, and have both verified on both sides."""
    numbers = "[1.0, 1e-7, 12345678901234567890]"
    for first, second in ((True, False), (False, True)):
        trace = folder / "trace.json"
        trace.write_text(f'{{"trace_id": "t1", "actions": [], "artifacts": [], "é\u2028": {numbers}}}', "utf-8")
        for here in (first, second):
            if here:
                assert program.tollens("sign", str(trace), *ours).status == 0
            else:
                ponens(folder, "sign", str(trace), *(theirs or ours))
        assert ponens(folder, "verify", str(trace), *roster, "--require-trusted").count(": valid") == 2
        ended = program.tollens("verify", str(trace), *roster, "--json")
        assert ended.status == 0, ended.out
        bound = [report["statement"] == "bound" for report in json.loads(ended.out)["signatures"]]
        assert bound == [first, second]
        edited = trace.read_text("utf-8").replace('"t1"', '"t2"')
        trace.write_text(edited, "utf-8")
        ended = program.tollens("verify", str(trace), *roster, "--json")
        assert [each["status"] for each in json.loads(ended.out)["signatures"]] == ["tampered"] * 2
