"""What a trace has that a variable can stand for, and the fields of each (policy companion §10, §14, §15; §13, §18).

A field that the record leaves out is missing, which `= ∅` finds; one that cannot be read, or that was not derived, is
unknown. An element that could not be read (§16.4) has its id and the words that it states for its type; all else of it
is unknown.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from typing import Any, cast

import msgspec

from tollens.core.derive.surface import surface
from tollens.core.graph.elements import known
from tollens.core.model.artifacts import KnownArtifact, ResidualArtifact
from tollens.core.model.base import Json, OpenWord
from tollens.core.model.base import Word as ClosedWord
from tollens.core.model.goals import AcceptanceStatus, Goal, GoalStatus, KnownAcceptanceItem
from tollens.core.model.residuals import ResidualStatus
from tollens.core.model.unrecognized import Unrecognized
from tollens.core.policy.actions import action_field
from tollens.core.policy.fields import fields_of
from tollens.core.policy.plan import type_name
from tollens.core.policy.record import Record
from tollens.core.policy.targets import file_name, files_of
from tollens.core.policy.values import MISSING, Before, Each, Element, Missing, Several, Unknown, Value, Word
from tollens.core.policy.vocabulary import ARTIFACT_TYPES

UNREADABLE = Unknown("an entry of the trace could not be read")

_LISTS_OF_IDS = ("derived_from", "related_artifact_ids")


class Elements:
    """The elements of one trace."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._trace = record.trace
        self._actions: dict[int, Element] = {}
        self._artifacts: dict[int, Element] = {}
        self._flows: dict[str, dict[int, Value]] = {"inputs": {}, "outputs": {}}
        self._ancestors: dict[int, Several] = {}
        self._budget = 20 * len(self._trace.artifacts) + 1_000_000

    # ── elements and sets of them ────────────────────────────────────────────────────────────────────────────────────

    def action(self, position: int) -> Element:
        """The action at a position."""
        found = self._actions.get(position)
        if found is None:
            found = self._actions[position] = Element("action", position, self._trace.actions[position].id)
        return found

    def artifact(self, place: int) -> Element:
        """The artifact at a place in the list."""
        found = self._artifacts.get(place)
        if found is None:
            found = self._artifacts[place] = Element("artifact", place, self._trace.artifacts[place].artifact_id)
        return found

    def named(self, name: str) -> Element:
        """The artifact or reference artifact of that id; what is neither is an element of which nothing is known."""
        place = self._record.index.artifact_at.get(name)
        if place is not None:
            return self.artifact(place)
        reference = self._references.get(name)
        return Element("id", name, name) if reference is None else Element("reference", reference, name)

    def all_named(self, names: Sequence[str]) -> Several:
        """The elements of some ids."""
        return Several(map(self.named, names))

    @cached_property
    def _references(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for place, reference in known(self._trace.reference_artifacts):
            found.setdefault(reference.reference_artifact_id, place)
        return found

    @cached_property
    def actions(self) -> Several:
        """All actions."""
        return Several.of_distinct(map(self.action, range(self._record.size)))

    @cached_property
    def artifacts(self) -> Several:
        """All artifacts."""
        return Several.of_distinct(map(self.artifact, range(len(self._trace.artifacts))))

    @cached_property
    def everything(self) -> Several:
        """What a variable without a source ranges over: the actions and the artifacts."""
        return Several.of_distinct((*self.actions.members, *self.artifacts.members))

    @cached_property
    def residuals(self) -> Several:
        """The residual surface (§13): Residual artifacts, then the deprecated list; one an id, none superseded."""
        index = self._record.index
        unread = [place for place, held in self._record.unread_artifacts if _says_to_be_one(held)]
        entries: dict[str, Element] = {}
        for place in sorted([*(place for place, _ in index.of(ResidualArtifact)), *unread]):
            element = self.artifact(place)
            entries.setdefault(str(element.name or f"#{place}"), element)
        for place, residual in enumerate(self._trace.residuals):
            name = residual.text("residual_id") if isinstance(residual, Unrecognized) else residual.residual_id
            entries.setdefault(name or f"##{place}", Element("residual", place, name))
        gaps = [gap for found in surface(index) for gap in found] if index.superseding else []
        superseded = {gap.residual_id for gap in gaps if gap.superseded_by}
        return Several(element for name, element in entries.items() if name not in superseded)

    @cached_property
    def goals(self) -> Several:
        """All goals."""
        return Several(Element("goal", place, goal.goal_id) for place, goal in enumerate(self._trace.goals))

    @cached_property
    def active_goals(self) -> Several:
        """The goals whose authored status is GoalActive; of a goal that could not be read it is not known."""
        found: list[Element] = []
        perhaps: list[Element] = []
        for place, goal in enumerate(self._trace.goals):
            element = Element("goal", place, goal.goal_id)
            if isinstance(goal, Unrecognized):
                perhaps.append(element)
            elif goal.status is GoalStatus.GoalActive:
                found.append(element)
        return Several(found, perhaps)

    def collection(self, name: str) -> Value:
        """A set that the trace has by itself; `None` where there is none of that name."""
        match name:
            case "actions":
                return self.actions
            case "artifacts":
                return self.artifacts
            case "residuals":
                return self.residuals
            case "goals":
                return self.goals
            case "reference_artifacts":
                return Several(
                    Element("reference", place, None if isinstance(held, Unrecognized) else held.reference_artifact_id)
                    for place, held in enumerate(self._trace.reference_artifacts)
                )
            case "files_modified":
                return Several(map(file_name, self._trace.files_modified))
            case _:
                return None

    # ── functions ────────────────────────────────────────────────────────────────────────────────────────────────────

    def function(self, name: str, value: Value) -> Value:
        """The value of a function of the language; of several values, the sets together."""
        if isinstance(value, Unknown):
            return value
        if isinstance(value, Each):
            return Each(tuple(self.function(name, one) for one in value.values))
        if isinstance(value, Several):
            return _together([self.function(name, one) for one in value.members], bool(value.perhaps))
        if isinstance(value, str):
            value = self.named(value)
        if not isinstance(value, Element):
            return MISSING if isinstance(value, Missing) else Unknown(f"`{name}` is said of an element of the trace")
        found = _FUNCTIONS.get(name)
        return Unknown(f"there is no function `{name}`") if found is None else found(self, value)

    def inputs(self, element: Element) -> Value:
        """What an action lists as inputs; an artifact has none."""
        return self._flow(element, "inputs", ())

    def outputs(self, element: Element) -> Value:
        """What an action produced; an artifact has none."""
        return self._flow(element, "outputs", self._record.made[element.key] if element.kind == "action" else ())

    def _flow(self, element: Element, member: str, further: Sequence[int]) -> Value:
        if element.kind != "action":
            return Several()
        known = self._flows[member]
        if element.key not in known:
            action = self._trace.actions[element.key]
            known[element.key] = (
                UNREADABLE
                if isinstance(action, Unrecognized)
                else Several((*map(self.named, getattr(action, member)), *map(self.artifact, further)))
            )
        return known[element.key]

    def target(self, element: Element) -> Value:
        """The files that an action names; of anything else its field `target`."""
        if element.kind != "action":
            return self.field(element, "target")
        action = self._record.action(element.key)
        if action is None:
            return UNREADABLE
        files = files_of(action)
        return Several(files) if len(files) > 1 else files[0] if files else MISSING

    def ancestors(self, element: Element) -> Value:
        """What an artifact derives from, in one step or more; of an action, what its outputs do."""
        if element.kind == "action":
            return _together([self.ancestors(self.artifact(place)) for place in self._record.made[element.key]], False)
        if element.kind != "artifact":
            return Several()
        if element.key not in self._ancestors:
            parents = self._record.parents
            seen: set[int] = set()
            pending = list(parents[element.key])
            while pending:
                place = pending.pop()
                if place not in seen:
                    seen.add(place)
                    pending.extend(parents[place])
            self._budget -= len(seen)
            if self._budget < 0:
                return Unknown("the lineage is too large to be listed for every element")
            self._ancestors[element.key] = Several(map(self.artifact, sorted(seen)))
        return self._ancestors[element.key]

    def actions_before(self, element: Element) -> Value:
        """The actions before one."""
        return Before(element.key, self.actions.members) if element.kind == "action" else Several()

    def open_gaps(self, element: Element) -> Value:
        """The open gaps in reach of a goal, as they were derived."""
        if element.kind != "goal" or self._record.derived.open_gaps is None:
            return Unknown("the open gaps of the goal were not derived")
        names = self._record.derived.open_gaps.get(str(element.name))
        return (
            Unknown("the open gaps of the goal were not derived") if names is None else Several(map(self._gap, names))
        )

    def _gap(self, name: str) -> Element:
        found = next((residual for residual in self.residuals.members if residual.name == name), None)
        return self.named(name) if found is None else found

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

    # ── fields ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def field(self, value: Value, name: str) -> Value:
        """A field of a value; of several values, the fields together."""
        match value:
            case Unknown() | Missing():
                return value
            case Each():
                return Each(tuple(self.field(one, name) for one in value.values))
            case Several():
                return _together([self.field(one, name) for one in value.members], bool(value.perhaps))
            case Element():
                return self._field(value, name)
            case dict():
                return self.valued(value.get(name))
            case msgspec.Struct():
                return self._member(value, name, ())
            case str():
                return self.field(self.named(value), name)
            case _:
                return Unknown(f"nothing here has a field `{name}`")

    def _field(self, element: Element, name: str) -> Value:
        if name == "id":
            return MISSING if element.name is None else element.name
        match element.kind:
            case "action":
                return action_field(self, self._record, element.key, name)
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

    def _reference_field(self, reference: Any, name: str) -> Value:
        return self._member(reference, "artifact_type" if name == "type" else name, fields_of("reference"))

    def _artifact_field(self, place: int, name: str) -> Value:
        artifact = self._trace.artifacts[place]
        name = {"type": "artifact_type", "role": "artifact_role"}.get(name, name)
        if isinstance(artifact, Unrecognized):
            said = artifact.text(name) if name == "artifact_type" else None
            return UNREADABLE if said is None or type_name(said) in ARTIFACT_TYPES else Word(said)
        if name == "artifact_type":
            return Word(str(artifact.__struct_config__.tag))
        if name == "freshness":
            return self._freshness(artifact)
        if name in artifact.__struct_fields__:
            return self._member(artifact, name, ())
        payload = getattr(artifact, "payload", None)
        if isinstance(payload, Json):
            held = payload.value
            return self.valued(held.get(name)) if isinstance(held, dict) else MISSING
        if isinstance(artifact, ResidualArtifact):
            return self._residual_field(artifact.payload, name)
        return self._member(payload, name, fields_of("artifact"))

    def _freshness(self, artifact: KnownArtifact) -> Value:
        told = self._record.derived.freshness
        found = None if told is None else told.get(artifact.artifact_id)
        return Unknown("the freshness of the result was not derived") if found is None else Word(found)

    def _residual_field(self, payload: Any, name: str) -> Value:
        if isinstance(payload, Unrecognized):
            return UNREADABLE
        found = self._member(payload, name, fields_of("residual"))
        # A residual that does not say where it stands is outstanding (§13.1).
        return Word(ResidualStatus.ResidualOpen.value) if name == "status" and isinstance(found, Missing) else found

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

    def _member(self, held: Any, name: str, others: Any) -> Value:
        """A member of a record; missing where other records of its sort have it."""
        member = None if held is None else _members(cast(type[msgspec.Struct], type(held))).get(name)
        if member is not None:
            value = getattr(held, member)
            return self.all_named(value) if name in _LISTS_OF_IDS else self.valued(value)
        return MISSING if name in others else Unknown(f"nothing here has a field `{name}`")

    def valued(self, value: Any) -> Value:
        """A value of the model as a value of the language."""
        match value:
            case None:
                return MISSING
            case ClosedWord():
                return Word(value.value)
            case OpenWord():
                return Word(value.word)
            case Unrecognized():
                return UNREADABLE
            case Json():
                return self.valued(value.value)
            case tuple() | list():
                held = [self.valued(item) for item in value]
                return Several((item for item in held if not isinstance(item, Unknown | dict)), _unlike(held))
            case _:
                return value


_FUNCTIONS: Mapping[str, Callable[[Elements, Element], Value]] = {
    "inputs": Elements.inputs,
    "outputs": Elements.outputs,
    "target": Elements.target,
    "ancestors": Elements.ancestors,
    "actions_before": Elements.actions_before,
    "open_gaps": Elements.open_gaps,
}
"""The functions of the language."""


@cache
def _members(kind: type[msgspec.Struct]) -> dict[str, str]:
    """The members of a record: name on the wire to name in the model."""
    return {field.encode_name: field.name for field in msgspec.structs.fields(kind)}


def _unlike(values: Sequence[Value]) -> list[Value]:
    """Stand-ins for the members of a set whose value cannot be told."""
    return [Unknown("a value in the list cannot be told")] if any(isinstance(v, Unknown | dict) for v in values) else []


def _together(values: Sequence[Value], open_ended: bool) -> Value:
    """The union of sets; of single values, the set of them."""
    found: list[Value] = []
    perhaps: list[Value] = []
    for value in values:
        match value:
            case Unknown():
                open_ended = True
            case Several():
                found += value.members
                perhaps += value.perhaps
            case Missing():
                continue
            case _:
                found.append(value)
    return Several(found, [*perhaps, *([Unknown("a member cannot be told")] if open_ended else [])])


def _says_to_be_one(artifact: Unrecognized) -> bool:
    """Whether an artifact that cannot be read says to be a residual."""
    payload = artifact.member("payload")
    defeats = isinstance(payload, dict) and payload.get("kind") == "defeater"
    return defeats or artifact.text("artifact_type") == "Residual"
