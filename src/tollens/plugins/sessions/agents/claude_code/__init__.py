"""Transcripts of Claude Code, versions 1.0 to 2.1: one JSON record a line, under `~/.claude/projects/`."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tollens.plugins.sessions.agents.claude_code.reader import read
from tollens.plugins.sessions.agents.claude_code.rows import is_row
from tollens.plugins.sessions.events import Session
from tollens.plugins.sessions.places import Around, Place, under
from tollens.plugins.sessions.source.records import Source

if TYPE_CHECKING:
    from tollens.core.ports import SessionFormat

_NAMES = ("[!a]*.jsonl*", "a[!g]*.jsonl*")
"""All names of files but those that begin as `agent-` does."""

_SUB_AGENT = rb'\A[^\n]{0,10000}"isSidechain" ?: ?true'
"""What the beginning of a sub-agent's own transcript has, as a pattern."""


class ClaudeCode:
    """The format of Claude Code."""

    name = "claude-code"
    title = "Claude Code transcript"
    where = (
        "Linux, macOS: ~/.claude/projects/<project>/<session>.jsonl",
        "Windows: %USERPROFILE%\\.claude\\projects\\<project>\\<session>.jsonl",
        "all: below $CLAUDE_CONFIG_DIR where that is set; <project> is the path of the folder with a dash for "
        "whatever is no letter or digit",
        "beside a session: <session>/subagents/agent-*.jsonl and <session>/tool-results/",
    )
    versions = "1.0 to 2.1"

    def recognizes(self, records: Sequence[object]) -> bool:
        """Whether one of the records can only be of a transcript of Claude Code."""
        return any(is_row(record) for record in records)

    def read(self, source: Source) -> tuple[Session, ...]:
        """The sessions in the source.

        Raises:
            UnreadableError: There is no conversation in it.
        """
        return read(source)

    def places(self, around: Around) -> tuple[Place, ...]:
        """The folder of the project's transcripts, and any other one with some that state to be of the project.

        A sub-agent's own transcript is called `agent-…`, and its first record says that it is one.
        """
        base = around.base("CLAUDE_CONFIG_DIR", ".claude")
        own = [under(f"{base}/projects", folder, name) for folder in around.folders for name in _NAMES]
        # A project that was reached by a link has its folder under the name of that link.
        return tuple(each._replace(unless=_SUB_AGENT) for each in (*own, Place(f"{base}/projects", "*/*.jsonl*")))


PLUGIN: "SessionFormat[Source, Session]" = ClaudeCode()
