"""Transcripts of Cursor's agent: one JSON record a line, under `~/.cursor/projects/…/agent-transcripts/`.

A record has a role and content, and mostly nothing else: no ids, no times, no model, no results. What was asked for is
known, what came of it is not, and that is said once for the whole session. Sub-agents have transcripts of their own
beside it, which are told apart by what they were asked for.
"""

import re
from collections.abc import Sequence

from tollens.core.errors import UnreadableError
from tollens.core.ports import SessionFormat
from tollens.plugins.sessions.agents.cursor.reader import Reader, Workers, is_row
from tollens.plugins.sessions.agents.cursor.tools import TOOLS as TOOLS
from tollens.plugins.sessions.events import Session
from tollens.plugins.sessions.places import Around, Place, dashed
from tollens.plugins.sessions.source.objects import objects_in
from tollens.plugins.sessions.source.records import Source
from tollens.plugins.sessions.values import string


class Cursor:
    """The format of Cursor's agent."""

    name = "cursor"
    title = "Cursor agent transcript"
    where = (
        "~/.cursor/projects/PROJECT/agent-transcripts/ID/ID.jsonl",
        "sub-agents: subagents/*.jsonl in the same folder",
    )
    versions = "the transcripts of 2026; they state no version"

    def places(self, around: Around) -> tuple[Place, ...]:
        """The folder of the project's transcripts, which state no folder themselves."""
        names = [dashed(folder).strip("-") for folder in around.folders]
        base = f"{around.home}/.cursor/projects"
        patterns = ("agent-transcripts/*.jsonl", "agent-transcripts/*/*.jsonl")  # those of sub-agents lie deeper
        return tuple(Place(base, f"{name}/{pattern}", states=False) for name in names for pattern in patterns)

    def recognizes(self, records: Sequence[object]) -> bool:
        """Whether a record has a role, a message with content, and no type."""
        return any(is_row(record) for record in records[:200])

    def read(self, source: Source) -> tuple[Session, ...]:
        """The session in the source.

        Raises:
            UnreadableError: Nothing usable is in it.
        """
        rows, damaged = objects_in(source)
        workers = Workers(source.beside)
        reader = Reader(workers, source.shedding)
        for line, row in rows:
            reader.take(line, row)
        reader.take_left()
        reading = reader.reading
        if not reading.has_any:
            raise UnreadableError(
                f"{source.name}: no prompt, answer or tool call is in this transcript",
                "Nothing was captured: a trace of nothing would claim that nothing happened.",
            )
        missing = () if reader.answered else ("results of all calls: this agent does not record them",)
        return (
            Session(
                format=self.name,
                assistant="Cursor",
                session_id=_identity(source.name),
                events=reading.events(),
                account=reading.account((*damaged, *workers.damaged), source.notes, missing),
                models=tuple(reading.models),
                started=reading.times.first,
                ended=reading.times.last,
                root=next((string(row, "cwd") for _, row in rows if string(row, "cwd")), ""),
                states_ends=reader.ends,
                records_results=reader.answered,
            ),
        )


def _identity(name: str) -> str:
    """The id of a session is the name of its file."""
    last = re.split(r"[/\\]", name)[-1].partition(".")[0]
    return last if re.fullmatch(r"[0-9a-f]{8}-[0-9a-f-]{27}", last) else ""


PLUGIN: SessionFormat[Source, Session] = Cursor()
