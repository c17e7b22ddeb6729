"""§8.1 to §8.3: the ordered steps of the agent, one class per category: a type cannot stand in the wrong one."""

import math
from typing import TYPE_CHECKING

import msgspec

from tollens.core.model.base import Constructors, JsonObject, Record, Word
from tollens.core.model.evidence import Evidence, Observation
from tollens.core.model.reproducibility import ActionReproducibility
from tollens.core.model.unrecognized import Kept, UnrecognizedAction


class ActivityActionType(Word):
    """Ordinary work (§8.1)."""

    ReadFile = "ReadFile"
    SearchCode = "SearchCode"
    SearchWeb = "SearchWeb"
    AnalyzeCode = "AnalyzeCode"
    ExploreDirectory = "ExploreDirectory"
    ReadDocumentation = "ReadDocumentation"
    EditFile = "EditFile"
    CreateFile = "CreateFile"
    DeleteFile = "DeleteFile"
    RenameFile = "RenameFile"
    RunCommand = "RunCommand"
    RunTests = "RunTests"
    TypeCheck = "TypeCheck"
    Lint = "Lint"
    ManualVerification = "ManualVerification"
    GitStatus = "GitStatus"
    GitDiff = "GitDiff"
    GitCommit = "GitCommit"
    AskUser = "AskUser"
    ReportProgress = "ReportProgress"
    Explain = "Explain"
    FormulatePlan = "FormulatePlan"
    DecomposeTask = "DecomposeTask"
    EstimateImpact = "EstimateImpact"


class GatewayActionType(Word):
    """Decisions, splits and loops (§8.1)."""

    ExclusiveDecision = "ExclusiveDecision"
    ParallelSplit = "ParallelSplit"
    EventBasedDecision = "EventBasedDecision"
    LoopGateway = "LoopGateway"


class ReasoningActionType(Word):
    """Formal reasoning (§8.1)."""

    Formalize = "Formalize"
    DefineVerificationGoal = "DefineVerificationGoal"
    Verify = "Verify"
    StateSpaceAnalysis = "StateSpaceAnalysis"
    ConformanceCheck = "ConformanceCheck"
    CoSimulate = "CoSimulate"
    GenerateTests = "GenerateTests"


class GovernanceActionType(Word):
    """Review, approval and audit (§8.1)."""

    EvaluatePolicy = "EvaluatePolicy"
    CreateReviewItem = "CreateReviewItem"
    AcknowledgeReviewItem = "AcknowledgeReviewItem"
    ResolveReviewItem = "ResolveReviewItem"
    AddComment = "AddComment"
    RequestApproval = "RequestApproval"
    Approve = "Approve"
    Reject = "Reject"
    CreateSnapshot = "CreateSnapshot"
    RecordAudit = "RecordAudit"
    LinkTrace = "LinkTrace"


class DecisionOption(Record, frozen=True, kw_only=True):
    """One way that a gateway could have gone (§8.1). `next_action_id` is the action that follows if chosen."""

    label: str
    chosen: bool
    rejected_because: str | None = None
    next_action_id: int | None = None


class GatewayPayload(Record, frozen=True, kw_only=True):
    """What a gateway decided, and on what (§8.1). On the wire its members stand on the action itself."""

    decision_basis: str | None = None
    supporting_inputs: tuple[str, ...] = ()
    options: tuple[DecisionOption, ...] = ()


class ActionPayload(Record, frozen=True, kw_only=True):
    """The open request and result of an action (§8.2). On the wire its members stand on the action itself (§16.3)."""

    request: JsonObject | None = None
    result: JsonObject | None = None
    result_summary: str | None = None


class Determinism(Word):
    """Whether running the tool again gives the same (§8.3)."""

    Deterministic = "deterministic"
    Mixed = "mixed"
    Nondeterministic = "nondeterministic"


class ExecutionMetadata(Record, frozen=True, kw_only=True):
    """The tool behind an action (§8.3).

    Attributes:
        method_: The tool's own method, such as `region_decomposition`.
        duration_ms: Milliseconds, a whole number.
        cost: In a currency of the producer's choice; an integer stays an integer.
    """

    tool: str | None = None
    version: str | None = None
    method_: str | None = msgspec.field(name="method", default=None)
    determinism: Determinism | None = None
    duration_ms: int | None = None
    cost: int | float | None = None

    def __post_init__(self) -> None:
        if isinstance(self.cost, float) and not math.isfinite(self.cost):
            raise ValueError("Expected a finite `cost`")  # writing would make null of it


class ActionCommon(
    Record,
    metaclass=Constructors,
    frozen=True,
    kw_only=True,
    tag_field="category",
    tag=lambda name: name.removesuffix("Action").lower(),
):
    """What every action has (§8.1).

    `inputs` and `outputs` are artifact ids; `meta_action_id` names the enclosing meta-action (§8.4).
    """

    id: int
    label: str
    rationale: str
    detail: str | None = None
    inputs: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    evidence: tuple[Kept[Evidence], ...] = ()
    observations: tuple[Kept[Observation], ...] = ()
    execution: ExecutionMetadata | None = None
    reproducibility: ActionReproducibility | None = None
    meta_action_id: str | None = None


class _Performed(ActionCommon, frozen=True, kw_only=True):
    """An action that may carry a request and a result."""

    request: JsonObject | None = None
    result: JsonObject | None = None
    result_summary: str | None = None

    @property
    def payload(self) -> ActionPayload | None:
        """The `action_payload` of the text, or `None` when no member of it is given."""
        if self.request is None and self.result is None and self.result_summary is None:
            return None
        return ActionPayload(request=self.request, result=self.result, result_summary=self.result_summary)


class ActivityAction(_Performed, frozen=True, kw_only=True):
    """Ordinary work (§8.1)."""

    type: ActivityActionType

    HELD = ("type", (ActivityActionType,))


class GatewayAction(ActionCommon, frozen=True, kw_only=True):
    """A decision, split or loop (§8.1)."""

    type: GatewayActionType
    decision_basis: str | None = None
    supporting_inputs: tuple[str, ...] = ()
    options: tuple[DecisionOption, ...] = ()

    HELD = ("type", (GatewayActionType,))

    @property
    def payload(self) -> GatewayPayload:
        """The `gateway_payload` of the text."""
        return GatewayPayload(
            decision_basis=self.decision_basis, supporting_inputs=self.supporting_inputs, options=self.options
        )


class ReasoningAction(_Performed, frozen=True, kw_only=True):
    """Formal reasoning (§8.1); underspecified without a tool (§8.3)."""

    type: ReasoningActionType

    HELD = ("type", (ReasoningActionType,))


class GovernanceAction(_Performed, frozen=True, kw_only=True):
    """Review, approval or audit (§8.1)."""

    type: GovernanceActionType

    HELD = ("type", (GovernanceActionType,))


KnownAction = ActivityAction | GatewayAction | ReasoningAction | GovernanceAction
"""The four constructors of §8.1."""

ActionType = ActivityActionType | GatewayActionType | ReasoningActionType | GovernanceActionType
"""Any action type; the families are disjoint."""

# As `Kept`, with a kind of its own.
if TYPE_CHECKING:
    Action = KnownAction | UnrecognizedAction
else:
    Action = KnownAction
