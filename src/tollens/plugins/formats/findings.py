"""A validation report as text, grouped by rule, and as the JSON of `tollens validate`."""

from collections.abc import Iterator, Mapping
from typing import Any

from tollens.core.diagnostics import Diagnostic, Report, worst_first
from tollens.plugins.text.lines import Line, Tone
from tollens.plugins.text.printable import clip, wrap

PLACES = 10
"""Places listed of each rule, unless all are asked for."""

_TONES: dict[str, Tone] = {"error": "bad", "warning": "warn", "info": "dim"}


def entry(name: str, report: Report) -> dict[str, Any]:
    """The JSON object for one file: file, valid, spec_version, counts, diagnostics."""
    return {
        "file": name,
        "valid": report.valid,
        "spec_version": report.spec_version,
        "counts": report.counts,
        "diagnostics": [
            {
                "code": diagnostic.code,
                "severity": diagnostic.severity,
                "path": diagnostic.path,
                "section": diagnostic.section,
                "message": diagnostic.message,
                "hint": diagnostic.hint,
            }
            for diagnostic in report.diagnostics
        ],
    }


def lines(
    name: str,
    report: Report,
    readable: bool,
    explained: Mapping[str, tuple[str, str]],
    width: int,
    limit: int | None = PLACES,
) -> Iterator[Line]:
    """The report on one file.

    Args:
        name: Of the file.
        report: What was found.
        readable: Whether it could be read as a trace at all.
        explained: Title and prose of each rule, by code.
        width: Columns.
        limit: Most places to list of each rule, of which information is then only counted; `None` for all.
    """
    yield _verdict(name, report, readable)
    groups: dict[str, list[Diagnostic]] = {}
    for diagnostic in worst_first(report.diagnostics):
        groups.setdefault(diagnostic.code, []).append(diagnostic)
    counted = [code for code, found in groups.items() if limit is not None and found[0].severity == "info"]
    for code, found in groups.items():
        if code not in counted:
            yield ()
            yield from _group(code, found, explained.get(code), width, limit)
    if counted:
        yield ()
        for code in counted:
            title, _ = explained.get(code) or ("", "")
            yield (("dim", clip(f"info {code}: {len(groups[code])} × {title or 'information'}", width)),)
        yield (("dim", "  nothing to mend: --all lists the places"),)
    if groups:
        yield ()


def _verdict(name: str, report: Report, readable: bool) -> Line:
    counted = ", ".join(f"{number} {_plural(severity, number)}" for severity, number in report.counts.items() if number)
    if not readable:
        return (f"{name}: ", ("bad", "cannot be read"))
    verdict: tuple[Tone, str] = ("good", "valid") if report.valid else ("bad", "invalid")
    version = "no spec_version" if report.spec_version is None else f"spec {report.spec_version}"
    return (f"{name}: ", verdict, f"  ({version}{f'; {counted}' if counted else ''})")


def _plural(severity: str, number: int) -> str:
    return severity if number == 1 or severity == "info" else f"{severity}s"


def _group(
    code: str, found: list[Diagnostic], explanation: tuple[str, str] | None, width: int, limit: int | None
) -> Iterator[Line]:
    first = found[0]
    section = f"  §{first.section}" if first.section and len({one.section for one in found}) == 1 else ""
    title, prose = explanation or ("", "")
    yield (_TONES[first.severity], f"{first.severity} {code}"), f"  {title}" if title else "", ("dim", section)
    for line in wrap(prose, width - 4) if prose else ():
        yield (("dim", f"    {line}"),)
    shared = first.hint if all(diagnostic.hint == first.hint for diagnostic in found) else None
    for diagnostic in found[:limit]:
        yield from _place(diagnostic, width, hint=shared is None)
    if limit is not None and len(found) > limit:
        yield (("dim", f"  … and {len(found) - limit} more: --all lists them"),)
    if shared:
        yield from _hanging("  What to do: ", shared, width)


def _place(diagnostic: Diagnostic, width: int, *, hint: bool) -> Iterator[Line]:
    yield (f"  {clip(diagnostic.path or 'the whole file', width - 2)}",)
    yield from _hanging("    ", diagnostic.message, width)
    if hint and diagnostic.hint:
        yield from _hanging("    What to do: ", diagnostic.hint, width)


def _hanging(head: str, text: str, width: int) -> Iterator[Line]:
    indent = " " * len(head)
    for number, line in enumerate(wrap(text, width - len(head))):
        yield (f"{indent if number else head}{line}",)
