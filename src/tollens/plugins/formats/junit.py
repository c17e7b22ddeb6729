"""The report as JUnit XML, which test tabs of pipelines read: a suite a trace, a case for each thing that can hold.

Only what holds is a pass. What stands against the work is a failure; what cannot be told, where that stands against it,
is an error; everything else that is not established is skipped, and says why. So a suite has a failure or an error
exactly where the gate does not pass. The form is the strictest in use, the one of Jenkins: what was skipped says why in
its text, since an attribute is not allowed there.

Of two cases of one class and one name a service may read the first alone, so the class names the trace.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple
from xml.sax.saxutils import escape as escaped
from xml.sax.saxutils import quoteattr

from tollens.core.derive.review.report import Review
from tollens.core.derive.review.wording import bearing
from tollens.core.model import AcceptanceStatus
from tollens.core.report.matters import Matter
from tollens.core.report.policies import PolicyRow
from tollens.core.report.reporting import Reported
from tollens.plugins.text.printable import CUT, one_line

MOST_CASES = 10_000
"""Cases of one suite; what stands against the work is among them before all else."""

_LONGEST = 2_000
"""Characters of a text."""

_NAME = 200
"""Characters of what a case is about, beside its id."""

State = Literal["error", "failure", "skipped", "passed"]
_STATES: tuple[State, ...] = ("error", "failure", "skipped", "passed")

_UNTOLD = frozenset({"undecided-policy", "unread-trace", "unchecked-policies"})
"""Kinds of matters that are an error where they stand against the work: the question could not be answered."""

Key = tuple[str, str, str]
"""What a case is about: the kind of thing, its id, and of a goal the item."""


class Case(NamedTuple):
    """One test case.

    Attributes:
        key: What it is about.
        label: The same for a person; may be empty.
        state: What became of it.
        told: Why it is no pass: kinds with sentences, the gravest first.
    """

    key: Key
    label: str
    state: State
    told: tuple[tuple[str, str], ...] = ()


def document(reports: Sequence[Reported]) -> str:
    """The report as XML."""
    suites = [(report, _kept(cases(report))) for report in reports]
    every = [case for _, kept in suites for case in kept]
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f'<testsuites name="tollens" {_numbers(every)}>']
    for report, kept in suites:
        skipped = sum(case.state == "skipped" for case in kept)
        lines.append(f'  <testsuite name={_attribute(report.file)} {_numbers(kept)} skipped="{skipped}">')
        for case in kept:
            lines += _element(case, report.file)
        lines.append("  </testsuite>")
    lines.append("</testsuites>")
    return "\n".join(lines) + "\n"


def _numbers(told: Sequence[Case]) -> str:
    failures, errors = (sum(case.state == state for case in told) for state in ("failure", "error"))
    return f'tests="{len(told)}" failures="{failures}" errors="{errors}"'


def _kept(every: Sequence[Case]) -> Sequence[Case]:
    """Where there are too many cases, those that hold give way first, and how many are left out is told."""
    if len(every) <= MOST_CASES:
        return every
    left = len(every) - MOST_CASES + 1
    cut = Case(("report", f"{left} more cases", ""), "", "skipped", (("cut", "left out: there are too many"),))
    return [*every[: MOST_CASES - 1], cut]


def cases(report: Reported) -> list[Case]:
    """Everything that can hold in a trace and what became of it, the worst first: one case for each thing."""
    told: dict[Key, list[Matter]] = {}
    for matter in report.matters:
        told.setdefault(_key(matter), []).append(matter)
    labels = {} if report.review is None else _labels(report.review, report.policies)
    found = {key: _of_matters(key, labels.get(key, ""), matters) for key, matters in told.items()}
    if report.review is not None:
        for case in _others(report.review, report.policies):
            found.setdefault(case.key, case._replace(label=labels.get(case.key, "")))
    return sorted(found.values(), key=lambda case: _STATES.index(case.state))


def _key(matter: Matter) -> Key:
    """What is about the whole trace is one thing for each kind and place."""
    return (matter.about, matter.subject or f"{matter.kind} {matter.path}".strip(), matter.item)


def _of_matters(key: Key, label: str, matters: Sequence[Matter]) -> Case:
    worst = matters[0]
    state: State = "skipped"
    if worst.level == "error":
        state = "error" if worst.kind in _UNTOLD else "failure"
    return Case(key, label, state, tuple((one.kind, one.told) for one in matters))


def _labels(review: Review, policies: Sequence[PolicyRow]) -> Mapping[Key, str]:
    """What things are called."""
    found: dict[Key, str] = {("policy", policy.policy_id, ""): policy.name for policy in policies}
    for claim in review.claims:
        if claim.artifact_id is not None:
            found.setdefault(("artifact", claim.artifact_id, ""), claim.subject)
        elif claim.policy_id is None:
            found.setdefault(("action", str(claim.action_id), ""), claim.subject)
    for goal in review.goals:
        for item in goal.acceptance:
            found.setdefault(("goal", goal.goal_id, item.acceptance_id), item.label)
    return found


def _others(review: Review, policies: Sequence[PolicyRow]) -> Iterator[Case]:
    """What holds, and what is neither to be told as a matter nor a pass."""
    if review.valid:
        yield Case(("trace", "is valid", ""), "", "passed")
    for goal in review.goals:
        for item in goal.acceptance:
            done = item.status == AcceptanceStatus.AcceptDone.value
            yield _case(("goal", goal.goal_id, item.acceptance_id), done, f"of a goal that is {goal.status or 'idle'}")
    for policy in policies:
        yield _case(("policy", policy.policy_id, ""), policy.status == "passed", policy.message)
    for claim in review.claims:
        key = ("action", str(claim.action_id), "") if claim.artifact_id is None else ("artifact", claim.artifact_id, "")
        if claim.policy_id is None:
            why = "; ".join(bearing(claim)) or claim.verdict
            yield _case(key, claim.weight == "for", f"{claim.verdict}: {why}")
    for gap in (*review.gaps, *review.defeaters):
        yield _case(("residual", gap.residual_id, ""), gap.status == "addressed", f"{gap.status}: {gap.statement}")


def _case(key: Key, holds: bool, why: str) -> Case:
    return Case(key, "", "passed") if holds else Case(key, "", "skipped", (("aside", why),))


def _element(case: Case, file: str) -> Iterator[str]:
    about, subject, item = case.key
    name = f"{subject}/{item}" if item else subject
    shown = f"{name}: {case.label[:_NAME]}" if case.label else name
    head = f"    <testcase classname={_attribute(f'{about} in {file}')} name={_attribute(shown)}"
    if not case.told:
        yield f"{head}/>"
        return
    yield f"{head}>"
    if case.state == "skipped":
        yield f"      <skipped>{_text('; '.join(text for _, text in case.told))}</skipped>"
    else:
        for kind, text in case.told:
            yield f"      <{case.state} type={_attribute(kind)} message={_attribute(text)}/>"
    yield "    </testcase>"


def _attribute(text: str) -> str:
    return quoteattr(legal(text))


def _text(text: str) -> str:
    return escaped(legal(text))


def legal(text: str) -> str:
    r"""Foreign text on one line, with everything that XML 1.0 cannot hold written as an escape.

    >>> legal("a\x00b\uffff")
    'a\\x00b\\uffff'
    """
    line = one_line(text[: 2 * _LONGEST])
    line = line if len(line) <= _LONGEST else f"{line[:_LONGEST]}{CUT}"
    return line.replace("\ufffe", r"\ufffe").replace("\uffff", r"\uffff")
