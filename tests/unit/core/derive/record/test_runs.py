"""How a command ended is what the record says, and unknown where it says nothing."""

from typing import Any

import pytest

from tests.unit.core.derive.traces import action, artifact, document, ran, reviewed
from tollens.core.derive.record.runs import Results, Run, runs


def found(*actions: dict[str, Any], artifacts: tuple[dict[str, Any], ...] = ()) -> list[Run]:
    trace = document(actions=list(actions), artifacts=list(artifacts)).trace
    return list(runs(trace.actions, Results(trace.artifacts), {}))


@pytest.mark.parametrize(
    ("payload", "outcome"),
    [
        ({"exit_code": 0}, "passed"),
        ({"exit_code": 1}, "failed"),
        ({"exit_code": -9}, "failed"),
        ({"exit_code": True}, "unknown"),
        ({"exit_code": "0"}, "unknown"),
        ({}, "unknown"),
        ({"status": "passed"}, "passed"),
        ({"status": "FAILED"}, "failed"),
        ({"status": "completed"}, "unknown"),
        ({"status": ["passed"]}, "unknown"),
        ({"exit_code": 0, "status": "failed"}, "failed"),
        ({"exit_code": 1, "status": "passed"}, "failed"),
        ({"exit_code": 0, "status": "unknown"}, "unknown"),
        ({"exit_code": 0, "interrupted": True}, "unknown"),
        ({"exit_code": 0, "is_error": True}, "failed"),
    ],
)
def test_the_outcome_is_never_better_than_the_record(payload: dict[str, Any], outcome: str) -> None:
    (run,) = found(
        action(1, "RunTests", outputs=["r"]), artifacts=(artifact("r", "CommandResult", payload, producer_action_id=1),)
    )
    assert run.outcome == outcome


def test_evidence_and_result_together_count_the_worse() -> None:
    result = artifact("r", "CommandResult", {"exit_code": 0}, producer_action_id=1)
    (run,) = found(ran(1, "make", 2), artifacts=(result,))
    assert (run.outcome, run.exit_code) == ("failed", 2)


def test_a_result_is_found_by_its_producer_or_by_the_outputs() -> None:
    result = {"command": "make", "exit_code": 1}
    by_producer = found(
        action(1, "RunCommand"), artifacts=(artifact("r", "CommandResult", result, producer_action_id=1),)
    )
    by_outputs = found(action(1, "RunCommand", outputs=["r"]), artifacts=(artifact("r", "CommandResult", result),))
    assert by_producer == by_outputs
    assert by_producer[0].command == "make"


def test_an_action_that_ran_nothing_is_no_run() -> None:
    assert found(action(1, "ReadFile"), action(2, "AnalyzeCode")) == []


def test_any_activity_with_an_exit_status_is_a_run() -> None:
    assert [run.type for run in found(ran(1, "git commit", 1, "GitCommit"))] == ["GitCommit"]


def test_the_last_line_of_the_output_is_kept() -> None:
    payload = {
        "command": ["pytest", "-q"],
        "exit_code": 1,
        "stdout": "collected\n1 failed, 2 passed\n\n",
        "stderr": " ",
    }
    (run,) = found(action(1, "RunTests", outputs=["r"]), artifacts=(artifact("r", "CommandResult", payload),))
    assert (run.command, run.last_line) == ("pytest -q", "1 failed, 2 passed")


def test_a_failure_knows_a_later_pass_of_the_same_command_only() -> None:
    first, _, other, last = found(
        ran(1, "make  test", 1), ran(2, "make test", 0), ran(3, "make lint", 1, "Lint"), ran(4, "make test", 1)
    )
    assert first.passed_later == 2
    assert other.passed_later is None
    assert last.passed_later is None


def test_a_call_of_a_tool_without_a_command_line_is_no_command() -> None:
    tool = {"tool": "tracker/update_issue"}
    output = [{"type": "CommandOutput", "ref": "make"}]
    made = reviewed(
        actions=[
            action(1, "RunCommand", "Use tracker/update_issue", execution=tool),
            action(2, "RunCommand", "Run make", execution={"tool": "Bash"}, evidence=output),
            action(3, "RunCommand", "build it"),
            action(4, "RunTests", "Use runner/test", execution=tool),
        ]
    )
    assert [(run.action_id, run.command) for run in made.runs] == [(2, "make"), (3, "build it"), (4, "Use runner/test")]


def test_a_failed_check_of_an_abandoned_course_is_not_against_what_was_kept() -> None:
    meta = {"id": "m", "title": "t", "intent": "i", "action_ids": [1], "status": "abandoned"}
    made = reviewed(actions=[ran(1, "pytest", 1, meta_action_id="m")], meta_actions=[meta])
    assert made.claims == ()
