"""Traces and observations of Langfuse, as its export and its API give them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from tollens.core.errors import UnreadableError
from tollens.core.ports import SessionFormat
from tollens.plugins.sessions.events import Session
from tollens.plugins.sessions.messages import heard, human, messages_of, said
from tollens.plugins.sessions.source.objects import objects_in
from tollens.plugins.sessions.source.records import Entry, Source
from tollens.plugins.sessions.span import Span
from tollens.plugins.sessions.spans import Tree, grouped, sessions_of
from tollens.plugins.sessions.toolkit import TOOLS as TOOLS
from tollens.plugins.sessions.values import held, number, object_of, objects, string, text_of

_KINDS = {"AGENT": "agent", "GENERATION": "chat", "TOOL": "tool"}
_TYPES = frozenset((*_KINDS, "SPAN", "EVENT", "CHAIN", "RETRIEVER", "EVALUATOR", "EMBEDDING", "GUARDRAIL"))
_NAMES = ("tool_name", "gen_ai.tool.name", "ai.toolCall.name")
_IDS = ("tool_call_id", "toolCallId", "tool_id", "tool_use_id", "gen_ai.tool.call.id", "ai.toolCall.id")
"""Where the metadata of an observation have the name and the id of a call."""

_PREFIX = "Tool: "
"""Before the name of a tool, where an observation is called after it."""

_STATUS = re.compile(r"(?:process )?exit(?:ed)?(?: with)?(?: code| status)?:? (\d{1,3})", re.IGNORECASE)


class Langfuse:
    """Traces of Langfuse: a trace with its observations, a list of such, or a page of observations.

    Observations of the types AGENT, GENERATION and TOOL are the work; those of other types only hold others together,
    and where there are no others each is a step by its name. Traces of one Langfuse session are one session.
    """

    name = "langfuse"
    title = "Langfuse export"
    where = ("an export of the Langfuse project, or an answer of its API: /api/public/traces/ID, …/observations",)
    versions = "Langfuse 3; the observation types of 2025 and later"

    def recognizes(self, records: Sequence[object]) -> bool:
        """Whether one of the records is a trace or an observation of Langfuse, or holds some."""
        return any(_is_of(each) for record in records[:200] for each in _opened(record))

    def read(self, source: Source) -> tuple[Session, ...]:
        """The sessions in the source.

        Raises:
            UnreadableError: There are only ids of observations, or none of them is of an agent's work.
        """
        rows, damaged = objects_in(_unfolded(source))
        pages = tuple(_pages(entry.value for entry in source.entries))
        found, unknown, bare = _observations(rows)
        if not found and bare:
            raise UnreadableError(
                f"{source.name}: it names {bare} observations and holds none",
                "Fetch them: GET /api/public/observations?traceId=ID",
            )
        spans = [_span(line, trace, value) for line, trace, value in found]
        _open(spans, found)
        tree = Tree(spans)
        read = sessions_of(tree, grouped(spans), source.shedding)
        if not read:
            raise UnreadableError(
                f"{source.name}: none of its {len(spans)} observations states what an agent was asked, said or called",
                "Observations of the types AGENT, GENERATION and TOOL are read.",
            )
        for kind in unknown:
            read[0][1].skip_unknown(kind)
        notes = (*source.notes, *tree.notes())
        missing = (*tree.missing, *pages, *([f"observations of which only the id is there: {bare}"] if bare else []))
        return tuple(
            Session(
                format=self.name,
                assistant=next((span.name for span in group if span.kind == "agent" and span.name), "an agent"),
                session_id=group[0].group,
                events=reading.events(),
                account=reading.account(damaged if number == 0 else (), notes, missing if number == 0 else ()),
                models=tuple(reading.models),
                started=reading.times.first,
                ended=reading.times.last,
            )
            for number, (group, reading) in enumerate(read)
        )


def _opened(record: object) -> Iterator[object]:
    """A record, or the elements of one that is a list."""
    if isinstance(record, list):
        yield from record[:200]
    else:
        yield record


def _unfolded(source: Source) -> Source:
    """The source with the elements of a list, and the traces of a page of such, as records of their own."""
    entries: list[Entry] = []
    for entry in source.entries:
        inner = entry.value if isinstance(entry.value, list) else [entry.value]
        for value in inner:
            page = value.get("data") if isinstance(value, dict) else None
            traces = isinstance(page, list) and any(map(_holds_observations, objects(page)))
            entries.extend(Entry(entry.line, each) for each in (page if traces and isinstance(page, list) else [value]))
    return msgspec.structs.replace(source, entries=tuple(entries))


def _is_of(record: object) -> bool:
    if not isinstance(record, dict):
        return False
    if _is_observation(record):
        return True
    if isinstance(record.get("trace"), dict) and isinstance(record.get("observations"), list):
        return True
    inner = list(objects(record.get("data")))  # what tells of the page stands behind it, and is lost where it is torn
    if any(map(_is_observation, inner)) or any(map(_holds_observations, inner)):
        return True
    return _holds_observations(record) or (record.get("data") == [] and isinstance(record.get("meta"), dict))


def _holds_observations(record: dict[str, Any]) -> bool:
    return isinstance(record.get("id"), str) and isinstance(record.get("observations"), list)


def _pages(values: Iterable[object]) -> Iterator[str]:
    """What the pages of answers of the API say of others."""
    metas = [meta for value in values if isinstance(value, dict) and (meta := held(value, "meta"))]
    whole = max((number(meta, "totalPages") or 0 for meta in metas), default=0)
    lacking = whole - len({number(meta, "page") for meta in metas})
    if lacking > 0:
        yield f"further pages of the answer of the API: {lacking} of {whole}"
    elif metas and string(metas[-1], "cursor", "nextCursor"):
        yield "further pages of the answer of the API"


def _is_observation(record: dict[str, Any]) -> bool:
    return string(record, "type").upper() in _TYPES and "id" in record and "traceId" in record


def _observations(
    rows: Sequence[tuple[int, dict[str, Any]]],
) -> tuple[list[tuple[int, dict[str, Any], dict[str, Any]]], list[str], int]:
    """All observations, each with its line and its trace; what else is there; and how many are named only."""
    found: list[tuple[int, dict[str, Any], dict[str, Any]]] = []
    unknown: list[str] = []
    bare = 0
    for line, row in rows:
        if _is_observation(row) or ("traceId" in row and "startTime" in row):
            found.append((line, {}, row))
            continue
        trace = held(row, "trace") or row
        listed = row.get("observations", row.get("data"))
        inner = list(objects(listed))
        bare += sum(isinstance(each, str) for each in listed) if isinstance(listed, list) else 0
        found.extend((line, trace, each) for each in inner)
        if not inner:
            unknown.append("record without observations")
    return found, unknown, bare


def _span(line: int, trace: dict[str, Any], value: dict[str, Any]) -> Span:
    kind = string(value, "type").upper()
    metadata = object_of(value.get("metadata"))
    about = {**metadata, **object_of(metadata.get("attributes"))}
    made = Span(
        line,
        string(value, "id"),
        string(value, "parentObservationId"),
        string(value, "sessionId") or string(trace, "sessionId") or string(value, "traceId") or string(trace, "id"),
        kind=_kind(kind, string(value, "name"), about),  # type: ignore[arg-type]
        name=string(value, "name"),
        began=string(value, "startTime"),
        ended=bool(string(value, "endTime")),
        failed=value.get("level") == "ERROR",
        message=string(value, "statusMessage"),
        label=f"observation {kind[:60] or '(no type)'}",
        strange=kind not in _TYPES,
        trace=string(value, "traceId"),
        title=string(value, "name"),
    )
    given, output = value.get("input"), value.get("output")
    if made.kind == "agent":
        made.asked, made.answered = _asked(given) or _asked(trace.get("input")), _said(output)
    elif made.kind == "chat":
        made.name = string(value, "model", "providedModelName")
        messages = messages_of(given)
        made.asked, made.answered = heard(messages), _said(output)
        made.opens = bool(messages) and messages[-1].role == "user"
        made.calls = tuple(call for message in messages_of(output) for call in message.calls)
        made.results = tuple(result for message in messages for result in message.results)
    else:
        _call(made, value, about)
    return made


def _open(spans: list[Span], found: Sequence[tuple[int, dict[str, Any], dict[str, Any]]]) -> None:
    """Give what a trace states to be about to the first model in it, where none of its observations has such words."""
    asked = {span.trace for span in spans if span.asked}
    for span, (_, trace, value) in zip(spans, found, strict=True):
        if span.kind == "chat" and span.trace not in asked:
            span.asked, span.opens = _asked(trace.get("input")) or _asked(value.get("input")), True
            asked.add(span.trace)


def _kind(kind: str, name: str, about: dict[str, Any]) -> str:
    """What an observation is of; those who send what agents record write calls as spans, too."""
    if kind == "SPAN" and (string(about, *_NAMES) or name.startswith(_PREFIX)):
        return "tool"
    return _KINDS.get(kind, "other")


def _asked(value: object) -> tuple[str, ...]:
    """What an agent or a model was asked for: in messages, or in words."""
    messages = messages_of(value)
    if any(message.role for message in messages):
        return heard(messages)
    found = object_of(value)
    text = human(string(found, "input", "query", "prompt", "text", "question") if found else text_of(value))
    return (text,) if text else ()


def _said(value: object) -> str:
    messages = messages_of(value)
    if messages:
        return said(messages[-1:] if "messages" in object_of(value) else messages)
    found = object_of(value)
    return (string(found, "output") if found else text_of(value)).strip()


def _call(span: Span, value: dict[str, Any], about: dict[str, Any]) -> None:
    """Take what a call was given and what came back; of a message that came back, its words."""
    output = value.get("output")
    found = object_of(output)
    brought = messages_of(output) if "tool_call_id" in found else []
    span.name = string(about, *_NAMES) or span.name.removeprefix(_PREFIX)
    span.call_id = string(about, *_IDS) or string(found, "tool_call_id")
    span.arguments = value.get("input")
    span.output = None if output is None else brought[0].text if brought else text_of(output)
    span.failed = span.failed or (bool(brought) and found.get("status") == "error")
    stated = _STATUS.fullmatch(span.message.strip())
    span.status = int(stated[1]) if stated else None


PLUGIN: SessionFormat[Source, Session] = Langfuse()
