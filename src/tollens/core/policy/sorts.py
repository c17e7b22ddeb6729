"""The sorts of actions by what they are and produced, and which sorts come before which position along the lineage.

A set of sorts is an integer with a bit for each, so that one pass finds for every position what the lineage brings to
it, whichever sorts are asked for later.
"""

from collections.abc import Hashable, Iterable, Sequence
from functools import reduce
from operator import or_

from tollens.core.model.unrecognized import Unrecognized
from tollens.core.policy.masks import mask_of, only
from tollens.core.policy.outcomes import RESULTS
from tollens.core.policy.record import Record

_MOST = 250
"""Sorts that are told apart: the number of each fits a byte. A trace that has more is not worth a table."""


class Sorts:
    """The sorts of a trace: actions of one type that produced artifacts of the same types with the same statuses.

    Attributes:
        bits: For each position the bit of its sort.
    """

    def __init__(self, record: Record) -> None:
        numbers: dict[Hashable, int] = {}
        said = [numbers.setdefault(sort, len(numbers)) for sort in _sorts(record)]
        self.bits = [1 << number for number in said] if len(numbers) <= _MOST else []
        codes = bytes(said) if self.bits else b""
        self._masks = [mask_of(only(codes, number)) for number in numbers.values()] if self.bits else []

    def of(self, mask: int) -> int | None:
        """The sorts whose positions are those of a mask; `None` where it has only some positions of a sort."""
        found = 0
        for number, held in enumerate(self._masks):
            common = held & mask
            if common == held:
                found |= 1 << number
            elif common:
                return None
        return found if self._masks else None


def _sorts(record: Record) -> list[Hashable]:
    """What tells the positions apart."""
    artifacts: list[Hashable] = list(map(type, record.trace.artifacts))
    for kind in RESULTS:
        for place, result in record.of(kind):
            artifacts[place] = kind, result.payload.status  # type: ignore[attr-defined]
    found: list[Hashable] = []
    for action, made in zip(record.trace.actions, record.made, strict=True):
        named = None if isinstance(action, Unrecognized) else action.type
        found.append((named, artifacts[made[0]]) if len(made) == 1 else (named, *[artifacts[place] for place in made]))
    return found


def reached(record: Record, bits: Sequence[int]) -> Sequence[int] | None:
    """For each position the sorts of the earlier ones in its dependency chain.

    Args:
        record: The trace.
        bits: For each position the bit of its sort.

    Returns:
        `None` where what comes before cannot be read off in one pass: something derives from an artifact that stands
        after it, or is read or made while an action to come still adds to what it derives from.
    """
    brought = _brought(record, bits)
    if brought is None:
        return None
    above, ready = brought
    parents, makers = record.parents, record.makers
    found: list[int] = []
    for position, (read, made) in enumerate(zip(record.inputs, record.made, strict=True)):
        sorts = 0
        for place in (*read, *[parent for product in made for parent in parents[product]]):
            if ready[place] < position:
                sorts |= above[place]
            elif makers[place] != (position,):  # what derives from its own products comes in by these
                return None
        for place in made:
            if len(makers[place]) > 1:
                sorts |= _together(bits[earlier] for earlier in makers[place] if earlier < position)
        found.append(sorts)
    return found


def _together(sorts: Iterable[int]) -> int:
    return reduce(or_, sorts, 0)


def _brought(record: Record, bits: Sequence[int]) -> tuple[list[int], list[int]] | None:
    """For each artifact the sorts of the makers of it and its ancestors, and the last position of one of them."""
    above: list[int] = []
    ready: list[int] = []
    for place, (parents, makers) in enumerate(zip(record.parents, record.makers, strict=True)):
        sorts, last = 0, -1
        for maker in makers:
            sorts |= bits[maker]
            last = max(last, maker)
        for parent in parents:
            if parent >= place:
                return None
            sorts |= above[parent]
            last = max(last, ready[parent])
        above.append(sorts)
        ready.append(last)
    return above, ready


def touched(record: Record, bits: Sequence[int]) -> list[int]:
    """For each position the sorts of the earlier ones that read or made an artifact that it reads or makes."""
    seen = [0] * len(record.trace.artifacts)
    found: list[int] = []
    for bit, read, made in zip(bits, record.inputs, record.made, strict=True):
        sorts = 0
        for place in (*read, *made):
            sorts |= seen[place]
        if bit:
            for place in (*read, *made):
                seen[place] |= bit
        found.append(sorts)
    return found
