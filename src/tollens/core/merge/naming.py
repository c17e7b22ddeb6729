"""§7, §8, §15.3 What the elements of two traces are called in the merged one.

Ours keep their names. What theirs has in common with ours is called as there. Of the rest, an element keeps its name
unless ours has that name for something else; then it gets the name that it had when it was made, with the beginning of
a digest of what it says and rests on. So its name depends on it alone: not on the order of merges, nor on what else
they bring. Actions are renumbered in their order, above all of ours, and keep their numbers where these are above.
"""

from collections.abc import Collection, Mapping
from typing import Any

from tollens.core.merge.elements import Elements, Name
from tollens.core.merge.likeness import Likeness, digest
from tollens.core.merge.places import Kind, Place
from tollens.core.merge.renaming import turned

_SHORTEST, _LONGEST = 8, 64
"""Hexadecimal digits of a digest that stand in a name: so many, and more where that name is taken."""


class Renaming:
    """The names that the elements of theirs have in the merged trace.

    Attributes:
        names: By kind: the name in theirs to the name in the merged trace, also where it is the same.
    """

    def __init__(self, ours: Elements, theirs: Elements, likeness: Likeness) -> None:
        self._ours = ours
        self._theirs = theirs
        self._taken: dict[Kind, set[Name]] = {}
        self.names: dict[Kind, dict[Any, Any]] = {kind: dict(likeness.same[kind]) for kind in Kind}
        self._number_actions()
        for kind in (Kind.Artifact, Kind.Policy):
            for name in theirs.by_name[kind]:
                if name not in self.names[kind]:
                    self.name(kind, name, likeness.keys[kind, name])
        self._name_observations(likeness)

    def name(self, kind: Kind, name: Name, key: str) -> Name:
        """Name an element that ours does not have.

        Args:
            kind: Its kind.
            name: In theirs.
            key: A digest of what it says.
        """
        made = self.fresh(kind, name, key) if name in self._ours.by_name[kind] else name
        self.names[kind][name] = made
        return made

    def fresh(self, kind: Kind, name: Name, key: str) -> Name:
        """A name beside that of an element, for a part of it that stands elsewhere."""
        taken = self._taken_of(kind)
        made = free_name(self._theirs.first_name(kind, name), key, taken)
        taken.add(made)
        return made

    def _taken_of(self, kind: Kind) -> set[Name]:
        """What is called something in either trace; grows by what is named."""
        if kind not in self._taken:
            ours, theirs = self._ours, self._theirs
            self._taken[kind] = {*ours.by_name[kind], *theirs.by_name[kind], *ours.observations, *theirs.observations}
        return self._taken[kind]

    def turn(self, place: Place, name: Any) -> Any:
        """What stands in the merged trace for a name that stands in an element of theirs."""
        return self.names[self._theirs.meant(place, name)].get(name, name)

    def moved(self, member: str, element: Any) -> Any:
        """An element of theirs, with every name in it as in the merged trace."""
        return turned(member, element, self.turn)

    def _number_actions(self) -> None:
        numbers = self.names[Kind.Action]
        last = max((number for number in self._ours.by_name[Kind.Action] if isinstance(number, int)), default=0)
        for number in self._theirs.by_name[Kind.Action]:
            if number not in numbers and isinstance(number, int):
                last = max(number, last + 1)
                numbers[number] = last

    def _name_observations(self, likeness: Likeness) -> None:
        """An observation is named within its trace, so one of another action that has the name of ours gets its own."""
        names = self.names[Kind.Observation]
        for name, actions in self._theirs.observations.items():
            if any(number in likeness.same[Kind.Action] for number in actions):
                continue
            if name in self._ours.observations or name in self._ours.by_name[Kind.Artifact]:
                key = digest([likeness.keys.get((Kind.Action, number), "") for number in actions])
                first = self._theirs.first_name(Kind.Observation, name)
                names[name] = free_name(first, key, self._taken_of(Kind.Observation))


def free_name(first: Name, key: str, taken: Collection[Name]) -> str:
    """A name made of another and a digest that nothing has.

    >>> free_name("a9", "0123456789abcdef", {"a9", "a9-01234567"})
    'a9-0123456789abcdef'
    """
    length = _SHORTEST
    while (made := f"{first}-{key[:length]}") in taken and length < _LONGEST:
        length *= 2
    count = 1
    while made in taken:
        count += 1
        made = f"{first}-{key}-{count}"
    return made


def only_renamed(names: Mapping[Kind, Mapping[Any, Any]]) -> dict[Kind, dict[Any, Any]]:
    """By kind, the names in the merged trace of what is called otherwise in a parent, with its name there."""
    found = {kind: {new: old for old, new in table.items() if new != old} for kind, table in names.items()}
    return {kind: table for kind, table in found.items() if table}
