"""What tells a record apart is the same whether all of it is read or not."""

import orjson
import pytest

from tollens.plugins.sessions.agents.claude_code.rows import outlined, row_of

RESULT = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c", "content": "x"}]}


def told(row: object) -> list[object]:
    return [getattr(row, name) for name in ("line", "kind", "uuid", "parent", "sidechain", "session")]


@pytest.mark.parametrize(
    "record",
    [
        {},
        {"type": "assistant", "uuid": "u", "parentUuid": "p", "sessionId": "s", "message": {"content": "hi"}},
        {"type": "assistant", "uuid": "u", "parentUuid": None, "logicalParentUuid": "l", "isSidechain": True},
        {"type": "assistant", "parentUuid": "", "logicalParentUuid": "l", "message": None},
        {"type": "user", "uuid": "u", "message": RESULT},
        {"type": "user", "isSidechain": True, "message": {"content": "words to a sub-agent"}},
        {"type": "progress", "data": {"type": "hook_progress"}, "extra": [1, {"a": None}]},
    ],
)
def test_an_outline_tells_what_the_whole_record_tells(record: dict[str, object]) -> None:
    found = outlined(7, orjson.dumps(record))
    assert found is not None
    assert told(found) == told(row_of(7, record))
    assert found.value == {}


@pytest.mark.parametrize(
    "data",
    [
        b"[1]",
        b"7",
        b'{"type": 7}',
        b'{"uuid": ["u"]}',
        b'{"isSidechain": "yes"}',
        b'{"type": "assistant", "message": "bare"}',
        b'{"type": "assistant", "message": {"content": ["bare"]}}',
        b'{"type": "user", "message": {"content": "words"}}',
        b'{"type": "user", "message": {"content": [{"type": "text", "text": "words"}]}}',
        b'{"type": "user"}',
        b"no JSON",
        b'{"uuid": "\xff"}',
    ],
)
def test_a_record_that_has_to_be_read_has_no_outline(data: bytes) -> None:
    assert outlined(1, data) is None
