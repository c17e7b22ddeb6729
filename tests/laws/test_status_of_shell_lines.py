"""What is said of the commands of a line is what a real shell does: whether they ran, how they ended, with what."""

import itertools
import random

import pytest

from tests.unit.plugins.sessions.shell.real_shell import Stubs, stubs
from tollens.plugins.sessions.assembly.verdicts import Verdicts, read_line
from tollens.plugins.sessions.events import Result, Shell
from tollens.plugins.sessions.shell.deeds import Deed

__all__ = ["stubs"]

_PLAIN = (
    *("ca", "cb", "true", "false", "cd .", "X=1", "exit 0", "exit 4", "exit", "set -e", "set -o pipefail", ": x"),
    *("echo q:$?", "echo ${PIPESTATUS[0]}", "r=$?", "echo r:$r", "exit $r"),
)


def line(chance: random.Random, depth: int, word: list[str]) -> str:
    """A random statement; `word` holds the commands that are still to be used."""
    if depth == 0 or chance.random() < 0.25:
        return word.pop() if word and chance.random() < 0.6 else chance.choice(_PLAIN)
    first, second = line(chance, depth - 1, word), line(chance, depth - 1, word)
    shape = chance.randrange(12)
    if shape < 5:
        return f"{first}{chance.choice([' && ', ' || ', '; ', chr(10), ' && ', '; '])}{second}"
    return (
        f"{first} | {second}",
        f"( {first} )",
        f"{{ {first}; }}",
        f"! {{ {first}; }}",
        f"if {first}; then {second}; fi",
        f"for i in 1 2; do {first}; done",
        f"{first} || {{ {second}; }} && cb",
    )[shape - 5]


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(60))
def test_nothing_is_said_that_a_shell_does_not_bear_out(seed: int, stubs: Stubs) -> None:
    chance = random.Random(seed)
    text = line(chance, 3, ["pytest"])
    for ends in itertools.product((True, False), repeat=3):
        stubs.check(text, ends)


def test_much_is_said_all_the_same() -> None:
    """The law above would hold of a reader that says nothing."""
    said = 0
    for seed in range(300):
        text = line(random.Random(seed), 3, ["pytest"])
        shell = Shell(text)
        read = read_line(shell)
        for status in (0, 1):
            verdicts = Verdicts(read, shell, Result(status=status, failed=status != 0))
            said += sum(verdicts.ended(step).success is not None for step in read.steps if step.deed is Deed.Tests)
    assert said > 60
