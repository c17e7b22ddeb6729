"""What each tool of Claude Code does, in the words that all agents share."""

import re
from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any

from tollens.plugins.sessions.agents.claude_code.patches import edit_of
from tollens.plugins.sessions.agents.claude_code.results import SHELLS, is_background
from tollens.plugins.sessions.events import (
    Approval,
    Asking,
    Choice,
    Delegation,
    Fetch,
    FileRead,
    FollowUp,
    Operation,
    OtherTool,
    Plan,
    PlanItem,
    Planning,
    Result,
    Search,
    Shell,
)
from tollens.plugins.sessions.values import number, objects, string
from tollens.plugins.sessions.words import names

STEPS = 100
"""Most steps that a plan of single tasks lists: every change of one is a state of the plan."""

EDITS = frozenset({"Edit", "MultiEdit", "Write", "NotebookEdit"})
DELEGATIONS = frozenset({"Task", "Agent"})
APPROVALS = frozenset({"ExitPlanMode", "exit_plan_mode"})
_FOLLOW_UPS = {
    "BashOutput": "looked at",
    "TaskOutput": "looked at",
    "AgentOutputTool": "looked at",
    "KillShell": "stopped",
    "KillBash": "stopped",
    "TaskStop": "stopped",
}
LOOKS = frozenset({"BashOutput", "TaskOutput"})
PLANS = frozenset({"TodoWrite", "TaskCreate", "TaskUpdate"})
QUIET = names(
    "Skill SlashCommand TodoRead TaskList TaskGet ToolSearch ListMcpResourcesTool ReadMcpResourceTool "
    "SendMessage TeamCreate TeamDelete EnterWorktree ExitWorktree CronCreate CronDelete CronList StructuredOutput "
    "Monitor RemoteTrigger Config"
)
_NUMBERED = re.compile(r"^ *\d+(?:→|\t)", re.MULTILINE)
_NOTE = "<system-reminder>"
_ANSWER = re.compile(r'(.{1,2000}?)"(?:, "|\. You can |\.?\Z| selected | user notes)', re.DOTALL)
_EMPTY = re.compile(r"\s*<system-reminder>Warning: the file exists but the contents are empty")
_BACKGROUND = re.compile(r"running in background with ID: (\S{1,100})")


def is_known(tool: str) -> bool:
    """Whether a tool is in the table; tools of MCP servers are."""
    return tool in KNOWN or tool.startswith("mcp__")


class Toolbox:
    """Turns the calls of one agent into operations, in their order: plans and running commands are remembered."""

    def __init__(self) -> None:
        self._plan: dict[str, PlanItem] = {}
        self._running: dict[str, str] = {}

    def operation(
        self, tool: str, call_id: str, given: dict[str, Any], result: Result | None, beside: object
    ) -> Operation:
        """What a call did, or asked for.

        Args:
            given: The input of the call; empty where it is no object.
            result: What came back, if anything did.
            beside: The `toolUseResult` of the record of the result.
        """
        if tool in SHELLS and isinstance(given.get("command"), str):
            background = given.get("run_in_background") is True or is_background(result.text if result else "", beside)
            self._remember(call_id, result, beside)
            return Shell(given["command"], background, posix=tool != "PowerShell")
        if tool in EDITS:
            return edit_of(tool, given, beside, result.text if result else "") or OtherTool(tool, given)
        if tool == "Read" and string(given, "file_path", "path"):
            return _reading(given, result, beside)
        if tool == "NotebookRead" and string(given, "notebook_path"):
            return FileRead(string(given, "notebook_path"), partial="cell_id" in given)
        if tool in _LOOKS:
            return _LOOKS[tool](given)
        if tool in PLANS:
            return self._planned(tool, given, result, beside)
        if tool in _FOLLOW_UPS:
            running = string(given, "bash_id", "task_id", "shell_id", "agentId")
            return FollowUp(self._running.get(running), _FOLLOW_UPS[tool])
        if tool in DELEGATIONS:
            self._remember(call_id, result, beside)
            return Delegation(string(given, "description") or "sub-agent", string(given, "prompt"))
        if tool == "AskUserQuestion":
            return _asking(given, beside, result.text if result else "")
        if tool == "EnterPlanMode":
            return Planning()
        if tool in APPROVALS:
            # What was let pass is what the result states: the person may have changed it.
            return Approval(string(beside, "plan") or string(given, "plan"))
        return OtherTool(_server_tool(tool), given, checks=tool.endswith("getDiagnostics"))

    def _remember(self, call_id: str, result: Result | None, beside: object) -> None:
        """Keep under which name a command or sub-agent goes on in the background."""
        name = name_in_background(result.text if result else "", beside)
        if name:
            self._running[name] = call_id

    def _planned(self, tool: str, given: dict[str, Any], result: Result | None, beside: object) -> Plan:
        """The plan after a call that writes it."""
        if tool == "TodoWrite":
            items = objects(given.get("todos"))
            return Plan(tuple(PlanItem(string(item, "content", "subject"), string(item, "status")) for item in items))
        undone = isinstance(beside, dict) and beside.get("success") is False
        if result is None or result.failed or result.refused or undone or result.text.startswith("Task not found"):
            return self._stands()
        if tool == "TaskCreate":
            held = beside.get("task") if isinstance(beside, dict) else None
            found = re.search(r"#(\w{1,40})", result.text[:200])
            key = string(held, "id") or (found[1] if found else str(len(self._plan) + 1))
            self._plan[key] = PlanItem(string(given, "subject"), "pending")
        else:
            key = string(given, "taskId", "id")
            old = self._plan.get(key, PlanItem(f"task {key}"))
            status = string(given, "status")
            if status == "deleted":
                self._plan.pop(key, None)
            else:
                self._plan[key] = PlanItem(string(given, "subject") or old.title, status or old.status)
        return self._stands()

    def _stands(self) -> Plan:
        """The plan that single tasks make up: its latest steps."""
        latest = tuple(islice(reversed(self._plan.values()), STEPS))[::-1]
        return Plan(latest, left_out=len(self._plan) - len(latest))


