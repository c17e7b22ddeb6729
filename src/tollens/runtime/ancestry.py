"""The processes that started this one: their command lines, as far as the system tells. A hint, and no proof."""

import os
from collections.abc import Iterator

from tollens.core.errors import TollensError
from tollens.runtime import files
from tollens.runtime.process import run

_MOST = 8
_PROCESSES = "/proc"


def command_lines() -> Iterator[tuple[str, ...]]:
    """The command line of the parent process, then of its parent, and so on; few, and none where none can be told."""
    number = os.getppid()
    for _ in range(_MOST):
        found = _listed(number) or _asked(number) if number > 1 else None
        if found is None:
            return
        number, words = found
        yield words


def _listed(number: int) -> tuple[int, tuple[str, ...]] | None:
    """The parent and the words of a process, as Linux lists them."""
    try:
        words = files.read(f"{_PROCESSES}/{number}/cmdline").removesuffix(b"\0").split(b"\0")
        state = files.read(f"{_PROCESSES}/{number}/stat")
        parent = int(state.rpartition(b")")[2].split()[1])  # the name before may hold anything
    except (TollensError, ValueError, IndexError):
        return None
    return parent, tuple(map(os.fsdecode, words))


def _asked(number: int) -> tuple[int, tuple[str, ...]] | None:
    """The same as `ps` tells it, which other systems have; words that hold blanks come apart."""
    try:
        done = run(("ps", "-o", "ppid=,args=", "-p", str(number)), seconds=5)
    except TollensError:
        return None
    parent, *words = os.fsdecode(done.stdout).split() if done is not None and done.status == 0 else ("",)
    return (int(parent), tuple(words)) if parent.isdecimal() else None
