"""What reading a trace gives: the trace, the faults, and where an alternative spelling was read."""

from typing import NamedTuple

from tollens.core.diagnostics import Diagnostic
from tollens.core.model import Trace
from tollens.core.wire import spellings


class Spelled(NamedTuple):
    """Where an alternative spelling was read."""

    path: tuple[str | int, ...]
    row: spellings.Row


class Reading(NamedTuple):
    """A trace and what reading it found.

    Attributes:
        trace: What could be read.
        faults: What the strict reader refuses (errors) or remarks on.
        spelled: Alternative spellings, with their places.
    """

    trace: Trace
    faults: tuple[Diagnostic, ...] = ()
    spelled: tuple[Spelled, ...] = ()
