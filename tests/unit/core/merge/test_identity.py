"""Which definitions are one component of code: renames and moves are, what is unsure is a removal and an addition."""

from typing import Any

import pytest

from tests.unit.core.merge.branches import AGAIN, CARRIED, branch, buckets, diff, merged, model, proof
from tollens.core.merge.changes import Rename
from tollens.core.wire.document import Document

F = "let f x = x + 1"


def changes(before: str, after: str, old: Any = None, new: Any = None) -> Any:
    """The change set where theirs rewrites a model of the base."""
    base = branch("base", model("m1", before, **(old or {})))
    theirs = branch("theirs", model("m1", after, **(new if new is not None else old or {})))
    return merged(base, theirs, base).report.change_set


class TestTheChangeSet:
    def test_what_either_side_changed_is_in_it(self) -> None:
        text = "let a x = x + 1\nlet b x = x + 2\nlet c x = x + 3\nlet d x = 4"
        base = branch("base", model("m1", text))
        ours = branch("ours", model("m1", text.replace("x + 1", "x - 1")))
        theirs = branch("theirs", model("m1", "let a x = x + 1\nlet b x = x - 2\nlet d x = 4\nlet e x = x * 2 * 2"))
        for found in (merged(ours, theirs, base).report, merged(theirs, ours, base).report):
            assert found.change_set.changed == ("m1:a", "m1:b")
            assert (found.change_set.added, found.change_set.removed) == (("m1:e",), ("m1:c",))

    def test_without_a_base_all_that_differs_is(self) -> None:
        ours, theirs = (
            branch("ours", model("m1", F + "\nlet a x = x")),
            branch("theirs", model("m1", F + "2\nlet b = 1")),
        )
        found = merged(ours, theirs).report.change_set
        assert (found.changed, found.added) == (("m1:f",), ("m1:a", "m1:b"))

    def test_what_cannot_be_read_is_changed_as_a_whole(self) -> None:
        base, theirs = (branch(name, model("m1", text, "lean")) for name, text in (("base", "a"), ("theirs", "b")))
        assert merged(base, theirs, base).report.change_set.changed == ("m1",)

    def test_what_was_only_edited_stands_as_the_edit_states_it(self) -> None:
        base = branch("base", model("m1", F))
        theirs = branch("theirs", model("m1", F), diff("d1", metadata={"symbol": "ext"}), diff("d2", "see other.py"))
        assert merged(base, theirs, base).report.change_set.changed == ("ext", "other.py")


