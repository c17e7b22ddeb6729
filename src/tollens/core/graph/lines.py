"""§7.3 Lines: the versions of one thing, each an artifact of its own that replaces the one before it.

A version replaces its predecessor because it says so (`supersedes`), or, where it does not name one, because it derives
directly from an artifact of the same type, name and component whose `revision` is lower. Only an artifact that stands
earlier in the trace is a predecessor, so a line never returns to where it was.
"""

from typing import NamedTuple

from tollens.core.graph.index import Index
from tollens.core.model.artifacts import KnownArtifact
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


def lines(index: Index) -> Lines:
    """Read the steps between versions.

    An unrecognized artifact that says what it supersedes is a version, too: what it replaced is current no more.
    """
    before: dict[int, int] = {}
    for position, artifact in enumerate(index.trace.artifacts):
        if isinstance(artifact, Unrecognized):
            old = index.artifact_at.get(artifact.text("supersedes") or "")
        elif artifact.supersedes is not None:
            old = index.artifact_at.get(artifact.supersedes)
        else:
            old = _revised(index, position, artifact)
        if old is not None and old < position:
            before[position] = old
    after: dict[int, list[int]] = {}
    first: dict[int, int] = {}
    for position, old in before.items():  # in list order, so that the predecessor was seen
        after.setdefault(old, []).append(position)
        first[position] = first.get(old, old)
    return Lines(before, after, first)


def _revised(index: Index, position: int, artifact: KnownArtifact) -> int | None:
    """The artifact of a lower revision that this one derives from; of several the highest, of these the last."""
    if artifact.revision is None:
        return None
    found: tuple[int, int] | None = None
    for at in index.parents[position]:
        parent = index.trace.artifacts[at]
        if (
            type(parent) is type(artifact)
            and not isinstance(parent, Unrecognized)
            and parent.revision is not None
            and parent.revision < artifact.revision
            and (parent.name, parent.component_id) == (artifact.name, artifact.component_id)
        ):
            found = max(found or (parent.revision, at), (parent.revision, at))
    return None if found is None else found[1]
