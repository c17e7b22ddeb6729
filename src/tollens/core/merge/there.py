"""§15.3 The merged trace in one reading, asked what became of a prior result there."""

from collections.abc import Collection, Mapping

from tollens.core.derive.freshness.rulings import Ruling
from tollens.core.derive.freshness.subjects import About
from tollens.core.merge.combination import Combination
from tollens.core.merge.parents import Side
from tollens.core.merge.reach import Reach, Target
from tollens.core.merge.resemblance import Resemblance
from tollens.core.merge.world import Merged

_FEW = 5
"""So many names stand in a reason at most."""


class There:
    """A reading of the merged trace.

    Args:
        merged: The reading.
        combination: Of the models of both sides.
        sides: What results rest on, by side.
    """

    def __init__(self, merged: Merged, combination: Combination, sides: Mapping[Side, Reach]) -> None:
        self._view = merged.view
        self._reach = Reach(merged.view, merged.placement.of, combination.merged_name)
        self._resemblance = {side: Resemblance(combination, side, reach, self._reach) for side, reach in sides.items()}
        self._targets: dict[str, Target] = {}
        self._rulings: dict[str, Ruling] = {}

    def subject(self, name: str) -> About | None:
        """What a result is about there; `None` where it cannot be read."""
        return self._view.subjects.get(name)

    def outdated(self, now: About) -> str | None:
        """Why a result is not fresh there; `None` where it is."""
        name = now.result.artifact_id
        if name not in self._rulings:
            self._rulings[name] = self._view.judge.ruling(now)
        ruling = self._rulings[name]
        return None if ruling.fresh else f"it is not fresh in the merged trace: {ruling.reason}"

    def outdated_but_for_its_task(self, now: About) -> str | None:
        """Why a result is not fresh there whatever its task is now; `None` where nothing says so."""
        judge = self._view.judge
        ruling = judge.outdated(now)
        if ruling is not None:
            return f"it is not fresh in the merged trace: {ruling.reason}"
        return "the merged trace leaves open which of its models is current" if judge.in_doubt(now) else None

    def strayed(self, target: Target, now: About, closure: tuple[str, ...]) -> tuple[str, tuple[str, ...]] | None:
        """Why a result does not rest there on what it rested on, and the components by which it is seen.

        Args:
            target: What it is about on its own side.
            now: The result there.
            closure: The components that it rests on, on its own side.
        """
        current = self._target(now)
        if current.is_same(target):
            return None
        if current.why:
            return f"what it rests on cannot be told in the merged model: {current.why}", ()
        other = tuple(sorted(set(self._reach.names(current)).symmetric_difference(closure)))
        if other:
            return f"in the merged model it rests on other definitions: {few(other)}", other
        return "what it mentions means something else in the merged model", closure

    def resembles(self, side: Side, target: Target, changed: Collection[str], renamed: Collection[str]) -> bool:
        """Whether a closure of a side is the same there but for what is opaque, and for names."""
        return self._resemblance[side].holds(target, changed, renamed)

    def _target(self, now: About) -> Target:
        """What a result is about there."""
        name = now.result.artifact_id
        if name not in self._targets:
            self._targets[name] = self._reach.target(now)
        return self._targets[name]


def few(names: tuple[str, ...]) -> str:
    """The first few names, and how many more there are."""
    more = len(names) - _FEW
    return ", ".join(names[:_FEW]) + (f" and {more} more" if more > 0 else "")


def differing(names: tuple[str, ...], touched: Mapping[str, str]) -> str:
    """What differs of what a result rests on, in words."""
    first = touched[names[0]]
    alike = all(touched[name] == first for name in names)
    if alike:
        return f"what it rests on differs: {few(names)} ({first})"
    parts = [f"{name} ({touched[name]})" for name in names[:_FEW]]
    more = len(names) - len(parts)
    return f"what it rests on differs: {', '.join(parts)}" + (f" and {more} more" if more else "")
