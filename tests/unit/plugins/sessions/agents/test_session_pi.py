"""Sessions of pi: who said and ran what, how commands ended, and which branch of the tree went on."""

from typing import Any

import orjson
import pytest

from tollens.core.errors import UnreadableError
from tollens.core.model import Trace
from tollens.plugins.sessions import Capture, capture, captures
from tollens.plugins.sessions.agents.pi import PLUGIN
from tollens.testing.sessions import check_session_format

ROOT = "/home/dev/shop"
HEADER = {"type": "session", "version": 3, "id": "s1", "timestamp": "2026-03-01T10:00:00.000Z", "cwd": ROOT}


class Pi:
    """Writes a session record by record."""

    def __init__(self, header: dict[str, Any] | None = None, tree: bool = True) -> None:
        self.rows: list[dict[str, Any]] = [header or HEADER]
        self._tree = tree
        self.last: str | None = None

    def row(self, kind: str, parent: str | None = "", **members: Any) -> str:
        name = f"e{len(self.rows)}"
        row: dict[str, Any] = {"type": kind, "timestamp": f"2026-03-01T10:00:{len(self.rows):02}.000Z", **members}
        if self._tree:
            row |= {"id": name, "parentId": self.last if parent == "" else parent}
        self.last = name
        self.rows.append(row)
        return name

    def message(self, role: str, content: Any = None, parent: str | None = "", **members: Any) -> str:
        held = {"role": role, **({} if content is None else {"content": content}), **members}
        return self.row("message", parent, message=held)

    def user(self, text: str, parent: str | None = "") -> str:
        return self.message("user", [{"type": "text", "text": text}], parent)

    def says(self, *blocks: dict[str, Any], stop: str = "toolUse", **members: Any) -> str:
        return self.message("assistant", list(blocks), model="claude-x", stopReason=stop, **members)

    def result(self, call: str, text: str, error: bool = False, **details: Any) -> str:
        blocks = [{"type": "text", "text": text}]
        return self.message("toolResult", blocks, toolCallId=call, toolName="t", isError=error, details=details)

    def run(self, command: str, text: str, error: bool = False) -> None:
        self.says(tool("c", "bash", command=command))
        self.result("c", text, error)

    def data(self) -> bytes:
        return b"\n".join(map(orjson.dumps, self.rows))

    def capture(self) -> Capture:
        return capture(self.data(), name="s.jsonl")


def tool(name: str, kind: str, **given: Any) -> dict[str, Any]:
    return {"type": "toolCall", "id": name, "name": kind, "arguments": given}


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def kinds(trace: Trace) -> list[str]:
    return [action.type.value for action in trace.actions]


def whole() -> Pi:
    pi = Pi()
    pi.user("fix it")
    pi.says(text("I will read it."), tool("a", "read", path=f"{ROOT}/a.py"), tool("b", "grep", pattern="x", path="."))
    pi.result("b", "a.py:1")
    pi.result("a", "x = 1\n")
    pi.says(tool("c", "edit", path=f"{ROOT}/a.py", oldText="1", newText="2"))
    pi.result("c", "done", diff="-1")
    pi.says(tool("d", "write", path="b.py", content="y"), tool("e", "ls", path="src"), tool("f", "odd", x=1))
    pi.result("d", "Successfully wrote 1 bytes")
    pi.run("pytest -q", "1 failed\n\nCommand exited with code 1", True)
    pi.run("pytest -q", "1 passed")
    pi.message("bashExecution", command="ls", output="a.py", exitCode=0, cancelled=False, truncated=False)
    pi.row("model_change", provider="p", modelId="m")
    pi.row("thinking_level_change", thinkingLevel="low")
    pi.row("compaction", summary="so far", firstKeptEntryId="e2", tokensBefore=9)
    pi.row("custom_message", customType="x", content="machine")
    pi.row("odd")
    pi.message("custom", "machine")
    pi.result("lost", "what")
    pi.says(text("Done."), stop="stop")
    return pi


