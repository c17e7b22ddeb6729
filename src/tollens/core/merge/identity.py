"""§7.1 Which definitions of several traces are one component of code, whatever its name and place.

- An identity that is declared wins: the member `component_ids` of a model's metadata, a map from symbol to id, or the
  `component_id` of a model that defines one thing only.
- Else a definition of the same model and name is the same component.
- Else one that is gone and one that is new are one where they read the same but for the name, and no others do.
- Else where they read so nearly the same that no other pair comes close.
- Else it is a component of its own. So what is unsure is a removal and an addition, and never taken for one thing.

An id that nobody declared is the name of the model (see `alignment.py`) and that of the definition where it was first
seen, joined by a colon. A joined model states the ids of its definitions, so that they last.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tollens.core.merge.alignment import Alignment, Which
from tollens.core.merge.views import View
from tollens.core.model.unrecognized import Unrecognized

COMPONENTS = "component_ids"
"""The member of a model's metadata that maps the symbols it defines to the ids of their components."""

_TOKEN = re.compile(r"[\w'.]+|[^\w\s]")
_PLAIN = re.compile(r"[^\W\d][\w']*")

_WORD = re.compile(r"(?<![\w'])[a-z_0-9][\w']*")
"""Words that say something of their own: in a normal form a capital begins the name of a construct or a constructor."""

_LEAST_EXACT = 4
_LEAST_SIMILAR = 8
"""How many words, or tokens, a body must have to be told by them: exactly, or by likeness. `let zero = 0` has two."""

_LIKE = 0.8
_MARGIN = 0.15
"""How much of two bodies must be the same, and how much more than of any other pair."""

_MOST_LIKENED = 64
"""So many definitions of one model, gone or new, are held against each other; of more none is found by likeness."""

Place = tuple[int, str]
"""The number of a line, and a name that its current text defines."""


class Body(NamedTuple):
    """What a text defines under one name: usually one definition, several where one shadows another.

    Attributes:
        name: As the model has it.
        normals: The normal forms, in order, each with whether it is a hint.
        declared: The id that the record declares for it.
    """

    name: str
    normals: tuple[tuple[str, bool], ...]
    declared: str | None

    @property
    def last(self) -> str:
        """The last part of the name."""
        return self.name.rpartition(".")[2] or self.name

    @property
    def masked(self) -> str:
        """The text with a mark in the place of the name."""
        text = "\n\n".join(normal for normal, _ in self.normals)
        return renamed(text, {self.last: "•"})


def renamed(text: str, names: Mapping[str, str]) -> str:
    """A text with plain names replaced where they stand as words.

    >>> renamed("let f x = f' x + f", {"f": "g"})
    "let g x = f' x + g"
    """
    if not names:
        return text
    return _PLAIN.sub(lambda found: names.get(found[0], found[0]), text)


def plain_names(text: str) -> set[str]:
    """The names that stand in a text as words."""
    return set(_PLAIN.findall(text))


def bodies(view: View, text: int) -> dict[str, Body] | None:
    """What a text defines, by name; `None` where it cannot be read."""
    closures = view.alone(text)
    if closures is None:
        return None
    held: dict[str, list[tuple[str, bool]]] = {}
    for each in closures.definitions.definitions:
        if not each.joint:
            held.setdefault(each.name, []).append((each.normal, each.hint))
    declared = declared_ids(view, text, held)
    return {name: Body(name, tuple(normals), declared.get(name)) for name, normals in held.items()}


def declared_ids(view: View, text: int, names: Iterable[str]) -> dict[str, str]:
    """The ids that the record declares for what a text defines."""
    artifact = view.index.trace.artifacts[view.models.texts[text].position]
    if isinstance(artifact, Unrecognized):
        return {}
    held = {} if artifact.metadata is None else artifact.metadata.value.get(COMPONENTS)
    found = (
        {name: said for name, said in held.items() if isinstance(said, str) and said} if isinstance(held, dict) else {}
    )
    names = list(names)
    if artifact.component_id and len(names) == 1:
        found.setdefault(names[0], artifact.component_id)
    return found


