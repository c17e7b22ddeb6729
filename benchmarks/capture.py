"""Whole commands from a session file to a trace file, against the importer of the reference implementation: CPU time.

python benchmarks/capture.py --peer PONENS [--sizes 1,20,200] [--rounds 3]      both sides, with and without contents
python benchmarks/capture.py --memory 1000                                      peak memory, without contents

PONENS is the reference implementation's command; without it only our own side is measured. The sessions are generated
(`sessions.py`): of the size given in megabytes, and for `--memory` with large outputs and a record of 100 MB.
"""

import argparse
import os
import statistics
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

import sessions
from harness import Table, ratio

LIMITS = {1: 0.34, 20: 0.34, 200: 0.34}
"""Megabytes to the most of the reference importer's time that a capture may take."""

MEMORY = 500
"""Most megabytes of memory for a session of any size, without contents."""


def run(command: list[str]) -> tuple[float, float]:
    """CPU seconds and peak megabytes of one command, which must succeed."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"exit status {process.returncode}: {' '.join(command)}")
    unit = 1e6 if sys.platform == "darwin" else 1e3
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / unit


def commands(session: Path, peer: str | None) -> dict[str, list[str]]:
    """The command of each side."""
    tollens = str(Path(sysconfig.get_path("scripts")) / "tollens")
    out = str(session.with_suffix(".out.json"))
    sides = {
        "contents": [tollens, "capture", str(session), "-o", out],
        "digests": [tollens, "capture", str(session), "--content", "digest", "-o", out],
    }
    return sides | ({"peer": [peer, "emit", str(session), "-o", out]} if peer else {})


def compare(folder: Path, size: int, peer: str | None, rounds: int, table: Table) -> None:
    """Both sides on one session, in turn."""
    session = folder / f"{size}.jsonl"
    sessions.write(session, size * 1_000_000)
    times: dict[str, list[float]] = {}
    peaks: dict[str, float] = {}
    for _ in range(rounds):
        for name, command in commands(session, peer).items():
            seconds, peaks[name] = run(command)
            times.setdefault(name, []).append(seconds)
    for name, measured in times.items():
        print(f"{size:>5} MB, {name:<10}{statistics.median(measured):8.2f} s {peaks[name]:8.0f} MB")
    for name in ("contents", "digests") if peer else ():
        table.row(f"{size} MB, {name} / reference importer", ratio(times, name, "peer"), LIMITS.get(size, 0.34))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peer")
    parser.add_argument("--sizes", default="1,20,200")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--memory", type=int, help="megabytes of a session to capture without contents")
    said = parser.parse_args()
    table = Table()
    with tempfile.TemporaryDirectory() as folder:
        if said.memory:
            session = Path(folder) / "large.jsonl"
            sessions.write(session, said.memory * 1_000_000, line=100_000_000, outputs=2)
            seconds, peak = run(commands(session, None)["digests"])
            print(f"{said.memory:>5} MB, digests   {seconds:8.2f} s {peak:8.0f} MB")
            table.row(f"{said.memory} MB of large outputs, digests: peak MB", peak, MEMORY)
            return int(table.exceeded)
        for size in map(int, said.sizes.split(",")):
            compare(Path(folder), size, said.peer, said.rounds, table)
    return int(table.exceeded)


if __name__ == "__main__":
    sys.exit(main())
