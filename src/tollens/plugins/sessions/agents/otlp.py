"""Spans of any agent in OTLP-JSON, a whole export or one a line: GenAI conventions, or those of OpenInference."""

import base64
import binascii
import re
from collections.abc import Iterator, Sequence
from typing import Any

from tollens.core.derive.record.account import Damage
from tollens.core.errors import UnreadableError
from tollens.core.ports import SessionFormat
from tollens.plugins.sessions.events import Session
from tollens.plugins.sessions.reading import Reading
from tollens.plugins.sessions.source.objects import objects_in
from tollens.plugins.sessions.source.records import Source
from tollens.plugins.sessions.spans import Span, Tree, grouped, human, sessions_of, spoken
from tollens.plugins.sessions.times import of_milliseconds
from tollens.plugins.sessions.toolkit import TOOLS as TOOLS
from tollens.plugins.sessions.values import held, list_of, object_of, objects, string, text_of

_SESSIONS = (
    "session.id",
    "copilot_chat.chat_session_id",
    "copilot_chat.parent_chat_session_id",
    "gen_ai.conversation.id",
)
_OPERATIONS = {"invoke_agent": "agent", "create_agent": "other", "chat": "chat", "text_completion": "chat"}
_OPERATIONS |= {"generate_content": "chat", "execute_tool": "tool"}
_KINDS = {"AGENT": "agent", "LLM": "chat", "TOOL": "tool"}
_LLM = re.compile(r"llm\.(input|output)_messages\.(\d{1,6})\.message\.(.+)")
_CALL = re.compile(r"tool_calls\.(\d{1,6})\.tool_call\.(id|function\.name|function\.arguments)")
_ERROR = (2, "2", "STATUS_CODE_ERROR", "ERROR")
_END = 1 << 64
"""Nanoseconds that no time reaches: OTLP has 64 bits for them."""

_LENGTHS = (8, 16)
"""Bytes of a span's id and of a trace's."""


class Otlp:
    """Spans in OTLP-JSON, of the GenAI conventions and of OpenInference.

    An agent's own span has what it was asked for, that of a model what was said and which calls were asked for, that of
    a tool the call with its result. A file may hold several sessions; each is a trace. Where no span follows either
    convention, each is a step by its name.
    """

    name = "otlp"
    title = "OTLP spans (JSON)"
    where = ("wherever the exporter or collector of the agent writes them",)
    versions = "OTLP 1.x in JSON; GenAI semantic conventions 1.28 and later; OpenInference"

    def recognizes(self, records: Sequence[object]) -> bool:
        """Whether one of the records is an export of spans."""
        return any(isinstance(record, dict) and _resources(record) is not None for record in records[:200])

    def read(self, source: Source) -> tuple[Session, ...]:
        """The sessions in the source: spans that state one id of a session or conversation; else those of one trace.

        Raises:
            UnreadableError: None of the spans is of an agent.
        """
        rows, damaged = objects_in(source)
        spans = [_Reading(line, about).span(value) for line, about, value in _spans(rows)]
        tree = Tree(spans)
        read = sessions_of(tree, grouped(_in_sessions(spans)))
        if not read:
            raise UnreadableError(
                f"{source.name}: none of its {len(spans)} spans states what an agent was asked, said or called",
                "Spans are read by the GenAI conventions and OpenInference; their contents may not have been recorded.",
            )
        for line, row in rows:
            if not any(True for _ in _spans([(line, row)])):
                read[0][1].skip_unknown("record without spans")
        notes = (*source.notes, *tree.notes())
        return tuple(
            self._session(group, reading, damaged if number == 0 else (), notes, tree.missing)
            for number, (group, reading) in enumerate(read)
        )

    def _session(
        self,
        group: Sequence[Span],
        reading: Reading,
        damaged: tuple[Damage, ...],
        notes: tuple[str, ...],
        missing: tuple[str, ...],
    ) -> Session:
        facts = _Facts(group)
        return Session(
            format=self.name,
            assistant=facts.agent or "an agent",
            session_id=group[0].group,
            events=reading.events(),
            account=reading.account(damaged, notes, missing),
            models=tuple(reading.models),
            versions=facts.versions,
            started=reading.times.first,
            ended=reading.times.last,
            root=facts.root,
            branch=facts.branch,
            commit=facts.commit,
        )


class _Facts:
    """What spans state of the session as a whole."""

    def __init__(self, spans: Sequence[Span]) -> None:
        about = [span.about for span in spans]
        agents = [span.name for span in spans if span.kind == "agent" and span.name]
        self.agent = next(iter(agents), "") or self._first(about, "service.name")
        self.versions = tuple(dict.fromkeys(found for one in about if (found := string(one, "service.version"))))
        self.root = self._first(about, "process.working_directory", "session.cwd")
        self.branch = self._first(about, "copilot_chat.repo.head_branch_name", "vcs.ref.head.name")
        self.commit = self._first(about, "copilot_chat.repo.head_commit_hash", "vcs.ref.head.revision")

    @staticmethod
    def _first(about: Sequence[dict[str, Any]], *members: str) -> str:
        return next((found for one in about if (found := string(one, *members))), "")


