"""Policies and their evaluations: named in §5 and §13.5, defined by the policy companion."""

from tollens.core.model.base import Json, Record, Word


class PolicySeverity(Word):
    """How much a violation matters."""

    Info = "info"
    Warning = "warning"
    ErrorSeverity = "error"


class PolicyScope(Word):
    """What a policy ranges over."""

    TraceScope = "trace"
    ActionScope = "action"
    ArtifactScope = "artifact"
    ModuleScope = "module"


class PolicyKind(Word):
    """What sort of requirement a policy states."""

    TraceInvariant = "trace_invariant"
    ApprovalRequirement = "approval_requirement"
    ReasoningRequirement = "reasoning_requirement"
    LineageRequirement = "lineage_requirement"
    ReferenceIntegrity = "reference_integrity"
    ConformanceRequirement = "conformance_requirement"


class PolicySelector(Record, frozen=True, kw_only=True):
    """Narrows where a policy applies; every condition is optional, and an absent one holds everywhere."""

    action_type: str | None = None
    artifact_type: str | None = None
    artifact_role: str | None = None
    category: str | None = None
    path_matches: str | None = None
    path_matches_any: tuple[str, ...] = ()


class Policy(Record, frozen=True, kw_only=True):
    """A requirement on the whole record. `formula` is text of the policy language or its syntax tree as JSON."""

    policy_id: str
    name: str
    description: str | None = None
    severity: PolicySeverity
    scope: PolicyScope
    kind: PolicyKind
    applies_when: PolicySelector | None = None
    formula: Json
    reference_artifact_id: str | None = None


class PolicyEvaluationStatus(Word):
    """The verdict of a policy."""

    Passed = "passed"
    Failed = "failed"
    UnknownEvaluation = "unknown"
    NotApplicable = "not_applicable"


class PolicyEvaluation(Record, frozen=True, kw_only=True):
    """A recorded verdict, with what it rests on and what violates it.

    `checked_at_action_id` is the last action that the record held when the check ran.
    """

    policy_id: str
    status: PolicyEvaluationStatus
    checked_at_action_id: int | None = None
    evidence_action_ids: tuple[int, ...] = ()
    evidence_artifact_ids: tuple[str, ...] = ()
    violating_action_ids: tuple[int, ...] = ()
    violating_artifact_ids: tuple[str, ...] = ()
    note: str | None = None
