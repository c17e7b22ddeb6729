"""A review as text on one screen: at most 40 lines unless all is asked for, what fails first in every part of it."""

from collections import Counter
from collections.abc import Iterator

from tollens.core.derive.goals.resolution import ResolvedGoal
from tollens.core.derive.policies import PolicyVerdict
from tollens.core.derive.record.changes import Commit, Unfollowed
from tollens.core.derive.record.runs import Run
from tollens.core.derive.residuals.surface import SEVERITIES, Defeater, Gap
from tollens.core.derive.review.claims import Claim
from tollens.core.derive.review.decisions import Decision
from tollens.core.derive.review.report import Review
from tollens.core.derive.review.wording import bearing, counted
from tollens.core.model.events import EventType
from tollens.core.model.goals import AcceptanceStatus, Freshness, GoalStatus
from tollens.plugins.text.lines import Line, Span, Tone, fitted
from tollens.plugins.text.page import Item, Page, Section, fill
from tollens.plugins.text.printable import clip, clip_start

SCREEN = 40
"""Lines of the review when lists are cut."""

_LATER = 3
"""Most later instructions that are shown: the first of them and the last ones."""

_SETTLED = (AcceptanceStatus.AcceptDone.value, AcceptanceStatus.AcceptBlocked.value)

_FEW = 3
"""Violating actions that are named."""

_POLICY_WORDS: dict[str, tuple[str, Tone | None]] = {
    "failed": ("failed", "bad"),
    "unknown": ("undecided", "warn"),
    "passed": ("passed", "good"),
    "not_applicable": ("did not apply", None),
}
_SHORT = {"not applicable": "n/a"}
_BY_WEIGHT: dict[str, Tone] = {"against": "bad", "open": "warn", "for": "good"}
_BY_SEVERITY: dict[str, Tone] = {"critical": "bad", "high": "bad", "medium": "warn", "error": "bad", "warning": "warn"}


def lines(name: str, review: Review, width: int, *, everything: bool = False) -> Iterator[Line]:
    """The review.

    Args:
        name: Of the file.
        review: What to show.
        width: Columns.
        everything: Whether no list is cut, and what is only counted otherwise is listed, too: commands that passed or
            checked nothing, refusals, settled gaps and defeaters, and information of the validation.
    """
    head = list(_head(name, review, width))
    yield from head
    yield from fill(lambda page: _sections(review, page, everything), width, None if everything else SCREEN - len(head))


def _head(name: str, review: Review, width: int) -> Iterator[Line]:
    verdict: Span = ("good", "valid trace") if review.valid else ("bad", "INVALID TRACE")
    version = f"spec {review.spec_version}" if review.spec_version else "no spec_version"
    facts = f"{version} · {counted(review.actions, 'action')}, {counted(review.artifacts, 'artifact')}"
    yield fitted((("head", clip_start(name, max(20, width - 18 - len(facts)))), "  ", verdict, f" · {facts}"), width)
    made = [review.assistant, review.model, review.timestamp, review.trace_id]
    yield (("dim", clip(" · ".join(filter(None, made)) or "nothing says who made it", width)),)


def _sections(review: Review, page: Page, everything: bool) -> list[Section]:
    faults = _faults(review, page, everything)
    sections = [
        _first(review, page),
        *([] if review.valid else [faults]),
        _asked(review, page, everything),
        _outcome(review, page),
        _ran(review, page, everything),
        _claims(review, page),
        _holds(review, page),
        _contested(review, page, everything),
        _gaps(review, page, everything),
        _goals(review, page),
        _policies(review, page, everything),
        _decided(review, page),
        _changed(review, page),
        _items(review, page),
        _capture(review, page, everything),
        *([faults] if review.valid else []),
    ]
    return [section for section in sections if section.lead or section.items]


def _first(review: Review, page: Page) -> Section:
    if not review.look_first:
        return Section(
            "LOOK FIRST", ((("dim", "nothing in the record stands out; that is not a verdict on the work"),),)
        )
    text = page.paragraph("; ".join(review.look_first), lines=len(review.look_first) + 4)
    return Section("LOOK FIRST", tuple((("bad", line),) for line in text))


