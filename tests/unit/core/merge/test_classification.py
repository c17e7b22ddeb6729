"""What becomes of prior results in a merge (§15.3): each row is a way to carry too much, or to lose a result."""

from typing import Any

import pytest

from tests.unit.core.derive import traces
from tests.unit.core.merge.branches import AGAIN, CARRIED, RENEWED, Step, branch, buckets, diff, model, proof, results
from tollens.core.derive.freshness.verdicts import freshness
from tollens.core.graph.index import Index
from tollens.core.model import CarriedForwardBasis
from tollens.plugins.languages import language_of

TWO = "let f x = x + 1\n\nlet g x = x * 2"
HELPED = "let h x = x\n\nlet f x = h x + 1"


def both(before: str, after: str, *, symbol: str | None = "f", **payload: Any) -> dict[str, Any]:
    """Ours proves something of the base's model; theirs replaces its text under the same id."""
    base = branch("base", model("m1", before))
    ours = branch("ours", model("m1", before, payload=payload), proof("vr1", symbol, "m1"))
    theirs = branch("theirs", model("m1", after))
    return {"ours": ours, "theirs": theirs, "base": base}


class TestClosures:
    @pytest.mark.parametrize(
        ("before", "after", "bucket"),
        [
            (TWO, TWO.replace("x * 2", "x * 3"), CARRIED),  # another definition
            (TWO, TWO.replace("x + 1", "x + 2"), AGAIN),  # the target
            (HELPED, HELPED.replace("h x = x", "h x = x - 1"), AGAIN),  # a dependency
            (HELPED, "let f x = h x + 1", AGAIN),  # a dependency is deleted
            (TWO, "let g x = x * 2", AGAIN),  # the target is deleted
            (TWO, "(* inc *)\nlet f x =\n  x + 1\n\nlet g x = x * 2", CARRIED),  # a comment
            (TWO, TWO + "\n\nlet k x = x", CARRIED),  # an addition elsewhere
            ("let f x = ext x", "let ext x = x\n\nlet f x = ext x", AGAIN),  # an addition that it reaches
            ("type t = A | B\n\nlet f x = match x with A -> 0 | B -> 1", None, AGAIN),  # a type, through constructors
            (TWO, "axiom low x = f x > 0\n\n" + TWO, AGAIN),  # an axiom, which it may rest on unnamed
            ("let f x' = x' + 1\nlet g' x = x\nlet k x = g' x", None, CARRIED),
            ("module M = struct let c = 1 end\nlet f x = M.c", "module M = struct let c = 2 end\nlet f x = M.c", AGAIN),
            ("let (+!) a b = a + b\nlet f x = x +! 1", "let (+!) a b = a - b\nlet f x = x +! 1", AGAIN),  # an operator
            ("let a, b = 1, 2\nlet f x = x + b", "let a, b = 1, 3\nlet f x = x + b", AGAIN),  # a pattern
            (TWO, "let f x = ((", AGAIN),  # what cannot be read
        ],
    )  # fmt: skip
    def test_what_differs_in_the_closure_decides(self, before: str, after: str | None, bucket: object) -> None:
        later = {None: before.replace("A | B", "B | A | C").replace("g' x = x", "g' x = x + 1")}.get(after, after)
        assert later is not None
        assert buckets(**both(before, later)) == {"vr1": bucket}

    def test_the_witness_names_the_components(self) -> None:
        (found,) = results(**both(HELPED + "\n\nlet z x = x", HELPED + "\n\nlet z x = x + 1")).values()
        assert found.closure == ("m1:f", "m1:h")
        assert found.touched == ()
        assert found.basis is CarriedForwardBasis.ClosureDisjoint
        (found,) = results(**both(HELPED, HELPED.replace("h x = x", "h x = x - 1"))).values()
        assert (found.closure, found.touched, found.basis) == (("m1:f", "m1:h"), ("m1:h",), None)

    def test_a_whole_model_is_the_target_where_no_symbol_is_stated(self) -> None:
        assert buckets(**both(TWO, TWO.replace("x * 2", "x * 3"), symbol=None)) == {"vr1": AGAIN}
        assert buckets(**both(TWO, TWO, symbol=None)) == {"vr1": CARRIED}

    def test_a_dependency_in_another_model_counts(self) -> None:
        base = branch("base", model("m1", "let h x = x"), model("m2", "let f x = h x"))
        ours = branch("ours", model("m1", "let h x = x"), model("m2", "let f x = h x"), proof("vr1", "f", "m2"))
        theirs = branch("theirs", model("m1", "let h x = x + 1"), model("m2", "let f x = h x"))
        assert buckets(ours, theirs, base) == {"vr1": AGAIN}

    def test_a_helper_of_the_same_name_in_another_file_does_not(self) -> None:
        files = [{"metadata": {"path": f"{name}.iml"}} for name in ("a", "b")]
        texts = ["let h x = x\nlet f x = h x", "let h x = x\nlet g x = h x"]

        def side(name: str, second: str, *more: Any) -> Any:
            return branch(name, model("m1", texts[0], **files[0]), model("m2", second, **files[1]), *more)

        changed = texts[1].replace("h x = x\n", "h x = x + 1\n")
        ours = side("ours", texts[1], proof("vr1", "f", "m1"), proof("vr2", "g", "m2"))
        assert buckets(ours, side("theirs", changed), side("base", texts[1])) == {"vr1": CARRIED, "vr2": AGAIN}

    def test_a_language_that_nobody_reads_carries_nothing_but_what_is_as_it_was(self) -> None:
        lean = model("m1", "def f x := x", "lean")
        ours = branch("ours", lean, proof("vr1", "f", "m1"))
        other = branch("theirs", lean, model("m2", "let z x = x"))
        assert buckets(ours, branch("theirs", lean), branch("base", lean)) == {"vr1": CARRIED}
        assert buckets(ours, other, branch("base", lean)) == {"vr1": AGAIN}
        assert buckets(ours, branch("theirs", model("m1", "def f x := x + 1", "lean")), branch("base", lean)) == {
            "vr1": AGAIN
        }

    def test_a_target_that_is_no_definition_is_not_carried(self) -> None:
        assert buckets(**both(TWO, TWO.replace("x * 2", "x * 3"), symbol="payments service")) == {"vr1": AGAIN}


