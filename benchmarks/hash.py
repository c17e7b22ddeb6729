"""Bytes to the content hash, against `json.loads`, `json.dumps` and sha256, which its definition is.

python benchmarks/hash.py [--sizes 100,1000,10000,100000] [--rounds 7]

Generated traces are of two kinds: thousands of short texts, where the time goes into a Python object for each on both
sides, and sources of 2,000 characters with an escape every line, where it goes into these.
"""

import argparse
import gc
import hashlib
import json
import sys
from typing import Any

import generate
from harness import Table, measured, ratio

from tollens.core.integrity.canonical import HASH_EXCLUDE
from tollens.runtime.hashing import canonical_file

LIMITS = {("short", None): 0.6, ("short", 2): 0.7, ("long", None): 0.8, ("long", 2): 0.8}
"""Kind of texts and indentation to the most of the standard library's time that the hash may take."""

_TEXT = 'def clamp(x):\n    """Within 0 and 1; été."""\n    return min(max(x, 0), 1)\n\n' * 25


def trace(actions: int, texts: str) -> dict[str, Any]:
    """A trace, whose actions have something to tell if texts are long."""
    made: dict[str, Any] = generate.units(actions, "epoch", 1, False)
    if texts == "long":
        for action in made["actions"]:
            action["detail"] = _TEXT
    return made


def by_definition(data: bytes) -> str:
    """The content hash as the decision record on it has it."""
    gc.enable()  # as anybody calls it; the hash pauses the collector by itself
    value = {name: member for name, member in json.loads(data).items() if name not in HASH_EXCLUDE}
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default="100,1000,10000,100000")
    parser.add_argument("--rounds", type=int, default=7)
    said = parser.parse_args()
    table = Table()
    for actions in map(int, said.sizes.split(",")):
        for (texts, indent), limit in LIMITS.items():
            separators = (",", ": ") if indent else (",", ":")
            made = json.dumps(trace(actions, texts), ensure_ascii=False, indent=indent, separators=separators)
            data = made.encode()
            assert canonical_file(data).digest == by_definition(data)
            sides = {
                "standard": lambda data=data: by_definition(data),
                "hash": lambda data=data: canonical_file(data).digest,
            }
            times = measured(sides, said.rounds, max(1, 2000 // actions))
            label = f"{actions:,} actions, {texts} texts, {len(data) / 1e6:.2f} MB{', indented' if indent else ''}"
            print(f"{len(data) / min(times['hash']) / 1e6:6.0f} MB/s", end="  ")
            table.row(label, ratio(times, "hash", "standard"), limit)
    return int(table.exceeded)


if __name__ == "__main__":
    sys.exit(main())
