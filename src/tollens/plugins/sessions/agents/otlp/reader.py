"""Spans by their attributes: the GenAI conventions, those of OpenInference, and what either calls a message."""

import re
from typing import Any

from tollens.plugins.sessions.agents.otlp.wire import attributes, hexadecimal, nanoseconds
from tollens.plugins.sessions.messages import Message, heard, human, messages_of, said
from tollens.plugins.sessions.span import Span
from tollens.plugins.sessions.times import of_milliseconds
from tollens.plugins.sessions.values import held, list_of, object_of, objects, string, text_of
from tollens.plugins.sessions.words import names

_SESSIONS = (
    "session.id",
    "copilot_chat.chat_session_id",
    "copilot_chat.parent_chat_session_id",
    "gen_ai.conversation.id",
)
SERVICE, VERSION = "service.name", "service.version"
ROOT = ("process.working_directory", "session.cwd")
BRANCH = ("copilot_chat.repo.head_branch_name", "vcs.ref.head.name")
COMMIT = ("copilot_chat.repo.head_commit_hash", "vcs.ref.head.revision")
_ABOUT = (SERVICE, VERSION, *ROOT, *BRANCH, *COMMIT)
"""What a span and its resource state of the session as a whole."""

_OPERATIONS = {"invoke_agent": "agent", "chat": "chat", "text_completion": "chat", "generate_content": "chat"}
_OPERATIONS |= {"execute_tool": "tool", "completion": "chat"}
_KINDS = {"AGENT": "agent", "LLM": "chat", "TOOL": "tool"}
_OTHERS = names(
    "create_agent invoke_workflow embeddings retrieval execute_hook "
    "CHAIN RETRIEVER RERANKER EMBEDDING GUARDRAIL EVALUATOR PROMPT UNKNOWN"
)
"""Operations and kinds of spans that say nothing of what an agent was asked, said or called."""

_MESSAGE = re.compile(
    r"(?:llm\.(input|output)_messages\.(\d{1,6})\.message|gen_ai\.(prompt|completion)\.(\d{1,6}))\.(.+)"
)
_CALL = re.compile(r"tool_calls\.(\d{1,6})\.(?:tool_call\.)?(?:function\.)?(id|name|arguments)")
_CONTENT = re.compile(r"contents\.(\d{1,6})\.message_content\.text")
_EVENT = re.compile(r"gen_ai\.(user|tool|assistant)\.message")
_DETAILS = ("gen_ai.client.inference.operation.details", "gen_ai.content.prompt", "gen_ai.content.completion")
"""Events of a span that have what its attributes have in other versions."""

_ERROR = (2, "2", "STATUS_CODE_ERROR", "ERROR")


