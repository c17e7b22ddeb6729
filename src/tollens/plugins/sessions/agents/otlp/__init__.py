"""Spans of any agent in OTLP-JSON, a whole export or one a line: GenAI conventions, or those of OpenInference."""

from collections.abc import Iterator, Sequence
from typing import Any

from tollens.core.derive.record.account import Damage
from tollens.core.errors import UnreadableError
from tollens.core.ports import SessionFormat
from tollens.plugins.sessions.agents.otlp.reader import span_of
from tollens.plugins.sessions.agents.otlp.wire import attributes
from tollens.plugins.sessions.events import Session
from tollens.plugins.sessions.reading import Reading
from tollens.plugins.sessions.source.objects import objects_in
from tollens.plugins.sessions.source.records import Source
from tollens.plugins.sessions.spans import Span, Tree, grouped, sessions_of
from tollens.plugins.sessions.toolkit import TOOLS as TOOLS
from tollens.plugins.sessions.values import held, objects, string


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
        spans = [span_of(line, about, value) for line, about, value in _spans(rows)]
        tree = Tree(spans)
        read = sessions_of(tree, grouped(_in_sessions(spans)), source.shedding)
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
            about = attributes(held(resource, "resource").get("attributes"))
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


PLUGIN: SessionFormat[Source, Session] = Otlp()
