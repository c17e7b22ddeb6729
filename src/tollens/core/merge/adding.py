"""§15.1, §15.3 Whether a merged trace holds what its merge has to add: lost coverage, links, questions for a person."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from tollens.core.diagnostics import Diagnostic, pointer
from tollens.core.graph.index import Index
from tollens.core.merge.answers import untold
from tollens.core.merge.coverage import Regression
from tollens.core.merge.elements import canonical
from tollens.core.merge.parents import Parents
from tollens.core.merge.places import Kind
from tollens.core.merge.recording import links_of, review_items_of
from tollens.core.merge.there import few
from tollens.core.merge.union import Union
from tollens.core.validate.wording import quoted
from tollens.core.wire.encode import to_value

_LINK = ("from_trace_id", "to_trace_id", "relationship")
_ITEM = ("title", "target", "status", "blocking")
"""Members of what a merge adds by which it is known again."""

_NAMED = frozenset({Kind.Goal, Kind.Policy, Kind.Artifact})
"""Kinds of what a question is about: where they have other names, it reads otherwise."""


def uncovered(found: Index, gained: Iterable[Regression]) -> Iterator[Diagnostic]:
    """The goals that gained what nothing proves, where a merged trace does not tell it."""
    for regression in untold(found, gained):
        names = few(tuple(map(quoted, regression.added)))
        text = f"the goal {quoted(regression.goal_id)} gained what nothing proves, and no residual tells it: {names}"
        yield _lack("artifacts", text)


def not_added(found: Index, parents: Parents, union: Union, renamed: Collection[Kind]) -> Iterator[Diagnostic]:
    """What a merge here adds beside artifacts, and is not in a merged trace that has the record of one.

    Args:
        found: Of the merged trace.
        parents: What it is checked against.
        union: What a merge of them holds.
        renamed: The kinds of elements that have other names in the merged trace than in the union.
    """
    links = _all_said(found.trace.trace_links, _LINK)
    for link in links_of(parents, union):
        if _said(link, _LINK) not in links:
            yield _lack("trace_links", f"no link says that it derives from {quoted(link.to_trace_id)}")
    items = _all_said(found.trace.review_items, _ITEM)
    for item in () if _NAMED.intersection(renamed) else review_items_of(union):
        if _said(item, _ITEM) not in items:
            yield _lack("review_items", f"the open review item {quoted(item.title)} is not there")


def _all_said(elements: Iterable[object], members: Sequence[str]) -> set[bytes]:
    return {_said(element, members) for element in elements}


def _said(element: object, members: Sequence[str]) -> bytes:
    """What an element that a merge adds says, whoever made it and whatever it is called."""
    value = to_value(element)
    return canonical([value.get(member) for member in members] if isinstance(value, dict) else None)


def _lack(member: str, text: str) -> Diagnostic:
    return Diagnostic("MCK015", "error", pointer(member), text, "15.3", "Merge again, and settle it in a successor.")
