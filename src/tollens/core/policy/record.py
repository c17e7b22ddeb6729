"""What policies are evaluated over: the positions of a trace, what was derived from it, and what is configured.

A position is an entry of `actions`, in the order of the list (§8). Who produced what is read as the policies read it:
an artifact is produced by every action that lists it among its outputs and by the one that it names as its producer.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from operator import attrgetter
from typing import NamedTuple, cast

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
        return tuple([number for position in positions if (number := self._ids[position]) is not None])

    @cached_property
    def _ids(self) -> list[int | None]:
        return [action.id for action in self.trace.actions]

    @cached_property
    def last_id(self) -> int | None:
        """The id of the last action."""
        return next((number for number in reversed(self._ids) if number is not None), None)

    def produced_by(self, positions: Sequence[int]) -> list[str]:
        """The ids of what the actions at some positions produced, without what states none."""
        artifacts, made = self.trace.artifacts, self.made
        found = [artifacts[place].artifact_id for position in positions for place in made[position]]
        return [name for name in found if name is not None]

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
                if not found[position]:
                    found[position] = []
                cast(list[int], found[position]).append(place)
        return found

    def _lists(self, member: str) -> list[Sequence[str]]:
        """A list of names of every action, by position."""
        get = attrgetter(member)
        if not self.unread:
            return list(map(get, self.trace.actions))
        return [
            action.texts(member) if isinstance(action, Unrecognized) else get(action) for action in self.trace.actions
        ]

    def _places(self, lists: list[Sequence[str]]) -> list[Sequence[int]]:
        """The places of the artifacts that are named, each once."""
        at = self.index.artifact_at
        found: list[Sequence[int]] = []
        for names in lists:
            if not names:
                found.append(())
                continue
            places = [at[name] for name in names if name in at]
            found.append(places if len(places) < 2 else list(dict.fromkeys(places)))
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
        """For each artifact the positions of the actions that list it as an input, ascending, each once."""
        at = self.index.artifact_at
        found: list[list[int]] = [[] for _ in self.trace.artifacts]
        for position, names in enumerate(self._lists("inputs")):
            for name in names:
                place = at.get(name)
                if place is not None and not (found[place] and found[place][-1] == position):
                    found[place].append(position)
        return found

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
        return self._places(self._parents)

    @property
    def _parents(self) -> list[Sequence[str]]:
        """What each artifact says that it derives from."""
        if not self.unread_artifacts:
            return [artifact.derived_from for _, artifact in self.index.artifacts]
        return [
            artifact.texts("derived_from") if isinstance(artifact, Unrecognized) else artifact.derived_from
            for artifact in self.trace.artifacts
        ]

    @cached_property
    def children(self) -> list[list[int]]:
        """For each artifact the places of those that list it as a parent."""
        at = self.index.artifact_at
        found: list[list[int]] = [[] for _ in self.trace.artifacts]
        for place, names in enumerate(self._parents):
            for name in names:
                parent = at.get(name)
                if parent is not None:
                    found[parent].append(place)
        return found
