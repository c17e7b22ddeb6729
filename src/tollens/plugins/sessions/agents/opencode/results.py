"""What came back from a call: the state of its part."""

import re
from typing import Any

import msgspec

from tollens.plugins.sessions.events import Result
from tollens.plugins.sessions.values import held, number, string

SHELLS = frozenset({"bash", "shell"})

_OPEN = frozenset({"pending", "streaming", "running", "call", "partial-call"})
_DONE = frozenset({"completed", "result", "output-available"})
_FAILED = frozenset({"error", "output-error"})

_REFUSALS = (
    ("The user rejected permission", "the person"),
    ("The user dismissed this question", "the person"),
    ("The user declined this tool call", "the person"),
    ("The user has specified a rule which prevents", "the permission settings"),
    ("The user has specifically restricted access", "the permission settings"),
    ("The user has configured a rule which prevents", "the permission settings"),
)
_SAID = re.compile(r"with the following feedback: (.*)", re.DOTALL)
_STOPPED = re.compile(
    r"\((?:Command timed out after [^\n)]{1,60}|Command was aborted)\)\s*\Z"
    r"|<(?:bash|shell)_metadata>[^<]*(?:terminated command after exceeding timeout|User aborted the command)"
    r"[^<]*</(?:bash|shell)_metadata>\s*\Z"
)
_ABORTED = ("Tool execution aborted", "Aborted", "The operation was aborted", "[Tool execution was interrupted]")
_SAVED = re.compile(r"[Ff]ull output (?:was )?saved to: ([^\n]{1,1000})")


def result_of(state: dict[str, Any], tool: str) -> Result | None:
    """The result that a call's state has, or `None` where the call was waiting or at work when it was recorded."""
    stated = string(state, "status") or string(state, "state")
    if stated in _DONE:
        return _completed(state, tool)
    return _failed(state) if stated in _FAILED else None


def is_unknown_status(state: dict[str, Any]) -> bool:
    """Whether a call states a status that is not known: nothing is told from it."""
    stated = string(state, "status") or string(state, "state")
    return bool(stated) and stated not in _OPEN | _DONE | _FAILED


def _completed(state: dict[str, Any], tool: str) -> Result:
    facts = held(state, "metadata")
    text = _text(state.get("output", state.get("result")))
    stopped = tool in SHELLS and (facts.get("timeout") is True or _STOPPED.search(text[-2000:]) is not None)
    stopped = stopped or facts.get("interrupted") is True
    return Result(
        text=text,
        failed=facts.get("error") is True,
        status=number(facts, "exit") if tool in SHELLS and not stopped else None,
        interrupted=stopped,
        preview=_preview(text, facts, tool),
        duration_ms=_duration(state),
    )


def _failed(state: dict[str, Any]) -> Result:
    """A call that ended with an error: refused, stopped, or failed; what it had printed before stands with it."""
    facts = held(state, "metadata")
    told = held(state, "error")  # from version 2 on, with its kind
    error = string(told, "message", "type") or _text(state.get("error", state.get("errorText")))
    plain = error.removeprefix("Error: ").lstrip()
    refused = next((who for opening, who in _REFUSALS if plain.startswith(opening)), "")
    refused = refused or ("the permission settings" if string(told, "type") == "permission.rejected" else "")
    said = _SAID.search(error) if refused else None
    printed = string(facts, "output")
    return Result(
        text="\n".join(each for each in (error, printed) if each),
        failed=True,
        refused=refused,
        said=said[1].strip() if said else "",
        interrupted=not refused
        and (plain.startswith(_ABORTED) or string(told, "type") == "aborted" or facts.get("interrupted") is True),
        duration_ms=_duration(state),
    )


def _text(value: object) -> str:
    """An output as text: mostly it is, some tools give an object."""
    if isinstance(value, str):
        return value
    return "" if value is None else msgspec.json.encode(value).decode()


def _duration(state: dict[str, Any]) -> int | None:
    start, end = number(held(state, "time"), "start"), number(held(state, "time"), "end")
    return end - start if start is not None and end is not None and end >= start else None


def _preview(text: str, facts: dict[str, Any], tool: str) -> str:
    """Where the rest of an output is, if only a part of it is in the record.

    A page of a file is all that came back: that the file goes on behind it is no cut.
    """
    path = string(facts, "outputPath")
    if path:
        return path
    if facts.get("truncated") is not True:
        return ""
    found = _SAVED.search(text)
    if found:
        return found[1].strip()
    return "" if tool == "read" else "cut by the agent"
