"""What a merge asks to establish again is never fresh, and nothing but closing that makes it so (§15.3, §18.3)."""

import copy
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.laws.test_freshness import histories, none_raised
from tests.unit.core.derive import traces
from tests.unit.core.derive.plain import language_of
from tollens.core.derive.residuals.established import establish
from tollens.core.graph.index import Index
from tollens.core.model import Freshness
from tollens.core.wire.document import Document

KINDS = ("needs_rereasoning", "needs_rereasoning", "limitation", "defeater", "nonsense")
STANDING = (None, "open", "acknowledged")


def words(value: dict[str, Any]) -> dict[str, Freshness]:
    found = establish(Index(Document.of(value).trace), language_of, {})
    return {name: verdict.verdict for name, verdict in found.freshness.items()}


@st.composite
def disturbances(draw: st.DrawFn, value: dict[str, Any]) -> dict[str, Any]:
    """A residual about some artifacts of a trace."""
    names = [artifact["artifact_id"] for artifact in value["artifacts"]]
    anchors = tuple(draw(st.lists(st.sampled_from(names), min_size=1, max_size=2, unique=True)))
    return traces.residual("again", draw(st.sampled_from(KINDS)), anchors, status=draw(st.sampled_from(STANDING)))


@given(histories(), st.data())
@settings(max_examples=60)
def test_a_residual_that_stands_makes_nothing_fresh(value: dict[str, Any], data: st.DataObject) -> None:
    made = data.draw(disturbances(value))
    after = words({**value, "artifacts": [*value["artifacts"], made]})
    assert none_raised(words(value), after)
    if made["payload"]["kind"] == "needs_rereasoning":
        assert not any(after.get(name) is Freshness.Fresh for name in made["derived_from"])


@given(histories(), st.data())
@settings(max_examples=40)
def test_no_damage_makes_a_disturbed_result_fresh(value: dict[str, Any], data: st.DataObject) -> None:
    value = {**value, "artifacts": [*value["artifacts"], data.draw(disturbances(value))]}
    before = words(value)
    for at in range(len(value["artifacts"])):
        for member in ("name", "summary"):
            damaged = copy.deepcopy(value)
            damaged["artifacts"][at][member] = 7
            assert none_raised(before, words(damaged))
    for member in ("kind", "severity", "statement", "status", "target"):
        damaged = copy.deepcopy(value)
        damaged["artifacts"][-1]["payload"][member] = 7
        assert none_raised(before, words(damaged))
