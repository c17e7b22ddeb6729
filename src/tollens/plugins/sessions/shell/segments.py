"""The parts of a shell line that are steps of the work: each command of note, with what is there for it.

Moving, looking, filtering and speaking are no steps by themselves where the line has one; they belong to the command
before which, or in whose pipeline, they stand.
"""

from collections.abc import Sequence

import msgspec

from tollens.plugins.sessions.shell.changing import Effect
from tollens.plugins.sessions.shell.commands import KnownCommand, is_aside
from tollens.plugins.sessions.shell.deeds import NOTABLE, Deed
from tollens.plugins.sessions.shell.line import Command, Line, Pipeline
from tollens.plugins.sessions.words import names

MOST = 40
"""Most steps of one line that are told one by one."""

_CONTEXT = names("cd pushd popd export source . unset set umask declare typeset nvm conda pyenv deactivate ulimit")
"""Commands that set the folder or the environment of those after them."""

_LONG = 2_000
"""Most characters of such commands that are put before a step; beyond, the step is told with its whole line."""


class Segment(msgspec.Struct, frozen=True):
    """One step.

    Attributes:
        position: The command that it is called after; `None` where it is the line as a whole.
        positions: All commands that belong to it, in order.
        label: The step as it is written.
        command: What to run for it alone: with what sets its folder and its environment, and the group or loop that it
            is in.
        alone: The command that it is called after, by itself: what settles how it ends.
        folded: Number of steps that it stands for because the line has too many.
    """

    deed: Deed
    position: int | None
    positions: tuple[int, ...]
    label: str
    command: str
    alone: str
    folded: int = 0


def segments(line: Line, done: Sequence[Effect], found: Sequence[KnownCommand], text: str) -> tuple[Segment, ...]:
    """The steps of a line, in order; at least one.

    Args:
        line: The line.
        done: What each of its commands does to files.
        found: Its commands of note.
        text: The line as it is written.

    >>> from tollens.plugins.sessions.shell.changing import effects
    >>> from tollens.plugins.sessions.shell.commands import recognize
    >>> from tollens.plugins.sessions.shell.reading import parse
    >>> line = parse("cd web && npm ci && npm test 2>&1 | tail -3; echo done")
    >>> [(each.deed.name, each.command) for each in segments(line, effects(line), recognize(line), "…")]
    [('Other', 'cd web && npm ci'), ('Tests', 'cd web && npm test 2>&1 | tail -3')]
    """
    deeds = {each.position: each.deed for each in found}
    home = {position: at for at, each in enumerate(line.pipelines) for position in each.members if position is not None}
    leads = sorted(lead for each in line.pipelines for lead in _leads(line, each, done, deeds))
    if len(leads) < 2:
        lead = leads[0] if leads else None
        deed = Deed.Other if lead is None else deeds.get(lead, Deed.Other)
        alone = text if lead is None else _alone(line, home, lead) or text
        position = None if deed is Deed.Other else lead
        return (Segment(deed, position, tuple(range(len(line.commands))), _short(line, text), text, alone),)
    owners = _owners(line, leads[:MOST], home)
    all_of_them = frozenset(leads)
    told = leads if len(leads) <= MOST else leads[: MOST - 1]
    steps = []
    for lead in told:
        pipeline = line.pipelines[home[lead]]
        single = sum(member in all_of_them for member in pipeline.members) == 1
        label = pipeline.text if single else line.commands[lead].text
        command = _in_context(line, home, lead, pipeline.within or pipeline.text) or text
        alone = _alone(line, home, lead) or command
        steps.append(Segment(deeds.get(lead, Deed.Other), lead, tuple(owners[lead]), label, command, alone))
    if len(told) < len(leads):
        rest = len(leads) - len(told)
        positions = tuple(owners[leads[MOST - 1]])
        steps.append(Segment(Deed.Other, None, positions, f"{rest} further commands of the line", text, text, rest))
    return tuple(steps)


def whole_line(line: Line, text: str) -> Segment:
    """A line as one step, of which nothing is told but that it was run."""
    return Segment(Deed.Other, None, tuple(range(len(line.commands))), text, text, text)


def _leads(line: Line, pipeline: Pipeline, done: Sequence[Effect], deeds: dict[int, Deed]) -> list[int]:
    """The commands of a pipeline that are steps: what only writes down the output of another one is none."""
    members = [position for position in pipeline.members if position is not None]
    noted = [position for position in members if deeds.get(position, Deed.Write) is not Deed.Write]
    others = [at for at in members if at not in deeds and not is_aside(line.commands[at], done[at])]
    return noted or others[:1] or [position for position in members if position in deeds]


def _owners(line: Line, leads: list[int], home: dict[int, int]) -> dict[int, list[int]]:
    """The commands that belong to each step: those of its pipeline, and those before it; what is last, to the last."""
    of_pipeline = {home[lead]: lead for lead in reversed(leads)}
    owned: dict[int, list[int]] = {lead: [] for lead in leads}
    later = iter([*leads, leads[-1]])
    following = next(later)
    for position in range(len(line.commands)):
        while position > following != leads[-1]:
            following = next(later)
        owner = of_pipeline.get(home.get(position, -1), following)
        owned[position if position in owned else owner].append(position)
    return owned


def _alone(line: Line, home: dict[int, int], lead: int) -> str | None:
    """A command by itself, in its context; within a loop or a group, that whole."""
    return _in_context(line, home, lead, line.pipelines[home[lead]].within or line.commands[lead].text)


def _in_context(line: Line, home: dict[int, int], lead: int, text: str) -> str | None:
    """A step with what sets its folder and environment before it; `None` where that is too long."""
    found: list[str] = []
    length = 0
    for position in range(lead):
        pipeline = line.pipelines[home[position]]
        if not pipeline.within and _sets(line, pipeline):
            found.append(pipeline.text)
            length += len(pipeline.text)
        if length > _LONG:
            return None
    return " && ".join([*found, text])


def _short(line: Line, text: str) -> str:
    """A line of one step without what sets its folder and environment first, where only one statement is left."""
    if line.unread or any(pipeline.within for pipeline in line.pipelines):
        return text
    at = 0
    while at < len(line.pipelines) - 1 and _sets(line, line.pipelines[at]):
        at += 1
    return line.pipelines[at].text if at == len(line.pipelines) - 1 else text


def _sets(line: Line, pipeline: Pipeline) -> bool:
    position = pipeline.members[0]
    return len(pipeline.members) == 1 and position is not None and _is_context(line.commands[position])


def _is_context(command: Command) -> bool:
    return not command.writes and (not command.words or command.words[0] in _CONTEXT)


def main_of(found: Sequence[Segment]) -> Segment:
    """The most notable step, and of several the last: what the output of the line is kept with."""
    return min(reversed(found), key=lambda each: NOTABLE.index(each.deed))
