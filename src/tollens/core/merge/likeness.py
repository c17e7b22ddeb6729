"""§7, §8, §15.3 Which elements of two traces are the same: what both have from a common history, once or renamed since.

Artifacts, actions, references and policies do not change once they are made. Two of them are the same where both had
the same name when they were made and say the same, and whatever they name is the same in turn. An action that made
something else, or a result about another model, is another one, however alike they look.

Where names agree that is decided by comparing texts. What is left, such as what an earlier merge has renamed, is
compared by a key: a digest of what an element says, with the keys of what it names in the place of the names.
"""

import hashlib
from collections.abc import Container, Mapping, Sequence, Set
from typing import Any, NamedTuple

from tollens.core.graph.components import components
from tollens.core.merge.elements import LASTING, Element, Elements, Name, canonical, exact, named_lists
from tollens.core.merge.mentions import name_any
from tollens.core.merge.places import Kind, Place, Role
from tollens.core.merge.renaming import mentioned, turned

_LOOSE = (Role.Aside, Role.Recorded)
"""How an element may name another one without resting on it."""

_UNTOLD = (Kind.Action, Kind.MetaAction)
"""What an element may name aside without being another one for it: the grouping, and the action that comes next."""

Node = tuple[Kind, Name]
"""All elements of one kind and name in a trace."""


class Likeness(NamedTuple):
    """What is the same.

    Attributes:
        same: By kind the name of each element of theirs that ours has, too, with its name there.
        keys: Of the other lasting elements of theirs: a digest of what they say and rest on.
    """

    same: Mapping[Kind, Mapping[Name, Name]]
    keys: Mapping[Node, str]


def likeness(ours: Elements, theirs: Elements) -> Likeness:
    """Compare two traces."""
    alike = _by_name(ours, theirs)
    same: dict[Kind, dict[Name, Name]] = {kind: dict(zip(names, names, strict=True)) for kind, names in alike.items()}
    shared = {kind: frozenset(names) for kind, names in same.items()}
    known: dict[str, Node] = {}
    for node, key in _keys(ours, shared).items():
        if key.sure:
            known.setdefault(key.text, node)
    keys: dict[Node, str] = {}
    for node, key in _keys(theirs, shared).items():
        twin = known.pop(key.text, None) if key.sure else None
        if twin is not None:
            same[node[0]][node[1]] = twin[1]
        keys[node] = key.text
    return Likeness(same, keys)


def _by_name(ours: Elements, theirs: Elements) -> dict[Kind, dict[Name, None]]:
    """Those of the same name and text that name the same: all, without those that name something which is not."""
    alike: dict[Kind, dict[Name, None]] = {kind: {} for kind in Kind}
    apart: list[Node] = []
    for kind in LASTING:
        here, there, found = ours.by_name[kind], theirs.by_name[kind], alike[kind]
        renamed = {*ours.former.get(kind, ()), *theirs.former.get(kind, ())}
        for name, elements in here.items():
            others = there.get(name)
            if others is None:
                apart.append((kind, name))
                continue
            first = name not in renamed or ours.first_name(kind, name) == theirs.first_name(kind, name)
            if first and _same_text(elements, others):
                found[name] = None
            else:
                apart.append((kind, name))
        apart += [(kind, name) for name in there if name not in here]
    if not _name_any(ours, alike, {name for _, name in apart}):
        return alike
    users: dict[Node, list[Node]] = {}
    suspects = set(apart)
    for node in [(kind, name) for kind, names in alike.items() for name in names]:
        for role, kind, name in _mentions(ours, node):
            if role not in _LOOSE and ((named := (kind, name)) in suspects or name in alike[kind]):
                users.setdefault(named, []).append(node)
    while apart:
        for kind, name in users.get(apart.pop(), ()):
            if name in alike[kind]:
                del alike[kind][name]
                apart.append((kind, name))
    return alike


def _name_any(elements: Elements, alike: Mapping[Kind, Container[Name]], names: Set[Name]) -> bool:
    """Whether any of some elements may name any of some names."""
    for member, _, kind in named_lists() if names else ():
        named, some = zip(elements.names[member], elements.listed(member), strict=True), alike[kind]
        held = [element for name, element in named if name in some]
        if name_any(member, held, names):
            return True
    return False


def _same_text(some: Sequence[Element], others: Sequence[Element]) -> bool:
    if len(some) != len(others):
        return False
    if len(some) == 1 and some[0][1] is others[0][1]:  # as most
        return True
    return all(
        one is other or (member == also and exact(one) == exact(other))
        for (member, one), (also, other) in zip(some, others, strict=True)
    )


Mention = tuple[Role, Kind, Name]


def _mentions(elements: Elements, node: Node) -> list[Mention]:
    """All names in the elements of a node but their own, in order."""
    return [
        (place.role, place.kind if place.also is None else elements.meant(place, name), name)
        for member, element in elements.by_name[node[0]][node[1]]
        for place, name in mentioned(member, element)
        if place.role is not Role.Own
    ]


class Key(NamedTuple):
    """A digest; not `sure` where an element rests on itself, so that no digest tells all that it says."""

    text: str
    sure: bool


