"""What a command does, by the tables of `deeds`: its program, its subcommand, the task that a runner is given."""

import re
from itertools import pairwise

from tollens.plugins.sessions.shell.deeds import (
    ALIASES,
    ANYTHING,
    DRY,
    DRY_OF,
    ENVIRONMENTS,
    FILES,
    FIXING,
    FIXING_OF,
    FIXING_TASK,
    FORMATTERS,
    HOOKS,
    IDLE,
    LINTS,
    NOTABLE,
    SCRIPT_RUNNERS,
    SUBCOMMANDS,
    TASK_RUNNERS,
    TASKS,
    TEST_TASKS,
    TESTS,
    TYPE_CHECKS,
    Deed,
)
from tollens.plugins.sessions.words import names

_RUNNER_VALUED = names(
    "-C -f -d -F -p -x -pl -w -I -o -W --directory --file --project-dir --build-file --exclude-task --prefix "
    "--workspace --filter --cwd --dir --taskfile --justfile --working-directory"
)
"""Options of task runners that the next word belongs to."""


def deed_of(words: tuple[str, ...]) -> Deed:
    """What a command without wrappers does."""
    if not words:
        return Deed.Other
    program, arguments = words[0], words[1:]
    if program in FILES:
        return Deed.Other if "--help" in arguments else FILES[program]
    deed = _by_name(program, arguments)
    return Deed.Other if deed in _SERIOUS and _is_dry(program, arguments) else deed


def checks_only(words: tuple[str, ...]) -> bool:
    """Whether a command runs tests or a checker, or looks for what it would run, and is not told to change files.

    >>> [checks_only(tuple(line.split())) for line in ("ruff check", "ruff check --fix", "ruff format", "pytest --co")]
    [True, False, False, True]
    """
    program, arguments = words[0], words[1:]
    if _by_name(program, arguments) not in (Deed.Tests, Deed.TypeCheck, Deed.Lint):
        return False
    if _is_rewriting(program, arguments) or program in HOOKS:
        return False
    if FIXING.union(names(FIXING_OF.get(program, ""))).intersection(arguments):
        return False
    tasks = arguments if program in TASK_RUNNERS | SCRIPT_RUNNERS else ()
    return not any(FIXING_TASK.search(word) and "check" not in word for word in tasks)


_EVEN_NONE = names(
    "--passWithNoTests --passWithNoTests=true --pass-with-no-tests --no-tests=pass -fn --fail-never "
    "-Dmaven.test.failure.ignore -Dmaven.test.failure.ignore=true --suppress-tests-failed-exit-code "
    "--suppress-no-test-exit-code --failure-exit-code"
)
"""Options by which a tester ends well that ran no test, or whatever its tests found."""


def is_told_by_output(words: tuple[str, ...]) -> bool:
    """Whether a command that is called after tests may have run none and end well: its output has to show tests.

    >>> [is_told_by_output(words) for words in (("make", "check"), ("pytest",), ("jest", "--passWithNoTests"))]
    [True, False, True]
    """
    if words[:2] in (("bun", "test"), ("deno", "test")):
        words = words[2:]
    return words[:1] != () and (words[0] in ANYTHING or not _EVEN_NONE.isdisjoint(words))


_SEVERAL, _EACH = names("tox nox nx turbo lerna"), names("-r --recursive --workspaces --ws workspaces foreach")


def runs_several(words: tuple[str, ...]) -> bool:
    """Whether a command may run several testers, each with a summary of its own.

    >>> runs_several(("tox",)), runs_several(("pnpm", "-r", "test")), runs_several(("npm", "test"))
    (True, True, False)
    """
    if not words:
        return False
    return words[0] in _SEVERAL or (words[0] in SCRIPT_RUNNERS and not _EACH.isdisjoint(words))


_SERIOUS = frozenset({Deed.Tests, Deed.TypeCheck, Deed.Lint, Deed.Commit, Deed.Delete, Deed.Rename})


def _is_dry(program: str, arguments: tuple[str, ...]) -> bool:
    """Whether a command only shows what it would do, or succeeds whatever it finds."""
    program = ALIASES.get(program, program)
    plain = plain_arguments(program, arguments)
    phrases = (" ".join((program, *plain[:1])), " ".join((program, *plain[:2])))
    if DRY.intersection(arguments) or IDLE.intersection(phrases):
        return True
    if program == "make" and any(re.fullmatch(r"-[a-zA-Z]*[niqtp][a-zA-Z]*", word) for word in arguments):
        return True
    if _is_rewriting(program, arguments) or _leaves_out_tests(program, arguments):
        return True
    own = DRY_OF.get(program) or DRY_OF.get(phrases[0], "")
    return bool(names(own).intersection(arguments))


def _leaves_out_tests(program: str, arguments: tuple[str, ...]) -> bool:
    """Whether Gradle is told to leave its tests out."""
    pairs = pairwise(arguments) if program == "gradle" else ()
    return any(option in ("-x", "--exclude-task") and re.search(r"(?:^|:)test$", task) for option, task in pairs)


def _is_rewriting(program: str, arguments: tuple[str, ...]) -> bool:
    """Whether a command is a formatter that is not told to check only."""
    phrase = " ".join((program, *plain_arguments(program, arguments)[:1]))
    checking = FORMATTERS.get(program) or FORMATTERS.get(phrase)
    return checking is not None and not names(checking).intersection(arguments)


