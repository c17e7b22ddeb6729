"""Sessions of Copilot CLI: each call once however often it is told, with its own end, sub-agents under their calls."""

from typing import Any

import orjson
import pytest

from tollens.core.errors import UnreadableError
from tollens.core.model import ActivityActionType, CommandResultArtifact, GovernanceActionType, MetaActionSource
from tollens.plugins.sessions import Capture, capture, captures
from tollens.plugins.sessions.agents.copilot import PLUGIN
from tollens.testing.sessions import check_session_format

START = {
    "sessionId": "s1",
    "version": 1,
    "producer": "copilot-agent",
    "copilotVersion": "1.0.68",
    "context": {"cwd": "/home/dev/shop/src", "gitRoot": "/home/dev/shop", "branch": "main", "headCommit": "abc"},
}


class Events:
    """Writes a session event by event."""

    def __init__(self) -> None:
        self.rows: list[dict[str, Any]] = []
        self.add("session.start", **START)

    def add(self, kind: str, **data: Any) -> "Events":
        number = len(self.rows)
        self.rows.append(
            {
                "type": kind,
                "id": f"e{number}",
                "timestamp": f"2026-03-01T10:{number // 60:02}:{number % 60:02}.000Z",
                "data": data,
            }
        )
        return self

    def call(self, name: str, tool: str, *, parent: str = "", text: str = "", **given: Any) -> "Events":
        more = {"parentToolCallId": parent} if parent else {}
        request = {"toolCallId": name, "name": tool, "arguments": given}
        self.add("assistant.message", content=text, model="gpt-x", toolRequests=[request], **more)
        return self.add("tool.execution_start", toolCallId=name, toolName=tool, arguments=given, **more)

    def done(self, name: str, content: str = "ok", **data: Any) -> "Events":
        return self.add("tool.execution_complete", toolCallId=name, success=True, result={"content": content}, **data)

    def failed(self, name: str, message: str, code: str = "failure") -> "Events":
        error = {"message": message, "code": code}
        return self.add("tool.execution_complete", toolCallId=name, success=False, error=error)

    def data(self) -> bytes:
        return b"\n".join(map(orjson.dumps, self.rows))

    def capture(self) -> Capture:
        return capture(self.data(), name="events.jsonl")


def whole() -> Events:
    made = Events().add("user.message", content="fix it").add("user.message", content="ctx", source="skill")
    made.add("assistant.turn_start", turnId="0").call(
        "a", "view", text="First I read.", path="/home/dev/shop/a.py"
    ).done("a", "x")
    made.call("b", "edit", path="/home/dev/shop/a.py", old_str="1", new_str="2").done("b")
    made.call("c", "create", path="/home/dev/shop/b.py", file_text="y").done("c")
    made.call("d", "bash", command="pytest -q", shellId="0").done("d", "1 failed\n<exited with exit code 1>")
    made.call("e", "bash", command="pytest -q").done("e", "1 passed\n<shellId: 0 completed with exit code 0>")
    made.call("f", "bash", command="make").done("f", "no end is told")
    made.call("g", "read_bash", shellId="0").done("g").call("h", "grep", pattern="x").done("h").call(
        "i", "glob", pattern="*"
    ).done("i")
    made.call("j", "task", description="look", prompt="look").call("k", "view", parent="j", path="c.py").done("k").done(
        "j"
    )
    made.call("l", "ask_user", question="Which?", choices=["A", "B"]).done("l", "A")
    made.call("m", "edit", path="z.py", old_str="1", new_str="2").failed(
        "m", "The user rejected this tool call.", "rejected"
    )
    made.call("n", "bash", command="rm x").failed("n", "Denied by preToolUse hook", "denied")
    made.call("o", "web_fetch", url="https://x.y").failed("o", "404").call("p", "odd")
    made.add(
        "tool.execution_start", toolCallId="q", toolName="bash", arguments='{"command": "ls"}', isUserRequested=True
    )
    made.done("q", "a").done("gone").add("session.compaction_complete", success=True).add("odd.event")
    made.add("hook.start").add("system.message", content="x").add("session.model_change", newModel="other")
    made.call("r", "update_todo", todos="- [ ] test").done("r").call("s", "web_search", query="x").done("s")
    made.call("t", "str_replace_editor", command="view", path="d.py", view_range=[1, 2]).done("t")
    made.call("u", "some-server-tool", x=1).done("u")
    return made.add("assistant.message", content="Done.", toolRequests=[]).add(
        "session.shutdown", shutdownType="routine"
    )


