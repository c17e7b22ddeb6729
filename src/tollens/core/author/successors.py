"""§13.3, §15.2 Starting a successor: a new trace that supersedes one, and in which its residuals are addressed.

Traces are immutable, so the predecessor is only read. What the successor takes along is decided in `carrying`.
"""

from collections.abc import Sequence
from typing import Any

from tollens.core.author.carrying import Cargo, Unread, Value, cargo
from tollens.core.author.edits import appended, replaced
from tollens.core.author.governance import governed
from tollens.core.author.identifiers import next_artifact_id
from tollens.core.author.trace_links import linked
from tollens.core.errors import MisuseError
from tollens.core.graph.elements import known
from tollens.core.integrity.canonical import content_hash
from tollens.core.model import (
    ChainStatus,
    Event,
    EventType,
    GovernanceActionType,
    JsonObject,
    ResidualArtifact,
    ResidualKind,
    ResidualPayload,
    ResidualSource,
    ResidualStatus,
    TargetRef,
    TargetType,
    Trace,
    TraceLineage,
    TraceRelationship,
)
from tollens.core.validate.wording import quoted
from tollens.core.wire.document import Document
from tollens.core.wire.encode import to_value
from tollens.core.wire.upgrade import upgrade

_UNFINISHED = "The work of this trace has not ended."


def successor(
    predecessor: Document,
    trace_id: str,
    *,
    address: Sequence[str] = (),
    note: str | None = None,
    assistant: str | None = None,
    model: str | None = None,
    at: str,
    by: str,
) -> Document:
    """Start the successor of a trace.

    It has a Supersedes link to the predecessor, its place in the chain, and a LinkTrace action whose result names the
    content hash of exactly what was succeeded and whatever could not go along.

    Args:
        predecessor: The trace as read; it may be sealed.
        trace_id: The id of the new trace.
        address: Residuals that the successor closes, by the word of `by`.
        note: What the successor is for; of residuals that it addresses, how they were closed.
        assistant: Who does its work; that of the predecessor when not given.
        model: With which model; likewise.
        at: When, as RFC 3339.
        by: Who starts it.

    Raises:
        MisuseError: The id is taken in the chain, the predecessor has none, or a residual cannot be addressed.
    """
    refuse_id(predecessor.trace, trace_id)
    if address and not (note or "").strip():
        raise MisuseError("a residual is not addressed by saying so alone", "Say how it was closed with --note TEXT.")
    current = upgrade(predecessor).document
    load = cargo(current)
    document = Document.of(_begun(current, load, trace_id, assistant, model, at, by))
    for unread in load.unread:
        document = _doubted(document, unread, predecessor.trace.trace_id)
    gaps = [gap.artifact_id for gap in document.trace.artifacts if isinstance(gap, ResidualArtifact)]
    document = linked(
        document,
        predecessor.trace.trace_id,
        TraceRelationship.Supersedes,
        note=note,
        outputs=gaps,
        result={"predecessor_content_hash": _hash(predecessor), "left_out": load.left_out},
        at=at,
        by=by,
    )
    for name in dict.fromkeys(address):
        document = _addressed(document, name, note or "", at, by)
    return document


def lineage(predecessor: Trace) -> TraceLineage:
    """The place in the chain of what follows a trace (§15.2).

    Positions count the steps from the root, which is 0. Where the predecessor has a parent and does not say which
    position it has, that of its successor is not known either.
    """
    held = predecessor.trace_lineage if isinstance(predecessor.trace_lineage, TraceLineage) else TraceLineage()
    first = held.parent_trace_id is None and held.root_trace_id in (None, predecessor.trace_id)
    position = held.chain_position if held.chain_position is not None else 0 if first else None
    root = held.root_trace_id or (predecessor.trace_id if first else None)
    return TraceLineage(
        parent_trace_id=predecessor.trace_id,
        root_trace_id=root,
        chain_position=None if position is None else position + 1,
        chain_status=ChainStatus.Active,
    )


