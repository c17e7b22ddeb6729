"""Closures over made definitions: completeness, indifference to order, speed."""

import time
from collections.abc import Sequence

import pytest

from tollens.core.graph.closure import Closures, changed
from tollens.core.ports import Definition, Definitions

SCHEME = "tollens-made-1"


def _of(*definitions: Definition, common: Sequence[str] = ("",)) -> Closures:
    return Closures(Definitions(definitions, tuple(common)), SCHEME)


def _definition(
    name: str, text: str = "", *mentions: int, source: int = 0, whole: bool = False, hint: bool = False
) -> Definition:
    return Definition(name, source, f"let {name} = {text}", ("let", text, *mentions), mentions, whole, hint)


def test_a_checksum_states_its_scheme() -> None:
    only = _of(_definition("f"))
    head, _, digits = only.checksum(0).rpartition(":")
    assert head == f"{SCHEME}:sha256"
    assert len(digits) == 64
    assert only.shape(0).startswith(f"{SCHEME}:sha256:")


def test_a_dependency_of_a_dependency_counts_and_nothing_else_does() -> None:
    def model(low: str, other: str) -> Closures:
        return _of(
            _definition("f", "g", 1), _definition("g", "low", 2), _definition("low", low), _definition("o", other)
        )

    before = model("0", "0").checksum(0)
    assert model("0", "1").checksum(0) == before
    assert model("1", "0").checksum(0) != before
    assert model("1", "0").shape(0) != model("0", "0").shape(0)


def test_order_of_definitions_and_texts_does_not_count() -> None:
    one = _of(
        _definition("f", "g x", 1, 2), _definition("g", "f", 0), _definition("x", source=1), common=("open A", "open B")
    )
    two = _of(
        _definition("x"), _definition("g", "f", 2, source=1), _definition("f", "g x", 1, 0, source=1),
        common=("open B", "open A"),
    )  # fmt: skip
    assert [one.checksum(at) for at in (0, 1, 2)] == [two.checksum(at) for at in (2, 1, 0)]
    assert [one.shape(at) for at in (0, 1, 2)] == [two.shape(at) for at in (2, 1, 0)]
    assert one.of_source(0) == two.of_source(1)


def test_definitions_that_mention_each_other_rest_on_each_other() -> None:
    def model(odd: str) -> Closures:
        return _of(_definition("even", "odd", 1), _definition("odd", odd, 0))

    assert model("even").checksum(0) != model("even 1").checksum(0)
    assert model("even").checksum(1) != model("even 1").checksum(1)
    assert model("even").checksum(0) != model("even").checksum(1)


def test_a_whole_definition_rests_on_all_texts() -> None:
    def model(other: str, common: str) -> Closures:
        return _of(
            _definition("f", "?", whole=True), _definition("g", "f", 0), _definition("o", other, source=1),
            common=("", common),
        )  # fmt: skip

    for at in (0, 1):
        assert model("0", "").checksum(at) != model("1", "").checksum(at)
        assert model("0", "").checksum(at) != model("0", "open A").checksum(at)
    assert model("0", "").names(1) == ("f", "g", "o")


def test_every_closure_holds_all_hints_and_what_they_rest_on() -> None:
    def model(low: str) -> Closures:
        return _of(_definition("f"), _definition("pos", "low", 2, hint=True), _definition("low", low))

    assert model("0").checksum(0) != model("1").checksum(0)
    assert model("0").names(0) == ("f", "low", "pos")
    assert changed(model("0"), 0, model("1"), 0) == ("low",)


def test_what_a_text_holds_in_common_counts_for_its_definitions_alone() -> None:
    def model(first: str, second: str) -> Closures:
        return _of(_definition("f"), _definition("g", "f", 0, source=1), common=(first, second))

    before = model("", "")
    assert model("open A", "").checksum(0) != before.checksum(0)
    assert model("", "open A").checksum(0) == before.checksum(0)
    assert model("open A", "").checksum(1) != before.checksum(1)
    assert changed(before, 0, model("open A", ""), 0) == ()


def test_a_renamed_definition_keeps_its_shape_and_not_its_checksum() -> None:
    one = _of(Definition("f", 0, "let f x = x + g", ("x0", "+", 1), (1,)), Definition("g", 0, "let g = 1", ("1",)))
    two = _of(Definition("h", 0, "let h y = y + k", ("x0", "+", 1), (1,)), Definition("k", 0, "let k = 1", ("1",)))
    assert one.shape(0) == two.shape(0)
    assert one.checksum(0) != two.checksum(0)


def test_the_shape_of_mutual_definitions_sees_the_text_of_the_other_one() -> None:
    one = _of(_definition("f", "1", 1), _definition("g", "2", 0))
    two = _of(_definition("f", "1", 1), _definition("g", "3", 0))
    assert one.shape(0) != two.shape(0)


