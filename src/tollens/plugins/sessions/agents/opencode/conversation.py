"""The messages of a session as events: what was said, called and answered, part by part."""

from collections.abc import Iterator
from typing import Any

from tollens.plugins.sessions.agents.opencode.results import is_unknown_status, result_of
from tollens.plugins.sessions.agents.opencode.store import Chat, Message, Part
from tollens.plugins.sessions.agents.opencode.tools import is_known, operation_of
from tollens.plugins.sessions.events import Call, Delegation, Operation, Result, Shell, Trouble, TurnEnd
from tollens.plugins.sessions.reading import Reading
from tollens.plugins.sessions.report import tally
from tollens.plugins.sessions.times import of_milliseconds
from tollens.plugins.sessions.values import held, string
from tollens.plugins.sessions.words import names

RAN = "The following tool was executed by the user"
"""What the agent writes under the person's name when the person ran the tools of the message that follows."""

UNNAMED = "(without an id)"
"""Stands for the id of a call, or of an agent, that has none."""

_NOTHING = names("step-start step-finish reasoning snapshot agent source-url source-document")
"""Types of parts that say nothing of what was asked, told or done."""

_CALLS = frozenset({"tool", "tool-invocation"})
_GOING_ON = frozenset({"tool-calls", "tool_use", "unknown", "other"})
_BY_ITSELF = frozenset({"", "stop", "end_turn"}) | _GOING_ON
"""Why a message of the agent ended, when it ended by itself or for calls."""


