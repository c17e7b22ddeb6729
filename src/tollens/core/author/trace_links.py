"""§15.1 Links from a trace to another, each with the LinkTrace action that records it (§8.1)."""

from collections.abc import Mapping, Sequence

from tollens.core.author.edits import appended
from tollens.core.author.governance import governed
from tollens.core.author.identifiers import next_link_id
from tollens.core.errors import MisuseError
from tollens.core.graph.elements import known
from tollens.core.model import GovernanceActionType, TraceLink, TraceRelationship
from tollens.core.validate.wording import quoted
from tollens.core.wire.document import Document


def linked(
    document: Document,
    to: str,
    relationship: TraceRelationship,
    *,
    note: str | None = None,
    outputs: Sequence[str] = (),
    result: Mapping[str, object] | None = None,
    at: str,
    by: str,
) -> Document:
    """Add a link from this trace to another, and a LinkTrace action.

    Args:
        document: The trace.
        to: Id of the other trace.
        relationship: What this one is to the other.
        note: What there is to say about it.
        outputs: Artifacts that come along with the link.
        result: What else the action gave, by member name.
        at: When, as RFC 3339.
        by: Who links the two.

    Raises:
        MisuseError: One of the two has no id, both are one, or they are linked like that already.
    """
    own = document.trace.trace_id
    if not own:
        raise MisuseError("a trace without an id cannot be linked", "Give it a trace_id first.")
    if not to:
        raise MisuseError("the other trace has no id", "Give it a trace_id first.")
    if to == own:
        raise MisuseError(f"{quoted(to)} is this trace", "A link joins two traces.")
    for _, edge in known(document.trace.trace_links):
        if (edge.from_trace_id, edge.to_trace_id, edge.relationship) == (own, to, relationship):
            raise MisuseError(f"{quoted(edge.link_id)} says that already: {relationship.value} {quoted(to)}")
    name = next_link_id(document.trace)
    made = TraceLink(
        link_id=name,
        from_trace_id=own,
        to_trace_id=to,
        relationship=relationship,
        created_at=at,
        created_by=by,
        note=note,
    )
    return governed(
        appended(document, "/trace_links", made),
        GovernanceActionType.LinkTrace,
        at=at,
        by=by,
        label=f"Link this trace: {relationship.value} {to}",
        rationale=note or "",
        outputs=outputs,
        result={"link_id": name, "to_trace_id": to, "relationship": relationship.value, **(result or {})},
    )
