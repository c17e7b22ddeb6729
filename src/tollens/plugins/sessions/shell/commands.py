"""The commands of note in a shell line: naming a tool is not running it, and wrappers are looked through."""

import re
from collections.abc import Sequence

import msgspec

from tollens.plugins.sessions.shell.changing import Effect, effects
from tollens.plugins.sessions.shell.deeds import FILE_DEEDS, Deed
from tollens.plugins.sessions.shell.line import Command, Line
from tollens.plugins.sessions.shell.runners import deed_of
from tollens.plugins.sessions.words import names


class KnownCommand(msgspec.Struct, frozen=True):
    """A simple command with its deed.

    Attributes:
        position: In the commands of its line.
        words: Without wrappers, the program without its folder.
    """

    deed: Deed
    position: int
    words: tuple[str, ...]


def recognize(line: Line, done: Sequence[Effect] | None = None) -> tuple[KnownCommand, ...]:
    """Every command of a line that is of note, in order.

    Args:
        line: The line.
        done: What each of its commands does to files, where that is worked out already.

    >>> from tollens.plugins.sessions.shell.reading import parse
    >>> [r.deed.name for r in recognize(parse("grep -rn pytest docs; FOO=1 timeout 9 .venv/bin/python -m pytest -q"))]
    ['Tests']
    """
    found: list[KnownCommand] = []
    for position, (command, effect) in enumerate(zip(line.commands, done or effects(line), strict=True)):
        deed = _deed(command, effect, line.defined)
        if deed is not Deed.Other:
            found.append(KnownCommand(deed, position, command.run))
    return tuple(found)


def _deed(command: Command, effect: Effect, defined: frozenset[str]) -> Deed:
    """What a command does: by its program, or by the files that it writes."""
    words = command.run
    if words and (words[0] in defined or command.words[0] in defined):
        return Deed.Other
    deed = deed_of(words)
    if command.inner.elsewhere and deed in FILE_DEEDS:
        return Deed.Other
    if deed is Deed.Other and not command.inner.elsewhere:
        if effect.named and words[:1] != () and words[0] in _WRITING:
            return Deed.Write
        if is_edit(words):
            return Deed.Edit
    return deed


_WRITING = names("cat echo printf tee cp touch")
"""Programs that are there to write a file, if they name one that they write."""


def is_edit(words: tuple[str, ...]) -> bool:
    """Whether a command edits files that stand already.

    >>> is_edit(("sed", "-i", "s/a/b/", "x")), is_edit(("sed", "-n", "1p", "x"))
    (True, False)
    """
    if not words:
        return False
    if words[0] in ("patch", "apply_patch", "applypatch"):
        return "--dry-run" not in words and "--help" not in words
    if words[:2] == ("git", "apply"):
        return not _LOOKING.intersection(words)
    return words[0] in ("sed", "gsed", "perl", "ruby") and any(_IN_PLACE.match(word) for word in words[1:])


_LOOKING = names("--check --stat --numstat --summary --cached")
_IN_PLACE = re.compile(r"-[nErsuz0-9pl]*i|--in-place")


def is_aside(command: Command, effect: Effect) -> bool:
    """Whether a command is there for others: it moves, looks, filters, waits or speaks, and leaves files alone.

    >>> from tollens.plugins.sessions.shell.reading import parse
    >>> [is_aside(command, Effect()) for command in parse("cd web && make && tail -3 log").commands]
    [True, False, True]
    """
    if effect != Effect():
        return False
    words = command.run
    if not words or words[-1] in ("]]", "]") or words[0] in _ASIDE:
        return True
    return words[0] == "git" and any(word in _GIT_ASIDE for word in words[1:3])


_ASIDE = names(
    "ls ll dir cat bat less more head tail grep egrep fgrep rg ag ack fd find wc sort cut tr diff cmp comm nl tac rev "
    "jq yq file stat du df tree column fold pwd cd pushd popd echo printf true false : test [ (( which whereis type "
    "command hash env printenv export unset set shopt alias unalias local declare typeset readonly read shift exit "
    "return sleep wait date cal whoami id hostname uname uptime ps top jobs ulimit umask basename dirname realpath "
    "readlink seq expr history clear tput mkdir sed awk gawk mawk md5sum sha1sum sha256sum shasum source . eval exec "
    "tee let trap break continue conda deactivate nvm pyenv"
)
"""Programs that are no step of the work by themselves, as long as they change no files."""

_GIT_ASIDE = names(
    "add log show rev-parse rev-list blame ls-files ls-remote ls-tree config describe shortlog reflog grep cat-file "
    "name-rev merge-base check-ignore symbolic-ref for-each-ref show-ref remote"
)
