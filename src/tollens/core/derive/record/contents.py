"""What is in a trace, a line an element (§7, §8), and one element with its links in both directions."""

from typing import Any

import msgspec

from tollens.core.derive.record.runs import Results, outcome_of
from tollens.core.diagnostics import pointer
from tollens.core.errors import MisuseError
from tollens.core.model import (
    Action,
    ActivityAction,
    Artifact,
    CommandResultArtifact,
    Event,
    MetaAction,
    Trace,
    Unrecognized,
)
from tollens.core.wire.document import Document

UNRECOGNIZED = "unrecognized"
"""Stands for the type of an element that could not be read as what it should be."""


class ActionLine(msgspec.Struct, frozen=True):
    """One action. `outcome` is `failed`, `passed` or empty: most actions have no end that is recorded."""

    id: int | None
    category: str
    type: str
    label: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    meta_action_id: str | None
    outcome: str


class ArtifactLine(msgspec.Struct, frozen=True):
    """One artifact. `status` is that of its payload, such as `proved` or `open`, or the exit status of a command."""

    artifact_id: str | None
    type: str
    name: str
    status: str
    producer_action_id: int | None
    derived_from: tuple[str, ...]
    supersedes: str | None


class MetaLine(msgspec.Struct, frozen=True):
    """One meta-action."""

    id: str
    title: str
    status: str
    source: str
    parent_id: str | None
    action_ids: tuple[int, ...]


class Contents(msgspec.Struct, frozen=True):
    """What is in a trace. `others` counts the elements of the lists that are not shown one by one."""

    trace_id: str
    spec_version: str
    assistant: str
    model: str
    timestamp: str
    trigger: str
    outcome: str
    meta_actions: tuple[MetaLine, ...]
    actions: tuple[ActionLine, ...]
    artifacts: tuple[ArtifactLine, ...]
    others: dict[str, int]


class Element(msgspec.Struct, frozen=True):
    """One element whole.

    Attributes:
        kind: `action` or `artifact`.
        path: Where it stands in the file, as a JSON pointer.
        value: As it stands in the file.
        faults: Why it could not be read as what it should be; empty when it could.
        made_by: Actions that made it. For an action: empty.
        used_by: Actions that take it as input, artifacts that derive from it. For an action: takers of its outputs.
    """

    kind: str
    id: str
    path: str
    value: Any
    faults: tuple[str, ...]
    made_by: tuple[str, ...]
    used_by: tuple[str, ...]


_SHOWN = frozenset({"actions", "artifacts", "meta_actions"})


def contents(trace: Trace) -> Contents:
    """List a trace."""
    results = Results(trace.artifacts)
    lists = {name: getattr(trace, name) for name in trace.__struct_fields__ if name not in _SHOWN}
    return Contents(
        trace_id=trace.trace_id,
        spec_version=trace.spec_version,
        assistant=trace.assistant,
        model=trace.model,
        timestamp=trace.timestamp,
        trigger=_event(trace.trigger),
        outcome=_event(trace.outcome),
        meta_actions=tuple(_meta(meta) for meta in trace.meta_actions),
        actions=tuple(_action(action, results) for action in trace.actions),
        artifacts=tuple(map(artifact_line, trace.artifacts)),
        others={name: len(held) for name, held in lists.items() if isinstance(held, tuple) and held},
    )


def action(document: Document, action_id: int) -> Element:
    """One action by its id; of two with one id the first.

    Raises:
        MisuseError: There is none.
    """
    trace = document.trace
    for position, found in enumerate(trace.actions):
        if found.id == action_id:
            outputs = set(_outputs(found))
            takers = (_named(other) for other in trace.actions if outputs.intersection(_inputs(other)))
            return Element(
                "action",
                str(action_id),
                pointer("actions", position),
                document.value["actions"][position],
                found.faults if isinstance(found, Unrecognized) else (),
                (),
                tuple(takers),
            )
    raise MisuseError(f"the trace has no action {action_id}", "tollens show FILE lists the actions")


