"""§13.5 What became of the policies of a trace: evaluated over either trace now, and as recorded."""

from collections.abc import Iterator, Mapping
from typing import Any

from tollens.core.derive.comparison.report import PolicyChange, PolicyState
from tollens.core.derive.evaluation import Evaluation
from tollens.core.derive.policies import recorded_statuses
from tollens.core.derive.residuals.contested import EVALUATED, dispute_of, targeted
from tollens.core.model import PolicyEvaluation

_PASSED, _FAILED, _UNKNOWN, _IDLE = "passed", "failed", "unknown", "not_applicable"
_ASKED = ("severity", "scope", "kind", "applies_when", "formula", "reference_artifact_id")
"""Members of a policy that say what it demands, and of whom."""


def policy_changes(before: Evaluation, after: Evaluation) -> tuple[PolicyChange, ...]:
    """What became of each policy that is not as it was, losses first."""
    old, new = _states(before), _states(after)
    asked_before, asked_after = _asked(before), _asked(after)
    names = {each.policy_id: each.name for one in (before, after) for each in one.policies}
    found = []
    for name in dict.fromkeys((*old, *new)):
        demand = asked_before.get(name), asked_after.get(name)
        restated = None not in demand and demand[0] != demand[1]
        made = _change(name, names.get(name, ""), old.get(name), new.get(name), restated=restated)
        if made is not None:
            found.append(made)
    return tuple(sorted(found, key=lambda change: not change.loss))


def _states(evaluation: Evaluation) -> dict[str, PolicyState]:
    recorded = dict(recorded_statuses(evaluation.trace))
    disputed = dict(_disputed(evaluation))
    judged = {each.policy_id: each for each in reversed(evaluation.policies)}
    found = {}
    for name in dict.fromkeys((*(each.policy_id for each in evaluation.policies), *recorded)):
        policy = judged.get(name)
        status, severity = ("", "") if policy is None else (policy.status, policy.severity)
        found[name] = PolicyState(status, recorded.get(name, ""), severity, disputed.get(name))
    return found


def _disputed(evaluation: Evaluation) -> Iterator[tuple[str, str]]:
    """Each policy whose evaluation is contested, with the defeater."""
    established = evaluation.established
    if not established.contested and not established.defeaters:
        return
    aimed = targeted(established.defeaters, *EVALUATED)
    for one in evaluation.trace.policy_evaluations:
        if isinstance(one, PolicyEvaluation):
            dispute = dispute_of(one, aimed, established.contested)
            if dispute is not None:
                yield one.policy_id, dispute[1]


def _asked(evaluation: Evaluation) -> dict[str, Mapping[str, Any]]:
    """What each policy demands, as the file has it."""
    value = evaluation.index.value if evaluation.policies else None
    held = value.get("policies") if isinstance(value, dict) else None
    found: dict[str, Mapping[str, Any]] = {}
    for one in held if isinstance(held, list) else ():
        if isinstance(one, dict) and isinstance(one.get("policy_id"), str):
            found.setdefault(one["policy_id"], {name: one.get(name) for name in _ASKED})
    return found


def _change(
    policy_id: str, name: str, before: PolicyState | None, after: PolicyState | None, *, restated: bool
) -> PolicyChange | None:
    if before == after and not restated:
        return None
    if before is None:
        return PolicyChange("added", False, policy_id, name, None, after, "")
    if after is None:
        loss = before.status not in ("", _IDLE) or before.recorded not in ("", _IDLE)
        reason = "the second trace has neither it nor an evaluation of it"
        return PolicyChange("dropped", loss, policy_id, name, before, None, reason)
    reasons = [*_fallen(before, after)]
    if restated:
        if _PASSED in (before.status, before.recorded):
            reasons.append("what passed before is not what it demands now")
        reason = "; ".join(reasons) or "it demands something else"
        return PolicyChange("restated", bool(reasons), policy_id, name, before, after, reason)
    reason = "; ".join(reasons) or f"{_told(before)} before, {_told(after)} now"
    return PolicyChange("flipped", bool(reasons), policy_id, name, before, after, reason)


def _fallen(before: PolicyState, after: PolicyState) -> Iterator[str]:
    """In which respects less is established by it."""
    if before.status and not after.status:
        yield "the second trace does not hold it any more"
    elif after.status != before.status and after.status in (_FAILED, _UNKNOWN) and before.status != _FAILED:
        yield f"{_words(before.status) or 'not held'} before, {_words(after.status)} now"
    if before.recorded == _PASSED and after.recorded != _PASSED:
        yield f"recorded as passed before, {_words(after.recorded) or 'not recorded'} now"
    if after.contested_by is not None and before.contested_by is None:
        yield f"contested by {after.contested_by}"


def _told(state: PolicyState) -> str:
    return _words(state.status) or f"recorded as {_words(state.recorded)}"


def _words(status: str) -> str:
    return status.replace("_", " ")
