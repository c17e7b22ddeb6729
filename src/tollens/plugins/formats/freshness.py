"""The freshness of results as text: what no longer applies first, each with its reason."""

from collections.abc import Iterator

from tollens.core.derive.freshness.verdicts import FreshnessReport, Verdict
from tollens.core.model.goals import Freshness
from tollens.plugins.text.lines import Line, Tone
from tollens.plugins.text.printable import clip, clip_start, one_line, wrap

_WORD = 10
"""Columns of the verdict, of which `Detached` is the longest."""

_TONES: dict[Freshness, Tone] = {Freshness.Fresh: "good", Freshness.Stale: "warn", Freshness.Detached: "bad"}
_GRAVEST = (Freshness.Detached, Freshness.Stale, Freshness.Fresh)


def lines(name: str, report: FreshnessReport, width: int) -> Iterator[Line]:
    """The verdicts, the gravest first; what is superseded comes last.

    Args:
        name: Of the file.
        report: What to show.
        width: Columns.
    """
    told = clip_start(name, max(20, width - 50))
    if not report.freshness:
        yield ("head", told), ("dim", "  holds no reasoning result")
        return
    counts = ", ".join(f"{report.counts[word.value]} {word.value}" for word in _GRAVEST if report.counts[word.value])
    yield ("head", told), ": ", ("good" if report.holds else "bad", counts)
    history = frozenset(report.superseded)
    current = [each for each in report.freshness if each.artifact_id not in history]
    for verdict in sorted(current, key=lambda each: _GRAVEST.index(each.verdict)):
        yield from _verdict(verdict, width)
    for verdict in report.freshness:
        if verdict.artifact_id in history:
            text = clip(f"{verdict.artifact_id}  {verdict.symbol or ''}", width - _WORD - 16)
            yield (("dim", f"  {verdict.verdict.value:<{_WORD}}{text}  superseded"),)


def _verdict(verdict: Verdict, width: int) -> Iterator[Line]:
    room = width - _WORD - 2
    about = f"  {one_line(verdict.symbol)}" if verdict.symbol is not None else ""
    head = clip(f"{one_line(verdict.artifact_id)}{about}", room)
    yield "  ", (_TONES[verdict.verdict], f"{verdict.verdict.value:<{_WORD}}"), head
    for line in wrap(f"{verdict.reason} ({verdict.basis})", room):
        yield (("dim", f"{'':<{_WORD + 2}}{line}"),)
