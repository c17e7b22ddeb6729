"""§13 The residual surface: declared gaps by severity, and defeaters with what they contest."""

from collections.abc import Iterator

import msgspec

from tollens.core.model import (
    Residual,
    ResidualArtifact,
    ResidualKind,
    ResidualPayload,
    ResidualStatus,
    TargetType,
    Trace,
    Unrecognized,
)

SEVERITIES = ("critical", "high", "medium", "low", "info", "unstated")
"""Worst first; `unstated` where the residual does not say."""

UNRECOGNIZED = "unrecognized"
"""Stands for the kind of an entry that cannot be read as a residual."""

_STANDING = (None, ResidualStatus.ResidualOpen)


class Gap(msgspec.Struct, frozen=True):
    """One entry of the surface that is no defeater.

    Attributes:
        status: `open` where the residual does not say.
        about: Ids of the artifacts that it is about; those that a defeater contests.
        superseded_by: A later residual that replaces this one (§7.3).
    """

    residual_id: str
    kind: str
    severity: str
    status: str
    statement: str
    target: str = ""
    suggested_check: str = ""
    source: str = ""
    about: tuple[str, ...] = ()
    superseded_by: str | None = None

    @property
    def open(self) -> bool:
        """Whether it is outstanding."""
        return self.status == "open" and self.superseded_by is None


class Defeater(Gap, frozen=True):
    """Counter-evidence against a claim (§13.2).

    Attributes:
        attacks: `rebuts`, `undermines`, `undercuts`, or empty where it is not said.
        counter_evidence: Ids of the artifacts that it cites.
    """

    attacks: str = ""
    counter_evidence: tuple[str, ...] = ()


def surface(trace: Trace) -> tuple[tuple[Gap, ...], tuple[Defeater, ...]]:
    """Gaps and defeaters of the trace, the worst first, otherwise in the record's order.

    The surface is the union of the Residual artifacts and the deprecated list; of two entries with one id the first
    counts. What says to be a residual and cannot be read as one stands as an open gap or an open defeater: not
    understanding a doubt does not remove it.
    """
    held = [artifact for artifact in trace.artifacts if isinstance(artifact, ResidualArtifact)]
    replaced = _replaced(held)
    outputs = _outputs(trace)
    entries: dict[str, Gap | Defeater] = {}
    for artifact in held:
        name = artifact.artifact_id
        if name not in entries:
            entries[name] = _entry(name, artifact.payload, artifact.derived_from, replaced.get(name), outputs)
    for residual in trace.residuals:
        if isinstance(residual, Residual) and residual.residual_id not in entries:
            name = residual.residual_id
            entries[name] = _entry(name, residual, (), replaced.get(name), outputs)
    for entry in _unrecognized(trace):
        entries.setdefault(entry.residual_id, entry)
    ordered = sorted(entries.values(), key=lambda entry: SEVERITIES.index(entry.severity))
    return (
        tuple(entry for entry in ordered if not isinstance(entry, Defeater)),
        tuple(entry for entry in ordered if isinstance(entry, Defeater)),
    )


def _unrecognized(trace: Trace) -> Iterator[Gap | Defeater]:
    """Entries that say to be residuals, or under another type defeaters, and cannot be read as such."""
    for artifact in trace.artifacts:
        if isinstance(artifact, Unrecognized):
            payload = artifact.member("payload")
            defeats = isinstance(payload, dict) and payload.get("kind") == "defeater"
            if defeats or artifact.text("artifact_type") == "Residual":
                yield _suspected(artifact.artifact_id or artifact.path, artifact, payload)
    for residual in trace.residuals:
        if isinstance(residual, Unrecognized):
            yield _suspected(residual.text("residual_id") or residual.path, residual, residual.value.value)


def _suspected(name: str, held: Unrecognized, payload: object) -> Gap | Defeater:
    members = payload if isinstance(payload, dict) else {}
    target = members.get("target")
    aimed = target.get("target_id") if isinstance(target, dict) else None
    severity, statement = members.get("severity"), members.get("statement")
    gap = Gap(
        residual_id=name,
        kind=UNRECOGNIZED,
        severity=severity if severity in SEVERITIES else "unstated",
        status="open",
        statement=statement if isinstance(statement, str) else held.text("summary") or "",
        about=(aimed,) if isinstance(aimed, str) else held.texts("derived_from"),
    )
    return Defeater(**msgspec.structs.asdict(gap)) if members.get("kind") == "defeater" else gap


def _replaced(held: list[ResidualArtifact]) -> dict[str, str]:
    """Each replaced residual with the later one that replaces it; only later, so that no two hide each other."""
    last = {artifact.artifact_id: position for position, artifact in enumerate(held)}
    return {
        artifact.supersedes: artifact.artifact_id
        for position, artifact in enumerate(held)
        if artifact.supersedes is not None and last.get(artifact.supersedes, -1) < position
    }


def _outputs(trace: Trace) -> dict[str, tuple[str, ...]]:
    """The artifacts that each action made, by its id as text: a defeater may target an action."""
    return {str(action.id): getattr(action, "outputs", ()) for action in trace.actions if action.id is not None}


def _entry(
    name: str,
    payload: ResidualPayload,
    anchors: tuple[str, ...],
    replaced_by: str | None,
    outputs: dict[str, tuple[str, ...]],
) -> Gap | Defeater:
    target = payload.target
    standing = payload.status in _STANDING
    gap = Gap(
        residual_id=name,
        kind=payload.kind.value,
        severity="unstated" if payload.severity is None else payload.severity.value,
        status="open" if standing or payload.status is None else payload.status.value,
        statement=payload.statement,
        target="" if target is None else " ".join(filter(None, (target.target_type.value, target.target_id))),
        suggested_check=payload.suggested_check or "",
        source="" if payload.source is None else payload.source.value,
        about=_about(payload, anchors, outputs),
        superseded_by=replaced_by,
    )
    if payload.kind is not ResidualKind.Defeater:
        return gap
    return Defeater(
        **msgspec.structs.asdict(gap),
        attacks="" if payload.defeater_kind is None else payload.defeater_kind.value,
        counter_evidence=payload.related_artifact_ids,
    )


def _about(payload: ResidualPayload, anchors: tuple[str, ...], outputs: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    """What a residual is about: its target, or else what it is anchored to and does not cite (§13.1)."""
    target = payload.target
    if target is not None and target.target_id:
        if target.target_type is TargetType.ArtifactTarget:
            return (target.target_id,)
        if target.target_type is TargetType.ActionTarget:
            return outputs.get(target.target_id, ())
    return tuple(name for name in anchors if name not in payload.related_artifact_ids)
