"""How the checks of a shell line ended: never more than its status and its output bear out."""

import pytest

from tollens.plugins.sessions.assembly.extracts import left
from tollens.plugins.sessions.assembly.verdicts import CHECKS, Verdicts, outcome, read_line
from tollens.plugins.sessions.assembly.withholding import result_without
from tollens.plugins.sessions.events import Result, Shell

GOOD, BAD = "=== 5 passed in 0.1s ===", "=== 1 failed, 4 passed in 0.1s ==="


def verdicts(line: str, status: int | None, output: str, withheld: bool = False) -> list[str]:
    """The verdict on each check of a line."""
    shell = Shell(line)
    result = Result(output, failed=bool(status), status=status)
    read = read_line(shell)
    found = Verdicts(read, shell, result_without(result, shell) if withheld else result)
    return [found.judged(step, found.ended(step)).verdict for step in read.steps if step.deed in CHECKS]


LINES = [
    # the status is that of the tester
    ("pytest", 0, GOOD, "passed"),
    ("pytest", 0, BAD, "unknown"),
    ("pytest", 1, BAD, "failed"),
    ("pytest", 1, GOOD, "unknown"),
    ("pytest", None, GOOD, "passed"),
    ("pytest", None, BAD, "failed"),
    ("cd x && env A=1 uv run pytest", 0, GOOD, "passed"),
    ("cd x && pytest", 1, "", "unknown"),
    ("! pytest", 0, BAD, "failed"),
    ("if ! pytest; then exit 1; fi", 0, "", "passed"),
    ("docker compose run --rm web pytest -q", 1, BAD, "failed"),
    ("yarn jest", 0, "", "passed"),
    ("pnpm run vitest run", 1, "", "failed"),
    # it is not
    ("pytest | tail", 0, "", "unknown"),
    ("pytest | tail", 0, BAD, "failed"),
    ("pytest || true", 0, GOOD, "passed"),
    ("pytest || true", 0, "", "unknown"),
    ("pytest & wait", 0, "", "unknown"),
    ("ls | xargs pytest", 0, GOOD, "unknown"),
    ("for f in a b; do pytest $f; done", 0, GOOD, "unknown"),
    ("set -o pipefail; pytest | tail", 0, "", "passed"),
    ("bash -o pipefail -c 'pytest | tail'", 0, "", "passed"),
    ("bash -ec 'ls x; pytest'", 1, "", "unknown"),
    ("sh -e <<'E'\nls x\npytest\nE", 1, "", "unknown"),
    # it was stopped
    ("timeout 9 pytest", 124, GOOD, "unknown"),
    ("pytest", 130, GOOD, "unknown"),
    ("pytest", 137, "", "unknown"),
    ("ruff check .", 143, "", "unknown"),
    ("pytest", 139, "", "failed"),
    # what is run may be anything
    ("npm test", 0, "", "unknown"),
    ("npm test", 0, "Tests:       5 passed, 5 total", "passed"),
    ("npm run test:unit", 0, "PASS src/a.test.js", "passed"),
    ("bun test", 0, "", "passed"),
    ("mvn -fn test", 0, "[INFO] BUILD SUCCESS", "unknown"),
    ("mvn test -Dmaven.test.failure.ignore=true", 0, "", "unknown"),
    # a checker says what it found
    ("npm run lint", 0, "✖ 3 problems (3 errors, 0 warnings)", "unknown"),
    ("npm run lint", 0, "✖ 3 problems (0 errors, 3 warnings)", "passed"),
    ("npm run lint", 0, "", "passed"),
    ("npm run typecheck", 0, "\x1b[31msrc/a.ts(1,2): error TS2304: Cannot find name\x1b[0m", "unknown"),
    ("make lint", 0, "Found 3 errors.", "unknown"),
    ("ruff check --fix .", 0, "Found 3 errors (3 fixed, 0 remaining).", "passed"),
    ("mypy .", 1, "Found 3 errors in 1 file", "failed"),
    ("pyright", 0, "0 errors, 0 warnings, 0 informations", "passed"),
    # whose words they are
    ("pytest > log 2>&1; tail -3 log", 0, BAD, "failed"),
    ("pytest > log 2>&1; tail -3 log", 0, GOOD, "passed"),
    ("pytest > log 2>&1; cat other", 0, BAD, "unknown"),
    ("pytest >> log 2>&1; tail log", 0, GOOD, "unknown"),
    ("pytest > log; cd x; tail log", 0, GOOD, "unknown"),
    ("pytest > log; cp old log; tail log", 0, GOOD, "unknown"),
    ("pytest | tail -2; git diff", 0, "--- FAIL: x", "unknown"),
    ("pytest | tail -2; cat notes.md", 0, BAD, "unknown"),
    ("python x.py; pytest | tail", 0, BAD, "unknown"),
    ("(cd web && pytest) 2>&1 | tail -20", 0, BAD, "failed"),
    ("{ pytest; } | grep -E 'passed|failed' | head -n 5", 0, BAD, "failed"),
    ("pytest | cat last.txt", 0, BAD, "unknown"),
    ("pytest | grep failed last.txt", 0, BAD, "unknown"),
    ("pytest | python summary.py", 0, BAD, "unknown"),
    ("pytest; (cat notes.md) | tail", 0, BAD, "unknown"),
    ("npm ci && pytest | tail", 0, BAD, "failed"),
    ("npm ci; pytest | tail", 0, "npm ERR! x", "unknown"),
    ("git stash; pytest | tail; git stash pop", 0, BAD, "failed"),
    ("pytest -q && echo PASS || echo FAIL", 0, f"{BAD}\nFAIL", "failed"),
    ("pytest | tail -1; echo FAILED tests:", 0, "FAILED tests:", "unknown"),
    # the line asks for the status itself
    ('pytest; echo "EXIT: $?"', 0, f"{GOOD}\nEXIT: 1", "unknown"),
    ('pytest; echo "EXIT: $?"', 0, f"{BAD}\nEXIT: 1", "failed"),
    ('pytest; echo "EXIT: $?"', 0, "EXIT: 0", "passed"),
    ('pytest; echo "EXIT: $?"', 0, "EXIT: 0\nEXIT: 1", "unknown"),
    ("pytest; echo $?", 0, "3", "failed"),
    ("pytest; echo $?", 0, "137", "unknown"),
    ("pytest | tail; echo $?", 0, "0", "unknown"),
    ("pytest | tail; echo ${PIPESTATUS[0]}", 0, "0", "passed"),
    ("pytest | tail; echo $PIPESTATUS ${PIPESTATUS[1]}", 0, "1 0", "failed"),
    ("cd x && pytest; echo exit=$?", 0, "exit=0", "passed"),
    ("cd x && pytest; echo exit=$?", 0, "exit=1", "unknown"),
    ("pytest > log; rc=$?; tail log; echo rc=$rc", 0, "rc=2", "failed"),
    ("pytest > log; rc=$?; tail log; exit $rc", 1, "", "failed"),
    ("pytest > log; rc=$?; rc=0; exit $rc", 0, "", "unknown"),
    ("pytest | tee log; exit ${PIPESTATUS[0]}", 0, "", "passed"),
    ("pytest | tee log; exit ${PIPESTATUS[0]}", 3, "", "failed"),
    ("pytest & echo $?", 0, "0", "unknown"),
    ("for f in a; do pytest; echo $?; done", 0, "0", "unknown"),
    ("set -e; pytest; echo $?", 1, "0", "unknown"),
    ("pytest; echo '$?'", 0, "0", "unknown"),
    ("pytest; echo $? $other", 0, "0 1", "unknown"),
    ("pytest; echo $? > x", 0, "0", "unknown"),
    ("pytest; echo $? | cat", 0, "0", "unknown"),
    ("pytest; echo -n $?", 0, "0", "unknown"),
    (f"pytest; echo {'$?' * 200}", 0, "0" * 9_000 + "x", "unknown"),
    ("pytest; echo $?$?", 0, "00", "passed"),
]


