"""Lineage is walked without recursion, in a defined order, and ends where it goes round."""

from typing import Any

import pytest

from tollens.core.derive.goals.cones import cones
from tollens.core.graph.index import Index
from tollens.core.graph.lineage import distances, topological
from tollens.core.validate.examples import an_action, an_artifact
from tollens.core.validate.rule import MINIMAL
from tollens.core.wire.document import Document


def index_of(**members: Any) -> Index:
    return Index(Document.of(MINIMAL | members).trace)


def derived(name: str, *parents: str, **members: Any) -> dict[str, Any]:
    return an_artifact(name, derived_from=list(parents), **members)


def names(index: Index, found: Any) -> list[str]:
    return [str(index.trace.artifacts[at].artifact_id) for at in found]


def ancestors(index: Index, starts: list[int]) -> tuple[int, ...]:
    return tuple(sorted(set(distances(index.parents, starts)).difference(starts)))


def descendants(index: Index, starts: list[int]) -> tuple[int, ...]:
    return tuple(sorted(set(distances(index.children, starts)).difference(starts)))


def test_ancestors_and_descendants_of_a_diamond() -> None:
    index = index_of(
        artifacts=[derived("a"), derived("b", "a"), derived("c", "a"), derived("d", "b", "c"), derived("e")]
    )
    assert names(index, ancestors(index, [3])) == ["a", "b", "c"]
    assert names(index, descendants(index, [0])) == ["b", "c", "d"]
    assert ancestors(index, [4]) == descendants(index, [4]) == ()


def test_a_cycle_ends_and_nothing_is_its_own_ancestor() -> None:
    index = index_of(artifacts=[derived("a", "c"), derived("b", "a"), derived("c", "b"), derived("d", "d")])
    assert names(index, ancestors(index, [0])) == ["b", "c"]
    assert names(index, descendants(index, [0])) == ["b", "c"]
    assert ancestors(index, [3]) == ()


def test_lineage_passes_through_what_is_not_recognized() -> None:
    index = index_of(artifacts=[derived("a"), derived("b", "a") | {"name": 5}, derived("c", "b", "b")])
    assert names(index, ancestors(index, [2])) == ["a", "b"]
    assert names(index, descendants(index, [0])) == ["b", "c"]


def test_references_and_what_is_missing_are_no_artifacts() -> None:
    assert ancestors(index_of(artifacts=[derived("a", "nowhere")]), [0]) == ()


def test_a_cone_holds_the_actions_by_whichever_side_names_them() -> None:
    index = index_of(
        actions=[an_action(3, outputs=["a"]), an_action(2), an_action(5, outputs=["other"]), an_action(9)],
        artifacts=[derived("a"), derived("b", "a", producer_action_id=2), derived("other", producer_action_id=9)],
    )
    found = cones(index, [[1], [0], [2], []])
    assert found.of_goals == ((3, 2), (3,), (5, 9), ())  # in the order of the trace; of the third two makers are named
    assert found.exploration == ()
    assert cones(index, [[1]]).exploration == (5, 9)


def test_parents_come_before_children_and_the_list_decides_otherwise() -> None:
    assert list(topological(index_of(artifacts=[derived("a"), derived("b", "a"), derived("c")]))) == [0, 1, 2]
    index = index_of(artifacts=[derived("d", "c"), derived("z"), derived("c", "a"), derived("a")])
    assert names(index, topological(index)) == ["z", "a", "c", "d"]


def test_a_cycle_stands_together_in_the_order() -> None:
    ring = [derived("below", "a"), derived("a", "c"), derived("x"), derived("c", "a", "above"), derived("above")]
    index = index_of(artifacts=ring)
    assert names(index, topological(index)) == ["x", "above", "a", "c", "below"]
    through = index_of(artifacts=[derived("a", "b"), derived("b", "a") | {"name": 5}])
    assert names(through, topological(through)) == ["a", "b"]


def test_distances_are_the_fewest_steps() -> None:
    index = index_of(artifacts=[derived("a"), derived("b", "a"), derived("c", "b"), derived("d", "c", "a")])
    assert distances(index.parents, [3]) == {3: 0, 2: 1, 0: 1, 1: 2}
    assert distances(index.children, [0], most=1) == {0: 0, 1: 1, 3: 1}


@pytest.mark.no_cover
def test_a_very_long_chain() -> None:
    number = 20_000
    chain = [derived("a0"), *(derived(f"a{at}", f"a{at - 1}") for at in range(1, number))]
    index = index_of(artifacts=chain)
    assert len(ancestors(index, [number - 1])) == len(descendants(index, [0])) == number - 1
    backwards = index_of(artifacts=chain[::-1])
    assert list(topological(backwards)) == list(range(number))[::-1]
