"""§15.3 The merged trace: the union of both, and what the merge established, made by the action that records it.

The action is a LinkTrace, the text's own action for what joins traces (§8.1). It makes the joined models and the
accounts; its result holds the warrant: the parents with their content hashes, where everything comes from, what has
another name than there, what was set aside, and the change set.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from typing import Any

from tollens.core.author.identifiers import next_id
from tollens.core.graph.index import Index
from tollens.core.graph.merges import MERGED
from tollens.core.merge.account import Account
from tollens.core.merge.answers import Answers
from tollens.core.merge.coverage import Regression
from tollens.core.merge.parents import Parents, Side
from tollens.core.merge.standing import Difference
from tollens.core.merge.union import Union, document_of
from tollens.core.merge.warrant import warrant
from tollens.core.merge.whole import counted
from tollens.core.model import (
    GovernanceAction,
    GovernanceActionType,
    JsonObject,
    MergeEvent,
    ReviewItem,
    ReviewItemStatus,
    TargetRef,
    TargetType,
    TraceLink,
    TraceRelationship,
)
from tollens.core.wire.document import Document
from tollens.core.wire.encode import to_value


def recorded(
    parents: Parents,
    union: Union,
    index: Index,
    accounts: Sequence[Account],
    regressions: Sequence[Regression],
    models: Sequence[Mapping[str, Any]],
    change_set: Mapping[str, Any],
) -> Document:
    """Record a merge.

    Args:
        parents: The traces that came together.
        union: Both as one trace.
        index: Of the union.
        accounts: What became of each prior result.
        regressions: The goals that gained what nothing proves.
        models: The models that the merge joined, as artifacts without a maker.
        change_set: What either side changed, for the record.
    """
    value = dict(union.value)
    number = max((action.id for action in index.trace.actions if action.id is not None), default=0) + 1
    answers = Answers(index, _taken(union, models), number, index.trace.trace_id)
    for account in accounts:
        answers.account(account)
    for regression in regressions:
        answers.regression(regression)
    made = [*({**model, "producer_action_id": number} for model in models), *to_value(answers.made)]
    links, items = links_of(parents, union), review_items_of(union)
    result = {
        "link_ids": [link.link_id for link in links],
        "review_item_ids": [item.review_item_id for item in items],
        MERGED: warrant(parents, union, change_set),
    }
    action = GovernanceAction(
        id=number,
        type=GovernanceActionType.LinkTrace,
        label=f"Merge {_called(parents, Side.Theirs)} into {_called(parents, Side.Ours)}",
        rationale=f"{union.by} asked for it.",
        outputs=tuple(artifact["artifact_id"] for artifact in made),
        request=JsonObject.of({"at": union.at, "by": union.by}),
    )
    _extend(value, "artifacts", made)
    _extend(value, "actions", [{**to_value(action), "result": result}])
    _extend(value, "trace_links", map(to_value, links))
    _extend(value, "review_items", map(to_value, items))
    value["merge"] = to_value(_event(parents))
    made_of = (parents.ours, parents.theirs, *(Document.of(more.sides[Side.Theirs].value) for more in union.further))
    metrics = counted(union.sides[Side.Ours], union.sides[Side.Theirs], value)
    return document_of(value if metrics is None else {**value, "metrics": metrics}, made_of)


def _extend(value: dict[str, Any], member: str, more: Iterable[Any]) -> None:
    added = list(more)
    if added:
        value[member] = [*(value.get(member) or ()), *added]


def _taken(union: Union, models: Sequence[Mapping[str, Any]]) -> set[Any]:
    """Ids that no new artifact may have."""
    return {*union.names.values(), *(model["artifact_id"] for model in models)}


def _called(parents: Parents, side: Side) -> str:
    return parents.of(side).trace.trace_id or side.value


def _event(parents: Parents) -> MergeEvent:
    base = None if parents.base is None else parents.base.trace.trace_id
    names = tuple(parents.of(side).trace.trace_id for side in Side)
    return MergeEvent(parents=names, base=base or None, kind=parents.kind)


def links_of(parents: Parents, union: Union) -> list[TraceLink]:
    """A link to each parent that has an id of its own, unless there is one (§15.1)."""
    own = union.value.get("trace_id")
    held = [link for link in union.value.get("trace_links") or () if isinstance(link, dict)]
    told = {(link.get("to_trace_id"), link.get("relationship")) for link in held if link.get("from_trace_id") == own}
    names = [str(link.get("link_id")) for link in held]
    made: list[TraceLink] = []
    for to in dict.fromkeys(parents.of(side).trace.trace_id for side in Side):
        if not own or not to or to == own or (to, TraceRelationship.DerivedFrom.value) in told:
            continue
        made.append(
            TraceLink(
                link_id=next_id((*names, *(link.link_id for link in made)), "l"),
                from_trace_id=own,
                to_trace_id=to,
                relationship=TraceRelationship.DerivedFrom,
                created_at=union.at,
                created_by=union.by,
                note=f"A parent of this trace, which is a {parents.kind}.",
            )
        )
    return made


_ITEM = "ri"
_TARGETS = {"policies": TargetType.PolicyTarget, "reference_artifacts": TargetType.ReferenceArtifactTarget}
NOUNS = {"goals": "goal", "policies": "policy", "reference_artifacts": "reference"}
"""What the differences are about that a person has to decide."""


def review_items_of(union: Union) -> list[ReviewItem]:
    """A demand for each definition of which two stand: which of them counts is for a person to say."""
    held = union.value.get("review_items") or ()
    taken = {str(item.get("review_item_id")) for item in held if isinstance(item, dict)}
    asked = [difference for difference in union.differences if difference.member in NOUNS]
    number = int(next_id(taken, _ITEM).removeprefix(_ITEM))
    free = (name for at in count(number) if (name := f"{_ITEM}{at}") not in taken)
    return [_review_item(difference, name, union) for difference, name in zip(asked, free, strict=False)]


def _review_item(difference: Difference, name: str, union: Union) -> ReviewItem:
    noun = NOUNS[difference.member]
    kind = _TARGETS.get(difference.member, TargetType.TraceTarget)
    about = str(union.value.get("trace_id")) if kind is TargetType.TraceTarget else difference.name
    who = "Both parents changed it" if difference.both_changed else "One parent changed it"
    return ReviewItem(
        review_item_id=name,
        author=union.by,
        created_at=union.at,
        title=f"Decide between two definitions of the {noun} {difference.name}",
        body=f"{who}: {difference.name} is as ours has it, {difference.theirs} as theirs has it.",
        target=TargetRef(target_type=kind, target_id=about),
        status=ReviewItemStatus.ReviewOpen,
        blocking=difference.both_changed or None,
    )
