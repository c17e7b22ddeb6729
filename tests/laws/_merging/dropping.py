"""Model languages that overlook one kind of dependency each: what the law must notice.

Each kind is what `plugins/languages` or `core/graph/closure` follows from a definition to what it rests on. A language
of this module leaves it out, and is else the one that is shipped.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from tollens.core.ports import Definition, Definitions, Language
from tollens.plugins.languages.iml import PLUGIN as IML
from tollens.plugins.languages.iml.linking import _Linker
from tollens.plugins.languages.iml.names import Name, Space
from tollens.plugins.languages.iml.parts import Kind, Part, Text
from tollens.plugins.languages.python import PLUGIN as PYTHON
from tollens.plugins.languages.python.parsed import Module, Unit

Edit = Callable[[Definition, int, Definitions], Definition]
"""What becomes of a definition: given it, its position, and all of them."""


class Drop(NamedTuple):
    """One kind of dependency that is left out.

    Attributes:
        parsed: What becomes of one text as read.
        link: How texts are linked; as shipped where there is nothing.
        linked: What becomes of each definition.
    """

    parsed: Callable[[Any], Any] | None = None
    link: Callable[[Sequence[Any]], Definitions] | None = None
    linked: Edit | None = None


class Dropping:
    """A language that overlooks something.

    Args:
        language: The language.
        drop: What it overlooks.
    """

    def __init__(self, language: Language[Any], drop: Drop) -> None:
        self._language, self._drop = language, drop
        self.name, self.version = language.name, language.version

    def parse(self, text: str) -> Hashable:
        """One text, without what is overlooked."""
        found = self._language.parse(text)
        return found if self._drop.parsed is None else self._drop.parsed(found)

    def outline(self, text: str) -> None:
        """Nothing: every text is parsed and linked."""

    def link(self, texts: Sequence[Any]) -> Definitions:
        """Texts together, without what is overlooked."""
        found = (self._drop.link or self._language.link)(texts)
        edit = self._drop.linked
        if edit is None:
            return found
        made = tuple(edit(each, at, found) for at, each in enumerate(found.definitions))
        return msgspec.structs.replace(found, definitions=made)

    def typings(self, texts: Sequence[str]) -> Mapping[str, str]:
        """As the language itself, if it has types."""
        return self._language.typings(texts) if isinstance(self._language, type(IML)) else {}


def language(name: str, kind: str) -> Dropping:
    """The language of that name without a kind of dependency."""
    return Dropping(IML, IML_DROPS[kind]) if name == "iml" else Dropping(PYTHON, PYTHON_DROPS[kind])


# Of both languages, in what was linked.


def _without(wanted: Callable[[Definition, Definition, int, int], bool]) -> Edit:
    """Leave out the mentions that are wanted: by who mentions, what is mentioned, and the positions of both."""

    def edit(each: Definition, at: int, all_: Definitions) -> Definition:
        dropped = {to for to in each.mentions if wanted(each, all_.definitions[to], at, to)}
        kept = tuple(to for to in each.mentions if to not in dropped)
        shape = tuple("?" if part in dropped and isinstance(part, int) else part for part in each.shape)
        return msgspec.structs.replace(each, mentions=kept, shape=shape)

    return edit


_LINKED = {
    "another text": Drop(linked=_without(lambda one, other, at, to: one.source != other.source)),
    "what stands later in the text": Drop(
        linked=_without(lambda one, other, at, to: one.source == other.source and to > at)
    ),
    "what may rest on anything": Drop(linked=lambda each, at, all_: msgspec.structs.replace(each, whole=False)),
    "hint": Drop(linked=lambda each, at, all_: msgspec.structs.replace(each, hint=False)),
    "definition of the same name": Drop(linked=_without(lambda one, other, at, to: one.name == other.name)),
    "one that stands for many": Drop(linked=_without(lambda one, other, at, to: other.joint)),
}

# Of IML, in one text as read.


def _reads(wanted: Callable[[Part, Name], bool]) -> Drop:
    """Take the names that are wanted for mere words."""

    def part(each: Part) -> Part:
        tokens = tuple(
            ".".join(token.path) if isinstance(token, Name) and wanted(each, token) else token for token in each.tokens
        )
        return each._replace(tokens=tokens)

    return _parts(part)


def _parts(edit: Callable[[Part], Part]) -> Drop:
    def parsed(text: Text) -> Text:
        made = Text(lambda: [edit(each) for each in text.parts])
        text.parts  # noqa: B018 - reading them fills the rest
        made.scopes, made.common, made.foreign = text.scopes, text.common, text.foreign
        return made

    return Drop(parsed=parsed)


def _linked_by(change: Callable[[_Linker], None]) -> Drop:
    def link(texts: Sequence[Any]) -> Definitions:
        linker = _Linker(texts)
        change(linker)
        return linker.link()

    return Drop(link=link)


def _passing_nothing(linker: _Linker) -> None:
    name = linker.lookup.name

    def without(*asked: Any) -> Any:
        trail = name(*asked)
        trail.passed.clear()
        return trail

    linker.lookup.name = without  # type: ignore[method-assign]


def _holding_nothing(linker: _Linker) -> None:
    linker._members = dict  # type: ignore[method-assign]


def _word(name: Name) -> bool:
    return name.path[-1].replace("'", "_").isidentifier()


IML_DROPS = _LINKED | {
    "value": _reads(lambda part, name: name.space is Space.VALUE and _word(name) and len(name.path) == 1),
    "operator": _reads(lambda part, name: name.space is Space.VALUE and not _word(name)),
    "member of a module": _reads(lambda part, name: len(name.path) > 1),
    "what is opened around an expression": _parts(
        lambda part: part._replace(
            tokens=tuple(each._replace(opens=()) if isinstance(each, Name) else each for each in part.tokens)
        )
    ),
    "type": _reads(lambda part, name: name.space is Space.TYPE),
    "constructor": _reads(lambda part, name: name.space is Space.CONSTRUCTOR),
    "field": _reads(lambda part, name: name.space is Space.FIELD),
    "module": _reads(lambda part, name: name.space is Space.MODULE),
    "open": _parts(lambda part: part._replace(kind=Kind.STATEMENT, path=()) if part.kind is Kind.OPEN else part),
    "include": _parts(lambda part: part._replace(kind=Kind.STATEMENT, path=()) if part.kind is Kind.INCLUDE else part),
    "alias": _parts(lambda part: part._replace(path=()) if part.kind is Kind.ALIAS else part),
    "what a name is looked up through": _linked_by(_passing_nothing),
    "what a module holds": _linked_by(_holding_nothing),
    "what one binding gives beside": Drop(
        linked=_without(lambda one, other, at, to: str(one.shape[0])[:1] == "#" and len(one.shape) == 2)
    ),
}

# Of Python, in one text as read.


def _keys(wanted: Callable[[Unit, str], bool]) -> Drop:
    """Take the keys that are wanted for no names."""

    def unit(each: Unit) -> Unit:
        dropped = {key for key in each.reads if wanted(each, key)}
        kept = tuple(key for key in each.reads if key not in dropped)
        early = tuple(key for key in each.early if key not in dropped)
        shape = tuple("?" if at % 2 and part in dropped else part for at, part in enumerate(each.shape))
        return each._replace(reads=kept, early=early, shape=shape)

    def parsed(module: Module) -> Module:
        return module._replace(units=tuple(map(unit, module.units)))

    return Drop(parsed=parsed)


def _plain(key: str) -> bool:
    return key[0] not in ".!@?=" and "." not in key


PYTHON_DROPS = _LINKED | {
    "global name": _keys(lambda unit, key: _plain(key) and key not in unit.binds),
    "decorator": _keys(lambda unit, key: unit.kind == "function" and key in unit.early and key[0] == "d"),
    "default": _keys(lambda unit, key: unit.kind == "function" and key in unit.early and key[0] != "d" and _plain(key)),
    "base of a class": _keys(lambda unit, key: unit.kind == "head" and _plain(key)),
    "attribute": _keys(lambda unit, key: key[0] == "."),
    "name in the body of a class": _keys(lambda unit, key: key[0] not in ".!@?=" and "." in key),
    "attribute that is set from outside": _keys(lambda unit, key: key[0] == "!"),
    "imported name": _keys(lambda unit, key: key[0] == "@"),
    "special method": _keys(lambda unit, key: key[0] == "?"),
    "head of a class": _keys(lambda unit, key: key[0] == "=" and unit.kind not in ("class", "passing")),
    "members of a class": _keys(lambda unit, key: key[0] == "=" and unit.kind == "class"),
}
