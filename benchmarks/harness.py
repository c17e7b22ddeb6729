"""How the benchmarks measure: CPU time of one process, the sides in turn, ratios within a round, medians over rounds.

Machines are noisy and differ; a ratio between two sides measured in the same moment says more than either time.
"""

import gc
import statistics
import time
from collections.abc import Callable, Mapping
from typing import Any

Side = Callable[[], Any]


def measured(sides: Mapping[str, Side], rounds: int, repeat: int = 1, warm: bool = True) -> dict[str, list[float]]:
    """CPU seconds of each side in each round, with the cyclic collector paused on all sides."""
    times: dict[str, list[float]] = {name: [] for name in sides}
    for side in sides.values() if warm else ():
        side()
    for _ in range(rounds):
        for name, side in sides.items():
            gc.collect()
            gc.disable()
            start = time.process_time()
            for _ in range(repeat):
                held = side()
            times[name].append((time.process_time() - start) / repeat)
            del held
            gc.enable()
    return times


def ratio(times: Mapping[str, list[float]], name: str, baseline: str) -> float:
    """The median over rounds of one side's time over the baseline's in the same round."""
    return statistics.median(mine / theirs for mine, theirs in zip(times[name], times[baseline], strict=True))


class Table:
    """Prints one line for each figure, and remembers whether one is over the limit that the project sets itself."""

    def __init__(self) -> None:
        self.exceeded = False

    def row(self, label: str, value: float, limit: float) -> None:
        """Print what, how much, and the limit."""
        over = value > limit
        self.exceeded |= over
        print(f"{label:<58}{value:9.2f}   at most {limit:.3g}{'   EXCEEDED' if over else ''}")