def test_each_call_once_with_its_own_end() -> None:
    found = whole().capture()
    trace, counts = found.trace, found.report.found
    assert (counts.prompts, counts.machine_texts, counts.calls, counts.subagent_calls) == (1, 2, 19, 1)
    assert (counts.refused, counts.error_results, counts.calls_without_result, counts.results_without_call) == (
        2,
        3,
        1,
        1,
    )
    ended = {e.ref_: e.exit_code for a in trace.actions for e in a.evidence if e.typ.value == "CommandOutput"}
    assert ended == {"pytest -q": 0, "make": None, "ls": None}
    assert [a.type.value for a in trace.actions].count("Reject") == 2
    assert trace.files_modified == ("a.py", "b.py")
    assert (trace.trace_id, trace.model, trace.branch, trace.commit_sha) == (
        "copilot-s1",
        "gpt-x, other",
        "main",
        "abc",
    )
    assert found.report.versions == ("1.0.68",)
    assert [count.name for count in found.report.unknown_tools] == ["odd"]
    assert [count.name for count in found.report.unknown_records] == ["odd.event"]
    decision = next(a for a in trace.actions if a.type.value == "ExclusiveDecision")
    assert [(option.label, option.chosen) for option in decision.options] == [("A", True), ("B", False)]
    assert any(meta.title == "look" or "look" in str(meta) for meta in trace.meta_actions)


@pytest.mark.parametrize(
    ("kind", "data", "end"),
    [
        ("abort", {"reason": "user initiated"}, "interrupted"),
        ("session.error", {"message": "502"}, "aborted"),
        ("session.shutdown", {"shutdownType": "error", "errorReason": "crash"}, "aborted"),
        ("session.shutdown", {"shutdownType": "routine"}, "completed"),
    ],
)
def test_how_it_ended(kind: str, data: dict[str, Any], end: str) -> None:
    made = Events().add("user.message", content="go").add("assistant.message", content="so").add(kind, **data)
    assert made.capture().report.completeness.end == end


def test_what_a_sub_agent_did_without_its_call_is_kept() -> None:
    found = Events().add("user.message", content="go").call("k", "view", parent="gone", path="c.py").done("k").capture()
    assert found.report.found.subagent_calls == 1
    assert len(found.trace.actions) == 1


def test_repeats_count_once_and_odd_arguments_stop_nothing() -> None:
    made = whole()
    once = made.capture().report.found
    made.rows += made.rows
    again = made.capture().report.found
    assert (once.calls, once.prompts) == (again.calls, again.prompts)
    assert again.repeats == len(made.rows) // 2
    odd = Events().add("user.message", content="go")
    odd.add("assistant.message", content="", toolRequests=[{"toolCallId": "a", "name": "bash", "arguments": "{"}, 1])
    odd.add("tool.execution_complete", toolCallId="a", error="no")
    assert odd.capture().report.found.error_results == 1


def test_what_cannot_be_a_session_is_refused() -> None:
    with pytest.raises(UnreadableError, match="no prompt"):
        Events().add("user.message", content=" ").capture()


def test_two_sessions_in_one_file_are_two_traces() -> None:
    made = whole().add("session.start", **(START | {"sessionId": "s2"})).add("user.message", content="more")
    found = captures(made.add("session.start", sessionId="s3").data(), name="events.jsonl")
    assert [each.report.session_id for each in found] == ["s1", "s2"]
    assert [each.report.completeness.end for each in found] == ["completed", "cut off"]
    assert "of a session without a conversation" in {each.name for each in found[0].report.records.skipped}


