"""Sessions of Gemini CLI: both shapes, what was taken back or refused, who said it, and sub-agents beside the file."""

import hashlib
from typing import Any

import orjson
import pytest

from tollens.core.errors import UnreadableError
from tollens.core.model import Action, ActivityActionType, EventType, GatewayActionType, GovernanceActionType, Trace
from tollens.plugins.sessions import FORMATS, Capture, Part, captures
from tollens.plugins.sessions.agents.gemini.results import exit_status
from tollens.testing.gemini_sessions import GeminiSession
from tollens.testing.sessions import check_session_format

ROOT = "/home/dev/shop"
HASH = hashlib.sha256(ROOT.encode()).hexdigest()
ACT = ActivityActionType


def one(data: bytes) -> Capture:
    found = captures(data, name="session.jsonl")
    assert len(found) == 1
    return found[0]


def types(trace: Trace) -> list[Any]:
    return [action.type for action in trace.actions]


def only(data: bytes) -> Action:
    trace = one(data).trace
    assert len(trace.actions) == 1
    return trace.actions[0]


def display(before: str, after: str, **members: Any) -> dict[str, Any]:
    patch = f"Index: a.py\n===\n--- a.py\tOriginal\n+++ a.py\tWritten\n@@ -1 +1 @@\n-{before}+{after}"
    return {"fileDiff": patch, "fileName": "a.py", "originalContent": before, "newContent": after, **members}


def session() -> GeminiSession:
    """A session with every kind of thing in it."""
    made = GeminiSession(projectHash=HASH)
    made.prompt("fix @a.py\n--- Content from referenced files ---\nContent from @a.py:\nx = 1\n")
    made.say("I will read it first.", made.call("read_file", "x = 1\n", file_path=f"{ROOT}/a.py"))
    edit = made.call(
        "replace",
        "ok",
        file_path=f"{ROOT}/a.py",
        old_string="1",
        new_string="2",
        _resultDisplay=display("x = 1\n", "x = 2\n"),
    )
    tests = made.run("pytest -q", "1 failed, 2 passed", 1)
    todos = made.call("write_todos", "ok", todos=[{"description": "test", "status": "in_progress"}])
    made.say("", edit, todos, tests)
    refused = made.call(
        "run_shell_command",
        "[Operation Cancelled] Reason: User did not allow tool call",
        "cancelled",
        command="git push",
    )
    failed = made.call("web_fetch", "no such host", "error", prompt="read https://example.org/a.")
    made.say("Next.", refused, failed, made.call("glob", status="executing", pattern="*.py"))
    made.message("info", "Gemini CLI update available!")
    made.message("error", "[API Error: quota exhausted]")
    made.message("warning", "slow")
    made.prompt("again")
    made.message("info", "Request cancelled.")
    return made.prompt("and now?").say("Done.")


def test_both_shapes_give_the_same_trace() -> None:
    log, document, line = session().log(), session().document(), session().document(pretty=False)
    traces = [one(data).trace for data in (log, document, line)]
    labels = [[action.label for action in trace.actions] for trace in traces]
    assert labels[0] == labels[1] == labels[2]
    assert [one(data).report.records.total for data in (log, document, line)] == [12, 12, 12]
    assert traces[0].trace_id == "gemini-3f1c"


def test_what_was_called_is_what_the_tools_do() -> None:
    found = one(session().log())
    trace, counts = found.trace, found.report.found
    assert types(trace) == [
        ACT.ReadFile,
        ACT.EditFile,
        ACT.FormulatePlan,
        ACT.RunTests,
        GovernanceActionType.Reject,
        ACT.ReadDocumentation,
        ACT.ExploreDirectory,
    ]
    assert (counts.prompts, counts.machine_texts, counts.calls, counts.calls_without_result) == (3, 1, 7, 1)
    assert (counts.error_results, counts.refused, counts.interrupts) == (2, 1, 1)
    assert trace.files_modified == ("a.py",)
    assert trace.trigger.description == "fix @a.py"
    assert trace.outcome.typ == EventType.ProcessCompleted
    assert trace.model == "gemini-x"
    assert trace.actions[3].evidence[0].exit_code == 1
    assert {count.name for count in found.report.records.skipped} == {"info", "warning"}