class Identities:
    """The components of the traces that come together.

    Args:
        alignment: Of their lines.
        changed: The lines whose current texts differ between the traces.
    """

    def __init__(self, alignment: Alignment, changed: Iterable[int]) -> None:
        self.alignment = alignment
        self.tables: dict[Which, dict[Place, Body]] = {which: {} for which in alignment.views}
        self._ids: dict[Which, dict[Place, str]] = {which: {} for which in alignment.views}
        self._owners: dict[str, Place] = {}
        for number in changed:
            for which, view in alignment.views.items():
                standing = alignment.standing(number, which)
                held = bodies(view, standing[0]) if len(standing) == 1 else None
                self.tables[which].update(((number, name), body) for name, body in (held or {}).items())
        self._identify()

    def of(self, which: Which, place: Place, declared: str | None = None) -> str:
        """The id of a definition.

        Args:
            which: The trace that has it.
            place: Where it stands.
            declared: What the record declares for it, where its line is not among the changed ones.
        """
        return self._ids[which].get(place) or declared or self.default(place)

    def default(self, place: Place) -> str:
        """The id of a definition of which nothing is declared, and that is the same in all traces."""
        number, name = place
        return f"{self.alignment.where[number]}:{name}"

    def _identify(self) -> None:
        base = self.tables.get(None)
        if base is not None:
            self._own(None, base)
        for which, table in self.tables.items():
            if which is not None:
                if base is not None:
                    self._inherit(which, base, table)
                self._own(which, table)

    def _own(self, which: Which, table: Mapping[Place, Body]) -> None:
        """Give each definition that has no id yet one: as declared, as its place has it elsewhere, or a new one."""
        ids = self._ids[which]
        for place, body in table.items():
            if place not in ids:
                ids[place] = body.declared or self._elsewhere(which, place) or self._new(place)
        taken = {ids[place]: place for place in table}
        self._owners = {**taken, **self._owners}

    def _elsewhere(self, which: Which, place: Place) -> str | None:
        """The id that a definition of the same place has in another trace, and that is none of this trace yet."""
        used = set(self._ids[which].values())
        for other, ids in self._ids.items():
            if other is not which and place in ids and ids[place] not in used:
                return ids[place]
        return None

    def _new(self, place: Place) -> str:
        """An id that no other component has."""
        name = self.default(place)
        count = 1
        while self._owners.get(name, place) != place:
            count += 1
            name = f"{self.alignment.where[place[0]]}#{count}:{place[1]}"
        return name

    def _inherit(self, which: Which, base: Mapping[Place, Body], table: Mapping[Place, Body]) -> None:
        """Give the definitions of a side the ids that the same components have in the base."""
        ids, known = self._ids[which], self._ids[None]
        by_id = {name: place for place, name in known.items()}
        for place, body in table.items():
            if body.declared is not None:
                ids[place] = body.declared
        held = set(ids.values())
        for place in table:
            if place not in ids and place in known and known[place] not in held:
                ids[place] = known[place]
        held = set(ids.values())
        gone = {place: base[place] for name, place in by_id.items() if name not in held}
        new = {place: body for place, body in table.items() if place not in ids}
        for place, old in matches(gone, new).items():
            ids[place] = known[old]


def matches(gone: Mapping[Place, Body], new: Mapping[Place, Body]) -> dict[Place, Place]:
    """Which new definition is which one that is gone: by what it reads like, where that is one pair beyond doubt.

    >>> old, fee = Body("f", (("let f x = x + 1", False),), None), Body("fee", (("let fee x = x + 1", False),), None)
    >>> matches({(0, "f"): old}, {(0, "fee"): fee})
    {(0, 'fee'): (0, 'f')}
    >>> matches({(0, "f"): old}, {(0, "fee"): fee, (0, "tax"): Body("tax", (("let tax x = x + 1", False),), None)})
    {}
    """
    found = _exact(gone, new)
    gone = {place: body for place, body in gone.items() if place not in found.values()}
    new = {place: body for place, body in new.items() if place not in found}
    lines = {number for number, _ in gone} & {number for number, _ in new}
    for number in sorted(lines):
        found |= _alike(
            {place: body for place, body in gone.items() if place[0] == number},
            {place: body for place, body in new.items() if place[0] == number},
        )
    return found


def _exact(gone: Mapping[Place, Body], new: Mapping[Place, Body]) -> dict[Place, Place]:
    """The pairs that read the same but for the name: renamed in their model, or moved to another under their name."""
    readers: dict[str, tuple[list[Place], list[Place]]] = {}
    for side, held in enumerate((gone, new)):
        for place, body in held.items():
            readers.setdefault(body.masked, ([], []))[side].append(place)
    found: dict[Place, Place] = {}
    for text, (old, fresh) in readers.items():
        if len(old) != 1 or len(fresh) != 1 or len(_WORD.findall(text)) < _LEAST_EXACT:
            continue
        if old[0][0] == fresh[0][0] or old[0][1] == fresh[0][1]:
            found[fresh[0]] = old[0]
    return found


def _alike(gone: Mapping[Place, Body], new: Mapping[Place, Body]) -> dict[Place, Place]:
    """The pairs of one model that share most of their tokens, and far more than with any other."""
    if not gone or not new or max(len(gone), len(new)) > _MOST_LIKENED:
        return {}
    counted = [{place: Counter(_TOKEN.findall(body.masked)) for place, body in held.items()} for held in (gone, new)]
    rows = {old: {place: _dice(one, other) for place, other in counted[1].items()} for old, one in counted[0].items()}
    found: dict[Place, Place] = {}
    for old, row in rows.items():
        best = max(row, key=row.__getitem__)
        rivals = [likeness for place, likeness in row.items() if place != best]
        rivals += [other[best] for place, other in rows.items() if place != old]
        if row[best] >= _LIKE and row[best] - max(rivals, default=0.0) >= _MARGIN:
            found[best] = old
    return found


def _dice(one: Counter[str], other: Counter[str]) -> float:
    total, most = one.total() + other.total(), min(one.total(), other.total())
    return 2 * (one & other).total() / total if most >= _LEAST_SIMILAR else 0.0
