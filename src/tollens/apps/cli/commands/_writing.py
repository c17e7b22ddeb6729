"""What the verbs that write a trace share: where it goes, and saying what was wrong with what was read."""

from typing import TYPE_CHECKING, Any

from tollens.apps import wiring
from tollens.apps.cli.output import Output
from tollens.core.wire.document import Document
from tollens.runtime import files

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tollens.core.diagnostics import Diagnostic
    from tollens.core.model import Trace

_TOLD = 5


def say_faults(document: Document, output: Output) -> None:
    """Tell of the errors in the file that is being rewritten: it is written with them, and nobody else will say so."""
    errors: Sequence[Diagnostic] = [fault for fault in document.faults if fault.severity == "error"]
    for fault in errors[:_TOLD]:
        output.note(f"error {fault.code} {fault.path}: {fault.message}")
    if len(errors) > _TOLD:
        output.note(f"… and {len(errors) - _TOLD} more errors: tollens validate lists them")


def write(value: Any, name: str, output: Output, to: str | None = None) -> None:
    """Write a trace's JSON value to the file `name`, or to standard output for `-`."""
    put(wiring.serialized(value, name, to), name, output)


def write_trace(trace: "Trace", name: str, output: Output) -> None:
    """Write a trace that was made here to the file `name`, or to standard output for `-`."""
    if name != files.STANDARD and (pieces := wiring.trace_in_pieces(trace, name)) is not None:
        files.write(name, pieces)
    else:
        put(wiring.serialized_trace(trace, name), name, output)


def put(data: bytes, name: str, output: Output) -> None:
    """Write bytes to the file `name`, or to standard output for `-`."""
    if name == files.STANDARD:
        output.bytes(data)
    else:
        files.write(name, data)
