"""Sessions of Gemini CLI: one JSON document, or a record a line in newer versions, under `~/.gemini/tmp/`."""

import hashlib
from collections.abc import Sequence

from tollens.core.ports import SessionFormat
from tollens.plugins.sessions.agents.gemini.log import is_telling
from tollens.plugins.sessions.agents.gemini.reader import read
from tollens.plugins.sessions.events import Session
from tollens.plugins.sessions.places import Around, Place
from tollens.plugins.sessions.source.records import Source


class GeminiCli:
    """The format of Gemini CLI.

    Attributes:
        where: Where its sessions lie.
        versions: Which versions' shapes are known.
    """

    name = "gemini"
    title = "Gemini CLI session"
    where: tuple[str, ...] = (
        "Linux, macOS: ~/.gemini/tmp/<project>/chats/session-*.json and session-*.jsonl",
        "Windows: %USERPROFILE%\\.gemini\\tmp\\<project>\\chats\\session-*.json and session-*.jsonl",
        "<project> is the digest of its path or a short name; sub-agents: chats/<session>/<agent>.jsonl",
    )
    versions = "both shapes: one document, and a record a line with $set and $rewindTo"

    def recognizes(self, records: Sequence[object]) -> bool:
        """Whether one of the records can only be of a session of Gemini CLI."""
        return any(is_telling(record) for record in records)

    def read(self, source: Source) -> tuple[Session, ...]:
        """The sessions in the source, mostly one.

        Raises:
            UnreadableError: No conversation is in it.
        """
        return read(source)

    def places(self, around: Around) -> tuple[Place, ...]:
        """All sessions, of any project: each states the digest of its own. Those of sub-agents lie deeper."""
        base = f"{around.environment.get('GEMINI_CLI_HOME') or around.home}/.gemini/tmp"
        digests = (hashlib.sha256(folder.encode("utf-8", "surrogateescape")).hexdigest() for folder in around.folders)
        holds = f'"projectHash"\\s{{0,9}}:\\s{{0,9}}"(?:{"|".join(digests)})"'.encode()
        return (Place(base, "*/chats/session-*.json*", states=False, holds=holds),)


PLUGIN: SessionFormat[Source, Session] = GeminiCli()
