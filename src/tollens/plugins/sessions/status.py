"""Which command of a shell line an exit status belongs to.

The status of a line is that of the last command that ran. What it says about one command is found by following every
way the line can have run: if all ways that end in the observed status have the command succeed, it succeeded; if all
have it fail, it failed; otherwise nothing is known. `pytest | tail` and `pytest || true` say nothing about pytest.
"""

from tollens.plugins.sessions.shell import Line, Pipeline

_ALWAYS = {("true",): True, (":",): True, ("false",): False}


def succeeded(line: Line, target: int, status_is_zero: bool) -> bool | None:
    """Whether the command at position `target` of `line.commands` succeeded, or `None` if that is not known.

    >>> from tollens.plugins.sessions.shell import parse
    >>> succeeded(parse("cd a && pytest"), 1, True), succeeded(parse("pytest | tail"), 0, True)
    (True, None)
    >>> succeeded(parse("pytest; echo done"), 0, True), succeeded(parse("pytest || true"), 0, True)
    (None, None)
    """
    if line.opaque:
        return None
    strict, pipefail = _options(line)
    # Each way: did the last pipeline that ran succeed, has `set -e` ended the line, what did the target do.
    ways: set[tuple[bool, bool, bool | None]] = {(True, False, None)}
    first = 0
    for position, pipeline in enumerate(line.pipelines):
        place = target - first if 0 <= target - first < len(pipeline.commands) else -1
        first += len(pipeline.commands)
        guarded = _is_guarded(line, position)
        following: set[tuple[bool, bool, bool | None]] = set()
        for good, ended, outcome in ways:
            if ended or not _runs(pipeline, good):
                following.add((good, ended, outcome))
                continue
            if pipeline.commands[0].words[:1] == ("exit",) and len(pipeline.commands) == 1:
                following.update((success, True, outcome) for success in _exits(pipeline.commands[0].words, good))
                continue
            for succeeds, told in _outcomes(pipeline, place, pipefail):
                stops = strict and not succeeds and not guarded
                following.add((succeeds, stops, told if place >= 0 else outcome))
        ways = following
    left = {outcome for good, _, outcome in ways if good == status_is_zero}
    return left.pop() if len(left) == 1 else None


def _exits(words: tuple[str, ...], good: bool) -> tuple[bool, ...]:
    """How `exit` can end the line, `good` being the status before it."""
    if len(words) == 1 or words[1] == "$?":
        return (good,)
    return (int(words[1]) == 0,) if words[1].isdecimal() and len(words[1]) < 9 else (True, False)


def _runs(pipeline: Pipeline, good: bool) -> bool:
    return {"&&": good, "||": not good}.get(pipeline.connector, True)


def _is_guarded(line: Line, position: int) -> bool:
    """Whether `set -e` overlooks a failure here: another pipeline of the same list decides."""
    following = line.pipelines[position + 1 : position + 2]
    return any(pipeline.connector in ("&&", "||") for pipeline in following) or line.pipelines[position].negated


def _outcomes(pipeline: Pipeline, place: int, pipefail: bool) -> list[tuple[bool, bool | None]]:
    """The ways a pipeline can end: its own success, and that of the command at `place` of it."""
    if pipeline.background:
        return [(True, True), (True, False)] if place >= 0 else [(True, None)]
    last = len(pipeline.commands) - 1
    words = pipeline.commands[last].words
    ends = [_ALWAYS[words]] if words in _ALWAYS and (last == 0 or not pipefail) else [True, False]
    if words == () and last == 0:  # a bare redirection or assignment
        ends = [True]
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


def _options(line: Line) -> tuple[bool, bool]:
    """Whether `set -e` and `pipefail` hold; only a `set` that opens the line counts."""
    words = line.pipelines[0].commands[0].words if line.pipelines else ()
    if words[:1] != ("set",):
        return False, False
    short = any(word.startswith("-") and not word.startswith("--") and "e" in word for word in words[1:])
    return short or "errexit" in words, "pipefail" in words
