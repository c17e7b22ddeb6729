"""Sessions of OpenCode: export, split files and old shapes, cut documents, what proves a status, and sub-agents."""

from collections.abc import Sequence
from typing import Any

import orjson
import pytest

from tollens.core.errors import UnreadableError
from tollens.core.model import Action, ActivityActionType, EventType, GatewayActionType, GovernanceActionType, Trace
from tollens.plugins.sessions import FORMATS, Capture, Part, captures, recognize
from tollens.testing.opencode_sessions import BEGIN, OpenCodeSession
from tollens.testing.sessions import check_session_format

ROOT = "/home/dev/shop"
ACT = ActivityActionType


def one(data: bytes | None, beside: Sequence[Part] = ()) -> Capture:
    found = captures(data, name="session.json", beside=beside)
    assert len(found) == 1
    return found[0]


def types(trace: Trace) -> list[Any]:
    return [action.type for action in trace.actions]


def labels(trace: Trace) -> list[str]:
    return [action.label for action in trace.actions]


def only(*parts: dict[str, Any]) -> Action:
    trace = one(OpenCodeSession().prompt("go").say("", *parts).say("Done.").export()).trace
    assert len(trace.actions) == 1
    return trace.actions[0]


def facts(trace: Trace, artifact_id: str = "diff-1") -> dict[str, Any]:
    return next(artifact for artifact in trace.artifacts if artifact.artifact_id == artifact_id).metadata.value


def session() -> OpenCodeSession:
    """A session with every kind of thing in it."""
    made = OpenCodeSession()
    made.prompt("fix it", {"type": "text", "text": "file text", "synthetic": True}, {"type": "agent", "name": "x"})
    read = made.call("read", "<file>\n00001| x = 1\n\n(End of file - total 1 lines)\n</file>", filePath=f"{ROOT}/a.py")
    made.say(
        "I will read it first.",
        {"type": "reasoning", "text": "hm"},
        read,
        {"type": "step-finish", "reason": "tool-calls"},
    )
    diff = "Index: a.py\n===\n--- a.py\n+++ a.py\n@@ -1 +1 @@\n-x = 1\n+x = 2\n"
    change = {"before": "x = 1\n", "after": "x = 2\n"}
    edit = made.call(
        "edit",
        "ok",
        filePath=f"{ROOT}/a.py",
        oldString="1",
        newString="2",
        _diff=diff,
        _filediff={"file": "a.py", **change},
    )
    todos = made.call("todowrite", "[]", todos=[{"content": "test", "status": "in_progress"}])
    patched = {"type": "patch", "hash": "h", "files": [f"{ROOT}/a.py", f"{ROOT}/gen.txt"]}
    made.say("", edit, todos, made.run("pytest -q", "1 failed, 2 passed", 1), patched)
    refused = made.call(
        "bash", "The user rejected permission to use this specific tool call.", "error", command="git push"
    )
    made.say("", refused, made.call("glob", status="running", pattern="*.py"))
    made.message("user", {"type": "compaction", "auto": True})
    made.say("summary of all", summary=True)
    return made.prompt("and now?").say("Done.")


def test_all_shapes_give_the_same_trace() -> None:
    export, line, lines = session().export(), session().export(pretty=False), session().lines()
    parts = [Part(name, data) for name, data in session().files().items()]
    banner = b"Exporting session: ses_1" + export
    found = [one(export), one(line), one(lines), one(banner), one(None, parts)]
    assert len({tuple(labels(each.trace)) for each in found}) == 1
    assert {each.report.records.total - len(each.report.records.skipped) for each in found[:3]} == {
        found[0].report.records.total - len(found[0].report.records.skipped)
    }
    assert found[4].report.records.total == found[0].report.records.total
    assert found[3].report.records.total == found[0].report.records.total + 1
    assert {each.trace.trace_id for each in found} == {"opencode-ses_1"}
    listed = orjson.dumps(session().messages)
    assert labels(one(listed).trace) == labels(found[0].trace)


