"""§18.2, the goal companions: two axes beside reaching a goal, which are never folded into it.

Certified: someone other than its authors approved what the goal asks for. Governed: no policy fails over its work;
until policies are evaluated here, recorded evaluations can only say that one does.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from tollens.core.graph.index import Index
from tollens.core.model.policies import Policy, PolicyEvaluation, PolicyEvaluationStatus, PolicySeverity
from tollens.core.model.unrecognized import Unrecognized

_APPROVED = "approved"
_AGENT = "agent"


def certified(goal: Mapping[str, Any], items: Iterable[Mapping[str, Any]], assistants: Iterable[str]) -> bool | None:
    """Whether the criteria of a goal are approved by another than their authors; `None` where no review is recorded.

    Whoever stated the intent may approve them: it is theirs. A name counts as the same whatever the case of its letters
    and its blanks.

    Args:
        goal: The goal as the file has it.
        items: Its acceptance items, likewise.
        assistants: What did the work: none of them certifies its own.
    """
    review = goal.get("criteria_review")
    if review is None:
        return None
    members = review if isinstance(review, dict) else {}
    reviewer, at = members.get("reviewed_by"), members.get("at")
    if members.get("verdict") != _APPROVED or not isinstance(reviewer, str) or not reviewer.strip():
        return False
    held = tuple(items)
    doers = (_AGENT, *assistants, *(author for item in held if isinstance(author := item.get("author"), str)))
    if _alike(reviewer) in map(_alike, doers):
        return False
    later = any((added := item.get("authored_at")) is not None and _after(added, at) for item in held)
    return not later and not _uncovered(goal.get("intent_clauses"), held)


def _alike(name: str) -> str:
    return " ".join(name.split()).casefold()


def _after(added: object, reviewed: object) -> bool:
    """Whether an item may have been added after the review.

    Two numbers are milliseconds, two texts times in the form of RFC 3339 (UTC); anything else cannot be compared.
    """
    if type(added) is int and type(reviewed) is int:
        return added > reviewed
    return not (isinstance(added, str) and isinstance(reviewed, str)) or added > reviewed


def _uncovered(clauses: object, items: tuple[Mapping[str, Any], ...]) -> bool:
    """Whether a clause of the intent is covered by no item."""
    if clauses is None:
        return False
    if not isinstance(clauses, list):
        return True
    covered = {name for item in items for name in _words(item.get("covers"))}
    return any(covered.isdisjoint(_names(clause)) for clause in clauses)


def _words(value: object) -> list[str]:
    return [word for word in value if isinstance(word, str)] if isinstance(value, list) else []


def _names(clause: object) -> set[str]:
    """What a clause may be called by: its text, or the id of one that is an object."""
    held = clause.values() if isinstance(clause, dict) else (clause,)
    return {name for name in held if isinstance(name, str)}


class Governance:
    """What the recorded evaluations say of the cones of goals."""

    def __init__(self, index: Index) -> None:
        severities = {
            policy.policy_id: policy.severity for policy in index.trace.policies if isinstance(policy, Policy)
        }
        latest = {each.policy_id: each for each in index.trace.policy_evaluations if isinstance(each, PolicyEvaluation)}
        self._failed = [
            each
            for name, each in latest.items()
            if each.status is PolicyEvaluationStatus.Failed
            and severities.get(name, PolicySeverity.ErrorSeverity) is PolicySeverity.ErrorSeverity
        ]
        self._index = index

    def governed(self, goal: Mapping[str, Any], cone: Iterable[int]) -> bool | None:
        """`False` where a policy of severity error failed on the cone of a goal, else `None`: nothing else is known.

        A failure that names no violator is one of the whole trace. A policy that the goal disables says nothing.
        """
        rules = goal.get("policies")
        disabled = _words(rules.get("disabled")) if isinstance(rules, dict) else []
        within = set(cone)
        failed = (each for each in self._failed if each.policy_id not in disabled)
        return False if any(self._touches(each, within) for each in failed) else None

    def _touches(self, evaluation: PolicyEvaluation, cone: set[int]) -> bool:
        artifacts = evaluation.violating_artifact_ids
        if not evaluation.violating_action_ids and not artifacts:
            return True
        makers = (self._index.maker(name) for name in artifacts)
        ids = (None if maker is None else self._index.trace.actions[maker].id for maker in makers)
        return any(number is None or number in cone for number in (*evaluation.violating_action_ids, *ids))


def as_object(value: object) -> Mapping[str, Any]:
    """A JSON object, or an empty one in the place of anything else."""
    if isinstance(value, Unrecognized):
        value = value.value.value
    return value if isinstance(value, dict) else {}
