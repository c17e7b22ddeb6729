"""§7.3 What replaced what: `supersedes` names the predecessor that an artifact replaces.

Where the two stand in the list says nothing, since that list is in no order (decision record 0032). Where steps lead
round in a circle, none of them is taken: which one is wrong cannot be told, and nothing is replaced by a guess.
"""

from collections.abc import Iterable, Mapping

from tollens.core.graph.cycles import cycle_of
from tollens.core.model.artifacts import Artifact
from tollens.core.model.unrecognized import Unrecognized

UNNAMED = "unrecognized"
"""Stands for the id of a replacing artifact that has none."""


def replacements(artifacts: Iterable[tuple[int, Artifact]], artifact_at: Mapping[str, int]) -> dict[str, str]:
    """Each id that one of the artifacts supersedes, with the last one in the list that does.

    Args:
        artifacts: Those that count as replacing, with their positions in the trace. Whoever lets a replacement settle
            something leaves the unrecognized out; whoever lets it cast doubt leaves them in.
        artifact_at: Position of each artifact id in the trace.
    """
    steps: dict[int, int] = {}
    names: dict[int, tuple[str, str]] = {}
    for position, artifact in artifacts:
        before = artifact.text("supersedes") if isinstance(artifact, Unrecognized) else artifact.supersedes
        old = None if before is None else artifact_at.get(before)
        if before is not None and old is not None:
            steps[position] = old
            names[position] = before, artifact.artifact_id or UNNAMED
    return dict(names[position] for position in without_circles(steps))


def without_circles(before: Mapping[int, int]) -> dict[int, int]:
    """The steps from versions to their predecessors, without those that lead round in a circle.

    >>> without_circles({1: 0, 2: 3, 3: 2, 4: 3})
    {1: 0, 4: 3}
    """
    if all(old < new for new, old in before.items()):
        return dict(before)
    circles = cycle_of({new: (old,) for new, old in before.items()})
    return {new: old for new, old in before.items() if new not in circles}
