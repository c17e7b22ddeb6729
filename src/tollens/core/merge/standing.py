"""§12.3, §14, §15.1, §18.1 The lists whose elements change as work goes on: what stands of each in a merged trace.

Goals grow, comments are resolved, review items are settled, all in place. So where both parents have one under the same
name and it differs, the base tells who changed it: if only one parent did, that change stands; if both did, or nobody
can tell, both stand, theirs under a name of its own. Which of them is right is not decided here.
"""

from typing import Any, NamedTuple

from tollens.core.merge.elements import Base, Elements, Name, canonical, own_name
from tollens.core.merge.likeness import digest, shape
from tollens.core.merge.naming import Renaming
from tollens.core.merge.places import Kind


class Difference(NamedTuple):
    """Two definitions under one name, of which both stand in the merged trace.

    Attributes:
        member: The list of the trace.
        name: The name in the parents, which that of ours keeps.
        theirs: The name of the other definition.
        both_changed: Whether both parents changed it, or it is not known who did; else it is one that only one of them
            changed.
    """

    member: str
    name: str
    theirs: str
    both_changed: bool


class Standing(NamedTuple):
    """A list of the merged trace.

    Attributes:
        elements: Its elements: those of ours, then those that only theirs has.
        differences: Where both definitions stand.
        added: Names of what only theirs has, as in the merged trace.
    """

    elements: list[Any]
    differences: list[Difference]
    added: list[Name]


def standing(
    member: str, key: str, kind: Kind, ours: Elements, theirs: Elements, base: Base, renaming: Renaming
) -> Standing:
    """Bring a list of both parents together, and name what only theirs has.

    Args:
        member: The list of the trace.
        key: The member of an element that holds its name.
        kind: What its elements are.
        ours: The trace that keeps its names.
        theirs: The trace that joins it.
        base: The trace that both came from.
        renaming: The names of what theirs has; those of this list are added.
    """
    return _Settling(member, key, kind, ours, theirs, base, renaming).settled()


class _Settling:
    def __init__(
        self,
        member: str,
        key: str,
        kind: Kind,
        ours: Elements,
        theirs: Elements,
        base: Base,
        names: Renaming,
    ) -> None:
        self._member, self._key, self._kind = member, key, kind
        self._theirs, self._base, self._renaming = theirs, base, names
        self._elements = list(ours.listed(member))
        self._ours = ours
        self._at: dict[Name, int] = {}
        self._by_first_name: dict[Name, list[Name]] = {}
        for position, element in enumerate(self._elements):
            name = own_name(element, key, kind)
            if name is not None and self._at.setdefault(name, position) == position:
                self._by_first_name.setdefault(ours.first_name(kind, name), []).append(name)
        self._differences: list[Difference] = []
        self._added: list[Name] = []

    def settled(self) -> Standing:
        """Go through theirs twice: what it is called must be known before what refers to it is written."""
        writing: list[tuple[int | None, Any]] = []
        unnamed = {canonical(shape(element)) for element in self._elements if self._name(element) is None}
        for element in self._theirs.listed(self._member):
            name = self._name(element)
            if name is not None:
                self._settle(name, element, writing)
            elif canonical(shape(self._renaming.moved(self._member, element))) not in unnamed:
                writing.append((None, element))
        for position, element in writing:
            moved = self._renaming.moved(self._member, element)
            if position is None:
                self._elements.append(moved)
            else:
                self._elements[position] = moved
        return Standing(self._elements, self._differences, self._added)

    def _settle(self, name: Name, element: Any, writing: list[tuple[int | None, Any]]) -> None:
        said = self._said(self._renaming.moved(self._member, element))
        names = self._renaming.names[self._kind]
        twins = {twin: self._said(self._elements[self._at[twin]]) for twin in self._twins(name)}
        alike = next((twin for twin, here in twins.items() if here == said), None)
        if alike is not None:
            names[name] = alike
            return
        before = self._before(name) if twins else None
        as_before = next((twin for twin, here in twins.items() if here == before), None)
        if as_before is not None:  # ours left it as the base has it, so that the change of theirs stands
            names[name] = as_before
            writing.append((self._at[as_before], element))
            return
        if twins and before == said:
            names[name] = next(iter(twins))
            return
        made = self._renaming.name(self._kind, name, digest([self._kind.value, str(said)]))
        self._added.append(made)
        writing.append((None, element))
        if twins:
            self._differences.append(Difference(self._member, str(next(iter(twins))), str(made), True))

    def _twins(self, name: Name) -> list[Name]:
        """What in ours may be an element of theirs: what has its name, and what had it where it was made."""
        first = self._by_first_name.get(self._theirs.first_name(self._kind, name), [])
        return list(dict.fromkeys((*((name,) if name in self._at else ()), *first)))

    def _before(self, name: Name) -> bytes | None:
        held = self._base.element(self._kind, name)
        return None if held is None else self._said(held)

    def _name(self, element: Any) -> Name | None:
        return own_name(element, self._key, self._kind)

    def _said(self, element: Any) -> bytes:
        """What an element says beside its name."""
        return canonical(shape({**element, self._key: None}))
