"""The cases of `vectors/policy`: a formula, a trace, the verdict; one test each."""

import json
from pathlib import Path
from typing import Any

import pytest

from tollens.apps import wiring
from tollens.core.policy.checking import Terms, given
from tollens.core.policy.evaluation import evaluate
from tollens.core.policy.gallery import published
from tollens.core.policy.parser import parse
from tollens.core.policy.record import Settings
from tollens.core.policy.verdict import judge
from tollens.core.wire.document import Document

FOLDER = Path(__file__).parents[2] / "vectors" / "policy"
CASES = [case for path in sorted(FOLDER.glob("*.json")) for case in json.loads(path.read_text("utf-8"))["cases"]]


def test_no_two_cases_have_one_id() -> None:
    assert len({case["id"] for case in CASES}) == len(CASES) > 200


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_verdict(case: dict[str, Any]) -> None:
    document = Document.of(case["trace"])
    settings = Settings(tuple(case.get("high_stakes_paths", ())))
    (read,) = (given(one, Terms()) for one in published({"id": case["id"], "formula": case["formula"]}, "a case"))
    assert read.rule is not None
    shared = wiring.shared(document, [read], settings)
    formula, right = parse(case["formula"]), case["expected"]
    judged = judge(read.rule, shared)
    assert judged.status in right["verdict"], judged
    if "holds" in right:
        assert evaluate(formula, shared).holds is (right["holds"] if judged.status != "unknown" else None)
    if "violating_action_ids" in right:
        assert list(judged.violating_action_ids) == right["violating_action_ids"]
    assert len(case["why"].split()) > 1
