"""§8.4 How meta-actions group the actions, read once: who lists which action, and where the overlay is not sound.

Rules about meta-actions look at the short lists kept here; on a sound trace all of them are empty.
"""

from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from tollens.core.graph.elements import Recognized
from tollens.core.model.actions import Action, KnownAction
from tollens.core.model.meta_actions import MetaAction
from tollens.core.model.unrecognized import Unrecognized

Place = tuple[int, int]
"""Position of a meta-action, and the place in its `action_ids`."""

Span = tuple[int, int, int]
"""First and last place of some actions in an order, and how many they are."""


class Grouping(NamedTuple):
    """Which meta-action lists which action.

    Attributes:
        lister: For each position of an action the position of the first meta-action that lists it, or -1.
        also: Position of an action to the further meta-actions that list it.
        missing: Members that do not exist.
        overlapping: Members that are listed already.
        unordered: The first member of a meta-action that stands before the one listed ahead of it, by every order.
        astray: Positions of actions whose back-reference is not the meta-action that lists them first.
        gaps: Whether any member does not directly follow the one listed ahead of it.
    """

    lister: list[int]
    also: dict[int, list[int]]
    missing: tuple[Place, ...]
    overlapping: tuple[Place, ...]
    unordered: tuple[Place, ...]
    astray: tuple[int, ...]
    gaps: bool


def grouping(
    groups: Recognized[MetaAction],
    actions: Recognized[KnownAction],
    action_at: Mapping[int, int],
    count: int,
) -> Grouping:
    """Read the overlay; `count` is the number of all actions."""
    lister = [-1] * count
    also: dict[int, list[int]] = {}
    missing: list[Place] = []
    overlapping: list[Place] = []
    unordered: list[Place] = []
    gaps = False
    for position, group in groups:
        before, unsorted = -1, False
        for place, number in enumerate(group.action_ids):
            at = action_at.get(number)
            if at is None:
                missing.append((position, place))
                continue
            if lister[at] < 0:
                lister[at] = position
            else:
                overlapping.append((position, place))
                if lister[at] != position:
                    also.setdefault(at, []).append(position)
            if at != before + 1 and before >= 0:
                gaps = True
                if at < before and not unsorted:
                    unsorted = True
                    if any(one > two for one, two in pairwise(_existing(group, action_at))):
                        unordered.append((position, place))
            before = at
    names = {position: group.id for position, group in groups}
    names[-1] = None  # type: ignore[assignment]
    astray = tuple(position for position, action in actions if action.meta_action_id != names[lister[position]])
    return Grouping(lister, also, tuple(missing), tuple(overlapping), tuple(unordered), astray, gaps)


def _existing(group: MetaAction, action_at: Mapping[int, int]) -> list[int]:
    return [number for number in group.action_ids if number in action_at]


def torn(
    groups: Recognized[MetaAction],
    actions: Sequence[Action],
    action_at: Mapping[int, int],
    meta_at: Mapping[str, int],
    found: Grouping,
) -> list[int]:
    """Positions of the meta-actions whose own actions have others between them.

    The actions of the meta-actions inside one count as its own. An action that several claim, or that is not
    recognized, is neither a member nor a gap. By the list, or, where ids run against it, by the ids: torn apart is
    only what is so by both.
    """
    if not found.gaps:
        return []
    neutral = [int(isinstance(action, Unrecognized) or at in found.also) for at, action in enumerate(actions)]
    ranks = list(range(len(actions)))
    apart = _torn(groups, found.lister, neutral, ranks, meta_at)
    ids = [action.id if action.id is not None else 0 for action in actions]
    if apart and any(one > two for one, two in pairwise(ids)):
        for rank, position in enumerate(sorted(ranks, key=lambda position: (ids[position], position))):
            ranks[position] = rank
        apart = sorted(set(apart).intersection(_torn(groups, found.lister, neutral, ranks, meta_at)))
    return apart


def _torn(
    groups: Recognized[MetaAction],
    lister: Sequence[int],
    neutral: Sequence[int],
    ranks: Sequence[int],
    meta_at: Mapping[str, int],
) -> list[int]:
    """As `torn`, by one order: `ranks` is the place of each action in it."""
    by_rank = [0] * len(ranks)
    own: dict[int, Span] = {}
    for position, rank in enumerate(ranks):
        owner = lister[position]
        if neutral[position]:
            by_rank[rank] = 1
        elif owner in own:
            first, last, count = own[owner]
            own[owner] = (min(first, rank), max(last, rank), count + 1)
        elif owner >= 0:
            own[owner] = (rank, rank, 1)
    neutral_before = list(accumulate(by_rank, initial=0))

    def whole(span: Span) -> bool:
        first, last, count = span
        return count + neutral_before[last + 1] - neutral_before[first] == last - first + 1

    apart = sorted(position for position, span in own.items() if not whole(span))
    if not apart:
        return []
    with_inner = _with_inner(groups, own, meta_at)
    return [position for position in apart if not whole(with_inner[position])]


def _with_inner(groups: Recognized[MetaAction], own: Mapping[int, Span], meta_at: Mapping[str, int]) -> dict[int, Span]:
    """The span of the actions of each meta-action and those inside it, innermost first, without recursion.

    Meta-actions on or around a cycle of parents keep what they have so far.
    """
    above = {
        position: meta_at[group.parent_id]
        for position, group in groups
        if group.parent_id is not None and group.parent_id in meta_at
    }
    inside: dict[int, int] = {}
    for parent in above.values():
        inside[parent] = inside.get(parent, 0) + 1
    spans = dict(own)
    ready = [position for position in above if position not in inside]
    while ready:
        position = ready.pop()
        if position not in above:
            continue
        parent = above[position]
        if position in spans:
            spans[parent] = _joined(spans[position], spans.get(parent))
        inside[parent] -= 1
        if inside[parent] == 0:
            ready.append(parent)
    return spans


def _joined(one: Span, other: Span | None) -> Span:
    if other is None:
        return one
    return (min(one[0], other[0]), max(one[1], other[1]), one[2] + other[2])


def nesting(groups: Recognized[MetaAction], meta_at: Mapping[str, int]) -> dict[int, tuple[int, int]]:
    """Which meta-action stands inside which: a span of numbers for each, within the spans of those around it.

    Meta-actions on or inside a cycle of parents have none. Without recursion and in linear time.
    """
    inside: dict[int, list[int]] = {}
    roots: list[int] = []
    for position, group in groups:
        above = None if group.parent_id is None else meta_at.get(group.parent_id)
        if above is None:
            roots.append(position)
        else:
            inside.setdefault(above, []).append(position)
    spans: dict[int, tuple[int, int]] = {}
    for root in roots:
        waiting = [root]
        while waiting:
            position = waiting.pop()
            if position < 0:  # everything inside it is numbered
                first, _ = spans[~position]
                spans[~position] = (first, len(spans))
            else:
                spans[position] = (len(spans), 0)
                waiting.append(~position)
                waiting.extend(inside.get(position, ()))
    return spans
