"""Whatever a session says it ran: nothing is passed without a status of its own or counts without a failure."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tollens.core.derive.record.account import Found, Records
from tollens.core.model import ActivityAction, CommandResultArtifact, Trace
from tollens.core.validate.check import validate
from tollens.core.wire.document import Document
from tollens.core.wire.encode import to_value
from tollens.plugins.sessions.assembly.trace import assemble
from tollens.plugins.sessions.events import Call, Result, Session, Shell
from tollens.plugins.sessions.report import Account
from tollens.plugins.sessions.source.records import open_source
from tollens.plugins.sessions.source.redaction import Redactor

_COMMANDS = (
    "pytest -q",
    "make check",
    "cargo test",
    "ruff check .",
    "mypy src",
    "ls",
    "true",
    "tail -3",
    "git commit -m x",
)
_JOINTS = (" && ", " || ", "; ", " | ", " & ", "\n", " > out; ", "\n! ")
_OUTPUTS = (
    "5 passed in 1s",
    "1 failed, 4 passed in 1s",
    "FAIL shop",
    "ok",
    "",
    "Traceback (most recent call last):",
    "no tests ran",
)

lines = st.one_of(
    st.text(max_size=40),
    st.text(alphabet="ab '\"\\$()<>|&;\n`#!=E{}[]", max_size=40),
    st.lists(st.one_of(st.sampled_from(_COMMANDS), st.sampled_from(_JOINTS)), max_size=9).map("".join),
    st.lists(st.sampled_from(_COMMANDS), min_size=1, max_size=4).map(" && ".join),
)
results = st.none() | st.builds(
    Result,
    text=st.lists(st.sampled_from(_OUTPUTS), max_size=3).map("\n".join),
    failed=st.booleans(),
    status=st.sampled_from((None, 0, 0, 0, 1, 2, 124, 127)),
    interrupted=st.sampled_from((False, False, False, True)),
)
shells = st.builds(Shell, command=lines, background=st.sampled_from((False, False, True)), posix=st.booleans())


def captured(shell: Shell, result: Result | None) -> Trace:
    session = Session("x", "X", "s", (Call(1, "t1", "shell", shell, result=result),), Account(Records(), Found()))
    return assemble(session, open_source(b"{}\n", "x.jsonl"), Redactor()).trace


def backed(payload: dict[str, Any], result: Result) -> bool:
    """Whether a pass rests on a status of its own, or on counts without a failure."""
    (judged,) = payload["judged"]
    if judged["basis"] == "exit status":
        return payload["exit_code"] == 0 and not result.interrupted
    return bool(judged["basis"] == "printed summary" and payload["tests_passed"] and not payload.get("tests_failed"))


@given(shells, results)
def test_nothing_is_passed_that_is_not_shown(shell: Shell, result: Result | None) -> None:
    trace = captured(shell, result)
    assert validate(Document.of(to_value(trace))).diagnostics == ()
    payloads = [dict(a.payload.value) for a in trace.artifacts if isinstance(a, CommandResultArtifact)]
    assert len(payloads) == (0 if result is None else len(trace.actions))
    for payload in payloads:
        assert result is not None
        if payload["status"] == "passed":
            assert backed(payload, result)
        if result.interrupted or result.status is None:
            assert payload.get("exit_code", result.status) == result.status
    for action in trace.actions:
        assert isinstance(action, ActivityAction)


@given(shells, results)
def test_the_same_line_gives_the_same_trace(shell: Shell, result: Result | None) -> None:
    assert captured(shell, result) == captured(shell, result)
