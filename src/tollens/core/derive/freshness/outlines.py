"""§18.3 Which lines of models stand by themselves, told from the outlines of their texts before anything is linked.

A trace may hold very many small models. What a result about one of them rests on can be told from that model alone
where nothing else defines a name that any version of it uses; the rest need not be parsed for it.
"""

from collections.abc import Callable, Hashable
from functools import cached_property

from tollens.core.derive.freshness.models import Models
from tollens.core.ports import Language, Outline, Unread

_MOST_VERSIONS = 32
"""A line of more versions does not count as standing by itself: a language may give up on names defined so often."""


class Outlines:
    """The outlines of the texts of a trace.

    Args:
        models: Of the trace.
        language: Gives the language of a text by its number, or why it cannot be read.
        outline: Gives what a language says of a text at a glance.
    """

    def __init__(
        self,
        models: Models,
        language: Callable[[int], Language[Hashable] | Unread],
        outline: Callable[[Language[Hashable], str], Outline | None],
    ) -> None:
        self._models = models
        self._language = language
        self._outline = outline

    @cached_property
    def of_texts(self) -> list[Outline | None]:
        """The outline of each text that has one."""
        found: list[Outline | None] = []
        for number, held in enumerate(self._models.texts):
            language = self._language(number)
            if isinstance(language, Unread) or held.text is None:
                found.append(None)
            else:
                found.append(self._outline(language, held.text))
        return found

    @cached_property
    def apart(self) -> frozenset[int]:
        """The lines that rest on no other line, whichever versions stand.

        That follows from the outlines where all texts of the language have one. A name that several lines define, or
        that another line does, may mean more than the line holds.
        """
        models = self._models
        without = {self._language_name(at) for at, outline in enumerate(self.of_texts) if outline is None}
        line_of: dict[str, int] = {}
        for line, outline in zip(models.line_of, self.of_texts, strict=True):
            for name in outline.defines if outline is not None else ():
                if line_of.setdefault(name, line) != line:
                    line_of[name] = -1
        joined = {line for at, line in enumerate(models.line_of) if not self._is_apart(at, line, line_of, without)}
        lines = enumerate(models.members)
        return frozenset([line for line, members in lines if line not in joined and len(members) <= _MOST_VERSIONS])

    def _is_apart(self, text: int, line: int, line_of: dict[str, int], without: set[str]) -> bool:
        outline = self.of_texts[text]
        if outline is None or (without and self._language_name(text) in without):
            return False
        return all(line_of.get(name, line) == line for name in outline.uses)

    def _language_name(self, text: int) -> str:
        language = self._language(text)
        return self._models.texts[text].language if isinstance(language, Unread) else language.name
