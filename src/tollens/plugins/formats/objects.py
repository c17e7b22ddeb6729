"""What was done with a store of objects, as text."""

from collections.abc import Iterator

from tollens.core.integrity.objects import CleaningReport, MoveReport, StoreReport
from tollens.plugins.text.lines import Line
from tollens.plugins.text.printable import one_line

_TOLD = 20
"""Most entries of one kind that are listed."""


def moved(report: MoveReport, back: bool) -> Iterator[str]:
    """What changed its place, as sentences."""
    place = "from" if back else "to"
    count = len(report.moved)
    size = sum(one.bytes for one in report.moved)
    if not count:
        yield f"there is no text to move {place} the store {report.store}"
    else:
        yield f"moved {_counted(count, 'text')} ({size:,} bytes) {place} the store {report.store}"
        if report.content_hash_before != report.content_hash:
            yield f"the content hash was {report.content_hash_before} and is {report.content_hash}"
    if report.unsealed:
        yield f"dropped {' and '.join(report.unsealed)}: the copy is not sealed"
    for one in report.kept[:_TOLD]:
        yield f"left {one.path} where it is: {one.why}"
    if len(report.kept) > _TOLD:
        yield f"… and {len(report.kept) - _TOLD} more: --json lists them"


def cleaned(report: CleaningReport) -> Iterator[Line]:
    """What no trace names."""
    for one in report.unnamed:
        yield ("deleted " if report.deleted else "unnamed "), one.reference, ("dim", f"  {one.bytes:,} bytes")
    for path in report.foreign:
        yield ("dim", "foreign "), one_line(path)
    size = sum(one.bytes for one in report.unnamed)
    what = f"{_counted(len(report.unnamed), 'object')} ({size:,} bytes) that no given trace names"
    yield (f"{what}; {_counted(report.kept, 'object')} kept",)
    if report.unnamed and not report.deleted:
        yield (("dim", "Nothing was deleted. Give every trace that shares the store, then add --delete."),)


def verified(report: StoreReport) -> Iterator[Line]:
    """Whether a store is sound."""
    for reference in report.damaged:
        yield ("bad", "damaged "), reference
    for bad in report.bad:
        said = f"{one_line(bad.reference)}: " if bad.reference else ""
        yield ("bad", "bad     "), f"{one_line(bad.file)} {one_line(bad.path)}: {said}{bad.why}"
    for path in report.foreign:
        yield ("dim", "foreign "), one_line(path)
    yield (
        ("good", "sound") if report.sound else ("bad", "not sound"),
        f"  {report.store}: {_counted(report.objects, 'object')}, {report.bytes:,} bytes",
    )


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
