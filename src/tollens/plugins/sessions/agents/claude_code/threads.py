"""Sub-agents: whose calls are whose, and which call of the main thread started them."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

import msgspec

from tollens.plugins.sessions.agents.claude_code.rows import Row
from tollens.plugins.sessions.agents.claude_code.tools import DELEGATIONS, Toolbox
from tollens.plugins.sessions.events import Call, Delegation
from tollens.plugins.sessions.values import string

if TYPE_CHECKING:
    from tollens.plugins.sessions.agents.claude_code.conversation import Open


_NEAREST = 64
"""How many starting calls before a loose thread are looked at: with more of them at work the one is not known."""


class Threads:
    """Gives every record of a sub-agent its thread: by the agent's id, or by the chain of parents."""

    def __init__(self) -> None:
        self._of_row: dict[str, str] = {}
        self._prompts: dict[str, str] = {}
        self._starts: dict[str, str] = {}

    def of(self, row: Row) -> str:
        """The thread of a record of a sub-agent."""
        parent = self._of_row.get(row.text("parentUuid"))
        thread = row.text("agentId") or parent or row.text("uuid") or f"line {row.line}"
        if row.text("uuid"):
            self._of_row.setdefault(row.text("uuid"), thread)
        return thread

    def asked(self, row: Row, prompt: str) -> None:
        """Take note of the first words to a sub-agent: the starting call has the same."""
        self._prompts.setdefault(self.of(row), prompt.strip())

    def belongs(self, row: Row, call_id: str) -> None:
        """Take note of the call that a thread was started by, where the record says so."""
        if call_id:
            self._starts.setdefault(self.of(row), call_id)

    def blocks(self, calls: list[Open]) -> Blocks:
        """The calls of each thread under the call that started it."""
        starters = [call for call in calls if call.tool in DELEGATIONS and not call.thread]
        by_id = {call.call_id: call for call in starters if call.call_id}
        by_agent = {agent: call for call in starters if (agent := string(call.beside, "agentId"))}
        by_prompt: dict[str, list[Open]] = {}
        for call in reversed(starters):
            by_prompt.setdefault(string(call.given, "prompt").strip(), []).append(call)
        members: dict[str, list[Open]] = {}
        for call in calls:
            if call.thread:
                members.setdefault(call.thread, []).append(call)
        started: dict[int, list[Open]] = {}
        loose: dict[int, list[Open]] = {}
        for thread, made in members.items():
            same = by_prompt.get(self._prompts.get(thread, ""))
            starter = by_id.get(self._starts.get(thread, "")) or by_agent.get(thread) or (same.pop() if same else None)
            starter = starter or _around(made[0], starters, started)
            if starter is None:
                loose[id(made[0])] = made
            else:
                started.setdefault(id(starter), []).extend(made)
        return Blocks(started, loose)


def _around(made: Open, starters: list[Open], started: dict[int, list[Open]]) -> Open | None:
    """The one call without a block yet within which another was made: after it, and before its result."""
    before = bisect_left(starters, made.line, key=lambda starter: starter.line)
    within = [
        starter
        for starter in starters[max(0, before - _NEAREST) : before]
        if id(starter) not in started and not 0 < starter.answered_on < made.line
    ]
    return within[0] if len(within) == 1 else None


class Blocks:
    """The calls of sub-agents in blocks.

    Attributes:
        elsewhere: How many sub-agents answered of whose work nothing is in the file.
    """

    def __init__(self, started: dict[int, list[Open]], loose: dict[int, list[Open]]) -> None:
        self.elsewhere = 0
        self._started = started
        self._loose = loose

    def call(self, call: Open, toolbox: Toolbox) -> Call:
        """A call of the main thread with what it started."""
        children = sorted(self._started.get(id(call), ()), key=lambda child: child.line)
        made = tuple(self.plain(child, toolbox, call.abandoned) for child in children)
        whole = msgspec.structs.replace(self.plain(call, toolbox), children=made)
        if not isinstance(whole.operation, Delegation):
            return whole
        elsewhere = not made and whole.result is not None and not whole.result.refused
        self.elsewhere += elsewhere
        return msgspec.structs.replace(whole, operation=msgspec.structs.replace(whole.operation, elsewhere=elsewhere))

    def plain(self, call: Open, toolbox: Toolbox, abandoned: bool = False) -> Call:
        """A call by itself."""
        return Call(
            line=call.line,
            call_id=call.call_id,
            tool=call.tool,
            operation=toolbox.operation(call.tool, call.call_id, call.given, call.result, call.beside),
            rationale=call.rationale,
            result=call.result,
            abandoned=call.abandoned or abandoned,
            cwd=call.cwd,
        )

    def loose(self, call: Open) -> list[Open] | None:
        """The whole thread of a call whose starter is not in the file, given once, at its first call."""
        return self._loose.get(id(call))
