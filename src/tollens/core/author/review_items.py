"""§14.3 Review items: opening one, and moving it on; each with the governance action that records it (§8.1)."""

from collections.abc import Mapping
from typing import NamedTuple

from tollens.core.author.edits import appended, replaced
from tollens.core.author.entries import only
from tollens.core.author.governance import governed, named_inputs
from tollens.core.author.identifiers import next_review_item_id
from tollens.core.errors import MisuseError
from tollens.core.graph.index import Index
from tollens.core.model import GovernanceActionType, ReviewItem, ReviewItemStatus, TargetRef
from tollens.core.validate.wording import quoted
from tollens.core.wire.document import Document


class _Step(NamedTuple):
    """One way to move an item on: where it leads, what records it, its verb, and whether the item is settled by it."""

    status: ReviewItemStatus
    action: GovernanceActionType
    label: str
    settles: bool


_STEPS: Mapping[str, _Step] = {
    "acknowledge": _Step(
        ReviewItemStatus.Acknowledged, GovernanceActionType.AcknowledgeReviewItem, "Acknowledge", False
    ),
    "resolve": _Step(ReviewItemStatus.ReviewResolved, GovernanceActionType.ResolveReviewItem, "Resolve", True),
    # The text has no action of its own for waiving; like resolving, it settles the item.
    "waive": _Step(ReviewItemStatus.Waived, GovernanceActionType.ResolveReviewItem, "Waive", True),
}

_SETTLED = (ReviewItemStatus.ReviewResolved, ReviewItemStatus.Waived)


def opened(
    document: Document,
    title: str,
    *,
    target: TargetRef,
    body: str | None = None,
    assignee: str | None = None,
    blocking: bool = False,
    at: str,
    by: str,
) -> Document:
    """Add an open review item and a CreateReviewItem action.

    Args:
        document: The trace.
        title: What is demanded, in a few words.
        target: What it is about.
        body: The same at length.
        assignee: Who is to settle it.
        blocking: Whether approval waits for it.
        at: When, as RFC 3339.
        by: Who demands it.

    Raises:
        MisuseError: It has no title.
    """
    if not title.strip():
        raise MisuseError("a review item says what it demands", "Say it with --title TEXT.")
    name = next_review_item_id(document.trace)
    made = ReviewItem(
        review_item_id=name,
        author=by,
        created_at=at,
        title=title,
        body=body,
        target=target,
        assignee=assignee,
        status=ReviewItemStatus.ReviewOpen,
        blocking=True if blocking else None,
    )
    return governed(
        appended(document, "/review_items", made),
        GovernanceActionType.CreateReviewItem,
        at=at,
        by=by,
        label=f"Open review item {name}",
        rationale=title,
        inputs=named_inputs(Index(document.trace), target),
        result={"review_item_id": name},
    )


def moved(document: Document, name: str, step: str, *, note: str | None = None, at: str, by: str) -> Document:
    """Acknowledge, resolve or waive a review item, with the governance action that goes with it.

    Only the members that §14.3 has for it change. A note on acknowledging stands in the action, since the item has a
    place for one only when it is settled.

    Args:
        document: The trace.
        name: Id of the item.
        step: `acknowledge`, `resolve` or `waive`.
        note: How or why; waiving needs one.
        at: When, as RFC 3339.
        by: Who does it.

    Raises:
        MisuseError: There is no such item, it cannot go from where it stands to there, or a reason is missing.
    """
    position, item = only(document.trace, "review_items", "review_item_id", name)
    way = _STEPS[step]
    _refuse_impossible(item, way)
    if way.status is ReviewItemStatus.Waived and not (note or "").strip():
        raise MisuseError("waiving is a decision that others must be able to judge", "Say why with --note TEXT.")
    changed = {**document.value["review_items"][position], "status": way.status.value}
    if way.settles:
        changed |= {"resolved_at": at, "resolved_by": by, "resolution_note": note}
    else:
        changed |= {"acknowledged_at": at, "acknowledged_by": by}
    return governed(
        replaced(document, f"/review_items/{position}", changed),
        way.action,
        at=at,
        by=by,
        label=f"{way.label} review item {name}",
        rationale=note or "",
        inputs=named_inputs(Index(document.trace), item.target),
        result={"review_item_id": name, "status": way.status.value},
    )


def _refuse_impossible(item: ReviewItem, way: _Step) -> None:
    """A settled item stays settled, and nothing is acknowledged twice.

    Raises:
        MisuseError: Says where the item stands, since when and by whom.
    """
    acknowledged = item.status is ReviewItemStatus.Acknowledged
    if item.status in _SETTLED:
        who, when, advice = item.resolved_by, item.resolved_at, "Open a new item if there is more to be done."
    elif acknowledged and way.status is ReviewItemStatus.Acknowledged:
        who, when, advice = item.acknowledged_by, item.acknowledged_at, "Resolve or waive it."
    else:
        return
    told = "".join((f" by {quoted(who)}" if who else "", f" at {quoted(when)}" if when else ""))
    raise MisuseError(f"the review item {quoted(item.review_item_id)} is {item.status.value} already{told}", advice)
