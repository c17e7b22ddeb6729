"""Rollouts of Codex: first one document, then a record a line: bare, in envelopes, and item-based lately."""

from collections.abc import Sequence

from tollens.core.ports import SessionFormat
from tollens.plugins.sessions.agents.codex.reader import read
from tollens.plugins.sessions.agents.codex.rows import is_record
from tollens.plugins.sessions.events import Session
from tollens.plugins.sessions.places import SUB_AGENT, Around, Place
from tollens.plugins.sessions.source.records import Source


class Codex:
    """The format of Codex.

    A rollout has the conversation up to three times: as what passed between the agent and the model, as events, and as
    items. Each word and each call counts once, whichever of the forms it is in.
    """

    name = "codex"
    title = "Codex rollout"
    where = (
        "Linux, macOS: ~/.codex/sessions/YYYY/MM/DD/rollout-*.jsonl, ~/.codex/archived_sessions/; before, "
        "~/.codex/sessions/rollout-*.json",
        "Windows: %USERPROFILE%\\.codex\\sessions\\",
        "all: below $CODEX_HOME where that is set; as rollout-*.jsonl.zst after a week",
    )
    versions = "0.1 to 0.142, and the item-based history of later ones"

    def recognizes(self, records: Sequence[object]) -> bool:
        """Whether one of the records can only be of a rollout."""
        return any(is_record(record) for record in records)

    def read(self, source: Source) -> tuple[Session, ...]:
        """The sessions in the source: a fork, or a sub-agent, with the history that was copied into it.

        Raises:
            UnreadableError: No conversation is in it.
        """
        return read(source)

    def places(self, around: Around) -> tuple[Place, ...]:
        """All rollouts, of any project: they lie by date."""
        base = around.base("CODEX_HOME", ".codex")
        return tuple(
            Place(f"{base}/{folder}", "**/rollout-*.json*", unless=SUB_AGENT)
            for folder in ("sessions", "archived_sessions")
        )


PLUGIN: SessionFormat[Source, Session] = Codex()
