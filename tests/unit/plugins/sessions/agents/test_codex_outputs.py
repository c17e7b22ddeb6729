"""Outputs of Codex: an exit status comes from its own lines, its metadata or its items, and from nothing else."""

from typing import Any

import orjson
import pytest

from tollens.plugins.sessions.agents.codex import PLUGIN
from tollens.plugins.sessions.agents.codex.outputs import output_of
from tollens.plugins.sessions.events import Call, FollowUp, Orphan, Shell
from tollens.plugins.sessions.source.records import open_source
from tollens.testing.rollouts import Rollout

HEAD = "Chunk ID: a1\nWall time: 0.5000 seconds\n"


def calls(rollout: Rollout) -> list[Call]:
    session = PLUGIN.read(open_source(rollout.data(), "f"))[0]
    return [event for event in session.events if isinstance(event, Call)]


@pytest.mark.parametrize(
    ("content", "status", "text"),
    [
        (f"{HEAD}Process exited with code 3\nOriginal token count: 5\nOutput:\nno", 3, "no"),
        ("Exit code: 101\nWall time: 1s\nOutput:\nno", 101, "no"),
        ("Exit code: 1\nWall time: 1.5 seconds\nTotal output lines: 4\nOutput:\nno", 1, "no"),
        ("Exit code: 0\r\nWall time: 1s\r\nOutput:\r\nyes", 0, "yes"),
        ("Process exited with code 0", 0, ""),
        ('{"output":"no","metadata":{"exit_code":1,"duration_seconds":0.1}}', 1, "no"),
        ({"output": "no", "metadata": {"exit_code": 1}}, 1, "no"),
        ({"output": "", "metadata": {"exit_code": 0}}, 0, ""),
        ({"content": "Exit code: 2\nWall time: 1s\nOutput:\nno", "success": False}, 2, "no"),
        ([{"type": "input_text", "text": "Exit code: 2\nWall time: 1s\nOutput:\nno"}], 2, "no"),
        # What a command prints is no statement of the agent.
        ("all good\nProcess exited with code 0", None, "all good\nProcess exited with code 0"),
        ("Exit code: 0\nand more\nOutput:\n", None, "Exit code: 0\nand more\nOutput:\n"),
        ("Output:\nExit code: 0", None, "Output:\nExit code: 0"),
        ("Exit code: zero\nOutput:\n", None, "Exit code: zero\nOutput:\n"),
        ("Chunk ID: a\n" * 13 + "Process exited with code 0\nOutput:\n", None, None),
        (f"{HEAD}Output:\nProcess exited with code 0", None, "Process exited with code 0"),
        ('{"output":"no","metadata":1}', None, '{"output":"no","metadata":1}'),
        ('{"output":"no","metadata":{"exit_code":"1"}}', None, "no"),
        ('{"output": "metadata"', None, '{"output": "metadata"'),
        ('{"metadata"', None, '{"metadata"'),
        ({"exit_code": 0}, None, '{"exit_code":0}'),
        ([{"type": "input_image"}, "words", 3], None, "[input_image]\nwords"),
        ({"type": "input_text", "text": "words"}, None, "words"),
        (None, None, ""),
        (7, None, ""),
    ],
)
def test_exit_statuses(content: Any, status: int | None, text: str | None) -> None:
    output = output_of(content)
    assert output.status == status
    assert text is None or output.text == text


def test_a_status_belongs_to_the_line_that_was_run() -> None:
    made = calls(Rollout().prompt("go").run("pytest | tail -1", "2 passed").run("ls").patch("*** Add File: a", "+1"))
    assert [call.result.status if call.result else 0 for call in made] == [0, 0, None]


