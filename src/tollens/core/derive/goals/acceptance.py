"""§18.2 What became of one criterion: by the evidence that its kind is bound to, never by what was authored alone."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from msgspec.structs import replace

from tollens.core.derive.goals.landed import Landed
from tollens.core.derive.goals.outcomes import BLOCKED, DONE, TODO, Evidence, Outcome, least, unresolved
from tollens.core.derive.goals.properties import MET, Asked, Properties
from tollens.core.derive.goals.typed_evidence import TypedEvidence
from tollens.core.derive.residuals.contested import EVALUATED, dispute_of, targeted
from tollens.core.derive.residuals.established import Established
from tollens.core.derive.residuals.surface import Defeater, Gap
from tollens.core.graph.inventory import Component, Inventory
from tollens.core.model.goals import AcceptanceKind
from tollens.core.model.policies import PolicyEvaluation, PolicyEvaluationStatus
from tollens.core.model.unrecognized import Unrecognized
from tollens.core.wire.criteria import Criterion, Term, Variable

Environment = Mapping[int, Component]
"""What the variables of the quantifiers stand for, by level."""

_NOTHING: Environment = {}


_NO_COMPONENT = Component()


class Acceptance:
    """Resolves criteria over one trace.

    Args:
        established: What stands.
        doubted: By the id of a result: what puts it in doubt.
        inventory: Of the trace.
    """

    def __init__(self, established: Established, doubted: Mapping[str, str], inventory: Inventory) -> None:
        self._established = established
        self._index = established.index
        self._properties = Properties(established, doubted, inventory)
        self._landed = Landed(established, inventory)
        self._typed = TypedEvidence(established, self._properties, inventory)

    def outcome(self, criterion: Criterion, role: str = "", environment: Environment = _NOTHING) -> Outcome:
        """What became of a criterion.

        Args:
            criterion: What is asked.
            role: `met`, `governed` or empty; outside a formula empty.
            environment: The components that its variables stand for.
        """
        if not criterion.bound:
            return Outcome(criterion.status or TODO, manual=True, reason="nothing but its author says so")
        about = _component(criterion.symbol, environment) if isinstance(criterion.symbol, Variable) else _NO_COMPONENT
        symbol = _text(criterion.symbol, environment)
        file = (_component(criterion.file, environment).file if criterion.file else "") or about.file
        asked = Asked(symbol, _text(criterion.property_, environment), file, criterion.exact)
        match criterion.kind:
            case AcceptanceKind.Property:
                nameless = isinstance(criterion.symbol, Variable) and not symbol
                found = None if nameless else self._properties.outcome(asked, role)
                reason = "" if found is not None else f"no verification goal about {asked} is in the trace"
            case AcceptanceKind.Change:
                found = self._landed.outcome(symbol, file, about.component_id, role)
                reason = f"no edit of {Component(symbol, file, about.component_id)} is in the trace"
            case AcceptanceKind.Obligation:
                name = _text(criterion.policy_id, environment)
                found = self._obligation(name, role)
                reason = f"no evaluation of policy {name} settles it"
            case AcceptanceKind.Gap:
                name = _text(criterion.residual_id, environment)
                found = self._gap(name, role)
                reason = f"{name} is no residual of this trace"
            case None:
                found = self._typed.outcome(criterion.evidence_type, asked, criterion.reference, role)
                reason = f"no {criterion.evidence_type} about {asked} is in the trace"
        if found is not None:
            return found
        left = unresolved(criterion.status, reason)
        return replace(left, void=True) if criterion.kind is AcceptanceKind.Gap else left

    def _obligation(self, policy_id: str, role: str) -> Outcome | None:
        """By the latest evaluation; one that settles nothing does not resolve."""
        standing = self._evaluations(policy_id)
        if not standing:
            return None
        found = [made for each in standing if (made := self._evaluated(each, role)) is not None]
        return least(found) if len(found) == len(standing) else next((o for o in found if o.status is BLOCKED), None)

    def _evaluations(self, policy_id: str) -> Sequence[PolicyEvaluation | Unrecognized]:
        """The last one in the list, and any that was surely checked later."""
        listed = self._by_policy.get(policy_id, [])
        if not listed:
            return ()
        last = listed[-1]
        at = self._checked_at(last)
        return [*(one for one in listed[:-1] if self._index.later(self._checked_at(one), at)), last]

    def _checked_at(self, evaluation: PolicyEvaluation | Unrecognized) -> int | None:
        if isinstance(evaluation, Unrecognized):
            number = evaluation.number("checked_at_action_id")
        else:
            number = evaluation.checked_at_action_id
        return None if number is None else self._index.action_at.get(number)

    @cached_property
    def _by_policy(self) -> dict[str, list[PolicyEvaluation | Unrecognized]]:
        found: dict[str, list[PolicyEvaluation | Unrecognized]] = {}
        for evaluation in self._index.trace.policy_evaluations:
            name = evaluation.text("policy_id") if isinstance(evaluation, Unrecognized) else evaluation.policy_id
            if name is not None:
                found.setdefault(name, []).append(evaluation)
        return found

    def _evaluated(self, evaluation: PolicyEvaluation | Unrecognized, role: str) -> Outcome | None:
        if isinstance(evaluation, Unrecognized):
            return Outcome(
                TODO, reason="an evaluation of the policy, which may be the latest, is not recognized", void=True
            )
        evidence = (Evidence(evaluation.policy_id),)
        if evaluation.status is PolicyEvaluationStatus.Failed:
            return Outcome(BLOCKED, evidence, f"policy {evaluation.policy_id} failed")
        if evaluation.status is not PolicyEvaluationStatus.Passed:
            return None
        dispute = dispute_of(evaluation, self._against_policies, self._established.contested)
        if dispute is None:
            return Outcome(DONE, evidence)
        if role == MET:
            return Outcome(DONE, evidence, basis=MET)
        at, by = dispute
        what = f"policy {at}" if at == evaluation.policy_id else f"{at}, its evidence,"
        return Outcome(BLOCKED, evidence, f"{what} is contested by {by}")

    @cached_property
    def _against_policies(self) -> dict[str, str]:
        return targeted(self._established.defeaters, *EVALUATED)

    def _gap(self, residual_id: str, role: str) -> Outcome | None:
        """By the status of the residual, or of the last one that replaces it (§7.3)."""
        gap = self._surface.get(residual_id)
        if gap is None:
            return None
        while gap.superseded_by is not None and gap.superseded_by in self._surface:
            gap = self._surface[gap.superseded_by]
        name = gap.residual_id
        evidence = (Evidence(name, self._index.artifact_at.get(name, -1)),)
        if gap.status not in ("addressed", "waived"):
            return Outcome(TODO, evidence, f"{name} is {gap.status}")
        if name in self._superseded_unread:
            return Outcome(TODO, evidence, f"what replaces {name} is not recognized", void=True)
        dispute = self._established.contested.get(name)
        if dispute is None:
            return Outcome(DONE, evidence)
        if role == MET:
            return Outcome(DONE, evidence, basis=MET)
        return Outcome(BLOCKED, evidence, f"{name} is contested by {dispute[1]}")

    @cached_property
    def _superseded_unread(self) -> frozenset[str | None]:
        """What an artifact that is not recognized says it supersedes."""
        artifacts = self._index.trace.artifacts
        return frozenset(one.text("supersedes") for one in artifacts if isinstance(one, Unrecognized))

    def residuals(self, names: Iterable[str]) -> tuple[str, ...]:
        """The residuals of those ids, each with those that replaced it."""
        found: dict[str, None] = {}
        for name in names:
            gap = self._surface.get(name)
            while gap is not None and gap.residual_id not in found:
                found[gap.residual_id] = None
                gap = self._surface.get(gap.superseded_by or "")
        return tuple(found)

    @cached_property
    def _surface(self) -> dict[str, Gap | Defeater]:
        return {gap.residual_id: gap for gap in (*self._established.gaps, *self._established.defeaters)}


def _component(term: Term, environment: Environment) -> Component:
    """What a variable stands for; of a text, which may be a symbol or a file, only the file."""
    if isinstance(term, Variable):
        return environment[term.level]
    return Component(file=term or "")


def _text(term: Term, environment: Environment) -> str:
    return environment[term.level].symbol if isinstance(term, Variable) else term or ""
