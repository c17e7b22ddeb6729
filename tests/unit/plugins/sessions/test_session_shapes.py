"""Contents of messages in each of the shapes that agents write, and records that are written again as they are."""

from typing import Any

import orjson
import pytest

from tollens.core.errors import UnreadableError
from tollens.core.model import UserInstructionArtifact
from tollens.plugins.sessions import Capture, capture
from tollens.testing.transcripts import Transcript

WORDS: tuple[Any, ...] = (
    "fix it",
    {"type": "text", "text": "fix it"},
    [{"type": "text", "text": "fix it"}],
    ["fix it"],
)


def claude(asked: Any, said: Any) -> list[dict[str, Any]]:
    written = Transcript().prompt(asked).say("x")
    written.records[1]["message"]["content"] = said
    return written.records


def pi(asked: Any, said: Any) -> list[dict[str, Any]]:
    turns = (("user", asked, {}), ("assistant", said, {"stopReason": "stop"}))
    return [
        {"type": "session", "id": "s", "cwd": "/p"},
        *(
            {
                "type": "message",
                "timestamp": f"2026-01-01T00:00:0{number}Z",
                "message": {"role": role, "content": content, **more},
            }
            for number, (role, content, more) in enumerate(turns)
        ),
    ]


def copilot(asked: Any, said: Any) -> list[dict[str, Any]]:
    rows = (("session.start", {"sessionId": "s"}), ("user.message", {"content": asked}))
    return [
        {"type": kind, "data": data, "timestamp": f"2026-01-01T00:00:0{number}Z"}
        for number, (kind, data) in enumerate((*rows, ("assistant.message", {"content": said})))
    ]


AGENTS = {"claude-code": claude, "pi": pi, "copilot": copilot}


def captured(rows: list[dict[str, Any]]) -> Capture:
    return capture(b"\n".join(map(orjson.dumps, rows)), name="f")


def prompts(found: Capture) -> list[str]:
    return [each.name for each in found.trace.artifacts if isinstance(each, UserInstructionArtifact)]


@pytest.mark.parametrize("agent", AGENTS)
@pytest.mark.parametrize("words", WORDS)
def test_every_shape_says_the_same(agent: str, words: Any) -> None:
    found = captured(AGENTS[agent](words, words))
    assert (prompts(found), found.trace.outcome.summary) == (["fix it"], "fix it")


@pytest.mark.parametrize("agent", AGENTS)
def test_records_that_are_written_again_are_one(agent: str) -> None:
    rows = [{name: held for name, held in row.items() if name != "uuid"} for row in AGENTS[agent]("go", "ok")]
    found = captured([*rows, *rows[-2:]])
    assert (prompts(found), found.report.found.repeats) == (["go"], 2)


def test_an_image_stands_in_brackets_and_an_empty_text_for_nothing() -> None:
    found = captured(copilot([{"type": "text", "text": ""}, {"type": "image"}, {"type": "text", "text": "look"}], ""))
    assert prompts(found) == ["[image] look"]
    assert {each.name for each in found.report.records.skipped} == {"assistant.message: no text"}


def test_blocks_of_no_known_kind_are_counted_by_name() -> None:
    block = {"type": "hologram", "data": "x"}
    found = captured(claude([{"type": "text", "text": "go"}, block], [{"type": "text", "text": "ok"}, block, {}]))
    counts = {each.name: each.count for each in found.report.unknown_fields}
    assert counts == {"block hologram": 2, "block (no type)": 1}
    assert found.report.records.used == 2


@pytest.mark.parametrize("emptied", ["", " ", [], None, [{"type": "text", "text": ""}]])
def test_a_transcript_whose_contents_are_destroyed_says_so(emptied: Any) -> None:
    with pytest.raises(UnreadableError, match="the content of 2 messages is destroyed"):
        captured(claude(emptied, emptied))
