"""Files, commands, tests and commits of a session: lineage and evidence."""

from typing import Any

import pytest

from tollens.core.model import CommandResultArtifact, DiffArtifact, ResidualArtifact, SourceCodeArtifact
from tollens.plugins.sessions import Capture, capture
from tollens.testing.transcripts import Transcript

ROOT = "/home/dev/shop"


def captured(transcript: Transcript) -> Capture:
    return capture(transcript.say("done").data(), name="session.jsonl")


def artifacts(found: Capture, kind: type) -> list[Any]:
    return [artifact for artifact in found.trace.artifacts if isinstance(artifact, kind)]


def command(found: Capture) -> dict[str, Any]:
    return dict(artifacts(found, CommandResultArtifact)[-1].payload.value)


def gaps(found: Capture) -> list[str]:
    return [a.payload.statement for a in artifacts(found, ResidualArtifact)]


def test_an_edit_derives_from_what_was_read_and_makes_a_new_version() -> None:
    found = captured(
        Transcript().prompt("go").read(f"{ROOT}/a.py", "x = 1\n").edit(f"{ROOT}/a.py", "1", "2", "x = 1\n")
    )
    first, second = artifacts(found, SourceCodeArtifact)
    (diff,) = artifacts(found, DiffArtifact)
    assert diff.derived_from == (first.artifact_id,)
    assert diff.metadata["before_digest"] == first.metadata["content_digest"]
    assert second.derived_from == (diff.artifact_id, first.artifact_id)
    assert (second.supersedes, first.revision, second.revision) == (first.artifact_id, 1, 2)
    assert second.metadata["content_digest"] == diff.metadata["after_digest"]
    assert found.trace.files_modified == ("a.py",)


def test_an_edit_without_a_read_derives_from_nothing() -> None:
    (diff,) = artifacts(captured(Transcript().prompt("go").edit(f"{ROOT}/a.py", "1", "2")), DiffArtifact)
    assert diff.derived_from == ()
    assert "after_digest" not in diff.metadata


def test_reading_the_same_again_is_no_new_version() -> None:
    found = captured(Transcript().prompt("go").read(f"{ROOT}/a.py", "x").read(f"{ROOT}/a.py", "x"))
    (source,) = artifacts(found, SourceCodeArtifact)
    assert found.trace.actions[1].inputs == (source.artifact_id,)  # type: ignore[union-attr]


def test_reading_something_else_supersedes() -> None:
    first, second = artifacts(
        captured(Transcript().prompt("go").read(f"{ROOT}/a.py", "x").read(f"{ROOT}/a.py", "y")), SourceCodeArtifact
    )
    assert second.supersedes == first.artifact_id
    assert second.derived_from == ()


@pytest.mark.parametrize(("kind", "action"), [("create", "CreateFile"), ("update", "EditFile"), (None, "EditFile")])
def test_writing_a_file(kind: str | None, action: str) -> None:
    transcript = Transcript().prompt("go")
    call = transcript.call("Write", file_path=f"{ROOT}/n.py", content="1\n")
    found = captured(transcript.result(call, "ok", {"type": kind, "filePath": f"{ROOT}/n.py"} if kind else None))
    assert found.trace.actions[0].type.name == action
    unknown = any("existed before" in o.statement for o in found.trace.actions[0].observations)  # type: ignore[union-attr]
    assert unknown is (kind is None)


def test_multi_edits_are_one_change() -> None:
    transcript = Transcript().prompt("go")
    edits = [{"old_string": "a", "new_string": "b"}, {"old_string": "b", "new_string": "c", "replace_all": True}]
    call = transcript.call("MultiEdit", file_path=f"{ROOT}/a.py", edits=edits)
    (diff,) = artifacts(
        captured(transcript.result(call, "ok", {"originalFileContents": "a b", "edits": edits})), DiffArtifact
    )
    (source,) = artifacts(captured(transcript), SourceCodeArtifact)
    assert source.metadata["characters"] == len("c c")
    assert diff.metadata["patch"] == "@@\n-a\n+b\n@@\n-b\n+c\n"


