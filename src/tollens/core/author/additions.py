"""What a change wrote into a trace, read off the two documents, so that what is said of it is what happened."""

from collections.abc import Iterator
from typing import Any

import msgspec

from tollens.core.validate.sections.identity import NAMED
from tollens.core.wire.document import Document

_CRITERIA = "acceptance"
"""The list that each goal has of its own (§18.1)."""

_IDS = {"actions": "id", "artifacts": "artifact_id", _CRITERIA: "acceptance_id", **dict(NAMED)}
_KINDS = {"actions": "type", "artifacts": "artifact_type", _CRITERIA: "kind", "trace_links": "relationship"}


class Place(msgspec.Struct, frozen=True):
    """One element of the trace that was written.

    Attributes:
        member: The member of the trace that it is, or is in, such as `comments`; `acceptance` for a goal's criterion.
        id: Its id, as text; empty where it has none.
        kind: The type of an action or artifact, the kind of a criterion, the relationship of a link; otherwise empty.
    """

    member: str
    id: str = ""
    kind: str = ""


class Additions(msgspec.Struct, frozen=True):
    """What a verb wrote.

    Attributes:
        added: New elements, in the order of the members and of the lists.
        changed: Elements that were there and say something else now, and members of the trace that are no list.
        unsealed: The members that sealed the trace and were dropped from the copy (`content_hash`, `signatures`).
    """

    added: tuple[Place, ...]
    changed: tuple[Place, ...]
    unsealed: tuple[str, ...]


def additions(before: Document, after: Document, unsealed: tuple[str, ...] = ()) -> Additions:
    """What `after`, which editing made of `before`, holds beyond it.

    Args:
        before: The trace as it was read.
        after: The same after any number of edits, each of which keeps what it does not touch.
        unsealed: Members that were dropped with the seal.
    """
    added: list[Place] = []
    changed: list[Place] = []
    for member, value in after.value.items():
        old = before.value.get(member)
        if value is old:
            continue
        if not isinstance(value, list):
            changed.append(Place(member))
            continue
        known = old if isinstance(old, list) else []
        added.extend(_place(member, element) for element in value[len(known) :])
        for was, there in _differing(known, value):
            changed.append(_place(member, there))
            if member == "goals":
                added.extend(_criteria(was, there))
    return Additions(tuple(added), tuple(changed), unsealed)


def _differing(old: list[Any], new: list[Any]) -> Iterator[tuple[Any, Any]]:
    """The elements that stand where another stood, after that one: edits keep every other as the very same value."""
    return ((was, there) for was, there in zip(old, new, strict=False) if was is not there)


def _criteria(old: Any, new: Any) -> Iterator[Place]:
    """The criteria that a goal has got, which are only ever added at the end."""
    before, now = (held.get(_CRITERIA) if isinstance(held, dict) else None for held in (old, new))
    if isinstance(now, list):
        for item in now[len(before) if isinstance(before, list) else 0 :]:
            yield _place(_CRITERIA, item)


def _place(member: str, element: Any) -> Place:
    said = element if isinstance(element, dict) else {}
    return Place(member, str(said.get(_IDS.get(member, ""), "")), str(said.get(_KINDS.get(member, ""), "")))
