"""What came back from a call: the response that the agent saw, and what was shown to the person beside it."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from tollens.plugins.sessions.agents.gemini.log import MASKED
from tollens.plugins.sessions.events import Result
from tollens.plugins.sessions.values import held, string
from tollens.plugins.sessions.words import names

SHELLS = frozenset({"run_shell_command"})
EDITS = frozenset({"replace", "write_file", "edit", "smart_edit"})

_OPEN = names("validating scheduled executing awaiting_approval pending")
_STATUSES = _OPEN | names("success error cancelled canceled")
_REFUSED = re.compile(
    r"(?i)did not allow (?:the )?tool call|user (?:denied|rejected|declined)|denied by (?:the )?user"
    r"|user dismissed|cancelled by user before approval"
)
_POLICY = re.compile(
    r"(?i)denied by (?:the )?(?:security )?policy|blocked by (?:the )?policy|requires user confirmation"
)
_HOOK = re.compile(r"(?i)(?:execution|tool) (?:was )?(?:blocked|denied) by (?:a |the )?\S{0,40} ?hook")
_SAID = re.compile(r"(?:user (?:said|feedback)|feedback):\s*(.*)", re.DOTALL | re.IGNORECASE)
_STOPPED = re.compile(r"\A(?:Command was (?:automatically )?cancell?ed|Command timed out|Command cancelled by user)")
_BACKGROUND = re.compile(r"\ACommand (?:moved to|is running in) (?:the )?background")

# Up to version 0.25 every line of the form is there, whatever the command printed: the last ones are the agent's.
_STATED = re.compile(
    r"\nExit Code: (?P<code>-?\d{1,9}|\(none\))\nSignal: (?P<signal>[^\n]{1,40})"
    r"(?:\nBackground PIDs: [^\n]*)?(?:\nProcess Group PGID: [^\n]*)?\s*\Z"
)
# Later ones state only what is not zero, between what was printed and the group of processes.
_NOT_ZERO = re.compile(
    r"\n(?:Error: [^\n]*\n)?Exit Code: (?P<code>-?\d{1,9})(?:\nSignal: [^\n]{1,40})?"
    r"(?:\nBackground PIDs: [^\n]*)?(?:\nProcess Group PGID: [^\n]*)?\s*\Z"
)

CUT = 50 * 1024
"""At this many characters the agent cuts an output that it records."""

_ELSEWHERE = re.compile(
    r"(?:full output (?:has been )?saved to|For full output see|Full output available at): ([^\n]{1,1000})"
)
_CUTS = ("... [CONTENT TRUNCATED] ...", "Tool output was too large", "Output too large.", "[Message truncated")


def result_of(call: dict[str, Any], tool: str) -> Result | None:
    """The result of a call, or `None` where the record has none: it was waiting or running when it was recorded."""
    stated = string(call, "status")
    text, error = _responses(call.get("result"))
    shown = call.get("resultDisplay")
    answered = call.get("result") is not None
    if stated in _OPEN or (not stated and not answered) or (stated and stated not in _STATUSES):
        return None
    text = text or (shown if isinstance(shown, str) else "")
    if stated.startswith("cancel"):
        return _cancelled(text, shown, tool)
    if stated == "error" or error:
        refused = "the policy" if _POLICY.search(text[:500]) else "a hook" if _HOOK.search(text[:500]) else ""
        refused = "the person" if _REFUSED.search(text[:500]) else refused
        return Result(text, failed=True, refused=refused, said=_said(text) if refused else "")
    stopped = tool in SHELLS and _STOPPED.match(text) is not None
    return Result(
        text=text,
        status=exit_status(text, shown) if tool in SHELLS and not stopped else None,
        interrupted=stopped,
        preview=_preview(text),
    )


def is_unknown_status(call: dict[str, Any]) -> bool:
    """Whether a call states a status that is not known: nothing is told from it."""
    return bool(string(call, "status")) and string(call, "status") not in _STATUSES


def is_background(text: str) -> bool:
    """Whether a command was still running when its result was recorded."""
    return _BACKGROUND.match(text) is not None


def _cancelled(text: str, shown: object, tool: str) -> Result:
    """A call that was cancelled: refused before it began, or stopped, as the record says.

    The agent shows the change that it asks approval for; a cancelled call that has it, or an edit of which no more is
    said, was not approved.
    """
    asked = isinstance(shown, dict) and "fileDiff" in shown
    if _REFUSED.search(text) or asked or (not text and tool in EDITS):
        return Result(text, failed=True, refused="the person", said=_said(text))
    return Result(text, failed=True, interrupted=True)


def _said(text: str) -> str:
    """What the person said when refusing, where that is more than the agent's own words."""
    found = _SAID.search(text)
    return found[1].strip() if found else ""


def _responses(result: object) -> tuple[str, bool]:
    """The text of a result, and whether it is that of an error."""
    texts: list[str] = []
    failed = False
    for part in _parts(result):
        if isinstance(part, str):
            texts.append(part)
            continue
        response = held(held(part, "functionResponse"), "response")
        failed = failed or ("error" in response and "output" not in response)
        known = string(response, "output", "error", "content") or string(part, "text")
        rest = response.get("error") if isinstance(response.get("error"), dict) else response
        texts.append(known or (msgspec.json.encode(rest).decode() if rest else ""))
    return "\n".join(text for text in texts if text), failed


def _parts(result: object) -> Iterator[str | dict[str, Any]]:
    """The parts of a result: one or a list of them."""
    for part in result if isinstance(result, list) else [result]:
        if isinstance(part, str | dict):
            yield part


def exit_status(text: str, shown: object) -> int | None:
    r"""The exit status that the agent states of a shell line, told apart from what the line printed.

    >>> exit_status("Command: a\nDirectory: (root)\nOutput: x\nError: (none)\nExit Code: 2\nSignal: (none)", "x")
    2
    >>> exit_status("Output: Exit Code: 0\nProcess Group PGID: 7", "Exit Code: 0") is None
    True
    """
    found = _STATED.search(text)
    if found is not None:
        code = int(found["code"]) if found["code"] != "(none)" else None
        return code or (code if found["signal"] in ("(none)", "0") else None)
    opening = f"Output: {shown}"
    if isinstance(shown, str) and shown and text.startswith(opening):
        found = _NOT_ZERO.match(text, len(opening))
        return int(found["code"]) if found else None
    found = _NOT_ZERO.search("\n" + text)
    if found is None or text.count("Exit Code: ") > 1:
        return None
    return int(found["code"]) or (0 if text.startswith("Command: ") else None)


def _preview(text: str) -> str:
    """Where the rest of an output is, if only a part of it is in the file."""
    if text.lstrip().startswith(MASKED):
        found = _ELSEWHERE.search(text[:4000])
        return found[1].strip() if found else "taken out by the agent"
    if any(mark in text for mark in _CUTS):
        found = _ELSEWHERE.search(text[:2000]) or _ELSEWHERE.search(text[-2000:])
        return found[1].strip() if found else "cut by the agent"
    return "cut by the agent at 50 kB" if CUT <= len(text) <= CUT + 200 else ""