@pytest.mark.parametrize("folder", ["project", "share", "part", "message", "C:\\snapshot"])
def test_where_the_file_of_a_session_lies_says_nothing(folder: str) -> None:
    (found,) = captures(session().lines(), name=f"{folder}/session.json")
    assert labels(found.trace) == labels(one(session().lines()).trace)


def test_what_was_called_is_what_the_tools_do() -> None:
    found = one(session().export())
    trace, counts = found.trace, found.report.found
    assert types(trace) == [
        ACT.ReadFile,
        ACT.EditFile,
        ACT.FormulatePlan,
        ACT.RunTests,
        GovernanceActionType.Reject,
        ACT.ExploreDirectory,
        GovernanceActionType.CreateSnapshot,
    ]
    assert (counts.prompts, counts.machine_texts, counts.calls, counts.calls_without_result) == (2, 2, 6, 1)
    assert (counts.error_results, counts.refused, counts.compactions) == (1, 1, 1)
    assert trace.files_modified == ("a.py",)
    assert trace.trigger.description == "fix it"
    assert trace.outcome.typ == EventType.ProcessCompleted
    assert (trace.model, trace.timestamp) == ("maker/model-x", "2026-02-27T00:00:00.000Z")
    assert trace.actions[3].evidence[0].exit_code == 1
    assert trace.actions[3].execution.duration_ms == 250
    assert {"after_digest", "before_digest"} <= facts(trace).keys()
    assert any(note.endswith(f"by no edit: {ROOT}/gen.txt") for note in found.report.notes)
    assert found.report.versions == ("1.2.26",)


def test_a_banner_on_the_line_of_the_export_is_no_damage() -> None:
    found = one(b"Exporting session: ses_1" + OpenCodeSession().prompt("hi").export())
    assert found.trace.trigger.description == "hi"
    assert found.report.records.damaged == ()
    assert [count.name for count in found.report.records.skipped] == ["banner before the document"]


@pytest.mark.parametrize("length", range(100, len(session().export()), 211))
def test_an_export_that_is_cut_off_says_so_and_claims_no_call_that_is_not_whole(length: int) -> None:
    whole = labels(one(session().export()).trace)
    try:
        found = one(session().export()[:length])
    except UnreadableError:
        return
    assert found.report.completeness.end == "cut off"
    assert len(found.report.records.damaged) == 1
    assert labels(found.trace) == whole[: len(found.trace.actions)]


def test_more_than_a_thousand_messages_are_all_read() -> None:
    made = OpenCodeSession()
    for number in range(1001):
        made.prompt(f"prompt {number}")
    assert one(made.export()).report.found.prompts == 1001


def test_messages_and_parts_written_again_count_once_and_the_later_one_wins() -> None:
    made = OpenCodeSession().prompt("go").say("", OpenCodeSession().run("ls", "a"))
    message = made.messages[1]
    running = {**message["parts"][1], "state": {"status": "running", "input": {"command": "ls"}}}
    early = {**message, "parts": [message["parts"][0], running]}
    made.messages.insert(1, early)
    made.messages.append(message)
    found = one(made.export())
    assert labels(found.trace) == ["Run ls"]
    assert found.report.found.calls_without_result == 0
    assert found.report.found.repeats == 5
    assert {count.name for count in found.report.records.skipped} == {
        "repeat",
        "part: written again later",
        "step-start",
    }


def test_a_call_id_that_returns_is_another_call() -> None:
    made = OpenCodeSession().prompt("go")
    first, second = made.call("bash", status="running", command="make"), made.run("pytest", "2 passed", 0)
    second["callID"] = first["callID"]
    trace = one(made.say("", first, second).say("Done.").export()).trace
    assert trace.actions[0].result_summary == "no result recorded"
    assert trace.actions[1].evidence[0].exit_code == 0


