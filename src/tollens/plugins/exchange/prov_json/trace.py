"""§5, §15 The trace itself, as an entity, with who made it and which traces it comes from."""

from tollens.core.model import Event, MergeEvent, Trace, TraceLineage, TraceLink, TraceRelationship
from tollens.plugins.exchange.prov_json.graph import Graph, described, time_of, types

_DERIVING = {
    TraceRelationship.Supersedes: "prov:Revision",
    TraceRelationship.DerivedFrom: None,
    TraceRelationship.ForkedFrom: None,
}
"""Links by which a trace comes from another, with the type of the derivation."""


def add_trace(graph: Graph, trace: Trace) -> None:
    """Describe the trace, the assistant, and its relations to other traces."""
    names = graph.names
    facts = described(trace, "trace_id", "spec_version", "timestamp", "repo", "branch", "commit_sha", "content_hash")
    for member in ("trigger", "outcome"):
        event = getattr(trace, member)
        if isinstance(event, Event):
            facts |= {f"ponens:{member}": event.typ.value}
            facts |= {f"ponens:{member}_description": event.description} if event.description else {}
    facts |= described(trace, "files_modified")
    graph.add("entity", names.trace, {"prov:type": types("prov:Bundle", "ponens:Trace"), **facts})
    if (at := time_of(trace.timestamp)) is not None:
        graph.stated_at(names.trace, at)
    if trace.assistant:
        graph.attributed(names.trace, assistant(graph, trace))
    _other_traces(graph, trace)


def assistant(graph: Graph, trace: Trace) -> str:
    """The agent whose work it is (§5.1)."""
    facts = {"prov:type": types("prov:SoftwareAgent"), **described(trace, "model")}
    return graph.agent(graph.names.element("assistant", trace.assistant), trace.assistant, facts)


def _other_traces(graph: Graph, trace: Trace) -> None:
    names = graph.names
    if isinstance(trace.trace_lineage, TraceLineage) and trace.trace_lineage.parent_trace_id:
        graph.derived(names.trace, names.other(trace.trace_lineage.parent_trace_id))
    if isinstance(trace.merge, MergeEvent):
        for parent in trace.merge.parents:
            graph.derived(names.trace, names.other(parent), "ponens:merge")
    for link in trace.trace_links:
        if isinstance(link, TraceLink):
            one, other = names.other(link.from_trace_id), names.other(link.to_trace_id)
            if link.relationship in _DERIVING:
                graph.derived(one, other, _DERIVING[link.relationship])
            else:
                graph.influenced(one, other, f"ponens:{link.relationship.value}")
