"""The report as a code quality report of GitLab, which shows it at the lines of a merge request."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from typing import Any

from tollens.core.report.matters import LEVELS, Level
from tollens.core.report.reporting import Reported
from tollens.plugins.text.printable import clip

MOST = 5_000
"""Issues, the gravest first."""

_LONGEST = 500
"""Columns of a description."""

_SEVERITIES: dict[Level, str] = {"error": "major", "warning": "minor", "note": "info"}


def issues(reports: Sequence[Reported]) -> list[dict[str, Any]]:
    """The report as a JSON value: a list, in which the last entry counts what is left out."""
    told = [(report, matter) for report in reports for matter in report.matters]
    told.sort(key=lambda pair: LEVELS.index(pair[1].level))
    seen: Counter[str] = Counter()
    found: list[dict[str, Any]] = []
    for report, matter in told[:MOST]:
        named = "\0".join((matter.kind, report.file, matter.about, matter.subject or matter.path, matter.item))
        seen[named] += 1
        path, line = (matter.file, matter.line) if matter.file else (report.file, matter.trace_line)
        mark, text = f"{named}\0{seen[named]}", clip(matter.told, _LONGEST)
        found.append(_issue(text, matter.kind, mark, matter.level, path, line or 1))
    if len(told) > MOST:
        left = f"{len(told) - MOST} more are left out, the least grave ones"
        found.append(_issue(left, "cut", "cut", "note", reports[0].file, 1))
    return found


def _issue(text: str, check: str, named: str, level: Level, path: str, line: int) -> dict[str, Any]:
    return {
        "description": text,
        "check_name": check,
        "fingerprint": hashlib.sha256(named.encode("utf-8", "surrogatepass")).hexdigest(),
        "severity": _SEVERITIES[level],
        "location": {"path": path.encode("utf-8", "backslashreplace").decode(), "lines": {"begin": line}},
    }