def test_structured_patches_keep_their_lines() -> None:
    transcript = Transcript().prompt("go")
    call = transcript.call("Edit", file_path=f"{ROOT}/a.py", old_string="1", new_string="2")
    hunk = {"oldStart": 1, "oldLines": 1, "newStart": 1, "newLines": 1, "lines": ["-1", "+2"]}
    found = captured(transcript.result(call, "ok", {"structuredPatch": [hunk, {"lines": "no"}], "userModified": True}))
    (diff,) = artifacts(found, DiffArtifact)
    assert diff.metadata["patch"] == "@@ -1,1 +1,1 @@\n-1\n+2\n"
    assert diff.metadata["changed_by_the_person"] is True


def test_files_outside_the_project_are_marked() -> None:
    found = captured(Transcript().prompt("go").edit("/etc/hosts", "a", "b").edit(f"{ROOT}/x/../a.py", "a", "b"))
    outside, inside = artifacts(found, DiffArtifact)
    assert (outside.metadata["outside_project"], inside.metadata["outside_project"]) == (True, False)
    assert found.trace.files_modified == ("/etc/hosts", "a.py")


def test_long_content_is_cut_with_its_digest() -> None:
    found = captured(Transcript().prompt("go").run("cat big", "x" * 10_000))
    payload = command(found)
    assert payload["output_cut"] is True
    assert payload["output_characters"] == 10_000
    assert len(payload["output"]) < 5_000


@pytest.mark.parametrize(
    ("line", "output", "status", "verdict"),
    [
        ("pytest", "5 passed", 0, "passed"),
        ("pytest", "1 failed, 4 passed", 1, "failed"),
        ("pytest -q | tail -1", "1 failed, 4 passed in 1s", 0, "failed"),
        ("pytest -q | tail -1", "5 passed in 1s", 0, "passed"),
        ("go test ./... | tail -1", "ok  \tshop\t0.1s", 0, "unknown"),
        ("go test ./... || true", "", 0, "unknown"),
        ("cd web && npm test", "whatever", 1, "unknown"),
        ("pytest", "1 failed", 0, "unknown"),
        ("pytest", "no tests ran in 0.01s", 0, "unknown"),
    ],
)
def test_the_verdict_of_a_test_run(line: str, output: str, status: int, verdict: str) -> None:
    found = captured(Transcript().prompt("go").run(line, output, status))
    assert found.trace.actions[0].type.name == "RunTests"
    assert command(found)["status"] == verdict
    has_gap = any("outcome of" in statement for statement in gaps(found))
    assert has_gap is (verdict == "unknown")


def test_an_exit_status_stands_only_where_it_belongs() -> None:
    masked = captured(Transcript().prompt("go").run("pytest | tail -1", "5 passed", 0))
    assert masked.trace.actions[0].evidence[0].exit_code is None  # type: ignore[union-attr]
    assert command(masked)["line_exit_code"] == 0
    own = captured(Transcript().prompt("go").run("pytest", "5 passed", 0))
    assert own.trace.actions[0].evidence[0].exit_code == command(own)["exit_code"] == 0  # type: ignore[union-attr]


def test_a_check_says_how_to_repeat_it() -> None:
    action = captured(Transcript().prompt("go").run("uv run mypy src", "Success", 0)).trace.actions[0]
    assert action.type.name == "TypeCheck"
    assert action.reproducibility.procedure.command == "uv run mypy src"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("beside", "text"),
    [
        ({"stdout": "", "interrupted": True}, "5 passed"),
        ({"stdout": "", "interrupted": False, "backgroundTaskId": "b"}, "5 passed"),
        ({"stdout": "", "interrupted": False, "persistedOutputPath": "/x/y.txt"}, "ok shop"),
    ],
)
def test_a_run_that_is_not_wholly_recorded_is_not_passed(beside: dict[str, Any], text: str) -> None:
    transcript = Transcript().prompt("go")
    call = transcript.call("Bash", command="pytest | tee log")
    assert command(captured(transcript.result(call, text, beside, error=False)))["status"] == "unknown"


