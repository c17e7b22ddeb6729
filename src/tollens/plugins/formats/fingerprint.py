"""One fingerprint as text."""

from collections.abc import Iterator

from tollens.core.derive.freshness.stamping import Printed
from tollens.plugins.text.lines import Line
from tollens.plugins.text.printable import clip, one_line, wrap

_LABEL = 10


def lines(printed: Printed, width: int) -> Iterator[Line]:
    """The definition, its checksums whole, and what its closure holds.

    Args:
        printed: What to show.
        width: Columns.
    """
    revision = "" if printed.model_revision is None else f", revision {printed.model_revision}"
    model = f"  in {one_line(printed.model_artifact_id)}{revision}"
    symbol = clip(printed.symbol, max(20, width - len(model)))
    yield ("head", symbol), ("dim", model)
    yield ("dim", f"{'checksum':<{_LABEL}}"), printed.task_checksum
    yield ("dim", f"{'shape':<{_LABEL}}"), printed.task_shape
    for number, line in enumerate(wrap(", ".join(map(one_line, printed.closure)), max(20, width - _LABEL))):
        yield ("dim", f"{'' if number else 'rests on':<{_LABEL}}"), line
