"""What a merge did, and what a check of one found, as text: what needs work first."""

from collections.abc import Iterator

from tollens.core.diagnostics import Diagnostic, worst_first
from tollens.core.merge.account import Bucket
from tollens.core.merge.changes import ChangeSet
from tollens.core.merge.checking import CheckReport
from tollens.core.merge.report import MergeReport, ResultReport
from tollens.plugins.text.lines import Line, Span, Tone
from tollens.plugins.text.printable import clip, clip_start, one_line, wrap

_WORD = 14
"""Columns of the word that begins a row."""

_WORDS = {
    Bucket.NeedsRereasoning: "to establish",
    Bucket.Reestablished: "established",
    Bucket.CarriedForward: "carried",
}
_TONES: dict[Bucket, Tone] = {
    Bucket.NeedsRereasoning: "warn",
    Bucket.Reestablished: "good",
    Bucket.CarriedForward: "good",
}
_MOST = 12
"""Components that are listed of each kind of change."""


def summary(report: MergeReport) -> str:
    """What became of the results, in one sentence.

    >>> summary(MergeReport(True, ChangeSet((), (), (), ()), (), (), ()))
    'no prior result'
    """
    counts = report.counts
    told = [
        f"{counts[bucket.value]} {word}"
        for bucket, word in (
            (Bucket.CarriedForward, "carried forward"),
            (Bucket.NeedsRereasoning, "to establish again"),
            (Bucket.Reestablished, "established again"),
        )
        if counts[bucket.value]
    ]
    gained = len(report.coverage_regressions)
    told += [f"{gained} goal{'s' if gained > 1 else ''} with more to prove"] if gained else []
    return ", ".join(told) or "no prior result"


def lines(name: str, report: MergeReport, width: int) -> Iterator[Line]:
    """What became of each result, what changed, and what could not be joined.

    Args:
        name: Of the file that was written.
        report: What to show.
        width: Columns.
    """
    yield ("head", clip_start(name, max(20, width - 60))), ": ", ("good" if report.total else "bad", summary(report))
    yield from _changes(report.change_set, width)
    for bucket, word in _WORDS.items():
        for result in report.results:
            if result.bucket is bucket:
                yield from _result(result, word, width)
    for regression in report.coverage_regressions:
        text = f"{regression.goal_id}  gained without proof: {', '.join(regression.added)}"
        yield from _row("goal", "warn", text, width)
    yield from _diagnostics(report.diagnostics, width)


def _changes(changes: ChangeSet, width: int) -> Iterator[Line]:
    renamed = tuple(f"{rename.from_} to {rename.to}" for rename in changes.renamed)
    for word, names in (
        ("changed", changes.changed),
        ("added", changes.added),
        ("removed", changes.removed),
        ("renamed", renamed),
    ):
        if names:
            more = f" and {len(names) - _MOST} more" if len(names) > _MOST else ""
            yield from _row(word, "dim", ", ".join(names[:_MOST]) + more, width)


def _result(result: ResultReport, word: str, width: int) -> Iterator[Line]:
    name = result.result_id if result.merged_id == result.result_id else f"{result.result_id} as {result.merged_id}"
    yield from _row(word, _TONES[result.bucket], f"{name}  of {result.from_}", width)
    for line in wrap(result.reason, width - _WORD - 2):
        yield (("dim", f"{'':<{_WORD + 2}}{line}"),)


def _row(word: str, tone: Tone, text: str, width: int) -> Iterator[Line]:
    for number, line in enumerate(wrap(one_line(text), width - _WORD - 2)):
        yield "  ", (tone, f"{'' if number else word:<{_WORD}}"), line


def check_lines(name: str, report: CheckReport, width: int) -> Iterator[Line]:
    """What a check of a merged trace found.

    Args:
        name: Of the merged trace.
        report: What to show.
        width: Columns.
    """
    counted = ", ".join(f"{count} {bucket}" for bucket, count in report.counts.items() if count) or "no prior result"
    told: Span = ("good", "the account holds") if report.holds else ("bad", "the account does not hold")
    yield ("head", clip_start(name, max(20, width - 60))), ": ", told, f"  {counted}"
    yield from _diagnostics(report.diagnostics, width)


_SEVERITIES: dict[str, Tone] = {"error": "bad", "warning": "warn", "info": "dim"}


def _diagnostics(found: tuple[Diagnostic, ...], width: int) -> Iterator[Line]:
    for one in worst_first(found):
        yield from _row(one.severity, _SEVERITIES[one.severity], f"{one.code} {one.path}: {one.message}", width)
        if one.hint:
            yield (("dim", f"{'':<{_WORD + 2}}{clip(one.hint, width - _WORD - 2)}"),)
