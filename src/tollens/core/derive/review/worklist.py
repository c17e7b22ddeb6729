"""§13.2, §18 What to do next, the most consequential first, and what would close each matter.

Everything that holds up the gate or keeps a goal from being reached has a step here, so that nobody reads of a blocked
goal on one screen and of nothing to do on another.
"""

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Literal

import msgspec

from tollens.core.derive.evaluation import Evaluation
from tollens.core.derive.goals.resolution import ResolvedGoal, ResolvedItem
from tollens.core.derive.residuals.candidates import candidates
from tollens.core.derive.residuals.reopened import DerivedGap
from tollens.core.derive.residuals.surface import SEVERITIES, Defeater, Gap
from tollens.core.derive.review.gate import Reason
from tollens.core.model import AcceptanceKind, AcceptanceStatus, GoalStatus

StepKind = Literal["fix", "establish", "refresh", "close", "decide", "confirm"]
"""What kind of work it is: mend what stands against the work; establish what a goal requires; establish again what no
longer holds; close a gap by its check; decide about a gap that names no check; confirm what nobody declared or
requires."""

MEND_POLICY = "Mend what violates it."
DECIDE_POLICY = "Record what is missing for it to be decided."
"""What to do about a policy that is violated, and about one that cannot be decided."""

SETTLE_ITEM = "Do what it demands, and have it resolved."
"""What to do about a review item."""

_PLAIN = re.compile(r"[A-Za-z0-9_@%+=:,./-]+")
"""Words that every shell takes as they are."""

_PRIORITY: dict[StepKind, int] = {"fix": 1, "establish": 2, "refresh": 3, "close": 4, "decide": 5, "confirm": 6}


class Step(msgspec.Struct, frozen=True):
    """One thing to do.

    Attributes:
        priority: 1 for the most consequential kind; by kind.
        subject: What it is about: the id of an artifact, residual, policy or review item, `goal/item` for a criterion,
            or empty for the whole trace.
        severity: Of a gap; empty for anything else.
        label: What it is about, for a person.
        why: Why it is to be done.
        do: What to do: the check that closes it, where there is one.
        command: A command line to begin with, `TRACE` standing for the file; empty where none helps.
        evidence: Ids of what the record holds on it.
        also: Further subjects that the same step settles, because they have the same cause.
    """

    priority: int
    kind: StepKind
    subject: str
    severity: str
    label: str
    why: str
    do: str
    command: str = ""
    evidence: tuple[str, ...] = ()
    also: tuple[str, ...] = ()


def worklist(evaluation: Evaluation, reasons: Iterable[Reason]) -> tuple[Step, ...]:
    """Every step, the most consequential first, those of one cause folded into one.

    Args:
        evaluation: Of the trace.
        reasons: Why the gate does not pass.
    """
    told = tuple(reasons)
    goals = list(_items(evaluation))
    covered = {name for _, step in goals if step.kind != "confirm" for name in step.evidence}
    against = list(_against(evaluation, told, covered))
    outdated = list(_outdated(evaluation, covered))
    covered.update(name for _, step in against for name in step.evidence)
    steps = [*_invalid(told), *goals, *against, *outdated, *_declared(evaluation, covered), *_candidates(evaluation)]
    return tuple(sorted(_folded(steps), key=_rank))


def _rank(step: Step) -> tuple[int, int]:
    return step.priority, SEVERITIES.index(step.severity) if step.severity else -1


def _folded(steps: Iterable[tuple[Hashable, Step]]) -> Iterator[Step]:
    """One step for each cause: the first, with the subjects of the others."""
    by_cause: dict[Hashable, list[Step]] = {}
    for cause, step in steps:
        by_cause.setdefault(cause, []).append(step)
    for first, *others in by_cause.values():
        also = tuple(dict.fromkeys(step.subject for step in others if step.subject != first.subject))
        evidence = tuple(dict.fromkeys(name for step in (first, *others) for name in step.evidence))
        yield msgspec.structs.replace(first, evidence=evidence, also=also) if others else first


def _step(
    kind: StepKind,
    subject: str,
    label: str,
    why: str,
    do: str,
    *,
    severity: str = "",
    command: str = "",
    evidence: tuple[str, ...] = (),
) -> Step:
    return Step(_PRIORITY[kind], kind, subject, severity, label, why, do, command, evidence)


