"""§9 Evidence and observations."""

import msgspec

from tollens.core.model.base import Record, Word


class EvidenceType(Word):
    """What a piece of evidence refers to (§9.1)."""

    FileRef = "FileRef"
    UrlRef = "UrlRef"
    CommandOutput = "CommandOutput"
    SearchResult = "SearchResult"


class Evidence(Record, frozen=True, kw_only=True):
    """A pointer to what backs an action (§9.1). `exit_code` is the status of the command that `ref_` names."""

    typ: EvidenceType = msgspec.field(name="type")
    ref_: str = msgspec.field(name="ref")
    exit_code: int | None = None


class Confidence(Word):
    """How sure an observation is (§9.2)."""

    High = "high"
    Medium = "medium"
    Low = "low"


class Observation(Record, frozen=True, kw_only=True):
    """A statement drawn from what an action saw (§9.2). `derived_from` names artifacts."""

    observation_id: str | None = None
    derived_from: tuple[str, ...] = ()
    statement: str
    confidence: Confidence | None = None
