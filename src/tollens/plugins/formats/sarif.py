"""The report as SARIF 2.1.0 (OASIS, with errata 01): one run, a result a matter, the gravest first.

What a service takes is limited: GitHub reads 25,000 results of a run, 10 MB compressed, and shows the 5,000 gravest. So
results are cut, the least grave first, and a notification of the run tells how many were left out. All traces are told
in one run, since several runs of one tool are refused there.

Every result has a location: the changed file that the record names, else the file of the trace; and the place in the
trace as a logical location. No path is absolute. Fingerprints are made of what a matter is about and not of its words,
so that it stays one alert while the trace grows.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from tollens.core.report.kinds import Kind, kind_of
from tollens.core.report.matters import LEVELS, Level, Matter
from tollens.core.report.reporting import Reported
from tollens.plugins.text.addresses import PARTS, percent
from tollens.plugins.text.printable import CUT, one_line

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

MOST_RESULTS = 24_000
MOST_TEXT = 5_000_000
"""Results of the file, and characters of all foreign text in them: so it stays below 10 MB, compressed, whatever they
say. What is the same in every result hardly counts then."""

_LONGEST = 2_000
"""Characters of a text."""


def log(reports: Sequence[Reported], version: str) -> dict[str, Any]:
    """The report as a JSON value.

    Args:
        reports: On each trace.
        version: Of the program.
    """
    every = [(report, matter) for report in reports for matter in report.matters]
    every.sort(key=lambda pair: LEVELS.index(pair[1].level))
    number = _number([matter for _, matter in every])
    told, left = every[:number], Counter(matter.level for _, matter in every[number:])
    kinds = {name: number for number, name in enumerate(dict.fromkeys(matter.kind for _, matter in told))}
    seen: Counter[str] = Counter()
    run = {
        "tool": {"driver": _driver([kind_of(name) for name in kinds], version)},
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(reports, left)],
        "results": [_result(report, matter, kinds[matter.kind], seen) for report, matter in told],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _number(matters: Sequence[Matter]) -> int:
    """How many of the first results there is room for."""
    room = MOST_TEXT
    for number, matter in enumerate(matters[:MOST_RESULTS]):
        texts = (matter.text, matter.do, matter.subject, matter.path, matter.file)
        room -= sum(min(len(text), _LONGEST) for text in texts)
        if room < 0:
            return number
    return min(len(matters), MOST_RESULTS)


def _driver(kinds: Sequence[Kind], version: str) -> dict[str, Any]:
    return {"name": "Tollens", "version": version, "semanticVersion": version, "rules": [_rule(kind) for kind in kinds]}


def _rule(kind: Kind) -> dict[str, Any]:
    section = f" (§{kind.section} of the Ponens Trace Specification)" if kind.section else ""
    return {
        "id": kind.name,
        "name": "".join(word[:1].upper() + word[1:] for word in re.findall(r"\w+", kind.title)),
        "shortDescription": {"text": kind.title},
        "fullDescription": {"text": f"{kind.help}{section}"},
        "help": {"text": f"{kind.title}. {kind.help}{section}"},
        "properties": {"tags": ["trace"]},
    }


def _invocation(reports: Sequence[Reported], left: Counter[Level]) -> dict[str, Any]:
    """How it went: a trace that could not be read, or policies that could not be checked, are no success."""
    held: dict[str, Any] = {"executionSuccessful": all(report.whole for report in reports)}
    if left.total():
        counted = ", ".join(f"{left[level]} of level {level}" for level in LEVELS if left[level])
        text = f"{left.total()} results are left out, the least grave ones: {counted}."
        held["toolExecutionNotifications"] = [{"level": "warning", "message": {"text": text}}]
    return held


def _result(report: Reported, matter: Matter, rule: int, seen: Counter[str]) -> dict[str, Any]:
    parts = (message(matter.text), *([f"What to do: {message(matter.do)}"] if matter.do else ()))
    mark = fingerprint(report, matter)
    seen[mark] += 1
    return {
        "ruleId": matter.kind,
        "ruleIndex": rule,
        "level": matter.level,
        "message": {"text": "\n".join(parts)},
        "locations": [_location(report, matter)],
        "partialFingerprints": {"tollens/v1": mark, "primaryLocationLineHash": f"{mark[:16]}:{seen[mark]}"},
        "properties": {"about": matter.about, "subject": _clipped(matter.subject), "trace": one_line(report.file)},
    }


def fingerprint(report: Reported, matter: Matter) -> str:
    """What stays the same of a matter while its words change: its kind, and what in which trace it is about."""
    named = matter.subject or matter.path
    parts = (matter.kind, report.file, matter.about, named, matter.item)
    text = "\0".join(part.replace("\0", "\0\0") for part in parts)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _location(report: Reported, matter: Matter) -> dict[str, Any]:
    """The changed file that the record names, or else the file of the trace; and the place in the trace."""
    place = {
        "artifactLocation": {"uri": percent(matter.file or report.file, PARTS)},
        "region": {"startLine": (matter.line if matter.file else matter.trace_line) or 1},
    }
    logical = {"fullyQualifiedName": f"{one_line(report.file)}#{_clipped(matter.path)}", "kind": "object"}
    return {"physicalLocation": place, "logicalLocations": [logical]}


def message(text: str) -> str:
    """Foreign text as a message on one line: no placeholder (§3.11.5) and no embedded link (§3.11.6) of SARIF in it."""
    return _clipped(text).replace("{", "{{").replace("}", "}}").replace("](", "] (")


def _clipped(text: str) -> str:
    line = one_line(text[: 2 * _LONGEST])
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}{CUT}"
