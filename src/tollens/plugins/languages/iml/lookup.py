"""Where the names of IML texts lead: scopes, opened and included modules, aliases, the other texts.

A name means the last definition before it in its own module, else in the modules around that, through what is opened
or included on the way. One that nothing before it defines means whatever its text defines after it and the other texts
define at all, because the order of definitions is no part of what a model says; of a name that the standard library
has as well, it is told whether it is used before its text defines it, since then it means another thing. A lookup keeps
all that it passes and cannot see into, so that a mention too many is possible and one too few is not.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from tollens.plugins.languages.iml.names import Name, Path, Space
from tollens.plugins.languages.iml.parts import Kind, Part, Text
from tollens.plugins.languages.iml.standard import MODULES, NAMES, OPERATORS

MOST_PASSAGES = 32
"""How many opened or included modules one lookup goes through before the name counts as one that cannot be resolved."""

MOST_MEANINGS = 64
"""How many definitions one name may mean before it counts as one that cannot be resolved."""

DEEPEST = 24
"""How many modules deep a lookup follows aliases and includes, likewise."""


class At(NamedTuple):
    """A part of one of the texts."""

    text: int
    part: int


class Place(NamedTuple):
    """Where a lookup begins: a scope of a text, before a place in it."""

    text: int
    scope: int
    before: int


class Trail:
    """What a lookup found and passed.

    Attributes:
        found: The parts that the name may mean, each with its number among the names of the part.
        passed: Parts that it went through and could not see into.
        whole: It could not be resolved.
        early: It is used before its text defines it, and the standard library has it as well, which is then meant.
    """

    __slots__ = ("early", "found", "passed", "whole")

    def __init__(self) -> None:
        self.found: dict[tuple[At, int], None] = {}
        self.passed: dict[At, None] = {}
        self.whole = False
        self.early = False

    def take(self, other: "Trail") -> None:
        """Add what another lookup found and passed."""
        self.found.update(other.found)
        self.passed.update(other.passed)
        self.whole = self.whole or other.whole


class _Inside(NamedTuple):
    """What a module answers from outside; `certain` when it has the name for sure, so that no other is meant."""

    trail: Trail
    certain: bool


class _Modules(NamedTuple):
    """The modules that a path may mean; `known` is false for one that would be a file of its own."""

    parts: tuple[At, ...]
    trail: Trail
    known: bool


class _Table:
    """The names of one scope."""

    def __init__(self) -> None:
        self.entries: defaultdict[tuple[Space, str], list[tuple[int, At, int]]] = defaultdict(list)
        self.passages: list[tuple[int, At]] = []


class Lookup:
    """Lookups in texts that stand together."""

    def __init__(self, texts: Sequence[Text]) -> None:
        self.texts = texts
        self._tables: dict[tuple[int, int], _Table] = defaultdict(_Table)
        self._outside: defaultdict[tuple[Space, str], list[tuple[At, int]]] = defaultdict(list)
        self._insides: dict[tuple[At, Space, str], _Inside | None] = {}
        self._targets: dict[At, _Modules | None] = {}
        self._opened: dict[tuple[At, tuple[Path, ...]], list[_Modules]] = {}
        self._depth = 0
        for number, text in enumerate(texts):
            self._fill(number, text)
        self._with_passages = [
            number
            for number in range(len(texts))
            if any(self._part(at).kind is Kind.INCLUDE for _, at in self._tables[number, 0].passages)
        ]

    def name(self, name: Name, at: At) -> Trail:
        """What a use of a name in a part may mean."""
        part = self._part(at)
        place = Place(at.text, part.scope, part.place + part.recursive)
        trail = Trail()
        opened = self._opened_around(name.opens, at, place)
        if len(name.path) > 1:
            self._qualified(name, place, opened, part.modules, trail)
            return trail
        ident = name.path[0]
        is_bound = name.bound >= 0 and not name.everywhere
        if self._in_opened(opened[: name.nearer] if is_bound else opened, name.space, ident, trail) or is_bound:
            return trail
        self._plain(name.space, ident, place, trail)
        if not trail.found:
            self._unfound(name.space, ident, place, part.modules, trail)
        return trail

    def _part(self, at: At) -> Part:
        return self.texts[at.text].parts[at.part]

    def _fill(self, number: int, text: Text) -> None:
        last: dict[tuple[Space, str], tuple[At, int]] = {}
        for position, part in enumerate(text.parts):
            at = At(number, position)
            table = self._tables[number, part.scope]
            for ordinal, key in enumerate(part.own):
                table.entries[key].append((part.place, at, ordinal))
                if part.scope == 0:
                    last[key] = (at, ordinal)
            if part.kind in (Kind.OPEN, Kind.INCLUDE):
                table.passages.append((part.place, at))
        for key, each in last.items():
            self._outside[key].append(each)

    def _plain(self, space: Space, ident: str, place: Place, trail: Trail) -> None:
        """A name without modules before it."""
        text, scope, before = place
        scopes = self.texts[text].scopes
        while scope >= 0:
            if self._in_scope(text, scope, space, ident, before, trail):
                return
            before, scope = scopes[scope].place, scopes[scope].outer
        self._elsewhere(space, ident, place, trail)

    def _elsewhere(self, space: Space, ident: str, place: Place, trail: Trail) -> None:
        """A name that nothing before it defines for sure: what is defined after it, and by other texts."""
        text, scope, _ = place
        around = []
        while scope >= 0:
            around.append(scope)
            scope = self.texts[text].scopes[scope].outer
        entries = [
            (at, ordinal)
            for scope in around
            for _, at, ordinal in self._tables[text, scope].entries.get((space, ident), ())[: MOST_MEANINGS + 1]
            if self._part(at).inside not in around or self._part(at).recursive
        ]
        trail.early = bool(entries) and (ident in NAMES or ident in OPERATORS)
        self._add_found(entries, trail)
        self._in_other_texts(space, ident, text, trail)

    def _add_found(self, entries: Sequence[tuple[At, int]], trail: Trail) -> None:
        if len(entries) > MOST_MEANINGS:
            trail.whole = True
        else:
            trail.found.update(dict.fromkeys(entries))

    def _in_other_texts(self, space: Space, ident: str, text: int, trail: Trail) -> None:
        entries = self._outside.get((space, ident), ())
        if len(entries) > MOST_MEANINGS:
            trail.whole = True
            return
        self._add_found([(at, ordinal) for at, ordinal in entries if at.text != text], trail)
        if len(self._with_passages) > MOST_PASSAGES:
            trail.whole = True
            return
        for number in self._with_passages:
            if number != text:
                self._in_scope(number, 0, space, ident, _END, trail, exported=True)

    def _in_scope(
        self, text: int, scope: int, space: Space, ident: str, before: int, trail: Trail, *, exported: bool = False
    ) -> bool:
        """Look among what a scope has before a place; returns whether the name is certain to mean what was found."""
        table = self._tables[text, scope]
        entries = table.entries.get((space, ident), ())
        which = bisect_left(entries, before, key=_place_of) - 1
        floor = entries[which][0] if which >= 0 else -1
        passed = 0
        for nth in range(bisect_left(table.passages, before, key=_place_of) - 1, -1, -1):
            place, at = table.passages[nth]
            if place <= floor:
                break
            if exported and self._part(at).kind is Kind.OPEN:
                continue
            passed += 1
            if passed > MOST_PASSAGES:
                trail.whole = True
                break
            known = len(trail.found)
            certain = self._through(at, space, ident, trail)
            if exported and (certain or len(trail.found) > known):
                trail.passed[at] = None  # without it the name would mean something else, perhaps of those known already
            if certain:
                return True
        if which >= 0:
            _, at, ordinal = entries[which]
            trail.found[at, ordinal] = None
        return which >= 0

    def _through(self, at: At, space: Space, ident: str, trail: Trail) -> bool:
        """Look into what is opened or included at a part."""
        modules = self._modules_of(at)
        trail.take(modules.trail)
        if not modules.parts:
            trail.passed[at] = None
        return self._any_inside(modules.parts, space, ident, trail)

    def _any_inside(self, parts: Sequence[At], space: Space, ident: str, trail: Trail) -> bool:
        """Look into several modules that may be meant; certain when each of them has the name."""
        certain = bool(parts)
        for at in parts:
            answer = self._inside(at, space, ident)
            trail.take(answer.trail)
            certain = certain and answer.certain
        return certain

    def _inside(self, at: At, space: Space, ident: str) -> _Inside:
        key = (at, space, ident)
        known = self._insides.get(key)
        if known is not None:
            return known
        trail = Trail()
        if key in self._insides or self._depth > DEEPEST:
            trail.whole = True
            return _Inside(trail, certain=False)
        self._insides[key] = None
        self._depth += 1
        answer = self._look_inside(at, space, ident, trail)
        self._depth -= 1
        self._insides[key] = answer
        return answer

    def _look_inside(self, at: At, space: Space, ident: str, trail: Trail) -> _Inside:
        part = self._part(at)
        if part.kind is Kind.STRUCTURE:
            certain = self._in_scope(at.text, part.inside, space, ident, _END, trail, exported=True)
            scope = self.texts[at.text].scopes[part.inside]
            return _Inside(trail, certain and not scope.sealed)
        trail.passed[at] = None
        if part.kind is not Kind.ALIAS:
            return _Inside(trail, certain=False)
        below = Trail()
        certain = self._any_inside(self._modules_of(at).parts, space, ident, below)
        # What lies behind the alias is in the closure of the alias itself.
        trail.found.update(below.found)
        trail.whole = below.whole
        return _Inside(trail, certain)

    def _modules_of(self, at: At) -> _Modules:
        """The modules that an alias, something opened or something included means."""
        known = self._targets.get(at)
        if known is not None:
            return known
        trail = Trail()
        if at in self._targets or self._depth > DEEPEST:
            trail.whole = True
            return _Modules((), trail, known=False)
        self._targets[at] = None
        part = self._part(at)
        answer = _Modules((), trail, known=True)
        if part.path:
            place = Place(at.text, part.scope, part.place + part.recursive)
            self._depth += 1
            answer = self._path(part.path, place, (), part.modules)
            self._depth -= 1
        self._targets[at] = answer
        return answer

    def is_unknown(self, at: At) -> bool:
        """Whether an alias, something opened or something included is of a module that no text has."""
        modules = self._modules_of(at)
        return modules.trail.whole or not modules.known

    def _opened_around(self, opens: tuple[Path, ...], at: At, place: Place) -> list[_Modules]:
        """The modules that are opened around a name, innermost first; each is looked up in those around it."""
        if (at, opens) not in self._opened:
            found: list[_Modules] = []
            for path in reversed(opens):
                found.insert(0, self._path(path, place, found, self._part(at).modules))
            self._opened[at, opens] = found
        return self._opened[at, opens]

    def _in_opened(self, opened: Sequence[_Modules], space: Space, ident: str, trail: Trail) -> bool:
        """Look into opened modules, innermost first; returns whether one has the name for certain."""
        for modules in opened:
            trail.take(modules.trail)
            trail.whole = trail.whole or not modules.known
            if self._any_inside(modules.parts, space, ident, trail):
                return True
        return False

    def _path(self, path: Path, place: Place, opened: Sequence[_Modules], local: frozenset[str]) -> _Modules:
        """The modules that a path may mean."""
        trail = Trail()
        heads = Trail()
        if not self._in_opened(opened, Space.MODULE, path[0], heads):
            self._plain(Space.MODULE, path[0], place, heads)
        if not heads.found:
            foreign = path[0] in self.texts[place.text].foreign
            known = path[0] in local or (path[0] in MODULES and not foreign)
            trail.take(heads)
            return _Modules((), trail, known)
        for ident in path[1:]:
            below = Trail()
            certain = self._any_inside([at for at, _ in heads.found], Space.MODULE, ident, below)
            trail.passed.update(heads.passed)
            # A signature may hide the module, and the path then means another one, or nothing.
            hidden = not certain and not below.passed
            trail.whole = trail.whole or heads.whole or hidden
            heads = below
        trail.passed.update(heads.passed)
        trail.whole = trail.whole or heads.whole
        return _Modules(tuple(dict.fromkeys(at for at, _ in heads.found)), trail, known=True)

    def _qualified(
        self, name: Name, place: Place, opened: Sequence[_Modules], local: frozenset[str], trail: Trail
    ) -> None:
        """A name with modules before it."""
        *above, ident = name.path
        modules = self._path(tuple(above), place, opened, local)
        trail.take(modules.trail)
        if modules.parts:
            inside = Trail()
            self._any_inside(modules.parts, name.space, ident, inside)
            trail.take(inside)
            trail.whole = trail.whole or not (inside.found or inside.passed)
        elif not modules.known:
            self._in_file(tuple(above[1:]), ident, name.space, place.text, trail)

    def _in_file(self, above: Path, ident: str, space: Space, text: int, trail: Trail) -> None:
        """A name of a module that no text has: another text may be that module, as a file is one."""
        found = Trail()
        if not above:
            self._in_other_texts(space, ident, text, found)
        else:
            heads = Trail()
            self._in_other_texts(Space.MODULE, above[0], text, heads)
            for middle in above[1:]:
                below = Trail()
                self._any_inside([at for at, _ in heads.found], Space.MODULE, middle, below)
                below.passed.update(heads.passed)
                heads = below
            found.passed.update(heads.passed)
            self._any_inside([at for at, _ in heads.found], space, ident, found)
        trail.take(found)
        trail.whole = trail.whole or not found.found

    def _unfound(self, space: Space, ident: str, place: Place, local: frozenset[str], trail: Trail) -> None:
        """A name that no text defines: of the standard library, or one that cannot be resolved."""
        if space is Space.CONSTRUCTOR:
            self._plain(Space.MODULE, ident, place, trail)
        elif space is Space.MODULE:
            foreign = ident in self.texts[place.text].foreign
            known = ident in local or (ident in MODULES and not foreign)
            trail.whole = trail.whole or not known
        elif space is Space.VALUE and not ident.replace("'", "_").isidentifier() and ident not in OPERATORS:
            trail.whole = True


_END = 1 << 60
"""A place after all others."""


def _place_of(entry: tuple[object, ...]) -> int:
    place = entry[0]
    assert isinstance(place, int)
    return place
