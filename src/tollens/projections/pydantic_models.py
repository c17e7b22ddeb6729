"""Pydantic models of the Ponens Trace Specification 1.11, generated from the canonical model; do not edit.

They need the extra `pydantic`.

>>> Event.model_validate({"type": "TaskReceived"}).canonical().typ
<EventType.TaskReceived: 'TaskReceived'>
"""

from typing import Annotated, ClassVar, Literal

from pydantic import Field, JsonValue, StrictBool, StrictFloat, StrictInt, StrictStr

from tollens.core import model as strict
from tollens.projections.pydantic_base import Projection

EventType = Literal[
    "TaskReceived",
    "TriggeredByEvent",
    "ProcessCompleted",
    "ProcessAborted",
    "ProcessInterrupted",
]
"""What an event marks (§6.1)."""


class Event(Projection):
    """How the process began (`trigger`) or ended (`outcome`) (§6.1)."""

    typ: EventType = Field(alias="type")
    description: StrictStr | None = None
    summary: StrictStr | None = None
    from_user: StrictStr | None = None
    reason: StrictStr | None = None

    def canonical(self) -> strict.Event:
        """Rebuild the canonical value."""
        return self._canonical(strict.Event)


EvidenceType = Literal[
    "FileRef",
    "UrlRef",
    "CommandOutput",
    "SearchResult",
]
"""What a piece of evidence refers to (§9.1)."""


class Evidence(Projection):
    """A pointer to what backs an action (§9.1). `exit_code` is the status of the command that `ref_` names."""

    typ: EvidenceType = Field(alias="type")
    ref_: StrictStr = Field(alias="ref")
    exit_code: StrictInt | None = None

    def canonical(self) -> strict.Evidence:
        """Rebuild the canonical value."""
        return self._canonical(strict.Evidence)


Confidence = Literal[
    "high",
    "medium",
    "low",
]
"""How sure an observation is (§9.2)."""


class Observation(Projection):
    """A statement drawn from what an action saw (§9.2). `derived_from` names artifacts."""

    observation_id: StrictStr | None = None
    derived_from: tuple[StrictStr, ...] = ()
    statement: StrictStr
    confidence: Confidence | None = None

    def canonical(self) -> strict.Observation:
        """Rebuild the canonical value."""
        return self._canonical(strict.Observation)


Determinism = Literal[
    "deterministic",
    "mixed",
    "nondeterministic",
]
"""Whether running the tool again gives the same (§8.3)."""


class ExecutionMetadata(Projection):
    """The tool behind an action (§8.3)."""

    tool: StrictStr | None = None
    version: StrictStr | None = None
    method_: StrictStr | None = Field(default=None, alias="method")
    determinism: Determinism | None = None
    duration_ms: StrictInt | None = None
    cost: StrictInt | StrictFloat | None = None

    def canonical(self) -> strict.ExecutionMetadata:
        """Rebuild the canonical value."""
        return self._canonical(strict.ExecutionMetadata)


ReproducibilityStatus = Literal[
    "not_reproducible",
    "partially_reproducible",
    "reproducible",
]
"""How far something can be reproduced (§12.1)."""

ReproductionKind = Literal[
    "deterministic_replay",
    "tool_reexecution",
    "procedural_replay",
    "manual_reproduction",
    "not_reproducible",
]
"""How an action is repeated (§12.2)."""

ReproductionProcedureKind = Literal[
    "command",
    "workflow",
    "reference",
    "manual",
]
"""What a procedure is written as (§12.2)."""


class ReproductionProcedure(Projection):
    """The steps that repeat an action (§12.2)."""

    kind: ReproductionProcedureKind
    command: StrictStr | None = None
    working_directory: StrictStr | None = None
    arguments: tuple[StrictStr, ...] = ()
    steps: tuple[StrictStr, ...] = ()
    reference: StrictStr | None = None

    def canonical(self) -> strict.ReproductionProcedure:
        """Rebuild the canonical value."""
        return self._canonical(strict.ReproductionProcedure)


class ExpectedOutput(Projection):
    """What a repeat should give (§12.2)."""

    artifact_ids: tuple[StrictStr, ...] = ()
    result_summary: StrictStr | None = None

    def canonical(self) -> strict.ExpectedOutput:
        """Rebuild the canonical value."""
        return self._canonical(strict.ExpectedOutput)


class ActionReproducibility(Projection):
    """Reproducibility of one action (§12.2)."""

    status: ReproducibilityStatus
    reproduction_kind: ReproductionKind
    input_artifact_ids: tuple[StrictStr, ...] = ()
    environment_id: StrictStr | None = None
    procedure: ReproductionProcedure
    expected_output: ExpectedOutput | None = None
    limitations: tuple[StrictStr, ...] = ()
    notes: StrictStr | None = None

    def canonical(self) -> strict.ActionReproducibility:
        """Rebuild the canonical value."""
        return self._canonical(strict.ActionReproducibility)


ActivityActionType = Literal[
    "ReadFile",
    "SearchCode",
    "SearchWeb",
    "AnalyzeCode",
    "ExploreDirectory",
    "ReadDocumentation",
    "EditFile",
    "CreateFile",
    "DeleteFile",
    "RenameFile",
    "RunCommand",
    "RunTests",
    "TypeCheck",
    "Lint",
    "ManualVerification",
    "GitStatus",
    "GitDiff",
    "GitCommit",
    "AskUser",
    "ReportProgress",
    "Explain",
    "FormulatePlan",
    "DecomposeTask",
    "EstimateImpact",
]
"""Ordinary work (§8.1)."""


