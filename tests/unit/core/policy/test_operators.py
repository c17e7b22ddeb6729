"""Every example of the operator table is a test: the formula holds, or fails, on its little trace."""

import pytest

from tollens.core.graph.index import Index
from tollens.core.policy import masks
from tollens.core.policy.engine import Shared
from tollens.core.policy.evaluation import evaluate
from tollens.core.policy.examples import example_trace, told
from tollens.core.policy.operators import OPERATORS, Operator
from tollens.core.policy.parser import parse
from tollens.core.policy.record import Record
from tollens.core.wire.document import Document


@pytest.mark.parametrize("row", OPERATORS, ids=lambda row: row.name)
def test_the_examples_hold_or_fail(row: Operator) -> None:
    for example in row.examples:
        shared = Shared(Record(Index(Document.of(example_trace(example)).trace)))
        assert evaluate(parse(example.formula), shared).holds is example.holds, (example.formula, told(example))


@pytest.mark.parametrize("row", [row for row in OPERATORS if row.function], ids=lambda row: row.name)
def test_the_function_of_an_operator_exists(row: Operator) -> None:
    assert callable(getattr(masks, row.function))
