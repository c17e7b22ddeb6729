"""Of any JSON object it can be said what is left to do: no view raises, passes its width, or forgets a reason."""

import json
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.core.derive.evaluated import no_language
from tollens.core.derive.evaluation import evaluate
from tollens.core.derive.residuals.lifecycle import lifecycle
from tollens.core.derive.residuals.unestablished import unestablished
from tollens.core.derive.review.provenance import provenance
from tollens.core.derive.review.reviewing import review
from tollens.core.derive.review.symbols import UnknownSymbol, symbol_account
from tollens.core.derive.review.worklist import worklist
from tollens.core.wire.document import Document
from tollens.core.wire.encode import to_value
from tollens.plugins.formats import lineage, residuals, symbol
from tollens.plugins.formats import worklist as steps_as_text
from tollens.plugins.text.lines import Line, plain
from tollens.plugins.text.printable import columns
from tollens.testing import mutations, strategies

EXAMPLE: dict[str, Any] = json.loads((Path(__file__).parents[2] / "examples/payments.json").read_bytes())


def fits(made: list[Line]) -> None:
    assert max((columns(line) for line in plain(made).splitlines()), default=0) <= 80


def check_views(value: dict[str, Any], before: dict[str, Any]) -> None:
    evaluation = evaluate(Document.of(value), no_language)
    reasons = review(evaluation).gate.reasons
    steps = worklist(evaluation, reasons)
    held = {name for step in steps for name in (step.subject, *step.also, *step.evidence)}
    assert {reason.subject for reason in reasons} <= held
    assert steps == worklist(evaluation, reasons)
    fits(list(steps_as_text.lines("name", steps, 80, None)))
    since = lifecycle((evaluate(Document.of(before), no_language).index, evaluation.index))
    fits(list(residuals.lines("name", unestablished(evaluation.established, since), 80, everything=True)))
    for name in (*list(evaluation.index.artifact_at)[-3:], *list(evaluation.index.meta_at)[:1]):
        if name in evaluation.index.artifact_at or any(each.id == name for _, each in evaluation.index.meta_actions):
            fits(list(lineage.lines("name", provenance(evaluation, name), 80, None)))
    for name in ("capture", ""):
        found = symbol_account(evaluation, no_language, name)
        if not isinstance(found, UnknownSymbol):
            fits(list(symbol.lines("name", found, 80)))


@given(strategies.traces(), strategies.traces())
@settings(max_examples=20, deadline=None)
def test_any_trace(trace: Any, before: Any) -> None:
    check_views(to_value(trace), to_value(before))


@given(strategies.json_objects())
@settings(max_examples=20, deadline=None)
def test_any_object(value: dict[str, Any]) -> None:
    check_views(value, EXAMPLE)


@given(st.data())
@settings(max_examples=25, deadline=None)
def test_a_damaged_trace(data: st.DataObject) -> None:
    value = EXAMPLE
    for _ in range(data.draw(st.integers(1, 4))):
        value = data.draw(mutations.mutated(value)).value
    check_views(value, EXAMPLE)
