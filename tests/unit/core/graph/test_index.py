"""The index resolves identities once, and says what is later only when the record surely does."""

from collections.abc import Sequence
from typing import Any

import pytest

from tollens.core.graph.flow import DISPUTED, UNKNOWN
from tollens.core.graph.index import Index
from tollens.core.validate.examples import a_meta_action, a_residual, an_action, an_artifact
from tollens.core.validate.rule import MINIMAL
from tollens.core.wire.document import Document


def index_of(**members: Any) -> Index:
    return Index(Document.of(MINIMAL | members).trace)


def test_the_first_of_two_elements_with_one_id_counts() -> None:
    index = index_of(actions=[an_action(1), an_action(1)], artifacts=[an_artifact("a1"), an_artifact("a1", "Diff")])
    assert index.action_at == {1: 0}
    assert index.artifact_at == {"a1": 0}


def test_unrecognized_elements_are_no_elements_but_their_ids_are_known() -> None:
    index = index_of(actions=[{"id": 7, "category": "ritual"}], artifacts=[an_artifact("a1", "Horoscope")])
    assert list(index.actions) == []
    assert list(index.artifacts) == []
    assert index.action_at == {7: 0}
    assert index.resolves("a1")
    assert index.artifact("a1") is None


def test_a_maker_is_known_by_either_side() -> None:
    index = index_of(
        actions=[an_action(1, outputs=["a1"]), an_action(2)],
        artifacts=[an_artifact("a1"), an_artifact("a2", producer_action_id=2), an_artifact("a3")],
    )
    assert index.production.maker == [0, 1, UNKNOWN]
    assert [index.maker(name) for name in ("a1", "a2", "a3", "a4")] == [0, 1, None, None]


def test_a_maker_that_the_two_sides_disagree_on_is_disputed() -> None:
    index = index_of(
        actions=[an_action(1, outputs=["a1", "a2"]), an_action(2, outputs=["a2"])],
        artifacts=[an_artifact("a1", producer_action_id=2), an_artifact("a2")],
    )
    assert index.production.maker == [DISPUTED, DISPUTED]
    assert index.production.unlisted == (0,)
    assert index.production.relisted == ((1, 0),)


@pytest.mark.parametrize(
    ("outputs", "makers"),
    [
        ((["a"], ["b"]), [0, 1]),
        ((["a", "b"], []), [0, DISPUTED]),
        ((["a", "a"], ["b"]), [0, 1]),
        ((["a"], ["b", "a"]), [DISPUTED, 1]),
        ((["a"], ["b", "nothing"]), [0, 1]),
        (([], []), [0, 1]),
    ],
)
def test_makers_by_what_actions_list_and_artifacts_say(outputs: Sequence[list[str]], makers: list[int]) -> None:
    index = index_of(
        actions=[an_action(number, outputs=listed) for number, listed in enumerate(outputs, start=1)],
        artifacts=[an_artifact("a", producer_action_id=1), an_artifact("b", producer_action_id=2)],
    )
    assert index.production.maker == makers


def test_a_residual_need_not_be_an_output() -> None:
    index = index_of(actions=[an_action(1)], artifacts=[a_residual() | {"producer_action_id": 1}])
    assert index.production.unlisted == ()
    assert index.maker("r1") == 0


def test_later_is_what_both_orders_say() -> None:
    index = index_of(actions=[an_action(2), an_action(1), an_action(3)])
    assert not index.in_id_order
    assert index.later(2, 0)
    assert not index.later(1, 0)
    assert not index.later(0, 1)
    assert not index.later(None, 0)


def test_the_residual_surface_is_the_union() -> None:
    index = index_of(
        artifacts=[a_residual("r1"), an_artifact("a1")],
        residuals=[{"residual_id": "r2", "kind": "assumption", "statement": "sorted"}],
    )
    assert index.residual_ids == {"r1", "r2"}


def test_what_gave_rise_to_a_residual_did_not_record_it() -> None:
    index = index_of(
        actions=[an_action(1), an_action(2, outputs=["r2"])],
        artifacts=[a_residual("r1") | {"producer_action_id": 1}, a_residual("r2") | {"producer_action_id": 1}],
    )
    assert index.production.unlisted == ()
    assert [index.maker(name) for name in ("r1", "r2")] == [0, 1]
    assert [index.recorder(name) for name in ("r1", "r2", "a9")] == [None, 1, None]


def test_what_stands_inside_lies_within_the_span_around_it() -> None:
    parents = {"m0": None, "m1": "m0", "m2": "m1", "m3": "m0", "m4": None, "m5": "m5", "m6": "m5", "m7": "m9"}
    index = index_of(meta_actions=[a_meta_action(name, parent_id=parent) for name, parent in parents.items()])
    spans = index.nesting
    assert set(spans) == {0, 1, 2, 3, 4, 7}
    inside = {(a, b) for a in spans for b in spans if spans[a][0] < spans[b][0] < spans[a][1]}
    assert inside == {(0, 1), (0, 2), (0, 3), (1, 2)}


def test_what_could_not_be_read_is_in_no_list_of_what_supersedes() -> None:
    artifacts = [
        {"artifact_id": "a", "artifact_type": "Diff"},
        {"artifact_id": "b", "artifact_type": "Odd", "supersedes": "a"},
        {"artifact_id": "c", "artifact_type": "Diff", "supersedes": "a"},
    ]
    index = Index(Document.of({"trace_id": "t1", "spec_version": "1.11", "artifacts": artifacts}).trace)
    assert [(at, new.artifact_id, old) for at, new, old in index.superseding] == [(2, "c", "a")]
    assert index.artifact_ids == ["a", "b", "c"]
