"""Contents of messages in each of the shapes that agents write, and records that are written again as they are."""

import re
from typing import Any

import orjson
import pytest

from tollens.core.errors import UnreadableError
from tollens.core.model import UserInstructionArtifact
from tollens.plugins.sessions import Capture, Privacy, capture
from tollens.testing.rollouts import Rollout
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


def kept(found: Capture) -> list[tuple[int, str]]:
    notes = [each.metadata for each in found.trace.artifacts if each.artifact_id.startswith("unknown-")]
    return [(note.value["line"], note.value["record"]) for note in notes if note is not None]  # type: ignore[misc]


def test_the_first_record_of_an_unknown_type_is_kept_as_it_is() -> None:
    strange = [{"type": "latch", "value": number, "secret": "ghp_" + "a1B2" * 9} for number in (1, 2)]
    rows = [*strange, {"no": "type"}, *claude("go", "ok")]
    secret = "[redacted:GitHub-token:1]"
    told = f'{{"type":"latch","value":1,"secret":"{secret}"}}'
    found = kept(captured(rows))
    assert [(line, re.sub(r"\[redacted:[^\]]*\]", secret, text)) for line, text in found] == [
        (1, told),
        (3, '{"no":"type"}'),
    ]
    data = b"\n".join(map(orjson.dumps, rows))
    assert kept(capture(data, name="f", privacy=Privacy(b"k" * 32, content="digest"))) == []


def test_a_kept_record_of_codex_is_told_by_what_it_envelops() -> None:
    written = Rollout().prompt("go").event("novelty", data=1).record("newer", {"type": "part"}).say("ok")
    found = [orjson.loads(text)["payload"]["type"] for _, text in kept(capture(written.data(), name="f"))]
    assert found == ["novelty", "part"]


def test_many_unknown_types_are_kept_within_a_limit() -> None:
    rows = [{"type": f"t{number:03}", "text": "x" * 9_000} for number in range(60)] + claude("go", "ok")
    found = kept(captured(rows))
    assert (len(found), max(len(text) for _, text in found) < 5_000) == (20, True)
