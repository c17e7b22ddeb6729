"""Laws of large files: read piece by piece, a session gives the same trace as read whole.

Whatever is done to the file: any order of its records, any repetition, truncation or damage of bytes.
"""

from collections.abc import Callable
from typing import Any

import orjson
from hypothesis import given
from hypothesis import strategies as st

from tests.laws.test_capture_accounts_for_everything import FORMATS, JSON
from tollens.core.errors import UnreadableError
from tollens.core.wire.encode import to_json
from tollens.plugins.sessions import Privacy, captures
from tollens.testing.pieces import Pieces
from tollens.testing.transcripts import Transcript

PRIVACY = Privacy(b"0123456789abcdef", content="digest")


def outcome(data: Any) -> list[tuple[bytes, object]] | str:
    """The traces and the accounts, or the refusal."""
    try:
        return [(to_json(each.trace), each.report) for each in captures(data, name="s.jsonl", privacy=PRIVACY)]
    except UnreadableError as error:
        return error.message


def same(data: bytes, size: int = 256) -> None:
    """Both ways give the same."""
    assert outcome(Pieces(data, size)) == outcome(data)


def large() -> bytes:
    """A session with long contents in every place where one can be."""
    text = "".join(f"line {number}\n" for number in range(400))
    transcript = Transcript().prompt(text).say(text)
    transcript.read("/home/dev/shop/a.py", text).edit("/home/dev/shop/a.py", "line 7\n", "line seven\n", text)
    transcript.run("pytest -q", f"{text}1 failed, 2 passed\n{text}", 1).run("pytest -q", f"{text}3 passed in 0.1s")
    transcript.run(f"cat > b.py <<'END'\n{text}END", text)
    transcript.run("git add a.py && git commit -m x", f"[main 4f2a9c1] x\n{text}")
    transcript.result(transcript.call("Write", file_path="/home/dev/shop/c.py", content=text), text, {"type": "create"})
    transcript.result(transcript.call("Read", file_path="b.py"), "".join(f"{n}\tline {n}\n" for n in range(300)))
    transcript.result(transcript.call("Read"), text).result(transcript.call("mcp__a__b", text=text), text, text)
    background = f"Command running in background with ID: b7. {text}"
    transcript.result(transcript.call("Bash", command="sleep 9", run_in_background=True), background)
    transcript.result(transcript.call("BashOutput", bash_id="b7"), text)
    transcript.result(transcript.call("TaskCreate", subject="x"), f"Task #4 created {text}", {"task": {"id": "4"}})
    transcript.result(transcript.call("TaskUpdate", taskId="4", status="completed"), text)
    transcript.result(transcript.call("ExitPlanMode"), text, {"plan": text})
    question = {"question": "Which?", "options": [{"label": "A"}, {"label": "B"}]}
    transcript.result(transcript.call("AskUserQuestion", questions=[question]), text, {"answers": {"Which?": "B"}})
    transcript.result(transcript.call("Task", description="look", prompt=text), text, {"agentId": "x"})
    transcript.result(transcript.call("Bash", command="git push"), f"User rejected tool use{text}", error=True)
    return transcript.result("gone", text).say("done").data()


LARGE = large().split(b"\n")[:-1]


def test_a_session_with_long_contents() -> None:
    for size in (64, 4096, 1 << 20):
        same(large(), size)


@given(st.permutations(LARGE))
def test_any_order_of_long_records(lines: list[bytes]) -> None:
    same(b"\n".join(lines), 1 << 14)


@FORMATS
@given(data=st.data())
def test_any_order_and_repetition(made: Any, data: st.DataObject) -> None:
    lines = made.lines()
    repeated = data.draw(st.lists(st.sampled_from(lines), max_size=6))
    same(b"\n".join([*data.draw(st.permutations(lines)), *repeated]), data.draw(st.integers(1, 500)))


@FORMATS
@given(data=st.data())
def test_any_truncation(made: Any, data: st.DataObject) -> None:
    same(made.data()[: data.draw(st.integers(0, len(made.data())))])


@FORMATS
@given(data=st.data())
def test_any_damage_of_bytes(made: Any, data: st.DataObject) -> None:
    damaged = bytearray(made.data())
    for _ in range(data.draw(st.integers(1, 8))):
        damaged[data.draw(st.integers(0, len(damaged) - 1))] = data.draw(st.integers(0, 255))
    same(bytes(damaged))


@given(st.integers(0, len(LARGE) - 1), st.data())
def test_any_member_of_any_type(index: int, data: st.DataObject) -> None:
    record = orjson.loads(LARGE[index])
    pick: Callable[[Any], str] = lambda holder: data.draw(st.sampled_from(sorted(holder)))  # noqa: E731
    holder = record
    for _ in range(data.draw(st.integers(0, 2))):
        held = [value for value in holder.values() if isinstance(value, dict) and value]
        holder = data.draw(st.sampled_from(held)) if held else holder
    holder[pick(holder)] = data.draw(JSON)
    same(b"\n".join([*LARGE[:index], orjson.dumps(record), *LARGE[index + 1 :]]), 1 << 14)
