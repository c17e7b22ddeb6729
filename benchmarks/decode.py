"""Reading and validating, against `orjson.loads` to dicts: time, growth and memory.

python benchmarks/decode.py [--sizes 100,10000,100000] [--rounds 5]
"""

import argparse
import json
import subprocess
import sys
import tempfile
import tracemalloc
from collections.abc import Callable
from functools import partial
from pathlib import Path
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
    """How much longer ten times the trace takes, each time in a process of its own, as a command runs.

    Within one process the small trace is read into memory that the large one left behind, and the large one never is:
    even `orjson.loads` seems to grow faster than its input then.
    """
    print("\n100,000 actions / 10,000 actions")
    with tempfile.TemporaryDirectory() as folder:
        files = {actions: Path(folder, f"{actions}.json") for actions in (10_000, 100_000)}
        for actions, file in files.items():
            file.write_bytes(trace_bytes(actions))
        for name in sides(b""):
            times: dict[str, list[float]] = {"small": [], "large": []}
            for _ in range(rounds):
                times["small"].append(alone(name, files[10_000]))
                times["large"].append(alone(name, files[100_000]))
            table.row(f"  {name}", ratio(times, "large", "small"), GROWTH)


def alone(name: str, file: Path) -> float:
    """CPU seconds of one side in a new process."""
    command = [sys.executable, __file__, "--alone", name, str(file)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def time_alone(name: str, file: Path) -> None:
    """What `alone` runs: everything is imported and has run once before the clock starts."""
    for side in sides(trace_bytes(100)).values():
        side()
    times = measured({name: sides(file.read_bytes())[name]}, 1, warm=False)
    print(times[name][0])


def main() -> int:
    table = Table()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default="100,10000,100000")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--alone", nargs=2, metavar=("SIDE", "FILE"), help="time one side once; for this program alone")
    said = parser.parse_args()
    if said.alone:
        time_alone(said.alone[0], Path(said.alone[1]))
        return 0
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
