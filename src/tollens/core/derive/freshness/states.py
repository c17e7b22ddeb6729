"""§18.3 The model at a time: the texts that stand then, linked, so that closures can be compared between two times.

Every text is parsed once and every set of texts linked once. How much is linked for times gone by is bounded by the
size of the models, so that a trace cannot make this slow; what lies beyond is not compared, and so never fresh.
"""

from bisect import bisect_right
from collections.abc import Hashable, Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from tollens.core.derive.freshness.model_state import Group, Hit, Linked, State
from tollens.core.derive.freshness.models import Models
from tollens.core.derive.freshness.open_succession import in_doubt
from tollens.core.derive.freshness.outlines import Outlines
from tollens.core.derive.freshness.readings import Readings
from tollens.core.derive.freshness.relevance import Relevance
from tollens.core.graph.closure import Closures
from tollens.core.ports import Language, Unread

ALWAYS = 1 << 62
"""When something happened that has no place in the order of the actions."""

_PAST = 16
_PAST_AT_LEAST = 1 << 23
"""Characters that are linked for times gone by: so many times the size of all models, and at least so many."""

_FEW_LINES = 8
"""Up to so many lines are always linked together."""

_PER_STEP = 16
_PER_TEXT = 256
"""What a step between lines costs, and a text beyond its length."""


class _Relevant(NamedTuple):
    """Lines that are looked at together, with a number of their own; all lines are number 0."""

    number: int
    lines: tuple[int, ...]


