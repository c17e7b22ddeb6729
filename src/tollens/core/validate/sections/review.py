"""§14 Comments and review items are about things that exist, and threads come to an end."""

from collections.abc import Iterator

from tollens.core.diagnostics import pointer
from tollens.core.graph.cycles import cycle_of
from tollens.core.graph.elements import known
from tollens.core.graph.index import Index
from tollens.core.model.artifacts import ResidualArtifact
from tollens.core.model.review import CommentStatus, ReviewItemStatus, TargetRef, TargetType
from tollens.core.validate.examples import a_comment, a_review_item, an_action
from tollens.core.validate.rule import Finding, rule
from tollens.core.validate.targets import dangling
from tollens.core.validate.wording import quoted

_ACTION_1 = {"target_type": "action", "target_id": "1"}
_ACTION_9 = {"target_type": "action", "target_id": "9"}


@rule(
    "RVW001",
    "error",
    "14.2",
    "What a comment is about exists",
    prose="`target` says which part of the trace the comment is about (§14.1, §14.2). A policy evaluation is named by "
    "the id of its policy.",
    hint="Correct the target; an action is named by its id as text.",
    good={"actions": [an_action(1)], "comments": [a_comment(target=_ACTION_1)]},
    bad={"comments": [a_comment(target=_ACTION_9)]},
)
def comment_targets_exist(index: Index) -> Iterator[Finding]:
    for position, remark in known(index.trace.comments):
        if (message := dangling(index, remark.target)) is not None:
            yield Finding(pointer("comments", position, "target", "target_id"), message)


@rule(
    "RVW002",
    "error",
    "14.3",
    "What a review item is about exists",
    prose="`target` says which part of the trace the review item is about (§14.1, §14.3).",
    hint="Correct the target; an action is named by its id as text.",
    good={"actions": [an_action(1)], "review_items": [a_review_item(target=_ACTION_1)]},
    bad={"review_items": [a_review_item(target=_ACTION_9)]},
)
def review_targets_exist(index: Index) -> Iterator[Finding]:
    for position, item in known(index.trace.review_items):
        if (message := dangling(index, item.target)) is not None:
            yield Finding(pointer("review_items", position, "target", "target_id"), message)


@rule(
    "RVW003",
    "error",
    "14.2",
    "The comment that another answers exists",
    prose="`thread_parent_id` is the comment that this one answers (§14.2).",
    hint="Add the missing comment, or correct the id.",
    good={"comments": [a_comment("c1"), a_comment("c2", thread_parent_id="c1")]},
    bad={"comments": [a_comment("c2", thread_parent_id="c9")]},
)
def thread_parents_exist(index: Index) -> Iterator[Finding]:
    for position, remark in known(index.trace.comments):
        if remark.thread_parent_id is not None and remark.thread_parent_id not in index.comment_at:
            yield Finding(
                pointer("comments", position, "thread_parent_id"),
                f"the comment answers {quoted(remark.thread_parent_id)}, which is no comment of this trace",
            )


@rule(
    "RVW004",
    "error",
    "14.2",
    "No comment answers itself",
    prose="Threads are built by following `thread_parent_id` (§14.2), so following it comes to an end.",
    hint="Correct the step that points the wrong way.",
    good={
        "comments": [
            a_comment("c1", thread_parent_id="c2"),
            a_comment("c2", thread_parent_id="c3"),
            a_comment("c3"),
        ]
    },
    bad={"comments": [a_comment("c1", thread_parent_id="c2"), a_comment("c2", thread_parent_id="c1")]},
)
def threads_end(index: Index) -> Iterator[Finding]:
    remarks = known(index.trace.comments)
    at = index.comment_at
    above = {
        position: [at[remark.thread_parent_id]]
        for position, remark in remarks
        if remark.thread_parent_id is not None and remark.thread_parent_id in at
    }
    if not any(targets[0] >= position for position, targets in above.items()):
        return
    cycle = cycle_of(above)
    for position, remark in remarks:
        if position in cycle and above[position][0] >= position:
            yield Finding(
                pointer("comments", position, "thread_parent_id"),
                f"{quoted(remark.comment_id)} answers {quoted(remark.thread_parent_id)}, and that answers it",
            )


@rule(
    "RVW005",
    "warning",
    "14.2",
    "Only a resolved comment was resolved",
    prose="`resolved_at` says when the comment was resolved (§14.2); an open one has no such time.",
    hint="Correct the status, or remove the time.",
    good={"comments": [a_comment(status="resolved", resolved_at="2026-01-03T00:00:00Z")]},
    bad={"comments": [a_comment(status="open", resolved_at="2026-01-03T00:00:00Z")]},
)
def comments_resolved(index: Index) -> Iterator[Finding]:
    for position, remark in known(index.trace.comments):
        if remark.status is CommentStatus.Open and remark.resolved_at is not None:
            yield Finding(
                pointer("comments", position, "resolved_at"),
                f"{quoted(remark.comment_id)} is open and says when it was resolved",
            )


@rule(
    "RVW006",
    "warning",
    "14.3",
    "Only a settled review item was settled",
    prose="`resolved_at`, `resolved_by` and `resolution_note` say how the item was resolved or waived (§14.3); an open "
    "or acknowledged one has none of them, and an open one was not acknowledged either.",
    hint="Correct the status, or remove what does not apply.",
    good={"review_items": [a_review_item(status="resolved", resolved_by="a reviewer")]},
    bad={"review_items": [a_review_item(status="open", resolved_by="a reviewer")]},
)
def items_settled(index: Index) -> Iterator[Finding]:
    for position, item in known(index.trace.review_items):
        if item.status in (ReviewItemStatus.ReviewResolved, ReviewItemStatus.Waived):
            continue
        early = {
            "resolved_at": item.resolved_at,
            "resolved_by": item.resolved_by,
            "resolution_note": item.resolution_note,
        }
        if item.status is ReviewItemStatus.ReviewOpen:
            early |= {"acknowledged_at": item.acknowledged_at, "acknowledged_by": item.acknowledged_by}
        for member, said in early.items():
            if said is not None:
                yield Finding(
                    pointer("review_items", position, member),
                    f"{quoted(item.review_item_id)} is {item.status.value} and has {member}",
                )


@rule(
    "RVW007",
    "warning",
    "14.1",
    "A target names one thing",
    prose="`target_id` is optional for the sake of the target type `trace` (§14.1); a target of any other type that "
    "states no id is about nothing in particular.",
    hint="State `target_id`.",
    good={"comments": [a_comment(target={"target_type": "trace"})]},
    bad={"comments": [a_comment(target={"target_type": "action"})]},
)
def targets_are_named(index: Index) -> Iterator[Finding]:
    for target, place in _targets(index):
        if target.target_id is None and target.target_type is not TargetType.TraceTarget:
            yield Finding(
                pointer(*place, "target"), f"the target is some {target.target_type.value}, and not said which"
            )


def _targets(index: Index) -> Iterator[tuple[TargetRef, tuple[str | int, ...]]]:
    for position, gap in index.of(ResidualArtifact):
        if gap.payload.target is not None:
            yield gap.payload.target, ("artifacts", position, "payload")
    for position, entry in known(index.trace.residuals):
        if entry.target is not None:
            yield entry.target, ("residuals", position)
    for position, remark in known(index.trace.comments):
        yield remark.target, ("comments", position)
    for position, item in known(index.trace.review_items):
        yield item.target, ("review_items", position)
