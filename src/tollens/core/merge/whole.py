"""§5, §6, §12.1, §15.3 What a merged trace says of itself as a whole.

It goes on from ours: assistant, model and trigger are those of ours, and those of theirs stand in the action that
records the merge. Nothing is claimed that one parent does not back: the outcome is the one of the two that claims less,
and what one parent says of its reproducibility holds for that parent's part. What speaks of the exact content or place
of a parent (its hash, signatures, commit, branch, place in a chain) is not taken over.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from tollens.core.merge.elements import Base, Elements, canonical
from tollens.core.merge.naming import Renaming
from tollens.core.model import EventType, GatewayActionType, ReproducibilityStatus
from tollens.core.projections import shapes
from tollens.core.wire.versions import CURRENT

NOT_TAKEN = ("content_hash", "signatures", "repo", "branch", "commit_sha", "trace_lineage", "merge", "metrics")
"""Members of a parent that are not of the merged trace; they stand in the action that records the merge. Metrics are
counted anew."""

_CLAIMS = {
    EventType.ProcessCompleted.value: 2,
    EventType.ProcessInterrupted.value: 1,
    EventType.ProcessAborted.value: 0,
}
_STATUSES = [status.value for status in ReproducibilityStatus]
"""From the one that claims least."""


_LISTS = ("entrypoints", "required_artifact_ids", "required_environment_ids", "limitations")


class Whole(NamedTuple):
    """The members that are no lists of elements.

    Attributes:
        members: By name, in the order of ours.
        set_aside: Members of theirs, as they were, that differ from those of ours and do not stand.
    """

    members: dict[str, Any]
    set_aside: dict[str, Any]


def whole(
    ours: Elements,
    theirs: Elements,
    base: Base,
    renaming: Renaming,
    *,
    grown: tuple[bool, bool],
    trace_id: str,
    at: str,
) -> Whole:
    """Bring together what the parents say of themselves.

    Args:
        ours: The trace that is gone on from.
        theirs: The trace that joins it.
        base: The trace that both came from.
        renaming: The names of what theirs has.
        grown: Whether ours, and whether theirs, has work that the other does not have.
        trace_id: Of the merged trace.
        at: When it is made.
    """
    members = {name: held for name, held in ours.value.items() if name not in NOT_TAKEN}
    members |= {"trace_id": trace_id, "spec_version": CURRENT, "timestamp": at}
    for name in ("assistant", "model", "trigger"):
        members[name] = ours.value.get(name) or theirs.value.get(name) or ours.value.get(name)
    members["outcome"] = _outcome(ours.value.get("outcome"), theirs.value.get("outcome"), grown)
    files = [*ours.listed("files_modified"), *theirs.listed("files_modified")]
    members["files_modified"] = list({canonical(file): file for file in files}.values())
    set_aside = _others(members, ours, theirs, base)
    members["reproducibility"] = _reproducibility(ours, theirs, renaming, grown)
    if grown[1] and not _fits(theirs.value.get("reproducibility"), ours.value.get("reproducibility")):
        set_aside["reproducibility"] = theirs.value.get("reproducibility")
    return Whole({name: held for name, held in members.items() if held is not None or name in ours.value}, set_aside)


def _outcome(ours: Any, theirs: Any, grown: tuple[bool, bool]) -> Any:
    """The outcome that claims less; that of whoever has all the work, where the other has none of its own."""
    if grown != (True, True):
        return theirs if grown[1] else ours
    return theirs if _claim(theirs) < _claim(ours) else ours


def _claim(outcome: Any) -> int:
    said = outcome.get("type") if isinstance(outcome, dict) else None
    return _CLAIMS.get(said, -1) if isinstance(said, str) else -1


def _reproducibility(ours: Elements, theirs: Elements, renaming: Renaming, grown: tuple[bool, bool]) -> Any:
    """What holds of all the work: the status that claims less, what either needs, and what limits either."""
    held = ours.value.get("reproducibility")
    other = renaming.moved("reproducibility", theirs.value.get("reproducibility"))
    if grown != (True, True):
        return other if grown[1] else held
    given = [one for one in (held, other) if one is not None]
    if canonical(held) == canonical(other) or not _fits(*given):
        return held
    made = {name: value for one in reversed(given) for name, value in one.items()}
    statuses = [one.get("status") for one in given]
    known = [_STATUSES.index(status) for status in statuses if status in _STATUSES]
    least = min(known, default=0) if len(known) == len(statuses) else 0
    made["status"] = _STATUSES[min(least, 1) if len(given) == 1 else least]
    for name in _LISTS:
        made[name] = list(dict.fromkeys(text for one in given for text in one.get(name) or ()))
    if len(given) == 1:
        which = ours if held is not None else theirs
        made["limitations"].append(f"Stated for the part that comes from {which.value.get('trace_id')} alone.")
    notes = [note for one in given if isinstance(note := one.get("notes"), str) and note]
    made["notes"] = "\n".join(dict.fromkeys(notes)) or None
    return made


def _fits(*stated: Any) -> bool:
    """Whether what parents state of their reproducibility can be read, where they do."""
    given = [one for one in stated if one is not None]
    lists = [one.get(name) or [] for one in given if isinstance(one, dict) for name in _LISTS]
    texts = all(isinstance(held, list) and all(isinstance(text, str) for text in held) for held in lists)
    return texts and all(isinstance(one, dict) for one in given)


def _others(members: dict[str, Any], ours: Elements, theirs: Elements, base: Base) -> dict[str, Any]:
    """Members that the text does not know: those of both, lists joined; else as whoever changed them has them."""
    known = {field.wire for field in shapes.trace().fields}
    set_aside = {}
    for name, there in theirs.value.items():
        here = ours.value.get(name)
        if name in known or canonical(here) == canonical(there):
            continue
        if here is None:
            members[name] = there
        elif isinstance(here, list) and isinstance(there, list):
            members[name] = list({canonical(item): item for item in (*here, *there)}.values())
        elif canonical(here) == canonical(base.member(name)):
            members[name] = there
        elif canonical(there) != canonical(base.member(name)):
            set_aside[name] = there
    return set_aside


def counted(ours: Elements, theirs: Elements, value: Mapping[str, Any]) -> dict[str, Any] | None:
    """The metrics of the merged trace, counted anew; `None` where no parent has any (§5.1).

    How often a loop ran cannot be counted: of what the parents say, the most.
    """
    given = [held for one in (ours, theirs) if isinstance(held := one.value.get("metrics"), dict)]
    if not given:
        return None
    types = [action.get("type") for action in value.get("actions") or () if isinstance(action, dict)]
    all_gateways = [each.value for each in GatewayActionType]
    gateways = [kind for kind in types if kind in all_gateways]
    counts = {
        "total_actions": len(value.get("actions") or ()),
        "decision_points": len(gateways),
        "parallel_blocks": gateways.count(GatewayActionType.ParallelSplit.value),
        "loops": gateways.count(GatewayActionType.LoopGateway.value),
        "meta_action_count": len(value.get("meta_actions") or ()),
    }
    made = {name: held for one in reversed(given) for name, held in one.items()}
    made |= {name: count for name, count in counts.items() if made.get(name) is not None}
    most = [times for one in given if type(times := one.get("max_loop_iterations")) is int]
    return made | ({"max_loop_iterations": max(most)} if most else {})
