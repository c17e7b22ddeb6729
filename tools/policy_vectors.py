"""The vectors of policies that are written down elsewhere: examples of the operator table, and those of the packs."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from tollens.core.policy import trials
from tollens.core.policy.examples import example_trace, told
from tollens.core.policy.operators import OPERATORS
from tollens.runtime.policy_files import pack, pack_names


def operators() -> str:
    """A case for each example of each operator."""
    return _file(_of_operators())


def _of_operators() -> Iterator[dict[str, Any]]:
    for place, row in enumerate(OPERATORS, 1):
        for number, example in enumerate(row.examples, 1):
            verdicts = ["passed", "not_applicable"] if example.holds else ["failed"]
            yield {
                "id": f"operator-{place}-{number}",
                "group": row.name,
                "formula": example.formula,
                "expected": {"holds": example.holds, "verdict": verdicts},
                "why": f"{row.meaning}. The trace: {told(example)}.",
                "trace": example_trace(example),
            }


def packs() -> str:
    """A case for each example of each policy that comes with the program."""
    return _file(_of_packs())


def _of_packs() -> Iterator[dict[str, Any]]:
    for name in pack_names():
        for held in pack(name).policies:
            for number, example in enumerate(held.examples, 1):
                paths = {"high_stakes_paths": example.high_stakes_paths} if example.high_stakes_paths else {}
                yield {
                    "id": f"{name}/{held.policy.policy_id}/{number}",
                    "group": name,
                    "formula": held.policy.formula.value,
                    **paths,
                    "expected": {"verdict": example.expected},
                    "why": f"{held.policy.description} The trace: {example.title}.",
                    "trace": trials.example_trace(example),
                }


def _file(cases: Iterable[dict[str, Any]]) -> str:
    """The cases, one a line."""
    lines = ",\n".join(json.dumps(case, ensure_ascii=False) for case in cases)
    return f'{{"cases": [\n{lines}\n]}}\n'