def test_a_later_record_of_a_message_is_the_message() -> None:
    made = GeminiSession().prompt("go")
    call = made.run("ls", "a.py")
    made.say("Looking.", call)
    again = {**made.records[-1], "toolCalls": [{**call, "status": "success"}], "tokens": {"total": 1}}
    made.raw(again).raw(again).raw({"$set": {"lastUpdated": "2026-03-01T11:00:00.000Z"}})
    found = one(made.log())
    assert len(found.trace.actions) == 1
    assert found.report.found.repeats == 1
    assert found.report.records.used == 4
    assert {c.name: c.count for c in found.report.records.skipped} == {"repeat": 1, "message: written again later": 1}


def test_no_call_and_no_output_is_lost_when_a_message_is_written_again() -> None:
    made = GeminiSession().prompt("go")
    first, second = made.run("ls", "a.py"), made.run("pwd", "/")
    made.say("Looking.", first, second)
    masked = {**first, "result": [{"functionResponse": {"response": {"output": "<tool_output_masked>\nls"}}}]}
    made.raw({**made.records[-1], "toolCalls": [masked]})
    trace = one(made.log()).trace
    assert [action.label for action in trace.actions] == ["Run ls", "Run pwd"]
    assert trace.actions[0].evidence[0].exit_code == 0


def test_what_was_rewound_is_kept_and_marked() -> None:
    made = GeminiSession(projectHash=HASH).prompt("first").say("ok", made_edit("a.py"))
    undone = made.message("user", "wrong way")
    made.say("", made_edit("b.py"))
    made.raw({"$rewindTo": undone}).prompt("right way").say("", made_edit("c.py")).say("Done.")
    found = one(made.log())
    assert found.trace.files_modified == ("a.py", "c.py")
    assert found.report.found.abandoned == 1
    assert found.report.found.prompts == 3
    assert any("Abandoned by a rewind" in (artifact.summary or "") for artifact in found.trace.artifacts)


def made_edit(name: str) -> dict[str, Any]:
    return GeminiSession().call(
        "write_file", "Successfully overwrote file", file_path=f"{ROOT}/{name}", content="x"
    ) | {"id": name}


def test_a_rewind_to_what_is_not_in_the_file_takes_all_back_and_says_so() -> None:
    made = GeminiSession(projectHash=HASH).prompt("first").say("", made_edit("a.py"))
    made.raw({"$rewindTo": "gone"}).prompt("again").say("Done.")
    found = one(made.log())
    assert found.trace.files_modified == ()
    assert any("rewinds to a message that is not in the file: 1" in note for note in found.report.notes)


def test_a_message_that_is_written_again_after_a_rewind_is_a_new_one() -> None:
    made = GeminiSession(projectHash=HASH).prompt("first")
    made.say("", made_edit("a.py"))
    again = made.records[-1]
    made.raw({"$rewindTo": again["id"]}).raw(again).say("Done.")
    assert one(made.log()).trace.files_modified == ("a.py",)


def test_a_history_that_the_agent_saw_is_no_second_session() -> None:
    made = GeminiSession().prompt("go").say("Looking.", GeminiSession().run("ls", "a.py"))
    history = [*made.records[1:], {"id": "s", "type": "user", "content": [{"text": "<state_snapshot>all"}]}]
    history.append({"id": "r", "type": "user", "content": [{"functionResponse": {"id": "x", "response": {}}}]})
    made.raw({"$set": {"messages": history}}).say("Done.")
    found = one(made.log())
    assert (found.report.found.calls, found.report.found.prompts, found.report.found.compactions) == (1, 1, 1)
    assert GovernanceActionType.CreateSnapshot in types(found.trace)
    assert found.report.records.total == 5
    assert found.report.records.skipped == ()


@pytest.mark.parametrize(
    ("status", "output", "shown", "kind"),
    [
        ("cancelled", "[Operation Cancelled] Reason: User did not allow tool call", None, GovernanceActionType.Reject),
        ("cancelled", "[Operation Cancelled] Reason: User cancelled the operation.", None, ACT.EditFile),
        ("cancelled", "[Operation Cancelled] Reason: cancelled", display("1", "2"), GovernanceActionType.Reject),
        ("cancelled", None, None, GovernanceActionType.Reject),
        ("error", 'Tool execution for "replace" denied by policy.', None, GovernanceActionType.Reject),
        ("error", "Tool execution blocked by hook", None, GovernanceActionType.Reject),
        ("error", "no match for old_string", None, ACT.EditFile),
        ("awaiting_approval", None, display("1", "2"), ACT.EditFile),
        ("glorious", "ok", None, ACT.EditFile),
    ],
)
def test_an_edit_that_was_not_made_changes_nothing(status: str, output: str | None, shown: Any, kind: Any) -> None:
    made = GeminiSession().prompt("go")
    call = made.call("replace", output, status, file_path="a.py", old_string="1", new_string="2")
    trace = one(made.say("", call | ({"resultDisplay": shown} if shown else {})).log()).trace
    assert types(trace) == [kind]
    assert trace.files_modified == ()


