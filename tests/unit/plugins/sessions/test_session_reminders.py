"""What agents put into a person's words is told apart, whichever agent it was, and the words stay whole."""

import time

import orjson
import pytest

from tollens.core.model import UserInstructionArtifact
from tollens.plugins.sessions import Privacy, capture
from tollens.plugins.sessions.reminders import without_reminders
from tollens.testing.gemini_sessions import GeminiSession
from tollens.testing.opencode_sessions import OpenCodeSession
from tollens.testing.rollouts import Rollout
from tollens.testing.transcripts import Transcript

TEXT = "<system-reminder>\nBe <good>.\n</system-reminder>\nfix the tests"
ONLY = "<system-reminder>Be good.</system-reminder>"


def pi(*texts: str) -> bytes:
    said = {"role": "assistant", "content": [{"type": "text", "text": "ok"}], "stopReason": "stop"}
    rows = [{"type": "session", "id": "s", "cwd": "/p"}]
    for message in (*({"role": "user", "content": text} for text in texts), said):
        rows.append({"type": "message", "timestamp": "2026-01-01T00:00:00Z", "message": message})
    return b"\n".join(map(orjson.dumps, rows))


def copilot(*texts: str) -> bytes:
    rows = [{"type": "session.start", "data": {"sessionId": "s"}}]
    rows += [{"type": "user.message", "data": {"content": text}} for text in texts]
    rows += [{"type": "assistant.message", "data": {"content": "ok"}}]
    return b"\n".join(map(orjson.dumps, rows))


SESSIONS = {
    "claude-code": Transcript().prompt(TEXT).prompt(ONLY).say("ok").data(),
    "codex": Rollout().prompt(TEXT, events=False).prompt(ONLY, events=False).say("ok").data(),
    "gemini": GeminiSession().prompt(TEXT).prompt(ONLY).say("ok").log(),
    "opencode": OpenCodeSession().prompt(TEXT).prompt(ONLY).say("ok").export(),
    "pi": pi(TEXT, ONLY),
    "copilot": copilot(TEXT, ONLY),
}


@pytest.mark.parametrize("agent", SESSIONS)
def test_reminders_are_no_words_of_a_person(agent: str) -> None:
    found = capture(SESSIONS[agent], name="f")
    said = [each.name for each in found.trace.artifacts if isinstance(each, UserInstructionArtifact)]
    assert (said, found.report.found.prompts, found.report.found.machine_texts) == (["fix the tests"], 1, 2)


@pytest.mark.parametrize("agent", SESSIONS)
def test_what_was_put_into_the_words_is_kept_apart(agent: str) -> None:
    (said,) = (
        each for each in capture(SESSIONS[agent], name="f").trace.artifacts if isinstance(each, UserInstructionArtifact)
    )
    assert said.metadata is not None
    assert said.metadata.value["injected"] == "<system-reminder>\nBe <good>.\n</system-reminder>"
    digest = capture(SESSIONS[agent], name="f", privacy=Privacy(b"k" * 32, content="digest"))
    assert "Be <good>" not in str(digest.trace)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a <system-reminder> b", "a <system-reminder> b"),
        ("a\n  <system-reminder>\nb", "a\n  "),
        ("a<ide_selection>x</ide_selection>b<system-reminder>y</system-reminder>c", "abc"),
        ("<system-reminder>a<ide_selection>b</ide_selection>c</system-reminder>d", "d"),
    ],
)
def test_an_element_without_an_end_is_one_only_where_it_begins_a_line(text: str, words: str) -> None:
    assert without_reminders(text) == words


def test_many_tags_take_linear_time() -> None:
    begun = time.process_time()
    without_reminders("x<system-reminder>" * 50_000)
    assert time.process_time() - begun < 2
