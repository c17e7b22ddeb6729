"""Commands that outlive their call, and how they ended: as a later look at one tells, or a notice of its end.

The end stands with the call that started the command, so that nothing which changed since then counts as tested by it.
"""

import re

import msgspec

from tollens.plugins.sessions.agents.claude_code.calls import Open
from tollens.plugins.sessions.agents.claude_code.results import SHELLS
from tollens.plugins.sessions.agents.claude_code.tools import LOOKS, name_in_background
from tollens.plugins.sessions.events import Result, Shell
from tollens.plugins.sessions.shedding import Shedding
from tollens.plugins.sessions.values import held, number, string

_ENDED = re.compile(r"<status>(completed|failed|killed)</status>")
_STATUS = re.compile(r"<exit_code>(-?\d{1,9})</exit_code>")
_NOTICE = re.compile(r"\s*<task-notification>\s*<task-id>([^<\s]{1,100})</task-id>")
_TOLD = re.compile(r"(?:\(exit code |with exit code )(-?\d{1,9})\b")
_LOOK = 4_000
"""How much of a notice is looked at."""


class Background:
    """The commands that go on, by the names that the agent gives them.

    Args:
        shedding: What leaves contents out, if anything does.
    """

    def __init__(self, shedding: Shedding | None) -> None:
        self._shedding = shedding
        self._started: dict[tuple[str, str], Open] = {}

    def see(self, call: Open) -> None:
        """Take note of a call that was answered: it starts a command, looks at one, or neither."""
        result = call.result
        if result is None or result.failed or result.refused:
            return
        if call.tool in SHELLS:
            if name := name_in_background(result.text, call.beside):
                self._started[call.thread, name] = call
        elif call.tool in LOOKS:
            name = string(call.given, "bash_id", "task_id", "shell_id", "agentId")
            if (started := self._started.get((call.thread, name))) is not None:
                self._looked(started, call, result)

    def noticed(self, text: str) -> None:
        """Take note of a notice that a command ended."""
        found = _NOTICE.match(text)
        started = self._started.get(("", found[1])) if found else None
        ended, told = _ENDED.search(text[:_LOOK]), _TOLD.search(text[:_LOOK])
        if started is not None and ended is not None and started.ended is None:
            self._end(started, ended[1], int(told[1]) if told else None, "the output is elsewhere")

    def _looked(self, started: Open, look: Open, result: Result) -> None:
        """A look at a command: what it shows of the output, and whether the command had ended."""
        text, task = result.text.lstrip(), "<retrieval_status>"
        if not text.startswith((task, "<status>")):
            return
        shown = [_within(text, tag) for tag in (("output",) if text.startswith(task) else ("stdout", "stderr"))]
        put_out = "\n".join(part for part in shown if part)
        # A look at a task shows all of its output, one at a shell what is new.
        started.put_out = put_out if text.startswith(task) else "\n".join(filter(None, (started.put_out, put_out)))
        started.put_out_whole &= "filter" not in look.given and not result.preview
        head = text.partition("<output>" if text.startswith(task) else "<std")[0]
        ended, stated = _ENDED.search(head), _STATUS.search(head)
        facts = held(look.beside, "task") or look.beside
        status = number(facts, "exitCode", "exit_code")
        if ended is not None:
            self._end(started, ended[1], int(stated[1]) if status is None and stated else status, "")

    def _end(self, started: Open, how: str, status: int | None, preview: str) -> None:
        killed = how == "killed"
        if status is None and not killed:
            return
        result = Result(
            text=started.put_out,
            failed=bool(status) and not killed,
            status=None if killed else status,
            interrupted=killed,
            preview=preview or ("" if started.put_out_whole else "cut by the agent"),
        )
        started.put_out = ""
        if self._shedding is not None:
            line = Shell(string(started.given, "command"), posix=started.tool != "PowerShell")
            result = self._shedding.result(result, line)
        kept = started.result.kept_in if started.result is not None else None
        started.ended = msgspec.structs.replace(result, kept_in=kept)


def _within(text: str, tag: str) -> str:
    """What stands between the first opening and the last closing of a tag."""
    begins, ends = text.find(f"<{tag}>"), text.rfind(f"</{tag}>")
    return text[begins + len(tag) + 2 : ends].strip("\n") if 0 <= begins < ends else ""
