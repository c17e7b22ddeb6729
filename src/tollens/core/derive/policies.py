"""What became of the policies of a trace: evaluated over it now, beside what was recorded when it was made (§13.5).

The evaluation itself is no matter of this layer, which stands below the policy language: it is handed in.
"""

from collections.abc import Mapping

import msgspec

from tollens.core.model.policies import PolicyEvaluation
from tollens.core.model.trace import Trace


class PolicyVerdict(msgspec.Struct, frozen=True):
    """One policy of the trace, evaluated.

    Attributes:
        policy_id, name, severity: Of the policy.
        status: `passed`, `failed`, `not_applicable` or `unknown`: over the trace as it is.
        recorded: The status of its last evaluation in the trace; empty where none is recorded.
        message: The verdict in a sentence.
        violating_action_ids, violating_artifact_ids: Where it is violated.
        blocking: It is of severity error, and violated or undecided.
        formula: As it is printed; empty where it cannot be read.
        met: At how many actions it demands something and is met; `tollens check --json` lists them.
        undetermined: What could not be decided of an undecided one, and why, in sentences.
    """

    policy_id: str
    name: str
    severity: str
    status: str
    recorded: str
    message: str
    violating_action_ids: tuple[int, ...]
    violating_artifact_ids: tuple[str, ...]
    blocking: bool
    formula: str = ""
    met: int = 0
    undetermined: tuple[str, ...] = ()


def recorded_statuses(trace: Trace) -> Mapping[str, str]:
    """The status of the last recorded evaluation of each policy, by its id."""
    return {
        evaluation.policy_id: evaluation.status.value
        for evaluation in trace.policy_evaluations
        if isinstance(evaluation, PolicyEvaluation)
    }
