"""§6 Events: the start and the end of the process."""

from typing import TYPE_CHECKING

import msgspec

from tollens.core.model.base import Record, Word

if TYPE_CHECKING:
    from tollens.core.model.unrecognized import UnrecognizedEvent


class EventType(Word):
    """What an event marks (§6.1)."""

    TaskReceived = "TaskReceived"
    TriggeredByEvent = "TriggeredByEvent"
    ProcessCompleted = "ProcessCompleted"
    ProcessAborted = "ProcessAborted"
    ProcessInterrupted = "ProcessInterrupted"


STARTING = frozenset({EventType.TaskReceived, EventType.TriggeredByEvent})
"""The events that may be a trigger; the others are outcomes (§6.2)."""


class Event(Record, frozen=True, kw_only=True):
    """How the process began (`trigger`) or ended (`outcome`) (§6.1)."""

    typ: EventType = msgspec.field(name="type")
    description: str | None = None
    summary: str | None = None
    from_user: str | None = None
    reason: str | None = None


# As `Kept`, with a kind of its own.
if TYPE_CHECKING:
    AnyEvent = Event | UnrecognizedEvent
else:
    AnyEvent = Event
