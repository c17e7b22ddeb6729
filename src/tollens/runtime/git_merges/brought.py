# pathlib would cost a tenth of the start-up
# ruff: noqa: PTH118
"""Which traces a merge brought that has just ended, for the hint after it."""

import os
from itertools import islice

from tollens.runtime import files
from tollens.runtime.git import repository
from tollens.runtime.git_merges.attributes import traces_among

_MOST = 20
"""Traces that are looked into: a hint must not hold anybody up."""


def brought(folder: str, *, squashed: bool) -> list[str]:
    """Paths of the traces that the last merge changed, as seen from where one works; few.

    Args:
        folder: In the repository.
        squashed: The merge was a squash, which makes no commit yet.

    Raises:
        WorldError: Git is not installed, or refuses the repository.
    """
    place = repository(folder)
    if place is None or place.top is None:
        return []
    before, now = place.commit("ORIG_HEAD"), place.commit("HEAD")
    if squashed:
        sides = ("--cached", "HEAD")
    elif before is not None and now is not None:
        sides = (before, now)
    else:
        return []
    changed = place.run(
        "diff", "--no-ext-diff", "--no-textconv", "--no-renames", "--no-relative", "--name-only", "-z", *sides, "--"
    )
    top = place._replace(folder=place.top)  # git names files from the top
    paths = (os.path.join(place.top, name) for name in traces_among(top, changed.stdout))
    return [files.shown(path) for path in islice(filter(files.exists, paths), _MOST)]
