"""§15.3 Whether a merged trace names what it was made of: its parents and their base, each by its id and as it is."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from tollens.core.diagnostics import Diagnostic, pointer
from tollens.core.graph.index import Index
from tollens.core.graph.merges import MERGED, record_of
from tollens.core.merge.descent import HINT
from tollens.core.merge.elements import canonical
from tollens.core.merge.parents import Parents, Side, whose
from tollens.core.merge.places import FROM, RENAMED, Kind
from tollens.core.merge.union import Union, document_of
from tollens.core.merge.warrant import warrant
from tollens.core.model import Trace
from tollens.core.model.merging import MergeEvent
from tollens.core.validate.wording import quoted

_SECTION = "15.3"
_HASH = "content_hash"
_PARTS = {FROM: "part", RENAMED: "renaming"}
"""Members of a record that tell what a side has, with what messages call them."""

_GIVEN = "Check against the traces that were merged."


def origin(found: Index, parents: Parents) -> Iterator[Diagnostic]:
    """What is wrong with what a merged trace says of where it comes from.

    Args:
        found: Of the merged trace.
        parents: What it is checked against.
    """
    if parents.doubt is not None:
        yield Diagnostic("MCK013", "warning", pointer("merge", "base"), parents.doubt.reason, _SECTION, HINT)
    name = found.trace.trace_id
    if (taken := whose(name, parents)) is not None:
        text = f"the merged trace has the id of {taken}, {quoted(name)}, so that neither can be told from the other"
        yield _error(("trace_id",), text, "Merge again, under an id of its own.")
    event = found.trace.merge
    if not isinstance(event, MergeEvent):
        yield _error(("merge",), "the trace records no merge", "Record the parents, the base and the kind.")
        return
    both = parents.ours.trace.trace_id, parents.theirs.trace.trace_id
    if event.parents != both:
        given = ", ".join(map(quoted, both))
        yield _error(("merge", "parents"), f"the merge records another pair of parents than was given: {given}", _GIVEN)
    base = (parents.base.trace.trace_id or None) if parents.base is not None else None
    if event.base != base:
        given = "none" if base is None else quoted(base)
        if base is None and parents.doubt is not None:
            given = f"that which was given, {quoted(parents.doubt.base.trace.trace_id)}, is none (MCK013)"
        yield _error(("merge", "base"), f"the merge records another base than was given: {given}", _GIVEN)


def not_recorded(
    found: Index, parents: Parents, union: Union, changes: Mapping[str, Any], renamed: Collection[Kind]
) -> Iterator[Diagnostic]:
    """What the record that a merged trace has of this merge, if any, states otherwise than it is.

    Args:
        found: Of the merged trace.
        parents: What it is checked against.
        union: What a merge of them holds.
        changes: What either side changed.
        renamed: The kinds of elements that have other names in the merged trace than in the union.
    """
    at, record = own_record(found, parents, union) or (-1, None)
    if record is None:
        return
    event = found.trace.merge
    kind = event.kind if isinstance(event, MergeEvent) else parents.kind
    wanted = warrant(parents._replace(kind=kind), union, changes)
    for member, stated, computed in _compared(record, wanted, {each.value for each in renamed}):
        if canonical(stated) != canonical(computed):
            text = f"the record of the merge states another {member} than is recomputed"
            yield Diagnostic("MCK012", "error", pointer("actions", at, "result", MERGED), text, _SECTION, _GIVEN)


def own_record(found: Index, parents: Parents, union: Union) -> tuple[int, dict[str, Any]] | None:
    """The record that a merged trace has of this merge, with the position of its action; `None` where it has none.

    Another program need not record what this one does; the records of its parents are none of this merge.
    """
    places = _records(found.trace)
    before = _records(document_of(union.value, (parents.ours, parents.theirs)).trace)
    return places[-1] if len(places) > len(before) else None


def _records(trace: Trace) -> list[tuple[int, dict[str, Any]]]:
    """The records of merges in a trace, with the positions of the actions that made them."""
    found = ((at, record_of(action)) for at, action in enumerate(trace.actions))
    return [(at, record) for at, record in found if record is not None]


def _compared(
    record: dict[str, Any], wanted: dict[str, Any], renamed: Collection[str]
) -> Iterator[tuple[str, Any, Any]]:
    """What a record states and what it should, part by part; of further traces nothing is known here."""
    for member in ("kind", "base", "change_set"):
        yield member.replace("_", " "), record.get(member), wanted[member]
    told = [_by_side(held.get("parents")) for held in (record, wanted)]
    for side in Side:
        stated, computed = (held.get(side.value, {}) for held in told)
        yield f"content hash of {side.value}", stated.pop(_HASH, None), computed.pop(_HASH, None)
        yield f"description of {side.value}", stated, computed
        for member, called in _PARTS.items():
            held = [_object(_object(one.get(member)).get(side.value)) for one in (record, wanted)]
            stated, computed = ({name: part for name, part in one.items() if name not in renamed} for one in held)
            yield f"{called} of {side.value}", stated, computed


def _by_side(held: Any) -> dict[str, dict[str, Any]]:
    """The parents that a record describes."""
    listed = held if isinstance(held, list) else []
    sides = {side.value for side in Side}
    return {one["side"]: dict(one) for one in listed if isinstance(one, dict) and one.get("side") in sides}


def _object(held: Any) -> dict[str, Any]:
    return held if isinstance(held, dict) else {}


def _error(path: tuple[str, ...], text: str, hint: str) -> Diagnostic:
    return Diagnostic("MCK001", "error", pointer(*path), text, _SECTION, hint)
