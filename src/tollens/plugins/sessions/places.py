"""Where agents keep their sessions, as patterns: each format says it for a home, a project and an environment.

Nothing is looked up here. A format that can tell has a method `places`; one that cannot is asked for nothing.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple, Protocol, runtime_checkable

import msgspec

_LONGEST = 200
"""Most characters of a folder's name that stand for a path; a longer one is cut and gets a hash."""

SUB_AGENT = rb'"source" ?: ?\{ ?"sub_?agent" ?:'
"""What the beginning of a rollout has that is a sub-agent's, as a pattern."""

_ABSOLUTE = re.compile(r"/|[A-Za-z]:[\\/]|\\\\")
_STATED = re.compile(
    rb'"(?:cwd|workdir|directory|projectPath|workingDirectory)" ?: ?("(?:[^"\\\x00-\x1f]|\\.){1,4000}")'
)


class Around(NamedTuple):
    """What tells where to look.

    Attributes:
        home: The home folder of the person.
        folders: The folder of the project, in all ways to write it.
        environment: The variables that agents heed.
    """

    home: str
    folders: tuple[str, ...]
    environment: Mapping[str, str]

    def base(self, variable: str, default: str) -> str:
        """The folder that a variable names, else one in the home folder."""
        return self.environment.get(variable) or f"{self.home}/{default}"


class Place(NamedTuple):
    """Files that may be sessions.

    Attributes:
        folder: Where.
        pattern: Names below it, with `*` within a part and `**` for any folders.
        states: They may be of any project: only a file that states the folder of this one counts.
        above: How many folders above such a file lies the folder that is captured; in it, the session that the name of
            the file names. At 0 the file itself is captured.
        unless: What the beginning of a file has that is no session of its own, but that of a sub-agent, as a pattern.
        holds: What the beginning of a file has that is of this project, as a pattern: then nothing else is asked of it.
    """

    folder: str
    pattern: str
    states: bool = True
    above: int = 0
    unless: bytes = b""
    holds: bytes = b""


@runtime_checkable
class Placed(Protocol):
    """A session format that can tell where its agent keeps sessions."""

    name: str

    def places(self, around: Around) -> tuple[Place, ...]:
        """Where the sessions of a project lie."""


def dashed(path: str) -> str:
    """A path as the name of a folder: everything but letters and digits is a dash.

    >>> dashed("/home/me/a_b.c d")
    '-home-me-a-b-c-d'
    """
    return re.sub(r"[^A-Za-z0-9]", "-", path)


def under(folder: str, path: str, pattern: str) -> Place:
    """The place of a project whose path, dashed, is the name of a folder; where that is cut, a file has to state it."""
    name = dashed(path)
    long = len(name) > _LONGEST
    return Place(folder, f"{name[:_LONGEST]}-*/{pattern}" if long else f"{name}/{pattern}", states=long)


def stated(head: bytes) -> str:
    r"""The folder that the beginning of a session file states to be worked in; empty where it states none.

    >>> stated(b'{"cwd": "/home/me/p"}'), stated(b"{}")
    ('/home/me/p', '')
    """
    found = _STATED.search(head)
    if found is None:
        return ""
    try:
        path = str(msgspec.json.decode(found[1]))
    except msgspec.DecodeError:
        return ""
    return path if _ABSOLUTE.match(path) else ""
