"""Laws of capture: whatever is done to a session file, each of its records is accounted for, or the file is refused.

The order of records, repetition, truncation and damage of any byte never lead to anything else than a strictly valid
trace or an UnreadableError, and the same bytes always give the same trace.
"""

from typing import Any

import orjson
from hypothesis import given
from hypothesis import strategies as st

from tollens.core.errors import UnreadableError
from tollens.core.validate.check import validate
from tollens.core.wire.document import Document
from tollens.core.wire.encode import to_json, to_value
from tollens.plugins.sessions import Capture, capture
from tollens.testing.transcripts import Transcript


def session() -> Transcript:
    """A session with every kind of thing in it."""
    transcript = Transcript().prompt("fix it", uuid="root").say("I will read it first.")
    transcript.read("/home/dev/shop/a.py", "x = 1\n").edit("/home/dev/shop/a.py", "1", "2", "x = 1\n")
    items = [{"content": "test", "status": "in_progress"}]
    transcript.result(transcript.call("TodoWrite", todos=items), "ok")
    transcript.run("pytest -q", "1 failed, 2 passed", 1).run("pytest | tail -1", "3 passed").run("rm b.py")
    call = transcript.call("Task", description="look", prompt="look")
    inner = {"type": "tool_use", "id": "q", "name": "Bash", "input": {"command": "ls"}}
    transcript.row("assistant", isSidechain=True, agentId="x", parentUuid=None, message={"id": "m", "content": [inner]})
    transcript.result(call, "looked", {"agentId": "x"})
    question = {"question": "Which?", "options": [{"label": "A"}, {"label": "B"}]}
    transcript.result(transcript.call("AskUserQuestion", questions=[question]), "B", {"answers": {"Which?": "B"}})
    transcript.result(transcript.call("Bash", command="git push"), "User rejected tool use", error=True)
    transcript.row("system", subtype="compact_boundary")
    transcript.result("gone", "a lost result").raw({"type": "summary", "summary": "s", "leafUuid": "l"})
    transcript.prompt("other way", parentUuid="root").run("git add a.py && git commit -m x", "[main 4f2a9c1] x")
    return transcript.prompt("[Request interrupted by user]").say("done")


LINES = session().lines()
DATA = session().data()


def checked(data: bytes) -> Capture | None:
    """The capture, which must be valid and accounted; nothing where the file is refused with a message."""
    try:
        found = capture(data, name="session.jsonl")
    except UnreadableError as error:
        assert error.message
        return None
    errors = [d for d in validate(Document.of(to_value(found.trace))).diagnostics if d.severity == "error"]
    assert errors == []
    records = found.report.records
    assert records.total == records.used + sum(count.count for count in records.skipped) + len(records.damaged)
    counts = found.report.found
    assert counts.calls_without_result <= counts.calls
    return found


def test_the_same_bytes_give_the_same_trace() -> None:
    first, second = checked(DATA), checked(DATA)
    assert first is not None and second is not None
    assert to_json(first.trace) == to_json(second.trace)
    assert first.report == second.report


@given(st.permutations(LINES))
def test_any_order_of_records(lines: list[bytes]) -> None:
    found = checked(b"\n".join(lines))
    assert found is not None
    assert found.report.records.total == len(LINES)
    assert found.report.found.calls == capture(DATA, name="session.jsonl").report.found.calls


@given(st.lists(st.integers(0, len(LINES) - 1), max_size=12))
def test_any_repetition_counts_once(repeated: list[int]) -> None:
    whole = capture(DATA, name="session.jsonl").report.found
    named = [index for index in repeated if b'"uuid"' in LINES[index]]
    found = checked(b"\n".join([*LINES, *(LINES[index] for index in named)]))
    assert found is not None
    counts = found.report.found
    assert (counts.calls, counts.prompts, counts.error_results) == (whole.calls, whole.prompts, whole.error_results)
    assert counts.repeats == len(named)


@given(st.integers(0, len(DATA)))
def test_any_truncation(length: int) -> None:
    found = checked(DATA[:length])
    last = DATA[:length].rsplit(b"\n", 1)[-1]
    if found is not None and last and last not in LINES:
        assert found.report.completeness.end == "cut off"
        assert len(found.report.records.damaged) == 1


@given(st.lists(st.tuples(st.integers(0, len(DATA) - 1), st.integers(0, 255)), min_size=1, max_size=8))
def test_any_damage_of_bytes(damage: list[tuple[int, int]]) -> None:
    data = bytearray(DATA)
    for position, byte in damage:
        data[position] = byte
    checked(bytes(data))


@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    checked(data)
    checked(DATA + data)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 2**63) | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@given(st.integers(0, len(LINES) - 1), st.data())
def test_any_member_of_any_type(index: int, data: st.DataObject) -> None:
    record = orjson.loads(LINES[index])
    holder: dict[str, Any] = record
    for _ in range(data.draw(st.integers(0, 3))):
        held = [value for value in holder.values() if isinstance(value, dict)]
        held += [
            item for value in holder.values() if isinstance(value, list) for item in value if isinstance(item, dict)
        ]
        if not held:
            break
        holder = data.draw(st.sampled_from(held))
    holder[data.draw(st.sampled_from(sorted(holder) or ["type"]))] = data.draw(JSON)
    checked(b"\n".join([*LINES[:index], orjson.dumps(record), *LINES[index + 1 :]]))
