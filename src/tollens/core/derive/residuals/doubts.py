"""What puts a recorded result in doubt without refuting it (§7.3, §15.3, §18.3). In doubt, it speaks for nothing."""

from tollens.core.derive.residuals.established import Established
from tollens.core.derive.residuals.surface import UNRECOGNIZED
from tollens.core.graph.index import Index
from tollens.core.model import Freshness, ResidualKind, Unrecognized, VerificationResultArtifact

_DOUBTING = (ResidualKind.NeedsRereasoning.value, UNRECOGNIZED)


def doubts(established: Established) -> dict[str, str]:
    """Each result in doubt, with what doubts it: the first of these that applies.

    - An open residual which says that a merge disturbed it, or one that cannot be read.
    - That it is Stale or Detached.
    - A later element that is not recognized, and may answer the same goal or replace the result.
    """
    gaps = (gap for gap in established.gaps if gap.open and gap.kind in _DOUBTING)
    found = {name: gap.residual_id for gap in gaps for name in gap.about}
    fresh = Freshness.Fresh
    outdated = {
        name: f"being {verdict.verdict.value.lower()}: {verdict.reason}"
        for name, verdict in established.freshness.items()
        if verdict.verdict is not fresh
    }
    for name, doubt in (*outdated.items(), *_by_unrecognized(established.index).items()):
        found.setdefault(name, doubt)
    return found


def _by_unrecognized(index: Index) -> dict[str, str]:
    found: dict[str, str] = {}
    if not index.unread_artifacts:
        return found
    answers: dict[str, list[str]] = {}
    for artifact in index.trace.artifacts:
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