@pytest.mark.parametrize(
    ("output", "exit_code", "status", "summary"),
    [
        ("ok", 0, 0, "completed; exit status 0"),
        ("ok", None, None, "unknown"),
        ("x\n\n(Command timed out after 1000 ms)", 143, None, "unknown; interrupted"),
        ("x\n\n(Command was aborted)", None, None, "unknown; interrupted"),
        ("x\n<bash_metadata>\nUser aborted the command\n</bash_metadata>", 0, None, "unknown; interrupted"),
        ("cat log\n(Command was aborted) once", 0, 0, "completed; exit status 0"),
    ],
)
def test_only_the_metadata_proves_a_status(output: str, exit_code: int | None, status: Any, summary: str) -> None:
    action = only(OpenCodeSession().run("make", output, exit_code))
    assert action.evidence[0].exit_code == status
    assert action.result_summary == summary


@pytest.mark.parametrize(
    ("error", "kind", "word"),
    [
        ("The user rejected permission to use this specific tool call.", GovernanceActionType.Reject, "the person"),
        (
            "Error: The user rejected permission to use this specific tool call with the following feedback: no, b.py",
            GovernanceActionType.Reject,
            "the person",
        ),
        (
            "The user has specified a rule which prevents you from using this specific tool call.",
            GovernanceActionType.Reject,
            "the permission settings",
        ),
        ("Tool execution aborted", ACT.EditFile, "stopped"),
        ("File not found", ACT.EditFile, "failed"),
    ],
)
def test_an_edit_that_was_not_made_changes_nothing(error: str, kind: Any, word: str) -> None:
    call = OpenCodeSession().call("edit", error, "error", filePath="a.py", oldString="1", newString="2")
    made = OpenCodeSession().prompt("go").say("", call).say("Done.")
    trace = one(made.export()).trace
    assert types(trace) == [kind]
    assert word in (trace.actions[0].result_summary or "")
    assert trace.files_modified == ()
    if "feedback" in error:
        assert trace.actions[0].rationale == "no, b.py"


def test_an_aborted_command_keeps_what_it_printed() -> None:
    call = OpenCodeSession().call("bash", "Tool execution aborted", "error", command="make", _output="half")
    trace = one(OpenCodeSession().prompt("go").say("", call).export()).trace
    payload = next(artifact.payload.value for artifact in trace.artifacts if artifact.artifact_id == "command-1")
    assert payload["output"] == "Tool execution aborted\nhalf"
    assert payload["interrupted"] is True


@pytest.mark.parametrize(
    ("metadata", "output", "where"),
    [
        ({"_truncated": True, "_outputPath": "/t/o"}, "x", "/t/o"),
        ({"_truncated": True}, "x\nFull output saved to: /t/p\n", "/t/p"),
        ({"_truncated": True}, "x", "cut by the agent"),
        ({"_truncated": False}, "x", None),
    ],
)
def test_an_output_that_is_cut_is_a_preview(metadata: dict[str, Any], output: str, where: str | None) -> None:
    call = OpenCodeSession().call("bash", output, command="make", **metadata)
    found = one(OpenCodeSession().prompt("go").say("", call).say("ok").export())
    payload = next(artifact.payload.value for artifact in found.trace.artifacts if artifact.artifact_id == "command-1")
    assert payload.get("output_elsewhere") == where


def test_a_page_of_a_file_is_no_output_that_was_cut() -> None:
    shown = "<path>/a.py</path>\n<content>1: x\n\n(Showing lines 1-1 of 3. Use offset=2 to continue.)\n</content>"
    call = OpenCodeSession().call("read", shown, filePath="/a.py", limit=1, _truncated=True)
    found = one(OpenCodeSession().prompt("go").say("", call).say("ok").export())
    assert found.report.completeness.missing == ()


