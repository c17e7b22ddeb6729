"""Which command of a shell line an exit status belongs to.

The status of a line is that of the last command that ran. What it says about one command is found by following every
way the line can have run: if all ways that end in the observed status have the command succeed, it succeeded; if all
have it fail, it failed; otherwise nothing is known. `pytest | tail` and `pytest || true` say nothing about pytest.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tollens.plugins.sessions.shell.line import Line, Pipeline
from tollens.plugins.sessions.shell.program import END, MOST, Program, Step

_ALWAYS: dict[tuple[str, ...], bool] = {("true",): True, (":",): True, ("false",): False}

_PASSES = 6
"""Most times that loops are gone through again until nothing changes; a line with more within one another is opaque."""


def succeeded(line: Line, target: int, status_is_zero: bool) -> bool | None:
    """Whether the command at position `target` of `line.commands` succeeded, or `None` if that is not known.

    >>> from tollens.plugins.sessions.shell.reading import parse
    >>> succeeded(parse("cd a && pytest"), 1, True), succeeded(parse("pytest | tail"), 0, True)
    (True, None)
    >>> succeeded(parse("pytest; echo done"), 0, True), succeeded(parse("pytest || true"), 0, True)
    (None, None)
    """
    return Courses(line).succeeded(target, status_is_zero)


class _State(NamedTuple):
    """Where a line stands before a step.

    Attributes:
        at: The step.
        good: The last pipeline that ran succeeded.
        strict: `set -e` holds.
        pipefail: `set -o pipefail` holds.
    """

    at: int
    good: bool = True
    strict: bool = False
    pipefail: bool = False


class _Course(NamedTuple):
    """One way on from a state.

    Attributes:
        to: The state after it.
        told: What the commands that ran did, where this way tells.
        bare: The status of the line will be that of the last command that ran here.
    """

    to: _State
    told: Mapping[int, bool]
    bare: bool = False


class Courses:
    """Every way that a line can have run, worked out once for all its commands, when the first is asked about."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._steps: list[Step] = []
        self._ways: dict[_State, list[_Course]] = {}
        self._order: list[_State] = []
        self._ending: dict[bool, set[_State]] = {True: set(), False: set()}
        self._sure: dict[bool, int] = {True: 0, False: 0}
        self._step_of: dict[int, int] = {}
        self._states_of: dict[int, list[_State]] = {}
        self._followed = line.opaque

    def _follow(self) -> None:
        program = Program(self._line.body)
        if len(program.steps) > MOST:
            return
        self._steps = program.steps
        start = _State(program.entry)
        self._forwards(start)
        for status in (True, False):
            self._backwards(start, status)
        for at, step in enumerate(self._steps):
            members = self._line.pipelines[step.pipeline].members if step.kind == "run" else ()
            self._step_of |= {position: at for position in members if position is not None}
        for state in self._ways:
            self._states_of.setdefault(state.at, []).append(state)

    def _forwards(self, start: _State) -> None:
        """Every state that can be reached, each after those that follow it unless a loop leads back."""
        entered = {start}
        stack = [(start, self._from(start))]
        while stack:
            state, ways = stack[-1]
            following = next((way.to for way in ways if way.to not in entered), None)
            if following is None:
                stack.pop()
                self._order.append(state)
            else:
                entered.add(following)
                stack.append((following, self._from(following)))

    def _from(self, state: _State) -> list[_Course]:
        if state not in self._ways:
            self._ways[state] = list(self._courses(state))
        return self._ways[state]

    def _backwards(self, start: _State, status: bool) -> None:
        """The states from which the line can end so, and the steps that every way there takes, as bits."""
        sure: dict[_State, int] = {}
        for _ in range(_PASSES):
            changed = False
            for state in self._order:
                if state.at == END:
                    found = 0 if state.good is status else None
                else:
                    after = [sure[way.to] for way in self._ways[state] if way.to in sure]
                    found = None
                    for bits in after:
                        found = bits if found is None else found & bits
                    found = None if found is None else found | 1 << state.at
                if found is not None and sure.get(state) != found:
                    sure[state], changed = found, True
            if not changed:
                self._ending[status] = set(sure)
                self._sure[status] = sure.get(start, 0)
                return
        self._ending[status], self._sure[status] = set(self._order), 0

    def succeeded(self, target: int, status_is_zero: bool) -> bool | None:
        """Whether the command at position `target` of the line's commands succeeded; `None` if that is not known."""
        if self.ran(target, status_is_zero) is not True:
            return None
        told = {way.told.get(target) for way in self._taken(target, status_is_zero)}
        return told.pop() if len(told) == 1 else None

    def ran(self, target: int, status_is_zero: bool | None) -> bool | None:
        """Whether that command was run at all; a status that is not known is `None`."""
        if not self._followed:
            self._followed = True
            self._follow()
        if target not in self._step_of:
            return None
        statuses = [status for status in (True, False) if status_is_zero in (None, status) and self._ending[status]]
        bit = 1 << self._step_of[target]
        if statuses and all(self._sure[status] & bit for status in statuses):
            return True
        return False if not any(self._taken(target, status) for status in statuses) else None

    def carries(self, target: int, status_is_zero: bool) -> bool:
        """Whether the exit status of the line is that of this command, as a number."""
        if self.ran(target, status_is_zero) is not True:
            return False
        ways = self._taken(target, status_is_zero)
        return all(way.bare and way.told.get(target) is not None for way in ways)

    def _taken(self, target: int, status: bool) -> list[_Course]:
        """The ways on from this command that can end in a status."""
        states = self._states_of.get(self._step_of[target], ())
        return [way for state in states for way in self._ways[state] if way.to in self._ending[status]]

    def _courses(self, state: _State) -> Iterator[_Course]:
        """The ways on from a state."""
        if state.at == END:
            return
        step = self._steps[state.at]
        if step.kind == "goto":
            for at in {step.good, step.bad}:
                yield _Course(state._replace(at=at), {})
        elif step.kind == "run":
            yield from self._run(state, step, self._line.pipelines[step.pipeline])
        else:
            for good in {"zero": (True,), "one": (False,), "either": (True, False)}[step.kind]:
                yield _Course(_after(state, step, good), {})

    def _run(self, state: _State, step: Step, pipeline: Pipeline) -> Iterator[_Course]:
        """The ways on from a pipeline."""
        only = pipeline.members[0] if len(pipeline.members) == 1 else None
        words = () if only is None else self._line.commands[only].words
        if words[:1] == ("exit",):
            for success in _exits(words, state.good):
                yield _Course(_State(END, success), {})
        elif words[:1] == ("set",):
            yield _Course(_after(_set(words, state), step, True), {})
        else:
            leaves = words[:1] == ("exec",) and len(words) > 1
            for success, told in _outcomes(self._line, pipeline, state.pipefail):
                to = _State(END, success) if leaves else _after(state, step, success)
                yield _Course(to, told, to.at == END and len(told) == 1)


