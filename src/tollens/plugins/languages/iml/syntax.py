"""The syntax tree of an IML text as flat lists, which are walked without recursion whatever the nesting.

The grammar is that of `tree-sitter-iml`. Comments are left out; a string, a number or an operator is one node.
"""

from typing import NamedTuple

import tree_sitter
import tree_sitter_iml

_GRAMMAR = tree_sitter.Language(tree_sitter_iml.language_iml())

_ATOMS = frozenset({"string", "quoted_string", "character", "number", "boolean", "type_variable", "tag"})


class Syntax(NamedTuple):
    """The nodes of a text in the order in which they begin, a node before those inside it.

    Attributes:
        kinds: What each node is, in the words of the grammar; a keyword or sign is its own kind.
        parents: Of each node the one that it is in; -1 of the first.
        ends: Of each node the place after the last node inside it.
        texts: Of a node that holds no other its text, else the empty string.
        faults: Before each node, how many nodes so far could not be read; one entry more than there are nodes.
    """

    kinds: list[str]
    parents: list[int]
    ends: list[int]
    texts: list[str]
    faults: list[int]

    def children(self, node: int) -> list[int]:
        """The nodes directly inside a node, in order."""
        found = []
        at, end = node + 1, self.ends[node]
        while at < end:
            found.append(at)
            at = self.ends[at]
        return found

    def is_faulty(self, node: int) -> bool:
        """Whether any part of it could not be read."""
        return self.faults[self.ends[node]] > self.faults[node]

    def tokens(self, node: int) -> list[str]:
        """The texts in a node, in order."""
        return [text for text in self.texts[node : self.ends[node]] if text]


class _Reading:
    """The lists of a `Syntax` while they are filled."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.position = 0
        self.syntax = Syntax([], [], [], [], [0])

    def enter(self, node: tree_sitter.Node, parent: int) -> bool:
        """Note a node; returns whether what is inside it is wanted."""
        kind = node.type
        if kind == "comment" and self.data.endswith(b"*)", node.start_byte, node.end_byte):
            self.gap(node.start_byte, parent)
            self.position = node.end_byte
            return False
        inside = bool(node.child_count) and kind not in _ATOMS and not _is_operator(kind)
        if not inside:
            self.gap(node.start_byte, parent)
        text = "" if inside else _decoded(self.data[node.start_byte : node.end_byte])
        is_fault = node.is_error or node.is_missing or kind == "comment" or (not inside and node.has_error)
        self.add(kind, parent, text, is_fault)
        if not inside:
            self.position = max(self.position, node.end_byte)
        return inside

    def gap(self, start: int, parent: int) -> None:
        """Note text that stands in no node of its own, so that nothing but blanks and comments is left out."""
        text = _decoded(self.data[self.position : start]).strip()
        if text:
            self.add("ERROR", parent, text, True)
        self.position = max(self.position, start)

    def add(self, kind: str, parent: int, text: str, is_fault: bool) -> None:
        syntax = self.syntax
        syntax.kinds.append(kind)
        syntax.parents.append(parent)
        syntax.texts.append(text)
        syntax.ends.append(len(syntax.kinds))
        syntax.faults.append(syntax.faults[-1] + is_fault)


def read(text: str) -> Syntax:
    """The syntax of a text; one that no UTF-8 can hold is a single part that cannot be read."""
    try:
        data = text.encode()
    except UnicodeEncodeError:
        return Syntax(["compilation_unit", "ERROR"], [-1, 0], [2, 2], ["", repr(text)], [0, 0, 1])
    cursor = tree_sitter.Parser(_GRAMMAR).parse(data).walk()
    reading = _Reading(data)
    open_nodes: list[int] = [-1]
    while True:
        node = cursor.node
        assert node is not None
        if reading.enter(node, open_nodes[-1]) and cursor.goto_first_child():
            open_nodes.append(len(reading.syntax.kinds) - 1)
            continue
        while not cursor.goto_next_sibling():
            if len(open_nodes) == 1 or not cursor.goto_parent():
                reading.gap(len(data), 0)
                reading.syntax.ends[0] = len(reading.syntax.kinds)
                return reading.syntax
            closed = open_nodes.pop()
            reading.syntax.ends[closed] = len(reading.syntax.kinds)


def _is_operator(kind: str) -> bool:
    return kind.endswith("_operator") and kind != "parenthesized_operator"


def _decoded(data: bytes) -> str:
    return data.decode(errors="backslashreplace")
