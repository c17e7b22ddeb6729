"""Sessions as traces: what was said, called and answered, and how it ended."""

from typing import Any

import orjson
import pytest

from tollens.core.derive.record.changes import changed_files, unfollowed
from tollens.core.errors import MisuseError, UnreadableError
from tollens.core.model import (
    CommandResultArtifact,
    CommitArtifact,
    Event,
    EventType,
    GatewayAction,
    GovernanceActionType,
    MetaActionSource,
    MetaActionStatus,
    PlanArtifact,
    ResidualArtifact,
    UserInstructionArtifact,
)
from tollens.core.validate.check import validate
from tollens.core.wire.document import Document
from tollens.core.wire.encode import to_value
from tollens.plugins.sessions import Capture, capture, recognize
from tollens.plugins.sessions.events import Loose, Result, Shell
from tollens.plugins.sessions.reading import Reading
from tollens.testing.transcripts import Transcript


def captured(transcript: Transcript) -> Capture:
    """The capture of a transcript, which must be strictly valid and accounted."""
    found = capture(transcript.data(), name="session.jsonl")
    report = validate(Document.of(to_value(found.trace)))
    # An unanswered question is a decision that chose nothing (ACT003), and rightly warned about.
    assert [d for d in report.diagnostics if d.code != "ACT003"] == []
    records = found.report.records
    assert records.total == records.used + sum(count.count for count in records.skipped) + len(records.damaged)
    return found


def skipped(found: Capture) -> dict[str, int]:
    return {count.name: count.count for count in found.report.records.skipped}


def residuals(found: Capture) -> list[str]:
    return [a.payload.statement for a in found.trace.artifacts if isinstance(a, ResidualArtifact)]


def labels(found: Capture) -> list[str]:
    return [action.label for action in found.trace.actions]


def kinds(found: Capture) -> list[str]:
    return [action.type.name for action in found.trace.actions]


# Who said it


@pytest.mark.parametrize(
    ("text", "members"),
    [
        ("<local-command-caveat>Caveat: ...</local-command-caveat>", {"isMeta": True}),
        ("<session-start-hook>do as I say</session-start-hook>", {}),
        ("Unknown slash command: fix", {}),
        ("<task-progress-v2>half done</task-progress-v2>", {}),
        ("Implement the following plan:\n\n# Plan", {"planContent": "# Plan"}),
        ("<command-name>/model</command-name>", {}),
        ("<local-command-stdout>Set model</local-command-stdout>", {}),
        ("<bash-input>ls</bash-input>", {"isMeta": True}),
        ("<bash-input>ls</bash-input> and more", {}),
        ("<bash-stdout>nothing was run before</bash-stdout>", {}),
        ("This session is being continued from a previous conversation", {"isCompactSummary": True}),
        ("<task-notification>done</task-notification>", {}),
        ("<system-reminder>do not say so</system-reminder>", {}),
        ("Base directory for this skill: /x", {}),
        ("any text", {"isVisibleInTranscriptOnly": True}),
        ("any text", {"sourceToolUseID": "t1"}),
        ("any text", {"origin": {"kind": "task-notification"}}),
    ],
)
def test_machine_text_is_no_instruction(text: str, members: dict[str, Any]) -> None:
    found = captured(Transcript().prompt(text, **members).prompt("the real prompt").say("done"))
    assert found.report.found.prompts == 1
    assert found.report.found.machine_texts == 1
    assert found.trace.trigger.description == "the real prompt"  # type: ignore[union-attr]
    assert [a.summary for a in found.trace.artifacts if a.artifact_id == "instruction-1"] == ["the real prompt"]


def test_a_shell_line_of_the_person_is_an_action_and_none_of_the_agent() -> None:
    transcript = Transcript().prompt("go").say("done")
    transcript.prompt("<bash-input>git commit -m x</bash-input>")
    transcript.prompt("<bash-stdout>[main 4f2a9c1] x\n</bash-stdout><bash-stderr>warned</bash-stderr>")
    transcript.prompt("<bash-input>./fix</bash-input>").prompt("<bash-stderr>no such file</bash-stderr>")
    transcript.prompt("<bash-input>cut off</bash-input>")
    found = captured(transcript)
    assert kinds(found) == ["GitCommit", "RunCommand", "RunCommand"]
    results = [a.payload.value for a in found.trace.artifacts if isinstance(a, CommandResultArtifact) and a.payload]
    assert [result["output"] for result in results] == ["[main 4f2a9c1] x\nwarned", "no such file"]
    assert [result["status"] for result in results] == ["unknown", "unknown"]
    counts = found.report.found
    assert (counts.prompts, counts.machine_texts, counts.calls, counts.calls_without_result) == (1, 0, 0, 0)
    assert found.report.completeness.end == "completed"
    assert any(isinstance(a, CommitArtifact) for a in found.trace.artifacts)


def test_reminders_within_a_prompt_are_taken_out() -> None:
    found = captured(Transcript().prompt("fix it\n<system-reminder>secret order</system-reminder>").say("done"))
    assert found.trace.trigger.description == "fix it"  # type: ignore[union-attr]
    assert orjson.dumps(to_value(found.trace)).count(b"secret order") == 1, "it is kept apart from the words"


def test_a_prompt_of_blocks_is_read() -> None:
    blocks = [{"type": "image", "source": {}}, {"type": "text", "text": "look at this"}]
    assert captured(Transcript().prompt(blocks).say("ok")).trace.trigger.description == "[image]\nlook at this"  # type: ignore[union-attr]


def test_a_session_started_by_a_command_says_which() -> None:
    echo = "<command-name>/fix</command-name><command-args>issue 12</command-args>"
    found = captured(Transcript().prompt(echo).say("done"))
    assert found.trace.trigger.description == "/fix issue 12"  # type: ignore[union-attr]
    assert "No instruction of a person is in the session file." in residuals(found)


def test_a_session_without_a_person_has_another_trigger() -> None:
    assert captured(Transcript().say("hello")).trace.trigger.typ is EventType.TriggeredByEvent  # type: ignore[union-attr]


