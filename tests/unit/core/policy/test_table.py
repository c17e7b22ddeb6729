"""Rows of one entry, of none and of several are told apart, and turned without losing one."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tollens.core.policy.table import NONE, SEVERAL, Table

ROWS = st.lists(st.lists(st.integers(0, 4), max_size=3, unique=True), max_size=6)


def table(rows: list[list[int]]) -> Table:
    made = Table(len(rows))
    for row, entries in enumerate(rows):
        made.put(row, entries)
    return made


def test_a_row_is_held_as_a_number_where_it_can_be() -> None:
    made = table([[], [3], [1, 2]])
    assert made.only == [NONE, 3, SEVERAL]
    assert [list(row) for row in made] == [[], [3], [1, 2]]
    assert made.entries([1, 1]) == [3, 3]
    assert made.entries([2, 0, 1]) == [1, 2, 3]
    assert made.entries([]) == []


@given(ROWS)
@settings(max_examples=60)
def test_a_table_is_read_the_other_way(rows: list[list[int]]) -> None:
    made = table(rows)
    turned = made.turned(5)
    assert [list(row) for row in turned] == [
        [at for at, held in enumerate(rows) if entry in held] for entry in range(5)
    ]
    added = Table(len(rows))
    for row, entries in enumerate(rows):
        for entry in entries:
            added.add(row, entry)
    assert list(map(list, added)) == rows
