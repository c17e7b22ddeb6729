"""§18.3 The model at one time: the texts that stand, linked by language, and what symbols name in them."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from tollens.core.derive.freshness.models import Models
from tollens.core.graph.closure import Closures
from tollens.core.ports import Language

Group = tuple[Language[Hashable], tuple[int, ...]]
"""A language, and the texts in it by number."""


class Linked(NamedTuple):
    """The texts of one language that stand together, and their definitions.

    Attributes:
        closures: Of the definitions.
        texts: The texts by number, in the order in which they were linked.
    """

    closures: Closures
    texts: tuple[int, ...]


class Hit(NamedTuple):
    """A definition that a symbol names."""

    linked: Linked
    at: int

    @property
    def checksum(self) -> str:
        """Of the definition with its closure."""
        return self.linked.closures.checksum(self.at)

    @property
    def shape(self) -> str:
        """Of the definition with its closure."""
        return self.linked.closures.shape(self.at)

    @property
    def name(self) -> str:
        """As the model has it."""
        return self.linked.closures.definitions.definitions[self.at].name

    @property
    def text(self) -> int:
        """The number of the text that it stands in."""
        return self.linked.texts[self.linked.closures.definitions.definitions[self.at].source]


class State:
    """The model at a time.

    Attributes:
        texts: Those that stand, by number.

    Args:
        models: Of the trace.
        texts: Those that stand.
        groups: Sorts those that can be read by language.
        link: Links such a group; only asked once something is looked up.
    """

    def __init__(
        self,
        models: Models,
        texts: Sequence[int],
        groups: Callable[[Sequence[int]], list[Group]],
        link: Callable[[Language[Hashable], tuple[int, ...]], Closures],
    ) -> None:
        self._models = models
        self.texts = tuple(texts)
        self._grouped = groups
        self._link = link

    @cached_property
    def standing(self) -> frozenset[int]:
        """The same as `texts`."""
        return frozenset(self.texts)

    @cached_property
    def _groups(self) -> list[Group]:
        return self._grouped(self.texts)

    @cached_property
    def linked(self) -> tuple[Linked, ...]:
        """The texts that can be read, by language."""
        return tuple(Linked(self._link(language, texts), texts) for language, texts in self._groups)

    @cached_property
    def _place(self) -> dict[int, tuple[int, int]]:
        """The group of each text that can be read, and its place there."""
        return {text: (group, at) for group, (_, texts) in enumerate(self._groups) for at, text in enumerate(texts)}

    @cached_property
    def by_line(self) -> dict[int, list[int]]:
        """The texts of each line."""
        found: dict[int, list[int]] = {}
        for text in self.texts:
            found.setdefault(self._models.line_of[text], []).append(text)
        return found

    @cached_property
    def unread(self) -> tuple[int, ...]:
        """The texts that could not be read."""
        return tuple(text for text in self.texts if text not in self._place)

    @cached_property
    def written(self) -> list[tuple[str, str]]:
        """All texts as they are written, whatever their order."""
        held = (self._models.texts[text] for text in self.texts)
        return sorted((text.language, text.text or f"{text.artifact_id} {text.why}") for text in held)

    def reads(self, text: int) -> bool:
        """Whether a text stands and could be read."""
        return text in self._place

    def hits(self, symbol: str, texts: Iterable[int] | None = None) -> tuple[Hit, ...]:
        """What a symbol names, in these texts or in all."""
        if texts is None:
            return tuple(Hit(each, at) for each in self.linked for at in each.closures.find(symbol))
        places = [self._place[text] for text in texts if text in self._place]
        linked = [(self.linked[group], place) for group, place in places]
        return tuple(Hit(each, at) for each, place in linked for at in each.closures.find(symbol, place))

    def whole(self, text: int) -> tuple[str, str]:
        """Checksum and shape of a whole text with all that it reaches."""
        group, place = self._place[text]
        return self.linked[group].closures.of_source(place)

    @cached_property
    def by_shape(self) -> dict[str, list[Hit]]:
        """All definitions by the shape of their closures."""
        found: dict[str, list[Hit]] = {}
        for each in self.linked:
            for at in range(len(each.closures.definitions.definitions)):
                found.setdefault(each.closures.shape(at), []).append(Hit(each, at))
        return found
