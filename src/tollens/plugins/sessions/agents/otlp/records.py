"""The records of an export, and their spans: of a large file what was said in them is read again when it is needed."""

from collections.abc import Iterator
from typing import Any

from tollens.plugins.sessions.agents.otlp.reader import span_of
from tollens.plugins.sessions.agents.otlp.wire import attributes
from tollens.plugins.sessions.source.objects import Row, Rows, row_in
from tollens.plugins.sessions.source.stored import StoredEntry
from tollens.plugins.sessions.span import Outline, Span
from tollens.plugins.sessions.values import held, objects, string

TIMES = 4
"""How often a file is read again at most."""

_SHARED = ("span_id", "parent_id", "group", "name", "label", "trace", "title")
"""Texts that many spans have in common."""


def resources(record: dict[str, Any]) -> list[Any] | None:
    """The spans of each resource of an export, or a span that is a record of its own; `None` for any other record."""
    found = record.get("resourceSpans", record.get("resource_spans"))
    if found is None and string(record, "spanId", "span_id") and string(record, "traceId", "trace_id"):
        return [{"resource": record.get("resource"), "scopeSpans": [{"spans": [record]}]}]
    return found if isinstance(found, list) else None


def spans_in(rows: Rows) -> tuple[list[Span], int]:
    """All spans, and how many records have none."""
    found: list[Span] = []
    bare = 0
    again = _Again(sum(each.size for each in rows.held if isinstance(each, StoredEntry)))
    for entry, row in zip(rows.held, rows, strict=True):
        spans = list(_spans(row))
        bare += not spans
        found += again.light(entry, spans) if isinstance(entry, StoredEntry) else spans
    return found, bare


def _spans(row: Row) -> Iterator[Span]:
    """The spans of a record."""
    line, record = row
    for resource in objects(resources(record)):
        about = attributes(held(resource, "resource").get("attributes"))
        older = resource.get("instrumentationLibrarySpans")
        for scope in objects(resource.get("scopeSpans", resource.get("scope_spans", older))):
            for span in objects(scope.get("spans")):
                yield span_of(line, about, span)


class _Again:
    """The spans of a large file as they are read again: the last record is kept, as spans come in the order of time.

    Where they jump between records again and again, all of these are kept from then on.

    Args:
        size: Of the file.
    """

    def __init__(self, size: int) -> None:
        self._room = TIMES * size
        self._kept: dict[int, list[Span]] = {}
        self._texts: dict[str, str] = {}
        self._stated: dict[str, dict[str, Any]] = {}
        self._outlines: dict[Outline | None, Outline | None] = {}
        self._again = self._read  # one for all spans: each would make its own

    def light(self, entry: StoredEntry, spans: list[Span]) -> list[Span]:
        """The spans of a record without what was said in them."""
        for place, span in enumerate(spans):
            span.lighten(self._again, entry, place)
            span.left = self._outlines.setdefault(span.left, span.left)
            for name in _SHARED:
                text = getattr(span, name)
                setattr(span, name, self._texts.setdefault(text, text))
            span.about = self._stated.setdefault(str(span.about), span.about)
        return spans

    def _read(self, span: Span) -> Span:
        """A span with what was said in it."""
        entry = span.held
        assert isinstance(entry, StoredEntry)
        spans = self._kept.get(entry.offset)
        if spans is None:
            if self._room > 0:
                self._kept.clear()
            self._room -= entry.size
            spans = self._kept[entry.offset] = list(_spans(row_in(entry)))
        return spans[span.place]
