"""§18.3 Results about models that rest on no others: judged by the texts of their own line, then and now.

Of a long record that formalizes many small things one by one, nearly all results are like that. What stands beside the
text that a result is about need not be looked at for it.
"""

from functools import cache

from tollens.core.derive.freshness.rulings import Ruling, fresh, stale
from tollens.core.derive.freshness.sight import SAME, Sight, told
from tollens.core.derive.freshness.subjects import About


class ByItself:
    """Judges results by two versions of one text.

    Args:
        sight: Of the models.
    """

    def __init__(self, sight: Sight) -> None:
        self._sight = sight
        self._models = sight.models
        self._states = sight.states

    def ruling(self, subject: About, what: str) -> Ruling | None:
        """Whether a symbol means the same as when a result was computed; `None` where more than its line decides.

        Args:
            subject: The result, judged by the current model; it states no checksum that can be recomputed.
            what: What the result was computed over, in words.
        """
        symbol = (subject.symbol or "").strip()
        now, last = self._current(subject)
        if now is None or subject.made is None or not self._defines(now, symbol):
            return None
        if last <= subject.made and subject.named in (None, now):
            return _same(what)
        then = self._then(subject, subject.made)
        if then is None or not self._defines(then, symbol):
            return None
        return self._compared(then, now, symbol, what)

    def _current(self, subject: About) -> tuple[int | None, int]:
        """The text that stands now and is all that decides, with the last action that made a version of it."""
        stated = subject.fingerprint
        lost = subject.named is None and stated is not None and stated.model_artifact_id is not None
        if lost or subject.symbol is None or subject.otherwise is not None or len(subject.lines) != 1:
            return None, 0
        return self._states.settled.get(subject.lines[0], (None, 0))

    def _then(self, subject: About, made: int) -> int | None:
        """The one text of the line that stood when the result was computed."""
        standing = self._models.standing(subject.lines[0], made)
        if subject.named is None or subject.named in standing:
            return standing[0] if len(standing) == 1 else None
        return None if self._sight.made_after(subject) else subject.named

    def _defines(self, text: int, symbol: str) -> bool:
        outline = self._states.outlines.of_texts[text]
        return outline is not None and symbol in outline.defines

    def _compared(self, then: int, now: int, symbol: str, what: str) -> Ruling | None:
        old, new = self._states.alone(then), self._states.alone(now)
        if old is None or new is None:
            return None
        before, after = old.find(symbol), new.find(symbol)
        if len(before) != 1 or len(after) != 1:
            return None
        (old_at,), (new_at,) = before, after
        comparison = old.against(new)
        if comparison.same(old_at, new_at):
            return _same(what)
        changed = comparison.changed(old_at, new_at)
        alike = comparison.alike(old_at, new_at)
        return stale("model", told(f"what it rests on is no longer as in {what}", changed, alike), changed)


@cache
def _same(what: str) -> Ruling:
    return fresh("model", SAME.format(what))
