"""Review items: every transition that §14.3 has members for, and no other."""

import pytest

from tollens.core.author.review_items import moved, opened
from tollens.core.errors import MisuseError
from tollens.core.model import TargetRef, TargetType
from tollens.core.validate.check import validate
from tollens.core.validate.rule import MINIMAL
from tollens.core.wire.document import Document

AT = "2026-05-01T10:00:00Z"
LATER = "2026-05-02T10:00:00Z"
WHOLE = TargetRef(target_type=TargetType.TraceTarget, target_id="t1")
EMPTY = Document.of(MINIMAL)
OPEN = opened(EMPTY, "Lock the row", target=WHOLE, blocking=True, assignee="agent", at=AT, by="reviewer")
ACKNOWLEDGED = moved(OPEN, "ri1", "acknowledge", at=AT, by="agent")


def _said(document: Document) -> dict[str, object]:
    item: dict[str, object] = document.value["review_items"][0]
    return {name: said for name, said in item.items() if said not in (None, [])}


def test_opening_writes_what_was_said_and_no_more() -> None:
    assert _said(OPEN) == {
        "review_item_id": "ri1",
        "author": "reviewer",
        "created_at": AT,
        "title": "Lock the row",
        "target": {"target_type": "trace", "target_id": "t1"},
        "assignee": "agent",
        "status": "open",
        "blocking": True,
    }
    assert OPEN.trace.actions[-1].type.value == "CreateReviewItem"  # type: ignore[union-attr]
    unblocking = opened(EMPTY, "x", target=WHOLE, at=AT, by="reviewer")
    assert "blocking" not in _said(unblocking)


@pytest.mark.parametrize("before", [OPEN, ACKNOWLEDGED], ids=["open", "acknowledged"])
@pytest.mark.parametrize(("step", "status"), [("resolve", "resolved"), ("waive", "waived")])
def test_settling_says_who_when_and_how(before: Document, step: str, status: str) -> None:
    after = moved(before, "ri1", step, note="locked in a9", at=LATER, by="reviewer")
    settled = {"status": status, "resolved_at": LATER, "resolved_by": "reviewer", "resolution_note": "locked in a9"}
    assert _said(after) == {**_said(before), **settled}
    action = after.trace.actions[-1]
    assert (action.type.value, action.rationale) == ("ResolveReviewItem", "locked in a9")  # type: ignore[union-attr]
    assert action.result.value == {"review_item_id": "ri1", "status": status}  # type: ignore[union-attr]
    assert validate(after).diagnostics == ()


def test_acknowledging_says_who_and_when_and_keeps_the_note_in_the_action() -> None:
    after = moved(OPEN, "ri1", "acknowledge", note="will do", at=LATER, by="agent")
    acknowledged = {"status": "acknowledged", "acknowledged_at": LATER, "acknowledged_by": "agent"}
    assert _said(after) == {**_said(OPEN), **acknowledged}
    action = after.trace.actions[-1]
    assert (action.type.value, action.rationale) == ("AcknowledgeReviewItem", "will do")  # type: ignore[union-attr]


@pytest.mark.parametrize("settling", ["resolve", "waive"])
@pytest.mark.parametrize("step", ["acknowledge", "resolve", "waive"])
def test_a_settled_item_stays_settled(settling: str, step: str) -> None:
    settled = moved(OPEN, "ri1", settling, note="why", at=AT, by="reviewer")
    with pytest.raises(MisuseError, match=f"is {settling.rstrip('e')}ed already by 'reviewer' at '{AT}'"):
        moved(settled, "ri1", step, note="why", at=LATER, by="agent")


def test_nothing_is_acknowledged_twice() -> None:
    with pytest.raises(MisuseError, match="is acknowledged already by 'agent'"):
        moved(ACKNOWLEDGED, "ri1", "acknowledge", at=LATER, by="agent")


@pytest.mark.parametrize("note", [None, "", "  "])
def test_waiving_needs_a_reason(note: str | None) -> None:
    with pytest.raises(MisuseError, match="must be able to judge"):
        moved(OPEN, "ri1", "waive", note=note, at=AT, by="reviewer")


def test_there_is_something_to_open_and_to_move() -> None:
    with pytest.raises(MisuseError, match="says what it demands"):
        opened(EMPTY, " ", target=WHOLE, at=AT, by="reviewer")
    with pytest.raises(MisuseError, match="there is no review item 'ri2'"):
        moved(OPEN, "ri2", "resolve", at=AT, by="reviewer")
