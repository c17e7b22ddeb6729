"""Both histories of a merge are in it: whole, once, without a new error, and found again by whatever merge follows."""

from collections import Counter
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.laws.histories import branches
from tollens.core.errors import MisuseError
from tollens.core.graph.index import Index
from tollens.core.merge import merge
from tollens.core.merge.elements import canonical, named_lists
from tollens.core.merge.likeness import shape
from tollens.core.merge.parents import Side, parents
from tollens.core.merge.places import Kind
from tollens.core.merge.recording import recorded
from tollens.core.merge.renaming import turned
from tollens.core.merge.union import Union, unite
from tollens.core.validate.check import validate
from tollens.core.wire.document import Document
from tollens.core.wire.encode import to_value
from tollens.plugins.languages import language_of
from tollens.testing import mutations, strategies

MERGED_AT, BY = "2026-01-02T03:04:05Z", "a reviewer"
FEW = settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow], deadline=None)
LISTS = (*(member for member, _, _ in named_lists()), "policy_evaluations")


def brought_together(
    ours: Document, theirs: Document, base: Document | None = None, name: str = "merged"
) -> tuple[Document, Union]:
    """Both as one trace, without accounts: these laws hold of any."""
    both = parents(ours, theirs, base)
    union = unite(both, name, MERGED_AT, BY)
    index = Index(Document.of(union.value).trace)
    return recorded(both, union, index, (), (), (), {}), union


def work(document: Document) -> dict[str, list[Any]]:
    """The lists of a trace, without what records a merge or comes of one."""
    value = {member: list(document.value.get(member) or []) for member in LISTS if member != "trace_links"}
    value["actions"] = [one for one in value["actions"] if one.get("type") != "LinkTrace"]
    value["review_items"] = [one for one in value["review_items"] if not str(one["title"]).startswith("Decide")]
    return value


def said(document: Document) -> dict[str, Counter[bytes]]:
    """What the elements of a trace say, without their names and what they name: the same up to naming."""
    found: dict[str, Counter[bytes]] = {}
    for member, elements in work(document).items():
        kept = [
            turned(member, one, lambda place, name: 0 if place.kind is Kind.Action else "")
            for one in elements
            if one.get("status") != "unknown"
        ]
        found[member] = Counter(canonical(shape(_without_lists(one))) for one in kept)
    del found["meta_actions"]  # the order of the actions tells which must be split, and ours groups what both have
    return found


def _without_lists(one: Any) -> Any:
    return {name: held for name, held in one.items() if not (isinstance(held, list) and len(set(map(str, held))) < 2)}


def errors(document: Document) -> set[str]:
    return {found.code for found in validate(document).diagnostics if found.severity == "error"}


@FEW
@given(branches("ours", "theirs"))
def test_no_error_is_new_and_both_histories_are_whole(traces: tuple[Document, ...]) -> None:
    base, ours, theirs = traces
    merged, union = brought_together(ours, theirs, base)
    assert errors(merged) <= errors(ours) | errors(theirs)
    actions = merged.value["actions"]
    for here, there in zip(actions, ours.value["actions"], strict=False):
        assert {**here, "meta_action_id": None} == {**there, "meta_action_id": None}
    assert len(actions) == len(ours.value["actions"]) + len(union.added[Kind.Action]) + 1
    names = [artifact["artifact_id"] for artifact in merged.value["artifacts"]]
    assert len(set(names)) == len(names)
    for side in Side:
        parent = union.sides[side].value
        assert {(side, one["artifact_id"]) for one in parent["artifacts"]} <= set(union.names)
    assert {union.names[key] for key in union.names} <= set(names)


@FEW
@given(branches("ours", "theirs"))
def test_merging_once_more_adds_nothing(traces: tuple[Document, ...]) -> None:
    base, ours, theirs = traces
    merged, _ = brought_together(ours, theirs, base)
    for again in (theirs, ours, merged):
        once_more, union = brought_together(merged, again, base, "once more")
        assert work(once_more) == work(merged)
        assert not any(union.added.values()) and not union.differences


