"""Reviews a trace: gathers what is recorded and what was evaluated into one value. Never says more than these."""

from typing import Any

import msgspec

from tollens.core.derive.evaluation import Evaluation
from tollens.core.derive.record.abandoned import abandoned
from tollens.core.derive.record.account import account
from tollens.core.derive.record.changes import (
    changed_after,
    changed_files,
    commits,
    since,
    unfollowed,
    unfollowed_after,
)
from tollens.core.derive.record.runs import Results, Run, runs
from tollens.core.derive.residuals.doubts import doubts
from tollens.core.derive.review.claims import claims
from tollens.core.derive.review.decisions import decisions
from tollens.core.derive.review.gate import gate
from tollens.core.derive.review.look_first import look_first
from tollens.core.derive.review.report import (
    VERSION,
    Changes,
    Instruction,
    OpenItem,
    RecordedEvent,
    Refusal,
    Review,
)
from tollens.core.derive.review.signing import StatedSignature, stated_signatures
from tollens.core.derive.review.strength import stated_strengths
from tollens.core.diagnostics import worst_first
from tollens.core.model import (
    Event,
    GovernanceAction,
    GovernanceActionType,
    Json,
    ReviewItem,
    ReviewItemStatus,
    Trace,
    Unrecognized,
    UserApprovalArtifact,
    UserInstructionArtifact,
)


def review(evaluation: Evaluation) -> Review:
    """Review a trace that was evaluated."""
    trace, report, established = evaluation.trace, evaluation.report, evaluation.established
    dropped = abandoned(trace)
    ran = runs(trace.actions, Results(trace.artifacts), dropped)
    positions = _positions(trace)
    files = changed_files(trace, dropped)
    last_run = next((run for run in reversed(ran) if _passing_tests(run)), None)
    last_tests = None if last_run is None else last_run.action_id
    left = unfollowed(trace)
    changes = Changes(
        files,
        commits(trace),
        changed_after(files, last_tests, positions),
        left,
        unfollowed_after(left, last_run, positions),
    )
    gaps, defeaters = established.gaps, established.defeaters
    approvals = (each.producer_action_id for each in trace.artifacts if isinstance(each, UserApprovalArtifact))
    later = since(files, left, (*approvals, *(run.action_id for run in ran if run.checks)), positions)
    doubted = doubts(established)
    stated = stated_strengths(evaluation.index, report.diagnostics)
    claimed = claims(established, doubted, ran, later, stated)
    made = Review(
        version=VERSION,
        trace_id=trace.trace_id,
        spec_version=report.spec_version,
        assistant=trace.assistant,
        model=trace.model,
        timestamp=trace.timestamp,
        valid=report.valid,
        counts=report.counts,
        gate=gate(evaluation, claimed),
        look_first=(),
        asked=_asked(trace.trigger),
        instructions=_instructions(trace),
        outcome=_outcome(trace.outcome),
        actions=len(trace.actions),
        artifacts=len(trace.artifacts),
        changes=changes,
        runs=ran,
        last_passing_tests=last_tests,
        decisions=decisions(trace),
        refused=_refused(trace),
        claims=claimed,
        declared=len(gaps) + len(defeaters),
        gaps=gaps,
        defeaters=defeaters,
        derived=established.derived,
        freshness=tuple(established.freshness.values()),
        goals=evaluation.resolution.goals,
        policies=evaluation.policies,
        review_items=_review_items(trace),
        unrecognized=_unrecognized(trace),
        signatures=_signatures(evaluation),
        capture=account(trace),
        faults=tuple(worst_first(report.diagnostics)),
    )
    return msgspec.structs.replace(made, look_first=tuple(look_first(made)))


def _positions(trace: Trace) -> dict[int, int]:
    """Where each action stands in the record; of two with one id the first counts."""
    positions: dict[int, int] = {}
    for position, action in enumerate(trace.actions):
        if action.id is not None:
            positions.setdefault(action.id, position)
    return positions


def _passing_tests(run: Run) -> bool:
    return run.type == "RunTests" and run.outcome == "passed" and run.abandoned is None


def _asked(event: object) -> RecordedEvent:
    if not isinstance(event, Event):
        return RecordedEvent("", "")
    texts = (event.description, event.summary, event.reason, event.from_user)
    return RecordedEvent(event.typ.value, next((text for text in texts if text), ""))


def _outcome(event: object) -> RecordedEvent:
    if not isinstance(event, Event):
        return RecordedEvent("", "")
    return RecordedEvent(event.typ.value, event.reason or event.description or "", event.summary or "")


def _instructions(trace: Trace) -> tuple[Instruction, ...]:
    return tuple(
        Instruction(artifact.artifact_id, artifact.summary or artifact.name or "", artifact.producer_action_id)
        for artifact in trace.artifacts
        if isinstance(artifact, UserInstructionArtifact)
    )


def _refused(trace: Trace) -> tuple[Refusal, ...]:
    return tuple(
        Refusal(action.id, action.label)
        for action in trace.actions
        if isinstance(action, GovernanceAction) and action.type is GovernanceActionType.Reject
    )


def _signatures(evaluation: Evaluation) -> tuple[StatedSignature, ...]:
    """What the signatures state; the JSON value is read only where there are any."""
    if not evaluation.trace.signatures:
        return ()
    return stated_signatures(evaluation.index.value, evaluation.report.diagnostics)


def _review_items(trace: Trace) -> tuple[OpenItem, ...]:
    settled = (ReviewItemStatus.ReviewResolved, ReviewItemStatus.Waived)
    found = [
        OpenItem(item.review_item_id, item.title, item.status.value, item.blocking is True, item.author)
        for item in trace.review_items
        if isinstance(item, ReviewItem) and item.status not in settled
    ]
    return tuple(sorted(found, key=lambda item: not item.blocking))


_MISSING = Json.of(None)
"""What stands in the place of a trigger or an outcome that the file does not have."""


def _unrecognized(trace: Trace) -> int:
    """Elements of the trace's lists, members and their lists that the lenient reading kept as they were."""
    held: list[Any] = [getattr(trace, name) for name in trace.__struct_fields__]
    elements = [element for value in held for element in (value if isinstance(value, tuple) else (value,))]
    inner = [
        element
        for holder in elements
        for name in ("evidence", "observations", "acceptance")
        for element in getattr(holder, name, ())
    ]
    return sum(isinstance(element, Unrecognized) and element.value != _MISSING for element in (*elements, *inner))
