"""§13 Residuals: gaps declared, claims contested, and what becomes of a residual, all by appending.

Artifacts are immutable (§7.3): a residual that is acknowledged or waived is followed by a revision of itself that
supersedes it and has the new status, made by a governance action that says who decided it, when and why.
"""

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

from tollens.core.author.certification import is_doer
from tollens.core.author.edits import appended
from tollens.core.author.governance import governed
from tollens.core.author.identifiers import next_artifact_id
from tollens.core.author.review_items import opened
from tollens.core.derive.residuals.surface import surface
from tollens.core.errors import MisuseError
from tollens.core.graph.elements import identities, known
from tollens.core.graph.index import Index
from tollens.core.model import (
    DefeaterKind,
    GovernanceActionType,
    JsonObject,
    ResidualArtifact,
    ResidualKind,
    ResidualPayload,
    ResidualSeverity,
    ResidualSource,
    ResidualStatus,
    ReviewItemStatus,
    TargetRef,
    TargetType,
    Trace,
)
from tollens.core.validate.wording import quoted
from tollens.core.wire.document import Document

_PREFIX = "r"
_TITLE = 72
"""Characters of a residual's statement that stand in its name."""

_VERSIONED = re.compile(r"(.+)-v[0-9]{1,9}", re.DOTALL)
_FEW = 10_000
"""Artifacts among which a similar id is looked for: comparing takes its time."""

_AFTER = {
    ResidualStatus.ResidualAcknowledged: (None, ResidualStatus.ResidualOpen),
    ResidualStatus.ResidualWaived: (None, ResidualStatus.ResidualOpen, ResidualStatus.ResidualAcknowledged),
}
"""What a reviewer may decide, and the statuses that it may follow (§13.1). `addressed` is for a successor (§13.3)."""

_CLOSED = (ResidualStatus.ResidualAddressed, ResidualStatus.ResidualWaived)
_TRACKING = (ReviewItemStatus.ReviewOpen, ReviewItemStatus.Acknowledged)

_DOING = {ResidualStatus.ResidualAcknowledged: "Acknowledge", ResidualStatus.ResidualWaived: "Waive"}


def residual_declared(
    document: Document,
    kind: ResidualKind,
    statement: str,
    *,
    severity: ResidualSeverity | None = None,
    target: TargetRef | None = None,
    related: Sequence[str] = (),
    rationale: str = "",
    check: str = "",
    tags: Sequence[str] = (),
    at: str,
    by: str,
) -> Document:
    """Declare a gap, as an artifact that hangs off what it qualifies (§13.1).

    Args:
        document: The trace.
        kind: Why something is not established.
        statement: The gap, in plain language.
        severity: Its impact if wrong or left alone, not how likely that is (§13.2).
        target: Where it bites.
        related: Affected or supporting artifacts.
        rationale: Why it was assumed, not verified or left out.
        check: How a reviewer could close it.
        tags: To find it by.
        at: When, as RFC 3339.
        by: Who declares it: the agent, or a reviewer (§13.2, source).

    Raises:
        MisuseError: It is a defeater, says nothing, or relates to what is not there.
    """
    if kind is ResidualKind.Defeater:
        raise MisuseError(
            "a defeater is evidence against a claim, not a gap", "tollens contest TRACE CLAIM raises one."
        )
    payload = ResidualPayload(
        kind=kind,
        statement=_stated(statement),
        severity=severity,
        target=target,
        related_artifact_ids=_related(document.trace, related),
        rationale=rationale or None,
        suggested_check=check or None,
        source=_source(document.trace, by),
        status=ResidualStatus.ResidualOpen,
        tags=tuple(dict.fromkeys(tags)),
    )
    return _declared(document, payload, at=at, by=by)


def contested(
    document: Document,
    claim: str,
    attacks: DefeaterKind,
    statement: str,
    *,
    evidence: Sequence[str] = (),
    severity: ResidualSeverity | None = None,
    check: str = "",
    at: str,
    by: str,
) -> Document:
    """Raise a defeater against a claim: it is no longer taken for established until that is settled (§13.2).

    Args:
        document: The trace.
        claim: Id of the artifact that states the claim.
        attacks: The claim itself, the evidence for it, or the inference from one to the other.
        statement: The challenge, in plain language.
        evidence: Artifacts that speak against the claim.
        severity: What it matters if the claim is wrong.
        check: How it could be settled.
        at: When, as RFC 3339.
        by: Who raises it.

    Raises:
        MisuseError: There is no such claim or evidence, or nothing is said against it.
    """
    if claim not in Index(document.trace).artifact_at:
        raise MisuseError(f"there is no artifact {quoted(claim)} to contest", _near(document.trace, claim))
    if claim in evidence:
        raise MisuseError(f"{quoted(claim)} cannot be the evidence against itself", "Name what speaks against it.")
    payload = ResidualPayload(
        kind=ResidualKind.Defeater,
        defeater_kind=attacks,
        statement=_stated(statement),
        severity=severity,
        target=TargetRef(target_type=TargetType.ArtifactTarget, target_id=claim),
        related_artifact_ids=_related(document.trace, evidence),
        suggested_check=check or None,
        source=_source(document.trace, by),
        status=ResidualStatus.ResidualOpen,
    )
    return _declared(document, payload, at=at, by=by)


