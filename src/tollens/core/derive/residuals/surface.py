"""§13 The residual surface: declared gaps by severity, and defeaters with what they contest."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

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
    TargetRef,
    TargetType,
    Trace,
    Unrecognized,
)

SEVERITIES = ("critical", "high", "medium", "low", "info", "unstated")
"""Worst first; `unstated` where the residual does not say."""

_RANK = {severity: rank for rank, severity in enumerate(SEVERITIES)}

UNRECOGNIZED = "unrecognized"
"""Stands for the kind of an entry that cannot be read as a residual."""

UNREAD = "What it states could not be read."
"""Stands for the statement of such an entry that has none."""

_STANDING = (None, ResidualStatus.ResidualOpen)


class Gap(msgspec.Struct, frozen=True, gc=False):
    """One entry of the surface that is no defeater.

    Attributes:
        status: `open` where the residual does not say.
        statement: Its own words; that they could not be read, where there are none to be read.
        about: Ids of the artifacts that it is about; those that a defeater contests.
        superseded_by: A later residual that replaces this one (§7.3).
        open: Whether it is outstanding: its status is `open`, and nothing supersedes it.
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
    open: bool = False

    def __post_init__(self) -> None:
        # a member, not a property, so that documents have it; no caller decides it, nor does a change outdate it
        msgspec.structs.force_setattr(self, "open", self._outstanding())

    def _outstanding(self) -> bool:
        return self.status == "open" and self.superseded_by is None


class Defeater(Gap, frozen=True, gc=False):
    """Counter-evidence against a claim (§13.2).

    It stands until it is addressed, waived or superseded. To acknowledge it is to have seen it, which answers nothing.

    Attributes:
        open: Whether it stands: its status is `open` or `acknowledged`, and nothing supersedes it.
        attacks: `rebuts`, `undermines`, `undercuts`, or empty where it is not said.
        counter_evidence: Ids of the artifacts that it cites.
    """

    attacks: str = ""
    counter_evidence: tuple[str, ...] = ()

    def _outstanding(self) -> bool:
        return self.status in ("open", "acknowledged") and self.superseded_by is None

    @property
    def against(self) -> str:
        """What it contests, in words: artifacts by their ids, else what it targets."""
        return ", ".join(self.about) or self.target or "nothing that the record names"


def surface(index: Index) -> tuple[tuple[Gap, ...], tuple[Defeater, ...]]:
    """Gaps and defeaters of the trace, the worst first, otherwise in the record's order.

    The surface is the union of the Residual artifacts and the deprecated list; what the list has under the id of an
    artifact does not count. Of several entries of one of the two with one id, each that is outstanding counts: an id
    that is there twice is a fault of the trace, and hides no doubt. What says to be a residual and cannot be read as
    one stands as an open gap or an open defeater: not understanding a doubt does not remove it.
    """
    replaced, abouts = _replaced(index), _Abouts(index)
    artifacts: list[Gap | Defeater] = []
    for _, artifact in index.of(ResidualArtifact):
        about = abouts.of(artifact.payload, artifact.derived_from)
        artifacts.append(_entry(artifact.artifact_id, artifact.payload, about, replaced.get(artifact.artifact_id)))
    artifacts += _unrecognized(index)
    listed: list[Gap | Defeater] = [
        _entry(residual.residual_id, residual, abouts.of(residual, ()), replaced.get(residual.residual_id))
        for residual in index.trace.residuals
        if isinstance(residual, Residual)
    ]
    listed += _unrecognized_of_the_list(index.trace)
    held = {entry.residual_id for entry in artifacts}
    entries = _counting(artifacts) + _counting([entry for entry in listed if entry.residual_id not in held])
    ordered = sorted(entries, key=lambda entry: _RANK[entry.severity])
    return (
        tuple(entry for entry in ordered if not isinstance(entry, Defeater)),
        tuple(entry for entry in ordered if isinstance(entry, Defeater)),
    )


def _counting(entries: Sequence[Gap | Defeater]) -> list[Gap | Defeater]:
    """Of the entries with one id those that are outstanding, or else the first."""
    if len({entry.residual_id for entry in entries}) == len(entries) and not any(e.superseded_by for e in entries):
        return list(entries)
    by_id: dict[str, list[Gap | Defeater]] = {}
    for entry in entries:
        by_id.setdefault(entry.residual_id, []).append(entry)
    counting: list[Gap | Defeater] = []
    for found in by_id.values():
        judged = [_kept(entry, by_id) for entry in found]
        counting += [entry for entry in judged if entry.open] or judged[:1]
    return counting


def _kept(entry: Gap | Defeater, by_id: Mapping[str, Sequence[Gap | Defeater]]) -> Gap | Defeater:
    """An entry as it is, or a defeater whose place nothing takes as not replaced.

    In its place is only a later one about the same at least, so that a challenge never ends by being replaced with
    another matter.
    """
    if entry.superseded_by is None or not isinstance(entry, Defeater):
        return entry
    match by_id.get(entry.superseded_by, ()):
        case [Defeater() as only] if set(entry.about) <= set(only.about):
            return entry
        case _:
            return msgspec.structs.replace(entry, superseded_by=None)


