"""Evaluations of policies recorded in a trace (policy companion §7.1), with the policies and the residuals they derive.

Each policy has one evaluation at a time: a new one takes the place of the former. Evaluations of policies that were not
checked stay as they are. No action is added: the check is none of the work, and would be a step that policies speak of.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from tollens.core.author.edits import replaced
from tollens.core.author.identifiers import next_artifact_id
from tollens.core.errors import MisuseError
from tollens.core.model.artifacts import ResidualArtifact
from tollens.core.model.policies import Policy, PolicyEvaluation
from tollens.core.model.residuals import ResidualPayload, ResidualStatus
from tollens.core.model.review import TargetRef
from tollens.core.policy.checking import same_demand
from tollens.core.policy.verdict import Judgement, recorded
from tollens.core.validate.wording import quoted
from tollens.core.wire.document import Document
from tollens.core.wire.encode import to_value

_RANK = ("not_applicable", "passed", "unknown", "failed")
"""Verdicts, what speaks against the work last: of several under one id the last counts."""

_PREFIX = "r"
_STANDING = (None, ResidualStatus.ResidualOpen, ResidualStatus.ResidualAcknowledged)
_TITLE = 72
"""Characters of a residual's statement that stand in its name."""


def evaluations_recorded(document: Document, policies: Sequence[Policy], judgements: Sequence[Judgement]) -> Document:
    """Record verdicts, and those of their policies that the trace does not hold yet.

    Args:
        document: The trace.
        policies: The policies that were checked.
        judgements: Their verdicts.

    Raises:
        MisuseError: The trace holds another policy under the id of one that was checked.
    """
    held = {policy.policy_id: policy for policy in document.trace.policies if isinstance(policy, Policy)}
    for policy in policies:
        known = held.setdefault(policy.policy_id, policy)
        if not same_demand(known, policy):
            raise MisuseError(
                f"the trace has another policy {quoted(policy.policy_id)}, so that its evaluation would be of both",
                "Rename one of them.",
            )
    listed = document.value.get("policies") or []
    said = {_id(value, "policy_id") or _id(value, "id") for value in listed}
    new = {name: to_value(policy) for name, policy in held.items() if name not in said}
    if new:
        document = replaced(document, "/policies", [*listed, *new.values()])
    return _evaluated(document, {name: recorded(judged) for name, judged in _worst(judgements).items()})


def _worst(judgements: Sequence[Judgement]) -> dict[str, Judgement]:
    """A verdict for each id, in the order in which they were given."""
    found: dict[str, Judgement] = {}
    for judged in judgements:
        first = found.setdefault(judged.policy_id, judged)
        if _RANK.index(judged.status) > _RANK.index(first.status):
            found[judged.policy_id] = judged
    return found


def _evaluated(document: Document, fresh: Mapping[str, PolicyEvaluation]) -> Document:
    """Put each evaluation in the place of the first of its policy, or at the end."""
    if not fresh:
        return document
    written = {name: to_value(evaluation) for name, evaluation in fresh.items()}
    former = document.value.get("policy_evaluations") or []
    if not isinstance(former, list):
        raise MisuseError("what stands at /policy_evaluations is no list", "tollens validate says what is wrong.")
    kept: list[Any] = []
    for value in former:
        name = _id(value, "policy_id")
        if name not in fresh:
            kept.append(value)
        elif name in written:
            kept.append(written.pop(name))
    return replaced(document, "/policy_evaluations", [*kept, *written.values()])


def _id(value: Any, member: str) -> str:
    held = value.get(member) if isinstance(value, dict) else None
    return held if isinstance(held, str) else ""


def residuals_recorded(document: Document, payloads: Sequence[ResidualPayload]) -> Document:
    """Add residuals that policies derive (§13.4), but for those that the trace declares already and that stand open.

    Args:
        document: The trace.
        payloads: The residuals, each about the evaluation of a policy.
    """
    declared = [artifact for artifact in document.trace.artifacts if isinstance(artifact, ResidualArtifact)]
    standing = {_said(one.payload) for one in declared if one.payload.status in _STANDING}
    fresh = [payload for payload in payloads if _said(payload) not in standing]
    if not fresh:
        return document
    first = next_artifact_id(document.trace, _PREFIX)
    number = int(first.removeprefix(_PREFIX))
    made = [to_value(_residual(payload, f"{_PREFIX}{at}")) for at, payload in enumerate(fresh, number)]
    return replaced(document, "/artifacts", [*(document.value.get("artifacts") or []), *made])


def _residual(payload: ResidualPayload, name: str) -> ResidualArtifact:
    statement = payload.statement
    short = statement if len(statement) <= _TITLE else statement[: _TITLE - 1].rstrip() + "…"
    return ResidualArtifact(
        artifact_id=name,
        name=f"{payload.kind.value.replace('_', ' ')}: {short}",
        derived_from=payload.related_artifact_ids,
        summary=statement,
        payload=payload,
    )


def _said(payload: ResidualPayload) -> tuple[TargetRef | None, str]:
    """What tells one residual of a policy from another."""
    return payload.target, payload.statement
