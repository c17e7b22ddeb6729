"""What is to be told of a trace, one matter after the other, what stands against the work before all else.

A matter of level `error` stands against the work: there is one exactly where the gate does not pass. `warning` is what
is open, in doubt or not decided, `note` what a reader may want to know. What speaks for the work is no matter.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

import msgspec

from tollens.core.derive.goals.resolution import ResolvedGoal, ResolvedItem
from tollens.core.derive.residuals.surface import UNRECOGNIZED
from tollens.core.derive.review.gate import Gate, Reason
from tollens.core.derive.review.report import Review
from tollens.core.derive.review.wording import bearing, counted
from tollens.core.derive.review.worklist import DECIDE_POLICY, MEND_POLICY, SETTLE_ITEM, Step
from tollens.core.diagnostics import Severity, pointer
from tollens.core.model import AcceptanceStatus, EventType
from tollens.core.report.kinds import kind_of
from tollens.core.report.places import Places
from tollens.core.report.policies import PolicyRow, SwitchedOff

Level = Literal["error", "warning", "note"]
LEVELS: tuple[Level, ...] = ("error", "warning", "note")
"""The gravest first."""

About = Literal["trace", "artifact", "action", "goal", "residual", "policy", "review item", "file"]
"""What kind of thing a matter is about."""


_ENDS = (".", "!", "?", "…")


class Matter(msgspec.Struct, frozen=True, gc=False):
    """One thing to be told.

    Attributes:
        kind: Its kind, or the code of the rule that is broken.
        level: `error` where it stands against the work, `warning` where something is open, else `note`.
        about: What kind of thing it is about.
        subject: The id of that thing, an action's as decimal text, a file's its path; empty for the whole trace.
        item: Of a goal, the id of its acceptance item.
        text: What it is, in a sentence.
        do: What to do about it; may be empty.
        path: JSON pointer (RFC 6901) into the trace; empty for the whole of it.
        file: A file of the work that it is about, relative; empty where the record names none.
        line: Of that file, where a recorded change numbers it.
        trace_line: Of the trace's file: where the element begins that `path` leads into; null where that is not known.
    """

    kind: str
    level: Level
    about: About
    subject: str
    text: str
    item: str = ""
    do: str = ""
    path: str = ""
    file: str = ""
    line: int | None = None
    trace_line: int | None = None

    @property
    def told(self) -> str:
        """What it is, and what to do."""
        if not self.do:
            return self.text
        return f"{self.text}{'' if self.text.endswith(_ENDS) else '.'} What to do: {self.do}"


_LEVEL_OF_FAULT: dict[Severity, Level] = {"error": "error", "warning": "warning", "info": "note"}
_LEVEL_OF_GAP: dict[str, Level] = {"low": "note", "info": "note"}
_LEVEL_OF_POLICY: dict[str, Level] = {"error": "warning", "warning": "warning", "info": "note"}

_RUN_ALONE = "Run it by itself, and record how it ends."
_TEST = "Run the tests that cover it, and record how they end."

_UNDECIDED = frozenset({"unknown", "incomplete", "unstated"})
"""Verdicts that were asked for a yes or no and gave neither."""


def matters(
    review: Review,
    gate: Gate,
    policies: Iterable[PolicyRow],
    off: Iterable[SwitchedOff],
    steps: Iterable[Step],
    places: Places,
) -> tuple[Matter, ...]:
    """Everything to be told, the gravest first, otherwise in the order of the review.

    Args:
        review: Of the trace.
        gate: Its answer, with the policies as they are counted.
        policies: The verdict on each.
        off: Policies that were not checked.
        steps: What to do, as the worklist says.
        places: Where its elements stand.
    """
    telling = _Telling(review, gate, tuple(policies), _remedies(steps), places)
    found = [*telling.against(), *telling.open(), *telling.aside(), *_switched_off(off, places)]
    placed = (
        msgspec.structs.replace(
            matter,
            text=matter.text if matter.text.strip() else kind_of(matter.kind).title,  # no form takes an empty one
            trace_line=places.line(matter.path),
        )
        for matter in found
    )
    return tuple(sorted(placed, key=lambda matter: LEVELS.index(matter.level)))


def _remedies(steps: Iterable[Step]) -> dict[str, str]:
    """What to do, by what it is about."""
    told = tuple(steps)
    found: dict[str, str] = {}
    for step in told:
        for subject in (step.subject, *step.also):
            found.setdefault(subject, step.do)
    for step in told:
        for name in step.evidence:
            found.setdefault(name, step.do)
    return found


class _Item(NamedTuple):
    """An acceptance item of a goal, and where it stands."""

    goal: ResolvedGoal
    item: ResolvedItem
    path: str


class _Telling:
    """The matters of one trace."""

    def __init__(
        self,
        review: Review,
        gate: Gate,
        policies: tuple[PolicyRow, ...],
        remedies: Mapping[str, str],
        places: Places,
    ) -> None:
        self._review = review
        self._gate = gate
        self._policies = policies
        self._remedies = remedies
        self._places = places
        self._told = {(reason.cause, reason.subject) for reason in gate.reasons}
        self._row = {policy.policy_id: policy for policy in reversed(policies)}
        self._gap_of = {gap.residual_id: gap for gap in (*review.gaps, *review.defeaters)}
        self._items = [
            _Item(goal, item, pointer("goals", at, "acceptance", place))
            for at, goal in enumerate(review.goals)
            for place, item in enumerate(goal.acceptance)
        ]

    def against(self) -> Iterator[Matter]:
        """What stands against the work: the reasons of the gate, the invalidity as the faults that it consists of."""
        blocked = iter([one for one in self._items if one.item.status == AcceptanceStatus.AcceptBlocked.value])
        for reason in self._gate.reasons:
            if reason.cause == "invalid":
                yield from self._faults("error")
            elif reason.cause == "blocked":
                yield self._item("blocked", "error", next(blocked), reason.text)
            else:
                yield self._of_reason(reason)

    def _of_reason(self, reason: Reason) -> Matter:
        kind, subject = reason.cause.replace(" ", "-"), reason.subject
        do = self._remedies.get(subject, "") if subject else ""
        match reason.cause:
            case "violated policy" | "undecided policy":
                return self._policy(kind, "error", subject, reason.text)
            case "blocking review item":
                path = self._places.review_item(subject)
                return Matter(kind, "error", "review item", subject, reason.text, do=do, path=path)
            case "critical gap":
                return self._gap(kind, "error", subject, reason.text)
            case "signature":
                return Matter(kind, "error", "trace", "", reason.text, path=pointer("signatures"))
        number = subject.removeprefix("action ")
        if number != subject and number.isdecimal() and not self._places.artifact(subject):
            return self._action(kind, "error", int(number), reason.text, do)
        if not subject:
            return Matter(kind, "error", "trace", "", reason.text)
        return self._artifact(kind, "error", subject, reason.text, do)

    def open(self) -> Iterator[Matter]:
        """What is open, in doubt or not decided."""
        yield from self._open_items()
        yield from self._open_policies()
        yield from self._open_claims()
        yield from self._open_gaps()
        yield from self._runs()
        yield from self._changes()
        yield from self._review_items()

    def aside(self) -> Iterator[Matter]:
        """What is to be said of the record itself."""
        review = self._review
        if review.outcome.type != EventType.ProcessCompleted.value:
            why = f", {review.outcome.text}" if review.outcome.text else ""
            told = f"the work did not complete: {review.outcome.type or 'no outcome'}{why}"
            yield Matter("unfinished-work", "warning", "trace", "", told, path=pointer("outcome"))
        if review.unrecognized:
            told = f"{counted(review.unrecognized, 'element')} not recognized, and no evidence for anything"
            yield Matter("unrecognized", "warning", "trace", "", told)
        if review.capture is not None and not review.capture.whole:
            yield Matter("incomplete-capture", "warning", "trace", "", review.capture.sentence)
        if not review.declared:
            told = "no gap is declared, which is not to say that there is none"
            yield Matter("no-gap-declared", "note", "trace", "", told)
        yield from self._faults("warning", "info")

    def _faults(self, *severities: Severity) -> Iterator[Matter]:
        for fault in self._review.faults:
            if fault.severity in severities:
                level = _LEVEL_OF_FAULT[fault.severity]
                yield Matter(fault.code, level, "trace", "", fault.message, do=fault.hint, path=fault.path)

    def _open_items(self) -> Iterator[Matter]:
        settled = (AcceptanceStatus.AcceptDone.value, AcceptanceStatus.AcceptBlocked.value)
        for one in self._items:
            if one.goal.active and one.item.status not in settled:
                text = f"{one.item.label}: {one.item.reason or 'not established'}"
                yield self._item("open-item", "warning" if one.item.required else "note", one, text)

    def _open_policies(self) -> Iterator[Matter]:
        kinds = {"failed": "violated-policy", "unknown": "undecided-policy"}
        for policy in self._policies:
            if policy.status in kinds and not policy.blocking:
                text = f"{policy.name}: {policy.message}"
                level = _LEVEL_OF_POLICY[policy.severity]
                yield self._policy(kinds[policy.status], level, policy.policy_id, text)
            # One that blocks for its formula alone was told with the reasons of the gate.
            for remark in () if policy.blocking and policy.status not in kinds else policy.warnings:
                text = f"{policy.name}: {remark.code}: {remark.message}"
                path = self._places.policy(policy.policy_id)
                yield Matter("doubtful-policy", "warning", "policy", policy.policy_id, text, do=remark.hint, path=path)

    def _open_claims(self) -> Iterator[Matter]:
        """Claims that are neither for nor against; those that the freshness or a policy's verdict tells are left out.

        An approval of something else than a change, such as a plan, leaves no question open.
        """
        outdated = {subject for cause, subject in self._told if cause in ("stale", "detached")}
        evaluated = {policy.policy_id for policy in self._policies}
        for claim in self._review.claims:
            told = claim.artifact_id in outdated or claim.policy_id in evaluated
            if claim.weight != "open" or claim.replaced_by is not None or claim.beside or told:
                continue
            why = "; ".join(bearing(claim))
            text = f"{claim.subject}: {claim.verdict}{f', {why}' if why else ''}"
            level: Level = "warning" if why or claim.verdict in _UNDECIDED else "note"
            kind = "doubted-claim" if why else "open-claim"
            if claim.artifact_id is not None:
                do = self._remedies.get(claim.artifact_id, "")
                yield self._artifact(kind, level, claim.artifact_id, text, do)
            else:
                yield self._action(kind, level, claim.action_id, text, "Run it again." if why and claim.ran else "")

    def _open_gaps(self) -> Iterator[Matter]:
        for gap in (*self._review.defeaters, *self._review.gaps):
            critical = ("critical gap", gap.residual_id) in self._told
            if gap.open and not critical and ("contested", gap.residual_id) not in self._told:
                level = _LEVEL_OF_GAP.get(gap.severity, "warning")
                weight = "of unstated severity" if gap.severity == "unstated" else gap.severity
                kind = "residual that is not recognized" if gap.kind == UNRECOGNIZED else gap.kind.replace("_", " ")
                text = f"{kind}, {weight}: {gap.statement}"
                yield self._gap("open-gap", level, gap.residual_id, text)

    def _runs(self) -> Iterator[Matter]:
        for run in self._review.runs:
            if run.abandoned is not None or run.passed_later is not None:
                continue
            if run.checks and run.outcome == "unknown":
                text = f"{run.command}: how it ended is not known"
                yield self._action("unknown-check", "warning", run.action_id, text, _RUN_ALONE)
            elif not run.checks and run.outcome == "failed":
                how = f"exit {run.exit_code}" if run.exit_code is not None else "failed"
                yield self._action("failed-command", "note", run.action_id, f"{run.command}: {how}", "")

    def _changes(self) -> Iterator[Matter]:
        tested = self._review.last_passing_tests is not None
        why = "after the last passing test run" if tested else "and no passing test run is recorded"
        made = {file.path: file.action_ids for file in self._review.changes.files}
        for path in self._review.changes.unchecked:
            place = self._places.of_file(path)
            at = made[path][-1] if made[path] else None
            yield Matter(
                "untested-change",
                "warning",
                "file",
                path,
                f"{path}: changed {why}",
                do=self._remedies.get(path, _TEST),
                path="" if at is None else self._places.action(at),
                file=place.file,
                line=place.line,
            )
        commands = {each.action_id: each.commands for each in self._review.changes.unfollowed}
        for number in self._review.changes.unchecked_actions:
            told = "; ".join(commands.get(number, ())) or f"action {number}"
            text = f"{told}: may have changed files that are not named, {why}"
            yield self._action("untested-change", "warning", number, text, _TEST)

    def _review_items(self) -> Iterator[Matter]:
        for item in self._review.review_items:
            if not item.blocking:
                path = self._places.review_item(item.review_item_id)
                name, text = item.review_item_id, item.title
                yield Matter("open-review-item", "note", "review item", name, text, do=SETTLE_ITEM, path=path)

    def _item(self, kind: str, level: Level, one: _Item, text: str) -> Matter:
        goal, item = one.goal.goal_id, one.item.acceptance_id
        do = self._remedies.get(f"{goal}/{item}", "")
        place = self._places.of_artifacts(one.item.evidence)
        return Matter(kind, level, "goal", goal, text, item, do, one.path, place.file, place.line)

    def _policy(self, kind: str, level: Level, name: str, text: str) -> Matter:
        row = self._row.get(name)
        artifacts, actions = ((), ()) if row is None else (row.violating_artifact_ids, row.violating_action_ids)
        place = self._places.of_artifacts(artifacts)
        path = self._places.policy(name) or (self._places.action(actions[0]) if actions else "")
        do = self._remedies.get(name) or (DECIDE_POLICY if kind == "undecided-policy" else MEND_POLICY)
        return Matter(kind, level, "policy", name, text, do=do, path=path, file=place.file, line=place.line)

    def _gap(self, kind: str, level: Level, name: str, text: str) -> Matter:
        gap = self._gap_of[name]
        do = gap.suggested_check or self._remedies.get(name, "")
        place = self._places.of_artifacts(gap.about)
        path = self._places.residual(name)
        return Matter(kind, level, "residual", name, text, do=do, path=path, file=place.file, line=place.line)

    def _artifact(self, kind: str, level: Level, name: str, text: str, do: str) -> Matter:
        place = self._places.of_artifact(name)
        path = self._places.residual(name)
        return Matter(kind, level, "artifact", name, text, do=do, path=path, file=place.file, line=place.line)

    def _action(self, kind: str, level: Level, number: int | None, text: str, do: str) -> Matter:
        if number is None:
            return Matter(kind, level, "trace", "", text, do=do)
        place = self._places.of_action(number)
        path = self._places.action(number)
        return Matter(kind, level, "action", str(number), text, do=do, path=path, file=place.file, line=place.line)


def _switched_off(off: Iterable[SwitchedOff], places: Places) -> Iterator[Matter]:
    for policy in off:
        text = f"{policy.policy_id}: not checked: {policy.reason}"
        path = places.policy(policy.policy_id)
        yield Matter("disabled-policy", "note", "policy", policy.policy_id, text, path=path)
