"""Exit statuses that a line itself asks for: `pytest | tail; echo "exit ${PIPESTATUS[0]}"` tells how the tester ended.

What is printed counts only where exactly one line of the output reads so: the command that prints it has surely printed
it, so that no other one can have.
"""

import re
from typing import NamedTuple

import msgspec

from tollens.plugins.sessions.shell.line import Block, Command, Line, Run
from tollens.plugins.sessions.shell.status import Courses

_ASKED = re.compile(
    r"\$(?:(?P<last>\?|\{\?\})|PIPESTATUS\b|\{PIPESTATUS\[(?P<member>\d)\]\}|(?P<name>\w+)|\{(?P<braced>\w+)\})"
)
_KEPT = re.compile(r"(?P<name>[A-Za-z_]\w*)=\"?(?P<asked>\$[^\s\"]+)\"?")
_MOST = 8
"""Most statuses of one line that are looked for."""
_MOST_BESIDE = 4
"""Most of them in one text: digits beside digits could be read in very many ways."""


class Status(NamedTuple):
    """Whose status it is.

    Attributes:
        chains: How much of the line had run, of which it is the status.
        member: The command of the last pipeline of that, where it is the status of that command alone.
    """

    chains: int
    member: int | None = None


class Asked(NamedTuple):
    """A command that tells statuses.

    Attributes:
        position: Of the command.
        told: Whose statuses, in the order of the groups of the pattern.
        pattern: What it prints; `None` where it ends the line with the status.
    """

    position: int
    told: tuple[Status, ...]
    pattern: str | None


def asked(line: Line) -> tuple[Asked, ...]:
    """The statuses that a line asks for on its own level, not in a loop, a condition or a group.

    >>> from tollens.plugins.sessions.shell.reading import parse
    >>> [(each.position, each.told) for each in asked(parse("make; echo code: $?"))]
    [(1, (Status(chains=1, member=None),))]
    """
    if line.opaque or not any(
        "$?" in each.text or "{?}" in each.text or "PIPES" in each.text for each in line.commands
    ):
        return ()
    kept: dict[str, Status | None] = {}
    found: list[Asked] = []
    for at, chain in enumerate(line.body.chains):
        position = _only(line, at)
        if position is None or chain.background:
            continue
        command = line.commands[position]
        keeps = _KEPT.fullmatch(command.text) if not command.words else None
        if keeps is not None:
            others = (each.text for each in line.commands if each is not command and each.words[:1] != ("echo",))
            again = any(f"{keeps['name']}=" in text for text in others)
            status = _ASKED.fullmatch(keeps["asked"])
            kept[keeps["name"]] = None if again or status is None else _status(line, at, status, kept)
        elif at > 0 and (
            command.words[:1] == ("echo",) or (command.words[:1] == ("exit",) and len(command.words) == 2)
        ):
            tells = _tells(line, at, position, kept)
            found += [tells] if tells is not None else []
    return tuple(found[:_MOST])


def _only(line: Line, at: int) -> int | None:
    """The simple command that a chain is, if it is one."""
    parts = line.body.chains[at].parts
    body = parts[0][1] if len(parts) == 1 else None
    members = line.pipelines[body.pipeline].members if isinstance(body, Run) else ()
    return members[0] if len(members) == 1 else None


def _tells(line: Line, at: int, position: int, kept: dict[str, Status | None]) -> Asked | None:
    """What `echo` or `exit` tells; `None` where the shell would expand anything else in it."""
    command = line.commands[position]
    if not _is_plain(command):
        return None
    text = " ".join(command.words[1:])
    told: list[Status] = []
    pattern = ""
    end = 0
    for found in _ASKED.finditer(text):
        status = _status(line, at, found, kept)
        if status is None:
            return None
        told.append(status)
        pattern += re.escape(text[end : found.start()]) + r"(\d{1,3})"
        end = found.end()
    rest = text[end:]
    if not 0 < len(told) <= _MOST_BESIDE or "$" in _ASKED.sub("", text):
        return None
    if command.words[0] == "exit":
        whole = len(told) == 1 and not pattern.removesuffix(r"(\d{1,3})") and not rest
        return Asked(position, tuple(told), None) if whole and at == len(line.body.chains) - 1 else None
    return Asked(position, tuple(told), f"^{pattern}{re.escape(rest)}[ \\t]*$")


def _is_plain(command: Command) -> bool:
    """Whether a command puts out its words as they are, but for what it asks for."""
    quoted = any(mark in command.text for mark in "'\\`*")
    option = command.words[1:2] != () and command.words[1].startswith("-")
    return not (quoted or option or command.mute or command.writes or command.substituted)


def _status(line: Line, at: int, found: re.Match[str], kept: dict[str, Status | None]) -> Status | None:
    """Whose status something that the shell expands is, in a chain."""
    name = found["name"] or found["braced"]
    if found["last"]:
        return Status(at)
    if name and name != "PIPESTATUS":
        return kept.get(name)
    parts = line.body.chains[at - 1].parts if at > 0 and not line.body.chains[at - 1].background else ()
    body = parts[0][1] if len(parts) == 1 else None
    members = line.pipelines[body.pipeline].members if isinstance(body, Run) else ()
    member = int(found["member"] or 0)
    return Status(at, members[member]) if member < len(members) and members[member] is not None else None


Answers = tuple[tuple[Status, int], ...]
"""Statuses of parts of a line, as numbers."""


def printed_answers(found: tuple[Asked, ...], output: str) -> tuple[tuple[int, ...] | None, ...]:
    r"""The statuses that an output has for what a line asks; `None` where it does not have them exactly once.

    >>> from tollens.plugins.sessions.shell.reading import parse
    >>> line = asked(parse("make; echo code: $?"))
    >>> printed_answers(line, "ok\ncode: 2\n"), printed_answers(line, "code: 0\ncode: 2\n")
    (((2,),), (None,))
    """
    answers: list[tuple[int, ...] | None] = []
    for each in found:
        matches = list(re.finditer(each.pattern, output, re.MULTILINE)) if each.pattern is not None else []
        answers.append(tuple(map(int, matches[0].groups())) if len(matches) == 1 else None)
    return tuple(answers)


def answered(
    line: Line, found: tuple[Asked, ...], printed: tuple[tuple[int, ...] | None, ...], ran: Courses, status: int
) -> Answers:
    """The statuses that are known of parts of a line, by what it printed and by the status that it ended with."""
    known: list[tuple[Status, int]] = []
    for each, numbers in zip(found, printed, strict=True):
        if each.pattern is None:
            numbers = (status,)
        if numbers is not None and ran.ran(each.position, status == 0) is True:
            known += zip(each.told, numbers, strict=True)
    return tuple(known)


class Part:
    """What the status of a part of a line says of its commands."""

    def __init__(self, line: Line, status: Status, number: int) -> None:
        self._status = status
        self._number = number
        body = Block(line.body.chains[: status.chains])
        self._courses = Courses(msgspec.structs.replace(line, body=body))

    def succeeded(self, position: int) -> bool | None:
        """Whether a command succeeded; `None` if that is not known by this."""
        if self._status.member is not None:
            return self._number == 0 if position == self._status.member else None
        return self._courses.succeeded(position, self._number == 0)

    def number(self, position: int) -> int | None:
        """The exit status of a command that failed, where this is it."""
        own = position == self._status.member if self._status.member is not None else self._carried(position)
        return self._number if own else None

    def _carried(self, position: int) -> bool:
        return self._courses.carries(position, self._number == 0)
