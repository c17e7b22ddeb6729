"""§10.6 and §10.7: conformance checks and co-simulation."""

from tollens.core.model.base import Json, Record, Word
from tollens.core.model.fingerprint import ReasoningFingerprint

DivergencePoint = Json
"""`divergence_point` (§10.7): where a replay left the recorded run, in any JSON form."""


class ConformanceStatus(Word):
    """Whether the target conforms (§10.6)."""

    ConformancePassed = "passed"
    ConformanceFailed = "failed"
    ConformancePartial = "partial"
    ConformanceUnknown = "unknown"


class ConformanceResultPayload(Record, frozen=True, kw_only=True):
    """The target artifact against an approved reference (§10.6)."""

    reference_artifact_id: str
    target_artifact_id: str
    status: ConformanceStatus
    engine: str | None = None
    findings: tuple[str, ...] = ()
    note: str | None = None
    fingerprint: ReasoningFingerprint | None = None


class CosimulationStatus(Word):
    """Whether a replay agreed with the recorded run (§10.7)."""

    Matched = "matched"
    Mismatched = "mismatched"
    Partial = "partial"
    ErrorStatus = "error"


class CosimulationResultPayload(Record, frozen=True, kw_only=True):
    """A model replayed beside recorded inputs (§10.7)."""

    target_artifact_id: str
    input_artifact_ids: tuple[str, ...] = ()
    status: CosimulationStatus
    engine: str | None = None
    replayed_steps: int | None = None
    divergence_points: tuple[DivergencePoint, ...] = ()
    summary: str | None = None
    observations: tuple[str, ...] = ()
    fingerprint: ReasoningFingerprint | None = None