def _line(*words: str) -> str:
    """A command line of tollens. Ids are a stranger's words: the shell must read each as one, and as nothing else."""
    return " ".join(("tollens", *(word if _PLAIN.fullmatch(word) else _shell_quoted(word) for word in words)))


def _shell_quoted(word: str) -> str:
    held = word.replace("'", "'\"'\"'")
    return f"'{held}'"


def _invalid(reasons: Iterable[Reason]) -> Iterator[tuple[Hashable, Step]]:
    for reason in reasons:
        if reason.cause == "invalid":
            do = "Mend the record: nothing that is judged from it is worth more than its form."
            yield reason, _step("fix", "", "the trace", reason.text, do, command="tollens validate TRACE")


def _items(evaluation: Evaluation) -> Iterator[tuple[Hashable, Step]]:
    """What stands between the goals and being reached."""
    established = evaluation.established
    contested = established.contested
    checks = {gap.target: gap.suggested_check for gap in established.derived}
    checks |= {gap.residual_id: gap.suggested_check for gap in (*established.defeaters, *established.gaps)}
    checks = {name: check for name, check in checks.items() if check}
    for goal in evaluation.resolution.goals:
        for item in goal.acceptance:
            kind = _kind(goal, item)
            if kind is None:
                continue
            subject = f"{goal.goal_id}/{item.acceptance_id}"
            # One result, or one reason, that keeps several criteria back is one thing to do.
            cause = (kind, item.evidence, item.reason) if item.evidence else (kind, subject)
            if item.status == AcceptanceStatus.AcceptBlocked.value:
                by = next((contested[name][1] for name in item.evidence if name in contested), None)
                do, command = _unblocking(item, by)
                why, evidence = f"blocked: {item.reason}", (*item.evidence, *([] if by is None else [by]))
            else:
                do, command = _establishing(checks, item)
                why, evidence = item.reason or "not established", item.evidence
            yield cause, _step(kind, subject, item.label, why, do, command=command, evidence=evidence)


def _kind(goal: ResolvedGoal, item: ResolvedItem) -> StepKind | None:
    if item.status == AcceptanceStatus.AcceptBlocked.value:
        return "fix"
    idle = goal.status in (GoalStatus.GoalAbandoned.value, GoalStatus.GoalScratch.value)
    if idle or item.status == AcceptanceStatus.AcceptDone.value:
        return None
    return "establish" if item.required else "confirm"


def _unblocking(item: ResolvedItem, defeater: str | None) -> tuple[str, str]:
    if defeater is not None:
        return _answering(defeater), _line("show", "TRACE", "--artifact", defeater)
    if item.counterexample is not None:
        do = f"Mend the code, the model or the goal by the counterexample ({item.counterexample}), and verify again."
    else:
        do = f"Remove what blocks it: {item.reason}"
    return do, _line("lineage", "TRACE", item.evidence[0]) if item.evidence else ""


def _answering(defeater: str) -> str:
    how = "refute it or establish the claim again in a successor, or have a reviewer waive it with a reason"
    return f"Answer the defeater {defeater}: {how}."


def _establishing(checks: Mapping[str, str], item: ResolvedItem) -> tuple[str, str]:
    """What to do, and a command.

    Args:
        checks: By the id of a stale or detached result, or of a gap: what would close it.
        item: What is not established.
    """
    outdated = item.kind != AcceptanceKind.Gap.value
    for name in item.evidence if outdated else ():
        if name in checks:
            return checks[name], _line("lineage", "TRACE", name)
    if item.manual:
        return "Bind it to evidence, or have a person say that it is done.", ""
    match item.kind:
        case AcceptanceKind.Change.value:
            do = "Make the change, and record it as an artifact that names what it changed."
        case AcceptanceKind.Property.value:
            do = "State a verification goal for it if there is none, and verify it."
        case AcceptanceKind.Obligation.value:
            do = "Evaluate the policy, and record the evaluation."
        case AcceptanceKind.Gap.value:
            closing = (checks[name] for name in item.evidence if name in checks)
            do = next(closing, "Close the gap in a successor, or have it waived by a reviewer.")
        case _:
            do = "Record the evidence that it asks for."
    return do, ""