def artifact(document: Document, artifact_id: str) -> Element:
    """One artifact by its id; of two with one id the first.

    Raises:
        MisuseError: There is none.
    """
    trace = document.trace
    for position, found in enumerate(trace.artifacts):
        if found.artifact_id == artifact_id:
            producer = None if isinstance(found, Unrecognized) else found.producer_action_id
            makers = [one for one in trace.actions if one.id == producer or artifact_id in _outputs(one)]
            takers = [_named(one) for one in trace.actions if artifact_id in _inputs(one)]
            heirs = [
                f"artifact {one.artifact_id}"
                for one in trace.artifacts
                if artifact_id in (one.texts("derived_from") if isinstance(one, Unrecognized) else one.derived_from)
            ]
            return Element(
                "artifact",
                artifact_id,
                pointer("artifacts", position),
                document.value["artifacts"][position],
                found.faults if isinstance(found, Unrecognized) else (),
                tuple(_named(one) for one in makers if one.id is not None),
                (*takers, *heirs),
            )
    raise MisuseError(f"the trace has no artifact {artifact_id!r}", "tollens show FILE lists the artifacts")


def _named(action: Action) -> str:
    return f"action {action.id}"


def _inputs(action: Action) -> tuple[str, ...]:
    return action.texts("inputs") if isinstance(action, Unrecognized) else action.inputs


def _outputs(action: Action) -> tuple[str, ...]:
    return action.texts("outputs") if isinstance(action, Unrecognized) else action.outputs


def _event(event: object) -> str:
    if not isinstance(event, Event):
        return UNRECOGNIZED
    text = event.description or event.summary or event.reason or ""
    return f"{event.typ.value}: {text}" if text else event.typ.value


def _meta(meta: MetaAction | Unrecognized) -> MetaLine:
    if isinstance(meta, Unrecognized):
        return MetaLine(meta.text("id") or "", meta.text("title") or "", UNRECOGNIZED, "", meta.text("parent_id"), ())
    status = "" if meta.status is None else meta.status.value
    source = "" if meta.source is None else meta.source.value
    return MetaLine(meta.id, meta.title, status, source, meta.parent_id, meta.action_ids)


def _action(action: Action, results: Results) -> ActionLine:
    if isinstance(action, Unrecognized):
        label = action.text("label") or action.text("type") or ""
        back = action.text("meta_action_id")
        return ActionLine(action.id, UNRECOGNIZED, UNRECOGNIZED, label, _inputs(action), _outputs(action), back, "")
    outcome = ""
    if isinstance(action, ActivityAction):
        outcome, _, _ = outcome_of(action, [result.payload.value for result in results.of(action)])
    return ActionLine(
        id=action.id,
        category=type(action).__name__.removesuffix("Action").lower(),
        type=action.type.value,
        label=action.label,
        inputs=action.inputs,
        outputs=action.outputs,
        meta_action_id=action.meta_action_id,
        outcome="" if outcome == "unknown" else outcome,
    )


def artifact_line(artifact: Artifact) -> ArtifactLine:
    """One artifact in short."""
    if isinstance(artifact, Unrecognized):
        name = artifact.text("name") or artifact.text("summary") or artifact.text("artifact_type") or ""
        parents = artifact.texts("derived_from")
        producer, replaced = artifact.number("producer_action_id"), artifact.text("supersedes")
        return ArtifactLine(artifact.artifact_id, UNRECOGNIZED, name, "", producer, parents, replaced)
    return ArtifactLine(
        artifact_id=artifact.artifact_id,
        type=type(artifact).__name__.removesuffix("Artifact"),
        name=artifact.name or artifact.summary or "",
        status=_status(artifact),
        producer_action_id=artifact.producer_action_id,
        derived_from=artifact.derived_from,
        supersedes=artifact.supersedes,
    )


def _status(artifact: object) -> str:
    if isinstance(artifact, CommandResultArtifact):
        code = artifact.payload.get("exit_code")
        return f"exit {code}" if type(code) is int else ""
    status = getattr(getattr(artifact, "payload", None), "status", None)
    return str(getattr(status, "value", ""))
