"""§18.2 Changes, obligations, gaps, typed criteria: by what the trace holds, never by likeness or a stale answer."""

from typing import Any

import pytest

from tests.unit.core.derive.resolving import (
    PROVED,
    about,
    answer,
    asks,
    atom,
    defeater,
    goal,
    item,
    resolved,
    resolved_goal,
    steps,
)
from tollens.core.model import Freshness
from tollens.core.validate.examples import (
    a_meta_action,
    a_model,
    a_residual,
    an_action,
    an_analysis,
    an_artifact,
)


def diff(artifact_id: str = "d1", **members: Any) -> dict[str, Any]:
    return {"artifact_id": artifact_id, "artifact_type": "Diff", **members}


def change(symbol: str = "fee", file: str | None = None) -> dict[str, Any]:
    return item("Change", {"symbol": symbol, "file": file})


class TestChange:
    @pytest.mark.parametrize(
        "told",
        [
            {"target_symbol": "fee"},
            {"target_symbols": ["tax", "fee"]},
            {"symbols": ["fee"]},
            {"symbol": "fee", "path": "src/fees.py"},
        ],
    )
    def test_by_what_a_diff_states(self, told: dict[str, Any]) -> None:
        made = resolved(change(), artifacts=[diff(metadata=told, summary="patch 1")])
        assert (made.status, made.evidence, made.basis) == ("AcceptDone", ("d1",), "")

    @pytest.mark.parametrize("members", [{"name": "edit of fee", "summary": "saturate"}, {"summary": "Fix `fee`."}])
    def test_by_its_words_where_it_states_no_symbol_and_the_item_says_so(self, members: dict[str, Any]) -> None:
        made = resolved(change(), artifacts=[diff(**members)])
        assert (made.status, made.basis) == ("AcceptDone", "text")

    @pytest.mark.parametrize(
        "summary", ["coffee price", "Fee changed", "see fee.py", "my-fee", "fees", "src/fee", "no_fee", "fee's", ""]
    )
    def test_words_are_whole_and_told_apart_by_case(self, summary: str) -> None:
        made = resolved(change(), artifacts=[diff(summary=summary)])
        assert (made.status, made.reason) == ("AcceptTodo", "no edit of fee is in the trace")

    def test_words_do_not_count_where_a_symbol_is_stated(self) -> None:
        assert resolved(change(), artifacts=[diff(summary="fee", metadata={"symbol": "tax"})]).status == "AcceptTodo"
        assert resolved(change(), artifacts=[diff(summary="fee", component_id="c1")]).status == "AcceptTodo"

    def test_by_the_component_that_the_symbol_is_known_to_be_in(self) -> None:
        known = an_artifact("s1", component_id="c1", metadata={"symbols": ["fee"]})
        made = resolved(change(), artifacts=[known, diff(component_id="c1")])
        assert (made.status, made.evidence) == ("AcceptDone", ("d1",))

    @pytest.mark.parametrize(
        ("path", "expected"),
        [
            ("src/fees.py", "Done"),
            ("./src/fees.py", "Done"),
            ("/home/me/src/fees.py", "Done"),
            ("fees.py", "Todo"),
            ("lib/src/fees.py", "Todo"),
            ("src/tax.py", "Todo"),
        ],
    )
    def test_in_the_file_that_is_asked_for(self, path: str, expected: str) -> None:
        edit = diff(metadata={"symbol": "fee", "path": path})
        assert resolved(change(file="src/fees.py"), artifacts=[edit]).status == f"Accept{expected}"

    def test_an_unknown_file_is_not_the_one_that_is_asked_for(self) -> None:
        assert resolved(change(file="a.py"), artifacts=[diff(metadata={"symbol": "fee"})]).status == "AcceptTodo"
        assert resolved(change(file="a.py"), artifacts=[diff(summary="fee in a.py")]).basis == "text"

    def test_by_a_model_that_lists_it_only_where_no_diff_does(self) -> None:
        formal = a_model()
        formal["payload"] |= {"symbols": ["fee"]}
        made = resolved(change(), artifacts=[formal])
        assert (made.status, made.evidence, made.basis) == ("AcceptDone", ("model",), "model")
        assert resolved(change(), artifacts=[formal, diff(summary="fee")]).evidence == ("d1",)

    def test_an_edit_on_an_abandoned_course_has_not_landed(self) -> None:
        edit = diff(metadata={"symbol": "fee"}, producer_action_id=1)
        course = a_meta_action("m1", 1, status="abandoned")
        members = {"artifacts": [edit], "actions": [an_action(1, "EditFile", outputs=["d1"])]}
        assert resolved(change(), **members).status == "AcceptDone"
        assert resolved(change(), **members, meta_actions=[course]).status == "AcceptTodo"
        assert (
            resolved(change(), artifacts=[diff(metadata={"symbol": "fee", "abandoned": True})]).status == "AcceptTodo"
        )

    def test_an_edit_that_failed_has_not_landed(self) -> None:
        edit = diff(metadata={"symbol": "fee"}, producer_action_id=1)
        failed = an_action(1, "EditFile", outputs=["d1"], result={"status": "failed"})
        assert resolved(change(), artifacts=[edit], actions=[failed]).status == "AcceptTodo"

    def test_an_edit_that_was_replaced_counts_no_more(self) -> None:
        newer = diff("d2", metadata={"symbol": "tax"}, supersedes="d1")
        assert resolved(change(), artifacts=[diff(metadata={"symbol": "fee"}), newer]).status == "AcceptTodo"

    def test_a_contested_edit_blocks_but_under_met(self) -> None:
        artifacts = [diff(metadata={"symbol": "fee"}), defeater("r1", "d1")]
        assert resolved(change(), artifacts=artifacts).status == "AcceptBlocked"
        made = resolved(asks(atom("Change", "met", symbol="fee")), artifacts=artifacts)
        assert (made.status, made.basis) == ("AcceptDone", "met")

    def test_of_nothing_is_nothing(self) -> None:
        assert resolved(change(""), artifacts=[diff(summary="fee")]).status == "AcceptTodo"


