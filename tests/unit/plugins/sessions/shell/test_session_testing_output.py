"""What testers print, weighed against their exit status."""

import pytest

from tollens.plugins.sessions.shell.testing_output import Printed, judge, read_output

PASSES = [
    "===== 5 passed in 0.12s =====",
    "5 passed",
    "12 passed, 3 skipped, 2 warnings in 3.45s",
    "Tests:       5 passed, 5 total",
    " Tests  5 passed (5)",
    "# pass 3\n# fail 0",
    " 5 pass\n 0 fail",
    "  5 passing (12ms)",
]
FAILURES = [
    "1 failed",
    "=== 1 failed, 4 passed in 0.1s ===",
    "4 passed, 1 error in 0.3s",
    "--- FAIL: TestRefund (0.00s)",
    "FAIL\tshop/refunds\t0.1s",
    "test result: FAILED. 4 passed; 1 failed",
    "Tests:       1 failed, 5 passed, 6 total",
    "FAILED (failures=1)",
    "  1 failing",
    "2 examples, 1 failure",
    "not ok 3 - refunds",
    "# pass 3\n# fail 1",
    "Failed:     1, Passed:     2",
    "make: *** [test] Error 1",
    "Traceback (most recent call last):",
    "npm ERR! Test failed.  See above for more details.",
    "5 passed\n ELIFECYCLE  Test failed. See above for more details.",
    "make: [Makefile:3: test] Error 1 (ignored)",
]


@pytest.mark.parametrize("text", PASSES)
def test_a_whole_summary_of_passes(text: str) -> None:
    printed = read_output(text)
    assert printed.passed
    assert printed.complete
    assert not printed.failing
    assert judge(None, printed, cut=False).verdict == "passed"
    assert judge(None, printed, cut=True).verdict == "unknown"


@pytest.mark.parametrize("text", FAILURES)
def test_printed_failures_are_failures_unless_the_status_says_otherwise(text: str) -> None:
    printed = read_output(text)
    assert printed.failing
    assert judge(None, printed, cut=False).verdict == "failed"
    contradicted = judge(True, printed, cut=False)
    assert contradicted.verdict == "unknown"
    assert contradicted.doubt
    assert judge(False, printed, cut=False).verdict == "failed"


@pytest.mark.parametrize(
    "text",
    ["", "ok  \tshop/refunds\t0.1s", "test result: ok. 5 passed; 0 failed", "all fine", "Ran 3 tests in 0.1s\n\nOK"],
)
def test_without_a_status_an_output_that_proves_nothing_is_unknown(text: str) -> None:
    assert judge(None, read_output(text), cut=False).verdict == "unknown"
    assert judge(True, read_output(text), cut=False).verdict == "passed"


@pytest.mark.parametrize(
    "text",
    [
        "no tests ran in 0.01s",
        "collected 0 items",
        "Ran 0 tests in 0.000s",
        "?   \tshop\t[no test files]",
        "ok  \tshop\t0.1s [no tests to run]",
        "running 0 tests\n\ntest result: ok. 0 passed; 0 failed",
        "  0 passing (1ms)",
        "===== 5 skipped in 0.02s =====",
    ],
)
def test_a_run_without_tests_proves_nothing(text: str) -> None:
    assert judge(True, read_output(text), cut=False).verdict == "unknown"


def test_a_failing_status_is_a_failure() -> None:
    assert judge(False, read_output("5 passed"), cut=False).verdict == "failed"


def test_counts() -> None:
    assert read_output("1 failed, 4 passed in 1s") == Printed(4, 1, failing=True, complete=True)


def test_a_traceback_in_a_passing_run_is_no_failure() -> None:
    assert not read_output("Traceback (most recent call last):\n...\n5 passed in 1s").failing


@pytest.mark.parametrize("text", ["# pass 3", " 5 pass"])
def test_a_count_of_passes_without_the_count_of_failures_beside_it_is_not_whole(text: str) -> None:
    assert not read_output(text).complete