@pytest.mark.no_cover
def test_the_suite_of_session_formats() -> None:
    check_session_format(PLUGIN, [whole().data()])


def test_what_a_rewind_took_back_is_in_no_lineage() -> None:
    made = Events().add("user.message", content="first").call("a", "create", path="a.py", file_text="x").done("a")
    made.add("session.snapshot_rewind", upToEventId="e1", eventsRemoved=4)
    made.add("user.message", content="second").call("b", "create", path="b.py", file_text="x").done("b")
    found = made.capture()
    assert found.trace.files_modified == ("b.py",)
    assert (found.report.found.calls, found.report.found.abandoned) == (2, 1)
    assert "events that a rewind removed" not in str(found.report)


def test_events_that_a_rewind_removed_from_the_file_are_told() -> None:
    made = (
        Events().add("session.snapshot_rewind", upToEventId="gone", eventsRemoved=7).add("user.message", content="go")
    )
    assert "events that a rewind removed: 7" in made.capture().report.completeness.missing


def test_sub_agents_that_only_the_envelope_names() -> None:
    made = Events().add("user.message", content="go").call("t", "task", description="look", prompt="look")
    for kind, data in (
        ("subagent.started", {"toolCallId": "t", "agentName": "explore"}),
        ("user.message", {"content": "look"}),
        ("assistant.message", {"toolRequests": [{"toolCallId": "k", "name": "view", "arguments": {"path": "c.py"}}]}),
        ("tool.execution_start", {"toolCallId": "k", "toolName": "view", "arguments": {"path": "c.py"}}),
        ("tool.execution_complete", {"toolCallId": "k", "success": True, "result": {"content": "x"}}),
    ):
        made.add(kind, **data)
        made.rows[-1]["agentId"] = "agent-1"
    found = made.done("t").capture()
    counts = found.report.found
    assert (counts.prompts, counts.machine_texts, counts.calls, counts.subagent_calls) == (1, 1, 1, 1)
    assert not any("sub-agent did" in (each.name or "") for each in found.trace.artifacts)


def test_a_sub_agent_whose_steps_are_not_there_is_told() -> None:
    found = Events().add("user.message", content="go").call("t", "task", description="look", prompt="x").done("t")
    told = "What the sub-agent did is not in this file"
    assert any(told in (each.name or "") for each in found.capture().trace.artifacts)


def test_what_is_typed_into_a_running_command_is_an_action() -> None:
    made = Events().add("user.message", content="go").call("a", "bash", command="bash", shellId="1", mode="async")
    made.done("a").call("b", "write_bash", shellId="1", input="rm -rf x{enter}").done("b")
    assert [action.label for action in made.capture().trace.actions] == ["Run bash", "Type rm -rf x{enter}"]


def test_an_end_that_does_not_say_whether_it_succeeded_proves_nothing() -> None:
    made = Events().add("user.message", content="go").call("a", "create", path="a.py", file_text="x")
    found = made.add("tool.execution_complete", toolCallId="a", success="false", result={"content": "x"}).capture()
    assert found.trace.files_modified == ()
    assert found.report.found.calls_without_result == 1


def test_nobody_refused_where_nobody_could_be_asked() -> None:
    made = Events().add("user.message", content="go").call("a", "bash", command="rm x")
    made.failed("a", "Permission denied and could not request permission from user", "denied")
    assert made.capture().trace.actions[0].result_summary == "refused by a rule"


def test_numbered_lines_are_not_the_content_of_a_file() -> None:
    made = Events().add("user.message", content="go").call("a", "view", path="a.py").done("a", "1. import x\n2. y")
    made.call("b", "view", path="b.py").done("b", "import x")
    sources = [each for each in made.capture().trace.artifacts if each.name in ("a.py", "b.py")]
    assert ["content_digest" in (each.metadata or {}) for each in sources] == [False, True]


PLAN = {"summary": "- First do it\n- Then test it", "actions": ["autopilot", "interactive"]}