class Conversation:
    """Reads the messages of a session, and of the sub-agents that it started, into a `Reading`.

    Args:
        reading: What is gathered.
        children: The sessions of sub-agents that are at hand, by id; each is read once.
        root: The folder of the project.

    Attributes:
        command: The first command that the person gave instead of words.
        elsewhere: How many sub-agents answered whose sessions are not at hand.
        states_ends: The messages state how they ended.
        patched: Files that the agent's snapshots show as changed.
    """

    def __init__(self, reading: Reading, children: dict[str, Chat], root: str) -> None:
        self.command = ""
        self.elsewhere = 0
        self.states_ends = False
        self.patched: dict[str, None] = {}
        self._reading = reading
        self._children = children
        self._root = root
        self._ran: set[str] = set()
        self._waiting: list[tuple[Chat, str, bool]] = []

    def read(self, chat: Chat, by_person: bool) -> None:
        """Read a session; what is under the person's name in it is the person's only if it is no sub-agent's."""
        for message, dead in _in_order(chat):
            self._message(message, dead, by_person, "")
            while self._waiting:
                self._of_agent(*self._waiting.pop())

    def read_loose(self) -> None:
        """Read the sub-agents that no call started."""
        while self._children:
            identity = next(iter(self._children))
            self._waiting.append((self._children.pop(identity), identity or UNNAMED, False))
            while self._waiting:
                self._of_agent(*self._waiting.pop())

    def _of_agent(self, chat: Chat, starter: str, abandoned: bool) -> None:
        """Read what a sub-agent did; `starter` is the call that it was started by."""
        if chat.info:
            self._reading.use()
        for message, dead in _in_order(chat):
            self._message(message, dead or abandoned, False, starter)

    def _message(self, message: Message, dead: bool, by_person: bool, starter: str) -> None:
        self._reading.times.see(of_milliseconds(_created(message.info)))
        role = string(message.info, "role")
        if role == "user":
            self._user(message, dead, by_person)
        elif role == "assistant":
            self._answer(message, dead, starter)
        else:
            if role:
                self._reading.skip(f"message of unknown role {role[:60]}")
            for part in message.parts:
                is_call = string(part.value, "type") in _CALLS
                self._reading.take(self._called(message, part, dead, starter) if is_call else "part without a message")

    def _user(self, message: Message, dead: bool, by_person: bool) -> None:
        """What stands under the person's name: words of the person, files with them, and machine text."""
        words: list[str] = []
        self._reading.use()
        for part in message.parts:
            self._reading.take(self._heard(message, part, words, by_person))
        if words:
            self._reading.prompt(message.line, "\n".join(words), dead)

    def _heard(self, message: Message, part: Part, words: list[str], by_person: bool) -> str:
        """Take one part under the person's name; gives the reason if there was nothing to use in it."""
        value, kind = part.value, string(part.value, "type")
        if kind == "text":
            text = string(value, "text").strip()
            if value.get("synthetic") is True and text.startswith(RAN):
                self._ran.add(message.identity)
            machine = next((name for name in ("synthetic", "ignored") if value.get(name) is True), "")
            machine = machine or ("" if by_person or not text else "of an agent")
            if machine:
                self._reading.machine_text()
                return f"text: {machine}"
            if not text:
                return "text: empty"
            words.append(text)
            return ""
        if kind == "file":
            name = string(value, "filename") or string(value, "mime") or "file"
            if not by_person or string(value, "mime") in ("text/plain", "application/x-directory"):
                return "file: its text stands beside it"
            words.append(f"[{name}]")
            return ""
        if kind == "compaction":
            return self._compacted(part)
        if kind == "subtask":
            named = string(value, "command")
            self.command = self.command or (f"/{named}" if named else string(value, "description"))
            self._reading.machine_text()
            return "subtask: text of a command"
        return self._other(kind)

    def _answer(self, message: Message, dead: bool, starter: str) -> None:
        """A message of the agent: words, calls, and how it ended."""
        info, reading = message.info, self._reading
        reading.use()
        reading.model(_model(info))
        finish = string(info, "finish") or _last_step(message)
        recap = info.get("summary") is True
        last = next((part for part in reversed(message.parts) if string(part.value, "type") == "text"), None)
        for part in message.parts:
            kind = string(part.value, "type")
            if kind in _CALLS:
                reading.take(self._called(message, part, dead, starter))
            elif kind == "text":
                stopped = finish[:40] if part is last and finish not in _BY_ITSELF else ""
                reading.take(self._told(part, dead, starter, recap, stopped))
            elif kind == "retry":
                reading.add(Trouble(part.line, _error(held(part.value, "error")), dead))
                reading.use()
            elif kind == "patch":
                files = part.value.get("files")
                found = files if isinstance(files, list) else []
                self.patched |= {each: None for each in found if isinstance(each, str)}
                reading.use()
            else:
                reading.take(self._compacted(part) if kind == "compaction" else self._other(kind))
        if not starter:
            self._ended(message, dead, finish, any(string(part.value, "type") in _CALLS for part in message.parts))

    def _told(self, part: Part, dead: bool, starter: str, recap: bool, stopped: str) -> str:
        """Take words of the agent; those of a sub-agent are for the agent that started it."""
        text = _said(part)
        if not text:
            return "text: empty"
        if recap or part.value.get("synthetic") is True:
            self._reading.machine_text()
            return "text: recap" if recap else "text: synthetic"
        if starter:
            return "text: of a sub-agent"
        self._reading.said(part.line, text, dead, stopped)
        return ""

    def _compacted(self, part: Part) -> str:
        self._reading.compacted(part.line, "automatic" if part.value.get("auto") is True else "")
        return ""

    def _ended(self, message: Message, dead: bool, finish: str, called: bool) -> None:
        """How a message of the agent ended: with an error, stopped by the person, or as its turn did."""
        info, line = message.info, message.line
        error = held(info, "error") or held(held(info, "metadata"), "error")
        completed = held(info, "time").get("completed") is not None
        self.states_ends = self.states_ends or completed or bool(finish)
        if string(error, "name") == "MessageAbortedError":
            self._reading.interrupt(line, dead)
        elif error:
            self._reading.add(Trouble(line, _error(error), dead))
        elif finish in ("stop", "end_turn") or (not finish and completed and not called):
            self._reading.add(TurnEnd(line, abandoned=dead))

    def _called(self, message: Message, part: Part, dead: bool, starter: str) -> str:
        """Take a call with its result; the sub-agent that it started, if that is at hand, comes after it."""
        call_id, tool, state = _call(message, part)
        if not is_known(tool):
            tally(self._reading.unknown_tools, tool)
        if is_unknown_status(state):
            tally(self._reading.unknown_fields, f"status {string(state, 'status')[:90]}")
        by_user = string(message.info, "parentID") in self._ran or message.info.get("byUser") is True
        result = result_of(state, tool)
        operation = operation_of(tool, state, result, by_user)
        child = self._children.pop(string(held(state, "metadata"), "sessionId", "sessionID"), None)
        if isinstance(operation, Delegation):
            operation = self._placed(operation, child is not None, result, message)
        cwd = string(held(state, "input"), "workdir") or string(held(message.info, "path"), "cwd")
        made = Call(
            line=part.line,
            call_id=call_id,
            tool=tool,
            operation=operation,
            rationale=string(held(state, "input"), "description"),
            result=result,
            abandoned=dead,
            cwd=cwd if isinstance(operation, Shell) and cwd != self._root else "",
            file=part.file,
        )
        self._reading.whole(made, starter, by_user)
        if child is not None:
            self._waiting.append((child, call_id or UNNAMED, dead))
        return ""

    def _placed(self, operation: Delegation, at_hand: bool, result: Result | None, message: Message) -> Operation:
        """A delegation of which it is known whether the work that it led to is at hand."""
        elsewhere = not at_hand and result is not None and not result.refused
        self.elsewhere += elsewhere
        return Delegation(operation.title, operation.prompt, elsewhere, message.identity)

    def _other(self, kind: str) -> str:
        """A part with nothing to use in it; one of a type that is not known is counted by name."""
        if kind in _NOTHING or kind in ("file", "patch"):
            return kind
        tally(self._reading.unknown_records, kind or "(no type)")
        return f"unknown part {kind[:60]}" if kind else "part without a type"


