"""§13 Everything that a trace did not establish, declared or not, as one value."""

import msgspec

from tollens.core.derive.residuals.candidates import candidates
from tollens.core.derive.residuals.established import Established
from tollens.core.derive.residuals.lifecycle import Lifecycle
from tollens.core.derive.residuals.reopened import DerivedGap
from tollens.core.derive.residuals.surface import Defeater, Gap


class ContestedArtifact(msgspec.Struct, frozen=True):
    """An artifact that a standing defeater contests, directly or through what it rests on (§13.2).

    Attributes:
        at: The artifact that the defeaters contest: this one, or one that it rests on.
        defeaters: Ids of the defeaters: those that name this one, else one against that one.
    """

    artifact_id: str
    at: str
    defeaters: tuple[str, ...]


class Unestablished(msgspec.Struct, frozen=True):
    """The negative space of a trace.

    Attributes:
        gaps, defeaters: Declared, the worst first, settled ones too.
        contested: What the defeaters that stand contest.
        derived_residuals: Gaps that stale and detached results reopen (§18.3).
        candidates: What nobody declared, and what a residual could say (§13.4).
        since: What became of gaps since earlier traces; `null` where none were given.
    """

    gaps: tuple[Gap, ...]
    defeaters: tuple[Defeater, ...]
    contested: tuple[ContestedArtifact, ...]
    derived_residuals: tuple[DerivedGap, ...]
    candidates: tuple[DerivedGap, ...]
    since: Lifecycle | None


def unestablished(established: Established, since: Lifecycle | None = None) -> Unestablished:
    """Gather it.

    Args:
        established: What stands in the trace.
        since: What became of gaps since earlier traces.
    """
    by_artifact: dict[str, dict[str, None]] = {}
    for defeater in established.defeaters:
        if defeater.open:
            for name in defeater.about:
                by_artifact.setdefault(name, {})[defeater.residual_id] = None
    return Unestablished(
        gaps=established.gaps,
        defeaters=established.defeaters,
        contested=tuple(
            ContestedArtifact(name, at, tuple(by_artifact.get(name, (by,))))
            for name, (at, by) in established.contested.items()
        ),
        derived_residuals=established.derived,
        candidates=candidates(established.index),
        since=since,
    )
