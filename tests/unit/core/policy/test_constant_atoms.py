"""What is the same at every position is as long as the trace, and takes no more work than that."""

import pytest

from tollens.core.graph.index import Index
from tollens.core.policy.engine import Shared
from tollens.core.policy.evaluation import evaluate
from tollens.core.policy.parser import parse
from tollens.core.policy.record import Record
from tollens.core.validate.examples import an_action
from tollens.core.validate.rule import MINIMAL
from tollens.core.wire.document import Document

MANY = 300


@pytest.mark.parametrize(
    "formula", ["start_event", "start_event ∧ end_event", "¬start_event → end_event", "G(end_event)"]
)
def test_it_has_a_value_for_each_position_and_no_more(formula: str) -> None:
    actions = [an_action(number) for number in range(1, MANY + 1)]
    trace = Document.of(MINIMAL | {"actions": actions}).trace
    masks = evaluate(parse(formula), Shared(Record(Index(trace)))).masks
    assert (masks.true, masks.false) == ((1 << MANY) - 1, 0)
