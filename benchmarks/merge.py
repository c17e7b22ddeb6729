"""Merging two traces over a common base, against decoding the three; chained definitions with a proof each.

python benchmarks/merge.py [--rounds 3]

The baseline is what a merge cannot do without: each of the three decoded to the model and to its JSON value.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import generate
from harness import Table, measured, ratio

import tollens
from tollens.core.merge import Merged, merge, parents
from tollens.plugins.languages import language_of

ACTIONS = 6.0
"""Most times of decoding the three that a merge of 10,000 actions a side may take, with reading them."""

UNITS = range(40)
"""The units of work whose models are replaced, half of them by each side."""

SPARE = 1.5
"""By how much growth may pass that of the input and of the closures that are written."""


def side(base: Mapping[str, Any], name: str, changes: Iterable[tuple[str, str, list[str]]]) -> bytes:
    """A trace that goes on from the base: models are replaced by later versions, given their texts and symbols."""
    trace = json.loads(json.dumps(base)) | {"trace_id": name}
    for old, text, symbols in changes:
        number = len(trace["actions"]) + 1
        made = f"{name}-{old}"
        step = generate.action(number, "reasoning", "Formalize", f"Formalize {old}", [], [made], "imandrax")
        trace["actions"].append(step)
        payload = generate.model(text, symbols)
        trace["artifacts"].append(generate.artifact(made, "FormalModel", number, [], payload, supersedes=old))
    return written(trace)


def written(trace: Mapping[str, Any]) -> bytes:
    return json.dumps(trace, separators=(",", ":")).encode()


def sides(ours: bytes, theirs: bytes, base: bytes) -> dict[str, Callable[[], Any]]:
    def decoded() -> list[Any]:
        documents = [tollens.loads(data) for data in (ours, theirs, base)]
        return [document.value for document in documents]

    def merged() -> Merged:
        read = parents(*(tollens.loads(data) for data in (ours, theirs, base)))
        return merge(read, language_of, trace_id="m", at="2026-01-01T00:00:00Z", by="benchmark", engines={})

    return {"decode": decoded, "merge": merged}


def long_records(table: Table, rounds: int) -> None:
    """Two traces of 10,000 actions; each changed twenty models of a base that both have."""
    base = generate.units(9_980, "epoch", 20, False)

    def changed(first: int) -> list[tuple[str, str, list[str]]]:
        texts = {unit: f"let helper_{unit} x = x + {unit} + 1\nlet fn_{unit} x = helper_{unit} x\n" for unit in UNITS}
        return [(f"u{unit}-model", texts[unit], [f"fn_{unit}"]) for unit in UNITS[first : first + 20]]

    times = measured(sides(side(base, "ours", changed(0)), side(base, "theirs", changed(20)), written(base)), rounds)
    print("\ntwo traces of 10,000 actions over a common base")
    table.row("  merge / decoding the three", ratio(times, "merge", "decode"), ACTIONS)


def chain(count: int) -> dict[str, Callable[[], Any]]:
    """So many definitions, each on the one before it, with a proof each; ours changes the middle, theirs the end."""
    base = generate.definitions(count)
    (old,) = [each for each in base["artifacts"] if each["artifact_type"] == "FormalModel"]
    lines = old["payload"]["formal_code"].split("\n")

    def changed(at: int) -> list[tuple[str, str, list[str]]]:
        text = "\n".join([*lines[:at], f"{lines[at]} + 1", *lines[at + 1 :]])
        return [(old["artifact_id"], text, old["payload"]["symbols"])]

    return sides(side(base, "ours", changed(count // 2)), side(base, "theirs", changed(count - 2)), written(base))


def chained(table: Table, rounds: int) -> None:
    """The growth of a merge, beside that of the closures that it writes: half the square of the definitions."""
    few, many = 250, 4_000
    times = measured({f"merge {count}": chain(count)["merge"] for count in (few, many)}, rounds, warm=False)
    print(f"\n{many:,} / {few} chained definitions with a proof each")
    table.row("  merge", ratio(times, f"merge {many}", f"merge {few}"), SPARE * (many / few) ** 2)


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--rounds", type=int, default=3)
    rounds = arguments.parse_args().rounds
    table = Table()
    long_records(table, rounds)
    chained(table, 1)
    return 1 if table.exceeded else 0


if __name__ == "__main__":
    sys.exit(main())
