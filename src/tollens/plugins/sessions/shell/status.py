"""Which command of a shell line an exit status belongs to.

The status of a line is that of the last command that ran. What it says about one command is found by following every
way the line can have run: if all ways that end in the observed status have the command succeed, it succeeded; if all
have it fail, it failed; otherwise nothing is known. `pytest | tail` and `pytest || true` say nothing about pytest.
"""

from collections.abc import Iterator
from typing import NamedTuple

from tollens.plugins.sessions.shell.line import Line, Pipeline

_ALWAYS = {("true",): True, (":",): True, ("false",): False}

_UNFOLLOWED = frozenset({"trap", "return"})
"""Commands after which the status may be anything."""


def succeeded(line: Line, target: int, status_is_zero: bool) -> bool | None:
    """Whether the command at position `target` of `line.commands` succeeded, or `None` if that is not known.

    >>> from tollens.plugins.sessions.shell.line import parse
    >>> succeeded(parse("cd a && pytest"), 1, True), succeeded(parse("pytest | tail"), 0, True)
    (True, None)
    >>> succeeded(parse("pytest; echo done"), 0, True), succeeded(parse("pytest || true"), 0, True)
    (None, None)
    """
    return Courses(line).succeeded(target, status_is_zero)


class _State(NamedTuple):
    """Where a line stands between two pipelines.

    Attributes:
        good: The last pipeline that ran succeeded.
        ended: The line has come to its end here: by `exit`, `exec`, or a failure under `set -e`.
        strict: `set -e` holds.
        pipefail: `set -o pipefail` holds.
    """

    good: bool
    ended: bool = False
    strict: bool = False
    pipefail: bool = False


class Courses:
    """Every way that a line can have run, worked out once for all its commands."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._opaque = line.opaque or any(
            command.words[:1] and command.words[0] in _UNFOLLOWED for command in line.commands
        )
        self._places = [
            (at, place) for at, pipeline in enumerate(line.pipelines) for place in range(len(pipeline.commands))
        ]
        self._reached: list[set[_State]] = []
        self._ends: list[dict[_State, set[bool]]] = []
        if not self._opaque:
            self._follow()

    def _follow(self) -> None:
        """Forwards: the states before each pipeline. Backwards: how the line can end from each state after it."""
        states = {_State(good=True)}
        for at in range(len(self._line.pipelines)):
            self._reached.append(states)
            states = {following for state in states for following, _ in self._steps(at, state, -1)}
        ends = {state: {state.good} for state in states}
        for at in reversed(range(len(self._line.pipelines))):
            self._ends.append(ends)
            ends = {
                state: set().union(*(ends[following] for following, _ in self._steps(at, state, -1)))
                for state in self._reached[at]
            }
        self._ends.reverse()

    def succeeded(self, target: int, status_is_zero: bool) -> bool | None:
        """Whether the command at position `target` of the line's commands succeeded; `None` if that is not known."""
        if self._opaque:
            return None
        at, place = self._places[target]
        told = {
            outcome
            for state in self._reached[at]
            for following, outcome in self._steps(at, state, place)
            if status_is_zero in self._ends[at][following]
        }
        return told.pop() if len(told) == 1 else None

    def _steps(self, at: int, state: _State, place: int) -> Iterator[tuple[_State, bool | None]]:
        """The states that a pipeline can lead to, each with what the command at `place` of it did then."""
        pipeline = self._line.pipelines[at]
        words = pipeline.commands[0].words
        alone = len(pipeline.commands) == 1 and not pipeline.background
        if state.ended or not _runs(pipeline, state.good):
            yield state, None
        elif alone and words[:1] == ("exit",):
            for success in _exits(words, state.good):
                yield state._replace(good=success, ended=True), None
        elif alone and words[:1] == ("set",):
            yield _set(words, state)._replace(good=True), None
        else:
            leaves = alone and words[:1] == ("exec",) and len(words) > 1
            for success, told in _outcomes(pipeline, place, state.pipefail):
                stops = state.strict and not success and not self._is_guarded(at)
                yield state._replace(good=success, ended=leaves or stops), told

    def _is_guarded(self, at: int) -> bool:
        """Whether `set -e` overlooks a failure here: another pipeline of the same list decides."""
        following = self._line.pipelines[at + 1 : at + 2]
        decided = any(pipeline.connector in ("&&", "||") for pipeline in following)
        return decided or self._line.pipelines[at].negated


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


def _runs(pipeline: Pipeline, good: bool) -> bool:
    return {"&&": good, "||": not good}.get(pipeline.connector, True)


def _outcomes(pipeline: Pipeline, place: int, pipefail: bool) -> list[tuple[bool, bool | None]]:
    """The ways a pipeline can end: its own success, and that of the command at `place` of it."""
    if pipeline.background:
        return [(True, True), (True, False)] if place >= 0 else [(True, None)]
    last = len(pipeline.commands) - 1
    words = pipeline.commands[last].words
    ends = [_ALWAYS[words]] if words in _ALWAYS and (last == 0 or not pipefail) else [True, False]
    found: list[tuple[bool, bool | None]] = []
    for end in ends:
        success = end != pipeline.negated
        if place < 0:
            found.append((success, None))
        elif place == last and not pipefail:
            found.append((success, end))
        elif pipefail and end:
            found.append((success, True))
        elif pipefail and last == 0:
            found.append((success, False))
        else:
            found.extend([(success, True), (success, False)])
    return found
