"""What each tool of Cursor's agent does, as far as what was asked shows it: results are mostly not recorded."""

from collections.abc import Mapping
from typing import Any

from tollens.plugins.sessions.events import (
    Asking,
    Changes,
    Choice,
    Delegation,
    Edit,
    Fetch,
    FileRead,
    Operation,
    OtherTool,
    Plan,
    PlanItem,
    Planning,
    Removal,
    Search,
    Shell,
)
from tollens.plugins.sessions.patching import patch_in, patched, replacement
from tollens.plugins.sessions.values import held, number, objects, string

TOOLS: Mapping[str, str] = {
    "Read, read_file": "a file is read",
    "Write, Edit, StrReplace, MultiEdit, EditNotebook, edit_file, search_replace, write": "a file is changed",
    "ApplyPatch, apply_patch": "files are patched",
    "Delete, delete_file": "a file is deleted",
    "Shell, Bash, run_terminal_cmd": "a shell line is run",
    "Grep, grep, SemanticSearch, codebase_search": "code is searched",
    "Glob, LS, list_dir, glob_file_search, file_search": "folders are searched",
    "WebSearch, web_search": "the web is searched",
    "WebFetch": "a page is fetched",
    "TodoWrite, todo_write, CreatePlan": "the plan is stated",
    "SwitchMode": "planning is begun",
    "AskQuestion": "the person is asked",
    "Task, Agent, Subagent": "a part of the work is delegated",
    "CallMcpTool, FetchMcpResource, ListMcpResources, ReadLints, Await, GenerateImage": "as it is",
}
"""The tools that are known, and what a call of each becomes; of modes, only that of planning is one."""

KINDS = {name.strip(): kind for listed, kind in TOOLS.items() for name in listed.split(",")}


def given_in(value: object) -> dict[str, Any]:
    """The arguments of a call: an object, or the bare text that a patch is given as."""
    return value if isinstance(value, dict) else {"input": value} if isinstance(value, str) else {}


def operation_of(tool: str, given: dict[str, Any]) -> Operation:
    """What a call does; one that lacks what it needs stays what it is called."""
    path = string(given, "path", "target_file", "file_path", "target_notebook")
    kind = KINDS.get(tool, "")
    if kind == "a file is read" and path:
        return FileRead(path, None, "offset" in given or "limit" in given, number(given, "offset"))
    if kind == "a file is changed" and path:
        return _edit(path, given)
    if kind in ("a file is changed", "files are patched"):
        parts = patched(patch_in(given))
        return Changes(parts) if parts else OtherTool(tool, given)
    if kind == "a file is deleted" and path:
        return Removal(path)
    if kind == "a shell line is run" and string(given, "command"):
        background = given.get("is_background") is True or number(given, "block_until_ms") == 0
        return Shell(string(given, "command"), background)
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
            return Plan(tuple(steps_in(given)), string(given, "plan", "overview"))
        case "planning is begun" if string(given, "target_mode_id") == "plan":
            return Planning()
        case "the person is asked" if any(objects(given.get("questions"))):
            return Asking(tuple(map(_choice, objects(given["questions"]))))
        case "a part of the work is delegated":
            return Delegation(string(given, "description") or "a sub-agent", string(given, "prompt"), elsewhere=True)
    server = string(given, "server")
    return (
        OtherTool(f"{server}/{string(given, 'toolName')}", held(given, "arguments"))
        if server
        else OtherTool(tool, given)
    )


def steps_in(given: dict[str, Any]) -> list[PlanItem]:
    """The steps that a call states of a plan."""
    return [PlanItem(string(item, "content"), string(item, "status")) for item in objects(given.get("todos"))]


def _choice(question: dict[str, Any]) -> Choice:
    options = tuple(string(option, "label") for option in objects(question.get("options")))
    return Choice(string(question, "prompt", "question"), options)
