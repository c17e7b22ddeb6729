"""§8.1 The decisions that the record holds: what was chosen, what was not, and on what that rests."""

import msgspec

from tollens.core.model import ExecutionMetadata, GatewayAction, GatewayActionType, Trace

_DECIDING = frozenset({GatewayActionType.ExclusiveDecision, GatewayActionType.EventBasedDecision})


class Rejected(msgspec.Struct, frozen=True):
    """A way that was not taken.

    Attributes:
        because: Why; empty where that is not recorded.
    """

    label: str
    because: str


class Decision(msgspec.Struct, frozen=True):
    """One decision.

    Attributes:
        action_id: The gateway that records it.
        type: Of that action.
        label: What was decided, or asked.
        chosen: The ways that were taken; empty where no choice is recorded.
        rejected: Those that were not.
        basis: On what it rests, as recorded: the basis of the decision, or else the rationale of the action.
        by: The tool behind it; empty where the record names none. Who decided is told by the basis, if at all.
        inputs: Ids of what it took into account.
    """

    action_id: int
    type: str
    label: str
    chosen: tuple[str, ...]
    rejected: tuple[Rejected, ...]
    basis: str
    by: str
    inputs: tuple[str, ...]


def decisions(trace: Trace) -> tuple[Decision, ...]:
    """Every decision, in the order of the record; a split or a loop is one only where a way was not taken."""
    return tuple(
        _decision(action)
        for action in trace.actions
        if isinstance(action, GatewayAction)
        and (action.type in _DECIDING or any(not option.chosen for option in action.options))
    )


def _decision(action: GatewayAction) -> Decision:
    tool = action.execution.tool if isinstance(action.execution, ExecutionMetadata) else None
    return Decision(
        action_id=action.id,
        type=action.type.value,
        label=action.label,
        chosen=tuple(option.label for option in action.options if option.chosen),
        rejected=tuple(
            Rejected(option.label, option.rejected_because or "") for option in action.options if not option.chosen
        ),
        basis=action.decision_basis or action.rationale,
        by=tool or "",
        inputs=action.supporting_inputs,
    )
