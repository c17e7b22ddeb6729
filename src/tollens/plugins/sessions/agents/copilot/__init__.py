"""Sessions of Copilot CLI: an event a line, in `events.jsonl` under `~/.copilot/session-state/`.

A call is told several times: where the agent asks for it, when it begins, and with its result when it ends. What a
sub-agent does names the call that started it, or the sub-agent. A rewind takes back what stands between the event that
it names and its own place.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from tollens.core.derive.record.account import Damage
from tollens.core.errors import UnreadableError
from tollens.core.ports import SessionFormat
from tollens.plugins.sessions.agents.copilot.reader import Reader, is_event, rewound
from tollens.plugins.sessions.agents.copilot.tools import TOOLS as TOOLS
from tollens.plugins.sessions.events import Session
from tollens.plugins.sessions.places import Around, Place
from tollens.plugins.sessions.source.objects import by_session, objects_in
from tollens.plugins.sessions.source.records import Source
from tollens.plugins.sessions.values import held, string


class Copilot:
    """The format of Copilot CLI."""

    name = "copilot"
    title = "Copilot CLI session"
    where = ("~/.copilot/session-state/ID/events.jsonl",)
    versions = "event version 1; Copilot CLI 0.0.3xx to 1.0.x"

    def places(self, around: Around) -> tuple[Place, ...]:
        """All sessions, of any project."""
        folder = f"{around.home}/.copilot/session-state"
        return (Place(folder, "*/events.jsonl"), Place(folder, "*.jsonl"))

    def recognizes(self, records: Sequence[object]) -> bool:
        """Whether a record is an event as Copilot CLI writes them: a dotted type, and its data."""
        return any(is_event(record) for record in records[:200])

    def read(self, source: Source) -> tuple[Session, ...]:
        """The sessions in the source, each from its beginning on; Copilot CLI itself keeps one a file.

        Raises:
            UnreadableError: Nothing usable is in it.
        """
        rows, damaged = objects_in(source)
        read: list[tuple[list[dict[str, Any]], Reader, int]] = []
        silent = 0
        for piece in by_session(rows, _begun):
            dead, away = rewound(piece)
            reader = Reader(piece, source.shedding)
            starts: list[dict[str, Any]] = []
            for position, (line, row) in enumerate(piece):
                reader.take(line, row, position in dead)
                starts.extend([held(row, "data")] if row.get("type") == "session.start" else ())
            if reader.reading.has_any:
                read.append((starts, reader, away))
            else:
                silent += len(piece)
        if not read:
            raise UnreadableError(
                f"{source.name}: no prompt, answer or tool call is in this session",
                "Nothing was captured: a trace of nothing would claim that nothing happened.",
            )
        for _ in range(silent):
            read[0][1].reading.skip("of a session without a conversation")
        last = len(read) - 1
        return tuple(
            msgspec.structs.replace(
                _session(starts, reader, away, damaged if at == 0 else (), source.notes),
                torn=None if last == 0 else source.torn and at == last,
            )
            for at, (starts, reader, away) in enumerate(read)
        )


def _begun(row: dict[str, Any]) -> str:
    """The session that an event begins."""
    return string(held(row, "data"), "sessionId") if row.get("type") == "session.start" else ""


def _session(
    starts: Sequence[dict[str, Any]],
    reader: Reader,
    away: int,
    damaged: tuple[Damage, ...],
    notes: tuple[str, ...],
) -> Session:
    context = next((held(start, "context") for start in starts if held(start, "context")), {})
    reading = reader.reading
    lost = {"events that a rewind removed": away, "truncations of the agent's view of the history": reader.truncations}
    missing = tuple(f"{what}: {count}" for what, count in lost.items() if count)
    return Session(
        format=Copilot.name,
        assistant="Copilot CLI",
        session_id=next((string(start, "sessionId") for start in starts), ""),
        events=reading.events(),
        account=reading.account(damaged, notes, missing),
        models=tuple(reading.models),
        versions=tuple(filter(None, dict.fromkeys(string(start, "copilotVersion") for start in starts))),
        started=reading.times.first,
        ended=reading.times.last,
        root=string(context, "gitRoot", "cwd"),
        branch=string(context, "branch"),
        commit=string(context, "headCommit"),
    )


PLUGIN: SessionFormat[Source, Session] = Copilot()
