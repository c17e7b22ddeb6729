"""§15.3 Whether a merged trace names what it was made of: its parents and their base, each by its id and as it is."""

from collections.abc import Iterator
from typing import Any

from tollens.core.diagnostics import Diagnostic, pointer
from tollens.core.graph.index import Index
from tollens.core.graph.merges import records
from tollens.core.integrity.canonical import hash_of
from tollens.core.merge.descent import HINT
from tollens.core.merge.elements import exact
from tollens.core.merge.parents import Parents, Side, whose
from tollens.core.model.merging import MergeEvent
from tollens.core.validate.wording import quoted

_SECTION = "15.3"
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
    yield from _hashes(found, parents)


def _hashes(found: Index, parents: Parents) -> Iterator[Diagnostic]:
    """Whether the record that a merged trace has of this merge, if any, states the hashes of the parents."""
    record: dict[str, Any] = next(reversed(list(records(found.trace))), {})
    told = {said.get("side"): said for said in record.get("parents") or () if isinstance(said, dict)}
    for side in Side:
        said, parent = told.get(side.value), parents.of(side)
        if said is None or "content_hash" not in said:
            continue
        data = exact(parent.value) if parent.data is None else parent.data
        if said["content_hash"] != hash_of(data):
            text = f"the record of the merge states another content hash of {side.value} than it has"
            yield Diagnostic("MCK012", "error", pointer("actions"), text, _SECTION, _GIVEN)


def _error(path: tuple[str, ...], text: str, hint: str) -> Diagnostic:
    return Diagnostic("MCK001", "error", pointer(*path), text, _SECTION, hint)
