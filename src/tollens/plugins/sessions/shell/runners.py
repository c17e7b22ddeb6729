"""What a command does, by tables of runners: which programs, subcommands and tasks check the work.

Options that make a checker not check (`--collect-only`, `--version`, `--exit-zero`) are respected. What is in no table
is an ordinary command.
"""

import enum
import re
from itertools import pairwise

from tollens.plugins.sessions.words import names


class Deed(enum.Enum):
    """What a command is there for, most notable first."""

    Tests = "tests"
    Commit = "commit"
    TypeCheck = "type check"
    Lint = "lint"
    Delete = "delete"
    Rename = "rename"
    Edit = "edit"
    Write = "write"
    Diff = "git diff"
    Status = "git status"
    Other = "other"


NOTABLE = tuple(Deed)
"""The deeds, the most notable first: in this order, one of several tasks of a runner stands for all."""

FILE_DEEDS = frozenset({Deed.Delete, Deed.Rename, Deed.Edit, Deed.Write, Deed.Commit, Deed.Diff, Deed.Status})
"""Deeds that are about the files of the project, wherever they are done."""


_TESTS = names(
    "pytest py.test tox nox nosetests nose2 unittest jest vitest mocha ava jasmine karma cypress rspec "
    "minitest phpunit pest ctest bats nextest gotestsum runtest prove busted behave cucumber robot tap ginkgo trial "
    "ward testcafe wtr web-test-runner elm-test newman"
)
_TYPE_CHECKS = names(
    "mypy pyright basedpyright pytype pyre ty tsc tsgo vue-tsc svelte-check flow phpstan psalm dialyzer"
)
_LINTS = names(
    "ruff flake8 pylint pycodestyle pydocstyle bandit eslint biome oxlint stylelint prettier black isort "
    "golangci-lint staticcheck shellcheck hadolint rubocop standardrb yamllint markdownlint "
    "codespell vulture import-linter lint-imports clippy xo standard ktlint detekt swiftlint clang-tidy cppcheck hlint "
    "actionlint tflint ansible-lint markdownlint-cli2 djlint revive luacheck"
)
_SUBCOMMANDS: dict[str, dict[str, Deed]] = {
    "go": {"test": Deed.Tests, "vet": Deed.Lint},
    "cargo": {
        "test": Deed.Tests,
        "t": Deed.Tests,
        "nextest": Deed.Tests,
        "insta": Deed.Tests,
        "llvm-cov": Deed.Tests,
        "tarpaulin": Deed.Tests,
        "check": Deed.TypeCheck,
        "clippy": Deed.Lint,
        "fmt": Deed.Lint,
    },
    "bun": {"test": Deed.Tests},
    "deno": {"test": Deed.Tests, "check": Deed.TypeCheck, "lint": Deed.Lint, "fmt": Deed.Lint},
    "dotnet": {"test": Deed.Tests},
    "swift": {"test": Deed.Tests},
    "mix": {"test": Deed.Tests, "credo": Deed.Lint, "dialyzer": Deed.TypeCheck, "format": Deed.Lint},
    "meson": {"test": Deed.Tests},
    "lein": {"test": Deed.Tests},
    "pdm": {"test": Deed.Tests},
    "ng": {"test": Deed.Tests, "lint": Deed.Lint},
    "hardhat": {"test": Deed.Tests},
    "anchor": {"test": Deed.Tests},
    "truffle": {"test": Deed.Tests},
    "scarb": {"test": Deed.Tests},
    "snforge": {"test": Deed.Tests},
    "detox": {"test": Deed.Tests},
    "maestro": {"test": Deed.Tests},
    "xcodebuild": {"test": Deed.Tests, "test-without-building": Deed.Tests},
    "django-admin": {"test": Deed.Tests},
    "django": {"test": Deed.Tests},
    "sqlfluff": {"lint": Deed.Lint},
    "next": {"lint": Deed.Lint},
    "buf": {"lint": Deed.Lint},
    "helm": {"lint": Deed.Lint},
    "terraform": {"validate": Deed.Lint},
    "srb": {"tc": Deed.TypeCheck},
    "astro": {"check": Deed.TypeCheck},
    "pre-commit": {"run": Deed.Lint},
    "prek": {"run": Deed.Lint},
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
    "make gmake ninja just task mise rake rails gradle gradlew mvn mvnw hatch invoke inv nx turbo lerna"
)
"""Programs whose arguments are tasks."""

_ANYTHING = names("make gmake ninja cmake just task mise invoke inv")
"""Those of them whose tasks may be anything: that tests were run is told by what they print."""

_SCRIPT_RUNNERS = names("npm yarn pnpm bun composer")
"""Programs whose first argument is a script, and what follows is for the script, or names a package."""