def _against(evaluation: Evaluation, reasons: Iterable[Reason], covered: set[str]) -> Iterator[tuple[Hashable, Step]]:
    """What stands against the work beside the goals."""
    contested = evaluation.established.contested
    for reason in reasons:
        if reason.subject in covered:
            continue
        match reason.cause:
            case "contested" if reason.subject in contested:
                _, defeater = contested[reason.subject]
                command = _line("show", "TRACE", "--artifact", defeater)
                do, evidence = _answering(defeater), (defeater,)
                step = _step("fix", reason.subject, reason.text, "contested", do, command=command, evidence=evidence)
                yield ("contested", defeater), step
            case "refuted" | "failed":
                do = "Mend the work, the model or the claim, and establish it again."
                artifact = reason.subject if reason.subject in evaluation.index.artifact_at else ""
                command = _line("lineage", "TRACE", artifact) if artifact else ""
                yield reason, _step("fix", reason.subject, reason.text, reason.cause, do, command=command)
            case "violated policy" | "undecided policy":
                violated = reason.cause == "violated policy"
                do = MEND_POLICY if violated else DECIDE_POLICY
                why = "a policy is violated" if violated else "a policy cannot be decided"
                command = _line("check", "TRACE")
                yield reason, _step("fix", reason.subject, reason.text, why, do, command=command)
            case "blocking review item":
                do = SETTLE_ITEM
                command = _line("review-item", "TRACE", "resolve", reason.subject)
                yield reason, _step("fix", reason.subject, reason.text, "a reviewer's item blocks", do, command=command)
            case _:
                continue  # told by validity, goals, freshness and the surface


def _outdated(evaluation: Evaluation, covered: set[str]) -> Iterator[tuple[Hashable, Step]]:
    """Results to establish again; those that one change outdated are one thing to do."""
    verdicts = evaluation.established.freshness
    for gap in evaluation.established.derived:
        if gap.target in covered:
            continue
        verdict = verdicts[gap.target]
        yield (
            ("refresh", gap.kind, verdict.changed or verdict.reason),
            _step(
                "refresh",
                gap.target,
                gap.symbol or gap.target,
                verdict.reason,
                gap.suggested_check,
                severity=gap.severity,
                command=_line("lineage", "TRACE", gap.target),
                evidence=(gap.target,),
            ),
        )


def _declared(evaluation: Evaluation, covered: set[str]) -> Iterator[tuple[Hashable, Step]]:
    """The open residual surface, without what another step settles."""
    established = evaluation.established
    for gap in (*established.defeaters, *established.gaps):
        if not gap.open or gap.residual_id in covered:
            continue
        kind: StepKind = "fix" if isinstance(gap, Defeater) else "close" if gap.suggested_check else "decide"
        shown = gap.residual_id in evaluation.index.artifact_at  # else it stands in the deprecated list
        command = _line("show", "TRACE", "--artifact", gap.residual_id) if shown else ""
        yield (kind, gap.kind, gap.statement, gap.suggested_check), _gap(kind, gap, command)


def _gap(kind: StepKind, gap: Gap, command: str) -> Step:
    check = gap.suggested_check
    if isinstance(gap, Defeater):
        check = check or _answering(gap.residual_id)
    return _step(
        kind,
        gap.residual_id,
        gap.statement,
        f"{gap.kind.replace('_', ' ')} that is open" if gap.status == "open" else f"defeater that is {gap.status}",
        check or "Decide whether it may stay open: it names no check.",
        severity=gap.severity,
        command=command,
    )


def _candidates(evaluation: Evaluation) -> Iterator[tuple[Hashable, Step]]:
    for gap in candidates(evaluation.index):
        yield (gap.kind, gap.statement), _candidate(gap)


def _candidate(gap: DerivedGap) -> Step:
    why = f"{gap.kind.replace('_', ' ')}, declared by nobody"
    command = _line("lineage", "TRACE", gap.target) if gap.target else ""
    subject = gap.target or gap.residual_id
    return _step("confirm", subject, gap.statement, why, gap.suggested_check, severity=gap.severity, command=command)
