"""What the records of calls say: what was asked for, what came back, and what is reported of it."""

import msgspec
import orjson

from tollens.plugins.sessions.agents.codex.outputs import Output, output_of
from tollens.plugins.sessions.agents.codex.reports import Report, report_of
from tollens.plugins.sessions.agents.codex.rows import Row
from tollens.plugins.sessions.agents.codex.tools import SEARCHES, Asked, arguments_of, tool_name

_STATED = frozenset({"function_call", "custom_tool_call"})
CALLS = _STATED | {"local_shell_call", "web_search_call", "tool_search_call", "image_generation_call"}
"""The types of items that are calls."""


class Facts(msgspec.Struct, frozen=True):
    """What tells a call from others.

    Attributes:
        tool: As in `Asked`.
        sought: What was sought, by a search that the service ran: it has no id.
        session: The running command that it goes on with; empty where it goes on with none.
    """

    tool: str
    sought: str
    session: str


def facts_of(asked: Asked) -> Facts:
    """What tells a call, by what it asks for."""
    sought = asked.tool in SEARCHES
    action = orjson.dumps(asked.given.get("action"), option=orjson.OPT_SORT_KEYS).decode() if sought else ""
    session = asked.given.get("session_id")
    return Facts(asked.tool, action, str(session)[:40] if isinstance(session, int | str) and session != "" else "")


def asked_in(cwd: str, shell: str, row: Row) -> Asked:
    """What the record of a call asks for; `cwd` and `shell` as in `Asked`."""
    payload = row.payload
    if row.what in _STATED:
        stated = payload.get("arguments", payload.get("input"))
        given = arguments_of(stated)
        raw = stated if given is None and isinstance(stated, str) else ""
        return Asked(tool_name(payload), given or {}, raw, cwd, shell)
    known = {name: value for name, value in payload.items() if name in ("action", "arguments", "revised_prompt")}
    return Asked(row.what, known, "", cwd, shell)


def output_in(row: Row) -> Output:
    """What the record of an output says."""
    return output_of(row.payload.get("output", row.payload.get("tools")))


def reported_in(row: Row) -> Report:
    """What an event or an item that is known to report a call says of it."""
    report = report_of(row)
    assert report is not None
    return report


def told_in(cwd: str, shell: str, row: Row) -> Asked:
    """What the call asked for that an event or an item reports."""
    report = reported_in(row)
    return Asked(report.tool, report.given, "", cwd, shell)
