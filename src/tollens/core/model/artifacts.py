"""§7 Artifacts: one class per constructor, so that a payload cannot stand on the wrong kind (§7.2)."""

from typing import TYPE_CHECKING

from tollens.core.model.base import Constructors, JsonObject, OpenWord, Record
from tollens.core.model.merging import CarriedForwardPayload
from tollens.core.model.payloads.analysis import StateSpaceAnalysisResultPayload
from tollens.core.model.payloads.conformance import ConformanceResultPayload, CosimulationResultPayload
from tollens.core.model.payloads.execution import (
    CommandResultPayload,
    GeneratedTestsPayload,
    ReproductionBundlePayload,
)
from tollens.core.model.payloads.models import FormalizationPayload, FormalModelPayload
from tollens.core.model.payloads.verification import VerificationGoalPayload, VerificationResultPayload
from tollens.core.model.residuals import ResidualPayload

if TYPE_CHECKING:
    from tollens.core.model.unrecognized import UnrecognizedArtifact


class ArtifactRole(OpenWord):
    """A semantic tag that policies read (§7.1); any other string is a `CustomArtifactRole`."""

    __slots__ = ()
    KNOWN = {
        "FormalModelRole": "formal_model",
        "ApprovedReferenceRole": "approved_reference",
        "ReasoningGoalRole": "reasoning_goal",
        "ReasoningResultRole": "reasoning_result",
        "ProofRole": "proof",
        "CounterexampleRole": "counterexample",
        "StateSpaceAnalysisRole": "state_space_analysis",
        "GeneratedTestRole": "generated_test",
        "AuditEvidenceRole": "audit_evidence",
    }
    OTHER = "CustomArtifactRole"


ArtifactMetadata = JsonObject
"""`artifact_metadata` (§7.1): used by the text and defined nowhere, so any JSON object."""


class ArtifactCommon(
    Record,
    metaclass=Constructors,
    frozen=True,
    kw_only=True,
    tag_field="artifact_type",
    tag=lambda name: name.removesuffix("Artifact"),
):
    """What every artifact has (§7.1). Artifacts are immutable; evolution is `revision` and `supersedes` (§7.3).

    Attributes:
        derived_from: The immediate inputs: ids of earlier artifacts or of reference artifacts.
        supersedes: The predecessor that this artifact replaces.
        component_id: Durable identity of the code component that this artifact is about (§15.3).
    """

    artifact_id: str
    artifact_role: ArtifactRole | None = None
    name: str | None = None
    format: str | None = None
    revision: int | None = None
    producer_action_id: int | None = None
    derived_from: tuple[str, ...] = ()
    supersedes: str | None = None
    content_ref: str | None = None
    summary: str | None = None
    component_id: str | None = None
    metadata: ArtifactMetadata | None = None


class UserInstructionArtifact(ArtifactCommon, frozen=True, kw_only=True):
    """What a person asked for (§7.1)."""


class SourceCodeArtifact(ArtifactCommon, frozen=True, kw_only=True):
    """Source code as it stood (§7.1)."""


class DocumentationArtifact(ArtifactCommon, frozen=True, kw_only=True):
    """A document that was read or written (§7.1)."""


class SearchResultsArtifact(ArtifactCommon, frozen=True, kw_only=True):
    """What a search found (§7.1)."""


class AnalysisNoteArtifact(ArtifactCommon, frozen=True, kw_only=True):
    """A note of the agent's analysis (§7.1)."""


class PlanArtifact(ArtifactCommon, frozen=True, kw_only=True):
    """A plan of the work (§7.1)."""


class FormalizationArtifact(ArtifactCommon, frozen=True, kw_only=True):
    """Source code carried into a model language (§10.1)."""

    payload: FormalizationPayload

    HELD = ("payload", (FormalizationPayload,))


class FormalModelArtifact(ArtifactCommon, frozen=True, kw_only=True):
    """A formal model (§10.2)."""

    payload: FormalModelPayload

    HELD = ("payload", (FormalModelPayload,))


