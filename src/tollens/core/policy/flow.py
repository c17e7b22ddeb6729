"""Who produced what, who read it, and what derives from what, as policies read it: by positions and places.

A position is an entry of `actions`, a place one of `artifacts`, in the order of the lists. An artifact is produced by
every action that lists it among its outputs and by the one that it names as its producer. Ids are looked up once.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import repeat
from operator import attrgetter
from typing import Any, NamedTuple

from tollens.core.graph.index import Index
from tollens.core.model.trace import Trace
from tollens.core.model.unrecognized import Unrecognized
from tollens.core.policy.table import NONE, SEVERAL, Table

_BLOCK = 500
"""Actions that are read together: with what they produced they fill about half a cache of the second level."""


class _Named(NamedTuple):
    """What the entries of a trace name, by position and by place.

    Attributes:
        outputs, inputs: Places of artifacts, for each action.
        parents: Places of artifacts, for each artifact.
        producers: The position of the action that each artifact names as its producer, or `NONE`.
        kinds: The class of each artifact.
    """

    outputs: Table
    inputs: Table
    parents: Table
    producers: list[int]
    kinds: list[type]


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

    @property
    def inputs(self) -> Table:
        """For each position the places of the artifacts that the action lists as inputs."""
        return self._named.inputs

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
        made, producers = self._named.outputs, self._named.producers
        makers = made.turned(len(producers))
        pairs = enumerate(zip(producers, makers.only, strict=True))
        unlisted = [(place, at) for place, (at, listing) in pairs if at != listing and at != NONE]  # most are listed
        for place, position in unlisted:
            if position not in makers[place]:
                makers.put(place, sorted([*makers[place], position]))
                made.add(position, place)
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
            for position, names in enumerate(_lists(self.trace.actions, member)):
                for name in dict.fromkeys(names):
                    if name not in at:
                        by_name.setdefault(name, []).append(position)
        return found

    # ── by place ─────────────────────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def readers(self) -> Table:
        """For each place the positions of the actions that list the artifact as an input, ascending."""
        return self.inputs.turned(len(self.trace.artifacts))

    @property
    def parents(self) -> Table:
        """For each place the places of the artifacts that the artifact lists as its parents."""
        return self._named.parents

    @cached_property
    def children(self) -> Table:
        """For each place the places of the artifacts that list the artifact as a parent, ascending."""
        return self.parents.turned(len(self.trace.artifacts))

    def below(self, places: Sequence[int]) -> bytes:
        """For each place 1 where the artifact derives from one of some others, in one step or more."""
        count = len(self.parents)
        sources, found = bytearray(count + 1), bytearray(count + 1)
        for place in places:
            sources[place] = 1
        for place, only in enumerate(self.parents.only if places else ()):
            if only != SEVERAL:
                if only >= place:  # what stands above it is then not known yet
                    return self._walked_below(places)
                if sources[only] or found[only]:  # both are 0 for no parent
                    found[place] = 1
                continue
            for parent in self.parents.several[place]:
                if parent >= place:
                    return self._walked_below(places)
                if sources[parent] or found[parent]:
                    found[place] = 1
        return bytes(found[:count])

    def _walked_below(self, places: Sequence[int]) -> bytes:
        """The same from artifact to artifact, in any order of the record."""
        children = self.children
        found = bytearray(len(children))
        pending = [child for place in places for child in children[place]]
        while pending:
            place = pending.pop()
            if not found[place]:
                found[place] = 1
                pending.extend(children[place])
        return bytes(found)

    @cached_property
    def places_by_class(self) -> Mapping[type, Sequence[int]]:
        """The places of the artifacts of each class, ascending."""
        found: dict[type, list[int]] = {kind: [] for kind in dict.fromkeys(self._named.kinds)}
        for place, kind in enumerate(self._named.kinds):
            found[kind].append(place)
        return found

    # ── what the record says ─────────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def _named(self) -> _Named:
        """All ids that are named, looked up.

        An action, what it produced and the ids in both lie side by side in memory. So they are read in blocks, each
        while it is at hand: to go through all of a long trace for each list takes half as long again.
        """
        found = _Named(Table(), Table(), Table(), [], [])
        actions, artifacts = self.trace.actions, self.trace.artifacts
        names = list(self.index.artifact_at) if self.index.unique else []
        producer_at: Any = self.index.action_at.get  # also of `None`
        whole = not self.unread and not self.unread_artifacts
        lists, numbers = (_members, _members) if whole else (_lists, _numbers)
        count = max(1, max(self.size, len(artifacts)) // _BLOCK)
        for block in range(count):
            first, last = (len(artifacts) * part // count for part in (block, block + 1))
            steps = actions[len(actions) * block // count : len(actions) * (block + 1) // count]
            things = artifacts[first:last]
            near = dict(zip(names[first:last], range(first, last), strict=True)) if names else {}
            self._look_up(lists(steps, "outputs"), near, found.outputs)
            self._look_up(lists(steps, "inputs"), near, found.inputs)
            self._look_up(lists(things, "derived_from"), near, found.parents)
            found.kinds.extend(map(type, things))
            found.producers.extend(map(producer_at, numbers(things, "producer_action_id"), repeat(NONE)))
        return found

    def _look_up(self, lists: Sequence[Sequence[str]], near: Mapping[str, int], table: Table) -> None:
        """Add a row for each list of names: the places of the artifacts that it names.

        Args:
            lists: Most have one name or none.
            near: The places of the artifacts of the same block, which most names are of, where each id is of one.
            table: Takes the rows.
        """
        at, by = self.index.artifact_at.get, near.get
        start = len(table)
        only = [
            (by(names[0]) or at(names[0], NONE)) if len(names) == 1 else SEVERAL if names else NONE for names in lists
        ]
        table.only += only
        for row in [row for row, held in enumerate(only) if held == SEVERAL]:
            places = dict.fromkeys([by(name) or at(name, NONE) for name in lists[row]])
            places.pop(NONE, None)
            table.put(start + row, list(places))


def _members(entries: Sequence[Any], member: str) -> list[Any]:
    """A member of each entry; all could be read."""
    return list(map(attrgetter(member), entries))


def _lists(entries: Sequence[Any], member: str) -> list[Sequence[str]]:
    """A list of names of each entry, as far as it could be read."""
    return [each.texts(member) if isinstance(each, Unrecognized) else getattr(each, member) for each in entries]


def _numbers(entries: Sequence[Any], member: str) -> list[int | None]:
    """A number of each entry, likewise."""
    return [each.number(member) if isinstance(each, Unrecognized) else getattr(each, member) for each in entries]
