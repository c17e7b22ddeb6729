"""Sessions of Copilot CLI: an event a line, in `events.jsonl` under `~/.copilot/session-state/`.

A call is told several times: where the agent asks for it, when it begins, and with its result when it ends. What a
sub-agent does names the call that started it, or the sub-agent. A rewind takes back what stands between the event that
it names and its own place.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import orjson

from tollens.core.derive.record.account import Damage
from tollens.core.errors import UnreadableError
from tollens.core.ports import SessionFormat
from tollens.plugins.sessions.events import (
    Asking,
    Changes,
    Choice,
    Delegation,
    Edit,
    Fetch,
    FileRead,
    FollowUp,
    Operation,
    OtherTool,
    Plan,
    Result,
    Search,
    Session,
    Shell,
    Trouble,
    TurnEnd,
)
from tollens.plugins.sessions.patching import parts_of, replacement
from tollens.plugins.sessions.places import Around, Place
from tollens.plugins.sessions.reading import Reading
from tollens.plugins.sessions.report import tally
from tollens.plugins.sessions.source.objects import by_session, objects_in
from tollens.plugins.sessions.source.records import Source
from tollens.plugins.sessions.values import held, number, objects, string
from tollens.plugins.sessions.words import names

TOOLS: Mapping[str, str] = {
    "view": "a file is read",
    "create": "a file is made",
    "edit, str_replace_editor, insert": "a file is changed",
    "apply_patch": "files are patched",
    "bash, powershell": "a shell line is run",
    "read_bash, write_bash, stop_bash, read_powershell, write_powershell, stop_powershell": "a running command goes on",
    "grep, rg": "code is searched",
    "glob": "folders are searched",
    "web_search": "the web is searched",
    "web_fetch": "a page is fetched",
    "update_todo": "the plan is stated",
    "task": "a part of the work is delegated",
    "ask_user": "the person is asked",
    "report_intent, skill, sql, list_agents, read_agent, exit_plan_mode, fetch_copilot_cli_documentation": "as it is",
}
"""The tools that are known, and what a call of each becomes."""

_KINDS = {name.strip(): kind for listed, kind in TOOLS.items() for name in listed.split(",")}
_QUIET = names(
    "session.info session.model_change session.idle session.truncation session.usage_info session.usage_checkpoint "
    "session.title_changed session.mode_changed session.context_changed session.plan_changed session.task_complete "
    "session.snapshot_rewind session.workspace_file_changed session.handoff session.background_tasks_changed "
    "session.tools_updated session.skills_loaded session.warning session.remote_steerable_changed "
    "assistant.turn_start assistant.turn_end assistant.intent assistant.reasoning assistant.reasoning_delta "
    "assistant.message_delta assistant.usage assistant.streaming_delta tool.user_requested "
    "tool.execution_partial_result tool.execution_progress subagent.started subagent.completed subagent.failed "
    "subagent.selected subagent.deselected skill.invoked hook.start hook.end permission.requested permission.completed "
    "user_input.requested user_input.completed system.message system.notification pending_messages.modified "
    "session.compaction_start exit_plan_mode.requested exit_plan_mode.completed command.queued command.completed"
)
_ENDED = re.compile(r"<(?:[\w :.-]{0,80} )?(?:exited|completed) with exit code (-?\d{1,10})>\s*\Z")
_DENIED = names("denied rejected")
_BY_RULE = re.compile(r"(?i)hook|policy|could not request")
"""Words of refusals that no person gave: one is where there was nobody to ask."""

_NUMBERED = re.compile(r"1\. ")
"""How the text of a file begins where its lines are numbered: what stands in the file is then not shown as it is."""


class Copilot:
    """The format of Copilot CLI."""

    name = "copilot"
    title = "Copilot CLI session"
    where = ("~/.copilot/session-state/ID/events.jsonl",)
    versions = "event version 1; Copilot CLI 0.0.3xx to 1.0.x"

    def places(self, around: Around) -> tuple[Place, ...]:
        """All sessions, of any project."""
        folder = f"{around.home}/.copilot/session-state"
        return (Place(folder, "*/events.jsonl"), Place(folder, "*.jsonl"))

    def recognizes(self, records: Sequence[object]) -> bool:
        """Whether a record is an event as Copilot CLI writes them: a dotted type, and its data."""
        return any(_is_event(record) for record in records[:200])

    def read(self, source: Source) -> tuple[Session, ...]:
        """The sessions in the source, each from its beginning on; Copilot CLI itself keeps one a file.

        Raises:
            UnreadableError: Nothing usable is in it.
        """
        rows, damaged = objects_in(source)
        read: list[tuple[list[dict[str, Any]], Reading, int]] = []
        silent = 0
        for piece in by_session(rows, _begun):
            dead, away = _rewound(piece)
            reader = _Reader(piece)
            for position, (line, row) in enumerate(piece):
                reader.take(line, row, position in dead)
            starts = [held(row, "data") for _, row in piece if row.get("type") == "session.start"]
            if reader.reading.has_any:
                read.append((starts, reader.reading, away))
            else:
                silent += len(piece)
        if not read:
            raise UnreadableError(
                f"{source.name}: no prompt, answer or tool call is in this session",
                "Nothing was captured: a trace of nothing would claim that nothing happened.",
            )
        for _ in range(silent):
            read[0][1].skip("of a session without a conversation")
        last = len(read) - 1
        return tuple(
            msgspec.structs.replace(
                _session(starts, reading, away, damaged if at == 0 else (), source.notes),
                torn=None if last == 0 else source.torn and at == last,
            )
            for at, (starts, reading, away) in enumerate(read)
        )


def _begun(row: dict[str, Any]) -> str:
    """The session that an event begins."""
    return string(held(row, "data"), "sessionId") if row.get("type") == "session.start" else ""


def _session(
    starts: Sequence[dict[str, Any]],
    reading: Reading,
    away: int,
    damaged: tuple[Damage, ...],
    notes: tuple[str, ...],
) -> Session:
    context = next((held(start, "context") for start in starts if held(start, "context")), {})
    missing = (f"events that a rewind removed: {away}",) if away else ()
    return Session(
        format=Copilot.name,
        assistant="Copilot CLI",
        session_id=next((string(start, "sessionId") for start in starts), ""),
        events=reading.events(),
        account=reading.account(damaged, notes, missing),
        models=tuple(reading.models),
        versions=tuple(filter(None, dict.fromkeys(string(start, "copilotVersion") for start in starts))),
        started=reading.times.first,
        ended=reading.times.last,
        root=string(context, "gitRoot", "cwd"),
        branch=string(context, "branch"),
        commit=string(context, "headCommit"),
    )


def _is_event(record: object) -> bool:
    if not isinstance(record, dict) or not isinstance(record.get("data"), dict):
        return False
    kind = string(record, "type")
    return kind in _USES or (kind in _QUIET and "." in kind)


def _agents(rows: Sequence[tuple[int, dict[str, Any]]]) -> dict[str, str]:
    """The calls that started the sub-agents, by the ids of these."""
    started = (row for _, row in rows if row.get("type") == "subagent.started" and string(row, "agentId"))
    return {string(row, "agentId"): string(held(row, "data"), "toolCallId") for row in started}


def _rewound(rows: Sequence[tuple[int, dict[str, Any]]]) -> tuple[frozenset[int], int]:
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


class _Reader:
    """Reads event by event.

    Args:
        rows: All events with their lines, for what is to be known beforehand.
    """

    def __init__(self, rows: Sequence[tuple[int, dict[str, Any]]]) -> None:
        self.reading = Reading()
        self._agents = _agents(rows)
        self._workers = {string(held(row, "data"), "parentToolCallId") for _, row in rows}
        self._workers |= {
            self._agents.get(string(row, "agentId"), "") for _, row in rows if string(row, "type") in _USES
        }
        self._agent = ""
        self._dead = False
        self._known: set[str] = set()
        self._asked: dict[str, str] = {}
        self._shells: dict[str, str] = {}

    def take(self, line: int, row: dict[str, Any], dead: bool) -> None:
        """Use a record, or count why there was nothing to use in it."""
        kind, name, data = string(row, "type"), string(row, "id"), held(row, "data")
        self._agent, self._dead = string(row, "agentId"), dead
        self.reading.times.see(row.get("timestamp"))
        if name and name in self._known:
            self.reading.counts["repeats"] += 1
            self.reading.skip("repeat")
            return
        self._known.add(name)
        if kind in _USES:
            self.reading.take(_USES[kind](self, line, data))
        elif kind in _QUIET:
            if kind.startswith(("system.", "skill.")):
                self.reading.machine_text()
            if kind == "session.model_change":
                self.reading.model(string(data, "newModel"))
            self.reading.skip(kind)
        else:
            self.reading.skip_unknown(kind)

    def _start(self, line: int, data: dict[str, Any]) -> str:
        self.reading.model(string(data, "selectedModel"))
        return ""

    def _user(self, line: int, data: dict[str, Any]) -> str:
        text = string(data, "content").strip()
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
        text = string(data, "content").strip()
        if not parent:
            self.reading.model(string(data, "model"))
            if text:
                self.reading.said(line, text, self._dead)
        asked = list(objects(data.get("toolRequests")))
        for request in asked:
            self._called(line, string(request, "toolCallId"), string(request, "name"), request.get("arguments"), parent)
        return "" if asked or (text and not parent) else "assistant.message: no text"

    def _begun(self, line: int, data: dict[str, Any]) -> str:
        """The beginning of a call: mostly of one that was asked for; if not, it is told here first."""
        name = string(data, "toolCallId")
        if name and self.reading.waits(name) is not None:
            return ""
        by_user = data.get("isUserRequested") is True
        parent = self._parent(data)
        self._called(line, name, string(data, "toolName"), data.get("arguments"), parent, by_user)
        return ""

    def _called(self, line: int, name: str, tool: str, arguments: object, parent: str, by_user: bool = False) -> None:
        tool = tool[:200] or "(unnamed tool)"
        if tool not in _KINDS and "-" not in tool:
            tally(self.reading.unknown_tools, tool)
        given = _arguments(arguments)
        operation = self._operation(name, tool, given, by_user)
        self.reading.call(line, name, tool, operation, abandoned=self._dead, parent=parent, by_user=by_user)

    def _operation(self, name: str, tool: str, given: dict[str, Any], by_user: bool) -> Operation:
        kind = _KINDS.get(tool, "")
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
        found = _operation(tool, kind, given)
        if isinstance(found, Delegation) and name not in self._workers:
            return Delegation(found.title, found.prompt, elsewhere=True)
        return found

    def _completed(self, line: int, data: dict[str, Any]) -> str:
        name = string(data, "toolCallId")
        if not isinstance(data.get("success"), bool) and not data.get("error"):
            return "tool.execution_complete: does not say whether it succeeded"
        call = self.reading.waits(name)
        result = _result(data, call.operation if call else None)
        if call is not None and isinstance(call.operation, FileRead) and not result.failed:
            reading = call.operation
            content = None if reading.partial or _NUMBERED.match(result.text) else result.text
            self.reading.reshape(name, FileRead(reading.path, content, reading.partial, reading.first))
        if call is not None and isinstance(call.operation, Asking) and result.text:
            choices = tuple(Choice(each.question, each.options, result.text) for each in call.operation.choices)
            self.reading.reshape(name, Asking(choices))
        self.reading.answer(line, name, result)
        return ""

    def _aborted(self, line: int, data: dict[str, Any]) -> str:
        self.reading.interrupt(line, self._dead)
        return ""

    def _failed(self, line: int, data: dict[str, Any]) -> str:
        self.reading.add(Trouble(line, string(data, "message"), self._dead))
        return ""

    def _compacted(self, line: int, data: dict[str, Any]) -> str:
        self.reading.compacted(line)
        return ""

    def _shut(self, line: int, data: dict[str, Any]) -> str:
        """The end of the program; it says nothing of the work unless it failed."""
        if string(data, "shutdownType") == "error":
            reason = " ".join(string(data, "errorReason")[:300].split())
            self.reading.add(TurnEnd(line, "aborted", f"the program ended by an error: {reason}"))
        return ""


_USES = {
    "session.start": _Reader._start,
    "session.resume": _Reader._start,
    "user.message": _Reader._user,
    "assistant.message": _Reader._assistant,
    "tool.execution_start": _Reader._begun,
    "tool.execution_complete": _Reader._completed,
    "abort": _Reader._aborted,
    "session.error": _Reader._failed,
    "session.compaction_complete": _Reader._compacted,
    "session.shutdown": _Reader._shut,
}
"""The events that say something of the work, and what takes them."""


def _arguments(given: object) -> dict[str, Any]:
    """The arguments of a call: an object, or the text of one."""
    if isinstance(given, str):
        try:
            given = orjson.loads(given)
        except orjson.JSONDecodeError:
            return {}
    return given if isinstance(given, dict) else {}


def _result(data: dict[str, Any], operation: Operation | None) -> Result:
    found = data.get("result")
    text = found if isinstance(found, str) else string(found, "content", "detailedContent")
    error = data.get("error")
    told = error if isinstance(error, str) else string(error, "message")
    code = string(error, "code")
    failed = data.get("success") is False or (bool(told) and data.get("success") is not True)
    status = None
    if isinstance(operation, Shell) and (ended := _ENDED.search(text[-400:])):
        status, text = int(ended[1]), text[: len(text) - len(ended[0])].rstrip("\n")
    refused = failed and code in _DENIED
    by = "a rule" if _BY_RULE.search(told) or (code == "denied" and "user" not in told.casefold()) else "the person"
    return Result(text or told, failed=failed and not refused, refused=by if refused else "", status=status)


def _operation(tool: str, kind: str, given: dict[str, Any]) -> Operation:
    if kind == "files are patched" and (parts := parts_of(string(given, "patch", "input", "content"))):
        return Changes(parts)
    path = string(given, "path", "file_path")
    doing = string(given, "command") if tool == "str_replace_editor" else ""
    if path and (kind == "a file is read" or doing == "view"):
        return FileRead(path, None, "view_range" in given)
    if path and (kind == "a file is made" or doing == "create"):
        content = string(given, "file_text", "content")
        return Edit(path, replacement("", content), None, content, True)
    if path and kind == "a file is changed":
        old, new = string(given, "old_str", "old_string"), string(given, "new_str", "new_string", "insert_text")
        return Edit(path, replacement(old, new))
    return _looking(tool, kind, path, given)


def _looking(tool: str, kind: str, path: str, given: dict[str, Any]) -> Operation:
    match kind:
        case "code is searched":
            return Search("code", string(given, "pattern", "query"), path)
        case "folders are searched":
            return Search("folders", string(given, "pattern"), path)
        case "the web is searched":
            return Search("web", string(given, "query"))
        case "a page is fetched":
            return Fetch(string(given, "url"))
        case "the plan is stated":
            return Plan(text=string(given, "todos"))
        case "a part of the work is delegated":
            return Delegation(string(given, "description", "name") or "a sub-agent", string(given, "prompt"))
        case "the person is asked":
            stated = given.get("choices")
            options = tuple(str(each) for each in stated[:50]) if isinstance(stated, list) else ()
            return Asking((Choice(string(given, "question"), options),))
    return OtherTool(tool, given)


PLUGIN: SessionFormat[Source, Session] = Copilot()
