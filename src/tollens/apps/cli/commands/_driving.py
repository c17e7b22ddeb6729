"""What git's merge driver does: traces are merged, and whatever is in doubt is left as a conflict, with ours in place.

The driver runs at the top of the working tree. Git reads the result from the file of ours; it counts any exit status
from 1 to 128 as a conflict, of which the three versions stay in the index.
"""

from typing import TYPE_CHECKING, NamedTuple

from tollens.apps import wiring
from tollens.core.errors import MisuseError, TollensError, UnreadableError
from tollens.core.wire.document import Document
from tollens.runtime import files

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable

    from tollens.apps.cli.output import Output
    from tollens.core.merge import Merged, Parents

CONFLICT = 1

_LOSING = "WIRE002"
"""A member that stands twice: writing the file anew would lose one of the two."""

_NO_BASE = "MRG107"
"""What git takes for the common version does not read as one, so that nothing is taken to be as it was there."""


class Sides(NamedTuple):
    """The files that git gives, and the path of the one that they are versions of."""

    base: str
    ours: str
    theirs: str
    path: str


def drive(sides: Sides, arguments: "Namespace", output: "Output", merge: "Callable[[Parents], Merged]") -> int:
    """Merge, and write the result in the place of ours; nothing is written where that cannot be done.

    Args:
        sides: What git gives.
        arguments: Of the verb: `kind`.
        output: Where to speak.
        merge: How two traces become one.

    Returns:
        0, or the exit status of a conflict.
    """
    from tollens.plugins.formats import merging

    kind = arguments.kind
    try:
        kind = kind or _kind()
        made = merge(_parents(sides, kind))
        if not made.report.total:
            raise MisuseError("not every result of both sides would be in the merged trace")
        files.write(sides.ours, wiring.serialized(made.document.value, sides.path))
    except TollensError as error:
        output.note(f"{sides.path}: conflict: {error.message}", error.advice)
        output.note(f"  ours is left in place; {_way_out(sides.path, kind)}")
        return CONFLICT
    advice = f"tollens next {sides.path}" if made.report.counts["NeedsRereasoning"] else ""
    output.note(f"{sides.path}: merged by tollens: {merging.summary(made.report)}", advice)
    for said in made.report.diagnostics:
        if said.code == _NO_BASE:
            output.note(f"{sides.path}: {said.code}: {said.message}", f"  {said.hint}")
    return 0


def _kind() -> str:
    """How git brings the sides together.

    Raises:
        MisuseError: By taking back, which is no merge.
    """
    from tollens.runtime.ancestry import command_lines
    from tollens.runtime.git import repository
    from tollens.runtime.git_merges.kinds import MERGE, REVERT, kind_of

    place = repository(".")
    kind = MERGE if place is None else kind_of(place, command_lines())
    if kind == REVERT:
        raise MisuseError("a revert takes back, and what is known of the work cannot be taken back")
    return kind


def _parents(sides: Sides, kind: str) -> "Parents":
    """The two traces and their base, which git gives as an empty file where there is none."""
    ours, theirs = (_read(name, sides.path, which) for name, which in ((sides.ours, "ours"), (sides.theirs, "theirs")))
    data = files.read(sides.base)
    base = loaded(data, sides.path, "the base") if data else None
    return wiring.parents_of(ours, theirs, base, kind)


def _read(name: str, path: str, which: str) -> Document:
    return loaded(files.read(name), path, which)


def loaded(data: bytes, path: str, which: str) -> Document:
    """A trace, in the format that the path says.

    Raises:
        UnreadableError: It is none, or reading and writing it would lose something.
    """
    try:
        document = wiring.load_from(data, path)
    except UnreadableError as error:
        raise UnreadableError(f"{which} cannot be read: {error.message}", error.advice) from None
    if not isinstance(document.value.get("trace_id"), str) or not isinstance(document.value.get("actions"), list):
        raise UnreadableError(f"{which} is no trace: it has no trace_id or no actions")
    lost = next((fault for fault in document.faults if fault.code == _LOSING), None)
    if lost is not None:
        raise UnreadableError(f"{which} would lose something by being written anew: {lost.path}: {lost.message}")
    return document


def _way_out(path: str, kind: str | None) -> str:
    versions = "git show :1:PATH, :2:PATH and :3:PATH give base, ours and theirs"
    return f"{versions}; mend them, tollens merge OURS THEIRS --base BASE --kind {kind or 'KIND'} -o {path}, git add"
