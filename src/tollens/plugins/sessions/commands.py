"""What a simple command does, by one table of runners: naming a tool is not running it.

Wrappers (`env`, `timeout`, `uv run`, `npx`, `python -m`, …) are looked through, options that make a tester not test
(`--collect-only`, `--version`) are respected. What is in no table is an ordinary command.
"""

import enum
import re

import msgspec

from tollens.plugins.sessions.shell import Command, Line, parse
from tollens.plugins.sessions.words import names


class Deed(enum.Enum):
    """What a command is there for, most notable first."""

    Tests = "tests"
    Commit = "commit"
    TypeCheck = "type check"
    Lint = "lint"
    Delete = "delete"
    Rename = "rename"
    Diff = "git diff"
    Status = "git status"
    Other = "other"


NOTABLE = tuple(Deed)
"""The deeds in the order of what a line as a whole is called after."""


class Recognized(msgspec.Struct, frozen=True):
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


_TESTS = names(
    "pytest py.test tox nox nosetests nose2 unittest jest vitest mocha ava jasmine karma cypress rspec "
    "minitest phpunit pest ctest bats nextest gotestsum runtest"
)
_TYPE_CHECKS = names("mypy pyright basedpyright pytype pyre ty tsc vue-tsc flow")
_LINTS = names(
    "ruff flake8 pylint pycodestyle pydocstyle bandit eslint biome oxlint stylelint prettier black isort "
    "golangci-lint staticcheck gofmt shellcheck hadolint rubocop standardrb yamllint markdownlint "
    "codespell vulture import-linter lint-imports clippy"
)
_SUBCOMMANDS: dict[str, dict[str, Deed]] = {
    "go": {"test": Deed.Tests, "vet": Deed.Lint},
    "cargo": {
        "test": Deed.Tests,
        "nextest": Deed.Tests,
        "check": Deed.TypeCheck,
        "clippy": Deed.Lint,
        "fmt": Deed.Lint,
    },
    "bun": {"test": Deed.Tests},
    "deno": {"test": Deed.Tests, "check": Deed.TypeCheck, "lint": Deed.Lint, "fmt": Deed.Lint},
    "dotnet": {"test": Deed.Tests},
    "swift": {"test": Deed.Tests},
    "mix": {"test": Deed.Tests},
    "zig": {"test": Deed.Tests},
    "stack": {"test": Deed.Tests},
    "cabal": {"test": Deed.Tests},
    "dune": {"test": Deed.Tests, "runtest": Deed.Tests},
    "sbt": {"test": Deed.Tests},
    "forge": {"test": Deed.Tests},
    "playwright": {"test": Deed.Tests},
    "flutter": {"test": Deed.Tests, "analyze": Deed.Lint},
    "dart": {"test": Deed.Tests, "analyze": Deed.Lint},
    "rails": {"test": Deed.Tests},
    "bazel": {"test": Deed.Tests},
    "hatch": {"test": Deed.Tests},
    "dmypy": {"run": Deed.TypeCheck, "check": Deed.TypeCheck},
    "git": {"commit": Deed.Commit, "diff": Deed.Diff, "status": Deed.Status, "rm": Deed.Delete, "mv": Deed.Rename},
}
_TASK_RUNNERS = names(
    "make gmake just task mise npm yarn pnpm bun rake gradle gradlew mvn mvnw hatch invoke inv nx turbo lerna composer"
)
_TASKS = (
    (re.compile(r"(?:run-?)?(?:unit|integration|e2e)?[-_:]?(?:tests?|spec|check|verify)(?:[-_:.].*)?|t"), Deed.Tests),
    (re.compile(r"(?:type-?_?checks?|types?|tsc|mypy)(?:[-_:].*)?"), Deed.TypeCheck),
    (re.compile(r"(?:lint|format|fmt|style)(?:[-_:].*)?"), Deed.Lint),
)
_DRY = names(
    "--collect-only --co --version --help -h -V --list --listTests --list-tests --fixtures --no-run "
    "--dry-run --showConfig"
)
_FILES = {"rm": Deed.Delete, "rmdir": Deed.Delete, "unlink": Deed.Delete, "mv": Deed.Rename}

_PLAIN_WRAPPERS = names("time nohup command exec xvfb-run ionice caffeinate builtin npx bunx unbuffer")
_RUN_WRAPPERS = {
    "uv": ("run",), "poetry": ("run",), "pipenv": ("run",), "pdm": ("run",), "rye": ("run",), "pixi": ("run",),
    "bundle": ("exec",), "pnpm": ("exec", "dlx"), "yarn": ("exec", "dlx"), "npm": ("exec",), "mise": ("exec", "x"),
    "conda": ("run",), "coverage": ("run",), "dotenv": ("run",),
}  # fmt: skip
_VALUED = names(
    "-u -n -s -k --with --python --extra --group --package -p --project --signal --directory -C --env- "
    "file --only-group --no-group"
)
_ASSIGNED = re.compile(r"[A-Za-z_][A-Za-z0-9_]*=")
_PYTHON = re.compile(r"python[0-9.]*|pypy[0-9.]*|py")


