# pathlib would cost a tenth of the start-up
# ruff: noqa: PTH111, PTH112, PTH114, PTH116, PTH118, PTH119, PTH120, PTH208
"""The newest session on this machine: the files that fit patterns, the newest first, until one is of the project.

A file is looked into only as far as its beginning. Links to folders are not followed below the folder of a pattern.
"""

import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from typing import NamedTuple

from tollens.core.errors import UnreadableError, WorldError
from tollens.runtime import databases, files, session_databases
from tollens.runtime.git import repository

HEAD = 1 << 20
"""How much of a file is looked into."""

_DEEPEST = 8
"""Most folders that `**` stands for."""


class Pattern(NamedTuple):
    """Files in a folder, by a pattern of `/`, `*` and `**`.

    Attributes:
        states, unless, holds: For whoever looks into them.
        above: How many folders above a file lies what is meant by it.
    """

    folder: str
    pattern: str
    states: bool
    above: int = 0
    unless: bytes = b""
    holds: bytes = b""


class Newest(NamedTuple):
    """What was found: a file; or a folder or a database, and what is meant in it: the name of a file without its
    ending, or the id of a session.
    """

    path: str
    within: str = ""


def surroundings() -> tuple[str, Mapping[str, str]]:
    """The home folder and the environment of this process."""
    return os.path.expanduser("~"), os.environ


def project_folders(folder: str, environment: Mapping[str, str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The folder of a project in all ways to write it, and the other working trees of its repository.

    Args:
        folder: A folder in it, absolute.
        environment: Where `PWD` says by which links the folder was reached.
    """
    logical = environment.get("PWD", "")
    ways = [logical] if logical and files.same(logical, folder) else []
    ways += [folder, os.path.realpath(folder)]
    try:
        found = repository(folder)
        listed = found.line("worktree", "list", "--porcelain") if found is not None else None
    except WorldError:  # no git, or a repository that it does not read: the folder is told by its path alone
        found, listed = None, None
    if found is not None and found.top is not None:
        ways += [found.top, os.path.realpath(found.top)]
    trees = [line[9:] for line in (listed or "").split("\n") if line.startswith("worktree ")]
    own = tuple(dict.fromkeys(ways))
    return own, tuple(tree for tree in trees if tree not in own and os.path.realpath(tree) not in own)


def within(path: str, folders: Iterable[str]) -> bool:
    """Whether a path is one of these folders, or lies in one, by the links that there are."""
    real = os.path.realpath(path)
    held = {os.path.realpath(folder) for folder in folders}
    return any(real == folder or real.startswith(folder.rstrip(os.sep) + os.sep) for folder in held)


def newest(patterns: Iterable[Pattern], fits: Callable[[bytes, Pattern], bool]) -> Newest | None:
    """The newest file that fits; `None` where there is none.

    Args:
        patterns: Where files may be.
        fits: Whether a file is meant, by its beginning and its pattern.

    Raises:
        UnreadableError: None fits, and a database that may hold one is damaged.
    """
    found: dict[str, tuple[int, Pattern]] = {}
    for pattern in patterns:
        for path in _fitting(pattern):
            try:
                about = os.stat(path)
            except OSError:
                continue
            if stat.S_ISREG(about.st_mode):
                found.setdefault(path, (about.st_mtime_ns, pattern))
    held = [_Candidate(changed, path, pattern) for path, (changed, pattern) in found.items()]
    held, broken = _with_sessions(held)
    for each in sorted(held, key=lambda each: (-each.changed, each.path, each.session)):
        try:
            head = each.head or files.head(each.path, HEAD)
        except WorldError:
            continue
        if fits(head, each.pattern):
            return _meant(each)
    if broken is not None:
        raise broken
    return None


class _Candidate(NamedTuple):
    """A file that may be meant, or a session in it: when it was changed, and how it begins."""

    changed: int
    path: str
    pattern: Pattern
    session: str = ""
    head: bytes = b""


def _with_sessions(held: list[_Candidate]) -> tuple[list[_Candidate], UnreadableError | WorldError | None]:
    """The candidates, in the place of a database its sessions; and the fault of the first database that has one."""
    kept: list[_Candidate] = []
    broken: UnreadableError | WorldError | None = None
    for each in held:
        if not databases.is_database(each.path):
            kept.append(each)
            continue
        try:
            sessions = session_databases.held_in(each.path)
        except (UnreadableError, WorldError) as error:
            broken = broken or error
            continue
        kept += [
            _Candidate(session.changed * 1_000_000, each.path, each.pattern, session.identity, session.head)
            for session in sessions
        ]
    return kept, broken


def _meant(found: _Candidate) -> Newest:
    """What is meant by a candidate that fits."""
    path, above = found.path, found.pattern.above
    if found.session:
        return Newest(path, found.session)
    if not above:
        return Newest(path)
    name = os.path.basename(path).partition(".")[0]
    for _ in range(above):
        path = os.path.dirname(path)
    return Newest(path, name)


def _fitting(pattern: Pattern) -> Iterator[str]:
    """The paths that fit a pattern."""
    waiting = [(pattern.folder, tuple(pattern.pattern.split("/")), 0)]
    while waiting:
        here, parts, depth = waiting.pop()
        try:
            names = sorted(os.listdir(here), reverse=True)
        except OSError:
            continue
        first, rest = parts[0], parts[1:]
        if first == "**":
            waiting.append((here, rest, depth))
            deeper = (os.path.join(here, name) for name in names)
            if depth < _DEEPEST:
                waiting.extend((path, parts, depth + 1) for path in deeper if _is_own_folder(path))
            continue
        for name in names:
            path = os.path.join(here, name)
            if not fnmatchcase(name, first):
                continue
            if not rest:
                yield path
            elif _is_own_folder(path):
                waiting.append((path, rest, depth))


def _is_own_folder(path: str) -> bool:
    return os.path.isdir(path) and not os.path.islink(path)
