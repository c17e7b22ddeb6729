"""What was changed: files as the actions and `files_modified` name them, and commits (§5, §8.1, §9.1)."""

from bisect import bisect_right
from collections.abc import Container, Iterable, Mapping
from typing import Any

import msgspec

from tollens.core.derive.runs import Results, outcome_of
from tollens.core.model import (
    ActivityAction,
    ActivityActionType,
    CommitArtifact,
    DiffArtifact,
    Evidence,
    EvidenceType,
    SourceCodeArtifact,
    Trace,
)

LISTED = "listed"
"""The file is named in `files_modified` only: no action of the record changed it."""

IN_COMMAND = "in a command"
"""A command's evidence names the file, and `files_modified` lists it."""

_COMMANDS = frozenset({ActivityActionType.RunCommand})

_VERBS = {
    ActivityActionType.CreateFile: "created",
    ActivityActionType.EditFile: "edited",
    ActivityActionType.RenameFile: "renamed",
    ActivityActionType.DeleteFile: "deleted",
}


class ChangedFile(msgspec.Struct, frozen=True):
    """One file that was changed.

    Attributes:
        path: As the record names it; the action's label where it names no file.
        how: What was done, in order, without repetition: `created`, `edited`, `renamed`, `deleted`, `in a command`, or
            `listed`.
        abandoned: Every change of it belongs to an abandoned meta-action (§8.4); it may still be in the file.
        action_ids: The actions that did it, in order.
    """

    path: str
    how: tuple[str, ...]
    action_ids: tuple[int, ...] = ()
    abandoned: bool = False


class Commit(msgspec.Struct, frozen=True):
    """One commit that the record holds."""

    name: str
    summary: str
    artifact_id: str | None = None
    action_id: int | None = None


def changed_files(trace: Trace, dropped: Mapping[int, str]) -> tuple[ChangedFile, ...]:
    """Every file that an action changed, by first change, then those that are only listed.

    An action that is recorded as failed changed nothing.

    Args:
        trace: The trace.
        dropped: Its abandoned actions, as `abandoned.abandoned` gives them.
    """
    results = Results(trace.artifacts)
    names = {
        artifact.artifact_id: artifact.name
        for artifact in trace.artifacts
        if isinstance(artifact, DiffArtifact | SourceCodeArtifact) and artifact.name
    }
    modified = frozenset(trace.files_modified)
    how: dict[str, dict[str, None]] = {}
    by: dict[str, list[int]] = {}
    for action in trace.actions:
        if isinstance(action, ActivityAction) and (action.type in _VERBS or action.type in _COMMANDS):
            outcome, _, _ = outcome_of(action, [result.payload.value for result in results.of(action)])
            if outcome == "failed":
                continue
            paths = _paths(action, names) if action.type in _VERBS else _named(action, modified)
            for path in paths:
                how.setdefault(path, {})[_VERBS.get(action.type, IN_COMMAND)] = None
                by.setdefault(path, []).append(action.id)
    for path in trace.files_modified:
        how.setdefault(path, {LISTED: None})
    return tuple(
        ChangedFile(path, tuple(words), made, bool(made) and all(action in dropped for action in made))
        for path, words in how.items()
        for made in (tuple(by.get(path, ())),)
    )


def _paths(action: ActivityAction, names: dict[str, str]) -> list[str]:
    """The files that the action is about: by its evidence, its request, its outputs, or at last its label."""
    evidence = _evidence(action)
    if evidence:
        return evidence
    request: dict[str, Any] = {} if action.request is None else action.request.value
    for member in ("file_path", "path", "file", "notebook_path"):
        if isinstance(request.get(member), str) and request[member]:
            return [request[member]]
    return list(dict.fromkeys(names[name] for name in action.outputs if name in names)) or [action.label]


def _evidence(action: ActivityAction) -> list[str]:
    """The files that the evidence of an action names."""
    refs = (item.ref_ for item in action.evidence if isinstance(item, Evidence) and item.typ is EvidenceType.FileRef)
    return list(dict.fromkeys(refs))


def _named(action: ActivityAction, modified: Container[str]) -> list[str]:
    """The modified files that the evidence of a command names: it may have been what modified them."""
    return [path for path in _evidence(action) if path in modified]


def commits(trace: Trace) -> tuple[Commit, ...]:
    """Every Commit artifact, in order. An action GitCommit without one is a command, not a commit."""
    return tuple(
        Commit(
            artifact.name or artifact.content_ref or artifact.artifact_id,
            artifact.summary or "",
            artifact.artifact_id,
            artifact.producer_action_id,
        )
        for artifact in trace.artifacts
        if isinstance(artifact, CommitArtifact)
    )


def changed_after(files: Iterable[ChangedFile], action_id: int | None, positions: dict[int, int]) -> tuple[str, ...]:
    """The files with a change later in the record than the action `action_id`; all that changed when it is `None`."""
    if action_id is None:
        return tuple(file.path for file in files if file.action_ids)
    since = positions[action_id]
    return tuple(file.path for file in files if _last_change(file, positions) > since)


def changed_since(files: Iterable[ChangedFile], action_ids: Iterable[int], positions: dict[int, int]) -> dict[int, int]:
    """Number of files with a change later in the record, for each of the actions."""
    last = sorted(_last_change(file, positions) for file in files)
    return {name: len(last) - bisect_right(last, positions[name]) for name in action_ids}


def _last_change(file: ChangedFile, positions: dict[int, int]) -> int:
    """Where in the record the file was changed last; -1 where no action did."""
    return max((positions[made] for made in file.action_ids), default=-1)
