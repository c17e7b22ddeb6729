"""§18.3, step 1: a result without a fingerprint is stale once what it is about was edited; it is never detached."""

from collections.abc import Sequence
from functools import cached_property
from itertools import chain

from msgspec.structs import replace

from tollens.core.derive.freshness.by_itself import ByItself
from tollens.core.derive.freshness.model_state import State
from tollens.core.derive.freshness.rulings import Ruling, fresh, stale
from tollens.core.derive.freshness.sight import Sight
from tollens.core.derive.freshness.subjects import About, all_files, as_edited
from tollens.core.derive.freshness.touched import Edits, Subject, Touch

_AS_IT_WAS = "the model as it was"
_UNTOUCHED = fresh("order", "it has no fingerprint, and no later edit of what it is about is recorded")


class ByOrder:
    """Judges results by what was edited after them.

    Args:
        sight: Of the models.
        by_itself: Judges what rests on one line of models only.
    """

    def __init__(self, sight: Sight, by_itself: ByItself) -> None:
        self._sight = sight
        self._by_itself = by_itself
        self._models = sight.models
        self._states = sight.states
        self._agreed: dict[tuple[str, tuple[int, ...]], Ruling] = {}

    @cached_property
    def _edits(self) -> Edits:
        """Those that may concern a result without a fingerprint, by its symbol or by the file of any model."""
        index = self._sight.index
        asked = [subject for subject in self._sight.subjects if subject.fingerprint is None]
        files = all_files(index, self._models, asked)
        return Edits(index, [Subject(None, files=files), *(Subject(subject.symbol) for subject in asked)])

    def is_edited_from(self, place: int) -> bool:
        """Whether an action at that position or later made one of these edits."""
        return any(subject.fingerprint is None for subject in self._sight.subjects) and self._edits.any_from(place)

    def ruling(self, subject: About, state: State) -> Ruling:
        """Judge one result of the trace that has no fingerprint by the current model `state`."""
        edits = self._edits
        edit = edits.since(as_edited(self._sight.index, self._models, subject), subject.made) if edits.any else None
        moved = self._may_rest_on_rewritten(subject)
        if edit is None and state is self._states.now and subject.lines:
            if not moved and self._steady.issuperset(subject.lines):
                return _UNTOUCHED
            found = self._from_its_line(subject)
            if found is not None:
                return found
        texts = self._sight.texts(subject, state)
        if edit is not None and (edit.exact or not self._told_by_its_model(subject, state, edit, texts)):
            return stale("order", f"what it is about was edited after it, by {edit.what}")
        lines = self._lines_in_question(subject)
        if moved or not self._is_as_it_was(subject, texts, lines):
            return self._by_versions(subject, state, texts, lines)
        unread = next((text for text in texts if self._models.texts[text].text is None), None)
        if unread is not None:
            held = self._models.texts[unread]
            return stale("unread", f"model {held.artifact_id!r} cannot be read: {held.why}")
        return _UNTOUCHED

    def _may_rest_on_rewritten(self, subject: About) -> bool:
        """Whether a model was rewritten, beside those that a result is about, that it could rest on."""
        lines = subject.lines
        if not self._models.rewritten or not lines:
            return False
        return any(not self._rewritten_alike[line].issubset(lines) for line in lines)

    @cached_property
    def _rewritten_alike(self) -> list[frozenset[int]]:
        """For each line those of its language that had several different texts."""
        models = self._models
        found: dict[str, set[int]] = {}
        for line in models.rewritten:
            for language in {models.texts[at].language for at in models.members[line]}:
                found.setdefault(language, set()).add(line)
        frozen = {language: frozenset(lines) for language, lines in found.items()}
        return [frozen.get(models.texts[members[0]].language, frozenset()) for members in models.members]

    def _from_its_line(self, subject: About) -> Ruling | None:
        found = self._by_itself.ruling(subject, _AS_IT_WAS)
        return found if found is None or found.fresh else replace(found, basis="order")

    @cached_property
    def _steady(self) -> frozenset[int]:
        """The lines that read the same in every version, which can be had: no version tells more than the edits."""
        models = self._models
        moved = {models.line_of[at] for at, held in enumerate(models.texts) if held.text is None}
        return frozenset(range(len(models.members))) - models.rewritten - moved

    def _told_by_its_model(self, subject: About, state: State, edit: Touch, texts: Sequence[int]) -> bool:
        """Whether the model of what it is about tells better than the edit if it was changed.

        Words that name a symbol in passing say less than a model that can be read and defines it.
        """
        if not edit.words:
            return self._modelled_since(edit.place, texts)
        return (
            subject.symbol is not None
            and all(state.reads(text) for text in texts)
            and bool(self._sight.hits(subject, subject.symbol, self._sight.nearer(subject, state), texts))
        )

    def _modelled_since(self, place: int, texts: Sequence[int]) -> bool:
        """Whether what it is about was modelled after an edit of its file, so that its model tells what was edited."""
        made = [self._models.texts[text].made for text in texts]
        return bool(made) and self._sight.index.in_id_order and all(at is not None and at > place for at in made)

    def _lines_in_question(self, subject: About) -> tuple[int, ...]:
        return subject.lines if subject.lines or subject.symbol is None else self._defining(subject.symbol)

    def _defining(self, symbol: str) -> tuple[int, ...]:
        """The lines of which a version defines the symbol, as far as its last part tells."""
        return self._states.lines_defining.get(symbol.strip().rpartition(".")[2], ())

    def _by_versions(self, subject: About, state: State, texts: Sequence[int], lines: tuple[int, ...]) -> Ruling:
        """A model of several versions: the target's closure in the one that the result was computed over, and now."""
        found = self._from_its_line(subject) if state is self._states.now else None
        if found is not None:
            return found
        state = self._sight.nearer(subject, state)
        unread = [text for text in texts if not state.reads(text)]
        if unread:
            return self._sight.unread(subject, state, unread)
        past = self._sight.past(subject)
        if subject.symbol is None:
            if past is None and self._same_in_every_version(subject, texts, lines):
                return fresh("order", "it has no fingerprint, and what it is about reads the same in every version")
            was = self._sight.whole_in(subject, past)
            same = was is not None and texts and was == {state.whole(text)[0] for text in texts}
            if same:
                return fresh("model", "its whole target reads the same as when it was computed")
            if self._is_as_it_was(subject, texts, lines):
                return stale("order", "a model that its target may rest on has a later version that differs")
            return stale("order", "its target has a later version that differs")
        hits = self._sight.hits(subject, subject.symbol, state, texts)
        if not hits:
            if self._is_as_it_was(subject, texts, lines) and not self._defining(subject.symbol):
                return _UNTOUCHED
            return stale("order", f"a later version of its model no longer defines {subject.symbol!r}")
        if past is None:
            return self._in_every_version(subject.symbol, lines)
        before = self._sight.hits(subject, subject.symbol, past, self._sight.texts(subject, past))
        if not before:
            return fresh("order", "it has no fingerprint, and what it is about was first modelled after it")
        found = self._sight.compared(subject, before, hits, _AS_IT_WAS)
        return found if found.fresh else replace(found, basis="order")

    def _is_as_it_was(self, subject: About, texts: Sequence[int], lines: tuple[int, ...]) -> bool:
        """Whether the models that it is about were neither rewritten nor replaced: only others may have been."""
        replaced = any(self._models.line_of[text] not in subject.lines for text in texts)
        return not replaced and self._models.rewritten.isdisjoint(lines)

    def _same_in_every_version(self, subject: About, texts: Sequence[int], lines: tuple[int, ...]) -> bool:
        """Whether it does not matter which version a result about a whole model was computed over.

        It does not where the record names the version that stands, or all versions read the same; other models may
        not have changed, since the text can rest on them.
        """
        if self._models.rewritten.difference(lines):
            return False
        if texts and set(texts) <= set(subject.aims):
            return True
        members = chain.from_iterable(self._models.members[line] for line in lines)
        closures = [self._states.alone(text) for text in members]
        return None not in closures and len({each.of_source(0)[0] for each in closures if each is not None}) == 1

    def _in_every_version(self, symbol: str, lines: tuple[int, ...]) -> Ruling:
        """Where it is not known which version a result was computed over, all of them must agree."""
        if (symbol, lines) not in self._agreed:
            self._agreed[symbol, lines] = self._agree(symbol, lines)
        return self._agreed[symbol, lines]

    def _agree(self, symbol: str, lines: tuple[int, ...]) -> Ruling:
        members = chain.from_iterable(self._models.members[line] for line in lines)
        checksums: set[str] = set()
        for text in members:
            closures = self._states.alone(text)
            found = () if closures is None else closures.find(symbol)
            if closures is None or not found:
                return stale(
                    "unclear", f"it is not known which version of the model of {symbol!r} it was computed over"
                )
            checksums.update(map(closures.checksum, found))
        if len(checksums) == 1:
            return fresh("order", "it has no fingerprint, and all versions of its target are the same")
        return stale("unclear", f"it is not known which version of {symbol!r} it was computed over")
