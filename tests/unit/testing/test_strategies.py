"""The strategies reach every type of the model, and what they make can be written and read."""

import doctest
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis.strategies import SearchStrategy

from tollens.core import model
from tollens.core.projections import shapes
from tollens.core.wire.versions import version_of
from tollens.testing import mutations, strategies

UNIONS = {node.common.cls: node for node in shapes.named(shapes.trace()) if isinstance(node, shapes.Union)}


def any_with(strategy: SearchStrategy[Any], wanted: Callable[[Any], bool]) -> Any:
    """A value as wanted. It need not be a small one: to shrink each takes a thousand times as long as to find it."""
    return find(strategy, wanted, settings=settings(max_examples=2000, phases=[Phase.generate]))


@pytest.mark.parametrize("module", [strategies, mutations])
def test_examples_in_docstrings_run(module: Any) -> None:
    found = doctest.testmod(module)
    assert found.attempted > 0
    assert found.failed == 0


@pytest.mark.parametrize(
    ("strategy", "common"),
    [
        (strategies.artifacts(), model.ArtifactCommon),
        (strategies.actions(), model.ActionCommon),
        (strategies.acceptance_items(), model.AcceptanceCommon),
    ],
)
def test_every_constructor_is_generated(strategy: Any, common: type) -> None:
    for member in UNIONS[common].members:
        found = any_with(strategy, lambda value, cls=member.cls: type(value) is cls)
        assert type(found) is member.cls


@pytest.mark.parametrize("tag", ["proved", "refuted", "sat", "unknown"])
def test_every_verdict_is_generated(tag: str) -> None:
    found = any_with(strategies.verification_results(), lambda value: value.result.tag == tag)
    assert found.status.value == tag


@given(strategies.traces())
@settings(max_examples=20)
def test_traces_state_a_version_of_the_text(trace: model.Trace) -> None:
    version = version_of(trace.spec_version)
    assert version is not None
    assert version <= (1, 11)


@pytest.mark.parametrize(
    ("strategy", "cls"),
    [
        (strategies.goals(), model.Goal),
        (strategies.events(), model.Event),
        (strategies.meta_actions(), model.MetaAction),
        (strategies.residuals(), model.Residual),
    ],
)
def test_named_strategies_give_their_type(strategy: Any, cls: type) -> None:
    assert isinstance(any_with(strategy, lambda value: True), cls)