def name_in_background(text: str, beside: object) -> str:
    """Under which name a command or a sub-agent goes on, by its result; empty where it does not."""
    found = _BACKGROUND.search(text[:2000])
    return string(beside, "backgroundTaskId", "shellId", "agentId") or (found[1].rstrip(".") if found else "")


def goes_on(result: Result, beside: object) -> bool:
    """Whether a result says that a command or a sub-agent went on in the background."""
    return is_background(result.text, beside) or _BACKGROUND.search(result.text[:2000]) is not None


def _reading(given: dict[str, Any], result: Result | None, beside: object) -> FileRead:
    held = beside.get("file") if isinstance(beside, dict) else None
    held = held if isinstance(held, dict) else {}
    content = held.get("content")
    total, shown = number(held, "totalLines"), number(held, "numLines")
    partial = number(given, "offset", "limit") is not None or (
        total is not None and shown is not None and shown < total
    )
    first = number(held, "startLine") or number(given, "offset")
    if isinstance(content, str):
        return FileRead(string(given, "file_path", "path"), content, partial, first, exact=True)
    return FileRead(string(given, "file_path", "path"), _seen(result, beside), partial, first)


def _seen(result: Result | None, beside: object) -> str | None:
    """What a result shows of a file; nothing where it only says something of it, or shows it in another form."""
    if result is None or result.failed or result.preview or string(beside, "type") not in ("", "text"):
        return None
    if _EMPTY.match(result.text):
        return ""
    # The agent's machinery adds notes of its own to what it shows.
    noted = result.text.rstrip().endswith("</system-reminder>")
    text = result.text.rpartition(_NOTE)[0].rstrip("\n") if noted else result.text
    return _NUMBERED.sub("", text) if _NUMBERED.match(text) else None


def _asking(given: dict[str, Any], beside: object, said: str) -> Asking:
    answers = beside.get("answers") if isinstance(beside, dict) else None
    choices: list[Choice] = []
    for question in objects(given.get("questions")):
        text = string(question, "question")
        options = tuple(string(option, "label") for option in objects(question.get("options")))
        answer = string(answers, text) or (_answered(said, text, options) if not isinstance(answers, dict) else "")
        choices.append(Choice(text, options, answer or None))
    return Asking(tuple(choices))


def _answered(said: str, question: str, options: tuple[str, ...]) -> str:
    """The answer to a question in the words of a result, `"question"="answer"`; empty where none is told."""
    rest = said.partition(f'"{question}"="')[2][:2_000]
    whole = next((option for option in options if rest.startswith(f'{option}"')), "")
    found = _ANSWER.match(rest)
    return whole or (found[1] if found else "")


def _asked_of_server(given: dict[str, Any]) -> Search | OtherTool:
    """A question to a language server: what was asked, and about which place in the code; or what is wrong with it."""
    if "diagnostic" in string(given, "operation").casefold():
        return OtherTool("LSP", given, checks=True)
    path = string(given, "filePath", "file_path")
    place = [path, *(str(each) for name in ("line", "character") if (each := number(given, name)) is not None)]
    about = string(given, "query") or ":".join(filter(None, place))
    return Search("code", f"{string(given, 'operation')} {about}".strip(), path)


def _server_tool(tool: str) -> str:
    """`mcp__server__tool` as `server/tool`."""
    parts = tool.split("__", 2)
    return f"{parts[1]}/{parts[2]}" if len(parts) == 3 and parts[0] == "mcp" else tool


_LOOKS: dict[str, Callable[[dict[str, Any]], Search | Fetch | OtherTool]] = {
    "Grep": lambda given: Search("code", string(given, "pattern"), string(given, "path")),
    "Glob": lambda given: Search("folders", string(given, "pattern"), string(given, "path")),
    "LS": lambda given: Search("folders", "", string(given, "path")),
    "WebSearch": lambda given: Search("web", string(given, "query")),
    "WebFetch": lambda given: Fetch(string(given, "url")),
    "LSP": _asked_of_server,
}

TOOLS: Mapping[str, str] = {
    "Read, NotebookRead": "a file is read",
    "Write": "a file is written",
    "Edit, MultiEdit, NotebookEdit": "a file is changed",
    "Bash": "a shell line is run",
    "PowerShell": "a line of PowerShell is run",
    ", ".join(_FOLLOW_UPS): "a running command is looked at or stopped",
    "Grep, LSP": "code is searched",
    "Glob, LS": "folders are searched",
    "WebSearch": "the web is searched",
    "WebFetch": "a page is fetched",
    "TodoWrite, TaskCreate, TaskUpdate": "the plan is stated",
    "EnterPlanMode": "planning is begun",
    ", ".join(sorted(APPROVALS)): "approval of a plan is asked for",
    "AskUserQuestion": "the person is asked",
    "Task, Agent": "a part of the work is delegated",
    ", ".join(sorted(QUIET)): "it is kept as it is",
}
"""The tools that are no surprise, and what a call of each is; beside them, those of MCP servers."""

KNOWN = frozenset(tool for tools in TOOLS for tool in tools.split(", "))
