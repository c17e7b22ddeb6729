"""A trace as a page, against decoding the same trace; how large the page is, and which level of compression pays.

python benchmarks/page.py [--actions 100000] [--rounds 3]
"""

import argparse
import json
import sys
import time
import zlib
from collections.abc import Mapping

import generate
import orjson
from harness import Side, Table, measured, ratio

from tollens.apps import viewer, wiring
from tollens.core.view.viewing import Made, view
from tollens.core.wire.decode import decode
from tollens.core.wire.document import Document
from tollens.plugins.formats.page import page

BUILD, WRITE = 18.0, 3.0
"""Most times of decoding that making the document, and compressing it, may take."""
SIZE = 0.35
"""Most of the size of the trace as compact JSON that the page may have."""
FIRST = 0.3
"""Most of the trace that a browser has to inflate and parse for the first screen."""
PARSE = 2 * SIZE
"""Most of the time of parsing the trace that parsing the first screen may take, by a fast parser of JSON."""


def main() -> int:
    """Measure; 1 when a figure is over its limit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--actions", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    data = json.dumps(generate.units(arguments.actions, "epoch", 3, True), separators=(",", ":")).encode()
    template = viewer.template()
    judged = wiring.judged(Document.read(data), "trace.json", {})
    assert judged.document.value
    made = view(judged, "tollens 0")
    written = b"".join(page(template, made.manifest, made.texts))
    sides: dict[str, Side] = {
        "decode": lambda: decode(data),
        "build": lambda: view(judged, "tollens 0"),
        "write": lambda: b"".join(page(template, made.manifest, made.texts)),
        "parse": lambda: orjson.loads(data),
        "parse first": lambda: [orjson.loads(made.texts[name]) for name in ("review", "steps")],
    }
    times = measured(sides, arguments.rounds, warm=False)
    table = Table()
    print(
        f"{arguments.actions} actions, {len(data) / 1e6:.1f} MB as compact JSON, a page of {len(written) / 1e6:.1f} MB"
    )
    table.row("making the document, in times of decoding", ratio(times, "build", "decode"), BUILD)
    table.row("compressing and writing it, in times of decoding", ratio(times, "write", "decode"), WRITE)
    table.row("parsing what the first screen needs, of parsing all", ratio(times, "parse first", "parse"), PARSE)
    table.row("size of the page, of the trace", len(written) / len(data), SIZE)
    table.row("size of what the first screen needs, of the trace", first_screen(made) / len(data), FIRST)
    levels(made.texts)
    return int(table.exceeded)


def first_screen(made: Made) -> int:
    """Bytes of the blocks that are opened at once."""
    return sum(len(made.texts[name]) for name in ("review", "steps"))


def levels(texts: Mapping[str, bytes]) -> None:
    """Print what each level of compression costs and gives."""
    for level in (1, 3, 5, 6, 7, 9):
        begun, size = time.process_time(), 0
        for text in texts.values():
            squeezing = zlib.compressobj(level, zlib.DEFLATED, -zlib.MAX_WBITS)
            size += len(squeezing.compress(text)) + len(squeezing.flush())
        print(f"  level {level}: {size / 1e6:6.1f} MB in {time.process_time() - begun:5.2f} s")


if __name__ == "__main__":
    sys.exit(main())
