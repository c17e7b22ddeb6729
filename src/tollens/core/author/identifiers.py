"""Ids for what is added to a trace: the next free one, so that the same trace and request give the same id (§5, §8)."""

import re
from collections.abc import Iterable

from tollens.core.graph.elements import identities
from tollens.core.model import Trace

_LONGEST = 15
"""Digits of a number that is counted on from: an id with more is a name, not a count."""


def next_action_id(trace: Trace) -> int:
    """One more than the highest action id, so that the list stays in ascending order (§8.1).

    >>> from tollens.core.wire.document import Document
    >>> next_action_id(Document.of({"actions": [{"id": 4}, {"id": 2}]}).trace)
    5
    """
    return max((action.id for action in trace.actions if action.id is not None), default=0) + 1


def next_artifact_id(trace: Trace, prefix: str = "a") -> str:
    """The next id for an artifact, free of references and residuals of the deprecated list too (§7, §11, §13.7).

    Args:
        trace: The trace that gets it.
        prefix: What stands before the number, such as `r` for a residual.
    """
    taken = (
        *(artifact.artifact_id for artifact in trace.artifacts),
        *_stated(trace, "reference_artifacts", "reference_artifact_id"),
        *_stated(trace, "residuals", "residual_id"),
    )
    return next_id((name for name in taken if name is not None), prefix)


def next_comment_id(trace: Trace) -> str:
    """The next id for a comment (§14.2): `c1`, `c2`, …"""
    return next_id(_stated(trace, "comments", "comment_id"), "c")


def next_review_item_id(trace: Trace) -> str:
    """The next id for a review item (§14.3): `ri1`, `ri2`, …"""
    return next_id(_stated(trace, "review_items", "review_item_id"), "ri")


def next_link_id(trace: Trace) -> str:
    """The next id for a trace link (§15.1): `l1`, `l2`, …"""
    return next_id(_stated(trace, "trace_links", "link_id"), "l")


def next_id(taken: Iterable[str], prefix: str) -> str:
    """The prefix with one more than the highest number that follows it in the ids that are taken.

    >>> next_id(["c1", "c7", "x9", "c"], "c")
    'c8'
    """
    held = set(taken)
    numbered = re.compile(re.escape(prefix) + rf"([0-9]{{1,{_LONGEST}}})")
    number = max((int(found[1]) for name in held if (found := numbered.fullmatch(name))), default=0) + 1
    while f"{prefix}{number}" in held:
        number += 1
    return f"{prefix}{number}"


def _stated(trace: Trace, list_: str, member: str) -> tuple[str, ...]:
    return tuple(name for _, name in identities(getattr(trace, list_), member))
