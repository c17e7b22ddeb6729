"""The verdict on a policy over a trace, with its witnesses (§13.5; policy companion §7, PL §5).

| status | when |
|---|---|
| failed | the formula does not hold |
| not_applicable | it holds, and what it is about never occurs; or the trace is none that it applies to |
| passed | it holds otherwise |
| unknown | the record does not say enough to tell; or the formula cannot be read, or is too large here |
| | or it has a name that nobody knows, and does not fail whatever that means |

No verdict depends on the name of a policy: only on its formula, what it applies to, and the trace.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Literal, NamedTuple

from tollens.core.errors import PolicySyntaxError
from tollens.core.model.policies import (
    Policy,
    PolicyEvaluation,
    PolicyEvaluationStatus,
    PolicySelector,
    PolicySeverity,
)
from tollens.core.policy.blame import blamed
from tollens.core.policy.encoded import from_json
from tollens.core.policy.engine import Shared
from tollens.core.policy.evaluation import Evaluation, Gap
from tollens.core.policy.lint import strangers_of
from tollens.core.policy.masks import positions
from tollens.core.policy.plan import closed
from tollens.core.policy.record import Record
from tollens.core.policy.remarks import Stranger
from tollens.core.policy.selection import selected
from tollens.core.policy.strangers import Known, understood, unheard_conditions
from tollens.core.policy.syntax import Formula, Truth
from tollens.core.policy.ties import is_own, rests_on_ties
from tollens.core.policy.values import Element
from tollens.core.policy.witnesses import conjuncts, evidence, trigger, violation

Status = Literal["passed", "failed", "not_applicable", "unknown"]


class Rule(NamedTuple):
    """A policy, read.

    Attributes:
        policy_id: Identity.
        name: For a person.
        severity: How much a violation matters.
        formula: What must hold.
        applies_when: What a trace must have for the policy to apply to it.
        types: Type names that are used on purpose, beside those of the text.
        strangers: The names in the formula that nobody knows; `None` where that was not looked at yet.
    """

    policy_id: str
    name: str
    severity: PolicySeverity
    formula: Formula
    applies_when: PolicySelector | None = None
    types: tuple[str, ...] = ()
    strangers: tuple[Stranger, ...] | None = None

    def over(self, shared: Shared) -> Known:
        """The formula, of every goal if it speaks of one, and the conditions, as far as they can be understood."""
        strangers = strangers_of(self.formula, self.types) if self.strangers is None else self.strangers
        conditions = () if self.applies_when is None else unheard_conditions(self.applies_when, self.types, shared)
        return understood(closed(self.formula), strangers, shared, conditions)


def rule_of(policy: Policy) -> Rule:
    """A policy of a trace or of a file, read.

    Raises:
        PolicySyntaxError: Its formula is none of the language.
    """
    return Rule(policy.policy_id, policy.name, policy.severity, from_json(policy.formula), policy.applies_when)


class Undetermined(NamedTuple):
    """A fact that the record does not hold.

    Attributes:
        fact: The part of the formula that asks for it.
        why: What is not recorded.
        action_ids: The actions that it is missing of, at most the first few.
    """

    fact: str
    why: str
    action_ids: tuple[int, ...] = ()


class Named(NamedTuple):
    """An element that a policy is violated by: what it is, and its id."""

    kind: str
    name: str


class Witnesses:
    """Positions that a verdict rests on, listed when they are asked for.

    Attributes:
        elements: What the policy was found to be violated by, where it speaks of elements.
    """

    def __init__(self, record: Record | None = None, mask: int = 0, elements: tuple[Named, ...] = ()) -> None:
        self._record = record
        self._mask = mask
        self.elements = elements

    def __len__(self) -> int:
        return self._mask.bit_count()

    @property
    def positions(self) -> tuple[int, ...]:
        """The places of the actions in the list of the trace, in order."""
        return tuple(positions(self._mask))

    @cached_property
    def action_ids(self) -> tuple[int, ...]:
        """The actions, in order."""
        return () if self._record is None else self._record.ids_of(positions(self._mask))

    @cached_property
    def artifact_ids(self) -> tuple[str, ...]:
        """What these produced, and the elements that are artifacts, each once."""
        names = [] if self._record is None else self._record.produced_by(positions(self._mask))
        own = [element.name for element in self.elements if element.kind == "artifact"]
        return tuple(dict.fromkeys([*names, *own]))


class Judgement(NamedTuple):
    """The verdict on one policy.

    Attributes:
        policy_id, name, severity: Of the policy.
        status: The verdict.
        applicable: Whether what the policy is about occurs; `None` where that cannot be told.
        violating: Where it is violated.
        evidence: Where it demands something and is met.
        undetermined: Which facts were missing, where the verdict is unknown.
        message: The verdict in a sentence.
        checked_at_action_id: The last action that the trace held.
    """

    policy_id: str
    name: str
    severity: PolicySeverity
    status: Status
    applicable: bool | None
    violating: Witnesses = Witnesses()
    evidence: Witnesses = Witnesses()
    undetermined: tuple[Undetermined, ...] = ()
    message: str = ""
    checked_at_action_id: int | None = None

    @property
    def violating_action_ids(self) -> tuple[int, ...]:
        """The actions at which it is violated, in order."""
        return self.violating.action_ids

    @property
    def violating_artifact_ids(self) -> tuple[str, ...]:
        """What these produced, and the artifacts that violate it themselves."""
        return self.violating.artifact_ids

    @property
    def evidence_action_ids(self) -> tuple[int, ...]:
        """The actions at which it demands something and is met, in order."""
        return self.evidence.action_ids

    @property
    def evidence_artifact_ids(self) -> tuple[str, ...]:
        """What these produced."""
        return self.evidence.artifact_ids

    @property
    def elements(self) -> tuple[Named, ...]:
        """What it was found to be violated by, where it speaks of elements."""
        return self.violating.elements


def judge_policy(policy: Policy, shared: Shared) -> Judgement:
    """The verdict on a policy as it stands in a trace or a file; one that cannot be read is unknown."""
    try:
        return judge(rule_of(policy), shared)
    except PolicySyntaxError as fault:
        unread = Rule(policy.policy_id, policy.name, policy.severity, Truth(False))
        return _judgement(unread, shared, "unknown", None, f"the formula cannot be read: {fault.message}")


def judge(rule: Rule, shared: Shared) -> Judgement:
    """The verdict on a policy.

    Args:
        rule: The policy.
        shared: The trace, shared by all policies over it.
    """
    if shared.damaged:
        gaps = [
            Gap(f"/{name}", "what stands there is no list, so that nothing of it could be read")
            for name in shared.damaged
        ]
        return _unknown(_judgement(rule, shared, "unknown", None), shared, gaps)
    formula, conditions, unheard = rule.over(shared)
    evaluation = Evaluation(shared)
    applies = True if rule.applies_when is None else None if conditions else selected(rule.applies_when, shared)
    holds = None if applies is False else evaluation.at(formula, 1).at(0)
    if shared.untied is not None and _rests_on_ties(formula, rule.applies_when):
        return _unknown(_judgement(rule, shared, "unknown", None), shared, [Gap(*shared.untied)])
    if holds is False and applies is True:
        return _with_violations(_judgement(rule, shared, "failed", True), evaluation, formula)
    missing = evaluation.missing() if holds is None else ()
    if conditions or unheard:
        odd = {one.fact: Gap(*one) for one in (*conditions, *unheard)}
        others = (gap for gap in missing if gap.fact not in odd)
        return _unknown(_judgement(rule, shared, "unknown", None), shared, [*odd.values(), *others])
    if applies is False:
        return _judgement(rule, shared, "not_applicable", False, "the trace has nothing that the policy applies to")
    if holds is True:
        fires = evaluation.at(trigger(formula), 1).at(0)
        status: Status = "not_applicable" if fires is False else "passed"
        judged = _judgement(rule, shared, status, fires)
        return judged if fires is False else _with_evidence(judged, evaluation, formula)
    return _unknown(_judgement(rule, shared, "unknown", None), shared, missing)


def _rests_on_ties(formula: Formula, selector: PolicySelector | None) -> bool:
    made = selector is not None and selector.action_type is not None and not is_own(selector.action_type)
    return made or rests_on_ties(formula)


_MESSAGES: dict[Status, str] = {
    "passed": "it holds",
    "failed": "it does not hold",
    "not_applicable": "what it is about never occurs",
    "unknown": "it cannot be told whether it holds",
}


def _judgement(rule: Rule, shared: Shared, status: Status, applicable: bool | None, message: str = "") -> Judgement:
    return Judgement(
        rule.policy_id,
        rule.name,
        rule.severity,
        status,
        applicable,
        message=message or _MESSAGES[status],
        checked_at_action_id=shared.record.last_id,
    )


def _with_violations(judged: Judgement, evaluation: Evaluation, formula: Formula) -> Judgement:
    shared = evaluation.shared
    mask, elements = 0, dict[Element, None]()
    for part in conjuncts(formula):
        if evaluation.at(part, 1).at(0) is False:
            mask |= evaluation.at(violation(part), shared.facts.full).true & shared.facts.actions
            elements |= dict.fromkeys(blamed(evaluation, part))
    named = tuple(Named(element.kind, str(element.name)) for element in elements if element.name is not None)
    found = Witnesses(shared.record, mask, named)
    by = _counted(len(found), "action") if mask else _counted(len(named), "element") if named else ""
    return judged._replace(violating=found, message=f"{judged.message}: {by} against it" if by else judged.message)


def _with_evidence(judged: Judgement, evaluation: Evaluation, formula: Formula) -> Judgement:
    shared = evaluation.shared
    met = evaluation.at(evidence(formula), shared.facts.full).true & shared.facts.actions
    return judged._replace(evidence=Witnesses(shared.record, met))


def _unknown(judged: Judgement, shared: Shared, missing: Sequence[Gap]) -> Judgement:
    facts = tuple(Undetermined(gap.fact, gap.why, shared.record.ids_of(gap.positions)) for gap in missing)
    if not facts:
        return judged._replace(message="it does not hold, and it cannot be told whether it applies to the trace")
    first = facts[0]
    of = f" (action {', '.join(map(str, first.action_ids[:3]))})" if first.action_ids else ""
    fact = first.fact if len(first.fact) <= _LONGEST else first.fact[:_LONGEST] + "…"
    return judged._replace(undetermined=facts, message=f"{judged.message}: `{fact}`{of}: {first.why}")


_LONGEST = 200
"""Characters of a missing fact that a sentence has."""


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def recorded(judged: Judgement) -> PolicyEvaluation:
    """The verdict as a trace records it (PS §7.1)."""
    statuses = {status.value: status for status in PolicyEvaluationStatus}
    return PolicyEvaluation(
        policy_id=judged.policy_id,
        status=statuses[judged.status],
        checked_at_action_id=judged.checked_at_action_id,
        evidence_action_ids=judged.evidence.action_ids,
        evidence_artifact_ids=judged.evidence.artifact_ids,
        violating_action_ids=judged.violating.action_ids,
        violating_artifact_ids=judged.violating.artifact_ids,
        note=judged.message or None,
    )
