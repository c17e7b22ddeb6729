"""The policies that a trace holds, evaluated over it: what the review shows and its gate counts (§13.5)."""

from tollens.core.derive.evaluation import Evaluation
from tollens.core.derive.policies import PolicyVerdict, recorded_statuses
from tollens.core.policy.checking import Row, Terms, Unread, check, given, of_trace
from tollens.core.policy.damage import damaged_lists
from tollens.core.policy.derived import derived
from tollens.core.policy.engine import Shared
from tollens.core.policy.record import Record


def own_verdicts(evaluation: Evaluation) -> tuple[PolicyVerdict, ...]:
    """The verdict on each policy of a trace that was judged, in order: that of `tollens check` without a project."""
    terms = Terms()
    held = [one if isinstance(one, Unread) else given(one, terms) for one in of_trace(evaluation.trace)]
    damaged = () if evaluation.report.valid else damaged_lists(evaluation.index.value)
    shared = Shared(Record(evaluation.index, derived(evaluation)), damaged)
    recorded = recorded_statuses(evaluation.trace)
    rows = check((), held, shared, terms).rows
    return tuple(_verdict(row, recorded.get(row.judgement.policy_id, "")) for row in rows)


def _verdict(row: Row, recorded: str) -> PolicyVerdict:
    judged = row.judgement
    return PolicyVerdict(
        policy_id=judged.policy_id,
        name=judged.name,
        severity=judged.severity.value,
        status=judged.status,
        recorded=recorded,
        message=judged.message,
        violating_action_ids=judged.violating.action_ids,
        violating_artifact_ids=judged.violating.artifact_ids,
        blocking=row.blocking,
    )
