"""Cycles are found without recursion, whatever the depth."""

import pytest

from tollens.core.graph.cycles import cycle_of


@pytest.mark.no_cover
def test_a_chain_has_none() -> None:
    assert cycle_of({node: [node + 1] for node in range(300_000)}) == {}


@pytest.mark.no_cover
def test_one_long_cycle() -> None:
    size = 300_000
    found = cycle_of({node: [(node + 1) % size] for node in range(size)})
    assert len(found) == size
    assert len(set(found.values())) == 1


def test_separate_cycles_have_separate_numbers() -> None:
    found = cycle_of({0: [1], 1: [0, 2], 2: [3], 3: [2], 4: [4], 5: [0]})
    assert found.keys() == {0, 1, 2, 3, 4}
    assert found[0] == found[1] != found[2] == found[3]
    assert found[4] not in (found[0], found[2])


def test_a_shared_descendant_is_no_cycle() -> None:
    assert cycle_of({0: [1, 2], 1: [3], 2: [3], 3: []}) == {}
