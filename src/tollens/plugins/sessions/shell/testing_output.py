"""What testers print, the counts and the marks of failure in their output, and what git prints of a commit.

Reads the summaries of the common runners. Printed failures are failures whatever the exit status says; printed
passes count only as far as they are a complete summary, because a pipe may have cut the rest.
"""

import re
from typing import Literal

import msgspec

from tollens.plugins.sessions.shell.summaries import summaries

Verdict = Literal["passed", "failed", "unknown"]

LIMIT = 2_000_000
"""Most characters of an output that are read: its end, where summaries stand."""


class Printed(msgspec.Struct, frozen=True):
    """What an output says about tests.

    Attributes:
        passed, failed: Counts, `None` where none is printed.
        failing: Something in it says that a test or the run failed.
        complete: It has a summary of a whole run.
        empty: It says that no test ran.
        some: It says that tests ran.
        absent: It says that the tester could not be started.
        stopped: It says that the run was stopped before its end, and of no failure.
    """

    passed: int | None = None
    failed: int | None = None
    failing: bool = False
    complete: bool = False
    empty: bool = False
    some: bool = False
    absent: bool = False
    stopped: bool = False


_ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b\n]*(?:\x07|\x1b\\)?|[ -/]?[0-Z\\^-~])")
"""What colours a text or moves about on a terminal."""

# What stands at the beginning of a line is looked for behind a line break, and a text is given one before its first
# line: a pattern that begins with a letter is found several times as fast as one that begins with `^`.


def plain(text: str) -> str:
    r"""An output without colours; what was written over on its line stands on a line of its own.

    >>> plain("\x1b[31m1 failed\x1b[0m\r\n"), plain("1/2\r2/2")
    ('1 failed\n', '1/2\n2/2')
    """
    if "\x1b" in text:
        text = _ESCAPES.sub("", text)
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


_COUNTS = re.compile(
    r"(?P<before>\b\d{1,9})\s(?:tests?\s)?(?P<word>passed|passing|failed|failing|failures?|errors?|pass|fail|successes)\b"
    r"|(?P<name>\b(?:Passed|Failed|Failures|Errors|failures|errors|pass|fail))\s{0,3}[:=]?\s{1,12}(?P<after>\d{1,9})\b"
    r"|(?P<equal>\b(?:failures|errors|failed|passed))=(?P<value>\d{1,9})"
)
_FAILING = re.compile(
    r"\n(?:--- FAIL:|FAIL(?:ED)?\b|not ok\b|test result: FAILED|error: test failed|BUILD FAILURE|BUILD FAILED"
    r"|make: \*\*\* |make\[\d+\]: \*\*\* |make: \[[^\]\n]*\] Error \d|npm ERR! "
    r"|npm error (?:code|command failed|Lifecycle)"
    r"| ?ELIFECYCLE|ERR_PNPM_RECURSIVE|error Command failed with exit code|error: script \"[^\"\n]*\" exited with code"
    r"|Result: FAIL\b|Some tests failed\.|[^\S\n]*[✘✖] |Test run with \d+ tests? failed"
    r"|[ \t]*ERROR {1,3}run failed|Failed:[ \t]+\S+#|[ \t]*evaluation failed"
    r"|ERROR: Coverage failure|(?:#|ℹ) cancelled [1-9]"
    r"|nox > .* failed\.$|\[  FAILED  \] |> Task \S+ FAILED|FAILURE: Build failed)",
    re.MULTILINE,
)
_FAILING_WITHIN = re.compile(r"\([1-9]\d* FAILED\)|\b[1-9]\d* subtests failed\b|\"Action\":\"fail\"")
_NEEDED_WITHIN = (" FAILED)", " subtests failed", '"Action":"fail"')
"""The same, anywhere in a line, and what it needs, which is found much faster."""
_STOPPED = re.compile(r"\n!+ .*(?:KeyboardInterrupt|Interrupted|Exit: ).*!+$", re.MULTILINE)
_TROUBLE = re.compile(r"\n(?:E   \w|[ \t]*✕ |[ \t]*✗ |Traceback \(most recent call last\):|panic: )", re.MULTILINE)
"""Marks that a passing run may print as well: they count where no summary says otherwise."""
_SUMMARY = re.compile(
    r"^=*[ \t]?(?:\d+ (?:passed|failed|skipped|xfailed|xpassed|deselected|warnings?|errors?)(?:, )?)+"
    r"(?: in [\d.:]+.*)?=*[ \t]*$"
    r"|^Tests:[ \t].*\btotal\b|^[ \t]*Tests[ \t]+.*\(\d+\)[ \t]*$"
    r"|^[ \t]*\d+ (?:passing|examples?,)|^Ran \d+ tests? in\b"
    r"|^(?:#|ℹ) fail \d|^[ \t]*\d+ fail[ \t]*$|^Tests run: \d+|^Passed!|^Failed!",
    re.MULTILINE,
)
_EMPTY = re.compile(
    r"(?i)\bno tests? (?:ran|found|to run|were|files|executed)\b|\bno tests$|\bRan 0 tests\b|\bcollected 0 items\b"
    r"|\b0 total\b|\brunning 0 tests\b|\b0 (?:passing|examples)\b|^# tests 0$|\b(?:Executed|Total) (?:tests: )?0\b"
    r"|^> Task \S*[tT]est\S* NO-SOURCE$|^\[INFO\] Tests are skipped\.|^No test is available in |\b0 scenarios\b"
    r"|^Tests run: 0\b|^=*[ \t]?(?:\d+ (?:skipped|deselected|warnings?)(?:, )?)+ in [\d.:]+",
    re.MULTILINE,
)
_SOME = re.compile(
    r"^ok[ \t]+(?!\||.*\[no tests to run\])|^--- PASS: |^Result: PASS|^test result: ok\. [1-9]|^\d+ tests? completed"
    r"|\bTests run: [1-9]|\bExecuted [1-9]|\b[1-9]\d* (?:xfailed|xpassed)\b|\bexpected failures=[1-9]"
    r"|^PASS[ \t]+\S|^\[  PASSED  \] [1-9]",
    re.MULTILINE,
)
_ABSENT = re.compile(
    r"^\S*python\S*: No module named |: command not found$|^error: Failed to spawn: |[Mm]issing script: "
    r"|^make: \*\*\* No rule to make target |could not determine executable to run$|^pytest: error: |^ERROR: usage: "
    r"|^error: Script not found |^error Command \"[^\"\n]*\" not found|^Command not found: ",
    re.MULTILINE,
)
"""What is printed where there is no tester, or one that does not understand how it is called."""
_OF_FILES = re.compile(r"[ \t]*(?:Test Files|Test Suites|Snapshots|Suites)\b")
"""Lines that count files or suites of tests."""