def test_words_typed_while_the_agent_works_are_an_instruction() -> None:
    transcript = Transcript().prompt("go")
    transcript.row("attachment", attachment={"type": "queued_command", "prompt": "and stop", "commandMode": "prompt"})
    transcript.row(
        "attachment", attachment={"type": "queued_command", "prompt": "x", "commandMode": "task-notification"}
    )
    assert captured(transcript.say("ok")).report.found.prompts == 2


# Calls and results


def test_what_says_nothing_in_known_records_is_skipped_with_its_type() -> None:
    transcript = Transcript().prompt("go")
    notice = "<task-notification>done</task-notification>"
    transcript.row("attachment", attachment={"type": "queued_command", "prompt": notice, "commandMode": "prompt"})
    transcript.row("progress", data={"type": "agent_progress", "agentId": "a", "message": {"type": "summary"}})
    image = [{"type": "image", "source": {}}]
    transcript.row("user", isSidechain=True, agentId="a", message={"role": "user", "content": image})
    found = captured(transcript.say("done"))
    assert skipped(found) == {
        "attachment/queued_command": 1,
        "progress/agent_progress": 1,
        "user: prompt of a sub-agent": 1,
    }
    assert (found.report.found.prompts, found.report.found.machine_texts) == (1, 1)


def test_results_are_paired_by_id_in_any_order() -> None:
    transcript = Transcript().prompt("go")
    first, second = transcript.call("Bash", command="echo a"), transcript.call("Bash", command="echo b")
    transcript.result(second, "b", error=False).result(first, "a", error=False).say("done")
    outputs = [a.payload["output"] for a in captured(transcript).trace.artifacts if a.artifact_id.startswith("command")]
    assert outputs == ["a", "b"]


def test_an_id_that_returns_is_paired_by_occurrence() -> None:
    transcript = Transcript().prompt("go")
    transcript.result(transcript.call("Bash", "bash:0", command="pytest a"), "1 failed")
    transcript.result(transcript.call("Bash", "bash:0", command="pytest b"), "5 passed").say("done")
    found = captured(transcript)
    assert [a.payload["status"] for a in found.trace.artifacts if a.artifact_id.startswith("command")] == [
        "failed",
        "passed",
    ]


def test_an_unanswered_call_of_an_earlier_turn_does_not_take_a_later_result() -> None:
    transcript = Transcript().prompt("go")
    transcript.call("Bash", "bash:0", command="make slow")
    transcript.prompt("again")
    call = transcript.call("Bash", "bash:0", command="make fast")
    transcript.result(call, "fast", error=False).say("done")
    found = captured(transcript)
    assert [a.payload["command"] for a in found.trace.artifacts if a.artifact_id.startswith("command")] == ["make fast"]
    assert found.report.found.calls_without_result == 1


def test_a_call_without_result_leaves_a_gap() -> None:
    transcript = Transcript().prompt("go")
    transcript.call("Edit", file_path="/home/dev/shop/a.py", old_string="a", new_string="b")
    found = captured(transcript)
    assert found.trace.files_modified == ()
    assert found.trace.outcome.typ is EventType.ProcessInterrupted  # type: ignore[union-attr]
    assert "No result is recorded of: Edit a.py." in residuals(found)


def test_a_result_without_a_call_is_kept() -> None:
    found = captured(Transcript().prompt("go").result("gone", "lost words").run("ls").say("ok"))
    assert found.report.found.results_without_call == 1
    assert any("lost words" in o.statement for o in found.trace.actions[0].observations)  # type: ignore[union-attr]


def test_a_result_before_its_call_is_paired_when_it_names_it() -> None:
    transcript = Transcript().prompt("go")
    transcript.result("t9", "out", error=False, sourceToolAssistantUUID="later")
    transcript.call("Bash", "t9", row={"uuid": "later"}, command="ls")
    found = captured(transcript.say("ok"))
    assert (found.report.found.calls_without_result, found.report.found.results_without_call) == (0, 0)


def test_a_refused_call_is_a_reject_and_nothing_else() -> None:
    transcript = Transcript().prompt("go").read("/home/dev/shop/a.py", "a")
    call = transcript.call("Edit", file_path="/home/dev/shop/a.py", old_string="a", new_string="b")
    words = "The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\nuse c"
    found = captured(transcript.result(call, words, f"Error: {words}", error=True).say("ok"))
    refused = found.trace.actions[-1]
    assert refused.type is GovernanceActionType.Reject
    assert refused.rationale == "use c"
    assert refused.outputs == ()  # type: ignore[union-attr]
    assert found.trace.files_modified == ()
    assert found.report.found.refused == found.report.found.error_results == 1


@pytest.mark.parametrize(
    "text",
    [
        "Permission to use Bash with command rm has been denied.",
        "PreToolUse:Bash hook error: not allowed",
        "Claude requested permissions to use Bash, but you haven't granted it yet.",
    ],
)
def test_other_refusals(text: str) -> None:
    transcript = Transcript().prompt("go")
    found = captured(transcript.result(transcript.call("Bash", command="rm x"), text, error=True).say("ok"))
    assert kinds(found) == ["Reject"]


def test_a_failed_edit_changes_nothing() -> None:
    transcript = Transcript().prompt("go")
    call = transcript.call("Edit", file_path="/home/dev/shop/a.py", old_string="a", new_string="b")
    found = captured(transcript.result(call, "String to replace not found", error=True).say("ok"))
    assert kinds(found) == ["EditFile"]
    assert found.trace.files_modified == ()
    assert found.trace.actions[0].outputs == ()  # type: ignore[union-attr]


# Copies and branches


def test_copies_count_once() -> None:
    transcript = Transcript().prompt("go").run("ls").say("done")
    records = list(transcript.records)
    for record in records:
        transcript.raw(dict(record))
    found = captured(transcript)
    assert skipped(found) == {"repeat": 4}
    assert found.report.found.calls == 1
    assert found.report.found.repeats == 4


def test_copies_under_new_names_count_once() -> None:
    transcript = Transcript().prompt("go").run("ls").say("done")
    for number, record in enumerate(list(transcript.records)):
        transcript.raw({**record, "uuid": f"copy{number}", "parentUuid": None})
    found = captured(transcript)
    assert (found.report.found.prompts, found.report.found.calls) == (1, 1)
    assert found.report.found.results_without_call == 0


def test_a_uuid_that_returns_with_other_content_is_no_copy() -> None:
    transcript = Transcript().prompt("one", uuid="u", timestamp=None).prompt("two", uuid="u", timestamp=None).say("ok")
    assert captured(transcript).report.found.prompts == 2


