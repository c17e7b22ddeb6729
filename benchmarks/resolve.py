"""What holds in a trace, against decoding it: freshness and goals of chained proofs, index and goals, lineage.

python benchmarks/resolve.py [--rounds 5]
"""

import argparse
import json
import math
import sys
from collections.abc import Callable, Mapping
from typing import Any

import generate
from harness import Table, measured, ratio

import tollens
from tollens.core.derive.goals.resolution import resolve_goals
from tollens.core.derive.residuals.established import establish
from tollens.core.graph.index import Index
from tollens.core.graph.lineage import distances
from tollens.core.wire.decode import decode
from tollens.plugins.languages import language_of

DEFINITIONS, ACTIONS = 20.0, 3.0
"""Most times of decoding that resolving 2,000 chained proofs, and 100,000 actions, may take."""

SPARE = 1.5
"""By how much growth may pass n·log n before it is called more."""

LONG_CHAIN = 1_000_000


def sides(trace: Mapping[str, Any]) -> dict[str, Callable[[], Any]]:
    data = json.dumps(trace, separators=(",", ":")).encode()
    read = decode(data)
    assert read is not None
    return {
        "decode": lambda: decode(data),
        "resolve": lambda: resolve_goals(establish(Index(read), language_of, {})),
    }


def chained(table: Table, rounds: int) -> None:
    """2,000 definitions, each on the one before it, with a proof and a goal's item each."""
    times = measured(sides(generate.definitions(2_000)), rounds)
    print("\n2,000 chained definitions with 2,000 proofs")
    table.row("  resolve / decode", ratio(times, "resolve", "decode"), DEFINITIONS)
    few, many = 250, 4_000
    both = {f"{name} {size}": side for size in (few, many) for name, side in sides(generate.definitions(size)).items()}
    times = measured(both, rounds)
    most = SPARE * many * math.log(many) / (few * math.log(few))
    print(f"\n{many:,} / {few} chained definitions")
    table.row("  resolve", ratio(times, f"resolve {many}", f"resolve {few}"), round(most, 1))


def long_record(table: Table, rounds: int) -> None:
    """100,000 actions with 10,000 criteria, as they are and with a tenth of the models rewritten at the end."""
    for what, goals, edited in (("one goal", 1, False), ("20 goals, a tenth of the models rewritten", 20, True)):
        times = measured(sides(generate.units(100_000, "epoch", goals, edited)), rounds)
        print(f"\n100,000 actions, {what}")
        table.row("  index and resolve / decode", ratio(times, "resolve", "decode"), ACTIONS)


def lineage(table: Table) -> None:
    """A chain of a million artifacts, walked from both ends."""
    chain = [
        {"artifact_id": f"a{at}", "artifact_type": "SourceCode", "derived_from": [f"a{at - 1}"] if at else []}
        for at in range(LONG_CHAIN)
    ]
    data = json.dumps({"trace_id": "t", "artifacts": chain}, separators=(",", ":")).encode()
    index = Index(tollens.loads(data).trace)
    made = {
        "decode": lambda: decode(data),
        "walk": lambda: (distances(index.parents, [LONG_CHAIN - 1]), distances(index.children, [0])),
    }
    times = measured(made, 1)
    print(f"\na chain of {LONG_CHAIN:,} artifacts")
    table.row("  ancestors and descendants / decode", ratio(times, "walk", "decode"), ACTIONS)


def main() -> int:
    table = Table()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    chained(table, rounds)
    long_record(table, rounds)
    lineage(table)
    return int(table.exceeded)


if __name__ == "__main__":
    sys.exit(main())