@FEW
@given(branches("ours"))
def test_merging_with_itself_changes_nothing_but_records_it(traces: tuple[Document, ...]) -> None:
    ours = traces[1]
    merged, union = brought_together(ours, ours)
    assert {member: held for member, held in work(merged).items() if held} == {
        member: held for member, held in work(ours).items() if held
    }
    assert not any(union.added.values()) and not union.differences and not union.set_aside
    assert merged.value["x_vendor"] == ours.value["x_vendor"]


@FEW
@given(branches("ours", "theirs"))
def test_the_order_of_the_parents_matters_for_names_alone(traces: tuple[Document, ...]) -> None:
    base, ours, theirs = traces
    one, _ = brought_together(ours, theirs, base, "one")
    other, _ = brought_together(theirs, ours, base, "other")
    assert said(one) == said(other)
    criss_cross, union = brought_together(one, other, base, "both")
    assert said(criss_cross) == said(one)
    assert not union.added[Kind.Artifact] and not union.added[Kind.Goal] and not union.added[Kind.Comment]


@FEW
@given(branches("one", "two", "three"))
def test_it_does_not_matter_which_two_come_together_first(traces: tuple[Document, ...]) -> None:
    base, one, two, three = traces
    left, _ = brought_together(brought_together(one, two, base, "12")[0], three, base, "(12)3")
    right, _ = brought_together(one, brought_together(two, three, base, "23")[0], base, "1(23)")
    assert said(left) == said(right)


@settings(max_examples=20, suppress_health_check=list(HealthCheck), deadline=None)
@given(st.data())
def test_whatever_stands_in_a_trace_survives(data: st.DataObject) -> None:
    """Also what fits no type, states no id, or states one twice."""
    values = []
    for name in ("ours", "theirs"):
        value = to_value(data.draw(strategies.traces())) | {"spec_version": "1.11"}
        for _ in range(data.draw(st.integers(0, 2))):
            value = data.draw(mutations.mutated(value)).value
        values.append(value | {f"x_{name}": name})
    try:
        both = parents(*(Document.of(value) for value in values))
        union = unite(both, "merged", MERGED_AT, BY)
        merged = recorded(both, union, Index(Document.of(union.value).trace), (), (), (), {})
    except MisuseError:
        return
    assert merged.value["x_ours"] == "ours" and merged.value["x_theirs"] == "theirs"
    there = {member: Counter(map(shown, merged.value.get(member) or [])) for member in LISTS}
    there["meta_actions"].update(map(shown, union.set_aside.get("meta_actions", [])))
    for document in (both.ours, both.theirs):
        for member in LISTS:
            assert set(map(shown, document.value.get(member) or [])) <= set(there[member])


def shown(element: Any) -> bytes:
    """What a merge changes in no element: which members it has."""
    return canonical(sorted(shape(element)) if isinstance(element, dict) else element)


def test_a_name_that_looks_like_one_of_ours_is_not_taken_for_it() -> None:
    def trace(name: str, text: str, *more: str) -> Document:
        artifacts = [{"artifact_id": each, "artifact_type": "SourceCode", "summary": text} for each in ("a1", *more)]
        return Document.of({"trace_id": name, "spec_version": "1.11", "artifacts": artifacts})

    taken: list[str] = []
    for _ in range(6):
        merged, union = brought_together(trace("ours", "x", *taken), trace("theirs", "y"))
        names = [artifact["artifact_id"] for artifact in merged.value["artifacts"]]
        assert len(set(names)) == len(names) == 2 + len(taken)
        taken.append(union.names[Side.Theirs, "a1"])


@settings(FEW, max_examples=12)
@given(branches("ours", "theirs"))
def test_every_result_is_accounted_for_once_however_often_traces_meet(traces: tuple[Document, ...]) -> None:
    base, ours, theirs = traces

    def merged(one: Document, other: Document, name: str) -> Document:
        made = merge(parents(one, other, base), language_of, trace_id=name, at=MERGED_AT, by=BY, engines={})
        assert made.report.total
        assert errors(made.document) <= errors(ours) | errors(theirs)
        return made.document

    first = merged(ours, theirs, "first")
    merged(first, theirs, "again")
    merged(first, merged(theirs, ours, "other"), "both")
