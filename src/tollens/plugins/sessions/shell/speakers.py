"""Whose words an output holds: a printed summary is the tester's only where nothing else in the line can print one."""

import re
from collections.abc import Iterator, Sequence

from tollens.plugins.sessions.shell.commands import KnownCommand
from tollens.plugins.sessions.shell.deeds import SCRIPT_RUNNERS, Deed
from tollens.plugins.sessions.shell.line import Block, Body, Cases, Choice, Command, Hidden, Line, Loop, Not
from tollens.plugins.sessions.shell.testing_output import Printed, read_output
from tollens.plugins.sessions.words import names

_SEARCHES = names("grep egrep rg")
"""Filters that leave out lines; those that look for failures as well show a count of them."""

_SILENT = names(
    "cd pushd popd export source . true false : set unset test [ exit sleep mkdir rm mv cp touch ulimit wait nvm pyenv "
    "conda deactivate"
)
"""Commands that print no results."""

_SPOKEN = names("echo printf")
_STATUS = re.compile(r"\$(?:\?|\{?PIPESTATUS(?:\[\d\])?\}?)")


def speaks_alone(line: Line, found: Sequence[KnownCommand]) -> bool:
    """Whether a summary of tests in the output of a line can only come from its one tester, and is whole.

    >>> from tollens.plugins.sessions.shell.commands import recognize
    >>> from tollens.plugins.sessions.shell.reading import parse
    >>> [speaks_alone(line, recognize(line)) for line in map(parse, ("pytest | tail", "pytest >a; echo '5 passed'"))]
    [True, False]
    """
    tester = _sole(line, found)
    if tester is None or _is_repeated(line.body) or line.commands[tester].inner.fed:
        return False
    around = next((pipeline.members for pipeline in line.pipelines if tester in pipeline.members), ())
    shown = _shown(line, tester)
    return (not line.commands[tester].mute or any(map(_passes_on, shown.values()))) and all(
        position == tester
        or _is_silent(command)
        or (position > tester and position in around and None not in around and _passes_on(command.run))
        or (position in shown and _passes_on(shown[position]))
        for position, command in enumerate(line.commands)
    )


def fails_alone(line: Line, found: Sequence[KnownCommand], counted: bool) -> bool:
    """Whether failures in the output of a line can only be those of its one tester.

    Args:
        line: The line.
        found: Its commands of note.
        counted: A summary of tests counts them: what builds or installs prints none.

    >>> from tollens.plugins.sessions.shell.commands import recognize
    >>> from tollens.plugins.sessions.shell.reading import parse
    >>> lines = map(parse, ("npm ci && pytest | tail", "pytest | sort; cat log"))
    >>> [fails_alone(line, recognize(line), True) for line in lines]
    [True, False]
    """
    tester = _sole(line, found)
    if tester is None:
        return False
    fed = {each for pipeline in line.pipelines for each in pipeline.members[1:]}
    shown = _shown(line, tester)
    builds = {each.position for each in found if each.deed in (Deed.TypeCheck, Deed.Lint, Deed.Commit, Deed.Status)}
    return (not line.commands[tester].mute or bool(shown)) and all(
        position == tester
        or position in shown
        or (position > tester and position in fed and _is_filter(command.run))
        or _is_silent(command)
        or (counted and (position in builds or _builds(command) or _says_no_counts(command)))
        for position, command in enumerate(line.commands)
    )


def _sole(line: Line, found: Sequence[KnownCommand]) -> int | None:
    """The one tester of a line that is followed."""
    testers = [each.position for each in found if each.deed is Deed.Tests]
    return testers[0] if len(testers) == 1 and not line.opaque else None


