"""Sessions of OpenCode: an export, the split files of its storage, or the messages that its server gives."""

from collections.abc import Sequence

from tollens.core.ports import SessionFormat
from tollens.plugins.sessions.agents.opencode.reader import read
from tollens.plugins.sessions.agents.opencode.store import is_telling
from tollens.plugins.sessions.events import Session
from tollens.plugins.sessions.places import Around, Place
from tollens.plugins.sessions.source.records import Source


class OpenCode:
    """The format of OpenCode.

    Attributes:
        where: Where its sessions lie.
        versions: Which versions' shapes are known.
    """

    name = "opencode"
    title = "OpenCode session"
    where = (
        "opencode export SESSION > FILE",
        "~/.local/share/opencode/storage: session/PROJECT/SESSION.json, message/SESSION/MESSAGE.json and "
        "part/MESSAGE/PART.json, given as a folder",
        "%USERPROFILE%\\.local\\share\\opencode\\storage",
    )
    versions = "1.2, as an export and as split files, and the `tool-invocation` parts of the first versions"

    def recognizes(self, records: Sequence[object]) -> bool:
        """Whether one of the records can only be of a session of OpenCode."""
        return any(is_telling(record) for record in records)

    def read(self, source: Source) -> tuple[Session, ...]:
        """The sessions in the source, each with the sub-agents that it started.

        Raises:
            UnreadableError: No conversation is in it.
        """
        return read(source)

    def places(self, around: Around) -> tuple[Place, ...]:
        """The storage, which holds the sessions of all projects; each states its folder."""
        base = around.environment.get("XDG_DATA_HOME") or f"{around.home}/.local/share"
        return (Place(f"{base}/opencode/storage", "session/*/ses_*.json", above=3),)


PLUGIN: SessionFormat[Source, Session] = OpenCode()
