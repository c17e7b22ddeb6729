"""§18.2 What became of goals, item by item."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from tollens.core.derive.comparison.report import GoalChange, GoalState, ItemChange
from tollens.core.derive.evaluation import Evaluation
from tollens.core.derive.goals.outcomes import DONE
from tollens.core.derive.goals.resolution import ResolvedGoal, ResolvedItem
from tollens.core.model import AcceptanceStatus

_BLOCKED = AcceptanceStatus.AcceptBlocked.value
_ASKED = ("kind", "binding", "formula", "evidence", "component", "reference", "property", "property_match", "statement")
"""Members of an item that say what it asks for."""

_ORDER = ("fell", "dropped", "restated", "thinner", "blocked", "moved", "rose", "added")


class _Item(NamedTuple):
    read: ResolvedItem
    asks: Mapping[str, Any]
    """What it asks for, as the file has it; empty where that is not known."""


class _Goal(NamedTuple):
    read: ResolvedGoal
    items: tuple[_Item, ...]


_Read = TypeVar("_Read", _Item, _Goal)


def goal_changes(before: Evaluation, after: Evaluation) -> tuple[GoalChange, ...]:
    """What became of each goal that is not as it was, losses first."""
    old, new = _goals(before), _goals(after)
    pairs = _paired(old, new)
    found = [change for first, second in pairs if (change := _change(first, second)) is not None]
    return tuple(sorted(found, key=lambda change: not change.loss))


def _goals(evaluation: Evaluation) -> list[_Goal]:
    value = evaluation.index.value if evaluation.resolution.goals else None
    held = value.get("goals") if isinstance(value, dict) else None
    raws = held if isinstance(held, list) else []
    found = []
    for place, goal in enumerate(evaluation.resolution.goals):
        raw = raws[place] if len(raws) == len(evaluation.resolution.goals) else None
        found.append(_Goal(goal, tuple(_items(goal, raw if isinstance(raw, dict) else {}))))
    return found


def _items(goal: ResolvedGoal, raw: Mapping[str, Any]) -> Iterator[_Item]:
    """The items, each with what it asks for; a formula may quantify over the scope of its goal."""
    held = raw.get("acceptance")
    raws = held if isinstance(held, list) and len(held) == len(goal.acceptance) else [None] * len(goal.acceptance)
    for item, one in zip(goal.acceptance, raws, strict=True):
        asks = {name: one[name] for name in _ASKED if one.get(name) is not None} if isinstance(one, dict) else {}
        if "formula" in asks:
            asks["scope"] = raw.get("scope")
        yield _Item(item, asks)


def _paired(old: Sequence[_Goal], new: Sequence[_Goal]) -> Iterator[tuple[_Goal | None, _Goal | None]]:
    """By id, and of what is left by the intent, where only one has it."""
    by_id = _queued(new, lambda goal: goal.read.goal_id)
    unpaired: list[_Goal] = []
    for goal in old:
        same = by_id.get(goal.read.goal_id)
        if same:
            yield goal, same.popleft()
        else:
            unpaired.append(goal)
    rest = [goal for left in by_id.values() for goal in left]
    by_intent = _queued(rest, lambda goal: goal.read.intent)
    paired: set[int] = set()
    for goal in unpaired:
        alike = by_intent.pop(goal.read.intent, deque())
        only = alike[0] if len(alike) == 1 else None
        paired.add(id(only))
        yield goal, only
    yield from ((None, goal) for goal in rest if id(goal) not in paired)


def _queued(found: Iterable[_Read], key: Callable[[_Read], str]) -> dict[str, deque[_Read]]:
    """By what they are called; of several of one name, which is a fault of the trace, the first is the first one's."""
    queues: dict[str, deque[_Read]] = {}
    for one in found:
        queues.setdefault(key(one), deque()).append(one)
    return queues


def _change(old: _Goal | None, new: _Goal | None) -> GoalChange | None:
    before, after = (None if goal is None else _state(goal.read) for goal in (old, new))
    items = tuple(sorted(_item_changes(old, new), key=lambda change: (not change.loss, _ORDER.index(change.change))))
    if not items and before is not None and after is not None and _but_gaps(before) == _but_gaps(after):
        return None
    shown = new or old
    assert shown is not None
    loss = any(item.loss for item in items) or (before is not None and _fell(before, after))
    return GoalChange(
        "dropped" if new is None else "added" if old is None else "moved",
        loss,
        shown.read.goal_id,
        shown.read.intent,
        before,
        after,
        items,
    )


def _state(goal: ResolvedGoal) -> GoalState:
    return GoalState(goal.status, goal.reached, goal.progress, goal.certified, goal.governed, goal.open_gaps)


def _but_gaps(state: GoalState) -> tuple[object, ...]:
    """All but the number of its gaps, which are told by themselves."""
    return state.status, state.reached, state.progress, state.certified, state.governed


def _fell(before: GoalState, after: GoalState | None) -> bool:
    """Whether something that was said of the goal is so no more."""
    if after is None:
        return before.reached or before.certified is True
    return (
        (before.reached and not after.reached)
        or (before.certified is True and after.certified is not True)
        or (before.governed is not False and after.governed is False)
    )


def _item_changes(old: _Goal | None, new: _Goal | None) -> Iterator[ItemChange]:
    there = _queued(() if new is None else new.items, lambda item: item.read.acceptance_id)
    for item in () if old is None else old.items:
        same = there.get(item.read.acceptance_id)
        made = _item_change(item, same.popleft() if same else None)
        if made is not None:
            yield made
    for item in (item for left in there.values() for item in left):
        yield _item_row("added", None, item.read, loss=False)


def _item_change(old: _Item, new: _Item | None) -> ItemChange | None:
    before = old.read
    was_done = before.status == DONE.value
    if new is None:
        return _item_row("dropped", before, None, loss=was_done)
    after = new.read
    if was_done and after.status != DONE.value:
        return _item_row("fell", before, after, loss=True)
    if old.asks != new.asks or (before.required and not after.required):
        return _item_row("restated", before, after, loss=was_done)
    if was_done and ((after.basis and after.basis != before.basis) or (after.manual and not before.manual)):
        return _item_row("thinner", before, after, loss=True)
    if before.status == after.status:
        return None
    change = "rose" if after.status == DONE.value else "blocked" if after.status == _BLOCKED else "moved"
    return _item_row(change, before, after, loss=False)


def _item_row(change: str, before: ResolvedItem | None, after: ResolvedItem | None, *, loss: bool) -> ItemChange:
    shown = after or before
    assert shown is not None
    return ItemChange(
        shown.acceptance_id,
        shown.label,
        change,  # type: ignore[arg-type]
        loss,
        "" if before is None else before.status,
        "" if after is None else after.status,
        () if before is None else before.evidence,
        () if after is None else after.evidence,
        "" if after is None else after.reason,
    )
