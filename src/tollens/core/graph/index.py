"""Every identity of a trace resolved once (§7, §8): what the checks and the derived views look things up in."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import chain
from operator import attrgetter, lt
from typing import Any, TypeVar, get_args

from tollens.core.graph import flow, grouping
from tollens.core.graph.cycles import cycle_of
from tollens.core.graph.elements import Ids, Recognized, identities, known
from tollens.core.graph.flow import Consumption, Derivation, Production
from tollens.core.graph.grouping import Grouping
from tollens.core.graph.lines import Lines, lines
from tollens.core.graph.stating import Stating, stating
from tollens.core.graph.succession import replacements
from tollens.core.model.actions import KnownAction
from tollens.core.model.artifacts import (
    KnownArtifact,
    ReasoningResult,
    ResidualArtifact,
)
from tollens.core.model.fingerprint import ReasoningFingerprint
from tollens.core.model.meta_actions import MetaAction
from tollens.core.model.trace import Trace
from tollens.core.model.unrecognized import Unrecognized, UnrecognizedAction, UnrecognizedArtifact

RESULTS: tuple[type[ReasoningResult], ...] = get_args(ReasoningResult)
"""The classes of reasoning results (§10.4a)."""

T = TypeVar("T")
Id = TypeVar("Id", int, str)


_BLOCK = 1000
"""Elements of which several members are read before the next ones."""

_NOWHERE: tuple[Sequence[Any], Sequence[int]] = ((), ())


class Index:
    """Look-up tables over one trace. Of several elements with one id, the first one counts.

    An unrecognized element is in no list of elements, but its id is known: a reference to it does not dangle.

    Attributes:
        trace: The trace.
        action_at: Position of each action id in `trace.actions`.
        artifact_at: Position of each artifact id in `trace.artifacts`.
        action_ids, artifact_ids: The id at each position; `None` where none is stated.
        action_kinds, artifact_kinds: The class of the element at each position.
        actions, artifacts: The recognized elements with their positions, in list order.
        reference_ids: Ids of the reference artifacts.
    """

    def __init__(self, trace: Trace, read_value: Callable[[], object] | None = None) -> None:
        self.trace = trace
        self._read_value = read_value
        self._of_class: dict[type, Recognized[Any]] = {}
        self.action_kinds, self.action_ids = _columns(trace.actions, "id")
        self.artifact_kinds, self.artifact_ids, self._superseded = _columns(
            trace.artifacts, "artifact_id", "supersedes"
        )
        self.actions: Recognized[KnownAction] = known(trace.actions, self.action_kinds)
        self.artifacts: Recognized[KnownArtifact] = known(trace.artifacts, self.artifact_kinds)
        self.action_at: dict[int, int] = _first(self.action_ids)
        self.artifact_at: dict[str, int] = _first(self.artifact_ids)
        self.reference_ids = {name for _, name in identities(trace.reference_artifacts, "reference_artifact_id")}

    @cached_property
    def unique(self) -> bool:
        """Whether every artifact has an id that no other one has."""
        return len(self.artifact_at) == len(self.trace.artifacts)

    @cached_property
    def value(self) -> object:
        """The JSON value as read, for what the model leaves aside; `None` when there is none."""
        return None if self._read_value is None else self._read_value()

    def of(self, kind: type[T]) -> Recognized[T]:
        """The recognized elements of one class of artifact or action with their positions, in list order."""
        if kind not in self._of_class:
            elements, positions = self._places.get(kind, _NOWHERE)
            self._of_class[kind] = Recognized(positions, [elements[position] for position in positions])
        return self._of_class[kind]

    @cached_property
    def _places(self) -> dict[type, tuple[Sequence[Any], Sequence[int]]]:
        """Each class of actions and artifacts that the trace holds: the list of the trace, and the positions in it."""
        found: dict[type, tuple[Sequence[Any], Sequence[int]]] = {}
        actions, artifacts = (self.trace.actions, self.action_kinds), (self.trace.artifacts, self.artifact_kinds)
        lists: tuple[tuple[Sequence[Any], list[type]], ...] = (actions, artifacts)
        for elements, kinds in lists:
            groups: defaultdict[type, list[int]] = defaultdict(list)
            for position, kind in enumerate(kinds):
                groups[kind].append(position)
            found |= {kind: (elements, at) for kind, at in groups.items() if not issubclass(kind, Unrecognized)}
        return found

    @cached_property
    def fingerprints(self) -> tuple[tuple[int, ReasoningFingerprint], ...]:
        """The fingerprints of the reasoning results with the positions of their artifacts (§10.4a)."""
        stated = chain.from_iterable(
            zip(self.of(kind).positions, self.of(kind).each("payload.fingerprint"), strict=True) for kind in RESULTS
        )
        return tuple([(position, fingerprint) for position, fingerprint in stated if fingerprint is not None])

    def artifact(self, name: str) -> KnownArtifact | None:
        """The recognized artifact of that id, or `None`."""
        position = self.artifact_at.get(name)
        if position is None:
            return None
        found = self.trace.artifacts[position]
        return None if isinstance(found, Unrecognized) else found

    def resolves(self, name: str) -> bool:
        """Whether an id names an artifact or a reference artifact of this trace."""
        return name in self.artifact_at or name in self.reference_ids

    @cached_property
    def unread_artifacts(self) -> tuple[tuple[int, UnrecognizedArtifact], ...]:
        """The artifacts that are not recognized, with their positions; there are hardly ever any."""
        if len(self.artifacts) == len(self.trace.artifacts):
            return ()
        held = enumerate(self.trace.artifacts)
        return tuple((at, artifact) for at, artifact in held if isinstance(artifact, UnrecognizedArtifact))

    @cached_property
    def unread_actions(self) -> tuple[tuple[int, UnrecognizedAction], ...]:
        """The actions that are not recognized, likewise."""
        if len(self.actions) == len(self.trace.actions):
            return ()
        held = enumerate(self.trace.actions)
        return tuple((at, action) for at, action in held if isinstance(action, UnrecognizedAction))

    @cached_property
    def residual_ids(self) -> frozenset[str]:
        """Ids on the residual surface: Residual artifacts, and entries of the legacy list (§13.7)."""
        unrecognized = (
            artifact.artifact_id
            for artifact in self.trace.artifacts
            if isinstance(artifact, Unrecognized) and artifact.text("artifact_type") in (None, "Residual")
        )
        artifacts = (artifact.artifact_id for _, artifact in self.of(ResidualArtifact))
        legacy = (name for _, name in identities(self.trace.residuals, "residual_id"))
        return frozenset(name for names in (unrecognized, artifacts, legacy) for name in names if name is not None)

    @cached_property
    def superseding(self) -> tuple[tuple[int, KnownArtifact, str], ...]:
        """Each artifact that supersedes one, with its position and the id of the other (§7.3)."""
        stated = [(at, old) for at, old in enumerate(self._superseded) if old is not None]
        held = [(at, self.trace.artifacts[at], old) for at, old in stated]
        return tuple([(at, artifact, old) for at, artifact, old in held if not isinstance(artifact, Unrecognized)])

    @cached_property
    def replaced(self) -> dict[str, str]:
        """Each id that a later recognized artifact supersedes, with the last one that does (§7.3)."""
        return replacements(((at, new) for at, new, _ in self.superseding), self.artifact_at)

    @cached_property
    def lines(self) -> Lines:
        """The versions of one thing (§7.3)."""
        return lines(self.trace.artifacts, self.artifact_at)

    @cached_property
    def stating(self) -> Stating:
        """The actions that state something which most do not."""
        return stating(self.actions)

    @cached_property
    def meta_actions(self) -> Recognized[MetaAction]:
        """The recognized meta-actions with their positions."""
        return known(self.trace.meta_actions)

    @cached_property
    def meta_at(self) -> dict[str, int]:
        """Position of each meta-action id in `trace.meta_actions`."""
        return _by_name(identities(self.trace.meta_actions, "id"))

    @cached_property
    def comment_at(self) -> dict[str, int]:
        """Position of each comment id in `trace.comments`."""
        return _by_name(identities(self.trace.comments, "comment_id"))

    @cached_property
    def environment_ids(self) -> frozenset[str]:
        """Ids of the execution environments."""
        return frozenset(name for _, name in identities(self.trace.execution_environments, "environment_id"))

    @cached_property
    def policy_ids(self) -> frozenset[str]:
        """Ids of the policies that the trace holds."""
        return frozenset(name for _, name in identities(self.trace.policies, "policy_id"))

    @cached_property
    def evaluated_policy_ids(self) -> frozenset[str]:
        """Ids of the policies that the trace holds an evaluation of."""
        return frozenset(name for _, name in identities(self.trace.policy_evaluations, "policy_id"))

    @cached_property
    def in_id_order(self) -> bool:
        """Whether the actions are listed by ascending id, so that both orders are one."""
        if len(self.action_at) == len(self.actions) == len(self.trace.actions):
            ids = list(self.action_at)  # in list order, since each is there once
        else:
            ids = [action.id for _, action in self.actions]
        return all(map(lt, ids, ids[1:]))

    def later(self, one: int | None, other: int | None) -> bool:
        """Whether the action at position `one` surely comes after that at `other`: by the list and by the ids (§8).

        The list is the order of the steps; where ids run against it the record says two things, and nothing is
        called later that is not so by both.
        """
        if one is None or other is None or not one > other >= 0:
            return False
        if self.in_id_order:
            return True
        first, second = self.trace.actions[one].id, self.trace.actions[other].id
        return first is not None and second is not None and first > second

    @cached_property
    def production(self) -> Production:
        """Which action made which artifact."""
        count = len(self.trace.artifacts)
        return flow.production(self.actions, self.artifacts, self.action_at, self.artifact_at, count)

    def maker(self, name: str) -> int | None:
        """Position of the action that made the artifact of that id, or `None` when that is not known for sure."""
        at = self.artifact_at.get(name)
        made = flow.UNKNOWN if at is None else self.production.maker[at]
        return made if made >= 0 else None

    def recorder(self, name: str) -> int | None:
        """As `maker`, but of a residual only an action that lists it: what gave rise to a gap comes before what it is
        about as often as after (§13.1).
        """
        at = self.artifact_at.get(name)
        unlisted = at is None or self.production.lister[at] == flow.UNKNOWN
        if unlisted and isinstance(self.artifact(name), ResidualArtifact):
            return None
        return self.maker(name)

    @cached_property
    def derivation(self) -> Derivation:
        """The steps from artifacts to their parents that do not plainly point back."""
        return flow.derivation(self.artifacts, self.artifact_at, self.reference_ids, self.production.maker)

    @cached_property
    def parents(self) -> Sequence[Sequence[int]]:
        """For each position of an artifact the positions of its parents, also of those that are not recognized."""
        return flow.parents_of_all(self.derivation, self.trace.artifacts, self.artifact_at)

    def parents_of(self, position: int) -> Sequence[int]:
        """As `parents`, of one artifact: for those who ask of some, and not of all."""
        artifact = self.trace.artifacts[position]
        named = artifact.texts("derived_from") if isinstance(artifact, Unrecognized) else artifact.derived_from
        if len(named) == 1:
            only = self.artifact_at.get(named[0])
            return () if only is None else (only,)
        found = (self.artifact_at.get(name) for name in named)
        return tuple(dict.fromkeys(at for at in found if at is not None)) if named else ()

    @cached_property
    def children(self) -> Sequence[Sequence[int]]:
        """For each position of an artifact the positions of those that derive directly from it."""
        return flow.children_of_all(self.parents)

    @cached_property
    def consumption(self) -> Consumption:
        """The steps from actions to their inputs that do not plainly point back."""
        count = len(self.trace.actions)
        return flow.consumption(self.actions, self.artifact_at, self.reference_ids, self.production.maker, count)

    @cached_property
    def grouping(self) -> Grouping:
        """Which meta-action lists which action."""
        return grouping.grouping(self.meta_actions, self.actions, self.action_at, len(self.trace.actions))

    @cached_property
    def nesting(self) -> dict[int, tuple[int, int]]:
        """Spans of numbers that tell which meta-action stands inside which."""
        return grouping.nesting(self.meta_actions, self.meta_at)

    @cached_property
    def derivation_cycle(self) -> dict[int, int]:
        """Position of each artifact that derives from itself, directly or not, to the number of its cycle."""
        if not self.derivation.forward:  # every parent stands before its children
            return {}
        return cycle_of(dict(enumerate(self.derivation.parents)))


def _columns(elements: Sequence[Any], *members: str) -> list[list[Any]]:
    """The class of each element and some of its members, all of a few elements while these are within the caches."""
    getters: tuple[Callable[[Any], Any], ...] = (type, *map(attrgetter, members))
    columns: list[list[Any]] = [[] for _ in getters]
    for start in range(0, len(elements), _BLOCK):
        block = elements[start : start + _BLOCK]
        for column, get in zip(columns, getters, strict=True):
            column += map(get, block)
    return columns


def _first(ids: Sequence[Id | None]) -> dict[Id, int]:
    """Each id to the first position that states it."""
    at = dict(zip(ids, range(len(ids)), strict=True))
    if len(at) == len(ids) and None not in at:
        return at  # type: ignore[return-value]
    table: dict[Id, int] = {}
    for position, said in enumerate(ids):
        if said is not None:
            table.setdefault(said, position)
    return table


def _by_name(found: Ids) -> dict[str, int]:
    return {name: position for position, name in reversed(found)}