@pytest.mark.parametrize(
    "text",
    [
        "Command timed out after 2m",
        "Exit code 143\nCommand timed out after 2m 0s\n3 passed",
        "Exit code 137\n[Request interrupted by user for tool use]",
        "3 passed\n<error>Command was aborted before completion</error>",
    ],
)
def test_a_run_that_was_stopped_has_no_outcome(text: str) -> None:
    transcript = Transcript().prompt("go")
    call = transcript.call("Bash", command="pytest")
    assert command(captured(transcript.result(call, text, error=True)))["status"] == "unknown"


@pytest.mark.parametrize(
    "text",
    [
        "This command requires approval",
        "This Bash command contains multiple operations. The following part requires approval: pytest",
        'PreToolUse:Bash hook blocking error from command: "guard": no',
    ],
)
def test_a_run_that_was_not_allowed_is_no_failure(text: str) -> None:
    transcript = Transcript().prompt("go")
    found = captured(transcript.result(transcript.call("Bash", command="pytest"), text, error=True))
    assert [action.type.name for action in found.trace.actions] == ["Reject"]
    assert artifacts(found, CommandResultArtifact) == []


def test_an_output_that_reads_like_a_refusal_is_none() -> None:
    text = "The user doesn't want to proceed with this tool use: how Claude Code says no"
    assert command(captured(Transcript().prompt("go").run("cat notes.md", text)))["status"] == "completed"


def test_a_status_that_is_not_stated_is_not_assumed() -> None:
    transcript = Transcript().prompt("go")
    found = captured(transcript.result(transcript.call("Bash", command="ls"), "a"))
    assert command(found)["status"] == "unknown"
    assert found.trace.actions[0].evidence[0].exit_code is None  # type: ignore[union-attr]


def test_a_commit_is_an_artifact_of_the_changes_that_it_names() -> None:
    transcript = Transcript().prompt("go").edit(f"{ROOT}/a.py", "1", "2").edit(f"{ROOT}/b.py", "1", "2")
    transcript.run("git add a.py && git commit -m 'x'", "[main 4f2a9c1] x\n 1 file changed")
    found = captured(transcript)
    commit = next(a for a in found.trace.artifacts if a.artifact_id == "commit-1")
    assert commit.metadata.value == {
        "branch": "main",
        "commit": "4f2a9c1",
        "message": "x",
        "files": ["a.py"],
    }  # type: ignore[union-attr]
    assert commit.derived_from == ("diff-1",)  # type: ignore[union-attr]


def test_a_failed_commit_is_none() -> None:
    found = captured(Transcript().prompt("go").run("git commit -m x", "nothing to commit", 1))
    assert found.trace.actions[0].type.name == "GitCommit"
    assert not any(a.artifact_id.startswith("commit-") for a in found.trace.artifacts)


def test_a_commit_that_nothing_shows_is_a_gap() -> None:
    found = captured(Transcript().prompt("go").run("git commit -qm x || true"))
    assert "Whether the commit was made is not recorded." in gaps(found)


def test_files_changed_by_a_shell_line() -> None:
    transcript = Transcript().prompt("go").run("rm old.py && git mv a.py b.py", "")
    transcript.run("cat > made.py <<'EOF'\nrm x\nEOF").run("rm gone.py", "No such file", 1).run("cd sub && rm c.py")
    assert captured(transcript).trace.files_modified == ("old.py", "a.py", "b.py", "made.py", "sub/c.py")


def test_changes_after_the_last_known_test_run_are_a_gap() -> None:
    transcript = Transcript().prompt("go").edit(f"{ROOT}/a.py", "1", "2").run("pytest", "5 passed")
    assert not any("No test run" in gap for gap in gaps(captured(transcript)))
    transcript.edit(f"{ROOT}/b.py", "1", "2").edit(f"{ROOT}/notes.md", "1", "2").run("pytest | tail -1", "bye")
    assert "No test run with a known outcome is recorded after the last change of: b.py." in gaps(captured(transcript))


