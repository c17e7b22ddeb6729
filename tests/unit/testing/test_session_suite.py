"""The suite for session formats: it lets good ones pass, and each way of being bad is found."""

from collections.abc import Sequence

import msgspec
import pytest

from tollens.core.derive.record.account import Found, Records
from tollens.core.errors import UnreadableError
from tollens.plugins.sessions.agents.claude_code import PLUGIN as CLAUDE_CODE
from tollens.plugins.sessions.agents.codex import PLUGIN as CODEX
from tollens.plugins.sessions.events import Prompt, Session
from tollens.plugins.sessions.report import Account
from tollens.plugins.sessions.source.records import Source
from tollens.testing.sessions import check_session_format
from tollens.testing.transcripts import Transcript

DATA = b'{"mine":1}\n{"mine":2}\n'


class Mine:
    """A format of lines with the member `mine`; each of its faults can be switched on."""

    name = "mine"
    title = "Mine"

    def __init__(self, fault: str = "") -> None:
        self._fault = fault
        self._reads = 0

    def recognizes(self, records: Sequence[object]) -> bool:
        if self._fault in ("all", "none"):
            return self._fault == "all"
        return any(isinstance(record, dict) and "mine" in record for record in records)

    def read(self, source: Source) -> tuple[Session, ...]:
        self._reads += 1
        total = len(source.entries) + len(source.damaged)
        records = Records(total, len(source.entries), (), source.damaged)
        if self._fault == "loses" and source.torn:
            records = msgspec.structs.replace(records, total=total + 1)
        if not source.entries:
            raise UnreadableError("" if self._fault == "silent" else "nothing is in it")
        if self._fault == "refuses":
            raise UnreadableError("I do not like it")
        if self._fault == "crashes" and source.damaged:
            raise TypeError("no whole file")
        text = f"go {self._reads}" if self._fault == "moody" else "go"
        found = Found(prompts=1, calls_without_result=int(self._fault == "gaps"))
        session = Session("mine", "Mine", "s", (Prompt(1, text),), Account(records, found))
        return () if self._fault == "empty" else (session,)


def test_good_formats_pass() -> None:
    check_session_format(Mine(), [DATA])
    check_session_format(CLAUDE_CODE, [Transcript().prompt("go").run("ls").say("done").data()])


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("all", "takes a file of claude-code"),
        ("none", "does not recognize"),
        ("loses", "not every record"),
        ("silent", "says what is the matter"),
        ("refuses", "a whole file is refused"),
        ("moody", "gives another trace"),
        ("gaps", "more gaps than calls"),
        ("empty", "has a session"),
    ],
)
def test_each_fault_is_found(fault: str, said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        check_session_format(Mine(fault), [DATA])


def test_a_crash_is_found() -> None:
    with pytest.raises(TypeError):
        check_session_format(Mine("crashes"), [DATA])


def test_a_file_of_another_format_is_found() -> None:
    data = b'{"mine":1,"type":"session_meta","payload":{}}\n'
    with pytest.raises(AssertionError, match="codex takes a file of mine"):
        check_session_format(Mine(), [data])


def test_the_suite_needs_files() -> None:
    with pytest.raises(AssertionError, match="needs files"):
        check_session_format(CODEX, [])
