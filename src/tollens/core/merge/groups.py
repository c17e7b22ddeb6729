"""§8.4, §15.3 Meta-actions of two traces over the actions of one.

The actions that theirs adds come after all of ours, so a meta-action of theirs that has actions of the common history
and later ones is no longer one slice of the timeline: the later ones get a meta-action of their own, which says the
same. How the common actions are grouped, ours decides where both say it. What cannot stand beside that is set aside.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

from tollens.core.merge.elements import Base, Elements, canonical, own_name
from tollens.core.merge.likeness import Likeness, digest, shape
from tollens.core.merge.mentions import name_any
from tollens.core.merge.naming import Renaming
from tollens.core.merge.places import Kind

_LISTS = ("action_ids", "produced_artifact_ids", "residual_ids")
_PLACED = {"id": None, "parent_id": None, **dict.fromkeys(_LISTS)}
"""Members that say where a meta-action stands, without which it is what it says of its intent and outcome."""


class Groups(NamedTuple):
    """The meta-actions of the merged trace.

    Attributes:
        elements: All of them.
        added: Names of those that are made of theirs.
        regrouped: Actions of ours that only theirs groups, with the meta-action that they are in.
        set_aside: Meta-actions of theirs, as they were, whose grouping or outcome of common actions does not stand.
    """

    elements: list[Any]
    added: list[str]
    regrouped: Mapping[int, str]
    set_aside: list[Any]


def groups(ours: Elements, theirs: Elements, base: Base, likeness: Likeness, renaming: Renaming) -> Groups:
    """Bring the meta-actions of both parents together, and name those of theirs.

    Args:
        ours: The trace that keeps its names.
        theirs: The trace that joins it.
        base: The trace that both came from.
        likeness: What both have.
        renaming: The names of what theirs has; those of its meta-actions are added.
    """
    return _Grouping(ours, theirs, base, likeness, renaming).found()


class _Grouping:
    def __init__(self, ours: Elements, theirs: Elements, base: Base, likeness: Likeness, renaming: Renaming) -> None:
        self._ours, self._theirs, self._base, self._renaming = ours, theirs, base, renaming
        self._common = likeness.same
        self._elements = list(ours.listed("meta_actions"))
        self._at: dict[str, int] = {}
        self._by_first_name: dict[Any, list[str]] = {}
        self._holder: dict[int, str] = {}
        for position, element in enumerate(self._elements):
            name = own_name(element, "id", Kind.MetaAction)
            if isinstance(name, str) and self._at.setdefault(name, position) == position:
                self._by_first_name.setdefault(ours.first_name(Kind.MetaAction, name), []).append(name)
                for number in _numbers(element):
                    self._holder.setdefault(number, name)
        self._place = {number: at for at, number in enumerate(ours.by_name[Kind.Action])}
        self._existing: dict[str, list[int]] = {}
        self._in_common: dict[str, int] = {}
        self._around: dict[int, Any] = {}
        self._added: list[str] = []
        self._regrouped: dict[int, str] = {}
        self._set_aside: list[Any] = []

    def found(self) -> Groups:
        """Those that get actions which only theirs has are named first, since others may stand inside them."""
        named: dict[str, Any] = {}
        for element in self._theirs.listed("meta_actions"):
            name = own_name(element, "id", Kind.MetaAction)
            if not isinstance(name, str) or name in named:
                self._set_aside.append(element)
            else:
                named[name] = element
                self._existing[name] = [n for n in _numbers(element) if n in self._theirs.by_name[Kind.Action]]
                if len(self._existing[name]) < len(_held(element)):
                    self._set_aside.append(element)
        later = self._with_later_actions(named)
        gone_on = {name: held for name in later if (held := self._gone_on(name)) is not None}
        self._renaming.names[Kind.MetaAction].update(gone_on)
        later = {name: None for name in later if name not in gone_on}
        for name in later:
            key = digest([name, canonical(shape(named[name])).decode("utf-8", "replace")])
            self._added.append(str(self._renaming.name(Kind.MetaAction, name, key)))
        for name in named:
            if name not in later and name not in gone_on:
                held = self._counterpart(name)
                self._renaming.names[Kind.MetaAction][name] = name if held is None else held
        for name, element in named.items():
            if name not in gone_on:
                self._common_part(name, element, name in later)
        self._enclosed()
        for name, held in gone_on.items():
            self._outcome(held, name, named[name], _LISTS)
        self._elements += [self._later_part(named[name]) for name in later]
        return Groups(self._elements, self._added, self._regrouped, self._set_aside)

    def _with_later_actions(self, named: Mapping[str, Any]) -> dict[str, None]:
        """Those with actions that ours does not have, and those around them, in list order."""
        common = self._common[Kind.Action]
        found = {name for name in named if not all(map(common.__contains__, self._existing[name]))}
        waiting = list(found)
        while waiting:
            around = named[waiting.pop()].get("parent_id")
            if isinstance(around, str) and around in named and around not in found:
                found.add(around)
                waiting.append(around)
        return {name: None for name in named if name in found}

    def _gone_on(self, name: str) -> str | None:
        """The meta-action of ours that one of theirs is, with further actions that directly follow those of ours."""
        counterpart = self._counterpart(name)
        if counterpart is None or not self._only_theirs_goes_on:
            return None
        common = self._common[Kind.Action]
        numbers = [common[number] for number in self._existing[name] if number in common]
        return counterpart if numbers == _numbers(self._elements[self._at[counterpart]]) else None

    @cached_property
    def _only_theirs_goes_on(self) -> bool:
        """Whether theirs has all actions of ours, as its first ones: then the merged timeline is that of theirs."""
        common = self._common[Kind.Action]
        ours = list(self._ours.by_name[Kind.Action])
        return [common.get(number) for number in islice(self._theirs.by_name[Kind.Action], len(ours))] == ours

    def _later_part(self, element: Any) -> Any:
        """The meta-action over the actions that only theirs has, with what these made."""
        moved = self._renaming.moved("meta_actions", element)
        common = self._common[Kind.Action]
        kept = [number for number in self._existing[element["id"]] if number not in common]
        made = {**moved, "id": self._renaming.names[Kind.MetaAction][element["id"]]}
        if len(kept) < len(element.get("action_ids") or ()):
            made["action_ids"] = [self._renaming.names[Kind.Action][number] for number in kept]
            known = set(self._common[Kind.Artifact].values())
            for member in ("produced_artifact_ids", "residual_ids"):
                held = moved.get(member)
                if isinstance(held, list):
                    made[member] = [name for name in held if not (isinstance(name, str) and name in known)]
        return made

    def _common_part(self, name: str, element: Any, has_later: bool) -> None:
        """What a meta-action of theirs says of actions that both have."""
        common = self._common[Kind.Action]
        numbers = [int(common[number]) for number in self._existing[name] if number in common]
        counterpart = self._counterpart(name)
        holders = {self._holder.get(number) for number in numbers}
        if numbers and holders == {None} and self._one_slice(numbers):
            self._add(name, element, numbers, has_later)
        elif numbers and not all(holder is not None and self._is(holder, name) for holder in holders):
            self._set_aside.append(element)
        elif not has_later and counterpart is None and not numbers:
            self._add(name, element, numbers, has_later)
        elif not has_later:
            held = counterpart if counterpart is not None else next(iter(holders))
            if held is not None:
                self._outcome(held, name, element)

    def _add(self, name: str, element: Any, numbers: list[int], has_later: bool) -> None:
        """A meta-action that only theirs has, over actions that both have."""
        moved = self._renaming.moved("meta_actions", element)
        naming = self._renaming.fresh if has_later else self._renaming.name
        called = str(naming(Kind.MetaAction, name, digest([name, numbers])))
        self._in_common[name] = len(self._elements)
        self._around[len(self._elements)] = element.get("parent_id")
        self._elements.append({**moved, "id": called, **({"action_ids": numbers} if numbers else {})})
        self._added.append(called)
        self._regrouped.update(dict.fromkeys(numbers, called))

    def _enclosed(self) -> None:
        """Put each meta-action that was added over common actions into what is around it there."""
        for place in self._in_common.values():
            element = self._elements[place]
            around = self._around.get(place)
            if isinstance(around, str) and around in self._renaming.names[Kind.MetaAction]:
                at = self._in_common.get(around)
                element["parent_id"] = self._counterpart(around) if at is None else self._elements[at]["id"]

    def _outcome(self, counterpart: str, name: str, element: Any, grown: tuple[str, ...] = ()) -> None:
        """What both say of the intent and outcome of common actions: the change of whoever made one, else ours.

        Args:
            counterpart: The meta-action of ours.
            name: That of theirs.
            element: The same.
            grown: The lists that theirs went on with.
        """
        place = self._at[counterpart]
        if element is self._elements[place] and self._shared_stay:
            return  # both say the very same, whatever the lists
        moved = self._renaming.moved("meta_actions", element)
        held = {**self._elements[place], **{member: moved[member] for member in grown if member in moved}}
        self._elements[place] = held
        if any(_meaning(moved) == _meaning(other) for other in (held, *self._alike(name))):
            return
        before = self._base.element(Kind.MetaAction, name)
        was = None if before is None else _meaning(before)
        if was == _meaning(moved):
            return
        if was == _meaning(held):
            self._elements[place] = {**moved, **{m: held[m] for m in _PLACED if m in held}}
        else:
            self._set_aside.append(element)

    @cached_property
    def _shared_stay(self) -> bool:
        """Whether no meta-action that is one object in both traces names anything that has another name in theirs.

        Asked once everything of theirs is named.
        """
        renamed = {old for table in self._renaming.names.values() for old, new in table.items() if old != new}
        own = set(map(id, self._ours.listed("meta_actions")))
        shared = [element for element in self._theirs.listed("meta_actions") if id(element) in own]
        return not name_any("meta_actions", shared, renamed)

    def _alike(self, name: str) -> Iterator[Any]:
        """The meta-actions of ours that had that name where they were made."""
        first = self._theirs.first_name(Kind.MetaAction, name)
        return (self._elements[self._at[held]] for held in self._by_first_name.get(first, ()))

    def _first(self, name: str) -> Any:
        return self._ours.first_name(Kind.MetaAction, name)

    def _counterpart(self, name: Any) -> str | None:
        """The meta-action of ours that has a name of theirs, or had it where it was made."""
        if not isinstance(name, str):
            return None
        if name in self._at:
            return name
        return next(iter(self._by_first_name.get(self._theirs.first_name(Kind.MetaAction, name), ())), None)

    def _is(self, ours: str, theirs: str) -> bool:
        return ours == theirs or self._first(ours) == self._theirs.first_name(Kind.MetaAction, theirs)

    def _one_slice(self, numbers: Iterable[int]) -> bool:
        places = [self._place[number] for number in numbers if number in self._place]
        return places == list(range(places[0], places[0] + len(places))) if places else False


def _held(element: Any) -> list[Any]:
    held = element.get("action_ids") if isinstance(element, dict) else None
    return held if isinstance(held, list) else []


def _numbers(element: Any) -> list[int]:
    return [number for number in _held(element) if type(number) is int]


def _meaning(element: Any) -> bytes:
    return canonical(shape({**element, **_PLACED}))