def _shown(line: Line, tester: int) -> dict[int, tuple[str, ...]]:
    """Commands that show the file into which the tester wrote, each without the name of that file."""
    outs = line.commands[tester].outs
    if len(outs) != 1 or line.commands[tester].adds or outs[0].startswith("/dev/"):
        return {}
    found: dict[int, tuple[str, ...]] = {}
    for position, command in enumerate(line.commands[tester + 1 :], tester + 1):
        words = command.run
        shows = words[:1] != () and words[0] in _SHOWING
        if words[:1] in (("cd",), ("pushd",), ("popd",)) or outs[0] in (*command.writes, *(() if shows else words)):
            break
        if shows and words.count(outs[0]) == 1 and not command.mute:
            found[position] = tuple(word for word in words if word != outs[0])
    return found


_FILTERS = dict.fromkeys(names("cat tail head sort uniq less more cut nl column fold wc strings"), 0) | dict.fromkeys(
    names("grep egrep fgrep rg sed awk gawk"), 1
)
"""Programs that show what they are fed, with how many operands they name no file."""


def _is_filter(words: tuple[str, ...]) -> bool:
    """Whether a command shows nothing but what it is fed."""
    given = sum(not word.startswith(("-", "+")) and not word.isdecimal() for word in words[1:])
    return words[:1] == ("tee",) or (words[:1] != () and given <= _FILTERS.get(words[0], -1))


_SHOWING = names("cat tail head grep egrep rg")
_INSTALLERS = names("pip pip3 uv poetry pdm cargo go git ls apt-get apt brew gem bundle conda docker playwright mkdir")
_GIT_QUOTES = names("log diff show blame grep reflog cat-file")


def _builds(command: Command) -> bool:
    """Whether a command builds, installs or the like, so that it prints no summary of tests."""
    words = command.run
    if not words or command.substituted:
        return False
    if words[0] in SCRIPT_RUNNERS:
        return words[1:2] in (("install",), ("ci",), ("i",), ("add",), ("build",)) or words[1:3] == ("run", "build")
    if words[0] == "docker":
        return words[1:2] in (("build",), ("pull",)) or "up" in words
    return words[0] in _INSTALLERS and (words[0] != "git" or _GIT_QUOTES.isdisjoint(words))


def _is_repeated(body: Block) -> bool:
    """Whether a line has a loop: what is in it may have printed several summaries."""
    left: list[Body] = [body]
    while left:
        each = left.pop()
        if isinstance(each, Loop | Hidden):
            return True
        left += _within(each)
    return False


def _within(body: Body) -> Iterator[Body]:
    match body:
        case Not(body=inner):
            yield inner
        case Block(chains=chains):
            yield from (part for chain in chains for _, part in chain.parts)
        case Choice(arms=arms, other=other):
            yield from (block for arm in arms for block in arm)
            yield other
        case Cases(bodies=bodies):
            yield from bodies


def _is_silent(command: Command) -> bool:
    """Whether a command prints nothing that reads like a result."""
    words = command.run
    return not words or words[0] in _SILENT or _spoken(words) == Printed()


def _says_no_counts(command: Command) -> bool:
    """Whether a command says something that has no counts of tests."""
    said = _spoken(command.run)
    return said is not None and said.passed is None and said.failed is None


def _spoken(words: tuple[str, ...]) -> Printed | None:
    """What a text that a command puts out reads like; `None` where it is not known."""
    if words[:1] == () or words[0] not in _SPOKEN:
        return None
    said = _STATUS.sub("", " ".join(words[1:]))
    return None if "$" in said or "`" in said else read_output(said.replace("\\n", "\n"))


def _passes_on(words: tuple[str, ...]) -> bool:
    """Whether a filter shows at least the end of its input, or all of its lines about failures."""
    given = [word for word in words[1:] if not word.startswith(("-", "+")) and not word.isdecimal()]
    if words[:1] == ("tee",):
        return True
    if words[:1] in (("cat",), ("tail",)):
        return not given
    shows = len(given) == 1 and "fail" in given[0].lower() and "-v" not in words
    return words[:1] != () and words[0] in _SEARCHES and shows
