"""§18.2 A property is done when every matching goal is proved, fresh and uncontested by its latest result; else not."""

from typing import Any

import pytest

from tests.unit.core.derive.resolving import (
    PROVED,
    about,
    answer,
    asks,
    atom,
    defeater,
    holds,
    item,
    resolved,
    steps,
)
from tollens.core.model import Freshness
from tollens.core.validate.examples import a_model, a_residual


def status(*artifacts: dict[str, Any], asked: dict[str, Any] | None = None, **members: Any) -> str:
    return resolved(asked or holds(), artifacts=list(artifacts), **members).status.removeprefix("Accept")


def test_a_fresh_uncontested_proof_is_done_by_the_result() -> None:
    made = resolved(holds(), artifacts=PROVED)
    assert (made.status, made.evidence, made.reason, made.manual) == ("AcceptDone", ("vr1",), "", False)


@pytest.mark.parametrize(("verdict", "expected"), [("refuted", "Blocked"), ("sat", "Doing"), ("unknown", "Doing")])
def test_only_a_proof_is_one(verdict: str, expected: str) -> None:
    made = resolved(holds(), artifacts=[a_model(), about(), answer(verdict=verdict)])
    assert made.status == f"Accept{expected}"
    assert made.evidence == ("vr1",)
    assert made.counterexample == ("x = -1" if verdict == "refuted" else None)


@pytest.mark.parametrize("authored", ["AcceptTodo", "AcceptDoing", "AcceptBlocked", None])
def test_what_nothing_resolves_keeps_what_its_author_said(authored: str | None) -> None:
    made = resolved(holds(status=authored), artifacts=[a_model()])
    assert made.status == (authored or "AcceptTodo")
    assert made.reason == "no verification goal about a property of f is in the trace"


def test_but_not_that_it_is_done() -> None:
    made = resolved(holds(status="AcceptDone"), artifacts=[a_model()])
    assert made.status == "AcceptTodo"
    assert made.reason.startswith("authored as done, but no verification goal")


def test_an_unbound_item_is_what_its_author_said_and_is_marked() -> None:
    made = resolved(item("Property", None, status="AcceptDone"), artifacts=PROVED)
    assert (made.status, made.evidence, made.manual) == ("AcceptDone", (), True)


@pytest.mark.parametrize("binding", [{}, {"symbol": None, "property": None}, {"symbol": "", "property": ""}])
def test_a_binding_that_names_nothing_matches_nothing(binding: dict[str, Any]) -> None:
    assert status(*PROVED, asked=item("Property", binding)) == "Todo"


@pytest.mark.parametrize("verdict", [Freshness.Stale, Freshness.Detached])
def test_a_proof_that_no_longer_fits_reopens(verdict: Freshness) -> None:
    made = resolved(holds(), {"vr1": verdict}, artifacts=PROVED)
    assert (made.status, made.evidence) == ("AcceptTodo", ("vr1",))
    assert made.reason == f"vr1 is {verdict.value.lower()}: as the test has it"


@pytest.mark.parametrize("verdict", ["proved", "sat", "unknown", "refuted"])
@pytest.mark.parametrize("target", ["vr1", "vg1", "model"])
def test_an_open_defeater_on_it_or_what_it_rests_on_blocks_whatever_the_verdict(verdict: str, target: str) -> None:
    assert status(a_model(), about(), answer(verdict=verdict), defeater("r1", target)) == "Blocked"


@pytest.mark.parametrize(
    ("said", "expected"), [("acknowledged", "Blocked"), ("addressed", "Done"), ("waived", "Done"), (None, "Blocked")]
)
def test_a_defeater_stands_until_it_is_addressed_or_waived(said: str | None, expected: str) -> None:
    assert status(*PROVED, defeater("r1", "vr1", status=said)) == expected


def test_a_contested_goal_without_a_result_is_blocked() -> None:
    assert status(a_model(), about(), defeater("r1", "vg1")) == "Blocked"


def test_a_goal_without_a_result_is_being_worked_on() -> None:
    assert status(a_model(), about(), asked=holds(status="AcceptTodo")) == "Doing"


def test_a_merge_that_disturbed_the_proof_reopens_it() -> None:
    doubt = a_residual("r1", ("vr1",), kind="needs_rereasoning", target={"target_type": "artifact", "target_id": "vr1"})
    made = resolved(holds(), artifacts=[*PROVED, doubt])
    assert (made.status, made.reason) == ("AcceptTodo", "vr1 is in doubt by r1")


def test_a_standing_refutation_is_not_masked_by_the_proof_of_another_goal() -> None:
    other = [about("vg2"), answer("vr2", to="vg2", producer_action_id=2)]
    refuted = answer(verdict="refuted", producer_action_id=1)
    assert status(a_model(), about(), refuted, *other, actions=steps(1, 2)) == "Blocked"


def test_a_goal_gives_way_to_the_one_that_replaces_it() -> None:
    newer = about("vg2") | {"supersedes": "vg1"}
    assert status(a_model(), about(), answer(verdict="refuted"), newer, answer("vr2", to="vg2")) == "Done"


