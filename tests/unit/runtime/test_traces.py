"""Traces in and out of text."""

import pytest

import tollens


@pytest.mark.parametrize("text", [None, 5, [], {"trace_id": "t1"}, bytearray(b"{}")])
@pytest.mark.parametrize("yaml", [False, True])
def test_only_text_is_read_as_text(text: object, yaml: bool) -> None:
    with pytest.raises(tollens.MisuseError, match="text is bytes or str, not"):
        tollens.loads(text, yaml=yaml)  # type: ignore[arg-type]


def test_a_made_trace_with_half_a_character_is_invalid() -> None:
    made = tollens.Trace(
        trace_id="t1",
        spec_version="1.11",
        assistant="an agent",
        model="a model",
        timestamp="2026-01-01T00:00:00Z",
        trigger=tollens.loads(b'{"trigger": {"type": "TaskReceived"}}').trace.trigger,
        outcome=tollens.loads(b'{"outcome": {"type": "ProcessCompleted"}}').trace.outcome,
        files_modified=("src/\udce9.py",),
    )
    assert [found.path for found in tollens.validate(made).diagnostics] == ["/files_modified/0"]
