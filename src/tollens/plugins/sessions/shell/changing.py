"""What a shell line does to files: which it surely writes, and which of its commands may change others.

A command that is in no table, or is told by an option to write, may have changed anything. That keeps a check that
passed before it from being taken for a check of what stands in the files now.
"""

import re
from typing import NamedTuple

from tollens.plugins.sessions.shell.deeds import SCRIPT_RUNNERS, TASK_RUNNERS
from tollens.plugins.sessions.shell.line import Command, Line
from tollens.plugins.sessions.shell.patches import patched
from tollens.plugins.sessions.shell.reading import parse
from tollens.plugins.sessions.shell.runners import checks_only, plain_arguments
from tollens.plugins.sessions.shell.wrappers import script_of
from tollens.plugins.sessions.shell.writing import is_plain, written_files
from tollens.plugins.sessions.words import names

DEPTH = 8
"""Most levels of substitutions and scripts that are looked into; what lies deeper may change files."""


class Effect(NamedTuple):
    """What a command does to files.

    Attributes:
        named: Files that it surely writes, moves or deletes if it succeeds.
        others: It may change files that it does not name.
    """

    named: tuple[str, ...] = ()
    others: bool = False


_LEAVING = names(
    "ls ll dir cat bat less more head tail grep egrep fgrep rg ag ack fd find wc sort cut tr diff cmp comm nl tac "
    "rev jq yq file stat du df tree column fold pwd cd pushd popd echo printf true false : test [ which whereis type "
    "command hash env printenv export unset set shopt alias local declare typeset readonly read shift exit return "
    "sleep wait date cal whoami id hostname uname uptime ps top pgrep pkill kill killall jobs lsof ss netstat nproc "
    "free ulimit umask basename dirname realpath readlink md5sum sha1sum sha256sum shasum cksum hexdump od strings "
    "seq expr history nslookup dig ping clear tput mkdir curl sed awk gawk mawk (( let break continue"
)
"""Programs that leave files as they are, unless an option or a script tells them otherwise."""

_LEAVING_FIRST = {
    "git": "status diff log show fetch push commit add branch tag remote rev-parse rev-list blame ls-files ls-remote "
    "ls-tree config describe shortlog reflog grep cat-file name-rev merge-base check-ignore symbolic-ref "
    "for-each-ref show-ref diff-tree diff-index version help",
    "gh": "pr issue run api auth search label release workflow status",
    "docker": "ps logs inspect images version info stats top port",
    "kubectl": "get describe logs version explain top",
    "npm": "ls list view outdated root prefix why version",
    "pip": "list show freeze check",
    "cargo": "metadata tree",
    "go": "list version env doc",
}
"""Programs with first words with which they leave files as they are."""

_LEAVING_PAIRS = frozenset({("stash", "list"), ("stash", "show"), ("worktree", "list"), ("submodule", "status")})
_WRITING_GH = names("checkout clone download sync")

_TOLD = {
    "find": ("-delete", "-exec", "-ok", "-fprint", "-fls"),
    "fd": ("-x", "-X", "--exec"),
    "sort": ("-o", "--output"),
    "tree": ("-o",),
    "yq": ("-i", "--inplace"),
    "rg": ("--pre",),
    "awk": ("-i",),
    "gawk": ("-i",),
}
"""Beginnings of the options with which a program writes files or runs others."""

_DEVICES = ("/dev/", ">(", "<(")
_VERSION = frozenset({("--version",), ("--help",), ("-V",), ("-v",), ("-h",), ("-version",), ("version",)})
_HELP = names("--help --version")
_SOURCES = frozenset({".", "source"})
_MOST_SUBCOMMANDS = 3
_SUBCOMMAND = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,40}")
_INTERPRETERS = names("python python3 node ruby perl php bash sh Rscript deno")
_IN_PLACE = re.compile(r"-[nErsuz]*i|--in-place")
_SED_WRITES = re.compile(r"(?:^|[;{}/\d$\s])[wW]\s")
_PROFILES = re.compile(r"(?:activate|rc|profile|\.env|nvm\.sh)$")


def effects(line: Line) -> tuple[Effect, ...]:
    """What each command of a line does to files, in the order of `line.commands`.

    >>> effects(parse("ls | tee a.txt; python gen.py > b.txt"))[1:]
    (Effect(named=('a.txt',), others=False), Effect(named=('b.txt',), others=True))
    """
    return tuple(effect(command, line.defined) for command in line.commands)


