"""Start-up of the command line, against `python -c pass`: wall time, the commands in turn, medians.

python benchmarks/startup.py [--rounds 21]
"""

import argparse
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time
from pathlib import Path

from decode import trace_bytes
from harness import Table, ratio

LIMITS = {"tollens --help": 3.5, "tollens validate small.json": 8.0}


def main() -> int:
    table = Table()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=21)
    said = parser.parse_args()
    tollens = str(Path(sysconfig.get_path("scripts")) / "tollens")
    with tempfile.TemporaryDirectory() as folder:
        small = Path(folder) / "small.json"
        small.write_bytes(trace_bytes(100))
        commands = {
            "python -c pass": [sys.executable, "-c", "pass"],
            "tollens --help": [tollens, "--help"],
            "tollens validate small.json": [tollens, "validate", str(small)],
        }
        times: dict[str, list[float]] = {name: [] for name in commands}
        for round_number in range(said.rounds + 1):
            for name, command in commands.items():
                start = time.perf_counter()
                subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
                if round_number:  # the first round only warms up
                    times[name].append(time.perf_counter() - start)
    print(f"python -c pass: {statistics.median(times['python -c pass']) * 1e3:.1f} ms")
    for name, limit in LIMITS.items():
        table.row(f"{name} / python -c pass", ratio(times, name, "python -c pass"), limit)
    return int(table.exceeded)


if __name__ == "__main__":
    sys.exit(main())
