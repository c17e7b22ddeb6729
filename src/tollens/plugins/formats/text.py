"""A review as text on one screen: at most 40 lines unless all is asked for, what fails first in every part of it."""

from collections.abc import Iterator
from typing import NamedTuple

from tollens.core.derive.account import Account
from tollens.core.derive.claims import Claim
from tollens.core.derive.review import Review
from tollens.core.derive.runs import Run
from tollens.core.derive.surface import SEVERITIES, Defeater, Gap
from tollens.core.diagnostics import Diagnostic
from tollens.plugins.printable import clip, clip_start, columns, wrap
from tollens.plugins.text_lines import Line, Span, Tone, fitted

SCREEN = 40
"""Lines of the review when lists are cut."""

_LABEL = 13
"""Columns of the label at the left."""

_WORD = 12
"""Columns of the word that begins a row."""

_SHORT = {"not applicable": "n/a"}
_BY_WEIGHT: dict[str, Tone] = {"against": "bad", "open": "warn", "for": "good"}
_BY_SEVERITY: dict[str, Tone] = {"critical": "bad", "high": "bad", "medium": "warn", "error": "bad", "warning": "warn"}

Item = tuple[Line, ...]
"""What is shown or cut as a whole."""


class Section(NamedTuple):
    """A part of the review.

    Attributes:
        label: At the left of its first line.
        lead: Lines that are always shown.
        items: What may be cut, the most important first.
        least: Lines for the items that are granted before any section gets more.
        all_by: What shows all of the items.
    """

    label: str
    lead: Item
    items: tuple[Item, ...] = ()
    least: int = 2
    all_by: str = "--all shows them"


def lines(name: str, review: Review, width: int, *, everything: bool = False) -> Iterator[Line]:
    """The review.

    Args:
        name: Of the file.
        review: What to show.
        width: Columns.
        everything: Whether no list is cut.
    """
    inner = width - _LABEL
    sections = [section for section in _sections(review, inner) if section.lead or section.items]
    head = list(_head(name, review, width))
    yield from head
    shares = _shares(sections, SCREEN - len(head)) if not everything else [None] * len(sections)
    for section, share in zip(sections, shares, strict=True):
        body = [*section.lead, *_cut(section, share)]
        for number, line in enumerate(body):
            label: Span = " " * _LABEL if number else ("head", f"{section.label:<{_LABEL}}")
            yield label, *fitted(line, inner)


def _shares(sections: list[Section], lines: int) -> list[int | None]:
    """Lines for the items of each section: what each needs least, then one each in turn while there are any left."""
    wanted = [sum(map(len, section.items)) for section in sections]
    granted = [min(section.least, want) for section, want in zip(sections, wanted, strict=True)]
    left = lines - sum(len(section.lead) for section in sections) - sum(granted)
    while left < 0 and max(granted) > 1:  # leads that fill the screen: the longest list gives way, never all of it
        granted[granted.index(max(granted))] -= 1
        left += 1
    while left > 0 and granted != wanted:
        for number, want in enumerate(wanted):
            if left > 0 and granted[number] < want:
                granted[number] += 1
                left -= 1
    return list(granted)


def _cut(section: Section, share: int | None) -> Iterator[Line]:
    if share is None or sum(map(len, section.items)) <= share:
        for item in section.items:
            yield from item
        return
    used = shown = 0
    for item in section.items:
        if used + len(item) > share - 1:
            break
        yield from item
        used += len(item)
        shown += 1
    yield (("dim", f"… and {len(section.items) - shown} more: {section.all_by}"),)


