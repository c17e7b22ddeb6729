"""What a trace has that a variable can stand for, and the sets of it (policy companion §14; §7, §8, §13, §18)."""

from collections.abc import Sequence
from functools import cached_property

from tollens.core.derive.residuals.surface import surface
from tollens.core.graph.elements import known
from tollens.core.model.artifacts import ResidualArtifact
from tollens.core.model.goals import GoalStatus
from tollens.core.model.unrecognized import Unrecognized
from tollens.core.policy.record import Record
from tollens.core.policy.slips import meant_type
from tollens.core.policy.targets import file_name
from tollens.core.policy.valued import UNREADABLE
from tollens.core.policy.values import Before, Element, Missing, Several, Unknown, Value

_EMPTY = Several()
"""What an element that is no action has as inputs and outputs."""


class Elements:
    """The elements of one trace."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._trace = record.trace
        self._actions: dict[int, Element] = {}
        self._artifacts: dict[int, Element] = {}
        self._flows: dict[str, dict[int, Value]] = {"inputs": {}, "outputs": {}}
        self._alone: dict[int, Several] = {}
        self._ancestors: dict[int, Several] = {}
        self._budget = 20 * len(self._trace.artifacts) + 1_000_000

    # ── elements and sets of them ────────────────────────────────────────────────────────────────────────────────────

    def action(self, position: int) -> Element:
        """The action at a position."""
        found = self._actions.get(position)
        if found is None:
            found = self._actions[position] = Element("action", position, self._record.index.action_ids[position])
        return found

    def artifact(self, place: int) -> Element:
        """The artifact at a place in the list."""
        found = self._artifacts.get(place)
        if found is None:
            found = self._artifacts[place] = Element("artifact", place, self._record.index.artifact_ids[place])
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
        """The residual surface (§13): Residual artifacts, then what of the deprecated list is none; none superseded.

        An artifact that could not be read and does not say of which type it is may be one.
        """
        index, unread = self._record.index, self._record.unread_artifacts
        said = [place for place, held in unread if _says_to_be_one(held)]
        places = sorted([*self._record.places_by_class.get(ResidualArtifact, ()), *said])
        found = [self.artifact(place) for place in places]
        names = {element.name for element in found} - {None}
        for place, residual in enumerate(self._trace.residuals):
            name = residual.text("residual_id") if isinstance(residual, Unrecognized) else residual.residual_id
            if name not in names:
                found.append(Element("residual", place, name))
        gaps = [gap for listed in surface(index) for gap in listed] if index.superseding else []
        superseded = {gap.residual_id for gap in gaps if gap.superseded_by}
        perhaps = [self.artifact(place) for place, held in unread if held.text("artifact_type") is None]
        standing = [element for element in found if element.name not in superseded] if superseded else found
        return Several.of_distinct(standing, perhaps)

    @cached_property
    def references(self) -> Several:
        """All reference artifacts."""
        return Several(
            Element("reference", place, None if isinstance(held, Unrecognized) else held.reference_artifact_id)
            for place, held in enumerate(self._trace.reference_artifacts)
        )

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
                return self.references
            case "files_modified":
                return Several(map(file_name, self._trace.files_modified))
            case _:
                return None

    # ── functions ────────────────────────────────────────────────────────────────────────────────────────────────────

    def inputs(self, element: Element) -> Value:
        """What an action lists as inputs; an artifact has none."""
        return self.flows("inputs", (element,))[0]

    def outputs(self, element: Element) -> Value:
        """What an action produced; an artifact has none."""
        return self.flows("outputs", (element,))[0]

    def flows(self, member: str, elements: Sequence[Element]) -> list[Value]:
        """The inputs or outputs of each of many actions."""
        known = self._flows[member]
        table = self._record.inputs if member == "inputs" else self._record.made
        found: list[Value] = []
        for element in elements:
            if element.kind != "action":
                found.append(_EMPTY)
                continue
            flow = known.get(element.key)
            if flow is None:
                flow = known[element.key] = self._flowing(element.key, member, table[element.key])
            found.append(flow)
        return found

    def _flowing(self, position: int, member: str, places: Sequence[int]) -> Value:
        action = self._trace.actions[position]
        if isinstance(action, Unrecognized):
            return UNREADABLE
        names, at = getattr(action, member), self._record.index.artifact_at
        if None not in map(at.get, names):  # then these are the places, and there may be more
            return self._alone_at(places[0]) if len(places) == 1 else Several.of_distinct(map(self.artifact, places))
        return Several((*map(self.named, names), *map(self.artifact, places)))

    def _alone_at(self, place: int) -> Several:
        """The set of one artifact: what made it and all that read it alone have the same."""
        found = self._alone.get(place)
        if found is None:
            found = self._alone[place] = Several.of_distinct((self.artifact(place),))
        return found

    def ancestors(self, element: Element) -> Value:
        """What an artifact derives from, in one step or more; of an action, what its outputs do."""
        if element.kind == "action":
            return together([self.ancestors(self.artifact(place)) for place in self._record.made[element.key]], False)
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


def together(values: Sequence[Value], open_ended: bool) -> Value:
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
    return defeats or meant_type(artifact.text("artifact_type") or "") == "Residual"