def _asked(review: Review, page: Page, everything: bool) -> Section:
    text = review.asked.text or next((one.text for one in review.instructions), "")
    if not text:
        return Section("ASKED", ((("warn", "the record does not say what was asked"),),))
    lead: list[Line] = [(line,) for line in page.paragraph(text)]
    later = [one.text for one in review.instructions if one.text.split() != text.split()]
    if everything or len(later) <= _LATER:
        then = (page.paragraph(f"then: {one}", lines=None if page.roomy else 1) for one in later)
        return Section("ASKED", tuple(lead), tuple(tuple((line,) for line in item) for item in then))
    first, *last = (page.paragraph(f"then: {one}", lines=1)[0] for one in (later[0], *later[1 - _LATER :]))
    between = f"… and {len(later) - _LATER} between: --all shows them"
    return Section("ASKED", (*lead, (first,), (("dim", between),), *((one,) for one in last)))


def _outcome(review: Review, page: Page) -> Section:
    """How the work ended: why, unless it completed, then what was said last, marked as words and no verdict."""
    outcome = review.outcome
    kind, completed = outcome.type or "no outcome", outcome.type == EventType.ProcessCompleted.value
    speaker = "in the record's words" if review.capture is None else "the agent's closing words"
    words = f" · {speaker}: {outcome.closing_words}" if outcome.closing_words else ""
    if completed:
        told = f"{kind}{words}{f' · {outcome.text}' if outcome.text else ''}"
    else:
        told = f"{kind}{f': {outcome.text}' if outcome.text else ''}{words}"
    first, *others = page.paragraph(told)
    word: Span = kind if completed else ("bad", kind)
    return Section("CAME OUT", ((word, first.removeprefix(kind)), *((line,) for line in others)))


def _ran(review: Review, page: Page, everything: bool) -> Section:
    refused = f"; {counted(len(review.refused), 'refusal')}" if review.refused else ""
    if not review.runs and not review.refused:
        return Section("RAN", ((("warn", "no command is recorded"),),))
    failed = [run for run in review.runs if run.outcome == "failed"]
    unknown = [run for run in review.runs if run.outcome == "unknown"]
    passed = len(review.runs) - len(failed) - len(unknown)
    lead: list[Span] = [f"{counted(len(review.runs), 'command')}: "]
    lead += [("bad", f"{len(failed)} failed")] if failed else ["none failed"]
    lead += [f", {passed or 'none'} passed"]
    lead += [", ", ("warn", f"{len(unknown)} with an unknown end")] if unknown else []
    failed.sort(key=lambda run: (run.passed_later is not None, not run.checks))
    shown = [_run(run, page) for run in (*failed, *(run for run in unknown if run.checks or everything))]
    if everything:
        shown += [_run(run, page) for run in review.runs if run.outcome == "passed"]
        shown += [
            page.row("refused", None, each.label.removeprefix("Refused: "), f"action {each.action_id}")
            for each in review.refused
        ]
    return Section("RAN", ((*lead, refused),), tuple(shown), least=4)


def _run(run: Run, page: Page) -> Item:
    how = f"exit {run.exit_code}" if run.outcome == "failed" and run.exit_code is not None else run.outcome
    later = f" · passed later in action {run.passed_later}" if run.passed_later is not None else ""
    course = " · on an abandoned course" if run.abandoned is not None else ""
    tone: Tone = "good" if run.outcome == "passed" else "bad" if run.outcome == "failed" and not later else "warn"
    row = page.row(how, tone, run.command, f"{run.type} · action {run.action_id}{course}{later}")
    return row if later or not run.last_line or run.outcome == "passed" else (*row, page.below(run.last_line))


