"""§10, §18.3 The pieces of evidence of one trace, each with what it answers, told so that it means the same in another.

Ids are given out anew in every trace, so that what two pieces answer is compared by what is stated: the type, the
symbol, the formal statement, the files and components that it is about.
"""

from collections.abc import Hashable, Iterator
from typing import Any

import msgspec

from tollens.core.derive.evaluation import Evaluation
from tollens.core.derive.freshness.models import Models
from tollens.core.derive.freshness.subjects import About, about, as_edited, reasoning_results
from tollens.core.derive.freshness.verdicts import Verdict
from tollens.core.derive.residuals.doubts import doubts
from tollens.core.derive.review.claims import Claim, Weight
from tollens.core.derive.review.reviewing import review
from tollens.core.derive.review.worth import question_of, verdict_of, weight_of
from tollens.core.graph.answers import answered_again
from tollens.core.graph.index import Index
from tollens.core.model import (
    ConformanceResultArtifact,
    Freshness,
    PropertyStatus,
    ReasoningResult,
    StateSpaceAnalysisResultArtifact,
    Unrecognized,
    VerificationGoalArtifact,
    VerificationResultArtifact,
)

UNREAD = "unrecognized"
"""The verdict of what could not be read."""

APPROVAL = "UserApproval"

_CURRENCY = {Freshness.Fresh: 0, Freshness.Stale: 1, Freshness.Detached: 2}
_STANDINGS = ("holds", "stale", "detached")
_EVIDENCE = frozenset(
    {
        "VerificationResult",
        "StateSpaceAnalysisResult",
        "ConformanceResult",
        "CoSimulationResult",
        APPROVAL,
    }
)
"""Types of artifacts that are pieces of evidence."""


class Piece(msgspec.Struct, frozen=True):
    """One piece of evidence.

    Attributes:
        type: The type of the artifact; of a check that was run, the type of its action.
        claim: What it answers: equal where two pieces of any traces answer the same, as far as the places allow.
        components, places: Durable identities and files that it is about, where the record says so.
        subject: The same for a person.
        says: What its verdict says by itself.
        currency: 0 where it holds for the work as it is, 1 where that changed since, 2 where what it is about is gone.
        outdated: Why it is not 0.
        doubted_by: What else keeps it from speaking for the work.
        replaced_by: A later answer to the same question, in the same trace.
        listed: The properties that it lists as proved.
        supersedes: The id of the artifact that it says to replace.
    """

    type: str
    claim: Hashable
    subject: str
    verdict: str
    says: Weight
    artifact_id: str | None = None
    action_id: int | None = None
    components: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()
    currency: int = 0
    outdated: str = ""
    contested_by: str | None = None
    doubted_by: str | None = None
    replaced_by: str | None = None
    listed: frozenset[tuple[str, str]] = frozenset()
    supersedes: str | None = None

    @property
    def standing(self) -> str:
        """What it is worth, in one word."""
        if self.contested_by is not None:
            return "contested"
        if self.says == "against":
            return "refuted"
        if self.currency:
            return _STANDINGS[self.currency]
        if self.doubted_by is not None:
            return "doubted"
        return "holds" if self.says == "for" else "undecided"

    @property
    def why(self) -> str:
        """What puts it there, where that is not its verdict."""
        standing = self.standing
        if standing == "contested":
            return f"contested by {self.contested_by}"
        if standing in ("stale", "detached"):
            return self.outdated
        return f"in doubt by {self.doubted_by}" if standing == "doubted" else ""

    @property
    def worth(self) -> tuple[int, int, bool, bool]:
        """Greater where it is worth more."""
        order = ("against", "open", "for")
        return order.index(self.says), -self.currency, self.contested_by is None, self.doubted_by is None


def pieces(evaluation: Evaluation) -> tuple[Piece, ...]:
    """Every piece of evidence of a trace: results, then what could not be read, then checks and approvals."""
    told = review(evaluation).claims
    runs = [_of_claim(claim) for claim in told if claim.ran or claim.verdict == "approved"]
    return (*_results(evaluation), *_unread(evaluation.index), *runs)