class TestObligation:
    @staticmethod
    def status(*evaluations: dict[str, Any], authored: str | None = None, **members: Any) -> str:
        asked = item("Obligation", {"policy_id": "p1"}, status=authored)
        return resolved(asked, policy_evaluations=list(evaluations), **members).status.removeprefix("Accept")

    @pytest.mark.parametrize(
        ("said", "expected"),
        [("passed", "Done"), ("failed", "Blocked"), ("unknown", "Todo"), ("not_applicable", "Todo")],
    )
    def test_by_the_evaluation(self, said: str, expected: str) -> None:
        assert self.status({"policy_id": "p1", "status": said}) == expected

    def test_what_settles_nothing_keeps_what_its_author_said_but_done(self) -> None:
        unknown = {"policy_id": "p1", "status": "unknown"}
        assert self.status(unknown, authored="AcceptDoing") == "Doing"
        assert self.status(unknown, authored="AcceptDone") == "Todo"

    def test_the_last_one_counts(self) -> None:
        passed, failed = ({"policy_id": "p1", "status": said} for said in ("passed", "failed"))
        assert self.status(passed, failed) == "Blocked"
        assert self.status(failed, passed) == "Done"
        assert self.status({"policy_id": "p2", "status": "passed"}) == "Todo"

    def test_one_that_was_surely_checked_later_counts_too(self) -> None:
        early = {"policy_id": "p1", "status": "passed", "checked_at_action_id": 1}
        late = {"policy_id": "p1", "status": "failed", "checked_at_action_id": 2}
        assert self.status(late, early, actions=steps(1, 2)) == "Blocked"
        assert self.status(late | {"status": "unknown"}, early, actions=steps(1, 2)) == "Todo"

    def test_a_later_one_that_cannot_be_read_leaves_it_open(self) -> None:
        assert self.status({"policy_id": "p1", "status": "passed"}, {"policy_id": "p1", "status": "fine"}) == "Todo"

    @pytest.mark.parametrize("kind", ["policy", "policy_evaluation"])
    def test_a_contested_evaluation_blocks(self, kind: str) -> None:
        passed = {"policy_id": "p1", "status": "passed"}
        assert self.status(passed, artifacts=[defeater("r1", "p1", kind)]) == "Blocked"
        assert self.status(passed, artifacts=[defeater("r1", "p1", kind, status="waived")]) == "Done"

    def test_and_one_that_rests_on_what_is_contested(self) -> None:
        passed = {"policy_id": "p1", "status": "passed", "evidence_artifact_ids": ["vr1"]}
        assert self.status(passed, artifacts=[*PROVED, defeater("r1", "vr1")]) == "Blocked"


