"""Which text of a model is current after a merge (§7.3, §15.3): that of one side, a joined one, or both in conflict."""

from typing import Any

import pytest

from tests.unit.core.merge.branches import branch, checked, merged, model, proof
from tollens.core.derive.freshness.models import Models
from tollens.core.graph.index import Index
from tollens.core.merge.account import Bucket
from tollens.core.model.artifacts import FormalModelArtifact
from tollens.core.validate.check import validate
from tollens.core.wire.document import Document

TEXT = "let f x = x + 1\n\nlet g x = x * 2"
F2, G3 = TEXT.replace("x + 1", "x + 2"), TEXT.replace("x * 2", "x * 3")


def current(document: Document) -> list[list[str | None]]:
    """The texts that stand, by line."""
    models = Models(Index(document.trace))
    lines = [models.standing(line) for line in range(len(models.members))]
    return [[models.texts[text].text for text in texts] for texts in lines]


def rewritten(name: str, text: str, **members: Any) -> Document:
    """A branch that replaces the base's model by a later version."""
    return branch(name, model("m1", TEXT), model("m2", text, supersedes="m1", **members))


BASE = branch("base", model("m1", TEXT))
IN_PLACE = {"ours": branch("ours", model("m1", F2)), "theirs": branch("theirs", model("m1", G3))}
AS_VERSIONS = {"ours": rewritten("ours", F2), "theirs": rewritten("theirs", G3)}


@pytest.mark.parametrize("sides", [IN_PLACE, AS_VERSIONS], ids=["in place", "as versions"])
class TestOneModel:
    def test_changes_of_different_definitions_are_joined(self, sides: dict[str, Document]) -> None:
        made = merged(sides["ours"], sides["theirs"], BASE)
        assert current(made.document) == [["let f x = x + 2\n\nlet g x = x * 3"]]
        other = merged(sides["theirs"], sides["ours"], BASE)
        assert current(other.document) == current(made.document)

    def test_the_text_of_the_side_that_changed_it_stands(self, sides: dict[str, Document]) -> None:
        for made in (merged(sides["ours"], BASE, BASE), merged(BASE, sides["ours"], BASE)):
            assert current(made.document) == [[F2]]

    def test_the_joined_model_says_so(self, sides: dict[str, Document]) -> None:
        made = merged(sides["ours"], sides["theirs"], BASE).document
        (joined,) = [each for each in made.value["artifacts"] if each["artifact_id"].startswith("joined:")]
        assert joined["metadata"]["joins"] == joined["derived_from"][:2]
        assert joined["supersedes"] == joined["metadata"]["joins"][0]
        assert joined["metadata"]["component_ids"] == {"f": "m1:f", "g": "m1:g"}
        assert joined["summary"].startswith("Joined by a merge from ")
        assert validate(made).valid

    def test_merging_once_more_adds_nothing(self, sides: dict[str, Document]) -> None:
        made = merged(sides["ours"], sides["theirs"], BASE).document
        again = merged(made, sides["theirs"], BASE, trace_id="again").document
        assert len(again.value["artifacts"]) == len(made.value["artifacts"])
        assert current(again) == current(made)