def test_an_abandoned_branch_is_kept_apart() -> None:
    transcript = Transcript().prompt("root", uuid="root")
    transcript.edit("/home/dev/shop/dead.py", "a", "b")
    transcript.prompt("other way", parentUuid="root")
    transcript.edit("/home/dev/shop/live.py", "a", "b").say("done")
    found = captured(transcript)
    assert found.trace.files_modified == ("live.py",)
    assert found.report.found.abandoned == 1
    dead = found.trace.actions[0]
    assert "abandoned" in (dead.detail or "")  # type: ignore[union-attr]
    assert any("dead.py" in statement for statement in residuals(found))
    diffs = {a.artifact_id: a.metadata for a in found.trace.artifacts if a.artifact_id.startswith("diff")}
    assert "abandoned" in diffs["diff-1"] and "abandoned" not in diffs["diff-2"]  # type: ignore[operator]


def test_an_abandoned_branch_is_a_step_that_was_given_up() -> None:
    transcript = Transcript().prompt("go")
    fork = transcript.records[-1]["uuid"]
    transcript.edit("/home/dev/shop/dead.py", "a", "b").run("pytest", "5 passed in 1s").say("so")
    transcript.prompt("otherwise", parentUuid=fork).edit("/home/dev/shop/live.py", "a", "b")
    found = captured(transcript)
    turn, dropped, live = found.trace.meta_actions
    assert [meta.status for meta in (turn, dropped, live)] == [None, MetaActionStatus.MetaAbandoned, None]  # type: ignore[union-attr]
    assert (dropped.parent_id, dropped.action_ids) == (turn.id, (1, 2))  # type: ignore[union-attr]
    assert any("No test run with a known outcome" in gap for gap in residuals(found))


def test_the_trigger_is_no_abandoned_instruction() -> None:
    transcript = Transcript()
    fork = transcript.row("system", subtype="informational", content="hello")
    transcript.prompt("first try").say("tried").edit("/home/dev/shop/dead.py", "a", "b")
    transcript.prompt("second try", parentUuid=fork).edit("/home/dev/shop/live.py", "a", "b")
    found = captured(transcript)
    assert found.trace.trigger.description == "second try"  # type: ignore[union-attr]
    summaries = [a.summary for a in found.trace.artifacts if isinstance(a, UserInstructionArtifact)]
    assert summaries == ["Abandoned by a rewind: first try", "second try"]


def test_work_that_goes_on_after_a_rewind_is_not_abandoned() -> None:
    transcript = Transcript().prompt("go").say("well")
    fork = transcript.records[-1]["uuid"]
    transcript.prompt("aside").edit("/home/dev/shop/dead.py", "a", "b").say("aside done")
    transcript.say("going on", parentUuid=fork).edit("/home/dev/shop/live.py", "a", "b")
    found = captured(transcript)
    assert [(m.status, m.action_ids) for m in found.trace.meta_actions] == [  # type: ignore[union-attr]
        (MetaActionStatus.MetaAbandoned, (1,)),
        (None, (2,)),
    ]


def test_parallel_calls_are_no_abandoned_branch() -> None:
    transcript = Transcript().prompt("go")
    first = transcript.call("Bash", row={"uuid": "a1"}, command="a")
    second = transcript.call("Bash", row={"uuid": "a2"}, command="b")
    transcript.result(first, "x", error=False, uuid="b1", parentUuid="a1")
    transcript.result(second, "y", error=False, uuid="b2", parentUuid="a2")
    transcript.prompt("next", parentUuid="b2").say("done")
    assert captured(transcript).report.found.abandoned == 0


# Sub-agents


def test_sub_agents_in_the_same_file_are_a_block_under_their_call() -> None:
    transcript = Transcript().prompt("go")
    call = transcript.call("Task", description="write it", prompt="write new.py")
    transcript.row(
        "user", isSidechain=True, uuid="s1", parentUuid=None, message={"role": "user", "content": "write new.py"}
    )
    inner = {
        "type": "tool_use",
        "id": "q1",
        "name": "Write",
        "input": {"file_path": "/home/dev/shop/new.py", "content": "1"},
    }
    transcript.row("assistant", isSidechain=True, uuid="s2", parentUuid="s1", message={"id": "ms", "content": [inner]})
    transcript.row(
        "user",
        isSidechain=True,
        uuid="s3",
        parentUuid="s2",
        message={"content": [{"type": "tool_result", "tool_use_id": "q1", "content": "ok"}]},
        toolUseResult={"type": "create", "filePath": "/home/dev/shop/new.py", "content": "1"},
    )
    found = captured(transcript.result(call, "written", {"agentId": "x1"}).say("done"))
    assert kinds(found) == ["DecomposeTask", "CreateFile"]
    assert found.trace.files_modified == ("new.py",)
    turn, block = found.trace.meta_actions
    assert (block.title, block.parent_id, block.action_ids) == ("Sub-agent: write it", turn.id, (2,))  # type: ignore[union-attr]
    assert found.report.found.elsewhere == 0


def test_sub_agents_in_progress_records_are_found() -> None:
    transcript = Transcript().prompt("go")
    call = transcript.call("Task", description="look", prompt="look")
    inner = {"type": "tool_use", "id": "q1", "name": "Bash", "input": {"command": "ls"}}
    data = {"type": "agent_progress", "agentId": "x1"}
    transcript.row(
        "progress",
        parentToolUseID=call,
        data={**data, "message": {"type": "assistant", "uuid": "p1", "message": {"id": "m", "content": [inner]}}},
    )
    answer = {"type": "tool_result", "tool_use_id": "q1", "content": "a.py", "is_error": False}
    transcript.row(
        "progress",
        parentToolUseID=call,
        data={**data, "message": {"type": "user", "uuid": "p2", "message": {"content": [answer]}}},
    )
    found = captured(transcript.result(call, "looked", {"agentId": "x1"}).say("done"))
    assert (found.report.found.calls, found.report.found.subagent_calls) == (1, 1)
    assert kinds(found) == ["DecomposeTask", "RunCommand"]


