"""Whose summary an output shows."""

import pytest

from tollens.plugins.sessions.shell.commands import recognize
from tollens.plugins.sessions.shell.reading import parse
from tollens.plugins.sessions.shell.speakers import speaks_alone


@pytest.mark.parametrize(
    "text",
    [
        "pytest | tail -5",
        "cd web && CI=1 npm test 2>&1 | tail -n 20",
        "pytest; echo done",
        'pytest 2>&1 | tee log | tail -3; echo "exit: ${PIPESTATUS[0]}"',
        "go test ./... | grep -E 'ok|FAIL'",
        "pytest || true",
    ],
)
def test_only_the_tester_can_have_printed_it(text: str) -> None:
    line = parse(text)
    assert speaks_alone(line, recognize(line))


@pytest.mark.parametrize(
    "text",
    [
        "pytest > out; echo '5 passed in 0.1s'",
        "pytest > /dev/null || true; cat last.txt",
        "cat last.txt; pytest | tail -0",
        "pytest a >/dev/null; pytest b | tail -1",
        "mocha | grep passing",
        "mocha | head -3",
        "pytest | cat last.txt",
        'pytest -q; echo "$SUMMARY"',
        "pytest | sed s/failed/passed/",
        "echo '5 passed' | pytest | tail",
        "if pytest; then echo '5 passed'; fi",
        "make build",
    ],
)
def test_another_command_can_have_printed_it_or_a_part_is_missing(text: str) -> None:
    line = parse(text)
    assert not speaks_alone(line, recognize(line))