@pytest.mark.parametrize(
    ("tool", "given", "kind", "label"),
    [
        ("read", {"path": "a.py", "offset": 3}, ACT.ReadFile, "Read a.py"),
        ("read", {}, ACT.RunCommand, "Use read"),
        ("write", {"filePath": "n.py", "content": "x", "_exists": False}, ACT.CreateFile, "Create n.py"),
        ("write", {"filePath": "n.py", "content": "x", "_exists": True}, ACT.EditFile, "Edit n.py"),
        ("write", {"content": "x"}, ACT.RunCommand, "Use write"),
        ("edit", {"filePath": "n.py", "oldString": "", "newString": "x"}, ACT.EditFile, "Edit n.py"),
        ("edit", {}, ACT.RunCommand, "Use edit"),
        ("multiedit", {}, ACT.RunCommand, "Use multiedit"),
        ("apply_patch", {"patchText": "none"}, ACT.RunCommand, "Use apply_patch"),
        ("grep", {"pattern": "x", "path": "src"}, ACT.SearchCode, "Search code for x"),
        ("list", {"path": "src"}, ACT.ExploreDirectory, "List src"),
        ("websearch", {"query": "x"}, ACT.SearchWeb, "Search web for x"),
        ("webfetch", {"url": "https://example.org"}, ACT.ReadDocumentation, "Fetch https://example.org"),
        ("webfetch", {}, ACT.RunCommand, "Use webfetch"),
        ("skill", {"name": "x"}, ACT.RunCommand, "Use skill"),
        ("lsp_hover", {}, ACT.RunCommand, "Use lsp_hover"),
        ("question", {}, ACT.RunCommand, "Use question"),
    ],
)
def test_each_tool_is_its_action(tool: str, given: dict[str, Any], kind: Any, label: str) -> None:
    action = only(OpenCodeSession().call(tool, "ok", **given))
    assert (action.type, action.label) == (kind, label)


@pytest.mark.parametrize(
    ("output", "characters", "partial"),
    [
        ("<file>\n00001| x = 1\n00002| y = 2\n\n(End of file - total 2 lines)\n</file>", 11, False),
        ("<file>\n00001| x = 1\n\n(File has more lines. Use 'offset')\n</file>", 5, True),
        (
            "<path>a.py</path>\n<type>file</type>\n<content>\n1: x = 1\n\n(End of file - total 1 lines)\n</content>",
            5,
            False,
        ),
        ("<path>a.py</path>\n<type>file</type>\n<content>\n1: x = 1\n</content>", 5, False),
        ("another form", None, False),
    ],
)
def test_what_a_read_shows_is_the_content(output: str, characters: int | None, partial: bool) -> None:
    call = OpenCodeSession().call("read", output, filePath="a.py")
    found = facts(one(OpenCodeSession().prompt("go").say("", call).export()).trace, "source-1")
    assert found.get("characters") == characters
    assert found.get("partial", False) == partial


def test_a_folder_that_was_read_is_explored() -> None:
    text = "<path>/w</path>\n<type>directory</type>\n<entries>\na.py\n</entries>"
    assert only(OpenCodeSession().call("read", text, filePath="src")).type == ACT.ExploreDirectory


def test_a_written_file_may_have_been_formatted() -> None:
    call = OpenCodeSession().call("write", "ok", filePath="a.py", content="x", _exists=False)
    assert "after_digest" not in facts(one(OpenCodeSession().prompt("go").say("", call).export()).trace)


def test_several_edits_of_one_file_are_one_change() -> None:
    results = [
        {"diff": "@@ 1\n", "filediff": {"before": "a", "after": "b"}},
        {"diff": "@@ 2\n", "filediff": {"after": "c"}},
    ]
    call = OpenCodeSession().call("multiedit", "ok", filePath="a.py", edits=[{"oldString": "a"}], _results=results)
    found = facts(one(OpenCodeSession().prompt("go").say("", call).export()).trace)
    assert found["patch"] == "@@ 1\n@@ 2\n"
    asked = OpenCodeSession().call("multiedit", "ok", filePath="a.py", edits=[{"oldString": "a", "newString": "b"}])
    assert facts(one(OpenCodeSession().prompt("go").say("", asked).export()).trace)["patch"] == "@@\n-a\n+b\n"


PATCH = """*** Begin Patch
*** Add File: n.py
+x
*** Update File: a.py
@@
-1
+2
*** Update File: c.py
*** Move to: d.py
*** Update File: e.py
*** Move to: f.py
 x
-y
*** Delete File: b.py
*** End Patch
"""