class ActivityAction(Projection):
    """Ordinary work (§8.1)."""

    foreign: ClassVar[frozenset[str]] = frozenset({"decision_basis", "options", "supporting_inputs"})

    category: Literal["activity"] = "activity"
    id: StrictInt
    label: StrictStr
    rationale: StrictStr
    detail: StrictStr | None = None
    inputs: tuple[StrictStr, ...] = ()
    outputs: tuple[StrictStr, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    observations: tuple[Observation, ...] = ()
    execution: ExecutionMetadata | None = None
    reproducibility: ActionReproducibility | None = None
    meta_action_id: StrictStr | None = None
    request: dict[str, JsonValue] | None = None
    result: dict[str, JsonValue] | None = None
    result_summary: StrictStr | None = None
    type: ActivityActionType

    def canonical(self) -> strict.ActivityAction:
        """Rebuild the canonical value."""
        return self._canonical(strict.ActivityAction)


GatewayActionType = Literal[
    "ExclusiveDecision",
    "ParallelSplit",
    "EventBasedDecision",
    "LoopGateway",
]
"""Decisions, splits and loops (§8.1)."""


class DecisionOption(Projection):
    """One way that a gateway could have gone (§8.1). `next_action_id` is the action that follows if chosen."""

    label: StrictStr
    chosen: StrictBool
    rejected_because: StrictStr | None = None
    next_action_id: StrictInt | None = None

    def canonical(self) -> strict.DecisionOption:
        """Rebuild the canonical value."""
        return self._canonical(strict.DecisionOption)


class GatewayAction(Projection):
    """A decision, split or loop (§8.1)."""

    foreign: ClassVar[frozenset[str]] = frozenset({"request", "result", "result_summary"})

    category: Literal["gateway"] = "gateway"
    id: StrictInt
    label: StrictStr
    rationale: StrictStr
    detail: StrictStr | None = None
    inputs: tuple[StrictStr, ...] = ()
    outputs: tuple[StrictStr, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    observations: tuple[Observation, ...] = ()
    execution: ExecutionMetadata | None = None
    reproducibility: ActionReproducibility | None = None
    meta_action_id: StrictStr | None = None
    type: GatewayActionType
    decision_basis: StrictStr | None = None
    supporting_inputs: tuple[StrictStr, ...] = ()
    options: tuple[DecisionOption, ...] = ()

    def canonical(self) -> strict.GatewayAction:
        """Rebuild the canonical value."""
        return self._canonical(strict.GatewayAction)


ReasoningActionType = Literal[
    "Formalize",
    "DefineVerificationGoal",
    "Verify",
    "StateSpaceAnalysis",
    "ConformanceCheck",
    "CoSimulate",
    "GenerateTests",
]
"""Formal reasoning (§8.1)."""


class ReasoningAction(Projection):
    """Formal reasoning (§8.1); underspecified without a tool (§8.3)."""

    foreign: ClassVar[frozenset[str]] = frozenset({"decision_basis", "options", "supporting_inputs"})

    category: Literal["reasoning"] = "reasoning"
    id: StrictInt
    label: StrictStr
    rationale: StrictStr
    detail: StrictStr | None = None
    inputs: tuple[StrictStr, ...] = ()
    outputs: tuple[StrictStr, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    observations: tuple[Observation, ...] = ()
    execution: ExecutionMetadata | None = None
    reproducibility: ActionReproducibility | None = None
    meta_action_id: StrictStr | None = None
    request: dict[str, JsonValue] | None = None
    result: dict[str, JsonValue] | None = None
    result_summary: StrictStr | None = None
    type: ReasoningActionType

    def canonical(self) -> strict.ReasoningAction:
        """Rebuild the canonical value."""
        return self._canonical(strict.ReasoningAction)


GovernanceActionType = Literal[
    "EvaluatePolicy",
    "CreateReviewItem",
    "AcknowledgeReviewItem",
    "ResolveReviewItem",
    "AddComment",
    "RequestApproval",
    "Approve",
    "Reject",
    "CreateSnapshot",
    "RecordAudit",
    "LinkTrace",
]
"""Review, approval and audit (§8.1)."""


class GovernanceAction(Projection):
    """Review, approval or audit (§8.1)."""

    foreign: ClassVar[frozenset[str]] = frozenset({"decision_basis", "options", "supporting_inputs"})

    category: Literal["governance"] = "governance"
    id: StrictInt
    label: StrictStr
    rationale: StrictStr
    detail: StrictStr | None = None
    inputs: tuple[StrictStr, ...] = ()
    outputs: tuple[StrictStr, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    observations: tuple[Observation, ...] = ()
    execution: ExecutionMetadata | None = None
    reproducibility: ActionReproducibility | None = None
    meta_action_id: StrictStr | None = None
    request: dict[str, JsonValue] | None = None
    result: dict[str, JsonValue] | None = None
    result_summary: StrictStr | None = None
    type: GovernanceActionType

    def canonical(self) -> strict.GovernanceAction:
        """Rebuild the canonical value."""
        return self._canonical(strict.GovernanceAction)


Action = Annotated[
    ActivityAction | GatewayAction | ReasoningAction | GovernanceAction,
    Field(discriminator="category"),
]
"""An action, told apart by `category` (§8.1, §16.3)."""

MetaActionStatus = Literal[
    "completed",
    "partial",
    "abandoned",
]
"""Whether the intent was achieved (§8.4)."""

MetaActionSource = Literal[
    "plan_declared",
    "turn_segmented",
    "intent_inferred",
]
"""How the grouping was determined, most faithful first (§8.4)."""


class MetaAction(Projection):
    """A unit of intent (§8.4). `action_ids` is a contiguous, ordered slice of the timeline."""

    id: StrictStr
    title: StrictStr
    intent: StrictStr | None = None
    action_ids: tuple[StrictInt, ...] = ()
    outcome: StrictStr | None = None
    status: MetaActionStatus | None = None
    source: MetaActionSource | None = None
    parent_id: StrictStr | None = None
    produced_artifact_ids: tuple[StrictStr, ...] = ()
    residual_ids: tuple[StrictStr, ...] = ()
    tags: tuple[StrictStr, ...] = ()

    def canonical(self) -> strict.MetaAction:
        """Rebuild the canonical value."""
        return self._canonical(strict.MetaAction)


ArtifactRole = StrictStr
"""A semantic tag that policies read (§7.1); any other string is a `CustomArtifactRole`."""


class UserInstructionArtifact(Projection):
    """What a person asked for (§7.1)."""

    foreign: ClassVar[frozenset[str]] = frozenset({"payload"})

    artifact_type: Literal["UserInstruction"] = "UserInstruction"
    artifact_id: StrictStr
    artifact_role: ArtifactRole | None = None
    name: StrictStr | None = None
    format: StrictStr | None = None
    revision: StrictInt | None = None
    producer_action_id: StrictInt | None = None
    derived_from: tuple[StrictStr, ...] = ()
    supersedes: StrictStr | None = None
    content_ref: StrictStr | None = None
    summary: StrictStr | None = None
    component_id: StrictStr | None = None
    metadata: dict[str, JsonValue] | None = None

    def canonical(self) -> strict.UserInstructionArtifact:
        """Rebuild the canonical value."""
        return self._canonical(strict.UserInstructionArtifact)


class SourceCodeArtifact(Projection):
    """Source code as it stood (§7.1)."""

    foreign: ClassVar[frozenset[str]] = frozenset({"payload"})

    artifact_type: Literal["SourceCode"] = "SourceCode"
    artifact_id: StrictStr
    artifact_role: ArtifactRole | None = None
    name: StrictStr | None = None
    format: StrictStr | None = None
    revision: StrictInt | None = None
    producer_action_id: StrictInt | None = None
    derived_from: tuple[StrictStr, ...] = ()
    supersedes: StrictStr | None = None
    content_ref: StrictStr | None = None
    summary: StrictStr | None = None
    component_id: StrictStr | None = None
    metadata: dict[str, JsonValue] | None = None

    def canonical(self) -> strict.SourceCodeArtifact:
        """Rebuild the canonical value."""
        return self._canonical(strict.SourceCodeArtifact)


class DocumentationArtifact(Projection):
    """A document that was read or written (§7.1)."""

    foreign: ClassVar[frozenset[str]] = frozenset({"payload"})

    artifact_type: Literal["Documentation"] = "Documentation"
    artifact_id: StrictStr
    artifact_role: ArtifactRole | None = None
    name: StrictStr | None = None
    format: StrictStr | None = None
    revision: StrictInt | None = None
    producer_action_id: StrictInt | None = None
    derived_from: tuple[StrictStr, ...] = ()
    supersedes: StrictStr | None = None
    content_ref: StrictStr | None = None
    summary: StrictStr | None = None
    component_id: StrictStr | None = None
    metadata: dict[str, JsonValue] | None = None

    def canonical(self) -> strict.DocumentationArtifact:
        """Rebuild the canonical value."""
        return self._canonical(strict.DocumentationArtifact)


class SearchResultsArtifact(Projection):
    """What a search found (§7.1)."""

    foreign: ClassVar[frozenset[str]] = frozenset({"payload"})

    artifact_type: Literal["SearchResults"] = "SearchResults"
    artifact_id: StrictStr
    artifact_role: ArtifactRole | None = None
    name: StrictStr | None = None
    format: StrictStr | None = None
    revision: StrictInt | None = None
    producer_action_id: StrictInt | None = None
    derived_from: tuple[StrictStr, ...] = ()
    supersedes: StrictStr | None = None
    content_ref: StrictStr | None = None
    summary: StrictStr | None = None
    component_id: StrictStr | None = None
    metadata: dict[str, JsonValue] | None = None

    def canonical(self) -> strict.SearchResultsArtifact:
        """Rebuild the canonical value."""
        return self._canonical(strict.SearchResultsArtifact)


class AnalysisNoteArtifact(Projection):
    """A note of the agent's analysis (§7.1)."""

    foreign: ClassVar[frozenset[str]] = frozenset({"payload"})

    artifact_type: Literal["AnalysisNote"] = "AnalysisNote"
    artifact_id: StrictStr
    artifact_role: ArtifactRole | None = None
    name: StrictStr | None = None
    format: StrictStr | None = None
    revision: StrictInt | None = None
    producer_action_id: StrictInt | None = None
    derived_from: tuple[StrictStr, ...] = ()
    supersedes: StrictStr | None = None
    content_ref: StrictStr | None = None
    summary: StrictStr | None = None
    component_id: StrictStr | None = None
    metadata: dict[str, JsonValue] | None = None

    def canonical(self) -> strict.AnalysisNoteArtifact:
        """Rebuild the canonical value."""
        return self._canonical(strict.AnalysisNoteArtifact)


class PlanArtifact(Projection):
    """A plan of the work (§7.1)."""

    foreign: ClassVar[frozenset[str]] = frozenset({"payload"})

    artifact_type: Literal["Plan"] = "Plan"
    artifact_id: StrictStr
    artifact_role: ArtifactRole | None = None
    name: StrictStr | None = None
    format: StrictStr | None = None
    revision: StrictInt | None = None
    producer_action_id: StrictInt | None = None
    derived_from: tuple[StrictStr, ...] = ()
    supersedes: StrictStr | None = None
    content_ref: StrictStr | None = None
    summary: StrictStr | None = None
    component_id: StrictStr | None = None
    metadata: dict[str, JsonValue] | None = None

    def canonical(self) -> strict.PlanArtifact:
        """Rebuild the canonical value."""
        return self._canonical(strict.PlanArtifact)


FormalizationStatus = Literal[
    "transparent",
    "opaque",
    "failed",
]
"""How far source code was carried into the model language (§10.1)."""


class FormalizationPayload(Projection):
    """Source code and the formal text made of it (§10.1)."""

    omittable: ClassVar[frozenset[str]] = frozenset({"src_code_ref", "formal_code_ref"})

    status: FormalizationStatus
    src_lang: StrictStr
    src_code: StrictStr
    formal_code: StrictStr
    model_language: StrictStr | None = None
    symbols: tuple[StrictStr, ...] = ()
    src_code_ref: StrictStr | None = None
    formal_code_ref: StrictStr | None = None

    def canonical(self) -> strict.FormalizationPayload:
        """Rebuild the canonical value."""
        return self._canonical(strict.FormalizationPayload)


class FormalizationArtifact(Projection):
    """Source code carried into a model language (§10.1)."""

    artifact_type: Literal["Formalization"] = "Formalization"
    artifact_id: StrictStr
    artifact_role: ArtifactRole | None = None
    name: StrictStr | None = None
    format: StrictStr | None = None
    revision: StrictInt | None = None
    producer_action_id: StrictInt | None = None
    derived_from: tuple[StrictStr, ...] = ()
    supersedes: StrictStr | None = None
    content_ref: StrictStr | None = None
    summary: StrictStr | None = None
    component_id: StrictStr | None = None
    metadata: dict[str, JsonValue] | None = None
    payload: FormalizationPayload

    def canonical(self) -> strict.FormalizationArtifact:
        """Rebuild the canonical value."""
        return self._canonical(strict.FormalizationArtifact)


class FormalModelPayload(Projection):
    """A model text and the symbols it defines (§10.2)."""

    omittable: ClassVar[frozenset[str]] = frozenset({"formal_code_ref"})

    model_language: StrictStr
    formal_code: StrictStr
    symbols: tuple[StrictStr, ...] = ()
    scope: StrictStr | None = None
    formal_code_ref: StrictStr | None = None

    def canonical(self) -> strict.FormalModelPayload:
        """Rebuild the canonical value."""
        return self._canonical(strict.FormalModelPayload)


class FormalModelArtifact(Projection):
    """A formal model (§10.2)."""

    artifact_type: Literal["FormalModel"] = "FormalModel"
    artifact_id: StrictStr
    artifact_role: ArtifactRole | None = None
    name: StrictStr | None = None
    format: StrictStr | None = None
    revision: StrictInt | None = None
    producer_action_id: StrictInt | None = None
    derived_from: tuple[StrictStr, ...] = ()
    supersedes: StrictStr | None = None
    content_ref: StrictStr | None = None
    summary: StrictStr | None = None
    component_id: StrictStr | None = None
    metadata: dict[str, JsonValue] | None = None
    payload: FormalModelPayload

    def canonical(self) -> strict.FormalModelArtifact:
        """Rebuild the canonical value."""
        return self._canonical(strict.FormalModelArtifact)


VerificationGoalKind = Literal[
    "verify",
    "instance",
    "theorem",
    "lemma",
    "axiom",
]
"""What is asked of the reasoner (§10.3)."""

PropertyStatus = Literal[
    "pending",
    "proved",
    "refuted",
    "unknown",
]
"""What is known of one property (§10.3)."""


class PropertyItem(Projection):
    """One property of a verification goal or proof (§10.3)."""

    name: StrictStr
    status: PropertyStatus
    src: StrictStr
    note: StrictStr | None = None

    def canonical(self) -> strict.PropertyItem:
        """Rebuild the canonical value."""
        return self._canonical(strict.PropertyItem)


class VerificationGoalPayload(Projection):
    """A goal put to a reasoner about `target_artifact_id` (§10.3)."""

    goal_id: StrictInt
    goal_revision: StrictInt | None = None
    kind: VerificationGoalKind
    description: StrictStr
    src: StrictStr
    target_artifact_id: StrictStr
    target_symbol: StrictStr | None = None
    properties: tuple[PropertyItem, ...] = ()

    def canonical(self) -> strict.VerificationGoalPayload:
        """Rebuild the canonical value."""
        return self._canonical(strict.VerificationGoalPayload)


class VerificationGoalArtifact(Projection):
    """A goal for a reasoner (§10.3)."""

    artifact_type: Literal["VerificationGoal"] = "VerificationGoal"
    artifact_id: StrictStr
    artifact_role: ArtifactRole | None = None
    name: StrictStr | None = None
    format: StrictStr | None = None
    revision: StrictInt | None = None
    producer_action_id: StrictInt | None = None
    derived_from: tuple[StrictStr, ...] = ()
    supersedes: StrictStr | None = None
    content_ref: StrictStr | None = None
    summary: StrictStr | None = None
    component_id: StrictStr | None = None
    metadata: dict[str, JsonValue] | None = None
    payload: VerificationGoalPayload

    def canonical(self) -> strict.VerificationGoalArtifact:
        """Rebuild the canonical value."""
        return self._canonical(strict.VerificationGoalArtifact)


VerificationResultStatus = Literal[
    "proved",
    "refuted",
    "sat",
    "unknown",
]
"""The reasoner's verdict (§10.4)."""


class ProvedResult(Projection):
    """The goal was proved (§10.4)."""

    proof_pp: StrictStr
    properties: tuple[PropertyItem, ...] = ()

    def canonical(self) -> strict.ProvedResult:
        """Rebuild the canonical value."""
        return self._canonical(strict.ProvedResult)


class RefutedResult(Projection):
    """The goal was refuted (§10.4)."""

    counterexample: StrictStr

    def canonical(self) -> strict.RefutedResult:
        """Rebuild the canonical value."""
        return self._canonical(strict.RefutedResult)


SatModelType = Literal[
    "instance_model",
    "counterexample_model",
]
"""What a satisfying model is (§10.4)."""


class SatModel(Projection):
    """A satisfying model in the model language (§10.4)."""

    m_type: SatModelType
    src: StrictStr

    def canonical(self) -> strict.SatModel:
        """Rebuild the canonical value."""
        return self._canonical(strict.SatModel)


class SatResult(Projection):
    """A model satisfies the goal; never a proof (§10.4)."""

    model: SatModel

    def canonical(self) -> strict.SatResult:
        """Rebuild the canonical value."""
        return self._canonical(strict.SatResult)


class UnknownResult(Projection):
    """The reasoner could not tell (§10.4)."""

    note: StrictStr | None = None

    def canonical(self) -> strict.UnknownResult:
        """Rebuild the canonical value."""
        return self._canonical(strict.UnknownResult)


class VerificationResultVariant(Projection):
    """Exactly one of the four results, each under its own tag (§10.4, §16.1)."""

    omittable: ClassVar[frozenset[str]] = frozenset({"proved", "refuted", "sat", "unknown"})
    exactly_one: ClassVar[bool] = True

    proved: ProvedResult | None = None
    refuted: RefutedResult | None = None
    sat: SatResult | None = None
    unknown: UnknownResult | None = None

    def canonical(self) -> strict.VerificationResultVariant:
        """Rebuild the canonical value."""
        return self._canonical(strict.VerificationResultVariant)


class ReasoningFingerprint(Projection):
    """The task that a reasoning result was computed over (§10.4a)."""

    task_checksum: StrictStr
    task_shape: StrictStr | None = None
    target_symbol: StrictStr | None = None
    engine: StrictStr | None = None
    engine_version: StrictStr | None = None
    model_artifact_id: StrictStr | None = None
    model_revision: StrictInt | None = None

    def canonical(self) -> strict.ReasoningFingerprint:
        """Rebuild the canonical value."""
        return self._canonical(strict.ReasoningFingerprint)


class VerificationResultPayload(Projection):
    """What a reasoner answered to the goal `goal_artifact_id` (§10.4)."""

    verdict: ClassVar[tuple[str, str] | None] = ("status", "result")

    goal_id: StrictInt
    goal_artifact_id: StrictStr
    status: VerificationResultStatus
    engine: StrictStr | None = None
    completed_at: StrictStr | None = None
    result: VerificationResultVariant
    fingerprint: ReasoningFingerprint | None = None

    def canonical(self) -> strict.VerificationResultPayload:
        """Rebuild the canonical value."""
        return self._canonical(strict.VerificationResultPayload)


class VerificationResultArtifact(Projection):
    """A reasoner's answer to a goal (§10.4)."""

    artifact_type: Literal["VerificationResult"] = "VerificationResult"
    artifact_id: StrictStr
    artifact_role: ArtifactRole | None = None
    name: StrictStr | None = None
    format: StrictStr | None = None
    revision: StrictInt | None = None
    producer_action_id: StrictInt | None = None
    derived_from: tuple[StrictStr, ...] = ()
    supersedes: StrictStr | None = None
    content_ref: StrictStr | None = None
    summary: StrictStr | None = None
    component_id: StrictStr | None = None
    metadata: dict[str, JsonValue] | None = None
    payload: VerificationResultPayload

    def canonical(self) -> strict.VerificationResultArtifact:
        """Rebuild the canonical value."""
        return self._canonical(strict.VerificationResultArtifact)


class Region(Projection):
    """One region of the state space: where it lies, what holds there, and a witness (§10.5)."""

    constraints: tuple[StrictStr, ...] = ()
    invariant: StrictStr | None = None
    model: JsonValue | None = None
    model_eval: StrictStr | None = None

    def canonical(self) -> strict.Region:
        """Rebuild the canonical value."""
        return self._canonical(strict.Region)


class StateSpaceAnalysisResultPayload(Projection):
    """How the behaviour of the target splits into regions (§10.5). `complete` says whether they cover it."""

    target_artifact_id: StrictStr
    target_symbol: StrictStr | None = None
    analysis_kind: StrictStr
    analysis_revision: StrictInt | None = None
    description: StrictStr | None = None
    complete: StrictBool | None = None
    regions: tuple[Region, ...] = ()
    coverage_summary: StrictStr | None = None
    notes: StrictStr | None = None
    fingerprint: ReasoningFingerprint | None = None

    def canonical(self) -> strict.StateSpaceAnalysisResultPayload:
        """Rebuild the canonical value."""
        return self._canonical(strict.StateSpaceAnalysisResultPayload)


class StateSpaceAnalysisResultArtifact(Projection):
    """A split of a state space into regions (§10.5)."""

    artifact_type: Literal["StateSpaceAnalysisResult"] = "StateSpaceAnalysisResult"
    artifact_id: StrictStr
    artifact_role: ArtifactRole | None = None
    name: StrictStr | None = None
    format: StrictStr | None = None
    revision: StrictInt | None = None
    producer_action_id: StrictInt | None = None
    derived_from: tuple[StrictStr, ...] = ()
    supersedes: StrictStr | None = None
    content_ref: StrictStr | None = None
    summary: StrictStr | None = None
    component_id: StrictStr | None = None
    metadata: dict[str, JsonValue] | None = None
    payload: StateSpaceAnalysisResultPayload

    def canonical(self) -> strict.StateSpaceAnalysisResultArtifact:
        """Rebuild the canonical value."""
        return self._canonical(strict.StateSpaceAnalysisResultArtifact)


ConformanceStatus = Literal[
    "passed",
    "failed",
    "partial",
    "unknown",
]
"""Whether the target conforms (§10.6)."""


class ConformanceResultPayload(Projection):
    """The target artifact against an approved reference (§10.6)."""

    reference_artifact_id: StrictStr
    target_artifact_id: StrictStr
    status: ConformanceStatus
    engine: StrictStr | None = None
    findings: tuple[StrictStr, ...] = ()
    note: StrictStr | None = None
    fingerprint: ReasoningFingerprint | None = None

    def canonical(self) -> strict.ConformanceResultPayload:
        """Rebuild the canonical value."""
        return self._canonical(strict.ConformanceResultPayload)


class ConformanceResultArtifact(Projection):
    """The outcome of a conformance check (§10.6)."""

    artifact_type: Literal["ConformanceResult"] = "ConformanceResult"
    artifact_id: StrictStr
    artifact_role: ArtifactRole | None = None
    name: StrictStr | None = None
    format: StrictStr | None = None
    revision: StrictInt | None = None
    producer_action_id: StrictInt | None = None
    derived_from: tuple[StrictStr, ...] = ()
    supersedes: StrictStr | None = None
    content_ref: StrictStr | None = None
    summary: StrictStr | None = None
    component_id: StrictStr | None = None
    metadata: dict[str, JsonValue] | None = None
    payload: ConformanceResultPayload

    def canonical(self) -> strict.ConformanceResultArtifact:
        """Rebuild the canonical value."""
        return self._canonical(strict.ConformanceResultArtifact)


CosimulationStatus = Literal[
    "matched",
    "mismatched",
    "partial",
    "error",
]
"""Whether a replay agreed with the recorded run (§10.7)."""


class CosimulationResultPayload(Projection):
    """A model replayed beside recorded inputs (§10.7)."""

    target_artifact_id: StrictStr
    input_artifact_ids: tuple[StrictStr, ...] = ()
    status: CosimulationStatus
    engine: StrictStr | None = None
    replayed_steps: StrictInt | None = None
    divergence_points: tuple[JsonValue, ...] = ()
    summary: StrictStr | None = None
    observations: tuple[StrictStr, ...] = ()
    fingerprint: ReasoningFingerprint | None = None

    def canonical(self) -> strict.CosimulationResultPayload:
        """Rebuild the canonical value."""
        return self._canonical(strict.CosimulationResultPayload)


class CoSimulationResultArtifact(Projection):
    """The outcome of a co-simulation (§10.7)."""

    artifact_type: Literal["CoSimulationResult"] = "CoSimulationResult"
    artifact_id: StrictStr
    artifact_role: ArtifactRole | None = None
    name: StrictStr | None = None
    format: StrictStr | None = None
    revision: StrictInt | None = None
    producer_action_id: StrictInt | None = None
    derived_from: tuple[StrictStr, ...] = ()
    supersedes: StrictStr | None = None
    content_ref: StrictStr | None = None
    summary: StrictStr | None = None
    component_id: StrictStr | None = None
    metadata: dict[str, JsonValue] | None = None
    payload: CosimulationResultPayload

    def canonical(self) -> strict.CoSimulationResultArtifact:
        """Rebuild the canonical value."""
        return self._canonical(strict.CoSimulationResultArtifact)


class GeneratedTest(Projection):
    """One test (§10.8). `region_index` counts the regions of the source analysis from 0."""

    name: StrictStr
    region_index: StrictInt | None = None
    constraints: tuple[StrictStr, ...] = ()
    inputs: JsonValue | None = None
    expected: JsonValue | None = None
    code: StrictStr

    def canonical(self) -> strict.GeneratedTest:
        """Rebuild the canonical value."""
        return self._canonical(strict.GeneratedTest)


class GeneratedTestsPayload(Projection):
    """Tests made from the regions of an analysis (§10.8)."""

    function_: StrictStr = Field(alias="function")
    language: StrictStr
    source_analysis_artifact_id: StrictStr
    tests: tuple[GeneratedTest, ...] = ()

    def canonical(self) -> strict.GeneratedTestsPayload:
        """Rebuild the canonical value."""
        return self._canonical(strict.GeneratedTestsPayload)


class GeneratedTestsArtifact(Projection):
    """Tests made from an analysis (§10.8)."""

    artifact_type: Literal["GeneratedTests"] = "GeneratedTests"
    artifact_id: StrictStr
    artifact_role: ArtifactRole | None = None
    name: StrictStr | None = None
    format: StrictStr | None = None
    revision: StrictInt | None = None
    producer_action_id: StrictInt | None = None
    derived_from: tuple[StrictStr, ...] = ()
    supersedes: StrictStr | None = None
    content_ref: StrictStr | None = None
    summary: StrictStr | None = None
    component_id: StrictStr | None = None
    metadata: dict[str, JsonValue] | None = None
    payload: GeneratedTestsPayload

    def canonical(self) -> strict.GeneratedTestsArtifact:
        """Rebuild the canonical value."""
        return self._canonical(strict.GeneratedTestsArtifact)


class CommandResultArtifact(Projection):
    """What a command printed and how it ended (§10.9)."""

    artifact_type: Literal["CommandResult"] = "CommandResult"
    artifact_id: StrictStr
    artifact_role: ArtifactRole | None = None
    name: StrictStr | None = None
    format: StrictStr | None = None
    revision: StrictInt | None = None
    producer_action_id: StrictInt | None = None
    derived_from: tuple[StrictStr, ...] = ()
    supersedes: StrictStr | None = None
    content_ref: StrictStr | None = None
    summary: StrictStr | None = None
    component_id: StrictStr | None = None
    metadata: dict[str, JsonValue] | None = None
    payload: dict[str, JsonValue]

    def canonical(self) -> strict.CommandResultArtifact:
        """Rebuild the canonical value."""
        return self._canonical(strict.CommandResultArtifact)


class DiffArtifact(Projection):
    """A change to files (§7.1)."""

    foreign: ClassVar[frozenset[str]] = frozenset({"payload"})

    artifact_type: Literal["Diff"] = "Diff"
    artifact_id: StrictStr
    artifact_role: ArtifactRole | None = None
    name: StrictStr | None = None
    format: StrictStr | None = None
    revision: StrictInt | None = None
    producer_action_id: StrictInt | None = None
    derived_from: tuple[StrictStr, ...] = ()
    supersedes: StrictStr | None = None
    content_ref: StrictStr | None = None
    summary: StrictStr | None = None
    component_id: StrictStr | None = None
    metadata: dict[str, JsonValue] | None = None

    def canonical(self) -> strict.DiffArtifact:
        """Rebuild the canonical value."""
        return self._canonical(strict.DiffArtifact)


class UserApprovalArtifact(Projection):
    """A person's approval (§7.1)."""

    foreign: ClassVar[frozenset[str]] = frozenset({"payload"})

    artifact_type: Literal["UserApproval"] = "UserApproval"
    artifact_id: StrictStr
    artifact_role: ArtifactRole | None = None
    name: StrictStr | None = None
    format: StrictStr | None = None
    revision: StrictInt | None = None
    producer_action_id: StrictInt | None = None
    derived_from: tuple[StrictStr, ...] = ()
    supersedes: StrictStr | None = None
    content_ref: StrictStr | None = None
    summary: StrictStr | None = None
    component_id: StrictStr | None = None
    metadata: dict[str, JsonValue] | None = None

    def canonical(self) -> strict.UserApprovalArtifact:
        """Rebuild the canonical value."""
        return self._canonical(strict.UserApprovalArtifact)


class CommitArtifact(Projection):
    """A commit (§7.1)."""

    foreign: ClassVar[frozenset[str]] = frozenset({"payload"})

    artifact_type: Literal["Commit"] = "Commit"
    artifact_id: StrictStr
    artifact_role: ArtifactRole | None = None
    name: StrictStr | None = None
    format: StrictStr | None = None
    revision: StrictInt | None = None
    producer_action_id: StrictInt | None = None
    derived_from: tuple[StrictStr, ...] = ()
    supersedes: StrictStr | None = None
    content_ref: StrictStr | None = None
    summary: StrictStr | None = None
    component_id: StrictStr | None = None
    metadata: dict[str, JsonValue] | None = None

    def canonical(self) -> strict.CommitArtifact:
        """Rebuild the canonical value."""
        return self._canonical(strict.CommitArtifact)


class ReproductionBundlePayload(Projection):
    """What is needed to replay the actions `entry_action_ids` (§10.10)."""

    entry_action_ids: tuple[StrictInt, ...] = ()
    artifact_ids: tuple[StrictStr, ...] = ()
    environment_ids: tuple[StrictStr, ...] = ()
    notes: StrictStr | None = None

    def canonical(self) -> strict.ReproductionBundlePayload:
        """Rebuild the canonical value."""
        return self._canonical(strict.ReproductionBundlePayload)


class ReproductionBundleArtifact(Projection):
    """What is needed to replay some actions (§10.10)."""

    artifact_type: Literal["ReproductionBundle"] = "ReproductionBundle"
    artifact_id: StrictStr
    artifact_role: ArtifactRole | None = None
    name: StrictStr | None = None
    format: StrictStr | None = None
    revision: StrictInt | None = None
    producer_action_id: StrictInt | None = None
    derived_from: tuple[StrictStr, ...] = ()
    supersedes: StrictStr | None = None
    content_ref: StrictStr | None = None
    summary: StrictStr | None = None
    component_id: StrictStr | None = None
    metadata: dict[str, JsonValue] | None = None
    payload: ReproductionBundlePayload

    def canonical(self) -> strict.ReproductionBundleArtifact:
        """Rebuild the canonical value."""
        return self._canonical(strict.ReproductionBundleArtifact)


CarriedForwardBasis = Literal[
    "closure_disjoint",
    "uninterpreted_opaque",
]
"""Why a prior result provably still holds (§15.3)."""


class CarriedForwardPayload(Projection):
    """A prior result that the merge cannot have affected, with the witness to recompute it from (§15.3)."""

    result_id: StrictStr
    basis: CarriedForwardBasis
    closure: tuple[StrictStr, ...] = ()
    via_assumptions: tuple[StrictStr, ...] = ()

    def canonical(self) -> strict.CarriedForwardPayload:
        """Rebuild the canonical value."""
        return self._canonical(strict.CarriedForwardPayload)


class CarriedForwardArtifact(Projection):
    """A prior result that a merge provably left untouched (§15.3)."""

    artifact_type: Literal["CarriedForward"] = "CarriedForward"
    artifact_id: StrictStr
    artifact_role: ArtifactRole | None = None
    name: StrictStr | None = None
    format: StrictStr | None = None
    revision: StrictInt | None = None
    producer_action_id: StrictInt | None = None
    derived_from: tuple[StrictStr, ...] = ()
    supersedes: StrictStr | None = None
    content_ref: StrictStr | None = None
    summary: StrictStr | None = None
    component_id: StrictStr | None = None
    metadata: dict[str, JsonValue] | None = None
    payload: CarriedForwardPayload

    def canonical(self) -> strict.CarriedForwardArtifact:
        """Rebuild the canonical value."""
        return self._canonical(strict.CarriedForwardArtifact)


ResidualKind = Literal[
    "assumption",
    "unverified",
    "out_of_scope",
    "limitation",
    "open_question",
    "defeater",
    "needs_rereasoning",
    "coverage_regression",
]
"""Why something is unestablished (§13.1)."""

DefeaterKind = Literal[
    "rebuts",
    "undermines",
    "undercuts",
]
"""What a Defeater attacks: the claim, the evidence, or the inference (§13.1)."""

ResidualSeverity = Literal[
    "info",
    "low",
    "medium",
    "high",
    "critical",
]
"""Impact if wrong or left unaddressed, not probability (§13.2)."""

TargetType = Literal[
    "trace",
    "action",
    "artifact",
    "policy",
    "policy_evaluation",
    "reference_artifact",
]
"""What kind of thing a target is (§14.1)."""


class TargetRef(Projection):
    """What a comment, review item or residual is about (§14.1). An action's id stands as decimal text."""

    target_type: TargetType
    target_id: StrictStr | None = None

    def canonical(self) -> strict.TargetRef:
        """Rebuild the canonical value."""
        return self._canonical(strict.TargetRef)


ResidualSource = Literal[
    "agent_declared",
    "policy_derived",
    "tool_inferred",
    "reviewer_added",
]
"""Who surfaced the residual (§13.1)."""

ResidualStatus = Literal[
    "open",
    "acknowledged",
    "addressed",
    "waived",
]
"""Where the residual stands (§13.1)."""


class ResidualPayload(Projection):
    """A declared gap, or, as a Defeater, counter-evidence against a claim (§13.1)."""

    kind: ResidualKind
    defeater_kind: DefeaterKind | None = None
    statement: StrictStr
    severity: ResidualSeverity | None = None
    target: TargetRef | None = None
    related_artifact_ids: tuple[StrictStr, ...] = ()
    rationale: StrictStr | None = None
    suggested_check: StrictStr | None = None
    source: ResidualSource | None = None
    status: ResidualStatus | None = None
    introduced_by_action_id: StrictInt | None = None
    tags: tuple[StrictStr, ...] = ()

    def canonical(self) -> strict.ResidualPayload:
        """Rebuild the canonical value."""
        return self._canonical(strict.ResidualPayload)


class ResidualArtifact(Projection):
    """A declared gap or defeater (§13.1). The constructor is missing from the list in §7.1; §13 makes it one."""

    artifact_type: Literal["Residual"] = "Residual"
    artifact_id: StrictStr
    artifact_role: ArtifactRole | None = None
    name: StrictStr | None = None
    format: StrictStr | None = None
    revision: StrictInt | None = None
    producer_action_id: StrictInt | None = None
    derived_from: tuple[StrictStr, ...] = ()
    supersedes: StrictStr | None = None
    content_ref: StrictStr | None = None
    summary: StrictStr | None = None
    component_id: StrictStr | None = None
    metadata: dict[str, JsonValue] | None = None
    payload: ResidualPayload

    def canonical(self) -> strict.ResidualArtifact:
        """Rebuild the canonical value."""
        return self._canonical(strict.ResidualArtifact)


Artifact = Annotated[
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
    | ResidualArtifact,
    Field(discriminator="artifact_type"),
]
"""An artifact, told apart by `artifact_type` (§7.1, §16.2)."""

ReferenceArtifactType = StrictStr
"""What a reference is (§11.1); any other string is a `RefOther`."""

ReferenceVgKind = Literal[
    "conformance",
    "invariant",
    "refinement",
]
"""What a reference's goal asks (§11.1)."""


class ReferenceVg(Projection):
    """A goal that comes with a reference (§11.1)."""

    vg_id: StrictStr
    description: StrictStr
    kind: ReferenceVgKind
    src: StrictStr

    def canonical(self) -> strict.ReferenceVg:
        """Rebuild the canonical value."""
        return self._canonical(strict.ReferenceVg)


class ReferenceArtifact(Projection):
    """An approved model, specification, interface or contract (§11.1)."""

    reference_artifact_id: StrictStr
    name: StrictStr
    description: StrictStr | None = None
    domain: StrictStr
    version: StrictStr | None = None
    source: StrictStr | None = None
    artifact_type: ReferenceArtifactType
    format: StrictStr | None = None
    content_ref: StrictStr | None = None
    payload: JsonValue | None = None
    verification_goals: tuple[ReferenceVg, ...] = ()

    def canonical(self) -> strict.ReferenceArtifact:
        """Rebuild the canonical value."""
        return self._canonical(strict.ReferenceArtifact)


PolicySeverity = Literal[
    "info",
    "warning",
    "error",
]
"""How much a violation matters."""

PolicyScope = Literal[
    "trace",
    "action",
    "artifact",
    "module",
]
"""What a policy ranges over."""

PolicyKind = Literal[
    "trace_invariant",
    "approval_requirement",
    "reasoning_requirement",
    "lineage_requirement",
    "reference_integrity",
    "conformance_requirement",
]
"""What sort of requirement a policy states."""


class PolicySelector(Projection):
    """Narrows where a policy applies; every condition is optional, and an absent one holds everywhere."""

    action_type: StrictStr | None = None
    artifact_type: StrictStr | None = None
    artifact_role: StrictStr | None = None
    category: StrictStr | None = None
    path_matches: StrictStr | None = None
    path_matches_any: tuple[StrictStr, ...] = ()

    def canonical(self) -> strict.PolicySelector:
        """Rebuild the canonical value."""
        return self._canonical(strict.PolicySelector)


class Policy(Projection):
    """A requirement on the whole record. `formula` is text of the policy language or its syntax tree as JSON."""

    policy_id: StrictStr
    name: StrictStr
    description: StrictStr | None = None
    severity: PolicySeverity
    scope: PolicyScope
    kind: PolicyKind
    applies_when: PolicySelector | None = None
    formula: JsonValue
    reference_artifact_id: StrictStr | None = None

    def canonical(self) -> strict.Policy:
        """Rebuild the canonical value."""
        return self._canonical(strict.Policy)


PolicyEvaluationStatus = Literal[
    "passed",
    "failed",
    "unknown",
    "not_applicable",
]
"""The verdict of a policy."""


class PolicyEvaluation(Projection):
    """A recorded verdict, with what it rests on and what violates it."""

    policy_id: StrictStr
    status: PolicyEvaluationStatus
    checked_at_action_id: StrictInt | None = None
    evidence_action_ids: tuple[StrictInt, ...] = ()
    evidence_artifact_ids: tuple[StrictStr, ...] = ()
    violating_action_ids: tuple[StrictInt, ...] = ()
    violating_artifact_ids: tuple[StrictStr, ...] = ()
    note: StrictStr | None = None

    def canonical(self) -> strict.PolicyEvaluation:
        """Rebuild the canonical value."""
        return self._canonical(strict.PolicyEvaluation)


ExecutionEnvironmentKind = Literal[
    "toolchain",
    "container",
    "service",
    "external_system",
]
"""What an environment is (§12.3)."""


class EnvironmentComponent(Projection):
    """A named part of an environment (§12.3)."""

    name: StrictStr
    version: StrictStr | None = None

    def canonical(self) -> strict.EnvironmentComponent:
        """Rebuild the canonical value."""
        return self._canonical(strict.EnvironmentComponent)


class ExecutionEnvironment(Projection):
    """Where actions ran (§12.3)."""

    environment_id: StrictStr
    kind: ExecutionEnvironmentKind
    name: StrictStr
    components: tuple[EnvironmentComponent, ...] = ()
    configuration: dict[str, JsonValue] | None = None
    notes: StrictStr | None = None

    def canonical(self) -> strict.ExecutionEnvironment:
        """Rebuild the canonical value."""
        return self._canonical(strict.ExecutionEnvironment)


class TraceReproducibility(Projection):
    """Reproducibility of the whole trace (§12.1). `entrypoints` are commands or references to start from."""

    status: ReproducibilityStatus
    entrypoints: tuple[StrictStr, ...] = ()
    required_artifact_ids: tuple[StrictStr, ...] = ()
    required_environment_ids: tuple[StrictStr, ...] = ()
    limitations: tuple[StrictStr, ...] = ()
    notes: StrictStr | None = None

    def canonical(self) -> strict.TraceReproducibility:
        """Rebuild the canonical value."""
        return self._canonical(strict.TraceReproducibility)


CommentStatus = Literal[
    "open",
    "resolved",
]
"""Whether a comment still stands (§14.2)."""


class Comment(Projection):
    """A remark on some part of the trace; threads follow `thread_parent_id` (§14.2)."""

    comment_id: StrictStr
    author: StrictStr
    created_at: StrictStr
    body: StrictStr
    target: TargetRef
    thread_parent_id: StrictStr | None = None
    status: CommentStatus | None = None
    resolved_at: StrictStr | None = None
    tags: tuple[StrictStr, ...] = ()

    def canonical(self) -> strict.Comment:
        """Rebuild the canonical value."""
        return self._canonical(strict.Comment)


ReviewItemStatus = Literal[
    "open",
    "acknowledged",
    "resolved",
    "waived",
]
"""Where a review item stands (§14.3)."""


class ReviewItem(Projection):
    """A reviewer's demand on some part of the trace (§14.3). A `blocking` one holds up approval."""

    review_item_id: StrictStr
    author: StrictStr
    created_at: StrictStr
    title: StrictStr
    body: StrictStr | None = None
    target: TargetRef
    assignee: StrictStr | None = None
    status: ReviewItemStatus
    blocking: StrictBool | None = None
    acknowledged_at: StrictStr | None = None
    acknowledged_by: StrictStr | None = None
    resolved_at: StrictStr | None = None
    resolved_by: StrictStr | None = None
    resolution_note: StrictStr | None = None
    tags: tuple[StrictStr, ...] = ()

    def canonical(self) -> strict.ReviewItem:
        """Rebuild the canonical value."""
        return self._canonical(strict.ReviewItem)


class Residual(Projection):
    """The flat residual: an entry of the deprecated `residuals` list, and the form of the surface (§13.1, §13.7)."""

    kind: ResidualKind
    defeater_kind: DefeaterKind | None = None
    statement: StrictStr
    severity: ResidualSeverity | None = None
    target: TargetRef | None = None
    related_artifact_ids: tuple[StrictStr, ...] = ()
    rationale: StrictStr | None = None
    suggested_check: StrictStr | None = None
    source: ResidualSource | None = None
    status: ResidualStatus | None = None
    introduced_by_action_id: StrictInt | None = None
    tags: tuple[StrictStr, ...] = ()
    residual_id: StrictStr

    def canonical(self) -> strict.Residual:
        """Rebuild the canonical value."""
        return self._canonical(strict.Residual)


AcceptanceStatus = Literal[
    "AcceptTodo",
    "AcceptDoing",
    "AcceptDone",
    "AcceptBlocked",
]
"""Where a criterion stands (§18.1)."""


class ChangeBinding(Projection):
    """An edit to `symbol`, in `file` if given (§18.1)."""

    symbol: StrictStr
    file: StrictStr | None = None

    def canonical(self) -> strict.ChangeBinding:
        """Rebuild the canonical value."""
        return self._canonical(strict.ChangeBinding)


class ChangeAcceptance(Projection):
    """Met when the edit has landed (§18.2)."""

    kind: Literal["Change"] = "Change"
    acceptance_id: StrictStr
    label: StrictStr
    status: AcceptanceStatus | None = None
    formula: JsonValue | None = None
    binding: ChangeBinding | None = None

    def canonical(self) -> strict.ChangeAcceptance:
        """Rebuild the canonical value."""
        return self._canonical(strict.ChangeAcceptance)


class PropertyBinding(Projection):
    """A property that must hold, by symbol, by name, or by both (§18.1)."""

    symbol: StrictStr | None = None
    property: StrictStr | None = None

    def canonical(self) -> strict.PropertyBinding:
        """Rebuild the canonical value."""
        return self._canonical(strict.PropertyBinding)


class PropertyAcceptance(Projection):
    """Met when a matching goal is proved, fresh and uncontested (§18.2)."""

    kind: Literal["Property"] = "Property"
    acceptance_id: StrictStr
    label: StrictStr
    status: AcceptanceStatus | None = None
    formula: JsonValue | None = None
    binding: PropertyBinding | None = None

    def canonical(self) -> strict.PropertyAcceptance:
        """Rebuild the canonical value."""
        return self._canonical(strict.PropertyAcceptance)


class ObligationBinding(Projection):
    """A policy that must be satisfied (§18.1)."""

    policy_id: StrictStr

    def canonical(self) -> strict.ObligationBinding:
        """Rebuild the canonical value."""
        return self._canonical(strict.ObligationBinding)


class ObligationAcceptance(Projection):
    """Met when the policy passed (§18.2)."""

    kind: Literal["Obligation"] = "Obligation"
    acceptance_id: StrictStr
    label: StrictStr
    status: AcceptanceStatus | None = None
    formula: JsonValue | None = None
    binding: ObligationBinding | None = None

    def canonical(self) -> strict.ObligationAcceptance:
        """Rebuild the canonical value."""
        return self._canonical(strict.ObligationAcceptance)


class GapBinding(Projection):
    """A residual that must be closed (§18.1)."""

    residual_id: StrictStr

    def canonical(self) -> strict.GapBinding:
        """Rebuild the canonical value."""
        return self._canonical(strict.GapBinding)


class GapAcceptance(Projection):
    """Met when the residual is addressed or waived (§18.2)."""

    kind: Literal["Gap"] = "Gap"
    acceptance_id: StrictStr
    label: StrictStr
    status: AcceptanceStatus | None = None
    formula: JsonValue | None = None
    binding: GapBinding | None = None

    def canonical(self) -> strict.GapAcceptance:
        """Rebuild the canonical value."""
        return self._canonical(strict.GapAcceptance)


AcceptanceItem = Annotated[
    ChangeAcceptance | PropertyAcceptance | ObligationAcceptance | GapAcceptance,
    Field(discriminator="kind"),
]
"""A criterion of a goal, told apart by `kind` (§18.1)."""

GoalStatus = Literal[
    "GoalScratch",
    "GoalActive",
    "GoalDone",
    "GoalAbandoned",
]
"""Where a goal stands, as authored (§18.1)."""


class Goal(Projection):
    """An intent and what "done" means for it (§18.1)."""

    goal_id: StrictStr
    intent: StrictStr
    scope: tuple[StrictStr, ...] = ()
    acceptance: tuple[AcceptanceItem, ...] = ()
    status: GoalStatus | None = None
    meta_action_id: StrictStr | None = None

    def canonical(self) -> strict.Goal:
        """Rebuild the canonical value."""
        return self._canonical(strict.Goal)


TraceRelationship = Literal[
    "supersedes",
    "reruns",
    "derived_from",
    "same_task",
    "same_pr",
    "policy_recheck_of",
    "conformance_recheck_of",
    "forked_from",
    "related_to",
]
"""How one trace relates to another (§15.1)."""


class TraceLink(Projection):
    """A typed edge between two traces (§15.1)."""

    link_id: StrictStr
    from_trace_id: StrictStr
    to_trace_id: StrictStr
    relationship: TraceRelationship
    created_at: StrictStr | None = None
    created_by: StrictStr | None = None
    note: StrictStr | None = None

    def canonical(self) -> strict.TraceLink:
        """Rebuild the canonical value."""
        return self._canonical(strict.TraceLink)


ChainStatus = Literal[
    "active",
    "superseded",
    "archived",
]
"""Where a trace stands in its chain (§15.2)."""


class TraceLineage(Projection):
    """A trace's place in its chain (§15.2). Traces are immutable; iteration is a linked successor."""

    parent_trace_id: StrictStr | None = None
    root_trace_id: StrictStr | None = None
    chain_position: StrictInt | None = None
    chain_status: ChainStatus | None = None
    latest_descendant_trace_id: StrictStr | None = None

    def canonical(self) -> strict.TraceLineage:
        """Rebuild the canonical value."""
        return self._canonical(strict.TraceLineage)


class Metrics(Projection):
    """Counts over the record (§5.1). `meta_action_count` comes from §8.4."""

    total_actions: StrictInt | None = None
    decision_points: StrictInt | None = None
    parallel_blocks: StrictInt | None = None
    loops: StrictInt | None = None
    max_loop_iterations: StrictInt | None = None
    meta_action_count: StrictInt | None = None

    def canonical(self) -> strict.Metrics:
        """Rebuild the canonical value."""
        return self._canonical(strict.Metrics)


class Rfc3161Timestamp(Projection):
    """A Time-Stamping Authority's word that the signature existed by `time` (§12.4)."""

    standard: Literal["rfc3161"]
    tsa: StrictStr
    hash_alg: Literal["sha256"]
    message_imprint: StrictStr
    token: StrictStr
    time: StrictStr | None = None

    def canonical(self) -> strict.Rfc3161Timestamp:
        """Rebuild the canonical value."""
        return self._canonical(strict.Rfc3161Timestamp)


class Signature(Projection):
    """A sign-off over a content hash (§12.4)."""

    signer: StrictStr
    content_hash: StrictStr
    algo: Literal["gpg", "sigstore", "ssh"]
    signed_at: StrictStr
    signature: StrictStr
    key_type: StrictStr | None = None
    key_id: StrictStr | None = None
    public_key: StrictStr | None = None
    namespace: StrictStr | None = None
    bundle: StrictStr | None = None
    oidc_issuer: StrictStr | None = None
    transparency_log: StrictStr | None = None
    role: StrictStr | None = None
    disposition: StrictStr | None = None
    timestamp: Rfc3161Timestamp | None = None
    statement_signature: StrictStr | None = None

    def canonical(self) -> strict.Signature:
        """Rebuild the canonical value."""
        return self._canonical(strict.Signature)


class MergeEvent(Projection):
    """Two-parent provenance of a merged trace, kept off the artifact lineage (§15.3)."""

    parents: tuple[StrictStr, ...] = ()
    base: StrictStr | None = None
    kind: StrictStr

    def canonical(self) -> strict.MergeEvent:
        """Rebuild the canonical value."""
        return self._canonical(strict.MergeEvent)


class Trace(Projection):
    """The typed record of an agent's work session (§5)."""

    trace_id: StrictStr
    spec_version: StrictStr = Field(pattern=r"^0*[01](\.[0-9]+)*$", max_length=40)
    assistant: StrictStr
    model: StrictStr
    timestamp: StrictStr
    trigger: Event
    actions: tuple[Action, ...] = ()
    meta_actions: tuple[MetaAction, ...] = ()
    outcome: Event
    artifacts: tuple[Artifact, ...] = ()
    reference_artifacts: tuple[ReferenceArtifact, ...] = ()
    policies: tuple[Policy, ...] = ()
    policy_evaluations: tuple[PolicyEvaluation, ...] = ()
    execution_environments: tuple[ExecutionEnvironment, ...] = ()
    reproducibility: TraceReproducibility | None = None
    comments: tuple[Comment, ...] = ()
    review_items: tuple[ReviewItem, ...] = ()
    residuals: tuple[Residual, ...] = ()
    goals: tuple[Goal, ...] = ()
    trace_links: tuple[TraceLink, ...] = ()
    trace_lineage: TraceLineage | None = None
    files_modified: tuple[StrictStr, ...] = ()
    metrics: Metrics | None = None
    content_hash: StrictStr | None = None
    signatures: tuple[Signature, ...] = ()
    merge: MergeEvent | None = None
    repo: StrictStr | None = None
    branch: StrictStr | None = None
    commit_sha: StrictStr | None = None

    def canonical(self) -> strict.Trace:
        """Rebuild the canonical value."""
        return self._canonical(strict.Trace)