def span_of(line: int, about: dict[str, Any], value: dict[str, Any]) -> Span:
    """A span, by whichever of the two conventions it follows.

    Args:
        line: Where it stands.
        about: The attributes of its resource.
        value: The span.
    """
    events = [(string(event, "name"), attributes(event.get("attributes"))) for event in objects(value.get("events"))]
    given = attributes(value.get("attributes"))
    for told in (told for name, told in events if name in _DETAILS):
        for member, held_there in told.items():
            given.setdefault(member, held_there)
    began = nanoseconds(value.get("startTimeUnixNano", value.get("start_time_unix_nano")))
    ended = nanoseconds(value.get("endTimeUnixNano", value.get("end_time_unix_nano")))
    status = held(value, "status")
    moment = of_milliseconds(began // 1_000_000) if began is not None else ""
    thrown = next((text_of(told.get("exception.message")) for name, told in events if name == "exception"), "")
    made = Span(
        line,
        hexadecimal(string(value, "spanId", "span_id")),
        hexadecimal(string(value, "parentSpanId", "parent_span_id")),
        next((found for member in _SESSIONS if (found := text_of(given.get(member)))), ""),
        began=moment if isinstance(moment, str) else "",
        failed=status.get("code") in _ERROR or bool(given.get("error.type")),
        message=string(status, "message") or thrown or text_of(given.get("error.type")),
        ended=ended is not None,
        duration_ms=(ended - began) // 1_000_000 if began and ended and ended >= began else None,
        about={name: given.get(name, about.get(name)) for name in _ABOUT if name in given or name in about},
        title=string(value, "name"),
        trace=hexadecimal(string(value, "traceId", "trace_id")),
    )
    operation = _operation(given, string(value, "name"))
    kind = text_of(given.get("openinference.span.kind")).upper()
    if operation:
        made.kind = _OPERATIONS.get(operation, "other")  # type: ignore[assignment]
        _by_genai(made, given, string(value, "name"))
    if kind and not (made.asked or made.answered or made.calls or made.arguments or made.output):
        made.kind = made.kind if operation else _KINDS.get(kind, "other")  # type: ignore[assignment]
        _by_openinference(made, given, made.name or string(value, "name"))
    if stated := (operation or kind):
        made.label = f"span {stated[:60]}"
        made.strange = made.kind == "other" and stated not in _OTHERS
    if made.kind == "chat":
        _by_messages(made, given, events)
    return made


def _operation(given: dict[str, Any], name: str) -> str:
    """What a span of the GenAI conventions states to be; those of before they had a word for it, by its name."""
    begins = name.partition(" ")[0]
    told = begins if begins in _OPERATIONS and any(each.startswith("gen_ai.") for each in given) else ""
    return text_of(given.get("gen_ai.operation.name") or given.get("llm.request.type")) or told


def _by_genai(span: Span, given: dict[str, Any], name: str) -> None:
    messages, output = messages_of(given.get("gen_ai.input.messages")), messages_of(given.get("gen_ai.output.messages"))
    if span.kind == "agent":
        span.name = text_of(given.get("gen_ai.agent.name")) or name
        request = human(text_of(given.get("copilot_chat.user_request")))
        span.asked = (request,) if request else heard(messages)
        span.answered = said(output)
    elif span.kind == "chat":
        span.name = text_of(given.get("gen_ai.response.model") or given.get("gen_ai.request.model"))
        _take(span, messages, output)
    elif span.kind == "tool":
        span.name = text_of(given.get("gen_ai.tool.name")) or name.removeprefix("execute_tool ")
        _call(span, given, "gen_ai.tool.call.id", "gen_ai.tool.call.arguments", "gen_ai.tool.call.result")


def _by_openinference(span: Span, given: dict[str, Any], name: str) -> None:
    if span.kind == "agent":
        span.name = text_of(given.get("agent.name") or given.get("gen_ai.agent.name")) or name
        asked = human(_plain(given.get("input.value")))
        span.asked, span.answered = ((asked,) if asked else ()), _plain(given.get("output.value"))
    elif span.kind == "tool":
        span.name = text_of(given.get("tool.name")) or name
        identity = "tool_call.id" if given.get("tool_call.id") else "tool.id"
        _call(span, given, identity, "input.value" if given.get("input.value") else "tool.parameters", "output.value")
    elif span.kind == "chat":
        span.name = text_of(given.get("llm.model_name") or given.get("gen_ai.request.model"))
        if not any(map(_MESSAGE.fullmatch, given)):
            _take(span, messages_of(given.get("input.value")), messages_of(given.get("output.value")))


def _call(span: Span, given: dict[str, Any], name: str, arguments: str, output: str) -> None:
    span.call_id = text_of(given.get(name))
    span.arguments = given.get(arguments)
    found = given.get(output)
    span.output = None if found is None else text_of(found)
    stated = given.get("process.exit.code", object_of(found).get("exit_code", object_of(found).get("exitCode")))
    span.status = stated if isinstance(stated, int) and not isinstance(stated, bool) else None


def _take(span: Span, given: list[Message], output: list[Message]) -> None:
    """Take what a model was given and gave."""
    span.asked, span.answered = heard(given), said(output)
    span.opens = bool(given) and given[-1].role == "user"
    span.calls = tuple(call for message in output for call in message.calls)
    span.results = tuple(result for message in given for result in message.results)


def _plain(value: object) -> str:
    """What an agent was given or gave: text, or an object with the text in a member."""
    found = object_of(value)
    inner = string(found, "input", "text", "content", "query", "prompt", "output")
    return (inner if found else text_of(value)).strip()


def _by_messages(span: Span, given: dict[str, Any], events: list[tuple[str, dict[str, Any]]]) -> None:
    """What a model was given and gave, of which each member of each message is an attribute of its own, or each message
    an event: added to what the span states otherwise.
    """
    asked, told, calls, results = list(span.asked), [span.answered], list(span.calls), list(span.results)
    for side, message in (*_flat(given), *_told(events)):
        span.opens = message.get("role") == "user" if side == "input" else span.opens
        content = _content(message)
        role = text_of(message.get("role"))
        if side == "output":
            told.append(content)
            calls.extend(_asked(message))
        elif role == "user":
            asked.append(human(content))
        elif role == "tool":
            results.append((text_of(message.get("tool_call_id", message.get("id"))), content))
    span.asked, span.answered = tuple(filter(None, asked)), "\n".join(filter(None, told)).strip()
    span.calls, span.results = tuple(calls), tuple(results)


def _flat(given: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Messages of which each member is an attribute of its own, what was given before what was answered."""
    messages: dict[tuple[str, int], dict[str, Any]] = {}
    for name, value in given.items():
        if found := _MESSAGE.fullmatch(name):
            side = found[1] or {"prompt": "input", "completion": "output"}[found[3]]
            messages.setdefault((side, int(found[2] or found[4])), {})[found[5]] = value
    return [(side, message) for (side, _), message in sorted(messages.items(), key=lambda each: each[0])]


def _told(events: list[tuple[str, dict[str, Any]]]) -> list[tuple[str, dict[str, Any]]]:
    """Messages that are events."""
    found: list[tuple[str, dict[str, Any]]] = []
    for name, told in events:
        if name == "gen_ai.choice":
            found.append(("output", object_of(told.get("message")) or told))
        elif kind := _EVENT.fullmatch(name):
            found.append(("input", {"role": kind[1], **told}))
    return found


def _content(message: dict[str, Any]) -> str:
    """The text of a message: one, or that of its pieces."""
    whole = message.get("message.content", message.get("content"))
    pieces = sorted((int(found[1]), text_of(message[name])) for name in message if (found := _CONTENT.fullmatch(name)))
    return text_of(whole) or "\n".join(text for _, text in pieces if text)


def _asked(message: dict[str, Any]) -> list[tuple[str, str, object]]:
    """The calls of a message: in a list, or each member of each an attribute of its own."""
    calls: dict[int, dict[str, Any]] = {}
    for name, value in message.items():
        if found := _CALL.fullmatch(name):
            calls.setdefault(int(found[1]), {})[found[2]] = value
    for call in objects(list_of(message.get("tool_calls"))):
        calls[len(calls)] = {"id": call.get("id"), **(held(call, "function") or call)}
    return [
        (text_of(call.get("id")), text_of(call.get("name")), call.get("arguments")) for _, call in sorted(calls.items())
    ]
