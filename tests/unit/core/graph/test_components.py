"""Strongly connected parts: each after those that it points at."""

from hypothesis import given
from hypothesis import strategies as st

from tollens.core.graph.components import components


def _reaches(edges: list[list[int]], start: int) -> set[int]:
    seen, work = {start}, [start]
    while work:
        for target in edges[work.pop()]:
            if target not in seen:
                seen.add(target)
                work.append(target)
    return seen


@given(
    st.integers(0, 8).flatmap(
        lambda n: st.lists(st.lists(st.integers(0, max(n - 1, 0)), max_size=4), min_size=n, max_size=n)
    )
)
def test_parts_are_the_nodes_that_reach_each_other_in_order(edges: list[list[int]]) -> None:
    found = components(edges)
    assert sorted(node for part in found for node in part) == list(range(len(edges)))
    reach = [_reaches(edges, node) for node in range(len(edges))]
    place = {node: at for at, part in enumerate(found) for node in part}
    for one in range(len(edges)):
        for two in range(len(edges)):
            assert (place[one] == place[two]) == (two in reach[one] and one in reach[two])
            if two in reach[one]:
                assert place[two] <= place[one]


def test_a_chain_of_a_hundred_thousand() -> None:
    assert len(components([[at + 1] for at in range(99_999)] + [[0]])) == 1
