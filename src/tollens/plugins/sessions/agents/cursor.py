"""Transcripts of Cursor's agent: one JSON record a line, under `~/.cursor/projects/…/agent-transcripts/`.

A record has a role and content, and mostly nothing else: no ids, no times, no model, no results. What was asked for is
known, what came of it is not, and that is said once for the whole session.
"""

import re
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

from tollens.core.errors import UnreadableError
from tollens.core.ports import SessionFormat
from tollens.plugins.sessions.events import (
    Delegation,
    Edit,
    Fetch,
    FileRead,
    Operation,
    OtherTool,
    Plan,
    PlanItem,
    Removal,
    Result,
    Search,
    Session,
    Shell,
    Trouble,
    TurnEnd,
)
from tollens.plugins.sessions.patching import replacement
from tollens.plugins.sessions.places import Around, Place, dashed
from tollens.plugins.sessions.reading import Reading
from tollens.plugins.sessions.report import tally
from tollens.plugins.sessions.source.objects import objects_in
from tollens.plugins.sessions.source.records import Source
from tollens.plugins.sessions.values import held, number, objects, string

TOOLS: Mapping[str, str] = {
    "Read, read_file": "a file is read",
    "Write, Edit, StrReplace, MultiEdit, ApplyPatch, edit_file, search_replace, write": "a file is changed",
    "Delete, delete_file": "a file is deleted",
    "Shell, Bash, run_terminal_cmd": "a shell line is run",
    "Grep, grep, SemanticSearch, codebase_search": "code is searched",
    "Glob, LS, list_dir, glob_file_search, file_search": "folders are searched",
    "WebSearch, web_search": "the web is searched",
    "WebFetch": "a page is fetched",
    "TodoWrite, todo_write": "the plan is stated",
    "Task": "a part of the work is delegated",
}
"""The tools that are known, and what a call of each becomes."""

_KINDS = {name.strip(): kind for listed, kind in TOOLS.items() for name in listed.split(",")}
_OPENS, _CLOSES = "<user_query>", "</user_query>"
_TAG = re.compile(r"\s*<[a-z_]{3,40}[ >]")


class Cursor:
    """The format of Cursor's agent."""

    name = "cursor"
    title = "Cursor agent transcript"
    where = ("~/.cursor/projects/PROJECT/agent-transcripts/ID/ID.jsonl",)
    versions = "the transcripts of 2026; they state no version"

    def places(self, around: Around) -> tuple[Place, ...]:
        """The folder of the project's transcripts, which state no folder themselves."""
        names = [dashed(folder).strip("-") for folder in around.folders]
        base = f"{around.home}/.cursor/projects"
        return tuple(Place(base, f"{name}/agent-transcripts/**/*.jsonl", states=False) for name in names)

    def recognizes(self, records: Sequence[object]) -> bool:
        """Whether a record has a role, a message with content, and no type."""
        return any(_is_row(record) for record in records[:200])

    def read(self, source: Source) -> tuple[Session, ...]:
        """The session in the source.

        Raises:
            UnreadableError: Nothing usable is in it.
        """
        rows, damaged = objects_in(source)
        reader = _Reader()
        for line, row in rows:
            reader.take(line, row)
        reading = reader.reading
        if not reading.has_any:
            raise UnreadableError(
                f"{source.name}: no prompt, answer or tool call is in this transcript",
                "Nothing was captured: a trace of nothing would claim that nothing happened.",
            )
        missing = () if reader.answered else ("results of all calls: this agent does not record them",)
        return (
            Session(
                format=self.name,
                assistant="Cursor",
                session_id=_identity(source.name),
                events=reading.events(),
                account=reading.account(damaged, source.notes, missing),
                models=tuple(reading.models),
                started=reading.times.first,
                ended=reading.times.last,
                root=next((string(row, "cwd") for _, row in rows if string(row, "cwd")), ""),
                states_ends=reader.ends,
                records_results=reader.answered,
            ),
        )


def _is_row(record: object) -> bool:
    if not isinstance(record, dict) or "type" in record or record.get("role") not in ("user", "assistant"):
        return False
    content = held(record, "message").get("content")
    return isinstance(content, str | list)


def _queries(text: str) -> list[str]:
    """What stands in the tags of the person's words; the search goes over the text once."""
    found: list[str] = []
    at = 0
    while (start := text.find(_OPENS, at)) >= 0 and (end := text.find(_CLOSES, start)) >= 0:
        found.append(text[start + len(_OPENS) : end].strip())
        at = end
    return list(filter(None, found))


def _identity(name: str) -> str:
    """The id of a session is the name of its file."""
    last = re.split(r"[/\\]", name)[-1].partition(".")[0]
    return last if re.fullmatch(r"[0-9a-f]{8}-[0-9a-f-]{27}", last) else ""