def recognize(line: Line) -> tuple[Recognized, ...]:
    """Every command of a line that is of note, in order.

    >>> [r.deed.name for r in recognize(parse("grep -rn pytest docs; FOO=1 timeout 9 .venv/bin/python -m pytest -q"))]
    ['Tests']
    """
    found: list[Recognized] = []
    for position, command in enumerate(line.commands):
        words = unwrapped(command.words)
        if words[:1] and words[0] in ("bash", "sh", "zsh", "dash") and (script := _script(words)):
            found.extend(_inner(parse(script), position))
        elif (deed := deed_of(words)) is not Deed.Other:
            found.append(Recognized(deed, position, words))
    return tuple(found)


def _inner(line: Line, position: int) -> list[Recognized]:
    """What the script of `bash -c` does; its own statuses count only when it is one simple command."""
    single = len(line.commands) == 1 and not line.opaque
    words = [unwrapped(command.words) for command in line.commands]
    return [Recognized(deed_of(each), position, each, not single) for each in words if deed_of(each) is not Deed.Other]


def notable(found: tuple[Recognized, ...]) -> Recognized | None:
    """The command that a line as a whole is called after: the most notable, and of several the last."""
    return min(reversed(found), key=lambda each: NOTABLE.index(each.deed), default=None)


def _script(words: tuple[str, ...]) -> str | None:
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
            return _python(words[rest:]) or (program, *words[rest:])
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


def deed_of(words: tuple[str, ...]) -> Deed:
    """What a command without wrappers does."""
    if not words:
        return Deed.Other
    program, arguments = words[0], words[1:]
    if program in _FILES:
        return _FILES[program]
    deed = _by_name(program, arguments)
    return Deed.Other if deed is Deed.Tests and _DRY.intersection(arguments) else deed


def _by_name(program: str, arguments: tuple[str, ...]) -> Deed:
    plain = [word for word in _without_git_options(program, arguments) if not word.startswith(("-", "+"))]
    first = plain[0] if plain else ""
    if program in _SUBCOMMANDS and first in _SUBCOMMANDS[program]:
        deed = _SUBCOMMANDS[program][first]
        return Deed.Other if deed is Deed.Commit and "--dry-run" in arguments else deed
    if program in _TESTS:
        return Deed.Tests
    if program in _TYPE_CHECKS:
        return Deed.TypeCheck
    if program in _LINTS:
        return Deed.Lint
    if program == "node" and "--test" in arguments:
        return Deed.Tests
    if program in _TASK_RUNNERS and "-n" not in arguments:
        return _task(plain)
    return Deed.Other


def _without_git_options(program: str, arguments: tuple[str, ...]) -> tuple[str, ...]:
    """The arguments without git's own valued options (`git -C folder commit`)."""
    if program != "git":
        return arguments
    at = 0
    while at < len(arguments) and arguments[at].startswith("-"):
        at += 2 if arguments[at] in ("-C", "-c", "--git-dir", "--work-tree") else 1
    return arguments[at:]


def _task(plain: list[str]) -> Deed:
    """What a task runner runs: the first of its task names that says so."""
    tasks = plain[1:] if plain[:1] in (["run"], ["run-script"]) else plain
    tasks = [task.removeprefix(":") for task in tasks if "=" not in task]
    deeds = [deed for name in tasks for pattern, deed in _TASKS if pattern.fullmatch(name)]
    return min(deeds, key=NOTABLE.index, default=Deed.Other)


def operands(words: tuple[str, ...]) -> tuple[str, ...]:
    """The plain arguments of a file command: no options, nothing that the shell would still expand."""
    arguments = words[2:] if words[:1] == ("git",) else words[1:]
    return tuple(word for word in arguments if word and not word.startswith("-") and not re.search(r"[*?\[$`{~]", word))


def writes(command: Command) -> tuple[str, ...]:
    """The files that a command's output surely goes to: redirections, and the operands of `tee`."""
    tee = operands(command.words) if command.words[:1] == ("tee",) else ()
    plain = (path for path in (*command.writes, *tee) if path and not re.search(r"[*?$`{~]", path))
    return tuple(path for path in plain if not path.startswith(("/dev/", ">(", "<(")))
