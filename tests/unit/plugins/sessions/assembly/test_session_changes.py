"""Files that one call changes, moves or deletes, and how a session that states its ends is told to have ended."""

import pytest

from tollens.core.derive.record.account import Found, Records
from tollens.core.model import ActivityActionType, EventType, Trace
from tollens.plugins.sessions.assembly.trace import assemble
from tollens.plugins.sessions.events import (
    Call,
    Changes,
    Edit,
    Event,
    FileRead,
    Move,
    Prompt,
    Removal,
    Result,
    Said,
    Session,
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


def call(operation: FileRead | Changes, line: int = 2, result: Result | None = DONE, abandoned: bool = False) -> Call:
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