def test_find() -> None:
    model = _of(
        _definition("fee"), _definition("fee", "2"), _definition("fee", source=1), _definition("Bank.fee", source=1),
        _definition("Bank.low"), _definition("Shop.low"), _definition("Bank.Till.open_"), _definition("M.+."),
        common=("", ""),
    )  # fmt: skip
    assert model.find("fee") == (1, 2)
    assert model.find("fee", 1) == (2,)
    assert model.find("Bank.fee") == (3,)
    assert model.find("Bank.fee", 0) == (1,)
    assert model.find("low") == ()
    assert model.find("Shop.low") == (5,)
    assert model.find("Till.open_") == (6,)
    assert model.find("payments.Bank.low") == (4,)
    assert model.find("M.+.") == (7,)
    assert model.find("( fee )") == model.find("fee")
    assert model.find("ee") == ()
    assert model.find("") == ()
    assert model.find("absent") == ()


def test_a_whole_text_counts_with_all_that_it_reaches() -> None:
    def model(far: str, hint: str) -> Closures:
        return _of(
            _definition("f", "far", 1), _definition("far", far, source=1), _definition("ax", hint, source=1, hint=True),
            common=("", "", "eval 1"),
        )  # fmt: skip

    before = model("0", "0")
    assert model("1", "0").of_source(0) != before.of_source(0)
    assert model("1", "0").of_source(2) == before.of_source(2)
    assert model("0", "1").of_source(2) != before.of_source(2)
    assert before.of_source(0)[0].startswith(f"{SCHEME}:sha256:")


def test_changed_names_what_was_changed_added_and_removed_and_stops_in_time() -> None:
    old = _of(_definition("f", "a b", 1, 2), _definition("a", "0"), _definition("b"), _definition("o", "0"))
    new = _of(_definition("f", "a c", 1, 2), _definition("a", "1"), _definition("c"), _definition("o", "1"))
    assert changed(old, 0, new, 0) == ("a", "b", "c", "f")
    assert changed(old, 0, new, 0, most=2) == ("a", "b")
    assert changed(old, 0, old, 0) == ()


def test_changed_names_whose_mention_means_something_else() -> None:
    first = Definition("x", 0, "let x = 1", ("1",))
    second = Definition("x", 0, "let x = 2", ("2",))
    old = _of(first, _definition("f", "x", 0), second)
    new = _of(first, _definition("f", "x", 2), second)
    assert old.checksum(1) != new.checksum(1)
    assert changed(old, 1, new, 1) == ("f",)


@pytest.mark.parametrize(
    ("old", "new", "alike"),
    [
        ((("f", "g", 1), ("g", "0")), (("f", "g", 1), ("g", "0")), True),
        ((("f", "g", 1), ("g", "0")), (("f", "g", 1), ("g", "1")), False),
        ((("f", "g", 1), ("g", "0")), (("f", "g", 1), ("g", "g", 1)), False),
        ((("f", "g", 1), ("g", "0")), (("f", "g", 1), ("g", "h", 2), ("h", "0")), False),
        # The other model has the same words less often: one of its two definitions is in no closure of the first.
        ((("f", "0"), ("g", "0"), ("g", "0")), (("f", "0"), ("g", "0")), True),
        ((("g", "0"), ("g", "0")), (("g", "0"),), True),
    ],
)
def test_two_closures_are_compared_as_their_checksums_and_shapes_are(
    old: Sequence[tuple[str, ...]], new: Sequence[tuple[str, ...]], alike: bool
) -> None:
    one, other = (_of(*(_definition(*each) for each in model)) for model in (old, new))  # type: ignore[arg-type]
    comparison = one.against(other)
    assert comparison.same(0, 0) == (one.checksum(0) == other.checksum(0)) == alike
    assert comparison.alike(0, 0) == (one.shape(0) == other.shape(0)) == alike


def test_only_names_differ_where_shapes_are_alike() -> None:
    old = _of(Definition("f", 0, "let f = g", ("let", 1), (1,)), Definition("g", 0, "let g = 1", ("1",)))
    new = _of(Definition("h", 0, "let h = k", ("let", 1), (1,)), Definition("k", 0, "let k = 1", ("1",)))
    assert not old.against(new).same(0, 0)
    assert old.against(new).alike(0, 0)


def test_between_two_languages_nothing_is_the_same() -> None:
    one, other = _of(_definition("f")), Closures(Definitions((_definition("f"),), ("",)), "tollens-other-1")
    assert not one.against(other).same(0, 0)
    assert not one.against(other).alike(0, 0)
    assert one.against(other).changed(0, 0) == ()


def _chain(count: int, last: str) -> Closures:
    return _of(*(_definition(f"f{at}", "", at + 1) for at in range(count - 1)), _definition("end", last))


@pytest.mark.no_cover
def test_a_long_chain_is_near_linear_and_not_recursive() -> None:
    old, new = _chain(30_000, "0"), _chain(30_000, "1")
    began = time.process_time()
    for at in range(30_000):
        assert old.checksum(at) != new.checksum(at)
        assert old.shape(at) != new.shape(at)
        assert changed(old, at, new, at) == ("end",)
    assert time.process_time() - began < 20


def test_half_of_a_surrogate_pair_is_digested() -> None:
    assert _of(_definition("f", "\ud800")).checksum(0) != _of(_definition("f", "?")).checksum(0)
