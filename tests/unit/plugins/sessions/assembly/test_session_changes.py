"""Files that one call changes, moves or deletes, and how a session that states its ends is told to have ended."""

from typing import Any

import msgspec
import pytest

from tollens.core.derive.record.account import Found, Records
from tollens.core.model import ActivityActionType, CommitArtifact, DiffArtifact, EventType, ResidualArtifact, Trace
from tollens.core.wire.encode import to_json
from tollens.plugins.sessions.assembly.extracts import digest
from tollens.plugins.sessions.assembly.trace import assemble
from tollens.plugins.sessions.events import (
    Call,
    Changes,
    Edit,
    Event,
    FileRead,
    FollowUp,
    Move,
    Operation,
    OtherTool,
    Prompt,
    Removal,
    Result,
    Said,
    Session,
    Shell,
    TurnEnd,
)
from tollens.plugins.sessions.report import Account
from tollens.plugins.sessions.source.records import open_source
from tollens.plugins.sessions.source.redaction import Redactor

ROOT = "/home/dev/shop"
DONE = Result()


def trace_of(*events: Event, states_ends: bool = False) -> Trace:
    account = Account(Records(), Found(prompts=1))
    session = Session("test", "A", "s1", events, account, root=ROOT, states_ends=states_ends)
    return assemble(session, open_source(b"{}", "s.jsonl"), Redactor()).trace


def call(operation: Operation, line: int = 2, result: Result | None = DONE, abandoned: bool = False) -> Call:
    return Call(line, f"c{line}", "apply_patch", operation, "", result, abandoned)


PARTS = Changes(
    (
        Edit(f"{ROOT}/a.py", "@@\n-1\n+2\n"),
        Removal(f"{ROOT}/b.py", "old"),
        Move(f"{ROOT}/c.py", f"{ROOT}/d.py"),
    )
)


def test_each_part_is_an_action_and_its_file_is_modified() -> None:
    trace = trace_of(Prompt(1, "go"), call(FileRead(f"{ROOT}/c.py", "c"), 2), call(PARTS, 3), Said(4, "done"))
    act = ActivityActionType
    assert [action.type for action in trace.actions] == [act.ReadFile, act.EditFile, act.DeleteFile, act.RenameFile]
    assert trace.files_modified == ("a.py", "b.py", "c.py", "d.py")
    moved = next(one for one in trace.artifacts if one.name == "d.py")
    read = next(one for one in trace.artifacts if one.name == "c.py")
    assert read.artifact_id in moved.derived_from


@pytest.mark.parametrize(("result", "abandoned"), [(None, False), (Result("no", failed=True), False), (Result(), True)])
def test_what_did_not_happen_or_was_rewound_modifies_nothing(result: Result | None, abandoned: bool) -> None:
    trace = trace_of(Prompt(1, "go"), call(PARTS, 3, result, abandoned))
    assert len(trace.actions) == 3
    assert trace.files_modified == ()


@pytest.mark.parametrize(
    ("events", "end"),
    [
        ((Said(2, "done"),), EventType.ProcessInterrupted),
        ((Said(2, "done"), TurnEnd(3)), EventType.ProcessCompleted),
        ((Said(2, "done"), TurnEnd(3, "aborted", "it failed")), EventType.ProcessAborted),
        ((Said(2, "done"), TurnEnd(3, "interrupted")), EventType.ProcessInterrupted),
        ((TurnEnd(2), Prompt(3, "more")), EventType.ProcessInterrupted),
    ],
)
def test_the_end_of_a_turn_is_what_the_record_states(events: tuple[Event, ...], end: EventType) -> None:
    assert trace_of(Prompt(1, "go"), *events, states_ends=True).outcome.typ == end


def test_the_stated_end_of_a_turn_that_was_rolled_back_is_none() -> None:
    first, second = TurnEnd(2), TurnEnd(4, "aborted", abandoned=True)
    trace = trace_of(Prompt(1, "go"), first, Prompt(3, "no", abandoned=True), second, states_ends=True)
    assert trace.outcome.typ is EventType.ProcessCompleted


@pytest.mark.parametrize(
    ("operation", "told"),
    [
        (FollowUp("c2", "given input", "rm a.py\n"), "`rm a.py`"),
        (FollowUp(None, "given input", "rm a.py\n"), "`rm a.py`"),
        (OtherTool("exec", {"input": "await run()"}, runs=True), "`exec`"),
        (OtherTool("exec", {"input": "await run()"}), ""),
        (FollowUp("c2", "looked at"), ""),
    ],
)
def test_what_is_typed_or_scripted_may_change_files(operation: Operation, told: str) -> None:
    started = call(Shell("bash", background=True), 2)
    tests = Call(3, "c3", "shell", Shell("pytest"), "", Result("1 passed", status=0))
    trace = trace_of(Prompt(1, "go"), started, tests, call(operation, 4, Result("ok")), Said(5, "done"))
    gaps = [one.payload.statement for one in trace.artifacts if isinstance(one, ResidualArtifact)]
    assert any("may have changed files" in gap and told in gap for gap in gaps) is bool(told)
    followed = [note.statement for note in trace.actions[0].observations if "later" in note.statement]
    assert len(followed) == (isinstance(operation, FollowUp) and operation.parent is not None)


