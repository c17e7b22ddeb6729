"""How contents are left out while a large session is read: what is whole is kept without them at once.

A format makes events of records and lets the records go; what it still holds of a text is then its digest and size.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from tollens.plugins.sessions.events import Event, Operation, Result, Shell

E = TypeVar("E", bound=Event)


class Shedding(NamedTuple):
    """How contents are left out, each way the same as in the trace.

    Attributes:
        event: An event of any kind without contents.
        operation: An operation without contents.
        result: A result without contents; with the shell line that it is of, if it is of one.
    """

    event: Callable[[Event], Any]
    operation: Callable[[Operation], Operation]
    result: Callable[[Result, Shell | None], Result]


def shed(event: E, shedding: Shedding | None) -> E:
    """An event that is whole, without contents; as it is where these stay or are few."""
    made: E = event if shedding is None else shedding.event(event)
    return made