class TestOrder:
    """A name means what was defined before it, so that it matters where a definition stands."""

    BASE = "let f x = 1\n\nlet g x = f x\n\nlet f x = 2\n\nlet h x = x"
    MOVED = "let f x = 1\n\nlet f x = 2\n\nlet g x = f x\n\nlet h x = x"
    """Here `g` computes 2."""

    def sides(self, text: str) -> tuple[Document, Document, Document]:
        """One side proves what `g` computes and makes the text of it, the other one moves `g`."""
        ours = branch("ours", model("m1", self.BASE), model("m2", text, supersedes="m1"), proof("p", "g", "m2"))
        theirs = branch("theirs", model("m1", self.BASE), model("m3", self.MOVED, supersedes="m1"))
        return ours, theirs, branch("base", model("m1", self.BASE))

    @pytest.mark.parametrize(
        ("ours", "both"),
        [
            (BASE.replace("h x = x", "h x = 3"), MOVED.replace("h x = x", "h x = 3")),
            (f"{BASE}\n(* a note *)", MOVED),
        ],
        ids=["another definition was changed", "a comment was added"],
    )
    def test_what_one_side_moved_is_moved(self, ours: str, both: str) -> None:
        sides = self.sides(ours)
        made = merged(*sides)
        assert current(made.document) == [[both]]
        assert [each.bucket for each in made.report.results] == [Bucket.NeedsRereasoning]
        assert current(merged(sides[1], sides[0], sides[2]).document) == [[both]]
        assert checked(made.document, *sides).holds

    def test_it_matters_where_a_type_stands_among_values(self) -> None:
        base = "let h x = x\n\ntype u = B | D\n\nlet p x = D\n\nlet q x = x"
        ours = "let h x = x\n\nlet p x = D\n\ntype u = B | D\n\nlet q x = x"
        theirs = f"type r = D | E\n\n{base}"
        made = merged(
            branch("ours", model("m1", ours), proof("r1", "p", "m1")),
            branch("theirs", model("m1", theirs)),
            branch("base", model("m1", base)),
        )
        assert current(made.document) == [[ours], [theirs]]
        assert [each.bucket for each in made.report.results] == [Bucket.NeedsRereasoning]

    def test_what_stands_for_many_definitions_is_no_definition(self) -> None:
        classes = "\n\n".join(f"class C{number}:\n  def m(self): return {number}" for number in range(6))
        base = f"{classes}\n\ndef f(x): return x.m()\n\ndef g(): return 1\n"
        texts = (base.replace("return x.m()", "return x.m() + 1"), base.replace("return 1\n", "return 2\n"), base)
        made = merged(
            *(branch(f"b{at}", model("m1", text, "python")) for at, text in enumerate(texts)),
        )
        assert current(made.document) == [[texts[0].replace("return 1\n", "return 2\n")]]

    def test_where_it_changes_nothing_the_text_of_the_other_side_stands(self) -> None:
        ours, theirs, base = (
            branch(name, model("m1", text))
            for name, text in (
                ("ours", "let f x = x + 1 (* f *)\n\nlet g x = x"),
                ("theirs", "let f x = x + (* a note *) 1\n\nlet g x = x"),
                ("base", "let f x = x + 1\n\nlet g x = x"),
            )
        )
        assert len(current(merged(ours, theirs, base).document)) == 1

    def test_both_orders_of_what_both_added_are_looked_at(self) -> None:
        base = "type t = A | B\n\nlet f x = x\n\nlet g x = D\n\nlet h x = x"
        ours = branch("ours", model("m1", f"{base}\n\ntype u = D | E"), proof("p", "g", "m1"))
        theirs = branch("theirs", model("m1", f"{base}\n\ntype v = E | D"))
        made = merged(ours, theirs, branch("base", model("m1", base)))
        assert [each.bucket for each in made.report.results] == [Bucket.NeedsRereasoning]