def _after(state: _State, step: Step, good: bool) -> _State:
    """The state after a step that succeeded or failed."""
    if state.strict and not good and not step.guarded:
        return _State(END, False)
    to = step.good if good else step.bad
    return _State(END, good) if to == END else state._replace(at=to, good=good)


def _exits(words: tuple[str, ...], good: bool) -> tuple[bool, ...]:
    """How `exit` can end the line, `good` being the status before it."""
    if len(words) == 1 or words[1] == "$?":
        return (good,)
    plain = words[1].isascii() and words[1].isdecimal() and len(words[1]) < 9
    return (int(words[1]) % 256 == 0,) if plain else (True, False)


def _set(words: tuple[str, ...], state: _State) -> _State:
    """The state with the options that `set` changes."""
    named = iter(words[1:])
    for word in named:
        if word[:1] not in ("-", "+") or word in ("-", "--"):
            break
        on = word[0] == "-"
        if "e" in word:
            state = state._replace(strict=on)
        if "o" in word:
            option = next(named, "")
            state = state._replace(
                strict=on if option == "errexit" else state.strict,
                pipefail=on if option == "pipefail" else state.pipefail,
            )
    return state


def _outcomes(line: Line, pipeline: Pipeline, pipefail: bool) -> Iterator[tuple[bool, Mapping[int, bool]]]:
    """The ways a pipeline can end: whether it succeeds, and what that tells of its commands."""
    last = pipeline.members[-1]
    alone = len(pipeline.members) == 1
    always = None if last is None or (pipefail and not alone) else _ALWAYS.get(line.commands[last].words)
    for success in (True, False) if always is None else (always,):
        if pipefail and success:
            told = {position: True for position in pipeline.members if position is not None}
        elif last is not None and (alone or not pipefail):
            told = {last: success}
        else:
            told = {}
        yield success, told