def _results(evaluation: Evaluation) -> Iterator[Piece]:
    index, established = evaluation.index, evaluation.established
    models, doubted, replaced = Models(index), doubts(established), answered_again(index, lambda _: True)
    for position, result in reasoning_results(index):
        name = result.artifact_id
        verdict = established.freshness[name]
        made = index.maker(name)
        subject = about(index, models, position, result)
        edits = as_edited(index, models, subject)
        yield Piece(
            type=type(result).__name__.removesuffix("Artifact"),
            claim=_claim(index, subject, result),
            subject=_subject(index, subject, result),
            verdict=verdict_of(result),
            says=weight_of(result),
            artifact_id=name,
            action_id=None if made is None else index.trace.actions[made].id,
            components=edits.components,
            places=edits.files,
            currency=_CURRENCY[verdict.verdict],
            outdated="" if verdict.verdict is Freshness.Fresh else _outdated(verdict),
            contested_by=established.contested[name][1] if name in established.contested else None,
            doubted_by=doubted.get(name) if verdict.verdict is Freshness.Fresh else None,
            replaced_by=replaced.get(name),
            listed=_listed(result),
            supersedes=result.supersedes,
        )


def _outdated(verdict: Verdict) -> str:
    return f"{verdict.verdict.value.lower()}: {verdict.reason}"


def _claim(index: Index, subject: About, result: ReasoningResult) -> Hashable:
    """What a result answers; one that names no symbol answers for its targets."""
    kind = type(result).__name__
    aim: Hashable = subject.symbol or tuple(sorted(_named(index, name) for name in subject.targets))
    match result:
        case VerificationResultArtifact():
            return kind, aim, _statement(index, result.payload.goal_artifact_id)
        case StateSpaceAnalysisResultArtifact():
            return kind, aim, result.payload.analysis_kind
        case ConformanceResultArtifact():
            return kind, aim, _named(index, result.payload.reference_artifact_id)
        case _:
            return kind, aim, tuple(_named(index, name) for name in result.payload.input_artifact_ids)


def _statement(index: Index, goal_id: str) -> Hashable:
    """What a goal asks: formally where it does so, else in words. Layout is no part of it."""
    goal = index.artifact(goal_id)
    if not isinstance(goal, VerificationGoalArtifact):
        return goal_id
    asked = goal.payload
    properties = tuple((each.name, " ".join(each.src.split())) for each in asked.properties)
    return asked.kind.value, " ".join((asked.src or asked.description).split()), properties


def _named(index: Index, name: str) -> str:
    """What an artifact is called in all its versions: by its name, else by the id of the first one."""
    at = index.artifact_at.get(name)
    if at is None:
        return name
    held = index.trace.artifacts[at]
    first = index.trace.artifacts[index.lines.origin(at)]
    return (None if isinstance(held, Unrecognized) else held.name) or first.artifact_id or name


def _subject(index: Index, subject: About, result: ReasoningResult) -> str:
    asked = question_of(index, result)
    aim = subject.symbol or ", ".join(_named(index, name) for name in subject.targets)
    return f"{aim}: {asked}" if aim and aim not in asked else asked


def _listed(result: ReasoningResult) -> frozenset[tuple[str, str]]:
    if not isinstance(result, VerificationResultArtifact) or not result.payload.result.proved:
        return frozenset()
    held = result.payload.result.proved.properties
    return frozenset((each.name, " ".join(each.src.split())) for each in held if each.status is PropertyStatus.Proved)


def _unread(index: Index) -> Iterator[Piece]:
    """What says to be a piece of evidence and cannot be read as one."""
    for _, artifact in index.unread_artifacts:
        kind = artifact.text("artifact_type") or ""
        if kind in _EVIDENCE:
            name = artifact.artifact_id or artifact.path
            claim = UNREAD, artifact.value
            yield Piece(kind, claim, name, UNREAD, "open", artifact.artifact_id, doubted_by="not being recognized")


def _of_claim(claim: Claim) -> Piece:
    """A check that was run, or an approval."""
    kind = claim.by.partition(",")[0] if claim.ran else APPROVAL
    said: dict[str, Any] = {"passed": "for", "approved": "for", "failed": "against"}
    since = [f"{claim.outdated} files changed after it"] if claim.outdated else []
    since += [f"{claim.unfollowed} actions after it may have changed files"] if claim.unfollowed else []
    return Piece(
        type=kind,
        claim=("ran" if claim.ran else kind, " ".join(claim.subject.split())),
        subject=claim.subject,
        verdict=claim.verdict,
        says="open" if claim.beside else said.get(claim.verdict, "open"),
        artifact_id=claim.artifact_id,
        action_id=claim.action_id,
        currency=1 if since else 0,
        outdated=" and ".join(since),
        contested_by=claim.contested_by,
        doubted_by=claim.doubted_by,
        replaced_by=claim.replaced_by,
    )
