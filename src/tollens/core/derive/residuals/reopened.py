"""§18.3 The gaps that results reopen which no longer hold: computed each time, never stored in the trace.

They are of kinds of their own, which §13.1 does not have, so that nobody takes one for a declared residual.
"""

from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from tollens.core.derive.freshness.verdicts import Verdict
from tollens.core.graph.answers import answered_again
from tollens.core.graph.index import Index
from tollens.core.model import Freshness, ReasoningResult, VerificationGoalArtifact, VerificationResultArtifact

DerivedKind = Literal[
    "stale_evidence",
    "detached_evidence",
    "coverage",
    "low_confidence",
    "replay_limitation",
    "policy_evaluation",
]
"""Why something that nobody declared is a gap: the evidence no longer fits what it is about, or that is gone; or, of a
candidate, something is unanswered, held with low confidence, limits the replay, or was checked and not met."""


class DerivedGap(msgspec.Struct, frozen=True, gc=False):
    """A gap that was computed from the trace and stands nowhere in it.

    Attributes:
        residual_id: Made of the kind and of what it is about: the same gap has the same id each time.
        severity: As of a declared residual: impact, not probability.
        statement: What is not established, for a person.
        suggested_check: What would close it.
        target: Id of the artifact that it is about; empty where it is about none.
        symbol: What of the model it is about, where that is known.
        about: Ids of the artifacts that it concerns, its target among them; of a policy evaluation that of the policy.
    """

    residual_id: str
    kind: DerivedKind
    severity: str
    statement: str
    suggested_check: str
    target: str = ""
    symbol: str | None = None
    about: tuple[str, ...] = ()


def reopened(index: Index, verdicts: Mapping[str, Verdict]) -> tuple[DerivedGap, ...]:
    """A gap for each stale and each detached result, in list order.

    A result whose question a later result answers again, which is itself fresh, reopens nothing: it is history.

    Args:
        index: Of the trace.
        verdicts: The verdict on each reasoning result, by artifact id, in list order.
    """
    fresh = Freshness.Fresh
    outdated = {name: verdict for name, verdict in verdicts.items() if verdict.verdict is not fresh}
    if not outdated:
        return ()
    renewed = answered_again(index, lambda name: name not in outdated)
    return tuple([_gap(index, name, verdict) for name, verdict in outdated.items() if name not in renewed])


def _gap(index: Index, name: str, verdict: Verdict) -> DerivedGap:
    about = tuple(dict.fromkeys((name, *_subjects(index, name))))
    thing = f" about {verdict.symbol}" if verdict.symbol else ""
    if verdict.verdict is Freshness.Detached:
        return DerivedGap(
            residual_id=f"detached-{name}",
            kind="detached_evidence",
            severity="high",
            statement=f"{name}{thing} is evidence for something that is gone: {verdict.reason}",
            suggested_check=f"Confirm that {verdict.symbol or 'what it is about'} was meant to go, or restore it.",
            target=name,
            symbol=verdict.symbol,
            about=about,
        )
    return DerivedGap(
        residual_id=f"stale-{name}",
        kind="stale_evidence",
        severity="medium",
        statement=f"{name}{thing} is out of date: {verdict.reason}",
        suggested_check=f"Re-verify: establish {name} again over the current model.",
        target=name,
        symbol=verdict.symbol,
        about=about,
    )


def _subjects(index: Index, name: str) -> Iterator[str]:
    """The goal that a result answers, and the model or code that it is about."""
    result = index.artifact(name)
    if isinstance(result, VerificationResultArtifact):
        yield result.payload.goal_artifact_id
        goal = index.artifact(result.payload.goal_artifact_id)
        if isinstance(goal, VerificationGoalArtifact):
            yield goal.payload.target_artifact_id
    elif isinstance(result, ReasoningResult):
        yield result.payload.target_artifact_id
