"""§11 Reference artifacts: approved ground truth for governance."""

from tollens.core.model.base import Json, OpenWord, Record, Word


class ReferenceArtifactType(OpenWord):
    """What a reference is (§11.1); any other string is a `RefOther`."""

    __slots__ = ()
    KNOWN = {
        "RefFormalModel": "RefFormalModel",
        "RefDocumentation": "RefDocumentation",
        "RefContractModel": "RefContractModel",
        "RefProtocolSpec": "RefProtocolSpec",
    }
    OTHER = "RefOther"


class ReferenceVgKind(Word):
    """What a reference's goal asks (§11.1)."""

    Conformance = "conformance"
    Invariant = "invariant"
    Refinement = "refinement"


class ReferenceVg(Record, frozen=True, kw_only=True):
    """A goal that comes with a reference (§11.1)."""

    vg_id: str
    description: str
    kind: ReferenceVgKind
    src: str


ReferencePayload = Json
"""`reference_payload` (§11.1): open."""


class ReferenceArtifact(Record, frozen=True, kw_only=True):
    """An approved model, specification, interface or contract (§11.1)."""

    reference_artifact_id: str
    name: str
    description: str | None = None
    domain: str
    version: str | None = None
    source: str | None = None
    artifact_type: ReferenceArtifactType
    format: str | None = None
    content_ref: str | None = None
    payload: ReferencePayload | None = None
    verification_goals: tuple[ReferenceVg, ...] = ()
