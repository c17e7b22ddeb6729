"""Bytes to the content hash, against `json.loads`, `json.dumps` and sha256, which its definition is.

python benchmarks/hash.py [--sizes 100,1000,10000,100000] [--rounds 7]

Two figures are measured. `hash` is the content hash and nothing else, as the standard library gives it, which drops all
but the last of several members with one name in silence; a merge takes it of the traces that it joins. `vouched` also
proves that no member is repeated, and tells whether other languages would compute the same: what `tollens hash` gives.
The goal, a third of the standard library's time, is for both.

Generated traces are of two kinds: thousands of short texts, where the time goes into a Python object for each on both
sides, and sources of 2,000 characters with an escape every line, where it goes into these. Where the goal is not
reached, the limit keeps what is. It is not reached where the parts that no way by msgspec and orjson does without add
up to more, in shares of the standard library's time:

- indented, short texts, below half a megabyte, `vouched`: reading .21, printing .06, SHA-256 .03, and .05 for printing
  once more as it stands in the file, which costs less than counting quotation marks in both (.06) and making sure that
  none was written as an escape (.04). Larger files are printed while they are read, from the processor's caches.
- long texts below half a megabyte: reading .17, printing .09, SHA-256 .06, moving what leaves the caches; `vouched` and
  indented .08 more for printing again, which also larger ones feel.
"""

import argparse
import gc
import hashlib
import json
import sys
from typing import Any

import generate
from harness import Table, measured, ratio

from tollens.core.integrity.canonical import HASH_EXCLUDE, hash_of
from tollens.runtime.collector import paused
from tollens.runtime.hashing import hashed

THIRD = 1 / 3
"""The most of the standard library's time: the goal."""

KINDS = (("short", None), ("short", 2), ("long", None), ("long", 2))
"""Texts, and indentation."""

SMALL = 1 << 19

OVER = {
    ("short", 2, "vouched", True): 0.42,
    ("long", None, "hash", True): 0.45,
    ("long", None, "vouched", True): 0.45,
    ("long", 2, "hash", True): 0.45,
    ("long", 2, "vouched", True): 0.65,
    ("long", 2, "vouched", False): 0.4,
}
"""Texts, indentation, figure, and whether the file is small, to the limit where the goal is not reached."""

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


def alone(data: bytes) -> str | None:
    """The content hash alone."""
    with paused():
        return hash_of(data)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default="100,1000,10000,100000")
    parser.add_argument("--rounds", type=int, default=7)
    said = parser.parse_args()
    table = Table()
    for actions in map(int, said.sizes.split(",")):
        for texts, indent in KINDS:
            separators = (",", ": ") if indent else (",", ":")
            made = json.dumps(trace(actions, texts), ensure_ascii=False, indent=indent, separators=separators)
            data = made.encode()
            assert hashed(data).content_hash == alone(data) == by_definition(data)
            sides = {
                "standard": lambda data=data: by_definition(data),
                "hash": lambda data=data: alone(data),
                "vouched": lambda data=data: hashed(data).content_hash,
            }
            times = measured(sides, said.rounds, max(1, 2000 // actions))
            label = f"{actions:,} actions, {texts} texts, {len(data) / 1e6:.2f} MB{', indented' if indent else ''}"
            for side in ("hash", "vouched"):
                print(f"{len(data) / min(times[side]) / 1e6:6.0f} MB/s", end="  ")
                table.row(
                    f"{label}, {side}",
                    ratio(times, side, "standard"),
                    OVER.get((texts, indent, side, len(data) < SMALL), THIRD),
                )
    return int(table.exceeded)


if __name__ == "__main__":
    sys.exit(main())
