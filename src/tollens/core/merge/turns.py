"""§8, §15.3 A merged trace as it would be with the sides in the other order: no order of the two is one of time.

The actions that only theirs has are put behind those that only ours has, and numbered above them. What is judged by the
order of actions (§18.3) would take that for a record of what came first: a model of ours would seem to be older than
each result of theirs. So results are judged with the sides the other way round, too.
"""

from collections.abc import Mapping

import msgspec

from tollens.core.graph.index import Index
from tollens.core.graph.merges import MERGED
from tollens.core.merge.parents import Side
from tollens.core.merge.views import View
from tollens.core.model.actions import GovernanceAction, KnownAction
from tollens.core.model.unrecognized import Unrecognized
from tollens.core.wire.document import Document
from tollens.core.wire.reading import Reading


def turned_round(
    document: Document, sides: Mapping[Side, View], names: Mapping[tuple[Side, str], str]
) -> Document | None:
    """The merged trace with the actions that only ours has behind those that only theirs has.

    Only what is read of it is so; its JSON value is as it was. Artifacts stay in their order.

    Args:
        document: The merged trace.
        sides: Its parents; the actions of ours keep their numbers there.
        names: The ids of the parents' artifacts there.

    Returns:
        `None` where one side has no actions of its own, or an action cannot be read.
    """
    ours, theirs = sides[Side.Ours], sides[Side.Theirs]
    shared = {names.get((Side.Theirs, name), name) for name in theirs.index.artifact_at}
    own = {names.get((Side.Ours, name), name) for name in ours.index.artifact_at} - shared
    found = Index(document.trace)
    makers = {artifact.producer_action_id for _, artifact in found.artifacts if artifact.artifact_id in own}
    actions = document.trace.actions
    known = tuple(action for action in actions if not isinstance(action, Unrecognized))
    if len(known) < len(actions):
        return None
    records = 1 if known and _joins_models(known[-1], ours) else 0
    body, last = known[: len(known) - records], known[len(known) - records :]
    alone = [action for action in body if action.id in makers or _is_only_of(action, ours, theirs)]
    others = [action for action in body if action.id not in ours.index.action_at]
    if not alone or not others:
        return None
    highest = max(action.id for action in body)
    numbers = {action.id: highest + count for count, action in enumerate((*alone, *last), 1)}
    moved = [msgspec.structs.replace(action, id=numbers[action.id]) for action in (*alone, *last)]
    trace = msgspec.structs.replace(
        document.trace,
        actions=(*(action for action in body if action.id not in numbers), *moved),
        artifacts=tuple(
            artifact
            if isinstance(artifact, Unrecognized) or artifact.producer_action_id not in numbers
            else msgspec.structs.replace(artifact, producer_action_id=numbers[artifact.producer_action_id])
            for artifact in document.trace.artifacts
        ),
    )
    return Document(document.value, None, Reading(trace, document.faults))


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
