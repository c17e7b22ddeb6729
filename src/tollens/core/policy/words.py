"""The words of the closed enumerations, in every spelling that a formula may use (§16.1, §18.6; policy companion §10).

A formula may say `ResidualOpen`, `Open` or `open`, `HighResidual` or `High`, `OutOfScope` or `out_of_scope`,
`GoalActive` or `active`. Two spellings are one word when they fold to the same text.
"""

import re
from functools import cache

from tollens.core import model
from tollens.core.model.base import OpenWord, Word
from tollens.core.wire import spellings

Family = type[Word] | type[OpenWord]
"""An enumeration of the model."""

_SEAM = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|-")


def snake(word: str) -> str:
    """A word in CamelCase, or with hyphens, in snake case.

    >>> snake("OutOfScope"), snake("IMLModel"), snake("closure-disjoint")
    ('out_of_scope', 'iml_model', 'closure_disjoint')
    """
    return _SEAM.sub("_", word).lower()


@cache
def _folded() -> dict[str, str]:
    """Constructors of the text and type names of earlier versions, each with what it folds to."""
    table: dict[str, str] = {}
    for where in ("Artifact", "ReasoningActionType"):
        for row in spellings.WORDS[where].values():
            table[row.alternative] = snake(row.canonical)
    for where in (
        "GoalStatus",
        "AcceptanceStatus",
    ):  # on the wire these are constructors
        for row in spellings.WORDS[where].values():
            table[row.canonical] = row.alternative
    for family in families():
        for constructor, word in constructors(family).items():
            table.setdefault(constructor, snake(word))
    return table


@cache
def families() -> tuple[Family, ...]:
    """Every enumeration of the model, by name."""
    found = (value for _, value in sorted(vars(model).items()) if isinstance(value, type))
    return tuple(kind for kind in found if issubclass(kind, Word | OpenWord) and kind not in (Word, OpenWord))


def constructors(family: Family) -> dict[str, str]:
    """Constructor of an enumeration to its word on the wire."""
    if issubclass(family, Word):
        return {member.name: member.value for member in family}
    return dict(family.KNOWN)


def fold(word: str) -> str:
    """One text for all spellings of a word.

    >>> fold("ResidualOpen"), fold("Open"), fold("open"), fold("GoalDone"), fold("HighResidual"), fold("OutOfScope")
    ('open', 'open', 'open', 'done', 'high', 'out_of_scope')
    """
    return _folded().get(word) or snake(word)


def words_of(family: Family) -> frozenset[str]:
    """The words of an enumeration, folded."""
    return frozenset(map(fold, constructors(family).values()))


@cache
def every_word() -> frozenset[str]:
    """The words of all enumerations, folded."""
    return frozenset(word for family in families() for word in words_of(family))