class TestGap:
    @staticmethod
    def of(*artifacts: dict[str, Any], **members: Any) -> tuple[str, tuple[str, ...]]:
        made = resolved(item("Gap", {"residual_id": "r1"}), artifacts=list(artifacts), **members)
        return made.status.removeprefix("Accept"), made.evidence

    @pytest.mark.parametrize(
        ("said", "expected"),
        [("addressed", "Done"), ("waived", "Done"), ("open", "Todo"), ("acknowledged", "Todo"), (None, "Todo")],
    )
    def test_by_the_status_of_the_residual(self, said: str | None, expected: str) -> None:
        assert self.of(a_residual("r1", status=said)) == (expected, ("r1",))

    def test_by_the_residual_that_replaces_it(self) -> None:
        newer = a_residual("r2", status="addressed") | {"supersedes": "r1"}
        assert self.of(a_residual("r1"), newer) == ("Done", ("r2",))
        reopened = a_residual("r2", status="open") | {"supersedes": "r1"}
        assert self.of(a_residual("r1", status="addressed"), reopened) == ("Todo", ("r2",))

    def test_the_deprecated_list_counts_where_no_artifact_has_the_id(self) -> None:
        entry = {"residual_id": "r1", "kind": "limitation", "statement": "not checked", "status": "addressed"}
        assert self.of(residuals=[entry]) == ("Done", ("r1",))
        assert self.of(a_residual("r1"), residuals=[entry]) == ("Todo", ("r1",))

    def test_what_does_not_exist_is_not_closed(self) -> None:
        assert self.of() == ("Todo", ())

    def test_a_contested_closing_blocks(self) -> None:
        assert self.of(a_residual("r1", status="addressed"), defeater("r2", "r1"))[0] == "Blocked"


def typed(kind: str, component: object = None, **members: Any) -> dict[str, Any]:
    """An item of the typed form, which states no kind."""
    return {"id": "c1", "statement": "it holds", "component": component, "evidence": {"artifact": kind}} | members


