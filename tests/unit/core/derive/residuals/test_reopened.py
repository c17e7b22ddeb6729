"""§18.3: stale and detached results reopen gaps, until their question is answered again by one that is fresh."""

from typing import Any

from tests.unit.core.derive.traces import action, answer, document, goal, model
from tollens.core.derive.freshness.verdicts import Verdict
from tollens.core.derive.residuals.reopened import DerivedGap, reopened
from tollens.core.graph.index import Index
from tollens.core.model import Freshness


def gaps(
    verdicts: dict[str, Freshness], *artifacts: dict[str, Any], symbol: str | None = "f"
) -> tuple[DerivedGap, ...]:
    actions = [action(number, "Verify", category="reasoning") for number in (1, 2)]
    index = Index(document(actions=actions, artifacts=[model(), goal(), *artifacts]).trace)
    judged = {name: Verdict(name, verdict, "model", "f changed", symbol) for name, verdict in verdicts.items()}
    return reopened(index, judged)


def test_a_fresh_result_reopens_nothing() -> None:
    assert gaps({"r": Freshness.Fresh}, answer("r")) == ()


def test_a_stale_result_asks_to_be_established_again() -> None:
    (gap,) = gaps({"r": Freshness.Stale}, answer("r"))
    assert (gap.residual_id, gap.kind, gap.severity) == ("stale-r", "stale_evidence", "medium")
    assert (gap.target, gap.symbol, gap.about) == ("r", "f", ("r", "goal", "model"))
    assert gap.statement == "r about f is out of date: f changed"
    assert "Re-verify" in gap.suggested_check


def test_a_detached_result_asks_whether_that_was_meant() -> None:
    (gap,) = gaps({"r": Freshness.Detached}, answer("r"))
    assert (gap.residual_id, gap.kind, gap.severity) == ("detached-r", "detached_evidence", "high")
    assert gap.suggested_check == "Confirm that f was meant to go, or restore it."
    (nameless,) = gaps({"r": Freshness.Detached}, answer("r"), symbol=None)
    assert nameless.suggested_check == "Confirm that what it is about was meant to go, or restore it."


def test_a_later_fresh_answer_closes_the_gap_and_a_stale_one_does_not() -> None:
    held = answer("r1", producer_action_id=1), answer("r2", producer_action_id=2)
    assert gaps({"r1": Freshness.Stale, "r2": Freshness.Fresh}, *held) == ()
    both = gaps({"r1": Freshness.Stale, "r2": Freshness.Stale}, *held)
    assert [gap.residual_id for gap in both] == ["stale-r1", "stale-r2"]
    (only,) = gaps({"r1": Freshness.Fresh, "r2": Freshness.Stale}, *held)
    assert only.residual_id == "stale-r2"


def test_the_answer_to_another_goal_closes_nothing() -> None:
    held = answer("r1", producer_action_id=1), answer("r2", producer_action_id=2, goal="other")
    (gap,) = gaps({"r1": Freshness.Stale, "r2": Freshness.Fresh}, goal("other"), *held)
    assert gap.residual_id == "stale-r1"
