"""§14.1 What a target reference names, and whether that exists."""

from tollens.core.graph.index import Index
from tollens.core.model.review import TargetRef, TargetType
from tollens.core.validate.wording import quoted

LONGEST_NUMBER = 30
"""Digits that the decimal text of an action's id may have here: more than any id has."""


def dangling(index: Index, target: TargetRef | None) -> str | None:
    """Why the target names nothing, or `None` where it names something or states no id.

    A target of the type `trace` is never dangling: the id may be that of a linked trace.
    """
    if target is None or target.target_id is None:
        return None
    name = target.target_id
    match target.target_type:
        case TargetType.TraceTarget:
            found = True
        case TargetType.ActionTarget:
            found = _number(name) in index.action_at
        case TargetType.ArtifactTarget:
            found = name in index.artifact_at
        case TargetType.PolicyTarget:
            found = name in index.policy_ids or name in index.evaluated_policy_ids
        case TargetType.PolicyEvaluationTarget:
            found = name in index.evaluated_policy_ids
        case TargetType.ReferenceArtifactTarget:
            found = name in index.reference_ids
    if found:
        return None
    kind = target.target_type.value.replace("_", " ")
    if target.target_type is TargetType.ArtifactTarget and name in index.reference_ids:
        return f"the target is the {kind} {quoted(name)}, which is a reference_artifact of this trace"
    return f"the target is the {kind} {quoted(name)}, which does not exist in this trace"


def _number(text: str) -> int | None:
    digits = text.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) <= LONGEST_NUMBER:
        return int(text)
    return None
