"""The steps of shell lines: what is an action of its own, with which files, status and outcome."""

from typing import Any

import pytest

from tollens.core.derive.record.account import Found, Records
from tollens.core.model import CommandResultArtifact, ResidualArtifact
from tollens.core.validate.check import validate
from tollens.core.wire.document import Document
from tollens.core.wire.encode import to_value
from tollens.plugins.sessions import Capture, capture
from tollens.plugins.sessions.assembly.trace import assemble
from tollens.plugins.sessions.assembly.verdicts import outcome
from tollens.plugins.sessions.events import Call, Result, Session, Shell
from tollens.plugins.sessions.privacy import Privacy
from tollens.plugins.sessions.report import Account
from tollens.plugins.sessions.source.records import open_source
from tollens.plugins.sessions.source.redaction import Redactor
from tollens.testing.transcripts import Transcript

ROOT = "/home/dev/shop"


def captured(transcript: Transcript) -> Capture:
    found = capture(transcript.say("done").data(), name="session.jsonl")
    assert validate(Document.of(to_value(found.trace))).diagnostics == ()
    return found


def ran(line: str, output: str = "", status: int = 0) -> Capture:
    return captured(Transcript().prompt("go").run(line, output, status))


def results(found: Capture) -> list[dict[str, Any]]:
    return [dict(a.payload.value) for a in found.trace.artifacts if isinstance(a, CommandResultArtifact)]


def steps(found: Capture) -> list[tuple[str, str]]:
    """The type and the status of each action."""
    actions = [action.type.name for action in found.trace.actions]
    return list(zip(actions, [result["status"] for result in results(found)], strict=True))


def gaps(found: Capture) -> list[str]:
    return [a.payload.statement for a in found.trace.artifacts if isinstance(a, ResidualArtifact)]


@pytest.mark.parametrize(
    ("line", "output", "status", "expected"),
    [
        (
            "ruff check . && mypy src && pytest -q && git commit -am fix",
            "5 passed in 1s\n[main 4f2a9c1] fix",
            0,
            [("Lint", "passed"), ("TypeCheck", "passed"), ("RunTests", "passed"), ("GitCommit", "completed")],
        ),
        (
            "ruff check . && pytest -q",
            "1 failed, 4 passed in 1s",
            1,
            [("Lint", "unknown"), ("RunTests", "failed")],
        ),
        ("npm ci; npm test", "", 1, [("RunCommand", "unknown"), ("RunTests", "failed")]),
        ("pytest a; pytest b", "1 failed\n2 passed", 0, [("RunTests", "unknown"), ("RunTests", "unknown")]),
        ("rm a.py && git mv b.py c.py", "", 0, [("DeleteFile", "completed"), ("RenameFile", "completed")]),
        ("cat > a.py <<'EOF'\npytest\nEOF\ngit status", "", 0, [("CreateFile", "unknown"), ("GitStatus", "completed")]),
        ("git diff | head -3; git status", "", 0, [("GitDiff", "unknown"), ("GitStatus", "completed")]),
        ("cd web && ls && cat a | grep x", "", 0, [("RunCommand", "completed")]),
        ("npm install | tail -3", "", 0, [("RunCommand", "completed")]),
        ("uv run ruff check . && bun test", " 3 pass\n 0 fail", 0, [("Lint", "passed"), ("RunTests", "passed")]),
        ("timeout 9 pytest", "", 124, [("RunTests", "unknown")]),
        ("pytes && npm test", "", 127, [("RunCommand", "unknown"), ("RunTests", "unknown")]),
        ("pytest &", "[1] 123", 0, [("RunTests", "unknown")]),
        ("find . -name '*.py' | xargs pytest", "5 passed in 1s", 0, [("RunTests", "unknown")]),
        ("docker compose exec web pytest", "", 1, [("RunTests", "failed")]),
        ("docker exec web rm a.py", "", 0, [("RunCommand", "completed")]),
        ("bash -c 'ruff check . && pytest'", "", 0, [("Lint", "passed"), ("RunTests", "passed")]),
        ("if pytest; then git commit -m x; fi", "", 0, [("RunTests", "unknown"), ("GitCommit", "unknown")]),
        ("for d in a b; do (cd $d && pytest); done", "5 passed\n3 passed", 0, [("RunTests", "unknown")]),
        ("f() { pytest; }; f", "", 0, [("RunCommand", "completed")]),
        ("pytest 'a", "", 2, [("RunCommand", "failed")]),
    ],
)
def test_each_step_is_an_action_with_an_outcome_of_its_own(
    line: str, output: str, status: int, expected: list[tuple[str, str]]
) -> None:
    assert steps(ran(line, output, status)) == expected


