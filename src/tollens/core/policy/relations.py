"""Which earlier actions belong to an action: those with the same target, and those in its dependency chain.

An action is in the dependency chain of a later one when an artifact that it produced is read or made by the later one,
or is an ancestor of what that reads or makes. Two actions have the same target when they name the same file; where
one of them names no file, when they share an artifact or one is in the chain of the other.

What most formulas look for along the lineage is a type: one pass over the lineage finds which sorts of actions reach
which position, and answers all of them. Of anything else, and where the record is out of order, everything is found
from the positions where a formula holds, in ascending order: whatever is reached first is reached from the earliest
position, so nothing is looked at twice, cycles included, and the work is linear in what is reached.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, partial

from tollens.core.policy.masks import Related, flags_of, mask_of, positions
from tollens.core.policy.record import Record
from tollens.core.policy.sorts import Sorts, reached, touched


class Relations:
    """The relations of one trace; what was found for a mask is kept.

    Args:
        record: The trace.
        kinds: The masks of what formulas look for along the lineage, such as types: found when they are asked for.
    """

    def __init__(self, record: Record, kinds: Callable[[], Iterable[int]]) -> None:
        self._record = record
        self._kinds = kinds
        self._chains: dict[int, int] = {}
        self._by_file: dict[int, int] = {}
        self._shared: dict[int, int] = {}

    def named(self, operator: str, need: int) -> Related:
        """The relation that an operator of the language looks along, for the positions that are needed."""
        return self.chain if operator.endswith("chain") else partial(self.target, need=need)

    def chain(self, mask: int) -> int:
        """The positions with an earlier position of the mask in their dependency chain."""
        if mask not in self._chains:
            self._chains[mask] = self._chain(mask) if mask else 0
        return self._chains[mask]

    def _chain(self, mask: int) -> int:
        sorts = self._sorts.of(mask)
        by_sort = None if sorts is None else self._reached
        if sorts is None or by_sort is None:
            return self._walk(mask)
        sets, codes = by_sort
        held = bytes([1 if found & sorts else 0 for found in sets])
        if isinstance(codes, bytes):
            return mask_of(codes.translate(held.ljust(256, b"\x00")))
        return mask_of(bytes(map(held.__getitem__, codes)))

    def _walk(self, mask: int) -> int:
        """The same from position to position."""
        record = self._record
        made, makers, readers, children = record.made, record.makers, record.readers, record.children
        seen, flags = bytearray(len(makers)), bytearray(record.size)
        for position in positions(mask):
            pending = list(made[position])
            while pending:
                place = pending.pop()
                if seen[place]:
                    continue
                seen[place] = 1
                for later in readers[place]:
                    if later > position:
                        flags[later] = 1
                for later in makers[place]:
                    if later > position:
                        flags[later] = 1
                pending.extend(children[place])
        return mask_of(flags)

    @cached_property
    def _sorts(self) -> Sorts:
        return Sorts(self._record.size, self._kinds())

    @cached_property
    def _reached(self) -> tuple[Sequence[int], Sequence[int]] | None:
        """The sets of sorts that reach a position, each once, and which one reaches each position."""
        found = reached(self._record, self._sorts.bits)
        if found is None:
            return None
        numbers = {sorts: number for number, sorts in enumerate(dict.fromkeys(found))}
        codes = map(numbers.__getitem__, found)
        return list(numbers), bytes(codes) if len(numbers) <= 256 else list(codes)

    def target(self, mask: int, need: int = -1) -> int:
        """The positions with an earlier position of the mask that has the same target, of those that are needed."""
        if not mask:
            return 0
        if mask not in self._by_file:
            self._by_file[mask] = _later(self._record.by_file.values(), mask, self._record.size)
        found, unfiled = self._by_file[mask], (1 << self._record.size) - 1 & ~self._filed
        if need & unfiled:
            found |= self._linked(mask) & unfiled
        if need & self._filed:
            found |= self._linked(mask & unfiled) & self._filed
        return found

    def _linked(self, mask: int) -> int:
        """The positions that share an artifact with an earlier position of the mask, or have it in their chain."""
        if not mask:
            return 0
        if mask not in self._shared:
            self._shared[mask] = mask_of(touched(self._record, flags_of(mask, self._record.size)))
        return self.chain(mask) | self._shared[mask]

    @cached_property
    def _filed(self) -> int:
        """The mask of the positions that name a file."""
        flags = bytearray(self._record.size)
        for named in self._record.by_file.values():
            for position in named:
                flags[position] = 1
        return mask_of(flags)


def _later(groups: Iterable[Sequence[int]], mask: int, size: int) -> int:
    """The positions that come after a position of the mask in one of their groups."""
    held, flags = flags_of(mask, size), bytearray(size)
    for group in groups:
        met = False
        for position in group:
            if met:
                flags[position] = 1
            elif held[position]:
                met = True
    return mask_of(flags)