class TestConflicts:
    def test_both_versions_stay_and_it_is_said(self) -> None:
        other = TEXT.replace("x + 1", "x + 3")
        made = merged(branch("ours", model("m1", F2)), branch("theirs", model("m1", other)), BASE)
        assert current(made.document) == [[F2], [other]]
        (said,) = made.report.diagnostics
        assert (said.code, said.severity) == ("MRG101", "warning")
        assert "'m1:f'" in said.message

    def test_a_deletion_against_a_change_is_one(self) -> None:
        gone = branch("theirs", model("m1", "let g x = x * 2"))
        (said,) = merged(branch("ours", model("m1", F2)), gone, BASE).report.diagnostics
        assert said.code == "MRG101"

    def test_so_are_two_names_for_one_component(self) -> None:
        one, other = (branch(name, model("m1", TEXT.replace("f x", f"{name} x"))) for name in ("ours", "theirs"))
        (said,) = merged(one, other, BASE).report.diagnostics
        assert "'m1:f'" in said.message

    def test_lines_that_both_changed_are_not_joined(self) -> None:
        base = branch("base", model("m1", "let f x = x + 1 let g x = x * 2"))
        ours = branch("ours", model("m1", "let f x = x + 2 let g x = x * 2"))
        theirs = branch("theirs", model("m1", "let f x = x + 1 let g x = x * 3"))
        made = merged(ours, theirs, base)
        assert [said.code for said in made.report.diagnostics] == ["MRG103"]
        assert len(current(made.document)) == 2

    def test_a_joined_text_that_says_something_else_is_none(self) -> None:
        # Each side adds half of a comment around what the other one changed.
        base = branch("base", model("m1", "let f x = x\n\nlet g x = x\n\nlet h x = x"))
        ours = branch("ours", model("m1", "let f x = x\n\nlet g x = x + 1\n\nlet h x = x"))
        theirs = branch("theirs", model("m1", "(*\nlet f x = x\n\n*)\nlet g x = x\n\nlet h x = x"))
        made = merged(ours, theirs, base)
        assert current(made.document) == [["(*\nlet f x = x\n\n*)\nlet g x = x + 1\n\nlet h x = x"]]
        shadowing = branch("theirs", model("m1", "let f x = x\n\nlet g x = x\n\nlet h x = x\n\nlet g x = x"))
        assert [said.code for said in merged(ours, shadowing, base).report.diagnostics] == ["MRG101"]


class TestOtherModels:
    def test_a_line_of_one_side_alone_stays_as_it_is(self) -> None:
        theirs = branch("theirs", model("m1", TEXT), model("m9", "let z x = x", metadata={"path": "z.iml"}))
        assert current(merged(BASE, theirs, BASE).document) == [[TEXT], ["let z x = x"]]

    def test_a_line_that_one_side_has_no_more_is_kept_and_said(self) -> None:
        made = merged(BASE, branch("theirs", trace_lineage={"parent_trace_id": "base"}), BASE)
        assert current(made.document) == [[TEXT]]
        assert [said.code for said in made.report.diagnostics] == ["MRG102"]

    def test_models_that_share_an_id_by_chance_stand_side_by_side(self) -> None:
        one, other = (
            branch(name, model("m1", f"let {name} x = x", metadata={"path": f"{name}.iml"}))
            for name in ("ours", "theirs")
        )
        assert current(merged(one, other).document) == [["let ours x = x"], ["let theirs x = x"]]

    def test_files_keep_the_lines_of_a_joined_model_apart(self) -> None:
        path = {"metadata": {"path": "a.iml"}}
        other = model("m5", "let f x = x", metadata={"path": "b.iml"})
        base, ours, theirs = (
            branch(name, model("m1", text, **path), other)
            for name, text in (("base", TEXT), ("ours", F2), ("theirs", G3))
        )
        made = merged(ours, theirs, base)
        assert current(made.document) == [["let f x = x + 2\n\nlet g x = x * 3"], ["let f x = x"]]


def test_a_text_that_is_stated_again_keeps_its_language() -> None:
    """One side says that it is written in another language, which nothing here reads; the other one states it again."""
    base = branch("base", model("m1", "let f x = x"))
    ours = branch("ours", model("m1", "let f x = x"), model("m2", "let f x = x", "other", supersedes="m1"))
    theirs = branch("theirs", model("m1", "let f x = x"), model("m3", "let f x = x", supersedes="m1"))
    made = merged(ours, theirs, base).document
    joined = next(each for each in made.trace.artifacts if each.artifact_id == "joined:m1")
    assert isinstance(joined, FormalModelArtifact)
    assert (joined.payload.model_language, joined.payload.formal_code) == ("other", "let f x = x")
    assert checked(made, ours, theirs, base).holds
