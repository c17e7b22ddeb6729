# pathlib would cost a tenth of the start-up
# ruff: noqa: PTH118, PTH119, PTH120, PTH208
"""What a trace says of its binding, and where its file is in a repository."""

import os
from typing import NamedTuple

from tollens.core.errors import MisuseError, TollensError, WorldError
from tollens.core.integrity.canonical import canonical_value
from tollens.core.wire.document import Document
from tollens.runtime import files
from tollens.runtime.git import Repository, repository
from tollens.runtime.traces import YAML_NAMES, loads

_FOLDERS = (os.curdir, ".tollens", ".ponens")
"""Where the trace of a project is looked for."""


class Stated(NamedTuple):
    """What a trace states.

    Attributes:
        content: The hash of its content as it is; `None` where it has none, or readers disagree on what it says.
        recorded: The hash that it states.
    """

    trace_id: str
    repo: str | None
    branch: str | None
    commit: str | None
    recorded: str | None
    content: str | None
    signed: bool


def stated(document: Document) -> Stated:
    """What a trace states of its binding, whatever else is wrong with it."""

    def text(name: str) -> str | None:
        held = document.value.get(name)
        return held if isinstance(held, str) and held else None

    canonical = canonical_value(document.value, document.faults)
    return Stated(
        text("trace_id") or "",
        text("repo"),
        text("branch"),
        text("commit_sha"),
        text("content_hash"),
        None if canonical.ambiguous else canonical.digest,
        document.value.get("signatures") not in (None, []),
    )


def agrees(document: Document, content: str | None, hash_: str) -> bool:
    """Whether a hash is that of the content, by the scheme in use or by RFC 8785 where that is installed."""
    if hash_ == content:
        return True
    from tollens.core.integrity.jcs import jcs_hash

    try:
        return jcs_hash(document.value) == hash_
    except TollensError:
        return False


def folder_of(name: str) -> str:
    """The folder of a trace's file.

    Raises:
        MisuseError: It is standard input, which is in no repository.
    """
    if name == files.STANDARD:
        raise MisuseError("standard input is in no repository", "Name the file of the trace.")
    return os.path.dirname(name) or os.curdir


def path_in(repository: Repository, name: str) -> str:
    """The path of a trace's file from the top of the repository."""
    return repository.prefix + os.path.basename(name)


def uncommitted(repository: Repository, name: str) -> str:
    """That files beside the trace have changes which no commit has; empty where none has."""
    changed = repository.run(
        "status", "--porcelain=v1", "-z", "--no-renames", "--untracked-files=no", "--ignore-submodules=dirty"
    ).stdout.decode("utf-8", "surrogateescape")
    paths = [entry[3:] for entry in changed.split("\0") if entry]
    others = [path for path in paths if path != path_in(repository, name)]
    count = "a file has changes" if len(others) == 1 else f"{len(others)} files have changes"
    return f"{count} that no commit has, such as {others[0]!r}" if others else ""


def required(name: str) -> Repository:
    """The repository that a trace's file is in, with files checked out.

    Raises:
        WorldError: There is none, or git is not installed.
    """
    found = repository(folder_of(name))
    if found is None:
        raise WorldError(f"{name} is in no git repository", "Put it into the repository of the work that it records.")
    if found.top is None:
        raise WorldError(
            f"{name} is in a bare repository, or inside of .git, where nothing is checked out",
            "Work in a clone: git clone.",
        )
    return found


def the_trace() -> str:
    """The file of the only trace in this folder, `.tollens` or `.ponens`.

    Raises:
        MisuseError: There is none, or there are several.
    """
    found = []
    for folder in _FOLDERS:
        if not files.is_folder(folder):
            continue
        for entry in sorted(os.listdir(folder)):
            path = os.path.normpath(os.path.join(folder, entry))
            if entry.startswith(".") or not entry.endswith((".json", *YAML_NAMES)) or not files.exists(path):
                continue
            if is_trace(files.read(path), path):
                found.append(path)
    if len(found) == 1:
        return found[0]
    if not found:
        raise MisuseError("there is no trace in this folder", "Name it.")
    raise MisuseError(f"there are several traces here: {', '.join(found[:5])}", "Name the one that is meant.")


def is_trace(data: bytes, path: str) -> bool:
    """Whether the bytes of a file are a trace, well or badly made."""
    try:
        value = loads(data, yaml=path.endswith(YAML_NAMES)).value
    except TollensError:
        return False
    return isinstance(value.get("trace_id"), str) and isinstance(value.get("actions"), list)
