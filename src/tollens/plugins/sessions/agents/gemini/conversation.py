"""The messages of a session as events: what was said, called and answered."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec

from tollens.core.derive.record.account import Found
from tollens.plugins.sessions.agents.gemini.agents import Agents
from tollens.plugins.sessions.agents.gemini.log import Log, Message
from tollens.plugins.sessions.agents.gemini.results import is_unknown_status, result_of
from tollens.plugins.sessions.agents.gemini.speech import answers, classify, words_of
from tollens.plugins.sessions.agents.gemini.tools import is_known, operation_of
from tollens.plugins.sessions.events import (
    Call,
    Compaction,
    Delegation,
    Event,
    Interrupt,
    Prompt,
    Result,
    Said,
    Shell,
    Trouble,
)
from tollens.plugins.sessions.report import tally
from tollens.plugins.sessions.shedding import Shedding, shed
from tollens.plugins.sessions.values import held, objects, string

_CANCELLED = ("Request cancelled.", "User cancelled the request.")
"""What the agent writes when the person stopped it."""

_OWN_FAULTS = ("Unknown command", "Invalid ", "Failed to load", "Error loading", "No such", "Usage:")
"""Errors of the window that the person types in; any other is one of the service behind the agent."""


class Spoken(NamedTuple):
    """A call as it stands in a message, and what the agent said before it."""

    message: Message
    call: dict[str, Any]
    reason: str


@dataclass
class _Frame:
    """Calls that are being read: those of a session, or of the sub-agent that `starter` started."""

    starter: Call | None
    rest: Iterator[Spoken]
    file: str
    abandoned: bool = False
    made: list[Call] = field(default_factory=list)


def spoken_in(log: Log | None) -> Iterator[Spoken]:
    """The calls of a sub-agent's session."""
    reason = ""
    for message in log.messages if log else ():
        value = message.value
        if string(value, "type") == "gemini":
            reason = words_of(value.get("content")).strip() or reason
            for call in objects(value.get("toolCalls")):
                yield Spoken(message, call, reason)