def test_an_error_that_came_back_outweighs_a_status_of_success() -> None:
    made = GeminiSession().prompt("go")
    call = made.call("write_file", "", "success", file_path="a.py", content="x")
    call["result"] = [{"functionResponse": {"response": {"error": "no such folder"}}}]
    assert one(made.say("", call).log()).trace.files_modified == ()


def test_a_cancelled_command_was_stopped_and_an_unknown_status_is_counted() -> None:
    made = GeminiSession().prompt("go")
    text = "[Operation Cancelled] Reason: User cancelled tool execution."
    stopped = only(made.say("", made.call("run_shell_command", text, "cancelled", command="pytest")).log())
    assert stopped.type == ACT.RunTests
    assert stopped.evidence[0].exit_code is None
    odd = GeminiSession().prompt("go").say("", GeminiSession().call("glob", "x", "glorious"))
    report = one(odd.log()).report
    assert report.found.calls_without_result == 1
    assert [count.name for count in report.unknown_fields] == ["status glorious"]


CREATED = "Successfully created and wrote to new file: /w/n.py."
OLD = "Command: a\nDirectory: (root)\nOutput: {}\nError: (none)\nExit Code: {}\nSignal: {}\nBackground PIDs: (none)"


@pytest.mark.parametrize(
    ("text", "shown", "status"),
    [
        (OLD.format("x", 0, "(none)"), "x", 0),
        (OLD.format("Exit Code: 0", 3, 0), None, 3),
        (OLD.format("x", "(none)", "(none)"), "x", None),
        (OLD.format("x", 0, "SIGTERM"), "x", None),
        ("Output: x\nExit Code: 2\nProcess Group PGID: 7", "x", 2),
        ("Output: x\nError: gone\nExit Code: 2\nSignal: 9\nProcess Group PGID: 7", "x", 2),
        ("Output: x\nExit Code: 2\nProcess Group PGID: 7", "x\nExit Code: 2", None),
        ("Output: x\nProcess Group PGID: 7", "x", None),
        ("Output: (empty)\nExit Code: 1\nProcess Group PGID: 7", "Command exited with code: 1", 1),
        ("Output: x\nExit Code: 0", [], None),
        ("Command: a\nExit Code: 0", None, 0),
        ("Exit Code: 1", None, 1),
        ("Exit Code: 1\nExit Code: 1", None, None),
    ],
)
def test_an_exit_status_is_that_of_the_agent_and_not_what_a_command_printed(
    text: str, shown: object, status: int | None
) -> None:
    assert exit_status(text, shown) == status


@pytest.mark.parametrize(
    ("output", "where"),
    [
        ("Tool output was too large and has been truncated.\nThe full output has been saved to: /t/o\n", "/t/o"),
        ("a\n... [CONTENT TRUNCATED] ...\nb", "cut by the agent"),
        ("<tool_output_masked>\nx\nFull output available at: /t/p\n", "/t/p"),
        ("<tool_output_masked>", "taken out by the agent"),
        ("x" * 50 * 1024, "cut by the agent at 50 kB"),
        ("x" * 60 * 1024, None),
    ],
)
def test_an_output_that_is_cut_is_a_preview(output: str, where: str | None) -> None:
    made = GeminiSession().prompt("go")
    found = one(made.say("", made.call("run_shell_command", output, command="pytest")).log())
    payload = next(artifact.payload for artifact in found.trace.artifacts if artifact.artifact_id == "command-1")
    assert payload.value.get("output_elsewhere") == where
    assert (not found.report.completeness.missing) == (where is None)


@pytest.mark.parametrize(
    ("content", "shown", "prompt", "machine"),
    [
        ([{"text": "look"}, {"inlineData": {"mimeType": "image/png", "data": "x"}}], None, "look\n[image/png]", 0),
        ("expanded text of a command", "/review", "/review", 1),
        ("look", "look", "look", 0),
        ("<session_context>\nos\n</session_context>\nlook", None, "look", 1),
        ("System: Please continue.", None, None, 1),
        ("This is the Gemini CLI. We are setting up the context for our chat.", None, None, 1),
        (["look", 3], None, "look", 0),
        ({"text": "look"}, None, "look", 0),
        (7, None, None, 0),
    ],
)
def test_only_a_person_gives_instructions(content: Any, shown: Any, prompt: str | None, machine: int) -> None:
    made = GeminiSession().prompt(content, **({"displayContent": shown} if shown else {})).say("ok")
    found = one(made.log())
    assert found.trace.trigger.description == (prompt or "No instruction of a person is in the session file.")
    assert found.report.found.machine_texts == machine


