"""What puts a recorded result in doubt without refuting it (§7.3, §15.3, §18.3). In doubt, it speaks for nothing."""

from collections.abc import Iterable

from tollens.core.derive.surface import UNRECOGNIZED, Gap
from tollens.core.graph.grounds import subject_of
from tollens.core.graph.index import Index
from tollens.core.graph.succession import replacements
from tollens.core.model import (
    Artifact,
    CarriedForwardArtifact,
    ReasoningResult,
    ResidualKind,
    Unrecognized,
    VerificationGoalArtifact,
    VerificationResultArtifact,
)

_DOUBTING = (ResidualKind.NeedsRereasoning.value, UNRECOGNIZED)


def doubts(index: Index, gaps: Iterable[Gap]) -> dict[str, str]:
    """Each result in doubt, with what doubts it: the first of these that applies.

    - An open residual which says that a merge disturbed it, or one that cannot be read.
    - A later element that is not recognized, and may answer the same goal or replace the result.
    - A later version of what it is about, unless a merge carried the result forward. Whether the result still holds
      is then a question of freshness (§18.3), which is not answered here.
    """
    found = {name: gap.residual_id for gap in gaps if gap.open and gap.kind in _DOUBTING for name in gap.about}
    for name, doubt in (*_by_unrecognized(index.trace.artifacts).items(), *_by_successors(index).items()):
        found.setdefault(name, doubt)
    return found


def _by_unrecognized(artifacts: Iterable[Artifact]) -> dict[str, str]:
    found: dict[str, str] = {}
    answers: dict[str, list[str]] = {}
    for artifact in artifacts:
        if isinstance(artifact, VerificationResultArtifact):
            answers.setdefault(artifact.payload.goal_artifact_id, []).append(artifact.artifact_id)
        elif isinstance(artifact, Unrecognized):
            payload = artifact.member("payload")
            goal = payload.get("goal_artifact_id") if isinstance(payload, dict) else None
            doubted = answers.pop(goal, []) if isinstance(goal, str) else []
            for name in (artifact.text("supersedes"), *doubted):
                if name is not None:
                    found.setdefault(name, f"{artifact.artifact_id or artifact.path}, not recognized")
    return found


def _by_successors(index: Index) -> dict[str, str]:
    replaced = replacements(enumerate(index.trace.artifacts), index.artifact_at)
    targets = {goal.artifact_id: goal.payload.target_artifact_id for _, goal in index.of(VerificationGoalArtifact)}
    carried = {artifact.payload.result_id for _, artifact in index.of(CarriedForwardArtifact)}
    found: dict[str, str] = {}
    for _, artifact in index.artifacts:
        if isinstance(artifact, ReasoningResult) and artifact.artifact_id not in carried:
            about = subject_of(artifact, targets)
            if about in replaced:
                found[artifact.artifact_id] = f"{replaced[about]}, which replaced {about}"
    return found
