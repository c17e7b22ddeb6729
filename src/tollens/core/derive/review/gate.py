"""The gate: whether anything in the record stands against the work, and what, the most consequential first.

A trace passes only when nothing does. Passing says no more than that: what was never claimed is not checked here.
"""

from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

from tollens.core.derive.evaluation import Evaluation
from tollens.core.derive.policies import PolicyVerdict
from tollens.core.derive.review.claims import Claim
from tollens.core.integrity.verdicts import Verification
from tollens.core.model import AcceptanceStatus, Freshness, ReviewItem, ReviewItemStatus

Cause = Literal[
    "invalid",
    "blocked",
    "refuted",
    "failed",
    "violated policy",
    "undecided policy",
    "contested",
    "detached",
    "stale",
    "critical gap",
    "blocking review item",
    "signature",
]
"""Why a gate does not pass, in the order of consequence; signatures are looked at only where they are asked for."""


_FEW = 3
"""Violating actions that a reason names."""


class Reason(msgspec.Struct, frozen=True):
    """One thing that stands against the work.

    Attributes:
        cause: Its kind.
        subject: The id of what it is about: of a goal and its item as `goal/item`; of the defeater, where that contests
            no claim of an artifact; empty for the whole trace.
        text: What it is, for a person.
    """

    cause: Cause
    subject: str
    text: str


class Gate(msgspec.Struct, frozen=True):
    """The answer of the gate.

    Attributes:
        passed: Whether nothing stands against the work.
        reasons: Everything that does, the most consequential first.
    """

    passed: bool
    reasons: tuple[Reason, ...]


def gate(evaluation: Evaluation, claims: Iterable[Claim]) -> Gate:
    """Judge a trace as a gate.

    A result that a later one supersedes, or answers again, is history and holds nothing up. All others are what the
    outcome rests on. A defeater that stands holds it up whatever it contests, unless that is history.

    Args:
        evaluation: Of the trace.
        claims: What the record claims, as the review tells it.
    """
    told = tuple(claims)
    reasons = (
        *_validity(evaluation),
        *_blocked(evaluation),
        *_against(_not_evaluated_anew(evaluation, told)),
        *_policies(evaluation),
        *_standing(evaluation, told),
        *_outdated(evaluation, told),
        *_critical(evaluation),
        *_blocking(evaluation),
    )
    return Gate(not reasons, reasons)


def signed_too(gate: Gate, verification: Verification) -> Gate:
    """The answer of the gate, where what the signatures come to counts as well."""
    reasons = tuple(Reason("signature", "", reason) for reason in verification.reasons)
    return Gate(gate.passed and not reasons, (*gate.reasons, *reasons))


def _validity(evaluation: Evaluation) -> Iterator[Reason]:
    if not evaluation.report.valid:
        errors = evaluation.report.counts["error"]
        yield Reason("invalid", "", f"the trace is invalid: {errors} error{'' if errors == 1 else 's'}")


def _blocked(evaluation: Evaluation) -> Iterator[Reason]:
    for goal in evaluation.resolution.goals:
        for item in goal.acceptance:
            if item.status == AcceptanceStatus.AcceptBlocked.value:
                yield Reason("blocked", f"{goal.goal_id}/{item.acceptance_id}", f"{item.label}: {item.reason}")


def _not_evaluated_anew(evaluation: Evaluation, claims: tuple[Claim, ...]) -> tuple[Claim, ...]:
    """The claims without recorded evaluations of policies that are violated now: one reason is enough."""
    violated = {policy.policy_id for policy in evaluation.policies if policy.blocking and policy.status == "failed"}
    return tuple(claim for claim in claims if claim.policy_id is None or claim.policy_id not in violated)


def _policies(evaluation: Evaluation) -> Iterator[Reason]:
    causes: dict[str, Cause] = {"failed": "violated policy", "unknown": "undecided policy"}
    for status, cause in causes.items():
        for policy in evaluation.policies:
            if policy.blocking and policy.status == status:
                yield Reason(cause, policy.policy_id, f"{policy.name}: {policy.message}{_at(policy)}")


def _at(policy: PolicyVerdict) -> str:
    shown = ", ".join(map(str, policy.violating_action_ids[:_FEW]))
    more = ", …" if len(policy.violating_action_ids) > _FEW else ""
    return f" (at {shown}{more})" if shown else ""


def _against(claims: tuple[Claim, ...]) -> Iterator[Reason]:
    for claim in claims:
        if claim.weight != "against":
            continue
        subject = claim.artifact_id or ("" if claim.action_id is None else f"action {claim.action_id}")
        if claim.contested_by is not None:
            yield Reason(
                "contested",
                claim.artifact_id or claim.contested_by,
                f"{claim.subject}: {claim.verdict}, but contested by {claim.contested_by}",
            )
        elif claim.verdict == "refuted":
            yield Reason("refuted", subject, f"{claim.subject}: refuted{f', {claim.detail}' if claim.detail else ''}")
        else:
            yield Reason("failed", subject, f"{claim.subject}: {claim.verdict}")


def _standing(evaluation: Evaluation, claims: tuple[Claim, ...]) -> Iterator[Reason]:
    """Defeaters that are not told with a claim: against code, a model, a step, the whole trace."""
    told = {claim.contested_by for claim in claims} | {claim.artifact_id for claim in claims}
    for defeater in evaluation.established.defeaters:
        if defeater.open and told.isdisjoint((defeater.residual_id, *defeater.about)):
            text = f"{defeater.residual_id} is against {defeater.against}: {defeater.statement}"
            yield Reason("contested", defeater.residual_id, text)


def _outdated(evaluation: Evaluation, claims: tuple[Claim, ...]) -> Iterator[Reason]:
    replaced = {claim.artifact_id for claim in claims if claim.replaced_by is not None}
    for kind, cause in ((Freshness.Detached, "detached"), (Freshness.Stale, "stale")):
        for name, verdict in evaluation.established.freshness.items():
            if verdict.verdict is kind and name not in replaced:
                yield Reason("detached" if cause == "detached" else "stale", name, f"{name}: {verdict.reason}")


def _critical(evaluation: Evaluation) -> Iterator[Reason]:
    for gap in (*evaluation.established.defeaters, *evaluation.established.gaps):
        if gap.open and gap.severity == "critical":
            yield Reason("critical gap", gap.residual_id, f"{gap.kind}: {gap.statement}")


def _blocking(evaluation: Evaluation) -> Iterator[Reason]:
    settled = (ReviewItemStatus.ReviewResolved, ReviewItemStatus.Waived)
    for item in evaluation.trace.review_items:
        if isinstance(item, ReviewItem) and item.blocking is True and item.status not in settled:
            yield Reason("blocking review item", item.review_item_id, item.title)
