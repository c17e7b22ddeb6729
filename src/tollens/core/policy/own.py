"""The policies that a trace holds, evaluated over it: what the review shows and its gate counts (§13.5)."""

from typing import NamedTuple

from tollens.core.derive.evaluation import Evaluation
from tollens.core.derive.policies import PolicyVerdict, recorded_statuses
from tollens.core.policy.checking import Row, Terms, Unread, check, given, of_trace
from tollens.core.policy.damage import damaged_lists
from tollens.core.policy.derived import derived
from tollens.core.policy.engine import Shared
from tollens.core.policy.printer import printed
from tollens.core.policy.record import Record
from tollens.core.policy.syntax import Formula
from tollens.core.policy.verdict import Undetermined

_LONGEST = 300
"""Characters of a fact that could not be decided which are told."""


class Own(NamedTuple):
    """A policy of the trace, judged over it.

    Attributes:
        row: The verdict, with what it rests on.
        formula: What it demands; `None` where that cannot be read.
        recorded: The status of its last evaluation in the trace; empty where none is recorded.
    """

    row: Row
    formula: Formula | None
    recorded: str

    @property
    def verdict(self) -> PolicyVerdict:
        """The verdict in short."""
        judged = self.row.judgement
        return PolicyVerdict(
            policy_id=judged.policy_id,
            name=judged.name,
            severity=judged.severity.value,
            status=judged.status,
            recorded=self.recorded,
            message=judged.message,
            violating_action_ids=judged.violating.action_ids,
            violating_artifact_ids=judged.violating.artifact_ids,
            blocking=self.row.blocking,
            formula="" if self.formula is None else printed(self.formula),
            met=len(judged.evidence),
            undetermined=tuple(map(_told, judged.undetermined)),
        )


def own_policies(evaluation: Evaluation) -> tuple[Own, ...]:
    """Each policy of a trace that was judged, in order, as `tollens check` judges it without a project."""
    terms = Terms()
    held = [one if isinstance(one, Unread) else given(one, terms) for one in of_trace(evaluation.trace)]
    damaged = () if evaluation.report.valid else damaged_lists(evaluation.index.value)
    shared = Shared(Record(evaluation.index, derived(evaluation)), damaged)
    recorded = recorded_statuses(evaluation.trace)
    rows = check((), held, shared, terms).rows
    formulas = [None if isinstance(one, Unread) or one.rule is None else one.rule.formula for one in held]
    return tuple(
        Own(row, formula, recorded.get(row.judgement.policy_id, ""))
        for row, formula in zip(rows, formulas, strict=True)
    )


def own_verdicts(evaluation: Evaluation) -> tuple[PolicyVerdict, ...]:
    """The verdict on each policy of a trace that was judged, in order."""
    return tuple(one.verdict for one in own_policies(evaluation))


def _told(missing: Undetermined) -> str:
    fact = missing.fact if len(missing.fact) <= _LONGEST else missing.fact[:_LONGEST] + "…"
    at = f" (action {', '.join(map(str, missing.action_ids))})" if missing.action_ids else ""
    return f"`{fact}`{at}: {missing.why}"