def _claims(review: Review, page: Page) -> Section:
    if not review.claims:
        return Section("ESTABLISHED", ((("warn", "nothing: the record holds no result, passing check or approval"),),))
    number = {weight: sum(claim.weight == weight for claim in review.claims) for weight in _BY_WEIGHT}
    lead: Line = (
        ("good" if number["for"] else "warn", f"{number['for'] or 'none'} for the work"),
        ", ",
        ("bad", f"{number['against']} against") if number["against"] else "none against",
        ", ",
        ("warn", f"{number['open']} open") if number["open"] else "none open",
        ("dim", "  (as recorded; nothing was run again)"),
    )
    items = tuple(_claim(claim, page) for claim in review.claims)
    against = sum(len(item) for item, claim in zip(items, review.claims, strict=True) if claim.weight == "against")
    return Section("ESTABLISHED", (lead,), items, least=min(max(against + 1, 6), 11))


def _claim(claim: Claim, page: Page) -> Item:
    where = claim.artifact_id or (f"action {claim.action_id}" if claim.action_id is not None else "")
    remarks = [*bearing(claim), claim.by or "by whom is not recorded", where]
    word = _SHORT.get(claim.verdict, claim.verdict)
    row = page.row(word, _BY_WEIGHT[claim.weight], claim.subject, " · ".join(filter(None, remarks)))
    below = []
    if claim.contested_by is not None:
        at = f", which contests {claim.contested_at}" if claim.contested_at != claim.artifact_id else ""
        below.append(page.below(f"CONTESTED by {claim.contested_by}{at}", "bad"))
    if claim.weight == "against" and claim.detail:
        below.append(page.below(claim.detail))
    return (*row, *below)


def _contested(review: Review, page: Page, everything: bool) -> Section:
    standing = [defeater for defeater in review.defeaters if defeater.open]
    settled = len(review.defeaters) - len(standing)
    lead: Item = ((f"{len(standing) or 'none'} open", f", {settled} settled" if settled else ""),)
    items = [_defeater(defeater, page) for defeater in standing]
    if everything:
        items += [_settled(defeater, page) for defeater in review.defeaters if not defeater.open]
    return Section("CONTESTED", lead if review.defeaters else (), tuple(items))


def _defeater(defeater: Defeater, page: Page) -> Item:
    facts = f"{defeater.residual_id} {defeater.attacks or 'is against'} {defeater.against}"
    return page.row(defeater.severity, "bad", defeater.statement, facts)


def _gaps(review: Review, page: Page, everything: bool) -> Section:
    if not review.declared:
        text = "none declared, which is not to say that there are none (§13.2)"
        return Section("OPEN GAPS", ((("warn", text),),))
    opened = [gap for gap in review.gaps if gap.open]
    number = {severity: sum(gap.severity == severity for gap in opened) for severity in SEVERITIES}
    lead: list[Span] = [f"{len(opened) or 'none'} open of {len(review.gaps)} declared"]
    for position, severity in enumerate(severity for severity in SEVERITIES if number[severity]):
        text = f"{number[severity]} {'of unstated severity' if severity == 'unstated' else severity}"
        tone = _BY_SEVERITY.get(severity)
        lead += [", " if position else ": ", text if tone is None else (tone, text)]
    items = [_gap(gap, page) for gap in opened]
    if everything:
        items += [_settled(gap, page) for gap in review.gaps if not gap.open]
    return Section("OPEN GAPS", (tuple(lead),), tuple(items), least=4)


def _settled(gap: Gap, page: Page) -> Item:
    how = gap.status if gap.superseded_by is None else f"replaced by {gap.superseded_by}"
    return page.row("settled", "dim", gap.statement, f"{how} · {gap.residual_id}")


def _gap(gap: Gap, page: Page) -> Item:
    facts = f"{gap.kind.replace('_', ' ')} · {gap.residual_id}"
    row = page.row(gap.severity, _BY_SEVERITY.get(gap.severity, "dim"), gap.statement, facts)
    told = gap.suggested_check and (page.roomy or gap.severity in ("critical", "high"))
    return (*row, page.below(f"to close it: {gap.suggested_check}")) if told else row


