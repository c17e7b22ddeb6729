"""The report as workflow commands of GitHub Actions, which the runner shows at the lines of a pull request.

A step may show 10 errors, 10 warnings and 10 notices; what is more is dropped in silence by the runner, so it is
counted here in a last notice instead. Everything from a trace is escaped, so that it can be no command of its own.
"""

from collections.abc import Iterator, Sequence

from tollens.core.report.kinds import kind_of
from tollens.core.report.matters import LEVELS, Level, Matter
from tollens.core.report.reporting import Reported
from tollens.plugins.text.printable import clip, one_line

MOST = 10
"""Annotations of one level that a step may show."""

_LONGEST = 500
"""Columns of a message."""

_WORDS: dict[Level, str] = {"error": "error", "warning": "warning", "note": "notice"}


def commands(reports: Sequence[Reported]) -> Iterator[str]:
    """The commands, one a line, the gravest first."""
    told = [(report, matter) for report in reports for matter in report.matters]
    left: dict[Level, int] = {}
    for level in LEVELS:
        found = [(report, matter) for report, matter in told if matter.level == level]
        room = MOST - 1 if level == "note" else MOST  # one notice is kept for what is left out
        left[level] = max(len(found) - room, 0)
        for report, matter in found[:room]:
            yield _command(report, matter)
    if any(left.values()):
        counted = ", ".join(f"{number} of level {_WORDS[level]}" for level, number in left.items() if number)
        yield f"::notice title=Tollens::{_data(f'not shown here, since a step may show {MOST} of a level: {counted}')}"


def _command(report: Reported, matter: Matter) -> str:
    line = matter.line if matter.file else matter.trace_line
    place = {"file": matter.file or report.file, "line": "" if line is None else str(line)}
    place["title"] = f"{kind_of(matter.kind).title} ({matter.kind})"
    told = ",".join(f"{name}={_property(value)}" for name, value in place.items() if value)
    where = f"{report.file}{f'#{matter.path}' if matter.path else ''}"
    return f"::{_WORDS[matter.level]} {told}::{_data(f'{clip(matter.told, _LONGEST)} [{one_line(where)}]')}"


def _data(text: str) -> str:
    r"""What follows the second pair of colons.

    >>> _data("100%\nsure")
    '100%25%0Asure'
    """
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    r"""A value before it.

    >>> _property("a:b,c")
    'a%3Ab%2Cc'
    """
    return _data(one_line(text)).replace(":", "%3A").replace(",", "%2C")
