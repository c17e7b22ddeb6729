"""§13.2, §13.3 Addressing a residual in the successor that closes it, once there is something to show for it."""

from collections.abc import Sequence

from tollens.core.author.edits import appended
from tollens.core.author.governance import governed
from tollens.core.author.residuals import current_residual, residual_revision
from tollens.core.errors import MisuseError
from tollens.core.graph.elements import known
from tollens.core.graph.index import Index
from tollens.core.model import (
    GovernanceActionType,
    ResidualArtifact,
    ResidualKind,
    ResidualStatus,
    Trace,
    TraceLineage,
    TraceRelationship,
    VerificationResultArtifact,
    VerificationResultStatus,
)
from tollens.core.validate.wording import quoted
from tollens.core.wire.document import Document

_SETTLED = (ResidualStatus.ResidualAddressed, ResidualStatus.ResidualWaived)


def addressed(document: Document, name: str, *, evidence: Sequence[str] = (), note: str, at: str, by: str) -> Document:
    """Mark a residual as addressed by a revision that supersedes it, with an action that rests on the evidence.

    Args:
        document: A trace that succeeds another one.
        name: Id of the residual, in any of its revisions; the last one is followed.
        evidence: Artifacts of this trace that close the gap, or that refute the defeater or establish its claim again.
        note: How it was closed.
        at: When, as RFC 3339.
        by: Who says so.

    Raises:
        MisuseError: The trace succeeds none, the residual does not stand, or what is said does not close it.
    """
    if not is_successor(document.trace):
        raise MisuseError(
            "a residual is addressed in a successor, and this trace succeeds none (§13.3)",
            "tollens succeed TRACE -o OUT --id NEW starts one.",
        )
    if not note.strip():
        raise MisuseError("a residual is not addressed by saying so alone", "Say how it was closed with --note TEXT.")
    index = Index(document.trace)
    old = current_residual(index, name)
    if old.payload.status in _SETTLED:
        assert old.payload.status is not None
        raise MisuseError(f"{quoted(old.artifact_id)} is {old.payload.status.value} already")
    if old.payload.kind is ResidualKind.Defeater and not evidence:
        raise MisuseError(
            f"{quoted(old.artifact_id)} is a defeater: it is addressed by what refutes it or establishes its claim "
            "again (§13.2)",
            "Name that with --evidence ID.",
        )
    for shown in evidence:
        _refuse_evidence(index, old, shown)
    status = ResidualStatus.ResidualAddressed
    made = residual_revision(document, index, old, status, note)
    return governed(
        appended(document, "/artifacts", made),
        GovernanceActionType.RecordAudit,
        at=at,
        by=by,
        label=f"Address the residual {old.artifact_id}",
        rationale=note,
        inputs=tuple(dict.fromkeys((old.artifact_id, *evidence))),
        outputs=(made["artifact_id"],),
        result={"residual_id": old.artifact_id, "status": status.value},
    )


def is_successor(trace: Trace) -> bool:
    """Whether the trace says that it follows another one (§15.1, §15.2)."""
    named = isinstance(trace.trace_lineage, TraceLineage) and trace.trace_lineage.parent_trace_id is not None
    return named or any(
        edge.relationship is TraceRelationship.Supersedes and edge.from_trace_id == trace.trace_id != edge.to_trace_id
        for _, edge in known(trace.trace_links)
    )


def _refuse_evidence(index: Index, gap: ResidualArtifact, name: str) -> None:
    """Evidence is in this trace, is not the gap itself or what it contests or cites, and settles something.

    Raises:
        MisuseError: Says why not.
    """
    shown = index.artifact(name)
    if shown is None:
        raise MisuseError(f"there is no artifact {quoted(name)} to show for it", "tollens show TRACE lists them.")
    if isinstance(shown, ResidualArtifact):
        raise MisuseError(f"{quoted(name)} is a residual, and closes nothing", "Name what was established.")
    if gap.payload.kind is ResidualKind.Defeater and name in gap.derived_from:
        raise MisuseError(f"{quoted(name)} is what {quoted(gap.artifact_id)} is about", "Name what came after it.")
    if isinstance(shown, VerificationResultArtifact) and not _shows(shown.payload.status, gap.payload.kind):
        raise MisuseError(f"{quoted(name)} is {shown.payload.status.value}: it shows nothing of the kind")


def _shows(status: VerificationResultStatus, kind: ResidualKind) -> bool:
    """Whether a verdict can close a gap: any that settles its question; against a defeater, only a proof."""
    if kind is ResidualKind.Defeater:
        return status is VerificationResultStatus.VrProved
    return status is not VerificationResultStatus.VrUnknown
