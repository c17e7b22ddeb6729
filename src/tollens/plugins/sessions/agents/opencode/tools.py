"""What each tool of OpenCode does, in the words that all agents share."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from tollens.plugins.sessions.agents.opencode.changes import edit_of, edits_of, patch_of, path_of, write_of
from tollens.plugins.sessions.agents.opencode.results import SHELLS
from tollens.plugins.sessions.events import (
    Approval,
    Asking,
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
from tollens.plugins.sessions.values import held, number, objects, string
from tollens.plugins.sessions.words import names

TOOLS: Mapping[str, str] = {
    "read": "a file is read",
    "write": "a file is written",
    "edit": "a file is changed",
    "multiedit": "a file is changed",
    "apply_patch": "files are changed, moved or deleted",
    "patch": "files are changed, moved or deleted",
    "bash": "a shell line is run",
    "shell": "a shell line is run",
    "grep": "code is searched",
    "glob": "folders are searched",
    "list": "folders are searched",
    "websearch": "the web is searched",
    "codesearch": "the web is searched",
    "webfetch": "a page is fetched",
    "todowrite": "the plan is stated",
    "task": "a part of the work is delegated",
    "subagent": "a part of the work is delegated",
    "question": "the person is asked",
    "plan_enter": "planning is begun",
    "plan_exit": "approval of a plan is asked for",
}
"""The tools and what a call of each is; a folder that `read` was given is listed."""

QUIET = names("todoread skill lsp batch invalid external_directory doom_loop StructuredOutput execute models")
"""Tools that are known and stand in the trace under their own names."""

_OLD = re.compile(r"\A<file>\n(.*?)(?:\n\n\((?:End of file|File has more lines)[^\n]*\))?\n</file>", re.DOTALL)
_NEW = re.compile(
    r"<content>\n(.*?)(?:\n\n\((?:End of file|Showing lines|Output capped|File has more lines)[^\n]*\))?\n</content>",
    re.DOTALL,
)
_NUMBER = re.compile(r"^(?:0*\d+\| |\d+: )", re.MULTILINE)
_PAGED = re.compile(r"Read file [^\n]{1,2000}, lines 1-\d{1,9}\n(.*?)(?:\n\[Output truncated[^\n]*\])?\Z", re.DOTALL)
"""What version 2 gives of a file from its first line on: a headline, and numbered lines."""

_LISTED = "Read directory "
_MORE = ("\n[Output truncated. Continue reading", "(File has more lines", "(Showing lines", "(Output capped")
_FOLDER = "<type>directory</type>"


def is_known(tool: str) -> bool:
    """Whether a tool is no surprise. Those of MCP servers have no mark by which they could be told."""
    return tool in TOOLS or tool in QUIET or tool.startswith("lsp_")


def operation_of(tool: str, state: dict[str, Any], result: Result | None, by_user: bool) -> Operation:
    """What a call did, or asked for.

    Args:
        state: Of the call's part, with the input and the metadata.
        by_user: The person ran it.
    """
    given = held(state, "input") or held(state, "args")
    facts = held(state, "metadata")
    if tool in SHELLS and isinstance(given.get("command"), str):
        background = given.get("background") is True or facts.get("status") == "running"
        return Shell(given["command"], background, by_user=by_user)
    if tool in _CHANGES:
        return _CHANGES[tool](given, facts, result.text if result else "") or OtherTool(tool, given)
    if tool == "read" and path_of(given):
        return _reading(given, facts, result)
    if tool in _LOOKS:
        return _LOOKS[tool](given)
    if tool == "webfetch" and string(given, "url"):
        return Fetch(string(given, "url"))
    if tool == "todowrite":
        items = objects(given.get("todos"))
        return Plan(tuple(PlanItem(string(item, "content"), string(item, "status")) for item in items))
    if tool in ("task", "subagent"):
        title = string(given, "description", "subagent_type", "agent") or "sub-agent"
        return Delegation(title, string(given, "prompt"), elsewhere=True)
    if tool == "plan_enter":
        return Planning()
    if tool == "plan_exit":
        return Approval(string(given, "plan"))
    if tool == "question" and any(objects(given.get("questions"))):
        return _asking(given, facts)
    return OtherTool(tool, given, runs=tool == "execute")


def _reading(given: dict[str, Any], facts: dict[str, Any], result: Result | None) -> FileRead | Search:
    text = result.text if result and not result.failed else ""
    if _FOLDER in text[:2000] or text.startswith(_LISTED):
        return Search("folders", "", path_of(given))
    found = _OLD.match(text) or _NEW.search(text) or _PAGED.match(text)
    content = _NUMBER.sub("", found[1]) if found else None
    asked = number(given, "offset", "limit") is not None
    partial = asked or facts.get("truncated") is True or any(mark in text[-500:] for mark in _MORE)
    return FileRead(path_of(given), content, partial, number(given, "offset"))


def _asking(given: dict[str, Any], facts: dict[str, Any]) -> Asking:
    stated = facts.get("answers")
    answers = stated if isinstance(stated, list) else []
    choices: list[Choice] = []
    for place, question in enumerate(objects(given.get("questions"))):
        chosen = answers[place] if place < len(answers) else None
        words = [each for each in chosen if isinstance(each, str)] if isinstance(chosen, list) else []
        options = tuple(string(option, "label") for option in objects(question.get("options")))
        choices.append(Choice(string(question, "question"), options, ", ".join(words) or None))
    return Asking(tuple(choices))


_CHANGES: dict[str, Callable[[dict[str, Any], dict[str, Any], str], Operation | None]] = {
    "edit": edit_of,
    "write": write_of,
    "multiedit": edits_of,
    "apply_patch": patch_of,
    "patch": patch_of,
}

_LOOKS: dict[str, Callable[[dict[str, Any]], Search]] = {
    "grep": lambda given: Search("code", string(given, "pattern"), string(given, "path")),
    "glob": lambda given: Search("folders", string(given, "pattern"), string(given, "path")),
    "list": lambda given: Search("folders", "", string(given, "path")),
    "websearch": lambda given: Search("web", string(given, "query")),
    "codesearch": lambda given: Search("web", string(given, "query")),
}
