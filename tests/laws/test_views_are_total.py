"""Any JSON object can be reviewed and listed: the views raise nothing, fit their width, and repeat themselves."""

import json
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tollens.apps import wiring
from tollens.core.derive.record.contents import contents
from tollens.core.derive.review.reviewing import review
from tollens.core.validate.check import validate
from tollens.core.wire.document import Document
from tollens.core.wire.encode import to_value
from tollens.plugins.formats import findings, listing, text
from tollens.plugins.text.lines import plain
from tollens.plugins.text.printable import columns
from tollens.testing import mutations, strategies

EXAMPLE: dict[str, Any] = json.loads((Path(__file__).parents[2] / "examples/payments.json").read_bytes())


def check_views(value: dict[str, Any]) -> None:
    document = Document.of(value)
    report = validate(document)
    made = review(wiring.evaluated(document, {}))
    screen = plain(list(text.lines("name", made, 100)))
    whole = plain(list(text.lines("name", made, 100, everything=True)))
    listed = plain(list(listing.lines("name", contents(document.trace), 100)))
    explained = plain(list(findings.lines("name", report, True, {}, 100)))
    assert screen.count("\n") <= text.SCREEN
    for shown in (screen, whole, listed):
        assert max(columns(line) for line in shown.splitlines()) <= 100
    assert explained
    assert screen == plain(list(text.lines("name", review(wiring.evaluated(document, {})), 100)))


@given(strategies.traces())
@settings(max_examples=20)
def test_any_trace(trace: Any) -> None:
    check_views(to_value(trace))


@given(strategies.json_objects())
@settings(max_examples=25)
def test_any_object(value: dict[str, Any]) -> None:
    check_views(value)


@given(st.data())
@settings(max_examples=25)
def test_a_damaged_trace(data: st.DataObject) -> None:
    value = EXAMPLE
    for _ in range(data.draw(st.integers(1, 4))):
        value = data.draw(mutations.mutated(value)).value
    check_views(value)
