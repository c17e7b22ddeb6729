"""§13 Residual surface: what the trace says it did not establish."""

from tollens.core.model.base import Record, Word
from tollens.core.model.review import TargetRef


class ResidualKind(Word):
    """Why something is unestablished (§13.1)."""

    Assumption = "assumption"
    Unverified = "unverified"
    OutOfScope = "out_of_scope"
    Limitation = "limitation"
    OpenQuestion = "open_question"
    Defeater = "defeater"
    NeedsRereasoning = "needs_rereasoning"
    CoverageRegression = "coverage_regression"


class DefeaterKind(Word):
    """What a Defeater attacks: the claim, the evidence, or the inference (§13.1)."""

    Rebuts = "rebuts"
    Undermines = "undermines"
    Undercuts = "undercuts"


class ResidualSeverity(Word):
    """Impact if wrong or left unaddressed, not probability (§13.2)."""

    InfoResidual = "info"
    LowResidual = "low"
    MediumResidual = "medium"
    HighResidual = "high"
    CriticalResidual = "critical"


class ResidualSource(Word):
    """Who surfaced the residual (§13.1)."""

    AgentDeclared = "agent_declared"
    PolicyDerived = "policy_derived"
    ToolInferred = "tool_inferred"
    ReviewerAdded = "reviewer_added"


class ResidualStatus(Word):
    """Where the residual stands (§13.1)."""

    ResidualOpen = "open"
    ResidualAcknowledged = "acknowledged"
    ResidualAddressed = "addressed"
    ResidualWaived = "waived"


class ResidualPayload(Record, frozen=True, kw_only=True):
    """A declared gap, or, as a Defeater, counter-evidence against a claim (§13.1).

    Attributes:
        defeater_kind: Set exactly when `kind` is Defeater; the rule RES002 checks it.
        target: Where it bites; for a Defeater, the claim that it contests.
        related_artifact_ids: Affected artifacts; for a Defeater, the counter-evidence.
    """

    kind: ResidualKind
    defeater_kind: DefeaterKind | None = None
    statement: str
    severity: ResidualSeverity | None = None
    target: TargetRef | None = None
    related_artifact_ids: tuple[str, ...] = ()
    rationale: str | None = None
    suggested_check: str | None = None
    source: ResidualSource | None = None
    status: ResidualStatus | None = None
    introduced_by_action_id: int | None = None
    tags: tuple[str, ...] = ()


class Residual(ResidualPayload, frozen=True, kw_only=True):
    """The flat residual: an entry of the deprecated `residuals` list, and the form of the surface (§13.1, §13.7)."""

    residual_id: str
