"""§15.1, §15.2: links join two traces, and the lineage summary fits them."""

from collections.abc import Iterator

from tollens.core.diagnostics import pointer
from tollens.core.graph.elements import known
from tollens.core.graph.index import Index
from tollens.core.model.links import ChainStatus, TraceLineage, TraceRelationship
from tollens.core.validate.examples import a_link
from tollens.core.validate.rule import Finding, rule
from tollens.core.validate.wording import quoted


@rule(
    "LNK001",
    "warning",
    "15.1",
    "A link joins two traces",
    prose="A trace link is an edge between two traces; iteration is a linked successor (§15.2). A trace that "
    "supersedes, reruns or derives from itself says nothing.",
    hint="Name the other trace.",
    good={"trace_links": [a_link()]},
    bad={"trace_links": [a_link(to_trace_id="t1")]},
)
def two_traces(index: Index) -> Iterator[Finding]:
    for position, edge in known(index.trace.trace_links):
        if edge.from_trace_id == edge.to_trace_id:
            yield Finding(
                pointer("trace_links", position, "to_trace_id"),
                f"{quoted(edge.link_id)} links {quoted(edge.from_trace_id)} to itself ({edge.relationship.value})",
            )


@rule(
    "LNK002",
    "warning",
    "15.2",
    "A trace is not its own ancestor",
    prose="`parent_trace_id` is the trace before this one and `root_trace_id` the first of the chain (§15.2): a trace "
    "is not its own parent, and not the root of a chain in which it has a parent.",
    hint="Correct the ids.",
    good={"trace_lineage": {"parent_trace_id": "t0", "root_trace_id": "t0"}},
    bad={"trace_lineage": {"parent_trace_id": "t1"}},
)
def no_own_ancestor(index: Index) -> Iterator[Finding]:
    place = index.trace.trace_lineage
    if not isinstance(place, TraceLineage) or not index.trace.trace_id:
        return
    if place.parent_trace_id == index.trace.trace_id:
        yield Finding("/trace_lineage/parent_trace_id", "the trace is its own parent")
    elif place.parent_trace_id is not None and place.root_trace_id == index.trace.trace_id:
        yield Finding("/trace_lineage/root_trace_id", "the trace has a parent and is the root of its chain")


@rule(
    "LNK003",
    "warning",
    "15.2",
    "A place in a chain is not negative",
    prose="`chain_position` counts along the chain (§15.2).",
    hint="Correct the position.",
    good={"trace_lineage": {"chain_position": 0}},
    bad={"trace_lineage": {"chain_position": -1}},
)
def position_counts(index: Index) -> Iterator[Finding]:
    place = index.trace.trace_lineage
    if isinstance(place, TraceLineage) and place.chain_position is not None and place.chain_position < 0:
        yield Finding(
            "/trace_lineage/chain_position", f"the trace is number {quoted(place.chain_position)} of its chain"
        )


@rule(
    "LNK004",
    "warning",
    "15.2",
    "The status in the chain fits what follows",
    prose="A trace that a link says to be superseded, or that names a later descendant, is not `active`; one that is "
    "its own latest descendant is not `superseded` (§15.1, §15.2).",
    hint="Correct the status, or the descendant.",
    good={"trace_lineage": {"chain_status": "superseded", "latest_descendant_trace_id": "t2"}},
    bad={"trace_lineage": {"chain_status": "active", "latest_descendant_trace_id": "t2"}},
)
def status_fits(index: Index) -> Iterator[Finding]:
    place, own = index.trace.trace_lineage, index.trace.trace_id
    if not isinstance(place, TraceLineage) or not own:
        return
    replaced = any(
        edge.relationship is TraceRelationship.Supersedes and edge.to_trace_id == own != edge.from_trace_id
        for _, edge in known(index.trace.trace_links)
    )
    latest = place.latest_descendant_trace_id
    if place.chain_status is ChainStatus.Active and (replaced or latest not in (None, own)):
        yield Finding("/trace_lineage/chain_status", "the trace is active, and a later one follows it")
    if place.chain_status is ChainStatus.Superseded and latest == own:
        yield Finding("/trace_lineage/chain_status", "the trace is superseded, and the latest of its chain")
