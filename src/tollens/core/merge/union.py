"""§15.3 One trace that holds what two hold: both histories in full, what they have in common once.

What is the same is decided in `likeness`, what things are called in `naming`; each list follows from these.
The actions of ours come first, as they are, then those that only theirs has. So does everything else, and nothing of
either parent is left out: what cannot stand beside the other is given back in `set_aside`.
"""

from collections.abc import Mapping, Sequence
from itertools import filterfalse, repeat
from operator import is_
from typing import Any, NamedTuple

import msgspec

from tollens.core.merge.elements import LASTING, Base, Elements, Name, canonical, named_lists, own_name
from tollens.core.merge.groups import Groups, groups
from tollens.core.merge.likeness import Likeness, likeness, shape
from tollens.core.merge.naming import Renaming
from tollens.core.merge.parents import Parents, Side
from tollens.core.merge.places import Kind
from tollens.core.merge.standing import Difference, standing
from tollens.core.merge.verdicts import evaluations
from tollens.core.merge.whole import whole
from tollens.core.model import Trace
from tollens.core.wire.decode import convert
from tollens.core.wire.document import Document
from tollens.core.wire.reading import Reading

_CHANGING = (Kind.Environment, Kind.Comment, Kind.ReviewItem, Kind.Goal, Kind.Link)
"""The lists whose elements may change in place; of each only the elements name those of an earlier one."""

_DEFINING = ("reference_artifacts", "policies")
"""Lists of lasting elements that others are judged by, so that two definitions under one name are a question."""


class Union(NamedTuple):
    """The merged trace before anything is said of its results.

    Attributes:
        value: Its JSON value.
        names: The id in it of each artifact and reference artifact, by the parent that has it and its id there.
        actions: Likewise of each action.
        others: Likewise of whatever else has an id, by kind.
        of_theirs: By kind: the id in it of whatever theirs has, by its id there.
        shared: By kind: the ids, in the merged trace, of what both parents have.
        added: By kind: the ids, in the merged trace, of what only theirs has.
        differences: Definitions of one name of which both stand.
        set_aside: What could not stand beside what ours has, by the member of theirs, as it was there.
        sides: The parents, as they were read.
        at: When they come together, as RFC 3339.
        by: Who merges.
        further: How each further trace came to the two, whose ids stay as they are.
    """

    value: dict[str, Any]
    names: Mapping[tuple[Side, str], str]
    actions: Mapping[tuple[Side, int], int]
    others: Mapping[Kind, Mapping[tuple[Side, str], str]]
    of_theirs: Mapping[Kind, Mapping[Name, Name]]
    shared: Mapping[Kind, frozenset[Name]]
    added: Mapping[Kind, tuple[Name, ...]]
    differences: tuple[Difference, ...]
    set_aside: Mapping[str, Any]
    sides: Mapping[Side, Elements]
    at: str
    by: str
    further: "tuple[Union, ...]" = ()

    def joined_by(self, further: "Union") -> "Union":
        """The same two parents, with what a further trace brought."""
        return self._replace(
            value=further.value,
            differences=(*self.differences, *further.differences),
            further=(*self.further, further),
        )


def unite(parents: Parents, trace_id: str, at: str, by: str) -> Union:
    """Bring two traces together.

    Symmetric up to the names of things, idempotent, and associative up to the names of things: what a parent holds
    already is found again, also where an earlier merge renamed it.

    Args:
        parents: The two, and what both came from.
        trace_id: Of the merged trace.
        at: When it is made, as RFC 3339.
        by: Who merges.

    Raises:
        MisuseError: A list of a parent is no list.
    """
    return _Uniting(parents).united(trace_id, at, by)


def document_of(value: dict[str, Any], made_of: Sequence[Document]) -> Document:
    """A value that was made of some traces, read as one. Where these were read without a fault there is none in it to
    look for, and what the first one's lists begin with is not read again.
    """
    if any(document.faults or document.spelled for document in made_of):
        return Document.of(value)
    trace = _trace_beyond(value, made_of[0])
    return Document.of(value) if trace is None else Document(value, None, Reading(trace))


def _trace_beyond(value: dict[str, Any], first: Document) -> Trace | None:
    """The trace of a value, read without the elements with which lists begin that are those of a trace."""
    further, known = dict(value), {}
    for field in msgspec.structs.fields(Trace):
        name = field.encode_name
        here, there, read = value.get(name) or (), first.value.get(name), getattr(first.trace, field.name)
        if isinstance(there, list) and 0 < len(there) == len(read) <= len(here) and all(map(is_, here, there)):
            further[name], known[field.name] = here[len(there) :], read
    trace = convert(further)
    if trace is None:
        return None
    return msgspec.structs.replace(trace, **{name: (*read, *getattr(trace, name)) for name, read in known.items()})


