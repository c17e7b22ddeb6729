"""What commands are there for, as tables: which programs, subcommands and tasks check the work, and which do not.

Options that make a checker not check (`--collect-only`, `--version`, `--exit-zero`) stand here as well. What is in no
table is an ordinary command.
"""

import enum
import re

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


TESTS = names(
    "pytest py.test tox nox nosetests nose2 unittest jest vitest mocha ava jasmine karma cypress rspec "
    "minitest phpunit pest ctest bats nextest gotestsum runtest prove busted behave cucumber robot tap ginkgo trial "
    "ward testcafe wtr web-test-runner elm-test newman"
)
TYPE_CHECKS = names(
    "mypy pyright basedpyright pytype pyre ty tsc tsgo vue-tsc svelte-check flow phpstan psalm dialyzer"
)
LINTS = names(
    "ruff flake8 pylint pycodestyle pydocstyle bandit eslint biome oxlint stylelint prettier black isort "
    "golangci-lint staticcheck shellcheck hadolint rubocop standardrb yamllint markdownlint "
    "codespell vulture import-linter lint-imports clippy xo standard ktlint detekt swiftlint clang-tidy cppcheck hlint "
    "actionlint tflint ansible-lint markdownlint-cli2 djlint revive luacheck"
)
SUBCOMMANDS: dict[str, dict[str, Deed]] = {
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
TASK_RUNNERS = names(
    "make gmake ninja just task mise rake rails gradle gradlew mvn mvnw hatch invoke inv nx turbo lerna"
)
"""Programs whose arguments are tasks."""

SCRIPT_RUNNERS = names("npm yarn pnpm bun composer")
"""Programs whose first argument is a script, and what follows is for the script, or names a package."""

ANYTHING = names("make gmake ninja cmake just task mise invoke inv nx turbo lerna deno") | SCRIPT_RUNNERS
"""Those whose tasks and scripts may be anything: that tests were run is told by what they print."""

_NO_TEST = (
    "(?:clean|setup|install|deps|data|fixtures?|build|compile|types?|lint|watch|server|up|down|db|env|images?|gen)"
)
TASKS = (
    (re.compile(rf"(?:run-?)?(?:unit|integration|e2e)?[-_:]?(?:tests?|spec)(?:[-_:.](?!{_NO_TEST}\b).*)?"), Deed.Tests),
    (re.compile(r"(?:type-?_?checks?|types?|tsc|mypy)(?:[-_:].*)?|check[-_:]types?"), Deed.TypeCheck),
    (re.compile(r"(?:lint|style)(?:[-_:].*)?|(?:format|fmt)[-_:]check|check[-_:](?:format|fmt|style)"), Deed.Lint),
)
TEST_TASKS = {"check": TASK_RUNNERS, "verify": TASK_RUNNERS, "t": SCRIPT_RUNNERS, "tst": SCRIPT_RUNNERS}
"""Names that stand for the tests with some runners only."""

ENVIRONMENTS = {"tox": ("-e", "--env"), "nox": ("-s", "-e", "--sessions", "--session")}
"""How runners of environments are told which of them to run."""

DRY = names(
    "--collect-only --co --version --help -h -V --list --listTests --list-tests --fixtures --fixtures-per-test "
    "--no-run --dry-run --showConfig --show-config --setup-plan --setup-only --markers --cache-show --show-only "
    "--init --print-config --clearCache --exit-zero --no-fail --if-present"
)
"""Options with which a program checks nothing, or succeeds whatever it finds."""

DRY_OF = {
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
ALIASES = {"gmake": "make", "gradlew": "gradle", "mvnw": "mvn", "inv": "invoke"}

IDLE = frozenset(
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

FORMATTERS = {
    "black": "--check", "isort": "--check --check-only -c", "prettier": "--check -c -l --list-different",
    "ruff format": "--check --diff", "cargo fmt": "--check", "deno fmt": "--check",
    "mix format": "--check-formatted",
}  # fmt: skip
"""Formatters, with the options that make them check and not rewrite."""

FIXING = names(
    "--fix --fix-only --unsafe-fixes --write --in-place --inplace --autocorrect --autocorrect-all --auto-correct "
    "--auto-correct-all --apply --apply-unsafe --update-snapshot --updateSnapshot --update --snapshot-update --bless "
    "--force-regen --regen-all --install-types"
)
"""Options with which a program that checks writes files as well."""

FIXING_OF = {
    "rubocop": "-a -A",
    "jest": "-u",
    "vitest": "-u",
    "prettier": "-w",
    "biome": "--write",
    "tsc": "--build -b",
    "clang-tidy": "-fix -fix-errors",
    "ktlint": "-F --format",
}
HOOKS = names("pre-commit prek")
"""Programs whose hooks check, and may rewrite what they check."""

FIXING_TASK = re.compile(r"(?:^|[-_:.])(?:fix|write|update|format|fmt)(?:$|[-_:.])")
FILES = {"rm": Deed.Delete, "rmdir": Deed.Delete, "unlink": Deed.Delete, "mv": Deed.Rename}
