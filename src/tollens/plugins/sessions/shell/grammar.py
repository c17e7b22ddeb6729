"""The grammar of Bash, by `tree-sitter-bash`, with a bound on the work that one line can ask for.

The parser is loaded with the first line that is read, so that nothing else waits for it.
"""

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tree_sitter import Node, Parser, Tree

LIMIT = 262_144
"""Most bytes of a line that is read."""

_SHORT = 2_048
"""Bytes of a line that is parsed at once: whatever it holds, that is done in an instant."""

_CHUNK = 512
"""Bytes of a longer line that the parser is handed at once. The binding never frees them, so they are counted."""

_ROUNDS = 400
"""Most rounds of the parser, of a hundred steps each; a long text within quotes or a here document is one step."""

_REPAIRS = 500_000
"""Bound on the sum of the places at which the parser was found at mending: each such round reads back to the start."""


class Parsed(NamedTuple):
    """A text with its tree; what `tree` points into lives as long as it does."""

    data: bytes
    tree: "Tree"

    @property
    def root(self) -> "Node":
        """The node of the whole text."""
        return self.tree.root_node


def parsed(text: str) -> Parsed | None:
    """The tree of a shell text; `None` where it is too long, too tangled, or has a character that no line can have.

    >>> found = parsed("ls | wc")
    >>> found.root.type if found else None
    'program'
    >>> parsed("a" * (LIMIT + 1)) is None
    True
    """
    data = text.encode("utf-8", "replace")
    if len(data) > LIMIT or b"\0" in data:
        return None
    parser = _parser()
    if len(data) <= _SHORT:
        return Parsed(data, parser.parse(data))
    bound = _Bound(data)
    try:
        tree = parser.parse(bound.read, encoding="utf8", progress_callback=bound.reached)
    except ValueError:  # the bound was reached
        parser.reset()
        return None
    return Parsed(data, tree)


class _Bound:
    """Counted steps, not time: the same line is given up on every machine or on none."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._rounds = 0
        self._repairs = 0
        self._left = 128 + len(data) // 16

    def read(self, at: int, _: object) -> bytes:
        """The bytes from a place on; none once the bound is reached."""
        self._left -= 1
        return b"" if self._left < 0 else self._data[at : at + _CHUNK]

    def reached(self, at: int, mending: bool) -> bool:
        """Whether to give up."""
        self._rounds += 1
        self._repairs += at if mending else 0
        return self._rounds > _ROUNDS or self._repairs > _REPAIRS or self._left < 0


@cache
def _parser() -> "Parser":
    from tree_sitter import Language, Parser
    from tree_sitter_bash import language

    return Parser(Language(language()))
