"""Merging two traces over a common base, against decoding the three; chained definitions with a proof each.

python benchmarks/merge.py [--rounds 3]

What is measured is the merge of traces that were read but for their JSON values, so it includes reading those, with the
cyclic collector paused as the commands have it. The baseline is `decode`, which gives the model of a text that is taken
to be sound: `core.wire.decode.decode`, the least that reading can be. For information, with limits that keep what is
reached from being lost, stand the merge of bytes against the same, and against `read`, which also proves that no member
is repeated and gives the JSON value that a merge works on.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import generate
from harness import Table, measured, ratio

import tollens
from tollens.core.merge import Merged, merge, parents
from tollens.core.wire.decode import decode
from tollens.core.wire.document import Document
from tollens.plugins.languages import language_of

ACTIONS = 6.0
"""Most times of decoding the three that a merge of 10,000 actions a side may take: the goal."""

WHOLE_DECODE, WHOLE_READ = 12.0, 3.5
"""Most times of decoding, and of reading, the three that reading and merging may take together."""

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
    """What is measured. Documents that are given are new ones for each call: a merge keeps what it read of them. They
    are freed when the next ones are made, so that this is in no measure: nor is freeing what was decoded.
    """
    texts = ours, theirs, base
    ready: list[Document] = []

    def decoded() -> list[Any]:
        return [decode(data) for data in texts]

    def read() -> list[Any]:
        return [document.value for document in documents()]

    def documents() -> list[Document]:
        return [tollens.loads(data) for data in texts]

    def given() -> None:
        ready[:] = documents()

    def merged_given() -> Merged:
        return merged(ready)

    def whole() -> Merged:
        return merged(documents())

    return {"decode": decoded, "read": read, "given": given, "merge given": merged_given, "merge": whole}


def merged(documents: Sequence[Document]) -> Merged:
    read = parents(*documents)
    return merge(read, language_of, trace_id="m", at="2026-01-01T00:00:00Z", by="benchmark", engines={})


def long_records(table: Table, rounds: int) -> None:
    """Two traces of 10,000 actions; each changed twenty models of a base that both have."""
    base = generate.units(9_980, "epoch", 20, False)

    def changed(first: int) -> list[tuple[str, str, list[str]]]:
        texts = {unit: f"let helper_{unit} x = x + {unit} + 1\nlet fn_{unit} x = helper_{unit} x\n" for unit in UNITS}
        return [(f"u{unit}-model", texts[unit], [f"fn_{unit}"]) for unit in UNITS[first : first + 20]]

    times = measured(sides(side(base, "ours", changed(0)), side(base, "theirs", changed(20)), written(base)), rounds)
    print("\ntwo traces of 10,000 actions over a common base")
    table.row("  merging / decoding the three", ratio(times, "merge given", "decode"), ACTIONS)
    table.row("  reading and merging / decoding the three", ratio(times, "merge", "decode"), WHOLE_DECODE)
    table.row("  reading and merging / reading the three", ratio(times, "merge", "read"), WHOLE_READ)


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
