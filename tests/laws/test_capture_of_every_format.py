"""Laws of capture for every format: whatever is done to a file, it is accounted for, or refused with a message.

The format is given, so that a file that is no longer recognized is read none the less.
"""

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tollens.plugins.sessions import FORMATS, captures
from tollens.testing.gemini_sessions import GeminiSession
from tollens.testing.opencode_sessions import OpenCodeSession
from tollens.testing.sessions import check_capture


def gemini() -> GeminiSession:
    made = GeminiSession().prompt("fix it").say("Reading.", GeminiSession().call("read_file", "x", file_path="/w/a.py"))
    made.say(
        "", made.call("replace", "ok", file_path="/w/a.py", old_string="1", new_string="2"), made.run("pytest", "", 1)
    )
    made.raw({"$set": {"lastUpdated": "2026-03-01T11:00:00.000Z", "messages": made.records[1:]}})
    made.message("info", "Request cancelled.")
    return made.raw({"$rewindTo": "m2"}).prompt("again").say("Done.")


def opencode() -> OpenCodeSession:
    made = OpenCodeSession().prompt("fix it", {"type": "file", "mime": "image/png"})
    made.say("Reading.", made.call("read", "<file>\n00001| x\n</file>", filePath="a.py"), made.run("pytest", "", 1))
    made.say("", made.call("task", "ok", description="look", _sessionId="ses_2"), {"type": "patch", "files": ["a.py"]})
    made.say("", made.call("apply_patch", "ok", _files=[{"filePath": "a.py", "type": "update", "patch": "@@"}]))
    made.info["revert"] = {"messageID": made.messages[2]["info"]["id"]}
    return made.prompt("again").say("Done.", error={"name": "MessageAbortedError"})


FILES = {"gemini": gemini().log(), "opencode": opencode().lines()}

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 2**63) | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)

formats = pytest.mark.parametrize("name", sorted(FILES))


@formats
@given(st.data())
def test_any_order_and_repetition_of_records(name: str, data: st.DataObject) -> None:
    lines = FILES[name].splitlines()
    order = data.draw(st.permutations(lines))
    again = data.draw(st.lists(st.sampled_from(lines), max_size=8))
    check_capture(FORMATS.get(name), b"\n".join([*order, *again]))


@formats
@given(st.data())
def test_a_record_that_is_written_twice_in_a_row_counts_once(name: str, data: st.DataObject) -> None:
    lines = FILES[name].splitlines()
    again = data.draw(st.sets(st.integers(0, len(lines) - 1)))
    twice = [line for place, line in enumerate(lines) for _ in range(1 + (place in again))]
    (once,), (found,) = captures(b"\n".join(lines), name=name), captures(b"\n".join(twice), name=name)
    counts, expected = found.report.found, once.report.found
    assert (counts.calls, counts.prompts, counts.error_results) == (
        expected.calls,
        expected.prompts,
        expected.error_results,
    )
    assert len(found.trace.actions) == len(once.trace.actions)


@formats
@given(st.data())
def test_any_truncation_and_damage_of_bytes(name: str, data: st.DataObject) -> None:
    whole = bytearray(FILES[name])
    for _ in range(data.draw(st.integers(0, 6))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    start, end = data.draw(st.integers(0, len(whole))), data.draw(st.integers(0, len(whole)))
    check_capture(FORMATS.get(name), bytes(whole[start:] if start > end else whole[start:end]))


@formats
@given(st.data())
def test_any_member_of_any_type(name: str, data: st.DataObject) -> None:
    records = [orjson.loads(line) for line in FILES[name].splitlines()]
    holder = records
    while True:
        members = sorted(holder) if isinstance(holder, dict) else list(range(len(holder)))
        if not members:
            break
        member = data.draw(st.sampled_from(members))
        inner = holder[member]
        if not isinstance(inner, dict | list) or data.draw(st.booleans()):
            holder[member] = data.draw(JSON)
            break
        holder = inner
    check_capture(FORMATS.get(name), b"\n".join(orjson.dumps(record) for record in records))


@formats
@given(st.lists(JSON, max_size=5))
def test_any_records(name: str, values: list[object]) -> None:
    extra = b"\n".join(orjson.dumps(value) for value in values if value is not None)
    check_capture(FORMATS.get(name), extra or b"1")
    check_capture(FORMATS.get(name), FILES[name] + extra)
