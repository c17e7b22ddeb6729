"""§13.2 Contested claims: what an open defeater targets, and what rests on that.

A dispute passes through elements that are not recognized: ignoring one must not settle it.
"""

from collections.abc import Iterable

from tollens.core.derive.surface import Defeater
from tollens.core.model import (
    Artifact,
    CarriedForwardArtifact,
    ConformanceResultArtifact,
    CoSimulationResultArtifact,
    FormalizationArtifact,
    FormalModelArtifact,
    GeneratedTestsArtifact,
    StateSpaceAnalysisResultArtifact,
    Unrecognized,
    VerificationGoalArtifact,
    VerificationResultArtifact,
)

_Reasoning = (
    FormalizationArtifact
    | FormalModelArtifact
    | VerificationGoalArtifact
    | VerificationResultArtifact
    | StateSpaceAnalysisResultArtifact
    | ConformanceResultArtifact
    | CoSimulationResultArtifact
    | GeneratedTestsArtifact
    | CarriedForwardArtifact
)

_GROUNDS = (
    "goal_artifact_id",
    "target_artifact_id",
    "reference_artifact_id",
    "source_analysis_artifact_id",
    "result_id",
)


def contested(artifacts: Iterable[Artifact], defeaters: Iterable[Defeater]) -> dict[str, tuple[str, str]]:
    """What is contested, directly or through what it rests on.

    A result rests on its goal, a goal on its model, a model on the code it was made from. A model does not rest on the
    model that it replaces.

    Args:
        artifacts: Of the trace.
        defeaters: All of them; only those that stand contest anything.

    Returns:
        By artifact id: the id of the artifact that is contested, and the id of the defeater.
    """
    children: dict[str, list[str]] = {}
    for artifact in artifacts:
        if artifact.artifact_id is not None:
            for parent in _rests_on(artifact):
                children.setdefault(parent, []).append(artifact.artifact_id)
    found: dict[str, tuple[str, str]] = {}
    for defeater in defeaters:
        if defeater.open:
            for name in defeater.about:
                found.setdefault(name, (name, defeater.residual_id))
    waiting = list(reversed(found))
    while waiting:
        name = waiting.pop()
        for child in children.get(name, ()):
            if child not in found:
                found[child] = found[name]
                waiting.append(child)
    return found


def _rests_on(artifact: Artifact) -> set[str]:
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