class TestResults:
    def test_every_kind_and_verdict_is_in_a_bucket(self) -> None:
        of = {"target_artifact_id": "m1"}
        kinds = [
            traces.artifact("cr", "ConformanceResult", of | {"reference_artifact_id": "m1", "status": "passed"}),
            traces.artifact("co", "CoSimulationResult", of | {"status": "matched", "input_artifact_ids": []}),
            traces.artifact("ssa", "StateSpaceAnalysisResult", of | {"target_symbol": "f", "analysis_kind": "x"}),
            traces.artifact("bad", "VerificationResult", {"status": "proved"}),
        ]
        steps = [proof(name, "f", "m1", name) for name in ("proved", "refuted", "unknown", "sat")]
        ours = branch("ours", model("m1", TWO), *steps, kinds)
        found = buckets(ours, branch("theirs", model("m1", TWO)), branch("base", model("m1", TWO)))
        assert found.pop("bad") is AGAIN  # it cannot be read, and is not lost
        assert set(found) == {"proved", "refuted", "unknown", "sat", "cr", "co", "ssa"}
        assert set(found.values()) == {CARRIED}

    def test_several_proofs_of_one_symbol_are_each_in_one(self) -> None:
        base = branch("base", model("m1", TWO))
        ours = branch("ours", model("m1", TWO), proof("vr1", "f", "m1"), proof("vr2", "f", "m1"))
        theirs = branch("theirs", model("m1", TWO.replace("x + 1", "x + 2")))
        assert buckets(ours, theirs, base) == {"vr1": AGAIN, "vr2": AGAIN}

    def test_both_sides_are_asked(self) -> None:
        base = branch("base", model("m1", TWO))
        ours = branch("ours", model("m1", TWO.replace("x * 2", "x * 3")), proof("vr1", "f", "m1"))
        theirs = branch("theirs", model("m1", TWO), proof("vr8", "g", "m1"), proof("vr9", "f", "m1"))
        assert buckets(ours, theirs, base) == {"vr1": CARRIED, "vr8": AGAIN, "vr9": CARRIED}
        assert buckets(theirs, ours, base) == {"vr1": CARRIED, "vr8": AGAIN, "vr9": CARRIED}

    def test_what_both_have_counts_once(self) -> None:
        both_have = [model("m1", TWO), proof("vr1", "f", "m1")]
        ours = branch("ours", *both_have, model("m2", TWO.replace("x * 2", "x * 3"), supersedes="m1"))
        found = results(ours, branch("theirs", *both_have), branch("base", *both_have))
        assert [(each.from_, each.bucket) for each in found.values()] == [("both", CARRIED)]

    def test_one_id_for_two_results_is_two_results(self) -> None:
        ours = branch("ours", model("m1", TWO), proof("vr1", "f", "m1"))
        theirs = branch("theirs", model("m1", TWO), proof("vr1", "f", "m1", "refuted"))
        found = results(ours, theirs, branch("base", model("m1", TWO)))
        assert [(each.result_id, each.from_) for each in found.values()] == [("vr1", "ours"), ("vr1", "theirs")]

    def test_what_was_stale_before_is_not_made_fresh(self) -> None:
        stale = branch("ours", model("m1", TWO), proof("vr1", "f", "m1"), model("m2", "let f x = x", supersedes="m1"))
        (found,) = results(stale, branch("theirs", model("m1", TWO)), branch("base", model("m1", TWO))).values()
        assert found.bucket is AGAIN
        assert found.reason.startswith("it was Stale before the merge")

    def test_a_newer_engine_on_the_other_side_outdates(self) -> None:
        def ran(name: str, version: str) -> list[dict[str, Any]]:
            stored = {"task_checksum": "other:1", "target_symbol": "f", "engine": "e", "engine_version": version}
            made = proof(name, "f", "m1")
            made[1]["payload"]["fingerprint"] = {**stored, "model_artifact_id": "m1"}
            return made

        ours, theirs = (
            branch(name, model("m1", TWO), ran(f"{name}-vr", version))
            for name, version in (("ours", "1"), ("theirs", "2"))
        )
        found = results(ours, theirs, branch("base", model("m1", TWO)))
        assert {name: each.bucket for name, each in found.items()} == {"ours-vr": AGAIN, "theirs-vr": CARRIED}
        assert "2 is current" in found["ours-vr"].reason

    def test_a_newer_result_that_holds_establishes_again(self) -> None:
        changed = TWO.replace("x + 1", "x + 2")
        base = branch("base", model("m1", TWO), proof("vr1", "f", "m1"))
        _, again = proof("vr2", "f", "m2")
        again["payload"]["goal_artifact_id"] = "vr1-goal"
        theirs = branch(
            "theirs",
            *[model("m1", TWO), proof("vr1", "f", "m1"), model("m2", changed, supersedes="m1")],
            [again | {"supersedes": "vr1"}],
        )
        found = results(base, theirs, base)
        assert {name: each.bucket for name, each in found.items()} == {"vr1": RENEWED, "vr2": CARRIED}
        assert found["vr1"].by == "vr2"

    def test_results_given_beside_establish_again_where_they_hold(self) -> None:
        changed = TWO.replace("x + 1", "x + 2")
        base = branch("base", model("m1", TWO), proof("vr1", "f", "m1"))
        theirs = branch("theirs", model("m1", TWO), model("m2", changed, supersedes="m1"))
        assert buckets(base, theirs, base) == {"vr1": AGAIN}
        _, again = proof("vr2", "f", "m2")
        again["payload"]["goal_artifact_id"] = "vr1-goal"
        holds = branch("more", [again | {"supersedes": "vr1"}])
        assert buckets(base, theirs, base, renewed=[holds]) == {"vr1": RENEWED}
        asked = branch(
            "more", [again | {"supersedes": "vr1"}], [traces.residual("asks", "needs_rereasoning", ("vr2",))]
        )
        assert buckets(base, theirs, base, renewed=[asked]) == {"vr1": AGAIN}
        elsewhere = branch("more", [again | {"supersedes": "vr1"}], model("m3", "let f x = x", supersedes="m2"))
        assert buckets(base, theirs, base, renewed=[elsewhere]) == {"vr1": AGAIN}


