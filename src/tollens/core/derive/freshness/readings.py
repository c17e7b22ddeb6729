"""§10.4a Model texts as their languages read them: each parsed once, and each set of them linked once.

What was read for one trace serves for another one that holds the same texts, as the two sides of a merge do.
"""

from collections.abc import Hashable, Sequence

from tollens.core.graph.closure import Closures
from tollens.core.ports import Language, LanguageOf, Outline, Unread


class Readings:
    """What has been read.

    Args:
        language_of: Finds the languages that models are written in.
    """

    def __init__(self, language_of: LanguageOf) -> None:
        self._language_of = language_of
        self._languages: dict[str, Language[Hashable] | Unread] = {}
        self._ids: dict[str, int] = {}
        self._parsed: dict[tuple[str, int], Hashable] = {}
        self._linked: dict[tuple[str, tuple[int, ...]], Closures] = {}
        self._outlines: dict[tuple[str, str], Outline | None] = {}

    def language(self, name: str) -> Language[Hashable] | Unread:
        """The language of that name, or why its models cannot be read."""
        if name not in self._languages:
            self._languages[name] = self._language_of(name)
        return self._languages[name]

    def outline(self, language: Language[Hashable], text: str) -> Outline | None:
        """What can be said of a text at a glance."""
        key = language.name, text
        if key not in self._outlines:
            self._outlines[key] = language.outline(text)
        return self._outlines[key]

    def is_linked(self, language: Language[Hashable], texts: Sequence[str]) -> bool:
        """Whether texts that read the same have been linked before, in this order."""
        return self._key(language, texts) in self._linked

    def link(self, language: Language[Hashable], texts: Sequence[str]) -> Closures:
        """The definitions of texts that stand together, with their closures."""
        key = self._key(language, texts)
        if key not in self._linked:
            parsed = [self._parse(language, text) for text in texts]
            self._linked[key] = Closures(language.link(parsed), f"tollens-{language.name}-{language.version}")
        return self._linked[key]

    def _key(self, language: Language[Hashable], texts: Sequence[str]) -> tuple[str, tuple[int, ...]]:
        return language.name, tuple(map(self._number, texts))

    def _number(self, text: str) -> int:
        return self._ids.setdefault(text, len(self._ids))

    def _parse(self, language: Language[Hashable], text: str) -> Hashable:
        key = language.name, self._number(text)
        if key not in self._parsed:
            self._parsed[key] = language.parse(text)
        return self._parsed[key]
