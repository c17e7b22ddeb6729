"""What changed in evidence between two traces: nothing that is established by less than before goes unsaid."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from tests.unit.core.derive.plain import language_of
from tests.unit.core.derive.traces import action, answer, artifact, defeater, document, goal, ran, residual
from tollens.core.derive.comparison.comparing import compare
from tollens.core.derive.comparison.report import Comparison, EvidenceChange
from tollens.core.derive.evaluation import evaluate
from tollens.core.derive.policies import PolicyVerdict

Value = dict[str, Any]


def model(text: str = "let f x = x", name: str = "model", **members: Any) -> Value:
    payload = {"model_language": "iml", "formal_code": text}
    return artifact(name, "FormalModel", payload, **members)


def value(*more: Value, proof: Value | None = None, **members: Any) -> Value:
    """A model, a goal about `f`, and a proof of it."""
    held = [model(), goal(target_symbol="f", src="theorem t x = f x = x"), proof or answer("proof"), *more]
    return {"artifacts": held, **members}


def compared(before: Value, after: Value) -> Comparison:
    return compare(*(evaluate(document(**one), language_of) for one in (before, after)))


def shifts(told: Comparison) -> list[tuple[str, bool]]:
    return [(change.change, change.loss) for change in told.evidence]


def only(told: Comparison) -> EvidenceChange:
    (change,) = told.evidence
    return change


def goal_of_work(**item: Any) -> Value:
    held = {"acceptance_id": "a", "kind": "Property", "label": "f is total", "binding": {"symbol": "f"}, **item}
    return {"goal_id": "g", "intent": "f is total", "status": "GoalActive", "scope": ["f"], "acceptance": [held]}


def anchored(name: str, text_symbol: str = "f", **members: Any) -> Value:
    """A proof that says what it was computed over."""
    made = answer(name, **members)
    mark = {"task_checksum": "elsewhere:1", "target_symbol": text_symbol, "model_artifact_id": "model"}
    made["payload"] |= {"fingerprint": mark}
    return made


def edited(text: str = "let f x = x + 1") -> Value:
    return model(text, "model-2", supersedes="model")


class TestEvidence:
    def test_a_trace_against_itself_loses_and_gains_nothing(self) -> None:
        held = value(residual("r"), actions=[ran(1, "pytest", 0)], goals=[goal_of_work()])
        told = compared(held, copy.deepcopy(held))
        assert (told.loss, told.losses, told.kept, told.related) == (False, 0, 2, True)
        assert (told.evidence, told.gaps, told.goals, told.policies) == ((), (), (), ())

    def test_a_proof_that_is_gone_is_lost(self) -> None:
        before = value()
        change = only(compared(before, {"artifacts": before["artifacts"][:2]}))
        assert (change.change, change.loss, change.after, change.matched_by) == ("lost", True, None, "")

    def test_a_proof_under_another_id_is_kept(self) -> None:
        change = only(compared(value(), value(proof=answer("again"))))
        assert (change.change, change.loss, change.matched_by) == ("renewed", False, "claim")
        assert change.after is not None
        assert change.after.artifact_id == "again"

    @pytest.mark.parametrize("verdict", ["unknown", "refuted", "sat"])
    def test_a_proof_that_says_less_is_weakened(self, verdict: str) -> None:
        assert shifts(compared(value(), value(proof=answer("proof", verdict)))) == [("weakened", True)]
        assert shifts(compared(value(), value(proof=answer("again", verdict)))) == [("weakened", True)]
        assert shifts(compared(value(), value(answer("later", verdict, supersedes="proof")))) == [("weakened", True)]

    def test_what_is_answered_better_is_no_loss(self) -> None:
        before = value(proof=answer("proof", "unknown"))
        change = only(compared(before, value(answer("later", supersedes="proof"), proof=answer("proof", "unknown"))))
        assert (change.change, change.loss, change.matched_by) == ("strengthened", False, "succession")
        assert shifts(compared(before, value(proof=answer("proof", "refuted")))) == [("refuted", False)]

    def test_a_refutation_that_is_gone_is_lost(self) -> None:
        before = value(proof=answer("proof", "refuted"))
        assert shifts(compared(before, {"artifacts": before["artifacts"][:2]})) == [("lost", True)]
        assert shifts(compared(before, value(proof=answer("proof", "unknown")))) == [("weakened", True)]

    def test_a_proof_of_something_that_was_edited_is_outdated(self) -> None:
        told = compared(value(proof=anchored("proof")), value(edited(), proof=anchored("proof")))
        change = only(told)
        assert (change.change, change.loss) == ("outdated", True)
        assert change.before is not None
        assert change.after is not None
        assert (change.before.standing, change.after.standing) == ("holds", "stale")

    def test_a_contested_proof_is_a_loss_and_says_by_what(self) -> None:
        told = compared(value(), value(defeater("d", "proof", status="open")))
        change = only(told)
        assert (change.change, change.loss, change.reason) == ("contested", True, "contested by d")
        assert [(gap.change, gap.loss) for gap in told.gaps] == [("opened", True)]
        back = compared(value(defeater("d", "proof", status="open")), value(defeater("d", "proof", status="waived")))
        assert shifts(back) == [("strengthened", False)]
        assert not back.loss

    def test_what_a_merge_disturbed_is_outdated(self) -> None:
        told = compared(value(), value(residual("n", "needs_rereasoning", ("proof",), status="open")))
        assert shifts(told) == [("outdated", True)]

    def test_the_same_id_for_another_statement_is_no_match(self) -> None:
        after = value()
        after["artifacts"][1]["payload"]["src"] = "theorem t x = true"
        assert shifts(compared(value(), after)) == [("lost", True), ("gained", False)]

    def test_layout_of_a_statement_is_no_part_of_it(self) -> None:
        after = value()
        after["artifacts"][1]["payload"]["src"] = "theorem t x =\n  f x = x"
        assert compared(value(), after).kept == 1

    def test_a_later_version_of_a_goal_that_asks_less_restates(self) -> None:
        weaker = goal("goal-2", target_symbol="f", src="theorem t x = true") | {"supersedes": "goal"}
        told = compared(value(), value(weaker, answer("later", goal="goal-2", supersedes="proof")))
        assert shifts(told) == [("restated", True)]

    def test_an_older_verdict_does_not_stand_for_a_later_one_that_is_gone(self) -> None:
        before = value(answer("later", "refuted", supersedes="proof"))
        told = compared(before, value())
        assert ("lost", True) in shifts(told)
        assert told.loss

    def test_history_that_is_gone_is_told_and_no_loss(self) -> None:
        before = value(answer("later", supersedes="proof"), proof=answer("proof", "unknown"))
        told = compared(before, value(proof=answer("later")))
        assert shifts(told) == [("forgotten", False)]

    def test_what_supersedes_an_absent_result_stands_for_it(self) -> None:
        change = only(compared(value(), value(proof=answer("again", supersedes="proof"))))
        assert (change.change, change.matched_by) == ("renewed", "succession")

    def test_a_namesake_in_another_file_is_no_match(self) -> None:
        def in_file(path: str, proof: str) -> Value:
            held = value(proof=answer(proof))
            held["artifacts"][0]["metadata"] = {"source_file": path}
            return held

        there = shifts(compared(in_file("a.iml", "proof"), in_file("b.iml", "again")))
        assert there == [("lost", True), ("gained", False)]
        assert shifts(compared(in_file("a.iml", "proof"), in_file("a.iml", "again"))) == [("renewed", False)]

    def test_a_new_refutation_of_the_same_under_a_goal_of_its_own_weakens(self) -> None:
        other = goal("other", target_symbol="f", src="theorem t x = f x = x")
        told = compared(value(), value(other, answer("no", "refuted", "other")))
        assert shifts(told) == [("weakened", True)]
        unknown = compared(value(), value(other, answer("no", "unknown", "other")))
        assert shifts(unknown) == [("gained", False)]

    def test_of_several_that_may_stand_for_it_the_worst_does(self) -> None:
        other = goal("other", target_symbol="f", src="theorem t x = f x = x")
        told = compared(value(), value(other, answer("open", "unknown", "other"), proof=answer("again")))
        assert shifts(told) == [("weakened", True), ("gained", False)]

    def test_a_result_that_is_only_said_to_be_carried_is_in_doubt(self) -> None:
        payload = {"result_id": "proof", "basis": "closure_disjoint"}
        after = value()
        after["artifacts"][2] = artifact("carried", "CarriedForward", payload)
        change = only(compared(value(), after))
        assert (change.change, change.loss, change.matched_by) == ("doubted", True, "carried")
        assert change.after is not None
        assert change.after.verdict == "carried"

    def test_a_property_that_is_no_longer_listed_is_a_loss(self) -> None:
        listed = answer("proof")
        properties = [{"name": name, "status": "proved", "src": name} for name in ("p", "q")]
        listed["payload"]["result"]["proved"]["properties"] = properties
        fewer = copy.deepcopy(listed)
        del fewer["payload"]["result"]["proved"]["properties"][1]
        change = only(compared(value(proof=listed), value(proof=fewer)))
        assert (change.change, change.loss) == ("weakened", True)
        assert "q" in change.reason

    def test_what_cannot_be_read_any_more_is_lost(self) -> None:
        broken = answer("proof")
        del broken["payload"]["result"]
        told = compared(value(), value(proof=broken))
        assert ("lost", True) in shifts(told)
        assert not any(change.loss for change in compared(value(proof=broken), value(proof=broken)).evidence)
        back = compared(value(proof=broken), value())
        assert shifts(back) == [("strengthened", False)]

    def test_a_check_that_passed_and_does_not_any_more_is_a_loss(self) -> None:
        passed = {"actions": [ran(1, "pytest", 0)]}
        assert shifts(compared(passed, {"actions": [ran(1, "pytest", 1)]})) == [("weakened", True)]
        assert shifts(compared(passed, {"actions": []})) == [("lost", True)]
        assert compared(passed, {"actions": [ran(1, "true", 0), ran(2, "pytest", 0)]}).evidence[0].change == "gained"

    def test_an_analysis_that_is_no_longer_complete_is_weakened(self) -> None:
        def analysed(complete: bool) -> Value:
            payload = {"target_artifact_id": "model", "target_symbol": "f", "analysis_kind": "regions"}
            regions = [{"constraints": ["x > 0"]}]
            made = artifact("a", "StateSpaceAnalysisResult", {**payload, "complete": complete, "regions": regions})
            return {"artifacts": [model(), made]}

        assert shifts(compared(analysed(True), analysed(False))) == [("weakened", True)]

    @pytest.mark.parametrize(
        ("kind", "payload", "fallen"),
        [
            ("ConformanceResult", {"reference_artifact_id": "model", "status": "passed"}, {"status": "partial"}),
            ("CoSimulationResult", {"status": "matched"}, {"status": "error"}),
        ],
    )
    def test_other_results_are_matched_by_target_and_weakened(self, kind: str, payload: Value, fallen: Value) -> None:
        held = {"target_artifact_id": "model", **payload}
        before = {"artifacts": [model(), artifact("a", kind, held)]}
        assert shifts(compared(before, {"artifacts": [model(), artifact("b", kind, held)]})) == [("renewed", False)]
        assert shifts(compared(before, {"artifacts": [model(), artifact("b", kind, held | fallen)]})) == [
            ("weakened", True)
        ]

    def test_a_trace_that_became_invalid_is_a_loss_by_itself(self) -> None:
        told = compared(value(), value(trigger={"type": "Nonsense"}))
        assert (told.loss, told.losses) == (True, 0)
        assert (told.before.valid, told.after.valid) == (True, False)

    def test_traces_that_have_nothing_to_do_with_one_another(self) -> None:
        assert not compared(value(), value(trace_id="t2")).related
        assert compared(value(), value(trace_id="t2", merge={"parents": ["t1", "t3"], "kind": "merge"})).related

    def test_a_trace_is_related_by_way_of_other_merges(self) -> None:
        def link(name: str, origin: str, to: str) -> Value:
            ends = {"from_trace_id": origin, "to_trace_id": to, "relationship": "derived_from"}
            return {"link_id": name, **ends, "created_at": "2026-01-01T00:00:00Z", "created_by": "me"}

        chain = [link("l1", "t3", "t2"), link("l2", "t2", "t1")]
        assert compared(value(), value(trace_id="t3", trace_links=chain)).related
        assert not compared(value(), value(trace_id="t3", trace_links=chain[1:])).related


class TestGaps:
    @pytest.mark.parametrize(
        ("before", "after", "change", "loss"),
        [
            ({}, None, "vanished", True),
            ({}, {"status": "addressed"}, "closed", False),
            ({}, {"status": "acknowledged"}, "acknowledged", False),
            ({"status": "waived"}, {}, "reopened", True),
            (None, {}, "opened", False),
            (None, {"severity": "critical"}, "opened", True),
            (None, {"kind": "coverage_regression"}, "opened", True),
            ({"severity": "high"}, {"severity": "low"}, "lowered", False),
            ({"severity": "critical"}, {"severity": "low"}, "lowered", True),
        ],
    )
    def test_what_became_of_a_gap(self, before: Value | None, after: Value | None, change: str, loss: bool) -> None:
        def held(members: Value | None) -> Value:
            payload = {"status": "open", "severity": "medium", **(members or {})}
            return {"artifacts": [] if members is None else [residual("r", **payload)]}

        told = compared(held(before), held(after))
        assert [(gap.change, gap.loss) for gap in told.gaps] == [(change, loss)]
        assert told.loss is loss


class TestGoals:
    @pytest.mark.parametrize(
        ("turn", "change", "loss"),
        [
            (lambda value: value["artifacts"].pop(), "fell", True),
            (lambda value: value["goals"][0]["acceptance"][0].update(binding={"symbol": "f", "property": "f"}),
             "restated", True),
            (lambda value: value["goals"][0]["acceptance"][0].update(required=False), "restated", True),
            (lambda value: value["goals"][0]["acceptance"].clear(), "dropped", True),
            (lambda value: value["goals"][0]["acceptance"].append({**goal_of_work()["acceptance"][0],
                                                                  "acceptance_id": "b"}), "added", False),
        ],
    )  # fmt: skip
    def test_what_became_of_an_item_that_was_done(self, turn: Callable[[Value], Any], change: str, loss: bool) -> None:
        before = value(goals=[goal_of_work()])
        after = copy.deepcopy(before)
        turn(after)
        told = compared(before, after)
        (moved,) = told.goals
        assert moved.change == "moved"
        assert [(item.change, item.loss) for item in moved.items] == [(change, loss)]
        assert moved.loss is loss

    def test_an_item_that_is_done_on_less_is_a_loss(self) -> None:
        asked = goal_of_work(kind="Change", binding={"symbol": "f"})
        stated = artifact("d", "Diff", summary="patch", metadata={"symbol": "f"})
        worded = artifact("d", "Diff", summary="Fix `f`.")
        (moved,) = compared(*({"goals": [asked], "artifacts": [diff]} for diff in (stated, worded))).goals
        assert [(item.change, item.loss, item.before, item.after) for item in moved.items] == [
            ("thinner", True, "AcceptDone", "AcceptDone")
        ]
        assert (
            compared({"goals": [asked], "artifacts": [worded]}, {"goals": [asked], "artifacts": [stated]}).goals == ()
        )

    def test_who_certified_it_and_what_governs_it_count(self) -> None:
        review = {"verdict": "approved", "reviewed_by": "a reviewer", "at": "2026-01-01T00:00:00Z"}
        certified = value(goals=[goal_of_work() | {"criteria_review": review}])
        (moved,) = compared(certified, value(goals=[goal_of_work()])).goals
        assert (moved.items, moved.loss) == ((), True)

    def test_a_policy_that_fails_over_its_work_is_a_loss(self) -> None:
        done = [action(1, "Verify", category="reasoning", outputs=["proof"])]
        held = value(goals=[goal_of_work()], actions=done)
        rule = {"policy_id": "p", "name": "p", "severity": "error", "scope": "trace", "kind": "trace_invariant"}
        failed = {"policy_id": "p", "status": "failed", "violating_action_ids": [1]}
        after = held | {"policies": [{**rule, "formula": "G(false)"}], "policy_evaluations": [failed]}
        (moved,) = compared(held, after).goals
        assert moved.after is not None
        assert (moved.after.governed, moved.loss) == (False, True)

    def test_an_item_that_rises_is_no_loss(self) -> None:
        before = value(goals=[goal_of_work()], proof=answer("proof", "unknown"))
        (moved,) = compared(before, value(goals=[goal_of_work()])).goals
        assert [(item.change, item.loss) for item in moved.items] == [("rose", False)]
        (blocked,) = compared(before, value(goals=[goal_of_work()], proof=answer("proof", "refuted"))).goals
        assert [(item.change, item.loss) for item in blocked.items] == [("blocked", False)]

    def test_ids_that_are_there_twice_are_paired_in_order(self) -> None:
        doubled = goal_of_work() | {"acceptance": goal_of_work()["acceptance"] * 2}
        held = value(goals=[doubled, doubled | {"intent": "more"}, doubled | {"intent": "more"}])
        assert compared(held, copy.deepcopy(held)).goals == ()
        (moved,) = compared(value(goals=[doubled]), value(goals=[goal_of_work()])).goals
        assert [(item.change, item.loss) for item in moved.items] == [("dropped", True)]

    def test_goals_are_paired_by_id_then_by_intent(self) -> None:
        renamed = goal_of_work() | {"goal_id": "other"}
        assert compared(value(goals=[goal_of_work()]), value(goals=[renamed])).goals == ()
        (dropped,) = compared(value(goals=[goal_of_work()]), value(goals=[])).goals
        assert (dropped.change, dropped.loss) == ("dropped", True)
        (added,) = compared(value(goals=[]), value(goals=[goal_of_work()])).goals
        assert (added.change, added.loss) == ("added", False)
        told = compared(value(goals=[goal_of_work()]), value(goals=[renamed, renamed | {"goal_id": "third"}]))
        assert [one.change for one in told.goals] == ["dropped", "added", "added"]


class TestPolicies:
    def judged(self, status: str | None, recorded: str = "", **members: Any) -> Any:
        """An evaluation in which a policy has come to a status."""
        from msgspec.structs import replace

        held = {"policy_id": "p", "name": "p", "severity": "error", "scope": "trace", "kind": "trace_invariant"}
        policies = [] if status is None else [{**held, "formula": "G(true)", **members}]
        evaluations = [{"policy_id": "p", "status": recorded}] if recorded else []
        made = evaluate(document(policies=policies, policy_evaluations=evaluations), language_of)
        if status is None:
            return made
        return replace(made, policies=(PolicyVerdict("p", "p", "error", status, recorded, "", (), (), False),))

    @pytest.mark.parametrize(
        ("before", "after", "change", "loss"),
        [
            (("passed",), ("failed",), "flipped", True),
            (("passed",), ("unknown",), "flipped", True),
            (("not_applicable",), ("failed",), "flipped", True),
            (("unknown",), ("failed",), "flipped", True),
            (("failed",), ("passed",), "flipped", False),
            (("failed",), ("unknown",), "flipped", False),
            (("passed",), ("not_applicable",), "flipped", False),
            (("passed",), (None,), "dropped", True),
            (("failed",), (None,), "dropped", True),
            (("not_applicable",), (None,), "dropped", False),
            ((None, "passed"), (None, "failed"), "flipped", True),
            ((None, "passed"), (None,), "dropped", True),
            ((None,), ("failed",), "added", False),
        ],
    )
    def test_what_became_of_a_policy(
        self, before: tuple[Any, ...], after: tuple[Any, ...], change: str, loss: bool
    ) -> None:
        (told,) = compare(self.judged(*before), self.judged(*after)).policies
        assert (told.change, told.loss) == (change, loss)

    def test_a_policy_that_demands_something_else_proves_nothing_of_what_it_was(self) -> None:
        (told,) = compare(self.judged("passed"), self.judged("passed", formula="F(true)")).policies
        assert (told.change, told.loss) == ("restated", True)
        (told,) = compare(self.judged("unknown"), self.judged("passed", formula="F(true)")).policies
        assert (told.change, told.loss) == ("restated", False)

    def test_an_evaluation_that_is_contested_is_a_loss(self) -> None:
        aimed = {"target_type": "policy", "target_id": "p"}
        held = {"policy_evaluations": [{"policy_id": "p", "status": "passed"}]}
        against = {"artifacts": [residual("d", "defeater", status="open", target=aimed)]}
        (told,) = compared(held, held | against).policies
        assert (told.change, told.loss, told.reason) == ("flipped", True, "contested by d")
