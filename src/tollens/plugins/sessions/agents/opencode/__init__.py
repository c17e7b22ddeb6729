"""Sessions of OpenCode: an export, its database, the split files of its storage, or the messages its server gives."""

import posixpath
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
        "~/.local/share/opencode/opencode.db, or what $OPENCODE_DB names: a SQLite database, from 1.2 on",
        "~/.local/share/opencode/storage, before: session/PROJECT/SESSION.json, message/SESSION/MESSAGE.json and "
        "part/MESSAGE/PART.json, given as a folder",
        "%USERPROFILE%\\.local\\share\\opencode",
    )
    versions = (
        "1.2 as an export, as a database and as split files; the `tool-invocation` parts of the first versions; 2.0 as "
        "a database"
    )

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
        """The database or the storage, which hold the sessions of all projects; each states its folder."""
        base = f"{around.environment.get('XDG_DATA_HOME') or f'{around.home}/.local/share'}/opencode"
        named = around.environment.get("OPENCODE_DB", "")
        folder, _, file = posixpath.join(base, named.replace("\\", "/")).rpartition("/")
        own = (Place(folder, file),) if named else ()
        split = Place(f"{base}/storage", "session/*/ses_*.json", above=3, unless=rb'"parentID" ?: ?"')
        return (*own, Place(base, "opencode*.db"), split)


PLUGIN: SessionFormat[Source, Session] = OpenCode()