def test_what_was_done_and_how_commands_ended() -> None:
    found = whole().capture()
    trace, report = found.trace, found.report
    assert kinds(trace) == [
        *("ReadFile", "SearchCode", "EditFile", "EditFile", "ExploreDirectory", "RunCommand"),
        *("RunTests", "RunTests", "RunCommand", "CreateSnapshot"),
    ]
    ended = [e.exit_code for action in trace.actions for e in action.evidence if e.typ.value == "CommandOutput"]
    assert ended == [1, 0, 0]
    assert trace.outcome.typ.value == "ProcessCompleted"
    assert (trace.trace_id, trace.model, trace.timestamp) == ("pi-s1", "claude-x", "2026-03-01T10:00:00.000Z")
    assert (report.found.calls, report.found.prompts, report.found.machine_texts) == (8, 1, 2)
    assert (report.found.calls_without_result, report.found.results_without_call) == (2, 1)
    assert [count.name for count in report.unknown_tools] == ["odd"]
    assert [count.name for count in report.unknown_records] == ["odd"]
    assert trace.files_modified == ("a.py", "b.py")
    reader = next(each for each in trace.artifacts if each.name == "a.py")
    assert reader.metadata is not None and "content_digest" in reader.metadata.value


def test_what_the_person_ran_is_told_apart() -> None:
    pi = Pi()
    pi.user("look")
    pi.message("bashExecution", command="make", output="x", exitCode=2, cancelled=False, truncated=True)
    pi.message("bashExecution", command="sleep 9", output="", cancelled=True)
    pi.message("bashExecution")
    found = pi.capture()
    assert found.report.found.calls == 0
    assert [e.exit_code for action in found.trace.actions for e in action.evidence] == [2, None]


@pytest.mark.parametrize(
    ("stop", "end", "interrupts"),
    [("stop", "completed", 0), ("aborted", "interrupted", 1), ("error", "aborted", 0), ("length", "cut off", 0)],
)
def test_how_it_ended(stop: str, end: str, interrupts: int) -> None:
    pi = Pi()
    pi.user("go")
    pi.says(text("so"), stop=stop, errorMessage="400")
    report = pi.capture().report
    assert (report.completeness.end, report.found.interrupts) == (end, interrupts)


def test_a_branch_that_was_left_is_marked() -> None:
    pi = Pi()
    root = pi.user("go")
    pi.says(tool("a", "edit", path="a.py", oldText="1", newText="2"))
    pi.result("a", "ok")
    pi.row("branch_summary", root, summary="left")
    pi.says(tool("b", "edit", path="b.py", oldText="1", newText="2"))
    pi.result("b", "ok")
    pi.row("label", targetId=root, label="x")
    found = pi.capture()
    assert found.report.found.abandoned == 1
    assert found.trace.files_modified == ("b.py",)


def test_what_comes_after_a_bookmark_is_on_its_branch() -> None:
    pi = Pi()
    root = pi.user("go")
    pi.says(tool("a", "write", path="dead.py", content="x"))
    pi.result("a", "ok")
    again = pi.user("again", parent=root)
    pi.row("label", targetId=again, label="here")
    pi.says(tool("b", "write", path="live.py", content="x"))
    pi.result("b", "ok")
    found = pi.capture()
    assert found.report.found.abandoned == 1
    assert found.trace.files_modified == ("live.py",)


def test_an_edit_is_the_change_that_its_result_shows() -> None:
    pi = Pi()
    pi.user("go")
    pi.says(tool("a", "edit", path="a.py", edits=[{"oldText": "1", "newText": "2"}]))
    pi.result("a", "Edited", patch="--- a.py\n+++ a.py\n@@ -7,1 +7,1 @@\n-1\n+2\n")
    pi.says(tool("b", "edit", path="a.py", oldText="2", newText="3"))
    pi.result("b", "Edited")
    shown = str(pi.capture().trace.artifacts)
    assert "@@ -7,1 +7,1 @@" in shown
    assert "+++ a.py" not in shown


def test_a_broken_chain_abandons_nothing_before_the_break() -> None:
    pi = Pi()
    pi.user("go")
    pi.says(tool("a", "edit", path="a.py", oldText="1", newText="2"))
    pi.result("a", "ok")
    pi.user("more", parent="gone")
    assert pi.capture().report.found.abandoned == 0


