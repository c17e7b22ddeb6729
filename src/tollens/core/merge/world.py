"""§15.3 All that is looked at to say what became of prior results: both sides, and the merged trace in every reading.

Where the versions of both sides stand side by side, it is open which of them the code will follow; where both sides
added lines at one place, which come first. So the merged trace is read as it is, and once with each version that the
code may come to, also with what a merge of the lines gives, as version control would make it: what holds must hold in
all of these readings.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

import msgspec

from tollens.core.merge.alignment import Which
from tollens.core.merge.combination import Combination
from tollens.core.merge.edited import Edited
from tollens.core.merge.either_order import EitherOrder
from tollens.core.merge.joining import Joining, Value, join
from tollens.core.merge.parents import Parents, Side
from tollens.core.merge.placement import Placement
from tollens.core.merge.turns import Turn, turn_of, turned_round
from tollens.core.merge.views import View, Views
from tollens.core.wire.document import Document
from tollens.core.wire.reading import Reading


class Merged(NamedTuple):
    """The merged trace in one reading, and the lines that its models are of."""

    view: View
    placement: Placement


class Turned:
    """The merged trace with the sides in the other order, which is only read where something is asked of it.

    Attributes:
        either_order: Tells of which results nothing needs to be asked.

    Args:
        turn: What moves.
        either_order: As the attribute.
        combination: Of the models of both sides.
        names: The ids of the sides' artifacts there.
        views: What makes views of traces.
    """

    def __init__(
        self,
        turn: Turn,
        either_order: EitherOrder,
        combination: Combination,
        names: Mapping[tuple[Side, str], str],
        views: Views,
    ) -> None:
        self._turn = turn
        self.either_order = either_order
        self._combination, self._names, self._views = combination, names, views

    @cached_property
    def merged(self) -> Merged:
        """The reading."""
        return _with_what_it_needs(turned_round(self._turn), self._combination, self._names, self._views)


class World(NamedTuple):
    """What is looked at.

    Attributes:
        sides: The two parents.
        combination: Of their models.
        edited: The edits of each side.
        union: Both histories as one trace, without the models that a merge adds.
        merged: The merged trace in every reading but one; as it is comes first.
        turned: That one: with the sides in the other order; `None` where that is no other one.
        names: The id that an artifact of a side has in the merged trace, where that is another one.
        joining: The models that the merged trace needs, and what could not be joined.
        doubted: The two parents by a base that is not used: what it would change counts as changed.
    """

    sides: Mapping[Side, View]
    combination: Combination
    edited: Mapping[Side, Edited]
    union: View
    merged: tuple[Merged, ...]
    turned: Turned | None
    names: Mapping[tuple[Side, str], str]
    joining: Joining
    doubted: "Both | None" = None

    def merged_id(self, side: Side, name: str) -> str:
        """The id that an artifact of a side has in the merged trace."""
        return self.names.get((side, name), name)


class Both(NamedTuple):
    """Two sides, what both came from, and their models together; by a base that is not used, the same again."""

    sides: Mapping[Side, View]
    combination: Combination
    edited: Mapping[Side, Edited]
    doubted: "Both | None" = None


def both(parents: Parents, views: Views) -> Both:
    """Look at two sides."""
    sides = {side: views.of(parents.of(side)) for side in Side}
    looked = _looked(sides, None if parents.base is None else views.of(parents.base))
    if parents.doubt is None or parents.doubt.used:
        return looked
    return looked._replace(doubted=_looked(sides, views.of(parents.doubt.base)))


def _looked(sides: Mapping[Side, View], before: View | None) -> Both:
    every: dict[Which, View] = {} if before is None else {None: before}
    combination = Combination(every | dict(sides.items()))
    edited = {side: Edited(combination.alignment, side, before or sides[side.other]) for side in Side}
    return Both(sides, combination, edited)


def world_of(
    looked: Both, document: Document, names: Mapping[tuple[Side, str], str], views: Views, *, joins: bool
) -> World:
    """Look at what two sides become.

    Args:
        looked: The two sides.
        document: Both histories as one trace.
        names: The ids of the sides' artifacts there.
        views: What makes views of traces.
        joins: Whether the models that it needs are to be thought of as added.
    """
    combination = looked.combination
    view = union = views.of(document)
    placement = Placement(combination.alignment, union, names)
    joining = join(combination, union, placement, views.readings)
    for number, why in joining.failed.items():
        combination.doubt(number, why)
    added = tuple(joining.models.values()) if joins else ()
    readings = [Merged(view, placement)]
    if added:
        view = views.of(with_models(document, added))
        readings = [Merged(view, Placement(combination.alignment, view, names))]
    turn, turned = turn_of(document, looked.sides, names), None
    if turn is not None:
        either_order = EitherOrder(turn, *readings[0], completed=joins or not joining.models)
        turned = Turned(turn, either_order, combination, names, views)
    for count in range(max(map(len, joining.versions.values()), default=0)):
        chosen = dict(joining.models) if joins else {}
        chosen |= {number: versions[count % len(versions)] for number, versions in joining.versions.items()}
        view = views.of(with_models(document, tuple(chosen.values())))
        readings.append(Merged(view, Placement(combination.alignment, view, names)))
    doubted = looked.doubted
    return World(looked.sides, combination, looked.edited, union, tuple(readings), turned, names, joining, doubted)


def _with_what_it_needs(
    document: Document, combination: Combination, names: Mapping[tuple[Side, str], str], views: Views
) -> Merged:
    """A reading of the merged trace, with the models that it needs so that what stands is merged."""
    view = views.of(document)
    placement = Placement(combination.alignment, view, names)
    models = tuple(join(combination, view, placement, views.readings).models.values())
    if not models:
        return Merged(view, placement)
    view = views.of(with_models(document, models))
    return Merged(view, Placement(combination.alignment, view, names))


def with_models(document: Document, models: Sequence[Value]) -> Document:
    """The union with the joined models, made by an action after all others: what the results are judged over."""
    trace = document.trace
    number = max((action.id for action in trace.actions if action.id is not None), default=0) + 1
    action = {"id": number, "category": "governance", "type": "LinkTrace", "label": "Merge", "rationale": ""}
    made = [{**model, "producer_action_id": number} for model in models]
    added = Document.of({"trace_id": trace.trace_id, "actions": [action], "artifacts": made})
    value = dict(document.value)
    value["actions"] = [*(value.get("actions") or ()), action]
    value["artifacts"] = [*(value.get("artifacts") or ()), *made]
    extended = msgspec.structs.replace(
        trace,
        actions=(*trace.actions, *added.trace.actions),
        artifacts=(*trace.artifacts, *added.trace.artifacts),
    )
    return Document(value, None, Reading(extended, document.faults))
