"""Definitions of IML texts that stand together: each part becomes one, its uses of names become mentions."""

from collections.abc import Sequence

from tollens.core.ports import Definition, Definitions
from tollens.plugins.languages.iml.lookup import At, Lookup, Trail
from tollens.plugins.languages.iml.names import Name, Space
from tollens.plugins.languages.iml.parts import Kind, Part, Text
from tollens.plugins.languages.iml.plain import PlainText, link_alone
from tollens.plugins.languages.iml.standard import used_early


def link(texts: Sequence[Text]) -> Definitions:
    """The definitions of texts that stand together.

    Of one text modules and types come before values, so that a name of both kinds finds the value.
    """
    match texts:
        case [PlainText() as only] if (alone := link_alone(only)) is not None:
            return alone
    return _Linker(texts).link()


class _Linker:
    def __init__(self, texts: Sequence[Text]) -> None:
        self.texts = texts
        self.lookup = Lookup(texts)
        self.order = [
            (At(number, position), label)
            for number, text in enumerate(texts)
            for position, part in sorted(enumerate(text.parts), key=lambda each: _rank(each[1]))
            for label in range(len(part.labels))
        ]
        self.positions: dict[At, list[int]] = {}
        for position, (at, _) in enumerate(self.order):
            self.positions.setdefault(at, []).append(position)

    def link(self) -> Definitions:
        definitions: list[Definition] = []
        members = self._members()
        for at, label in self.order:
            part = self.texts[at.text].parts[at.part]
            name = self.texts[at.text].scopes[part.scope].prefix + part.labels[label]
            if label == 0:
                definitions.append(self._definition(at, name, part, members.get(at, ())))
            else:
                definitions.append(self._further(at, name, part, label))
        order = sorted(range(len(self.order)), key=self.order.__getitem__)
        common = tuple("\n".join(text.common) for text in self.texts)
        return Definitions(tuple(definitions), common, () if order == list(range(len(order))) else tuple(order))

    def _further(self, at: At, name: str, part: Part, label: int) -> Definition:
        """A further name of a binding that gives several: it rests on the first one, which holds the text."""
        first = self.positions[at][0]
        normal = f"{part.labels[label]}\nwith\n{part.labels[0]}"
        return Definition(name, at.text, normal, (f"#{label}", first), (first,))

    def _definition(self, at: At, name: str, part: Part, members: Sequence[int]) -> Definition:
        shape: list[str | int] = []
        mentions = set(members)
        whole = part.whole or (bool(part.path) and self.lookup.is_unknown(at))
        resolved: dict[Name, Trail] = {}
        for token in part.tokens:
            if isinstance(token, str):
                shape.append(token)
                continue
            if token not in resolved:
                resolved[token] = self.lookup.name(token, at)
            trail = resolved[token]
            whole = whole or trail.whole
            shape += self._shown(token, trail)
        for trail in resolved.values():
            for found, ordinal in trail.found:
                mentions.add(self._position(found, ordinal))
            for passed in trail.passed:
                mentions.update(self.positions[passed])
        scope = part.inside if part.kind is Kind.STRUCTURE else part.scope
        seal = self.texts[at.text].scopes[scope].seal
        if seal >= 0:
            mentions.update(self.positions[At(at.text, seal)])
        is_hint = part.kind in (Kind.HINT, Kind.UNREADABLE)
        early = used_early(".".join(token.path) for token, trail in resolved.items() if trail.early)
        normal = "\n".join((part.normal, *early))
        shape += early
        return Definition(name, at.text, normal, tuple(shape), tuple(sorted(mentions)), whole, is_hint)

    def _shown(self, name: Name, trail: Trail) -> list[str | int]:
        """How a use of a name stands in a shape: by what it means, where that is one thing."""
        if len(trail.found) == 1 and not trail.passed:
            ((at, ordinal),) = trail.found
            return [self._position(at, ordinal), f"#{ordinal}"]
        if name.bound >= 0:
            return [f"%{name.bound}"]
        return [".".join(name.path)]

    def _position(self, at: At, ordinal: int) -> int:
        """The definition that stands for one name of a part: the value itself, or the type of a constructor."""
        positions = self.positions[at]
        part = self.texts[at.text].parts[at.part]
        return positions[ordinal] if len(positions) == len(part.own) else positions[0]

    def _members(self) -> dict[At, list[int]]:
        """What modules hold, and what an unreadable text may have defined or used: everything in it."""
        found: dict[At, list[int]] = {}
        for number, text in enumerate(self.texts):
            if not any(part.kind in _HOLDING for part in text.parts):
                continue
            inside: dict[int, list[int]] = {}
            for position, part in enumerate(text.parts):
                inside.setdefault(part.scope, []).extend(self.positions[At(number, position)])
            for position, part in enumerate(text.parts):
                at = At(number, position)
                if part.kind is Kind.STRUCTURE:
                    found[at] = inside.get(part.inside, [])
                elif part.kind is Kind.UNREADABLE:
                    found[at] = [each for positions in inside.values() for each in positions]
        return found


_HOLDING = (Kind.STRUCTURE, Kind.UNREADABLE)
"""What stands for all that is in it."""


def _rank(part: Part) -> bool:
    """Whether a part gives a value."""
    return any(space is Space.VALUE for space, _ in part.own)
