"""The sorts of actions by what they are and produced, and which sorts come before which position along the lineage.

A set of sorts is an integer with a bit for each, so that one pass finds for every position what the lineage brings to
it, whichever sorts are asked for later.
"""

from collections.abc import Hashable, Sequence

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

    What stands above an artifact is put together when the artifact is made, of what then stands above its parents.

    Args:
        record: The trace.
        bits: For each position the bit of its sort.

    Returns:
        `None` where that would not be all: something is read, or derived from, before it was made, or is made again
        by another sort after something was derived from it.
    """
    parents = record.parents
    above = [0] * len(parents)
    state = bytearray(
        _MADE if not makers and not up else _UNMADE for makers, up in zip(record.makers, parents, strict=True)
    )
    found: list[int] = []
    for bit, read, made in zip(bits, record.inputs, record.made, strict=True):
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
