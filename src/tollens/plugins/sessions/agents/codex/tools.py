"""What each tool of Codex does, in the words that all agents share, by the names that its versions give them."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec
import orjson

from tollens.plugins.sessions.agents.codex.commands import folder_of, shell_of
from tollens.plugins.sessions.agents.codex.patches import heredoc
from tollens.plugins.sessions.argv import base_name
from tollens.plugins.sessions.events import (
    Asking,
    Changes,
    Choice,
    Delegation,
    Fetch,
    FileRead,
    FollowUp,
    Move,
    Operation,
    OtherTool,
    Plan,
    PlanItem,
    Search,
)
from tollens.plugins.sessions.patching import Part, parts_of, patch_in
from tollens.plugins.sessions.values import held, number, objects, string

TOOLS: Mapping[str, str] = {
    **dict.fromkeys(
        (
            "shell",
            "shell_command",
            "local_shell",
            "local_shell_call",
            "container.exec",
            "exec_command",
            "unified_exec",
        ),
        "a shell line is run",
    ),
    "write_stdin": "a running command is looked at or stopped",
    **dict.fromkeys(("apply_patch", "applypatch"), "files are changed, moved or deleted"),
    **dict.fromkeys(("update_plan", "plan"), "the plan is stated"),
    **dict.fromkeys(("web_search", "web_search_call"), "the web is searched"),
    **dict.fromkeys(("view_image", "read_file"), "a file is read"),
    "list_dir": "folders are searched",
    "grep_files": "code is searched",
    "request_user_input": "the person is asked",
    **dict.fromkeys(("spawn_agent", "spawn_agents_on_csv"), "a part of the work is delegated"),
    **dict.fromkeys(("exec", "js_repl"), "it is kept as it is"),
    **dict.fromkeys(
        (
            "wait",
            "wait_agent",
            "wait_for_agent",
            "send_input",
            "send_message",
            "followup_task",
            "assign_task",
            "close_agent",
            "resume_agent",
            "interrupt_agent",
            "list_agents",
            "report_agent_job_result",
            "js_repl_reset",
            "tool_search",
            "tool_search_call",
            "search_tool_bm25",
            "tool_suggest",
            "image_generation",
            "image_generation_call",
            "list_mcp_resources",
            "list_mcp_resource_templates",
            "read_mcp_resource",
            "request_permissions",
            "create_goal",
            "update_goal",
            "get_goal",
            "get_memory",
            "get_context_remaining",
            "sleep",
            "test_sync_tool",
        ),
        "it is kept as it is",
    ),
}
"""The tools that are no surprise, and what a call of each is; beside them, those of MCP servers."""

SHELLS = frozenset(name for name, kind in TOOLS.items() if kind == "a shell line is run")
SEARCHES = frozenset({"web_search", "web_search_call"})
SPAWNS = frozenset(name for name, kind in TOOLS.items() if kind == "a part of the work is delegated")
SENDS = frozenset({"send_input", "send_message", "followup_task", "assign_task"})
"""Those that tell a sub-agent something more."""

PATCHES = frozenset({"apply_patch", "applypatch"})
_SCRIPTS = frozenset({"exec", "js_repl"})
_LINE_NUMBERS = re.compile(r"^L\d+: ", re.MULTILINE)
_ESCAPED = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
_CONTROLS = re.compile(r"[\x03\x04\x1a\x1b\s]*")


class Asked(msgspec.Struct, frozen=True):
    """What a call asks for.

    Attributes:
        tool: As the agent names it, `server/tool` where it is that of an MCP server.
        given: Its arguments; empty where they are no object.
        raw: What it is given, where that is a text and no arguments.
        cwd: The folder that the agent was in.
        known_shell: The shell that the session names.
    """

    tool: str
    given: dict[str, Any]
    raw: str = ""
    cwd: str = ""
    known_shell: str = ""

    @property
    def folder(self) -> str:
        """The folder that it runs in."""
        return placed(self.cwd, folder_of(self.given)) if folder_of(self.given) else self.cwd


def tool_name(payload: dict[str, Any]) -> str:
    """The name of the tool of a call: `server/tool` for one of an MCP server, as it is for any other."""
    name, space = string(payload, "name")[:200], string(payload, "namespace")[:200]
    if space.startswith("mcp__"):
        return f"{space[5:].strip('_') or 'mcp'}/{name.removeprefix(space)}"
    parts = name.split("__", 2)
    if len(parts) == 3 and parts[0] == "mcp":
        return f"{parts[1]}/{parts[2]}"
    return name or "(unnamed tool)"


def is_known(tool: str) -> bool:
    """Whether a tool is in the table; those of MCP servers are."""
    return tool in TOOLS or "/" in tool or "__" in tool


def arguments_of(value: object) -> dict[str, Any] | None:
    """The arguments of a call: an object, or one written as a text; `None` where they are neither."""
    if isinstance(value, str):
        try:
            value = orjson.loads(value)
        except orjson.JSONDecodeError:
            return None
    return value if isinstance(value, dict) else None


def local(path: str) -> str:
    """A path that may be written as an address of a file.

    >>> local("file:///home/a%20b"), local("file:///C:/p"), local("/p%20")
    ('/home/a b', 'C:/p', '/p%20')
    """
    if not path.startswith("file://"):
        return path
    rest = _ESCAPED.sub(lambda found: bytes.fromhex(found[0].replace("%", "")).decode("utf-8", "replace"), path[7:])
    return rest[1:] if re.match(r"/[A-Za-z]:/", rest) else rest


def placed(cwd: str, path: str) -> str:
    """A path as seen from the folder that the agent was in."""
    path = local(path)
    absolute = path.startswith(("/", "\\", "~")) or re.match(r"[A-Za-z]:[\\/]", path)
    return path if absolute or not cwd else f"{cwd.rstrip('/')}/{path}"


def operation_of(asked: Asked, output: str, parent: str | None) -> Operation:
    """What a call did, or asked for.

    Args:
        asked: The call.
        output: The text that came back; empty where nothing did.
        parent: For `write_stdin`, the id of the call that started the command.
    """
    tool, given = asked.tool, asked.given
    patch = patch_of(asked)
    if patch is not None:
        parts = parts_of(patch[0])
        return changes(parts, patch[1]) if parts else _other(asked, runs=True)
    if tool in SHELLS:
        return shell_of(given, asked.known_shell, asked.folder) or _other(asked, runs=True)
    if tool == "write_stdin":
        return _follow(given, parent)
    if tool in ("view_image", "read_file"):
        return _reading(asked, output)
    if tool == "request_user_input":
        return _asking(given, output)
    if tool in _PLAIN:
        return _PLAIN[tool](given)
    return _other(asked, runs=tool in _SCRIPTS)


def _other(asked: Asked, runs: bool) -> OtherTool:
    return OtherTool(asked.tool, asked.given or ({"input": asked.raw} if asked.raw else {}), runs)


def patch_of(asked: Asked) -> tuple[str, str] | None:
    """The patch that a call applies, as tool or within a shell line, and the folder that its paths start from."""
    if asked.tool in PATCHES:
        return asked.raw or patch_in(asked.given), asked.folder
    if asked.tool not in SHELLS:
        return None
    # Most lines are told at a glance to be none, before anything of them is read.
    if not any("patch" in word for word in _words(asked.given)):
        return None
    words = asked.given.get("command")
    if isinstance(words, list) and len(words) == 2 and isinstance(words[0], str) and isinstance(words[1], str):
        return (words[1], asked.folder) if base_name(words[0]) in PATCHES else None
    shell = shell_of(asked.given, asked.known_shell, asked.folder)
    found = heredoc(shell.command) if shell else None
    return (found[0], placed(asked.folder, found[1]) if found[1] else asked.folder) if found else None


def _words(given: dict[str, Any]) -> Iterator[str]:
    """The words of a command as they are stated, or the line as one."""
    for value in (given.get("cmd"), given.get("command"), held(given, "action").get("command"), given.get("input")):
        yield from (word for word in (value if isinstance(value, list) else [value]) if isinstance(word, str))


def changes(parts: tuple[Part, ...], folder: str) -> Operation:
    """The parts of a patch as one operation, their paths as seen from a folder."""
    held_parts: list[Part] = []
    for part in parts:
        path = placed(folder, part.path)
        if isinstance(part, Move):
            held_parts.append(Move(path, placed(folder, part.to)))
        else:
            held_parts.append(msgspec.structs.replace(part, path=path))
    return Changes(tuple(held_parts))


def _follow(given: dict[str, Any], parent: str | None) -> FollowUp:
    """A look at a running command, or something typed into it."""
    typed = string(given, "chars", "input")
    if not _CONTROLS.fullmatch(typed):
        return FollowUp(parent, "given input", typed)
    return FollowUp(parent, "stopped" if "\x03" in typed else "given input" if typed else "looked at")


def _reading(asked: Asked, output: str) -> Operation:
    path = string(asked.given, "path", "file_path")
    if not path:
        return _other(asked, runs=False)
    path = placed(asked.cwd, path)
    if asked.tool == "view_image":
        return FileRead(path)
    first, limit = number(asked.given, "offset"), number(asked.given, "limit")
    content = _LINE_NUMBERS.sub("", output) if output else None
    return FileRead(path, content, first is not None or limit is not None, first)


def _asking(given: dict[str, Any], output: str) -> Asking:
    answers = held(arguments_of(output), "answers")
    choices: list[Choice] = []
    for question in objects(given.get("questions")):
        options = tuple(string(option, "label") for option in objects(question.get("options")))
        answer = answers.get(string(question, "id"))
        said = answer.get("answers") if isinstance(answer, dict) else answer
        words = [word for word in said if isinstance(word, str)] if isinstance(said, list) else []
        told = said if isinstance(said, str) else ", ".join(words)
        choices.append(Choice(string(question, "question", "header"), options, told or None))
    return Asking(tuple(choices))


def _planned(given: dict[str, Any]) -> Plan:
    items = tuple(
        PlanItem(string(step, "step", "title"), string(step, "status")) for step in objects(given.get("plan"))
    )
    return Plan(items, string(given, "text", "explanation"))


def _searching(given: dict[str, Any]) -> Search | Fetch:
    """A search on the web, or a page that was opened or looked through."""
    action = held(given, "action") or given
    url = string(action, "url")
    if url and string(action, "type") != "search":
        return Fetch(url)
    queries = action.get("queries")
    several = [query for query in queries if isinstance(query, str)] if isinstance(queries, list) else []
    return Search("web", string(action, "query", "pattern") or string(given, "query") or " | ".join(several))


def words_of(given: dict[str, Any]) -> str:
    """What a call tells a sub-agent."""
    words = [string(item, "text") for item in objects(given.get("items"))]
    return string(given, "message", "prompt", "instruction") or "\n".join(word for word in words if word)


def _delegated(given: dict[str, Any]) -> Delegation:
    prompt = words_of(given)
    title = string(given, "task_name", "agent_type", "nickname") or prompt[:100] or "sub-agent"
    return Delegation(title, prompt, elsewhere=True)


_PLAIN: Mapping[str, Callable[[dict[str, Any]], Operation]] = {
    **dict.fromkeys(("update_plan", "plan"), _planned),
    **dict.fromkeys(("web_search", "web_search_call"), _searching),
    **dict.fromkeys(("spawn_agent", "spawn_agents_on_csv"), _delegated),
    "list_dir": lambda given: Search("folders", "", string(given, "dir_path", "path")),
    "grep_files": lambda given: Search("code", string(given, "pattern"), string(given, "path")),
}
