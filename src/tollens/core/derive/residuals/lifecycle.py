"""§13.3 What became of declared gaps along a chain of traces, each the successor of the one before.

A gap is followed by its id, as long as it says the same or is about the same; where it was numbered anew, by what it
says. A gap that is no longer in the record has vanished: the text lets a successor close a gap that way, but nothing
says that it was closed by anything, so that it is never counted as closed here.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Literal, get_args

import msgspec

from tollens.core.derive.residuals.surface import Gap, surface
from tollens.core.graph.index import Index
from tollens.core.model import TraceLineage, TraceLink, TraceRelationship

Change = Literal["closed", "acknowledged", "vanished", "reopened", "open", "new"]
"""What became of a gap: addressed or waived since; accepted as a known gap; open when it was last seen and not in the
last trace; open again after it was settled; open all along; first seen, and open, in the last trace."""

_SUCCESSION = (TraceRelationship.Supersedes, TraceRelationship.Reruns, TraceRelationship.DerivedFrom)


class Passage(msgspec.Struct, frozen=True):
    """One gap, or defeater, along a chain of traces.

    Attributes:
        residual_id: As the last trace that has it calls it.
        change: What became of it.
        status: In the last trace that has it, by its last revision there.
        severity, kind, statement: As that trace says.
        first_seen, last_seen: Ids of the first and the last trace that have it.
    """

    residual_id: str
    change: Change
    status: str
    severity: str
    kind: str
    statement: str
    first_seen: str
    last_seen: str


class Lifecycle(msgspec.Struct, frozen=True):
    """What became of gaps since some traces.

    Attributes:
        chain: Ids of the traces, the oldest first.
        unlinked: Ids of those of them that their successor in the chain does not name as such: whether they are
            predecessors rests on whoever asked.
        closed, acknowledged, vanished, reopened, open, new: The gaps by what became of them, in the order of their
            first appearance, the worst of a trace first.
    """

    chain: tuple[str, ...]
    unlinked: tuple[str, ...]
    closed: tuple[Passage, ...]
    acknowledged: tuple[Passage, ...]
    vanished: tuple[Passage, ...]
    reopened: tuple[Passage, ...]
    open: tuple[Passage, ...]
    new: tuple[Passage, ...]


class _Matter:
    """A gap with the revisions that led to it, as one trace has them: what the last of them says counts (§7.3)."""

    def __init__(self, last: Gap) -> None:
        self.last = last
        self.revisions = {last.residual_id: last}


class _Followed:
    """A matter on its way through the chain."""

    def __init__(self, matter: _Matter, at: int) -> None:
        self.matter = matter
        self.first = self.last = at
        self.was_open = matter.last.open
        self.was_settled = not matter.last.open

    def goes_on(self, matter: _Matter, at: int) -> None:
        self.matter = matter
        self.last = at
        self.was_open |= matter.last.open
        self.was_settled |= not matter.last.open


def lifecycle(chain: Sequence[Index]) -> Lifecycle:
    """Follow every gap that was open in some trace of the chain.

    Args:
        chain: The traces, the oldest first; at least one.
    """
    followed: list[_Followed] = []
    for at, index in enumerate(chain):
        _follow(followed, _matters(index), at)
    names = [index.trace.trace_id for index in chain]
    by_change: dict[Change, list[Passage]] = {change: [] for change in get_args(Change)}
    for each in followed:
        if each.was_open:
            passage = _passage(each, names)
            by_change[passage.change].append(passage)
    return Lifecycle(
        chain=tuple(names),
        unlinked=tuple(old.trace.trace_id for old, new in pairwise(chain) if not _succeeds(new, old)),
        closed=tuple(by_change["closed"]),
        acknowledged=tuple(by_change["acknowledged"]),
        vanished=tuple(by_change["vanished"]),
        reopened=tuple(by_change["reopened"]),
        open=tuple(by_change["open"]),
        new=tuple(by_change["new"]),
    )


def _matters(index: Index) -> list[_Matter]:
    """The surface of a trace, the worst first, each gap once with all of its revisions."""
    gaps, defeaters = surface(index)
    entries = {gap.residual_id: gap for gap in (*defeaters, *gaps)}
    last_of: dict[str, str] = {}
    for name in entries:
        way = [name]
        while way[-1] not in last_of and (later := entries[way[-1]].superseded_by) in entries:
            way.append(str(later))
        last = last_of.get(way[-1], way[-1])
        last_of.update(dict.fromkeys(way, last))
    matters = {name: _Matter(gap) for name, gap in entries.items() if last_of[name] == name}
    for name, last in last_of.items():
        matters[last].revisions[name] = entries[name]
    return list(matters.values())


def _follow(followed: list[_Followed], matters: Iterable[_Matter], at: int) -> None:
    """Pair what one trace has with what the trace before it had."""
    earlier = [each for each in followed if each.last == at - 1]
    by_id = {name: each for each in earlier for name in each.matter.revisions}
    by_text: dict[tuple[str, str], list[_Followed]] = {}
    for each in earlier:
        by_text.setdefault((each.matter.last.kind, each.matter.last.statement), []).append(each)
    unpaired: list[_Matter] = []
    for matter in matters:
        same = _by_revision(matter, by_id, at)
        if same is not None:
            same.goes_on(matter, at)
        else:
            unpaired.append(matter)
    for matter in unpaired:
        left = [each for each in by_text.get((matter.last.kind, matter.last.statement), ()) if each.last < at]
        if len(left) == 1:  # of several that say the same none is taken for it
            left[0].goes_on(matter, at)
        else:
            followed.append(_Followed(matter, at))


def _by_revision(matter: _Matter, by_id: Mapping[str, _Followed], at: int) -> _Followed | None:
    for name, gap in matter.revisions.items():
        found = by_id.get(name)
        if found is not None and found.last < at and _alike(found.matter.revisions[name], gap):
            return found
    return None


def _alike(old: Gap, new: Gap) -> bool:
    """Whether two gaps of one id are one: ids such as `r1` are given out anew in every trace."""
    same_text = old.statement == new.statement
    same_place = bool(old.target or old.about) and (old.target, old.about) == (new.target, new.about)
    return old.kind == new.kind and (same_text or same_place)


def _passage(followed: _Followed, names: Sequence[str]) -> Passage:
    gap = followed.matter.last
    return Passage(
        residual_id=gap.residual_id,
        change=_change(followed, len(names) - 1),
        status=gap.status,
        severity=gap.severity,
        kind=gap.kind,
        statement=gap.statement,
        first_seen=names[followed.first],
        last_seen=names[followed.last],
    )


def _change(followed: _Followed, last: int) -> Change:
    gap = followed.matter.last
    if not gap.open:
        return "acknowledged" if gap.status == "acknowledged" else "closed"
    if followed.last < last:
        return "vanished"
    if followed.was_settled:
        return "reopened"
    return "new" if followed.first == last and last else "open"


def _succeeds(new: Index, old: Index) -> bool:
    """Whether a trace names another one as its predecessor (§15.1, §15.2)."""
    return old.trace.trace_id in _predecessors(new)


def _predecessors(index: Index) -> Iterator[str]:
    trace = index.trace
    if isinstance(trace.trace_lineage, TraceLineage) and trace.trace_lineage.parent_trace_id is not None:
        yield trace.trace_lineage.parent_trace_id
    for link in trace.trace_links:
        if isinstance(link, TraceLink) and link.from_trace_id == trace.trace_id and link.relationship in _SUCCESSION:
            yield link.to_trace_id
