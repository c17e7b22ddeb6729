"""A meta-action is torn apart only when no order and nothing inside it explains the gap."""

import pytest

from tollens.core.graph.grouping import torn
from tollens.core.graph.index import Index
from tollens.core.validate.examples import Value, a_meta_action, an_action
from tollens.core.validate.rule import MINIMAL
from tollens.core.wire.document import Document

FIVE = [an_action(number) for number in range(1, 6)]


def torn_of(metas: list[Value], actions: list[Value] = FIVE) -> list[str]:
    index = Index(Document.of(MINIMAL | {"actions": actions, "meta_actions": metas}).trace)
    found = torn(index.meta_actions, index.trace.actions, index.action_at, index.meta_at, index.grouping)
    return [metas[position]["id"] for position in found]


@pytest.mark.parametrize(
    ("metas", "expected"),
    [
        pytest.param([a_meta_action("m1", 1, 2), a_meta_action("m2", 4, 5)], [], id="what lies between may be free"),
        pytest.param([a_meta_action("m1", 1, 3)], ["m1"], id="a gap"),
        pytest.param([a_meta_action("m1", 1, 3), a_meta_action("m2", 2, 4)], ["m1", "m2"], id="interleaved"),
        pytest.param(
            [a_meta_action("m1", 1, 5), a_meta_action("m2", 2, 3, 4, parent_id="m1")], [], id="filled from inside"
        ),
        pytest.param(
            [
                a_meta_action("m1", 1, 5),
                a_meta_action("m2", 2, 4, parent_id="m1"),
                a_meta_action("m3", 3, parent_id="m2"),
            ],
            [],
            id="filled from further inside",
        ),
        pytest.param(
            [a_meta_action("m1", 1, 5), a_meta_action("m2", 2, 4, parent_id="m1")], ["m1", "m2"], id="filled in part"
        ),
        pytest.param(
            [a_meta_action("m1", 1, 4), a_meta_action("m2", 2, 3), a_meta_action("m3", 4, 5)],
            [],
            id="an action that two claim makes no gap",
        ),
        pytest.param([a_meta_action("m1", 1, 9, 2)], [], id="a member that does not exist"),
        pytest.param(
            [a_meta_action("m1", 1, 3, parent_id="m2"), a_meta_action("m2", 2, parent_id="m1")],
            ["m1"],
            id="parents in a circle",
        ),
    ],
)
def test_torn(metas: list[Value], expected: list[str]) -> None:
    assert torn_of(metas) == expected


def test_either_order_will_do() -> None:
    actions = [an_action(number) for number in (2, 1, 3, 4)]
    assert torn_of([a_meta_action("m1", 2, 3)], actions) == []
    assert torn_of([a_meta_action("m1", 2, 4)], actions) == ["m1"]


def test_an_action_that_could_not_be_read_is_no_gap() -> None:
    actions = [an_action(1), {"category": "ritual"}, an_action(3)]
    assert torn_of([a_meta_action("m1", 1, 3)], actions) == []


@pytest.mark.no_cover
def test_a_deep_hierarchy_needs_no_recursion() -> None:
    depth = 20_000
    actions = [an_action(number) for number in range(2 * depth)]
    metas = [
        a_meta_action(f"m{level}", level, 2 * depth - 1 - level, parent_id=f"m{level - 1}" if level else None)
        for level in range(depth)
    ]
    assert torn_of(metas, actions) == []