def _head(name: str, review: Review, width: int) -> Iterator[Line]:
    verdict: Span = ("good", "valid trace") if review.valid else ("bad", "INVALID TRACE")
    version = f"spec {review.spec_version}" if review.spec_version else "no spec_version"
    size = f"{_count(review.actions, 'action')}, {_count(review.artifacts, 'artifact')}"
    facts = f"{version} · {size}"
    yield fitted((("head", clip_start(name, max(20, width - 18 - len(facts)))), "  ", verdict, f" · {facts}"), width)
    made = [review.assistant, review.model, review.timestamp, review.trace_id]
    yield (("dim", clip(" · ".join(filter(None, made)) or "nothing says who made it", width)),)


def _sections(review: Review, width: int) -> Iterator[Section]:
    yield _first(review, width)
    if not review.valid:
        yield _faults(review, width)
    yield _asked(review, width)
    yield _outcome(review, width)
    yield _ran(review, width)
    yield _claims(review, width)
    yield _contested(review, width)
    yield _gaps(review, width)
    yield _changed(review, width)
    yield _goals(review, width)
    yield _items(review, width)
    yield _capture(review.capture, width)
    if review.valid:
        yield _faults(review, width)


def _first(review: Review, width: int) -> Section:
    if not review.look_first:
        return Section(
            "LOOK FIRST", ((("dim", "nothing in the record stands out; that is not a verdict on the work"),),)
        )
    return Section("LOOK FIRST", tuple((("bad", line),) for line in wrap("; ".join(review.look_first), width)))


def _asked(review: Review, width: int) -> Section:
    text = review.asked.text
    if not text and not review.instructions:
        return Section("ASKED", ((("warn", "the record does not say what was asked"),),))
    first = wrap(text or review.instructions[0].text, width)
    lead = [(clip(line, width),) for line in first[:2]]
    if len(first) > 2:
        lead[1] = (clip(" ".join(first[1:]), width),)
    seen = {" ".join(text.split()) if text else " ".join(review.instructions[0].text.split())}
    later = [one for one in review.instructions if " ".join(one.text.split()) not in seen]
    return Section("ASKED", tuple(lead), tuple(((clip(f"then: {one.text}", width),),) for one in later))


def _outcome(review: Review, width: int) -> Section:
    kind = review.outcome.type
    tone: Tone = "good" if kind == "ProcessCompleted" else "bad"
    word = kind or "no outcome"
    first = wrap(review.outcome.text, width - len(word) - 2) if review.outcome.text else [""]
    lead: list[Line] = [((tone, word), f"  {clip(first[0], width - len(word) - 2)}")]
    if len(first) > 1:
        lead.append((clip(" ".join(first[1:]), width),))
    return Section("CAME OUT", tuple(lead))


def _ran(review: Review, width: int) -> Section:
    if not review.runs:
        return Section("RAN", ((("warn", "no command is recorded"),),))
    failed = [run for run in review.runs if run.outcome == "failed"]
    unknown = [run for run in review.runs if run.outcome == "unknown"]
    passed = len(review.runs) - len(failed) - len(unknown)
    counts: list[Span] = [f"{_count(len(review.runs), 'command')}: "]
    counts += [("bad", f"{len(failed)} failed")] if failed else ["none failed"]
    counts += [f", {passed or 'none'} passed"]
    if unknown:
        counts += [", ", ("warn", f"{len(unknown)} with an unknown end")]
    if review.refused:
        counts += [f"; {_count(len(review.refused), 'Reject action')}"]
    failed.sort(key=lambda run: (run.passed_later is not None, not run.checks))
    shown = [_run(run, width) for run in (*failed, *(run for run in unknown if run.checks))]
    return Section("RAN", (tuple(counts),), tuple(shown), least=4)


def _run(run: Run, width: int) -> Item:
    how = f"exit {run.exit_code}" if run.outcome == "failed" and run.exit_code is not None else run.outcome
    later = f" · passed later in action {run.passed_later}" if run.passed_later is not None else ""
    tone: Tone = "bad" if run.outcome == "failed" and not later else "warn"
    first = _row(how, tone, run.command, f"{run.type} · action {run.action_id}{later}", width)
    if later or not run.last_line:
        return (first,)
    return (first, _below(run.last_line, width))