def test_sub_agents_in_other_files_are_counted() -> None:
    transcript = Transcript().prompt("go")
    call = transcript.call("Agent", description="d", prompt="x")
    found = captured(transcript.result(call, "done", {"agentId": "a0ad"}).say("ok"))
    assert found.report.found.elsewhere == 1
    assert "What the sub-agent did is not in this file: d." in residuals(found)


def test_a_sub_agent_whose_call_is_missing_is_kept() -> None:
    transcript = Transcript().prompt("go")
    inner = {"type": "tool_use", "id": "q1", "name": "Bash", "input": {"command": "ls"}}
    transcript.row("assistant", isSidechain=True, agentId="x", parentUuid=None, message={"id": "m", "content": [inner]})
    assert labels(captured(transcript.say("ok"))) == ["Run ls"]


def test_a_format_that_is_named_is_taken() -> None:
    data = Transcript().prompt("go").say("ok").data()
    named = capture(data, name="session.jsonl", format="claude-code")
    assert named.trace == capture(data, name="session.jsonl").trace


def test_a_format_that_is_not_known_is_refused_with_the_known_ones() -> None:
    with pytest.raises(MisuseError, match="there is no session format 'nobody'") as refused:
        capture(b"{}", name="session.jsonl", format="nobody")
    assert "claude-code" in refused.value.advice


def test_a_file_that_is_not_in_the_named_format_is_refused() -> None:
    with pytest.raises(UnreadableError):
        capture(b'{"a": 1}\n{"a": 2}', name="session.jsonl", format="claude-code")


def test_the_lines_of_an_instruction_stay_lines() -> None:
    text = "Do this:\n- a\n- b"
    trace = captured(Transcript().prompt(text).say("ok")).trace
    assert isinstance(trace.trigger, Event) and trace.trigger.description == text
    assert trace.artifacts[0].summary == text  # type: ignore[union-attr]


# Plans, questions, approvals


def test_a_plan_declares_the_steps_of_a_turn() -> None:
    def todos(transcript: Transcript, first: str, second: str) -> None:
        items = [{"content": "one", "status": first}, {"content": "two", "status": second}]
        transcript.result(transcript.call("TodoWrite", todos=items), "ok")

    transcript = Transcript().prompt("go")
    todos(transcript, "in_progress", "pending")
    transcript.run("echo 1")
    todos(transcript, "completed", "in_progress")
    transcript.run("echo 2").say("done")
    found = captured(transcript)
    stated = [(m.title, m.source.name, m.action_ids, m.status and m.status.value) for m in found.trace.meta_actions]  # type: ignore[union-attr]
    assert stated == [
        ("go", "TurnSegmented", (1,), None),
        ("one", "PlanDeclared", (2, 3), "completed"),
        ("two", "PlanDeclared", (4,), "partial"),
    ]
    plans = [a for a in found.trace.artifacts if a.artifact_id.startswith("plan")]
    assert plans[1].supersedes == plans[0].artifact_id  # type: ignore[union-attr]


def test_single_tasks_make_a_plan() -> None:
    transcript = Transcript().prompt("go")
    call = transcript.call("TaskCreate", subject="one", description="")
    transcript.result(call, "Task #1 created successfully: one", {"task": {"id": "1", "subject": "one"}})
    transcript.result(transcript.call("TaskUpdate", taskId="1", status="in_progress"), "Updated task #1 status")
    found = captured(transcript.run("ls").say("done"))
    assert [m.title for m in found.trace.meta_actions] == ["go", "one"]  # type: ignore[union-attr]


def test_a_question_is_a_decision_with_all_options() -> None:
    transcript = Transcript().prompt("go")
    question = {"question": "Which?", "options": [{"label": "A"}, {"label": "B"}]}
    call = transcript.call("AskUserQuestion", questions=[question])
    found = captured(transcript.result(call, "answered", {"answers": {"Which?": "B"}}).say("ok"))
    decision = found.trace.actions[0]
    assert isinstance(decision, GatewayAction)
    assert [(o.label, o.chosen) for o in decision.options] == [("A", False), ("B", True)]
    assert found.trace.metrics.decision_points == 1  # type: ignore[union-attr]


def test_an_answer_that_was_no_option_is_one_now() -> None:
    transcript = Transcript().prompt("go")
    question = {"question": "Which?", "options": [{"label": "A"}]}
    call = transcript.call("AskUserQuestion", questions=[question])
    decision = captured(
        transcript.result(call, "answered", {"answers": {"Which?": "neither"}}).say("ok")
    ).trace.actions[0]
    assert [(o.label, o.chosen) for o in decision.options] == [("A", False), ("neither", True)]  # type: ignore[union-attr]


def test_an_approved_plan_is_a_request_and_an_approval() -> None:
    transcript = Transcript().prompt("go")
    found = captured(
        transcript.result(transcript.call("ExitPlanMode", plan="# Plan"), "User has approved your plan.").say("ok")
    )
    assert kinds(found) == ["RequestApproval", "Approve"]
    approval = next(a for a in found.trace.artifacts if a.artifact_id == "approval-1")
    assert approval.derived_from == ("plan-1",)  # type: ignore[union-attr]
    assert approval.summary == "The person approved the plan: # Plan"  # type: ignore[union-attr]


# Other tools


@pytest.mark.parametrize("tool", ["ExitPlanMode", "exit_plan_mode"])
def test_a_plan_that_was_refused_is_kept_with_the_refusal(tool: str) -> None:
    transcript = Transcript().prompt("go")
    transcript.result(transcript.call(tool, plan="# First\ndo it"), "ok")
    words = "The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\nsmaller"
    transcript.result(transcript.call(tool, plan="# Second"), words, error=True)
    found = captured(transcript)
    assert kinds(found) == ["RequestApproval", "Approve", "RequestApproval", "Reject"]
    plans = [artifact for artifact in found.trace.artifacts if isinstance(artifact, PlanArtifact)]
    assert [(plan.producer_action_id, plan.supersedes) for plan in plans] == [(1, None), (3, None)]
    refusal = found.trace.actions[3]
    assert (refusal.rationale, refusal.inputs) == ("smaller", (plans[1].artifact_id,))
    assert found.report.found.refused == 1


