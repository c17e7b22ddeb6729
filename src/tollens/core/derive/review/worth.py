"""§10, §18.3 What one reasoning result says, and what that is worth."""

from collections.abc import Mapping
from typing import Literal

from tollens.core.derive.freshness.verdicts import Verdict
from tollens.core.derive.review.claims import Weight
from tollens.core.graph.index import Index
from tollens.core.model import (
    ConformanceResultArtifact,
    ConformanceStatus,
    CoSimulationResultArtifact,
    CosimulationStatus,
    Freshness,
    PropertyStatus,
    ReasoningResult,
    StateSpaceAnalysisResultArtifact,
    VerificationGoalArtifact,
    VerificationResultArtifact,
    VerificationResultStatus,
)

Standing = Literal["contested", "refuted", "detached", "stale", "undecided", "holds", "nothing"]
"""Where a symbol stands, by the worst of what is current about it: `nothing` where nothing was ever established."""

WORST = ("contested", "refuted", "detached", "stale", "undecided", "holds")
"""What a result may be worth, the worst first."""

_AGAINST = (
    VerificationResultStatus.VrRefuted,
    ConformanceStatus.ConformanceFailed,
    CosimulationStatus.Mismatched,
)
_FOR = (
    VerificationResultStatus.VrProved,
    ConformanceStatus.ConformancePassed,
    CosimulationStatus.Matched,
)
_OUTDATED: Mapping[Freshness, Standing] = {Freshness.Stale: "stale", Freshness.Detached: "detached"}


def standing_of(result: ReasoningResult, verdict: Verdict, contested_by: str | None) -> Standing:
    """What a result that nothing replaces is worth: a dispute first, then what it says, then whether it still holds."""
    if contested_by is not None:
        return "contested"
    weight = weight_of(result)
    if weight == "against":
        return "refuted"
    if verdict.verdict is not Freshness.Fresh:
        return _OUTDATED[verdict.verdict]
    return "holds" if weight == "for" else "undecided"


def weight_of(result: ReasoningResult) -> Weight:
    """What a result says by itself, whatever came later; a proof that lists a property as refuted speaks against."""
    if isinstance(result, StateSpaceAnalysisResultArtifact):
        return "for" if result.payload.complete is True and result.payload.regions else "open"
    if result.payload.status in _AGAINST or _contradicts_itself(result):
        return "against"
    return "for" if result.payload.status in _FOR else "open"


def _contradicts_itself(result: ReasoningResult) -> bool:
    """Whether a proof lists a property as refuted."""
    if not isinstance(result, VerificationResultArtifact) or not result.payload.result.proved:
        return False
    return any(item.status is PropertyStatus.Refuted for item in result.payload.result.proved.properties)


def verdict_of(result: ReasoningResult) -> str:
    """The verdict in the specification's words; of an analysis whether it says to be complete."""
    if isinstance(result, StateSpaceAnalysisResultArtifact):
        return {True: "complete", False: "incomplete", None: "unstated"}[result.payload.complete]
    return str(result.payload.status.value)


def question_of(index: Index, result: ReasoningResult) -> str:
    """What was asked, for a person."""
    match result:
        case VerificationResultArtifact():
            goal = index.artifact(result.payload.goal_artifact_id)
            asked = goal.payload.description if isinstance(goal, VerificationGoalArtifact) else ""
            return asked or result.payload.goal_artifact_id
        case StateSpaceAnalysisResultArtifact():
            return result.payload.analysis_kind
        case ConformanceResultArtifact():
            return f"conforms to {result.payload.reference_artifact_id}"
        case CoSimulationResultArtifact():
            return result.payload.summary or "replays as recorded"


def engine_of(result: ReasoningResult) -> str:
    """What gave it; empty where the record does not say."""
    if isinstance(result, StateSpaceAnalysisResultArtifact):
        stated = result.payload.fingerprint
        return "" if stated is None else stated.engine or ""
    return result.payload.engine or ""
