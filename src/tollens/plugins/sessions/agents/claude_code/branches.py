"""Which records were abandoned: a rewind makes the conversation a tree, and only one of its branches went on.

Records point to their parents. Not every fork is a rewind: parallel calls and their results fork too. A branch is
abandoned when another prompt of the person was given at the same point and the conversation ended on the other side.
Where the chain of parents is broken, each piece is looked at for itself; nothing is called abandoned on a guess.
"""

from collections.abc import Sequence
from itertools import pairwise

from tollens.plugins.sessions.agents.claude_code.rows import SPOKEN, Row


def abandoned(rows: Sequence[Row], prompts: frozenset[int]) -> frozenset[int]:
    """The positions of records on abandoned branches.

    Args:
        rows: The records in file order; repeats must not be among those with an identity.
        prompts: Positions of the records with words of a person.
    """
    if not _may_fork(rows, prompts):
        return frozenset()
    tree = _Tree(rows, prompts)
    dead: set[int] = set()
    for leaf in tree.last_leaves():
        chain = tree.chain(leaf)
        live = set(chain)  # parents may close a circle: what the conversation went through was not left
        for taken, fork in pairwise(chain):
            for other in tree.children.get(fork, ()):
                if other not in live and other not in dead and tree.is_rewound(taken, other):
                    dead.update(set(tree.below(other)) - live)
    return frozenset(dead)


def _may_fork(rows: Sequence[Row], prompts: frozenset[int]) -> bool:
    """Whether a prompt has a sibling: without one nothing was rewound, and most sessions need no tree."""
    asked = {rows[position].parent for position in prompts if rows[position].parent}
    seen: set[str] = set()
    for row in rows:
        if row.parent in asked and not row.sidechain:
            if row.parent in seen:
                return True
            seen.add(row.parent)
    return False


class _Tree:
    """The records by position, with parents and children."""

    def __init__(self, rows: Sequence[Row], prompts: frozenset[int]) -> None:
        self.rows = rows
        self.prompts = prompts
        self.at: dict[str, int] = {}
        for position, row in enumerate(rows):
            if row.uuid and not row.sidechain:
                self.at.setdefault(row.uuid, position)
        self.parents: dict[int, int] = {}
        self.children: dict[int, list[int]] = {}
        for position, row in enumerate(rows):
            parent = self.at.get(row.parent)
            if parent is not None and parent != position and not row.sidechain:
                self.parents[position] = parent
                self.children.setdefault(parent, []).append(position)

    def last_leaves(self) -> list[int]:
        """The last spoken record of each piece of the tree."""
        roots: dict[int, int] = {}
        last: dict[int, int] = {}
        for position, row in enumerate(self.rows):
            if row.kind in SPOKEN and not row.sidechain:
                last[self._root(position, roots)] = position
        return list(last.values())

    def _root(self, position: int, roots: dict[int, int]) -> int:
        """The root above a position, remembered for every position on the way; a cycle ends where it closes."""
        way: list[int] = []
        seen: set[int] = set()
        while position not in roots and position in self.parents and position not in seen:
            way.append(position)
            seen.add(position)
            position = self.parents[position]
        root = roots.get(position, position)
        for passed in way:
            roots[passed] = root
        return root

    def chain(self, leaf: int) -> list[int]:
        """The positions from a leaf up to its root."""
        found: list[int] = [leaf]
        seen = {leaf}
        while (parent := self.parents.get(found[-1])) is not None and parent not in seen:
            found.append(parent)
            seen.add(parent)
        return found

    def below(self, position: int) -> list[int]:
        """A position and all that descends from it."""
        found: list[int] = []
        seen = {position}
        waiting = [position]
        while waiting:
            current = waiting.pop()
            found.append(current)
            fresh = [child for child in self.children.get(current, ()) if child not in seen]
            seen.update(fresh)
            waiting.extend(fresh)
        return found

    def is_rewound(self, taken: int, other: int) -> bool:
        """Whether a fork, of which one side was taken to the end, is a rewind that left the other side behind."""
        if taken in self.prompts:
            return other in self.prompts or self._has_answer(other)
        return other in self.prompts and self._has_answer(other)

    def _has_answer(self, position: int) -> bool:
        return any(self.rows[each].kind == "assistant" for each in self.below(position))