def residual_settled(
    document: Document, name: str, status: ResidualStatus, *, note: str = "", at: str, by: str
) -> Document:
    """Acknowledge or waive a residual by a revision that supersedes it, and the action that made the decision.

    Args:
        document: The trace.
        name: Id of the residual, in any of its revisions; the last one is followed.
        status: `ResidualAcknowledged`, or `ResidualWaived`.
        note: Why; a waiver is explicit and auditable, so it needs one (§13.2, §13.3).
        at: When, as RFC 3339.
        by: The reviewer who decides: not the agent whose gap it is.

    Raises:
        MisuseError: There is no such residual, it is settled already, no reason is given, or the agent would decide.
    """
    index = Index(document.trace)
    old = current_residual(index, name)
    if is_doer(document.trace, by):
        raise MisuseError(
            f"{quoted(by)} did the work, and does not decide about its gaps", "Have it decided by a reviewer."
        )
    if old.payload.status not in _AFTER[status]:
        assert old.payload.status is not None
        raise MisuseError(f"{quoted(old.artifact_id)} is {old.payload.status.value} already")
    if status is ResidualStatus.ResidualWaived and not note.strip():
        what = "A defeater" if old.payload.kind is ResidualKind.Defeater else "A gap"
        raise MisuseError(f"waiving {quoted(old.artifact_id)} needs a reason", f"{what} is waived by --note WHY only.")
    made = residual_revision(document, index, old, status, note)
    after = appended(document, "/artifacts", made)
    return governed(
        after,
        GovernanceActionType.RecordAudit,
        label=f"{_DOING[status]} the residual {old.artifact_id}",
        rationale=note,
        inputs=(old.artifact_id,),
        outputs=(made["artifact_id"],),
        result={"residual_id": old.artifact_id, "status": status.value},
        at=at,
        by=by,
    )


def promoted(
    document: Document,
    name: str,
    title: str,
    *,
    body: str = "",
    assignee: str | None = None,
    blocking: bool = False,
    at: str,
    by: str,
) -> Document:
    """Open a review item about a residual, which itself stays as it is: two records of two matters (§13.3).

    Args:
        document: The trace.
        name: Id of the residual, in any of its revisions; the last one is tracked.
        title: What is demanded.
        body: The same at length; the residual's statement when empty.
        assignee: Who is to settle it.
        blocking: Whether approval waits for it.
        at: When, as RFC 3339.
        by: Who demands it.

    Raises:
        MisuseError: There is no such residual, it is closed, or it is tracked already.
    """
    index = Index(document.trace)
    old = current_residual(index, name)
    if old.payload.status in _CLOSED:
        assert old.payload.status is not None
        raise MisuseError(f"{quoted(old.artifact_id)} is {old.payload.status.value}", "There is nothing to track.")
    line = _line(index, old)
    for _, item in known(document.trace.review_items):
        if item.status in _TRACKING and item.target.target_id in line:
            message = f"{quoted(old.artifact_id)} is tracked by the review item {quoted(item.review_item_id)}"
            raise MisuseError(message, "tollens review-item moves it on.")
    return opened(
        document,
        title,
        target=TargetRef(target_type=TargetType.ArtifactTarget, target_id=old.artifact_id),
        body=body or old.payload.statement,
        assignee=assignee,
        blocking=blocking,
        at=at,
        by=by,
    )


def _line(index: Index, last: ResidualArtifact) -> frozenset[str]:
    """Ids of a residual and of those that it follows."""
    found = {last.artifact_id}
    before = last.supersedes
    while before is not None and before not in found:
        found.add(before)
        artifact = index.artifact(before)
        before = None if artifact is None else artifact.supersedes
    return frozenset(found)