def test_a_refuted_goal_is_not_got_rid_of_by_one_that_asks_for_something_else() -> None:
    newer = about("vg2", symbol="g") | {"supersedes": "vg1"}
    other = [about("vg3"), answer("vr3", to="vg3")]
    assert status(a_model(), about(), answer(verdict="refuted"), newer, *other) == "Blocked"


def test_goals_that_share_a_number_are_told_apart_by_the_artifact() -> None:
    other = [about("vg2", symbol="g"), answer("vr2", to="vg2")]
    assert status(a_model(), about(), *other) == "Doing"


@pytest.mark.parametrize(("symbol", "expected"), [("f", "Done"), (None, "Doing")])
def test_the_number_counts_where_the_named_goal_is_not_in_the_trace_and_one_goal_has_it(
    symbol: str | None, expected: str
) -> None:
    second = [] if symbol else [about("vg2", symbol="g")]
    assert status(a_model(), about(), *second, answer(to="gone")) == expected


def test_the_number_does_not_count_where_the_result_names_another_element() -> None:
    assert status(a_model(), about(), answer(to="model")) == "Doing"


class TestLatest:
    """Of two results of one goal."""

    def test_the_later_action_counts(self) -> None:
        results = [answer("vr1", producer_action_id=1), answer("vr2", "refuted", producer_action_id=2)]
        assert status(a_model(), about(), *results, actions=steps(1, 2)) == "Blocked"
        assert status(a_model(), about(), *reversed(results), actions=steps(1, 2)) == "Blocked"
        results = [answer("vr1", "refuted", producer_action_id=1), answer("vr2", producer_action_id=2)]
        assert status(a_model(), about(), *reversed(results), actions=steps(1, 2)) == "Done"

    def test_what_supersedes_counts_before_the_action(self) -> None:
        results = [
            answer("vr1", producer_action_id=2),
            answer("vr2", "refuted", producer_action_id=1, supersedes="vr1"),
        ]
        assert status(a_model(), about(), *results, actions=steps(1, 2)) == "Blocked"

    def test_the_result_of_another_goal_supersedes_nothing_here(self) -> None:
        other = [about("vg2", symbol="g"), answer("vr2", to="vg2", supersedes="vr1")]
        assert status(a_model(), about(), answer(verdict="refuted"), *other) == "Blocked"

    def test_the_higher_revision_counts_before_the_action(self) -> None:
        results = [
            answer("vr1", "refuted", revision=2, producer_action_id=1),
            answer("vr2", revision=1, producer_action_id=2),
        ]
        assert status(a_model(), about(), *results, actions=steps(1, 2)) == "Blocked"

    def test_of_one_action_the_last_listed_counts(self) -> None:
        results = [answer("vr1", producer_action_id=1), answer("vr2", "refuted", producer_action_id=1)]
        assert status(a_model(), about(), *results, actions=steps(1)) == "Blocked"
        assert status(a_model(), about(), *reversed(results), actions=steps(1)) == "Done"

    def test_without_any_action_the_last_listed_counts(self) -> None:
        results = [answer("vr1", "refuted"), answer("vr2")]
        assert status(a_model(), about(), *results) == "Done"

    @pytest.mark.parametrize("known", ["proved", "refuted"])
    def test_an_unknown_time_is_not_later_and_not_earlier(self, known: str) -> None:
        unknown = "refuted" if known == "proved" else "proved"
        results = [answer("vr1", known, producer_action_id=1), answer("vr2", unknown)]
        assert status(a_model(), about(), *results, actions=steps(1)) == "Blocked"
        assert status(a_model(), about(), *reversed(results), actions=steps(1)) == "Blocked"

    def test_actions_whose_ids_run_against_the_list_tell_nothing(self) -> None:
        results = [answer("vr1", "refuted", producer_action_id=2), answer("vr2", producer_action_id=1)]
        assert status(a_model(), about(), *results, actions=steps(2, 1)) == "Blocked"

    def test_a_later_answer_that_cannot_be_read_leaves_no_proof(self) -> None:
        unread = answer("vr2") | {"revision": "two"}
        made = resolved(holds(), artifacts=[*PROVED, unread])
        assert made.status == "AcceptTodo"
        assert "vr2, not recognized" in made.reason


