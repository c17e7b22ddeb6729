"""The sorts of actions, and which sorts come before which position along the lineage.

A set of sorts is an integer with a bit for each, so that one pass finds for every position what the lineage brings to
it, whichever sorts are asked for later.
"""

from collections.abc import Iterable, Sequence

from tollens.core.policy.flow import Flow
from tollens.core.policy.masks import flags_of

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
        self.bits = [numbered[code] for code in codes.to_bytes(size, "little")] if self._cells else []

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

    What stands above an artifact is put together when the artifact is made, of what then stands above its parents.

    Args:
        flow: Of the trace.
        bits: For each position the bit of its sort.

    Returns:
        `None` where that would not be all: something is read, or derived from, before it was made, or is made again
        by another sort after something was derived from it.
    """
    parents = flow.parents
    above = [0] * len(parents)
    state = bytearray(
        _MADE if not makers and not up else _UNMADE for makers, up in zip(flow.makers, parents, strict=True)
    )
    found: list[int] = []
    for bit, read, made in zip(bits, flow.inputs, flow.made, strict=True):
        sorts = 0
        for place in read:
            sorts |= above[place]
        for place in made:
            sorts |= above[place]
            for parent in parents[place]:
                sorts |= above[parent]
        found.append(sorts)
        for place in made if len(made) < 2 else sorted(made):
            over = above[place] | bit
            for parent in parents[place]:
                if not state[parent]:
                    return None
                over |= above[parent]
                state[parent] = _USED
            if state[place] == _USED and over != above[place]:
                return None
            above[place] = over
            state[place] = state[place] or _MADE
        for place in read:
            if not state[place]:
                return None
    return found


_UNMADE, _MADE, _USED = range(3)
"""What is known of an artifact: nothing yet; what stands above it; and something derives from it."""


def touched(flow: Flow, bits: Sequence[int]) -> list[int]:
    """For each position the sorts of the earlier ones that read or made an artifact that it reads or makes."""
    seen = [0] * len(flow.trace.artifacts)
    found: list[int] = []
    for bit, read, made in zip(bits, flow.inputs, flow.made, strict=True):
        sorts = 0
        for place in (*read, *made):
            sorts |= seen[place]
        if bit:
            for place in (*read, *made):
                seen[place] |= bit
        found.append(sorts)
    return found
