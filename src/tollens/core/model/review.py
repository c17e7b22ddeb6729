"""§14 Comments and review items."""

from tollens.core.model.base import Record, Word


class TargetType(Word):
    """What kind of thing a target is (§14.1)."""

    TraceTarget = "trace"
    ActionTarget = "action"
    ArtifactTarget = "artifact"
    PolicyTarget = "policy"
    PolicyEvaluationTarget = "policy_evaluation"
    ReferenceArtifactTarget = "reference_artifact"


class TargetRef(Record, frozen=True, kw_only=True):
    """What a comment, review item or residual is about (§14.1). An action's id stands as decimal text."""

    target_type: TargetType
    target_id: str | None = None


class CommentStatus(Word):
    """Whether a comment still stands (§14.2)."""

    Open = "open"
    Resolved = "resolved"


class Comment(Record, frozen=True, kw_only=True):
    """A remark on some part of the trace; threads follow `thread_parent_id` (§14.2)."""

    comment_id: str
    author: str
    created_at: str
    body: str
    target: TargetRef
    thread_parent_id: str | None = None
    status: CommentStatus | None = None
    resolved_at: str | None = None
    tags: tuple[str, ...] = ()


class ReviewItemStatus(Word):
    """Where a review item stands (§14.3)."""

    ReviewOpen = "open"
    Acknowledged = "acknowledged"
    ReviewResolved = "resolved"
    Waived = "waived"


class ReviewItem(Record, frozen=True, kw_only=True):
    """A reviewer's demand on some part of the trace (§14.3). A `blocking` one holds up approval."""

    review_item_id: str
    author: str
    created_at: str
    title: str
    body: str | None = None
    target: TargetRef
    assignee: str | None = None
    status: ReviewItemStatus
    blocking: bool | None = None
    acknowledged_at: str | None = None
    acknowledged_by: str | None = None
    resolved_at: str | None = None
    resolved_by: str | None = None
    resolution_note: str | None = None
    tags: tuple[str, ...] = ()
