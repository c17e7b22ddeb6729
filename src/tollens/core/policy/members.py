"""The fields of what a variable can stand for, and the functions of the language over them (policy companion §10).

A field that the record leaves out is missing, which `= ∅` finds; one that cannot be read, or that was not derived, is
unknown. An element that could not be read (§16.4) has its id and the words that it states for its type; all else of it
is unknown.
"""

from collections.abc import Callable, Container, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import islice
from operator import attrgetter
from typing import Any, cast, get_args

import msgspec

from tollens.core.model.actions import KnownAction
from tollens.core.model.artifacts import KnownArtifact, ResidualArtifact
from tollens.core.model.base import Json
from tollens.core.model.goals import AcceptanceStatus, Goal, KnownAcceptanceItem
from tollens.core.model.residuals import ResidualPayload
from tollens.core.model.unrecognized import Unrecognized, UnrecognizedArtifact
from tollens.core.policy.columns import LISTS_OF_IDS, ON_THE_WIRE, OPEN, absent, of_one_class
from tollens.core.policy.elements import Elements, together
from tollens.core.policy.fields import fields_of
from tollens.core.policy.record import Record
from tollens.core.policy.slips import meant_type
from tollens.core.policy.targets import file_name, files_of, may_name_more
from tollens.core.policy.valued import UNREADABLE, execution_member, exit_code, getter, valued, word
from tollens.core.policy.values import MISSING, Each, Element, Missing, Several, Unknown, Value, Word
from tollens.core.policy.vocabulary import ACTION_TYPES, ARTIFACT_TYPES, tag_of

_OF_EXECUTION = ("tool", "version", "method", "determinism", "duration_ms", "cost")

OF_ARTIFACTS = ("target_artifact_id", "derived_from")
"""Fields of an action that are read of what it produced."""