@pytest.mark.parametrize(
    ("content", "who"),
    [
        ("exec command rejected by user", "the person"),
        ("patch rejected by user", "the person"),
        ("user rejected MCP tool call", "the person"),
        ('exec_command failed for `rm x`: CreateProcess { message: "Rejected(\\"rejected by user\\")" }', "the person"),
        ("approval policy is Never; reject command — you should not ask", "the permission settings"),
        ("`rm -rf /` rejected: blocked by policy", "the permission settings"),
        ("patch rejected: writing outside of the project", "the permission settings"),
        ("This action was rejected due to unacceptable risk.\nReason: x", "an automatic review"),
        ('exec_command failed for `x`: CreateProcess { message: "Rejected(\\"no\\")" }', "the permission settings"),
        ({"content": "exec command rejected by user", "success": False}, "the person"),
    ],
)
def test_refusals(content: Any, who: str) -> None:
    output = output_of(content)
    assert (output.refused, output.failed, output.result().status) == (who, True, None)


@pytest.mark.parametrize(
    "content",
    [
        "Exit code: 0\nWall time: 1s\nOutput:\nexec command rejected by user",
        "3 pull requests were rejected: see below",
        "the exec command rejected by user",
    ],
)
def test_an_output_that_reads_like_a_refusal_is_none(content: str) -> None:
    assert output_of(content).refused == ""
    assert not output_of(content).failed


@pytest.mark.parametrize(
    ("content", "stopped"),
    [
        ("aborted", True),
        ("aborted by user after 3.2s", True),
        ("Wall time: 3.2 seconds\naborted by user", True),
        ("Exit code: 124\nWall time: 10 seconds\nOutput:\ncommand timed out after 10000 milliseconds\n1 passed", True),
        ("Exit code: 1\nWall time: 10 seconds\nOutput:\naborted", False),
        ("Exit code: 0\nWall time: 10 seconds\nOutput:\ncommand timed out after 10 seconds, retrying", False),
        ("aborted the merge", False),
    ],
)
def test_what_was_stopped_before_its_end_has_no_status(content: str, stopped: bool) -> None:
    output = output_of(content)
    assert output.interrupted is stopped
    assert (output.result().status is None) is (stopped or output.status is None)


@pytest.mark.parametrize(
    ("content", "failed"),
    [
        ("apply_patch verification failed: Failed to find expected lines", True),
        ("failed to parse function arguments: missing field", True),
        ("unsupported call: x", True),
        ("Script failed\nWall time 1.2 seconds\nOutput:\nx", True),
        ("Script completed\nWall time 1.2 seconds\nOutput:\nx", False),
        ({"content": "no", "success": False}, True),
        ({"content": "apply_patch verification failed is what I looked for", "success": True}, False),
        ("failed tests: none", False),
        ("Exit code: 1\nWall time: 1s\nOutput:\nexecution error", False),
    ],
)
def test_errors_of_the_agent_itself(content: Any, failed: bool) -> None:
    assert output_of(content).failed is failed


@pytest.mark.parametrize(
    "text",
    [
        "Warning: truncated output (original token count: 9)\nx",
        "a\n…12 tokens truncated…\nb",
        "[... omitted 2 of 9 lines ...]",
    ],
)
def test_outputs_that_were_cut_say_so(text: str) -> None:
    assert output_of(f"Exit code: 0\nWall time: 1s\nOutput:\n{text}").result().preview == "cut by the agent"


def test_durations() -> None:
    assert output_of("Exit code: 0\nWall time: 1.25 seconds\nOutput:\n").duration_ms == 1250
    assert output_of({"output": "", "metadata": {"duration_seconds": True}}).duration_ms is None


# Commands that outlive their call


def running(rollout: Rollout, command: str = "pytest -q") -> str:
    call = rollout.call("exec_command", cmd=command)
    rollout.output(call, f"{HEAD}Process running with session ID 7\nOutput:\nstarting\n")
    return call


def looked(rollout: Rollout, output: str, chars: str = "") -> str:
    call = rollout.call("write_stdin", session_id=7, chars=chars)
    rollout.output(call, output)
    return call


def test_a_later_look_brings_the_end_of_a_running_command() -> None:
    rollout = Rollout().prompt("go")
    first = running(rollout)
    looked(rollout, f"{HEAD}Process running with session ID 7\nOutput:\nmore\n")
    looked(rollout, f"{HEAD}Process exited with code 1\nOutput:\n1 failed\n")
    looked(rollout, "write_stdin failed: Unknown process id 7")
    started, *looks = calls(rollout)
    assert started.operation == Shell("pytest -q")
    assert started.result is not None
    assert (started.result.status, started.result.text) == (1, "starting\nmore\n1 failed\n")
    assert [look.operation for look in looks] == [FollowUp(parent, "looked at") for parent in (first, first, None)]
    assert looks[1].result is not None and looks[1].result.status == 1


