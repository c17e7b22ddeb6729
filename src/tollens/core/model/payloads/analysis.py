"""§10.5 State-space analysis."""

from tollens.core.model.base import Json, Record
from tollens.core.model.fingerprint import ReasoningFingerprint

WitnessModel = Json
"""`witness_model` (§10.5): a concrete point of a region, in any JSON form."""


class Region(Record, frozen=True, kw_only=True):
    """One region of the state space: where it lies, what holds there, and a witness (§10.5)."""

    constraints: tuple[str, ...] = ()
    invariant: str | None = None
    model: WitnessModel | None = None
    model_eval: str | None = None


class StateSpaceAnalysisResultPayload(Record, frozen=True, kw_only=True):
    """How the behaviour of the target splits into regions (§10.5). `complete` says whether they cover it."""

    target_artifact_id: str
    target_symbol: str | None = None
    analysis_kind: str
    analysis_revision: int | None = None
    description: str | None = None
    complete: bool | None = None
    regions: tuple[Region, ...] = ()
    coverage_summary: str | None = None
    notes: str | None = None
    fingerprint: ReasoningFingerprint | None = None
