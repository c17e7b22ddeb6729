"""§12, §14, §18, policies: what stands beside the work, as entities, with who wrote what of it."""

from typing import Any, NamedTuple

from tollens.core.model import (
    Comment,
    ExecutionEnvironment,
    Goal,
    Policy,
    PolicyEvaluation,
    Residual,
    ReviewItem,
    Signature,
    Trace,
    Unrecognized,
)
from tollens.plugins.exchange.prov_json.artifacts import targeted
from tollens.plugins.exchange.prov_json.graph import Graph, described, labelled, time_of, types, unread


class _Kind(NamedTuple):
    """How the elements of one list are described.

    Attributes:
        listed: The member of the trace that they are in.
        of: Their class.
        id: The member that identifies one; empty where none does, so that its place does.
        label: The member that names one for a person.
        members: Further members, which become attributes.
    """

    listed: str
    of: type
    id: str
    label: str
    members: tuple[str, ...]


_KINDS = (
    _Kind("goals", Goal, "goal_id", "intent", ("goal_id", "scope", "status", "meta_action_id")),
    _Kind("policies", Policy, "policy_id", "name", ("policy_id", "description", "severity", "scope", "kind")),
    _Kind("policy_evaluations", PolicyEvaluation, "", "policy_id", ("status", "note", "checked_at_action_id")),
    _Kind(
        "execution_environments", ExecutionEnvironment, "environment_id", "name", ("environment_id", "kind", "notes")
    ),
    _Kind("comments", Comment, "comment_id", "body", ("comment_id", "status", "created_at", "tags")),
    _Kind(
        "review_items", ReviewItem, "review_item_id", "title", ("review_item_id", "status", "blocking", "created_at")
    ),
    _Kind("residuals", Residual, "residual_id", "statement", ("residual_id", "kind", "severity", "status", "source")),
    _Kind("signatures", Signature, "", "signer", ("signed_at", "algo", "role", "disposition", "content_hash")),
)


def add_beside(graph: Graph, trace: Trace) -> None:
    """Describe the elements of all lists but those of the work itself."""
    for kind in _KINDS:
        for place, element in enumerate(getattr(trace, kind.listed)):
            if isinstance(element, Unrecognized):
                graph.add("entity", graph.names.element("unread", element.path), unread(element))
            else:
                _add(graph, kind, element, place)


def _add(graph: Graph, kind: _Kind, element: Any, place: int) -> None:
    """Describe one. A signer is only named: nothing here says that a signature is good."""
    word = kind.of.__name__
    name = graph.names.element(kind.listed, getattr(element, kind.id) if kind.id else str(place))
    facts = {"prov:type": types(f"ponens:{word}"), **labelled(getattr(element, kind.label))}
    facts |= described(element, *kind.members)
    target = getattr(element, "target", None)
    if target is not None:
        facts |= targeted(graph, target)
    graph.add("entity", name, facts)
    at = time_of(getattr(element, "created_at", None))
    if at is not None:
        graph.stated_at(name, at)
    author = getattr(element, "author", None)
    if author:
        graph.attributed(name, graph.author(author))
