"""The summaries of the common test runners, read for their counts.

Suites and files that a runner counts beside the tests are no tests. Where a runner prints totals for parts and for all,
that of all is read.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple


class Counts(NamedTuple):
    """How many tests passed and failed; errors are failures."""

    passed: int
    failed: int


class _Summary(NamedTuple):
    """The summary of a runner.

    Attributes:
        needs: A text that is in every summary of the runner: it is found much faster than the pattern.
        source: Of the pattern, with the groups `total`, `passed`, `failed`, `errors`, `skipped`; `rest` is a text of
            named counts.
        last: The runner prints it for parts as well: the last one is of all.
    """

    needs: str
    source: str
    last: bool = False

    @property
    def pattern(self) -> re.Pattern[str]:
        """The pattern; `re` keeps what it compiled, and most sessions need few."""
        return re.compile(self.source, re.MULTILINE)


def _summary(needs: str, pattern: str, last: bool = False) -> _Summary:
    return _Summary(needs, pattern, last)


_COLUMNS = r"\S+[ \t]+(?P<total>\d+)[ \t]+(?:(?P<passed>\d+)|-)[ \t]+(?:(?P<failed>\d+)|-)[ \t]"
"""Of Cypress: the time, all tests, those that passed and those that failed."""

_SUMMARIES = (
    # pytest; its parts may be coloured by equals signs
    _summary(
        " in ",
        r"^=*[ \t]?(?P<rest>(?:\d+ (?:subtests )?"
        r"(?:passed|failed|skipped|xfailed|xpassed|deselected|warnings?|errors?|rerun)(?:, )?)+) in [\d.:]+.*$",
    ),
    # jest, vitest and Pest
    _summary("Tests", r"^[ \t]*Tests:?[ \t]+(?P<rest>\d.*(?:\btotal|\(\d+\)|assertions?\)))[ \t]*$"),
    # unittest
    _summary("Ran ", r"^Ran (?P<total>\d+) tests? in [\d.]+s\s+(?:OK|FAILED)(?: \((?P<rest>[^)\n]*)\))?"),
    # Maven
    _summary(
        "Tests run: ",
        r"^(?:\[\w+\] )?Tests run: (?P<total>\d+), Failures: (?P<failed>\d+), Errors: (?P<errors>\d+), "
        r"Skipped: (?P<skipped>\d+)[ \t]*$",
    ),
    # CTest
    _summary("% tests passed, ", r"^\d+% tests passed, (?P<failed>\d+) tests? failed out of (?P<total>\d+)"),
    # RSpec
    _summary(
        " example",
        r"^(?P<total>\d+) examples?, (?P<failed>\d+) failures?(?:, (?P<skipped>\d+) pending)?"
        r"(?:, (?P<errors>\d+) errors? occurred outside of examples)?",
    ),
    # minitest and test-unit
    _summary(
        " assertions, ",
        r"^(?P<total>\d+) (?:runs|tests), \d+ assertions, (?P<failed>\d+) failures, (?P<errors>\d+) errors"
        r"(?:, \d+ pendings, \d+ omissions)?(?:, (?P<skipped>\d+) skips)?",
    ),
    # PHPUnit
    _summary("OK (", r"^OK \((?P<total>\d+) tests?, \d+ assertions?\)"),
    _summary("Tests: ", r"^Tests: (?P<total>\d+), Assertions: \d+,?(?P<rest>[^\n]*)\.[ \t]*$"),
    # XCTest
    _summary(
        "Executed ",
        r"^[ \t]*Executed (?P<total>\d+) tests?, with (?:(?P<skipped>\d+) tests? skipped and )?"
        r"(?P<failed>\d+) failures?",
        last=True,
    ),
    # ExUnit, bats
    _summary(
        " failure",
        r"^(?:\d+ doctests?, )?(?:\d+ propert(?:y|ies), )?(?P<total>\d+) tests?, (?P<failed>\d+) failures?\b"
        r"(?P<rest>[^\n]*)",
    ),
    _summary(
        "DONE ", r"^DONE (?P<total>\d+) tests?(?P<rest>(?:, \d+ (?:skipped|failures?|errors?))*) in "
    ),  # gotestsum
    # cargo nextest
    _summary(
        "Summary [",
        r"^[ \t]*Summary \[[^\]\n]*\] +\d+(?:/\d+)? tests? run: (?P<passed>\d+) passed(?: \([^)\n]*\))?"
        r"(?:, (?P<failed>\d+) failed)?",
    ),
    # dart and flutter
    _summary(
        " tests ",
        r"^\d+:\d+ \+(?P<passed>\d+)(?: ~\d+)?(?: -(?P<failed>\d+))?: (?:All tests passed!|Some tests failed\.)",
        last=True,
    ),
    # Gradle, where some failed
    _summary(
        " tests completed",
        r"^(?P<total>\d+) tests? completed(?:, (?P<failed>\d+) failed)?(?:, (?P<skipped>\d+) skipped)?[ \t]*$",
    ),
    # dotnet
    _summary("- Failed: ", r"^(?:Passed|Failed)! +- Failed: +(?P<failed>\d+), Passed: +(?P<passed>\d+)"),
    _summary(
        "Test summary: ",
        r"^[ \t]*Test summary: total: \d+, failed: (?P<failed>\d+), succeeded: (?P<passed>\d+)",
    ),
    _summary(
        "Total tests: ",
        r"^Total tests: (?P<total>\d+)\n(?:[ \t]*Passed: (?P<passed>\d+)[ \t]*\n?)?"
        r"(?:[ \t]*Failed: (?P<failed>\d+)[ \t]*\n?)?(?:[ \t]*Skipped: (?P<skipped>\d+))?",
    ),
    # deno
    _summary(" passed", r"^(?:ok|FAILED) \| (?P<passed>\d+) passed(?: \([^)\n]*\))? \| (?P<failed>\d+) failed"),
    # Cucumber, behave, Jasmine
    _summary(" scenario", r"^\d+ scenarios? \((?P<rest>[^)\n]*)\)"),
    _summary(" scenario", r"^(?P<passed>\d+) scenarios? passed, (?P<failed>\d+) failed(?P<rest>[^\n]*)"),
    _summary(" spec", r"^(?P<total>\d+) specs?, (?P<failed>\d+) failures?(?P<rest>[^\n]*)"),
    # Cypress
    _summary(" specs passed!", rf"^[ \t]*✔[ \t]+All specs passed![ \t]+{_COLUMNS}"),
    _summary(" failed (", rf"^[ \t]*✖[ \t]+\d+ of \d+ failed \([^)\n]*\)[ \t]+{_COLUMNS}"),
    # Karma, testthat, Zig, Swift Testing, Forge
    _summary("TOTAL: ", r"^TOTAL: (?:(?P<failed>\d+) FAILED, )?(?P<passed>\d+) SUCCESS", last=True),
    _summary(
        "[ FAIL ",
        r"^\[ FAIL (?P<failed>\d+) \| WARN \d+ \| SKIP \d+ \| PASS (?P<passed>\d+) \]",
        last=True,
    ),
    _summary(" tests passed.", r"^All (?P<passed>\d+) tests passed\.$"),
    _summary(" passed; ", r"^(?P<passed>\d+) passed; \d+ skipped; (?P<failed>\d+) failed\.$"),
    _summary(" passed after ", r"^.{0,3}Test run with (?P<passed>\d+) tests?(?: in \d+ suites?)? passed after "),
    _summary(" tests passed, ", r"^Ran \d+ test suites?.*: (?P<passed>\d+) tests passed, (?P<failed>\d+) failed, "),
    # ScalaTest, and sbt with others
    _summary("Tests: succeeded ", r"^\[\w+\] Tests: succeeded (?P<passed>\d+), failed (?P<failed>\d+), canceled "),
    _summary(
        ": Total ",
        r"^\[\w+\] (?:Passed|Failed|Error): Total \d+, Failed (?P<failed>\d+), Errors (?P<errors>\d+), "
        r"Passed (?P<passed>\d+)",
    ),
    # Bazel, Meson
    _summary(
        "Executed ",
        r"^Executed \d+ out of (?P<total>\d+) tests?: (?:(?P<passed>\d+) tests? pass(?:es)?)?"
        r"(?:(?: and |, )?(?P<failed>\d+) fails?\b)?",
    ),
    _summary(
        "Fail: ",
        r"^Ok:[ \t]+(?P<passed>\d+)[ \t]*\n(?:Expected Fail:.*\n)?Fail:[ \t]+(?P<failed>\d+)"
        r"(?:[ \t]*\n(?:Unexpected Pass:.*\n)?(?:Skipped:.*\n)?Timeout:[ \t]+(?P<errors>\d+))?",
    ),
    # prove
    _summary("All tests successful.", r"^All tests successful\.\n(?:.*\n){0,3}?Files=\d+, Tests=(?P<total>\d+)"),
)

_NAMED = re.compile(
    r"(?P<before>\d{1,9})[ \t]+(?P<word>[a-z]+)"
    r"|(?P<name>(?:(?:un)?expected )?[A-Za-z]+)[:=][ \t]*(?P<after>\d{1,9})"
)
_FAILURES = frozenset(
    {"failed", "error", "errors", "errored", "failures", "failure", "invalid", "unexpected successes"}
)
_SKIPPED = frozenset({"skipped", "skip", "pending", "todo", "incomplete", "risky", "excluded", "expected failures"})


def summaries(text: str) -> Counts | None:
    r"""The counts of the summaries in an output, added up; `None` where there is none.

    >>> summaries("Test Suites: 1 failed, 2 passed, 3 total\nTests:       1 failed, 5 passed, 6 total")
    Counts(passed=5, failed=1)
    >>> summaries("Ran 5 tests in 0.001s\n\nFAILED (failures=1, errors=1)")
    Counts(passed=3, failed=2)
    """
    found = list(_found(text))
    return Counts(sum(each.passed for each in found), sum(each.failed for each in found)) if found else None


def _found(text: str) -> Iterator[Counts]:
    for each in _SUMMARIES:
        if each.needs not in text:
            continue
        matches = list(each.pattern.finditer(text))
        for match in matches[-1:] if each.last else matches:
            yield _counts(match.groupdict())


def _counts(groups: dict[str, str | None]) -> Counts:
    """The counts of one summary: what is not said to have failed or to be skipped of a total passed."""
    held = {name: int(value) for name, value in groups.items() if value is not None and name != "rest"}
    failed = held.get("failed", 0) + held.get("errors", 0)
    skipped = held.get("skipped", 0)
    passed = held.get("passed")
    for found in _NAMED.finditer(groups.get("rest") or ""):
        word = (found["word"] or found["name"]).lower()
        count = int(found["before"] or found["after"])
        failed += count if word in _FAILURES else 0
        skipped += count if word in _SKIPPED else 0
        passed = (passed or 0) + count if word == "passed" else passed
    if passed is None:
        passed = max(0, held["total"] - failed - skipped) if "total" in held else 0
    return Counts(passed, failed)