class Conversation:
    """Gathers the events of one session.

    Args:
        by_person: What is written under the person's name is the person's: not so in the session of a sub-agent.
        agents: The sessions of sub-agents that are at hand.
        posix: The session's shell joins commands as `sh` does.
        shedding: How contents are left out early; `None` where they stay.

    Attributes:
        models: Every model that answered, in the order of appearance.
    """

    def __init__(self, by_person: bool, agents: Agents, posix: bool, shedding: Shedding | None) -> None:
        self._shedding = shedding
        self.models: dict[str, None] = {}
        self.events: list[Event] = []
        self.unknown_tools: Counter[str] = Counter()
        self.unknown_statuses: Counter[str] = Counter()
        self.counts: Counter[str] = Counter()
        self.previews = 0
        self._by_person = by_person
        self._agents = agents
        self._posix = posix
        self._reason = ""

    def take(self, message: Message, value: dict[str, Any]) -> str:
        """Take a message with its value; gives the type and the reason if there was nothing to use in it."""
        kind = string(value, "type")
        if kind == "user":
            return self._user(message, value)
        if kind == "gemini":
            return self._answer(message, value)
        return self._notice(message, value, kind)

    def _add(self, event: Event) -> None:
        """Add an event, without contents where these are left out."""
        self.events.append(shed(event, self._shedding))

    def _user(self, message: Message, value: dict[str, Any]) -> str:
        content = value.get("content")
        if answers(content):
            return "user: results of tools"
        speech = classify(value)
        if speech.ran is not None:
            self._add(
                Call(
                    message.line,
                    "",
                    "shell of the person",
                    Shell(speech.ran.command, posix=self._posix, by_user=True),
                    result=Result(speech.ran.output),
                    abandoned=message.abandoned,
                )
            )
            self.counts["calls"] += 1
            return ""
        text = speech.text if self._by_person else ""
        machine = speech.machine or ("" if self._by_person or not speech.text else "prompt of an agent")
        self.counts["machine_texts"] += bool(machine)
        if machine == "recap":
            self.events.append(Compaction(message.line))
            self.counts["compactions"] += 1
            return ""
        if not text:
            return f"user: {machine or 'empty text'}"
        self._add(Prompt(message.line, text, message.abandoned, speech.injected))
        self.counts["prompts"] += 1
        self._reason = ""
        return ""

    def _answer(self, message: Message, value: dict[str, Any]) -> str:
        if string(value, "model"):
            self.models.setdefault(string(value, "model")[:200])
        text = words_of(value.get("content")).strip()
        if text:
            said = shed(Said(message.line, text, message.abandoned), self._shedding)
            self.events.append(said)
            self._reason = said.text
        spoken = (Spoken(message, call, self._reason) for call in objects(value.get("toolCalls")))
        made = self.calls_of(spoken)
        for call in made:
            self._add(call)
        if text or made:
            return ""
        return "gemini: thoughts" if value.get("thoughts") else "gemini: empty text"

    def _call(self, spoken: Spoken, abandoned: bool = False, file: str = "") -> Call:
        """A call by itself, with its result; `file` is that of a sub-agent."""
        call, given = spoken.call, held(spoken.call, "args")
        tool = string(call, "name")[:200] or "(unnamed tool)"
        if not is_known(call, tool):
            tally(self.unknown_tools, tool)
        if is_unknown_status(call):
            tally(self.unknown_statuses, string(call, "status")[:100])
        result = result_of(call, tool)
        operation = operation_of(call, tool, result, self._posix)
        dead = abandoned or spoken.message.abandoned
        self._count(result, dead, bool(file))
        return Call(
            line=spoken.message.line,
            call_id=string(call, "id"),
            tool=tool,
            operation=operation,
            rationale=spoken.reason or string(given, "description", "instruction"),
            result=result,
            abandoned=dead,
            cwd=string(given, "dir_path", "directory") if isinstance(operation, Shell) else "",
            file=file,
        )

    def _count(self, result: Result | None, abandoned: bool, of_agent: bool) -> None:
        self.counts["subagent_calls" if of_agent else "calls"] += 1
        self.counts["abandoned"] += abandoned
        self.counts["calls_without_result"] += result is None and not of_agent
        if result is not None:
            self.counts["error_results"] += result.failed and not of_agent
            self.counts["refused"] += bool(result.refused)
            self.previews += bool(result.preview)

    def calls_of(self, spoken: Iterator[Spoken], file: str = "") -> tuple[Call, ...]:
        """Calls with those of the sub-agents that they started and that are at hand, at any depth."""
        frames = [_Frame(None, spoken, file)]
        while True:
            frame = frames[-1]
            found = next(frame.rest, None)
            if found is not None:
                call = self._call(found, frame.abandoned, frame.file)
                if not isinstance(call.operation, Delegation):
                    frame.made.append(call)
                    continue
                started = self._agents.started(string(found.call, "agentId"))
                placed = self._placed(call, started is not None, found.message.identity)
                frames.append(_Frame(placed, spoken_in(started), started.file if started else "", call.abandoned))
                continue
            frames.pop()
            if frame.starter is None:
                return tuple(frame.made)
            frames[-1].made.append(msgspec.structs.replace(frame.starter, children=tuple(frame.made)))

    def _placed(self, made: Call, at_hand: bool, message: str) -> Call:
        """A delegation of which it is known whether the work that it led to is at hand, and what was made with it."""
        elsewhere = not at_hand and made.result is not None and not made.result.refused
        self.counts["elsewhere"] += elsewhere
        operation = msgspec.structs.replace(made.operation, elsewhere=elsewhere, together=message)
        return msgspec.structs.replace(made, operation=operation)

    def _notice(self, message: Message, value: dict[str, Any], kind: str) -> str:
        """Take a notice that the agent's window showed: that the person stopped it, a failure, or nothing of use."""
        text = words_of(value.get("content")).strip()
        if kind == "info" and text.startswith(_CANCELLED):
            self._add(Interrupt(message.line, message.abandoned))
            self.counts["interrupts"] += 1
            return ""
        if kind == "error" and text and not text.startswith(_OWN_FAULTS):
            self._add(Trouble(message.line, text, message.abandoned))
            return ""
        return kind

    def found(self, repeats: int) -> Found:
        """How much of each there was."""
        return Found(repeats=repeats, **self.counts)

    def missing(self) -> tuple[str, ...]:
        """What the file itself shows to be missing from it."""
        stated = {
            "tool calls without a result": self.counts["calls_without_result"],
            "outputs that are in the file only in part": self.previews,
            "sub-agents whose own records are not in this file": self.counts["elsewhere"],
            "compactions of the history": self.counts["compactions"],
        }
        return tuple(f"{what}: {count}" for what, count in stated.items() if count)
