"""§15.1, §15.3 Whether a trace comes from another one: what the base of a merge must be to the sides.

What a base has and a side has not reads as if that side had taken it away. Where the side never had it, a change of the
other side is undone in silence, and proofs over what is undone are carried forward. So a base is used only where each
side has all of it that says what the code is; goals and results that a side does not have are told, and no more.
"""

from collections.abc import Mapping
from typing import NamedTuple

from tollens.core.derive.freshness.touched import EDIT_NAMES
from tollens.core.graph.elements import identities
from tollens.core.merge.elements import Element, Elements, Name, exact, named_lists
from tollens.core.merge.likeness import likeness
from tollens.core.merge.places import Kind
from tollens.core.model import TraceLineage, TraceLink, TraceRelationship
from tollens.core.model.merging import MergeEvent
from tollens.core.validate.wording import quoted
from tollens.core.wire.document import Document

HINT = "Give the trace that both came from, whose commit git merge-base names, or leave the base out."

_DESCENT = (TraceRelationship.Supersedes, TraceRelationship.DerivedFrom, TraceRelationship.ForkedFrom)
_KINDS = (Kind.Artifact, Kind.Action)
_LISTS = tuple(member for member, _, kind in named_lists() if kind in _KINDS)
_OF_CODE = ("FormalModel", "Formalization", "SourceCode", "Diff")
"""Artifacts that say what the code is; what a merge makes of the models of two sides depends on them."""

_FEW = 5
"""So many entries stand in a message at most."""


class Doubt(NamedTuple):
    """What speaks against a trace that was given as the base.

    Attributes:
        base: The trace.
        used: Whether it is used all the same: where a side has all of it that says what the code is.
        reason: What speaks against it, as a sentence without a full stop.
    """

    base: Document
    used: bool
    reason: str


class _Lacking(NamedTuple):
    """An entry of the base that a side does not have."""

    called: str
    of_code: bool


def doubt(base: Document, sides: Mapping[str, Document]) -> Doubt | None:
    """What speaks against a trace being what others came from; `None` where nothing does.

    Args:
        base: The trace.
        sides: The others, by what messages call them.
    """
    lacking = {which: found for which, side in sides.items() if (found := _lacking(base, side))}
    if not lacking:
        return None
    used = not any(each.of_code for found in lacking.values() for each in found)
    called = quoted(base.trace.trace_id) if base.trace.trace_id else "the base"
    told = " and ".join(f"{which} does not have {_listed(found)}" for which, found in lacking.items())
    so = "it is used all the same, since models and edits are there" if used else "it is not used as the base"
    return Doubt(base, used, f"{called} does not seem to be what both came from, since {told} of it; {so}")


def _lacking(base: Document, trace: Document) -> list[_Lacking]:
    """The artifacts and actions of a base that a trace does not have.

    A trace that comes from another holds what that holds, unless it states its descent. What has the same name and
    type counts as there, since some producers edit what they recorded.
    """
    if base is trace or base.trace.trace_id in _stated(trace) or _goes_on(base, trace):
        return []
    trace.read_beside(base)
    before, after = Elements(base, "the base"), Elements(trace, "a parent")
    apart = [
        (kind, name)
        for kind in _KINDS
        for name, held in before.by_name[kind].items()
        if _types(held) != _types(after.by_name[kind].get(name, ()))
    ]
    if not apart:
        return []
    same = likeness(after, before).same  # an earlier merge may have given it another name
    return [_entry(kind, name, before) for kind, name in apart if name not in same[kind]]


def _goes_on(base: Document, trace: Document) -> bool:
    """Whether it is plain that a trace has all of a base: it is written first, and nothing later has a name of it."""
    if not trace.begins_with(base, _LISTS):
        return False
    read = trace.trace
    actions = [action.id for action in read.actions]
    artifacts = [artifact.artifact_id for artifact in read.artifacts]
    artifacts += [name for _, name in identities(read.reference_artifacts, "reference_artifact_id")]
    artifacts += [name for _, name in identities(read.residuals, "residual_id")]
    return len(set(actions)) == len(actions) and len(set(artifacts)) == len(artifacts)


def _types(held: "list[Element] | tuple[()]") -> list[bytes]:
    return [exact([each.get(member) for member in ("artifact_type", "category", "type")]) for _, each in held]


def _entry(kind: Kind, name: Name, before: Elements) -> _Lacking:
    held = [each for _, each in before.by_name[kind][name]]
    if kind is Kind.Artifact:
        return _Lacking(quoted(str(name)), any(each.get("artifact_type") in _OF_CODE for each in held))
    return _Lacking(f"action {name}", any(each.get("type") in EDIT_NAMES for each in held))


def _stated(trace: Document) -> list[str | None]:
    """The ids of the traces from which a trace says that it comes."""
    held, found = trace.trace, list[str | None]()
    if isinstance(held.merge, MergeEvent):
        found += [*held.merge.parents, held.merge.base]
    if isinstance(held.trace_lineage, TraceLineage):
        found += [held.trace_lineage.parent_trace_id, held.trace_lineage.root_trace_id]
    for link in held.trace_links:
        if isinstance(link, TraceLink) and link.relationship in _DESCENT and link.from_trace_id == held.trace_id:
            found.append(link.to_trace_id)
    return [name for name in found if name]


def _listed(found: list[_Lacking]) -> str:
    first = sorted(found, key=lambda each: not each.of_code)  # what decides comes first
    more = len(found) - _FEW
    return ", ".join(each.called for each in first[:_FEW]) + (f" and {more} more" if more > 0 else "")
