"""The syntax tree of an IML text as flat lists, which are walked without recursion whatever the nesting.

The grammar is that of `tree-sitter-iml`. Comments are left out; a string, a number or an operator is one node.
"""

import itertools
from typing import NamedTuple

import tree_sitter
import tree_sitter_iml

_GRAMMAR = tree_sitter.Language(tree_sitter_iml.language_iml())

_KINDS = {number: _GRAMMAR.node_kind_for_id(number) or "" for number in range(_GRAMMAR.node_kind_count)}

PATTERNS = frozenset(kind for kind in _KINDS.values() if kind.endswith("_pattern"))
"""The kinds of patterns."""

_OPERATORS = frozenset(kind for kind in _KINDS.values() if kind.endswith("_operator")) - {"parenthesized_operator"}

_ATOMS = _OPERATORS | {"string", "quoted_string", "character", "number", "boolean", "type_variable", "tag", "comment"}
"""Kinds of which nothing inside is looked at."""


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

    def __init__(self, text: str) -> None:
        self.data = text.encode()
        self.text = text if text.isascii() else None
        self.position = 0
        self.kinds: list[str] = []
        self.parents: list[int] = []
        self.texts: list[str] = []
        self.faults: list[int] = []

    def read(self) -> Syntax:
        tree = tree_sitter.Parser(_GRAMMAR).parse(self.data)
        has_faults = tree.root_node.has_error
        cursor = tree.walk()
        around = [-1]
        while True:
            node = cursor.node
            assert node is not None
            kind = _KINDS.get(node.kind_id, "ERROR")
            is_inside = kind not in _ATOMS and cursor.goto_first_child()
            at = len(self.kinds)
            if is_inside:
                self._add(kind, around[-1], "")
                around.append(at)
            else:
                self._leaf(node, kind, around[-1])
            if has_faults and (node.is_error or node.is_missing or (not is_inside and node.has_error)):
                self.faults.append(at)
            if is_inside:
                continue
            while not cursor.goto_next_sibling():
                around.pop()
                if len(around) <= 1 or not cursor.goto_parent():
                    return self._syntax()

    def _add(self, kind: str, parent: int, text: str) -> None:
        self.kinds.append(kind)
        self.parents.append(parent)
        self.texts.append(text)

    def _leaf(self, node: tree_sitter.Node, kind: str, parent: int) -> None:
        start, end = node.start_byte, node.end_byte
        if start > self.position:
            self._gap(start, parent)
        text = self._between(start, end)
        if kind != "comment":
            self._add(kind, parent, text)
        elif not text.endswith("*)"):
            # A comment that is not closed takes the rest of the text with it.
            self._fault(parent, text)
        if end > self.position:
            self.position = end

    def _gap(self, start: int, parent: int) -> None:
        """Note text that stands in no node of its own, so that nothing but blanks and comments is left out."""
        text = self._between(self.position, start)
        if text and not text.isspace():
            self._fault(parent, text.strip())

    def _fault(self, parent: int, text: str) -> None:
        self.faults.append(len(self.kinds))
        self._add("ERROR", parent, text)

    def _between(self, start: int, end: int) -> str:
        if self.text is not None:
            return self.text[start:end]
        return self.data[start:end].decode(errors="backslashreplace")

    def _syntax(self) -> Syntax:
        self._gap(len(self.data), 0)
        count = len(self.kinds)
        ends = list(range(1, count + 1))
        for at in range(count - 1, 0, -1):
            parent = self.parents[at]
            if ends[at] > ends[parent]:
                ends[parent] = ends[at]
        faulty = [0] * (count + 1)
        for at in self.faults:
            faulty[at + 1] = 1
        return Syntax(self.kinds, self.parents, ends, self.texts, list(itertools.accumulate(faulty)))


def read(text: str) -> Syntax:
    """The syntax of a text; one that no UTF-8 can hold is a single part that cannot be read."""
    try:
        reading = _Reading(text)
    except UnicodeEncodeError:
        return Syntax(["compilation_unit", "ERROR"], [-1, 0], [2, 2], ["", repr(text)], [0, 0, 1])
    return reading.read()
