"""§13.3, §15.2 What a successor takes along from its predecessor: what is still asked and what is still doubted.

Goals, policies, references, residuals and open review items go along; evidence does not, since it was not made in the
successor. What cannot stand there (a target among the artifacts that stay behind, a status that only evidence of the
predecessor backs) is left out of the copy and kept, by id, in `left_out`.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from tollens.core.derive.residuals.surface import Gap, surface
from tollens.core.diagnostics import pointer
from tollens.core.graph.elements import known
from tollens.core.graph.index import Index
from tollens.core.model import (
    GapAcceptance,
    GoalStatus,
    ResidualArtifact,
    ResidualKind,
    ResidualStatus,
    ReviewItemStatus,
    TargetType,
    Unrecognized,
)
from tollens.core.wire.document import Document
from tollens.core.wire.encode import to_value

Value = dict[str, Any]

_CLAIMED = {"AcceptDone": "AcceptTodo", "AcceptDoing": "AcceptTodo"}
"""Authored statuses of criteria that speak of work in the predecessor, and what they are before any work."""

KEYS = {
    "artifacts": "artifact_id",
    "residuals": "residual_id",
    "reference_artifacts": "reference_artifact_id",
    "policies": "policy_id",
    "review_items": "review_item_id",
    "goals": "goal_id",
}
"""The lists that hold a demand or a doubt, each with the member that holds an element's id."""


class Unread(NamedTuple):
    """An element that may hold a demand or a doubt, and could not be read: its list, its id or place, and its value."""

    member: str
    name: str
    value: Any


class Cargo(NamedTuple):
    """What a successor takes along.

    Attributes:
        members: Lists of JSON values by member of the trace.
        left_out: By list and id, the members of an element that could not go along, as they were.
        unread: What cannot be judged, and therefore must not be forgotten.
    """

    members: dict[str, list[Value]]
    left_out: dict[str, dict[str, Value]]
    unread: tuple[Unread, ...]


def cargo(predecessor: Document) -> Cargo:
    """What goes along from a trace of version 1.11 (`upgrade` makes it one).

    Args:
        predecessor: The trace that is succeeded; its residuals are artifacts.
    """
    index = Index(predecessor.trace)
    entries = {gap.residual_id: gap for found in surface(index) for gap in found}
    gaps = _residuals(index, entries)
    fitting = _Fitting(index, gaps, entries)
    chosen: dict[str, tuple[Iterable[tuple[int, Any]], Callable[[Value, Value], Value]]] = {
        "artifacts": (
            ((at, gap) for at, gap in index.of(ResidualArtifact) if gap.artifact_id in gaps),
            fitting.residual,
        ),
        "reference_artifacts": (known(index.trace.reference_artifacts), _whole),
        "policies": (known(index.trace.policies), _whole),
        "review_items": (_review_items(index), fitting.review_item),
        "goals": (_goals(index), _goal),
    }
    members: dict[str, list[Value]] = {}
    left_out: dict[str, dict[str, Value]] = {}
    for member, (elements, fit) in chosen.items():
        members[member] = []
        for position, element in elements:
            left: Value = {}
            made = fit(_as_read(predecessor, member, position, element), left)
            members[member].append(made)
            if left:
                left_out.setdefault(member, {})[getattr(element, KEYS[member])] = left
    return Cargo(members, left_out, tuple(_unreadable(index)))


def _as_read(document: Document, member: str, position: int, element: Any) -> Value:
    """The element as the file has it, with what the model does not know."""
    held = document.value.get(member)
    found = held[position] if isinstance(held, list) and position < len(held) else to_value(element)
    return dict(found)


def _residuals(index: Index, entries: Mapping[str, Gap]) -> frozenset[str]:
    """The residuals that go along: those that still stand or were waived, and those that a goal asks about.

    Of each, all revisions go (§7.3), so that it is seen what became of which.
    """
    last: dict[str, str] = {}
    for name in entries:
        way = [name]
        while way[-1] not in last and (later := entries[way[-1]].superseded_by) in entries:
            way.append(str(later))
        last.update(dict.fromkeys(way, last.get(way[-1], way[-1])))
    asked = {
        last[item.binding.residual_id]
        for _, goal in _goals(index)
        for _, item in known(goal.acceptance)
        if isinstance(item, GapAcceptance) and item.binding is not None and item.binding.residual_id in last
    }
    closed = ResidualStatus.ResidualAddressed.value
    return frozenset(name for name, end in last.items() if entries[end].status != closed or end in asked)


