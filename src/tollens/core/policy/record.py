"""What policies are evaluated over: the positions of a trace, what was derived from it, and what is configured.

A position is an entry of `actions`, in the order of the list (§8).
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import chain, compress, repeat
from typing import Any, NamedTuple, TypeVar, cast

from tollens.core.graph.elements import Recognized
from tollens.core.graph.index import Index
from tollens.core.model.actions import KnownAction
from tollens.core.model.artifacts import KnownArtifact
from tollens.core.model.evidence import Evidence
from tollens.core.model.unrecognized import Kept, Unrecognized
from tollens.core.policy.flow import Flow
from tollens.core.policy.targets import file_name, is_file, paths_of

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
        return tuple([number for position in positions if (number := self.index.action_ids[position]) is not None])

    @cached_property
    def last_id(self) -> int | None:
        """The id of the last action."""
        return next((number for number in reversed(self.index.action_ids) if number is not None), None)

    def produced_by(self, positions: Sequence[int]) -> list[str]:
        """The ids of what the actions at some positions produced, without what states none."""
        names, made = self.index.artifact_ids, self.made
        found = [names[place] for position in positions for place in made[position]]
        return [name for name in found if name is not None]

    def stating(self, member: str) -> Recognized[Any]:
        """What the actions state in a member that most leave out, with their positions; a gateway has not each one."""
        actions = self.index.actions
        held = list(map(getattr, actions.elements, repeat(member), repeat(None)))
        return Recognized(list(compress(actions.positions, held)), list(filter(None, held)))

    @cached_property
    def evidence(self) -> Recognized[Kept[Evidence]]:
        """Each piece of evidence, with the position of its action."""
        stated = self.stating("evidence")
        positions = chain.from_iterable(map(repeat, stated.positions, map(len, stated.elements)))
        return Recognized(list(positions), list(chain.from_iterable(stated.elements)))

    @cached_property
    def half_read(self) -> list[int]:
        """The positions of the actions with evidence that could not be read: it may say more than the rest does."""
        if {Evidence}.issuperset(map(type, self.evidence.elements)):
            return []
        return sorted({position for position, item in self.evidence if type(item) is not Evidence})

    @cached_property
    def by_file(self) -> dict[str, list[int]]:
        """The positions of the actions that name each file, ascending."""
        named = [(position, item.ref_) for position, item in self.evidence if is_file(item)]
        named += [(position, path) for position, request in self.stating("request") for path in paths_of(request)]
        found: dict[str, list[int]] = {}
        for position, path in sorted(named):
            file = file_name(path)
            if file not in found:
                found[file] = [position]
            elif found[file][-1] != position:
                found[file].append(position)
        return found

    def of(self, kind: type[T]) -> Recognized[T]:
        """The artifacts of a class with their places, ascending."""
        places = self.places_by_class.get(kind, ())
        return Recognized(places, cast("list[T]", list(map(self.trace.artifacts.__getitem__, places))))