def test_what_the_person_ran_is_the_persons() -> None:
    made = GeminiSession().prompt("go")
    ran = "I ran the following shell command:\n```sh\npytest\n```"
    text = f"{ran}\n\nThis produced the following result:\n```\n2 passed\n```"
    action = only(made.prompt(text).say("ok").log())
    assert action.type == ACT.RunTests
    assert action.evidence[0].exit_code is None


@pytest.mark.parametrize(
    ("tool", "given", "output", "kind", "label"),
    [
        ("read_file", {"absolute_path": "/x/a.py", "offset": 3}, "x", ACT.ReadFile, "Read /x/a.py"),
        ("read_file", {}, "x", ACT.RunCommand, "Use read_file"),
        (
            "write_file",
            {"file_path": "n.py", "content": "x"},
            "Successfully created and wrote to new file: /w/n.py.",
            ACT.CreateFile,
            "Create n.py",
        ),
        ("write_file", {"content": "x"}, "ok", ACT.RunCommand, "Use write_file"),
        (
            "replace",
            {"file_path": "n.py", "old_string": "", "new_string": "x"},
            "Created new file: n.py",
            ACT.CreateFile,
            "Create n.py",
        ),
        ("search_file_content", {"pattern": "x", "path": "src"}, "1 match", ACT.SearchCode, "Search code for x"),
        ("grep_search", {"pattern": "x"}, "1 match", ACT.SearchCode, "Search code for x"),
        ("list_directory", {"dir_path": "src"}, "a", ACT.ExploreDirectory, "List src"),
        ("google_web_search", {"query": "x"}, "a", ACT.SearchWeb, "Search web for x"),
        ("web_fetch", {"prompt": "nothing"}, "a", ACT.RunCommand, "Use web_fetch"),
        ("save_memory", {"fact": "x"}, "ok", ACT.RunCommand, "Use save_memory"),
        ("exit_plan_mode", {"plan_filename": "p.md"}, "Plan rejected.", ACT.RunCommand, "Use exit_plan_mode"),
        ("mcp_git_log", {"n": 1}, "ok", ACT.RunCommand, "Use git/log"),
        ("git__log", {"n": 1}, "ok", ACT.RunCommand, "Use git/log"),
    ],
)
def test_each_tool_is_the_action_that_it_is(
    tool: str, given: dict[str, Any], output: str, kind: Any, label: str
) -> None:
    made = GeminiSession().prompt("go")
    data = made.say("", made.call(tool, output, **given)).log()
    action = only(data)
    assert (action.type, action.label) == (kind, label)
    assert one(data).report.unknown_tools == ()


def test_a_tool_of_a_server_is_named_by_what_was_shown_and_an_unknown_one_is_counted() -> None:
    made = GeminiSession().prompt("go")
    shown = made.call("log", "ok", _displayName="log (git MCP Server)")
    found = one(made.say("", shown, made.call("conjure", "ok")).log())
    assert [action.label for action in found.trace.actions] == ["Use git/log", "Use conjure"]
    assert [count.name for count in found.report.unknown_tools] == ["conjure"]


def test_a_plan_that_the_person_let_pass_is_approved() -> None:
    made = GeminiSession().prompt("go")
    found = one(made.say("", made.call("exit_plan_mode", "Plan approved. Go on.", plan_filename="p.md")).log())
    assert types(found.trace) == [GovernanceActionType.RequestApproval, GovernanceActionType.Approve]


def test_a_question_is_a_decision_with_the_answer() -> None:
    made = GeminiSession().prompt("go")
    questions = [{"question": "Which?", "options": [{"label": "A"}, {"label": "B"}]}]
    action = only(made.say("", made.call("ask_user", '{"answers":{"0":"B"}}', questions=questions)).log())
    assert action.type == GatewayActionType.ExclusiveDecision
    assert [(option.label, option.chosen) for option in action.options] == [("A", False), ("B", True)]
    unread = only(GeminiSession().prompt("go").say("", made.call("ask_user", "dismissed", questions=questions)).log())
    assert not any(option.chosen for option in unread.options)


