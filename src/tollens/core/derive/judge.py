"""§18.3 The judgement on one result, step by step: the fingerprint, or without one the order of the edits."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain

from tollens.core.derive.engines import Engines
from tollens.core.derive.models import Models
from tollens.core.derive.rulings import Ruling, detached, fresh, stale
from tollens.core.derive.states import Hit, State, States
from tollens.core.derive.subjects import About, as_edited
from tollens.core.derive.textual import TextualCheck
from tollens.core.derive.touched import Edits
from tollens.core.graph.index import Index
from tollens.core.model.artifacts import ConformanceResultArtifact
from tollens.core.model.fingerprint import ReasoningFingerprint
from tollens.core.ports import LanguageOf, Unread

OWN_SCHEME = "tollens-"
"""What the checksums of this implementation begin with."""


class Judge:
    """Judges the results of one trace.

    Args:
        index: Of the trace.
        language_of: Finds the languages that models are written in.
        engines: The current version of engines by name, where the caller knows it.
    """

    def __init__(self, index: Index, language_of: LanguageOf, engines: Mapping[str, str]) -> None:
        self.index = index
        self.models = Models(index)
        self.states = States(self.models, language_of)
        self._given = engines

    @cached_property
    def _engines(self) -> Engines:
        return Engines(self.index, self._given)

    @cached_property
    def _edits(self) -> Edits:
        return Edits(self.index)

    @cached_property
    def _textual(self) -> TextualCheck:
        return TextualCheck()

    def ruling(self, subject: About) -> Ruling:
        """Judge one result."""
        found = self._against(subject, self.states.now)
        if found.fresh and self._in_doubt(subject):
            found = self._in_both_readings(subject, found)
        if found.fresh:
            found = self._reference(subject) or self._engine(subject) or found
        return found

    def _against(self, subject: About, state: State) -> Ruling:
        if subject.fingerprint is None:
            return self._by_order(subject, state)
        return self._by_fingerprint(subject, subject.fingerprint, state)

    # Both readings of a record that leaves a replacement open

    def _in_doubt(self, subject: About) -> bool:
        since = self.states.doubtful_since
        return since >= 0 and (subject.made is None or not self.index.in_id_order or since > subject.made)

    def _in_both_readings(self, subject: About, found: Ruling) -> Ruling:
        if self._against(subject, self.states.narrow).fresh:
            return found
        doubtful = self.states.doubtful
        first = next((aim for aim in subject.aims if aim in doubtful), next(iter(doubtful)))
        old, new = (self.models.texts[at].artifact_id for at in (first, doubtful[first]))
        return stale(
            "unclear",
            f"model {new!r} came later and may be a new version of {old!r}; nothing in the record says whether it is",
        )

    # By the fingerprint

    def _by_fingerprint(self, subject: About, stored: ReasoningFingerprint, state: State) -> Ruling:
        if not self.models.texts:
            return stale("unverifiable", "the trace holds no formal model to recompute the fingerprint from")
        texts = self._texts(subject, state)
        unread = [text for text in texts if not state.reads(text)]
        if unread:
            return self._unread(subject, state, unread)
        if subject.symbol is None:
            return self._whole(subject, stored, state, texts)
        hits = self._hits(subject, subject.symbol, state, texts)
        if not hits:
            return self._gone(subject, stored, state, subject.symbol)
        if subject.otherwise is not None and set(hits) != set(self._hits(subject, subject.otherwise, state, texts)):
            return stale(
                "task", f"the goal is about {subject.otherwise!r} and the fingerprint about {subject.symbol!r}"
            )
        if stored.task_checksum.startswith(tuple(f"{hit.linked.closures.scheme}:" for hit in hits)):
            return self._recomputed(subject, stored, hits)
        return self._foreign(subject, stored, hits)

    def _texts(self, subject: About, state: State) -> tuple[int, ...]:
        """The texts to look in first: those that the record names as long as they stand, else those of their lines."""
        found: dict[int, None] = {}
        for line in subject.lines:
            standing = state.by_line.get(line, [])
            named = [text for text in standing if text in subject.aims]
            found.update(dict.fromkeys(named or standing))
        return tuple(found)

    def _hits(self, subject: About, symbol: str, state: State, texts: Iterable[int]) -> tuple[Hit, ...]:
        """What the symbol names in those texts; in all, where none of their lines ever defined it."""
        hits = state.hits(symbol, texts)
        if hits or self._defined(subject, symbol):
            return hits
        return state.hits(symbol)

    def _defined(self, subject: About, symbol: str) -> bool:
        last = symbol.strip().rpartition(".")[2]
        return any(last in self.states.names[line] for line in subject.lines)

    def _recomputed(self, subject: About, stored: ReasoningFingerprint, hits: Sequence[Hit]) -> Ruling:
        if all(hit.checksum == stored.task_checksum for hit in hits):
            return fresh("checksum", "its checksum, recomputed from the current model, is the stored one")
        changed = self._changed(subject, hits)
        alike = any(hit.shape == stored.task_shape for hit in hits)
        return stale("checksum", _told("its task differs from the one it was computed over", changed, alike), changed)

    def _foreign(self, subject: About, stored: ReasoningFingerprint, hits: Sequence[Hit]) -> Ruling:
        """A checksum that only its producer can recompute: by the model that it was computed over, if that is here."""
        before = self._before(subject, hits)
        if before is not None:
            return self._compared(before, hits, "the model that it was computed over")
        if self._textual.holds(stored.task_checksum, hits, self.models):
            return fresh("textual", "its checksum, recomputed as the reference implementation does, is the stored one")
        return stale(
            "unverifiable",
            "its checksum is of a scheme that cannot be recomputed here, and the model that it was computed over is "
            "not in the trace or not known",
        )

    def _before(self, subject: About, hits: Sequence[Hit]) -> Sequence[Hit] | None:
        """What the symbol named in the model that the result was computed over; `None` where that is not known."""
        stored = subject.fingerprint
        if subject.named is None and stored is not None and stored.model_artifact_id is not None:
            return None
        if subject.named is not None and self._made_after(subject):
            return None
        kept = subject.named is None or subject.named in self.states.now.standing
        if kept and all(self.states.unchanged(hit, subject.made) for hit in hits):
            return hits
        state = self._past(subject)
        if state is None or subject.symbol is None:
            return None
        return self._hits(subject, subject.symbol, state, self._texts(subject, state)) or None

    def _made_after(self, subject: About) -> bool:
        """Whether the model that a fingerprint names came after the result, so that it cannot be the one."""
        named = self.models.texts[subject.named or 0]
        if named.made is None or subject.made is None or not self.index.in_id_order:
            return named.position > subject.position
        return named.made > subject.made

    def _past(self, subject: About) -> State | None:
        named = () if subject.named is None else (subject.named,)
        return self.states.at(subject.made, subject.position, named)

    def _compared(self, before: Sequence[Hit], hits: Sequence[Hit], what: str) -> Ruling:
        if {hit.checksum for hit in before} == {hit.checksum for hit in hits}:
            return fresh("model", f"its target has the same closure in {what} and in the current one")
        changed = _changes(before, hits)
        alike = {hit.shape for hit in before} == {hit.shape for hit in hits}
        return stale("model", _told(f"its target's closure differs from that in {what}", changed, alike), changed)

    def _changed(self, subject: About, hits: Sequence[Hit]) -> tuple[str, ...]:
        """What changed since, as far as the model that the result was computed over is known."""
        before = self._before(subject, hits)
        return () if before is None else _changes(before, hits)

    # Targets that are whole artifacts

    def _whole(self, subject: About, stored: ReasoningFingerprint, state: State, texts: Sequence[int]) -> Ruling:
        if not texts:
            return stale("unverifiable", "it names no symbol, and its target is no model of this trace")
        now = {state.whole(text)[0] for text in texts}
        schemes = tuple(f"{checksum.partition(':')[0]}:" for checksum in now)
        if stored.task_checksum.startswith(schemes):
            if now == {stored.task_checksum}:
                return fresh("checksum", "the checksum of its whole target, recomputed, is the stored one")
            return stale("checksum", "its target differs from the one that it was computed over")
        if subject.named is None and stored.model_artifact_id is not None:
            past = None
        else:
            past = None if subject.named is not None and self._made_after(subject) else self._past(subject)
        was = self._whole_in(subject, past)
        if was is None:
            return stale("unverifiable", "its checksum is of a scheme that cannot be recomputed here")
        if was == now:
            return fresh("model", "its whole target reads the same as when it was computed")
        return stale("model", "its target differs from the one that it was computed over")

    def _whole_in(self, subject: About, past: State | None) -> set[str] | None:
        """The checksums of the whole targets as they were; `None` where that is not known."""
        if past is None:
            return None
        texts = self._texts(subject, past)
        return {past.whole(text)[0] for text in texts} if texts and all(map(past.reads, texts)) else None

    # What is gone, or cannot be read

    def _gone(self, subject: About, stored: ReasoningFingerprint, state: State, symbol: str) -> Ruling:
        if state.unread and not self._defined(subject, symbol):
            held = self.models.texts[state.unread[0]]
            return stale("unread", f"{symbol!r} may be in model {held.artifact_id!r}, which cannot be read: {held.why}")
        renamed = self._renamed(subject, state)
        if renamed is not None:
            return stale("moved", f"its component no longer defines {symbol!r} but {renamed!r}", moved_to=renamed)
        moved = self._moved(subject, stored, state, symbol)
        where = f"; {moved!r} reads the same but for names" if moved else ""
        return detached(f"{symbol!r} is in no current model{where}", moved)

    def _moved(self, subject: About, stored: ReasoningFingerprint, state: State, symbol: str) -> str | None:
        """The one definition whose shape is that of the target, as stored or in the model as it was."""
        shapes = {stored.task_shape} if (stored.task_shape or "").startswith(OWN_SCHEME) else set()
        if not shapes:
            past = self._past(subject)
            shapes = {hit.shape for hit in past.hits(symbol, self._texts(subject, past))} if past is not None else set()
        alike = {hit.name for shape in shapes for hit in state.by_shape.get(shape or "", ())}
        return alike.pop() if len(alike) == 1 else None

    def _renamed(self, subject: About, state: State) -> str | None:
        """The only definition of the component that the result is about, where it had one only and has one still."""
        for text in self._texts(subject, state):
            held = self.models.texts[text]
            before = [aim for aim in subject.aims if self.models.texts[aim].component == held.component]
            if held.component in subject.components and before:
                names = [self.states.defines(each) or frozenset() for each in (before[0], text)]
                if all(len(each) == 1 for each in names):
                    return next(iter(names[1]))
        return None

    def _unread(self, subject: About, state: State, unread: Sequence[int]) -> Ruling:
        """A model that cannot be read is the same only where every text that stood beside it is the same."""
        held = self.models.texts[unread[0]]
        language = self.states.language(unread[0])
        why = language.why if isinstance(language, Unread) else held.why
        texts = [self.models.texts[text] for text in unread]
        past = self._past(subject) if subject.named is None or not self._made_after(subject) else None
        stated = subject.fingerprint is not None and subject.fingerprint.model_artifact_id is not None
        if any(text.text is None for text in texts) or past is None or (stated and subject.named is None):
            return stale("unread", f"model {held.artifact_id!r} cannot be read: {why}")
        if past.written != state.written:
            return stale("unread", f"the model is not written as it was, and cannot be read: {why}")
        last = (subject.symbol or "").rpartition(".")[2]
        if last and not any(last in (text.text or "") for text in texts):
            return stale("unread", f"{subject.symbol!r} is not seen in model {held.artifact_id!r}; {why}")
        return fresh("text", f"the whole model is written as it was ({why}, so it was compared as text)")

    # Without a fingerprint

    def _by_order(self, subject: About, state: State) -> Ruling:
        edit = self._edits.since(as_edited(self.index, self.models, subject), subject.made)
        if edit is not None:
            return stale("order", f"what it is about was edited after it, by {edit}")
        texts = self._texts(subject, state)
        lines = self._lines_in_question(subject)
        if any(self.models.versions[line] > 1 for line in lines):
            return self._by_versions(subject, state, texts, lines)
        if any(self.models.texts[text].text is None for text in texts):
            held = self.models.texts[texts[0]]
            return stale("unread", f"model {held.artifact_id!r} cannot be read: {held.why}")
        if lines and not texts:
            return stale("unclear", "the model that it is about may have been replaced")
        return fresh("order", "it has no fingerprint, and no later edit of what it is about is recorded")

    def _lines_in_question(self, subject: About) -> tuple[int, ...]:
        if subject.lines or subject.symbol is None:
            return subject.lines
        last = subject.symbol.strip().rpartition(".")[2]
        return self.states.lines_defining.get(last, ())

    def _by_versions(self, subject: About, state: State, texts: Sequence[int], lines: Sequence[int]) -> Ruling:
        """A model of several versions: the target's closure in the one that the result was computed over, and now."""
        unread = [text for text in texts if not state.reads(text)]
        if unread:
            return self._unread(subject, state, unread)
        past = self._past(subject)
        if subject.symbol is None:
            was = self._whole_in(subject, past)
            same = was is not None and texts and was == {state.whole(text)[0] for text in texts}
            if same:
                return fresh("model", "its whole target reads the same as when it was computed")
            return stale("order", "its target has a later version that differs")
        hits = self._hits(subject, subject.symbol, state, texts)
        if not hits:
            return stale("order", f"a later version of its model no longer defines {subject.symbol!r}")
        if past is None:
            return self._in_every_version(subject.symbol, lines)
        before = self._hits(subject, subject.symbol, past, self._texts(subject, past))
        if not before:
            return fresh("order", "it has no fingerprint, and what it is about was first modelled after it")
        found = self._compared(before, hits, "the model as it was")
        return found if found.fresh else found._replace(basis="order")

    def _in_every_version(self, symbol: str, lines: Sequence[int]) -> Ruling:
        """Where it is not known which version a result was computed over, all of them must agree."""
        members = chain.from_iterable(self.models.members[line] for line in lines)
        checksums: set[str] = set()
        for text in members:
            closures = self.states.alone(text)
            found = () if closures is None else closures.find(symbol)
            if closures is None or not found:
                return stale(
                    "unclear", f"it is not known which version of the model of {symbol!r} it was computed over"
                )
            checksums.update(map(closures.checksum, found))
        if len(checksums) == 1:
            return fresh("order", "it has no fingerprint, and all versions of its target are the same")
        return stale("unclear", f"it is not known which version of {symbol!r} it was computed over")

    # What outdates a result whatever its model

    def _reference(self, subject: About) -> Ruling | None:
        """A conformance to a reference that was replaced by another."""
        if not isinstance(subject.result, ConformanceResultArtifact):
            return None
        name = subject.result.payload.reference_artifact_id
        number = self.models.numbered(name)
        if number is not None:
            standing = self.models.standing(self.models.line_of[number])
            if self.models.texts[number].text in [self.models.texts[text].text for text in standing]:
                return None
        elif name not in self.index.replaced:
            return None
        return stale("reference", f"the reference {name!r} that it was checked against was replaced")

    def _engine(self, subject: About) -> Ruling | None:
        if subject.fingerprint is None:
            return None
        found = self._engines.advanced_past(subject.result, subject.fingerprint)
        if found is None:
            return None
        name, own, current = found
        return stale("engine", f"it was produced by {name} {own}, and {current} is current")


def _changes(before: Sequence[Hit], hits: Sequence[Hit]) -> tuple[str, ...]:
    """The definitions that differ between the first readings of a symbol then and now."""
    old, new = before[0], hits[0]
    if old.linked.closures.scheme != new.linked.closures.scheme:
        return ()
    return old.linked.closures.against(new.linked.closures).changed(old.at, new.at)


def _told(what: str, changed: Sequence[str], alike: bool) -> str:
    names = f"; changed: {', '.join(changed)}" if changed else ""
    return f"{what}{names}{'; only names differ' if alike else ''}"
