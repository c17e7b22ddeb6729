"""§8.1, §15.3 What the actions that record merges say of where the work of a trace comes from."""

from collections.abc import Iterator
from typing import Any

from tollens.core.model.actions import GovernanceAction, GovernanceActionType
from tollens.core.model.trace import Trace

MERGED = "merged"
"""The member of what such an action results in that holds the record of the merge."""


def records(trace: Trace) -> Iterator[dict[str, Any]]:
    """The records of the merges that a trace comes from, in the order of the actions."""
    for action in trace.actions:
        if (record := record_of(action)) is not None:
            yield record


def record_of(action: object) -> dict[str, Any] | None:
    """The record of the merge that an action made; `None` where it made none."""
    if not isinstance(action, GovernanceAction) or action.type is not GovernanceActionType.LinkTrace:
        return None
    held = None if action.result is None else action.result.value.get(MERGED)
    return held if isinstance(held, dict) else None


def doers(trace: Trace) -> tuple[str, ...]:
    """Who did the work: the assistant of the trace, and those of all traces that were merged into it."""
    merged = [parent for record in records(trace) for parent in _listed(record.get("parents"))]
    names = (parent.get("assistant") for parent in merged if isinstance(parent, dict))
    return tuple(dict.fromkeys((trace.assistant, *(name for name in names if isinstance(name, str)))))


def _listed(held: Any) -> list[Any]:
    return held if isinstance(held, list) else []