def _by_name(program: str, arguments: tuple[str, ...]) -> Deed:
    plain = plain_arguments(program, arguments)
    first = plain[0] if plain else ""
    if program in SUBCOMMANDS and first in SUBCOMMANDS[program]:
        return SUBCOMMANDS[program][first]
    if program in ENVIRONMENTS:
        return _environments(program, arguments)
    if program in TESTS:
        return Deed.Tests
    if program in TYPE_CHECKS:
        return Deed.TypeCheck
    if program in LINTS:
        return Deed.Lint
    if program in _INTERPRETERS:
        return _interpreted(program, arguments, plain)
    if program in SCRIPT_RUNNERS:
        return _task(program, _script_named(plain))
    if program == "deno":
        return _task(program, plain[1:2] if first == "task" else [])
    if program == "cmake":
        return _task(program, [value for option, value in pairwise(arguments) if option in ("--target", "-t")])
    if program == "zig":
        return _task(program, plain[1:] if first == "build" else [])
    return _task(program, plain) if program in TASK_RUNNERS else Deed.Other


_INTERPRETERS = names("node php ruby R Rscript julia clojure clj")
_TEST_FILE = re.compile(r"(?:.*/)?(?:test_[^/]*|[^/]*[._-](?:test|spec))\.(?:rb|php|m?js|ts)")
_TEST_CALL = re.compile(r"\b(?:testthat::test|devtools::test|Pkg\.test)|^-[MXT]\S*:test\b")


def _interpreted(program: str, arguments: tuple[str, ...], plain: list[str]) -> Deed:
    """What an interpreter is told to run: a tester or checker by its file, a file of tests, a call that tests."""
    if (program == "node" and "--test" in arguments) or any(map(_TEST_CALL.search, arguments)):
        return Deed.Tests
    if program == "php" and plain[:2] == ["artisan", "test"]:
        return Deed.Tests
    if program == "ruby" and plain and _TEST_FILE.fullmatch(plain[0]):
        return Deed.Tests
    name = re.sub(r"\.(?:m?js|cjs|php|phar)$", "", plain[0].rpartition("/")[2]) if plain else ""
    tables = ((TESTS, Deed.Tests), (TYPE_CHECKS, Deed.TypeCheck), (LINTS, Deed.Lint))
    return next((deed for table, deed in tables if name in table), Deed.Other)


def plain_arguments(program: str, arguments: tuple[str, ...]) -> list[str]:
    """The arguments that are no options and no values of options."""
    valued = _RUNNER_VALUED if program in TASK_RUNNERS | SCRIPT_RUNNERS else _GIT_VALUED if program == "git" else ()
    found: list[str] = []
    at = 0
    while at < len(arguments) and not (arguments[at] == "--" and found):
        if arguments[at] in valued and not (program == "git" and found):
            at += 1
        elif not arguments[at].startswith(("-", "+")):
            found.append(arguments[at])
        at += 1
    return found


_GIT_VALUED = names("-C -c --git-dir --work-tree")


def _script_named(plain: list[str]) -> list[str]:
    """The script that a package manager is told to run (`yarn workspace web run test`), if it is one."""
    if plain[:1] == ["workspace"] or plain[:2] == ["workspaces", "foreach"]:
        plain = plain[2:]
    return plain[1:2] if plain[:1] in (["run"], ["run-script"]) else plain[:1]


def _task(program: str, tasks: list[str]) -> Deed:
    """What a task runner runs: the most notable of its tasks."""
    pathed = program in _PATHED
    tasks = [task.rpartition(":")[2] if pathed or task[:1] == ":" else task for task in tasks if "=" not in task]
    if program in ("gradle", "gradlew") and any(map(_GRADLE_TEST.fullmatch, tasks)):
        return Deed.Tests
    deeds = [_of_task(task) for task in tasks]
    deeds += [Deed.Tests for task in tasks if program in TEST_TASKS.get(task, ())]
    return min(deeds, key=NOTABLE.index, default=Deed.Other)


_PATHED = names("nx mvn mvnw gradle gradlew")
"""Runners that write a task after the project or the plugin that it is of."""

_GRADLE_TEST = re.compile(r"test[A-Z]\w*|connected\w*Check|(?!assemble|compile|process|build|package|install)\w+Test")


def _of_task(task: str) -> Deed:
    return next((deed for pattern, deed in TASKS if pattern.fullmatch(task)), Deed.Other)


def _environments(program: str, arguments: tuple[str, ...]) -> Deed:
    """What tox and nox run: the most notable of the environments that are named; the tests where none is."""
    options = ENVIRONMENTS[program]
    named: list[str] = []
    taking = False
    for word in arguments:
        attached = next((word.removeprefix(option) for option in options if word.startswith(option)), None)
        if attached:
            named.extend(attached.removeprefix("=").split(","))
        elif taking and not word.startswith("-"):
            named.extend(word.split(","))
        taking = attached == "" or (taking and program == "nox" and not word.startswith("-"))
    deeds = [Deed.Tests if re.match(r"py(?:py)?[0-9.]*(?:-|$)", name) else _of_task(name) for name in named]
    return min(deeds, key=NOTABLE.index, default=Deed.Tests)
