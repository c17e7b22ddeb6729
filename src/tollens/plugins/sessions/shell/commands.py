"""The commands of note in a shell line: naming a tool is not running it.

Wrappers (`env`, `timeout`, `uv run`, `npx`, `python -m`, …) are looked through.
"""

import re

import msgspec

from tollens.plugins.sessions.shell.line import Line, parse
from tollens.plugins.sessions.shell.runners import NOTABLE, Deed, deed_of
from tollens.plugins.sessions.words import names


class KnownCommand(msgspec.Struct, frozen=True):
    """A simple command with its deed.

    Attributes:
        position: In the commands of its line.
        words: Without wrappers, the program without its folder.
        inner: It stands within `bash -c`, whose own status is not followed.
    """

    deed: Deed
    position: int
    words: tuple[str, ...]
    inner: bool = False


_PLAIN_WRAPPERS = names("time nohup command exec xvfb-run ionice caffeinate builtin npx bunx unbuffer")
_RUN_WRAPPERS = {
    "uv": ("run",), "poetry": ("run",), "pipenv": ("run",), "pdm": ("run",), "rye": ("run",), "pixi": ("run",),
    "bundle": ("exec",), "pnpm": ("exec", "dlx"), "yarn": ("exec", "dlx"), "npm": ("exec",), "mise": ("exec", "x"),
    "conda": ("run",), "coverage": ("run",), "dotenv": ("run",),
}  # fmt: skip
_VALUED = names(
    "-u -n -s -k --with --python --extra --group --package -p --project --signal --directory -C --env-file "
    "--only-group --no-group"
)
_ASSIGNED = re.compile(r"[A-Za-z_][A-Za-z0-9_]*=")
_PYTHON = re.compile(r"python[0-9.]*|pypy[0-9.]*|py")


def recognize(line: Line) -> tuple[KnownCommand, ...]:
    """Every command of a line that is of note, in order.

    >>> [r.deed.name for r in recognize(parse("grep -rn pytest docs; FOO=1 timeout 9 .venv/bin/python -m pytest -q"))]
    ['Tests']
    """
    found: list[KnownCommand] = []
    for position, command in enumerate(line.commands):
        words = unwrapped(command.words)
        if script := script_of(words):
            found.extend(_inner(parse(script), position))
        elif (deed := deed_of(words)) is not Deed.Other:
            found.append(KnownCommand(deed, position, words))
    return tuple(found)


def _inner(line: Line, position: int) -> list[KnownCommand]:
    """What the script of `bash -c` does; its own statuses count only when it is one simple command."""
    first = line.pipelines[0] if len(line.commands) == 1 and not line.opaque else None
    single = first is not None and not first.negated and not first.background
    words = [unwrapped(command.words) for command in line.commands]
    return [
        KnownCommand(deed_of(each), position, each, not single) for each in words if deed_of(each) is not Deed.Other
    ]


def notable(found: tuple[KnownCommand, ...]) -> KnownCommand | None:
    """The command that a line as a whole is called after: the most notable, and of several the last."""
    return min(reversed(found), key=lambda each: NOTABLE.index(each.deed), default=None)


def script_of(words: tuple[str, ...]) -> str | None:
    """The script of `bash -c SCRIPT`; `None` where a command is none."""
    if words[:1] == () or words[0] not in ("bash", "sh", "zsh", "dash"):
        return None
    for position, word in enumerate(words[1:-1], 1):
        if word.startswith("-") and word.endswith("c") and not word.startswith("--"):
            return words[position + 1]
        if not word.startswith("-"):
            break
    return None


def unwrapped(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words of the command that really runs, its program without folder and `.exe`.

    >>> unwrapped(("env", "CI=1", "uv", "run", "--with", "x", "./bin/pytest", "-q"))
    ('pytest', '-q')
    """
    at = 0
    while at < len(words):
        program = _program(words[at])
        rest = at + 1
        if program == "command" and words[rest : rest + 1] in (("-v",), ("-V",)):
            return words[at:]
        if program in _PLAIN_WRAPPERS:
            at = _past_options(words, rest)
        elif program in ("env", "sudo", "doas", "nice", "stdbuf", "cross-env"):
            at = _past_options(words, rest)
            while at < len(words) and _ASSIGNED.match(words[at]):
                at += 1
        elif program in ("timeout", "gtimeout"):
            at = _past_options(words, rest) + 1
        elif program in _RUN_WRAPPERS and words[rest : rest + 1] and words[rest] in _RUN_WRAPPERS[program]:
            at = _past_options(words, rest + 1)
        elif _PYTHON.fullmatch(program):
            run = _python(words[rest:])
            if not run:
                return (program, *words[rest:])
            words, at = run, 0
        else:
            return (program, *words[rest:])
    return ()


def _python(arguments: tuple[str, ...]) -> tuple[str, ...]:
    """What `python -m MODULE …` and `python manage.py test` run."""
    for position, word in enumerate(arguments):
        if word == "-m" and position + 1 < len(arguments):
            return arguments[position + 1 :]
        if word == "-c" or not word.startswith("-"):
            script = _program(word)
            if script == "manage.py" and arguments[position + 1 : position + 2] == ("test",):
                return ("unittest", *arguments[position + 2 :])
            return ()
    return ()


def _past_options(words: tuple[str, ...], at: int) -> int:
    while at < len(words) and words[at].startswith("-"):
        if words[at] == "--":
            return at + 1
        at += 2 if words[at] in _VALUED else 1
    return at


def _program(word: str) -> str:
    return re.split(r"[/\\]", word)[-1].removesuffix(".exe").removesuffix(".cmd")


def operands(words: tuple[str, ...]) -> tuple[str, ...]:
    """The plain arguments of a file command: no options, nothing that the shell would still expand."""
    arguments = words[2:] if words[:1] == ("git",) else words[1:]
    return tuple(word for word in arguments if word and not word.startswith("-") and not re.search(r"[*?\[$`{~]", word))