def test_what_follows_an_approved_plan_serves_it_until_steps_are_stated() -> None:
    transcript = Transcript().prompt("go").run("ls")
    transcript.result(transcript.call("ExitPlanMode", plan="\n## The plan\n1. do it"), "ok").run("pwd")
    transcript.result(transcript.call("TodoWrite", todos=[{"content": "step", "status": "in_progress"}]), "ok").run(
        "id"
    )
    transcript.prompt("on").run("df")
    found = captured(transcript)
    steps = [meta for meta in found.trace.meta_actions if meta.source is MetaActionSource.PlanDeclared]
    assert [(meta.title, list(meta.action_ids)) for meta in steps] == [
        ("The plan", [4, 5]),
        ("step", [6]),
        ("step", [7]),
    ]
    assert (steps[0].status, steps[0].outcome) == (None, "The person approved this plan before.")


def planning(transcript: Transcript) -> Transcript:
    return transcript.result(transcript.call("EnterPlanMode"), "Entered plan mode.")


def test_what_is_done_in_plan_mode_serves_making_the_plan() -> None:
    transcript = planning(Transcript().prompt("go")).run("ls")
    transcript.result(transcript.call("ExitPlanMode", plan="The plan"), "ok").run("pwd")
    found = captured(transcript)
    assert kinds(found)[:2] == ["FormulatePlan", "RunCommand"]
    steps = [meta for meta in found.trace.meta_actions if meta.source is MetaActionSource.PlanDeclared]
    assert [(meta.title, list(meta.action_ids), meta.status) for meta in steps] == [
        ("Make a plan", [2, 3, 4], MetaActionStatus.MetaCompleted),
        ("The plan", [5], None),
    ]
    assert steps[0].outcome == "The person approved the plan."


def test_plan_mode_without_an_approved_plan_is_told_and_ends_with_the_turn() -> None:
    refused = "The user doesn't want to proceed with this tool use."
    transcript = planning(Transcript().prompt("go")).run("ls")
    transcript.result(transcript.call("ExitPlanMode", plan="The plan"), refused, error=True).run("pwd")
    transcript.prompt("never mind").run("df")
    steps = [m for m in captured(transcript).trace.meta_actions if m.source is MetaActionSource.PlanDeclared]
    assert [(meta.title, meta.outcome) for meta in steps] == [("Make a plan", "No plan was approved in it.")]
    assert 5 in steps[0].action_ids
    unanswered = Transcript().prompt("go")
    unanswered.call("EnterPlanMode")
    metas = captured(unanswered.run("ls")).trace.meta_actions
    assert not any(meta.source is MetaActionSource.PlanDeclared for meta in metas)


def test_an_approved_plan_ends_with_the_turn_and_one_without_words_declares_nothing() -> None:
    transcript = Transcript().prompt("go")
    transcript.result(transcript.call("ExitPlanMode", plan="The plan"), "ok").prompt("on").run("ls")
    transcript.result(transcript.call("ExitPlanMode", plan=" # "), "ok").run("pwd")
    assert not any(meta.source is MetaActionSource.PlanDeclared for meta in captured(transcript).trace.meta_actions)


@pytest.mark.parametrize(
    ("error", "told"),
    [
        ({"error": {"message": "Overloaded"}}, "Overloaded"),
        ({"cause": {"code": "ECONNRESET"}, "error": {}}, "ECONNRESET"),
        ({"error": "timeout"}, "timeout"),
        ({}, "the cause is not recorded"),
    ],
)
def test_tries_of_a_failing_service_are_one_trouble(error: dict[str, Any], told: str) -> None:
    transcript = Transcript().prompt("go").run("ls")
    for attempt in range(3):
        transcript.row("system", subtype="api_error", retryAttempt=attempt, **error)
    found = captured(transcript)
    assert found.trace.outcome.typ is EventType.ProcessAborted
    notes = [note.statement for note in found.trace.actions[0].observations]
    assert notes == [f"The service behind the agent failed after this: {told}"]
    assert skipped(found) == {"system/api_error: tried again": 2}
    assert captured(transcript.say("done")).report.completeness.end == "completed"


def test_destroyed_content_is_a_gap_and_no_silent_work() -> None:
    transcript = Transcript().prompt("go").say("done")
    for kind in ("assistant", "user", "assistant"):
        transcript.row(kind, message={"role": kind, "content": []})
    found = captured(transcript)
    assert found.report.found.emptied == 3
    assert any(gap.startswith("Content destroyed: 3 messages") for gap in residuals(found))
    blank = Transcript()
    blank.row("assistant", message={"role": "assistant", "content": ""})
    blank.row("assistant", message={"role": "assistant", "content": []})
    with pytest.raises(UnreadableError, match="the content of 2 messages is destroyed"):
        capture(blank.data(), name="f")


def test_a_change_without_a_result_is_one_that_may_have_been() -> None:
    transcript = Transcript().prompt("go").say("x")
    transcript.call("Write", file_path="/home/dev/shop/a.py", content="1")
    transcript.call("Bash", command="rm -rf build")
    found = captured(transcript)
    assert found.trace.files_modified == ()
    assert changed_files(found.trace, {}) == ()
    assert [each.commands for each in unfollowed(found.trace)] == [("Edit a.py",), ("rm -rf build",)]


def test_other_tools() -> None:
    transcript = Transcript().prompt("go")
    for tool, given in (
        ("Grep", {"pattern": "x", "path": "/home/dev/shop/src"}),
        ("Glob", {"pattern": "*.py"}),
        ("WebSearch", {"query": "q"}),
        ("WebFetch", {"url": "https://example.org"}),
        ("mcp__tickets__create", {"title": "t", "nested": {"a": [1]}}),
        ("BrandNewTool", {"x": 1}),
    ):
        transcript.result(transcript.call(tool, **given), "result")
    found = captured(transcript.say("ok"))
    assert kinds(found) == [
        "SearchCode",
        "ExploreDirectory",
        "SearchWeb",
        "ReadDocumentation",
        "RunCommand",
        "RunCommand",
    ]
    assert found.trace.actions[4].execution.tool == "tickets/create"  # type: ignore[union-attr]
    assert [(c.name, c.count) for c in found.report.unknown_tools] == [("BrandNewTool", 1)]