def _goals(index: Index) -> Iterable[tuple[int, Any]]:
    return ((at, goal) for at, goal in known(index.trace.goals) if goal.status is not GoalStatus.GoalAbandoned)


def _review_items(index: Index) -> Iterable[tuple[int, Any]]:
    standing = (ReviewItemStatus.ReviewOpen, ReviewItemStatus.Acknowledged)
    return ((at, item) for at, item in known(index.trace.review_items) if item.status in standing)


def _whole(value: Value, left: Value) -> Value:
    return value


def _goal(value: Value, left: Value) -> Value:
    """The goal with nothing done yet: its evidence stays behind, and so does the meta-action that pursued it."""
    if value.get("meta_action_id") is not None:
        left["meta_action_id"] = value.pop("meta_action_id")
    if value.get("status") == GoalStatus.GoalDone.value:
        left["status"] = value["status"]
        value["status"] = GoalStatus.GoalActive.value
    items = value.get("acceptance")
    if isinstance(items, list):
        value["acceptance"] = [_criterion(item, left) for item in items]
    return value


def _criterion(item: Any, left: Value) -> Any:
    claimed = item.get("status") if isinstance(item, dict) else None
    if not isinstance(claimed, str) or claimed not in _CLAIMED:
        return item
    left.setdefault("acceptance", {})[str(item.get("acceptance_id"))] = {"status": claimed}
    return {**item, "status": _CLAIMED[claimed]}


class _Fitting:
    """Points what goes along at what is there: itself, the references, the policies, or the predecessor as a whole."""

    def __init__(self, index: Index, gaps: frozenset[str], entries: Mapping[str, Gap]) -> None:
        self._entries = entries
        self._predecessor = index.trace.trace_id
        self._parents = gaps | index.reference_ids
        self._there = {
            TargetType.ArtifactTarget.value: gaps,
            TargetType.ReferenceArtifactTarget.value: index.reference_ids,
            TargetType.PolicyTarget.value: index.policy_ids,
        }

    def residual(self, value: Value, left: Value) -> Value:
        """A Residual artifact without the parents and the origin that stay behind."""
        payload = dict(value["payload"])
        for holder, name in ((value, "producer_action_id"), (payload, "introduced_by_action_id")):
            if holder.get(name) is not None:
                left[name] = holder.pop(name)
        for holder, name in ((value, "derived_from"), (payload, "related_artifact_ids")):
            said = holder.get(name) or []
            kept = [one for one in said if one in self._parents]
            if len(kept) < len(said):
                left[name], holder[name] = said, kept
        before = self._entries.get(str(value.get("supersedes")))
        if value.get("supersedes") is not None and (before is None or before.superseded_by != value["artifact_id"]):
            # What does not count as a replacement there must not become one here, where both are about less.
            left["supersedes"] = value.pop("supersedes")
        self._retarget(payload, left)
        value["payload"] = payload
        return value

    def review_item(self, value: Value, left: Value) -> Value:
        """A review item about what is there."""
        self._retarget(value, left)
        return value

    def _retarget(self, holder: Value, left: Value) -> None:
        target = holder.get("target")
        if not isinstance(target, dict):
            return
        kind, name = str(target.get("target_type")), target.get("target_id")
        named = name is not None if kind == TargetType.TraceTarget.value else name in self._there.get(kind, ())
        if not named:
            left["target"] = target
            holder["target"] = {"target_type": TargetType.TraceTarget.value, "target_id": self._predecessor}


def _unreadable(index: Index) -> Iterable[Unread]:
    """Elements that could not be read; of the artifacts those that may be residuals."""
    for member, key in KEYS.items():
        for position, element in enumerate(getattr(index.trace, member)):
            if not isinstance(element, Unrecognized):
                continue
            payload = element.member("payload")
            doubts = isinstance(payload, dict) and payload.get("kind") == ResidualKind.Defeater.value
            if member != "artifacts" or doubts or element.text("artifact_type") in (None, "Residual"):
                name = element.text(key) or pointer(member, position)
                yield Unread(member, name, element.value.value)