def test_what_a_command_changed_is_a_diff_of_the_version_that_was_known() -> None:
    ended = Result(status=0)
    trace = trace_of(
        Prompt(1, "go"),
        call(FileRead(f"{ROOT}/a.py", "1"), 2),
        call(Shell("sed -i s/1/2/ a.py && rm b.py"), 3, ended),
        call(Shell("git add a.py && git commit -m x"), 4, Result("[main 4f2a9c1] x\n 1 file changed", status=0)),
        Said(5, "done"),
    )
    read = next(one for one in trace.artifacts if one.name == "a.py")
    edited, deleted = (one for one in trace.artifacts if isinstance(one, DiffArtifact))
    assert (edited.name, edited.derived_from, edited.producer_action_id) == ("change of a.py", (read.artifact_id,), 2)
    assert read.artifact_id in trace.actions[1].inputs
    assert deleted.metadata is not None
    assert deleted.metadata.value == {"path": "b.py", "outside_project": False, "by_command": True, "deleted": True}
    commit = next(one for one in trace.artifacts if isinstance(one, CommitArtifact))
    assert edited.artifact_id in commit.derived_from
    gap = next(one for one in trace.artifacts if isinstance(one, ResidualArtifact))
    assert edited.artifact_id in gap.payload.related_artifact_ids


def test_what_commands_only_print_into_is_no_work_that_lacks_a_test() -> None:
    lines = [call(Shell("pytest -q > out.log"), line, Result(status=0)) for line in (2, 3)]
    trace = trace_of(Prompt(1, "go"), *lines, call(Shell("ls > out.log"), 4, Result(status=0)), Said(5, "done"))
    assert sum(isinstance(one, DiffArtifact) for one in trace.artifacts) == 3
    assert not any(isinstance(one, ResidualArtifact) for one in trace.artifacts)


def test_what_a_line_says_to_be_in_a_file_is_a_version_of_it() -> None:
    shell = Shell("cat > a.py <<'E' && sed -i s/x/y/ b.py\nx = 1\nE")
    reads = [call(FileRead(f"{ROOT}/{name}", "x = 0\n"), 2 + at) for at, name in enumerate(("a.py", "b.py"))]
    again = call(FileRead(f"{ROOT}/a.py", "x = 1\n"), 5)
    done = msgspec.structs.replace(call(shell, 4, Result("", status=0)), cwd=ROOT)
    trace = trace_of(Prompt(1, "go"), *reads, done, again, Said(6, "done"))
    first, second = [one for one in trace.artifacts if isinstance(one, DiffArtifact)]
    assert first.metadata is not None
    assert second.metadata is not None
    assert first.metadata.value["patch"] == "@@\n+x = 1\n"
    assert first.metadata.value["after_digest"] == digest("x = 1\n")
    assert "after_digest" not in second.metadata.value
    versions = [one for one in trace.artifacts if one.name == "a.py"]
    assert [one.derived_from for one in versions] == [(), (first.artifact_id, versions[0].artifact_id)]
    assert trace.actions[-1].inputs == (versions[1].artifact_id,)  # it was read as it was written


def test_of_a_line_without_contents_the_digest_of_what_it_wrote_is_told() -> None:
    events = (
        Prompt(1, "go"),
        msgspec.structs.replace(call(Shell("cat > a.py <<'E'\nsecret = 1\nE"), 2, Result("", status=0)), cwd=ROOT),
    )
    account = Account(Records(), Found(prompts=1))
    session = Session("test", "A", "s1", events, account, root=ROOT)
    trace = assemble(session, open_source(b"{}", "s.jsonl"), Redactor(), "digest").trace
    (diff,) = [one for one in trace.artifacts if isinstance(one, DiffArtifact)]
    assert diff.metadata is not None
    assert diff.metadata.value["after_digest"] == digest("secret = 1\n")
    assert diff.metadata.value["patch_left_out"] is True
    assert b"secret = 1" not in to_json(trace)


def changed(line: str) -> list[dict[str, Any]]:
    """The Diffs of a line in a session that has read `src/a.py` and `src/b.py`."""
    reads = [call(FileRead(f"{ROOT}/src/{name}.py", name), 2 + at) for at, name in enumerate("ab")]
    done = msgspec.structs.replace(call(Shell(line), 4, Result("", status=0)), cwd=ROOT)
    trace = trace_of(Prompt(1, "go"), *reads, done, Said(5, "done"))
    return [dict(one.metadata.value) for one in trace.artifacts if isinstance(one, DiffArtifact) and one.metadata]


@pytest.mark.parametrize(
    ("line", "paths"),
    [
        ("rm -rf src", ["src/a.py", "src/b.py"]),
        ("rm -rf lib", ["lib"]),
        ("mv x.py src", ["x.py", "src/x.py"]),
        ("cp lib/x.py src", ["src/x.py"]),
        ("mv src lib", ["src/a.py", "src/b.py", "lib"]),
    ],
)
def test_of_a_folder_the_files_are_meant_that_the_session_knows(line: str, paths: list[str]) -> None:
    found = changed(line)
    assert [each["path"] for each in found] == paths
    assert all(each.get("deleted") is (True if line.startswith("rm") else None) for each in found)


def test_a_file_that_is_gone_is_not_deleted_again() -> None:
    lines = [
        msgspec.structs.replace(call(Shell("rm -rf src"), line, Result("", status=0)), cwd=ROOT) for line in (3, 4)
    ]
    read = call(FileRead(f"{ROOT}/src/a.py", "a"), 2)
    diffs = [one for one in trace_of(Prompt(1, "go"), read, *lines).artifacts if isinstance(one, DiffArtifact)]
    assert [one.name for one in diffs] == ["change of src/a.py", "change of src"]


def test_what_stands_in_a_file_after_sed_is_not_recorded() -> None:
    (found,) = changed("sed -i s/a/b/ src/a.py")
    assert found == {"path": "src/a.py", "outside_project": False, "by_command": True, "after": "not recorded"}
    (told,) = changed("printf 'x\\n' > src/a.py")
    assert "after" not in told
