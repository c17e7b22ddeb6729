"""What `tollens resolve` tells: goals with what they rest on, read off one evaluation."""

import msgspec

from tollens.core.derive.evaluation import Evaluation
from tollens.core.derive.freshness.verdicts import Verdict
from tollens.core.derive.goals.resolution import ResolvedGoal
from tollens.core.derive.residuals.reopened import DerivedGap


class Contested(msgspec.Struct, frozen=True):
    """An artifact that a defeater which stands is against, directly or through what it rests on (§13.2).

    Attributes:
        artifact_id: Of the artifact.
        defeaters: Ids of the defeaters: those that name it, else one against what it rests on.
    """

    artifact_id: str
    defeaters: tuple[str, ...]


class Resolved(msgspec.Struct, frozen=True):
    """The goals of a trace, resolved, and what their status rests on (§18.3).

    Attributes:
        goals: In the order of the trace.
        freshness: The verdict on each reasoning result, in the order of the trace.
        contested: What is contested, in the order of the trace; what is none of it, last.
        derived_residuals: The gaps that stale and detached results reopen.
        exploration: Ids of the actions in no goal's cone.
    """

    goals: tuple[ResolvedGoal, ...]
    freshness: tuple[Verdict, ...]
    contested: tuple[Contested, ...]
    derived_residuals: tuple[DerivedGap, ...]
    exploration: tuple[int, ...]


def resolved(evaluation: Evaluation) -> Resolved:
    """Gather what an evaluation says of goals."""
    established, resolution = evaluation.established, evaluation.resolution
    direct: dict[str, dict[str, None]] = {}
    for defeater in established.defeaters:
        if defeater.open:
            for name in defeater.about:
                direct.setdefault(name, {})[defeater.residual_id] = None
    at = established.index.artifact_at
    names = sorted(established.contested, key=lambda name: (at.get(name, len(at)), name))
    return Resolved(
        resolution.goals,
        tuple(established.freshness.values()),
        tuple(Contested(name, tuple(direct.get(name, (established.contested[name][1],)))) for name in names),
        established.derived,
        resolution.exploration,
    )
