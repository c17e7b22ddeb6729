"""The report as Markdown, for a comment on a pull request: one screen, what stands against the work before all else.

GitHub takes 65,536 characters in the body of a pull request and 262,144 bytes in a comment, so a report stays below
65,000 bytes: rows that do not fit are left out, the least grave first, and counted. A hidden first line lets the next
report replace this one.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from tollens.core.derive.review.wording import counted
from tollens.core.model import AcceptanceStatus
from tollens.core.report.kinds import KINDS
from tollens.core.report.matters import LEVELS, About, Matter
from tollens.core.report.reporting import Reported
from tollens.plugins.text.addresses import PARTS, percent
from tollens.plugins.text.markdown import code, link, prose

MOST_BYTES = 65_000

_ROWS = 50_000
"""Bytes for the rows of tables and lists; the rest is for what stands around them, which has a bound of its own."""

AGAINST, OPEN, TRACES = 8, 5, 4
"""Rows of each kind that the screen shows; the others stand folded below it."""

_TEXT, _DO, _NAME = 200, 300, 80
"""Columns of the cells."""

_FOOT = "\n<sub>Told is what the record holds; nothing was run again. `tollens review` shows the whole.</sub>\n"

Told = tuple[Reported, Matter]


class Links(NamedTuple):
    """Where links lead; there are none where it is not said.

    Attributes:
        page: Address of the page of a trace, `{trace}` standing for the name of its file.
        files: Address of the folder that the changed files are in.
    """

    page: str = ""
    files: str = ""


def marker(key: str) -> str:
    """The hidden line by which a report is found again."""
    return f"<!-- tollens:report {key} -->"


def comment(reports: Sequence[Reported], key: str, links: Links) -> str:
    """The report.

    Args:
        reports: On each trace.
        key: Which of several reports in one place it is: letters, digits and `._/-`.
        links: Where they lead.
    """
    return _Writing(reports, links).whole(key)


class _Writing:
    """One report while it is written: what is added takes from the room that is left."""

    def __init__(self, reports: Sequence[Reported], links: Links) -> None:
        self._reports = reports
        self._links = links
        self._room = _ROWS
        self._text: list[str] = []

    def whole(self, key: str) -> str:
        """The report."""
        told = [(report, matter) for report in self._reports for matter in report.matters]
        against, open_, notes = ([pair for pair in told if pair[1].level == level] for level in LEVELS)
        self._text.append(f"{marker(key)}\n{self._heading()}\n")
        self._summary()
        self._list("Against the work", against, AGAINST)
        self._list("Open", open_, OPEN)
        every = [*against, *open_, *notes]
        if every:
            self._folded(f"All {len(every)}, and what to do", lambda: self._table(every))
        holding = [one for report in self._reports for one in _holding(report)]
        if holding:
            self._folded(f"{len(holding)} that hold", lambda: self._holding(holding))
        return "".join([*self._text, _FOOT])

    def _heading(self) -> str:
        if len(self._reports) == 1:
            return f"### Tollens: {code(self._reports[0].file, _NAME)} {_verdict(self._reports[0])}\n"
        failing = sum(not report.gate.passed for report in self._reports)
        number = f"{failing} of {len(self._reports)} traces {'does' if failing == 1 else 'do'} not pass the gate"
        return f"### Tollens: {number if failing else f'all {len(self._reports)} traces pass the gate'}\n"

    def _summary(self) -> None:
        if len(self._reports) == 1:
            report = self._reports[0]
            self._text.append(f"{_counts(report)}\n")
            if report.review is not None:
                asked = report.review.asked.text or next((one.text for one in report.review.instructions), "")
                shown = f"Asked: {prose(asked, _TEXT)}" if asked else "The record does not say what was asked."
                self._text.append(f"\n{shown}\n")
            return
        self._text.append("| trace | | |\n|---|---|---|\n")
        ranked = sorted(self._reports, key=lambda report: report.gate.passed)
        rows = (
            f"| {link(code(one.file, _NAME), self._page(one))} | {_bold(one)} | {_counts(one)} |\n" for one in ranked
        )
        self._rows(rows, len(ranked), TRACES)

    def _rows(self, rows: Iterable[str], number: int, most: int | None = None) -> None:
        """Rows of a table as long as there is room, and how many are left out."""
        written = 0
        for row in rows:
            size = len(row.encode("utf-8", "replace"))
            if written == most or size > self._room:
                break
            self._room -= size
            self._text.append(row)
            written += 1
        if written < number:
            self._text.append(f"\n… and {number - written} more: `tollens report TRACE --format json` has all.\n")

    def _list(self, title: str, told: Sequence[Told], most: int) -> None:
        if not told:
            return
        cut = "" if len(told) <= most else f": {most} of {len(told)}"
        self._text.append(f"\n#### {title}{cut}\n\n")
        rows = (f"- {self._what(report, matter)}{self._trace(report, ' · ')}\n" for report, matter in told[:most])
        self._rows(rows, len(told[:most]))

    def _table(self, told: Sequence[Told]) -> None:
        names = ("what", "what to do", *(("trace",) if len(self._reports) > 1 else ()))
        self._text.append(f"\n| {' | '.join(names)} |\n|{'---|' * len(names)}\n")
        rows = (
            f"| {self._what(report, matter)} | {prose(matter.do, _DO)}{self._trace(report, ' | ')} |\n"
            for report, matter in told
        )
        self._rows(rows, len(told))

    def _what(self, report: Reported, matter: Matter) -> str:
        kind = matter.kind.replace("-", " ")
        shown = link(prose(matter.text, _TEXT), self._page(report, matter))
        return f"{f'**{kind}**' if matter.level == 'error' else kind}: {shown}{self._file(matter)}"

    def _trace(self, report: Reported, apart: str) -> str:
        """Which trace it is of, where there are several."""
        return f"{apart}{code(report.file, _NAME)}" if len(self._reports) > 1 else ""

    def _file(self, matter: Matter) -> str:
        if not matter.file and matter.kind not in KINDS and not self._links.page:
            return f" · {code(f'#{matter.path}', _NAME)}" if matter.path else ""  # a fault names no element by its id
        if not matter.file or (matter.text.startswith(f"{matter.file}:") and not self._links.files):
            return ""
        at = "" if matter.line is None else f":{matter.line}"
        line = "" if matter.line is None else f"#L{matter.line}"
        where = f"{self._links.files.rstrip('/')}/{percent(matter.file, PARTS)}{line}" if self._links.files else ""
        return f" · {link(code(f'{matter.file}{at}', _NAME), where)}"

    def _page(self, report: Reported, matter: Matter | None = None) -> str:
        """The place on the page that a matter is about, or the page."""
        if not self._links.page:
            return ""
        page = self._links.page.replace("{trace}", percent(report.file, PARTS))
        return page if matter is None else f"{page}#/{_fragment(matter)}"

    def _folded(self, title: str, write: Callable[[], None]) -> None:
        """A part that is shown when it is opened."""
        self._text.append(f"\n<details><summary>{title}</summary>\n")
        write()
        self._text.append("\n</details>\n")

    def _holding(self, holding: Sequence[tuple[str, str, str]]) -> None:
        rows = (
            f"- {prose(what, _NAME)}: {prose(label, _TEXT)} · {code(name, _NAME)}\n" for what, label, name in holding
        )
        self._text.append("\n")
        self._rows(rows, len(holding))


def _verdict(report: Reported) -> str:
    """What the gate says; that nothing stands against the work is no word for it."""
    if not report.whole:
        return "could not be checked"
    if not report.gate.passed or report.review is None:
        return "does not pass the gate"
    established = any(claim.weight == "for" for claim in report.review.claims)
    return "passes the gate" if established else "passes the gate, with nothing established"


def _bold(report: Reported) -> str:
    return _verdict(report) if report.gate.passed else f"**{_verdict(report)}**"


def _counts(report: Reported) -> str:
    """In a line: what stands against the work, what is open, and what the record holds."""
    if report.review is None:
        return prose(report.unread, _TEXT)
    against = sum(matter.level == "error" for matter in report.matters)
    open_ = sum(matter.level == "warning" for matter in report.matters)
    number = f"{against} against the work" if against else "nothing in the record stands against the work"
    goals = [goal for goal in report.review.goals if goal.active]
    reached = f"{sum(goal.reached for goal in goals)} of {counted(len(goals), 'goal')} reached"
    claims = report.review.claims
    holding = f"{sum(claim.weight == 'for' for claim in claims)} of {counted(len(claims), 'claim')} hold"
    size = f"{counted(report.review.actions, 'action')}, {counted(len(report.review.changes.files), 'file')} changed"
    return " · ".join((number, f"{open_} open", *((reached,) if goals else ()), holding, size))


def _holding(report: Reported) -> list[tuple[str, str, str]]:
    """What holds: what kind of thing it is, what it is called, and its id."""
    if report.review is None:
        return []
    claims = [
        (claim.verdict, claim.subject, claim.artifact_id or f"action {claim.action_id}")
        for claim in report.review.claims
        if claim.weight == "for" and claim.policy_id is None
    ]
    items = [
        ("done", item.label, f"{goal.goal_id}/{item.acceptance_id}")
        for goal in report.review.goals
        for item in goal.acceptance
        if item.status == AcceptanceStatus.AcceptDone.value
    ]
    policies = [("policy", row.name, row.policy_id) for row in report.policies if row.status == "passed"]
    return [*claims, *items, *policies]


_TABS: dict[About, str] = {
    "artifact": "lineage/",
    "action": "story/action/",
    "goal": "goals/",
    "residual": "gaps/",
    "policy": "policies/",
    "file": "changes/",
}


def _fragment(matter: Matter) -> str:
    """Where the page that `tollens view` makes shows what a matter is about."""
    if matter.about in _TABS:
        return f"{_TABS[matter.about]}{percent(matter.subject)}"
    parts = [part.replace("~1", "/").replace("~0", "~") for part in matter.path.split("/")[1:]]
    if parts and parts[0] not in ("actions", "artifacts"):
        parts.insert(0, "rest")
    return "/".join(["record", *map(percent, parts)])
