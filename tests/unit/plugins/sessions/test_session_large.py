"""Large sessions without contents: read piece by piece, each format gives the same trace and lets contents go."""

import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import orjson
import pytest

from tollens.core.errors import TollensError, UnreadableError
from tollens.core.wire.encode import to_json
from tollens.plugins import sessions as plugin
from tollens.plugins.sessions import FORMATS, Privacy, captures
from tollens.plugins.sessions.agents.gemini import log
from tollens.plugins.sessions.agents.otlp import records as otlp_records
from tollens.plugins.sessions.assembly.withholding import result_without, withheld, without
from tollens.plugins.sessions.events import Call, Session
from tollens.plugins.sessions.shedding import Shedding
from tollens.plugins.sessions.source.objects import objects_in
from tollens.plugins.sessions.source.redaction import Redactor
from tollens.plugins.sessions.source.stored import open_stored
from tollens.testing.gemini_sessions import GeminiSession
from tollens.testing.pieces import Pieces
from tollens.testing.rollouts import Rollout
from tollens.testing.transcripts import Transcript

VECTORS = sorted(Path("vectors/capture").glob("*/*.jsonl"))
CALLS, SIZE = 40, 50_000


def text(number: int) -> str:
    """A long text, like no other."""
    return f"output {number} ".ljust(SIZE, "x")


def claude_code() -> bytes:
    made = Transcript().prompt("go")
    for number in range(CALLS):
        made.run(f"cat {number}", text(number))
    return made.say("done").data()


def codex() -> bytes:
    made = Rollout().prompt("go")
    for number in range(CALLS // 2):
        call = made.call("exec_command", cmd=f"cat {number}")
        made.event("exec_command_end", call_id=call, command=["cat", "x"], aggregated_output=text(number), exit_code=0)
        made.output(call, f"Process exited with code 0\nOutput:\n{text(number)}")
    return made.say("done").data()


def gemini() -> bytes:
    made = GeminiSession().prompt("go")
    for number in range(CALLS):
        made.say("", made.call("read_file", text(number), file_path=f"/w/{number}.py"))
    return made.say("done").log()


def lines(*records: dict[str, Any]) -> bytes:
    return b"\n".join(map(orjson.dumps, records))


def pi() -> bytes:
    def message(**members: Any) -> dict[str, Any]:
        return {"type": "message", "message": members}

    made = [{"type": "session", "id": "s", "cwd": "/w"}, message(role="user", content="go")]
    for number in range(CALLS):
        call = {"type": "toolCall", "id": f"c{number}", "name": "bash", "arguments": {"command": f"cat {number}"}}
        made.append(message(role="assistant", content=[call], stopReason="toolUse"))
        content = [{"type": "text", "text": text(number)}]
        made.append(message(role="toolResult", toolCallId=f"c{number}", content=content, isError=False))
    return lines(*made)


def copilot() -> bytes:
    made: list[dict[str, Any]] = [{"type": "user.message", "id": "u", "data": {"content": "go"}}]
    for number in range(CALLS):
        asked = {"toolCallId": f"c{number}", "toolName": "bash", "arguments": {"command": f"cat {number}"}}
        result = {"toolCallId": f"c{number}", "success": True, "result": {"content": text(number)}}
        made.append({"type": "tool.execution_start", "id": f"a{number}", "data": asked})
        made.append({"type": "tool.execution_complete", "id": f"b{number}", "data": result})
    return lines(*made)


def cursor() -> bytes:
    made = [{"role": "user", "message": {"content": "<user_query>go</user_query>"}}]
    for number in range(CALLS):
        call = {"type": "tool_use", "name": "Write", "input": {"path": f"{number}.py", "contents": text(number)}}
        made.append({"role": "assistant", "message": {"content": [call]}})  # type: ignore[dict-item]
    return lines(*made)


def otlp() -> bytes:
    made = []
    for number in range(CALLS):
        facts = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "read_file", "session.id": "s"}
        facts |= {"gen_ai.tool.call.arguments": '{"path": "a.py"}', "gen_ai.tool.call.result": text(number)}
        attributes = [{"key": name, "value": {"stringValue": value}} for name, value in facts.items()]
        span = {"traceId": "t", "spanId": f"s{number}", "startTimeUnixNano": f"{number + 1}000000000"}
        made.append({"resourceSpans": [{"scopeSpans": [{"spans": [span | {"attributes": attributes}]}]}]})
    return lines(*made)


SESSIONS = {
    "claude-code": claude_code,
    "codex": codex,
    "copilot": copilot,
    "cursor": cursor,
    "gemini": gemini,
    "otlp": otlp,
    "pi": pi,
}


