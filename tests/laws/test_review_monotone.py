"""Ignoring something never turns a refusal into an approval: damage to any element of a trace raises no verdict."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from tests.unit.core.derive import traces
from tollens.core.derive.review import Review, review
from tollens.core.validate.check import validate
from tollens.core.wire.document import Document

_ORDER = ("against", "open", "for")
_DAMAGE = {"actions": "label", "artifacts": "name", "policy_evaluations": "note"}
"""A member of each list's elements that a number makes unreadable without touching anything that counts."""


def reviewed(value: dict[str, Any]) -> Review:
    document = Document.of(value)
    return review(document.trace, validate(document))


def weights(made: Review) -> dict[str, int]:
    return {claim.artifact_id or claim.subject: _ORDER.index(claim.weight) for claim in made.claims}


def made_to_turn() -> dict[str, Any]:
    """A trace in which most elements hold back a verdict of another one."""
    settled = {"target": {"target_type": "artifact", "target_id": "goal-3"}, "severity": "critical"}
    value: dict[str, Any] = traces.document(
        actions=[
            traces.ran(1, "pytest", 0),
            traces.edited(2, "a.py"),
            traces.ran(3, "mypy", 0, "TypeCheck", outputs=["result"]),
            traces.ran(4, "mypy", 1, "TypeCheck"),
            traces.ran(5, "ruff", 0, "Lint"),
        ],
        artifacts=[
            traces.model(),
            traces.goal(),
            traces.answer("proof"),
            traces.answer("refutation", "refuted"),
            traces.goal("goal-2"),
            traces.answer("contested", goal="goal-2"),
            traces.defeater("d", "goal-2"),
            traces.model("model-3"),
            traces.goal("goal-3", "model-3"),
            traces.answer("disturbed", goal="goal-3"),
            traces.residual("r", "needs_rereasoning", ("disturbed",)),
            traces.residual("r1", "unverified", ("goal-3",), **settled),
            traces.defeater("d-3", "model-3"),
            traces.artifact("result", "CommandResult", {"exit_code": 1}, producer_action_id=3),
            traces.goal("goal-4"),
            traces.answer("alone", goal="goal-4"),
            traces.model("model-5"),
            traces.goal("goal-5", "model-5"),
            traces.answer("outdated", goal="goal-5"),
            traces.model("model-6") | {"supersedes": "model-5"},
        ],
        policy_evaluations=[{"policy_id": "p", "status": "passed"}, {"policy_id": "p", "status": "failed"}],
    ).value
    return value


def example(repository: Path) -> dict[str, Any]:
    value: dict[str, Any] = json.loads((repository / "examples/payments.json").read_bytes())
    return value


@pytest.mark.parametrize("source", ["made", "example"])
def test_damage_raises_no_verdict_and_closes_no_gap(source: str, repository: Path) -> None:
    whole = made_to_turn() if source == "made" else example(repository)
    before = reviewed(whole)
    known = weights(before)
    open_before = {gap.residual_id for gap in (*before.gaps, *before.defeaters) if gap.open}
    for name, member in _DAMAGE.items():
        for position in range(len(whole.get(name, ()))):
            damaged = copy.deepcopy(whole)
            damaged[name][position][member] = 5
            after = reviewed(damaged)
            place = f"/{name}/{position}"
            assert not after.valid
            assert after.unrecognized == before.unrecognized + 1, place
            for claim, weight in weights(after).items():
                assert weight <= known.get(claim, _ORDER.index("open")), (place, claim)
            assert open_before <= {gap.residual_id for gap in (*after.gaps, *after.defeaters) if gap.open}, place
