"""A base is used only where both sides came from it, and a merged trace has an id of its own (§15.1, §15.3)."""

from typing import Any

import pytest

from tests.unit.core.derive import traces
from tests.unit.core.merge.branches import AGAIN, CARRIED, branch, buckets, checked, diff, merged, model, proof
from tollens.core.errors import MisuseError
from tollens.core.merge import parents
from tollens.core.wire.document import Document

OLD, NEW = "let f x = x\n\nlet g x = x", "let f x = x + 1\n\nlet g x = x"
BASE = branch("base", model("m1", OLD))
OURS = branch("ours", model("m1", OLD), model("m2", NEW, supersedes="m1"), proof("new", "f", "m2"))
THEIRS = branch("theirs", model("m1", OLD), proof("old", "f", "m1"), proof("same", "g", "m1"))
LATER = branch("later", model("m1", OLD), model("m2", NEW, supersedes="m1"))
"""What ours was a while ago: theirs never had `m2`."""

LINK = {"link_id": "l1", "from_trace_id": "theirs", "to_trace_id": "later"}


def codes(ours: Document, theirs: Document, base: Document) -> list[str]:
    said = [said.code for said in merged(ours, theirs, base).report.diagnostics]
    return [code for code in said if code == "MRG107"]


def test_what_both_came_from_is_used() -> None:
    assert codes(OURS, THEIRS, BASE) == []
    assert buckets(OURS, THEIRS, BASE) == {"new": CARRIED, "old": AGAIN, "same": CARRIED}
    assert parents(OURS, THEIRS, BASE).base is not None


def test_a_base_that_one_side_never_had_undoes_no_change_in_silence() -> None:
    """By the later base theirs took the change of ours back: a proof of what ours changed would be carried."""
    made = merged(OURS, THEIRS, LATER)
    said = made.report.diagnostics[0]
    assert (said.code, said.severity, said.path) == ("MRG107", "warning", "/merge/base")
    assert "'later'" in said.message
    assert "theirs does not have 'm2'" in said.message
    assert "not used" in said.message
    assert said.hint
    assert made.document.value["merge"]["base"] is None
    assert buckets(OURS, THEIRS, LATER) == {"new": AGAIN, "old": AGAIN, "same": CARRIED}
    found = checked(made.document, OURS, THEIRS, LATER)
    assert (found.holds, [each.code for each in found.diagnostics]) == (True, ["MCK013"])


def test_what_a_doubted_base_would_change_counts_as_changed() -> None:
    """Without a base what one side alone has stays; by the base that was given, the other side deleted it."""
    ours = branch("ours", model("m1", "let f x = x"), proof("vr", "f", "m1"))
    theirs = branch("theirs", model("m9", "let h x = x", component_id="h"))
    base = branch("base", model("m1", "let f x = x"))
    assert buckets(ours, theirs) == {"vr": CARRIED}
    made = merged(ours, theirs, base)
    assert buckets(ours, theirs, base) == {"vr": AGAIN}
    assert "by the base that was given" in made.report.results[0].reason
    whole = branch("ours", model("m1", "let f x = x"), proof("vr", None, "m1"))
    assert buckets(whole, theirs, base) == {"vr": AGAIN}


def test_what_cannot_be_told_is_carried_only_where_no_reading_changes_anything() -> None:
    ours = branch("ours", model("m1", "let f x = x"), proof("vr", "lost", "m1"))
    assert buckets(ours, branch("theirs")) == {"vr": CARRIED}
    base = branch("base", model("m1", "let f x = x"))
    assert buckets(ours, branch("theirs"), base) == {"vr": AGAIN}


def test_a_base_of_which_only_results_are_lacking_is_used_and_said_to_be_odd() -> None:
    base = branch("base", model("m1", OLD), proof("vr", "f", "m1"))
    theirs = branch("theirs", model("m1", NEW))
    made = merged(base, theirs, base)
    assert codes(base, theirs, base) == ["MRG107"]
    assert "used all the same" in made.report.diagnostics[0].message
    assert made.document.value["merge"]["base"] == "base"
    assert buckets(base, theirs, base) == {"vr": AGAIN}