def test_a_later_look_at_a_running_command_belongs_to_its_start() -> None:
    transcript = Transcript().prompt("go")
    call = transcript.call("Bash", command="npm test", run_in_background=True)
    transcript.result(
        call, "Command running in background with ID: b1", {"stdout": "", "backgroundTaskId": "b1"}, error=False
    )
    transcript.result(transcript.call("BashOutput", bash_id="b1"), "3 passing").say("ok")
    found = captured(transcript)
    assert kinds(found) == ["RunTests"]
    assert "3 passing" in found.trace.actions[0].observations[-1].statement  # type: ignore[union-attr]
    command = next(a for a in found.trace.artifacts if a.artifact_id == "command-1")
    assert command.payload["status"] == "unknown"  # type: ignore[union-attr]
    transcript.result(transcript.call("BashOutput", bash_id="other"), "x").say("ok")
    assert kinds(captured(transcript)) == ["RunTests", "RunCommand"]


# How it ended


@pytest.mark.parametrize(
    ("reason", "ending"),
    [
        (None, EventType.ProcessCompleted),
        ("end_turn", EventType.ProcessCompleted),
        ("tool_use", EventType.ProcessInterrupted),
        ("max_tokens", EventType.ProcessInterrupted),
    ],
)
def test_words_that_were_not_finished_complete_nothing(reason: str | None, ending: EventType) -> None:
    transcript = Transcript().prompt("go").say("Now I run the tests")
    transcript.records[-1]["message"]["stop_reason"] = reason
    outcome = captured(transcript).trace.outcome
    assert outcome.typ is ending  # type: ignore[union-attr]


def test_closing_words_complete_a_session() -> None:
    outcome = captured(Transcript().prompt("go").say("all done")).trace.outcome
    assert (outcome.typ, outcome.summary) == (EventType.ProcessCompleted, "all done")  # type: ignore[union-attr]


@pytest.mark.parametrize("text", ["[Request interrupted by user]", "[Request interrupted by user for tool use]"])
def test_an_interrupt_at_the_end(text: str) -> None:
    found = captured(Transcript().prompt("go").run("ls").prompt([{"type": "text", "text": text}]))
    assert found.trace.outcome.typ is EventType.ProcessInterrupted  # type: ignore[union-attr]
    assert found.report.completeness.end == "interrupted"
    assert found.report.found.interrupts == 1
    assert found.report.found.prompts == 1


def test_an_interrupt_that_was_overcome_does_not_end_the_session() -> None:
    found = captured(Transcript().prompt("go").prompt("[Request interrupted by user]").prompt("go on").say("done"))
    assert found.report.completeness.end == "completed"


def test_a_torn_last_line_is_an_interruption() -> None:
    data = Transcript().prompt("go").say("done").data() + b'{"type":"user","mess'
    found = capture(data, name="f")
    assert found.trace.outcome.typ is EventType.ProcessInterrupted  # type: ignore[union-attr]
    assert found.trace.outcome.reason == "the end of the file is missing or damaged"  # type: ignore[union-attr]


def test_a_failing_service_aborts() -> None:
    transcript = Transcript().prompt("go").run("ls").say("API Error: 500", isApiErrorMessage=True, model="<synthetic>")
    found = captured(transcript)
    assert found.trace.outcome.typ is EventType.ProcessAborted  # type: ignore[union-attr]
    assert found.trace.model == "claude-x"


@pytest.mark.parametrize(
    ("text", "end"), [("No response requested.", "completed"), ("Claude AI usage limit reached|1754", "aborted")]
)
def test_a_text_in_the_place_of_an_answer_is_a_failure_only_if_it_says_so(text: str, end: str) -> None:
    transcript = Transcript().prompt("go").run("ls").say("done").prompt("Continue.", isMeta=True)
    found = captured(transcript.say(text, model="<synthetic>"))
    assert found.report.completeness.end == end
    assert ("assistant: placeholder" in skipped(found)) is (end == "completed")


@pytest.mark.parametrize("last", ["prompt", "result", "refused"])
def test_a_session_without_closing_words_is_not_complete(last: str) -> None:
    transcript = Transcript().prompt("go")
    if last == "prompt":
        transcript.say("done").prompt("more")
    elif last == "result":
        transcript.run("ls")
    else:
        transcript.result(transcript.call("Bash", command="ls"), "User rejected tool use", error=True)
    assert captured(transcript).trace.outcome.typ is EventType.ProcessInterrupted  # type: ignore[union-attr]


def test_an_instruction_leads_to_no_compaction() -> None:
    transcript = Transcript().prompt("go")
    transcript.row("system", subtype="compact_boundary")
    found = captured(transcript.run("ls").say("done"))
    assert [action.inputs for action in found.trace.actions] == [(), ("instruction-1",)]


def test_a_compaction_is_a_snapshot_with_a_limitation() -> None:
    transcript = Transcript().prompt("go").run("ls")
    transcript.row("system", subtype="compact_boundary", compactMetadata={"trigger": "auto"})
    transcript.prompt("This session is being continued from a previous conversation", isCompactSummary=True)
    found = captured(transcript.say("done"))
    assert kinds(found) == ["RunCommand", "CreateSnapshot"]
    assert found.report.found.compactions == 1


# Accounting


def test_unknown_types_and_fields_are_counted_by_name() -> None:
    transcript = Transcript().raw({"type": "atis-latch", "sessionId": "s1"}).raw({"no": "type"})
    found = captured(transcript.prompt("go", newField=1).say("ok"))
    assert [(c.name, c.count) for c in found.report.unknown_records] == [("(no type)", 1), ("atis-latch", 1)]
    assert [(c.name, c.count) for c in found.report.unknown_fields] == [("newField", 1)]


def test_hostile_numbers_of_names_are_counted_together() -> None:
    transcript = Transcript().prompt("go")
    for number in range(500):
        transcript.raw({"type": f"kind{number}"})
    found = captured(transcript.say("ok"))
    assert len(found.report.unknown_records) <= 101
    assert sum(count.count for count in found.report.unknown_records) == 500


def test_values_that_are_no_record_are_damage() -> None:
    found = capture(b'[1]\n"s"\nnull\n7\n' + Transcript().prompt("go").say("ok").data(), name="f")
    assert [damage.line for damage in found.report.records.damaged] == [1, 2, 3, 4]


