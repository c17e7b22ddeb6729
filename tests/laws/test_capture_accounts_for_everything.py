"""Laws of capture: whatever is done to a session file, each of its records is accounted for, or the file is refused.

The order of records, repetition, truncation and damage of any byte never lead to anything else than a strictly valid
trace or an UnreadableError, and the same bytes always give the same trace.
"""

from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tollens.core.errors import UnreadableError
from tollens.core.validate.check import validate
from tollens.core.wire.document import Document
from tollens.core.wire.encode import to_json, to_value
from tollens.plugins.sessions import Capture, capture
from tollens.testing.rollouts import Rollout
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


def rollout() -> Rollout:
    """A rollout of Codex with every kind of thing in it, in all the forms that its versions have."""
    made = Rollout().event("task_started").prompt("fix it").say("I look first.")
    made.run("pytest -q", "1 failed, 2 passed", 1).patch("*** Update File: a.py", "@@", "-1", "+2")
    made.event("patch_apply_end", call_id="call_2", success=True, changes={"a.py": {"type": "delete", "content": "x"}})
    made.output(made.call("update_plan", plan=[{"step": "test", "status": "in_progress"}]), "Plan updated")
    made.output(made.call("exec_command", cmd="make"), "Wall time: 1 s\nProcess running with session ID 7\nOutput:\n")
    made.output(made.call("write_stdin", session_id=7, chars=""), "Process exited with code 0\nOutput:\n")
    made.output(made.call("shell", command=["rm", "b"]), "exec command rejected by user")
    made.completed("CommandExecution", id="e1", command=["bash", "-lc", "pytest"], exit_code=0, status="completed")
    made.completed("UserMessage", id="u", content=[{"type": "text", "text": "fix it"}])
    made.item("web_search_call", action={"type": "search", "query": "x"}).output("gone", "a lost output")
    made.say("done").event("task_complete", last_agent_message="done").record("compacted", {"message": "m"})
    made.event("context_compacted").event("task_started").prompt("other way").event("error", message="down")
    made.event("turn_aborted", reason="interrupted").event("thread_rolled_back", num_turns=1)
    return made.event("task_started").prompt("so").say("yes").event("task_complete")


SESSIONS: dict[str, Transcript | Rollout] = {"claude-code": session(), "codex": rollout()}
FORMATS = pytest.mark.parametrize("made", SESSIONS.values(), ids=SESSIONS.keys())


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


@FORMATS
def test_the_same_bytes_give_the_same_trace(made: Transcript | Rollout) -> None:
    first, second = checked(made.data()), checked(made.data())
    assert first is not None and second is not None
    assert to_json(first.trace) == to_json(second.trace)
    assert first.report == second.report


@FORMATS
@given(data=st.data())
def test_any_order_of_records(made: Transcript | Rollout, data: st.DataObject) -> None:
    found = checked(b"\n".join(data.draw(st.permutations(made.lines()))))
    assert found is not None
    assert found.report.records.total == len(made.lines())
    assert found.report.found.calls == capture(made.data(), name="session.jsonl").report.found.calls


@FORMATS
@given(data=st.data())
def test_any_repetition_counts_once(made: Transcript | Rollout, data: st.DataObject) -> None:
    whole = capture(made.data(), name="session.jsonl").report.found
    lines = made.lines()
    identified = [line for line in lines if b'"uuid"' in line or b'"payload"' in line]
    named = data.draw(st.lists(st.sampled_from(identified), max_size=12))
    found = checked(b"\n".join([*lines, *named]))
    assert found is not None
    counts = found.report.found
    assert (counts.calls, counts.prompts, counts.error_results) == (whole.calls, whole.prompts, whole.error_results)
    assert counts.repeats == len(named)


@FORMATS
@given(data=st.data())
def test_any_truncation(made: Transcript | Rollout, data: st.DataObject) -> None:
    whole = made.data()
    kept = whole[: data.draw(st.integers(0, len(whole)))]
    found = checked(kept)
    last = kept.rsplit(b"\n", 1)[-1]
    if found is not None and last and last not in made.lines():
        assert found.report.completeness.end == "cut off"
        assert len(found.report.records.damaged) == 1


@FORMATS
@given(data=st.data())
def test_any_damage_of_bytes(made: Transcript | Rollout, data: st.DataObject) -> None:
    changed = bytearray(made.data())
    place = st.tuples(st.integers(0, len(changed) - 1), st.integers(0, 255))
    for position, byte in data.draw(st.lists(place, min_size=1, max_size=8)):
        changed[position] = byte
    checked(bytes(changed))


@FORMATS
@given(data=st.binary(max_size=200))
def test_any_bytes(made: Transcript | Rollout, data: bytes) -> None:
    checked(data)
    checked(made.data() + data)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 2**63) | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@FORMATS
@given(data=st.data())
def test_any_member_of_any_type(made: Transcript | Rollout, data: st.DataObject) -> None:
    lines = made.lines()
    index = data.draw(st.integers(0, len(lines) - 1))
    record = orjson.loads(lines[index])
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
    checked(b"\n".join([*lines[:index], orjson.dumps(record), *lines[index + 1 :]]))
