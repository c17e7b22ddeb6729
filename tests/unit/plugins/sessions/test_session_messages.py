"""Messages as programs write them: each way comes to the same, and what is none is none."""

import json
from typing import Any

import pytest

from tollens.plugins.sessions.messages import Message, heard, human, messages_of, said

ARGUMENTS = {"path": "a.py"}
ASKED = Message("assistant", "Look.", (("c1", "read", ARGUMENTS),))
CALL = {"id": "c1", "name": "read", "args": ARGUMENTS}
BLOCKS = [{"type": "text", "text": "Look."}, {"type": "tool_use", "id": "c1", "name": "read", "input": ARGUMENTS}]
PARTS = [{"type": "text", "content": "Look."}, {"type": "tool_call", **CALL, "arguments": ARGUMENTS}]
FUNCTION = {"id": "c1", "type": "function", "function": {"name": "read", "arguments": ARGUMENTS}}
CAMEL = {"toolCallId": "c1", "toolName": "read", "input": ARGUMENTS}
BROUGHT = [{"type": "text", "text": "x = 1"}]


@pytest.mark.parametrize(
    "value",
    [
        {"role": "assistant", "content": "Look.", "tool_calls": [FUNCTION]},
        {"type": "ai", "content": "Look.", "tool_calls": [CALL]},
        {"type": "ai", "content": "Look.", "additional_kwargs": {"tool_calls": [CALL]}},
        {"role": "assistant", "content": BLOCKS},
        {"role": "assistant", "parts": PARTS},
        {"role": "assistant", "content": {"parts": [{"text": "Look."}, {"functionCall": CALL}]}},
        {"role": "assistant", "text": "Look.", "toolCalls": [CAMEL]},
        {"choices": [{"message": {"role": "assistant", "content": "Look.", "tool_calls": [CALL]}}, {}]},
    ],
)
def test_each_way_to_ask_for_a_call_comes_to_the_same(value: Any) -> None:
    assert messages_of(value) == messages_of(json.dumps(value)) == messages_of([[value]] if "role" in value else value)
    assert messages_of(value) == [ASKED]


@pytest.mark.parametrize(
    "value",
    [
        {"role": "tool", "tool_call_id": "c1", "content": "x = 1"},
        {"type": "tool", "tool_call_id": "c1", "content": BROUGHT},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1", "content": BROUGHT}]},
        {"role": "tool", "parts": [{"type": "tool_call_response", "id": "c1", "response": "x = 1"}]},
        {"type": "function_call_output", "call_id": "c1", "output": "x = 1"},
        {"role": "user", "parts": [{"function_response": {"id": "c1", "response": "x = 1"}}]},
    ],
)
def test_each_way_to_bring_a_result_comes_to_the_same(value: Any) -> None:
    (message,) = messages_of({"messages": [value]})
    assert message.results == (("c1", "x = 1"),)
    assert heard([message]) == ()


def test_responses_have_a_message_and_its_calls_apart() -> None:
    text = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Look."}]}
    call = {"type": "function_call", "call_id": "c1", "id": "fc", "name": "read", "arguments": "{}"}
    older = {"role": "assistant", "content": None, "function_call": {"name": "read", "arguments": "{}"}}
    found = messages_of({"output": [text, call, older]})
    assert said(found) == "Look."
    assert [call for message in found for call in message.calls] == [("c1", "read", "{}"), ("", "read", "{}")]


def test_what_is_no_message_is_none() -> None:
    for value in (None, 7, "fix it", "[1, 2]", {"odd": 1}, {"messages": 7}, {"choices": 7}, ["a"]):
        assert messages_of(value) == []
    odd = {"role": 7, "content": 7, "parts": 7, "tool_calls": 7, "additional_kwargs": 7, "function_call": 7}
    assert messages_of(odd) == [Message("", "")]
    assert messages_of({"role": "user", "content": [7, "a", {"type": 7, "text": "b"}]}) == [Message("user", "a")]


def test_the_words_of_a_person_are_what_no_program_added() -> None:
    assert human("<context>x</context>\n<user_query>\nfix it\n</user_query>") == "fix it"
    assert (human("<environment/>"), human(" fix it ")) == ("", "fix it")
    assert heard(messages_of([{"role": "user", "content": "<environment/>"}, {"type": "human", "content": "a"}])) == (
        "a",
    )