def test_the_report_stands_in_the_trace() -> None:
    found = captured(Transcript().prompt("go").say("ok"))
    artifact = next(a for a in found.trace.artifacts if a.artifact_id == "capture-report")
    assert artifact.metadata["records"]["total"] == found.report.records.total == 2  # type: ignore[union-attr,index]


def test_fields_of_the_wrong_type_do_no_harm() -> None:
    transcript = (
        Transcript()
        .raw({"type": "user", "message": "plain"})
        .raw({"type": "assistant", "message": {"content": "text"}})
    )
    transcript.call("Read", file_path=["a", "b"])
    for content in (None, 5, [None, 7, {"type": None}], {"x": 1}):
        transcript.raw({"type": "user", "uuid": 7, "parentUuid": [], "message": {"content": content}, "timestamp": 1.5})
    transcript.raw(
        {
            "type": "assistant",
            "message": {"id": [], "content": [{"type": "tool_use", "id": None, "name": None, "input": "x"}]},
        }
    )
    found = captured(transcript)
    assert found.report.found.prompts == 1
    assert found.report.found.calls == 2


def test_odd_times_are_noted_and_not_used() -> None:
    transcript = Transcript().prompt("go", timestamp=1769940000000).say("x", timestamp="2026-02-01T10:00:05Z")
    transcript.say("y", timestamp="2026-02-01T10:00:01Z").say("z", timestamp="2026-02-01 10:00").say(
        "w", timestamp=None
    )
    found = captured(transcript)
    assert found.trace.timestamp == "2026-02-01T10:00:05Z"
    assert len(found.report.notes) == 2


def test_a_resumed_session_is_one() -> None:
    transcript = Transcript().prompt("go").say("done")
    transcript.prompt("more", sessionId="s2").say("done again", sessionId="s2")
    assert captured(transcript).report.found.prompts == 2


# What is refused


@pytest.mark.parametrize(
    ("data", "named"),
    [
        (b'{"trace_id":"t","actions":[]}', "a trace already"),
        (b"just words", "no agent's session"),
        (b"[" * 100_000, "no agent's session"),
    ],
)
def test_other_files_are_refused_by_name(data: bytes, named: str) -> None:
    assert recognize(data) is None
    with pytest.raises(UnreadableError, match=named):
        capture(data, name="f")


def test_a_transcript_without_a_conversation_is_refused() -> None:
    data = Transcript().raw({"type": "summary", "summary": "x", "leafUuid": "y"}).data()
    assert recognize(data) == "claude-code"
    with pytest.raises(UnreadableError, match="no prompt, answer or tool call"):
        capture(data, name="f")


def test_secrets_do_not_reach_the_trace() -> None:
    key = "sk-" + "ant-" + "A" * 40
    found = captured(Transcript().prompt(f"use {key}").run(f"curl -H 'x-api-key: {key}' https://x", key).say("ok"))
    assert key.encode() not in orjson.dumps(to_value(found.trace))
    assert [count.name for count in found.report.redacted] == ["API key"]
    assert found.report.redacted[0].count >= 3


def test_a_thread_within_the_only_running_call_is_its_own() -> None:
    transcript = Transcript().prompt("go")
    call = transcript.call("Task", description="d", prompt="x")
    inner = {"type": "tool_use", "id": "q1", "name": "Bash", "input": {"command": "ls"}}
    transcript.row("assistant", isSidechain=True, parentUuid="su", message={"id": "ms", "content": [inner]})
    found = captured(transcript.result(call, "done").say("ok"))
    assert found.trace.meta_actions[1].title == "Sub-agent: d"  # type: ignore[union-attr]
    assert found.report.found.elsewhere == 0


def test_a_thread_within_two_running_calls_is_given_to_neither() -> None:
    transcript = Transcript().prompt("go")
    calls = [transcript.call("Task", description=name, prompt=name) for name in ("a", "b")]
    inner = {"type": "tool_use", "id": "q1", "name": "Bash", "input": {"command": "ls"}}
    transcript.row("assistant", isSidechain=True, parentUuid="su", message={"id": "ms", "content": [inner]})
    for call in calls:
        transcript.result(call, "done")
    found = captured(transcript.say("ok"))
    assert found.report.found.elsewhere == 2
    assert found.trace.meta_actions[1].title == "Sub-agent: started by a call that is not in the file"  # type: ignore[union-attr]


def test_a_transcript_of_a_sub_agent_alone_is_captured() -> None:
    transcript = Transcript()
    transcript.row("user", isSidechain=True, agentId="x", message={"role": "user", "content": "do it"})
    inner = {"type": "tool_use", "id": "q1", "name": "Bash", "input": {"command": "ls"}}
    transcript.row("assistant", isSidechain=True, agentId="x", message={"id": "ms", "content": [inner]})
    found = captured(transcript)
    assert (found.report.found.prompts, found.report.found.calls) == (0, 1)
    assert kinds(found) == ["RunCommand"]


def test_emptied_messages_are_said_to_be_missing() -> None:
    transcript = Transcript().prompt("go").prompt("").say("").say("done")
    transcript.row("assistant", message={"id": "m", "role": "assistant", "content": []})
    found = captured(transcript)
    assert "messages without content: 3" in found.report.completeness.missing


def test_compressed_bytes_are_no_recognized_format() -> None:
    assert recognize(b"\x28\xb5\x2f\xfd....") is None


def test_calls_that_name_no_file_or_command_are_kept_as_tools() -> None:
    transcript = Transcript().prompt("go")
    for tool in ("Edit", "Read", "Bash"):
        transcript.result(transcript.call(tool, other=1), "ok")
    assert labels(captured(transcript.say("ok"))) == ["Use Edit", "Use Read", "Use Bash"]


def test_tasks_are_deleted_and_failing_ones_change_nothing() -> None:
    transcript = Transcript().prompt("go")
    transcript.result(transcript.call("TaskCreate", subject="one"), "Task #1 created")
    transcript.result(transcript.call("TaskCreate", subject="two"), "no", error=True)
    transcript.result(transcript.call("TaskUpdate", taskId="1", status="deleted"), "ok")
    found = captured(transcript.say("ok"))
    sizes = [len(a.metadata["items"]) for a in found.trace.artifacts if a.artifact_id.startswith("plan")]  # type: ignore[union-attr,index]
    assert sizes == [1, 0]


