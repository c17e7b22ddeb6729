"""Spans of any agent in OTLP-JSON, a whole export or one a line: GenAI conventions, or those of OpenInference."""

from collections.abc import Sequence
from typing import Any

from tollens.core.derive.record.account import Damage
from tollens.core.errors import UnreadableError
from tollens.core.ports import SessionFormat
from tollens.plugins.sessions.agents.otlp.reader import BRANCH, COMMIT, ROOT, SERVICE, VERSION
from tollens.plugins.sessions.agents.otlp.records import resources, spans_in
from tollens.plugins.sessions.events import Session
from tollens.plugins.sessions.reading import Reading
from tollens.plugins.sessions.source.objects import objects_in
from tollens.plugins.sessions.source.records import Source
from tollens.plugins.sessions.span import Span
from tollens.plugins.sessions.spans import Tree, grouped, sessions_of
from tollens.plugins.sessions.toolkit import TOOLS as TOOLS
from tollens.plugins.sessions.values import string


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
        return any(isinstance(record, dict) and resources(record) is not None for record in records[:200])

    def read(self, source: Source) -> tuple[Session, ...]:
        """The sessions in the source: spans that state one id of a session or conversation; else those of one trace.

        Raises:
            UnreadableError: None of the spans is of an agent.
        """
        rows, damaged = objects_in(source)
        spans, bare = spans_in(rows)
        tree = Tree(spans)
        read = sessions_of(tree, grouped(_in_sessions(spans)), source.shedding)
        if not read:
            raise UnreadableError(
                f"{source.name}: none of its {len(spans)} spans states what an agent was asked, said or called",
                "Spans are read by the GenAI conventions and OpenInference; their contents may not have been recorded.",
            )
        for _ in range(bare):
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
        self.agent = next(iter(agents), "") or self._first(about, SERVICE)
        self.versions = tuple(dict.fromkeys(found for one in about if (found := string(one, VERSION))))
        self.root = self._first(about, *ROOT)
        self.branch = self._first(about, *BRANCH)
        self.commit = self._first(about, *COMMIT)

    @staticmethod
    def _first(about: Sequence[dict[str, Any]], *members: str) -> str:
        return next((found for one in about if (found := string(one, *members))), "")


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