def test_the_steps_of_a_line_share_its_call_and_its_output() -> None:
    found = ran("cd web && npm ci && npm test 2>&1 | tail -3; echo done", "Tests:       5 passed, 5 total", 0)
    assert [action.label for action in found.trace.actions] == ["Run npm ci", "Run npm test 2>&1 | tail -3"]
    requests = [dict(action.request.value) for action in found.trace.actions]  # type: ignore[union-attr]
    assert [(each["part"], each["parts"], each["call_id"]) for each in requests] == [(1, 2, "t1"), (2, 2, "t1")]
    assert [action.result_summary for action in ran("npm ci; npm test", "", 1).trace.actions] == [
        None,
        "failed; exit status 1",
    ]  # type: ignore[union-attr]
    first, second = results(found)
    assert first["output_in"] == "command-2" and "output" not in first
    assert second["whole_line"].startswith("cd web && npm ci") and second["tests_passed"] == 5
    assert [each["command"] for each in (first, second)] == ["cd web && npm ci", "cd web && npm test 2>&1 | tail -3"]


def test_an_exit_status_stands_at_the_step_that_it_belongs_to() -> None:
    found = results(ran("cd web; mypy src; pytest", "", 3))
    assert [(each.get("exit_code"), each.get("line_exit_code")) for each in found] == [(None, 3), (3, None)]
    (only,) = results(ran("pytest || exit 4", "", 4))
    assert (only["status"], only.get("exit_code"), only["line_exit_code"]) == ("failed", None, 4)


def test_a_step_that_was_not_run_is_no_action() -> None:
    found = ran("false && pytest; git status")
    (action,) = found.trace.actions
    assert action.type.name == "GitStatus"
    assert [seen.statement for seen in action.observations] == ["Not run, by the exit status of the line: pytest"]  # type: ignore[union-attr]


def test_a_line_of_which_no_step_was_run_is_a_command() -> None:
    found = ran("false && pytest; ls")
    assert steps(found) == [("RunCommand", "completed")]
    assert [seen.statement for seen in found.trace.actions[0].observations] == [  # type: ignore[union-attr]
        "Not run, by the exit status of the line: pytest"
    ]


def test_whether_a_step_was_run_may_not_be_known() -> None:
    _, commit = ran("pytest || git commit -am wip", "", 0).trace.actions
    assert commit.observations[0].statement.startswith("Whether this was run is not recorded")  # type: ignore[union-attr]


def test_what_to_run_is_the_tester_by_itself() -> None:
    assert gaps(ran("cd web && npm test | tail -1", "bye")) == [
        "The outcome of `cd web && npm test` is not known: "
        "neither the exit status of the tester nor a whole summary is recorded."
    ]


@pytest.mark.parametrize(
    ("line", "label"),
    [
        ("cd /w/p && export A=1 && grep x a | head -3", "grep x a | head -3"),
        ("cd web && npm test", "npm test"),
        ("cd web", "cd web"),
        ("ls; cd web; ls", "ls; cd web; ls"),
        ("cd web && (ls; npm test)", "cd web && (ls; npm test)"),
    ],
)
def test_an_action_is_called_after_what_is_done(line: str, label: str) -> None:
    found = ran(line)
    assert [action.label for action in found.trace.actions] == [f"Run {label}"]
    assert results(found)[0]["command"] == line


def test_a_long_context_is_not_repeated() -> None:
    line = "; ".join(f"export X{at}={'y' * 100}" for at in range(30)) + "; npm ci; npm test"
    assert [result["command"] for result in results(ran(line))] == [line, line]