def test_a_long_plan_of_tasks_lists_its_latest_steps() -> None:
    transcript = Transcript().prompt("go")
    for number in range(130):
        transcript.result(transcript.call("TaskCreate", subject=f"step {number}"), f"Task #{number} created")
    last = [a for a in captured(transcript.say("ok")).trace.artifacts if a.artifact_id.startswith("plan")][-1]
    assert last.metadata["items_left_out"] == 30  # type: ignore[union-attr,index]
    assert last.metadata["items"][-1]["title"] == "step 129"  # type: ignore[union-attr,index]


def test_unanswered_questions_and_questions_without_options() -> None:
    transcript = Transcript().prompt("go")
    transcript.call("AskUserQuestion", questions=[{"question": "Which?", "options": [{"label": "A"}]}])
    assert "No answer is recorded to: Which?" in residuals(captured(transcript))
    transcript = Transcript().prompt("go")
    transcript.result(transcript.call("AskUserQuestion", questions=[]), "ok")
    assert kinds(captured(transcript.say("ok"))) == ["AskUser"]


def test_a_tool_with_very_many_arguments_is_cut_and_says_so() -> None:
    transcript = Transcript().prompt("go")
    given = {f"a{number}": "x" * 1000 for number in range(80)}
    action = captured(transcript.result(transcript.call("mcp__s__t", **given), "ok").say("ok")).trace.actions[0]
    held = action.request["arguments"]  # type: ignore[union-attr,index]
    assert held["(further arguments)"] == 30
    assert len(held["a0"]) < 1000


def test_the_trace_does_not_depend_on_where_the_file_lay() -> None:
    data = Transcript().prompt("go").say("ok").data()
    assert capture(data, name="/home/dev/a/s.jsonl").trace == capture(data, name=r"C:\x\s.jsonl").trace


def test_changes_that_did_not_happen_are_no_evidence_of_changed_files() -> None:
    transcript = Transcript().prompt("go").edit("/home/dev/shop/a.py", "a", "b")
    failed = transcript.call("Edit", file_path="/home/dev/shop/b.py", old_string="a", new_string="b")
    transcript.result(failed, "not found", error=True)
    transcript.call("Edit", file_path="/home/dev/shop/c.py", old_string="a", new_string="b")
    found = captured(transcript.say("ok"))
    assert [len(action.evidence) for action in found.trace.actions] == [1, 0, 0]  # type: ignore[union-attr]
    assert [action.request.get("path") for action in found.trace.actions] == [None, "b.py", "c.py"]  # type: ignore[union-attr]


def test_a_result_is_not_given_to_a_call_that_was_left_behind() -> None:
    transcript = Transcript().prompt("go")
    transcript.call("Bash", "bash:0", command="pytest a")
    transcript.call("Bash", "bash:0", command="pytest b")
    found = capture(transcript.result("bash:0", "5 passed in 0.1s", error=False).data(), name="f")
    assert [action.result_summary for action in found.trace.actions] == [
        "no result recorded",
        "passed; exit status 0; 5 passed, 0 failed",
    ]


def test_sub_agents_that_share_ids_keep_their_own_results() -> None:
    reading = Reading()
    for line, agent in enumerate(("a", "b"), 1):
        reading.call(line, "bash:0", "Bash", Shell(f"pytest {agent}"), parent=agent)
    for line, agent in enumerate(("a", "b"), 3):
        reading.answer(line, "bash:0", Result(agent))
    told = [call.result for event in reading.events() if isinstance(event, Loose) for call in event.calls]
    assert told == [Result("a"), Result("b")]


@pytest.mark.parametrize("number", [b"1e999", b"-1e999", b"9" * 400])
def test_a_number_beyond_all_that_can_be_read_stops_nothing(number: bytes) -> None:
    transcript = Transcript().prompt("go")
    transcript.call("Odd", x="NUMBER", y=["NUMBER"])
    found = capture(transcript.data().replace(b'"NUMBER"', number), name="f")
    assert orjson.loads(orjson.dumps(to_value(found.trace)))["actions"][0]["request"]["arguments"]["x"].endswith("inf")


@pytest.mark.parametrize("format", [None, "claude-code"])
def test_a_list_of_records_is_read_as_their_lines_are(format: str | None) -> None:
    written = Transcript().prompt("go").run("pytest", "1 passed").say("done")
    listed = capture(orjson.dumps(written.records), name="f", format=format)
    assert labels(listed) == labels(capture(written.data(), name="f"))
    assert listed.report.records == capture(written.data(), name="f").report.records


def test_a_result_without_a_call_is_kept_where_there_is_no_action() -> None:
    found = captured(Transcript().prompt("go").result("gone", "it printed this").say("done"))
    (note,) = [each for each in found.trace.artifacts if each.artifact_id == "orphan-1"]
    assert note.metadata is not None
    assert note.metadata.value == {"line": 2, "call_id": "gone", "failed": False, "output": "it printed this"}


def test_records_whose_parents_close_a_circle_were_not_left() -> None:
    written = Transcript().prompt("go").edit("/home/dev/shop/a.py", "a", "b").say("done")
    written.records[0]["parentUuid"] = written.records[1]["uuid"]
    found = captured(written)
    assert (found.report.found.abandoned, found.trace.files_modified) == (0, ("a.py",))


@pytest.mark.parametrize("time", ["2026-02-30T10:00:00Z", "2026-13-01T10:00:00Z", "2026-01-01T24:00:00Z"])
def test_a_time_that_is_in_no_calendar_is_not_used(time: str) -> None:
    written = Transcript().prompt("go").say("done")
    written.records[0]["timestamp"] = time
    found = captured(written)
    assert found.trace.timestamp == written.records[1]["timestamp"]
    assert any("1 times are no complete date" in note for note in found.report.notes)


def test_an_interrupt_of_a_sub_agent_is_no_prompt_of_it() -> None:
    transcript = Transcript().prompt("go")
    call = transcript.call("Task", description="look", prompt="look")
    transcript.prompt("look", isSidechain=True, agentId="a1")
    transcript.prompt("[Request interrupted by user for tool use]", isSidechain=True, agentId="a1")
    found = captured(transcript.result(call, "looked").say("done"))
    assert skipped(found) == {"user: prompt of a sub-agent": 1, "user: interrupt of a sub-agent": 1}