def _resources(record: dict[str, Any]) -> list[Any] | None:
    found = record.get("resourceSpans", record.get("resource_spans"))
    return found if isinstance(found, list) else None


def _spans(rows: Sequence[tuple[int, dict[str, Any]]]) -> Iterator[tuple[int, dict[str, Any], dict[str, Any]]]:
    """All spans with their lines and the attributes of their resource."""
    for line, row in rows:
        for resource in objects(_resources(row)):
            about = _attributes(held(resource, "resource").get("attributes"))
            older = resource.get("instrumentationLibrarySpans")
            for scope in objects(resource.get("scopeSpans", resource.get("scope_spans", older))):
                for span in objects(scope.get("spans")):
                    yield line, about, span


def _in_sessions(spans: Sequence[Span]) -> Sequence[Span]:
    """Spans that state no session belong to that of the span that they are within, or of another of their trace."""
    stated: dict[str, str] = {}
    for span in spans:
        if span.group:
            stated.setdefault(span.trace, span.group)
    for span in spans:
        span.group = span.group or stated.get(span.trace, span.trace)
    return spans


def _attributes(pairs: object) -> dict[str, Any]:
    """Attributes, which OTLP writes as a list of pairs of typed values, and some exporters as an object."""
    if isinstance(pairs, dict):
        return {name: _value(value) for name, value in pairs.items()}
    return {string(pair, "key"): _value(pair.get("value")) for pair in objects(pairs)}


def _value(value: object) -> Any:
    if not isinstance(value, dict):
        return value
    for member in ("stringValue", "string_value", "boolValue", "bool_value", "doubleValue", "double_value"):
        if member in value:
            return value[member]
    whole = value.get("intValue", value.get("int_value"))
    if whole is not None:
        return int(whole) if isinstance(whole, str) and re.fullmatch(r"-?\d{1,18}", whole) else whole
    listed = value.get("arrayValue", value.get("array_value"))
    if isinstance(listed, dict):
        return [_value(each) for each in _listed(listed.get("values"))]
    pairs = value.get("kvlistValue", value.get("kvlist_value"))
    return _attributes(pairs.get("values")) if isinstance(pairs, dict) else value or None


