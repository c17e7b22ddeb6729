"""Whose words an output holds: a printed summary is the tester's only where nothing else in the line can print one."""

import re
from collections.abc import Iterator, Sequence

from tollens.plugins.sessions.shell.commands import KnownCommand
from tollens.plugins.sessions.shell.deeds import Deed
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
    >>> from tollens.plugins.sessions.shell.line import parse
    >>> [speaks_alone(line, recognize(line)) for line in map(parse, ("pytest | tail", "pytest >a; echo '5 passed'"))]
    [True, False]
    """
    testers = [each.position for each in found if each.deed is Deed.Tests]
    if line.opaque or len(testers) != 1:
        return False
    tester = testers[0]
    around = next((pipeline.members for pipeline in line.pipelines if tester in pipeline.members), ())
    if line.commands[tester].mute or line.commands[tester].inner.fed or _is_repeated(line.body):
        return False
    return all(
        position == tester
        or _is_silent(command)
        or (position > tester and position in around and None not in around and _passes_on(command))
        for position, command in enumerate(line.commands)
    )


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
    if not words or words[0] in _SILENT:
        return True
    said = _STATUS.sub("", " ".join(words[1:]))
    plain = "$" not in said and "`" not in said
    return words[0] in _SPOKEN and plain and read_output(said.replace("\\n", "\n")) == Printed()


def _passes_on(command: Command) -> bool:
    """Whether a filter shows at least the end of its input, or all of its lines about failures."""
    words = command.run
    given = [word for word in words[1:] if not word.startswith(("-", "+")) and not word.isdecimal()]
    if words[:1] == ("tee",):
        return True
    if words[:1] in (("cat",), ("tail",)):
        return not given
    shows = len(given) == 1 and "fail" in given[0].lower() and "-v" not in words
    return words[:1] != () and words[0] in _SEARCHES and shows