_NO_TEST = (
    "(?:clean|setup|install|deps|data|fixtures?|build|compile|types?|lint|watch|server|up|down|db|env|images?|gen)"
)
_TASKS = (
    (re.compile(rf"(?:run-?)?(?:unit|integration|e2e)?[-_:]?(?:tests?|spec)(?:[-_:.](?!{_NO_TEST}\b).*)?"), Deed.Tests),
    (re.compile(r"(?:type-?_?checks?|types?|tsc|mypy)(?:[-_:].*)?|check[-_:]types?"), Deed.TypeCheck),
    (re.compile(r"(?:lint|style)(?:[-_:].*)?|(?:format|fmt)[-_:]check|check[-_:](?:format|fmt|style)"), Deed.Lint),
)
_TEST_TASKS = {"check": _TASK_RUNNERS, "verify": _TASK_RUNNERS, "t": _SCRIPT_RUNNERS, "tst": _SCRIPT_RUNNERS}
"""Names that stand for the tests with some runners only."""

_ENVIRONMENTS = {"tox": ("-e", "--env"), "nox": ("-s", "-e", "--sessions", "--session")}
"""How runners of environments are told which of them to run."""

_DRY = names(
    "--collect-only --co --version --help -h -V --list --listTests --list-tests --fixtures --fixtures-per-test "
    "--no-run --dry-run --showConfig --show-config --setup-plan --setup-only --markers --cache-show --show-only "
    "--init --print-config --clearCache --exit-zero --no-fail --if-present"
)
"""Options with which a program checks nothing, or succeeds whatever it finds."""

_DRY_OF = {
    "make": "-n --just-print --recon -q --question -t --touch -i --ignore-errors -p --print-data-base",
    "just": "-n -l -s --show --summary --dump --evaluate",
    "task": "-n --dry -l -a --list-all --summary",
    "rake": "-n -T --tasks -P --prereqs -D -W",
    "gradle": "-m",
    "mvn": "-DskipTests -DskipTests=true -Dmaven.test.skip -Dmaven.test.skip=true",
    "invoke": "-l --dry",
    "turbo": "--dry --dry=json",
    "ctest": "-N",
    "go test": "-c -list",
    "tox": "-l -a --listenvs -n --notest",
    "nox": "-l",
    "tsc": "-v",
    "git rm": "-n --cached",
    "git mv": "-n",
}
_ALIASES = {"gmake": "make", "gradlew": "gradle", "mvnw": "mvn", "inv": "invoke"}

_IDLE = frozenset(
    f"{program} {first}"
    for program, firsts in {
        "cypress": "open install verify version info cache",
        "vitest": "list init bench",
        "karma": "init completion stop",
        "tox": "list l config c devenv d quickstart",
        "ruff": "rule config linter clean server version help analyze",
        "ty": "server version help",
        "flow": "stop server start init ls version",
        "pyre": "init stop kill servers",
        "golangci-lint": "linters cache config help version completion formatters fmt",
        "biome": "init migrate rage version start stop explain",
        "cargo nextest": "list archive self show-config",
        "hatch": "env",
        "nx": "show graph",
        "mise": "use install tasks",
        "swift test": "list",
    }.items()
    for first in firsts.split()
)
"""Programs that check, with a first word with which they do not."""

_FORMATTERS = {
    "black": "--check", "isort": "--check --check-only -c", "prettier": "--check -c -l --list-different",
    "ruff format": "--check --diff", "cargo fmt": "--check", "deno fmt": "--check",
    "mix format": "--check-formatted",
}  # fmt: skip
"""Formatters, with the options that make them check and not rewrite."""

_FIXING = names(
    "--fix --fix-only --unsafe-fixes --write --in-place --inplace --autocorrect --autocorrect-all --auto-correct "
    "--auto-correct-all --apply --apply-unsafe --update-snapshot --updateSnapshot --update --snapshot-update --bless "
    "--force-regen --regen-all --install-types"
)
"""Options with which a program that checks writes files as well."""

_FIXING_OF = {
    "rubocop": "-a -A",
    "jest": "-u",
    "vitest": "-u",
    "prettier": "-w",
    "biome": "--write",
    "tsc": "--build -b",
    "clang-tidy": "-fix -fix-errors",
    "ktlint": "-F --format",
}
_HOOKS = names("pre-commit prek")
"""Programs whose hooks check, and may rewrite what they check."""

_FIXING_TASK = re.compile(r"(?:^|[-_:.])(?:fix|write|update|format|fmt)(?:$|[-_:.])")
_FILES = {"rm": Deed.Delete, "rmdir": Deed.Delete, "unlink": Deed.Delete, "mv": Deed.Rename}

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
    if program in _FILES:
        return Deed.Other if "--help" in arguments else _FILES[program]
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
    if _is_rewriting(program, arguments) or program in _HOOKS:
        return False
    if _FIXING.union(names(_FIXING_OF.get(program, ""))).intersection(arguments):
        return False
    tasks = arguments if program in _TASK_RUNNERS | _SCRIPT_RUNNERS else ()
    return not any(_FIXING_TASK.search(word) and "check" not in word for word in tasks)