def test_parts_of_files() -> None:
    transcript = Transcript().prompt("go")
    call = transcript.call("Read", file_path=f"{ROOT}/a.py", offset=10, limit=2)
    file = {"filePath": f"{ROOT}/a.py", "content": "x\ny", "numLines": 2, "startLine": 10, "totalLines": 90}
    found = captured(transcript.result(call, "x", {"type": "text", "file": file}))
    (source,) = artifacts(found, SourceCodeArtifact)
    assert (source.metadata["partial"], source.metadata["first_line"]) == (True, 10)


def test_an_older_reading_without_its_file_is_read_from_the_text() -> None:
    transcript = Transcript().prompt("go")
    call = transcript.call("Read", file_path=f"{ROOT}/a.py")
    (source,) = artifacts(captured(transcript.result(call, "     1→x = 1\n     2→y")), SourceCodeArtifact)
    assert source.metadata["characters"] == len("x = 1\ny")


def test_notebooks_are_edited() -> None:
    transcript = Transcript().prompt("go")
    call = transcript.call("NotebookEdit", notebook_path=f"{ROOT}/n.ipynb", new_source="x", cell_id="1")
    assert captured(transcript.result(call, "ok", {"originalFile": "{}"})).trace.files_modified == ("n.ipynb",)


def test_a_stated_exit_status_is_taken() -> None:
    transcript = Transcript().prompt("go")
    call = transcript.call("Bash", command="ls")
    payload = command(captured(transcript.result(call, "x", {"stdout": "x", "exitCode": 3}, error=False)))
    assert (payload["exit_code"], payload["status"]) == (3, "failed")


def test_an_interpreted_status_is_not_a_zero() -> None:
    transcript = Transcript().prompt("go")
    call = transcript.call("Bash", command="grep x a")
    beside = {"stdout": "", "returnCodeInterpretation": "No matches found"}
    assert command(captured(transcript.result(call, "", beside, error=False)))["status"] == "unknown"


def test_a_script_within_a_shell_proves_only_what_it_runs_alone() -> None:
    alone = captured(Transcript().prompt("go").run("bash -c 'pytest -q'", "", 0))
    assert command(alone)["status"] == "passed"
    among = captured(Transcript().prompt("go").run("bash -c 'pytest; true'", "", 0))
    assert command(among)["status"] == "unknown"


def test_several_commits_in_one_line() -> None:
    output = "[main aaaaaaa] one\n 1 file changed\n[main (root-commit) bbbbbbb] two"
    found = captured(Transcript().prompt("go").run("git commit -m one && git commit -m two", output))
    commits = [a.metadata["commit"] for a in found.trace.artifacts if a.artifact_id.startswith("commit-")]  # type: ignore[union-attr,index]
    assert commits[0] == "aaaaaaa" and len(commits) == 2


def test_a_file_changed_in_place_after_the_tests_is_not_tested() -> None:
    transcript = Transcript().prompt("go").edit(f"{ROOT}/a.py", "a", "b").run("pytest", "5 passed in 1s")
    found = captured(transcript.run("sed -i s/b/c/ a.py").run("ls > build.log"))
    assert gaps(found) == ["No test run with a known outcome is recorded after the last change of: a.py."]
    assert found.trace.files_modified == ("a.py", "build.log")


def test_a_test_run_on_an_abandoned_branch_tests_nothing_that_was_kept() -> None:
    transcript = Transcript().prompt("go").edit(f"{ROOT}/a.py", "a", "b").say("edited")
    fork = transcript.records[-1]["uuid"]
    transcript.prompt("test it").run("pytest", "5 passed in 1s").say("passes")
    found = captured(transcript.prompt("leave it", parentUuid=fork))
    assert gaps(found) == ["No test run with a known outcome is recorded after the last change of: a.py."]


