"""Every protocol that the outside satisfies: what a plugin must offer, said without knowing any plugin."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

Source = TypeVar("Source", contravariant=True)
Session = TypeVar("Session", covariant=True)


class SessionFormat(Protocol[Source, Session]):
    """How one agent writes down its sessions.

    A format describes and reads; it opens nothing and runs nothing. The types of the source and of the session belong
    to the plugins (`tollens.plugins.sessions`), the core only says how they are asked for.
    """

    @property
    def name(self) -> str:
        """The name of the format, such as `claude-code`; unique among the session formats."""

    @property
    def title(self) -> str:
        """The name for a person, such as `Claude Code transcript (JSONL)`."""

    def recognizes(self, records: Sequence[object]) -> bool:
        """Whether these records, JSON values in file order, are of this format."""

    def read(self, source: Source) -> Session:
        """The session in the source.

        Raises:
            UnreadableError: Nothing usable is in it.
        """
