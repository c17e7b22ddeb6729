"""Messages of OpenCode 2, each whole in one record: what was said, called, refused and stopped."""

from typing import Any

import orjson
import pytest

from tollens.core.errors import UnreadableError
from tollens.core.model import Trace
from tollens.plugins.sessions import Capture, captures
from tollens.testing.opencode_sessions import BEGIN

DONE = {"created": BEGIN, "completed": BEGIN + 1}


def record(kind: str, **members: Any) -> dict[str, Any]:
    return {"id": "msg_1", "sessionID": "ses_1", "type": kind, "time": {"created": BEGIN}, **members}


def tool(name: str, given: object, text: str | None = None, **state: Any) -> dict[str, Any]:
    made = {"status": "completed", "input": given, **state}
    made |= {} if text is None else {"content": [{"type": "text", "text": text}]}
    return {"type": "tool", "id": "c1", "name": name, "state": made, "time": {"ran": BEGIN, "completed": BEGIN + 50}}


def answered(*content: dict[str, Any], **members: Any) -> dict[str, Any]:
    stated = {"id": "msg_2", "model": {"id": "m", "providerID": "maker"}, "time": DONE}
    return record("assistant", content=list(content), **(stated | members))


def capture(*records: dict[str, Any]) -> Capture:
    return captures(b"\n".join(map(orjson.dumps, records)), name="x")[0]


def called(made: dict[str, Any]) -> Capture:
    """A session with one call."""
    return capture(record("user", text="do it"), answered(made, finish="tool-calls"))


def one(made: dict[str, Any]) -> tuple[Any, Trace]:
    """The action of the only call of a session."""
    trace = called(made).trace
    (action,) = trace.actions
    return action, trace


class TestSaid:
    def test_words_and_files_of_the_person(self) -> None:
        files = [{"uri": "file:///a/b.png", "mime": "image/png"}, {"uri": "data:", "mime": "text/x", "name": "n"}]
        found = capture(record("user", text="look", files=files, agents=[{"name": "explore"}]), answered(finish="stop"))
        assert found.trace.trigger.description == "look\n[b.png]\n[n]"

    @pytest.mark.parametrize("kind", ["synthetic", "system", "skill"])
    def test_machine_texts(self, kind: str) -> None:
        found = capture(record("user", text="do it"), record(kind, id="msg_3", text="by a program"))
        assert (found.report.found.prompts, found.report.found.machine_texts) == (1, 1)

    def test_switches_say_nothing(self) -> None:
        kinds = ("agent-switched", "model-switched", "location-switched")
        found = capture(record("user", text="do it"), *(record(kind, id=kind) for kind in kinds))
        assert {each.name for each in found.report.records.skipped} == set(kinds)

    def test_only_a_compaction_that_was_completed_counts(self) -> None:
        asked = record("user", text="do it")
        done = record("compaction", id="msg_3", status="completed", reason="auto", summary="s")
        failed = record("compaction", id="msg_4", status="failed", reason="auto")
        found = capture(asked, done, failed)
        assert found.report.found.compactions == 1
        assert [each.name for each in found.report.records.skipped] == ["compaction: failed"]

    def test_a_shell_line_of_the_person(self) -> None:
        ran = {"command": "git status", "status": "exited", "exit": 0, "output": {"output": "clean"}, "time": DONE}
        found = capture(record("user", text="do it"), record("shell", id="msg_3", **ran))
        assert found.report.found.calls == 0
        assert found.trace.actions[0].rationale == "The person ran this, not the agent."
        assert "clean" in str(found.trace.artifacts)
        killed = record("shell", id="msg_3", command="sleep 9", status="killed", exit=0, output="", time=DONE)
        (action,) = capture(record("user", text="do it"), killed).trace.actions
        assert "exit_code=0" not in str(action)

    def test_how_a_message_ended(self) -> None:
        asked, aborted = record("user", text="do it"), {"type": "aborted", "message": "Step interrupted"}
        stopped = capture(asked, answered({"type": "text", "text": "half"}, finish="error", error=aborted))
        assert (stopped.report.completeness.end, stopped.report.found.interrupts) == ("interrupted", 1)
        retry = {"attempt": 1, "error": {"type": "provider.rate-limit", "message": "429"}}
        failed = answered(finish="error", error={"type": "provider.auth", "message": "no"}, retry=retry)
        assert capture(asked, failed).report.completeness.end == "aborted"
        done = capture(asked, answered({"type": "text", "text": "Done."}, finish="stop"))
        assert done.report.completeness.end == "completed"
        assert "maker/m" in str(done.trace.model)

    def test_an_export(self) -> None:
        info = {"id": "ses_1", "directory": "/w", "forkSessionID": "ses_0"}
        (found,) = captures(orjson.dumps({"info": info, "messages": [record("user", text="a")]}), name="x")
        assert found.report.found.prompts == 1
        assert "it was begun as a copy of the session ses_0" in found.report.notes

    def test_what_is_cut_off(self) -> None:
        text = {"type": "text", "text": "Hello."}
        whole = orjson.dumps([record("user", text="a"), answered(text, tool("glob", {"pattern": "*"}))])
        (found,) = captures(whole[: whole.index(b'"name":"glob"')], name="x")
        assert (found.report.completeness.end, found.trace.outcome.summary) == ("cut off", "Hello.")
        (found,) = captures(whole[: whole.index(b"maker")], name="x")
        assert (found.report.found.prompts, found.trace.actions) == (1, ())

    def test_nothing_but_switches_is_refused(self) -> None:
        with pytest.raises(UnreadableError):
            capture(record("model-switched"))


