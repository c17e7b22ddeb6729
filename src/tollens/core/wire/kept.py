"""What an export took out for a form that has no word for it, and kept aside: put back where it stood.

The export keeps each thing whole, as `{"at": pointer, "was": value}`. It goes back only where the place is as the
export left it. The hash and the signatures stay aside: they are over the trace as it was, which only the original is.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from tollens.core.diagnostics import Diagnostic, pointer
from tollens.core.wire.legacy import Step

ASIDE = "tollens_kept"
"""The member of the trace that holds it."""

_SEALS = ("/content_hash", "/signatures")
_ELEMENTS = ("policies", "policy_evaluations")
"""Lists from which whole elements were taken."""

_POSITION = re.compile(r"[0-9]{1,9}")
_LONGEST = 100
"""Most characters of a place that something may have been taken from."""


def put_back(value: dict[str, Any]) -> Step:
    """The trace with what was kept aside in its places; what has none any more stays aside, and is told."""
    kept = value.get(ASIDE)
    if not isinstance(kept, list):
        return Step(value)
    restored = _Restored(value)
    left = [each for each in kept if not restored.takes(each)]
    remarks = tuple(_told(len(kept) - len(left), left))
    if len(left) == len(kept):
        return Step(value, remarks)
    rest = {name: held for name, held in restored.whole().items() if name != ASIDE}
    return Step({**rest, ASIDE: left} if left else rest, remarks)


class _Restored:
    """A trace into which things are put back; what is not changed is not copied, and nothing is copied twice."""

    def __init__(self, value: dict[str, Any]) -> None:
        self._value = dict(value)
        self._taken: dict[str, dict[int, Any]] = {}
        self._own: dict[int, Any] = {}

    def takes(self, kept: Any) -> bool:
        """Put a thing back; whether it has a place."""
        if not isinstance(kept, dict) or "was" not in kept:
            return False
        was = kept["was"]
        match _parts(kept.get("at")):
            case [str(name), int(place)] if name in _ELEMENTS and isinstance(was, dict):
                taken = self._taken.setdefault(name, {})
                return isinstance(self._value.get(name), list) and taken.setdefault(place, was) is was
            case ["reference_artifacts", int(), "payload"] as way:
                holder = self._holder(way[:-1])
                return "payload" in holder and holder["payload"] is None and _set(holder, "payload", was)
            case ["goals", int(), "id"] | ["goals", int(), "acceptance", int(), "id"] as way:
                holder = self._holder(way[:-1])
                named = holder.get("goal_id" if len(way) == 3 else "acceptance_id")
                return named is not None and holder.get("id") == named and _set(holder, "id", was)
        return False

    def _holder(self, way: list[str | int]) -> dict[str, Any]:
        """The object at a place, to be changed; an empty one where there is none."""
        held: Any = self._value
        for part in way:
            in_list = isinstance(held, list) and isinstance(part, int) and part < len(held)
            if not in_list and not (isinstance(held, dict) and part in held):
                return {}
            held[part] = self._copied(held[part])
            held = held[part]
        return held if isinstance(held, dict) else {}

    def _copied(self, held: Any) -> Any:
        """A shallow copy made once, and kept alive so that no other object takes its id."""
        if id(held) in self._own or not isinstance(held, dict | list):
            return held
        made = held.copy()
        self._own[id(made)] = made
        return made

    def whole(self) -> dict[str, Any]:
        """The trace, with the elements at their places among those that stayed."""
        for name, taken in self._taken.items():
            if not isinstance(self._value.get(name), list):
                continue
            stayed, made = iter(self._value[name]), list[Any]()
            for place in sorted(taken):
                made.extend(islice(stayed, max(place - len(made), 0)))
                made.append(taken[place])
            self._value[name] = [*made, *stayed]
        return self._value


def _set(holder: dict[str, Any], name: str, value: Any) -> bool:
    holder[name] = value
    return True


def _parts(at: Any) -> list[str | int]:
    """The parts of a JSON pointer, a position as a number; none where it is no place that is known."""
    if not isinstance(at, str) or not at.startswith("/") or len(at) > _LONGEST:
        return []
    return [int(part) if _POSITION.fullmatch(part) else part for part in at[1:].split("/")]


def _told(back: int, left: list[Any]) -> Iterator[Diagnostic]:
    if back:
        text = f"What was kept aside for another tool stands in its place again: {back}"
        yield Diagnostic("UPG025", "info", pointer(ASIDE), text, "")
    seals = sum(isinstance(each, dict) and each.get("at") in _SEALS for each in left)
    if seals:
        text = "The hash and the signatures that were kept aside are over the trace as it was, and stay aside"
        yield Diagnostic("UPG008", "warning", pointer(ASIDE), text, "12.4", "The original has them; or sign anew.")
    if len(left) > seals:
        text = f"What was kept aside has no place any more, and stays aside: {len(left) - seals}"
        yield Diagnostic("UPG008", "warning", pointer(ASIDE), text, "", "Put it where it belongs by hand.")
