"""What tools do that many agents have under like names: for formats that carry the calls of any agent."""

from collections.abc import Mapping
from typing import Any

import msgspec

from tollens.plugins.sessions.argv import shell_of_words
from tollens.plugins.sessions.events import (
    Changes,
    Delegation,
    Edit,
    Fetch,
    FileRead,
    Operation,
    OtherTool,
    Plan,
    PlanItem,
    Removal,
    Search,
    Shell,
)
from tollens.plugins.sessions.patching import patch_in, patched, replacement
from tollens.plugins.sessions.values import number, objects, string

TOOLS: Mapping[str, str] = {
    "bash, shell, run_in_terminal, run_terminal_cmd, run_shell_command, run_command, execute_command, exec_command, "
    "terminal, local_shell": "a shell line is run",
    "powershell, pwsh": "a line of PowerShell is run",
    "read, read_file, get_file, view, open_file, cat": "a file is read",
    "write, write_file, create_file, create": "a file is written",
    "edit, edit_file, replace, replace_string_in_file, str_replace, str_replace_editor, insert_edit_into_file, "
    "search_replace, multiedit": "a file is changed",
    "apply_patch, applypatch": "files are patched",
    "delete_file, remove_file": "a file is deleted",
    "grep, grep_search, search_file_content, code_search, semantic_search, codebase_search": "code is searched",
    "glob, ls, list_dir, list_directory, file_search, list_files": "folders are searched",
    "web_search, google_web_search, search_web": "the web is searched",
    "web_fetch, fetch_webpage, fetch, read_url": "a page is fetched",
    "todowrite, todo_write, manage_todo_list, write_todos, update_plan": "the plan is stated",
    "task, runsubagent, agent, delegate": "a part of the work is delegated",
}
"""Names without regard to case, and what a call becomes."""

_KINDS = {name.strip(): kind for listed, kind in TOOLS.items() for name in listed.split(",")}
_PATHS = ("path", "filePath", "file_path", "filename", "absolute_path", "target_file", "uri")


def is_known(tool: str) -> bool:
    """Whether a tool is in the table."""
    return tool.casefold() in _KINDS


def operation_of(tool: str, given: dict[str, Any]) -> Operation:
    """What a call does; a tool that is not in the table, or lacks what it needs, stays what it is called."""
    kind, path = _KINDS.get(tool.casefold(), ""), string(given, *_PATHS)
    match kind:
        case "a shell line is run" | "a line of PowerShell is run" if shell := _shell(given):
            background = given.get("isBackground") is True or given.get("run_in_background") is True
            posix = shell.posix and kind == "a shell line is run"
            return msgspec.structs.replace(shell, background=background, posix=posix)
        case "a file is read" if path:
            first = number(given, "startLine", "offset", "start_line")
            return FileRead(path, None, first is not None or "limit" in given or "endLine" in given, first)
        case "a file is written" if path:
            content = given.get("content", given.get("contents", given.get("file_text")))
            text = content if isinstance(content, str) else None
            made = True if tool.casefold().startswith("create") else None
            return Edit(path, replacement("", text or ""), None, text, made)
        case "a file is changed" if path:
            return _edit(path, given)
        case "files are patched" if parts := patched(patch_in(given)):
            return Changes(parts)
        case "a file is deleted" if path:
            return Removal(path)
    return _looking(tool, kind, path, given)


def _shell(given: dict[str, Any]) -> Shell | None:
    """The shell line of a call, stated as a line or as words; `None` where it states none."""
    words = given.get("command", given.get("cmd"))
    if isinstance(words, list) and words and all(isinstance(word, str) for word in words):
        return shell_of_words(words)
    command = string(given, "command", "cmd", "commandLine")
    return Shell(command) if command else None


def _edit(path: str, given: dict[str, Any]) -> Edit:
    pairs = list(objects(given.get("edits"))) or [given]
    patch = "".join(
        replacement(
            string(pair, "oldString", "old_string", "old_str", "oldText"),
            string(pair, "newString", "new_string", "new_str", "newText", "code", "content"),
        )
        for pair in pairs
    )
    return Edit(path, patch)


def _looking(tool: str, kind: str, path: str, given: dict[str, Any]) -> Operation:
    query = string(given, "pattern", "query", "glob", "search_term", "includePattern")
    match kind:
        case "code is searched":
            return Search("code", query, path)
        case "folders are searched":
            return Search("folders", query, path)
        case "the web is searched":
            return Search("web", query)
        case "a page is fetched":
            return Fetch(string(given, "url") or next((str(url) for url in _listed(given.get("urls"))), ""))
        case "the plan is stated" if steps := _steps(given):
            return Plan(steps)
        case "a part of the work is delegated":
            title = string(given, "description", "agentName", "subagent_type") or "a sub-agent"
            return Delegation(title, string(given, "prompt", "task"))
    return OtherTool(tool, given)


def _steps(given: dict[str, Any]) -> tuple[PlanItem, ...]:
    found = given.get("todos", given.get("todoList", given.get("plan")))
    return tuple(PlanItem(string(item, "content", "title", "step"), string(item, "status")) for item in objects(found))


def _listed(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
