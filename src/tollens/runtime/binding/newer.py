"""Whether what came after a commit is traces only: stamping a trace makes it differ, and committing it moves HEAD."""

import re
from typing import NamedTuple

from tollens.core.integrity.canonical import digest
from tollens.core.integrity.objects import PREFIX
from tollens.runtime.binding.record import is_trace
from tollens.runtime.git import Repository
from tollens.runtime.traces import YAML_NAMES

MOST = 200
"""More changed files than this are not traces only."""

_OBJECT = re.compile(r"(?:.*/)?sha256/([0-9a-f]{2})/([0-9a-f]{62})")
_FILE = ("100644", "100755")
_ABSENT = "000000"


class _Changed(NamedTuple):
    path: str
    modes: tuple[str, str]
    blobs: tuple[str, str]


def only_traces(repository: Repository, old: str, new: str, own: str) -> bool:
    """Whether two commits differ in traces and in stores of objects alone.

    A file is one where it is a trace in both commits, or in one and absent in the other; what is a link, a submodule,
    or something else on one side, is none.

    Args:
        repository: Where.
        old, new: Full names of commits.
        own: The path of the trace in question, from the top, which may have any ending.
    """
    changes = _changed(repository, old, new)
    if len(changes) > MOST:
        return False
    for change in changes:
        if any(mode not in (*_FILE, _ABSENT) for mode in change.modes):
            return False
        sides = [blob for blob, mode in zip(change.blobs, change.modes, strict=True) if mode != _ABSENT]
        if not all(data is not None and _goes_along(change.path, data, own) for data in repository.blobs(sides)):
            return False
    return True


def _changed(repository: Repository, old: str, new: str) -> list[_Changed]:
    told = repository.run("diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-abbrev", old, new).stdout
    words = told.decode("utf-8", "surrogateescape").split("\0")
    found = []
    for head, path in zip(words[::2], words[1::2], strict=False):
        old_mode, new_mode, old_blob, new_blob, _ = head.removeprefix(":").split(" ")
        found.append(_Changed(path, (old_mode, new_mode), (old_blob, new_blob)))
    return found


def _goes_along(path: str, data: bytes, own: str) -> bool:
    """Whether a file is a trace, or an object of a store under its own name."""
    matched = _OBJECT.fullmatch(path)
    if matched:
        return digest(data) == f"{PREFIX}{matched[1]}{matched[2]}"
    return (path == own or path.endswith((".json", *YAML_NAMES))) and is_trace(data, path)
