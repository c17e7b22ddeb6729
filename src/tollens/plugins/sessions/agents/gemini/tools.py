"""What each tool of Gemini CLI does, in the words that all agents share."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from tollens.plugins.sessions.agents.gemini.edits import edit_of
from tollens.plugins.sessions.agents.gemini.results import EDITS, SHELLS, is_background
from tollens.plugins.sessions.events import (
    Approval,
    Asking,
    Changes,
    Choice,
    Delegation,
    Fetch,
    FileRead,
    Operation,
    OtherTool,
    Plan,
    PlanItem,
    Planning,
    Result,
    Search,
    Shell,
)
from tollens.plugins.sessions.values import held, number, object_of, objects, string
from tollens.plugins.sessions.words import names

TOOLS: Mapping[str, str] = {
    "read_file": "a file is read",
    "read_many_files": "a file is read",
    "write_file": "a file is written",
    "replace": "a file is changed",
    "edit": "a file is changed",
    "smart_edit": "a file is changed",
    "run_shell_command": "a shell line is run",
    "glob": "folders are searched",
    "search_file_content": "code is searched",
    "grep_search": "code is searched",
    "grep": "code is searched",
    "list_directory": "folders are searched",
    "ls": "folders are searched",
    "google_web_search": "the web is searched",
    "web_fetch": "a page is fetched",
    "write_todos": "the plan is stated",
    "ask_user": "the person is asked",
    "enter_plan_mode": "planning is begun",
    "exit_plan_mode": "approval of a plan is asked for",
    "codebase_investigator": "a part of the work is delegated",
    "cli_help": "a part of the work is delegated",
    "generalist": "a part of the work is delegated",
    "browser_agent": "a part of the work is delegated",
    "delegate_to_agent": "a part of the work is delegated",
    "invoke_agent": "a part of the work is delegated",
    "mcp_server_tool": "it is kept as it is",
}
"""The tools and what a call of each is; a call with an `agentId` is a Delegation whatever its name."""

QUIET = names(
    "save_memory activate_skill get_internal_docs update_topic complete_task tracker_create_task "
    "tracker_update_task tracker_get_task tracker_list_tasks tracker_add_dependency tracker_visualize "
    "list_mcp_resources read_mcp_resource discovered_tool list_background_processes read_background_output"
)
"""Tools that are known and stand in the trace under their own names."""

_FILES_READ = re.compile(r"^--- ([^\n]{1,1000}) ---\n", re.MULTILINE)
_COUNTED = re.compile(r"from \*\*(\d{1,6}) file")
_URL = re.compile(r"https?://[^\s\"'<>)]{1,2000}")
_SERVER = re.compile(r"\A(.{1,100}) \((.{1,100}) MCP Server\)\Z")
_TRUNCATED = "IMPORTANT: The file content has been truncated."
_BODY = "--- FILE CONTENT (truncated) ---\n"


def is_known(call: dict[str, Any], tool: str) -> bool:
    """Whether a tool is no surprise: in the table, of an MCP server, or a sub-agent."""
    return tool in TOOLS or tool in QUIET or bool(_server_tool(call, tool)) or bool(string(call, "agentId"))


def operation_of(call: dict[str, Any], tool: str, result: Result | None, posix: bool) -> Operation:
    """What a call did, or asked for.

    Args:
        posix: The session's shell joins commands as `sh` does.
    """
    given = held(call, "args")
    text = result.text if result else ""
    if tool in SHELLS and isinstance(given.get("command"), str):
        return Shell(given["command"], given.get("is_background") is True or is_background(text), posix)
    if tool in EDITS:
        return edit_of(tool, given, call.get("resultDisplay"), text) or OtherTool(tool, given)
    if string(call, "agentId") or TOOLS.get(tool) == "a part of the work is delegated":
        title = string(given, "agent_name", "agentName", "description") or tool
        asked = string(given, "prompt", "objective", "query", "task", "request", "question")
        return Delegation(title, asked, elsewhere=True)
    if tool in _LOOKS:
        return _LOOKS[tool](given)
    made = _OTHERS[tool](call, given, result) if tool in _OTHERS else None
    return made or OtherTool(_server_tool(call, tool) or tool, given)


def _server_tool(call: dict[str, Any], tool: str) -> str:
    """A tool of an MCP server as `server/tool`; empty for any other."""
    shown = _SERVER.match(string(call, "displayName"))
    if shown:
        return f"{shown[2]}/{shown[1]}"
    parts = tool.split("_", 2) if tool.startswith("mcp_") else tool.split("__", 1)
    return "/".join(parts[-2:]) if len(parts) > 1 and all(parts) and ("__" in tool or len(parts) == 3) else ""


def _path(given: dict[str, Any]) -> str:
    return string(given, "file_path", "absolute_path", "path", "dir_path")


def _reading(call: dict[str, Any], given: dict[str, Any], result: Result | None) -> Operation | None:
    path = _path(given)
    if not path:
        return None
    content = result.text if result and not result.failed else None
    first = number(given, "start_line") or number(given, "offset")
    partial = number(given, "start_line", "end_line", "offset", "limit") is not None
    if content is not None and content.startswith(_TRUNCATED):
        partial, content = True, content.partition(_BODY)[2] or None
    return FileRead(path, content, partial or bool(result and result.preview), first)


def _readings(call: dict[str, Any], given: dict[str, Any], result: Result | None) -> Operation | None:
    """The files that one call read, where the output names as many as the agent says that it read."""
    text = result.text if result and not result.failed else ""
    heads = list(_FILES_READ.finditer(text))
    counted = _COUNTED.search(string(call, "resultDisplay"))
    if heads and (counted is None or int(counted[1]) == len(heads)):
        ends = [head.start() for head in heads[1:]] + [len(text)]
        spans = zip(heads, ends, strict=True)
        return Changes(tuple(FileRead(head[1], text[head.end() : end].strip("\n")) for head, end in spans))
    asked = given.get("include") or given.get("paths") or given.get("file_paths")
    paths = [each for each in asked if isinstance(each, str)] if isinstance(asked, list) else []
    plain = [path for path in paths if path and not set(path) & set("*?[{")]
    return Changes(tuple(FileRead(path) for path in plain)) if plain and len(plain) == len(paths) else None


def _planned(call: dict[str, Any], given: dict[str, Any], result: Result | None) -> Operation | None:
    items = objects(given.get("todos"))
    return Plan(tuple(PlanItem(string(item, "description", "content"), string(item, "status")) for item in items))


def _asked(call: dict[str, Any], given: dict[str, Any], result: Result | None) -> Operation | None:
    answers = held(object_of(result.text if result else ""), "answers")  # by the position of their questions
    choices = [
        Choice(
            string(question, "question"),
            tuple(string(option, "label") for option in objects(question.get("options"))),
            string(answers, str(place)) or None,
        )
        for place, question in enumerate(objects(given.get("questions")))
    ]
    return Asking(tuple(choices)) if choices else None


def _approved(call: dict[str, Any], given: dict[str, Any], result: Result | None) -> Operation | None:
    """A plan put before the person; one that was not approved is a tool like any other."""
    if result is not None and not result.refused and not result.text.startswith("Plan approved"):
        return None
    return Approval(string(given, "plan", "plan_filename", "plan_path"))


def _fetched(call: dict[str, Any], given: dict[str, Any], result: Result | None) -> Operation | None:
    found = _URL.search(string(given, "url") or string(given, "prompt"))
    return Fetch(found[0].rstrip(".,;")) if found else None


_LOOKS: dict[str, Callable[[dict[str, Any]], Search]] = {
    "glob": lambda given: Search("folders", string(given, "pattern"), string(given, "dir_path", "path")),
    "search_file_content": lambda given: Search("code", string(given, "pattern"), string(given, "dir_path", "path")),
    "grep_search": lambda given: Search("code", string(given, "pattern"), string(given, "dir_path", "path")),
    "grep": lambda given: Search("code", string(given, "pattern"), string(given, "dir_path", "path")),
    "list_directory": lambda given: Search("folders", "", string(given, "dir_path", "path")),
    "ls": lambda given: Search("folders", "", string(given, "dir_path", "path")),
    "google_web_search": lambda given: Search("web", string(given, "query")),
}

_OTHERS: dict[str, Callable[[dict[str, Any], dict[str, Any], Result | None], Operation | None]] = {
    "read_file": _reading,
    "read_many_files": _readings,
    "write_todos": _planned,
    "ask_user": _asked,
    "enter_plan_mode": lambda call, given, result: Planning(),
    "exit_plan_mode": _approved,
    "web_fetch": _fetched,
}
