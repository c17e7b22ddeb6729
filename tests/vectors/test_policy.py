"""The cases of `vectors/policy`: a formula, a trace, the verdict; one test each."""

import json
from pathlib import Path
from typing import Any

import pytest

from tollens.core.graph.index import Index
from tollens.core.model.policies import PolicySeverity
from tollens.core.policy.engine import Shared
from tollens.core.policy.evaluation import evaluate
from tollens.core.policy.parser import parse
from tollens.core.policy.record import Record, Settings
from tollens.core.policy.verdict import Rule, judge
from tollens.core.wire.document import Document

CASES = json.loads((Path(__file__).parents[2] / "vectors" / "policy" / "cases.json").read_text("utf-8"))["cases"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_verdict(case: dict[str, Any]) -> None:
    document = Document.of(case["trace"])
    settings = Settings(tuple(case.get("high_stakes_paths", ())))
    shared = Shared(Record(Index(document.trace, lambda: document.value), None, settings))
    formula, right = parse(case["formula"]), case["expected"]
    judged = judge(Rule(case["id"], case["id"], PolicySeverity.ErrorSeverity, formula), shared)
    assert judged.status in right["verdict"], judged
    assert evaluate(formula, shared).holds is (right["holds"] if judged.status != "unknown" else None)
    if "violating_action_ids" in right:
        assert list(judged.violating_action_ids) == right["violating_action_ids"]
    assert len(case["why"].split()) > 1