class TestEdits:
    @pytest.mark.parametrize(
        ("edit", "bucket"),
        [
            ({"metadata": {"symbol": "f"}}, AGAIN),
            ({"metadata": {"symbol": "g"}}, CARRIED),
            ({"metadata": {"symbol": "ext"}}, AGAIN),  # in no model, and mentioned
            ({"metadata": {"symbol": "other"}}, CARRIED),
            ({"metadata": {"path": "f.iml"}}, AGAIN),
            ({"metadata": {"path": "other.iml"}}, CARRIED),
        ],
    )
    def test_what_is_edited_and_not_modelled_counts(self, edit: dict[str, Any], bucket: object) -> None:
        held = model("m1", "let f x = ext x + 1\n\nlet g x = x", metadata={"path": "f.iml"})
        ours = branch("ours", held, proof("vr1", "f", "m1"))
        assert buckets(ours, branch("theirs", held, diff("d1", **edit)), branch("base", held)) == {"vr1": bucket}

    def test_what_the_base_has_is_no_edit_of_a_side(self) -> None:
        common = [model("m1", TWO), diff("d1", metadata={"symbol": "f"}), proof("vr1", "f", "m1")]
        assert buckets(branch("ours", *common), branch("theirs", *common), branch("base", *common)) == {"vr1": CARRIED}

    def test_a_model_made_after_an_edit_of_its_file_says_better_what_changed(self) -> None:
        path = {"metadata": {"path": "f.iml"}}
        base = branch("base", model("m1", TWO, **path))
        ours = branch("ours", model("m1", TWO, **path), proof("vr1", "f", "m1"))
        after = model("m2", TWO.replace("x * 2", "x * 3"), supersedes="m1", **path)
        theirs = branch("theirs", model("m1", TWO, **path), diff("d1", **path), after)
        assert buckets(ours, theirs, base) == {"vr1": CARRIED}


