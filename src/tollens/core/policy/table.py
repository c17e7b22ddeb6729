"""For each entry of one list some entries of another, such as the artifacts that each action reads.

A trace has hundreds of thousands of such rows, and most have one entry or none: that is held as a number.
"""

from collections.abc import Collection, Iterator, Sequence

NONE, SEVERAL = -1, -2
"""In place of the only entry of a row that has none, or several. As an index `NONE` is a slot behind the last one."""


class Table(Sequence[Sequence[int]]):
    """Rows of entries, each entry once.

    Attributes:
        only: For each row its only entry, or `NONE`, or `SEVERAL`.
        several: The entries of each row that has several.
    """

    __slots__ = ("only", "several")

    def __init__(self, count: int = 0) -> None:
        self.only = [NONE] * count
        self.several: dict[int, list[int]] = {}

    def __len__(self) -> int:
        return len(self.only)

    def __getitem__(self, row: int) -> Sequence[int]:  # type: ignore[override]  # no slices
        only = self.only[row]
        return (only,) if only >= 0 else self.several[row] if only == SEVERAL else ()

    def __iter__(self) -> Iterator[Sequence[int]]:
        return map(self.__getitem__, range(len(self.only)))

    def entries(self, rows: Collection[int]) -> list[int]:
        """The entries of some rows, one after another."""
        found = list(map(self.only.__getitem__, rows))
        if min(found, default=0) >= 0:
            return found
        return [entry for row in rows for entry in self[row]]

    def put(self, row: int, entries: list[int]) -> None:
        """Make these the entries of a row."""
        if len(entries) > 1:
            self.only[row] = SEVERAL
            self.several[row] = entries
        else:
            self.only[row] = entries[0] if entries else NONE

    def add(self, row: int, entry: int) -> None:
        """Add an entry to a row behind the others."""
        only = self.only[row]
        if only == NONE:
            self.only[row] = entry
        elif only == SEVERAL:
            self.several[row].append(entry)
        else:
            self.put(row, [only, entry])

    def turned(self, count: int) -> "Table":
        """The table read the other way: for each of `count` entries the rows that have it, ascending."""
        found = Table(count)
        only = found.only
        for row, entry in enumerate(self.only):
            if entry >= 0 and only[entry] == NONE:
                only[entry] = row
            elif entry != NONE:
                for each in self[row]:
                    found.add(each, row)
        return found
