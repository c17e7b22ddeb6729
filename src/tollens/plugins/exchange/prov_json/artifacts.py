"""§7, §11 Artifacts and references as entities, with their lineage and the engines behind results."""

from typing import Any

from tollens.core.model import KnownArtifact, ReferenceArtifact, TargetType, Trace, Unrecognized
from tollens.plugins.exchange.prov_json.graph import Graph, described, labelled, qualified, time_of, types, unread

_OF_ARTIFACTS = ("artifact_id", "artifact_role", "format", "revision", "content_ref", "summary", "component_id")
_OF_PAYLOADS = (
    *("status", "kind", "defeater_kind", "severity", "statement", "source", "description", "analysis_kind", "basis"),
    *("target_symbol", "model_language", "scope", "language", "symbols", "engine", "completed_at", "tags"),
)
_OF_FINGERPRINTS = ("task_checksum", "task_shape", "engine_version", "model_revision")
_REFERRING = (
    *("goal_artifact_id", "target_artifact_id", "reference_artifact_id", "source_analysis_artifact_id", "result_id"),
    *("input_artifact_ids", "related_artifact_ids", "artifact_ids"),
)
"""Members of payloads that name artifacts: what a result is about is no lineage, so these are attributes."""


def add_artifacts(graph: Graph, trace: Trace) -> None:
    """Describe every artifact, and state what each was made from."""
    for artifact in trace.artifacts:
        if isinstance(artifact, Unrecognized):
            _add_unread(graph, artifact, artifact.artifact_id)
            continue
        name = graph.names.artifact(artifact.artifact_id)
        graph.add("entity", name, _facts(graph, artifact))
        for parent in artifact.derived_from:
            graph.derived(name, graph.names.artifact(parent))
        if artifact.supersedes is not None:
            graph.derived(name, graph.names.artifact(artifact.supersedes), "prov:Revision")
        payload = getattr(artifact, "payload", None)
        if artifact.producer_action_id is not None:
            at = time_of(getattr(payload, "completed_at", None))
            graph.generated(name, graph.names.action(artifact.producer_action_id), at)
        fingerprint = getattr(payload, "fingerprint", None)
        engine = getattr(payload, "engine", None) or getattr(fingerprint, "engine", None)
        if engine:
            graph.attributed(name, graph.engine(engine, getattr(fingerprint, "engine_version", None)))


def _add_unread(graph: Graph, artifact: Unrecognized, stated: str | None) -> None:
    names = graph.names
    name = names.element("unread", artifact.path) if stated is None else names.artifact(stated)
    graph.add("entity", name, unread(artifact))
    for parent in artifact.texts("derived_from"):
        graph.derived(name, names.artifact(parent))
    producer = artifact.number("producer_action_id")
    if producer is not None:
        graph.generated(name, names.action(producer))


def _facts(graph: Graph, artifact: KnownArtifact) -> dict[str, Any]:
    kind = type(artifact).__name__.removesuffix("Artifact")
    facts = {"prov:type": types(f"ponens:{kind}"), **labelled(artifact.name), **described(artifact, *_OF_ARTIFACTS)}
    payload = getattr(artifact, "payload", None)
    if payload is not None:
        facts |= described(payload, *_OF_PAYLOADS)
        facts |= described(getattr(payload, "fingerprint", None), *_OF_FINGERPRINTS)
        facts |= _referring(graph, payload)
    return facts


def _referring(graph: Graph, payload: object) -> dict[str, Any]:
    """The members of a payload that name other elements, as qualified names."""
    found: dict[str, Any] = {}
    for member in _REFERRING:
        named = getattr(payload, member, None)
        listed = (named,) if isinstance(named, str) else named or ()
        if listed:
            found[f"ponens:{member}"] = [qualified(graph.names.artifact(each)) for each in listed]
    target = getattr(payload, "target", None)
    return found if target is None else found | targeted(graph, target)


def targeted(graph: Graph, target: Any) -> dict[str, Any]:
    """What a residual, comment or review item is about (§14.1)."""
    names, said = graph.names, target.target_id
    if said is None:
        meant = names.trace if target.target_type is TargetType.TraceTarget else None
    elif target.target_type in (TargetType.ArtifactTarget, TargetType.ReferenceArtifactTarget):
        meant = names.artifact(said)
    elif target.target_type is TargetType.ActionTarget and said.isascii() and said.isdigit():
        meant = names.action(int(said)) if len(said) < 20 else None
    else:
        meant = None
    facts: dict[str, Any] = {"ponens:target_type": target.target_type.value}
    if meant is not None:
        return facts | {"ponens:target": qualified(meant)}
    return facts if said is None else facts | {"ponens:target_id": said}


def add_references(graph: Graph, trace: Trace) -> None:
    """Describe the reference artifacts."""
    for reference in trace.reference_artifacts:
        if isinstance(reference, ReferenceArtifact):
            facts = described(
                reference, "reference_artifact_id", "description", "domain", "version", "source", "format"
            )
            kinds = types("ponens:ReferenceArtifact")
            graph.add(
                "entity",
                graph.names.element("reference", reference.reference_artifact_id),
                {"prov:type": kinds, **labelled(reference.name), **facts, **described(reference, "artifact_type")},
            )
        else:
            graph.add("entity", graph.names.element("unread", reference.path), unread(reference))