_EVEN_NONE = names("--passWithNoTests --passWithNoTests=true --pass-with-no-tests --no-tests=pass")
"""Options by which a tester ends well that ran no test."""


def is_told_by_output(words: tuple[str, ...]) -> bool:
    """Whether a command that is called after tests may have run none and end well: its output has to show tests.

    >>> [is_told_by_output(words) for words in (("make", "check"), ("pytest",), ("jest", "--passWithNoTests"))]
    [True, False, True]
    """
    return words[:1] != () and (words[0] in _ANYTHING or not _EVEN_NONE.isdisjoint(words))


_SEVERAL, _EACH = names("tox nox nx turbo lerna"), names("-r --recursive --workspaces --ws workspaces foreach")


def runs_several(words: tuple[str, ...]) -> bool:
    """Whether a command may run several testers, each with a summary of its own.

    >>> runs_several(("tox",)), runs_several(("pnpm", "-r", "test")), runs_several(("npm", "test"))
    (True, True, False)
    """
    if not words:
        return False
    return words[0] in _SEVERAL or (words[0] in _SCRIPT_RUNNERS and not _EACH.isdisjoint(words))


_SERIOUS = frozenset({Deed.Tests, Deed.TypeCheck, Deed.Lint, Deed.Commit, Deed.Delete, Deed.Rename})


def _is_dry(program: str, arguments: tuple[str, ...]) -> bool:
    """Whether a command only shows what it would do, or succeeds whatever it finds."""
    program = _ALIASES.get(program, program)
    plain = plain_arguments(program, arguments)
    phrases = (" ".join((program, *plain[:1])), " ".join((program, *plain[:2])))
    if _DRY.intersection(arguments) or _IDLE.intersection(phrases):
        return True
    if program == "make" and any(re.fullmatch(r"-[a-zA-Z]*[niqtp][a-zA-Z]*", word) for word in arguments):
        return True
    if _is_rewriting(program, arguments):
        return True
    own = _DRY_OF.get(program) or _DRY_OF.get(phrases[0], "")
    return bool(names(own).intersection(arguments))


def _is_rewriting(program: str, arguments: tuple[str, ...]) -> bool:
    """Whether a command is a formatter that is not told to check only."""
    phrase = " ".join((program, *plain_arguments(program, arguments)[:1]))
    checking = _FORMATTERS.get(program) or _FORMATTERS.get(phrase)
    return checking is not None and not names(checking).intersection(arguments)


def _by_name(program: str, arguments: tuple[str, ...]) -> Deed:
    plain = plain_arguments(program, arguments)
    first = plain[0] if plain else ""
    if program in _SUBCOMMANDS and first in _SUBCOMMANDS[program]:
        return _SUBCOMMANDS[program][first]
    if program in _ENVIRONMENTS:
        return _environments(program, arguments)
    if program in _TESTS:
        return Deed.Tests
    if program in _TYPE_CHECKS:
        return Deed.TypeCheck
    if program in _LINTS:
        return Deed.Lint
    if program in _INTERPRETERS:
        return _interpreted(program, arguments, plain)
    if program in _SCRIPT_RUNNERS:
        return _task(program, _script_named(plain))
    if program == "deno":
        return _task(program, plain[1:2] if first == "task" else [])
    if program == "cmake":
        return _task(program, [value for option, value in pairwise(arguments) if option in ("--target", "-t")])
    if program == "zig":
        return _task(program, plain[1:] if first == "build" else [])
    return _task(program, plain) if program in _TASK_RUNNERS else Deed.Other


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
    tables = ((_TESTS, Deed.Tests), (_TYPE_CHECKS, Deed.TypeCheck), (_LINTS, Deed.Lint))
    return next((deed for table, deed in tables if name in table), Deed.Other)


def plain_arguments(program: str, arguments: tuple[str, ...]) -> list[str]:
    """The arguments that are no options and no values of options."""
    valued = _RUNNER_VALUED if program in _TASK_RUNNERS | _SCRIPT_RUNNERS else _GIT_VALUED if program == "git" else ()
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
    deeds += [Deed.Tests for task in tasks if program in _TEST_TASKS.get(task, ())]
    return min(deeds, key=NOTABLE.index, default=Deed.Other)


_PATHED = names("nx mvn mvnw gradle gradlew")
"""Runners that write a task after the project or the plugin that it is of."""

_GRADLE_TEST = re.compile(r"test[A-Z]\w*|connected\w*Check|(?!assemble|compile|process|build|package|install)\w+Test")


def _of_task(task: str) -> Deed:
    return next((deed for pattern, deed in _TASKS if pattern.fullmatch(task)), Deed.Other)


def _environments(program: str, arguments: tuple[str, ...]) -> Deed:
    """What tox and nox run: the most notable of the environments that are named; the tests where none is."""
    options = _ENVIRONMENTS[program]
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
