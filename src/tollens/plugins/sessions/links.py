"""Symbolic links of a project, as whoever reads files found them: a record says nothing of links."""

from collections.abc import Mapping
from typing import NamedTuple


class Links(NamedTuple):
    """By which links of a project two paths are one.

    Attributes:
        roots: The project's folder in all ways to write it, absolute, with `/` between the parts.
        leads: Links within it, relative to it, each with where it leads in the end: relative to the folder, or
            absolute where that is outside.
        notes: What is to be said of how they were found.
    """

    roots: tuple[str, ...] = ()
    leads: Mapping[str, str] = {}
    notes: tuple[str, ...] = ()


NO_LINKS = Links()
"""No folder was given: no two ways to write a path are known to be one."""
