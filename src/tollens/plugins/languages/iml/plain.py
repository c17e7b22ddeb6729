"""IML texts of nothing but plain functions, read without the grammar: most of what is formalized step by step.

Such a text is `let` upon `let`, each of a name, parameters and operands with operators between them; no parentheses, no
comments, no keyword but `let` and `rec`. Of these the scan is exact, so that it gives the parts that the grammar gives;
any other text is none of its business.
"""

import re
from typing import NamedTuple

from tollens.core.ports import Outline
from tollens.plugins.languages.iml.names import Name, Space
from tollens.plugins.languages.iml.parts import Kind, Part, Text
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


class _Item(NamedTuple):
    """One function: whether it is recursive, its name, its parameters, the words behind the `=`."""

    recursive: bool
    name: str
    parameters: list[str]
    body: list[str]


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


def read_plain(text: str) -> Text | None:
    """The parts of a plain text; `None` of any other."""
    functions = _functions(text)
    if functions is None:
        return None
    read = Text()
    read.parts += [_part(_item(words), place) for place, words in enumerate(functions, start=1)]
    return read


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


def _item(words: list[str]) -> _Item:
    recursive = words[0] == "rec"
    name, sign = int(recursive), words.index("=")
    return _Item(recursive, words[name], words[name + 1 : sign], words[sign + 1 :])


def _part(item: _Item, place: int) -> Part:
    header = "let\nrec" if item.recursive else "let"
    numbers = {name: f"%{number}" for number, name in enumerate(item.parameters, start=1)}
    tokens: list[str | Name] = [header, "#0", *(f"%{number + 1}" for number in range(len(item.parameters))), "="]
    for word in item.body:
        if word in numbers:
            tokens.append(numbers[word])
        elif word.isdigit():
            tokens.append(word)
        else:
            tokens.append(Name(Space.VALUE, (word,)))
    return Part(
        Kind.DEFINITION,
        scope=0,
        place=place,
        own=((Space.VALUE, item.name),),
        labels=(item.name,),
        normal="\n".join((header, item.name, *item.parameters, "=", *item.body)),
        tokens=tuple(tokens),
        recursive=item.recursive,
    )
