"""§13 What became of declared gaps from one trace to another, and which of that is a loss."""

from collections.abc import Iterator
from itertools import chain

from tollens.core.derive.comparison.report import GapChange
from tollens.core.derive.residuals.lifecycle import Lifecycle, Passage
from tollens.core.derive.residuals.surface import SEVERITIES
from tollens.core.model import ResidualKind

_CRITICAL = "critical"
_FALLS = frozenset(
    kind.value for kind in (ResidualKind.Defeater, ResidualKind.NeedsRereasoning, ResidualKind.CoverageRegression)
)
"""Kinds of gaps that say themselves that something which was established is so no more."""


def gap_changes(passed: Lifecycle, severities: dict[str, str]) -> tuple[GapChange, ...]:
    """What became of each gap, losses first.

    Args:
        passed: The gaps along the two traces.
        severities: By the id of a gap, its severity in the first trace.
    """
    found = tuple(_changes(passed, severities))
    return tuple(sorted(found, key=lambda change: not change.loss))


def _changes(passed: Lifecycle, severities: dict[str, str]) -> Iterator[GapChange]:
    def made(change: str, gap: Passage, loss: bool) -> GapChange:
        return GapChange.of(change, gap, severities.get(gap.residual_id, ""), loss=loss)

    for gap in passed.vanished:
        yield made("vanished", gap, loss=True)
    for gap in passed.reopened:
        yield made("reopened", gap, loss=True)
    for gap in passed.new:
        yield made("opened", gap, loss=gap.severity == _CRITICAL or gap.kind in _FALLS)
    for gap in chain(passed.open, passed.reopened):
        before = severities.get(gap.residual_id)
        if before is not None and SEVERITIES.index(gap.severity) > SEVERITIES.index(before):
            yield made("lowered", gap, loss=before == _CRITICAL)
    for gap in passed.acknowledged:
        yield made("acknowledged", gap, loss=False)
    for gap in passed.closed:
        yield made("closed", gap, loss=False)
