"""§18.3 The model at a time: the texts that stand then, linked, so that closures can be compared between two times.

Every text is parsed once and every set of texts linked once. How much is linked for times gone by is bounded by the
size of the models, so that a trace cannot make this slow; what lies beyond is not compared, and so never fresh.
"""

from bisect import bisect_right
from collections.abc import Hashable, Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from tollens.core.derive.models import Models
from tollens.core.derive.open_succession import in_doubt
from tollens.core.graph.closure import Closures
from tollens.core.ports import Language, LanguageOf, Unread

ALWAYS = 1 << 62
"""When something happened that has no place in the order of the actions."""

_PAST = 16
_PAST_AT_LEAST = 1 << 23
"""Characters that are linked for times gone by: so many times the size of all models, and at least so many."""

_PER_TEXT = 256
"""What a text costs beyond its length."""


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
        standing: The same.
        linked: Those that can be read, by language.
    """

    def __init__(self, models: Models, texts: Sequence[int], linked: Sequence[Linked]) -> None:
        self._models = models
        self.texts = tuple(texts)
        self.standing = frozenset(texts)
        self.linked = tuple(linked)
        self._place = {text: (each, at) for each in self.linked for at, text in enumerate(each.texts)}

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
        return tuple(Hit(each, at) for each, place in places for at in each.closures.find(symbol, place))

    def whole(self, text: int) -> tuple[str, str]:
        """Checksum and shape of a whole text with all that it reaches."""
        each, place = self._place[text]
        return each.closures.of_source(place)

    @cached_property
    def by_shape(self) -> dict[str, list[Hit]]:
        """All definitions by the shape of their closures."""
        found: dict[str, list[Hit]] = {}
        for each in self.linked:
            for at in range(len(each.closures.definitions.definitions)):
                found.setdefault(each.closures.shape(at), []).append(Hit(each, at))
        return found


class States:
    """The models of a trace at any time.

    Args:
        models: Of the trace.
        language_of: Finds the languages that they are written in.
    """

    def __init__(self, models: Models, language_of: LanguageOf) -> None:
        self.models = models
        self._language_of = language_of
        self._languages: dict[str, Language[Hashable] | Unread] = {}
        self._ids: dict[str, int] = {}
        self._parsed: dict[tuple[str, int], Hashable] = {}
        self._linked: dict[tuple[str, tuple[int, ...]], Closures] = {}
        self._past: dict[tuple[int, tuple[int, ...]], State | None] = {}
        self._newest: dict[int, list[int]] = {}
        self._left = max(_PAST * self._cost(range(len(models.texts))), _PAST_AT_LEAST)

    def language(self, text: int) -> Language[Hashable] | Unread:
        """The language of a text, or why the text cannot be read."""
        held = self.models.texts[text]
        if held.text is None:
            return Unread(held.why)
        if held.language not in self._languages:
            self._languages[held.language] = self._language_of(held.language)
        return self._languages[held.language]

    @cached_property
    def now(self) -> State:
        """The current model; a text that may or may not be replaced stands."""
        return self._state([at for line in range(len(self.models.members)) for at in self.models.standing(line)])

    @cached_property
    def narrow(self) -> State:
        """The current model without the texts that may have been replaced."""
        return self._state([at for at in self.now.texts if at not in self.doubtful])

    def at(self, made: int | None, position: int, named: tuple[int, ...] = ()) -> State | None:
        """The model as it was for a result, or `None` where that cannot be told.

        Args:
            made: Position of the action that made the result; `None` where that is not known.
            position: Of the result among the artifacts.
            named: Texts that stood for sure, such as the one that a fingerprint names.
        """
        if not self._known_at(made, position, named):
            return None
        epoch = ALWAYS if made is None else bisect_right(self.models.changes, made)
        if (epoch, named) not in self._past:
            self._past[epoch, named] = self._was(made, named)
        return self._past[epoch, named]

    def unchanged(self, hit: Hit, made: int | None) -> bool:
        """Whether a definition of the current model surely had the same closure right after an action.

        It had where nothing was replaced since and its closure enters no text that was made since: what is new is then
        reached from nothing in the closure, and was not needed to resolve anything in it.
        """
        if made is None or not self.models.index.in_id_order or made < self.models.last_replacement:
            return False
        key = id(hit.linked.closures)
        if key not in self._newest:
            self._newest[key] = self._newest_reached(hit.linked)
        return self._newest[key][hit.at] <= made

    def alone(self, text: int) -> Closures | None:
        """The definitions of one text by itself; `None` where it cannot be read."""
        language = self.language(text)
        return None if isinstance(language, Unread) else self._link(language, (text,))

    def defines(self, text: int) -> frozenset[str] | None:
        """The names that a text defines; those that its artifact states where it cannot be read, if it states any."""
        closures = self.alone(text)
        if closures is None:
            return frozenset(self.models.texts[text].symbols) or None
        return frozenset(each.name for each in closures.definitions.definitions)

    @cached_property
    def names(self) -> list[frozenset[str]]:
        """For each line the last parts of the names that any version of it defines."""
        return [
            frozenset(name.rpartition(".")[2] or name for text in members for name in self.defines(text) or ())
            for members in self.models.members
        ]

    @cached_property
    def lines_defining(self) -> dict[str, tuple[int, ...]]:
        """For each last part of a name the lines that ever defined it."""
        found: dict[str, list[int]] = {}
        for line, names in enumerate(self.names):
            for name in names:
                found.setdefault(name, []).append(line)
        return {name: tuple(lines) for name, lines in found.items()}

    @cached_property
    def doubtful(self) -> dict[int, int]:
        """Texts that stand and that a later one may have replaced, each with that one."""
        return in_doubt(self.models, self.now.texts, self.defines)

    @cached_property
    def instead(self) -> dict[int, int]:
        """What stands in the narrow reading in the place of each text that may have been replaced."""
        found: dict[int, int] = {}
        for old in sorted(self.doubtful, key=self.models.order, reverse=True):
            new = self.doubtful[old]
            found[old] = found.get(new, new)
        return found

    @cached_property
    def doubtful_since(self) -> int:
        """The position of the last action that made a text which may have replaced another; -1 without one."""
        made = (self.models.texts[text].made for text in self.doubtful.values())
        return max((ALWAYS if at is None else at for at in made), default=-1)

    def _known_at(self, made: int | None, position: int, named: tuple[int, ...]) -> bool:
        """Whether the record says which texts stood."""
        models = self.models
        if made is not None and not models.untimed and models.index.in_id_order:
            return True
        told = {models.line_of[text] for text in named}
        lines = (members for line, members in enumerate(models.members) if line not in told)
        return all(len(members) == 1 and models.texts[members[0]].position < position for members in lines) and (
            made is not None or not any(models.texts[text].position > position for text in named)
        )

    def _was(self, made: int | None, named: tuple[int, ...]) -> State | None:
        models = self.models
        standing = {line: models.standing(line, made) for line in range(len(models.members))}
        for text in named:
            if text not in standing[models.line_of[text]]:
                standing[models.line_of[text]] = (text,)
        texts = [at for together in standing.values() for at in together]
        if frozenset(texts) == self.now.standing:
            return self.now
        new = [group for language, group in self._groups(texts) if self._key(language, group) not in self._linked]
        self._left -= _PER_TEXT * len(models.members) + sum(map(self._cost, new))
        return None if self._left < 0 else self._state(texts)

    def _state(self, standing: Sequence[int]) -> State:
        linked = [Linked(self._link(language, group), group) for language, group in self._groups(standing)]
        return State(self.models, standing, linked)

    def _groups(self, standing: Sequence[int]) -> list[tuple[Language[Hashable], tuple[int, ...]]]:
        """The texts that can be read, by their languages."""
        found: dict[str, tuple[Language[Hashable], list[int]]] = {}
        for text in standing:
            language = self.language(text)
            if not isinstance(language, Unread):
                found.setdefault(language.name, (language, []))[1].append(text)
        return [(language, tuple(texts)) for language, texts in found.values()]

    def _link(self, language: Language[Hashable], texts: tuple[int, ...]) -> Closures:
        key = self._key(language, texts)
        if key not in self._linked:
            parsed = [self._parse(language, text) for text in texts]
            self._linked[key] = Closures(language.link(parsed), f"tollens-{language.name}-{language.version}")
        return self._linked[key]

    def _key(self, language: Language[Hashable], texts: tuple[int, ...]) -> tuple[str, tuple[int, ...]]:
        """What is the same for texts that read the same."""
        held = (self.models.texts[text].text or "" for text in texts)
        return language.name, tuple(self._ids.setdefault(text, len(self._ids)) for text in held)

    def _parse(self, language: Language[Hashable], text: int) -> Hashable:
        held = self.models.texts[text].text or ""
        key = language.name, self._ids.setdefault(held, len(self._ids))
        if key not in self._parsed:
            self._parsed[key] = language.parse(held)
        return self._parsed[key]

    def _cost(self, texts: Iterable[int]) -> int:
        return sum(_PER_TEXT + len(self.models.texts[text].text or "") for text in texts)

    def _newest_reached(self, linked: Linked) -> list[int]:
        """For each node of the closures the position of the last action that made a text which it reaches."""
        closures, models = linked.closures, self.models
        own = [models.texts[linked.texts[each.source]].made for each in closures.definitions.definitions]
        newest = [ALWAYS if made is None else made for made in own]
        newest += [-1] * (len(closures.rests_on) - len(newest))
        for part in closures.parts:
            last = max(newest[to] for at in part for to in (at, *closures.rests_on[at]))
            for at in part:
                newest[at] = last
        return newest
