"""The parts of an IML text: its definitions, the modules that they are in, what is opened, what could not be read.

What could not be read is a part as well, never left out.
"""

import enum
from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

from tollens.plugins.languages.iml.names import Name, Path, Space


class Kind(enum.Enum):
    """What a part is."""

    DEFINITION = "definition"
    HINT = "hint"
    STATEMENT = "statement"
    STRUCTURE = "structure"
    SEAL = "seal"
    ALIAS = "alias"
    OPAQUE = "opaque"
    OPEN = "open"
    INCLUDE = "include"
    UNREADABLE = "unreadable"


class Part(NamedTuple):
    """One part.

    Attributes:
        kind: What it is.
        scope: The module that it stands in, as a position in `Text.scopes`.
        place: Its place there, counted by groups: bindings that are joined by `and` share one.
        own: The names that it gives, in order.
        labels: The names of the definitions that it makes, without the modules that it is in.
        normal: Its text.
        tokens: Its text with uses of names.
        modules: The modules that are bound inside it.
        whole: It may rest on anything.
        recursive: It sees its own group.
        inside: Of a structure the scope that it opens, else -1.
        path: The module that is meant by an alias, opened or included; empty where it is no plain path.
    """

    kind: Kind
    scope: int
    place: int
    own: tuple[tuple[Space, str], ...]
    labels: tuple[str, ...]
    normal: str
    tokens: tuple[str | Name, ...] = ()
    modules: frozenset[str] = frozenset()
    whole: bool = False
    recursive: bool = False
    inside: int = -1
    path: Path = ()


class Scope(NamedTuple):
    """A module that is written out, or the text itself.

    Attributes:
        outer: The scope that it stands in, -1 of the text itself.
        place: Its place there, as lookups from inside see it.
        prefix: What its names begin with: `M.`.
        seal: The position of the part that restricts what is seen of it, -1 without one.
        sealed: Whether its own names may be hidden from outside.
    """

    outer: int
    place: int
    prefix: str
    seal: int = -1
    sealed: bool = False


_ITSELF = Scope(-1, 0, "")
"""The scope that is the text itself."""


class Text:
    """What one text says. Compared by identity, so that it can be kept without walking it.

    Attributes:
        scopes: The first is the text itself.
        common: What every definition in it may rest on: directives, expressions evaluated in passing.
        foreign: Modules that it says to be in other files.

    Args:
        parts: Makes its parts, once somebody asks for them.
    """

    def __init__(self, parts: Callable[[], list[Part]] = list) -> None:
        self._make = parts
        self.scopes: list[Scope] = [_ITSELF]
        self.common: list[str] = []
        self.foreign: set[str] = set()

    @cached_property
    def parts(self) -> list[Part]:
        """All parts in the order of the text."""
        return self._make()