class TestRenames:
    @pytest.mark.parametrize(
        ("before", "after", "renamed"),
        [
            (F, "let f_inc x = x + 1", [("f", "f_inc", False)]),  # the same but for the name
            (F, "let incr v = v + 2", []),  # neither
            (F, "let f1 x = x + 1\nlet f2 x = x + 1", []),  # two that could be it
            (F + "\nlet g x = x + 1", "let k x = x + 1", []),  # it could be either
            ("let zero = 0", "let none = 0", []),  # too little to tell
            (
                "let fee a b c = if a < b then a + b * c else b - c + a * 2",
                "let tax a b c = if a < b then a + b * c else b - c + a * 3",
                [("fee", "tax", True)],
            ),  # nearly the same
            (
                "let fee a b c = if a < b then a + b * c else b - c + a * 2",
                "let t a b c = if a < b then a + b * c else b - c + a * 3\n"
                "let u a b c = if a < b then a + b * c else b - c + a * 4",
                [],
            ),  # as near to two
        ],
    )
    def test_one_beyond_doubt_or_none(self, before: str, after: str, renamed: list[tuple[str, str, bool]]) -> None:
        found = changes(before, after)
        assert found.renamed == tuple(Rename(f"m1:{old}", old, new, changed) for old, new, changed in renamed)
        assert bool(found.removed) == (not renamed)
        assert bool(found.added) == (not renamed)

    def test_a_declared_identity_wins(self) -> None:
        one, other = ({"component_id": name} for name in ("comp-f", "comp-g"))
        assert changes(F, "let incr v = v + 2", one).renamed == (Rename("comp-f", "f", "incr", True),)
        base = branch("base", model("m1", F, **one))
        from_base = {"trace_lineage": {"parent_trace_id": "base"}}
        theirs = branch("theirs", model("m2", "let gg x = x + 1", **other), **from_base)
        found = merged(base, theirs, base).report.change_set
        assert (found.renamed, found.removed, found.added) == ((), ("comp-f",), ("comp-g",))

    def test_a_model_of_many_symbols_declares_them_in_its_metadata(self) -> None:
        old, new = ({"metadata": {"component_ids": ids}} for ids in ({"f": "c1", "g": "c2"}, {"k": "c1", "g": "c2"}))
        found = changes(F + "\nlet g x = x", "let k v = v * 9\nlet g x = x", old, new)
        assert found.renamed == (Rename("c1", "f", "k", True),)
        assert not (found.changed or found.added or found.removed)

    def test_of_one_name_two_declared_identities_are_two_components(self) -> None:
        old, new = ({"metadata": {"component_ids": {"f": name}}} for name in ("c1", "c2"))
        base, theirs = branch("base", model("m1", F, **old)), branch("theirs", model("m1", F, **new))
        ours = branch("ours", model("m1", F, **old), proof("vr1", "f", "m1"))
        assert buckets(ours, theirs, base) == {"vr1": AGAIN}

    def test_a_proof_follows_a_declared_rename_of_the_same_body(self) -> None:
        named = {"component_id": "comp-f"}
        base = branch("base", model("m1", F, **named))
        ours = branch("ours", model("m1", F, **named), proof("vr1", "f", "m1"))
        assert buckets(ours, branch("theirs", model("m1", "let f_inc x = x + 1", **named)), base) == {"vr1": CARRIED}
        assert buckets(ours, branch("theirs", model("m1", "let f_inc x = x + 2", **named)), base) == {"vr1": AGAIN}

    def test_a_proof_does_not_follow_a_rename_that_is_found_by_likeness(self) -> None:
        ours = branch("ours", model("m1", F), proof("vr1", "f", "m1"))
        theirs = branch("theirs", model("m1", "let f_inc x = x + 1"))
        assert buckets(ours, theirs, branch("base", model("m1", F))) == {"vr1": AGAIN}

    def test_a_dependency_of_a_declared_other_name_is_the_same(self) -> None:
        def side(name: str, text: str, ids: dict[str, str], *more: Any) -> Any:
            return branch(name, model("m1", text, metadata={"component_ids": ids}), *more)

        before, ids = "let h x = x + 1\nlet f x = h x", {"h": "c1", "f": "c2"}
        ours = side("ours", before, ids, proof("vr1", "f", "m1"))
        renamed = side("theirs", "let h2 x = x + 1\nlet f x = h2 x", {"h2": "c1", "f": "c2"})
        assert buckets(ours, renamed, side("base", before, ids)) == {"vr1": CARRIED}
        hidden = side("theirs", "let h2 x = x + 1\nlet f h2 = h2 h2", {"h2": "c1", "f": "c2"})
        assert buckets(ours, hidden, side("base", before, ids)) == {"vr1": AGAIN}


class TestStability:
    def test_ids_begin_with_the_file_where_it_is_known(self) -> None:
        path = {"metadata": {"path": "fees.iml"}}
        assert changes(F, F + "2", path).changed == ("fees.iml:f",)

    def test_ids_last_over_renames_because_a_joined_model_states_them(self) -> None:
        text = F + "\n\nlet g x = x * 2"
        base = branch("base", model("m1", text))
        ours = branch("ours", model("m1", text.replace("f x", "f_inc x")))
        theirs = branch("theirs", model("m1", text.replace("x * 2", "x * 3")))
        made = merged(ours, theirs, base).document
        held = next(each for each in made.value["artifacts"] if each["artifact_id"].startswith("joined"))
        assert held["metadata"]["component_ids"] == {"f_inc": "m1:f", "g": "m1:g"}
        more = model("m9", held["payload"]["formal_code"].replace("x + 1", "x + 7"), supersedes=held["artifact_id"])
        value = {**made.value, "trace_id": "next", "artifacts": [*made.value["artifacts"], *more]}
        found = merged(made, Document.of(value), made, trace_id="last").report.change_set
        assert found.changed == ("m1:f",)