class TestWithoutABase:
    def test_what_differs_is_changed(self) -> None:
        ours = branch("ours", model("m1", TWO), proof("vr1", "f", "m1"), proof("vr2", "g", "m1"))
        theirs = branch("theirs", model("m1", TWO.replace("x * 2", "x * 3")))
        assert buckets(ours, theirs) == {"vr1": CARRIED, "vr2": AGAIN}

    def test_what_one_side_alone_has_disturbs_nobody(self) -> None:
        ours = branch("ours", model("m1", TWO + "\n\nlet k x = x"), proof("vr1", "f", "m1"), proof("vr2", "k", "m1"))
        assert buckets(ours, branch("theirs", model("m1", TWO))) == {"vr1": CARRIED, "vr2": CARRIED}

    def test_merged_with_itself_everything_is_carried(self) -> None:
        ours = branch("ours", model("m1", TWO), proof("vr1", "f", "m1"), proof("vr2", "none", "m1"))
        found = results(ours, ours)
        assert {name: each.bucket for name, each in found.items()} == {"vr1": CARRIED, "vr2": CARRIED}


class TestConflicts:
    def test_what_both_changed_differently_is_established_again(self) -> None:
        base = branch("base", model("m1", "let f x = x"))
        ours = branch(
            "ours", model("m1", "let f x = x\n\nlet k x = x"), proof("vr2", "k", "m1"), proof("vr1", "f", "m1")
        )
        theirs = branch("theirs", model("m1", "let f x = x\n\nlet k x = x + 1"))
        assert buckets(ours, theirs, base) == {"vr2": AGAIN, "vr1": CARRIED}

    def test_what_both_changed_alike_is_no_change(self) -> None:
        base, same = branch("base", model("m1", "let f x = x")), "let f x = x + 1"
        ours = branch("ours", model("m1", same), proof("vr1", "f", "m1"))
        assert buckets(ours, branch("theirs", model("m1", same)), base) == {"vr1": CARRIED}


def test_what_is_carried_reads_fresh_in_the_merged_trace() -> None:
    from tests.unit.core.merge.branches import merged

    base = branch("base", model("m1", TWO))
    ours = branch("ours", model("m1", TWO.replace("x + 1", "x + 2")), proof("vr1", "f", "m1"))
    theirs = branch("theirs", model("m1", TWO.replace("x * 2", "x * 3")), proof("vr2", "g", "m1"))
    made = merged(ours, theirs, base)
    verdicts = freshness(Index(made.document.trace), language_of)
    assert {name: verdict.verdict.value for name, verdict in verdicts.items()} == {"vr1": "Fresh", "vr2": "Fresh"}
    assert {each.merged_id: each.bucket for each in made.report.results} == {"vr1": CARRIED, "vr2": CARRIED}


