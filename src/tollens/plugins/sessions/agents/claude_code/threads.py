"""Sub-agents: whose calls are whose, and which call started them."""

import re
from bisect import bisect_left
from collections.abc import Iterable
from itertools import pairwise

import msgspec

from tollens.plugins.sessions.agents.claude_code.calls import Open
from tollens.plugins.sessions.agents.claude_code.rows import Row
from tollens.plugins.sessions.agents.claude_code.tools import DELEGATIONS, Toolbox
from tollens.plugins.sessions.events import Call, Delegation, Shell
from tollens.plugins.sessions.values import number, string

DEEPEST = 32
"""Most levels of sub-agents that started one another; a deeper one is kept as one whose start is not known."""

_RESUMED = re.compile(r'"resumedAgentId" ?: ?"([\w-]{1,80})"')

_NEAREST = 64
"""How many starting calls before a loose thread are looked at: with more of them at work the one is not known."""


class Threads:
    """Gives every record of a sub-agent its thread: by the agent's id, or by the chain of parents."""

    def __init__(self) -> None:
        self._of_row: dict[tuple[str, str], str] = {}
        self._threads: dict[str, str] = {}
        self._prompts: dict[str, str] = {}
        self._starts: dict[str, str] = {}
        self._runs: dict[str, list[str]] = {}

    def run(self, thread: str) -> str:
        """The run that a thread is in: its first one has the name of the thread."""
        return self._runs[thread][-1] if thread in self._runs else thread

    def _resume(self, thread: str) -> str:
        """Begin another run of a thread."""
        runs = self._runs.setdefault(thread, [thread])
        runs.append(f"{thread} run {len(runs) + 1}")
        self._threads[runs[-1]] = self._threads[thread]
        return runs[-1]

    def of(self, row: Row) -> str:
        """The thread of a record of a sub-agent."""
        parent = self._of_row.get((row.file, row.text("parentUuid")))
        thread = row.text("agentId") or parent or row.uuid or f"line {row.line}"
        self._threads.setdefault(thread, row.file)
        if row.uuid:
            self._of_row.setdefault((row.file, row.uuid), thread)
        return thread

    def asked(self, row: Row, prompt: str) -> None:
        """Take note of words to a sub-agent: the first are those of the starting call, later ones may resume it."""
        thread = self.of(row)
        run = self._resume(thread) if thread in self._prompts else thread
        self._prompts[run] = prompt.strip()

    def belongs(self, row: Row, call_id: str) -> None:
        """Take note of the call that a thread was started, or resumed, by, where the record says so."""
        thread = self.of(row)
        if call_id and self._starts.setdefault(self.run(thread), call_id) != call_id:
            self._starts[self._resume(thread)] = call_id

    def blocks(self, calls: list[Open]) -> "Blocks":
        """The calls of each thread under the call that started it."""
        members: dict[str, list[Open]] = {thread: [] for thread in self._threads}
        for call in calls:
            if call.run:
                members.setdefault(call.run, []).append(call)
        for made in members.values():
            made.sort(key=lambda call: call.line)
        starts = self._started(calls, {thread: made for thread, made in members.items() if thread not in self._later()})
        self._resumed(calls, starts)
        for thread in members:
            if not _is_rooted(thread, starts):
                starts.pop(thread, None)
        return Blocks(calls, members, starts)

    def _later(self) -> frozenset[str]:
        """The runs of all threads but the first ones."""
        return frozenset(run for runs in self._runs.values() for run in runs[1:])

    def _resumed(self, calls: list[Open], starts: dict[str, Open]) -> None:
        """Add the calls that resumed a thread: as the record states it, or by the same words.

        What was told to a sub-agent without a call that says the same belongs to the run before it.
        """
        by_id = {call.call_id: call for call in reversed(calls) if call.call_id and not call.file}
        resuming: dict[str, list[Open]] = {}
        for call in calls if self._runs else ():
            if (thread := _resumes(call)) in self._runs and starts.get(thread) is not call:
                resuming.setdefault(thread, []).append(call)
        for thread, runs in self._runs.items():
            waiting = resuming.get(thread, [])
            for before, run in pairwise(runs):
                stated = by_id.get(self._starts.get(run, ""))
                same = (call for call in waiting if _words(call) and _words(call) in self._prompts.get(run, ""))
                found = stated or next(same, None)
                waiting = [call for call in waiting if call is not found]
                if (start := found or starts.get(before)) is not None:
                    starts[run] = start

    def _started(self, calls: list[Open], members: dict[str, list[Open]]) -> dict[str, Open]:
        """The call that started each thread: as the record states it, else by the same words, else by its place."""
        starters = [call for call in calls if call.tool in DELEGATIONS or string(call.beside, "agentId")]
        by_id = {call.call_id: call for call in reversed(starters) if call.call_id and not call.file}
        by_agent = {agent: call for call in reversed(starters) if (agent := string(call.beside, "agentId"))}
        found: dict[str, Open] = {}
        for thread in members:
            stated = by_id.get(self._starts.get(thread, "")) or by_agent.get(thread)
            if stated is not None and stated.thread != thread:
                found[thread] = stated
        taken = {id(call) for call in found.values()}
        by_prompt: dict[str, list[Open]] = {}
        for call in reversed(starters):
            if id(call) not in taken and call.tool in DELEGATIONS:
                by_prompt.setdefault(string(call.given, "prompt").strip(), []).append(call)
        for thread in members:
            same = by_prompt.get(self._prompts.get(thread, "")) if thread not in found else None
            if same and same[-1].thread != thread:
                found[thread] = same.pop()
                taken.add(id(found[thread]))
        own = [call for call in starters if not call.thread and call.tool in DELEGATIONS]
        for thread, made in members.items():
            around = _around(made[0], own, taken) if thread not in found and made and not made[0].file else None
            if around is not None:
                found[thread] = around
                taken.add(id(around))
        return found