def test_a_plan_that_the_person_let_pass_is_approved_and_followed() -> None:
    made = Events().add("user.message", content="go").call("a", "exit_plan_mode", **PLAN)
    made.done("a", "Plan approved! Exited plan mode.\n\nYou are now in interactive mode.")
    trace = made.call("b", "view", path="a.py").done("b").capture().trace
    assert [action.type for action in trace.actions] == [
        GovernanceActionType.RequestApproval,
        GovernanceActionType.Approve,
        ActivityActionType.ReadFile,
    ]
    declared = [each for each in trace.meta_actions if each.source is MetaActionSource.PlanDeclared]
    assert [(str(each.title), each.action_ids) for each in declared] == [("First do it", (trace.actions[2].id,))]


@pytest.mark.parametrize(
    ("end", "labels"),
    [
        (("done", "The plan was looked at."), ["Use exit_plan_mode"]),
        (("failed", "The user rejected this tool call.", "rejected"), ["Ask for approval of the plan", "Refused: Ask"]),
        (("failed", "no plan there"), ["Ask for approval of the plan"]),
        ((), ["Ask for approval of the plan"]),
    ],
)
def test_a_plan_is_approved_by_the_words_of_its_result_only(end: tuple[str, ...], labels: list[str]) -> None:
    made = Events().add("user.message", content="go").call("a", "exit_plan_mode", **PLAN)
    if end:
        getattr(made, end[0])("a", *end[1:])
    trace = made.capture().trace
    assert all(action.label.startswith(label) for action, label in zip(trace.actions, labels, strict=True))
    assert not any(each.source is MetaActionSource.PlanDeclared for each in trace.meta_actions)
    if labels == ["Use exit_plan_mode"]:
        assert trace.actions[0].request is not None
        assert trace.actions[0].request.value["arguments"]["summary"] == PLAN["summary"]


class TestToldTwice:
    def test_a_call_that_began_before_it_was_asked_for_is_one(self) -> None:
        made = Events().add("user.message", content="x")
        made.add("tool.execution_start", toolCallId="a", toolName="bash", arguments={"command": "ls"})
        made.add(
            "assistant.message", toolRequests=[{"toolCallId": "a", "name": "bash", "arguments": {"command": "ls"}}]
        )
        found = made.done("a").capture().report.found
        assert (found.calls, found.calls_without_result) == (1, 0)

    def test_an_id_that_returns_is_another_call(self) -> None:
        made = Events().add("user.message", content="x").call("a", "bash", command="ls").done("a")
        made.add(
            "assistant.message", toolRequests=[{"toolCallId": "a", "name": "bash", "arguments": {"command": "ls"}}]
        )
        assert made.capture().report.found.calls == 2

    def test_what_the_person_asked_for_is_none_of_the_agents_calls(self) -> None:
        given = {"toolCallId": "a", "toolName": "bash", "arguments": {"command": "ls"}}
        made = Events().add("user.message", content="x").add("tool.user_requested", **given)
        made.add("tool.execution_start", **given).done("a", "a.txt\n<exited with exit code 0>")
        made.add("tool.execution_start", **(given | {"toolCallId": "b"})).done("b", isUserRequested=True)
        found = made.capture()
        assert found.report.found.calls == 0
        assert {each.rationale for each in found.trace.actions} == {"The person ran this, not the agent."}