def _listed(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _id(stated: str) -> str:
    """An id in hexadecimal digits, small; some exporters write its bytes in Base64. One of zeros is none."""
    if re.fullmatch(r"[0-9a-fA-F]{16}|[0-9a-fA-F]{32}", stated):
        return stated.lower() if stated.strip("0") else ""
    try:
        data = base64.b64decode(stated, validate=True)
    except (binascii.Error, ValueError):
        return stated
    return (data.hex() if any(data) else "") if len(data) in _LENGTHS else stated


def _nanoseconds(stated: object) -> int | None:
    if isinstance(stated, str) and re.fullmatch(r"\d{1,20}(?:\.\d{1,9})?(?:[eE]\+?\d\d?)?", stated):
        stated = float(stated) if re.search(r"[.eE]", stated) else int(stated)
    if isinstance(stated, bool) or not isinstance(stated, int | float) or not 0 < stated < _END:
        return None
    return int(stated)


class _Reading:
    """Reads one span.

    Args:
        line: Where it stands.
        about: The attributes of its resource.
    """

    def __init__(self, line: int, about: dict[str, Any]) -> None:
        self._line = line
        self._about = about

    def span(self, value: dict[str, Any]) -> Span:
        """The span, by whichever of the two conventions it follows."""
        given = _attributes(value.get("attributes"))
        began = _nanoseconds(value.get("startTimeUnixNano", value.get("start_time_unix_nano")))
        ended = _nanoseconds(value.get("endTimeUnixNano", value.get("end_time_unix_nano")))
        status = held(value, "status")
        moment = of_milliseconds(began // 1_000_000) if began is not None else ""
        trace = _id(string(value, "traceId", "trace_id"))
        made = Span(
            self._line,
            _id(string(value, "spanId", "span_id")),
            _id(string(value, "parentSpanId", "parent_span_id")),
            next((found for member in _SESSIONS if (found := text_of(given.get(member)))), ""),
            began=moment if isinstance(moment, str) else "",
            failed=status.get("code") in _ERROR or bool(given.get("error.type")),
            message=string(status, "message") or text_of(given.get("error.type")),
            ended=ended is not None,
            duration_ms=(ended - began) // 1_000_000 if began and ended and ended >= began else None,
            about={**self._about, **given},
            title=string(value, "name"),
            trace=trace,
        )
        operation = text_of(given.get("gen_ai.operation.name"))
        kind = text_of(given.get("openinference.span.kind")).upper()
        if operation:
            self._by_genai(made, operation, given, string(value, "name"))
        elif kind:
            self._by_openinference(made, kind, given, string(value, "name"))
        return made

    def _by_genai(self, span: Span, operation: str, given: dict[str, Any], name: str) -> None:
        span.label = f"span {operation[:60]}"
        span.kind = _OPERATIONS.get(operation, "other")  # type: ignore[assignment]
        messages = list_of(given.get("gen_ai.input.messages"))
        heard = [human(spoken(message.get("parts"))) for message in objects(messages) if message.get("role") == "user"]
        if span.kind == "agent":
            span.name = text_of(given.get("gen_ai.agent.name")) or name
            request = human(text_of(given.get("copilot_chat.user_request")))
            span.asked = (request,) if request else tuple(filter(None, heard))
            span.answered = _answered(given)
        elif span.kind == "chat":
            span.name = text_of(given.get("gen_ai.response.model") or given.get("gen_ai.request.model"))
            span.asked = tuple(filter(None, heard))
            span.answered = _answered(given)
            span.calls = tuple(_calls(given))
            span.results = tuple(
                (string(part, "id"), text_of(part.get("response", part.get("result"))))
                for message in objects(messages)
                for part in objects(message.get("parts"))
                if part.get("type") == "tool_call_response"
            )
        elif span.kind == "tool":
            span.name = text_of(given.get("gen_ai.tool.name")) or name.removeprefix("execute_tool ")
            self._call(span, given, "gen_ai.tool.call.id", "gen_ai.tool.call.arguments", "gen_ai.tool.call.result")

    def _call(self, span: Span, given: dict[str, Any], name: str, arguments: str, output: str) -> None:
        span.call_id = text_of(given.get(name))
        span.arguments = given.get(arguments)
        found = given.get(output)
        span.output = None if found is None else text_of(found)
        stated = given.get("process.exit.code", object_of(found).get("exit_code", object_of(found).get("exitCode")))
        span.status = stated if isinstance(stated, int) and not isinstance(stated, bool) else None

    def _by_openinference(self, span: Span, kind: str, given: dict[str, Any], name: str) -> None:
        span.label = f"span {kind[:60]}"
        span.kind = _KINDS.get(kind, "other")  # type: ignore[assignment]
        if span.kind == "agent":
            span.name = text_of(given.get("agent.name")) or name
            asked = human(_plain(given.get("input.value")))
            span.asked, span.answered = ((asked,) if asked else ()), _plain(given.get("output.value"))
        elif span.kind == "tool":
            span.name = text_of(given.get("tool.name")) or name
            self._call(span, given, "tool_call.id", "input.value", "output.value")
        elif span.kind == "chat":
            span.name = text_of(given.get("llm.model_name"))
            _by_messages(span, given)


def _answered(given: dict[str, Any]) -> str:
    messages = objects(list_of(given.get("gen_ai.output.messages")))
    return "\n".join(filter(None, (spoken(message.get("parts")) for message in messages))).strip()


def _calls(given: dict[str, Any]) -> list[tuple[str, str, object]]:
    return [
        (string(part, "id"), string(part, "name"), part.get("arguments"))
        for message in objects(list_of(given.get("gen_ai.output.messages")))
        for part in objects(message.get("parts"))
        if part.get("type") == "tool_call"
    ]


def _plain(value: object) -> str:
    """What an agent was given or gave: text, or an object with the text in a member."""
    found = object_of(value)
    inner = string(found, "input", "text", "content", "query", "prompt", "output")
    return (inner if found else text_of(value)).strip()


def _by_messages(span: Span, given: dict[str, Any]) -> None:
    """What a model was given and gave, of which each member of each message is an attribute of its own."""
    messages: dict[tuple[str, int], dict[str, Any]] = {}
    for name, value in given.items():
        if found := _LLM.fullmatch(name):
            messages.setdefault((found[1], int(found[2])), {})[found[3]] = value
    heard, said, calls, results = [], [], [], []
    for (side, _), message in sorted(messages.items(), key=lambda each: each[0]):
        content = text_of(message.get("message.content", message.get("content")))
        role = text_of(message.get("role"))
        if side == "output":
            said.append(content)
            calls.extend(_asked(message))
        elif role == "user":
            heard.append(human(content))
        elif role == "tool":
            results.append((text_of(message.get("tool_call_id")), content))
    span.asked, span.answered = tuple(filter(None, heard)), "\n".join(filter(None, said)).strip()
    span.calls, span.results = tuple(calls), tuple(results)


def _asked(message: dict[str, Any]) -> list[tuple[str, str, object]]:
    calls: dict[int, dict[str, Any]] = {}
    for name, value in message.items():
        if found := _CALL.fullmatch(name):
            calls.setdefault(int(found[1]), {})[found[2]] = value
    return [
        (text_of(call.get("id")), text_of(call.get("function.name")), call.get("function.arguments"))
        for _, call in sorted(calls.items())
    ]


PLUGIN: SessionFormat[Source, Session] = Otlp()
