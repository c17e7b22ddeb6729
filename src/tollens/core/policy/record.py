"""What policies are evaluated over: the positions of a trace, what was derived from it, and what is configured.

A position is an entry of `actions`, in the order of the list (§8). Who produced what is read as the policies read it:
an artifact is produced by every action that lists it among its outputs and by the one that it names as its producer.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from operator import attrgetter
from typing import NamedTuple, TypeVar, cast

from tollens.core.graph.index import Index
from tollens.core.model.actions import KnownAction
from tollens.core.model.artifacts import KnownArtifact
from tollens.core.model.trace import Trace
from tollens.core.model.unrecognized import Unrecognized
from tollens.core.policy.targets import files_of, names_files

T = TypeVar("T")


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


_UNASKED = object()


class Record:
    """One trace, ready for any number of policies.

    Args:
        index: Of the trace.
        derived: What was derived from it.
        settings: How policies are to be read.
        stated_paths: The trace's own member `high_stakes_paths`, where it was looked up already; otherwise it is looked
            for in the JSON value, which costs more than all the rest.

    Attributes:
        index: Of the trace.
        derived: What was derived from it.
        settings: How policies are to be read.
        size: The number of positions.
    """

    def __init__(
        self,
        index: Index,
        derived: Derived | None = None,
        settings: Settings | None = None,
        stated_paths: object = _UNASKED,
    ) -> None:
        self.index = index
        self.derived = derived or Derived()
        self.settings = settings or Settings()
        self._stated_paths = stated_paths
        self.size = len(index.trace.actions)

    @property
    def trace(self) -> Trace:
        """The trace."""
        return self.index.trace

    @cached_property
    def stated_paths(self) -> object:
        """What the trace says itself of paths of high stakes: the member `high_stakes_paths`, which no record has."""
        if self._stated_paths is not _UNASKED:
            return self._stated_paths
        value = self.index.value
        return value.get("high_stakes_paths") if isinstance(value, dict) else None

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
        """For each position the places of the artifacts that the action produced, each once.

        Most actions list just what names them as its producer, and then no id needs to be looked up.
        """
        found: list[Sequence[int]] = [()] * self.size
        action_at = self.index.action_at
        for place, producer in enumerate(self._producers):
            position = None if producer is None else action_at.get(producer)
            if position is not None:
                if found[position]:
                    cast(list[int], found[position]).append(place)
                else:
                    found[position] = [place]
        at, ids = self.index.artifact_at, [artifact.artifact_id for artifact in self.trace.artifacts]
        for position, (names, places) in enumerate(zip(self._lists("outputs"), found, strict=True)):
            if not names or (len(names) == len(places) == 1 and ids[places[0]] == names[0]):
                continue
            if len(names) != len(places) or names != tuple([ids[place] for place in places]):
                found[position] = list(dict.fromkeys([*(at[name] for name in names if name in at), *places]))
        return found

    @property
    def _producers(self) -> list[int | None]:
        """What each artifact names as its producer."""
        if not self.unread_artifacts:
            return [artifact.producer_action_id for _, artifact in self.index.artifacts]
        return [
            artifact.number("producer_action_id") if isinstance(artifact, Unrecognized) else artifact.producer_action_id
            for artifact in self.trace.artifacts
        ]

    @cached_property
    def by_file(self) -> dict[str, list[int]]:
        """The positions of the actions that name each file, ascending."""
        found: dict[str, list[int]] = {}
        for position, action in self.index.actions:
            if names_files(action):
                for file in files_of(action):
                    if file in found:
                        found[file].append(position)
                    else:
                        found[file] = [position]
        return found

    @cached_property
    def places_by_class(self) -> Mapping[type, Sequence[int]]:
        """The places of the artifacts of each class, ascending."""
        found: dict[type, list[int]] = {}
        for place, kind in enumerate(map(type, self.trace.artifacts)):
            if kind in found:
                found[kind].append(place)
            else:
                found[kind] = [place]
        return found

    def of(self, kind: type[T]) -> Iterator[tuple[int, T]]:
        """The artifacts of a class with their places, ascending."""
        artifacts = self.trace.artifacts
        return ((place, cast(T, artifacts[place])) for place in self.places_by_class.get(kind, ()))

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
                if place is not None and not (len(names) > 1 and found[place] and found[place][-1] == position):
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