def _keys(elements: Elements, shared: Mapping[Kind, frozenset[Name]]) -> dict[Node, Key]:
    """The keys of all lasting elements of a trace that are not shared.

    An action is what it took in and what it made, and an artifact is made by its action. So that this does not go round
    in a circle, an action is compared with what it made as that is without its maker: `bare`.
    """
    nodes = [(kind, name) for kind in LASTING for name in elements.by_name[kind] if name not in shared[kind]]
    return _Keys(elements, shared, nodes).found() if nodes else {}


class _Keys:
    def __init__(self, elements: Elements, shared: Mapping[Kind, frozenset[Name]], nodes: Sequence[Node]) -> None:
        self._elements = elements
        self._shared = shared
        self._nodes = nodes
        self._number = {node: number for number, node in enumerate(nodes)}
        self._mentions = [_mentions(elements, node) for node in nodes]
        self._makers = [frozenset(name for role, _, name in said if role is Role.Maker) for said in self._mentions]
        self._keys: list[Key | None] = [None] * (2 * len(nodes))

    def found(self) -> dict[Node, Key]:
        """The key of each node."""
        count = len(self._nodes)
        successors = [*(self._whole(at) for at in range(count)), *(self._bare(at) for at in range(count))]
        for part in components(successors):
            circle = len(part) > 1 or part[0] in successors[part[0]]
            for place in part:
                rests_on = (self._keys[at] for at in successors[place])
                sure = not circle and all(key is not None and key.sure for key in rests_on)
                text = self._text_of_whole(place) if place < count else self._text_of_bare(place - count)
                self._keys[place] = Key(text, sure)
        return {node: key for node, key in zip(self._nodes, self._keys, strict=False) if key is not None}

    def _whole(self, at: int) -> list[int]:
        """What the key of a node is made of, by places of keys."""
        if self._nodes[at][0] is Kind.Artifact:
            makers = (self._number.get((Kind.Action, name)) for name in self._makers[at])
            return [at + len(self._nodes), *(maker for maker in makers if maker is not None)]
        return self._rests_on(at)

    def _bare(self, at: int) -> list[int]:
        return self._rests_on(at) if self._nodes[at][0] is Kind.Artifact else []

    def _rests_on(self, at: int) -> list[int]:
        places = (self._place(at, said) for said in self._mentions[at] if said[0] in (Role.Rests, Role.Makes))
        return list(dict.fromkeys(place for place in places if place is not None))

    def _place(self, at: int, mention: Mention) -> int | None:
        """The place of the key that stands for a name in a node: bare, where both are of one maker."""
        role, kind, name = mention
        number = self._number.get((kind, name))
        if number is None or kind is not Kind.Artifact:
            return number
        together = bool(self._makers[at]) and self._makers[at] == self._makers[number]
        return number + len(self._nodes) if role is Role.Makes or together else number

    def _text_of_whole(self, at: int) -> str:
        if self._nodes[at][0] is not Kind.Artifact:
            return self._text_of_bare(at)
        bare = self._keys[at + len(self._nodes)]
        makers = sorted(self._stands_for(at, (Role.Maker, Kind.Action, name)) for name in self._makers[at])
        return digest([bare.text if bare else "", *makers])

    def _text_of_bare(self, at: int) -> str:
        elements, (kind, name) = self._elements, self._nodes[at]

        def turn(place: Place, said: Any) -> Any:
            if place.role is Role.Own:
                return elements.first_name(place.kind, said) if place.kind is Kind.Observation else ""
            if place.role is Role.Maker or (place.role is Role.Aside and place.kind in _UNTOLD):
                return None  # as if it were not stated
            return self._stands_for(at, (place.role, elements.meant(place, said), said))

        said = [[member, shape(turned(member, value, turn))] for member, value in elements.by_name[kind][name]]
        return digest([kind.value, elements.first_name(kind, name), said])

    def _stands_for(self, at: int, mention: Mention) -> str:
        """What stands for a name: its key; where it is shared or nothing has it, itself."""
        role, kind, name = mention
        if role in _LOOSE or kind not in LASTING:
            return f"~{self._elements.first_name(kind, name)}"
        place = self._place(at, mention)
        if place is None:
            return f"={name}" if name in self._shared.get(kind, ()) else f"?{name}"
        key = self._keys[place]
        return f"~{self._elements.first_name(kind, name)}" if key is None else f"#{key.text}"


def shape(element: Any) -> Any:
    """An element without what is written and says nothing: absent options and empty lists (§5.1)."""
    if not isinstance(element, dict):
        return element
    made = {name: held for name, held in element.items() if held is not None and held != []}
    payload = made.get("payload")
    if isinstance(payload, dict) and made.get("artifact_type") not in (None, "CommandResult"):
        made["payload"] = {name: held for name, held in payload.items() if held is not None and held != []}
    return made


def digest(said: object) -> str:
    """64 hexadecimal digits that stand for a JSON value, whatever the order of members."""
    return hashlib.sha256(canonical(said)).hexdigest()
