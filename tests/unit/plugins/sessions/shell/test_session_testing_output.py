"""What testers print, weighed against their exit status."""

import pytest

from tollens.plugins.sessions.shell.testing_output import Judgement, Printed, judge, read_output

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
        "0 runs, 0 assertions, 0 failures, 0 errors, 0 skips",
        "ok | 0 passed | 0 failed (1ms)",
        "test result: ok. 0 passed; 0 failed; 3 ignored; 0 measured; 0 filtered out",
        "> Task :test NO-SOURCE\n\nBUILD SUCCESSFUL in 1s",
        "[INFO] Tests are skipped.\n[INFO] BUILD SUCCESS",
        "No test is available in shop.dll. Make sure that it has tests.",
    ],
)
def test_a_run_without_tests_proves_nothing(text: str) -> None:
    assert judge(True, read_output(text), cut=False).verdict == "unknown"


@pytest.mark.parametrize(
    "text", ["", "1 failed, 4 passed in 1s", "5 passed in 1s\nERROR: Coverage failure: total of 8"]
)
def test_a_failing_status_is_a_failure(text: str) -> None:
    assert judge(False, read_output(text), cut=False) == Judgement("failed", "exit status")


@pytest.mark.parametrize(
    ("text", "doubt"),
    [
        ("5 passed", "its status is not zero although its summary shows no failure"),
        ("no tests ran in 0.01s", "its status is not zero, and the output says that no test ran"),
        ("/usr/bin/python: No module named pytest", "the tester could not be started"),
        ("pytest: error: unrecognized arguments: --x", "the tester could not be started"),
        ("error: Failed to spawn: `pytest`", "the tester could not be started"),
        ('npm error Missing script: "test"', "the tester could not be started"),
        ("make: *** No rule to make target 'test'.  Stop.", "the tester could not be started"),
        ("5 passed in 1s\n!!!!! KeyboardInterrupt !!!!!", "the run was stopped before its end"),
    ],
)
def test_a_failing_status_that_the_output_contradicts_or_explains_is_no_failure(text: str, doubt: str) -> None:
    assert judge(False, read_output(text), cut=False) == Judgement("unknown", "nothing", doubt)


def test_a_summary_of_which_a_part_may_be_missing_contradicts_no_status() -> None:
    assert judge(False, read_output("5 passed in 1s"), cut=True).verdict == "failed"


def test_a_run_that_was_stopped_has_not_passed() -> None:
    assert judge(None, read_output("!!! KeyboardInterrupt !!!\n=== 5 passed in 1s ==="), cut=False).verdict == "unknown"


@pytest.mark.parametrize(
    ("text", "passed", "failed"),
    [
        ("\x1b[31m== \x1b[31m\x1b[1m1 failed\x1b[0m, \x1b[32m4 passed\x1b[0m\x1b[31m in 0.1s\x1b[0m ==", 4, 1),
        (
            "\x1b[2m   Tests \x1b[22m \x1b[31m1 failed\x1b[39m | \x1b[32m4 passed\x1b[39m\x1b[90m (5)\x1b[39m",
            4,
            1,
        ),
        ("\x1b]0;title\x07\x1b(B5 passed in 0.1s\r\n", 5, 0),
        ("1/2\r2/2\r5 passed in 0.1s", 5, 0),
    ],
)
def test_colours_and_carriage_returns_hide_nothing(text: str, passed: int, failed: int) -> None:
    printed = read_output(text)
    assert (printed.passed, printed.failed, printed.complete) == (passed, failed, True)


@pytest.mark.parametrize(
    "text", ["ℹ pass 4\nℹ fail 0\nℹ cancelled 1", "nox > Session tests failed.", "[  FAILED  ] a.b"]
)
def test_failures_that_no_summary_counts(text: str) -> None:
    assert read_output(text).failing


@pytest.mark.parametrize("text", ["3 xfailed in 0.1s", "Ran 2 tests in 0.1s\n\nOK (expected failures=2)"])
def test_failures_that_were_expected_are_tests_that_ran(text: str) -> None:
    assert judge(True, read_output(text), cut=False).verdict == "passed"


def test_a_module_of_sbt_is_no_whole_summary() -> None:
    line = "[info] Passed: Total 5, Failed 0, Errors 0, Passed 5"
    assert not read_output(line).complete
    assert read_output(f"{line}\n[success] Total time: 3 s").complete


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
        ("gradle", "5 tests completed, 1 failed", 4, 1),
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
        ("ava", "  1 test failed\n  5 tests passed", 5, 1),
        ("pytest with subtests", "1 failed, 4 passed, 3 subtests passed, 1 xfailed in 0.1s", 4, 1),
        ("unittest", "Ran 5 tests in 0.1s\n\nOK (expected failures=2)", 3, 0),
        ("unittest", "Ran 5 tests in 0.1s\n\nFAILED (unexpected successes=1)", 4, 1),
        ("mix", "2 doctests, 6 tests, 1 failure, 1 excluded", 4, 1),
        ("gotestsum", "DONE 5 tests in 0.1s", 5, 0),
        ("dotnet", "Test Run Failed.\nTotal tests: 5\n     Passed: 4\n     Failed: 1\n", 4, 1),
        ("dotnet", "Test summary: total: 5, failed: 1, succeeded: 4, skipped: 0, duration: 1.2s", 4, 1),
        ("cucumber", "3 scenarios (1 failed, 2 passed)\n9 steps (1 failed, 8 passed)", 2, 1),
        ("behave", "0 features passed, 1 failed, 0 skipped\n1 scenario passed, 1 failed, 0 skipped", 1, 1),
        ("jasmine", "5 specs, 1 failure, 1 pending spec", 3, 1),
        ("cypress", "  ✖  1 of 2 failed (50%)        00:03        5        4        1        -        -", 4, 1),
        ("cypress", "  ✔  All specs passed!          00:03        5        5        -        -        -", 5, 0),
        ("karma", "Executed 5 of 5 (1 FAILED) (0.1 secs)\nTOTAL: 1 FAILED, 4 SUCCESS", 4, 1),
        ("testthat", "[ FAIL 1 | WARN 0 | SKIP 0 | PASS 4 ]", 4, 1),
        ("zig", "4 passed; 0 skipped; 1 failed.", 4, 1),
        ("zig", "All 5 tests passed.", 5, 0),
        ("swift testing", "✔ Test run with 5 tests in 2 suites passed after 0.1 seconds.", 5, 0),
        ("forge", "Ran 2 test suites in 1ms: 4 tests passed, 1 failed, 0 skipped (5 total tests)", 4, 1),
        ("scalatest", "[info] Tests: succeeded 4, failed 1, canceled 0, ignored 0, pending 0", 4, 1),
        ("sbt", "[error] Failed: Total 5, Failed 1, Errors 0, Passed 4", 4, 1),
        ("bazel", "Executed 5 out of 5 tests: 4 tests pass and 1 fails locally.", 4, 1),
        ("meson", "Ok:                 4\nExpected Fail:      0\nFail:               1\n", 4, 1),
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