def test_a_line_of_very_many_steps_is_told_in_part() -> None:
    found = ran("; ".join(f"rm {at}.py" for at in range(60)))
    assert len(found.trace.actions) == 40
    assert found.trace.actions[-1].label == "Run 21 further commands of the line"
    assert gaps(found)[0] == "What these steps of a line did is not told one by one: 21."


def test_what_a_file_is_written_with() -> None:
    transcript = Transcript().prompt("go").edit(f"{ROOT}/a.py", "1", "2")
    transcript.run("echo x > a.py").run("echo x > b.py").run("echo x >> c.py").run("pytest | tee log").run("touch a.py")
    found = captured(
        transcript.run("sed -i s/a/b/ a.py").run("git apply <<'E'\n--- a/d.py\n+++ b/d.py\n@@ -1 +1 @@\nE")
    )
    kinds = [action.type.name for action in found.trace.actions[1:]]
    assert kinds == ["EditFile", "CreateFile", "EditFile", "RunTests", "RunCommand", "EditFile", "EditFile"]
    assert found.trace.files_modified == ("a.py", "b.py", "c.py", "log", "d.py")


def test_files_are_named_also_where_it_is_not_known_that_they_changed() -> None:
    first, _ = ran("echo x > a.py; ls; git status").trace.actions
    assert dict(first.request.value)["path"] == "a.py"  # type: ignore[union-attr]
    assert ran("rm a.py; ls").trace.files_modified == ()


def assembled(shell: Shell, result: Result | None) -> Capture:
    session = Session("x", "X", "s", (Call(1, "t1", "shell", shell, result=result),), Account(Records(), Found()))
    return assemble(session, open_source(b"{}\n", "x.jsonl"), Redactor())


def test_what_the_person_ran_says_so() -> None:
    (action,) = assembled(Shell("ls", by_user=True), Result(status=0)).trace.actions
    assert action.rationale == "The person ran this, not the agent."


def test_lines_of_another_shell_are_left_whole() -> None:
    found = assembled(Shell("pytest; rm a.py", posix=False), Result("5 passed", status=0))
    assert steps(found) == [("RunCommand", "completed")]
    assert results(found)[0]["may_have_changed_files"] == ["a line that was not taken apart"]


def test_a_line_without_a_result_is_one_action() -> None:
    found = assembled(Shell("ruff check . && pytest"), None)
    assert [action.type.name for action in found.trace.actions] == ["RunTests"]


def test_the_text_of_a_step_is_left_out_with_the_contents() -> None:
    line = "cat > a.py <<'EOF'\nhushed\nEOF\npytest -q 'a\nb' && git commit -m x"
    found = capture(
        Transcript().prompt("go").run(line).say("x").data(), name="s.jsonl", privacy=Privacy(content="digest")
    )
    assert "hushed" not in str(to_value(found.trace))
    assert [action.label for action in found.trace.actions][2] == "Run git commit -m x"
    assert [action.reproducibility is None for action in found.trace.actions] == [True, True, True]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("line", "output", "found"),
    [
        ("npx jest --passWithNoTests", "", "unknown"),
        ("npm test -- --passWithNoTests", "", "unknown"),
        ("npx vitest run --passWithNoTests", "Tests  3 passed (3)", "passed"),
        ("make test && pytest", "3 passed in 0.1s", "unknown"),
        ("pytest && pytest", "", "passed"),
    ],
)
def test_a_tester_that_may_have_run_no_test_passes_by_what_it_printed_alone(line: str, output: str, found: str) -> None:
    assert outcome(line, 0, output)[0] == found


@pytest.mark.parametrize(
    ("line", "output", "look"),
    [("pytest | tail -1", "", "its exit status"), ("npm test", "", "what it prints")],
)
def test_a_residual_says_what_to_run_and_what_to_look_at(line: str, output: str, look: str) -> None:
    (gap,) = (each for each in ran(line, output).trace.artifacts if isinstance(each, ResidualArtifact))
    assert gap.payload.suggested_check == f"Run `{line.partition(' |')[0]}` by itself and look at {look}."
