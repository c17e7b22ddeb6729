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
    Result,
    Search,
    Shell,
)
from tollens.plugins.sessions.patching import parts_of, replacement
from tollens.plugins.sessions.values import string
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
    "report_intent, skill, sql, list_agents, read_agent, fetch_copilot_cli_documentation": "as it is",
}
"""The tools that are known, and what a call of each becomes."""

KINDS = {name.strip(): kind for listed, kind in TOOLS.items() for name in listed.split(",")}
_ENDED = re.compile(r"<(?:[\w :.-]{0,80} )?(?:exited|completed) with exit code (-?\d{1,10})>\s*\Z")
_DENIED = names("denied rejected")
_BY_RULE = re.compile(r"(?i)hook|policy|could not request")
"""Words of refusals that no person gave: one is where there was nobody to ask."""


def result_of(data: dict[str, Any], operation: Operation | None) -> Result:
    """What came back from a call; the status of a shell line only where its output ends in it."""
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
            return Plan(text=string(given, "todos"))
        case "a part of the work is delegated":
            return Delegation(string(given, "description", "name") or "a sub-agent", string(given, "prompt"))
        case "the person is asked":
            stated = given.get("choices")
            options = tuple(str(each) for each in stated[:50]) if isinstance(stated, list) else ()
            return Asking((Choice(string(given, "question"), options),))
        case "approval of a plan is asked for":
            return Approval(string(given, "summary"))
    return OtherTool(tool, given)
