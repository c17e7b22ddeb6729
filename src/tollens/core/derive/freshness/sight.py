"""§18.3 Where a result finds its target: in the model as it is now, and as it was when the result was computed."""

from collections.abc import Iterable, Sequence
from functools import cached_property

from tollens.core.derive.freshness.model_state import Hit, State
from tollens.core.derive.freshness.models import Models
from tollens.core.derive.freshness.readings import Readings
from tollens.core.derive.freshness.rulings import Ruling, fresh, stale
from tollens.core.derive.freshness.states import States
from tollens.core.derive.freshness.subjects import About, about, reasoning_results
from tollens.core.graph.index import Index
from tollens.core.ports import LanguageOf, Unread

SAME = "all that it rests on is the same in {} and now"
"""Why a result is fresh that was computed over something older."""


class Sight:
    """The models of a trace, looked at for one result after the other.

    Args:
        index: Of the trace.
        language_of: Finds the languages that models are written in.
        readings: Of the texts, where another trace shares them.
    """

    def __init__(self, index: Index, language_of: LanguageOf, readings: Readings | None = None) -> None:
        self.index = index
        self.models = Models(index)
        self.states = States(self.models, readings or Readings(language_of))

    @cached_property
    def subjects(self) -> tuple[About, ...]:
        """What each reasoning result is about, in list order."""
        results = reasoning_results(self.index)
        return tuple([about(self.index, self.models, position, result) for position, result in results])

    def texts(self, subject: About, state: State) -> tuple[int, ...]:
        """The texts to look in first: those that the record names as long as they stand, else those of their lines."""
        found: dict[int, None] = {}
        for line in subject.lines:
            standing = state.by_line.get(line) or self._instead(line, state)
            named = [text for text in standing if text in subject.aims]
            found.update(dict.fromkeys(named or standing))
        return tuple(found)

    def nearer(self, subject: About, state: State) -> State:
        """The part of the current model that decides about a subject, where that is known to be no more than its lines.

        It is where these rest on no others and define the symbol: then no other text can be meant, or be in a closure.
        """
        if state is not self.states.now or subject.symbol is None or not self.states.apart(subject.lines):
            return state
        outlines = self.states.outlines.of_texts
        found = [outlines[text] for text in self.texts(subject, state)]
        if not any(outline is not None and subject.symbol.strip() in outline.defines for outline in found):
            return state
        return self.states.current(subject.lines)

    def only_text(self, subject: About) -> int | None:
        """The text that alone decides about a subject; `None` where it is not known that one does.

        It is that of its only line, where the line rests on no others and has one text that stands, which defines the
        symbol. So `nearer` gives a model of that text only, unless there are so few lines that it gives them all.
        """
        if len(subject.lines) != 1 or subject.symbol is None or self.states.are_few:
            return None
        (line,) = subject.lines
        standing = self.models.standing(line)
        if len(standing) != 1 or line not in self.states.outlines.apart:
            return None
        outline = self.states.outlines.of_texts[standing[0]]
        return standing[0] if outline is not None and subject.symbol.strip() in outline.defines else None

    def _instead(self, line: int, state: State) -> list[int]:
        """What stands in the place of a line that may have been replaced, in the reading in which it was."""
        if state is not self.states.narrow:
            return []
        return [self.states.instead[text] for text in self.models.standing(line) if text in self.states.instead]

    def hits(self, subject: About, symbol: str, state: State, texts: Iterable[int]) -> tuple[Hit, ...]:
        """What the symbol names in those texts; in all, where none of their lines ever defined it."""
        hits = state.hits(symbol, texts)
        if hits or self.defined(subject, symbol):
            return hits
        return state.hits(symbol)

    def defined(self, subject: About, symbol: str) -> bool:
        """Whether any version of the models that a result is about defines the symbol, or may: it cannot be read."""
        last = symbol.strip().rpartition(".")[2]
        return any(last in self.states.names[line] or line in self.states.unread_lines for line in subject.lines)

    def before(self, subject: About, hits: Sequence[Hit]) -> Sequence[Hit] | None:
        """What the symbol named in the model that the result was computed over; `None` where that is not known."""
        stored = subject.fingerprint
        if subject.named is None and stored is not None and stored.model_artifact_id is not None:
            return None
        if subject.named is not None and self.made_after(subject):
            return None
        kept = subject.named is None or subject.named in self.states.now.standing
        if kept and all(self.states.unchanged(hit, subject.made) for hit in hits):
            return hits
        state = self.past(subject)
        if state is None or subject.symbol is None:
            return None
        return self.hits(subject, subject.symbol, state, self.texts(subject, state)) or None

    def made_after(self, subject: About) -> bool:
        """Whether the model that a fingerprint names came after the result, so that it cannot be the one."""
        named = self.models.texts[subject.named or 0]
        if named.made is None or subject.made is None or not self.index.in_id_order:
            return named.position > subject.position
        return named.made > subject.made

    def past(self, subject: About) -> State | None:
        """The model that a result was computed over; `None` where the record does not say which it was."""
        named = () if subject.named is None else (subject.named,)
        return self.states.at(subject.made, subject.position, named, subject.lines)

    def whole_in(self, subject: About, past: State | None) -> set[str] | None:
        """The checksums of the whole targets as they were; `None` where that is not known."""
        if past is None:
            return None
        texts = self.texts(subject, past)
        return {past.whole(text)[0] for text in texts} if texts and all(map(past.reads, texts)) else None

    def compared(self, subject: About, before: Sequence[Hit], hits: Sequence[Hit], what: str) -> Ruling:
        """Whether the symbol names the same closures in an older model, called `what`, as now."""
        if before is hits:
            return fresh("model", SAME.format(what))
        old, new = before[0], self._nearest(subject, hits[0])
        comparison = old.linked.closures.against(new.linked.closures)
        only = len(before) == len(hits) == 1
        if comparison.same(old.at, new.at) if only else {h.checksum for h in before} == {h.checksum for h in hits}:
            return fresh("model", SAME.format(what))
        alike = comparison.alike(old.at, new.at) if only else {h.shape for h in before} == {h.shape for h in hits}
        changed = comparison.changed(old.at, new.at)
        return stale("model", told(f"what it rests on is no longer as in {what}", changed, alike), changed)

    def changed(self, subject: About, hits: Sequence[Hit]) -> tuple[str, ...]:
        """What changed since, as far as the model that the result was computed over is known.

        The definitions that differ between the first readings of a symbol then and now.
        """
        before = self.before(subject, hits)
        if before is None:
            return ()
        old, new = before[0], self._nearest(subject, hits[0])
        return old.linked.closures.against(new.linked.closures).changed(old.at, new.at)

    def _nearest(self, subject: About, hit: Hit) -> Hit:
        """A definition of the current model in as few texts as it can rest on, where these are known."""
        small = self.states.current(subject.lines)
        if hit.linked in small.linked or hit.linked not in self.states.now.linked or not small.reads(hit.text):
            return hit
        return next(iter(small.hits(hit.name, (hit.text,))), hit)

    def unread(self, subject: About, state: State, unread: Sequence[int]) -> Ruling:
        """A model that cannot be read is the same only where every text that stood beside it is the same."""
        held = self.models.texts[unread[0]]
        language = self.states.language(unread[0])
        why = language.why if isinstance(language, Unread) else held.why
        texts = [self.models.texts[text] for text in unread]
        past = self.past(subject) if subject.named is None or not self.made_after(subject) else None
        stated = subject.fingerprint is not None and subject.fingerprint.model_artifact_id is not None
        if any(text.text is None for text in texts) or past is None or (stated and subject.named is None):
            return stale("unread", f"model {held.artifact_id!r} cannot be read: {why}")
        if past.written != state.written:
            return stale("unread", f"the model is not written as it was, and cannot be read: {why}")
        last = (subject.symbol or "").rpartition(".")[2]
        if last and not any(last in (text.text or "") for text in texts):
            return stale("unread", f"{subject.symbol!r} is not seen in model {held.artifact_id!r}; {why}")
        return fresh("text", f"the whole model is written as it was ({why}, so it was compared as text)")


def told(what: str, changed: Sequence[str], alike: bool) -> str:
    """A sentence on a difference: what differs, which definitions, and whether no more than names do."""
    names = f"; changed: {', '.join(changed)}" if changed else ""
    return f"{what}{names}{'; only names differ' if alike else ''}"
