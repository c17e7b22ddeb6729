"""One file, one identity: paths of a session normalized without looking at any disk.

`..` and `.` are resolved, backslashes and drive letters of Windows unified, and paths within the project's folder made
relative to it. Symbolic links cannot be followed from a record and are not, save those that every macOS has; where the
links of the project are given, a path through one is the path that it leads to.
"""

import re
from typing import NamedTuple

from tollens.plugins.sessions.links import NO_LINKS, Links

_IN_PRIVATE = frozenset({"tmp", "var", "etc"})
"""Folders at the root that are links into `/private` on macOS: both ways to write them are one."""

_OF_GIT_BASH = re.compile(r"\A/([A-Za-z])(?:/|\Z)")
"""How the shell that comes with Git writes a drive."""

_LONG = re.compile(r"\A\\\\\?\\(?=[A-Za-z]:\\)|\A//\?/(?=[A-Za-z]:/)")
"""How Windows writes a path that may be longer than others."""

_WINDOWS = re.compile(r"[A-Za-z]:[\\/]|\\\\")


def is_windows(path: str) -> bool:
    """Whether a path is written the Windows way: with a drive letter, or as a network path."""
    return _WINDOWS.match(path) is not None


def _parts(path: str) -> tuple[str, list[str]]:
    """The anchor (`/`, `C:/`, or empty for a relative path) and the resolved parts."""
    path = _LONG.sub("", path)
    if is_windows(path):
        path = path.replace("\\", "/")
    anchor = ""
    drive = re.match(r"([A-Za-z]):/", path)
    if drive:
        anchor, path = f"{drive[1].upper()}:/", path[3:]
    elif path.startswith("/"):
        anchor = "//" if path.startswith("//") and not path.startswith("///") else "/"
    resolved: list[str] = []
    for part in path.split("/"):
        if part == ".." and resolved and resolved[-1] != "..":
            resolved.pop()
        elif part == ".." and anchor:
            continue
        elif part not in ("", "."):
            resolved.append(part)
    if anchor == "/" and tuple(resolved[:1]) == ("private",) and _IN_PRIVATE.intersection(resolved[1:2]):
        del resolved[0]
    return anchor, resolved


def joined(folder: str, path: str) -> str:
    """A path as seen from a folder: itself where it is absolute or the folder is not known."""
    return path if not folder or path.startswith("/") or is_windows(path) else f"{folder}/{path}"


_LISTED = 10
"""Most links that a note lists."""


class _Link(NamedTuple):
    """Where a link leads, absolute, and how it is told; another way to write the project's folder has no name."""

    target: tuple[str, ...]
    name: str = ""
    lead: str = ""


def _absolute(root: list[str], links: Links) -> dict[tuple[str, ...], _Link]:
    """The links of a project by their absolute parts; a folder on another machine than the session's has the same."""
    roots = [tuple(_parts(each)[1]) for each in links.roots]
    top = next((each for each in roots if tuple(root[: len(each)]) == each), None)
    found = {each: _Link(top) for each in roots if top is not None and each != top}
    top = tuple(root) if top is None else top
    for name, lead in links.leads.items():
        target = tuple(_parts(lead)[1])
        found[(*top, *_parts(name)[1])] = _Link(target if lead.startswith("/") else (*top, *target), name, lead)
    return found


class Places:
    """The files of one session, by identity.

    Args:
        root: The project's folder, absolute; empty when it is not known.
        links: The links of the project.

    Attributes:
        followed: The links that paths went through, each with where it leads.
    """

    def __init__(self, root: str, links: Links = NO_LINKS) -> None:
        self.root = root
        self.followed: dict[str, str] = {}
        self._found = links.notes
        self._windows = is_windows(root)
        self._anchor, self._root = _parts(root)
        self._shown: dict[str, str] = {}
        self._links = _absolute(self._root, links) if self._anchor == "/" else {}
        self._root = self._resolved(self._root)
        self._known: dict[str, tuple[str, bool]] = {}

    def shown(self, path: str) -> str:
        r"""The path as the trace gives it: relative to the project if it is within, absolute otherwise.

        >>> Places("/w/p").shown("/w/p/src/../a.py")
        'a.py'
        >>> Places(r"C:\Users\Me\p").shown(r"c:\users\me\p\b.ts")
        'b.ts'
        >>> Places(r"C:\Users\Me\p").shown("/c/Users/Me/p/b.ts")
        'b.ts'
        """
        return self._told(path)[0]

    def outside(self, path: str) -> bool:
        """Whether a path is known not to lie within the project's folder."""
        return self._told(path)[1]

    def _told(self, path: str) -> tuple[str, bool]:
        """A path as the trace gives it, and whether it lies outside; most paths of a session return."""
        found = self._known.get(path)
        if found is None:
            found = self._known[path] = self._look(path), self._leads_out(path)
        return found

    def _look(self, path: str) -> str:
        anchor, parts = self._read(path)
        folded = anchor.casefold() + "/".join(parts).casefold() if anchor[1:2] == ":" else ""
        inside = self._within(anchor, parts)
        written = "/".join(parts[len(self._root) :] if anchor and inside else parts) or "."
        if not (anchor and inside):
            written = anchor + written if parts or anchor == "" else anchor
        if anchor[1:2] == ":" or (self._windows and not anchor):
            key = folded or (self._anchor + "/".join([*self._root, *parts])).casefold()
            return self._shown.setdefault(key, written)
        return written

    def _leads_out(self, path: str) -> bool:
        anchor, parts = self._read(path)
        if not anchor:
            return parts[:1] == [".."]
        return bool(self.root) and not self._within(anchor, parts)

    def notes(self) -> tuple[str, ...]:
        """By which links paths are one, and what is to be said of how they were found."""
        ways = [f"{name} -> {lead}" for name, lead in self.followed.items()]
        more = f" and {len(ways) - _LISTED} more" if len(ways) > _LISTED else ""
        told = f"paths are one by links as they are at the capture: {', '.join(ways[:_LISTED])}{more}"
        return (told, *self._found) if ways else self._found

    def _read(self, path: str) -> tuple[str, list[str]]:
        """The anchor and the parts of a path, by the links that are known."""
        if self._windows:
            path = _OF_GIT_BASH.sub(r"\1:/", path.replace("\\", "/"))
        anchor, parts = _parts(path)
        if not anchor and parts[:1] == [".."] and self._anchor and not self._links:
            anchor, parts = _parts("/".join([self._anchor.rstrip("/"), *self._root, *parts]))
        if not self._links or anchor not in ("", "/") or (not anchor and parts[:1] == [".."]):
            return anchor, parts
        found = self._resolved(parts if anchor else [*self._root, *parts])
        if anchor or found[: len(self._root)] != self._root:
            return "/", found
        return anchor, found[len(self._root) :]

    def _resolved(self, parts: list[str]) -> list[str]:
        """Absolute parts without the links that are known: each leads to where there is none."""
        found: list[str] = []
        for part in parts:
            found.append(part)
            link = self._links.get(tuple(found))
            if link is not None:
                found = list(link.target)
                self.followed |= {link.name: link.lead} if link.name else {}
        return found

    def _within(self, anchor: str, parts: list[str]) -> bool:
        if not anchor:
            return parts[:1] != [".."]
        if not self.root:
            return False
        head = parts[: len(self._root)]
        if self._anchor[1:2] == ":":
            return anchor.casefold() == self._anchor.casefold() and [p.casefold() for p in head] == [
                p.casefold() for p in self._root
            ]
        return anchor == self._anchor and head == self._root