class States:
    """The models of a trace at any time.

    Args:
        models: Of the trace.
        readings: Of their texts.
    """

    def __init__(self, models: Models, readings: Readings) -> None:
        self.models = models
        self._readings = readings
        self._past: dict[tuple[int, tuple[int, ...], int], State | None] = {}
        self._current: dict[int, State] = {}
        self._relevant_to: dict[tuple[int, ...], _Relevant] = {}
        self._newest: dict[int, list[int]] = {}
        self.outlines = Outlines(models, self.language, readings.outline)

    def language(self, text: int) -> Language[Hashable] | Unread:
        """The language of a text, or why the text cannot be read."""
        held = self.models.texts[text]
        if held.text is None:
            return Unread(held.why)
        return self._readings.language(held.language)

    @cached_property
    def _left(self) -> int:
        """What may still be linked for times gone by."""
        return max(_PAST * self._cost(range(len(self.models.texts))), _PAST_AT_LEAST)

    @cached_property
    def now(self) -> State:
        """The current model; a text that may or may not be replaced stands."""
        return self._state([at for line in range(len(self.models.members)) for at in self.models.standing(line)])

    @cached_property
    def narrow(self) -> State:
        """The current model without the texts that may have been replaced."""
        return self._state([at for at in self.now.texts if at not in self.doubtful])

    def at(
        self, made: int | None, position: int, named: tuple[int, ...] = (), lines: tuple[int, ...] = ()
    ) -> State | None:
        """The model as it was for a result, or `None` where that cannot be told.

        Args:
            made: Position of the action that made the result; `None` where that is not known.
            position: Of the result among the artifacts.
            named: Texts that stood for sure, such as the one that a fingerprint names.
            lines: Those that it is about: only what these can rest on is looked at; without any, everything.
        """
        relevant = self._relevant(lines)
        if not self._known_at(made, position, named, relevant.lines):
            return None
        epoch = ALWAYS if made is None else bisect_right(self.models.changes, made)
        key = epoch, named, relevant.number
        if key not in self._past:
            self._past[key] = self._was(made, named, relevant.lines)
        return self._past[key]

    def current(self, lines: tuple[int, ...]) -> State:
        """The current model of some lines and of what these can rest on, where that is smaller and can be afforded."""
        relevant = self._relevant(lines)
        if relevant.number == 0:
            return self.now
        if relevant.number not in self._current:
            texts = [text for line in relevant.lines for text in self.now.by_line.get(line, ())]
            self._current[relevant.number] = self._state(texts) if self._afford(texts) else self.now
        return self._current[relevant.number]

    def unchanged(self, hit: Hit, made: int | None) -> bool:
        """Whether a definition of the current model surely had the same closure right after an action.

        It had where nothing was replaced since and its closure enters no text that was made since: what is new is then
        reached from nothing in the closure, and was not needed to resolve anything in it.
        """
        models = self.models
        if made is None or models.untimed or not models.index.in_id_order or made < models.last_replacement:
            return False
        key = id(hit.linked.closures)
        if key not in self._newest:
            self._newest[key] = self._newest_reached(hit.linked)
        return self._newest[key][hit.at] <= made

    @property
    def are_few(self) -> bool:
        """Whether there are so few lines that they are always linked together."""
        return len(self.models.members) <= _FEW_LINES

    def apart(self, lines: tuple[int, ...]) -> bool:
        """Whether it is known without linking anything that some lines rest on no others."""
        return self.outlines.apart.issuperset(lines)

    @cached_property
    def settled(self) -> dict[int, tuple[int, int]]:
        """Each line that rests on no others and has one text that stands, with that and the last action that made one.

        None where the record does not say when each text was made.
        """
        models = self.models
        if models.untimed or not models.index.in_id_order:
            return {}
        found: dict[int, tuple[int, int]] = {}
        for line in self.outlines.apart:
            standing, members = models.standing(line), models.members[line]
            if len(members) == 1:
                found[line] = members[0], models.texts[members[0]].made or 0
            elif len(standing) == 1:
                found[line] = standing[0], max(models.texts[text].made or 0 for text in members)
        return found

    def alone(self, text: int) -> Closures | None:
        """The definitions of one text by itself; `None` where it cannot be read."""
        language = self.language(text)
        return None if isinstance(language, Unread) else self._link(language, (text,))

    def defines(self, text: int) -> frozenset[str] | None:
        """The names that a text defines; those that its artifact states where it cannot be read, if it states any."""
        outline = self.outlines.of_texts[text]
        if outline is not None:
            return outline.defines
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
    def unread_lines(self) -> frozenset[int]:
        """The lines of which a version cannot be read."""
        texts = self.models.texts
        named = {held.language for held in texts}
        unread = {name for name in named if isinstance(self._readings.language(name), Unread)}
        lines = zip(self.models.line_of, texts, strict=True)
        return frozenset([line for line, held in lines if held.text is None or held.language in unread])

    @cached_property
    def unread_changes(self) -> dict[str, tuple[int, int]]:
        """For each language the last time when a text that cannot be had came, went, or may have gone; and that text.

        Under no language where the text states none.
        """
        models = self.models
        found: dict[str, tuple[int, int]] = {}
        for line in sorted(self.unread_lines):
            members = sorted(models.members[line], key=self._when)
            for at, text in enumerate(members):
                held = models.texts[text]
                if held.text is None:
                    times = [self._when(text), *map(self._when, members[at + 1 : at + 2])]
                    times += [self._when(self.doubtful[text])] if text in self.doubtful else []
                    found[held.language] = max(found.get(held.language, (-1, text)), (max(times), text))
        return found

    def _when(self, text: int) -> int:
        made = self.models.texts[text].made
        return ALWAYS if made is None or not self.models.index.in_id_order else made

    def unread_after(self, made: int | None, languages: Iterable[str]) -> int | None:
        """A text that cannot be had and came or went after an action, for all that is known; it may define anything.

        Args:
            made: Position of the action; `None` where it is not known.
            languages: Those in question; a text that states none counts for all.
        """
        for language in (*languages, ""):
            last, text = self.unread_changes.get(language, (-1, -1))
            if text >= 0 and (made is None or last > made):
                return text
        return None

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

    def _relevant(self, lines: tuple[int, ...]) -> _Relevant:
        """The lines that some lines can rest on; all lines where that is not worth finding out."""
        if not lines or self.are_few:
            return self._every
        if lines not in self._relevant_to and self.apart(lines):
            self._relevant_to[lines] = _Relevant(len(self._relevant_to) + 1, lines)
        if lines not in self._relevant_to:
            if self._left < 0:
                return self._every
            found: set[int] | None = set()
            for line in lines:
                reached, steps = self._relevance.of(line)
                self._left -= _PER_STEP * steps
                found = None if found is None or reached is None else found | reached
            known = self._every if found is None else _Relevant(len(self._relevant_to) + 1, tuple(sorted(found)))
            self._relevant_to[lines] = known
        return self._relevant_to[lines]

    @cached_property
    def _every(self) -> _Relevant:
        return _Relevant(0, tuple(range(len(self.models.members))))

    @cached_property
    def _relevance(self) -> Relevance:
        models = self.models
        groups = self._groups(range(len(models.texts)))
        linked = ((self._link(language, group), group) for language, group in groups)
        return Relevance(models.line_of, len(models.members), linked, self.unread_lines)

    def _known_at(self, made: int | None, position: int, named: tuple[int, ...], relevant: tuple[int, ...]) -> bool:
        """Whether the record says which texts stood."""
        models = self.models
        if made is not None and not models.untimed and models.index.in_id_order:
            return True
        told = {models.line_of[text] for text in named}
        lines = (models.members[line] for line in relevant if line not in told)
        return all(len(members) == 1 and models.texts[members[0]].position < position for members in lines) and (
            made is not None or not any(models.texts[text].position > position for text in named)
        )

    def _was(self, made: int | None, named: tuple[int, ...], relevant: tuple[int, ...]) -> State | None:
        models = self.models
        standing = {line: models.standing(line, made) for line in relevant}
        for text in named:
            if text not in standing.get(models.line_of[text], ()):
                standing[models.line_of[text]] = (text,)
        texts = [at for together in standing.values() for at in together]
        if texts == [at for line in standing for at in self.now.by_line.get(line, ())]:
            return self.now
        return self._state(texts) if self._afford(texts) else None

    def _afford(self, texts: Sequence[int]) -> bool:
        """Whether more texts may be linked for times gone by; takes it off what may."""
        is_linked = self._readings.is_linked
        new = [group for language, group in self._groups(texts) if not is_linked(language, self._held(group))]
        self._left -= _PER_TEXT * len(texts) + sum(map(self._cost, new))
        return self._left >= 0

    def _state(self, standing: Sequence[int]) -> State:
        return State(self.models, standing, self._groups, self._link)

    def _groups(self, standing: Sequence[int]) -> list[Group]:
        """The texts that can be read, by their languages."""
        found: dict[str, tuple[Language[Hashable], list[int]]] = {}
        for text in standing:
            language = self.language(text)
            if not isinstance(language, Unread):
                found.setdefault(language.name, (language, []))[1].append(text)
        return [(language, tuple(texts)) for language, texts in found.values()]

    def _link(self, language: Language[Hashable], texts: tuple[int, ...]) -> Closures:
        return self._readings.link(language, self._held(texts))

    def _held(self, texts: Sequence[int]) -> list[str]:
        return [self.models.texts[text].text or "" for text in texts]

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
