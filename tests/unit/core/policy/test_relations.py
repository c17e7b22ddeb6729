"""The lineage read in one pass agrees with the lineage walked, and says when it cannot be read in one."""

from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.laws.direct_policy import Direct, trace_of
from tests.laws.direct_policy import steps as made_steps
from tests.unit.core.policy.little import shared
from tollens.core.graph.index import Index
from tollens.core.policy import flow
from tollens.core.policy.facts import Facts
from tollens.core.policy.record import Record
from tollens.core.policy.relations import Relations
from tollens.core.policy.sorts import Sorts, reached, touched
from tollens.core.validate.examples import an_artifact


def relations_of(record: Record) -> Relations:
    return Relations(record, Facts(record).kinds)


def sorts_of(record: Record) -> Sorts:
    return Sorts(record.size, Facts(record).kinds())


@given(made_steps())
@settings(max_examples=150)
def test_every_union_of_sorts_reaches_what_a_walk_reaches(made: list[dict[str, object]]) -> None:
    record = Record(Index(trace_of(made)))
    sorts, relations = sorts_of(record), relations_of(record)
    found = reached(record, sorts.bits)
    for mask in range(1 << min(record.size, 5)):
        wanted = sorts.of(mask)
        if wanted is not None and found is not None:
            assert sum(bool(said & wanted) << at for at, said in enumerate(found)) == relations._walk(mask)
        assert relations.chain(mask) == relations._walk(mask)


@given(made_steps(), st.randoms())
@settings(max_examples=60)
def test_ids_are_found_whichever_block_they_are_in(made: list[dict[str, object]], chance: Random) -> None:
    ordered = trace_of(made)
    artifacts = list(ordered.artifacts)
    chance.shuffle(artifacts)
    index = Index(msgspec.structs.replace(ordered, artifacts=tuple(artifacts)))
    whole, small = Record(index), Record(index)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(flow, "_BLOCK", 1)
        assert [list(table) for table in (small.made, small.makers)] == [list(whole.made), list(whole.makers)]
    assert [list(table) for table in (small.inputs, small.parents)] == [list(whole.inputs), list(whole.parents)]
    named = [[index.artifact_at[name] for name in artifact.derived_from] for _, artifact in index.artifacts]
    assert [list(places) for places in small.parents] == [list(dict.fromkeys(places)) for places in named]


@given(made_steps(), st.randoms())
@settings(max_examples=60)
def test_a_record_in_any_order_keeps_to_the_definition(made: list[dict[str, object]], chance: Random) -> None:
    ordered = trace_of(made)
    actions, artifacts = list(ordered.actions), list(ordered.artifacts)
    chance.shuffle(actions)
    chance.shuffle(artifacts)
    trace = msgspec.structs.replace(ordered, actions=tuple(actions), artifacts=tuple(artifacts))
    record, direct = Record(Index(trace)), Direct(trace)
    relations = relations_of(record)
    for place in range(len(artifacts)):
        assert record.below([place]) == record._walked_below([place])
    for mask in range(1 << min(record.size, 4)):
        found = relations.chain(mask), relations.target(mask)
        for need in range(1 << min(record.size, 4)):
            assert relations_of(record).target(mask, need) & need == found[1] & need
        for position in range(record.size):
            earlier = [at for at in range(position) if mask >> at & 1]
            related = any(direct.in_chain(at, position) for at in earlier)
            targeted = any(direct.same_target(at, position) for at in earlier)
            assert [mask >> position & 1 for mask in found] == [related, targeted]


def test_what_derives_from_itself_is_below_itself() -> None:
    ring = line("", "", "", derived=("c", "a", "b"))
    assert [ring.below([place]) for place in range(3)] == [b"\x01\x01\x01"] * 3
    assert line("", "", "", derived=("", "a", "b")).below([0]) == b"\x00\x01\x01"


def line(*reads: str, derived: tuple[str, ...] = ()) -> Record:
    """Actions that read `reads` and produce `a`, `b`, `c`, one after the other, each deriving from `derived`."""
    names = "abc"[: len(reads)]
    kinds = [("EditFile", {"inputs": list(read), "outputs": [name]}) for read, name in zip(reads, names, strict=True)]
    artifacts = [
        an_artifact(name, derived_from=list(above), producer_action_id=k)
        for k, (name, above) in enumerate(zip(names, derived or [""] * len(names), strict=True), 1)
    ]
    return shared(*kinds, artifacts=artifacts).record


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (line("", "a", "b"), [0b000, 0b001, 0b010]),
        (line("", "a", "b", derived=("", "a", "b")), [0b000, 0b001, 0b011]),
        (line("a", "", "", derived=("", "a", "a")), [0b000, 0b001, 0b001]),  # its own product comes before nothing
        (line("b", "", ""), None),  # read before it was made
        (line("", "", "", derived=("b", "", "")), None),  # derives from what stands after it
        (line("", "", "", derived=("a", "", "")), None),  # derives from itself
    ],
)
def test_the_record_must_be_in_order(record: Record, expected: list[int] | None) -> None:
    assert reached(record, [1, 2, 4]) == expected


def test_an_artifact_is_touched_by_readers_and_makers() -> None:
    assert touched(line("", "a", "a"), bytes([1, 0, 0])) == bytes([0, 1, 1])
    assert touched(line("", "a", "a"), bytes([0, 1, 0])) == bytes([0, 0, 1])
    assert touched(line("a", "b", "c"), bytes([1, 1, 1])) == bytes([0, 0, 0])
    assert touched(line("", "", "ab"), bytes([0, 1, 0])) == bytes([0, 0, 1])


def test_actions_are_of_one_sort_by_type_products_and_statuses() -> None:
    made = {"outputs": ["a"]}
    over = shared("EditFile", ("EditFile", made), "ReadFile", "EditFile", artifacts=[an_artifact("a")])
    sorts = sorts_of(over.record)
    assert [sorts.of(mask) is not None for mask in (0b1001, 0b0010, 0b0100, 0b0001)] == [True, True, True, False]
    assert len({*sorts.bits}) == 3


def test_where_there_are_too_many_sorts_the_lineage_is_walked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tollens.core.policy.sorts._MOST", 1)
    record = shared("ReadFile", ("EditFile", {"outputs": ["a"]}), artifacts=[an_artifact("a")]).record
    assert sorts_of(record).of(0b01) is None
    assert relations_of(record).chain(0b01) == 0
