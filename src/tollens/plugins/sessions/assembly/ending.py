"""How a session began, and how it ended by its last events: completion needs the agent's closing words."""

from collections.abc import Sequence

import msgspec

from tollens.core.derive.record.account import End
from tollens.core.model import Event as TraceEvent
from tollens.core.model import EventType
from tollens.plugins.sessions.assembly.extracts import WORDS, shortened
from tollens.plugins.sessions.events import (
    Call,
    Command,
    Event,
    Interrupt,
    Loose,
    Orphan,
    Prompt,
    Said,
    Shell,
    Trouble,
    TurnEnd,
)

_SUMMARY = 2_000
"""Most characters of the agent's closing words that stand in the outcome."""

_TYPES: dict[End, EventType] = {
    "completed": EventType.ProcessCompleted,
    "aborted": EventType.ProcessAborted,
    "interrupted": EventType.ProcessInterrupted,
    "cut off": EventType.ProcessInterrupted,
}


_TELLING = (Prompt, Command, Said, Call, Orphan, Interrupt, TurnEnd, Trouble, Loose)


class Ending(msgspec.Struct, frozen=True):
    """How a session ended and what that rests on; `summary` is what the agent said last."""

    end: End
    reason: str
    summary: str = ""

    @property
    def outcome(self) -> TraceEvent:
        """The outcome event (§6)."""
        done = self.end == "completed"
        return TraceEvent(
            typ=_TYPES[self.end],
            summary=shortened(self.summary, _SUMMARY) or None,
            reason=None if done else self.reason,
        )


class Closing:
    """Gathers the events by which the end of a session is told: the last that tells of the work, and the last words."""

    def __init__(self) -> None:
        self._last: Event | None = None
        self._said: Said | None = None

    def see(self, event: Event) -> None:
        """Take note of the next event."""
        if isinstance(event, _TELLING) and not _says_nothing(event):
            self._last = event
            if isinstance(event, Said):
                self._said = event

    @property
    def events(self) -> tuple[Event, ...]:
        """They in file order: of all events, `ending_of` needs no others."""
        last = () if self._last is None or self._last is self._said else (self._last,)
        return last if self._said is None else (self._said, *last)


def ending_of(events: Sequence[Event], torn: bool, states_ends: bool = False) -> Ending:
    """How a session with these events ended.

    Args:
        events: In file order.
        torn: The last record of the file is cut off.
        states_ends: The format records the end of each turn.
    """
    live = [event for event in events if not _says_nothing(event)]
    last = next((event for event in reversed(live) if isinstance(event, _TELLING)), None)
    said = next((event.text for event in reversed(live) if isinstance(event, Said)), "")
    if torn:
        return Ending("cut off", "the end of the file is missing or damaged", said)
    match last:
        case Said(stopped=stopped) if stopped:
            return Ending("cut off", f"the agent's last message ended by {stopped} and not by itself", said)
        case TurnEnd(how=how, reason=reason):
            return Ending(how, reason or f"the record states that the agent's last turn was {how}", said)
        case Said() if states_ends:
            return Ending("cut off", "the record does not state the end of the agent's last turn", said)
        case Said():
            return Ending("completed", "the record ends with the agent's closing words", said)
        case Interrupt():
            return Ending("interrupted", "the person interrupted the agent", said)
        case Trouble(text=text):
            return Ending("aborted", f"the service behind the agent failed: {' '.join(text[:300].split())}", said)
        case Prompt() | Command():
            return Ending("cut off", "the record ends with an instruction that no answer follows", said)
        case Call(result=result) if result is not None and result.refused:
            return Ending("interrupted", "the record ends with a call that was refused", said)
        case Call(result=result) if result is not None and result.interrupted:
            return Ending("interrupted", "the record ends with a call that was stopped", said)
        case Call(result=None):
            return Ending("cut off", "the record ends with a call that has no result", said)
    return Ending("cut off", "the record ends in the middle of the work", said)


def _says_nothing(event: Event) -> bool:
    """Whether an event says nothing of how the agent's work ended: it was left, is elsewhere, or is of the person."""
    if getattr(event, "abandoned", False) or getattr(event, "file", ""):
        return True
    return isinstance(event, Call) and isinstance(event.operation, Shell) and event.operation.by_user


def beginning_of(first: Prompt | None, command: str) -> TraceEvent:
    """What began a session (§6): its first instruction, else the command that the person gave instead of words."""
    words = first.text if first is not None else command
    if first is not None or words:
        return TraceEvent(typ=EventType.TaskReceived, description=shortened(words, WORDS))
    return TraceEvent(typ=EventType.TriggeredByEvent, description="No instruction of a person is in the session file.")
