"""The tables of the page on sessions, made by capturing a small session for each row.

The prose between them is written by hand, in the page itself.
"""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from tollens.core.graph.elements import known
from tollens.core.model.actions import KnownAction
from tollens.core.model.trace import Trace
from tollens.plugins.sessions import capture
from tollens.plugins.sessions.agents.claude_code.tools import KNOWN, QUIET
from tollens.plugins.sessions.shell.commands import notable, recognize
from tollens.plugins.sessions.shell.line import parse
from tollens.plugins.sessions.shell.runners import NOTABLE, Deed
from tollens.testing.transcripts import Transcript
from tools.markdown import table

PAGE = Path(__file__).resolve().parent.parent / "docs/reference/sessions.md"
_TABLE = re.compile(r"(<!-- table of (\w+), by tools/sessions_page.py -->\n\n).*?\n(?=\n[^|])", re.DOTALL)

_FILE = "/home/dev/shop/cart.py"
_EVERY_SESSION = ("UserInstruction", "AnalysisNote", "Residual")
"""Artifacts that are there for the instruction, for the account, and for what is left open, whatever the tool."""


class Sample(NamedTuple):
    """Tools of one kind, what the first of them is given and gives, and what the capture of that does not show."""

    tools: tuple[str, ...]
    given: dict[str, Any]
    beside: dict[str, Any] | None = None
    remark: str = ""


_READ = {
    "type": "text",
    "file": {"filePath": _FILE, "content": "x = 1\n", "numLines": 1, "startLine": 1, "totalLines": 1},
}
_QUESTION = {"question": "Which?", "options": [{"label": "this"}, {"label": "that"}]}

SAMPLES = (
    Sample(
        ("Read",),
        {"file_path": _FILE},
        _READ,
        "Documentation by the file's ending; no artifact if the same content is known",
    ),
    Sample(
        ("Edit", "MultiEdit", "NotebookEdit"),
        {"file_path": _FILE, "old_string": "1", "new_string": "2"},
        remark="the SourceCode is the version that the edit makes",
    ),
    Sample(("Write",), {"file_path": _FILE, "content": "2"}, remark="CreateFile if the record says `create`"),
    Sample(("Grep",), {"pattern": "x"}),
    Sample(("Glob", "LS"), {"pattern": "*.py"}),
    Sample(("WebSearch",), {"query": "x"}),
    Sample(("WebFetch",), {"url": "https://example.org"}),
    Sample(("Bash", "PowerShell"), {"command": "ls"}, remark="the action by what the line runs, see below"),
    Sample(
        ("BashOutput", "TaskOutput", "AgentOutputTool", "KillShell", "KillBash", "TaskStop"),
        {"bash_id": "b1"},
        remark="an observation of the action that started the command, where that is known",
    ),
    Sample(
        ("TodoWrite", "TaskCreate", "TaskUpdate"),
        {"todos": [{"content": "a step", "status": "pending"}]},
        remark="the plan supersedes the one before",
    ),
    Sample(("ExitPlanMode", "exit_plan_mode"), {"plan": "a plan"}),
    Sample(
        ("AskUserQuestion",),
        {"questions": [_QUESTION]},
        {"answers": {"Which?": "this"}},
        "one action a question, with all options",
    ),
    Sample(
        ("Task", "Agent"),
        {"description": "a part", "prompt": "Do it."},
        remark="the sub-agent's calls follow as one block",
    ),
    Sample(("mcp__server__tool",), {}, remark="`execution.tool` is `server/tool`"),
    Sample((*sorted(QUIET),), {}, remark="`execution.tool` is the tool's name"),
    Sample(("any other",), {}, remark="as the row above, and the name is counted as unknown"),
)

_LINES = {
    Deed.Tests: ("pytest -q", "go test ./...", "npm test", "make check"),
    Deed.Commit: ("git commit -m fix",),
    Deed.TypeCheck: ("mypy src", "tsc --noEmit", "cargo check"),
    Deed.Lint: ("ruff check .", "eslint src", "black --check ."),
    Deed.Delete: ("rm a.py", "git rm a.py"),
    Deed.Rename: ("mv a.py b.py", "git mv a.py b.py"),
    Deed.Diff: ("git diff",),
    Deed.Status: ("git status",),
    Deed.Other: ("ls", "grep -rn pytest docs", "black ."),
}


def sessions_page() -> str:
    """The page with its tables as the capture makes them now.

    Raises:
        RuntimeError: The page has no place for one of them.
    """
    made = {"tools": tools_table(), "lines": lines_table()}
    text, placed = _TABLE.subn(lambda found: found[1] + made[found[2]], PAGE.read_text("utf-8"))
    if placed != len(made):
        raise RuntimeError(f"{PAGE.name} has a place for {placed} of {len(made)} tables")
    return text


def tools_table() -> str:
    """Every known tool of Claude Code with what a call of it becomes.

    Raises:
        RuntimeError: A known tool has no row, or a row is about a tool that is not known.
    """
    listed = {tool for sample in SAMPLES for tool in sample.tools} - {"mcp__server__tool", "any other"}
    if listed != KNOWN:
        raise RuntimeError(f"tools with and without a row differ: {', '.join(sorted(listed ^ KNOWN))}")
    rows = []
    for sample in SAMPLES:
        trace = _captured(sample)
        actions = _actions(trace)
        evidence = [seen.typ.value for _, action in known(trace.actions) for _, seen in known(action.evidence)]
        made = [type(artifact).__name__.removesuffix("Artifact") for _, artifact in known(trace.artifacts)]
        artifacts = [name for name in made if name not in _EVERY_SESSION]
        named = ", ".join(f"`{tool}`" if tool in KNOWN or "__" in tool else tool for tool in sample.tools)
        rows.append((named, ", then ".join(actions), ", ".join(artifacts), ", ".join(evidence), sample.remark))
    return _text(("tool", "action", "artifacts", "evidence", "remark"), rows)


def _captured(sample: Sample) -> Trace:
    """The trace of a session with one call."""
    transcript = Transcript().prompt("Do it.")
    transcript.result(transcript.call(sample.tools[0], **sample.given), "ok", sample.beside)
    return capture(transcript.say("Done.").data(), name="session.jsonl").trace


def _actions(trace: Trace) -> list[str]:
    return [action.type.value for action in trace.actions if isinstance(action, KnownAction)]


def lines_table() -> str:
    """What a shell line is called after, the most notable first.

    Raises:
        RuntimeError: A line given as an example is called after something else.
    """
    rows = []
    for deed in NOTABLE:
        actions = set[str]()
        for line in _LINES[deed]:
            first = notable(recognize(parse(line)))
            if (first.deed if first else Deed.Other) is not deed:
                raise RuntimeError(f"{line!r} is no example of {deed}")
            trace = _captured(Sample(("Bash",), {"command": line}))
            actions.update(_actions(trace))
        rows.append((", ".join(f"`{line}`" for line in _LINES[deed]), ", ".join(sorted(actions))))
    return _text(("a line with", "action"), rows)


def _text(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    return "\n".join(table(head, rows)).rstrip("\n") + "\n"
