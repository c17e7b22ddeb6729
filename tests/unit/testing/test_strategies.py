"""The strategies reach every type of the model, and what they make can be written and read."""

import doctest
from typing import Any

import pytest
from hypothesis import find, given, settings

from tollens.core import model
from tollens.core.projections import shapes
from tollens.core.wire.versions import version_of
from tollens.testing import mutations, strategies

UNIONS = {node.common.cls: node for node in shapes.named(shapes.trace()) if isinstance(node, shapes.Union)}


@pytest.mark.parametrize("module", [strategies, mutations])
def test_examples_in_docstrings_run(module: Any) -> None:
    assert doctest.testmod(module).attempted > 0
    assert doctest.testmod(module).failed == 0


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
        assert type(find(strategy, lambda value, cls=member.cls: type(value) is cls)) is member.cls


@pytest.mark.parametrize("tag", ["proved", "refuted", "sat", "unknown"])
def test_every_verdict_is_generated(tag: str) -> None:
    found = find(strategies.verification_results(), lambda value: value.result.tag == tag)
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
    assert isinstance(find(strategy, lambda value: True), cls)
