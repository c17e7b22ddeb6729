"""What an action asks for, as members of its open request (§8.2)."""

import math

import msgspec

from tollens.plugins.sessions.assembly.extracts import OUTPUT, extract, shortened
from tollens.plugins.sessions.assembly.shelling import written
from tollens.plugins.sessions.events import Call, Delegation, Edit, FollowUp, Operation, OtherTool, Shell

_ARGUMENT = 500
"""Most characters of one argument of a tool that is not known."""


def request_of(call: Call, root: str) -> dict[str, object]:
    """Where a call stands in the record, and what nothing else of its action tells of it.

    Args:
        call: The call.
        root: The folder of the project.
    """
    operation = call.operation
    found: dict[str, object] = {"line": call.line, "call_id": call.call_id[:200]}
    if call.file:
        found["session_file"] = call.file[:1000]
    match operation:
        case Shell() if call.cwd not in ("", root):
            found["cwd"] = call.cwd[:1000]
        case OtherTool(arguments=arguments):
            found["arguments"] = _arguments(arguments)
        case FollowUp(typed=typed) if typed:
            found |= extract("typed", typed, OUTPUT)
        case Delegation(prompt=prompt) if prompt:
            found |= extract("prompt", prompt, OUTPUT)
    return found


def undone(operation: Operation) -> dict[str, object]:
    """What a call asked for that was not carried out, or of which no result is there: a line, or a change."""
    match operation:
        case Shell():
            return written("command", operation.command, operation)
        case Edit(patch=patch) if patch:
            return extract("patch", patch, OUTPUT)
    return {}


def _arguments(given: dict[str, object]) -> dict[str, object]:
    """The arguments of a tool that is not known, each shortened; what is nested stands as its text."""
    held: dict[str, object] = {}
    for name, value in list(given.items())[:50]:
        if isinstance(value, float) and not math.isfinite(value):
            value = str(value)  # no number of JSON: it was beyond those that can be read
        plain = value is None or isinstance(value, bool | int | float)
        text = value if isinstance(value, str) else "" if plain else msgspec.json.encode(value).decode()
        held[name[:100]] = value if plain else shortened(text, _ARGUMENT)
    if len(given) > 50:
        held["(further arguments)"] = len(given) - 50
    return held
