"""What was changed: files as the actions and `files_modified` name them, and commits (§5, §8.1, §9.1)."""

from bisect import bisect_right
from collections.abc import Container, Iterable, Mapping
from typing import Any, NamedTuple

import msgspec

from tollens.core.derive.record.runs import Results, Run, outcome_of
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

UNFOLLOWED = "may_have_changed_files"
"""Member of a request or a command result: the commands that may have changed files which are not named."""

NO_RESULT = "no result recorded"
"""The summary of an action that the record shows begun and not ended: whether it did anything is not known."""

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
    """One commit that the record holds.

    Attributes:
        files_known: Whether the record names the files in it, or the changes that it is derived from.
    """

    name: str
    summary: str
    artifact_id: str | None = None
    action_id: int | None = None
    files_known: bool = False


class Unfollowed(msgspec.Struct, frozen=True):
    """An action that may have changed files which the record does not name.

    Attributes:
        commands: What of it may have; empty where that cannot be read.
    """

    action_id: int
    commands: tuple[str, ...] = ()


def changed_files(trace: Trace, dropped: Mapping[int, str]) -> tuple[ChangedFile, ...]:
    """Every file that an action changed, by first change, then those that are only listed.

    An action that is recorded as failed changed nothing, and of one whose end is not recorded it is not known. One that
    says that it *may* have changed files changed those that its evidence names.

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
    unsure = {each.action_id for each in unfollowed(trace)}
    how: dict[str, dict[str, None]] = {}
    by: dict[str, list[int]] = {}
    for action in trace.actions:
        if isinstance(action, ActivityAction) and (action.type in _VERBS or action.type in _COMMANDS):
            outcome, _, _ = outcome_of(action, [result.payload.value for result in results.of(action)])
            if outcome == "failed" or action.result_summary == NO_RESULT:
                continue
            if action.type not in _VERBS:
                paths = _named(action, modified)
            else:
                paths = _evidence(action) if action.id in unsure else _paths(action, names)
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
            _files_known(artifact),
        )
        for artifact in trace.artifacts
        if isinstance(artifact, CommitArtifact)
    )


def _files_known(commit: CommitArtifact) -> bool:
    """By the member `files` of its metadata, `null` where they are not known, or else by what it derives from."""
    held = {} if commit.metadata is None else commit.metadata.value
    return isinstance(held["files"], list) if "files" in held else bool(commit.derived_from)


def unfollowed(trace: Trace) -> tuple[Unfollowed, ...]:
    """The actions that may have changed files which the record does not name, in its order.

    They are those that say so of themselves, as captured ones do.
    """
    results = Results(trace.artifacts)
    found: list[Unfollowed] = []
    for action in trace.actions:
        if isinstance(action, ActivityAction):
            holders = [result.payload.value for result in results.of(action)]
            holders += [] if action.request is None else [action.request.value]
            stated = [holder[UNFOLLOWED] for holder in holders if UNFOLLOWED in holder]
            if stated:
                lists = [held for held in stated if isinstance(held, list)]
                commands = tuple(command for held in lists for command in held if isinstance(command, str))
                found.append(Unfollowed(action.id, commands))
    return tuple(found)


def unfollowed_after(found: Iterable[Unfollowed], run: Run | None, positions: dict[int, int]) -> tuple[int, ...]:
    """The actions of these that come after a run, with that run itself where it was overtaken; all without a run."""
    if run is None:
        return tuple(each.action_id for each in found)
    since = positions[run.action_id]
    later = (each.action_id for each in found if positions[each.action_id] > since)
    return ((run.action_id,) if run.overtaken else ()) + tuple(later)


def changed_after(files: Iterable[ChangedFile], action_id: int | None, positions: dict[int, int]) -> tuple[str, ...]:
    """The files with a change later in the record than the action `action_id`; all that changed when it is `None`."""
    if action_id is None:
        return tuple(file.path for file in files if file.action_ids)
    since = positions[action_id]
    return tuple(file.path for file in files if _last_change(file, positions) > since)


class Since(NamedTuple):
    """What came after a run: how many files changed, and how many actions may have changed files not named."""

    files: int
    actions: int


def since(
    files: Iterable[ChangedFile],
    found: Iterable[Unfollowed],
    action_ids: Iterable[int | None],
    places: Mapping[int, int],
) -> dict[int | None, Since]:
    """What came after each of the actions in the record; everything after one that is not in it."""
    last = sorted(_last_change(file, places) for file in files)
    later = sorted(places[each.action_id] for each in found)
    counted: dict[int | None, Since] = {}
    for action_id in action_ids:
        at = -1 if action_id is None else places.get(action_id, -1)
        counted[action_id] = Since(len(last) - bisect_right(last, at), len(later) - bisect_right(later, at))
    return counted


def _last_change(file: ChangedFile, positions: Mapping[int, int]) -> int:
    """Where in the record the file was changed last; -1 where no action did."""
    return max((positions[made] for made in file.action_ids), default=-1)
