"""How a step of a shell line ended, as far as the status and the output of the line show it."""

import functools
from typing import NamedTuple

import msgspec

from tollens.plugins.sessions.assembly.extracts import Left
from tollens.plugins.sessions.events import Result, Shell
from tollens.plugins.sessions.shell.asking import Asked, Part, answered, asked, printed_answers
from tollens.plugins.sessions.shell.changing import Effect, effects
from tollens.plugins.sessions.shell.commands import KnownCommand, recognize
from tollens.plugins.sessions.shell.deeds import Deed
from tollens.plugins.sessions.shell.line import Line
from tollens.plugins.sessions.shell.reading import parse
from tollens.plugins.sessions.shell.runners import is_told_by_output, runs_several
from tollens.plugins.sessions.shell.segments import Segment, segments
from tollens.plugins.sessions.shell.speakers import fails_alone, speaks_alone
from tollens.plugins.sessions.shell.status import Courses
from tollens.plugins.sessions.shell.testing_output import (
    NOTHING_SEEN,
    Judgement,
    Printed,
    complains,
    judge,
    read_output,
)

CHECKS = frozenset({Deed.Tests, Deed.TypeCheck, Deed.Lint})
"""Deeds whose outcome is judged."""

_STOPPED = (124, 137, 143)
"""Exit statuses of `timeout` when the time was over."""

_NEVER_RUN = {126: "it could not be run", 127: "the command was not found"}

_KILLED = {130: "it was interrupted", 137: "it was killed", 143: "it was told to end"}
"""Exit statuses by which a check has ended before it could say anything."""

_REMEMBERED = 4_000
"""Most characters of a line that is remembered."""


class ShellLine(msgspec.Struct, frozen=True):
    """A shell line read once.

    Attributes:
        done: What each command does to files.
        steps: What becomes an action each.
        asked: The exit statuses that it asks for itself.
    """

    line: Line
    done: tuple[Effect, ...]
    steps: tuple[Segment, ...]
    found: tuple[KnownCommand, ...]
    courses: Courses
    asked: tuple[Asked, ...] = ()


def read_line(shell: Shell) -> ShellLine:
    """Take a shell line apart; one of another shell than `sh` and its kin is left whole."""
    apart = _apart if len(shell.command) <= _REMEMBERED else _apart.__wrapped__
    return apart(shell.command, shell.posix)


@functools.lru_cache(maxsize=256)
def _apart(command: str, posix: bool) -> ShellLine:
    """A line taken apart; agents run the same ones again and again, and each is asked about more than once."""
    line = parse(command) if posix else Line((), opaque=True, unread=command or " ")
    done = effects(line)
    found = recognize(line, done)
    return ShellLine(line, done, segments(line, done, found, command), found, Courses(line), asked(line))


def _printed(text: str) -> Printed:
    """What an output says of tests, whether it is there or was left out."""
    return (text.seen or NOTHING_SEEN).printed if isinstance(text, Left) else read_output(text)


def _complains(text: str) -> bool:
    """Whether an output says that a checker found something, whether it is there or was left out."""
    return (text.seen or NOTHING_SEEN).complains if isinstance(text, Left) else complains(text)


def _answers(read: ShellLine, text: str) -> tuple[tuple[int, ...] | None, ...]:
    """What an output tells of the statuses that the line asks for, whether it is there or was left out."""
    if isinstance(text, Left):
        return (text.seen or NOTHING_SEEN).answers or (None,) * len(read.asked)
    return printed_answers(read.asked, text)


def outcome(line: str, status: int, output: str) -> tuple[str, int | None]:
    """How a shell line ended: `passed`, `failed` or `unknown`, and its exit status if it is that of its checks.

    >>> [outcome(line, 0, "") for line in ("make", "pytest", "pytest | tail", "pytest || true")]
    [('passed', 0), ('passed', 0), ('unknown', None), ('unknown', None)]
    """
    shell = Shell(line)
    read = read_line(shell)
    verdicts = Verdicts(read, shell, Result(output, failed=status != 0, status=status))
    checks = [(step, verdicts.ended(step)) for step in read.steps if step.deed in CHECKS]
    if not checks and read.line.unread:
        return "unknown", None  # what was not taken apart may have run anything
    if not checks:
        return "passed" if status == 0 else "failed", status
    found = {verdicts.judged(step, ended).verdict for step, ended in checks}
    own = all(ended.success is not None for _, ended in checks)
    return next(word for word in ("failed", "unknown", "passed") if word in found), status if own else None


