"""The tables of the page on sessions: the agents, and what a shell line is called after, each row captured.

The prose between them is written by hand, in the page itself.
"""

import re
from collections.abc import Iterable
from pathlib import Path

from tollens.core.model.actions import KnownAction
from tollens.core.model.trace import Trace
from tollens.plugins.sessions import capture
from tollens.plugins.sessions.assembly.verdicts import read_line
from tollens.plugins.sessions.events import Shell
from tollens.plugins.sessions.shell.deeds import NOTABLE, Deed
from tollens.testing.transcripts import Transcript
from tools.agents_pages import agents_table
from tools.markdown import table

PAGE = Path(__file__).resolve().parent.parent / "docs/reference/sessions.md"
_TABLE = re.compile(r"(<!-- table of (\w+), by tools/sessions_page.py -->\n\n).*?\n(?=\n[^|])", re.DOTALL)

_LINES = {
    Deed.Tests: ("pytest -q", "go test ./...", "npm test", "make check"),
    Deed.Commit: ("git commit -m fix",),
    Deed.TypeCheck: ("mypy src", "tsc --noEmit", "cargo check"),
    Deed.Lint: ("ruff check .", "eslint src", "black --check ."),
    Deed.Delete: ("rm a.py", "git rm a.py"),
    Deed.Rename: ("mv a.py b.py", "git mv a.py b.py"),
    Deed.Edit: ("sed -i s/a/b/ a.py", "echo x >> a.py"),
    Deed.Write: ("cat > a.py <<EOF", "cp a.py b.py", "echo x > a.py"),
    Deed.Diff: ("git diff",),
    Deed.Status: ("git status",),
    Deed.Other: ("ls", "grep -rn pytest docs", "black ."),
}


_DEED = {"echo x >> a.py": Deed.Write}
"""What adds to a file writes it, and is told as an edit."""


def sessions_page() -> str:
    """The page with its tables as the capture makes them now.

    Raises:
        RuntimeError: The page has no place for one of them.
    """
    made = {"agents": agents_table(), "lines": lines_table()}
    text, placed = _TABLE.subn(lambda found: found[1] + made[found[2]], PAGE.read_text("utf-8"))
    if placed != len(made):
        raise RuntimeError(f"{PAGE.name} has a place for {placed} of {len(made)} tables")
    return text


def _captured(line: str) -> Trace:
    """The trace of a session with one shell line."""
    transcript = Transcript().prompt("Do it.")
    transcript.result(transcript.call("Bash", command=line), "ok")
    return capture(transcript.say("Done.").data(), name="session.jsonl").trace


def _actions(trace: Trace) -> list[str]:
    return [action.type.value for action in trace.actions if isinstance(action, KnownAction)]


def lines_table() -> str:
    """What a step of a shell line becomes, the most notable first.

    Raises:
        RuntimeError: A line given as an example is another step.
    """
    rows = []
    for deed in NOTABLE:
        actions = set[str]()
        for line in _LINES[deed]:
            whole = f"{line}\nx\nEOF" if line.endswith("<<EOF") else line
            if [step.deed for step in read_line(Shell(whole)).steps] != [_DEED.get(line, deed)]:
                raise RuntimeError(f"{line!r} is no example of {deed}")
            trace = _captured(whole)
            actions.update(_actions(trace))
        rows.append((", ".join(f"`{line}`" for line in _LINES[deed]), ", ".join(sorted(actions))))
    return _text(("step", "action"), rows)


def _text(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    return "\n".join(table(head, rows)).rstrip("\n") + "\n"
