"""§13.4: the residuals that evaluations of policies give rise to, so that a reviewer finds them on the surface.

A policy that failed says what the work lacks; one that did not apply checked nothing; one that could not be decided
shows that the record says too little. All three are made on request only.
"""

from collections.abc import Iterable

from tollens.core.model.policies import PolicySeverity
from tollens.core.model.residuals import ResidualKind, ResidualPayload, ResidualSeverity, ResidualSource, ResidualStatus
from tollens.core.model.review import TargetRef, TargetType
from tollens.core.policy.verdict import Judgement

_IMPACT = {
    PolicySeverity.ErrorSeverity: ResidualSeverity.HighResidual,
    PolicySeverity.Warning: ResidualSeverity.MediumResidual,
    PolicySeverity.Info: ResidualSeverity.LowResidual,
}
"""What it matters if a policy is violated, and if that cannot be told: severity is no probability (§13.2)."""


def derived_residuals(judgements: Iterable[Judgement]) -> tuple[ResidualPayload, ...]:
    """A residual for each policy that did not pass, in their order."""
    return tuple(_residual(judged) for judged in judgements if judged.status != "passed")


def _residual(judged: Judgement) -> ResidualPayload:
    statement, check = _WORDS[judged.status]
    named = f"{judged.name} ({judged.policy_id})" if judged.name != judged.policy_id else judged.policy_id
    violating = judged.violating.action_ids
    at = ", ".join(map(str, violating[:_SHOWN]))
    more = f" and {len(violating) - _SHOWN} more" if len(violating) > _SHOWN else ""
    where = f", at action{'' if len(violating) == 1 else 's'} {at}{more}" if at else ""
    return ResidualPayload(
        kind=ResidualKind.Unverified,
        statement=f"The policy {named} {statement}{where}.",
        severity=ResidualSeverity.InfoResidual if judged.status == "not_applicable" else _IMPACT[judged.severity],
        target=TargetRef(target_type=TargetType.PolicyEvaluationTarget, target_id=judged.policy_id),
        related_artifact_ids=judged.violating.artifact_ids,
        rationale=judged.message,
        suggested_check=check,
        source=ResidualSource.PolicyDerived,
        status=ResidualStatus.ResidualOpen,
    )


_SHOWN = 10
"""Violating actions that a statement names."""

_WORDS = {
    "failed": ("does not hold", "Mend what violates it, and check the policy again."),
    "not_applicable": ("did not apply, so that nothing was checked", "Confirm that what it is about was not needed."),
    "unknown": ("could not be decided", "Record what is missing, and check the policy again."),
}
