"""One file, one identity: paths of a session normalized without looking at any disk.

`..` and `.` are resolved, backslashes and drive letters of Windows unified, and paths within the project's folder made
relative to it. Symbolic links cannot be followed from a record and are not, save those that every macOS has.
"""

import re

_IN_PRIVATE = frozenset({"tmp", "var", "etc"})
"""Folders at the root that are links into `/private` on macOS: both ways to write them are one."""

_WINDOWS = re.compile(r"[A-Za-z]:[\\/]|\\\\")


def is_windows(path: str) -> bool:
    """Whether a path is written the Windows way: with a drive letter, or as a network path."""
    return _WINDOWS.match(path) is not None


def _parts(path: str) -> tuple[str, list[str]]:
    """The anchor (`/`, `C:/`, or empty for a relative path) and the resolved parts."""
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


class Places:
    """The files of one session, by identity.

    Args:
        root: The project's folder, absolute; empty when it is not known.
    """

    def __init__(self, root: str) -> None:
        self.root = root
        self._windows = is_windows(root)
        self._anchor, self._root = _parts(root)
        self._shown: dict[str, str] = {}
        self._known: dict[str, tuple[str, bool]] = {}

    def shown(self, path: str) -> str:
        r"""The path as the trace gives it: relative to the project if it is within, absolute otherwise.

        >>> Places("/w/p").shown("/w/p/src/../a.py")
        'a.py'
        >>> Places(r"C:\Users\Me\p").shown(r"c:\users\me\p\b.ts")
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
        anchor, parts = _parts(path.replace("\\", "/") if self._windows else path)
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
        anchor, parts = _parts(path.replace("\\", "/") if self._windows else path)
        if not anchor:
            return parts[:1] == [".."]
        return bool(self.root) and not self._within(anchor, parts)

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
