"""A trace loses nothing to itself; and whatever held in one trace and does not in another is told as a loss."""

import json
from collections.abc import Hashable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tollens.apps import wiring
from tollens.core.derive.comparison.comparing import compare
from tollens.core.derive.comparison.pieces import pieces
from tollens.core.derive.evaluation import Evaluation
from tollens.core.wire.document import Document
from tollens.core.wire.encode import to_value
from tollens.plugins.formats import comparison
from tollens.plugins.text.lines import plain
from tollens.testing import mutations, strategies

EXAMPLE: dict[str, Any] = json.loads((Path(__file__).parents[2] / "examples/payments.json").read_bytes())


def evaluated(value: dict[str, Any]) -> Evaluation:
    return wiring.evaluated(Document.of(value), {})


def holding(evaluation: Evaluation) -> set[Hashable]:
    """What is answered by something that holds."""
    return {piece.claim for piece in pieces(evaluation) if piece.replaced_by is None and piece.standing == "holds"}


def done(evaluation: Evaluation) -> int:
    return sum(item.status == "AcceptDone" for goal in evaluation.resolution.goals for item in goal.acceptance)


def check_itself(value: dict[str, Any]) -> None:
    made = evaluated(value)
    told = compare(made, evaluated(value))
    assert not told.loss
    assert told.kept == told.before.pieces
    assert told.evidence == ()
    assert (told.gaps, told.goals, told.policies) == ((), (), ())
    assert plain(list(comparison.evidence_lines(made, pieces(made))))


@given(strategies.traces())
@settings(max_examples=20)
def test_a_trace_loses_nothing_to_itself(trace: Any) -> None:
    check_itself(to_value(trace))


@given(strategies.json_objects())
@settings(max_examples=20)
def test_any_object_loses_nothing_to_itself(value: dict[str, Any]) -> None:
    check_itself(value)


_BEFORE = evaluated(EXAMPLE)


@given(st.data())
@settings(max_examples=20)
def test_what_held_and_does_not_is_a_loss(data: st.DataObject) -> None:
    value = EXAMPLE
    for _ in range(data.draw(st.integers(1, 4))):
        value = data.draw(mutations.mutated(value)).value
    check_itself(value)
    after = evaluated(value)
    told = compare(_BEFORE, after)
    if not holding(_BEFORE) <= holding(after) or done(after) < done(_BEFORE):
        assert told.loss
    shown = plain(list(comparison.lines("a", "b", told, 100, everything=True)))
    assert told.loss == ("no evidence lost" not in shown.splitlines()[0])


REASONING = ("VerificationResult", "StateSpaceAnalysisResult", "ConformanceResult", "CoSimulationResult")
RESULTS = {each["artifact_id"]: each for each in EXAMPLE["artifacts"] if each["artifact_type"] in REASONING}


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_that_is_taken_away_is_a_loss(name: str) -> None:
    artifacts = [each for each in EXAMPLE["artifacts"] if each is not RESULTS[name]]
    told = compare(_BEFORE, evaluated(EXAMPLE | {"artifacts": artifacts}))
    rows = [row.loss for row in told.evidence if row.before is not None and row.before.artifact_id == name]
    (piece,) = (each for each in pieces(_BEFORE) if each.artifact_id == name)
    assert rows == [piece.replaced_by is None]
