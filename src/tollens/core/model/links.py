"""§15.1 and §15.2: links between traces and the lineage summary."""

from tollens.core.model.base import Record, Word


class TraceRelationship(Word):
    """How one trace relates to another (§15.1)."""

    Supersedes = "supersedes"
    Reruns = "reruns"
    DerivedFrom = "derived_from"
    SameTask = "same_task"
    SamePr = "same_pr"
    PolicyRecheckOf = "policy_recheck_of"
    ConformanceRecheckOf = "conformance_recheck_of"
    ForkedFrom = "forked_from"
    RelatedTo = "related_to"


class TraceLink(Record, frozen=True, kw_only=True):
    """A typed edge between two traces (§15.1)."""

    link_id: str
    from_trace_id: str
    to_trace_id: str
    relationship: TraceRelationship
    created_at: str | None = None
    created_by: str | None = None
    note: str | None = None


class ChainStatus(Word):
    """Where a trace stands in its chain (§15.2)."""

    Active = "active"
    Superseded = "superseded"
    Archived = "archived"


class TraceLineage(Record, frozen=True, kw_only=True):
    """A trace's place in its chain (§15.2). Traces are immutable; iteration is a linked successor."""

    parent_trace_id: str | None = None
    root_trace_id: str | None = None
    chain_position: int | None = None
    chain_status: ChainStatus | None = None
    latest_descendant_trace_id: str | None = None