AFTER = "No test run with a known outcome is recorded after what may have changed files: "


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("python - <<X\nopen('a.py', 'w')\nX", "`python -`"),
        ("sed -i s/a/b/ src/*.py", "`sed -i s/a/b/ src/*.py`"),
        ("git checkout -- src", "`git checkout -- src`"),
        ("ruff check --fix", "`ruff check --fix`"),
        ("cd $SUB && rm c.py", "`rm c.py`"),
        ("X=$(python fix.py)", "`$(python fix.py)`"),
    ],
)
def test_what_may_have_changed_files_after_the_tests_is_a_gap(line: str, told: str) -> None:
    transcript = Transcript().prompt("go").edit(f"{ROOT}/a.py", "a", "b").run("pytest", "5 passed in 1s")
    found = captured(transcript.run(line))
    assert gaps(found) == [f"{AFTER}{told}."]
    assert command(found)["may_have_changed_files"] == [told.strip("`")]
    assert gaps(captured(transcript.run("pytest", "5 passed in 1s"))) == []


def test_a_change_after_the_tests_in_the_same_line_overtakes_them() -> None:
    transcript = Transcript().prompt("go").edit(f"{ROOT}/a.py", "a", "b")
    found = captured(transcript.run("pytest | tee a.py", "5 passed in 1s"))
    assert command(found)["judged"][0]["overtaken"] is True
    assert gaps(found) == ["No test run with a known outcome is recorded after the last change of: a.py."]
    for line in ("python gen.py && pytest", "pytest | tee log.txt"):
        kept = captured(Transcript().prompt("go").run(line, "5 passed in 1s"))
        assert "overtaken" not in command(kept)["judged"][0]
        assert gaps(kept) == []


def test_a_shell_line_without_a_result_may_have_changed_files() -> None:
    transcript = Transcript().prompt("go").run("pytest", "5 passed in 1s")
    transcript.call("Bash", command="python fix.py")
    found = captured(transcript)
    request = found.trace.actions[-1].request  # type: ignore[union-attr]
    assert request is not None
    assert (request["command"], request["may_have_changed_files"]) == ("python fix.py", ["python fix.py"])
    assert f"{AFTER}`python fix.py`." in gaps(found)


@pytest.mark.parametrize(
    ("tool", "given", "suspect"),
    [
        ("mcp__files__edit_file", {"path": "a.py"}, True),
        ("mcp__files__read_file", {"path": "a.py"}, False),
        ("mcp__tracker__update_issue", {"id": "7"}, False),
    ],
)
def test_another_tool_that_is_given_a_path_may_have_changed_files(
    tool: str, given: dict[str, str], suspect: bool
) -> None:
    transcript = Transcript().prompt("go").run("pytest", "5 passed in 1s")
    found = captured(transcript.result(transcript.call(tool, **given), "ok"))
    assert any(gap.startswith(AFTER) for gap in gaps(found)) is suspect


def test_a_refused_line_changed_nothing() -> None:
    transcript = Transcript().prompt("go").run("pytest", "5 passed in 1s")
    call = transcript.call("Bash", command="python fix.py")
    assert gaps(captured(transcript.result(call, "User rejected tool use", error=True))) == []


@pytest.mark.parametrize(
    ("lines", "files"),
    [
        (["git add -A && git commit -m x"], None),
        (["git commit -am x"], None),
        (["git add src && git commit -m x"], None),
        (["git add a.py", "git commit -m x"], ["a.py"]),
        (["git add a.py", "git stash", "git commit -m x"], None),
        (["git commit -m x"], None),
        (["git add a.py && git commit -m x b.py"], None),
        (["cd /home/dev/shop && git add a.py && git commit -m x"], ["a.py"]),
        (["cd $SHOP && git add a.py && git commit -m x"], None),
    ],
)
def test_the_files_of_a_commit_are_stated_only_where_all_are_named(lines: list[str], files: list[str] | None) -> None:
    transcript = Transcript().prompt("go").edit(f"{ROOT}/a.py", "a", "b")
    for line in lines:
        transcript.run(line)
    found = captured(transcript)
    commit = next(a for a in found.trace.artifacts if a.artifact_id == "commit-1")
    assert commit.metadata["files"] == files  # type: ignore[union-attr,index]
