"""§7.3 What replaced what: `supersedes` names the predecessor that a later artifact replaces."""

from collections.abc import Iterable, Mapping

from tollens.core.model.artifacts import Artifact
from tollens.core.model.unrecognized import Unrecognized

UNNAMED = "unrecognized"
"""Stands for the id of a replacing artifact that has none."""


def replacements(artifacts: Iterable[tuple[int, Artifact]], artifact_at: Mapping[str, int]) -> dict[str, str]:
    """Each id that one of the artifacts supersedes, with the last one that does.

    Only an artifact that stands later in the trace replaces one, so that no two replace each other.

    Args:
        artifacts: Those that count as replacing, with their positions in the trace. Whoever lets a replacement settle
            something leaves the unrecognized out; whoever lets it cast doubt leaves them in.
        artifact_at: Position of each artifact id in the trace.
    """
    found: dict[str, str] = {}
    for position, artifact in artifacts:
        before = artifact.text("supersedes") if isinstance(artifact, Unrecognized) else artifact.supersedes
        if before is not None and artifact_at.get(before, position) < position:
            found[before] = artifact.artifact_id or UNNAMED
    return found
