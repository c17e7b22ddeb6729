"""§15.3 What is merged: two traces, the one that both came from if there is one, and how they come together."""

import enum
from typing import NamedTuple

from tollens.core.errors import MisuseError
from tollens.core.merge.descent import Doubt, doubt
from tollens.core.validate.sections.merging import KINDS
from tollens.core.validate.wording import quoted
from tollens.core.wire.document import Document
from tollens.core.wire.upgrade import upgrade
from tollens.core.wire.versions import CURRENT, KNOWN, version_of

_MOVING = ("rebase", "cherry-pick")
"""Kinds of merges that bring work to where its base is not."""


class Side(enum.Enum):
    """Which of the two parents something comes from."""

    Ours = "ours"
    Theirs = "theirs"

    __hash__ = object.__hash__  # each member is one object, and Enum's own hash is a slow call for each look-up

    @property
    def other(self) -> "Side":
        """The other parent."""
        return Side.Theirs if self is Side.Ours else Side.Ours


class Parents(NamedTuple):
    """The traces that come together, each as one of version 1.11.

    Attributes:
        ours: The trace that the other one is merged into.
        theirs: The trace that is merged.
        base: The trace that both came from; `None` where that is not known.
        kind: `merge`, `rebase`, `cherry-pick` or `squash`.
        doubt: What speaks against the trace that was given as the base, which may then not be used as one.
    """

    ours: Document
    theirs: Document
    base: Document | None
    kind: str
    doubt: Doubt | None = None

    def of(self, side: Side) -> Document:
        """The parent of that side."""
        return self.ours if side is Side.Ours else self.theirs


def parents(ours: Document, theirs: Document, base: Document | None = None, kind: str = "merge") -> Parents:
    """The traces that come together, each upgraded.

    A base is used only where both sides came from it, as far as can be seen; what a rebase or a cherry-pick moves came
    from it, and ours is where it goes.

    Raises:
        MisuseError: The kind is not one of the four, or a trace is of a version that is not known here.
    """
    if kind not in KINDS:
        raise MisuseError(f"{quoted(kind)} is no kind of merge", f"Name one of {', '.join(KINDS)}.")
    made = Parents(current(ours, "ours"), current(theirs, "theirs"), base and current(base, "the base"), kind)
    if made.base is None:
        return made
    sides = {side.value: made.of(side) for side in Side if side is Side.Theirs or kind not in _MOVING}
    found = doubt(made.base, sides)
    return made if found is None else made._replace(base=made.base if found.used else None, doubt=found)


def whose(trace_id: str | None, parents: Parents) -> str | None:
    """Which of the traces that come together has an id; `None` where none has."""
    base = parents.base or (parents.doubt.base if parents.doubt is not None else None)
    held = {"ours": parents.ours, "theirs": parents.theirs} | ({"the base": base} if base is not None else {})
    return next((which for which, each in held.items() if trace_id and each.trace.trace_id == trace_id), None)


def current(document: Document, which: str) -> Document:
    """A trace as one of version 1.11.

    Args:
        document: The trace.
        which: What messages call it.

    Raises:
        MisuseError: It is of a version that is not known here.
    """
    upgraded, remarks = upgrade(document)
    version = version_of(upgraded.spec_version)
    if version is None or version[:2] != KNOWN:
        why = next((remark.message for remark in remarks if remark.severity == "warning"), "its version is not known")
        raise MisuseError(f"{which} cannot be merged: {why}", f"Only traces up to version {CURRENT} can be merged.")
    return upgraded
