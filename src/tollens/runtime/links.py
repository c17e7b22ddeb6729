# pathlib would cost a tenth of the start-up
"""The symbolic links of a project's folder as they are now: for paths that are written in two ways."""

import os

from tollens.core.errors import WorldError
from tollens.plugins.sessions.links import Links
from tollens.runtime import files

MOST_LINKS = 20_000
MOST_LOOKED_AT = 2_000_000
"""Most links that are taken, and most files that are looked at; that there are more is said."""

_PASSED_OVER = frozenset({".git", ".hg", ".svn"})


def links_in(folder: str) -> Links:
    """The links of a folder and of the folders in it, none of which is entered through a link.

    Raises:
        WorldError: It is no folder.
    """
    if not files.is_folder(folder):
        raise WorldError(f"{folder!r} is no folder", "Name the project's folder as it is on this machine.")
    own, real = os.path.abspath(folder), os.path.realpath(folder)  # noqa: PTH100
    leads: dict[str, str] = {}
    waiting, looked = [real], 0
    notes: tuple[str, ...] = ()
    while waiting:
        here = waiting.pop()
        try:
            entries = sorted(os.scandir(here), key=lambda entry: entry.name)
        except OSError:
            continue
        looked += len(entries)
        if looked > MOST_LOOKED_AT or len(leads) > MOST_LINKS:
            notes = (f"links beyond the first {len(leads)} of the project's folder were not looked at",)
            break
        for entry in entries:
            if entry.is_symlink():
                leads[_written(entry.path, real)] = _lead(os.path.realpath(entry.path), real)
            elif entry.is_dir(follow_symlinks=False) and entry.name not in _PASSED_OVER:
                waiting.append(entry.path)
    return Links(tuple(dict.fromkeys(_slashed(each) for each in (own, real))), leads, notes)


def _lead(target: str, real: str) -> str:
    """Where a link leads: relative to the folder if that is within it."""
    return (
        _written(target, real) if f"{target}{os.sep}".startswith(f"{real.rstrip(os.sep)}{os.sep}") else _slashed(target)
    )


def _written(path: str, folder: str) -> str:
    return _slashed(os.path.relpath(path, folder))


def _slashed(path: str) -> str:
    return path.replace(os.sep, "/").encode("utf-8", "surrogateescape").decode("utf-8", "replace")
