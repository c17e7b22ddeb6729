"""§18.3 Results about models that rest on no others: judged by the texts of their own line, then and now.

Of a long record that formalizes many small things one by one, nearly all results are like that. What stands beside the
text that a result is about need not be looked at for it.
"""

from functools import cache
from typing import NamedTuple

from tollens.core.derive.freshness.rulings import Ruling, fresh, stale
from tollens.core.derive.freshness.sight import SAME, Sight, told
from tollens.core.derive.freshness.subjects import About


class _Difference(NamedTuple):
    """What became of a closure: whether it is the same; else which definitions changed, and whether only names did."""

    same: bool
    changed: tuple[str, ...] = ()
    alike: bool = False


class ByItself:
    """Judges results by two versions of one text.

    Args:
        sight: Of the models.
    """

    def __init__(self, sight: Sight) -> None:
        self._sight = sight
        self._models = sight.models
        self._states = sight.states
        self._told: dict[tuple[int, int, str], _Difference | None] = {}

    def ruling(self, subject: About, what: str) -> Ruling | None:
        """Whether a symbol means the same as when a result was computed; `None` where more than its line decides.

        Args:
            subject: The result, judged by the current model; it states no checksum that can be recomputed.
            what: What the result was computed over, in words.
        """
        lines = subject.lines
        if subject.symbol is None or subject.made is None or len(lines) != 1 or lines[0] not in self._states.settled:
            return None
        now, last = self._states.settled[lines[0]]
        symbol = subject.symbol.strip()
        if subject.otherwise is not None or self._is_lost(subject) or not self._defines(now, symbol):
            return None
        if last <= subject.made and subject.named in (None, now):
            return _same(what)
        then = self._then(subject, subject.made)
        if then is None or not self._defines(then, symbol):
            return None
        asked = then, now, symbol
        if asked not in self._told:
            self._told[asked] = self._compared(*asked)
        found = self._told[asked]
        if found is None:
            return None
        if found.same:
            return _same(what)
        reason = told(f"what it rests on is no longer as in {what}", found.changed, found.alike)
        return stale("model", reason, found.changed)

    def _is_lost(self, subject: About) -> bool:
        """Whether it names a model that is not there."""
        stated = subject.fingerprint
        return subject.named is None and stated is not None and stated.model_artifact_id is not None

    def _then(self, subject: About, made: int) -> int | None:
        """The one text of the line that stood when the result was computed."""
        standing = self._models.standing(subject.lines[0], made)
        if subject.named is None or subject.named in standing:
            return standing[0] if len(standing) == 1 else None
        return None if self._sight.made_after(subject) else subject.named

    def _defines(self, text: int, symbol: str) -> bool:
        outline = self._states.outlines.of_texts[text]
        return outline is not None and symbol in outline.defines

    def _compared(self, then: int, now: int, symbol: str) -> _Difference | None:
        old, new = self._states.alone(then), self._states.alone(now)
        if old is None or new is None:
            return None
        before, after = old.find(symbol), new.find(symbol)
        if len(before) != 1 or len(after) != 1:
            return None
        (old_at,), (new_at,) = before, after
        comparison = old.against(new)
        if comparison.same(old_at, new_at):
            return _Difference(same=True)
        return _Difference(False, comparison.changed(old_at, new_at), comparison.alike(old_at, new_at))


@cache
def _same(what: str) -> Ruling:
    return fresh("model", SAME.format(what))
