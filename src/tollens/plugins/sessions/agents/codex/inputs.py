"""What a sub-agent did, by what it was told: a later input begins another run, under the call that sent it.

An input is known by its words, and by the sub-agent that the call names. What no call of the conversation said belongs
to the run before it.
"""

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from tollens.plugins.sessions.agents.codex.pairing import Open
from tollens.plugins.sessions.agents.codex.tools import SENDS, SPAWNS, words_of
from tollens.plugins.sessions.events import Call
from tollens.plugins.sessions.values import string

_NEAREST = 64
"""How many inputs to one sub-agent, or to one that is not known, are looked at for the one that it was told next."""


class Told(NamedTuple):
    """Words that a sub-agent was told, and the line that they stand on."""

    line: int
    words: str


class Work(NamedTuple):
    """What a sub-agent did, and what it was told, in file order."""

    calls: tuple[Call, ...]
    told: tuple[Told, ...]

    def runs(self) -> Iterator[tuple[str, tuple[Call, ...]]]:
        """What it did before it was told anything, which has no words, and after each thing that it was told."""
        lines = [*(told.line for told in self.told), None]
        done, words = 0, ""
        for at, line in enumerate(lines):
            first = done
            while done < len(self.calls) and (line is None or self.calls[done].line < line):
                done += 1
            yield words, self.calls[first:done]
            words = self.told[at].words if line is not None else ""


class Inputs:
    """The calls of a conversation that told its sub-agents something, and what these did then."""

    def __init__(self, calls: list[Open]) -> None:
        self._places = {id(call): place for place, call in enumerate(calls)}
        self._children: dict[int, list[Call]] = {}
        known = {name for call in calls if call.facts.tool in SPAWNS for name in _names(call)}
        self._waiting: dict[str, list[Open]] = {}
        for call in calls:
            if call.facts.tool in SENDS and _words(call):
                name = next((name for name in _names(call) if name in known), "")
                self._waiting.setdefault(name, []).append(call)

    def share(self, start: Open, thread: str, work: Work) -> tuple[Call, ...]:
        """What stands under the call that started a sub-agent; the rest is kept for the calls that told it more."""
        names = (thread, *_names(start), "")
        own: list[Call] = []
        under, first = start, True
        for words, calls in work.runs():
            # What it is told first are mostly the words of its start, which a later call may have as well.
            if words and not (first and _words(start) in words):
                under = self._sender(start, names, words) or under
            first = first and not words
            (own if under is start else self._children.setdefault(id(under), [])).extend(calls)
        return tuple(own)

    def after(self, call: Open) -> tuple[Call, ...]:
        """What a sub-agent did after a call told it something."""
        return tuple(self._children.pop(id(call), ()))

    def _sender(self, start: Open, names: tuple[str, ...], words: str) -> Open | None:
        """The first call after a start that told one of these names the words, or else, by its name, a part of them."""
        for whole in (True, False):
            for name in dict.fromkeys(names) if whole else filter(None, names):
                waiting = self._waiting.get(name, [])
                for place, call in enumerate(islice(waiting, _NEAREST)):
                    said = words == _words(call) if whole else _words(call) in words
                    if said and self._places[id(call)] > self._places[id(start)]:
                        return waiting.pop(place)
        return None


def _words(call: Open) -> str:
    """What a call tells a sub-agent, as it stands where that one heard it."""
    return words_of(call.asked.value.given).strip()


def _names(call: Open) -> tuple[str, ...]:
    """What a call calls the sub-agent that it starts or speaks to: its thread, or the last part of its path."""
    whole = call.whole
    stated = string(whole.asked.given, "task_name" if call.facts.tool in SPAWNS else "target", "id")
    return (*whole.threads, *([stated.rsplit("/", 1)[-1]] if stated else []))
