"""Whole commands from a session file to a trace file, against the importer of the reference implementation: CPU time.

python benchmarks/capture.py --peer PONENS [--sizes 1,20,200] [--rounds 3]      both sides, with and without contents
python benchmarks/capture.py --peer PONENS FILE ...                             the same, on files that are there
python benchmarks/capture.py --memory 1000                                      peak memory, without contents

PONENS is the reference implementation's command; without it only our own side is measured. The sessions are generated
(`sessions.py`): of the size given in megabytes, and for `--memory` with large outputs and a record of 100 MB, with
small records only, and these compressed and from standard input; then of each other agent that writes a record a line.
"""

import argparse
import gzip
import os
import shutil
import statistics
import subprocess
import sys
import sysconfig
import tempfile
from contextlib import nullcontext
from pathlib import Path

import agents
import sessions
from harness import Table, ratio

LIMIT = 0.34
"""The most of the reference importer's time that a capture shall take."""

MEMORY = 500
"""Most megabytes of memory for a session of any size, without contents."""


def run(command: list[str], given: Path | None = None) -> tuple[float, float]:
    """CPU seconds and peak megabytes of one command, which must succeed; `given` is its standard input."""
    with given.open("rb") if given else nullcontext(subprocess.DEVNULL) as said:
        process = subprocess.Popen(command, stdin=said, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"exit status {process.returncode}: {' '.join(command)}")
    unit = 1e6 if sys.platform == "darwin" else 1e3
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / unit


def commands(session: Path | str, folder: Path, peer: str | None) -> dict[str, list[str]]:
    """The command of each side, which writes into the folder."""
    tollens = str(Path(sysconfig.get_path("scripts")) / "tollens")
    out = str(folder / "out.json")
    sides = {
        "contents": [tollens, "capture", str(session), "-o", out],
        "digests": [tollens, "capture", str(session), "--content", "digest", "-o", out],
    }
    return sides | ({"peer": [peer, "emit", str(session), "-o", out]} if peer else {})


def compare(folder: Path, session: Path, label: str, peer: str | None, rounds: int, table: Table) -> None:
    """Both sides on one session, in turn."""
    times: dict[str, list[float]] = {}
    peaks: dict[str, float] = {}
    for _ in range(rounds):
        for name, command in commands(session, folder, peer).items():
            seconds, peaks[name] = run(command)
            times.setdefault(name, []).append(seconds)
    for name, measured in times.items():
        print(f"{label}, {name:<10}{statistics.median(measured):8.2f} s {peaks[name]:8.0f} MB")
    for name in ("contents", "digests") if peer else ():
        table.row(f"{label}, {name} / reference importer", ratio(times, name, "peer"), LIMIT)


def remember(folder: Path, size: int, table: Table) -> None:
    """Peak memory of large sessions. They are made elsewhere: the peak of a program counts in what it starts."""
    large, small, packed = folder / "large.jsonl", folder / "small.jsonl", folder / "small.jsonl.gz"
    for path, more in ((large, ["--line", "100000000", "--outputs", "2"]), (small, [])):
        subprocess.run([sys.executable, sessions.__file__, str(size), "-o", str(path), *more], check=True)
    with small.open("rb") as plain, gzip.open(packed, "wb", 1) as file:
        shutil.copyfileobj(plain, file)
    kinds = {"large outputs": large, "small records": small, "small records, compressed": packed}
    for label, session in kinds.items():
        table.row(f"{size} MB, {label}: peak MB", run(commands(session, folder, None)["digests"])[1], MEMORY)
    piped = run(commands("-", folder, None)["digests"], small)[1]
    table.row(f"{size} MB, small records from standard input: peak MB", piped, MEMORY)
    for path in (large, small, packed):
        path.unlink()
    for agent in agents.AGENTS:
        path = folder / f"{agent}.jsonl"
        subprocess.run([sys.executable, agents.__file__, agent, str(size), "-o", str(path)], check=True)
        table.row(f"{size} MB, {agent}: peak MB", run(commands(path, folder, None)["digests"])[1], MEMORY)
        path.unlink()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="session files instead of generated ones")
    parser.add_argument("--peer")
    parser.add_argument("--sizes", default="1,20,200")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--memory", type=int, help="megabytes of a session to capture without contents")
    said = parser.parse_args()
    table = Table()
    with tempfile.TemporaryDirectory() as folder:
        if said.memory:
            remember(Path(folder), said.memory, table)
            return int(table.exceeded)
        for file in said.files:
            compare(Path(folder), file, file.name[:30], said.peer, said.rounds, table)
        for size in map(int, said.sizes.split(",") if not said.files else ()):
            session = Path(folder) / f"{size}.jsonl"
            sessions.write(session, size * 1_000_000)
            compare(Path(folder), session, f"{size} MB", said.peer, said.rounds, table)
    return int(table.exceeded)


if __name__ == "__main__":
    sys.exit(main())