@pytest.mark.parametrize("told", [True, False])
def test_a_patch_changes_each_of_its_files(told: bool) -> None:
    files = [
        {"filePath": "n.py", "type": "add", "patch": "@@\n+x\n", "after": "x\n"},
        {"filePath": "a.py", "type": "update", "diff": "@@\n-1\n+2\n", "before": "1\n", "after": "2\n"},
        {"filePath": "c.py", "type": "move", "movePath": "d.py"},
        {"filePath": "e.py", "type": "move", "movePath": "f.py", "patch": "@@\n-y\n"},
        {"filePath": "b.py", "type": "delete", "before": "gone"},
        {"type": "add"},
    ]
    call = OpenCodeSession().call("apply_patch", "ok", patchText=PATCH, **({"_files": files} if told else {}))
    trace = one(OpenCodeSession().prompt("go").say("", call).export()).trace
    assert labels(trace) == [
        "Create n.py",
        "Edit a.py",
        "Move c.py to d.py",
        "Move e.py to f.py",
        "Edit f.py",
        "Delete b.py",
    ]
    assert trace.files_modified == ("n.py", "a.py", "c.py", "d.py", "e.py", "f.py", "b.py")


def test_a_question_is_a_decision_with_the_answer() -> None:
    questions = [
        {"question": "Which?", "options": [{"label": "A"}, {"label": "B"}]},
        {"question": "Why?", "options": []},
    ]
    call = OpenCodeSession().call("question", "ok", questions=questions, _answers=[["B"], ["so"]])
    trace = one(OpenCodeSession().prompt("go").say("", call).export()).trace
    assert types(trace) == [GatewayActionType.ExclusiveDecision] * 2
    assert [(o.label, o.chosen) for o in trace.actions[0].options] == [("A", False), ("B", True)]
    open_ = OpenCodeSession().call("question", status="running", questions=questions[:1])
    assert not any(option.chosen for option in only(open_).options)


def test_what_the_person_ran_is_the_persons() -> None:
    made = OpenCodeSession()
    asked = made.message(
        "user", {"type": "text", "text": "The following tool was executed by the user", "synthetic": True}
    )
    made.say("", made.run("pytest", "2 passed", 0), made.call("bash", status="running", command="x"), parentID=asked)
    found = one(made.export())
    assert found.report.found.calls == 0
    assert types(found.trace) == [ACT.RunTests, ACT.RunCommand]


def test_a_command_of_the_person_is_what_the_session_was_started_with() -> None:
    made = OpenCodeSession()
    made.message(
        "user", {"type": "subtask", "command": "review", "prompt": "long text", "description": "d", "agent": "a"}
    )
    found = one(made.say("ok").export())
    assert found.trace.trigger.description == "/review"
    assert found.report.found.prompts == 0


def test_files_that_the_person_gave_are_named() -> None:
    image = {"type": "file", "mime": "image/png", "filename": "a.png", "url": "data:x"}
    text = {"type": "file", "mime": "text/plain", "filename": "a.py", "url": "file:///a.py"}
    found = one(OpenCodeSession().prompt("look", image, text).say("ok").export())
    assert found.trace.trigger.description == "look\n[a.png]"


@pytest.mark.parametrize(
    ("say", "outcome"),
    [
        ({"finish": "stop"}, EventType.ProcessCompleted),
        ({"finish": "length"}, EventType.ProcessInterrupted),
        ({"finish": "", "error": {"name": "MessageAbortedError"}}, EventType.ProcessInterrupted),
        ({"finish": "", "error": {"name": "APIError", "data": {"message": "quota"}}}, EventType.ProcessAborted),
        ({"finish": "tool-calls"}, EventType.ProcessInterrupted),
    ],
)
def test_how_a_session_ended_is_what_the_record_states(say: dict[str, Any], outcome: EventType) -> None:
    assert one(OpenCodeSession().prompt("go").say("words", **say).export()).trace.outcome.typ == outcome


