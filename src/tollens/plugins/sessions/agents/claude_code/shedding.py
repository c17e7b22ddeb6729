"""Contents of a call are left out as soon as its result is read, so that a large transcript takes little memory.

Only what stands by itself is told early: the operation of an edit or a reading, and a result that says nothing of a
command that goes on. Everything else waits until the whole transcript is read.
"""

from tollens.plugins.sessions.agents.claude_code.calls import Open
from tollens.plugins.sessions.agents.claude_code.results import SHELLS
from tollens.plugins.sessions.agents.claude_code.tools import APPROVALS, DELEGATIONS, EDITS, PLANS, Toolbox, goes_on
from tollens.plugins.sessions.events import Shell
from tollens.plugins.sessions.shedding import Shedding
from tollens.plugins.sessions.values import string

LARGE = 500
"""Characters of a text from which on leaving it out is worth the while."""

_ALONE = EDITS | {"Read"}
_KEPT = APPROVALS | PLANS | {"AskUserQuestion"}
"""Tools whose operation needs what stands beside the result, all of it."""


def shed(call: Open, shedding: Shedding) -> None:
    """Leave the contents of an answered call out, as far as nothing else needs them."""
    result = call.result
    if result is None or call.tool in _KEPT:
        return
    if call.tool in _ALONE:
        operation = Toolbox().operation(call.tool, call.call_id, call.given, result, call.beside)
        call.operation, call.given = shedding.operation(operation), {}
    if len(result.text) > LARGE and not (call.tool in SHELLS | DELEGATIONS and goes_on(result, call.beside)):
        line = string(call.given, "command") if call.tool in SHELLS else ""
        call.result = shedding.result(result, Shell(line, posix=call.tool != "PowerShell") if line else None)
    if isinstance(call.beside, dict):
        call.beside = {name: held for name, held in call.beside.items() if _is_small(held)}
    elif isinstance(call.beside, str) and len(call.beside) > LARGE:
        call.beside = None


def _is_small(held: object) -> bool:
    return held is None or isinstance(held, bool | int | float) or (isinstance(held, str) and len(held) <= LARGE)