class Members(Elements):
    """The elements of one trace with their fields."""

    def __init__(self, record: Record) -> None:
        super().__init__(record)
        self._readers: dict[str, dict[type, Callable[[Any], Value]]] = {}

    def functions(self, name: str, values: Sequence[Value]) -> list[Value]:
        """The value of a function for each of several values."""
        if name in self._flows and set(map(type, values)) <= {Element}:
            return self.flows(name, values)
        return [self.function(name, value) for value in values]

    def function(self, name: str, value: Value) -> Value:
        """The value of a function of the language; of several values, the sets together."""
        found = _FUNCTIONS.get(name)
        if type(value) is Element and found is not None:
            return found(self, value)
        if isinstance(value, Unknown):
            return value
        if isinstance(value, Each):
            return Each(tuple(self.function(name, one) for one in value.values))
        if isinstance(value, Several):
            return together([self.function(name, one) for one in value.members], bool(value.perhaps))
        if isinstance(value, str):
            value = self.named(value)
        if not isinstance(value, Element):
            return MISSING if isinstance(value, Missing) else Unknown(f"`{name}` is said of an element of the trace")
        return Unknown(f"there is no function `{name}`") if found is None else found(self, value)

    def target(self, element: Element) -> Value:
        """The files that an action names; of anything else its field `target`."""
        if element.kind != "action":
            return self.field(element, "target")
        action = self._record.action(element.key)
        if action is None:
            return UNREADABLE
        files = files_of(action)
        if may_name_more(action):
            return UNREADABLE
        return Several(files) if len(files) > 1 else files[0] if files else MISSING

    def about(self, target: str | None, element: Element) -> list[Element]:
        """The actions and artifacts that a residual is about; of another artifact, the artifact."""
        if target is not None:
            position = self._record.index.action_at.get(int(target)) if target.isascii() and target.isdigit() else None
            return [self.named(target)] if position is None else [self.action(position)]
        related = self.field(element, "related_artifact_ids")
        members = related.members if isinstance(related, Several) else ()
        return [member for member in members if isinstance(member, Element)] or [element]

    def files(self, element: Element) -> list[str]:
        """The files of an action, or of the actions that produced an artifact, with its own name if it is a path."""
        positions: Sequence[int]
        own: list[str]
        if element.kind == "action":
            positions, own = [element.key], []
        elif element.kind == "artifact":
            artifact = self._record.artifact(element.key)
            positions = self._record.makers[element.key]
            own = [] if artifact is None else [artifact.name or "", artifact.content_ref or ""]
        else:
            return []
        actions = [self._record.action(position) for position in positions]
        named = [file for action in actions if action is not None for file in files_of(action)]
        return [*named, *(file_name(path) for path in own if "/" in path or "." in path)]

    def fields(self, values: Sequence[Value], name: str) -> Sequence[Value]:
        """A field of each of several values; most are artifacts."""
        places = [value.key if type(value) is Element and value.kind == "artifact" else -1 for value in values]
        if -1 not in places:
            return self._artifact_fields(places, name)
        told = iter(self._artifact_fields([place for place in places if place >= 0], name))
        return [
            next(told) if place >= 0 else self.field(value, name) for place, value in zip(places, values, strict=True)
        ]

    def _artifact_fields(self, places: Sequence[int], name: str) -> Sequence[Value]:
        """A field of each of several artifacts, which are of one class or a few."""
        chosen = list(map(self._trace.artifacts.__getitem__, places))
        kinds = set(map(type, chosen))
        at_once = of_one_class(kinds.pop(), chosen, name) if len(kinds) == 1 else None
        if at_once is not None:
            return at_once
        readers = self._readers.setdefault(name, {})
        found: list[Value] = []
        for place, artifact in zip(places, chosen, strict=True):
            read = readers.get(type(artifact))
            found.append(self._field(self.artifact(place), name) if read is None else read(artifact))
        return found

    def field(self, value: Value, name: str) -> Value:
        """A field of a value; of several values, the fields together."""
        match value:
            case Unknown() | Missing():
                return value
            case Each():
                return Each(tuple(self.field(one, name) for one in value.values))
            case Several():
                return together([self.field(one, name) for one in value.members], bool(value.perhaps))
            case Element():
                return self._field(value, name)
            case dict():
                return valued(value.get(name))
            case msgspec.Struct():
                return self._member(value, name, ())
            case str():
                return self.field(self.named(value), name)
            case _:
                return Unknown(f"nothing here has a field `{name}`")

    def _field(self, element: Element, name: str) -> Value:
        if name == "id" and element.kind != "artifact":
            return MISSING if element.name is None else element.name
        match element.kind:
            case "action":
                return self._action_field(element, name)
            case "artifact":
                return self._artifact_field(element.key, name)
            case "residual":
                return self._residual_field(self._trace.residuals[element.key], name)
            case "goal":
                return self._goal_field(element, name)
            case "item":
                return self._item_field(element, name)
            case "reference":
                reference = self._trace.reference_artifacts[element.key]
                return UNREADABLE if isinstance(reference, Unrecognized) else self._reference_field(reference, name)
            case _:
                return UNREADABLE

    def _action_field(self, element: Element, name: str) -> Value:
        action = self._trace.actions[element.key]
        if isinstance(action, Unrecognized):
            said = action.text(name) if name in ("type", "category") else None
            unread = said is None or (name == "type" and meant_type(said) in ACTION_TYPES)
            return UNREADABLE if unread else Word(str(said))
        special = _OF_ACTIONS.get(name)
        if special is not None:
            return special(self, element, action)
        if name in OF_ARTIFACTS:
            return self.produced_fields((element.key,), name)[0]
        if name in _OF_EXECUTION:
            return valued(execution_member(action, name))
        return self._member(action, name, fields_of("action"))

    def produced(self, positions: Sequence[int], types: frozenset[str] = frozenset()) -> list[Sequence[int]]:
        """For each position the places of what the action produced.

        Args:
            positions: Of the actions.
            types: Only artifacts of these types, and those of which it cannot be told; all where there are none.
        """
        made, kinds = self._record.made, self._record.kinds
        if not types:
            return [made[position] for position in positions]
        fit = _classes(types)
        rows = ([place for place in made[position] if kinds[place] in fit] for position in positions)
        if not self._record.unread_artifacts:
            return list(rows)
        return [[place for place in places if self._may_be(place, types)] for places in rows]

    def _may_be(self, place: int, types: frozenset[str]) -> bool:
        """Whether an artifact is of one of some types, or it cannot be told."""
        kind = self._artifact_field(place, "type")
        return not isinstance(kind, Word) or kind.word in types

    def produced_fields(self, positions: Sequence[int], name: str, types: frozenset[str] = frozenset()) -> list[Value]:
        """For each position a field of everything that `produced` gives and that has it."""
        rows = self.produced(positions, types)
        values = iter(self._artifact_fields([place for places in rows for place in places], name))
        told = ([value for value in islice(values, len(places)) if value != MISSING] for places in rows)
        return [Each(tuple(found)) if found else MISSING for found in told]

    def _reference_field(self, reference: Any, name: str) -> Value:
        return self._member(reference, "artifact_type" if name == "type" else name, fields_of("reference"))

    def _artifact_field(self, place: int, name: str) -> Value:
        artifact = self._trace.artifacts[place]
        readers = self._readers.setdefault(name, {})
        if type(artifact) in readers:  # looked for once for a class
            return readers[type(artifact)](artifact)
        if name == "id" and isinstance(artifact, Unrecognized):
            return MISSING if artifact.artifact_id is None else artifact.artifact_id
        name = ON_THE_WIRE.get(name, name)
        if isinstance(artifact, Unrecognized):
            said = artifact.text(name) if name == "artifact_type" else None
            return UNREADABLE if said is None or meant_type(said) in ARTIFACT_TYPES else Word(said)
        if name == "freshness":
            return self._freshness(artifact)
        payload = getattr(artifact, "payload", None)
        if name != "artifact_type" and name not in artifact.__struct_fields__ and isinstance(payload, Json):
            held = payload.value
            return valued(held.get(name)) if isinstance(held, dict) else MISSING
        read = readers[type(artifact)] = self._reading(type(artifact), name)
        return read(artifact)

    def _reading(self, kind: type, name: str) -> Callable[[Any], Value]:
        """What reads a member of an artifact of a class, or else of its payload."""
        if name == "artifact_id":
            return attrgetter("artifact_id")
        if name == "artifact_type":
            said = Word(tag_of(kind))
            return lambda artifact: said
        if getter(cast(Any, kind), name) is not None:
            return lambda artifact: self._member(artifact, name, ())
        if kind is ResidualArtifact:
            return self._reading_of_residuals(name)
        others = fields_of("artifact")
        return lambda artifact: self._member(getattr(artifact, "payload", None), name, others)

    def _reading_of_residuals(self, name: str) -> Callable[[Any], Value]:
        get = getter(ResidualPayload, name)
        if get is None or name in LISTS_OF_IDS:
            return lambda artifact: self._residual_field(artifact.payload, name)
        nothing = absent(name)

        def read(artifact: ResidualArtifact) -> Value:
            if type(artifact.payload) is not ResidualPayload:
                return self._residual_field(artifact.payload, name)
            value = get(artifact.payload)
            return nothing if value is None else valued(value)

        return read

    def has_open_member(self, name: str) -> bool:
        """Whether a result of the trace whose members the text leaves open has one of a name."""
        return name in self._open_members

    @cached_property
    def _open_members(self) -> frozenset[str]:
        payloads = (getattr(artifact, "payload", None) for artifact in self._trace.artifacts)
        opened = (payload.value for payload in payloads if isinstance(payload, Json))
        return frozenset(name for held in opened if isinstance(held, dict) for name in held)

    def _freshness(self, artifact: KnownArtifact) -> Value:
        told = self._record.derived.freshness
        found = None if told is None else told.get(artifact.artifact_id)
        return Unknown("the freshness of the result was not derived") if found is None else Word(found)

    def _residual_field(self, payload: Any, name: str) -> Value:
        if isinstance(payload, Unrecognized):
            return UNREADABLE
        found = self._member(payload, name, fields_of("residual"))
        return OPEN if name == "status" and isinstance(found, Missing) else found

    def _goal_field(self, element: Element, name: str) -> Value:
        goal = self._trace.goals[element.key]
        if isinstance(goal, Unrecognized):
            return UNREADABLE
        if name == "acceptance":
            return Several(
                Element("item", (element.key, place), item.acceptance_id) for place, item in enumerate(goal.acceptance)
            )
        return self._member(goal, name, fields_of("goal"))

    def _item_field(self, element: Element, name: str) -> Value:
        place, number = element.key
        goal = self._trace.goals[place]
        item = goal.acceptance[number] if isinstance(goal, Goal) else None
        if item is None or isinstance(item, Unrecognized):
            return UNREADABLE
        if name == "kind":
            return Word(item.kind.value)
        if name == "status":
            return self._item_status(str(goal.goal_id), item)
        return self._member(item, name, fields_of("acceptance item"))

    def _item_status(self, goal_id: str, item: KnownAcceptanceItem) -> Value:
        """As it was resolved (§18.2); what is authored counts only where nothing could resolve the item."""
        resolved = self._record.derived.acceptance
        if resolved is not None:
            found = resolved.get((goal_id, item.acceptance_id))
            return Unknown("the acceptance item was not resolved") if found is None else Word(found)
        if item.binding is None and item.formula is None:
            return Word((item.status or AcceptanceStatus.AcceptTodo).value)
        return Unknown("the acceptance item was not resolved")

    def _member(self, held: Any, name: str, others: Container[str]) -> Value:
        """A member of a record; missing where other records of its sort have it."""
        get = None if held is None else getter(cast(Any, type(held)), name)
        if get is None:
            return MISSING if name in others else Unknown(f"nothing here has a field `{name}`")
        value = get(held)
        return self.all_named(value) if name in LISTS_OF_IDS else valued(value)


