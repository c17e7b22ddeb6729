"""What each tool of Copilot CLI does, and what came back from a call."""

import re
from collections.abc import Mapping
from typing import Any

from tollens.plugins.sessions.events import (
    Approval,
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
    Result,
    Search,
    Shell,
)
from tollens.plugins.sessions.patching import parts_of, replacement
from tollens.plugins.sessions.values import object_of, string
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
    "exit_plan_mode": "approval of a plan is asked for",
    "report_intent, skill, sql, list_agents, read_agent, write_agent, task_complete, store_memory, "
    "fetch_copilot_cli_documentation": "as it is",
}
"""The tools that are known, and what a call of each becomes."""

KINDS = {name.strip(): kind for listed, kind in TOOLS.items() for name in listed.split(",")}
_ENDED = re.compile(r"<(?:[\w :.-]{0,80} )?(?:exited|completed) with exit code (-?\d{1,10})>\s*\Z")
_RUNNING = re.compile(r"<command with shellId: [^\s<>]{1,100} is still running\b")
_ANSWERED = re.compile(r"\AUser (?:selected|responded)(?: with)?: ")
_STEP = re.compile(r"^[ \t]{0,20}[-*] \[([ xX~>-])\] ([^\n]{1,500})", re.MULTILINE)
_MARKS = {
    " ": "pending",
    "x": "completed",
    "X": "completed",
    "~": "in_progress",
    ">": "in_progress",
    "-": "in_progress",
}
"""How the steps of a plan are marked in its list."""

_DENIED = names("denied rejected")
_BY_RULE = re.compile(r"(?i)hook|policy|could not request")
"""Words of refusals that no person gave: one is where there was nobody to ask."""


def given_in(arguments: object) -> dict[str, Any]:
    """The arguments of a call: an object, the text of one, or the bare text that some tools are given."""
    return object_of(arguments) or ({"input": arguments} if isinstance(arguments, str) and arguments else {})


def refused_by(decision: dict[str, Any]) -> tuple[str, str]:
    """Who refused a call, by what was decided of it, and what they said; nobody where it was let pass."""
    kind = string(decision, "kind")
    if not kind.startswith("denied"):
        return "", ""
    who = "the person" if kind == "denied-interactively-by-user" else "a hook" if kind.endswith("hook") else "a rule"
    return who, string(decision, "feedback").strip()


def is_running(text: str) -> bool:
    """Whether a command was still at work when its result was recorded."""
    return _RUNNING.search(text[-400:]) is not None


def answered_in(text: str) -> str:
    """What the person answered, out of the words of the program around it."""
    return _ANSWERED.sub("", text, 1).strip()


def changed_in(detailed: str) -> str:
    """The hunks of a change of one file that is shown with the result of a call."""
    at = detailed.find("\n@@ ")
    return f"{detailed[at + 1 :].rstrip(chr(10))}\n" if at >= 0 and detailed.count("\ndiff --git ") <= 1 else ""


def result_of(data: dict[str, Any], operation: Operation | None, denied: tuple[str, str] = ("", "")) -> Result:
    """What came back from a call; the status of a shell line only where its output ends in it.

    Args:
        data: Of the event.
        operation: What the call was to do.
        denied: Who refused it, and what they said, as far as an earlier event states that.
    """
    found = data.get("result")
    text = found if isinstance(found, str) else string(found, "content", "detailedContent")
    error = data.get("error")
    told = error if isinstance(error, str) else string(error, "message")
    code = string(error, "code")
    failed = data.get("success") is False or (bool(told) and data.get("success") is not True)
    status = None
    if isinstance(operation, Shell) and (ended := _ENDED.search(text[-400:])):
        status, text = int(ended[1]), text[: len(text) - len(ended[0])].rstrip("\n")
    refused = failed and (code in _DENIED or bool(denied[0]))
    by = "a rule" if _BY_RULE.search(told) or (code == "denied" and "user" not in told.casefold()) else "the person"
    return Result(
        text or told,
        failed=failed,
        refused=(denied[0] or by) if refused else "",
        said=denied[1] if refused else "",
        status=status,
    )


def operation_of(tool: str, kind: str, given: dict[str, Any]) -> Operation:
    """What a call does that starts and follows no command."""
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
            listed = string(given, "todos")
            return Plan(tuple(PlanItem(step[2].strip(), _MARKS[step[1]]) for step in _STEP.finditer(listed)), listed)
        case "a part of the work is delegated":
            return Delegation(string(given, "description", "name") or "a sub-agent", string(given, "prompt"))
        case "the person is asked":
            stated = given.get("choices")
            options = tuple(str(each) for each in stated[:50]) if isinstance(stated, list) else ()
            return Asking((Choice(string(given, "question"), options),))
        case "approval of a plan is asked for":
            return Approval(string(given, "summary"))
    return OtherTool(tool, given)
