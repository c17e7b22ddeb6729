"""§15.3 What is merged: two traces, the one that both came from if there is one, and how they come together."""

import enum
from typing import NamedTuple

from tollens.core.errors import MisuseError
from tollens.core.validate.sections.merging import KINDS
from tollens.core.validate.wording import quoted
from tollens.core.wire.document import Document
from tollens.core.wire.upgrade import upgrade
from tollens.core.wire.versions import CURRENT, KNOWN, version_of


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
    """

    ours: Document
    theirs: Document
    base: Document | None
    kind: str

    def of(self, side: Side) -> Document:
        """The parent of that side."""
        return self.ours if side is Side.Ours else self.theirs


def parents(ours: Document, theirs: Document, base: Document | None = None, kind: str = "merge") -> Parents:
    """The traces that come together, each upgraded.

    Raises:
        MisuseError: The kind is not one of the four, or a trace is of a version that is not known here.
    """
    if kind not in KINDS:
        raise MisuseError(f"{quoted(kind)} is no kind of merge", f"Name one of {', '.join(KINDS)}.")
    return Parents(current(ours, "ours"), current(theirs, "theirs"), base and current(base, "the base"), kind)


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