def _changed(review: Review, page: Page) -> Section:
    files, commits, unfollowed = review.changes.files, review.changes.commits, review.changes.unfollowed
    if not files and not commits and not unfollowed:
        return Section("CHANGED", ((("dim", "no change of a file is recorded"),),))
    unchecked = set(review.changes.unchecked)
    items = [_commit(commit, page) for commit in commits]
    for file in sorted(files, key=lambda file: file.path not in unchecked):
        times = f" in {len(file.action_ids)} actions" if len(file.action_ids) > 1 else ""
        untested = " · not tested since" if file.path in unchecked and review.last_passing_tests is not None else ""
        course = " · on an abandoned course" if file.abandoned else ""
        items.append(page.row("file", None, file.path, f"{', '.join(file.how)}{times}{course}{untested}"))
    late = set(review.changes.unchecked_actions)
    items += [_unfollowed(each, each.action_id in late, review, page) for each in unfollowed]
    lead: list[Span] = [f"{counted(len(files), 'file')}, {counted(len(commits), 'commit')}"]
    if unfollowed:
        lead += ["; ", ("warn", f"{counted(len(unfollowed), 'action')} may have changed files")]
    return Section("CHANGED", (tuple(lead),), tuple(items), least=3)


def _unfollowed(each: Unfollowed, late: bool, review: Review, page: Page) -> Item:
    after = " · after the last passing test run" if late and review.last_passing_tests is not None else ""
    return page.row("maybe", "warn", "; ".join(each.commands) or "not told", f"action {each.action_id}{after}")


def _commit(commit: Commit, page: Page) -> Item:
    names = "" if commit.summary.startswith(commit.name) else commit.name
    told = ": ".join(filter(None, (names, commit.summary))).removeprefix("commit ")
    return page.row("commit", None, told, "" if commit.files_known else "files not known")


def _holds(review: Review, page: Page) -> Section:
    """Which results still hold: only those that do not are listed."""
    if not review.freshness:
        return Section("STILL HOLDS")
    number = Counter(each.verdict for each in review.freshness)
    outdated = [each for each in review.freshness if each.verdict is not Freshness.Fresh]
    lead: list[Span] = [("good" if number[Freshness.Fresh] else "dim", f"{number[Freshness.Fresh] or 'none'} fresh")]
    for kind in (Freshness.Stale, Freshness.Detached):
        lead += [", ", ("bad", f"{number[kind]} {kind.value.lower()}")] if number[kind] else []
    items = [page.row(each.verdict.value.lower(), "bad", each.reason, each.artifact_id) for each in outdated]
    return Section("STILL HOLDS", (tuple(lead),), tuple(items))


def _goals(review: Review, page: Page) -> Section:
    items = [_goal(goal, page) for goal in review.goals]
    return Section("GOALS", (), tuple(items), least=3)


def _goal(goal: ResolvedGoal, page: Page) -> Item:
    """The goal, and below it what keeps it from being reached."""
    said = ", said to be done" if goal.status == GoalStatus.GoalDone.value and not goal.reached else ""
    facts = f"{counted(len(goal.acceptance), 'item')}, {goal.progress:.0%}{said} · {goal.goal_id}"
    blocked = [item for item in goal.acceptance if item.status == AcceptanceStatus.AcceptBlocked.value]
    left = "abandoned" if goal.status == GoalStatus.GoalAbandoned.value else "open"
    word = "blocked" if blocked else "reached" if goal.reached else left
    tone: Tone | None = "bad" if blocked else "good" if goal.reached else None
    below = [page.below(f"blocked: {item.label}: {item.reason}", "bad") for item in blocked]
    todo = [item for item in goal.acceptance if item.status not in _SETTLED]
    below += [page.below(f"open: {item.label}: {item.reason}") for item in todo] if page.roomy else []
    return (*page.row(word, tone, goal.intent, facts), *below)


