"""Reading and validating, against `orjson.loads` to dicts: time, growth and memory.

python benchmarks/decode.py [--sizes 100,10000,100000] [--rounds 5]
"""

import argparse
import json
import sys
import tracemalloc
from collections.abc import Callable
from functools import partial
from typing import Any

import generate
import orjson
from harness import Table, measured, ratio

import tollens
from tollens.core.wire.decode import decode

LIMITS = {"decode": 1.1, "loads": 3.5, "loads and validate": 6.0}
GROWTH = 12.0


def trace_bytes(actions: int) -> bytes:
    return json.dumps(generate.units(actions, "epoch", 1, False), ensure_ascii=False, separators=(",", ":")).encode()


def sides(data: bytes) -> dict[str, Callable[[], Any]]:
    return {
        "orjson.loads": lambda: orjson.loads(data),
        "decode": lambda: decode(data),
        "loads": lambda: tollens.loads(data),
        "loads and validate": lambda: tollens.validate(tollens.loads(data)),
    }


def memory(make: Callable[[], Any]) -> int:
    """Bytes held by what `make` gives."""
    tracemalloc.start()
    held = make()
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    del held
    return size


def growth(table: Table, rounds: int) -> None:
    """How much longer ten times the trace takes, both sizes in the same rounds, as a machine's speed drifts."""
    small, large = sides(trace_bytes(10_000)), sides(trace_bytes(100_000))
    both = {
        f"{name} {size}": side for size, made in (("small", small), ("large", large)) for name, side in made.items()
    }
    times = measured(both, rounds)
    print("\n100,000 actions / 10,000 actions")
    for name in small:
        table.row(f"  {name}", ratio(times, f"{name} large", f"{name} small"), GROWTH)


def main() -> int:
    table = Table()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default="100,10000,100000")
    parser.add_argument("--rounds", type=int, default=5)
    said = parser.parse_args()
    for actions in map(int, said.sizes.split(",")):
        data = trace_bytes(actions)
        report = tollens.validate(data)
        assert report.valid, report.diagnostics[:3]
        times = measured(sides(data), said.rounds, max(1, 5000 // actions))
        print(
            f"\n{actions:,} actions, {len(data) / 1e6:.2f} MB; orjson.loads {min(times['orjson.loads']) * 1e3:.2f} ms"
        )
        for name, limit in LIMITS.items():
            table.row(f"  {name} / orjson.loads", ratio(times, name, "orjson.loads"), limit)
        held, dicts = memory(partial(decode, data)), memory(partial(orjson.loads, data))
        table.row("  memory of the model / of the dicts", held / dicts, 1.0)
    if "100000" in said.sizes.split(","):
        growth(table, said.rounds)
    return int(table.exceeded)


if __name__ == "__main__":
    sys.exit(main())
