"""W3C PROV-JSON: who did what, and what was made from what, as far as the record states it (decision 0096).

Actions and meta-actions are activities; artifacts, references, goals, policies, comments and the trace itself are
entities; the assistant, authors and engines are agents. Every relation stands in the record; none is concluded.
"""

from tollens.core.graph.index import Index
from tollens.core.wire.encode import pretty
from tollens.plugins.exchange import Asked, Told, Written
from tollens.plugins.exchange.prov_json.actions import add_actions, add_meta_actions
from tollens.plugins.exchange.prov_json.artifacts import add_artifacts, add_references
from tollens.plugins.exchange.prov_json.beside import add_beside
from tollens.plugins.exchange.prov_json.graph import Graph
from tollens.plugins.exchange.prov_json.names import Names
from tollens.plugins.exchange.prov_json.trace import add_trace

_LEFT = "contents, evidence, observations and what repeats the work are not in PROV; JSON and YAML hold all of a trace"


class ProvJson:
    """PROV-JSON, as the W3C member submission has it."""

    title = "W3C PROV-JSON"
    restrictable = False

    def write(self, asked: Asked) -> Written:
        """Go through the trace once, list by list."""
        document = asked.document
        index = Index(document.trace)
        graph = Graph(Names(index))
        add_trace(graph, document.trace)
        add_references(graph, document.trace)
        add_artifacts(graph, document.trace)
        add_actions(graph, document)
        add_meta_actions(graph, document.trace)
        add_beside(graph, document.trace)
        astray = graph.names.astray
        told = (Told("ids that nothing in the trace has are named and not described", len(astray)),) if astray else ()
        return Written(pretty(graph.value()), (Told(_LEFT), *told))


PLUGIN = ProvJson()
