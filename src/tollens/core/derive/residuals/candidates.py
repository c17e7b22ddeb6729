"""§13.4 What the record holds of its own limits without having declared it: candidates for the residual surface.

They are values to look at, as a person could declare them, and open gaps of no goal. What a declared residual is about
or cites already is not brought up again.
"""

from collections.abc import Iterator
from typing import NamedTuple

from tollens.core.derive.residuals.reopened import DerivedGap
from tollens.core.graph.index import Index
from tollens.core.model import (
    Confidence,
    Observation,
    PolicyEvaluation,
    PolicyEvaluationStatus,
    PropertyStatus,
    Residual,
    ResidualArtifact,
    StateSpaceAnalysisResultArtifact,
    TraceReproducibility,
    VerificationGoalArtifact,
    VerificationResultArtifact,
    VerificationResultStatus,
)

_UNMET = {
    PolicyEvaluationStatus.Failed: ("failed", "medium"),
    PolicyEvaluationStatus.UnknownEvaluation: ("could not be judged", "low"),
    PolicyEvaluationStatus.NotApplicable: ("did not apply, so that nothing was checked", "info"),
}
"""What an evaluation says that is no pass, and how much that matters."""


def candidates(index: Index) -> tuple[DerivedGap, ...]:
    """Coverage gaps, observations of low confidence, limitations of a replay and policies that did not pass, in the
    order of this sentence, otherwise in the record's.
    """
    declared = _declared(index)
    return (
        *(gap for gap in _coverage(index) if gap.target not in declared),
        *_observations(index, declared),
        *_limitations(index),
        *(gap for gap in _policies(index) if gap.about[0] not in declared),
    )


def _declared(index: Index) -> frozenset[str]:
    """Ids of the artifacts that a declared residual derives from, targets or cites."""
    found: set[str] = set()
    for _, artifact in index.of(ResidualArtifact):
        found.update(artifact.derived_from)
    payloads = [artifact.payload for _, artifact in index.of(ResidualArtifact)]
    payloads += [residual for residual in index.trace.residuals if isinstance(residual, Residual)]
    for payload in payloads:
        found.update(payload.related_artifact_ids)
        if payload.target is not None and payload.target.target_id:
            found.add(payload.target.target_id)
    return frozenset(found)


def _coverage(index: Index) -> Iterator[DerivedGap]:
    answers = _answers(index)
    for _, goal in index.of(VerificationGoalArtifact):
        name = goal.artifact_id
        if name in index.replaced:
            continue
        payload = goal.payload
        what = f"{name} ({payload.description})" if payload.description else name
        pending = [
            item.name
            for item in payload.properties
            if item.status is PropertyStatus.Pending and item.name not in answers.settled.get(name, ())
        ]
        if name not in answers.decided:
            how = "was tried and not decided" if name in answers.tried else "has no result"
            check = f"Verify {name}, or say why it stays open."
        elif pending and name not in answers.proved:
            how = f"has properties that are pending: {', '.join(pending)}"
            check = f"Verify {', '.join(pending)} of {name}."
        else:
            continue
        yield DerivedGap(
            residual_id=f"coverage-{name}",
            kind="coverage",
            severity="medium",
            statement=f"{what} {how}.",
            suggested_check=check,
            target=name,
            symbol=payload.target_symbol,
            about=tuple(dict.fromkeys((name, payload.target_artifact_id))),
        )
    for _, analysis in index.of(StateSpaceAnalysisResultArtifact):
        split = analysis.payload
        if split.complete is False and analysis.artifact_id not in index.replaced:
            summary = f": {split.coverage_summary}" if split.coverage_summary else ""
            yield DerivedGap(
                residual_id=f"coverage-{analysis.artifact_id}",
                kind="coverage",
                severity="medium",
                statement=f"{analysis.artifact_id} does not cover {split.target_symbol or 'its target'}{summary}.",
                suggested_check="Analyse what is left, or say why it may stay uncovered.",
                target=analysis.artifact_id,
                symbol=split.target_symbol,
                about=(analysis.artifact_id, split.target_artifact_id),
            )


class _Answers(NamedTuple):
    """What results say about verification goals, by the ids of the goals.

    Attributes:
        decided: Those that some result proved or refuted.
        tried: Those that have a result.
        proved: Those that a proof settles as a whole, without listing properties.
        settled: The properties of each that a proof lists as no longer pending.
    """

    decided: set[str]
    tried: set[str]
    proved: set[str]
    settled: dict[str, set[str]]


def _answers(index: Index) -> _Answers:
    decided: set[str] = set()
    tried: set[str] = set()
    whole: set[str] = set()
    settled: dict[str, set[str]] = {}
    for _, answer in index.of(VerificationResultArtifact):
        goal = answer.payload.goal_artifact_id
        tried.add(goal)
        if answer.payload.status in (VerificationResultStatus.VrProved, VerificationResultStatus.VrRefuted):
            decided.add(goal)
        if answer.payload.result.proved:
            listed = answer.payload.result.proved.properties
            told = {item.name for item in listed if item.status is not PropertyStatus.Pending}
            settled.setdefault(goal, set()).update(told)
            if not listed:  # it proves the goal as a whole
                whole.add(goal)
    return _Answers(decided, tried, whole, settled)


def _observations(index: Index, declared: frozenset[str]) -> Iterator[DerivedGap]:
    for _, action in index.stating.observations:
        for number, observation in enumerate(action.observations, start=1):
            if not isinstance(observation, Observation) or observation.confidence is not Confidence.Low:
                continue
            if observation.observation_id is not None and observation.observation_id in declared:
                continue
            yield DerivedGap(
                residual_id=f"low-confidence-{action.id}-{number}",
                kind="low_confidence",
                severity="low",
                statement=f"Held with low confidence in action {action.id}: {observation.statement}",
                suggested_check="Confirm it, or declare it as an assumption.",
                target=next((name for name in observation.derived_from if name in index.artifact_at), ""),
                about=observation.derived_from,
            )


def _limitations(index: Index) -> Iterator[DerivedGap]:
    whole = index.trace.reproducibility
    if isinstance(whole, TraceReproducibility):
        for number, text in enumerate(whole.limitations, start=1):
            yield _limitation(f"limitation-trace-{number}", "The work", text, ())
    for _, action, stated in index.stating.reproducibility:
        for number, text in enumerate(stated.limitations, start=1):
            yield _limitation(f"limitation-{action.id}-{number}", f"Action {action.id}", text, action.outputs)


def _limitation(name: str, what: str, text: str, about: tuple[str, ...]) -> DerivedGap:
    return DerivedGap(
        residual_id=name,
        kind="replay_limitation",
        severity="info",
        statement=f"{what} can be repeated only within a limit: {text}",
        suggested_check="If results rest on it, declare it as a limitation.",
        target=about[0] if len(about) == 1 else "",
        about=about,
    )


def _policies(index: Index) -> Iterator[DerivedGap]:
    """The last evaluation of each policy, where it is no pass."""
    last = {
        evaluation.policy_id: evaluation
        for evaluation in index.trace.policy_evaluations
        if isinstance(evaluation, PolicyEvaluation)
    }
    for name, evaluation in last.items():
        if evaluation.status not in _UNMET:
            continue
        how, severity = _UNMET[evaluation.status]
        note = f": {evaluation.note}" if evaluation.note else ""
        yield DerivedGap(
            residual_id=f"policy-{name}",
            kind="policy_evaluation",
            severity=severity,
            statement=f"Policy {name} {how}{note}",
            suggested_check=f"Look into why, and evaluate {name} again.",
            about=(name,),
        )
