"""§7.3, §18.2 Which of several artifacts that answer one question is the latest: what nothing is surely later than.

By `supersedes`, then `revision`, then the order of the actions that made them, then the list. Where that does not
tell, several are left, and whoever asks takes the least favourable: nothing is later by a guess.
"""

from collections.abc import Sequence

from tollens.core.graph.index import Index
from tollens.core.model.artifacts import KnownArtifact


def latest(index: Index, positions: Sequence[int]) -> tuple[int, ...]:
    """The positions of those artifacts that none of the others is surely later than.

    Only one of the same question supersedes: what answers another one settles nothing here.

    Args:
        index: Of the trace.
        positions: Of recognized artifacts that answer one question, in list order.
    """
    if len(positions) < 2:
        return tuple(positions)
    return _last_made(index, _highest(index, _heads(index, positions)))


def _artifact(index: Index, position: int) -> KnownArtifact:
    return index.trace.artifacts[position]  # type: ignore[return-value]


def _heads(index: Index, positions: Sequence[int]) -> list[int]:
    at = {_artifact(index, position).artifact_id: position for position in positions}
    replaced: set[int] = set()
    for position in positions:
        before = at.get(_artifact(index, position).supersedes or "")
        if before is not None and before < position:
            replaced.add(before)
    return [position for position in positions if position not in replaced]


def _highest(index: Index, positions: list[int]) -> list[int]:
    """Those of the highest revision; one that states none is neither higher nor lower."""
    stated = [revision for p in positions if (revision := _artifact(index, p).revision) is not None]
    if not stated:
        return positions
    highest = max(stated)
    return [p for p in positions if _artifact(index, p).revision in (None, highest)]


def _last_made(index: Index, positions: list[int]) -> tuple[int, ...]:
    """Those that no other was surely made after; of those that one action made, or no known one, the last listed."""
    maker = index.production.maker
    by_maker = {max(maker[position], -1): position for position in positions}
    unknown = by_maker.pop(-1, None)
    standing = [] if unknown is None else [unknown]
    highest_id: int | None = None
    for made in sorted(by_maker, reverse=True):
        number = index.trace.actions[made].id
        if highest_id is None or (not index.in_id_order and (number is None or number > highest_id)):
            standing.append(by_maker[made])
        if number is not None and (highest_id is None or number > highest_id):
            highest_id = number
    return tuple(sorted(standing))
