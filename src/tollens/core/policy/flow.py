"""Who produced what, who read it, and what derives from what, as policies read it: by positions and places.

A position is an entry of `actions`, a place one of `artifacts`, in the order of the lists. An artifact is produced by
every action that lists it among its outputs and by the one that it names as its producer. Ids are looked up once.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import compress, repeat
from operator import attrgetter, ne
from typing import Any, NamedTuple

from tollens.core.graph.index import Index
from tollens.core.model.artifacts import ArtifactRole
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
        roles: What each artifact states as its role.
    """

    outputs: Table
    inputs: Table
    parents: Table
    producers: list[int]
    roles: list[ArtifactRole | None]


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
        for place in [*compress(range(len(producers)), map(ne, producers, makers.only))]:  # most are listed once
            position = producers[place]
            if position == NONE:
                continue
            if makers.only[place] == NONE:
                makers.only[place] = position
            elif position not in makers[place]:
                makers.put(place, sorted([*makers[place], position]))
            else:
                continue
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
        marked, found = bytearray(count + 1), bytearray(count)  # those places and what is below them; the latter
        for place in places:
            marked[place] = 1
        for place, only in enumerate(self.parents.only if places else ()):
            if only != SEVERAL:
                if only >= place:  # what stands above it is then not known yet
                    return self._walked_below(places)
                if marked[only]:  # which is 0 for no parent
                    found[place] = marked[place] = 1
                continue
            for parent in self.parents.several[place]:
                if parent >= place:
                    return self._walked_below(places)
                if marked[parent]:
                    found[place] = marked[place] = 1
        return bytes(found)

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

    @property
    def kinds(self) -> Sequence[type]:
        """For each place the class of the artifact."""
        return self.index.artifact_kinds

    @property
    def roles(self) -> Sequence[ArtifactRole | None]:
        """For each place the role that the artifact states, as most do not."""
        return self._named.roles

    @cached_property
    def places_by_class(self) -> Mapping[type, Sequence[int]]:
        """The places of the artifacts of each class, ascending."""
        found: dict[type, list[int]] = {kind: [] for kind in dict.fromkeys(self.kinds)}
        for place, kind in enumerate(self.kinds):
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
        at = self.index.artifact_at if self.index.unique else {}
        names, places = (
            list(at),
            list(at.values()),
        )  # the same numbers serve everywhere, and take no memory of their own
        producer_at: Any = self.index.action_at.get  # also of `None`
        whole = not self.unread and not self.unread_artifacts
        lists, numbers, members = (_each, _each, _each) if whole else (_lists, _numbers, _members)
        count = max(1, max(self.size, len(artifacts)) // _BLOCK)
        for block in range(count):
            first, last = (len(artifacts) * part // count for part in (block, block + 1))
            steps = actions[len(actions) * block // count : len(actions) * (block + 1) // count]
            things = artifacts[first:last]
            near: dict[tuple[str, ...], int] = {(): NONE}
            near.update(zip(zip(names[first:last], strict=True), places[first:last], strict=True))
            self._look_up(lists(steps, "outputs"), near, found.outputs)
            self._look_up(lists(steps, "inputs"), near, found.inputs)
            self._look_up(lists(things, "derived_from"), near, found.parents)
            found.roles.extend(members(things, "artifact_role"))
            found.producers.extend(map(producer_at, numbers(things, "producer_action_id"), repeat(NONE)))
        return found

    def _look_up(self, lists: Sequence[tuple[str, ...]], near: Mapping[tuple[str, ...], int], table: Table) -> None:
        """Add a row for each list of names: the places of the artifacts that it names.

        Args:
            lists: Most have one name or none.
            near: The places of the artifacts of the same block, by the list that names one alone, and `NONE` by the
                empty list: so most lists are looked up as they stand, without a step for each.
            table: Takes the rows.
        """
        by, at, start = near.get, self.index.artifact_at.get, len(table)
        only = list(map(by, lists, repeat(SEVERAL)))
        table.only += only
        for row in [row for row, held in enumerate(only) if held == SEVERAL]:
            places: dict[int, None] = {}
            for name in lists[row]:
                place = by((name,), NONE)
                places[at(name, NONE) if place == NONE else place] = None
            places.pop(NONE, None)
            table.put(start + row, list(places))


def _each(entries: Sequence[Any], member: str) -> list[Any]:
    """A member of each entry; all could be read."""
    return list(map(attrgetter(member), entries))


def _members(entries: Sequence[Any], member: str) -> list[Any]:
    """A member of each entry that could be read; of the others nothing."""
    return [getattr(each, member, None) for each in entries]


def _lists(entries: Sequence[Any], member: str) -> list[tuple[str, ...]]:
    """A list of names of each entry, as far as it could be read."""
    return [each.texts(member) if isinstance(each, Unrecognized) else getattr(each, member) for each in entries]


def _numbers(entries: Sequence[Any], member: str) -> list[int | None]:
    """A number of each entry, likewise."""
    return [each.number(member) if isinstance(each, Unrecognized) else getattr(each, member) for each in entries]
