"""What came back from a call: the result block of a message and the richer `toolUseResult` beside it."""

import re
from typing import Any

from tollens.plugins.sessions.agents.claude_code.rows import blocks_of
from tollens.plugins.sessions.agents.claude_code.speech import INTERRUPTED
from tollens.plugins.sessions.events import Result
from tollens.plugins.sessions.values import number, string

SHELLS = frozenset({"Bash", "PowerShell"})

_REFUSALS = (
    ("The user doesn't want to proceed with this tool use", "the person"),
    ("The user doesn't want to take this action right now", "the person"),
    ("User rejected tool use", "the person"),
    ("Permission to use ", "the permission settings"),
    ("Claude requested permissions to ", "the permission settings"),
    ("Permission for this ", "the permission settings"),
)
_UNAPPROVED = re.compile(
    r"(?:Error: )?This (?:\w{1,20} )?command "
    r"(?:requires approval\Z|contains multiple operations\..{0,99} requires? approval)"
)
_HOOK = re.compile(r"(?:Hook )?PreToolUse:\S{1,80} (?:hook (?:blocking )?error|denied|\[)")
_SAID = re.compile(r"(?:the user said:|provided the following reason for the rejection:)\s*(.*)", re.DOTALL)
_EXIT = re.compile(r"(?:Error: )?Exit code (\d{1,9})\b")
_STOPPED = re.compile(
    r"(?:Error: )?(?:(?:Exit code \d{1,9}\n)?Command timed out after|Command timed out|<tool_use_error>)"
)
_ABORTED = "<error>Command was aborted before completion</error>"
_BACKGROUND = ("Command running in background", "Command was manually background")
_PERSISTED = re.compile(r"<persisted-output>.*?(?:saved to: ([^\n]{1,1000})|\Z)", re.DOTALL)
_CUT = re.compile(r"\[\d+ (?:lines|characters) truncated\]|\(output truncated\)|<response clipped>")


def result_of(tool: str, block: dict[str, Any], beside: object) -> Result:
    """The result of a call of `tool`.

    Args:
        block: The `tool_result` block.
        beside: The `toolUseResult` of the record, if it belongs to this block.
    """
    text = text_of(block.get("content"))
    error = block.get("is_error") is True
    message = beside if isinstance(beside, str) else ""
    refused = _refused_by(text) or _refused_by(message.removeprefix("Error: ")) if error else ""
    stopped = text.startswith(INTERRUPTED) or (isinstance(beside, dict) and beside.get("interrupted") is True)
    stopped = stopped or (tool in SHELLS and error and _is_stopped(text))
    return Result(
        text=text,
        failed=error,
        refused=refused,
        said=_said(text, refused),
        status=_status(text, block, beside) if tool in SHELLS and not refused and not stopped else None,
        interrupted=stopped,
        preview=_preview(text, beside),
        duration_ms=number(beside, "durationMs", "totalDurationMs"),
    )


def text_of(content: object) -> str:
    """The text of a result's content; other blocks are named in brackets."""
    return "\n".join(
        string(block, "text") if block.get("type") == "text" else f"[{string(block, 'type') or 'unknown block'}]"
        for block in blocks_of(content)
    )


def _refused_by(text: str) -> str:
    """Who refused a call, told by the words of the result; empty when it was carried out."""
    plain = text.lstrip()
    for opening, who in _REFUSALS:
        if plain.startswith(opening) and (who == "the person" or "denied" in plain or "haven't granted" in plain):
            return who
    if _UNAPPROVED.match(plain):
        return "the permission settings"
    return "a hook" if _HOOK.match(plain) else ""


def _said(text: str, refused: str) -> str:
    """What was said when a call was refused: the words of a person, or of the settings or the hook."""
    if not refused:
        return ""
    said = _SAID.search(text) if refused == "the person" else None
    return said[1].strip() if said else "" if refused == "the person" else text.strip()


def _is_stopped(text: str) -> bool:
    """Whether the result of a shell line says that it was stopped before its end, or never ran."""
    last = text.rstrip().rpartition("\n")[2]
    return _STOPPED.match(text) is not None or last.endswith(_ABORTED) or last.startswith(INTERRUPTED)


def is_background(text: str, beside: object) -> bool:
    """Whether the command was still running when this was recorded."""
    named = bool(string(beside, "backgroundTaskId", "shellId"))
    return named or text.startswith(_BACKGROUND) or "was moved to the background" in text[:500]


def _status(text: str, block: dict[str, Any], beside: object) -> int | None:
    """The exit status of a shell line, where the record proves it."""
    stated = number(beside, "exitCode", "exit_code", "returnCode")
    if stated is not None:
        return stated
    if block.get("is_error") is True:
        found = _EXIT.match(text)
        return int(found[1]) if found else None
    if is_background(text, beside) or string(beside, "returnCodeInterpretation"):
        return None
    # The agent marks every non-zero status as an error; a result that could have been marked and is not is a zero.
    marked = block.get("is_error") is False or (isinstance(beside, dict) and "stdout" in beside)
    return 0 if marked else None


def _preview(text: str, beside: object) -> str:
    """Where the rest of an output is, if only a part of it is in the file."""
    path = string(beside, "persistedOutputPath")
    if path:
        return path
    found = _PERSISTED.match(text.lstrip())
    if found:
        return (found[1] or "a side file").strip()
    told = "truncated" in text or "<response clipped>" in text  # found much faster than the pattern
    return "cut by the agent" if told and _CUT.search(text) else ""