class TestCalled:
    def test_a_shell_line(self) -> None:
        action, _ = one(tool("shell", {"command": "pytest -q"}, "1 failed", metadata={"exit": 1}))
        assert (action.type.value, action.evidence[0].exit_code) == ("RunTests", 1)
        action, _ = one(tool("shell", {"command": "ls"}, "a", structured={"exit": 0}))
        assert action.evidence[0].exit_code == 0
        late = tool("shell", {"command": "pytest -q"}, "so far", metadata={"timeout": True, "exit": 124})
        assert one(late)[0].evidence[0].exit_code is None
        behind = tool("shell", {"command": "pytest -q"}, "moved", metadata={"status": "running", "exit": 0})
        assert one(behind)[0].evidence[0].exit_code is None

    def test_a_file_that_is_read(self) -> None:
        text = "Read file a.py, lines 1-2\n1: x = 1\n2: y = 2"
        action, trace = one(tool("read", {"path": "a.py"}, text, metadata={"truncated": False}))
        assert action.type.value == "ReadFile"
        assert [each.metadata.value["characters"] for each in trace.artifacts if each.name == "a.py"] == [11]
        assert one(tool("read", {"path": "."}, "Read directory ., 0 entries"))[0].type.value == "ExploreDirectory"

    def test_files_that_are_written(self) -> None:
        change = {"file": "a.py", "patch": "--- a.py\n+++ a.py\n@@ -1 +1 @@\n-x\n+y\n", "status": "modified"}
        given = {"path": "a.py", "oldString": "x", "newString": "y"}
        action, trace = one(tool("edit", given, "Edited", metadata={"files": [change]}))
        assert action.type.value == "EditFile"
        assert "@@ -1 +1 @@" in str(trace.artifacts)
        for answer, kind in (
            ("Created file successfully: b", "CreateFile"),
            ("Wrote file successfully: b", "EditFile"),
        ):
            assert one(tool("write", {"path": "b", "content": "z"}, answer))[0].type.value == kind

    def test_a_patch_and_what_it_moves(self) -> None:
        text = "*** Begin Patch\n*** Update File: c\n*** Move to: d\n@@\n-a\n+b\n*** Delete File: f\n*** End Patch"
        files = [{"file": "d", "patch": "p", "status": "modified"}, {"file": "f", "status": "deleted"}]
        trace = called(tool("patch", {"patchText": text}, "Success.", metadata={"files": files})).trace
        assert [each.type.value for each in trace.actions] == ["RenameFile", "EditFile", "DeleteFile"]
        plain = tool("patch", {"patchText": ""}, "Success.", metadata={"files": [{**files[0], "status": "added"}]})
        assert one(plain)[0].type.value == "CreateFile"

    def test_a_sub_agent(self) -> None:
        made = tool("subagent", {"description": "look", "prompt": "there"}, "found", metadata={"sessionID": "ses_2"})
        child = {**answered(tool("grep", {"pattern": "x"}, "a:1")), "sessionID": "ses_2", "id": "msg_9"}
        about = {"id": "ses_2", "parentID": "ses_1", "directory": "/w"}
        found = capture(
            {**about, "id": "ses_1", "parentID": ""}, record("user", text="a"), answered(made), about, child
        )
        assert [each.type.value for each in found.trace.actions] == ["DecomposeTask", "SearchCode"]
        assert (found.report.found.calls, found.report.found.subagent_calls) == (1, 1)

    @pytest.mark.parametrize(
        ("kind", "message", "who"),
        [
            ("aborted", "The user declined this tool call", "the person"),
            ("aborted", "The user dismissed this question: x", "the person"),
            ("permission.rejected", "Unable to execute command: rm x", "the permission settings"),
        ],
    )
    def test_refusals(self, kind: str, message: str, who: str) -> None:
        error = {"type": kind, "message": message}
        action, _ = one(tool("shell", {"command": "rm x"}, status="error", error=error))
        assert (action.type.value, action.detail) == ("Reject", f"Not carried out: refused by {who}.")

    def test_errors_and_what_was_stopped(self) -> None:
        error = {"type": "tool.execution", "message": "not found"}
        assert called(tool("read", {"path": "a"}, status="error", error=error)).report.found.error_results == 1
        stopped = {"type": "aborted", "message": "Tool execution interrupted"}
        action, trace = one(tool("shell", {"command": "sleep 9"}, "so far", status="error", error=stopped))
        assert "so far" in str(trace.artifacts)
        assert action.evidence[0].exit_code is None

    @pytest.mark.parametrize(
        ("given", "label"), [('{"command": "ls"}', "Run ls"), ('{"comm', "Use shell"), ("", "Use")]
    )
    def test_what_was_not_yet_called(self, given: str, label: str) -> None:
        found = called(tool("shell", given, status="streaming"))
        assert found.report.found.calls_without_result == 1
        assert found.trace.actions[0].label.startswith(label)

    def test_pieces_that_are_no_text(self) -> None:
        made = tool("webfetch", {"url": "https://e.org"}, outputPaths=["/t/out"])
        made["state"]["content"] = [{"type": "file", "mime": "image/png"}, {"type": "file", "name": "n"}, {}]
        assert any("only in part" in each for each in called(made).report.completeness.missing)
        made = tool("shell", {"command": "ls"}, outputPaths=[7])
        made["state"]["content"] = [{"type": "file", "mime": "image/png"}, {"type": "file", "name": "n"}, {}]
        shown = str(called(made).trace.artifacts)
        assert [each in shown for each in ("[image/png]", "[n]", "[file]")] == [True] * 3

    def test_files_that_only_snapshots_show(self) -> None:
        found = capture(record("user", text="a"), answered(snapshot={"files": ["zz.py"]}))
        assert "changed by the agent's own snapshots, and by no edit: zz.py" in found.report.notes
