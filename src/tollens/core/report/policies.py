"""What became of the policies of a report: those that were asked for where any were, else those of the trace (§13.5).

Where policies are asked for, `tollens check` answers for all of them, those of the trace among them; so the gate of the
report is that of the review with its answer on policies in the place of the review's own.
"""

from collections.abc import Iterator

import msgspec

from tollens.core.derive.policies import PolicyVerdict
from tollens.core.derive.review.gate import Cause, Gate, Reason
from tollens.core.diagnostics import Diagnostic
from tollens.core.policy.checking import THE_TRACE, Checked, Row

_FEW = 3
"""Violating actions that a reason names."""

_CAUSES: tuple[Cause, ...] = ("violated policy", "undecided policy")

_BEFORE: tuple[Cause, ...] = ("invalid", "blocked", "refuted", "failed")
"""Reasons that are told before those of policies."""


class PolicyRow(msgspec.Struct, frozen=True):
    """The verdict on one policy.

    Attributes:
        policy_id, name: Of the policy.
        severity: `error`, `warning` or `info`, as the project gives it.
        status: `passed`, `failed`, `not_applicable` or `unknown`.
        message: The verdict in a sentence.
        source: Where the policy is from.
        blocking: Whether it stands against the work.
        violating_action_ids, violating_artifact_ids: Where it is violated.
        warnings: What the static check says against its formula.
    """

    policy_id: str
    name: str
    severity: str
    status: str
    message: str
    source: str
    blocking: bool
    violating_action_ids: tuple[int, ...] = ()
    violating_artifact_ids: tuple[str, ...] = ()
    warnings: tuple[Diagnostic, ...] = ()


class SwitchedOff(msgspec.Struct, frozen=True):
    """A policy that was not checked.

    Attributes:
        reason: As the project or the file of the policy gives it.
        source: Where the policy is from.
    """

    policy_id: str
    reason: str
    source: str


def rows_of_review(verdicts: tuple[PolicyVerdict, ...]) -> tuple[PolicyRow, ...]:
    """The policies that a trace holds, as the review has them."""
    return tuple(
        PolicyRow(
            one.policy_id,
            one.name,
            one.severity,
            one.status,
            one.message,
            THE_TRACE,
            one.blocking,
            one.violating_action_ids,
            one.violating_artifact_ids,
        )
        for one in verdicts
    )


def rows_of_check(checked: Checked) -> tuple[PolicyRow, ...]:
    """The policies that were asked for, and those of the trace."""
    return tuple(
        PolicyRow(
            row.judgement.policy_id,
            row.judgement.name,
            row.judgement.severity.value,
            row.judgement.status,
            row.judgement.message,
            row.source,
            row.blocking,
            row.judgement.violating.action_ids,
            row.judgement.violating.artifact_ids,
            _warnings(row),
        )
        for row in checked.rows
    )


def _warnings(row: Row) -> tuple[Diagnostic, ...]:
    return tuple(remark for remark in row.diagnostics if remark.severity != "info")


def gate_with(gate: Gate, policies: tuple[PolicyRow, ...]) -> Gate:
    """A gate with these verdicts on policies in the place of its own."""
    others = [reason for reason in gate.reasons if reason.cause not in _CAUSES]
    at = next((place for place, reason in enumerate(others) if reason.cause not in _BEFORE), len(others))
    reasons = (*others[:at], *_reasons(policies), *others[at:])
    return Gate(not reasons, reasons)


def _reasons(policies: tuple[PolicyRow, ...]) -> Iterator[Reason]:
    for row in policies:
        if not row.blocking:
            continue
        shown = ", ".join(map(str, row.violating_action_ids[:_FEW]))
        more = ", …" if len(row.violating_action_ids) > _FEW else ""
        text = f"{row.name}: {row.message}{f' (at {shown}{more})' if shown else ''}"
        if row.status == "failed":
            yield Reason("violated policy", row.policy_id, text)
        elif row.status == "unknown" or not row.warnings:
            yield Reason("undecided policy", row.policy_id, text)
        else:
            remark = row.warnings[0]
            yield Reason("undecided policy", row.policy_id, f"{row.name}: its formula is in doubt: {remark.message}")
