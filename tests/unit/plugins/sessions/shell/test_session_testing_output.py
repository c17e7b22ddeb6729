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
    ["", "ok  \tshop/refunds\t0.1s", "test result: ok. 5 passed; 0 failed", "all fine", "BUILD SUCCESSFUL in 3s"],
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
    assert read_output("1 failed, 4 passed in 1s") == Printed(4, 1, failing=True, complete=True, some=True)


def test_a_traceback_in_a_passing_run_is_no_failure() -> None:
    assert not read_output("Traceback (most recent call last):\n...\n5 passed in 1s").failing


@pytest.mark.parametrize("text", ["# pass 3", " 5 pass"])
def test_a_count_of_passes_without_the_count_of_failures_beside_it_is_not_whole(text: str) -> None:
    assert not read_output(text).complete


@pytest.mark.parametrize(
    ("runner", "text", "passed", "failed"),
    [
        ("pytest", "==== 1 failed, 4 passed, 2 skipped, 1 error in 0.1s ====", 4, 2),
        ("pytest of two environments", "3 passed in 1s\npy312:\n4 passed, 1 warning in 2.1s (0:00:02)", 7, 0),
        ("unittest", "Ran 5 tests in 0.001s\n\nFAILED (failures=1, errors=1, skipped=1)", 2, 2),
        ("unittest", "Ran 3 tests in 0.1s\n\nOK", 3, 0),
        ("jest", "Test Suites: 1 failed, 2 passed, 3 total\nTests:       1 failed, 5 passed, 6 total", 5, 1),
        ("vitest", " Test Files  1 failed | 2 passed (3)\n      Tests  1 failed | 5 passed (6)", 5, 1),
        ("vitest, of which the end is cut", " Test Files  2 passed (2)", None, None),
        ("mocha", "  5 passing (12ms)\n  1 failing", 5, 1),
        ("playwright", "  1 failed\n    [chromium] › a.spec.ts:3:1 › x\n  5 passed (3.2s)", 5, 1),
        ("bun", " 5 pass\n 1 fail\n 9 expect() calls\nRan 6 tests across 1 file. [12.00ms]", 5, 1),
        ("deno", "ok | 5 passed | 0 failed (12ms)", 5, 0),
        ("node", "ℹ tests 6\nℹ suites 0\nℹ pass 5\nℹ fail 1", 5, 1),
        ("cargo", "test result: ok. 5 passed; 0 failed; 1 ignored\ntest result: ok. 2 passed; 0 failed", 7, 0),
        ("nextest", "     Summary [   0.012s] 6 tests run: 5 passed, 1 failed, 0 skipped", 5, 1),
        (
            "maven",
            "[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s -- in A\n"
            "[ERROR] Tests run: 5, Failures: 1, Errors: 1, Skipped: 1\n[INFO] BUILD FAILURE",
            2,
            2,
        ),
        ("gradle", "5 tests completed, 1 failed", None, 1),
        ("dotnet", "Failed!  - Failed:     1, Passed:     5, Skipped:     0, Total:     6", 5, 1),
        ("ctest", "80% tests passed, 1 tests failed out of 5", 4, 1),
        ("rspec", "5 examples, 1 failure, 1 pending", 3, 1),
        ("minitest", "5 runs, 9 assertions, 1 failures, 1 errors, 1 skips", 2, 2),
        ("phpunit", "OK (5 tests, 9 assertions)", 5, 0),
        ("phpunit", "FAILURES!\nTests: 5, Assertions: 9, Errors: 1, Failures: 1, Skipped: 1.", 2, 2),
        ("pest", "  Tests:    1 failed, 5 passed (9 assertions)", 5, 1),
        (
            "swift",
            "Executed 2 tests, with 0 failures (0 unexpected) in 0.1 (0.1) seconds\n"
            "\t Executed 5 tests, with 1 failure (0 unexpected) in 0.2 (0.2) seconds",
            4,
            1,
        ),
        ("mix", "1 doctest, 5 tests, 1 failure", 4, 1),
        ("gotestsum", "DONE 5 tests, 1 skipped, 1 failure in 0.1s", 3, 1),
        ("flutter", "00:01 +2: a\n00:02 +5 -1: Some tests failed.", 5, 1),
        ("prove", "All tests successful.\nFiles=2, Tests=5,  1 wallclock secs\nResult: PASS", 5, 0),
        ("ava", "  5 tests passed", None, None),
    ],
)
def test_counts_of_the_common_runners(runner: str, text: str, passed: int | None, failed: int | None) -> None:
    printed = read_output(text)
    assert (printed.passed, printed.failed) == (passed, failed), runner
    assert printed.failing is bool(failed)


@pytest.mark.parametrize(
    ("output", "verdict"),
    [("", "unknown"), ("cc -o a a.c", "unknown"), ("5 passed in 1s", "passed"), ("ok  \tshop\t0.1s", "passed")],
)
def test_a_task_that_is_called_after_tests_has_to_show_some(output: str, verdict: str) -> None:
    assert judge(True, read_output(output), cut=False, anything=True).verdict == verdict


def test_a_module_of_many_is_no_whole_summary() -> None:
    line = "[INFO] Tests run: 5, Failures: 0, Errors: 0, Skipped: 0"
    assert not read_output(line).complete
    assert read_output(f"{line}\n[INFO] BUILD SUCCESS").complete