def test_many_files_read_by_one_call_are_many_reads() -> None:
    output = f"--- {ROOT}/a.py ---\n\nx = 1\n\n--- {ROOT}/b.py ---\n\ny = 2\n\n"
    made = GeminiSession(projectHash=HASH).prompt("go")
    shown = "Successfully read and concatenated content from **2 file(s)**."
    trace = one(made.say("", made.call("read_many_files", output, include=["*.py"], _resultDisplay=shown)).log()).trace
    assert [action.label for action in trace.actions] == ["Read a.py", "Read b.py"]
    less = made.call("read_many_files", output, include=["a.py"], _resultDisplay=shown.replace("2", "1"))
    trace = one(GeminiSession(projectHash=HASH).prompt("go").say("", less).log()).trace
    assert [action.label for action in trace.actions] == ["Read a.py"]
    none = made.call("read_many_files", "x", include=["*.py"])
    assert only(GeminiSession().prompt("go").say("", none).log()).label == "Use read_many_files"


def test_a_file_that_was_shown_in_part_is_read_in_part() -> None:
    text = "IMPORTANT: The file content has been truncated.\nStatus: 1-2\n--- FILE CONTENT (truncated) ---\nx = 1\n"
    made = GeminiSession().prompt("go")
    trace = one(made.say("", made.call("read_file", text, file_path="a.py")).log()).trace
    version = next(artifact for artifact in trace.artifacts if artifact.name == "a.py")
    assert version.metadata.value["partial"] is True
    assert version.metadata.value["characters"] == 6


@pytest.mark.parametrize(
    ("before", "after", "proved"),
    [("x\n", "y\n", True), ("x\r\n", "y\n", False), ("x\r\n", "y\r\n", True)],
)
def test_what_an_edit_leaves_is_said_where_it_is_sure(before: str, after: str, proved: bool) -> None:
    made = GeminiSession().prompt("go")
    edit = made.call(
        "replace", "ok", file_path="a.py", old_string="x", new_string="y", _resultDisplay=display(before, after)
    )
    trace = one(made.say("", edit).log()).trace
    facts = next(artifact for artifact in trace.artifacts if artifact.artifact_id == "diff-1").metadata.value
    assert ("after_digest" in facts) == proved
    assert "before_digest" in facts
    assert facts["patch"].startswith("@@ -1 +1 @@")


def test_a_change_by_the_person_is_told() -> None:
    made = GeminiSession().prompt("go")
    edit = made.call("write_file", "ok", file_path="a.py", content="x", modified_by_user=True)
    trace = one(made.say("", edit).log()).trace
    facts = next(artifact for artifact in trace.artifacts if artifact.artifact_id == "diff-1").metadata.value
    assert facts["changed_by_the_person"] is True
    assert "after_digest" not in facts


def test_the_folder_of_the_project_is_told_by_its_digest() -> None:
    made = GeminiSession(projectHash=HASH).prompt("go")
    assert only(made.say("", made.call("read_file", "x", file_path=f"{ROOT}/src/a.py")).log()).label == "Read src/a.py"
    other = GeminiSession().prompt("go").say("", made.call("read_file", "x", file_path=f"{ROOT}/src/a.py"))
    assert only(other.log()).label == f"Read {ROOT}/src/a.py"
    windows = GeminiSession(projectHash=hashlib.sha256(rb"C:\p").hexdigest()).prompt("go")
    shell = windows.run("pytest; true", "ok", 0)
    trace = one(windows.say("", windows.call("read_file", "x", file_path=r"C:\p\a.py"), shell).log()).trace
    assert trace.actions[0].label == "Read a.py"


def test_the_folder_of_the_project_is_told_by_an_answer_that_names_it() -> None:
    made = GeminiSession().prompt("go")
    text = f"Successfully created and wrote to new file: {ROOT}/docs/n.md."
    written = made.call("write_file", text, file_path="docs/n.md", content="x")
    trace = one(made.say("", written, made.call("read_file", "x", file_path=f"{ROOT}/docs/n.md")).log()).trace
    assert trace.files_modified == ("docs/n.md",)
    assert trace.actions[1].label == "Read docs/n.md"


