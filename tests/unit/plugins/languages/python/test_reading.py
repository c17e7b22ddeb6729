"""Texts that are no Python, or too deep or too long to be read: kept whole, never an error."""

import sys
import warnings

import pytest

from tollens.core.ports import Definitions
from tollens.plugins.languages.python import PLUGIN, reading


def read(text: str) -> Definitions:
    return PLUGIN.link([PLUGIN.parse(text)])


HOSTILE = {
    "no Python": "let f x = x + 1",
    "a null": "K = '\0'",
    "half of a surrogate pair": "K = '\ud800'",
    "brackets": "(" * 100_000,
    "nested brackets": "(" * 90 + "1" + ")" * 90 + "]",
    "operators before a value": "K = " + "-" * 100_000 + "1",
    "a sum": "K = 1" + " + 1" * 20_000,
    "a chain of attributes": "K = a" + ".b" * 20_000,
    "a chain of calls": "K = a" + "()" * 20_000,
    "branches": "if a: b()\n" + "elif c: d()\n" * 2_000,
    "nested functions": "".join(" " * at + f"def f{at}():\n" for at in range(200)),
    "nested lambdas": "K = " + "lambda: " * 2_000 + "1",
    "a huge number": "K = " + "9" * 100_000,
}


@pytest.mark.parametrize("case", HOSTILE)
def test_is_kept_whole(case: str) -> None:
    assert read(HOSTILE[case]) == Definitions((), (HOSTILE[case],))


def test_the_limits_do_not_depend_on_how_deep_the_caller_stands() -> None:
    text = "K = 1" + " + 1" * (reading.DEEPEST - 10)
    assert reading.tree(text) is not None

    def deeper(levels: int) -> bool:
        return deeper(levels - 1) if levels else reading.tree(text) is not None

    assert deeper(sys.getrecursionlimit() // 2)
    assert reading.tree(text + " + 1" * 20) is None


def test_a_text_that_is_too_long_is_kept_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "LONGEST", 10)
    assert read("K = 1").definitions
    assert read("K = 1 # and more") == Definitions((), ("K = 1 # and more",))


def test_no_warning_leaves() -> None:
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        assert read("K = '\\d' is 1").definitions
    assert found == []


@pytest.mark.no_cover
def test_a_long_text_of_small_parts_is_read() -> None:
    text = "".join(f"def f{at}(x):\n  return x + {at}\n" for at in range(3000))
    assert len(read(text).definitions) == 3000


def test_an_assignment_to_many_names_is_written_once() -> None:
    names = ", ".join(f"x{at}" for at in range(5_000))
    definitions = read(f"{names} = range(5_000)").definitions
    assert sum(len(each.normal) for each in definitions) < 50 * 5_000
