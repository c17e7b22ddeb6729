"""The answer of the gate as text: one line for each thing that stands against the work, the gravest first."""

from collections.abc import Iterator

from tollens.core.derive.review.gate import Gate
from tollens.plugins.text.lines import Line
from tollens.plugins.text.printable import clip_start, wrap

_CAUSE = 22
"""Columns of the cause, the longest of which is a blocking review item."""


def lines(name: str, gate: Gate, width: int) -> Iterator[Line]:
    """The answer.

    Args:
        name: Of the file.
        gate: What to show.
        width: Columns.
    """
    told = clip_start(name, max(20, width - 60))
    if gate.passed:
        yield ("head", told), ": ", ("good", "passed"), ("dim", "  nothing in the record stands against the work")
        return
    number = len(gate.reasons)
    yield ("head", told), ": ", ("bad", "not passed"), f", {number} reason{'' if number == 1 else 's'}"
    for reason in gate.reasons:
        for place, part in enumerate(wrap(reason.text, width - _CAUSE - 2)):
            yield "  ", ("bad", f"{'' if place else reason.cause:<{_CAUSE}}"), part