@pytest.mark.parametrize("name", SESSIONS)
def test_a_reader_holds_no_contents(name: str) -> None:
    data = SESSIONS[name]()
    source = open_stored(Pieces(data, 1 << 16), "s.jsonl", Redactor())
    source = msgspec.structs.replace(source, shedding=Shedding(withheld, without, result_without))
    reader = FORMATS.get(name)
    tracemalloc.start()
    (session,) = reader.read(source)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(data) > CALLS * SIZE
    assert calls(session) >= CALLS // 2
    assert peak < len(data) // 2  # a record is read as a whole, and looked at in copies of its texts


def calls(session: Session) -> int:
    return sum(isinstance(event, Call) for event in session.events)


def outcome(data: bytes | Pieces) -> object:
    """The traces with their accounts, or the refusal."""
    try:
        found = captures(data, name="s.jsonl", privacy=Privacy(b"0123456789abcdef", content="digest"))
    except TollensError as error:
        return error.message
    return [(to_json(each.trace), each.report) for each in found]


@pytest.mark.parametrize("path", VECTORS, ids=lambda path: path.parent.name)
def test_read_piece_by_piece_a_session_is_the_same(path: Path) -> None:
    data = path.read_bytes()
    assert outcome(Pieces(data, 1 << 12)) == outcome(data)


@pytest.mark.parametrize("name", SESSIONS)
def test_and_so_is_a_long_one(name: str) -> None:
    data = SESSIONS[name]()
    assert outcome(Pieces(data, 1 << 16)) == outcome(data)


def rewritten() -> bytes:
    """A log of Gemini CLI whose messages are written again: with less, with a mark, in another order, many times."""
    made = GeminiSession().prompt("go")
    first, second = made.call("read_file", text(1), file_path="/w/a.py"), made.run("pytest", text(2), 1)
    identity = made.message("gemini", "Reading.", toolCalls=[first, second], model="x")
    hidden = {**first, "result": [{"functionResponse": {"response": {"output": "<tool_output_masked>"}}}]}
    third = made.call("read_file", text(3), file_path="/w/b.py")
    for calls in ([second], [hidden, second], [first], [], [third], [hidden]):
        made.raw({**made.records[2], "id": identity, "toolCalls": calls, "content": f"Read {len(calls)}."})
    made.raw({"$set": {"messages": [*made.records[1:3], {**made.records[2], "content": "Read again."}]}})
    return made.raw({"$rewindTo": identity}).prompt("again").say("Done.", first).log()


def batches() -> bytes:
    """Spans in large records, which follow one another in time across these."""
    records: list[dict[str, Any]] = []
    for record in range(4):
        spans = []
        for number in range(record, 40, 4):
            facts = {"gen_ai.operation.name": "chat", "gen_ai.output.messages": said(f"{number}"), "session.id": "s"}
            attributes = [{"key": name, "value": {"stringValue": value}} for name, value in facts.items()]
            began = f"{number + 1}000000000"
            spans.append({"traceId": "t", "spanId": f"{number}", "startTimeUnixNano": began, "attributes": attributes})
        records.append({"resourceSpans": [{"scopeSpans": [{"spans": spans}]}]})
    return lines(*records)


def said(words: str) -> str:
    return orjson.dumps([{"role": "assistant", "parts": [{"type": "text", "content": words}]}]).decode()


@pytest.mark.parametrize("times", [0, 100])
@pytest.mark.parametrize("made", [rewritten, batches])
def test_what_is_read_again_and_again_is_kept(
    made: Callable[[], bytes], times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log, "AGAIN", times)
    monkeypatch.setattr(otlp_records, "TIMES", times)
    data = made()
    assert outcome(Pieces(data, 1 << 16)) == outcome(data)


def test_a_record_that_is_none_any_more_is_refused() -> None:
    file = Pieces(b'{"a":1}\n{"b":2}')
    rows, _ = objects_in(open_stored(file, "s", Redactor()))
    assert [*rows[1:]] == [(2, {"b": 2})]
    assert rows[0] == (1, {"a": 1})
    file.data = b"[1,2,3]\n[1,2,3]"
    with pytest.raises(UnreadableError, match="line 2 is not what it was"):
        _ = rows[1]


@pytest.mark.parametrize("seen", [1, 2 * SIZE, 10**9])
def test_however_little_is_looked_at_first_the_format_is_found(seen: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugin, "_SEEN", seen)
    data = b'{"note": 1}\n' + codex()
    assert outcome(Pieces(data, 1 << 16)) == outcome(data)
