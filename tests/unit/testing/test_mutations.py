"""Damage is one change at one place, and never to the value itself."""

import copy
from typing import Any

import pytest
from hypothesis import find, given
from hypothesis import strategies as st

from tollens.testing import mutations

VALUE: dict[str, Any] = {"a": [1, {"b": None}], "c": {"d": "x"}}


def test_places_are_listed_outermost_first() -> None:
    assert mutations.places(VALUE) == [("a",), ("c",), ("a", 0), ("a", 1), ("c", "d"), ("a", 1, "b")]


@pytest.mark.parametrize("path", mutations.places(VALUE))
def test_a_removed_place_is_gone_and_the_value_unchanged(path: mutations.Path) -> None:
    before = copy.deepcopy(VALUE)
    after = mutations.removed(VALUE, path)
    assert len(mutations.at(after, path[:-1])) == len(mutations.at(VALUE, path[:-1])) - 1
    assert before == VALUE


@pytest.mark.parametrize("path", mutations.places(VALUE))
def test_a_replaced_place_holds_the_new_value_and_all_others_the_old(path: mutations.Path) -> None:
    before = copy.deepcopy(VALUE)
    after = mutations.replaced(VALUE, path, "new")
    assert mutations.at(after, path) == "new"
    assert mutations.replaced(after, path, mutations.at(VALUE, path)) == VALUE == before


@given(st.data())
def test_a_mutation_says_where_it_is(data: st.DataObject) -> None:
    before = copy.deepcopy(VALUE)
    mutation = data.draw(mutations.mutated(VALUE))
    holder = mutations.at(mutation.value, mutation.path[:-1])
    assert before == VALUE
    if mutation.kind == "remove":
        assert mutations.removed(VALUE, mutation.path) == mutation.value
    else:
        assert mutations.replaced(VALUE, mutation.path, holder[mutation.path[-1]]) == mutation.value


@pytest.mark.parametrize("kind", ["remove", "replace", "add"])
def test_every_kind_of_damage_is_done(kind: str) -> None:
    assert find(mutations.mutated(VALUE), lambda mutation: mutation.kind == kind).kind == kind


def test_an_empty_object_can_only_gain_a_member() -> None:
    assert find(mutations.mutated({}), lambda mutation: True).kind == "add"


def test_independent_places_do_not_hold_one_another() -> None:
    assert mutations.independent([("a", 1, "b"), ("a",), ("c", "d"), ("c",)]) == [("a", 1, "b"), ("c", "d")]
