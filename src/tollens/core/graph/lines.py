"""§7.3 Lines: the versions of one thing, each an artifact of its own that replaces the one before it.

A version replaces its predecessor because it says so (`supersedes`), or, where it does not name one, because it derives
directly from an artifact of the same type, name and component whose `revision` is lower. A line never returns to where
it was.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tollens.core.graph.elements import known
from tollens.core.graph.succession import without_circles
from tollens.core.model.artifacts import Artifact, KnownArtifact
from tollens.core.model.unrecognized import Unrecognized


class Lines(NamedTuple):
    """The steps between versions, by positions of artifacts.

    Attributes:
        before: Each version that has a predecessor, with it.
        after: Each version that was replaced, with those that replace it, in list order; several where the line forks.
        first: Each version that has a predecessor, with the first version of its line.
    """

    before: dict[int, int]
    after: dict[int, list[int]]
    first: dict[int, int]

    def origin(self, at: int) -> int:
        """The first version of the line."""
        return self.first.get(at, at)

    def versions(self, at: int) -> tuple[int, ...]:
        """Every version of the line that an artifact is of, in list order."""
        found = [self.origin(at)]
        for version in found:
            found.extend(self.after.get(version, ()))
        return tuple(sorted(found))

    def current(self, at: int) -> tuple[int, ...]:
        """The versions of the line that nothing replaces, in list order: one, or several where it forked."""
        return tuple(version for version in self.versions(at) if version not in self.after)


def lines(artifacts: Sequence[Artifact], artifact_at: Mapping[str, int]) -> Lines:
    """Read the steps between versions.

    An unrecognized artifact that says what it supersedes is a version, too: what it replaced is current no more.

    Args:
        artifacts: Of the trace.
        artifact_at: Position of each artifact id.
    """
    before: dict[int, int] = {}
    for position in _later(artifacts):
        artifact = artifacts[position]
        if isinstance(artifact, Unrecognized):
            old = artifact_at.get(artifact.text("supersedes") or "")
        elif artifact.supersedes is not None:
            old = artifact_at.get(artifact.supersedes)
        elif artifact.revision is not None:
            old = _revised(artifacts, artifact_at, artifact, artifact.revision)
        else:
            continue
        if old is not None:
            before[position] = old
    before = without_circles(before)
    after: dict[int, list[int]] = {}
    for position, old in before.items():
        after.setdefault(old, []).append(position)
    return Lines(before, after, _first(before))


def _later(artifacts: Sequence[Artifact]) -> list[int]:
    """Positions of the artifacts that may have a predecessor: few among very many, by what they state."""
    recognized = known(artifacts)
    places = recognized.positions
    later = [at for at, old in zip(places, recognized.each("supersedes"), strict=True) if old is not None]
    revisions = {revision for revision in set(recognized.each("revision")) if revision is not None}
    if len(revisions) > 1:
        lowest, stated = min(revisions), zip(places, recognized.each("revision"), strict=True)
        revised = [at for at, revision in stated if revision is not None and revision > lowest]
        later = sorted({*later, *revised})
    if len(recognized) == len(artifacts):
        return later
    return sorted([*later, *(at for at, artifact in enumerate(artifacts) if isinstance(artifact, Unrecognized))])


def _first(before: Mapping[int, int]) -> dict[int, int]:
    first: dict[int, int] = {}
    for position in before:
        chain = []
        at = position
        while at in before and at not in first:
            chain.append(at)
            at = before[at]
        first.update(dict.fromkeys(chain, first.get(at, at)))
    return first


def _revised(
    artifacts: Sequence[Artifact], artifact_at: Mapping[str, int], artifact: KnownArtifact, revision: int
) -> int | None:
    """The artifact of a lower revision that this one derives from; of several the highest, of these the last."""
    found: tuple[int, int] | None = None
    for name in artifact.derived_from:
        at = artifact_at.get(name)
        parent = None if at is None else artifacts[at]
        if (
            at is not None
            and type(parent) is type(artifact)
            and not isinstance(parent, Unrecognized)
            and parent.revision is not None
            and parent.revision < revision
            and (parent.name, parent.component_id) == (artifact.name, artifact.component_id)
        ):
            found = max(found or (parent.revision, at), (parent.revision, at))
    return None if found is None else found[1]
