"""Calls that wait for their results, by id: which of several under one id a result is for.

Ids return, so that more than one call may wait under the same. A format whose records say more than the id prefers the
call that they point to; the first is taken where nothing does.
"""

from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

RECENT = 16
"""How many of the calls that wait under one id are looked at for a better one: ids that return are rare."""

Id = TypeVar("Id")
Waiter = TypeVar("Waiter")


class Waiting(Generic[Id, Waiter]):
    """The calls that no result came for yet."""

    def __init__(self) -> None:
        self._calls: dict[Id, deque[Waiter]] = {}

    def add(self, identity: Id, call: Waiter) -> None:
        """A call waits for its result."""
        self._calls.setdefault(identity, deque()).append(call)

    def first(self, identity: Id) -> Waiter | None:
        """The call of an id that has waited longest; `None` where none waits."""
        calls = self._calls.get(identity)
        return calls[0] if calls else None

    def last(self, identity: Id) -> Waiter | None:
        """The call of an id that was made last; `None` where none waits."""
        calls = self._calls.get(identity)
        return calls[-1] if calls else None

    def forget(self, identity: Id) -> None:
        """No result will come for the calls of an id that wait now."""
        self._calls.pop(identity, None)

    def take(self, identity: Id, *preferred: Callable[[Waiter], bool]) -> Waiter | None:
        """The call that a result is for, which waits no longer; `None` where none waits.

        Args:
            identity: What the result names.
            preferred: What is said of the call, the surest first: of the latest `RECENT` calls, the first that fits.
        """
        calls = self._calls.get(identity)
        if calls is None:
            return None
        if len(calls) == 1:
            del self._calls[identity]
            return calls[0]
        recent = range(max(len(calls) - RECENT, 0), len(calls))
        place = next((at for fits in preferred for at in recent if fits(calls[at])), 0)
        call = calls[place]
        del calls[place]
        return call
