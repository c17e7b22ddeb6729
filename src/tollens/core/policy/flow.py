"""Who produced what, who read it, and what derives from what, as policies read it: by positions and places.

A position is an entry of `actions`, a place one of `artifacts`, in the order of the lists. An artifact is produced by
every action that lists it among its outputs and by the one that it names as its producer. Ids are looked up once.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from operator import attrgetter
from typing import Any, cast

from tollens.core.graph.index import Index
from tollens.core.model.trace import Trace
from tollens.core.model.unrecognized import Unrecognized

Table = list[Sequence[int]]
"""For each position or place some of the other kind, each once."""


class Flow:
    """The tables of one trace, each made when it is asked for.

    Args:
        index: Of the trace.

    Attributes:
        index: Of the trace.
        size: The number of positions.
    """

    def __init__(self, index: Index) -> None:
        self.index = index
        self.size = len(index.trace.actions)

    @property
    def trace(self) -> Trace:
        """The trace."""
        return self.index.trace

    @cached_property
    def unread(self) -> list[int]:
        """The positions of the actions that could not be read."""
        if len(self.index.actions) == self.size:
            return []
        return [at for at, action in enumerate(self.trace.actions) if isinstance(action, Unrecognized)]

    @cached_property
    def unread_artifacts(self) -> list[tuple[int, Unrecognized]]:
        """The artifacts that could not be read, with their places."""
        artifacts = self.trace.artifacts
        if len(self.index.artifacts) == len(artifacts):
            return []
        return [(place, held) for place, held in enumerate(artifacts) if isinstance(held, Unrecognized)]

    # ── by position ──────────────────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def inputs(self) -> Table:
        """For each position the places of the artifacts that the action lists as inputs."""
        return self._places(self._lists("inputs"))

    @property
    def made(self) -> Table:
        """For each position the places of the artifacts that the action produced: those that it lists come first."""
        return self._production[0]

    @property
    def makers(self) -> Table:
        """For each place the positions of the actions that produced the artifact, ascending."""
        return self._production[1]

    @cached_property
    def _production(self) -> tuple[Table, Table]:
        made = self._places(self._lists("outputs"))
        makers = _turned(made, len(self.trace.artifacts))
        for place, position in enumerate(self._producers):
            if position is not None and position not in makers[place]:  # most list what names them
                makers[place] = tuple(sorted([*makers[place], position]))
                _add(made, position, place)
        return made, makers

    def unresolved(self, member: str) -> Mapping[str, Sequence[int]]:
        """The positions of the actions that list an id which is no artifact of the trace, by the id.

        Args:
            member: `inputs` or `outputs`.
        """
        return self._unresolved[member]

    @cached_property
    def _unresolved(self) -> dict[str, dict[str, list[int]]]:
        at = self.index.artifact_at
        found: dict[str, dict[str, list[int]]] = {"inputs": {}, "outputs": {}}
        for member, by_name in found.items():
            for position, names in enumerate(self._lists(member)):
                for name in dict.fromkeys(names):
                    if name not in at:
                        by_name.setdefault(name, []).append(position)
        return found

    # ── by place ─────────────────────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def readers(self) -> Table:
        """For each place the positions of the actions that list the artifact as an input, ascending."""
        return _turned(self.inputs, len(self.trace.artifacts))

    @cached_property
    def parents(self) -> Table:
        """For each place the places of the artifacts that the artifact lists as its parents."""
        if not self.unread_artifacts:
            return self._places(list(map(attrgetter("derived_from"), self.trace.artifacts)))
        return self._places(
            [
                artifact.texts("derived_from") if isinstance(artifact, Unrecognized) else artifact.derived_from
                for artifact in self.trace.artifacts
            ]
        )

    @cached_property
    def children(self) -> Table:
        """For each place the places of the artifacts that list the artifact as a parent, ascending."""
        return _turned(self.parents, len(self.trace.artifacts))

    # ── what the record says ─────────────────────────────────────────────────────────────────────────────────────────

    @property
    def _producers(self) -> Sequence[int | None]:
        """The position of the action that each artifact names as its producer."""
        at: Any = self.index.action_at.get  # also of `None`
        if not self.unread_artifacts:
            return list(map(at, map(attrgetter("producer_action_id"), self.trace.artifacts)))
        return [
            at(
                artifact.number("producer_action_id")
                if isinstance(artifact, Unrecognized)
                else artifact.producer_action_id
            )
            for artifact in self.trace.artifacts
        ]

    def _lists(self, member: str) -> Sequence[Sequence[str]]:
        """A list of names of every action, by position."""
        get: Any = attrgetter(member)
        if not self.unread:
            return list(map(get, self.trace.actions))
        return [
            action.texts(member) if isinstance(action, Unrecognized) else get(action) for action in self.trace.actions
        ]

    def _places(self, lists: Sequence[Sequence[str]]) -> Table:
        """The places of the artifacts that are named, each once; most lists have one name or none."""
        at = self.index.artifact_at.get
        found: Table = []
        for names in lists:
            if not names:
                found.append(())
            elif len(names) == 1:
                place = at(names[0])
                found.append(() if place is None else (place,))
            else:
                places = dict.fromkeys(map(at, names))
                places.pop(None, None)
                found.append(tuple(cast(dict[int, None], places)))
        return found


def _turned(table: Table, count: int) -> Table:
    """A table read the other way: for each of `count` entries where it is held, ascending."""
    found: Table = [()] * count
    for row, held in enumerate(table):
        for entry in held:
            if found[entry]:
                _add(found, entry, row)
            else:
                found[entry] = (row,)
    return found


def _add(table: Table, row: int, entry: int) -> None:
    """Add to what a row holds; one that holds several is a list, so that a long one does not grow by copying."""
    if not table[row]:
        table[row] = (entry,)
        return
    if isinstance(table[row], tuple):
        table[row] = list(table[row])
    cast(list[int], table[row]).append(entry)
