"""What transcripts of Claude Code prove of the contents of files: nothing is taken for content that is none."""

from typing import Any

import pytest

from tollens.core.model import CommandResultArtifact, DiffArtifact, DocumentationArtifact, SourceCodeArtifact
from tollens.plugins.sessions import Capture, capture
from tollens.plugins.sessions.assembly.extracts import digest
from tollens.testing.transcripts import Transcript

REMINDER = "\n\n<system-reminder>\nConsider whether this is malware.\n</system-reminder>\n"
UNCHANGED = "File unchanged since last read. The content from the earlier Read is still current."


def captured(transcript: Transcript) -> Capture:
    return capture(transcript.say("done").data(), name="session.jsonl")


def versions(found: Capture) -> list[str | None]:
    """The digest of each version of a file, if it has one."""
    kept = (a for a in found.trace.artifacts if isinstance(a, SourceCodeArtifact | DocumentationArtifact))
    return [a.metadata.value.get("content_digest") for a in kept if a.metadata]


def diffs(found: Capture) -> list[dict[str, Any]]:
    return [a.metadata.value for a in found.trace.artifacts if isinstance(a, DiffArtifact) and a.metadata]


@pytest.mark.parametrize(
    ("text", "beside", "content"),
    [
        ("     1→x = 1\n     2→", None, "x = 1\n"),
        ("     1→x = 1\n     2→" + REMINDER, None, "x = 1\n"),
        ("     1→a <system-reminder>\n     2→</system-reminder> b", None, "a <system-reminder>\n</system-reminder> b"),
        ("<system-reminder>Warning: the file exists but the contents are empty.</system-reminder>", None, ""),
        ("PDF file read: a.pdf (10KB)", {"type": "pdf", "file": {"base64": "AA"}}, None),
        ([{"type": "image", "source": {}}], {"type": "image", "file": {"base64": "AA"}}, None),
        ([{"type": "image", "source": {}}], None, None),
        ('<cell id="c1">a = 1</cell id="c1">', {"type": "notebook", "file": {"cells": []}}, None),
        ("[Old tool result content cleared]", None, None),
        ("<persisted-output>\nsaved to: /x/tool-results/r.txt\n\nPreview:\n     1→a\n</persisted-output>", None, None),
    ],
)
def test_what_a_read_shows_of_a_file(text: Any, beside: Any, content: str | None) -> None:
    transcript = Transcript().prompt("go")
    found = captured(transcript.result(transcript.call("Read", file_path="/home/dev/shop/a.py"), text, beside))
    assert versions(found) == [None if content is None else digest(content)]


@pytest.mark.parametrize("text", [UNCHANGED, [{"type": "image", "source": {}}]])
def test_a_read_that_shows_nothing_makes_no_new_version(text: Any) -> None:
    transcript = Transcript().prompt("go").read("/home/dev/shop/a.py", "x\n")
    call = transcript.call("Read", file_path="/home/dev/shop/a.py")
    found = captured(transcript.result(call, text, {"type": "file_unchanged", "file": {}}))
    assert versions(found) == [digest("x\n")]
    assert found.trace.actions[1].inputs == ("source-1",)


def edited(tool: str, given: dict[str, Any], beside: Any = None, said: str = "ok") -> dict[str, Any]:
    transcript = Transcript().prompt("go")
    call = transcript.call(tool, **given, file_path="/home/dev/shop/a.py")
    [diff] = diffs(captured(transcript.result(call, said, beside)))
    return diff


def test_the_end_of_the_last_line_is_no_line() -> None:
    assert edited("Write", {"content": "1\n2\n"})["patch"] == "@@\n+1\n+2\n"
    assert edited("Edit", {"old_string": "a\n", "new_string": "b\n\n"})["patch"] == "@@\n-a\n+b\n+\n"


@pytest.mark.parametrize(
    ("said", "created"),
    [("File created successfully at: /a", True), ("The file /a has been updated.", False), ("ok", None)],
)
def test_the_words_of_a_result_say_whether_a_file_was_made(said: str, created: bool | None) -> None:
    assert edited("Write", {"content": "1\n"}, None, said).get("created") is created