_FUNCTIONS: Mapping[str, Callable[[Members, Element], Value]] = {
    "inputs": Members.inputs,
    "outputs": Members.outputs,
    "target": Members.target,
    "ancestors": Members.ancestors,
    "actions_before": Members.actions_before,
    "open_gaps": Members.open_gaps,
}
"""The functions of the language."""

_OF_ACTIONS: Mapping[str, Callable[[Members, Element, KnownAction], Value]] = {
    "type": lambda members, element, action: word(action.type),
    "category": lambda members, element, action: Word(str(action.__struct_config__.tag)),
    "target": lambda members, element, action: members.target(element),
    "target_path": lambda members, element, action: members.target(element),
    "inputs": lambda members, element, action: members.inputs(element),
    "outputs": lambda members, element, action: members.outputs(element),
    "input_count": lambda members, element, action: len(action.inputs),
    "output_count": lambda members, element, action: len(members.outputs(element).members),
    "exit_code": lambda members, element, action: exit_code(action),
}
"""Fields of an action that are not read as they stand."""


@lru_cache(maxsize=64)
def _classes(types: frozenset[str]) -> frozenset[type]:
    """The classes of artifacts that are of some types, or may be."""
    return frozenset([UnrecognizedArtifact, *(kind for kind in get_args(KnownArtifact) if tag_of(kind) in types)])
