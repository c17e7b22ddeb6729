"""Messages that a model was given or gave, as programs write them: of chats or responses, in blocks or parts."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from tollens.plugins.sessions.values import held, list_of, object_of, objects, string, text_of

_ROLES = {"human": "user", "ai": "assistant", "tool": "tool", "function_call_output": "tool"}
"""By the type of a message that states no role."""

_TEXTS = ("text", "input_text", "output_text")
_CALLS = ("tool_use", "tool_call", "tool-call", "function_call")
_RESULTS = ("tool_result", "tool_call_response", "tool-result", "function_call_output")
_LISTS = ("messages", "output", "input", "contents")
_SHAPES = frozenset(("role", "content", "parts", "tool_calls", "toolCalls", "text"))
_MORE = frozenset(("type", "parts", "tool_calls", "toolCalls", "additional_kwargs", "function_call"))
"""What a message has that is more than a role and a text."""

Call = tuple[str, str, object]
"""Id, tool, arguments."""


class Message(NamedTuple):
    """One message: whose it is, its text, the calls that it asks for, and the results that it brings by their calls."""

    role: str
    text: str
    calls: tuple[Call, ...] = ()
    results: tuple[tuple[str, str], ...] = ()


def messages_of(value: object) -> list[Message]:
    """The messages in a value: one, a list, the member of an object, or the JSON of these; none in mere text.

    >>> messages_of('{"role": "user", "content": [{"type": "text", "text": "Hi"}]}')
    [Message(role='user', text='Hi', calls=(), results=())]
    """
    found = object_of(value)
    listed = next((inner for name in _LISTS if (inner := list_of(found.get(name)))), []) if found else list_of(value)
    if choices := list(objects(found.get("choices"))):
        listed = [choice["message"] for choice in choices if "message" in choice]
    if found and not listed and (_SHAPES & found.keys() or found.get("type") in (*_CALLS, *_RESULTS)):
        listed = [found]
    nested = [each for item in listed for each in (item if isinstance(item, list) else [item])]
    return [_message(each) for each in nested if isinstance(each, dict)]


def human(text: str) -> str:
    """The words of a person in what a model was given in their name; empty where there are none.

    Programs put what they add into tags, and mark the request itself with one of its own.
    """
    for tag in ("user_query", "userRequest", "user_request"):
        start, end = text.rfind(f"<{tag}>"), text.rfind(f"</{tag}>")
        if 0 <= start < end:
            return text[start + len(tag) + 2 : end].strip()
    stripped = text.strip()
    return "" if stripped.startswith("<") else stripped


def heard(messages: list[Message]) -> tuple[str, ...]:
    """The words of persons in messages."""
    return tuple(filter(None, (human(message.text) for message in messages if message.role == "user")))


def said(messages: list[Message]) -> str:
    """What messages say, of the agent's or of nobody's in particular."""
    texts = (message.text for message in messages if message.role in ("assistant", "model", ""))
    return "\n".join(filter(None, texts)).strip()


def _message(value: dict[str, Any]) -> Message:
    role, text = value.get("role"), value.get("content")
    if isinstance(role, str) and isinstance(text, str) and _MORE.isdisjoint(value):  # most are so, and again and again
        brought = ((string(value, "tool_call_id", "toolCallId", "id"), text),) if role == "tool" else ()
        return Message(role, text, (), brought)
    return _told(value)


def _told(value: dict[str, Any]) -> Message:
    value = {"role": value.get("role"), **inner} if (inner := held(value, "content")) else value
    kind = string(value, "type")
    role = string(value, "role") or _ROLES.get(kind, "assistant" if kind in (*_CALLS, "message") else "")
    parts = [value] if kind in (*_CALLS, *_RESULTS) else list(_parts(value))
    text = string(value, "content", "text") or "\n".join(filter(None, map(_text, parts)))
    asked = value.get("tool_calls") or value.get("toolCalls") or held(value, "additional_kwargs").get("tool_calls")
    calls = [_call(call) for call in objects(list_of(asked))]
    if isinstance(value.get("function_call"), dict):
        calls.append(_call(value["function_call"]))
    known = {call[0] for call in calls if call[0]}
    in_parts = (_call(each) for part in objects(parts) if (each := _of(part, _CALLS, "functionCall", "function_call")))
    brought = (_of(part, _RESULTS, "functionResponse", "function_response") for part in objects(parts))
    results = [_result(each) for each in brought if each]
    if role == "tool" and not results:
        results = [(string(value, "tool_call_id", "toolCallId", "id"), text)]
    return Message(role, text, (*calls, *(call for call in in_parts if call[0] not in known)), tuple(results))


def _parts(value: dict[str, Any]) -> Iterator[object]:
    for member in ("content", "parts"):
        listed = value.get(member)
        if isinstance(listed, list):
            yield from listed


def _of(part: dict[str, Any], kinds: tuple[str, ...], *members: str) -> dict[str, Any]:
    """A part of one of these types, or what it has in one of these members; empty where it has neither."""
    if part.get("type") in kinds:
        return part
    return next((inner for name in members if (inner := held(part, name))), {})


def _text(part: object) -> str:
    if isinstance(part, str):
        return part
    return string(part, "text", "content") if isinstance(part, dict) and part.get("type", "text") in _TEXTS else ""


def _call(call: dict[str, Any]) -> Call:
    inner = held(call, "function") or call
    arguments = next((inner[name] for name in ("arguments", "args", "input") if name in inner), None)
    identity = string(call, "call_id", "toolCallId", "tool_call_id", "id")
    return identity, string(inner, "name", "toolName"), arguments


def _result(part: dict[str, Any]) -> tuple[str, str]:
    found = next((part[name] for name in ("response", "result", "output", "content") if name in part), None)
    texts = "\n".join(filter(None, map(_text, found))) if isinstance(found, list) else ""
    return string(part, "tool_use_id", "toolCallId", "call_id", "tool_call_id", "id"), texts or text_of(found)
