"""IML texts of nothing but plain functions, read without the grammar: most of what is formalized step by step.

Such a text is `let` upon `let`, each of a name, parameters and operands with operators between them; no parentheses, no
comments, no keyword but `let` and `rec`. Of these the scan is exact, so that it gives the parts that the grammar gives;
any other text is none of its business. One that stands alone is linked without a lookup, too: a name means the last
function before it, else all of that name behind it, else something of the language.
"""

import re
from collections.abc import Mapping, Sequence

import msgspec

from tollens.core.ports import Definition, Definitions, Outline
from tollens.plugins.languages.iml.lookup import MOST_MEANINGS
from tollens.plugins.languages.iml.names import Name, Space
from tollens.plugins.languages.iml.parts import Kind, Part, Text
from tollens.plugins.languages.iml.standard import NAMES, used_early
from tollens.plugins.languages.iml.syntax import KEYWORDS

_ITEM = re.compile(
    r"""
    (?: rec [ \n]++ )?+
    [a-z][a-z0-9_]*+ (?: [ \n]++ [a-z][a-z0-9_]*+ )*+
    [ \n]++ = [ \n]++
    (?: [a-z][a-z0-9_]*+ | [0-9]++ )
    (?: [ \n]++ (?: (?: [-+*/=] | <> | <=? | >=? | && | \|\| ) [ \n]++ )?+ (?: [a-z][a-z0-9_]*+ | [0-9]++ ) )*+
    [ \n]*+
    """,
    re.VERBOSE,
)


class _Function(msgspec.Struct, frozen=True, gc=False):
    """One function: whether it is recursive, its name, its parameters, the words behind the `=`."""

    recursive: bool
    name: str
    parameters: list[str]
    body: list[str]

    @property
    def header(self) -> str:
        """The words before the name, as normal forms have them."""
        return "let\nrec" if self.recursive else "let"

    @property
    def normal(self) -> str:
        """Its normal form."""
        return "\n".join((self.header, self.name, *self.parameters, "=", *self.body))

    @property
    def opening(self) -> list[str]:
        """What stands before its body, with bound names renumbered."""
        return [self.header, "#0", *[f"%{number}" for number in range(1, len(self.parameters) + 1)], "="]

    @property
    def bound(self) -> dict[str, str]:
        """Its parameters, renumbered."""
        return {name: f"%{number}" for number, name in enumerate(self.parameters, start=1)}


class PlainText(Text):
    """A plain text.

    Attributes:
        functions: In the order of the text.
    """

    def __init__(self, functions: Sequence[_Function]) -> None:
        super().__init__(lambda: [_part(function, place) for place, function in enumerate(functions, start=1)])
        self.functions = functions


def outline(text: str) -> Outline | None:
    """What a plain text defines, and the names that it takes from elsewhere or from itself; `None` of any other."""
    functions = _functions(text)
    if functions is None:
        return None
    defines: set[str] = set()
    uses: set[str] = set()
    for words in functions:
        name, sign = int(words[0] == "rec"), words.index("=")
        defines.add(words[name])
        uses |= set(words[sign + 1 :]).difference(words[name + 1 : sign])
    return Outline(frozenset(defines), frozenset(uses)) if len(defines) == len(functions) else None


def read_plain(text: str) -> PlainText | None:
    """What a plain text says; `None` of any other."""
    functions = _functions(text)
    return None if functions is None else PlainText(list(map(_function, functions)))


def link_alone(text: PlainText) -> Definitions | None:
    """The definitions of a plain text that no other stands beside; `None` where a name has too many meanings for it."""
    places: dict[str, list[int]] = {}
    for at, function in enumerate(text.functions):
        places.setdefault(function.name, []).append(at)
    if max(map(len, places.values())) > MOST_MEANINGS:
        return None
    return Definitions(tuple([_definition(each, at, places) for at, each in enumerate(text.functions)]), ("",))


def _functions(text: str) -> list[list[str]] | None:
    """The words of each function of a plain text, without the `let`."""
    first, *rest = f"\n{text}".split("\nlet ")
    if first.strip("\n ") or not rest:
        return None
    functions: list[list[str]] = []
    for written in rest:
        words = written.split()
        if _ITEM.fullmatch(written) is None or not KEYWORDS.isdisjoint(words[words[0] == "rec" :]):
            return None
        functions.append(words)
    return functions


def _function(words: list[str]) -> _Function:
    recursive = words[0] == "rec"
    name, sign = int(recursive), words.index("=")
    return _Function(recursive, words[name], words[name + 1 : sign], words[sign + 1 :])


def _definition(function: _Function, at: int, places: Mapping[str, Sequence[int]]) -> Definition:
    bound = function.bound
    shape: list[str | int] = [*function.opening]
    mentions: set[int] = set()
    early: list[str] = []
    for word in function.body:
        if word in bound:
            shape.append(bound[word])
        elif word not in places:
            shape.append(word)
        else:
            before = [each for each in places[word] if each < at + function.recursive]
            meant = before[-1:] or places[word]
            if not before and word in NAMES:
                early.append(word)
            mentions.update(meant)
            shape += (meant[0], "#0") if len(meant) == 1 else (word,)
    marks = used_early(early)
    normal = "\n".join((function.normal, *marks))
    return Definition(function.name, 0, normal, (*shape, *marks), tuple(sorted(mentions)))


def _part(function: _Function, place: int) -> Part:
    bound = function.bound
    tokens: list[str | Name] = [*function.opening]
    for word in function.body:
        if word in bound:
            tokens.append(bound[word])
        elif word.isdigit():
            tokens.append(word)
        else:
            tokens.append(Name(Space.VALUE, (word,)))
    return Part(
        Kind.DEFINITION,
        scope=0,
        place=place,
        own=((Space.VALUE, function.name),),
        labels=(function.name,),
        normal=function.normal,
        tokens=tuple(tokens),
        recursive=function.recursive,
    )
