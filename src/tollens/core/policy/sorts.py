"""The sorts of actions, and which sorts come before which position along the lineage.

A set of sorts is an integer with a bit for each, so that one pass finds for every position what the lineage brings to
it, whichever sorts are asked for later.
"""

from collections.abc import Iterable, Sequence

from tollens.core.policy.flow import Flow
from tollens.core.policy.masks import flags_of
from tollens.core.policy.table import NONE, SEVERAL

_MOST = 250
"""Sorts that are told apart: the number of each fits a byte. A trace that has more is not worth a table."""


class Sorts:
    """The positions of a trace by what holds at them: two are of one sort where the same masks have them.

    Attributes:
        bits: For each position the bit of its sort; nothing where there are too many sorts.
    """

    def __init__(self, size: int, masks: Iterable[int]) -> None:
        self._cells = _cells(size, masks)
        codes = sum(number * _spread(cell, size) for number, cell in enumerate(self._cells))
        numbered = [1 << number for number in range(len(self._cells))]
        self.bits = list(map(numbered.__getitem__, codes.to_bytes(size, "little"))) if self._cells else []

    def of(self, mask: int) -> int | None:
        """The sorts whose positions are those of a mask; `None` where it has only some positions of a sort."""
        found = 0
        for number, cell in enumerate(self._cells):
            common = cell & mask
            if common == cell:
                found |= 1 << number
            elif common:
                return None
        return found if self._cells else None


def _cells(size: int, masks: Iterable[int]) -> list[int]:
    """The parts into which masks cut the positions; none where there are too many."""
    cells = [(1 << size) - 1]
    for mask in masks:
        cells = [part for cell in cells for part in (cell & mask, cell & ~mask) if part]
        if len(cells) > _MOST:
            return []
    return cells


def _spread(mask: int, size: int) -> int:
    """A mask with a byte in place of each bit."""
    return int.from_bytes(flags_of(mask, size), "little")


def reached(flow: Flow, bits: Sequence[int]) -> list[int] | None:
    """For each position the sorts of the earlier ones in its dependency chain.

    What stands above an artifact is put together from what stands above its parents.

    Args:
        flow: Of the trace.
        bits: For each position the bit of its sort.

    Returns:
        `None` where the record is not in order: something derives from what stands or was made after it, is read before
        it was made, or was made more than once.
    """
    if flow.makers.several:
        return None
    made_at, found = [*flow.makers.only, NONE], [0] * (flow.size + 1)
    above = _above(flow, [*bits, 0], made_at, found)
    if above is None or not _by_inputs(flow, above, made_at, found):
        return None
    return found[: flow.size]


def _above(flow: Flow, own: Sequence[int], made_at: Sequence[int], found: list[int]) -> list[int] | None:
    """For each artifact the sorts above it, its maker's among them; `None` where the record is not in order.

    Args:
        flow: Of the trace.
        own: For each position the bit of its sort.
        made_at: For each artifact its maker.
        found: Gets for each position what stands above what it made.
    """
    above, several = [0] * len(made_at), flow.parents.several
    for place, maker, only in zip(range(len(above)), flow.makers.only, flow.parents.only, strict=False):
        over = own[maker]
        if only != SEVERAL:  # most have one parent or none
            at, higher = made_at[only], above[only]
            if only >= place or at > maker:
                return None
            if higher:
                over |= higher
                if at < maker:  # another product of the same action brings nothing that comes before it
                    found[maker] |= higher
        else:
            for parent in several[place]:
                at = made_at[parent]
                if parent >= place or at > maker:
                    return None
                over |= above[parent]
                if at < maker:
                    found[maker] |= above[parent]
        above[place] = over
    return above


def _by_inputs(flow: Flow, above: Sequence[int], made_at: Sequence[int], found: list[int]) -> bool:
    """Add for each position what stands above what it read; false where it read what was made after it."""
    for position, only in enumerate(flow.inputs.only):
        for place in (only,) if only != SEVERAL else flow.inputs.several[position]:
            at = made_at[place]
            if at < position:
                found[position] |= above[place]
            elif at > position:
                return False
    return True


def touched(flow: Flow, flags: bytes) -> bytes:
    """Flags of the positions that read or made an artifact which a flagged one before them read or made."""
    inputs, made = flow.inputs, flow.made
    seen = bytearray(len(flow.trace.artifacts) + 1)
    found = bytearray(flow.size)
    for position, flag, read, product in zip(range(flow.size), flags, inputs.only, made.only, strict=True):
        if read != SEVERAL and product != SEVERAL:
            found[position] = seen[read] | seen[product]
            if flag:
                seen[read] = seen[product] = 1
                seen[NONE] = 0
        else:
            places = (*inputs[position], *made[position])
            found[position] = 1 in map(seen.__getitem__, places)
            for place in places if flag else ():
                seen[place] = 1
    return bytes(found)