_PER_MODULE = (
    (re.compile(r"\n(?:\[\w+\] )?Tests run: \d"), "BUILD SUCCESS"),
    (re.compile(r"\n\[\w+\] (?:Tests: succeeded|Passed: Total) \d"), "[success]"),
)
"""Summaries that Maven and sbt print for each module, and what they print where all went well."""

_GOOD = frozenset({"passed", "passing", "pass", "successes"})


def read_output(text: str) -> Printed:
    """What the output of a test run says.

    >>> found = read_output("== 1 failed, 4 passed in 0.1s ==")
    >>> found.passed, found.failed, found.complete
    (4, 1, True)
    >>> read_output("all fine").complete
    False
    """
    text = f"\n{plain(text[-LIMIT:])}"
    told = summaries(text)
    passed, failed = (told.passed, told.failed) if told else _loose_counts(text)
    summary = told is not None or bool(_SUMMARY.search(text))
    stopped = not failed and bool(_STOPPED.search(text))
    if stopped or (told and any(each.search(text) and end not in text for each, end in _PER_MODULE)):
        summary = False
    some = bool(passed) or bool(_SOME.search(text))
    return Printed(
        passed=passed,
        failed=failed,
        failing=bool(failed)
        or bool(_FAILING.search(text))
        or bool(any(needed in text for needed in _NEEDED_WITHIN) and _FAILING_WITHIN.search(text))
        or (not (summary and passed) and bool(_TROUBLE.search(text))),
        complete=summary,
        empty=not failed and not some and (passed == 0 or bool(_EMPTY.search(text))),
        some=some,
        absent=passed is None and failed is None and not some and bool(_ABSENT.search(text)),
        stopped=stopped,
    )