def _in_order(chat: Chat) -> Iterator[tuple[Message, bool]]:
    """The messages, each with whether it was taken back; one that was taken back in part comes in two."""
    point = held(chat.info, "revert")
    first, within = string(point, "messageID"), string(point, "partID")
    dead = False
    for message in chat.messages:
        if not first or message.identity != first or not within:
            dead = dead or (bool(first) and message.identity == first)
            yield message, dead
            continue
        at = next((place for place, part in enumerate(message.parts) if part.identity == within), 0)
        kept, left = message.parts[:at], message.parts[at:]
        yield Message(message.line, message.file, message.info, kept), False
        dead = True
        if left:
            yield Message(message.line, message.file, {"id": message.identity}, left), True


def _call(message: Message, part: Part) -> tuple[str, str, dict[str, Any]]:
    """The id, the tool and the state of a call; old versions keep its metadata with the message."""
    value = part.value
    if string(value, "type") == "tool":
        state = held(value, "state")
        return string(value, "callID"), string(value, "tool")[:200] or "(unnamed tool)", state
    old = held(value, "toolInvocation")
    call_id = string(old, "toolCallId")
    facts = held(held(held(message.info, "metadata"), "tool"), call_id)
    state = {**old, "input": old.get("args"), "metadata": facts, "time": facts.get("time")}
    return call_id, string(old, "toolName")[:200] or "(unnamed tool)", state


def _said(part: Part) -> str:
    return string(part.value, "text").strip()


def _created(info: dict[str, Any]) -> object:
    """When a message was written."""
    return held(info, "time").get("created", held(held(info, "metadata"), "time").get("created"))


def _model(info: dict[str, Any]) -> str:
    """The model that answered, under its provider's name where that is recorded."""
    stated = info if string(info, "modelID") else held(held(info, "metadata"), "assistant")
    model, provider = string(stated, "modelID"), string(stated, "providerID")
    return f"{provider}/{model}" if model and provider else model


def _last_step(message: Message) -> str:
    """Why the last step of a message ended."""
    steps = (part.value for part in reversed(message.parts) if string(part.value, "type") == "step-finish")
    return string(next(steps, {}), "reason")


def _error(error: dict[str, Any]) -> str:
    """What an error says."""
    told = string(held(error, "data"), "message") or string(error, "message")
    return ": ".join(each for each in (string(error, "name"), told) if each) or "an error of which nothing is recorded"