class VerificationGoalArtifact(ArtifactCommon, frozen=True, kw_only=True):
    """A goal for a reasoner (§10.3)."""

    payload: VerificationGoalPayload

    HELD = ("payload", (VerificationGoalPayload,))


class VerificationResultArtifact(ArtifactCommon, frozen=True, kw_only=True):
    """A reasoner's answer to a goal (§10.4)."""

    payload: VerificationResultPayload

    HELD = ("payload", (VerificationResultPayload,))


class StateSpaceAnalysisResultArtifact(ArtifactCommon, frozen=True, kw_only=True):
    """A split of a state space into regions (§10.5)."""

    payload: StateSpaceAnalysisResultPayload

    HELD = ("payload", (StateSpaceAnalysisResultPayload,))


class ConformanceResultArtifact(ArtifactCommon, frozen=True, kw_only=True):
    """The outcome of a conformance check (§10.6)."""

    payload: ConformanceResultPayload

    HELD = ("payload", (ConformanceResultPayload,))


class CoSimulationResultArtifact(ArtifactCommon, frozen=True, kw_only=True):
    """The outcome of a co-simulation (§10.7)."""

    payload: CosimulationResultPayload

    HELD = ("payload", (CosimulationResultPayload,))


class GeneratedTestsArtifact(ArtifactCommon, frozen=True, kw_only=True):
    """Tests made from an analysis (§10.8)."""

    payload: GeneratedTestsPayload

    HELD = ("payload", (GeneratedTestsPayload,))


class CommandResultArtifact(ArtifactCommon, frozen=True, kw_only=True):
    """What a command printed and how it ended (§10.9)."""

    payload: CommandResultPayload

    HELD = ("payload", (CommandResultPayload,))


class DiffArtifact(ArtifactCommon, frozen=True, kw_only=True):
    """A change to files (§7.1)."""


class UserApprovalArtifact(ArtifactCommon, frozen=True, kw_only=True):
    """A person's approval (§7.1)."""


class CommitArtifact(ArtifactCommon, frozen=True, kw_only=True):
    """A commit (§7.1)."""


class ReproductionBundleArtifact(ArtifactCommon, frozen=True, kw_only=True):
    """What is needed to replay some actions (§10.10)."""

    payload: ReproductionBundlePayload

    HELD = ("payload", (ReproductionBundlePayload,))


class CarriedForwardArtifact(ArtifactCommon, frozen=True, kw_only=True):
    """A prior result that a merge provably left untouched (§15.3)."""

    payload: CarriedForwardPayload

    HELD = ("payload", (CarriedForwardPayload,))


class ResidualArtifact(ArtifactCommon, frozen=True, kw_only=True):
    """A declared gap or defeater (§13.1). The constructor is missing from the list in §7.1; §13 makes it one."""

    payload: ResidualPayload

    HELD = ("payload", (ResidualPayload,))


KnownArtifact = (
    UserInstructionArtifact
    | SourceCodeArtifact
    | DocumentationArtifact
    | SearchResultsArtifact
    | AnalysisNoteArtifact
    | PlanArtifact
    | FormalizationArtifact
    | FormalModelArtifact
    | VerificationGoalArtifact
    | VerificationResultArtifact
    | StateSpaceAnalysisResultArtifact
    | ConformanceResultArtifact
    | CoSimulationResultArtifact
    | GeneratedTestsArtifact
    | CommandResultArtifact
    | DiffArtifact
    | UserApprovalArtifact
    | CommitArtifact
    | ReproductionBundleArtifact
    | CarriedForwardArtifact
    | ResidualArtifact
)
"""The constructors of §7.1 and `Residual` (§13.1)."""

ReasoningResult = (
    VerificationResultArtifact
    | StateSpaceAnalysisResultArtifact
    | ConformanceResultArtifact
    | CoSimulationResultArtifact
)
"""The artifacts that may carry a reasoning fingerprint (§10.4a)."""

# As `Kept`, with a kind of its own.
if TYPE_CHECKING:
    Artifact = KnownArtifact | UnrecognizedArtifact
else:
    Artifact = KnownArtifact