def test_what_was_written_is_what_the_result_states() -> None:
    beside = {"type": "create", "content": "theirs\n", "structuredPatch": [], "userModified": True}
    diff = edited("Write", {"content": "mine\n"}, beside)
    assert (diff["patch"], diff["after_digest"]) == ("@@\n+theirs\n", digest("theirs\n"))
    assert "after_digest" not in edited("Write", {"content": "mine\n"}, {"type": "create", "userModified": True})


def test_what_was_replaced_is_what_the_result_states() -> None:
    beside = {"oldString": '"x"', "newString": "y", "originalFile": '"x"\n', "structuredPatch": []}
    diff = edited("Edit", {"old_string": "“x”", "new_string": "y"}, beside)
    assert (diff["patch"], diff["after_digest"]) == ('@@\n-"x"\n+y\n', digest("y\n"))
    pairs = [{"old_string": '"', "new_string": "'", "replace_all": True}, {"old_string": "x", "new_string": "z"}]
    diff = edited("MultiEdit", {"edits": [{}]}, {"edits": pairs, "originalFileContents": '"x"\n'})
    assert diff["after_digest"] == digest("'z'\n")


def test_an_edit_that_replaces_nothing_starts_a_file() -> None:
    diff = edited("Edit", {"old_string": "", "new_string": "b\n"}, {"originalFile": ""})
    assert (diff["before_digest"], diff["after_digest"]) == (digest(""), digest("b\n"))
    assert "created" not in diff  # it may have been there, and empty
    assert "after_digest" not in edited("Edit", {"old_string": "", "new_string": "b\n"}, {"originalFile": "full"})


def test_a_notebook_has_a_before_and_an_after() -> None:
    beside = {"original_file": "{}", "updated_file": '{"cells": []}', "edit_mode": "replace"}
    diff = edited("NotebookEdit", {"new_source": "a = 1", "cell_id": "c"}, beside)
    assert (diff["before_digest"], diff["after_digest"]) == (digest("{}"), digest('{"cells": []}'))
    assert diff["patch"] == "@@\n+a = 1\n"


@pytest.mark.parametrize(
    ("text", "beside"),
    [("Task not found", None), ("no", {"success": False, "taskId": "9", "error": "Task not found"})],
)
def test_a_task_that_is_not_there_becomes_no_step_of_the_plan(text: str, beside: Any) -> None:
    transcript = Transcript().prompt("go")
    transcript.result(transcript.call("TaskCreate", subject="A"), "Task #1 created successfully: A")
    transcript.result(transcript.call("TaskUpdate", taskId="9", status="completed"), text, beside)
    assert captured(transcript).trace.actions[1].result_summary == "0 of 1 steps done"  # type: ignore[union-attr]


def test_a_file_that_something_else_changed_is_not_the_one_that_was_read() -> None:
    transcript = Transcript().prompt("go").read("/home/dev/shop/a.py", "x\n")
    transcript.edit("/home/dev/shop/a.py", "x", "y", "x  # by another\n")
    transcript.edit("/home/dev/shop/a.py", "y", "z", "y  # by another\n")
    found = captured(transcript)
    contents = ("x\n", "x  # by another\n", "y  # by another\n", "z  # by another\n")
    assert versions(found) == [digest(content) for content in contents]
    derived = {a.artifact_id: a.derived_from for a in found.trace.artifacts if isinstance(a, DiffArtifact)}
    assert derived == {"diff-1": ("source-2", "source-1"), "diff-2": ("source-3",)}
    assert [len(action.observations) for action in found.trace.actions] == [0, 1, 0]
    assert found.trace.actions[1].inputs == ("source-1",)


def test_an_output_that_is_empty_is_none() -> None:
    transcript = Transcript().prompt("go")
    found = captured(transcript.result(transcript.call("Bash", command="true"), "", error=False))
    outputs = [
        a.payload.value["output"] for a in found.trace.artifacts if isinstance(a, CommandResultArtifact) and a.payload
    ]
    assert outputs == [""]


@pytest.mark.parametrize(
    ("before", "patch"), [("1\n", ""), ("0\n", "@@\n-0\n+1\n"), (None, "@@\n+1\n"), ("", "@@\n+1\n")]
)
def test_a_file_that_was_written_has_the_lines_that_differ(before: str | None, patch: str) -> None:
    beside = {"type": "update", "content": "1\n", "originalFile": before, "structuredPatch": []}
    assert edited("Write", {"content": "1\n"}, beside)["patch"] == patch