def _loose_counts(text: str) -> tuple[int | None, int | None]:
    """The counts in the output of a runner whose summary is in no table."""
    passed: int | None = None
    failed: int | None = None
    for line in text.split("\n"):
        if _OF_FILES.match(line):
            continue
        for found in _COUNTS.finditer(line):
            word = (found["word"] or found["name"] or found["equal"]).lower()
            count = int(found["before"] or found["after"] or found["value"])
            if word in _GOOD:
                passed = (passed or 0) + count
            elif (
                not word.startswith("error") or found["equal"] or re.search(r"\bpassed\b|\bfailed\b| in [\d.]+s", line)
            ):
                failed = (failed or 0) + count
    return passed, failed


_COMMITTED = re.compile(r"\n\[([^\]\n]{1,200}?) (?:\(root-commit\) )?([0-9a-f]{7,40})\] (.*)$", re.MULTILINE)


def commits_in(text: str) -> tuple[tuple[str, str, str], ...]:
    """The commits that an output of git says were made: branch, hash and subject.

    >>> commits_in("[main 4f2a9c1] Add limits")
    (('main', '4f2a9c1', 'Add limits'),)
    """
    return tuple((found[1], found[2], found[3]) for found in _COMMITTED.finditer(f"\n{plain(text)}"))


_COMPLAINS = re.compile(
    r"^Found [1-9]\d* errors?(?! \([^)\n]*\b0 remaining\))\b|^[1-9]\d* errors?, \d+ warnings?|\berror TS\d{3,5}: "
    r"|^[ \t]*✖ \d+ problems? \([1-9]\d* errors?|^error(?:\[E\d+\])?: could not compile|^[1-9]\d* issues?:$"
    r"|^[1-9]\d* files? would be reformatted|Code style issues? (?:were )?found in",
    re.MULTILINE,
)


def complains(text: str) -> bool:
    """Whether the output of a linter or type checker says that it found something.

    >>> complains("Found 3 errors in 1 file (checked 9)"), complains("Found 3 errors (3 fixed, 0 remaining).")
    (True, False)
    """
    return _COMPLAINS.search(plain(text[-LIMIT:])) is not None


class Seen(msgspec.Struct, frozen=True):
    """What an output shows: of tests, commits, the statuses that the line asks for, and of what checkers found."""

    printed: Printed
    commits: tuple[tuple[str, str, str], ...]
    answers: tuple[tuple[int, ...] | None, ...] = ()
    complains: bool = False


NOTHING_SEEN = Seen(Printed(), ())
"""What an output shows that nobody had to look at."""


class Judgement(msgspec.Struct, frozen=True):
    """What is known about a run: the verdict and what it rests on; `doubt` says what does not fit."""

    verdict: Verdict
    basis: str
    doubt: str = ""


def judge(succeeded: bool | None, printed: Printed, cut: bool, anything: bool = False) -> Judgement:
    """Weigh the exit status of the tester against what it printed.

    Args:
        succeeded: Whether the tester itself ended with status zero; `None` if that is not known.
        printed: What its output says.
        cut: Only a part of the output is recorded.
        anything: It may have run no test, as `make check` or by `--passWithNoTests`: its output has to show some.
    """
    if printed.absent:
        return Judgement("unknown", "nothing", "the tester could not be started")
    if printed.stopped:
        return Judgement("unknown", "nothing", "the run was stopped before its end")
    if succeeded is False:
        return _of_failure(printed, cut)
    if printed.failing and succeeded:
        return Judgement("unknown", "nothing", "the exit status is zero although failures were printed")
    if printed.failing:
        return Judgement("failed", "printed failures")
    if printed.empty:
        return Judgement("unknown", "nothing", "the output says that no test ran")
    if succeeded and anything and not printed.some:
        return Judgement("unknown", "nothing", "it may end well without any test, and its output shows none")
    if succeeded:
        return Judgement("passed", "exit status")
    if printed.complete and printed.passed and not cut:
        return Judgement("passed", "printed summary")
    return Judgement("unknown", "nothing", "neither the exit status of the tester nor a whole summary is recorded")


def _of_failure(printed: Printed, cut: bool) -> Judgement:
    """What a failing status says: that tests failed, unless the output says otherwise."""
    if printed.failing:
        return Judgement("failed", "exit status")
    if printed.empty:
        return Judgement("unknown", "nothing", "its status is not zero, and the output says that no test ran")
    if printed.complete and printed.passed and not cut:
        return Judgement("unknown", "nothing", "its status is not zero although its summary shows no failure")
    return Judgement("failed", "exit status")
