"""How a trace stands to its repository, as text."""

from collections.abc import Iterator

from tollens.core.integrity.binding import BindingStatus, BindReport, BoundTraces
from tollens.plugins.text.lines import Line, Tone
from tollens.plugins.text.printable import one_line

_LABEL = 9
_SHORT = 12
_TONES: dict[str, Tone] = {"synced": "good", "bound": "good", "dirty": "bad"}


def status_lines(name: str, status: BindingStatus) -> Iterator[Line]:
    """The state, why, and what to do."""
    yield _row("trace", f"{one_line(status.trace_id)}  ({one_line(name)})")
    if status.commit is not None:
        where = ", ".join(one_line(part) for part in (status.repo, status.branch) if part)
        yield _row("commit", one_line(status.commit)[:_SHORT] + (f"  ({where})" if where else ""))
    yield (
        ("dim", f"{'state':<{_LABEL}}"),
        (_TONES.get(status.state, "warn"), status.state),
        f"  {one_line(status.detail)}",
    )
    for number, one in enumerate(status.found):
        aside = "" if one.reachable else ", not in the history of HEAD"
        yield _row("" if number else "also", f"{one.commit[:_SHORT]}  by {one.by}{aside}")
    for remark in status.remarks:
        yield _row("note", one_line(remark))
    if status.next:
        yield _row("next", one_line(status.next))


def bound_lines(name: str, report: BindReport) -> Iterator[Line]:
    """What was bound, and what was written."""
    yield _row("trace", f"{one_line(report.trace_id)}  ({one_line(name)})")
    where = ", ".join(one_line(part) for part in (report.repo, report.branch) if part)
    yield _row("commit", report.commit[:_SHORT] + (f"  ({where})" if where else ""))
    yield _row("hash", report.content_hash)
    wrote = f"wrote {', '.join(report.written)}" if report.written else "nothing to write"
    yield _row("file", wrote)
    yield _row("git note", {"none": "left out", "kept": "was there", "written": "written"}[report.note])
    if report.replaced is not None:
        yield _row("replaced", one_line(report.replaced.strip()))
    if report.trailer == "added":
        yield _row("trailer", f"added; the commit was {str(report.amended)[:_SHORT]} before")
    elif report.trailer == "present":
        yield _row("trailer", "was there")
    for remark in report.remarks:
        yield _row("note", one_line(remark))


def traces_lines(found: BoundTraces) -> Iterator[Line]:
    """The traces of a commit."""
    yield _row("commit", found.commit)
    if found.note is not None:
        told = f"  {one_line(found.note.content_hash)}" if found.note.content_hash else ""
        yield _row("git note", f"{', '.join(map(one_line, found.note.trace_ids))}{told}")
    for trace_id in found.trailers:
        yield _row("trailer", one_line(trace_id))
    if found.note is None and not found.trailers:
        yield _row("", "neither a note nor a trailer names a trace")


def _row(label: str, text: str) -> Line:
    return ("dim", f"{label:<{_LABEL}}"), text
