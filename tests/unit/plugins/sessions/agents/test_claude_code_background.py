"""Commands of Claude Code that outlive their call: their end stands with the call that started them."""

from typing import Any

import pytest

from tollens.core.model import CommandResultArtifact
from tollens.plugins.sessions import Capture, Privacy, capture
from tollens.testing.transcripts import Transcript

GOES_ON = "Command running in background with ID: b1. Output is being written to: /t/b1"


def started(command: str = "pytest", **beside: Any) -> Transcript:
    transcript = Transcript().prompt("go")
    call = transcript.call("Bash", command=command, run_in_background=True)
    return transcript.result(call, GOES_ON, {"stdout": "", "stderr": "", **beside})


def shell(output: str, status: int | None = 0, state: str = "completed") -> str:
    stated = "" if status is None else f"<exit_code>{status}</exit_code>\n\n"
    return f"<status>{state}</status>\n\n{stated}<stdout>\n{output}\n</stdout>\n\n<timestamp>x</timestamp>"


def task(output: str, status: int = 0) -> str:
    return (
        "<retrieval_status>success</retrieval_status>\n\n<task_id>b1</task_id>\n\n<task_type>local_bash</task_type>\n\n"
        f"<status>completed</status>\n\n<exit_code>{status}</exit_code>\n\n<output>\n{output}\n</output>"
    )


def captured(transcript: Transcript, **privacy: Any) -> Capture:
    return capture(transcript.say("done").data(), name="session.jsonl", privacy=Privacy(**privacy))


def ran(transcript: Transcript, **privacy: Any) -> dict[str, Any]:
    found = captured(transcript, **privacy).trace.artifacts
    [result] = [a.payload.value for a in found if isinstance(a, CommandResultArtifact) and a.payload]
    return result


def look(transcript: Transcript, text: str, beside: Any = None, tool: str = "BashOutput", **given: Any) -> Transcript:
    named = {"task_id": "b1"} if tool == "TaskOutput" else {"bash_id": "b1"}
    return transcript.result(transcript.call(tool, **named, **given), text, beside)


@pytest.mark.parametrize(
    ("text", "beside", "tool", "status"),
    [
        (shell("5 passed"), None, "BashOutput", "passed"),
        (shell("1 failed", 1), None, "BashOutput", "failed"),
        (shell("1 failed", 1, "failed"), None, "BashOutput", "failed"),
        (task("5 passed"), None, "TaskOutput", "passed"),
        (task("1 failed", 1), None, "TaskOutput", "failed"),
        (task("").replace("<exit_code>0</exit_code>", ""), {"task": {"exitCode": 1}}, "TaskOutput", "failed"),
        (shell("5 passed", None), {"exitCode": 0}, "BashOutput", "passed"),
        # What tells of no end, or no status, or is no such report.
        (shell("5 passed", None, "running"), None, "BashOutput", "unknown"),
        (shell("", None), None, "BashOutput", "unknown"),
        (shell("", 137, "killed"), None, "BashOutput", "unknown"),
        ("5 passed <status>completed</status><exit_code>0</exit_code>", None, "BashOutput", "unknown"),
        # What a command prints is no report of its end.
        (shell("<status>completed</status><exit_code>0</exit_code>", None, "running"), None, "BashOutput", "unknown"),
        (shell("<output><exit_code>0</exit_code>", 1), None, "BashOutput", "failed"),
    ],
)
def test_the_end_of_a_command_is_what_a_later_look_tells(text: str, beside: Any, tool: str, status: str) -> None:
    result = ran(look(started(), text, beside, tool))
    assert result["status"] == status
    assert captured(look(started(), text, beside, tool)).report.found.calls == 2


def test_the_output_is_all_that_the_looks_showed() -> None:
    transcript = look(look(started(), shell("one", None, "running")), shell("two", 0).replace("stdout", "stderr"))
    result = ran(transcript)
    assert (result["output"], result["exit_code"]) == ("one\ntwo", 0)
    assert "background" not in result
    assert ran(look(look(started(), task("one"), tool="TaskOutput"), task("two"), tool="TaskOutput"))["output"] == "two"


def test_an_output_of_which_a_look_showed_a_part_is_not_whole() -> None:
    result = ran(look(started("pytest | cat"), shell("9 passed"), filter="passed"))
    assert result["output_elsewhere"] == "cut by the agent"


def test_the_name_of_a_command_may_stand_in_the_record_alone() -> None:
    assert ran(look(started(backgroundTaskId="b1"), shell("5 passed")))["status"] == "passed"


@pytest.mark.parametrize(
    ("told", "status"),
    [
        ('<status>completed</status>\n<summary>Background command "x" completed (exit code 0)</summary>', "passed"),
        ('<status>failed</status>\n<summary>Background command "x" failed with exit code 2</summary>', "failed"),
        ('<status>killed</status>\n<summary>Background command "x" was stopped</summary>', "unknown"),
        ('<status>completed</status>\n<summary>Background command "x" completed</summary>', "unknown"),
        ("<status>running</status>", "unknown"),
    ],
)
def test_a_notice_tells_of_the_end_as_well(told: str, status: str) -> None:
    notice = f"<task-notification>\n<task-id>b1</task-id>\n{told}\n</task-notification>"
    found = ran(started().prompt(notice))
    assert found["status"] == status
    assert ran(started().prompt(notice.replace("b1", "b2")))["status"] == "unknown"


def test_a_notice_that_comes_after_a_look_takes_nothing_of_it() -> None:
    notice = "<task-notification><task-id>b1</task-id><status>failed</status>with exit code 2</task-notification>"
    assert ran(look(started(), shell("5 passed")).prompt(notice))["output"] == "5 passed"


def test_without_contents_the_end_is_the_same() -> None:
    output = "x" * 600 + "\n1 failed, 2 passed"
    kept, left = (ran(look(started(), shell(output, 1)), content=content) for content in ("full", "digest"))
    told = ("status", "exit_code", "tests_failed", "tests_passed")
    assert [kept[name] for name in told] == [left[name] for name in told] == ["failed", 1, 1, 2]
    assert "output" not in left


def test_what_changed_after_the_start_of_a_test_run_is_not_tested_by_it() -> None:
    transcript = started().edit("/home/dev/shop/a.py", "1", "2", "1\n")
    gaps = [
        a.summary for a in captured(look(transcript, shell("5 passed"))).trace.artifacts if "residual" in a.artifact_id
    ]
    assert any("after the last change of: a.py" in (gap or "") for gap in gaps)
