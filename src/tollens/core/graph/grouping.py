"""§8.4 How meta-actions group the actions: who lists which action, and which group is torn apart."""

from itertools import accumulate

from tollens.core.graph.index import Index, known
from tollens.core.model.unrecognized import Unrecognized


def members(index: Index) -> dict[int, list[int]]:
    """The id of each grouped action to the positions of the meta-actions that list it."""
    groups: dict[int, list[int]] = {}
    for position, group in known(index.trace.meta_actions):
        for number in group.action_ids:
            if number in groups:
                if groups[number][-1] != position:
                    groups[number].append(position)
            else:
                groups[number] = [position]
    return groups


def split(index: Index) -> list[int]:
    """Positions of the meta-actions whose own actions have others between them.

    The actions of the meta-actions inside one count as its own. An action that several claim, or that is not
    recognized, is neither a member nor a gap. By the list, or, where ids run against it, by the ids: torn apart is
    only what is so by both.
    """
    ranks = list(range(len(index.trace.actions)))
    torn = _split(index, ranks)
    if torn and not index.in_id_order:
        by_id = sorted(ranks, key=lambda position: (index.trace.actions[position].id or 0, position))
        for rank, position in enumerate(by_id):
            ranks[position] = rank
        torn = sorted(set(torn).intersection(_split(index, ranks)))
    return torn


def _split(index: Index, ranks: list[int]) -> list[int]:
    """As `split`, by one order: `ranks` is the place of each action in it."""
    claims = members(index)
    neutral = [0] * len(ranks)
    for position, action in enumerate(index.trace.actions):
        if isinstance(action, Unrecognized) or len(claims.get(action.id, ())) > 1:
            neutral[ranks[position]] = 1
    neutral_before = list(accumulate(neutral, initial=0))
    own: dict[int, tuple[int, int, int]] = {}
    for position, group in known(index.trace.meta_actions):
        at = {ranks[index.action_at[number]] for number in group.action_ids if number in index.action_at}
        held = [rank for rank in at if not neutral[rank]]
        if held:
            own[position] = (min(held), max(held), len(held))

    def whole(span: tuple[int, int, int]) -> bool:
        first, last, count = span
        return count + neutral_before[last + 1] - neutral_before[first] == last - first + 1

    torn = [position for position, span in own.items() if not whole(span)]
    if not torn:
        return []
    with_inner = _with_inner(index, own)
    return [position for position in torn if not whole(with_inner[position])]


def _with_inner(index: Index, own: dict[int, tuple[int, int, int]]) -> dict[int, tuple[int, int, int]]:
    """First, last and number of the actions of each meta-action and those inside it, innermost first.

    Meta-actions on or inside a cycle of parents keep what they have so far.
    """
    above = {
        position: index.meta_at[group.parent_id]
        for position, group in known(index.trace.meta_actions)
        if group.parent_id is not None and group.parent_id in index.meta_at
    }
    inside = [0] * len(index.trace.meta_actions)
    for parent in above.values():
        inside[parent] += 1
    spans = dict(own)
    ready = [position for position, count in enumerate(inside) if count == 0]
    while ready:
        position = ready.pop()
        parent_at = above.get(position)
        if parent_at is None:
            continue
        span, outer = spans.get(position), spans.get(parent_at)
        if span is not None:
            spans[parent_at] = (
                span if outer is None else (min(span[0], outer[0]), max(span[1], outer[1]), span[2] + outer[2])
            )
        inside[parent_at] -= 1
        if inside[parent_at] == 0:
            ready.append(parent_at)
    return spans