class _Reader:
    """Reads record by record. `answered`: the transcript holds results; `ends`: it marks the ends of turns."""

    def __init__(self) -> None:
        self.reading = Reading()
        self.answered = False
        self.ends = False
        self._open: OrderedDict[str, int] = OrderedDict()  # its first is found at once however many are gone
        self._calls = 0

    def take(self, line: int, row: dict[str, Any]) -> None:
        """Use a record, or count why there was nothing to use in it."""
        self.reading.times.see(row.get("timestamp"))
        if row.get("type") == "turn_ended":
            self._ended(line, row)
            self.reading.use()
        elif not _is_row(row):
            self.reading.skip_unknown(string(row, "type") or string(row, "role"))
        else:
            self.reading.take(self._used(line, row["role"], held(row, "message")))

    def _ended(self, line: int, row: dict[str, Any]) -> None:
        self.ends = True
        error = string(row, "error")
        if row.get("status") != "error":
            self.reading.add(TurnEnd(line))
        elif "abort" in error.casefold():
            self.reading.interrupt(line)
            self.reading.add(TurnEnd(line, "interrupted", "the person stopped the agent"))
        else:
            self.reading.add(Trouble(line, error))
            self.reading.add(TurnEnd(line, "aborted", f"the agent's turn failed: {' '.join(error[:300].split())}"))

    def _used(self, line: int, role: str, message: dict[str, Any]) -> str:
        content = message.get("content")
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else list(objects(content))
        self.reading.model(string(message, "model"))
        reasons = [self._block(line, role, block) for block in blocks]
        return "" if "" in reasons else next(iter(reasons), f"{role}: no content")

    def _block(self, line: int, role: str, block: dict[str, Any]) -> str:
        """Use a block; gives why there was nothing to use in it, or nothing."""
        kind = string(block, "type")
        if kind == "text" and role == "user":
            return self._heard(line, string(block, "text"))
        if kind == "text" and string(block, "text").strip():
            self.reading.said(line, string(block, "text").strip())
        elif kind == "tool_use":
            self._called(line, block)
        elif kind == "tool_result":
            self._result(line, block)
        else:
            known = kind in ("text", "thinking", "image")
            return f"{role}: {kind[:60] if known else 'unknown block ' + kind[:60]}"
        return ""

    def _heard(self, line: int, text: str) -> str:
        """The words of the person stand in tags of their own, among others that the program adds."""
        queries = _queries(text)
        if queries:
            self.reading.prompt(line, "\n".join(queries))
            return ""
        if _TAG.match(text) or not text.strip():
            if text.strip():
                self.reading.machine_text()
            return "user: machine text" if text.strip() else "user: empty text"
        self.reading.prompt(line, text.strip())
        return ""

    def _called(self, line: int, block: dict[str, Any]) -> None:
        tool = string(block, "name")[:200] or "(unnamed tool)"
        if tool not in _KINDS:
            tally(self.reading.unknown_tools, tool)
        self._calls += 1
        name = string(block, "id") or f"call-{self._calls}"
        self._open[name] = self._open.get(name, 0) + 1
        self.reading.call(line, name, tool, _operation(tool, held(block, "input")))

    def _result(self, line: int, block: dict[str, Any]) -> None:
        """A result: for the call that it names, or for the first that waits."""
        self.answered = True
        name = string(block, "tool_use_id") or next(iter(self._open), "")
        if self._open.get(name, 0) > 1:
            self._open[name] -= 1
        else:
            self._open.pop(name, None)
        content = block.get("content")
        text = content if isinstance(content, str) else "\n".join(string(part, "text") for part in objects(content))
        self.reading.answer(line, name, Result(text, failed=block.get("is_error") is True))


def _operation(tool: str, given: dict[str, Any]) -> Operation:
    path = string(given, "path", "target_file", "file_path", "target_notebook")
    kind = _KINDS.get(tool, "")
    if kind == "a file is read" and path:
        return FileRead(path, None, "offset" in given or "limit" in given, number(given, "offset"))
    if kind == "a file is changed" and path:
        return _edit(path, given)
    if kind == "a file is deleted" and path:
        return Removal(path)
    if kind == "a shell line is run" and string(given, "command"):
        return Shell(string(given, "command"), given.get("is_background") is True)
    return _looking(tool, kind, path, given)


def _edit(path: str, given: dict[str, Any]) -> Edit:
    content = given.get("contents", given.get("content"))
    if isinstance(content, str):
        return Edit(path, replacement("", content), None, content, None)
    pairs = list(objects(given.get("edits"))) or [given]
    patch = "".join(
        replacement(string(pair, "old_string", "oldString"), string(pair, "new_string", "newString", "code_edit"))
        for pair in pairs
    )
    return Edit(path, patch or string(given, "patch", "diff"), None, None, None)


def _looking(tool: str, kind: str, path: str, given: dict[str, Any]) -> Operation:
    where = path or string(given, "target_directory", "relative_workspace_path")
    match kind:
        case "code is searched":
            return Search("code", string(given, "pattern", "query"), where)
        case "folders are searched":
            return Search("folders", string(given, "glob_pattern", "pattern", "query"), where)
        case "the web is searched":
            return Search("web", string(given, "search_term", "query"))
        case "a page is fetched":
            return Fetch(string(given, "url"))
        case "the plan is stated":
            steps = (PlanItem(string(item, "content"), string(item, "status")) for item in objects(given.get("todos")))
            return Plan(tuple(steps))
        case "a part of the work is delegated":
            return Delegation(string(given, "description") or "a sub-agent", string(given, "prompt"), elsewhere=True)
    return OtherTool(tool, given)


PLUGIN: SessionFormat[Source, Session] = Cursor()
