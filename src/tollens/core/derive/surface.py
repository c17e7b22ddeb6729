"""§13 The residual surface: declared gaps by severity, and defeaters with what they contest."""

from collections import Counter
from collections.abc import Iterator

import msgspec

from tollens.core.graph.grounds import results_to_establish_again
from tollens.core.graph.index import Index
from tollens.core.graph.succession import replacements
from tollens.core.model import (
    ReasoningResult,
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


def surface(index: Index) -> tuple[tuple[Gap, ...], tuple[Defeater, ...]]:
    """Gaps and defeaters of the trace, the worst first, otherwise in the record's order.

    The surface is the union of the Residual artifacts and the deprecated list; of two entries with one id the first
    counts. What says to be a residual and cannot be read as one stands as an open gap or an open defeater: not
    understanding a doubt does not remove it.
    """
    replaced, abouts = _replaced(index), _Abouts(index)
    entries: dict[str, Gap | Defeater] = {}
    for _, artifact in index.of(ResidualArtifact):
        name = artifact.artifact_id
        if name not in entries:
            about = abouts.of(artifact.payload, artifact.derived_from)
            entries[name] = _entry(name, artifact.payload, about, replaced.get(name))
    for residual in index.trace.residuals:
        if isinstance(residual, Residual) and residual.residual_id not in entries:
            name = residual.residual_id
            entries[name] = _entry(name, residual, abouts.of(residual, ()), replaced.get(name))
    for entry in _unrecognized(index.trace):
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
    severity, statement, cited = (members.get(name) for name in ("severity", "statement", "related_artifact_ids"))
    defeats = members.get("kind") == "defeater"  # what a defeater cites is evidence; another residual may be about it
    named = [name for name in cited if isinstance(name, str)] if isinstance(cited, list) and not defeats else []
    gap = Gap(
        residual_id=name,
        kind=UNRECOGNIZED,
        severity=severity if severity in SEVERITIES else "unstated",
        status="open",
        statement=statement if isinstance(statement, str) else held.text("summary") or "",
        about=(*((aimed,) if isinstance(aimed, str) else held.texts("derived_from")), *named),
    )
    return Defeater(**msgspec.structs.asdict(gap)) if defeats else gap


def _replaced(index: Index) -> dict[str, str]:
    """Each residual with the later residual that replaces it; of two with one id neither is taken for replaced."""
    held = index.of(ResidualArtifact)
    times = Counter(artifact.artifact_id for _, artifact in held)
    return {name: by for name, by in replacements(held, index.artifact_at).items() if times[name] == 1}


def _entry(name: str, payload: ResidualPayload, about: tuple[str, ...], replaced_by: str | None) -> Gap | Defeater:
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
        about=about,
        superseded_by=replaced_by,
    )
    if payload.kind is not ResidualKind.Defeater:
        return gap
    return Defeater(
        **msgspec.structs.asdict(gap),
        attacks="" if payload.defeater_kind is None else payload.defeater_kind.value,
        counter_evidence=payload.related_artifact_ids,
    )


class _Abouts:
    """What residuals are about (§13.1, §15.3)."""

    def __init__(self, index: Index) -> None:
        self._index = index
        # A residual may target an action: it is then about what that action made.
        self._outputs = {
            str(action.id): getattr(action, "outputs", ()) for action in index.trace.actions if action.id is not None
        }

    def of(self, payload: ResidualPayload, anchors: tuple[str, ...]) -> tuple[str, ...]:
        """Its target, or else what it is anchored to and does not cite; and results that need re-reasoning by it."""
        about = self._named(payload, anchors)
        if payload.kind is ResidualKind.NeedsRereasoning:
            about += results_to_establish_again(payload, anchors, self._is_result)
        return tuple(dict.fromkeys(about))

    def _named(self, payload: ResidualPayload, anchors: tuple[str, ...]) -> tuple[str, ...]:
        target = payload.target
        if target is not None and target.target_id:
            if target.target_type is TargetType.ArtifactTarget:
                return (target.target_id,)
            if target.target_type is TargetType.ActionTarget:
                return self._outputs.get(target.target_id, ())
        return tuple(name for name in anchors if name not in payload.related_artifact_ids)

    def _is_result(self, name: str) -> bool:
        return isinstance(self._index.artifact(name), ReasoningResult)
