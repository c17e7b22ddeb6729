"""Laws of sub-agents in files of their own: whoever started whom, each call stands in the trace once, in whole blocks.

Who started whom is what the files say of themselves, and they may say anything.
"""

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tollens.core.validate.check import validate
from tollens.core.wire.document import Document
from tollens.core.wire.encode import to_json, to_value
from tollens.plugins.sessions import Capture, Part, capture
from tollens.testing.transcripts import Transcript

AGENTS = 5
STEPS = st.lists(st.none() | st.integers(0, AGENTS - 1), max_size=4)
"""What an agent does: a command, or starting another agent, which may be itself."""


def transcript(steps: list[int | None]) -> Transcript:
    """A transcript with these steps; ids are the same in each."""
    made = Transcript().prompt("go")
    for step in steps:
        if step is None:
            made.run("ls")
        else:
            made.result(made.call("Agent", description=f"part {step}", prompt="go"), "done", {"agentId": f"a{step}"})
    return made.say("done")


def part(number: int, steps: list[int | None]) -> Part:
    """The file of a sub-agent."""
    rows = [{**row, "isSidechain": True, "agentId": f"a{number}"} for row in transcript(steps).records]
    return Part(f"subagents/agent-a{number}.jsonl", b"".join(orjson.dumps(row) + b"\n" for row in rows))


def checked(main: Transcript, parts: list[Part]) -> Capture:
    found = capture(main.data(), name="f", beside=parts)
    assert [d for d in validate(Document.of(to_value(found.trace))).diagnostics if d.severity == "error"] == []
    records = found.report.records
    assert records.total == records.used + sum(count.count for count in records.skipped) + len(records.damaged)
    return found


@given(STEPS, st.lists(STEPS, max_size=AGENTS), st.permutations(range(AGENTS)))
def test_each_call_stands_once_whoever_started_whom(
    own: list[int | None], others: list[list[int | None]], order: list[int]
) -> None:
    parts = [part(number, others[number]) for number in order if number < len(others)]
    main = transcript(own)
    found = checked(main, parts)
    calls = sum(map(len, others))
    assert (found.report.found.calls, found.report.found.subagent_calls) == (len(own), calls)
    assert len(found.trace.actions) == len(own) + calls
    assert found.report.completeness.end == "completed"
    again = capture(main.data(), name="f", beside=parts)
    assert to_json(again.trace) == to_json(found.trace)


@given(st.data())
def test_any_damage_of_their_files_is_told(data: st.DataObject) -> None:
    whole = part(0, [None, 1, None])
    held = bytearray(whole.data[: data.draw(st.integers(1, len(whole.data)))])
    for at in data.draw(st.lists(st.integers(0, len(held) - 1), max_size=5)):
        held[at] = data.draw(st.integers(0, 255))
    found = checked(transcript([0, None]), [Part(whole.name, bytes(held)), part(1, [None])])
    assert found.report.found.calls == 2
    assert len(found.trace.actions) >= 3


@given(st.binary(max_size=60), st.sampled_from(["tool-results/t1.txt", "subagents/agent-a0.jsonl", "x.meta.json", "y"]))
@pytest.mark.parametrize("compressed", [b"", b"\x1f\x8b", b"PK\x03\x04", b"\x28\xb5\x2f\xfd"])
def test_any_file_beside_does_no_harm(compressed: bytes, data: bytes, name: str) -> None:
    found = checked(transcript([0]), [Part(name, compressed + data)])
    assert [each.name for each in found.report.beside] == [name]
