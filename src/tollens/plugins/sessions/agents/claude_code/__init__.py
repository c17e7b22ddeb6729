"""Transcripts of Claude Code, versions 1.0 to 2.1: one JSON record a line, under `~/.claude/projects/`."""

from collections.abc import Sequence

from tollens.core.ports import SessionFormat
from tollens.plugins.sessions.agents.claude_code.reader import read
from tollens.plugins.sessions.agents.claude_code.rows import is_row
from tollens.plugins.sessions.events import Session
from tollens.plugins.sessions.source.records import Source


class ClaudeCode:
    """The format of Claude Code."""

    name = "claude-code"
    title = "Claude Code transcript"

    def recognizes(self, records: Sequence[object]) -> bool:
        """Whether one of the records can only be of a transcript of Claude Code."""
        return any(is_row(record) for record in records)

    def read(self, source: Source) -> tuple[Session, ...]:
        """The sessions in the source.

        Raises:
            UnreadableError: There is no conversation in it.
        """
        return read(source)


PLUGIN: SessionFormat[Source, Session] = ClaudeCode()
