"""The review of a trace: what a person needs to see first, as one value (§1, §13). Never says more than the record."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from tollens.core.derive.abandoned import abandoned
from tollens.core.derive.account import CaptureReport, account
from tollens.core.derive.changes import (
    ChangedFile,
    Commit,
    Unfollowed,
    changed_after,
    changed_files,
    commits,
    since,
    unfollowed,
    unfollowed_after,
)
from tollens.core.derive.claims import Claim, claims
from tollens.core.derive.contested import contested
from tollens.core.derive.doubts import doubts
from tollens.core.derive.runs import Results, Run, runs
from tollens.core.derive.surface import Defeater, Gap, surface
from tollens.core.diagnostics import Diagnostic, Report, worst_first
from tollens.core.graph.index import Index
from tollens.core.model import (
    Event,
    EventType,
    Goal,
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


class Instruction(msgspec.Struct, frozen=True):
    """Something a person asked for in the course of the work."""

    artifact_id: str
    text: str
    action_id: int | None = None


class RecordedEvent(msgspec.Struct, frozen=True):
    """What set the work going, or how it ended.

    Attributes:
        type: Of the event; empty where the record has none that is recognized.
        text: What was asked; of an ending, why it was.
        closing_words: Of an ending, the summary that is recorded: in a captured session what the agent said last.
    """

    type: str
    text: str
    closing_words: str = ""


class Refusal(msgspec.Struct, frozen=True):
    """Something that a person refused (§8.1, Reject)."""

    action_id: int
    label: str


class GoalState(msgspec.Struct, frozen=True):
    """A goal as authored (§18.1); its items are not resolved here.

    Attributes:
        items: Number of acceptance items by authored status; `unstated` where an item has none.
    """

    goal_id: str
    intent: str
    status: str
    items: dict[str, int]


class OpenItem(msgspec.Struct, frozen=True):
    """A review item that is not settled (§14.3)."""

    review_item_id: str
    title: str
    status: str
    blocking: bool
    author: str


class Changes(msgspec.Struct, frozen=True):
    """What was changed.

    Attributes:
        unchecked: Files changed after the last passing test run; all of them where no test run passed.
        unfollowed: Actions that may have changed files which the record does not name.
        unchecked_actions: Ids of those of them after the last passing test run; likewise.
    """

    files: tuple[ChangedFile, ...]
    commits: tuple[Commit, ...]
    unchecked: tuple[str, ...]
    unfollowed: tuple[Unfollowed, ...] = ()
    unchecked_actions: tuple[int, ...] = ()


class Review(msgspec.Struct, frozen=True):
    """What a reviewer needs to know of one trace.

    Attributes:
        valid: Whether no finding of the validation is an error.
        counts: Findings by severity.
        look_first: What stands out, the gravest first; empty when nothing does.
        last_passing_tests: The last test run that passed, those of abandoned steps left out.
        declared: Number of gaps and defeaters on the residual surface. None at all is itself to be reviewed (§13.2).
        unrecognized: Number of elements that could not be read as what they should be; none of them is evidence here.
        capture: The account of the capture, where the trace was made from a session.
        faults: Every finding of the validation, errors first.
    """

    trace_id: str
    spec_version: str | None
    assistant: str
    model: str
    timestamp: str
    valid: bool
    counts: dict[str, int]
    look_first: tuple[str, ...]
    asked: RecordedEvent
    instructions: tuple[Instruction, ...]
    outcome: RecordedEvent
    actions: int
    artifacts: int
    changes: Changes
    runs: tuple[Run, ...]
    last_passing_tests: int | None
    refused: tuple[Refusal, ...]
    claims: tuple[Claim, ...]
    declared: int
    gaps: tuple[Gap, ...]
    defeaters: tuple[Defeater, ...]
    goals: tuple[GoalState, ...]
    review_items: tuple[OpenItem, ...]
    unrecognized: int
    capture: CaptureReport | None
    faults: tuple[Diagnostic, ...]


def review(trace: Trace, report: Report) -> Review:
    """Review a trace.

    Args:
        trace: The trace, in the lenient reading.
        report: What its validation found.
    """
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
    index = Index(trace)
    gaps, defeaters = surface(index)
    approvals = (each.producer_action_id for each in trace.artifacts if isinstance(each, UserApprovalArtifact))
    later = since(files, left, (*approvals, *(run.action_id for run in ran if run.checks)), positions)
    made = Review(
        trace_id=trace.trace_id,
        spec_version=report.spec_version,
        assistant=trace.assistant,
        model=trace.model,
        timestamp=trace.timestamp,
        valid=report.valid,
        counts=report.counts,
        look_first=(),
        asked=_asked(trace.trigger),
        instructions=_instructions(trace),
        outcome=_outcome(trace.outcome),
        actions=len(trace.actions),
        artifacts=len(trace.artifacts),
        changes=changes,
        runs=ran,
        last_passing_tests=last_tests,
        refused=_refused(trace),
        claims=claims(index, contested(trace.artifacts, defeaters), doubts(index, gaps), ran, later),
        declared=len(gaps) + len(defeaters),
        gaps=gaps,
        defeaters=defeaters,
        goals=_goals(trace),
        review_items=_review_items(trace),
        unrecognized=_unrecognized(trace),
        capture=account(trace),
        faults=tuple(worst_first(report.diagnostics)),
    )
    return msgspec.structs.replace(made, look_first=tuple(_look_first(made)))


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


def _goals(trace: Trace) -> tuple[GoalState, ...]:
    found = []
    for goal in trace.goals:
        if isinstance(goal, Goal):
            items = Counter(
                "unrecognized" if isinstance(item, Unrecognized) else item.status.value if item.status else "unstated"
                for item in goal.acceptance
            )
            found.append(GoalState(goal.goal_id, goal.intent, goal.status.value if goal.status else "", dict(items)))
    return tuple(found)


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


def _look_first(made: Review) -> Iterator[str]:
    """What stands out, the gravest first."""
    if not made.valid:
        yield f"{_count(made.counts['error'], 'error')}: this is no valid trace"
    yield from _disputes(made)
    failures = [run for run in made.runs if run.outcome == "failed" and run.passed_later is None]
    if failures:
        yield f"{_count(len(failures), 'command')} failed and did not pass later"
    unknown = sum(run.checks and run.outcome == "unknown" for run in made.runs)
    if unknown:
        yield f"{_count(unknown, 'check')} with an unknown end"
    yield from _open_matters(made)
    if made.outcome.type != EventType.ProcessCompleted.value:
        why = f", {made.outcome.text}" if made.outcome.text else ""
        yield f"the work did not complete: {made.outcome.type or 'no outcome'}{why}"
    if made.unrecognized:
        yield f"{_count(made.unrecognized, 'element')} not recognized"
    if made.capture is not None and not made.capture.whole:
        yield "the session was not captured whole"


def _disputes(made: Review) -> Iterator[str]:
    # A check that failed is told with the commands that did not pass later.
    against = [claim for claim in made.claims if claim.weight == "against" and not claim.ran]
    disputed = sum(claim.contested_by is not None for claim in against)
    if disputed:
        yield f"{_count(disputed, 'result')} contested"
    if len(against) > disputed:
        yield f"{_count(len(against) - disputed, 'result')} against the work"
    doubted = sum(claim.doubted_by is not None and claim.weight == "open" for claim in made.claims)
    if doubted:
        yield f"{_count(doubted, 'result')} in doubt"


def _open_matters(made: Review) -> Iterator[str]:
    for severity in ("critical", "high"):
        number = sum(gap.open and gap.severity == severity for gap in made.gaps)
        if number:
            yield f"{_count(number, f'{severity} gap')} open"
    blocking = sum(item.blocking for item in made.review_items)
    if blocking:
        yield f"{_count(blocking, 'blocking review item')} open"
    yield from _untested(made)


def _untested(made: Review) -> Iterator[str]:
    files, actions = len(made.changes.unchecked), len(made.changes.unchecked_actions)
    changed = [f"{_count(files, 'file')} changed"] if files else []
    changed += [f"{_count(actions, 'command')} may have changed files"] if actions else []
    if changed and made.last_passing_tests is None:
        yield f"{' and '.join(changed)}, and no passing test run is recorded"
    elif changed:
        yield f"{' and '.join(changed)} after the last passing test run"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
