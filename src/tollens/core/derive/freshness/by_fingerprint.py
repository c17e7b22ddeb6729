"""§18.3, step 2: a result with a fingerprint, held against the current model."""

from collections.abc import Sequence

from tollens.core.derive.freshness.by_itself import ByItself
from tollens.core.derive.freshness.model_state import Hit, State
from tollens.core.derive.freshness.rulings import Ruling, detached, fresh, stale
from tollens.core.derive.freshness.sight import Sight, told
from tollens.core.derive.freshness.subjects import About
from tollens.core.derive.freshness.textual import TextualCheck
from tollens.core.model.fingerprint import ReasoningFingerprint

OWN_SCHEME = "tollens-"
"""What the checksums of this implementation begin with."""

_COMPUTED_OVER = "the model that it was computed over"


class ByFingerprint:
    """Judges results by their fingerprints.

    Args:
        sight: Of the models.
        by_itself: Judges what rests on one line of models only.
    """

    def __init__(self, sight: Sight, by_itself: ByItself) -> None:
        self._sight = sight
        self._by_itself = by_itself
        self._models = sight.models
        self._states = sight.states
        self._textual = TextualCheck()

    def ruling(self, subject: About, stored: ReasoningFingerprint, state: State) -> Ruling:
        """Judge one result by the current model `state`."""
        if not self._models.texts:
            return stale("unverifiable", "the trace holds no formal model to recompute the fingerprint from")
        if state is self._states.now and not stored.task_checksum.startswith(OWN_SCHEME):
            found = self._by_itself.ruling(subject, _COMPUTED_OVER)
            if found is not None:
                return found
        state = self._sight.nearer(subject, state)
        texts = self._sight.texts(subject, state)
        unread = [text for text in texts if not state.reads(text)]
        if unread:
            return self._sight.unread(subject, state, unread)
        if subject.symbol is None:
            return self._whole(subject, stored, state, texts)
        hits = self._sight.hits(subject, subject.symbol, state, texts)
        if not hits:
            return self._gone(subject, stored, state, subject.symbol)
        if subject.otherwise is not None and set(hits) != set(
            self._sight.hits(subject, subject.otherwise, state, texts)
        ):
            return stale(
                "task", f"the goal is about {subject.otherwise!r} and the fingerprint about {subject.symbol!r}"
            )
        if stored.task_checksum.startswith(tuple(f"{hit.linked.closures.scheme}:" for hit in hits)):
            return self._recomputed(subject, stored, hits)
        return self._foreign(subject, stored, hits)

    def _recomputed(self, subject: About, stored: ReasoningFingerprint, hits: Sequence[Hit]) -> Ruling:
        if all(hit.checksum == stored.task_checksum for hit in hits):
            return fresh("checksum", "its checksum, recomputed from the current model, is the stored one")
        changed = self._sight.changed(subject, hits)
        alike = any(hit.shape == stored.task_shape for hit in hits)
        return stale("checksum", told("its task differs from the one it was computed over", changed, alike), changed)

    def _foreign(self, subject: About, stored: ReasoningFingerprint, hits: Sequence[Hit]) -> Ruling:
        """A checksum that only its producer can recompute: by the model that it was computed over, if that is here."""
        before = self._sight.before(subject, hits)
        if before is not None:
            return self._sight.compared(subject, before, hits, _COMPUTED_OVER)
        if self._textual.holds(stored.task_checksum, hits, self._models):
            return fresh("textual", "its checksum, recomputed as the reference implementation does, is the stored one")
        return stale(
            "unverifiable",
            "its checksum is of a scheme that cannot be recomputed here, and the model that it was computed over is "
            "not in the trace or not known",
        )

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
            past = None if subject.named is not None and self._sight.made_after(subject) else self._sight.past(subject)
        was = self._sight.whole_in(subject, past)
        if was is None:
            return stale("unverifiable", "its checksum is of a scheme that cannot be recomputed here")
        if was == now:
            return fresh("model", "its whole target reads the same as when it was computed")
        return stale("model", "its target differs from the one that it was computed over")

    def _gone(self, subject: About, stored: ReasoningFingerprint, state: State, symbol: str) -> Ruling:
        if state.unread and not self._sight.defined(subject, symbol):
            held = self._models.texts[state.unread[0]]
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
            past = self._sight.past(subject)
            shapes = (
                {hit.shape for hit in past.hits(symbol, self._sight.texts(subject, past))}
                if past is not None
                else set()
            )
        alike = {hit.name for shape in shapes for hit in state.by_shape.get(shape or "", ())}
        return alike.pop() if len(alike) == 1 else None

    def _renamed(self, subject: About, state: State) -> str | None:
        """The only definition of the component that the result is about, where it had one only and has one still."""
        for text in self._sight.texts(subject, state):
            held = self._models.texts[text]
            before = [aim for aim in subject.aims if self._models.texts[aim].component == held.component]
            if held.component in subject.components and before:
                names = [self._states.defines(each) or frozenset() for each in (before[0], text)]
                if all(len(each) == 1 for each in names):
                    return next(iter(names[1]))
        return None
