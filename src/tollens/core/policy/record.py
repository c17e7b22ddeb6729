"""What policies are evaluated over: the positions of a trace, what was derived from it, and what is configured.

A position is an entry of `actions`, in the order of the list (§8).
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import NamedTuple, TypeVar, cast

from tollens.core.graph.elements import Recognized
from tollens.core.graph.index import Index
from tollens.core.model.actions import KnownAction
from tollens.core.model.artifacts import KnownArtifact
from tollens.core.model.evidence import Evidence
from tollens.core.model.unrecognized import Unrecognized
from tollens.core.policy.flow import Flow
from tollens.core.policy.targets import files_of, may_name_more

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


class Record(Flow):
    """One trace, ready for any number of policies.

    Args:
        index: Of the trace.
        derived: What was derived from it.
        settings: How policies are to be read.
        stated_paths: The trace's own member `high_stakes_paths`, where it was looked up already; otherwise it is looked
            for in the JSON value, which costs more than all the rest.

    Attributes:
        derived: What was derived from it.
        settings: How policies are to be read.
    """

    def __init__(
        self,
        index: Index,
        derived: Derived | None = None,
        settings: Settings | None = None,
        stated_paths: object = _UNASKED,
    ) -> None:
        super().__init__(index)
        self.derived = derived or Derived()
        self.settings = settings or Settings()
        self._stated_paths = stated_paths

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
    def detailed(self) -> Recognized[KnownAction]:
        """The actions with evidence, a request or a result, with their positions: the others need no looking into."""
        found = [
            position
            for position, action in self.index.actions
            if action.evidence
            or getattr(action, "request", None) is not None
            or getattr(action, "result", None) is not None
        ]
        return Recognized(found, cast(list[KnownAction], list(map(self.trace.actions.__getitem__, found))))

    @cached_property
    def half_read(self) -> list[int]:
        """The positions of the actions with evidence that could not be read: it may say more than the rest does."""
        if {Evidence}.issuperset(map(type, chain.from_iterable(self.detailed.each("evidence")))):
            return []
        return [position for position, action in self.detailed if may_name_more(action)]

    @cached_property
    def by_file(self) -> dict[str, list[int]]:
        """The positions of the actions that name each file, ascending."""
        found: dict[str, list[int]] = {}
        for position, action in self.detailed:
            for file in files_of(action):
                if file in found:
                    found[file].append(position)
                else:
                    found[file] = [position]
        return found

    def of(self, kind: type[T]) -> Iterator[tuple[int, T]]:
        """The artifacts of a class with their places, ascending."""
        artifacts = self.trace.artifacts
        places = self.places_by_class.get(kind, ())
        return zip(places, cast("Iterator[T]", map(artifacts.__getitem__, places)), strict=True)
