"""§8 Actions and meta-actions as activities, with what they took in and made, and who did them."""

from collections.abc import Mapping
from typing import Any

from tollens.core.model import GatewayAction, GovernanceAction, KnownAction, MetaAction, Trace, Unrecognized
from tollens.core.wire.document import Document
from tollens.plugins.exchange.prov_json.graph import Graph, described, labelled, time_of, types, unread
from tollens.plugins.exchange.prov_json.trace import assistant

_OF_ACTIONS = ("rationale", "detail", "result_summary", "decision_basis")
_OF_TOOLS = ("tool", "version", "method_", "determinism", "duration_ms", "cost")
_OF_META_ACTIONS = ("intent", "outcome", "status", "source", "tags")


def add_actions(graph: Graph, document: Document) -> None:
    """Describe every action, and state what it took in, made and led to."""
    trace = document.trace
    doer = assistant(graph, trace) if trace.assistant else None
    times = _stated_times(document)
    for position, action in enumerate(trace.actions):
        if isinstance(action, Unrecognized):
            _add_unread(graph, action)
            continue
        name = graph.names.action(action.id)
        by, at = (None, times.get(position)) if not isinstance(action, GovernanceAction) else _decided(action)
        graph.add("activity", name, _facts(action, at))
        for taken in action.inputs:
            graph.used(name, graph.names.artifact(taken))
        for made in action.outputs:
            graph.generated(graph.names.artifact(made), name)
        if by is not None:
            graph.associated(name, graph.author(by))
        elif doer is not None and not isinstance(action, GovernanceAction):
            graph.associated(name, doer)
        if isinstance(action, GatewayAction):
            _add_decision(graph, name, action)


def _facts(action: KnownAction, at: str | None) -> dict[str, Any]:
    category = type(action).__name__.removesuffix("Action").lower()
    facts: dict[str, Any] = {} if at is None else {"prov:endTime": at}
    facts["prov:type"] = types(f"ponens:{category}/{action.type.value}")
    facts |= {**labelled(action.label), "ponens:action_id": action.id, **described(action, *_OF_ACTIONS)}
    tool = described(action.execution, *_OF_TOOLS)
    return facts | {name.replace("method_", "method"): value for name, value in tool.items()}


def _decided(action: GovernanceAction) -> tuple[str | None, str | None]:
    """Who decided, and when: a decision that is written by this project says both in its request."""
    request = {} if action.request is None else action.request.value
    by = request.get("by")
    return (by if isinstance(by, str) and by else None), time_of(request.get("at"))


def _stated_times(document: Document) -> dict[int, str]:
    """The times of actions that later versions of the text have, by position; the model has no place for them."""
    if document.data is not None:
        return {}
    actions = document.value.get("actions")
    listed = enumerate(actions if isinstance(actions, list) else ())
    stated = ((at, time_of(each.get("timestamp"))) for at, each in listed if isinstance(each, Mapping))
    return {at: time for at, time in stated if time is not None}


def _add_decision(graph: Graph, name: str, action: GatewayAction) -> None:
    """What a gateway rests on, and the action that it says to follow."""
    for support in action.supporting_inputs:
        graph.used(name, graph.names.artifact(support), "ponens:supporting_input")
    for option in action.options:
        if option.chosen and option.next_action_id is not None:
            graph.informed(graph.names.action(option.next_action_id), name)


def _add_unread(graph: Graph, action: Unrecognized) -> None:
    number, names = action.number("id"), graph.names
    name = names.element("unread", action.path) if number is None else names.action(number)
    graph.add("activity", name, unread(action))
    for taken in action.texts("inputs"):
        graph.used(name, names.artifact(taken))
    for made in action.texts("outputs"):
        graph.generated(names.artifact(made), name)


def add_meta_actions(graph: Graph, trace: Trace) -> None:
    """Describe the units of intent, and link them to what they consist of and to what they say they produced."""
    names = graph.names
    for meta in trace.meta_actions:
        if not isinstance(meta, MetaAction):
            graph.add("activity", names.element("unread", meta.path), unread(meta))
            continue
        name = names.meta_action(meta.id)
        facts = {**labelled(meta.title), "ponens:meta_action_id": meta.id, **described(meta, *_OF_META_ACTIONS)}
        graph.add("activity", name, {"prov:type": types("ponens:MetaAction"), **facts})
        for number in meta.action_ids:
            graph.influenced(name, names.action(number), "ponens:action")
        if meta.parent_id is not None:
            graph.influenced(names.meta_action(meta.parent_id), name, "ponens:meta_action")
        for made in meta.produced_artifact_ids:
            graph.influenced(names.artifact(made), name, "ponens:produced_artifact")
    for action in trace.actions:
        if not isinstance(action, Unrecognized) and action.meta_action_id is not None:
            graph.influenced(names.meta_action(action.meta_action_id), names.action(action.id), "ponens:action")