class _Uniting:
    def __init__(self, parents: Parents) -> None:
        parents.theirs.read_beside(parents.ours)
        self._ours = Elements(parents.ours, "ours")
        self._theirs = Elements(parents.theirs, "theirs")
        self._base = Base(parents.base)
        self._likeness: Likeness = likeness(self._ours, self._theirs)
        self._renaming = Renaming(self._ours, self._theirs, self._likeness)
        self._differences: list[Difference] = []
        self._set_aside: dict[str, Any] = {}
        self._extra: dict[Kind, list[Name]] = {}

    def united(self, trace_id: str, at: str, by: str) -> Union:
        """What changes in place is named before what lasts is written, since that may name it."""
        lists: dict[str, list[Any]] = {}
        for kind in _CHANGING:
            if kind is Kind.Comment:
                grouped = self._grouped()
                lists["meta_actions"] = grouped.elements
            lists |= self._changing(kind)
        for kind in LASTING:
            lists |= self._lasting(kind)
        self._regroup(lists["actions"], grouped.regrouped)
        grown = self._grown()
        lists["policy_evaluations"] = evaluations(self._ours, self._theirs, self._renaming, all(grown))
        made = whole(self._ours, self._theirs, self._base, self._renaming, grown=grown, trace_id=trace_id, at=at)
        self._set_aside |= made.set_aside
        kept = {name: held for name, held in lists.items() if held or name in self._ours.value}
        return self._union(made.members | kept, at, by)

    def _grouped(self) -> Groups:
        found = groups(self._ours, self._theirs, self._base, self._likeness, self._renaming)
        self._extra[Kind.MetaAction] = list(found.added)
        if found.set_aside:
            self._set_aside["meta_actions"] = found.set_aside
        return found

    def _changing(self, kind: Kind) -> dict[str, list[Any]]:
        member, key = next((member, key) for member, key, of in named_lists() if of is kind)
        found = standing(member, key, kind, self._ours, self._theirs, self._base, self._renaming)
        self._differences += found.differences
        return {member: found.elements}

    def _lasting(self, kind: Kind) -> dict[str, list[Any]]:
        """The lists of a kind: those of ours, then what only theirs has, under its names."""
        made: dict[str, list[Any]] = {}
        same = self._likeness.same[kind]
        for member, key, of in named_lists():
            if of is not kind:
                continue
            held = list(self._ours.listed(member))
            named = zip(self._theirs.names[member], self._theirs.listed(member), strict=True)
            further = [(name, element) for name, element in named if name not in same]
            without = held if any(name is None for name, _ in further) else ()
            nameless = {canonical(shape(element)) for element in without if own_name(element, key, kind) is None}
            for name, element in further:
                moved = self._renaming.moved(member, element)
                if name is not None or canonical(shape(moved)) not in nameless:
                    held.append(moved)
                if name is not None and member in _DEFINING and name in self._ours.by_name[kind]:
                    self._differ(member, kind, name, element)
            made[member] = held
        return made

    def _differ(self, member: str, kind: Kind, name: Name, element: Any) -> None:
        before, here = self._base.element(kind, name), self._ours.by_name[kind][name][0][1]
        changed = [before is None or canonical(shape(before)) != canonical(shape(one)) for one in (here, element)]
        new = self._renaming.names[kind][name]
        self._differences.append(Difference(member, str(name), str(new), all(changed)))

    def _regroup(self, actions: list[Any], groups_of: Mapping[int, str]) -> None:
        for place, action in enumerate(actions if groups_of else ()):
            number = own_name(action, "id", Kind.Action)
            if number in groups_of and action.get("meta_action_id") is None:
                actions[place] = {**action, "meta_action_id": groups_of[int(number or 0)]}

    def _grown(self) -> tuple[bool, bool]:
        """Whether ours, and whether theirs, has actions or artifacts that the other does not have."""
        kinds = (Kind.Action, Kind.Artifact)
        same = self._likeness.same
        ours = any(len(self._ours.by_name[kind]) > len(same[kind]) for kind in kinds)
        return ours, any(len(self._theirs.by_name[kind]) > len(same[kind]) for kind in kinds)

    def _union(self, value: dict[str, Any], at: str, by: str) -> Union:
        names = self._renaming.names
        shared: dict[Kind, frozenset[Name]] = {}
        added: dict[Kind, tuple[Name, ...]] = {}
        for kind, table in names.items():
            here = self._ours.by_name[kind] if kind is not Kind.Observation else self._ours.observations
            there = dict.fromkeys((*table.values(), *self._extra.get(kind, ())))
            shared[kind] = frozenset(filter(here.__contains__, there))
            added[kind] = tuple(filterfalse(here.__contains__, there))
        others: dict[Kind, Mapping[tuple[Side, str], str]] = {
            kind: self._both(kind) for kind in Kind if kind not in (Kind.Artifact, Kind.Action, Kind.Observation)
        }
        return Union(
            value=value,
            names=self._both(Kind.Artifact),
            actions=self._both(Kind.Action),
            others=others,
            of_theirs=names,
            shared=shared,
            added=added,
            differences=tuple(self._differences),
            set_aside=self._set_aside,
            sides={Side.Ours: self._ours, Side.Theirs: self._theirs},
            at=at,
            by=by,
        )

    def _both(self, kind: Kind) -> dict[tuple[Side, Any], Any]:
        ours, theirs = self._ours.by_name[kind], self._renaming.names[kind]
        made: dict[tuple[Side, Any], Any] = dict(zip(zip(repeat(Side.Ours), ours), ours, strict=False))
        made.update(zip(zip(repeat(Side.Theirs), theirs), theirs.values(), strict=False))
        return made
