"""A trace in the forms of other tools, against decoding it to dicts and writing it again; and how that grows.

python benchmarks/exchange.py [--rounds 3]
"""

import argparse
import json
import math
import sys
from collections.abc import Callable
from typing import Any

import generate
import orjson
from harness import Table, measured, ratio

import tollens
from tollens.plugins.exchange import FORMS, Asked

LIMITS = {"dot": 6.0, "ponens": 4.0, "prov-json": 12.0}
"""Most times of the baseline that a form may take; that of Graphviz judges the trace."""

SPARE = 1.5
"""By how much growth may pass n·log n before it is called more."""

FEW, MANY = 10_000, 100_000


def sides(size: int) -> dict[str, Callable[[], Any]]:
    data = json.dumps(generate.units(size, "epoch", 5, False)).encode()

    def side(form: str) -> Callable[[], Any]:
        def written() -> bytes:
            document = tollens.loads(data)
            return FORMS.get(form).write(Asked(document, lambda: tollens.evaluate(document))).data

        return written

    base = {"dicts": lambda: orjson.dumps(orjson.loads(data), option=orjson.OPT_INDENT_2)}
    return {f"{name} {size}": each for name, each in {**base, **{form: side(form) for form in FORMS.names()}}.items()}


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    rounds = parser.parse_args().rounds
    table = Table()
    times = measured({**sides(FEW), **sides(MANY)}, rounds, warm=False)
    most = SPARE * MANY * math.log(MANY) / (FEW * math.log(FEW))
    print(f"\n{MANY:,} actions, from bytes to bytes")
    for form in FORMS.names():
        table.row(f"  {form} / dicts and back", ratio(times, f"{form} {MANY}", f"dicts {MANY}"), LIMITS[form])
    print(f"\n{MANY:,} / {FEW:,} actions")
    for form in FORMS.names():
        table.row(f"  {form}", ratio(times, f"{form} {MANY}", f"{form} {FEW}"), round(most, 1))
    return 1 if table.exceeded else 0


if __name__ == "__main__":
    sys.exit(main())