def hidden(command: Command) -> tuple[str, ...]:
    """What a command runs within its substitutions and may change files.

    >>> hidden(parse("echo $(git log) $(python gen.py)").commands[0])
    ('$(python gen.py)',)
    """
    return tuple(f"$({inner})" for inner in command.substituted if not _leaves(inner, 1))


def effect(command: Command, defined: frozenset[str] = frozenset(), depth: int = 0) -> Effect:
    """What one command does to files, its substitutions aside.

    Args:
        command: The command.
        defined: Names to which the line gives a meaning of its own.
        depth: How many scripts it is in.
    """
    written = [path for path in command.writes if not path.startswith(_DEVICES)]
    found = Effect(tuple(path for path in written if is_plain(path)), not all(map(is_plain, written)))
    words = command.run
    if words and defined.intersection((words[0], command.words[0])):
        return Effect(found.named, True)
    if not words or _does_nothing(words, depth):
        return found
    if command.inner.elsewhere or command.inner.fed:
        return Effect(found.named, True)
    named = patched(command) or written_files(words)
    return Effect((*found.named, *(named or ())), found.others or named is None)


def _leaves(text: str, depth: int) -> bool:
    """Whether a script within a line changes no file at all."""
    if depth > DEPTH:
        return False
    line = parse(text)
    within = (inner for command in line.commands for inner in command.substituted)
    if line.unread or any(not _leaves(inner, depth + 1) for inner in within):
        return False
    return all(effect(command, line.defined, depth) == Effect() for command in line.commands)


def _does_nothing(words: tuple[str, ...], depth: int) -> bool:
    """Whether a command leaves all files as they are, redirections aside."""
    program, arguments = words[0], words[1:]
    if words[-1] == "]]" or _asks_for_help(program, arguments):
        return True
    script = script_of(words)
    if script is not None:
        return _leaves(script, depth + 1)
    if program in _SOURCES:
        return len(arguments) > 0 and _PROFILES.search(arguments[0]) is not None
    if program in _LEAVING:
        return not _is_told(program, arguments)
    if checks_only(words):
        return True
    plain = plain_arguments(program, arguments)
    return _is_looking(program, plain, arguments)


def _asks_for_help(program: str, arguments: tuple[str, ...]) -> bool:
    """Whether a command asks a program, or one of its subcommands, for its help or version, and for nothing else.

    What a runner of scripts or tasks is given after a name may be for the script.
    """
    if arguments in _VERSION:
        return True
    if not arguments or program in SCRIPT_RUNNERS | TASK_RUNNERS | _SOURCES:
        return False
    if arguments[-1] in _HELP and program in _INTERPRETERS:
        return len(arguments) == 2 and not arguments[0].startswith("-")
    words = arguments[:-1] if arguments[-1] in _HELP else arguments if arguments[0] == "help" else ()
    return 0 < len(words) <= _MOST_SUBCOMMANDS and all(map(_SUBCOMMAND.fullmatch, words))


def _is_looking(program: str, plain: list[str], arguments: tuple[str, ...]) -> bool:
    """Whether the first words of a command with subcommands say that it changes no files."""
    if program == "git" and plain[:1] in (["checkout"], ["switch"]):
        return len(plain) == 2 and any(option in arguments for option in ("-b", "-B", "-c", "-C"))
    if program == "git" and plain[:1] == ["rm"]:
        return "--cached" in arguments
    if program == "git" and plain[:1] == ["restore"]:
        return bool({"--staged", "-S"}.intersection(arguments)) and not {"--worktree", "-W"}.intersection(arguments)
    if program == "gh" and _WRITING_GH.intersection(plain):
        return False
    known = plain[:1] != [] and plain[0] in names(_LEAVING_FIRST.get(program, ""))
    return (known and not _writes_output(arguments)) or (program == "git" and tuple(plain[:2]) in _LEAVING_PAIRS)


def _writes_output(arguments: tuple[str, ...]) -> bool:
    return any(word.startswith("--output") for word in arguments)


def _is_told(program: str, arguments: tuple[str, ...]) -> bool:
    """Whether an option or a script tells a program that mostly reads to write."""
    if any(word.startswith(_TOLD.get(program, ())) for word in arguments):
        return True
    if program == "curl" and "/dev/null" not in arguments:
        return any(re.match(r"-[a-zA-Z]*[oO]|--output|--remote-name", word) for word in arguments)
    if program == "sed":
        return any(map(_IN_PLACE.match, arguments)) or any(_SED_WRITES.search(word) for word in arguments)
    if program in ("awk", "gawk", "mawk"):
        return any(">" in word or "system" in word or "|" in word for word in arguments)
    return _writes_output(arguments)