def test_an_old_message_that_is_complete_ended_its_turn() -> None:
    made = OpenCodeSession().prompt("go")
    made.message("assistant", {"type": "text", "text": "Done."}, time={"created": BEGIN, "completed": BEGIN + 1})
    assert one(made.export()).trace.outcome.typ == EventType.ProcessCompleted
    steps = OpenCodeSession().prompt("go")
    steps.message("assistant", {"type": "text", "text": "Done."}, {"type": "step-finish", "reason": "stop"})
    assert one(steps.export()).trace.outcome.typ == EventType.ProcessCompleted
    silent = OpenCodeSession().prompt("go")
    silent.message("assistant", {"type": "text", "text": "Done."})
    assert one(silent.export()).trace.outcome.typ == EventType.ProcessCompleted


def test_failures_of_the_service_are_told() -> None:
    retry = {"type": "retry", "attempt": 1, "error": {"name": "APIError", "data": {"message": "overloaded"}}}
    made = OpenCodeSession().prompt("go").say("", OpenCodeSession().run("ls"), retry, {"type": "retry"})
    trace = one(made.say("Done.").export()).trace
    said = [observation.statement for observation in trace.actions[0].observations]
    assert any("APIError: overloaded" in statement for statement in said)
    assert any("an error of which nothing is recorded" in statement for statement in said)


def test_what_the_person_took_back_is_kept_and_marked() -> None:
    made = OpenCodeSession().prompt("first").say("", edit("a.py"))
    point = made.message("user", {"type": "text", "text": "wrong way"})
    made.say("", edit("b.py"))
    made.info["revert"] = {"messageID": point}
    found = one(made.export())
    assert found.trace.files_modified == ("a.py",)
    assert (found.report.found.abandoned, found.report.found.prompts) == (1, 2)
    half = OpenCodeSession().prompt("first").say("", edit("a.py"), edit("b.py"))
    message = half.messages[1]
    half.info["revert"] = {"messageID": message["info"]["id"], "partID": message["parts"][2]["id"]}
    assert one(half.export()).trace.files_modified == ("a.py",)
    half.info["revert"] = {"messageID": message["info"]["id"], "partID": "gone"}
    assert one(half.export()).trace.files_modified == ()


def edit(name: str) -> dict[str, Any]:
    return OpenCodeSession().call("edit", "ok", filePath=f"{ROOT}/{name}", oldString="1", newString="2")


def test_sub_agents_beside_the_session_are_put_under_the_call_that_started_them() -> None:
    inner = OpenCodeSession("ses_3", parentID="ses_2").prompt("deeper").say("", OpenCodeSession().run("pwd", "/"))
    agent = OpenCodeSession("ses_2", parentID="ses_1").prompt("look into it")
    agent.say("Looking.", agent.run("ls", "a"), agent.call("task", "ok", description="more", _sessionId="ses_3"))
    lost = OpenCodeSession("ses_4", parentID="ses_1").prompt("else").say("", OpenCodeSession().run("id", "me"))
    made = OpenCodeSession().prompt("go")
    known = made.call("task", "found it", description="look", prompt="look into it", _sessionId="ses_2")
    known["callID"] = "task_1"
    gone = made.call("task", "ok", subagent_type="general", _sessionId="ses_9")
    made.say("", known).say("", gone).say("Done.")
    agent.messages[1]["parts"][3]["callID"] = "task_2"
    parts = [Part("ses_2.json", agent.export()), Part("ses_3.json", inner.export())]
    parts += [Part(name, data) for name, data in lost.files().items()]
    found = one(made.export(), parts)
    assert labels(found.trace) == [
        "Delegate: look",
        "Run ls",
        "Delegate: more",
        "Run pwd",
        "Delegate: general",
        "Run id",
    ]
    counts = found.report.found
    assert (counts.calls, counts.subagent_calls, counts.prompts, counts.elsewhere) == (2, 4, 1, 1)
    assert counts.machine_texts == 3
    records = found.report.records
    assert records.total == records.used + sum(count.count for count in records.skipped)
    assert records.total == sum(_size(each) for each in (made, agent, inner, lost))


