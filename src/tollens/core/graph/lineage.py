"""§3.2, §7.3 Lineage: what an artifact was made from, what came of it, and which actions did it.

Artifacts are numbers here, their positions in `trace.artifacts`. Every walk keeps its own list of what is left, so
that a chain of a million artifacts is as good as one of ten, and takes time in proportion to what it reaches. A cycle,
which §3.2 forbids, ends a walk like anything else that was seen before.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from heapq import heapify, heappop, heappush

from tollens.core.graph.cycles import cycle_of
from tollens.core.graph.index import Index
from tollens.core.model.unrecognized import Unrecognized


def ancestors(index: Index, starts: Collection[int]) -> tuple[int, ...]:
    """Everything that some artifacts derive from, directly or not, without these, in list order."""
    return tuple(sorted(_reached(index.parents, starts).difference(starts)))


def descendants(index: Index, starts: Collection[int]) -> tuple[int, ...]:
    """Everything that derives from some artifacts, directly or not, without these, in list order."""
    return tuple(sorted(_reached(index.children, starts).difference(starts)))


def cone(index: Index, starts: Iterable[int]) -> tuple[int, ...]:
    """Ids of the actions that made some artifacts and everything that these derive from, ascending (§18.3).

    Where the record names two actions as the maker of one artifact, both count: leaving one out would say that it did
    not matter.
    """
    actions = index.trace.actions
    places = {place for at in _reached(index.parents, starts) for place in _makers(index, at)}
    return tuple(sorted(number for place in places if (number := actions[place].id) is not None))


def topological(index: Index) -> Sequence[int]:
    """Every artifact, parents before children; where lineage leaves the order open, as the list has it.

    The artifacts of a cycle stand together, in list order, at the place of the first one that is due.
    """
    if all(at < child for child, parents in enumerate(index.parents) for at in parents):
        return range(len(index.parents))
    return _sorted_by_lineage(index.parents, index.children, cycle_of(dict(enumerate(index.parents))))


def distances(neighbours: Sequence[Sequence[int]], starts: Iterable[int], most: int | None = None) -> dict[int, int]:
    """Everything reached from some artifacts with the fewest steps to it, the nearest first; `most` steps at most.

    Args:
        neighbours: `index.parents` to go back, `index.children` to go on.
        starts: Where to begin; these are reached in 0 steps.
        most: Steps to go; `None` to go to the end.
    """
    found = dict.fromkeys(starts, 0)
    front = list(found)
    steps = 0
    while front and (most is None or steps < most):
        steps += 1
        following: list[int] = []
        for at in front:
            for neighbour in neighbours[at]:
                if neighbour not in found:
                    found[neighbour] = steps
                    following.append(neighbour)
        front = following
    return found


def _reached(neighbours: Sequence[Sequence[int]], starts: Iterable[int]) -> set[int]:
    """The starts and everything that can be reached from them."""
    waiting = list(starts)
    found = set(waiting)
    while waiting:
        for neighbour in neighbours[waiting.pop()]:
            if neighbour not in found:
                found.add(neighbour)
                waiting.append(neighbour)
    return found


def _makers(index: Index, at: int) -> tuple[int, ...]:
    """Positions of the actions that the record names as the maker of an artifact."""
    made = index.production.maker[at]
    if made >= 0:
        return (made,)
    artifact = index.trace.artifacts[at]
    said = artifact.number("producer_action_id") if isinstance(artifact, Unrecognized) else artifact.producer_action_id
    named = (index.production.lister[at], -1 if said is None else index.action_at.get(said, -1))
    return tuple(place for place in named if place >= 0)


def _sorted_by_lineage(
    parents: Sequence[Sequence[int]], children: Sequence[Sequence[int]], cycle: Mapping[int, int]
) -> list[int]:
    """As `topological`, where some parent stands after its child. A cycle counts as one, named by one of them."""
    members: dict[int, list[int]] = {}
    for at, part in sorted(cycle.items()):
        members.setdefault(part, []).append(at)
    missing: dict[int, int] = {}
    for at, above in enumerate(parents):
        part = cycle.get(at, at)
        missing[part] = missing.get(part, 0) + sum(cycle.get(parent, parent) != part for parent in above)
    ready = [members.get(part, [part])[0] for part, count in missing.items() if not count]
    heapify(ready)
    order: list[int] = []
    while ready:
        first = heappop(ready)
        part = cycle.get(first, first)
        for at in members.get(part, [part]):
            order.append(at)
            for child in children[at]:
                below = cycle.get(child, child)
                if below == part:
                    continue
                missing[below] -= 1
                if not missing[below]:
                    heappush(ready, members.get(below, [below])[0])
    return order