def _is_rooted(thread: str, starts: dict[str, Open]) -> bool:
    """Whether the starts of a thread lead to the main one, or to one whose start is not known, within `DEEPEST` steps.

    What a record says of itself may go in circles.
    """
    for _ in range(DEEPEST):
        start = starts.get(thread)
        if start is None or not start.thread:
            return True
        thread = start.run
    return False


def _resumes(call: Open) -> str:
    """The sub-agent that a call resumes; empty where it resumes none."""
    if call.tool in DELEGATIONS:
        return string(call.given, "resume")
    if call.tool != "SendMessage" or call.result is None:
        return ""
    told = _RESUMED.search(call.result.text[:2_000])
    return string(call.beside, "resumedAgentId") or (told[1] if told else "")


def _words(call: Open) -> str:
    """What a call that resumes a sub-agent tells it."""
    return string(call.given, "prompt", "message", "content").strip()


def _around(made: Open, starters: list[Open], taken: set[int]) -> Open | None:
    """The one call without a block yet within which another was made: after it, and before its result."""
    before = bisect_left(starters, made.line, key=lambda starter: starter.line)
    within = [
        starter
        for starter in starters[max(0, before - _NEAREST) : before]
        if id(starter) not in taken and not 0 < starter.answered_on < made.line
    ]
    return within[0] if len(within) == 1 else None


class Blocks:
    """The calls of sub-agents in blocks, each under the call that started it.

    Attributes:
        elsewhere: How many sub-agents answered of whose work nothing is there.
        untold: How many calls the others state to have made beyond those that are there.
    """

    def __init__(self, calls: list[Open], members: dict[str, list[Open]], starts: dict[str, Open]) -> None:
        self.elsewhere = 0
        self.untold = 0
        self._known = members.keys()
        self._starters = {id(start) for start in starts.values()}
        self._together = _together(calls)
        self._children: dict[int, list[Call]] = {}
        self._toolboxes: dict[str, Toolbox] = {}
        self._loose: dict[int, tuple[Call, ...]] = {}
        depths = {thread: _depth(thread, starts) for thread in members}
        for thread in sorted(members, key=lambda thread: -depths[thread]):
            made = [self.call(call) for call in members[thread]]
            start = starts.get(thread)
            if start is not None:
                self._children.setdefault(id(start), []).extend(_marked(made) if start.abandoned else made)
            elif made:
                self._loose[id(members[thread][0])] = tuple(made)

    def call(self, call: Open) -> Call:
        """A call with what it started."""
        children = tuple(self._children.pop(id(call), ()))
        toolbox = self._toolboxes.setdefault(call.thread, Toolbox())
        operation = call.operation or toolbox.operation(call.tool, call.call_id, call.given, call.result, call.beside)
        if isinstance(operation, Delegation):
            answered = call.result is not None and not call.result.refused
            here = id(call) in self._starters or string(call.beside, "agentId") in self._known
            elsewhere = answered and not here
            self.elsewhere += elsewhere
            if answered and not elsewhere:
                self.untold += max((number(call.beside, "totalToolUseCount") or 0) - len(children), 0)
            together = call.message if call.message in self._together and not call.thread else ""
            operation = msgspec.structs.replace(operation, elsewhere=elsewhere, together=together)
        if isinstance(operation, Shell) and call.ended is not None:
            operation = msgspec.structs.replace(operation, background=False)
        return Call(
            line=call.line,
            call_id=call.call_id,
            tool=call.tool,
            operation=operation,
            rationale=call.rationale,
            result=call.ended or call.result,
            abandoned=call.abandoned,
            cwd=call.cwd,
            children=children,
            file=call.file,
        )

    def loose(self, call: Open) -> tuple[Call, ...] | None:
        """The whole thread of a call whose starter is not known, given once, at its first call."""
        return self._loose.get(id(call))


def _together(calls: Iterable[Open]) -> set[str]:
    """The messages that started more than one sub-agent."""
    seen: set[str] = set()
    several: set[str] = set()
    for call in calls:
        if call.tool in DELEGATIONS and call.message and not call.thread:
            (several if call.message in seen else seen).add(call.message)
    return several


def _depth(thread: str, starts: dict[str, Open]) -> int:
    """How many threads stand above one."""
    depth = 0
    while (start := starts.get(thread)) is not None and start.thread:
        thread, depth = start.run, depth + 1
    return depth


def _marked(calls: list[Call]) -> list[Call]:
    """Calls, and what they started, as abandoned: whatever an abandoned call started is abandoned as well."""
    return [
        msgspec.structs.replace(call, abandoned=True, children=tuple(_marked(list(call.children)))) for call in calls
    ]
