"""What changed in evidence between two traces, as one value (§13, §18.2, §18.3)."""

from typing import Literal

import msgspec

from tollens.core.derive.residuals.lifecycle import Passage

Shift = Literal[
    "lost",
    "restated",
    "weakened",
    "outdated",
    "contested",
    "doubted",
    "refuted",
    "forgotten",
    "strengthened",
    "renewed",
    "gained",
]
"""What became of a piece of evidence, the most consequential first. `lost`: nothing in the second trace answers what it
answered; `restated`: what replaces it answers something else; `weakened`: it says less; `outdated`: it no longer holds
for the work as it is; `contested`: a defeater is against it; `doubted`: something else keeps it from speaking for the
work; `refuted`: what was undecided is decided against the work; `forgotten`: it was history in the first trace, and is
gone; `strengthened`: it is worth more; `renewed`: another result says the same, and is worth as much; `gained`: nothing
in the first trace answers what it answers."""

MatchedBy = Literal["id", "succession", "claim", "carried", ""]
"""How what stands for it in the second trace was found: it has the same id and answers the same; it supersedes it, or
answers its question later; it answers the same, and is new; it is said to be carried over a merge; nothing does."""


class Held(msgspec.Struct, frozen=True):
    """A piece of evidence as one of the traces has it.

    Attributes:
        artifact_id, action_id: Where it stands; null where there is none, or it is not known for sure.
        verdict: In the specification's words: `proved`, `refuted`, `passed`, …; `complete`, `incomplete` or `unstated`
            of an analysis; `approved`; `unrecognized` where it could not be read.
        standing: What it is worth, the first that applies: `contested`, `refuted` (it speaks against the work),
            `detached`, `stale`, `doubted`, `undecided`, `holds`.
        why: What puts it there, where that is not the verdict itself.
    """

    artifact_id: str | None
    action_id: int | None
    verdict: str
    standing: str
    why: str


class EvidenceChange(msgspec.Struct, frozen=True):
    """What became of one piece of evidence.

    Attributes:
        loss: Whether less is established by it than before, or that cannot be told.
        type: The type of the artifact; of a check that was run, the type of its action.
        subject: What it is about, for a person.
        before, after: As the first and the second trace have it; null where nothing stands for it.
        reason: Why, as a sentence.
    """

    change: Shift
    loss: bool
    type: str
    subject: str
    before: Held | None
    after: Held | None
    matched_by: MatchedBy
    reason: str


class GapChange(msgspec.Struct, frozen=True):
    """What became of a gap or defeater that is declared (§13).

    Attributes:
        change: `opened`, `reopened`, `closed` (addressed or waived), `acknowledged`, `vanished` (it was open, and the
            second trace does not have it), `lowered` (it is open, and its severity is less).
        loss: Whether it was dropped without being closed, is open again, or says itself that something fell: a critical
            gap, a defeater, what a merge disturbed.
        residual_id, status, severity, kind, statement: As the last trace that has it says.
        severity_before: As the first trace says; empty where it does not have it by that id.
    """

    change: Literal["vanished", "reopened", "opened", "lowered", "acknowledged", "closed"]
    loss: bool
    residual_id: str
    status: str
    severity: str
    severity_before: str
    kind: str
    statement: str

    @classmethod
    def of(cls, change: str, passage: Passage, severity_before: str, *, loss: bool) -> "GapChange":
        """What became of the gap of a passage."""
        return cls(
            change,  # type: ignore[arg-type]
            loss,
            passage.residual_id,
            passage.status,
            passage.severity,
            severity_before,
            passage.kind,
            passage.statement,
        )


class ItemChange(msgspec.Struct, frozen=True):
    """What became of one acceptance item of a goal.

    Attributes:
        change: `fell` (it was done), `dropped` (the goal does not have it any more), `restated` (it asks for something
            else), `thinner` (it is done on less: see `basis` of `tollens resolve --json`, or on somebody's word only),
            `blocked`, `moved`, `rose` (it is done now), `added`.
        loss: Whether it was done, and what was done is not what is done now.
        before, after: Its status; empty where the goal does not have it.
        evidence_before, evidence_after: Ids of what it rests on.
        reason: Why it is not done, as the second trace has it.
    """

    acceptance_id: str
    label: str
    change: Literal["fell", "dropped", "restated", "thinner", "blocked", "moved", "rose", "added"]
    loss: bool
    before: str
    after: str
    evidence_before: tuple[str, ...]
    evidence_after: tuple[str, ...]
    reason: str


class GoalState(msgspec.Struct, frozen=True):
    """A goal as one of the traces has it; the members are those of `tollens resolve --json`."""

    status: str
    reached: bool
    progress: float
    certified: bool | None
    governed: bool | None
    open_gaps: int


class GoalChange(msgspec.Struct, frozen=True):
    """What became of one goal.

    Attributes:
        change: `dropped`, `moved` or `added`.
        loss: Whether it was reached and is not, an item of it is a loss, or what certified or governed it does so no
            more.
        goal_id, intent: As the last trace that has it says.
        before, after: As the first and the second trace have it.
        items: Those of its items that changed, losses first.
    """

    change: Literal["dropped", "moved", "added"]
    loss: bool
    goal_id: str
    intent: str
    before: GoalState | None
    after: GoalState | None
    items: tuple[ItemChange, ...]


class PolicyState(msgspec.Struct, frozen=True):
    """A policy as one of the traces has it.

    Attributes:
        status: Evaluated over the trace now: `passed`, `failed`, `not_applicable` or `unknown`; empty where the trace
            does not hold the policy.
        recorded: The status of its last evaluation in the trace; empty where there is none.
        severity: Of the policy.
        contested_by: The defeater against it, its evaluation or what that rests on.
    """

    status: str
    recorded: str
    severity: str
    contested_by: str | None


class PolicyChange(msgspec.Struct, frozen=True):
    """What became of one policy.

    Attributes:
        change: `dropped`, `restated` (it demands something else), `flipped` or `added`.
        loss: Whether it holds no more, or what it said does not count any more.
        before, after: As the first and the second trace have it.
        reason: Why, as a sentence.
    """

    change: Literal["dropped", "restated", "flipped", "added"]
    loss: bool
    policy_id: str
    name: str
    before: PolicyState | None
    after: PolicyState | None
    reason: str


class Compared(msgspec.Struct, frozen=True):
    """One of the two traces.

    Attributes:
        valid: Whether no finding of its validation is an error.
        pieces: Number of its pieces of evidence that no later one of them replaces.
    """

    trace_id: str
    valid: bool
    pieces: int


class Comparison(msgspec.Struct, frozen=True):
    """What changed in evidence from one trace to another.

    Attributes:
        loss: Whether evidence was lost: a row below is a loss, or the second trace is invalid and the first is not.
        losses: Number of rows that are.
        kept: Number of pieces of evidence of the first trace that stand in the second as they were.
        related: Whether the two are versions of one trace, or the second names the first as what it came from; that
            they belong together otherwise rests on whoever asked.
        before, after: The two.
        evidence, gaps, goals, policies: What changed; what did not is left out. Losses first.
    """

    loss: bool
    losses: int
    kept: int
    related: bool
    before: Compared
    after: Compared
    evidence: tuple[EvidenceChange, ...]
    gaps: tuple[GapChange, ...]
    goals: tuple[GoalChange, ...]
    policies: tuple[PolicyChange, ...]