class TestProperties:
    """Which goals match what is asked, and what a proof lists."""

    @pytest.mark.parametrize(
        ("name", "expected"),
        [
            ("never negative", "Done"),
            ("Never Negative", "Done"),
            ("negative", "Done"),
            ("non_negative", "Done"),
            ("gati", "Todo"),
            ("always positive", "Todo"),
        ],
    )
    def test_a_property_is_a_name_or_words_of_the_description(self, name: str, expected: str) -> None:
        named = [{"name": "non_negative", "status": "pending", "src": ""}]
        told = about(description="f is never negative", properties=named)
        assert status(a_model(), told, answer(), asked=holds("f", name)) == expected

    def test_a_property_alone_matches_the_goals_of_every_symbol(self) -> None:
        goals = [about(description="it is total"), about("vg2", "g", description="it is total")]
        asked = holds(None, "total")
        assert status(a_model(), *goals, answer(), asked=asked) == "Doing"
        assert status(a_model(), *goals, answer(), answer("vr2", to="vg2"), asked=asked) == "Done"

    def test_symbols_are_told_apart_by_case(self) -> None:
        assert status(*PROVED, asked=holds("F")) == "Todo"

    def test_a_goal_that_names_no_symbol_is_no_proof_about_one(self) -> None:
        made = resolved(holds("f", "safe"), artifacts=[a_model(), about(symbol=None), answer()])
        assert (made.status, made.reason) == ("AcceptTodo", "goal vg1 does not say that it is about f")

    def test_but_its_refutation_is_not_passed_over(self) -> None:
        unnamed = [about("vg2", None), answer("vr2", "refuted", to="vg2")]
        assert status(*PROVED, *unnamed, asked=holds("f", "safe")) == "Blocked"
        unread = [unnamed[0], unnamed[1] | {"name": 5}]
        assert status(*PROVED, *unread, asked=holds("f", "safe")) == "Todo"

    @pytest.mark.parametrize("payload", [5, {}, {"goal_artifact_id": 5}, {"goal_artifact_id": "nowhere"}])
    def test_an_answer_that_does_not_say_to_what_may_answer_anything(self, payload: object) -> None:
        held = PROVED[2] | {"producer_action_id": 1}
        later = answer("later", "refuted") | {"payload": payload, "producer_action_id": 2}
        made = resolved(holds(), artifacts=[*PROVED[:2], held, later], actions=steps(1, 2))
        assert made.status == "AcceptTodo"
        assert made.reason == "later, which may be a later answer, is not recognized"
        sooner = [PROVED[0], PROVED[1], held | {"producer_action_id": 2}, later | {"producer_action_id": 1}]
        assert status(*sooner, actions=steps(1, 2)) == "Done"

    def test_a_goal_that_cannot_be_read_leaves_it_open(self) -> None:
        unread = about("vg2") | {"revision": "two"}
        made = resolved(holds(), artifacts=[*PROVED, unread])
        assert (made.status, made.reason) == ("AcceptTodo", "goal vg2 is not recognized")
        assert status(*PROVED, about("vg2", "g") | {"revision": "two"}) == "Done"

    @pytest.mark.parametrize(
        ("listed", "expected"),
        [
            ({"safe": "proved"}, "Done"),
            ({"safe": "refuted"}, "Blocked"),
            ({"safe": "proved", "other": "refuted"}, "Blocked"),
            ({"safe": "unknown"}, "Doing"),
            ({"safe": "pending"}, "Doing"),
            ({"other": "proved"}, "Doing"),
            ({"safe": "proved", "other": "unknown"}, "Done"),
            ({}, "Done"),
        ],
    )
    def test_a_proof_proves_what_it_lists_as_proved(self, listed: dict[str, str], expected: str) -> None:
        named = [{"name": "safe", "status": "pending", "src": ""}, {"name": "other", "status": "pending", "src": ""}]
        artifacts = [a_model(), about(properties=named), answer(listed=listed)]
        assert status(*artifacts, asked=holds("f", "safe")) == expected


def test_what_supersedes_a_proof_is_later_wherever_the_two_stand() -> None:
    refuted = answer("vr2", "refuted", supersedes="vr1")
    assert status(*PROVED, refuted) == "Blocked"
    assert status(refuted, *PROVED) == "Blocked"


class TestRoles:
    """Within formulas."""

    @pytest.mark.parametrize("role", [None, "governed"])
    def test_a_stale_proof_does_not_count(self, role: str | None) -> None:
        made = resolved(asks(atom(role=role, symbol="f")), {"vr1": Freshness.Stale}, artifacts=PROVED)
        assert made.status == "AcceptTodo"

    def test_under_met_it_is_enough_that_there_is_one_and_it_is_shown_so(self) -> None:
        asked = asks(atom(role="met", symbol="f"))
        for outdated, more in (({"vr1": Freshness.Stale}, []), ({}, [defeater("r1", "vr1")]), ({}, [])):
            made = resolved(asked, outdated, artifacts=[*PROVED, *more])
            assert (made.status, made.evidence, made.basis) == ("AcceptDone", ("vr1",), "met")

    def test_under_met_a_refutation_still_blocks(self) -> None:
        made = resolved(asks(atom(role="met", symbol="f")), artifacts=[a_model(), about(), answer(verdict="refuted")])
        assert (made.status, made.counterexample) == ("AcceptBlocked", "x = -1")


@pytest.mark.parametrize("order", [("refuted", "proved"), ("proved", "refuted")])
def test_of_two_answers_under_one_id_neither_is_the_latest(order: tuple[str, str]) -> None:
    one, two = (answer(verdict=verdict) for verdict in order)
    assert status(a_model(), about(), one, two) == "Blocked"