def refuse_id(trace: Trace, trace_id: str) -> None:
    """Refuse an id for the successor of a trace that it, or its chain, has already.

    Raises:
        MisuseError: Says why.
    """
    if not trace.trace_id:
        raise MisuseError("a trace without an id cannot be succeeded", "Give it a trace_id first.")
    if not trace_id.strip():
        raise MisuseError("the successor needs an id of its own", "Name it with --id NEW.")
    taken = {trace.trace_id}
    if isinstance(trace.trace_lineage, TraceLineage):
        taken |= {trace.trace_lineage.parent_trace_id or "", trace.trace_lineage.root_trace_id or ""}
    for _, edge in known(trace.trace_links):
        taken |= {edge.from_trace_id, edge.to_trace_id}
    if trace_id in taken:
        raise MisuseError(f"{quoted(trace_id)} is a trace that this one names already", "Choose another id: --id NEW.")


def _begun(
    current: Document, load: Cargo, trace_id: str, assistant: str | None, model: str | None, at: str, by: str
) -> Value:
    """The new trace before anything was done in it, as a JSON value."""
    before = current.trace
    task = f"Continue {before.trace_id}"
    begun = Trace(
        trace_id=trace_id,
        spec_version=before.spec_version,
        assistant=assistant or before.assistant,
        model=model or before.model,
        timestamp=at,
        trigger=Event(typ=EventType.TaskReceived, description=task, from_user=by),
        outcome=Event(typ=EventType.ProcessInterrupted, reason=_UNFINISHED),
        trace_lineage=lineage(before),
    )
    value: dict[str, Any] = to_value(begun)
    return {**value, **load.members}


def _doubted(document: Document, unread: Unread, predecessor: str) -> Document:
    """An open residual in the place of what could not be read: not understanding a demand does not remove it."""
    noun = unread.member.removesuffix("s").replace("_", " ")
    statement = f"The {noun} {unread.name} of {predecessor} cannot be read, so it did not go along."
    stands_for = ResidualArtifact(
        artifact_id=next_artifact_id(document.trace, "r"),
        summary=statement,
        metadata=JsonObject.of({"unread": unread.value}),
        payload=ResidualPayload(
            kind=ResidualKind.Unverified,
            statement=statement,
            target=TargetRef(target_type=TargetType.TraceTarget, target_id=predecessor),
            suggested_check=f"Mend the {noun} and record here what it asks.",
            source=ResidualSource.ToolInferred,
            status=ResidualStatus.ResidualOpen,
        ),
    )
    return appended(document, "/artifacts", stands_for)


def _addressed(document: Document, name: str, note: str, at: str, by: str) -> Document:
    """The residual, which nobody has seen here yet, with the status that it has from the beginning (§13.3).

    Raises:
        MisuseError: It did not come along, stands no longer, or takes more than a word.
    """
    replaced_by = {gap.supersedes for gap in document.trace.artifacts if isinstance(gap, ResidualArtifact)}
    found = [
        (position, gap)
        for position, gap in enumerate(document.trace.artifacts)
        if isinstance(gap, ResidualArtifact) and gap.artifact_id == name
    ]
    if len(found) != 1 or name in replaced_by:
        raise MisuseError(
            f"{quoted(name)} is no residual that came along in its last revision", "tollens residuals TRACE lists them."
        )
    position, gap = found[0]
    if gap.payload.kind is ResidualKind.Defeater:
        raise MisuseError(
            f"{quoted(name)} is a defeater: it is addressed by evidence in the successor, which has none yet (§13.2)",
            "Leave it open, do the work there, and name that with --evidence: tollens succeed NEW --address ID",
        )
    if gap.payload.status in (ResidualStatus.ResidualAddressed, ResidualStatus.ResidualWaived):
        raise MisuseError(f"{quoted(name)} is {gap.payload.status.value} already")
    status = ResidualStatus.ResidualAddressed.value
    return governed(
        replaced(document, f"/artifacts/{position}/payload/status", status),
        GovernanceActionType.RecordAudit,
        at=at,
        by=by,
        label=f"Address the residual {name}",
        rationale=note,
        inputs=(name,),
        result={"residual_id": name, "status": status},
    )


def _hash(document: Document) -> str | None:
    """The content hash of what is succeeded, or `None` where it has none (half of a surrogate pair)."""
    try:
        return content_hash(document.value)
    except ValueError:
        return None