def _size(made: OpenCodeSession) -> int:
    return 1 + len(made.messages) + sum(len(message["parts"]) for message in made.messages)


def test_the_session_of_a_sub_agent_alone_has_no_instruction_of_a_person() -> None:
    found = one(OpenCodeSession("ses_2", parentID="ses_1").prompt("look").say("Found.").export())
    assert found.trace.trigger.typ == EventType.TriggeredByEvent
    assert found.report.found.machine_texts == 1


def test_two_sessions_in_one_folder_are_two_traces() -> None:
    first, second = OpenCodeSession("ses_1").prompt("one").say("ok"), OpenCodeSession("ses_2").prompt("two").say("ok")
    empty = OpenCodeSession("ses_3")
    files = {**first.files(), **second.files(), **empty.files(), "todo/ses_1.json": b"[]", "part/x/y.json": b"[7"}
    found = captures(None, name="storage", beside=[Part(name, data) for name, data in files.items()])
    assert [capture.report.session_id for capture in found] == ["ses_1", "ses_2"]
    assert [damage.file for damage in found[0].report.records.damaged] == ["part/x/y.json"]
    assert {count.name for count in found[0].report.records.skipped} >= {"todo", "session without a conversation"}
    with pytest.raises(UnreadableError, match="no prompt"):
        captures(empty.export(), name="f")


def test_sessions_that_started_one_another_are_read_none_the_less() -> None:
    first = OpenCodeSession("ses_1", parentID="ses_2").prompt("one").say("", OpenCodeSession().run("ls"))
    second = OpenCodeSession("ses_2", parentID="ses_1").prompt("two").say("", OpenCodeSession().run("pwd"))
    parts = [Part(name, data) for name, data in {**first.files(), **second.files()}.items()]
    found = captures(None, name="storage", beside=parts)
    assert [sorted(labels(capture.trace)) for capture in found] == [["Run ls", "Run pwd"]]


def test_files_without_ids_are_joined_by_their_names() -> None:
    made = session()
    stripped = {}
    for name, data in made.files().items():
        value = orjson.loads(data)
        kept = {key: each for key, each in value.items() if key not in ("id", "sessionID", "messageID")}
        stripped[name] = orjson.dumps(kept)
    found = one(
        None,
        [Part("message/ses_1/x.json", orjson.dumps({"role": "user", "sessionID": "ses_1"}))]
        + [Part(name, data) for name, data in stripped.items()],
    )
    assert labels(found.trace) == labels(one(made.export()).trace)


def test_old_messages_have_their_calls_in_another_form() -> None:
    call = {
        "type": "tool-invocation",
        "toolInvocation": {
            "state": "result",
            "toolCallId": "c1",
            "toolName": "bash",
            "args": {"command": "pytest"},
            "result": "2 passed",
        },
    }
    waiting = {
        "type": "tool-invocation",
        "toolInvocation": {"state": "call", "toolCallId": "c2", "toolName": "bash", "args": {"command": "make"}},
    }
    facts_ = {
        "time": {"created": BEGIN},
        "sessionID": "ses_1",
        "tool": {"c1": {"exit": 0, "time": {"start": 1, "end": 9}}},
        "assistant": {"modelID": "m", "providerID": "p", "path": {"cwd": "/w"}},
    }
    old = {
        "id": "msg_2",
        "role": "assistant",
        "parts": [{"type": "text", "text": "Testing."}, call, waiting],
        "metadata": facts_,
    }
    new = OpenCodeSession().prompt("go")
    value = {"info": new.info, "messages": [*new.messages, old]}
    trace = one(orjson.dumps(value)).trace
    assert labels(trace) == ["Run pytest", "Run make"]
    assert trace.actions[0].evidence[0].exit_code == 0
    assert trace.actions[0].execution.duration_ms == 8
    assert trace.model == "p/m"