def test_repeats_count_once_and_version_one_has_no_ids() -> None:
    pi = whole()
    once = pi.capture().report.found
    pi.rows += pi.rows[1:]
    again = pi.capture().report.found
    assert (again.calls, again.prompts) == (once.calls, once.prompts)
    assert again.abandoned == 0
    assert again.repeats == len(pi.rows) // 2 - 1  # a record without a type that is known is no repeat
    old = Pi({"type": "session", "id": "s", "cwd": "/x", "timestamp": "2026-03-01T10:00:00Z"}, tree=False)
    old.user("go")
    old.run("ls", "a", False)
    old.run("ls", "Command aborted", True)
    found = old.capture()
    assert found.report.versions == ("session version 1",)
    assert found.trace.outcome.typ.value == "ProcessInterrupted"


def test_what_cannot_be_a_session_is_refused() -> None:
    with pytest.raises(UnreadableError, match="no prompt"):
        capture(orjson.dumps(HEADER), name="s.jsonl")


def test_two_sessions_in_one_file_are_two_traces() -> None:
    first, second = whole(), Pi(HEADER | {"id": "s2"})
    second.user("more")
    silent = orjson.dumps(HEADER | {"id": "s3"})
    found = captures(b"\n".join((first.data(), second.data(), silent, b"{")), name="s.jsonl")
    assert [each.report.session_id for each in found] == ["s1", "s2"]
    assert found[0].report.found == first.capture().report.found
    assert [each.report.completeness.end for each in found] == ["completed", "cut off"]
    assert "of a session without a conversation" in {each.name for each in found[0].report.records.skipped}


def test_partial_reads_and_images_are_no_whole_files() -> None:
    pi = Pi()
    pi.message("user", "as a string")
    pi.message("user", [{"type": "image", "data": "x"}])
    pi.message("user", [])
    pi.says(tool("a", "read", path="a.py", offset=5), tool("b", "read", path="b.py"), tool("c", "read", path="c.png"))
    pi.result("a", "x")
    pi.result("b", "x", truncation={"truncated": True})
    pi.message("toolResult", [{"type": "image", "data": "x"}], toolCallId="c", isError=False)
    found = pi.capture()
    assert found.report.found.prompts == 2
    facts = [each.metadata.value for each in found.trace.artifacts if each.name in ("a.py", "b.py", "c.png")]
    assert len(facts) == 3
    assert not any("content_digest" in one for one in facts)


@pytest.mark.no_cover
def test_the_suite_of_session_formats() -> None:
    check_session_format(PLUGIN, [whole().data()])


@pytest.mark.parametrize(
    ("text", "summary"),
    [
        ("some\n\nCommand timed out after 10 seconds", "unknown; interrupted"),
        ("some\n\nCommand aborted", "unknown; interrupted"),
        ("Command exited with code 0", "failed"),
        ("Command exited with code 2", "failed; exit status 2"),
    ],
)
def test_a_line_that_was_stopped_did_not_fail_and_one_that_failed_did_not_end_well(text: str, summary: str) -> None:
    pi = Pi()
    pi.user("go")
    pi.run("pytest", text, True)
    assert pi.capture().trace.actions[0].result_summary == summary


def test_a_result_that_does_not_say_whether_it_failed_proves_nothing() -> None:
    pi = Pi()
    pi.user("go")
    pi.says(tool("c", "edit", path="a.py", oldText="x", newText="y"))
    pi.message("toolResult", [{"type": "text", "text": "no"}], toolCallId="c", toolName="edit", isError="true")
    found = pi.capture()
    assert found.trace.files_modified == ()
    assert found.report.found.calls_without_result == 1


SKILL = '<skill name="tidy" location="/s/SKILL.md">\nReferences are relative to /s.\n\nTidy up.\n</skill>'


def test_the_text_of_a_skill_is_not_the_persons() -> None:
    pi = Pi()
    pi.user(SKILL)
    pi.user(f"{SKILL}\n\nonly a.py")
    pi.user('<skill name="x" location="y">\nno end')
    found = pi.capture()
    said = [each.summary for each in found.trace.artifacts if type(each).__name__ == "UserInstructionArtifact"]
    assert said == ["only a.py", '<skill name="x" location="y">\nno end']
    assert (found.report.found.prompts, found.report.found.machine_texts) == (2, 2)


def test_a_session_may_begin_with_a_skill() -> None:
    pi = Pi()
    pi.user(SKILL)
    pi.run("ls", "a.py")
    assert "/skill:tidy" in str(pi.capture().trace.trigger)
