"""What policies are evaluated over: the positions of a trace, what was derived from it, and what is configured.

A position is an entry of `actions`, in the order of the list (§8). Who produced what is read as the policies read it:
an artifact is produced by every action that lists it among its outputs and by the one that it names as its producer.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from tollens.core.graph.index import Index
from tollens.core.model.actions import KnownAction
from tollens.core.model.artifacts import KnownArtifact
from tollens.core.model.trace import Trace
from tollens.core.model.unrecognized import Unrecognized


class Derived(NamedTuple):
    """What the goals and the freshness of results came to (§18.3). What is `None` was not derived: undetermined.

    Attributes:
        acceptance: Status word of each acceptance item, by the id of its goal and its own.
        open_gaps: Ids of the open gaps in reach of each goal, by its id.
        freshness: `Fresh`, `Stale` or `Detached` of each reasoning result whose freshness could be told, by its id.
    """

    acceptance: Mapping[tuple[str, str], str] | None = None
    open_gaps: Mapping[str, Sequence[str]] | None = None
    freshness: Mapping[str, str] | None = None


class Settings(NamedTuple):
    """How a project has its policies read.

    Attributes:
        high_stakes_paths: A path that contains one of these is of high stakes, beside what the trace says itself.
        text_predicates: Whether a name that is no predicate of the language is looked for in the words of an action;
            otherwise it is undetermined.
    """

    high_stakes_paths: tuple[str, ...] = ()
    text_predicates: bool = True


class Record:
    """One trace, ready for any number of policies.

    Attributes:
        index: Of the trace.
        derived: What was derived from it.
        settings: How policies are to be read.
        size: The number of positions.
    """

    def __init__(self, index: Index, derived: Derived | None = None, settings: Settings | None = None) -> None:
        self.index = index
        self.derived = derived or Derived()
        self.settings = settings or Settings()
        self.size = len(index.trace.actions)

    @property
    def trace(self) -> Trace:
        """The trace."""
        return self.index.trace

    def action(self, position: int) -> KnownAction | None:
        """The action at a position, unless it could not be read."""
        found = self.trace.actions[position]
        return None if isinstance(found, Unrecognized) else found

    def artifact(self, place: int) -> KnownArtifact | None:
        """The artifact at a place in the list, unless it could not be read."""
        found = self.trace.artifacts[place]
        return None if isinstance(found, Unrecognized) else found

    def ids_of(self, positions: Sequence[int]) -> tuple[int, ...]:
        """The ids of the actions at some positions, without those that state none."""
        found = (self.trace.actions[position].id for position in positions)
        return tuple(number for number in found if number is not None)

    @cached_property
    def made(self) -> list[Sequence[int]]:
        """For each position the places of the artifacts that the action produced, each once."""
        found = self._places(self._lists("outputs"))
        held: dict[int, set[int]] = {}
        for place, artifact in enumerate(self.trace.artifacts):
            if isinstance(artifact, Unrecognized):
                number = artifact.number("producer_action_id")
            else:
                number = artifact.producer_action_id
            position = None if number is None else self.index.action_at.get(number)
            if position is None or (found[position] and found[position][0] == place):
                continue
            if position not in held:
                held[position] = set(found[position])
            if place not in held[position]:
                held[position].add(place)
                listed = found[position]
                if not isinstance(listed, list):
                    found[position] = listed = list(listed)
                listed.append(place)
        return found

    @cached_property
    def read(self) -> list[Sequence[int]]:
        """For each position the places of the artifacts that the action lists as inputs, each once."""
        return self._places(self._lists("inputs"))

    def _lists(self, member: str) -> list[Sequence[str]]:
        """A list of names of every action, by position."""
        return [
            action.texts(member) if isinstance(action, Unrecognized) else getattr(action, member)
            for action in self.trace.actions
        ]

    def _places(self, lists: list[Sequence[str]]) -> list[Sequence[int]]:
        """The places of the artifacts that are named, each once."""
        at = self.index.artifact_at
        found: list[Sequence[int]] = []
        for names in lists:
            if not names:
                found.append(())
            elif len(names) == 1:
                place = at.get(names[0])
                found.append(() if place is None else (place,))
            else:
                found.append(list(dict.fromkeys([at[name] for name in names if name in at])))
        return found

    @cached_property
    def makers(self) -> list[list[int]]:
        """For each artifact the positions of the actions that produced it, ascending."""
        found: list[list[int]] = [[] for _ in self.trace.artifacts]
        for position, places in enumerate(self.made):
            for place in places:
                found[place].append(position)
        return found

    @cached_property
    def readers(self) -> list[list[int]]:
        """For each artifact the positions of the actions that list it as an input, ascending."""
        found: list[list[int]] = [[] for _ in self.trace.artifacts]
        for position, places in enumerate(self.read):
            for place in places:
                found[place].append(position)
        return found

    @cached_property
    def unread(self) -> list[int]:
        """The positions of the actions that could not be read."""
        return [at for at, action in enumerate(self.trace.actions) if isinstance(action, Unrecognized)]

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

    @cached_property
    def parents(self) -> list[Sequence[int]]:
        """For each artifact the places of those that it lists as its parents."""
        return self._places(
            [
                artifact.texts("derived_from") if isinstance(artifact, Unrecognized) else artifact.derived_from
                for artifact in self.trace.artifacts
            ]
        )

    @cached_property
    def children(self) -> list[list[int]]:
        """For each artifact the places of those that list it as a parent."""
        found: list[list[int]] = [[] for _ in self.trace.artifacts]
        for place, parents in enumerate(self.parents):
            for parent in parents:
                found[parent].append(place)
        return found
