"""Lineage agrees with its definition, whatever the graph: also with cycles, repeated ids and dangling parents."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.core.graph.test_lineage import ancestors, derived, descendants, index_of
from tollens.core.derive.goals.cones import cones
from tollens.core.graph.index import Index
from tollens.core.graph.lineage import topological
from tollens.core.validate.examples import an_action

NUMBER = 7

graphs = st.lists(
    st.tuples(
        st.lists(st.integers(0, NUMBER), max_size=3),
        st.sampled_from([None, 1, 2, 9]),
        st.one_of(st.none(), st.integers(0, NUMBER)),
        st.booleans(),
    ),
    max_size=NUMBER,
)
"""For each artifact: parents, of which some do not exist, a producer, a predecessor, and whether it is damaged."""


def built(graph: list[tuple[list[int], int | None, int | None, bool]]) -> Index:
    artifacts = []
    for at, (parents, producer, before, damaged) in enumerate(graph):
        told = derived(f"a{at}", *(f"a{parent}" for parent in parents), producer_action_id=producer)
        told |= {} if before is None else {"supersedes": f"a{before}"}
        artifacts.append(told | ({"name": 5} if damaged else {}))
    return index_of(actions=[an_action(1), an_action(2)], artifacts=artifacts)


def by_definition(steps: list[set[int]], start: int) -> set[int]:
    """The least set that holds the neighbours of the start and of all that is in it, without the start."""
    found = set(steps[start])
    while True:
        grown = found.union(*(steps[at] for at in found))
        if grown == found:
            return found - {start}
        found = grown


@given(graphs)
@settings(max_examples=60)
def test_ancestors_and_descendants_are_the_least_closed_sets(
    graph: list[tuple[list[int], int | None, int | None, bool]],
) -> None:
    index = built(graph)
    up = [{parent for parent in row[0] if parent < len(graph)} for row in graph]
    down = [{child for child in range(len(graph)) if at in up[child]} for at in range(len(graph))]
    for at in range(len(graph)):
        assert ancestors(index, [at]) == tuple(sorted(by_definition(up, at)))
        assert descendants(index, [at]) == tuple(sorted(by_definition(down, at)))
        producers = {graph[one][1] for one in (at, *ancestors(index, [at])) if not graph[one][3]}
        assert set(cones(index, [[at]]).of_goals[0]) >= {number for number in producers if number in (1, 2)}


@given(graphs)
@settings(max_examples=60)
def test_the_order_holds_everything_once_and_runs_against_lineage_only_within_a_cycle(
    graph: list[tuple[list[int], int | None, int | None, bool]],
) -> None:
    index = built(graph)
    order = list(topological(index))
    assert sorted(order) == list(range(len(graph)))
    place = {at: rank for rank, at in enumerate(order)}
    for at, parents in enumerate(index.parents):
        for parent in parents:
            assert place[parent] < place[at] or parent == at or at in ancestors(index, [parent])


@given(graphs)
@settings(max_examples=60)
def test_a_line_is_the_same_from_each_of_its_versions_and_has_an_end(
    graph: list[tuple[list[int], int | None, int | None, bool]],
) -> None:
    read = built(graph).lines
    for at in range(len(graph)):
        versions = read.versions(at)
        assert at in versions
        assert read.current(at)
        assert all(read.versions(version) == versions for version in versions)