class Ended(NamedTuple):
    """How a step ended.

    Attributes:
        ran: Whether it was run at all.
        success: Of the command that it is called after, or of the line where it is the line as a whole.
        status: Its exit status, as a number.
        why: Why the status tells nothing, where there is a special reason.
    """

    ran: bool | None
    success: bool | None
    status: int | None
    why: str = ""


class Verdicts:
    """What is known of the commands of one line, with its result."""

    def __init__(self, read: ShellLine, shell: Shell, result: Result) -> None:
        self._read = read
        self._result = result
        self._hanging = result.interrupted or shell.background
        stated = result.status is not None or result.failed
        self._zero = result.status == 0 and not result.failed if stated and not self._hanging else None
        testers = [each.position for each in read.found if each.deed is Deed.Tests]
        self._sole = len(testers) == 1
        self.printed = _printed(result.text) if testers else Printed()
        self._parts: list[Part] = []
        if read.asked and self._zero is not None and result.status is not None and not result.preview:
            printed = _answers(read, result.text)
            known = answered(read.line, read.asked, printed, read.courses, result.status)
            self._parts = [Part(read.line, status, number) for status, number in known]
        self._whole = not result.preview and not self._hanging and speaks_alone(read.line, read.found)

    @property
    def _own(self) -> bool:
        """Whether printed failures can only be those of the one tester."""
        return fails_alone(self._read.line, self._read.found, bool(self.printed.failed))

    @property
    def counts(self) -> Printed:
        """What the output says of tests, where one tester alone can have said it."""
        return self.printed if self._sole else Printed()

    def succeeded(self, position: int) -> bool | None:
        """Whether the command at a position succeeded."""
        if self._zero is None:
            return None
        found = self._read.courses.succeeded(position, self._zero)
        return self._by_part(position)[0] if found is None else found

    def _by_part(self, position: int) -> tuple[bool | None, int | None]:
        """What the line told of a command itself, and the exit status where it is that of the command."""
        for part in self._parts:
            success = part.succeeded(position)
            if success is not None:
                return success, 0 if success else part.number(position)
        return None, None

    def ended(self, step: Segment) -> Ended:
        """How a step ended."""
        position = step.position
        if position is None:
            lines = step.folded == 0
            return Ended(True if lines else None, self._zero if lines else None, self._result.status if lines else None)
        courses = self._read.courses
        if self._zero is None:
            ran = None if self._hanging else courses.ran(position, None)
            return Ended(ran, None, None)
        success = courses.succeeded(position, self._zero)
        status = self._result.status if success is False and courses.carries(position, self._zero) else None
        if success is None:
            success, status = self._by_part(position)
        inner = self._read.line.commands[position].inner
        if inner.fed:
            return Ended(courses.ran(position, self._zero), None, None, "how often it was run is not known")
        if success is None or success:
            ran = True if success else courses.ran(position, self._zero)
            return Ended(ran, success, 0 if success else None)
        why = _NEVER_RUN.get(status or 0, "")
        if inner.timed and status in _STOPPED:
            why = "its time was over before it had ended"
        said = f"{why} (exit status {status})" if why else ""
        return Ended(True, None if why else False, status if not why else None, said)

    def judged(self, step: Segment, ended: Ended) -> Judgement:
        """The outcome of a step that checks something."""
        success = ended.success
        if ended.status in _KILLED:
            return Judgement("unknown", "nothing", f"{_KILLED[ended.status]} (exit status {ended.status})")
        if step.deed is not Deed.Tests:
            if success is None:
                return Judgement("unknown", "nothing", ended.why or "its exit status is not recorded")
            if success and sum(each.deed in CHECKS for each in self._read.found) == 1 and _complains(self._result.text):
                return Judgement("unknown", "nothing", "the exit status is zero although errors were printed")
            return Judgement("passed" if success else "failed", "exit status")
        words = () if step.position is None else self._read.line.commands[step.position].run
        cut = not self._whole or bool(ended.why) or runs_several(words)
        judgement = judge(success, self.counts, cut, is_told_by_output(words))
        if judgement.verdict == "unknown" and ended.why:
            return msgspec.structs.replace(judgement, doubt=ended.why)
        if self.printed.failing and (success is not False if not self._sole else success is None and not self._own):
            return Judgement("unknown", "nothing", "failures are printed, and not only this command can have done so")
        return judgement