def _claims(review: Review, width: int) -> Section:
    if not review.claims:
        return Section("ESTABLISHED", ((("warn", "nothing: the record holds no result, passing check or approval"),),))
    number = {weight: sum(claim.weight == weight for claim in review.claims) for weight in _BY_WEIGHT}
    lead: Line = (
        ("good", f"{number['for']} for the work"),
        ", ",
        ("bad", f"{number['against']} against") if number["against"] else "none against",
        ", ",
        ("warn", f"{number['open']} open") if number["open"] else "none open",
        ("dim", "  (as recorded; nothing was run again)"),
    )
    items = tuple(_claim(claim, width) for claim in review.claims)
    against = sum(len(item) for item, claim in zip(items, review.claims, strict=True) if claim.weight == "against")
    return Section("ESTABLISHED", (lead,), items, least=min(max(against + 1, 6), 11))


def _claim(claim: Claim, width: int) -> Item:
    where = claim.artifact_id or (f"action {claim.action_id}" if claim.action_id is not None else "")
    remarks = [claim.by or "by whom is not recorded", where]
    if claim.replaced_by is not None:
        remarks.insert(0, f"answered again by {claim.replaced_by}")
    if claim.disturbed_by is not None:
        remarks.insert(0, f"to be re-established: {claim.disturbed_by}")
    if claim.outdated:
        remarks.append(f"{_count(claim.outdated, 'file')} changed since")
    row = _row(
        _SHORT.get(claim.verdict, claim.verdict),
        _BY_WEIGHT[claim.weight],
        claim.subject,
        " · ".join(filter(None, remarks)),
        width,
    )
    below = []
    if claim.contested_by is not None:
        at = f", which contests {claim.contested_at}" if claim.contested_at != claim.artifact_id else ""
        below.append(_below(f"CONTESTED by {claim.contested_by}{at}", width, "bad"))
    if claim.weight == "against" and claim.detail:
        below.append(_below(claim.detail, width))
    return (row, *below)


def _contested(review: Review, width: int) -> Section:
    standing = [defeater for defeater in review.defeaters if defeater.open]
    settled = len(review.defeaters) - len(standing)
    items = tuple(_defeater(defeater, width) for defeater in standing)
    lead: Item = ((("dim", f"{_count(settled, 'defeater')} no longer open"),),) if settled else ()
    return Section("CONTESTED", lead, items)


def _defeater(defeater: Defeater, width: int) -> Item:
    what = ", ".join(defeater.about) or "nothing that the record names"
    facts = f"{defeater.residual_id} {defeater.attacks or 'is against'} {what}"
    return (_row(defeater.severity, "bad", defeater.statement, facts, width),)


def _gaps(review: Review, width: int) -> Section:
    if not review.declared:
        text = "none declared, which is not to say that there are none (§13.2)"
        return Section("OPEN GAPS", ((("warn", text),),))
    opened = [gap for gap in review.gaps if gap.open]
    number = {severity: sum(gap.severity == severity for gap in opened) for severity in SEVERITIES}
    counts: list[Span] = [f"{len(opened)} open of {len(review.gaps)} declared"]
    for position, severity in enumerate(severity for severity in SEVERITIES if number[severity]):
        text = f"{number[severity]} {'of unstated severity' if severity == 'unstated' else severity}"
        tone = _BY_SEVERITY.get(severity)
        counts += [", " if position else ": ", text if tone is None else (tone, text)]
    return Section("OPEN GAPS", (tuple(counts),), tuple(_gap(gap, width) for gap in opened), least=4)


def _gap(gap: Gap, width: int) -> Item:
    kind = gap.kind.replace("_", " ")
    row = _row(gap.severity, _BY_SEVERITY.get(gap.severity, "dim"), gap.statement, f"{kind} · {gap.residual_id}", width)
    if not gap.suggested_check or gap.severity not in ("critical", "high"):
        return (row,)
    return (row, _below(f"to close it: {gap.suggested_check}", width))


