"""What results rest on, and which of them a gap is about (§10, §13.1, §15.3).

Links pass through elements that are not recognized, as far as these name what they point at: ignoring an element must
not cut off what casts doubt.
"""

from collections.abc import Callable

from tollens.core.model.artifacts import (
    Artifact,
    CarriedForwardArtifact,
    ConformanceResultArtifact,
    CoSimulationResultArtifact,
    FormalizationArtifact,
    FormalModelArtifact,
    GeneratedTestsArtifact,
    ReasoningResult,
    StateSpaceAnalysisResultArtifact,
    VerificationGoalArtifact,
    VerificationResultArtifact,
)
from tollens.core.model.residuals import ResidualPayload
from tollens.core.model.review import TargetType
from tollens.core.model.unrecognized import Unrecognized

_Reasoning = (
    FormalizationArtifact
    | FormalModelArtifact
    | VerificationGoalArtifact
    | GeneratedTestsArtifact
    | CarriedForwardArtifact
    | ReasoningResult
)

_GROUNDS = (
    "goal_artifact_id",
    "target_artifact_id",
    "reference_artifact_id",
    "source_analysis_artifact_id",
    "result_id",
)


def rests_on(artifact: Artifact) -> set[str]:
    """The ids of what a reasoning artifact rests on, one step: a result on its goal, a goal on its model, a model on
    the code it was made from. A model does not rest on the model that it replaces.
    """
    if isinstance(artifact, Unrecognized):
        return {*artifact.texts("derived_from"), *_named(artifact.member("payload"))}
    if not isinstance(artifact, _Reasoning):
        return set()
    parents = set(artifact.derived_from)
    match artifact:
        case VerificationResultArtifact():
            parents.add(artifact.payload.goal_artifact_id)
        case ConformanceResultArtifact():
            parents |= {artifact.payload.target_artifact_id, artifact.payload.reference_artifact_id}
        case VerificationGoalArtifact() | StateSpaceAnalysisResultArtifact() | CoSimulationResultArtifact():
            parents.add(artifact.payload.target_artifact_id)
        case GeneratedTestsArtifact():
            parents.add(artifact.payload.source_analysis_artifact_id)
        case CarriedForwardArtifact():
            parents.add(artifact.payload.result_id)
        case FormalizationArtifact() | FormalModelArtifact():
            parents.discard(artifact.supersedes or "")
    return parents


def _named(payload: object) -> list[str]:
    """What the payload of an unrecognized artifact names as its ground."""
    members = payload if isinstance(payload, dict) else {}
    grounds = (members.get(name) for name in _GROUNDS)
    return [name for name in grounds if isinstance(name, str)]


def results_to_establish_again(
    gap: ResidualPayload, anchors: tuple[str, ...], is_result: Callable[[str], bool]
) -> tuple[str, ...]:
    """The results that a NeedsRereasoning residual is about: its target, or else those it relates to or derives from.

    Args:
        gap: The residual.
        anchors: What its artifact derives from.
        is_result: Whether an id is that of a reasoning result.
    """
    target = gap.target
    aimed = target.target_id if target is not None and target.target_type is TargetType.ArtifactTarget else None
    if aimed is not None and is_result(aimed):
        return (aimed,)
    return tuple(name for name in dict.fromkeys((*gap.related_artifact_ids, *anchors)) if is_result(name))
