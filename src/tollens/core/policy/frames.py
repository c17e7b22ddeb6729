"""Where formulas are evaluated: rows of a position and what the variables stand for there.

The base frame has a row for each position. A `Grid` has all positions for each of some assignments of the variables,
one assignment after another, so that temporal operators work on stretches of its masks. `Rows` are any rows, for what
depends on the position in another way, such as the inputs of the action there.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tollens.core.policy.masks import Masks, flags_of, mask_of, rows
from tollens.core.policy.values import Value


class Grid(NamedTuple):
    """All positions for each assignment: row `k * size + i` is position `i` under assignment `k`.

    Attributes:
        size: The number of positions; of an empty trace 1, for a position where nothing happened.
        assignments: What the variables stand for.
    """

    size: int
    assignments: Sequence[Mapping[str, Value]]

    @property
    def rows(self) -> int:
        """The number of rows."""
        return self.size * len(self.assignments)

    @property
    def variables(self) -> frozenset[str]:
        """The variables that stand for something."""
        return frozenset(self.assignments[0]) if self.assignments else frozenset()


class Rows(NamedTuple):
    """Any rows.

    Attributes:
        positions: Of each row.
        columns: For each variable what it stands for in each row.
    """

    positions: Sequence[int]
    columns: Mapping[str, Sequence[Value]]

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.positions)

    @property
    def variables(self) -> frozenset[str]:
        """The variables that stand for something."""
        return frozenset(self.columns)


Frame = Grid | Rows


def full(frame: Frame) -> int:
    """The mask of all rows."""
    return rows(frame.rows)


def position_of(frame: Frame, row: int) -> int:
    """The position of a row."""
    return row % frame.size if isinstance(frame, Grid) else frame.positions[row]


def taken(frame: Frame, chosen: Sequence[int], names: Iterable[str]) -> Rows:
    """Some rows of a frame, ascending, with some of its variables."""
    held = [name for name in names if name in frame.variables]
    if isinstance(frame, Grid):
        size, assignments = frame.size, frame.assignments
        return Rows(
            [row % size for row in chosen] if len(assignments) > 1 else chosen,
            {name: [assignments[row // size][name] for row in chosen] for name in held},
        )
    if len(chosen) == frame.rows:  # all of them
        return Rows(frame.positions, {name: frame.columns[name] for name in held})
    at, columns = frame.positions, frame.columns
    return Rows([at[row] for row in chosen], {name: [columns[name][row] for row in chosen] for name in held})


def placed(flags: Sequence[bool], chosen: Sequence[int], count: int) -> int:
    """The mask over `count` rows of those that are flagged among some of them."""
    if len(chosen) == count:
        return mask_of(bytes(flags))
    found = bytearray(count)
    for row, flag in zip(chosen, flags, strict=True):
        if flag:
            found[row] = 1
    return mask_of(found)


def spread(masks: Masks, size: int, frame: Frame) -> Masks:
    """Masks over the positions as masks over the rows of a frame."""
    if isinstance(frame, Grid):
        times = len(frame.assignments)
        return Masks(repeated(masks.true, size, times), repeated(masks.false, size, times))
    return Masks(gathered(masks.true, size, frame.positions), gathered(masks.false, size, frame.positions))


def repeated(mask: int, size: int, times: int) -> int:
    """A mask of `size` rows, several times after one another."""
    made, have = 0, 0
    while times:  # by doubling, lowest bit of the number of times first
        if times & 1:
            made |= mask << have
            have += size
        times >>= 1
        mask |= mask << size
        size *= 2
    return made


def gathered(mask: int, size: int, chosen: Sequence[int]) -> int:
    """The mask of some rows of another, in the order in which they are chosen."""
    flags = flags_of(mask, size)
    return mask_of(bytes([flags[row] for row in chosen]))


def stretched(masks: Masks, count: int, size: int) -> Masks:
    """Masks over assignments as masks over the rows of their grid: each bit becomes `size` bits."""
    return Masks(_stretched(masks.true, count, size), _stretched(masks.false, count, size))


def _stretched(mask: int, count: int, size: int) -> int:
    if mask == 0 or size == 1:
        return mask
    if mask == (1 << count) - 1:
        return (1 << count * size) - 1
    return mask_of(b"".join(b"\x01" * size if flag else bytes(size) for flag in flags_of(mask, count)))


def stretches(mask: int, count: int, size: int) -> list[int]:
    """The masks of each assignment of a grid.

    >>> stretches(0b110100, 3, 2)
    [0, 1, 3]
    """
    span = 1
    while span < count:
        span *= 2
    level = [mask]
    while span > 1:  # by halves, so that a long mask is not copied for each short one
        span //= 2
        low = (1 << span * size) - 1
        level = [part for held in level for part in (held & low, held >> span * size)]
    return level[:count]


def joined(parts: Sequence[int], size: int) -> int:
    """The opposite of `stretches`.

    >>> joined([0, 1, 3], 2) == 0b110100
    True
    """
    level = list(parts)
    while len(level) > 1:  # in pairs, so that long masks are not copied for each short one
        pairs = [level[k] | level[k + 1] << size for k in range(0, len(level) - 1, 2)]
        level = [*pairs, *level[len(pairs) * 2 :]]
        size *= 2
    return level[0] if level else 0
