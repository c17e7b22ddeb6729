"""§8, §15.3 A merged trace as it would be with the sides in the other order: no order of the two is one of time.

The actions that only theirs has are put behind those that only ours has, and numbered above them. What is judged by the
order of actions (§18.3) would take that for a record of what came first: a model of ours would seem to be older than
each result of theirs. So results are judged with the sides the other way round, too, unless that says nothing of them
(see `either_order.py`).
"""

from collections.abc import Mapping, Sequence
from operator import eq
from typing import Any, NamedTuple

import msgspec

from tollens.core.graph.merges import MERGED
from tollens.core.merge.parents import Side
from tollens.core.merge.views import View
from tollens.core.model.actions import GovernanceAction, KnownAction
from tollens.core.model.unrecognized import Unrecognized
from tollens.core.wire.document import Document
from tollens.core.wire.reading import Reading


class Turn(NamedTuple):
    """How the sides come in the other order.

    Attributes:
        document: The merged trace.
        fork: The position of the first action that may not be of both sides; all before it stay where they are.
        body: The actions but for that of the merge itself, if the trace has it.
        last: That action, if so.
        alone: The ids of those that only ours has; they move behind all others.
    """

    document: Document
    fork: int
    body: tuple[KnownAction, ...]
    last: tuple[KnownAction, ...]
    alone: frozenset[int]


def turn_of(document: Document, sides: Mapping[Side, View], names: Mapping[tuple[Side, str], str]) -> Turn | None:
    """What moves in a merged trace where the sides come in the other order.

    Args:
        document: The merged trace.
        sides: Its parents; the actions of ours keep their numbers there.
        names: The ids of the parents' artifacts there.

    Returns:
        `None` where one side has no actions of its own, or an action cannot be read.
    """
    ours, theirs = sides[Side.Ours], sides[Side.Theirs]
    actions = document.trace.actions
    known = tuple([action for action in actions if not isinstance(action, Unrecognized)])
    if len(known) < len(actions):
        return None
    records = 1 if known and _joins_models(known[-1], ours) else 0
    body, last = known[: len(known) - records], known[len(known) - records :]
    makers = _makers(document, ours, theirs, names)
    fork = _fork(body, ours, theirs, makers)
    alone = [action.id for action in body[fork:] if action.id in makers or _is_only_of(action, ours, theirs)]
    others = any(action.id not in ours.index.action_at for action in body[fork:])
    return Turn(document, fork, body, last, frozenset(alone)) if alone and others else None


def turned_round(turn: Turn) -> Document:
    """The merged trace with the actions that only ours has behind those that only theirs has.

    Only what is read of it is so; its JSON value is as it was. Artifacts stay in their order.
    """
    document = turn.document
    highest = max(action.id for action in turn.body)
    moving = (*(action for action in turn.body if action.id in turn.alone), *turn.last)
    numbers = {action.id: highest + count for count, action in enumerate(moving, 1)}
    moved = [msgspec.structs.replace(action, id=numbers[action.id]) for action in moving]
    trace = msgspec.structs.replace(
        document.trace,
        actions=(*(action for action in turn.body if action.id not in numbers), *moved),
        artifacts=tuple(
            artifact
            if isinstance(artifact, Unrecognized) or artifact.producer_action_id not in numbers
            else msgspec.structs.replace(artifact, producer_action_id=numbers[artifact.producer_action_id])
            for artifact in document.trace.artifacts
        ),
    )
    return Document(document.value, None, Reading(trace, document.faults))


def _makers(
    document: Document, ours: View, theirs: View, names: Mapping[tuple[Side, str], str]
) -> frozenset[int | None]:
    """What makes the artifacts of the merged trace that only ours has, as far as these say so."""
    shared = {names.get((Side.Theirs, name), name) for name in theirs.index.artifact_at}
    own = {names.get((Side.Ours, name), name) for name in ours.index.artifact_at} - shared
    artifacts = document.trace.artifacts if own else ()
    return frozenset(
        [
            artifact.producer_action_id
            for artifact in artifacts
            if artifact.artifact_id in own and not isinstance(artifact, Unrecognized)
        ]
    )


def _fork(body: tuple[KnownAction, ...], ours: View, theirs: View, makers: frozenset[int | None]) -> int:
    """How many actions the merged trace begins with that are those of both sides and made nothing that only ours has.

    As ids are told by their first place in a trace, each must stand there once.
    """
    own, other = ours.index, theirs.index
    if any(len(index.action_at) < len(index.trace.actions) for index in (own, other)):
        return 0
    same = min(_alike(body, own.trace.actions), _alike(own.trace.actions, other.trace.actions))
    return min([same, *(own.action_at[number] for number in makers if number in own.action_at)])


def _alike(some: Sequence[Any], others: Sequence[Any]) -> int:
    """With how many elements that are the same two lists begin."""
    differing = (at for at, same in enumerate(map(eq, some, others)) if not same)
    return next(differing, min(len(some), len(others)))


def _is_only_of(action: KnownAction, ours: View, theirs: View) -> bool:
    """Whether an action of the merged trace is of ours, and not of theirs as well."""
    if action.id not in ours.index.action_at:
        return False
    at = theirs.index.action_at.get(action.id)
    return at is None or theirs.index.trace.actions[at] != ours.index.trace.actions[ours.index.action_at[action.id]]


def _joins_models(action: KnownAction, ours: View) -> bool:
    """Whether an action is that of the merge itself."""
    if not isinstance(action, GovernanceAction) or action.id in ours.index.action_at:
        return False
    return action.label == "Merge" or (action.result is not None and MERGED in action.result.value)