def test_a_command_whose_end_is_not_recorded_is_still_running() -> None:
    rollout = Rollout().prompt("go")
    running(rollout)
    looked(rollout, f"{HEAD}Process running with session ID 7\nOutput:\n2 passed\n")
    session = PLUGIN.read(open_source(rollout.data(), "f"))[0]
    started = next(event for event in session.events if isinstance(event, Call))
    assert started.operation == Shell("pytest -q", background=True)
    assert started.result is not None and started.result.status is None
    assert "commands whose end is not in the file: 1" in session.account.missing


@pytest.mark.parametrize(
    ("chars", "what", "typed"),
    [("", "looked at", ""), ("\u0003", "stopped", ""), ("\n", "given input", ""), ("rm a\n", "given input", "rm a\n")],
)
def test_what_is_typed_into_a_running_command(chars: str, what: str, typed: str) -> None:
    rollout = Rollout().prompt("go")
    first = running(rollout, "bash")
    looked(rollout, f"{HEAD}Process running with session ID 7\nOutput:\n", chars=chars)
    assert calls(rollout)[1].operation == FollowUp(first, what, typed)


def test_the_first_version_of_running_commands() -> None:
    rollout = Rollout().prompt("go")
    call = rollout.call("unified_exec", input=["bash", "-lc", "ls"], session_id=None)
    rollout.output(call, f"{HEAD}Process exited with code 0\nOutput:\na\n")
    assert calls(rollout)[0].operation == Shell("ls")


# Calls and outputs


def test_results_pair_with_calls_in_any_order() -> None:
    rollout = Rollout().prompt("go")
    one, two = rollout.call("exec_command", cmd="a"), rollout.call("exec_command", cmd="b")
    rollout.output(two, "Exit code: 2\nWall time: 1s\nOutput:\n").output(one, "Exit code: 1\nWall time: 1s\nOutput:\n")
    assert [call.result.status for call in calls(rollout) if call.result] == [1, 2]


def test_ids_that_return_pair_by_occurrence() -> None:
    rollout = Rollout().prompt("go")
    rollout.call("exec_command", "c:0", cmd="a")
    rollout.prompt("again").call("exec_command", "c:0", cmd="b")
    rollout.output("c:0", "Exit code: 1\nWall time: 1s\nOutput:\n")
    first, second = calls(rollout)
    assert first.result is None
    assert second.result is not None and second.result.status == 1


def test_a_result_before_its_only_call_is_its() -> None:
    rollout = Rollout().prompt("go").output("c1", "Exit code: 1\nWall time: 1s\nOutput:\n")
    rollout.call("exec_command", "c1", cmd="a")
    assert calls(rollout)[0].result is not None


def test_results_and_calls_without_each_other_are_kept() -> None:
    rollout = Rollout().prompt("go").output("gone", {"content": "lost", "success": False})
    rollout.call("exec_command", cmd="a")
    session = PLUGIN.read(open_source(rollout.data(), "f"))[0]
    assert Orphan(session.events[1].line, "gone", "lost", True) in session.events
    assert session.account.found.calls_without_result == session.account.found.results_without_call == 1
    assert session.account.missing == ("tool calls without a result: 1", "results without a call: 1")


def test_failures_and_refusals_are_counted() -> None:
    rollout = Rollout().prompt("go")
    rollout.output(rollout.call("exec_command", "c7", cmd="a"), "exec command rejected by user")
    rollout.output(rollout.call("exec_command", "c8", cmd="a"), "execution error: Io")
    found = PLUGIN.read(open_source(rollout.data(), "f"))[0].account.found
    assert (found.refused, found.error_results) == (1, 2)


# What items and events add


def told(rollout: Rollout, form: str, **facts: Any) -> Rollout:
    return (
        rollout.completed("CommandExecution", **facts) if form == "item" else rollout.event("exec_command_end", **facts)
    )


