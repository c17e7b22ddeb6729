"""A result that a residual asks to establish again is not fresh, however its models compare (§15.3, §18.3)."""

from typing import Any

import pytest

from tests.unit.core.derive.plain import language_of
from tests.unit.core.derive.traces import action, answer, document, goal, model, residual
from tollens.core.derive.residuals.established import Established, establish
from tollens.core.graph.index import Index

ASKING = residual("again", "needs_rereasoning", ("proof",))


def established(*further: dict[str, Any], **members: Any) -> Established:
    held = [model(), goal(), answer("proof"), *further]
    trace = document(artifacts=held, actions=[action(1, "Explain")], **members).trace
    return establish(Index(trace), language_of, {})


def told(*further: dict[str, Any], **members: Any) -> tuple[str, str]:
    verdict = established(*further, **members).freshness["proof"]
    return verdict.verdict.value, verdict.basis


def test_without_a_residual_it_is_fresh() -> None:
    assert told()[0] == "Fresh"
    assert told(residual("r", "limitation", ("proof",)))[0] == "Fresh"
    assert told(residual("r", "needs_rereasoning", ("another",)))[0] == "Fresh"


def test_it_is_stale_while_the_residual_stands_and_the_reason_names_it() -> None:
    assert told(ASKING) == ("Stale", "disturbed")
    assert "'again'" in established(ASKING).freshness["proof"].reason
    listed = {"residual_id": "again", "kind": "needs_rereasoning", "statement": "s", "related_artifact_ids": ["proof"]}
    assert told(residuals=[listed]) == ("Stale", "disturbed")


@pytest.mark.parametrize(
    ("status", "verdict"),
    [("open", "Stale"), ("acknowledged", "Stale"), (None, "Stale"), ("addressed", "Fresh"), ("waived", "Fresh")],
)
def test_only_closing_it_ends_it(status: str | None, verdict: str) -> None:
    assert told(residual("again", "needs_rereasoning", ("proof",), status=status))[0] == verdict


def test_a_revision_that_closes_it_ends_it() -> None:
    closed = residual("closed", "needs_rereasoning", ("proof",), status="addressed") | {"supersedes": "again"}
    assert told(ASKING, closed)[0] == "Fresh"


def test_a_residual_that_cannot_be_read_may_ask_for_it() -> None:
    assert told({**ASKING, "payload": {**ASKING["payload"], "severity": 7}}) == ("Stale", "disturbed")


def test_what_is_stale_by_itself_keeps_its_reason() -> None:
    unread = {"artifact_id": "m2", "artifact_type": "FormalModel", "payload": 1, "supersedes": "model"}
    alone, both = (established(unread, *more).freshness["proof"] for more in ((), (ASKING,)))
    assert alone == both
    assert (alone.verdict.value, alone.basis) == ("Stale", "unread")


def test_it_has_one_gap_and_not_two() -> None:
    found = established(ASKING)
    assert [gap.residual_id for gap in found.gaps] == ["again"]
    assert found.derived == ()