def _changed(review: Review, width: int) -> Section:
    files, commits = review.changes.files, review.changes.commits
    if not files and not commits:
        return Section("CHANGED", ((("dim", "no change of a file is recorded"),),))
    unchecked = set(review.changes.unchecked)
    lead: Line = (f"{_count(len(files), 'file')}, {_count(len(commits), 'commit')}",)
    ordered = sorted(files, key=lambda file: file.path not in unchecked)
    items: list[Item] = [(_commit(commit.name, commit.summary, width),) for commit in commits]
    for file in ordered:
        times = f" in {len(file.action_ids)} actions" if len(file.action_ids) > 1 else ""
        untested = " · not tested since" if file.path in unchecked and review.last_passing_tests is not None else ""
        items.append((_row("file", None, file.path, f"{', '.join(file.how)}{times}{untested}", width),))
    return Section("CHANGED", (lead,), tuple(items), least=3)


def _commit(name: str, summary: str, width: int) -> Line:
    text = summary if not name or summary.startswith(name) else f"{name}: {summary}" if summary else name
    return _row("commit", None, text, "", width)


def _goals(review: Review, width: int) -> Section:
    items = []
    for goal in review.goals:
        total = sum(goal.items.values())
        done = goal.items.get("AcceptDone", 0)
        facts = f"{done} of {total} items said done · {goal.goal_id}"
        items.append((_row(goal.status.removeprefix("Goal").lower() or "unstated", None, goal.intent, facts, width),))
    return Section("GOALS", (), tuple(items))


def _items(review: Review, width: int) -> Section:
    items = [
        (
            _row(
                "blocking" if item.blocking else item.status,
                "bad" if item.blocking else None,
                item.title,
                f"{item.review_item_id} · by {item.author}",
                width,
            ),
        )
        for item in review.review_items
    ]
    return Section("TO REVIEW", (), tuple(items))


def _capture(account: Account | None, width: int) -> Section:
    if account is None:
        return Section("CAPTURE", ())
    return Section(
        "CAPTURE",
        ((clip(account.sentence, width),),),
        tuple(((("warn", clip(text, width)),),) for text in account.missing),
    )


def _faults(review: Review, width: int) -> Section:
    listed = [fault for fault in review.faults if fault.severity != "info"]
    counts = ", ".join(
        f"{number} {severity if number == 1 or severity == 'info' else f'{severity}s'}"
        for severity, number in review.counts.items()
        if number
    )
    lead: list[Span] = [("bad" if not review.valid else "dim", counts or "none found")]
    if review.unrecognized:
        lead.append(f"; {_count(review.unrecognized, 'element')} not recognized, and no evidence for anything")
    items = tuple(_fault(fault, width) for fault in listed)
    return Section("FAULTS", (tuple(lead),), items, all_by="tollens validate explains them")


def _fault(fault: Diagnostic, width: int) -> Item:
    return (_row(fault.code, _BY_SEVERITY.get(fault.severity), fault.message, fault.path, width),)


def _below(text: str, width: int, tone: Tone = "dim") -> Line:
    """A line that belongs to the row above it."""
    return ((tone, f"{'':<{_WORD}}{clip(text, width - _WORD)}"),)


def _row(word: str, tone: Tone | None, text: str, remark: str, width: int) -> Line:
    """A word, what it is about, and at the right an aside; the middle gives way first, then the aside."""
    head = f"{clip(word, width // 4):<{_WORD - 1}} "
    room = width - columns(head)
    aside = clip(remark, max(room // 2, room - columns(text) - 2)) if remark else ""
    middle = clip(text, room - (columns(aside) + 2 if aside else 0))
    gap = " " * (room - columns(middle) - columns(aside))
    return head if tone is None else (tone, head), middle, ("dim", f"{gap}{aside}") if aside else ""


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