@pytest.mark.parametrize(("form", "name"), [("item", "id"), ("event", "call_id")])
def test_a_report_of_a_call_adds_its_end_to_it(form: str, name: str) -> None:
    rollout = Rollout().prompt("go")
    call = running(rollout)
    told(rollout, form, **{name: call}, exit_code=1, status="failed", aggregated_output="starting\n1 failed")
    (made,) = calls(rollout)
    assert made.operation == Shell("pytest -q")
    assert made.result is not None
    assert (made.result.status, made.result.text) == (1, "starting\n1 failed")


def test_a_call_that_is_reported_in_both_forms_is_one() -> None:
    rollout = Rollout().prompt("go")
    facts = {"command": ["bash", "-lc", "ls"], "exit_code": 0, "status": "completed"}
    told(told(rollout, "event", call_id="e1", **facts), "item", id="e1", **facts)
    told(told(rollout, "event", call_id="e2", **facts), "event", call_id="e2", **facts)
    assert [call.operation for call in calls(rollout)] == [Shell("ls")] * 3


@pytest.mark.parametrize(
    ("facts", "status", "refused", "interrupted"),
    [
        ({"status": "completed", "exit_code": 0, "duration": {"secs": 1, "nanos": 5_000_000}}, 0, "", False),
        ({"status": "failed", "exitCode": 2, "aggregatedOutput": "x", "duration": "5ms"}, 2, "", False),
        ({"status": "declined", "exit_code": -1}, None, "whoever had to approve it", False),
        ({"status": "declined", "stderr": "exec command rejected by user"}, None, "the person", False),
        ({"status": "failed", "exit_code": -1, "stderr": "x"}, None, "", True),
        ({"status": "completed"}, None, "", False),
    ],
)
def test_how_a_reported_command_ended(
    facts: dict[str, Any], status: int | None, refused: str, interrupted: bool
) -> None:
    rollout = told(Rollout().prompt("go"), "item", id="e1", command="ls", **facts)
    (made,) = calls(rollout)
    assert made.result is not None
    assert (made.result.status, made.result.refused, made.result.interrupted) == (status, refused, interrupted)


def test_a_reported_command_in_progress_has_no_result() -> None:
    assert calls(told(Rollout().prompt("go"), "item", id="e", command="ls", status="inProgress"))[0].result is None


def test_reported_input_goes_on_with_its_command() -> None:
    rollout = Rollout().prompt("go")
    first = running(rollout, "bash")
    facts = {"source": "unified_exec_interaction", "process_id": "7", "interaction_input": "ls\n", "exit_code": 0}
    told(rollout, "item", id="w", status="completed", **facts)
    assert calls(rollout)[1].operation == FollowUp(first, "given input", "ls\n")


def test_a_reported_command_of_the_person_is_theirs() -> None:
    rollout = told(Rollout().prompt("go"), "event", call_id="u", command=["ls"], source="user_shell", exit_code=0)
    assert calls(rollout)[0].operation == Shell("ls", by_user=True)


def test_reports_of_ids_that_return_go_to_the_latest_call() -> None:
    rollout = Rollout().prompt("go")
    for status in (0, 1):
        call = rollout.call("exec_command", "c", cmd="x")
        told(rollout.output(call, ""), "event", call_id=call, exit_code=status, status="completed")
    assert [call.result.status for call in calls(rollout) if call.result] == [0, 1]


def test_a_report_before_its_call_is_its() -> None:
    rollout = told(Rollout().prompt("go"), "event", call_id="c", exit_code=1)
    rollout.output(rollout.call("exec_command", "c", cmd="x"), "")
    (made,) = calls(rollout)
    assert made.result is not None and made.result.status == 1


def test_arguments_of_any_kind_do_no_harm() -> None:
    rollout = Rollout().prompt("go")
    for arguments in (None, 1, "{", "[1]", [], {"cmd": "ls"}):
        rollout.item(
            "function_call", name="exec_command", arguments=arguments, call_id=orjson.dumps(arguments).decode()
        )
    assert [type(call.operation).__name__ for call in calls(rollout)] == ["OtherTool"] * 5 + ["Shell"]