class TestResults:
    def test_a_patch_that_is_given_as_bare_text(self) -> None:
        patch = "*** Begin Patch\n*** Update File: a.py\n@@\n-1\n+2\n*** Add File: b.py\n+x\n*** End Patch\n"
        made = Events().add("user.message", content="x")
        made.add("assistant.message", toolRequests=[{"toolCallId": "a", "name": "apply_patch", "arguments": patch}])
        actions = made.done("a").capture().trace.actions
        assert [each.type.value for each in actions] == ["EditFile", "CreateFile"]

    def test_a_change_as_it_is_shown(self) -> None:
        shown = "\ndiff --git a/a.py b/a.py\n--- a/a.py\n+++ b/a.py\n@@ -7,1 +7,1 @@\n-1\n+2\n"
        made = Events().add("user.message", content="x").call("a", "edit", path="a.py", old_str="1", new_str="2")
        made.add("tool.execution_complete", toolCallId="a", success=True, result={"detailedContent": shown})
        assert "@@ -7,1 +7,1 @@" in str(made.capture().trace.artifacts)

    def test_a_command_that_still_runs_has_no_outcome(self) -> None:
        made = Events().add("user.message", content="x").call("a", "bash", command="pytest -q", shellId="t")
        made.done("a", "3 passed\n<command with shellId: t is still running after 60 seconds>")
        (result,) = [each for each in made.capture().trace.artifacts if isinstance(each, CommandResultArtifact)]
        assert result.payload is not None
        assert result.payload.value["status"] == "unknown"

    @pytest.mark.parametrize("told", ["User selected: B", "User responded: B", "B"])
    def test_what_the_person_answered(self, told: str) -> None:
        made = Events().add("user.message", content="x").call("a", "ask_user", question="Which?", choices=["A", "B"])
        (action,) = made.done("a", told).capture().trace.actions
        assert [each.label for each in action.options if each.chosen] == ["B"]
        assert "User " not in str(action)

    def test_the_steps_of_a_plan(self) -> None:
        made = Events().add("user.message", content="x")
        made.call("a", "update_todo", todos="- [x] one\n- [~] two\n- [ ] three").done("a")
        found = made.call("b", "view", path="a").done("b").capture().trace
        assert found.actions[0].label == "Plan 3 steps"
        assert [(each.title, each.source.value) for each in found.meta_actions][-1] == ("two", "plan_declared")

    @pytest.mark.parametrize(
        ("kind", "who"),
        [
            ("denied-interactively-by-user", "the person"),
            ("denied-by-permission-request-hook", "a hook"),
            ("denied-by-rules", "a rule"),
        ],
    )
    def test_who_refused_by_the_decision(self, kind: str, who: str) -> None:
        made = Events().add("user.message", content="x").call("a", "bash", command="rm x")
        made.add("permission.requested", requestId="p", permissionRequest={"kind": "shell", "toolCallId": "a"})
        made.add("permission.completed", requestId="p", result={"kind": kind, "feedback": "not that"})
        (action,) = made.failed("a", "no").capture().trace.actions
        assert action.detail == f"Not carried out: refused by {who}."
        assert "not that" in action.rationale

    def test_a_tool_of_a_server_has_its_name(self) -> None:
        made = Events().add("user.message", content="x").call("a", "files-read_it", path="a")
        start = {"toolName": "files-read_it", "mcpServerName": "files", "mcpToolName": "read_it"}
        made.add("tool.execution_start", toolCallId="a", **start).done("a")
        made.add("tool.execution_start", toolCallId="b", **start).done("b")
        found = made.capture()
        assert {each.execution.tool for each in found.trace.actions if each.execution} == {"files/read_it"}
        assert found.report.unknown_tools == ()


class TestSession:
    def test_a_compaction_that_failed_is_none(self) -> None:
        made = Events().add("user.message", content="x").add("session.compaction_complete", success=False)
        found = made.capture().report
        assert found.found.compactions == 0
        assert [each.name for each in found.records.skipped] == ["session.compaction_complete: it failed"]

    def test_what_was_cut_of_the_agents_view_is_told(self) -> None:
        made = Events().add("user.message", content="x").add("session.truncation", tokensRemovedDuringTruncation=9)
        assert "truncations of the agent's view of the history: 1" in made.capture().report.completeness.missing

    def test_a_task_that_the_agent_calls_complete(self) -> None:
        made = Events().add("user.message", content="x").call("a", "task_complete", summary="All done.").done("a")
        found = made.add("session.task_complete", summary="All done.").capture()
        assert (found.report.completeness.end, found.trace.outcome.summary) == ("completed", "All done.")
        made = Events().add("user.message", content="x").add("session.task_complete")
        assert made.capture().report.completeness.end == "completed"
