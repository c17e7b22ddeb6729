# pathlib would cost a tenth of the start-up
# ruff: noqa: PTH118
"""Registers what git needs to merge and compare traces, and takes it back. Twice is as good as once."""

import os
import re
import shutil
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from tollens.core.errors import WorldError
from tollens.runtime.git import Repository, git, repository
from tollens.runtime.git_merges import attributes, hook

SETTINGS = {
    "merge.tollens.name": "traces, by tollens",
    "merge.tollens.driver": "tollens merge --driver %O %A %B --path=%P",
    "diff.tollens.textconv": "tollens git textconv",
}
"""What is set: the driver is given the base, ours (where the result goes) and theirs, and the path of the file."""

_SECTIONS = ("merge.tollens", "diff.tollens")


class Wanted(NamedTuple):
    """What is asked for.

    Attributes:
        patterns: Names of the files that are traces, as in .gitignore.
        everywhere: For all repositories of the user, instead of this one.
        hooked: The hook, too.
    """

    patterns: tuple[str, ...]
    everywhere: bool
    hooked: bool


class GitSetup(msgspec.Struct, frozen=True):
    """What was registered with git, or taken back.

    Attributes:
        scope: `repository`, or `user` for all repositories of the user.
        settings: Names of the settings of git that were written, or taken away; none where all was as it is.
        attributes: The file that says which files are traces.
        lines: The lines that were added to it, or taken away.
        hook: The post-merge hook; null where there is none for this scope, or others look after hooks.
        hook_state: `written`, `appended`, `kept`, `removed`, `absent`, or `left` where it was not touched; empty where
            it was not asked for.
        traces: Number of files of the repository that are traces by its attributes; null where that was not counted.
        remarks: What a person should know.
    """

    scope: str
    settings: tuple[str, ...]
    attributes: str
    lines: tuple[str, ...]
    hook: str | None
    hook_state: str
    traces: int | None
    remarks: tuple[str, ...]


def install(folder: str, wanted: Wanted) -> GitSetup:
    """Register the drivers and the hook.

    Args:
        folder: In the repository.
        wanted: What is asked for.

    Raises:
        WorldError: There is no repository, git is not installed, or a file cannot be written.
        MisuseError: Git takes no such pattern.
    """
    for pattern in wanted.patterns:
        attributes.line_of(pattern)  # refused before anything is written
    place = None if wanted.everywhere else _required(folder)
    path = _attributes(place, folder)
    scope = _scope(place)
    settings = [name for name, value in SETTINGS.items() if _set(folder, scope, name, value)]
    lines = attributes.add(path, wanted.patterns or attributes.DEFAULT)
    hooked = hook.add(place) if place is not None and wanted.hooked else None
    number = None if place is None else len(attributes.traces_among(place, _files(place)))
    remarks = [] if hooked is None or not hooked.remark else [hooked.remark]
    return _report(place, settings, path, lines, hooked, number, (*remarks, *_remarks(place, lines, number)))


def uninstall(folder: str, *, everywhere: bool) -> GitSetup:
    """Take back what `install` does.

    Args:
        folder: In the repository.
        everywhere: For the user, instead of this repository.

    Raises:
        WorldError: There is no repository, git is not installed, or a file cannot be written.
    """
    place = None if everywhere else _required(folder)
    path = _attributes(place, folder)
    scope = _scope(place)
    gone = [section for section in _SECTIONS if _unset(folder, scope, section)]
    lines = attributes.remove(path)
    hooked = None if place is None else hook.remove(place)
    remarks = () if hooked is None or not hooked.remark else (hooked.remark,)
    return _report(place, gone, path, lines, hooked, None, remarks)


def _report(
    place: Repository | None,
    settings: Sequence[str],
    path: str,
    lines: tuple[str, ...],
    hooked: hook.Hooked | None,
    number: int | None,
    remarks: tuple[str, ...],
) -> GitSetup:
    scope = "user" if place is None else "repository"
    where, state = (None, "") if hooked is None else (hooked.path, hooked.state)
    return GitSetup(scope, tuple(settings), path, lines, where, state, number, remarks)


def _required(folder: str) -> Repository:
    place = repository(folder)
    if place is None or place.top is None:
        raise WorldError(
            "this is no git repository with files checked out",
            "Go to one, or register it for all of yours: tollens git install --global",
        )
    return place


def _attributes(place: Repository | None, folder: str) -> str:
    if place is None or place.top is None:
        return attributes.of_user(folder)
    return os.path.join(place.top, ".gitattributes")


def _scope(place: Repository | None) -> str:
    return "--global" if place is None else "--local"


def _set(folder: str, scope: str, name: str, value: str) -> bool:
    """Write a setting; whether it was another one."""
    asked = git(folder, "config", scope, "--get-all", name, fine=range(256))
    if asked.status == 0 and os.fsdecode(asked.stdout) == f"{value}\n":
        return False
    git(folder, "config", scope, "--replace-all", name, value)
    return True


def _unset(folder: str, scope: str, section: str) -> bool:
    held = git(folder, "config", scope, "--get-regexp", f"^{re.escape(section)}\\.", fine=range(256))
    if held.status != 0:
        return False
    git(folder, "config", scope, "--remove-section", section)
    return True


def _files(place: Repository) -> bytes:
    """The files of a repository from its folder, each with a NUL behind it."""
    return place.run("ls-files", "-z", "--cached", "--others", "--exclude-standard").stdout


def _remarks(place: Repository | None, lines: tuple[str, ...], number: int | None) -> tuple[str, ...]:
    found = []
    if shutil.which("tollens") is None:
        found.append("tollens is not on the path: until it is, git leaves every merge of traces as a conflict")
    if number == 0:
        found.append(
            "no file here is a trace by these patterns: name yours, as in: tollens git install 'traces/*.json'"
        )
    if place is not None and lines:
        found.append("commit .gitattributes; whoever clones the repository runs tollens git install once")
    if place is None:
        found.append("the hint after a merge is a hook of each repository: tollens git install there adds it")
    return tuple(found)