def current_residual(index: Index, name: str) -> ResidualArtifact:
    """The residual of that id, or the last revision that took its place on the surface (§7.3).

    Raises:
        MisuseError: There is none, there are several, or it cannot be read as one.
    """
    found = index.artifact(name)
    if found is None and name in (entry for _, entry in identities(index.trace.residuals, "residual_id")):
        raise MisuseError(
            f"{quoted(name)} is an entry of the deprecated list of residuals",
            "tollens upgrade TRACE --only residuals -o OUT makes an artifact of it (§13.7).",
        )
    if found is None and name in index.residual_ids:
        raise MisuseError(f"the residual {quoted(name)} cannot be read", "tollens validate says why.")
    if not isinstance(found, ResidualArtifact):
        raise MisuseError(
            f"there is no residual {quoted(name)}",
            "tollens residuals TRACE lists them; what is reopened or not declared is computed, and cannot be settled.",
        )
    times = sum(artifact.artifact_id == name for artifact in index.trace.artifacts)
    if times > 1:
        raise MisuseError(f"{times} artifacts are called {quoted(name)}", "tollens validate says where: IDN002.")
    followed = {gap.residual_id: gap.superseded_by for gaps in surface(index) for gap in gaps}
    while (later := followed.get(found.artifact_id)) is not None:
        following = index.artifact(later)
        assert isinstance(following, ResidualArtifact)
        found = following
    return found


def residual_revision(
    document: Document, index: Index, old: ResidualArtifact, status: ResidualStatus, note: str
) -> dict[str, Any]:
    """The residual as it is written, with whatever else it says, under its next id and with its new status (§7.3).

    Args:
        document: The trace.
        index: Of the trace.
        old: The revision that it follows.
        status: What became of the residual.
        note: Why; empty where nothing is said.
    """
    place = index.artifact_at[old.artifact_id]
    held: dict[str, Any] = document.value["artifacts"][place]
    payload = {**held["payload"], "status": status.value}
    if note.strip():
        payload["rationale"] = note
    number = (old.revision or 1) + 1
    versioned = _VERSIONED.fullmatch(old.artifact_id)
    root = versioned[1] if versioned else old.artifact_id
    taken = {*index.artifact_at, *index.reference_ids, *index.residual_ids}
    while f"{root}-v{number}" in taken:
        number += 1
    made = {**held, "artifact_id": f"{root}-v{number}", "revision": number, "supersedes": old.artifact_id}
    # What gave rise to the gap is not what made this revision of it: the action that lists it as its output is.
    made.pop("producer_action_id", None)
    return {**made, "payload": payload}


def _declared(document: Document, payload: ResidualPayload, *, at: str, by: str) -> Document:
    if document.trace.artifacts and not document.value.get("artifacts"):
        raise MisuseError(
            "this trace keeps its results on its actions, as version 1.0 did, and would lose them beside an artifact",
            "tollens upgrade TRACE -o OUT makes artifacts of them.",
        )
    target = payload.target
    aimed = target.target_id if target is not None and target.target_type is TargetType.ArtifactTarget else None
    anchors = (*(() if aimed is None else (aimed,)), *payload.related_artifact_ids)
    statement = " ".join(payload.statement.split())
    short = statement if len(statement) <= _TITLE else statement[: _TITLE - 1].rstrip() + "…"
    return appended(
        document,
        "/artifacts",
        ResidualArtifact(
            artifact_id=next_artifact_id(document.trace, _PREFIX),
            name=f"{payload.kind.value.replace('_', ' ')}: {short}",
            derived_from=tuple(dict.fromkeys(anchors)),
            summary=payload.statement,
            metadata=JsonObject.of({"declared_at": at, "declared_by": by}),
            payload=payload,
        ),
    )


def _stated(statement: str) -> str:
    if not statement.strip():
        raise MisuseError("the statement is empty", "Say in plain language what is the matter: --statement.")
    return statement


def _related(trace: Trace, names: Sequence[str]) -> tuple[str, ...]:
    index = Index(trace)
    for name in names:
        if not index.resolves(name):
            raise MisuseError(f"{quoted(name)} is no artifact of this trace", _near(trace, name))
    return tuple(dict.fromkeys(names))


def _near(trace: Trace, name: str) -> str:
    names = [artifact.artifact_id for artifact in trace.artifacts if artifact.artifact_id is not None]
    near = get_close_matches(name, names, n=1) if len(names) <= _FEW else []
    return f"Did you mean {near[0]}?" if near else "tollens show TRACE lists the artifacts."


def _source(trace: Trace, by: str) -> ResidualSource:
    """Who surfaced it (§13.2): the agent reports on itself, everyone else reviews."""
    return ResidualSource.AgentDeclared if is_doer(trace, by) else ResidualSource.ReviewerAdded
