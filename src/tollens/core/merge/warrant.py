"""§15.3 The record of a merge: its parents with their hashes, where everything comes from, and the change set."""

from collections.abc import Mapping, Sequence
from itertools import filterfalse
from typing import Any

from tollens.core.integrity.by_parts import Known, content_hash_of
from tollens.core.integrity.canonical import hash_of
from tollens.core.merge.elements import exact
from tollens.core.merge.naming import only_renamed
from tollens.core.merge.parents import Parents, Side
from tollens.core.merge.places import FROM, RENAMED, WITH, Kind
from tollens.core.merge.union import Union
from tollens.core.merge.whole import NOT_TAKEN
from tollens.core.wire.document import Document

_SAID = ("spec_version", "assistant", "model", "timestamp", "trigger", "outcome")
"""Members of a parent that the merged trace has once, and the action that records the merge for each parent."""

_TOLD = ("trace_id", *_SAID, *NOT_TAKEN)
"""The same with what is not taken over."""


def warrant(parents: Parents, union: Union, change_set: Mapping[str, Any]) -> dict[str, Any]:
    """What a merge records of itself.

    Args:
        parents: The traces that came together.
        union: Both as one trace.
        change_set: What either side changed.
    """
    known: Known = {}  # most of what the parents say is common to both
    each = [(side.value, parents.of(side)) for side in Side]
    described = [{"side": side, **_described(parent.value, _hash(parent, known))} for side, parent in each]
    further = [more.sides[Side.Theirs].value for more in union.further]
    described += [{"side": WITH, **_described(value, hash_of(exact(value)))} for value in further]
    joining = {Side.Theirs.value: (union,), **({WITH: union.further} if union.further else {})}
    made: dict[str, Any] = {
        "kind": parents.kind,
        "parents": described,
        "base": None if parents.base is None else _told(parents.base.some(_TOLD)),
        FROM: {Side.Ours.value: _of_ours(union), **{side: _added(some) for side, some in joining.items()}},
        RENAMED: {side: _renamed(some) for side, some in joining.items()},
        "change_set": dict(change_set),
    }
    aside = {side: [dict(one.set_aside) for one in some if one.set_aside] for side, some in joining.items()}
    return made | ({"set_aside": aside} if any(aside.values()) else {})


def _hash(document: Document, known: Known) -> str | None:
    """The content hash of a parent; what is no Unicode has none."""
    found = content_hash_of(document.value, known) if document.plain else None
    return found or hash_of(exact(document.value) if document.data is None else document.data)


def _described(value: dict[str, Any], found: str | None) -> dict[str, Any]:
    """What a trace was, with the hash of its content in version 1.11."""
    said = _told(value)
    if found is not None and said.get("stated_content_hash") == found:
        del said["stated_content_hash"]
    return {"content_hash": found, **said}


def _told(value: dict[str, Any]) -> dict[str, Any]:
    """What a trace was: its id, and what of it the merged trace has not."""
    said = {name: value[name] for name in _TOLD if value.get(name) not in (None, [])}
    said.pop("signatures", None)
    stated = said.pop("content_hash", None)
    return said if stated is None else {**said, "stated_content_hash": stated}


def _of_ours(union: Union) -> dict[str, list[Any]]:
    """By kind, what only ours has."""
    held = {kind: union.sides[Side.Ours].by_name[kind] for kind in Kind}
    only = {kind: list(filterfalse(union.shared[kind].__contains__, names)) for kind, names in held.items()}
    return {kind.value: names for kind, names in only.items() if names}


def _added(unions: Sequence[Union]) -> dict[str, list[Any]]:
    """By kind, what only the traces that joined have, by its id in the merged trace."""
    found = {kind: [name for union in unions for name in union.added[kind]] for kind in Kind}
    return {kind.value: names for kind, names in found.items() if names}


def _renamed(unions: Sequence[Union]) -> dict[str, dict[str, Any]]:
    """By kind, what has another id than in the trace that it joined from, with its id there."""
    found: dict[str, dict[str, Any]] = {}
    for union in unions:
        for kind, names in only_renamed(union.of_theirs).items():
            found.setdefault(kind.value, {}).update((str(new), old) for new, old in names.items())
    return found
