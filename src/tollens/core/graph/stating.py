"""§8.1 The actions that state something which most do not, found in one pass over a list that may be very long."""

from collections.abc import Iterable
from typing import NamedTuple

from tollens.core.model.actions import ExecutionMetadata, KnownAction
from tollens.core.model.reproducibility import ActionReproducibility


class Stating(NamedTuple):
    """Actions with their positions, in list order, by what they state.

    Attributes:
        observations: Those with observations (§9.2).
        evidence: Those with evidence (§9.1).
        execution: Those that say how they were executed, with what they say (§8.3).
        reproducibility: Those that say how they are repeated, with what they say (§12.2).
    """

    observations: list[tuple[int, KnownAction]]
    evidence: list[tuple[int, KnownAction]]
    execution: list[tuple[int, KnownAction, ExecutionMetadata]]
    reproducibility: list[tuple[int, KnownAction, ActionReproducibility]]


def stating(actions: Iterable[tuple[int, KnownAction]]) -> Stating:
    """Sort the actions by what they state."""
    found = Stating([], [], [], [])
    for position, action in actions:
        if action.observations:
            found.observations.append((position, action))
        if action.evidence:
            found.evidence.append((position, action))
        if action.execution is not None:
            found.execution.append((position, action, action.execution))
        if action.reproducibility is not None:
            found.reproducibility.append((position, action, action.reproducibility))
    return found
