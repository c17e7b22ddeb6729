"""§18.3 The judgement on one result: by its fingerprint, or without one by the order of the edits, in both readings of
a record that leaves open what replaced what; then by what outdates a result whatever its model.
"""

from collections.abc import Mapping
from functools import cached_property

from tollens.core.derive.freshness.by_fingerprint import ByFingerprint
from tollens.core.derive.freshness.by_itself import ByItself
from tollens.core.derive.freshness.by_order import ByOrder
from tollens.core.derive.freshness.engines import Engines
from tollens.core.derive.freshness.model_state import State
from tollens.core.derive.freshness.readings import Readings
from tollens.core.derive.freshness.rulings import Ruling, stale
from tollens.core.derive.freshness.sight import Sight
from tollens.core.derive.freshness.subjects import About
from tollens.core.graph.index import Index
from tollens.core.model.artifacts import ConformanceResultArtifact
from tollens.core.ports import LanguageOf


class Judge:
    """Judges the results of one trace.

    Args:
        index: Of the trace.
        language_of: Finds the languages that models are written in.
        engines: The current version of engines by name, where the caller knows it.
        readings: Of the texts of models, where another trace shares them.
    """

    def __init__(
        self, index: Index, language_of: LanguageOf, engines: Mapping[str, str], readings: Readings | None = None
    ) -> None:
        self.index = index
        self.sight = Sight(index, language_of, readings)
        self._given = engines
        by_itself = ByItself(self.sight)
        self._by_fingerprint = ByFingerprint(self.sight, by_itself)
        self._by_order = ByOrder(self.sight, by_itself)

    @cached_property
    def _engines(self) -> Engines:
        return Engines(self.index, self._given)

    def ruling(self, subject: About) -> Ruling:
        """Judge one result."""
        if subject.unread is not None and (subject.fingerprint is None or subject.goal_unread):
            return stale("unread", f"what it is about cannot be read: {subject.unread!r}")
        found = self._against(subject, self.sight.states.now)
        if not found.fresh:
            return found
        if self.in_doubt(subject):
            found = self._in_both_readings(subject, found)
            if not found.fresh:
                return found
        return self.outdated(subject) or found

    def outdated(self, subject: About) -> Ruling | None:
        """What outdates a result whatever became of its target; `None` without such."""
        unread = self._unread(subject) if self.sight.states.unread_lines else None
        return unread or self._reference(subject) or self._engine(subject)

    def is_edited_from(self, place: int) -> bool:
        """Whether an action at that position or later edited what a result without a fingerprint may be about."""
        return self._by_order.is_edited_from(place)

    def _against(self, subject: About, state: State) -> Ruling:
        if subject.fingerprint is None:
            return self._by_order.ruling(subject, state)
        return self._by_fingerprint.ruling(subject, subject.fingerprint, state)

    def in_doubt(self, subject: About) -> bool:
        """Whether the record leaves open what replaced what, after the result was made."""
        since = self.sight.states.doubtful_since
        return since >= 0 and (subject.made is None or not self.index.in_id_order or since > subject.made)

    def _in_both_readings(self, subject: About, found: Ruling) -> Ruling:
        if self._against(subject, self.sight.states.narrow).fresh:
            return found
        doubtful = self.sight.states.doubtful
        first = next((aim for aim in subject.aims if aim in doubtful), next(iter(doubtful)))
        old, new = (self.sight.models.texts[at].artifact_id for at in (first, doubtful[first]))
        return stale(
            "unclear",
            f"model {new!r} came later and may be a new version of {old!r}; nothing in the record says whether it is",
        )

    def _unread(self, subject: About) -> Ruling | None:
        """A model that cannot be read, and may define the target, or is later and may define what that rests on."""
        states, texts = self.sight.states, self.sight.models.texts
        if subject.symbol is not None and not self.sight.defined(subject, subject.symbol):
            return stale("unread", f"{subject.symbol!r} may be meant in another model, and one of them cannot be read")
        lines = {texts[text].language for line in subject.lines for text in self.sight.models.standing(line)}
        text = states.unread_after(subject.made, sorted(lines or states.unread_changes))
        if text is None:
            return None
        held = texts[text]
        return stale("unread", f"model {held.artifact_id!r} may concern it and cannot be read: {held.why}")

    def _reference(self, subject: About) -> Ruling | None:
        """A conformance to a reference that was replaced by another."""
        if not isinstance(subject.result, ConformanceResultArtifact):
            return None
        name = subject.result.payload.reference_artifact_id
        number = self.sight.models.numbered(name)
        if number is not None:
            standing = self.sight.models.standing(self.sight.models.line_of[number])
            if self.sight.models.texts[number].text in [self.sight.models.texts[text].text for text in standing]:
                return None
        elif self.index.artifact_at.get(name) not in self.sight.models.replaced:
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