def _policies(review: Review, page: Page, everything: bool) -> Section:
    """What became of the policies: those that hold are only counted, unless what is recorded says otherwise."""
    if not review.policies:
        return Section("POLICIES")
    number = Counter(policy.status for policy in review.policies)
    lead: list[Span] = []
    for status, (word, tone) in _POLICY_WORDS.items():
        if number[status]:
            told = f"{number[status]} {word}"
            lead += [", "] if lead else []
            lead += [told if tone is None else (tone, told)]
    shown = [
        policy
        for policy in review.policies
        if everything or policy.status in ("failed", "unknown") or policy.recorded not in ("", policy.status)
    ]
    items = [_policy(policy, page) for policy in sorted(shown, key=lambda policy: not policy.blocking)]
    return Section("POLICIES", (tuple(lead),), tuple(items), least=3)


def _policy(policy: PolicyVerdict, page: Page) -> Item:
    word = _POLICY_WORDS[policy.status][0].removeprefix("did not ")
    tone: Tone = "bad" if policy.blocking else "dim" if policy.status in ("passed", "not_applicable") else "warn"
    at = ", ".join(map(str, policy.violating_action_ids[:_FEW]))
    more = ", …" if len(policy.violating_action_ids) > _FEW else ""
    recorded = f"recorded: {policy.recorded.replace('_', ' ')}" if policy.recorded else "not recorded"
    facts = " · ".join(filter(None, (policy.severity, f"at {at}{more}" if at else "", recorded, policy.policy_id)))
    row = page.row(word, tone, policy.name, facts)
    return (*row, page.below(policy.message)) if policy.status == "unknown" or page.roomy else row


def _decided(review: Review, page: Page) -> Section:
    """What was decided: only counted where there is no room to say what was not chosen."""
    if not review.decisions:
        return Section("DECIDED")
    rejected = sum(len(decision.rejected) for decision in review.decisions)
    told = (
        f"{counted(len(review.decisions), 'decision')}, {counted(rejected, 'way') if rejected else 'no way'} not taken"
    )
    more = "" if page.roomy else ": --all shows them"
    items = [_decision(decision, page) for decision in review.decisions] if page.roomy else []
    return Section("DECIDED", ((f"{told}{more}",),), tuple(items))


def _decision(decision: Decision, page: Page) -> Item:
    chosen = "; ".join(decision.chosen)
    word, text = ("chose", f"{decision.label}: {chosen}") if chosen else ("unsettled", decision.label)
    row = page.row(word, None if chosen else "warn", text, f"{decision.basis} · action {decision.action_id}")
    ways = (": ".join(filter(None, (each.label, each.because))) for each in decision.rejected)
    return (*row, *(page.below(f"not: {way}") for way in ways))


def _items(review: Review, page: Page) -> Section:
    items = []
    for item in review.review_items:
        tone: Tone | None = "bad" if item.blocking else None
        word = "blocking" if item.blocking else item.status
        items.append(page.row(word, tone, item.title, f"{item.review_item_id} · by {item.author}"))
    return Section("TO REVIEW", (), tuple(items))


def _capture(review: Review, page: Page, everything: bool) -> Section:
    if review.capture is None:
        return Section("CAPTURE")
    losses = review.capture.losses
    items: list[Item] = []
    for text in review.capture.particulars if everything else losses:
        tone: Tone = "warn" if text in losses else "dim"
        lines = page.paragraph(text) if everything else [clip(text, page.width)]
        items.append(tuple(((tone, line),) for line in lines))
    lead = tuple((line,) for line in page.paragraph(review.capture.sentence))
    return Section("CAPTURE", lead, tuple(items))


def _faults(review: Review, page: Page, everything: bool) -> Section:
    counts = ", ".join(
        f"{number} {severity if number == 1 or severity == 'info' else f'{severity}s'}"
        for severity, number in review.counts.items()
        if number
    )
    lead: list[Span] = [("bad" if not review.valid else "dim", counts or "none found")]
    if review.unrecognized:
        lead.append(f"; {counted(review.unrecognized, 'element')} not recognized, and no evidence for anything")
    items = tuple(
        page.row(fault.code, _BY_SEVERITY.get(fault.severity), fault.message, fault.path)
        for fault in review.faults
        if everything or fault.severity != "info"
    )
    return Section("FAULTS", (tuple(lead),), items, all_by="tollens validate explains them")