@pytest.mark.parametrize("withheld", [False, True])
@pytest.mark.parametrize(("line", "status", "output", "verdict"), LINES)
def test_the_verdict_on_a_check(line: str, status: int | None, output: str, verdict: str, withheld: bool) -> None:
    assert verdicts(line, status, output, withheld) == [verdict]


def test_each_check_of_a_line_has_the_status_that_the_line_printed_for_it() -> None:
    line = 'ruff check .; echo "ruff: $?"; mypy .; echo "mypy: $?"'
    assert verdicts(line, 0, "ruff: 0\nx.py:1: error\nmypy: 1") == ["passed", "failed"]


def test_an_output_of_which_nothing_is_known_answers_nothing() -> None:
    shell = Shell("pytest; echo $?")
    read = read_line(shell)
    found = Verdicts(read, shell, Result(left("0"), status=0))
    assert [found.ended(step).success for step in read.steps] == [None]


@pytest.mark.parametrize(
    "line",
    [
        "echo pytest", "grep pytest x", "which ruff", "cat <<EOF\npytest\nEOF", "cat > x.sh <<'EOF'\npytest\nEOF",
        "git commit -m 'ran pytest'", "pytest --collect-only", "cargo test --no-run", "gradle build -x test",
        "gradle check -x :app:test", "fish -c pytest", "pwsh -c pytest", "X=$(pytest)", "python - <<'EOF'\npytest\nEOF",
    ],
)  # fmt: skip
def test_what_only_names_a_check_is_none(line: str) -> None:
    assert verdicts(line, 0, GOOD) == []
    assert outcome(line, 0, "") == ("passed", 0)