def test_an_edit_that_a_side_lacks_speaks_against_a_base() -> None:
    assert codes(OURS, THEIRS, branch("later", model("m1", OLD), diff("d1", "f"))) == ["MRG107"]
    edits = traces.document(trace_id="later", actions=[traces.edited(1, "f.py"), traces.edited(2, "g.py")])
    assert "action 1" in merged(OURS, THEIRS, edits).report.diagnostics[0].message


@pytest.mark.parametrize(
    "members",
    [
        {"trace_lineage": {"parent_trace_id": "later"}},
        {"trace_lineage": {"root_trace_id": "later"}},
        {"merge": {"parents": ["later", "other"], "base": None, "kind": "merge"}},
        {
            "trace_links": [
                {"link_id": "l1", "from_trace_id": "theirs", "to_trace_id": "later", "relationship": "forked_from"}
            ]
        },
    ],
)
def test_what_a_record_says_of_its_descent_is_taken(members: dict[str, Any]) -> None:
    theirs = branch("theirs", model("m1", OLD), **members)
    assert codes(OURS, theirs, LATER) == []


def test_a_link_that_says_nothing_of_descent_does_not_count() -> None:
    theirs = branch("theirs", model("m1", OLD), trace_links=[LINK | {"relationship": "same_task"}])
    assert codes(OURS, theirs, LATER) == ["MRG107"]


def test_what_a_merge_renamed_is_found_again() -> None:
    one, other = branch("one", model("m1", OLD)), branch("other", model("m1", "let k x = x", metadata={"path": "k"}))
    both = merged(one, other, trace_id="both").document
    assert {artifact["artifact_id"] for artifact in both.value["artifacts"]} > {"m1"}
    assert codes(both, other, other) == []


@pytest.mark.parametrize("kind", ["rebase", "cherry-pick"])
def test_what_is_moved_has_its_base_behind_it_on_its_own_side(kind: str) -> None:
    assert parents(THEIRS, OURS, LATER, kind).doubt is None
    assert parents(OURS, THEIRS, LATER, kind).doubt is not None
    assert parents(THEIRS, OURS, LATER, "squash").doubt is not None


def test_a_base_that_states_nothing_says_so() -> None:
    base = Document.of({"artifacts": LATER.value["artifacts"], "spec_version": "1.11"})
    assert "the base does not seem" in merged(OURS, THEIRS, base).report.diagnostics[0].message


@pytest.mark.parametrize(("name", "whose"), [("ours", "ours"), ("theirs", "theirs"), ("base", "the base")])
def test_a_merged_trace_has_an_id_of_its_own(name: str, whose: str) -> None:
    with pytest.raises(MisuseError, match=f"the id of {whose}"):
        merged(OURS, THEIRS, BASE, trace_id=name)
    made = Document.of({**merged(OURS, THEIRS, BASE).document.value, "trace_id": name})
    found = checked(made, OURS, THEIRS, BASE)
    assert [(said.code, said.path) for said in found.diagnostics if said.code != "MCK015"] == [("MCK001", "/trace_id")]


def test_a_merge_that_names_a_doubted_base_is_told() -> None:
    value = merged(OURS, THEIRS, LATER).document.value
    named = Document.of({**value, "merge": {**value["merge"], "base": "later"}})
    found = checked(named, OURS, THEIRS, LATER)
    assert [said.code for said in found.diagnostics] == ["MCK013", "MCK001"]
    assert "is none (MCK013)" in found.diagnostics[1].message
    with pytest.raises(MisuseError, match="the id of the base"):
        merged(OURS, THEIRS, LATER, trace_id="later")


def test_what_is_told_by_whole_texts_is_carried_where_nothing_differs_by_either_reading() -> None:
    ours = branch("ours", model("m1", "theorem t : 1 = 1", "lean"), proof("vr", "t", "m1"))
    theirs = branch("theirs", model("m9", "let h x = x"))
    assert buckets(ours, branch("theirs")) == {"vr": CARRIED}
    assert buckets(ours, theirs, branch("base", model("m1", "theorem t : 1 = 1", "lean"))) == {"vr": AGAIN}
