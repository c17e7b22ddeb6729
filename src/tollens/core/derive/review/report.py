"""The review of a trace: what a person needs to see first, as one value (§1, §13, §18.3)."""

import msgspec

from tollens.core.derive.freshness.verdicts import Verdict
from tollens.core.derive.goals.resolution import ResolvedGoal
from tollens.core.derive.policies import PolicyVerdict
from tollens.core.derive.record.account import CaptureReport
from tollens.core.derive.record.changes import ChangedFile, Commit, Unfollowed
from tollens.core.derive.record.runs import Run
from tollens.core.derive.residuals.reopened import DerivedGap
from tollens.core.derive.residuals.surface import Defeater, Gap
from tollens.core.derive.review.claims import Claim
from tollens.core.derive.review.decisions import Decision
from tollens.core.derive.review.gate import Gate
from tollens.core.derive.review.signing import StatedSignature
from tollens.core.diagnostics import Diagnostic


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


VERSION = "1"
"""Of the review. A later one only adds members; what is renamed or removed raises it."""


class Review(msgspec.Struct, frozen=True):
    """What a reviewer needs to know of one trace: the value that every rendering of a review reads.

    Attributes:
        version: Of this value; raised when a member is renamed or removed.
        valid: Whether no finding of the validation is an error.
        counts: Findings by severity.
        gate: Whether anything stands against the work, and what.
        look_first: What stands out, the gravest first; empty when nothing does.
        last_passing_tests: The last test run that passed, those of abandoned steps left out.
        decisions: What was decided, with the ways that were not taken, in the record's order.
        claims: What the record claims to have established, what is against the work first.
        declared: Number of gaps and defeaters on the residual surface. None at all is itself to be reviewed (§13.2).
        derived: The gaps that results reopen which no longer hold.
        freshness: The verdict on each reasoning result, in the record's order.
        goals: What became of each goal.
        policies: What became of each policy of the trace: evaluated now, beside what is recorded.
        unrecognized: Number of elements that could not be read as what they should be; none of them is evidence here.
        signatures: What the signatures state, unverified; `tollens verify` verifies them. Each is over the whole trace.
        capture: The account of the capture, where the trace was made from a session.
        faults: Every finding of the validation, errors first.
    """

    version: str
    trace_id: str
    spec_version: str | None
    assistant: str
    model: str
    timestamp: str
    valid: bool
    counts: dict[str, int]
    gate: Gate
    look_first: tuple[str, ...]
    asked: RecordedEvent
    instructions: tuple[Instruction, ...]
    outcome: RecordedEvent
    actions: int
    artifacts: int
    changes: Changes
    runs: tuple[Run, ...]
    last_passing_tests: int | None
    decisions: tuple[Decision, ...]
    refused: tuple[Refusal, ...]
    claims: tuple[Claim, ...]
    declared: int
    gaps: tuple[Gap, ...]
    defeaters: tuple[Defeater, ...]
    derived: tuple[DerivedGap, ...]
    freshness: tuple[Verdict, ...]
    goals: tuple[ResolvedGoal, ...]
    policies: tuple[PolicyVerdict, ...]
    review_items: tuple[OpenItem, ...]
    unrecognized: int
    signatures: tuple[StatedSignature, ...]
    capture: CaptureReport | None
    faults: tuple[Diagnostic, ...]