def _unrecognized(index: Index) -> Iterator[Gap | Defeater]:
    """Artifacts that say to be residuals, or under another type defeaters, and cannot be read as such."""
    for _, artifact in index.unread_artifacts:
        payload = artifact.member("payload")
        defeats = isinstance(payload, dict) and payload.get("kind") == "defeater"
        if defeats or artifact.text("artifact_type") == "Residual":
            yield _suspected(artifact.artifact_id or artifact.path, artifact, payload)


def _unrecognized_of_the_list(trace: Trace) -> Iterator[Gap | Defeater]:
    for residual in trace.residuals:
        if isinstance(residual, Unrecognized):
            yield _suspected(residual.text("residual_id") or residual.path, residual, residual.value.value)


def _suspected(name: str, held: Unrecognized, payload: object) -> Gap | Defeater:
    members = payload if isinstance(payload, dict) else {}
    target = members.get("target")
    aimed = target.get("target_id") if isinstance(target, dict) else None
    severity, statement, cited = (members.get(name) for name in ("severity", "statement", "related_artifact_ids"))
    defeats = members.get("kind") == "defeater"
    named = tuple(each for each in cited if isinstance(each, str)) if isinstance(cited, list) else ()
    anchors = held.texts("derived_from")
    about: tuple[str, ...] = (aimed,) if isinstance(aimed, str) else ()
    if defeats:  # what it cites is evidence
        about += tuple(each for each in anchors if each not in named)
    else:
        about = (about or anchors) + named
    gap = Gap(
        residual_id=name,
        kind=UNRECOGNIZED,
        severity=severity if severity in SEVERITIES else "unstated",
        status="open",
        statement=(statement if isinstance(statement, str) else held.text("summary")) or UNREAD,
        about=tuple(dict.fromkeys(about or anchors)),
    )
    return Defeater(**msgspec.structs.asdict(gap)) if defeats else gap


def _replaced(index: Index) -> dict[str, str]:
    """Each residual with the later residual that replaces it; of two with one id neither is taken for replaced."""
    held = index.of(ResidualArtifact)
    found = replacements(held, index.artifact_at)
    if not found:
        return found
    times = Counter(artifact.artifact_id for _, artifact in held)
    return {name: by for name, by in found.items() if times[name] == 1}


def _entry(name: str, payload: ResidualPayload, about: tuple[str, ...], replaced_by: str | None) -> Gap | Defeater:
    standing = payload.status in _STANDING
    gap = Gap(
        residual_id=name,
        kind=payload.kind.value,
        severity="unstated" if payload.severity is None else payload.severity.value,
        status="open" if standing or payload.status is None else payload.status.value,
        statement=payload.statement,
        target=_written(payload.target),
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


def _written(target: TargetRef | None) -> str:
    if target is None:
        return ""
    kind = target.target_type.value
    return f"{kind} {target.target_id}" if target.target_id else kind


class _Abouts:
    """What residuals are about (§13.1, §15.3)."""

    def __init__(self, index: Index) -> None:
        self._index = index

    @cached_property
    def _outputs(self) -> dict[str, tuple[str, ...]]:
        """What each action made, by its id: a residual that targets an action is about that."""
        return {
            str(action.id): action.texts("outputs") if isinstance(action, Unrecognized) else action.outputs
            for action in self._index.trace.actions
            if action.id is not None
        }

    def of(self, payload: ResidualPayload, anchors: tuple[str, ...]) -> tuple[str, ...]:
        """Its target, or else what it is anchored to and does not cite; and results that need re-reasoning by it."""
        about = self._named(payload, anchors)
        if payload.kind is ResidualKind.NeedsRereasoning:
            about += results_to_establish_again(payload, anchors, self._is_result)
        return about if len(about) < 2 else tuple(dict.fromkeys(about))

    def _named(self, payload: ResidualPayload, anchors: tuple[str, ...]) -> tuple[str, ...]:
        """The target, or else the anchors that are not cited. Of a defeater both: it anchors to what it contests by
        either (§13.2).
        """
        aimed = self._aimed(payload.target)
        if aimed is not None and payload.kind is not ResidualKind.Defeater:
            return aimed
        anchored = tuple(name for name in anchors if name not in payload.related_artifact_ids)
        if payload.target is None and not anchored:  # it names nothing but what it cites
            return anchors if payload.kind is ResidualKind.Defeater else ()
        return (*(aimed or ()), *anchored)

    def _aimed(self, target: TargetRef | None) -> tuple[str, ...] | None:
        """The artifacts that a target names; `None` where it names none.

        An id that nothing of the stated kind has and an artifact has means that artifact: a challenge that is labelled
        wrongly is a challenge all the same.
        """
        if target is None or not target.target_id:
            return None
        name = target.target_id
        match target.target_type:
            case TargetType.ArtifactTarget:
                return (name,)
            case TargetType.ActionTarget if name in self._outputs:
                return self._outputs[name]
            case _:
                named = name in self._index.artifact_at and not self._is_other(target.target_type, name)
                return (name,) if named else None

    def _is_other(self, kind: TargetType, name: str) -> bool:
        """Whether something other than an artifact is of that kind and has that id."""
        index = self._index
        match kind:
            case TargetType.PolicyTarget:
                return name in index.policy_ids
            case TargetType.PolicyEvaluationTarget:
                return name in index.evaluated_policy_ids
            case TargetType.ReferenceArtifactTarget:
                return name in index.reference_ids
            case _:
                return kind is TargetType.TraceTarget and name == index.trace.trace_id

    def _is_result(self, name: str) -> bool:
        return isinstance(self._index.artifact(name), ReasoningResult)
