"""A meta-action stands in the lineage for the artifacts that it lists as produced."""

from tests.unit.core.graph.test_lineage import derived, index_of
from tollens.core.graph.units import produced, unit_of
from tollens.core.validate.examples import a_meta_action

HELD = [derived("a"), derived("b", "a"), derived("c", "b"), derived("d", "c"), derived("e", "d")]


def test_a_unit_stands_for_what_it_lists() -> None:
    index = index_of(artifacts=HELD, meta_actions=[a_meta_action("m", produced_artifact_ids=["b", "c", "nowhere"])])
    assert produced(index, 0) == (1, 2)
    assert unit_of(index) == {1: "m", 2: "m"}


def test_what_stands_inside_a_unit_is_part_of_it() -> None:
    units = [
        a_meta_action("outer", produced_artifact_ids=["b"]),
        a_meta_action("inner", parent_id="outer", produced_artifact_ids=["c", "b"]),
        a_meta_action("innermost", parent_id="inner", produced_artifact_ids=["d"]),
        a_meta_action("beside", produced_artifact_ids=["e"]),
    ]
    index = index_of(artifacts=HELD, meta_actions=units)
    assert [produced(index, at) for at in range(4)] == [(1, 2, 3), (1, 2, 3), (3,), (4,)]
    assert unit_of(index) == {1: "outer", 2: "inner", 3: "innermost", 4: "beside"}


def test_units_that_stand_inside_each_other_have_their_own() -> None:
    ring = [
        a_meta_action("m", parent_id="n", produced_artifact_ids=["b"]),
        a_meta_action("n", parent_id="m", produced_artifact_ids=["c"]),
    ]
    index = index_of(artifacts=HELD, meta_actions=ring)
    assert [produced(index, at) for at in range(2)] == [(1,), (2,)]
