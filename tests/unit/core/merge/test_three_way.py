"""Three texts made one: changes that do not meet are all there, and those that do have no answer."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tollens.core.merge.three_way import merged, pairs

LINES = st.lists(st.sampled_from("abcdef"), max_size=8).map("\n".join)


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "expected"),
    [
        ("h\nk\nf", "h\nK\nf", "H\nk\nf", "H\nK\nf"),  # side by side
        ("h\nk\nf", "h\nk\nf\na", "h\nk\nf\nb", "h\nk\nf\na\nb"),  # both add at one place
        ("h\nk\nf", "k\nf", "h\nk", "k"),
        ("h\nk\nf", "h\nf", "h\nk2\nf", None),  # taken away here and changed there
        ("h\nk", "h\nx", "h\ny", None),
        ("h\nk", "h\nx", "h\nx", "h\nx"),
        (None, "a\nf\nb", "a\nb\ng", "a\nf\nb\ng"),
    ],
)
def test_changes_that_do_not_meet(base: str | None, ours: str, theirs: str, expected: str | None) -> None:
    assert merged(base, ours, theirs) == expected


@settings(max_examples=60)
@given(LINES, LINES, LINES)
def test_one_side_alone_and_alike(base: str, ours: str, theirs: str) -> None:
    assert merged(base, ours, base) == ours
    assert merged(base, base, theirs) == theirs
    assert merged(base, ours, ours) == ours


@settings(max_examples=60)
@given(LINES, LINES)
def test_pairs_are_the_same_lines_in_order(one: str, other: str) -> None:
    old, new = one.split("\n"), other.split("\n")
    found = pairs(old, new)
    assert all(old[at] == new[there] for at, there in found)
    assert all(a < c and b < d for (a, b), (c, d) in pairwise(found))


def test_texts_of_many_lines_take_no_longer_than_their_length() -> None:
    base = [f"let f{at} x = x" for at in range(20_000)]
    ours, theirs = base.copy(), base.copy()
    ours[::50] = [f"{line} + 1" for line in ours[::50]]
    theirs[25::50] = [f"{line} + 2" for line in theirs[25::50]]
    found = merged("\n".join(base), "\n".join(ours), "\n".join(theirs))
    assert found is not None
    assert found.count("+ 1") == found.count("+ 2") == 400
    repeated = "\n".join(["(", ")"] * 5_000)
    assert merged(repeated, repeated + "\na", "b\n" + repeated) == f"b\n{repeated}\na"