class TestWhatCannotBeCompared:
    def test_several_current_texts_of_one_model_leave_only_what_stands_by_itself(self) -> None:
        path = {"metadata": {"path": "f.iml"}}
        alone = model("m5", "let z x = x", metadata={"path": "z.iml"})
        twice = [*model("m1", "let f x = x", **path), *model("m2", "let f x = x + 1", **path)]
        ours = branch("ours", twice, alone, proof("vr1", "f", "m1"), proof("vr2", "z", "m5"))
        theirs = branch("theirs", model("m3", "let f x = x + 2", **path), alone)
        assert buckets(ours, theirs) == {"vr1": AGAIN, "vr2": CARRIED}

    @pytest.mark.parametrize(
        ("mine", "yours", "bucket"),
        [
            ('#use "a.iml"', '#use "a.iml"', CARRIED),
            ('#use "a.iml"', '#use "b.iml"', AGAIN),
            ("[@@@import A]", "[@@@import B]", AGAIN),
        ],
    )
    def test_what_stands_beside_the_definitions_counts_for_all_of_them(
        self, mine: str, yours: str, bucket: object
    ) -> None:
        texts = {"base": f"{mine}\n\n{TWO}", "ours": f"{mine}\n\n{TWO}", "theirs": f"{yours}\n\n{TWO}"}
        base, _, theirs = (branch(name, model("m1", text)) for name, text in texts.items())
        proved = branch("ours", model("m1", texts["ours"]), proof("vr1", "f", "m1"))
        assert buckets(proved, theirs, base) == {"vr1": bucket}
        assert buckets(theirs, proved, base) == {"vr1": bucket}

    def test_both_may_not_change_that_differently(self) -> None:
        texts = {"base": TWO, "ours": f"[@@@import A]\n\n{TWO}", "theirs": f"[@@@import B]\n\n{TWO}"}
        base, _, theirs = (branch(name, model("m1", text)) for name, text in texts.items())
        ours = branch("ours", model("m1", texts["ours"]), proof("vr1", "f", "m1"))
        assert buckets(ours, theirs, base) == {"vr1": AGAIN}

    def test_words_of_an_edit_count_where_no_model_says_better(self) -> None:
        ours = branch("ours", model("m1", TWO), proof("vr1", "f", "m1"))
        edit = diff("d1", "edit f a little")
        assert buckets(ours, branch("theirs", edit)) == {"vr1": AGAIN}
        assert buckets(ours, branch("theirs", model("m1", TWO), edit)) == {"vr1": CARRIED}
        assert buckets(ours, branch("theirs", diff("d1", "edit nothing of it"))) == {"vr1": CARRIED}


def test_no_side_is_the_older_one_because_of_its_place_in_the_merge() -> None:
    """A model that may be a new version of what a result is about puts it in doubt, whichever side it is on."""
    base = branch("base", model("m1", TWO))
    maybe = branch("maybe", model("m1", TWO), model("m2", TWO.replace("x + 1", "x"), metadata={"path": "b.iml"}))
    proved = branch("proved", model("m1", TWO), proof("vr1", "f", "m1"))
    assert buckets(maybe, proved, base) == buckets(proved, maybe, base) == {"vr1": AGAIN}


@pytest.mark.parametrize(
    ("theirs", "said"),
    [
        ([model("m1", "let ext x = 0\n\nlet f x = ext x")], "rests on other definitions: m1:ext"),
        ([model("m1", "let f x = ext x"), model("m9", "let ext x = 0")], "rests on other definitions: m9:ext"),
    ],
)
def test_a_name_that_one_side_leaves_open_and_the_other_defines(theirs: list[Step], said: str) -> None:
    """No definition of the closure differs; what it mentions has come to mean something."""
    text = "let f x = ext x"
    ours = branch("ours", model("m1", text), proof("vr1", "f", "m1"))
    found = results(ours, branch("theirs", *theirs), branch("base", model("m1", text)))["vr1"]
    assert (found.bucket, found.reason) == (AGAIN, f"in the merged model it {said}")


def test_a_name_that_means_another_definition_of_the_same_name() -> None:
    text = "let h x = x\n\nlet k x = h x\n\nlet h x = x + 1"
    moved = "let h x = x\n\nlet h x = x + 1\n\nlet k x = h x"
    ours = branch("ours", model("m1", text), proof("vr1", "k", "m1"))
    found = results(ours, branch("theirs", model("m1", moved)), branch("base", model("m1", text)))["vr1"]
    assert (found.bucket, found.reason) == (AGAIN, "what it mentions means something else in the merged model")