class TestTyped:
    @pytest.mark.parametrize("component", ["f", {"function": "f"}, {"symbol": "f"}, {"function_": "f"}])
    def test_by_evidence_of_the_type_about_the_component(self, component: object) -> None:
        made = resolved(typed("VerificationResult", component), artifacts=PROVED)
        assert (made.status, made.evidence, made.label) == ("AcceptDone", ("vr1",), "it holds")

    def test_an_item_that_states_a_kind_too_is_of_the_typed_form(self) -> None:
        asked = typed("VerificationResult", "f") | {"acceptance_id": "c1", "kind": "Property", "label": "it holds"}
        assert resolved(asked, artifacts=PROVED).status == "AcceptDone"

    @pytest.mark.parametrize("verdict", ["refuted", "sat", "unknown"])
    def test_a_negative_verdict_does_not_count_but_under_met(self, verdict: str) -> None:
        artifacts = [a_model(), about(), answer(verdict=verdict)]
        assert resolved(typed("VerificationResult", "f"), artifacts=artifacts).status != "AcceptDone"
        made = resolved(asks({"atom": typed("VerificationResult", "f"), "role": "met"}), artifacts=artifacts)
        assert (made.status, made.basis) == ("AcceptDone", "met")

    def test_none_is_not_met_either(self) -> None:
        for artifacts in ([a_model()], [a_model(), about()]):
            made = resolved(asks({"atom": typed("VerificationResult", "f"), "role": "met"}), artifacts=artifacts)
            assert made.status == "AcceptTodo"

    def test_an_analysis_by_its_own_symbol_or_that_of_what_it_was_made_from(self) -> None:
        split = an_analysis(regions=[{"invariant": "x > 0"}], complete=True)
        named = an_analysis("other", target_symbol="g", regions=[{"invariant": "x > 0"}])
        formal = a_model()
        formal["payload"] |= {"symbols": ["f", "g"]}
        for kind in ("StateSpaceAnalysisResult", "Decomposition", "state_space_analysis_result"):
            assert resolved(typed(kind, "f"), artifacts=[formal, split, named]).evidence == ("analysis",)

    @pytest.mark.parametrize(("members", "expected"), [({}, "Doing"), ({"regions": [{}], "complete": False}, "Doing")])
    def test_an_analysis_that_covers_nothing_or_not_all_is_no_evidence(
        self, members: dict[str, Any], expected: str
    ) -> None:
        artifacts = [a_model(), an_analysis(target_symbol="f", **members)]
        assert resolved(typed("Decomposition", "f"), artifacts=artifacts).status == f"Accept{expected}"

    def test_a_stale_analysis_reopens_and_a_contested_one_blocks(self) -> None:
        split = an_analysis(target_symbol="f", regions=[{}])
        made = resolved(typed("Decomposition", "f"), {"analysis": Freshness.Stale}, artifacts=[a_model(), split])
        assert made.status == "AcceptTodo"
        artifacts = [a_model(), split, defeater("r1", "analysis")]
        assert resolved(typed("Decomposition", "f"), artifacts=artifacts).status == "AcceptBlocked"

    @pytest.mark.parametrize(("code", "expected"), [(0, "Done"), (1, "Blocked"), (None, "Doing"), (True, "Doing")])
    def test_a_command_by_how_it_ended(self, code: object, expected: str) -> None:
        run = an_artifact("run", "CommandResult", {"exit_code": code}, metadata={"symbol": "f"})
        assert resolved(typed("CommandResult", "f"), artifacts=[run]).status == f"Accept{expected}"

    @pytest.mark.parametrize(
        "asked",
        [
            typed("NoSuchType", "f"),
            typed("VerificationResult", 5),
            typed("VerificationResult", {"class": "f"}),
            typed("VerificationResult", {"function": "f", "symbol": "g"}),
            typed("Decomposition", "f", property="safe"),
            typed("VerificationResult", "f", reference="ref"),
            typed("VerificationResult", "f", property_match="roughly"),
        ],
    )
    def test_what_cannot_be_read_or_told_is_not_done(self, asked: dict[str, Any]) -> None:
        split = an_analysis(target_symbol="f", regions=[{}])
        made = resolved(asked | {"status": "AcceptDone"}, artifacts=[*PROVED, split])
        assert made.status == "AcceptTodo"
        assert made.reason

    def test_a_property_may_have_to_be_the_whole_description(self) -> None:
        asked = typed("VerificationResult", "f", property="safe")
        assert resolved(asked, artifacts=PROVED).status == "AcceptDone"
        assert resolved(asked | {"property_match": "exact"}, artifacts=PROVED).status == "AcceptTodo"
        exact = asked | {"property": "f is safe", "property_match": "exact"}
        assert resolved(exact, artifacts=PROVED).status == "AcceptDone"


class TestRequired:
    def test_a_goal_is_reached_without_what_is_not_required(self) -> None:
        done, left = item("Property", {"symbol": "f"}), item("Gap", {"residual_id": "r1"}, "c2")
        for required, expected in ((True, False), (False, True), ("no", False)):
            made = resolved_goal(
                goals=[goal(done, left | {"required": required})], artifacts=[*PROVED, a_residual("r1")]
            )
            assert made.reached is expected
            assert made.progress == 0.5

    def test_where_nothing_is_required_all_of_it_is_and_of_nothing_nothing_is_reached(self) -> None:
        left = item("Gap", {"residual_id": "r1"}, required=False)
        assert not resolved_goal(goals=[goal(left)], artifacts=[a_residual("r1")]).reached
        empty = resolved_goal(goals=[goal()])
        assert (empty.reached, empty.progress) == (False, 0.0)