def test_sub_agents_beside_the_file_are_put_under_the_call_that_started_them() -> None:
    inner = GeminiSession("deep", kind="subagent").prompt("deeper").say("", GeminiSession().run("pwd", "/"))
    agent = GeminiSession("a1", kind="subagent").prompt("look into it").say("Looking.", GeminiSession().run("ls", "a"))
    agent.say("", agent.call("generalist", "done", _agentId="deep", request="go on"))
    lost = GeminiSession("a2", kind="subagent").prompt("else").say("", GeminiSession().run("id", "me"))
    made = GeminiSession().prompt("go")
    known = made.call("codebase_investigator", "found it", _agentId="a1", objective="look into it")
    gone = made.call("cli_help", "help", query="how")
    parts = [Part("s/a1.jsonl", agent.log()), Part("s/deep.jsonl", inner.log() + b"{"), Part("s/a2.jsonl", lost.log())]
    found = captures(made.say("", known, gone).say("Done.").log(), name="session.jsonl", beside=parts)[0]
    labels = [action.label for action in found.trace.actions]
    assert labels == [
        "Give parts of the work to 2 sub-agents at once",
        "Delegate: codebase_investigator",
        "Run ls",
        "Delegate: generalist",
        "Run pwd",
        "Delegate: cli_help",
        "Run id",
    ]
    counts = found.report.found
    assert (counts.calls, counts.subagent_calls, counts.prompts, counts.elsewhere) == (2, 4, 1, 1)
    records = found.report.records
    assert records.total == 4 + 3 + 4 + 3 + 1
    assert records.total == records.used + sum(count.count for count in records.skipped) + 1
    assert [damage.file for damage in records.damaged] == ["s/deep.jsonl"]


def test_the_session_of_a_sub_agent_alone_has_no_instruction_of_a_person() -> None:
    found = one(GeminiSession(kind="subagent").prompt("look").say("Found.").log())
    assert found.trace.trigger.typ == EventType.TriggeredByEvent
    assert found.report.found.machine_texts == 1


def test_two_sessions_in_one_file_are_two_traces() -> None:
    first, second = GeminiSession("s1").prompt("one").say("ok"), GeminiSession("s2").prompt("two").say("ok")
    more = orjson.dumps({"id": "m9", "type": "gemini", "content": "more"}) + b"\n"
    found = captures(first.log() + b"[3]\n" + second.log() + first.log()[:200].split(b"\n")[0] + b"\n" + more, name="f")
    assert [capture.report.session_id for capture in found] == ["s1", "s2"]
    assert [len(capture.report.records.damaged) for capture in found] == [1, 0]
    with pytest.raises(UnreadableError, match="no prompt"):
        captures(GeminiSession().log(), name="f")


@pytest.mark.parametrize("length", range(40, len(session().document()), 97))
def test_a_document_that_is_cut_off_says_so_and_claims_no_call_that_is_not_whole(length: int) -> None:
    whole = one(session().document())
    try:
        found = one(session().document()[:length])
    except UnreadableError:
        return
    assert found.report.completeness.end == "cut off"
    assert len(found.report.records.damaged) == 1
    labels = [action.label for action in found.trace.actions]
    assert labels == [action.label for action in whole.trace.actions][: len(labels)]


def test_pieces_of_a_long_session_are_one_though_none_has_a_header() -> None:
    messages = orjson.loads(session().document())["messages"]
    whole = one(orjson.dumps({"messages": messages}))
    pieces = one(b"\n".join(orjson.dumps({"messages": some}) for some in (messages[:3], messages[3:])))
    assert types(pieces.trace) == types(whole.trace) == types(one(session().document()).trace)
    assert pieces.report.found == whole.report.found


def test_a_value_that_is_no_message_is_damage_and_an_unknown_type_is_counted() -> None:
    made = GeminiSession().prompt("go").say("ok")
    made.raw({"type": "dream", "id": "d"}).raw({"odd": 1})
    report = one(made.log()).report
    assert [count.name for count in report.unknown_records] == ["(no type)", "dream"]
    header, *messages = made.records
    document = orjson.dumps({**header, "messages": [*messages, 7, None]})
    report = one(document).report
    assert [damage.reason for damage in report.records.damaged] == [
        "no message: a number instead of an object",
        "no message: a null instead of an object",
    ]
    assert [count.name for count in report.unknown_records] == ["(no type)", "dream"]
    assert one(orjson.dumps({**header, "messages": messages[:2], "extra": 1})).report.unknown_fields[0].name == "extra"


@pytest.mark.no_cover
def test_the_format_satisfies_the_suite() -> None:
    check_session_format(FORMATS.get("gemini"), [session().log(), session().document(pretty=False)])