def test_lines_of_a_run_that_was_watched_are_joined_by_their_messages() -> None:
    made = OpenCodeSession().prompt("go").say("Done.", OpenCodeSession().run("ls"))
    events = [{"type": "tool_use", "sessionID": "ses_1", "part": part} for part in made.messages[1]["parts"]]
    found = one(b"\n".join(orjson.dumps(event) for event in events))
    assert labels(found.trace) == ["Run ls"]
    assert {count.name for count in found.report.records.skipped} == {"part without a message"}


def test_what_is_not_known_is_counted_by_name() -> None:
    made = OpenCodeSession().prompt("go", {"type": "dream"}, {"odd": 1})
    call = made.call("conjure", "ok")
    call["state"]["status"] = "glorious"
    made.say("", call, {"type": "text", "text": " "}, {"type": "text", "text": "x", "synthetic": True})
    made.message("ghost", {"type": "text", "text": "boo"})
    made.messages += [{"parts": []}, {"info": {}}, 7]  # type: ignore[list-item]
    made.messages[0]["parts"].append(None)
    report = one(orjson.dumps(made.value())).report
    assert [count.name for count in report.unknown_tools] == ["conjure"]
    assert [count.name for count in report.unknown_fields] == ["status glorious"]
    assert [count.name for count in report.unknown_records] == ["(no type)", "dream"]
    assert [damage.reason for damage in report.records.damaged] == [
        "no part: a null instead of an object",
        "no message: a number instead of an object",
    ]
    lines = made.lines().replace(b"\n7\n", b"\n[7]\n") + b'{"odd":1}\n{"type":"odd"}\n"x"\n'
    report = one(lines).report
    assert {count.name for count in report.unknown_records} == {"(no type)", "dream", "odd"}


@pytest.mark.parametrize(
    ("data", "own"),
    [
        (b'{"id":"ses_1","title":"t","time":{"created":1}}', True),
        (b'{"id":"m","sessionID":"s","role":"user","time":{}}', True),
        (b'{"id":"p","sessionID":"s","messageID":"m","type":"text","text":"x"}', True),
        (b'{"type":"text","sessionID":"s","part":{"type":"text"}}', True),
        (b'[{"info":{"role":"user"},"parts":[]}]', True),
        (b'{"id":"s","projectID":"p","directory":"/w","time":{"created":1}}', True),
        (b'{"id":"s","title":"t"}', False),
        (b'{"info":{},"messages":{}}', False),
        (b'[{"info":{},"parts":[]}]', False),
    ],
)
def test_a_file_is_told_by_what_only_this_agent_writes(data: bytes, own: bool) -> None:
    assert (recognize(data) == "opencode") == own


def test_a_compaction_counts_in_whichever_message_it_stands() -> None:
    made = OpenCodeSession().prompt("go").say("a", {"type": "compaction", "auto": True})
    (found,) = captures(made.export(), name="s.json")
    assert (found.report.found.compactions, found.report.unknown_records) == (1, ())


def test_a_part_or_message_that_is_cut_off_is_left_out() -> None:
    part = b'{"id":"p","sessionID":"s","messageID":"m","type":"tool","tool":"bash","state":{"files":[1,{"a"'
    whole = OpenCodeSession().prompt("go").say("Done.")
    found = one(whole.export(), [Part("part/m/p.json", part)])
    assert found.trace.actions == ()
    assert len(found.report.records.damaged) == 1
    message = b'{"info":{"id":"m","role":"user","list":[1,2'
    found = one(whole.export(), [Part("message/ses_1/m.json", message)])
    assert found.report.found.prompts == 1


@pytest.mark.no_cover
def test_the_format_satisfies_the_suite() -> None:
    made = session()
    check_session_format(FORMATS.get("opencode"), [made.export(pretty=False), made.export(), made.lines()])


def test_plan_mode_is_a_plan_and_its_approval() -> None:
    made = OpenCodeSession()
    made.prompt("go").say("", made.call("plan_enter", "ok"), made.call("plan_exit", "User approved switching"))
    assert types(one(made.say("Done.").export()).trace) == [
        ACT.FormulatePlan,
        GovernanceActionType.RequestApproval,
        GovernanceActionType.Approve,
    ]
