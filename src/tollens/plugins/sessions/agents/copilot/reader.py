"""The events of a session of Copilot CLI, one by one."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from tollens.plugins.sessions.agents.copilot.tools import (
    KINDS,
    answered_in,
    changed_in,
    given_in,
    is_running,
    operation_of,
    refused_by,
    result_of,
)
from tollens.plugins.sessions.events import (
    Approval,
    Asking,
    Choice,
    Delegation,
    Edit,
    FileRead,
    FollowUp,
    Operation,
    OtherTool,
    Shell,
    Trouble,
    TurnEnd,
)
from tollens.plugins.sessions.reading import Reading
from tollens.plugins.sessions.report import tally
from tollens.plugins.sessions.shedding import Shedding
from tollens.plugins.sessions.values import blocks_of, held, number, objects, string
from tollens.plugins.sessions.words import names

_QUIET = names(
    "session.info session.model_change session.idle session.truncation session.usage_info session.usage_checkpoint "
    "session.title_changed session.mode_changed session.context_changed session.plan_changed session.todos_changed "
    "session.snapshot_rewind session.workspace_file_changed session.handoff session.background_tasks_changed "
    "session.tools_updated session.skills_loaded session.warning session.remote_steerable_changed "
    "session.session_limits_changed session.permissions_changed session.binary_asset session.schedule_created "
    "session.schedule_cancelled session.compaction_start assistant.turn_start assistant.turn_end assistant.intent "
    "assistant.reasoning assistant.reasoning_delta assistant.message_start assistant.message_delta assistant.usage "
    "assistant.streaming_delta assistant.idle tool.user_requested tool.execution_partial_result "
    "tool.execution_progress subagent.started subagent.completed subagent.failed subagent.selected "
    "subagent.deselected skill.invoked hook.start hook.end hook.progress permission.requested user_input.requested "
    "user_input.completed elicitation.requested elicitation.completed external_tool.requested "
    "external_tool.completed system.message system.notification pending_messages.modified exit_plan_mode.requested "
    "exit_plan_mode.completed command.queued command.execute command.completed session_limits_exhausted.requested "
    "session_limits_exhausted.completed"
)
_NUMBERED = re.compile(r"1\. ")
"""How the text of a file begins where its lines are numbered: what stands in the file is then not shown as it is."""


def _learned(operation: Operation, text: str, data: dict[str, Any]) -> Operation:
    """What a call did, with what its result shows of it."""
    match operation:
        case FileRead(path, _, partial, first):
            return FileRead(path, None if partial or _NUMBERED.match(text) else text, partial, first)
        case Asking(choices) if text:
            return Asking(tuple(Choice(each.question, each.options, answered_in(text)) for each in choices))
        case Edit() if change := changed_in(string(held(data, "result"), "detailedContent")):
            return msgspec.structs.replace(operation, patch=change)
        case Shell() if is_running(text):
            return msgspec.structs.replace(operation, background=True)
    return operation


def _served(tool: str, data: dict[str, Any]) -> str:
    """A tool of an MCP server as `server/tool`; any other as it is."""
    server = string(data, "mcpServerName")
    return f"{server}/{string(data, 'mcpToolName') or tool.removeprefix(f'{server}-')}"[:200] if server else tool


def _asked_by_person(rows: Sequence[tuple[int, dict[str, Any]]]) -> frozenset[str]:
    """The calls that the person made: an event of their own says so, or the one of their end."""
    stated = (held(row, "data") for _, row in rows if row.get("type") == "tool.user_requested")
    ended = (held(row, "data") for _, row in rows if held(row, "data").get("isUserRequested") is True)
    return frozenset(string(data, "toolCallId") for data in (*stated, *ended)) - {""}


def _permissions(rows: Sequence[tuple[int, dict[str, Any]]]) -> dict[str, str]:
    """The calls that permissions were asked for, by the ids of the requests."""
    asked = (held(row, "data") for _, row in rows if row.get("type") == "permission.requested")
    return {string(data, "requestId"): string(held(data, "permissionRequest"), "toolCallId") for data in asked}


def is_event(record: object) -> bool:
    """Whether a record is an event as Copilot CLI writes them: a dotted type, and its data."""
    if not isinstance(record, dict) or not isinstance(record.get("data"), dict):
        return False
    kind = string(record, "type")
    return kind in _USES or (kind in _QUIET and "." in kind)


def rewound(rows: Sequence[tuple[int, dict[str, Any]]]) -> tuple[frozenset[int], int]:
    """Positions of the events that a rewind took back, and how many were taken out of the file by one."""
    at: dict[str, int] = {}
    live: list[int] = []
    dead: set[int] = set()
    away = 0
    for position, (_, row) in enumerate(rows):
        at.setdefault(string(row, "id"), position)
        if row.get("type") == "session.snapshot_rewind":
            data = held(row, "data")
            to = at.get(string(data, "upToEventId"))
            if to is None:
                away += max(number(data, "eventsRemoved") or 0, 0)
            while to is not None and live and live[-1] >= to:
                dead.add(live.pop())
        live.append(position)
    return frozenset(dead), away


class Reader:
    """Reads event by event.

    Args:
        rows: All events with their lines, for what is to be known beforehand.
        shedding: How contents are left out early.
    """

    def __init__(self, rows: Sequence[tuple[int, dict[str, Any]]], shedding: Shedding | None) -> None:
        self.reading = Reading(shedding)
        self._agents: dict[str, str] = {}
        self._workers: set[str] = set()
        acting: set[str] = set()
        for _, row in rows:
            if row.get("type") == "subagent.started" and string(row, "agentId"):
                self._agents[string(row, "agentId")] = string(held(row, "data"), "toolCallId")
            self._workers.add(string(held(row, "data"), "parentToolCallId"))
            if string(row, "type") in _USES:
                acting.add(string(row, "agentId"))
        self._workers |= {self._agents.get(agent, "") for agent in acting}
        self._agent = ""
        self._dead = False
        self._shells: dict[str, str] = {}
        self._plans: dict[str, OtherTool] = {}
        self._begun_first: set[str] = set()
        self._of_person = _asked_by_person(rows)
        self._asked_for = _permissions(rows)
        self._denied: dict[str, dict[str, Any]] = {}
        self.truncations = 0

    def take(self, line: int, row: dict[str, Any], dead: bool) -> None:
        """Use a record, or count why there was nothing to use in it."""
        kind, data = string(row, "type"), held(row, "data")
        self._agent, self._dead = string(row, "agentId"), dead
        self.reading.times.see(row.get("timestamp"))
        if self.reading.is_repeat(row):
            return
        if kind in _USES:
            self.reading.take(_USES[kind](self, line, data))
        elif kind in _QUIET:
            if kind.startswith(("system.", "skill.")):
                self.reading.machine_text()
            if kind == "session.model_change":
                self.reading.model(string(data, "newModel"))
            self.truncations += kind == "session.truncation"
            self.reading.skip(kind)
        else:
            self.reading.skip_unknown(kind)

    def _start(self, line: int, data: dict[str, Any]) -> str:
        self.reading.model(string(data, "selectedModel"))
        return ""

    def _user(self, line: int, data: dict[str, Any]) -> str:
        text = _text(data)
        source = string(data, "source")
        if source not in ("", "user") or self._agent:
            self.reading.machine_text()
            return f"user.message of {source[:40] or 'a sub-agent'}"
        if not text:
            return "user.message: empty text"
        self.reading.prompt(line, text, self._dead)
        return ""

    def _parent(self, data: dict[str, Any]) -> str:
        """The call that started the sub-agent whose event this is; empty for the main one's."""
        return string(data, "parentToolCallId") or self._agents.get(self._agent) or self._agent

    def _assistant(self, line: int, data: dict[str, Any]) -> str:
        parent = self._parent(data)
        text = _text(data)
        if not parent:
            self.reading.model(string(data, "model"))
            if text:
                self.reading.said(line, text, self._dead)
        asked = list(objects(data.get("toolRequests")))
        for request in asked:
            name = string(request, "toolCallId")
            if name in self._begun_first and self.reading.waits(name) is not None:
                self._begun_first.discard(name)  # told when it began already
            else:
                self._called(line, name, string(request, "name"), request, parent)
        return "" if asked or (text and not parent) else "assistant.message: no text"

    def _begun(self, line: int, data: dict[str, Any]) -> str:
        """The beginning of a call: mostly of one that was asked for; if not, it is told here first."""
        name = string(data, "toolCallId")
        waiting = self.reading.waits(name) if name else None
        if waiting is None:
            self._begun_first.add(name)
            self._called(line, name, string(data, "toolName"), data, self._parent(data))
        elif isinstance(waiting.operation, OtherTool) and string(data, "mcpServerName"):
            self.reading.reshape(name, OtherTool(_served(waiting.tool, data), waiting.operation.arguments))
        return ""

    def _called(self, line: int, name: str, tool: str, data: dict[str, Any], parent: str) -> None:
        tool = tool[:200] or "(unnamed tool)"
        if tool not in KINDS and "-" not in tool and not string(data, "mcpServerName"):
            tally(self.reading.unknown_tools, tool)
        by_user = name in self._of_person
        operation = self._operation(name, tool, given_in(data.get("arguments")), by_user)
        if isinstance(operation, OtherTool):
            operation = OtherTool(_served(operation.tool, data), operation.arguments)
        self.reading.call(line, name, tool, operation, abandoned=self._dead, parent=parent, by_user=by_user)

    def _operation(self, name: str, tool: str, given: dict[str, Any], by_user: bool) -> Operation:
        kind = KINDS.get(tool, "")
        running = string(given, "shellId", "sessionId")
        if kind == "a shell line is run" and string(given, "command"):
            if running:
                self._shells[running] = name
            return Shell(
                string(given, "command"), given.get("mode") in ("async", "detached"), tool == "bash", by_user=by_user
            )
        if kind == "a running command goes on":
            what = "stopped" if tool.startswith("stop") else "looked at"
            return FollowUp(self._shells.get(running), what, string(given, "input") if "write" in tool else "")
        found = operation_of(tool, kind, given)
        if isinstance(found, Approval):
            self._plans[name] = OtherTool(tool, given)
        if isinstance(found, Delegation) and name not in self._workers:
            return Delegation(found.title, found.prompt, elsewhere=True)
        return found

    def _completed(self, line: int, data: dict[str, Any]) -> str:
        name = string(data, "toolCallId")
        if not isinstance(data.get("success"), bool) and not data.get("error"):
            return "tool.execution_complete: does not say whether it succeeded"
        call = self.reading.waits(name)
        result = result_of(data, call.operation if call else None, refused_by(self._denied.pop(name, {})))
        if call is not None and not result.refused and not result.failed:
            asked = self._plans.pop(name, None)
            if result.text.startswith("Plan approved"):
                asked = None  # else it is not recorded that somebody let the plan pass
            self.reading.reshape(name, asked or _learned(call.operation, result.text, data))
        self.reading.answer(line, name, result)
        return ""

    def _decided(self, line: int, data: dict[str, Any]) -> str:
        """What was decided of a call that needed a permission; it is told with the call's result."""
        call = string(data, "toolCallId") or self._asked_for.get(string(data, "requestId"), "")
        self._denied[call] = held(data, "result")
        return "permission.completed"

    def _finished(self, line: int, data: dict[str, Any]) -> str:
        """The agent says that its task is complete."""
        if string(data, "summary").strip():
            self.reading.said(line, string(data, "summary").strip(), self._dead)
        self.reading.add(TurnEnd(line, reason="the agent states that its task is complete", abandoned=self._dead))
        return ""

    def _aborted(self, line: int, data: dict[str, Any]) -> str:
        self.reading.interrupt(line, self._dead)
        return ""

    def _failed(self, line: int, data: dict[str, Any]) -> str:
        self.reading.add(Trouble(line, string(data, "message"), self._dead))
        return ""

    def _compacted(self, line: int, data: dict[str, Any]) -> str:
        if data.get("success") is False:
            return "session.compaction_complete: it failed"
        self.reading.compacted(line, string(data, "trigger")[:60])
        return ""

    def _shut(self, line: int, data: dict[str, Any]) -> str:
        """The end of the program; it says nothing of the work unless it failed."""
        if string(data, "shutdownType") == "error":
            reason = " ".join(string(data, "errorReason")[:300].split())
            self.reading.add(TurnEnd(line, "aborted", f"the program ended by an error: {reason}"))
        return ""


def _text(data: dict[str, Any]) -> str:
    """The text of a message; what else is in it stands in brackets."""
    blocks = blocks_of(data.get("content"))
    kinds = ((string(block, "type"), string(block, "text")) for block in blocks)
    return "\n".join(text if kind in ("text", "") else f"[{kind[:40]}]" for kind, text in kinds).strip()


_USES = {
    "session.start": Reader._start,
    "session.resume": Reader._start,
    "user.message": Reader._user,
    "assistant.message": Reader._assistant,
    "tool.execution_start": Reader._begun,
    "tool.execution_complete": Reader._completed,
    "abort": Reader._aborted,
    "session.error": Reader._failed,
    "session.compaction_complete": Reader._compacted,
    "session.task_complete": Reader._finished,
    "permission.completed": Reader._decided,
    "session.shutdown": Reader._shut,
}
"""The events that say something of the work, and what takes them."""
