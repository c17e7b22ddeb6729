"""§8.1 The governance action that goes with a change of the record: who did it, when, and to what."""

from collections.abc import Mapping, Sequence

from tollens.core.author.edits import appended, replaced
from tollens.core.author.identifiers import next_action_id
from tollens.core.graph.index import Index
from tollens.core.model import GovernanceAction, GovernanceActionType, JsonObject, Metrics, TargetRef, TargetType
from tollens.core.wire.document import Document


def governed(
    document: Document,
    action: GovernanceActionType,
    *,
    at: str,
    by: str,
    label: str,
    rationale: str = "",
    inputs: Sequence[str] = (),
    outputs: Sequence[str] = (),
    result: Mapping[str, object] | None = None,
) -> Document:
    """Append a governance action as the last step of the trace.

    An action has no members for its author and its time, so both stand in its open `request` (§8.2). The count of all
    actions in `metrics` is kept true where it was true (§5.1).

    Args:
        document: The trace.
        action: What was done.
        at: When, as RFC 3339.
        by: Who did it.
        label: What was done, in a few words.
        rationale: Why; when empty, that it was asked for.
        inputs: Artifacts and reference artifacts that it is about.
        outputs: Artifacts that it made.
        result: Ids of what came of it that is no artifact, by member name.
    """
    counted = len(document.trace.actions)
    made = GovernanceAction(
        id=next_action_id(document.trace),
        type=action,
        label=label,
        rationale=rationale or f"{by} asked for it.",
        inputs=tuple(inputs),
        outputs=tuple(outputs),
        request=JsonObject.of({"at": at, "by": by}),
        result=None if result is None else JsonObject.of(dict(result)),
    )
    after = appended(document, "/actions", made)
    metrics = document.trace.metrics
    if isinstance(metrics, Metrics) and metrics.total_actions == counted:
        after = replaced(after, "/metrics/total_actions", counted + 1)
    return after


def named_inputs(index: Index, target: TargetRef) -> tuple[str, ...]:
    """What an action about `target` takes in: the artifact or reference artifact, since only those are exchanged (§7).

    A target that names nothing of this trace gives nothing.
    """
    of_artifacts = (TargetType.ArtifactTarget, TargetType.ReferenceArtifactTarget)
    name = target.target_id
    return (name,) if target.target_type in of_artifacts and name is not None and index.resolves(name) else ()
