"""Ignoring something never turns a refusal into an approval: damage to any element of a trace raises no verdict."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from tests.unit.core.derive import traces
from tollens.apps import wiring
from tollens.core.derive.review.claims import Claim, Weight
from tollens.core.derive.review.report import Review
from tollens.core.derive.review.reviewing import review
from tollens.core.wire.document import Document

_ORDER: tuple[Weight, ...] = ("against", "open", "for")
_DAMAGE = {
    "actions": "label",
    "artifacts": "name",
    "policies": "name",
    "policy_evaluations": "note",
    "meta_actions": "title",
    "goals": "intent",
    "residuals": "rationale",
    "comments": "body",
    "review_items": "title",
    "reference_artifacts": "name",
    "execution_environments": "name",
    "trace_links": "link_id",
}
"""A member of each list's elements that a number makes unreadable without touching anything that counts."""


def reviewed(value: dict[str, Any]) -> Review:
    document = Document.of(value)
    return review(wiring.evaluated(document, {}))


def by_name(made: Review) -> dict[str, Claim]:
    return {claim.artifact_id or f"{claim.subject} of action {claim.action_id}": claim for claim in made.claims}


def raised(before: dict[str, Claim], after: dict[str, Claim]) -> list[str]:
    """The names of the claims that weigh more than before.

    A claim that is new stands in the place of one that is gone and weighs no more than that one did. Or it is open, and
    says why: an earlier run of a command whose later run cannot be read is in doubt, and that something is carried
    forward whose original cannot be read decides nothing.
    """
    weight = {name: _ORDER.index(claim.weight) for name, claim in (*before.items(), *after.items())}
    gone = sorted((_ORDER.index(before[name].weight) for name in before.keys() - after.keys()), reverse=True)
    new = sorted((name for name in after.keys() - before.keys()), key=lambda name: weight[name], reverse=True)
    unfounded = [name for place, name in enumerate(new) if place >= len(gone) or weight[name] > gone[place]]
    return [
        *(name for name in after.keys() & before.keys() if weight[name] > _ORDER.index(before[name].weight)),
        *(name for name in unfounded if after[name].weight != "open" or not _open_for_a_reason(after[name])),
    ]


def _open_for_a_reason(claim: Claim) -> bool:
    return claim.doubted_by is not None or claim.verdict == "carried"


def done(made: Review) -> set[tuple[str, str]]:
    """Goals that are reached, and acceptance items that are done."""
    reached = {(goal.goal_id, "") for goal in made.goals if goal.reached}
    items = ((goal.goal_id, item) for goal in made.goals for item in goal.acceptance)
    return reached | {(name, item.acceptance_id) for name, item in items if item.status == "AcceptDone"}


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
            traces.ran(6, "codespell", 0, "Lint"),
            traces.action(7, "Lint", outputs=["complaints"]),
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
            traces.artifact("complaints", "CommandResult", {"command": "codespell", "exit_code": 1}),
            traces.goal("goal-4"),
            traces.answer("alone", goal="goal-4"),
            traces.model("model-5"),
            traces.goal("goal-5", "model-5"),
            traces.answer("outdated", goal="goal-5"),
            traces.model("model-6") | {"supersedes": "model-5"},
        ],
        policy_evaluations=[{"policy_id": "p", "status": "passed"}, {"policy_id": "p", "status": "failed"}],
        residuals=[
            {"residual_id": "l1", "kind": "defeater", "defeater_kind": "rebuts", "statement": "no", **settled},
            {"residual_id": "l2", "kind": "needs_rereasoning", "statement": "why", "related_artifact_ids": ["alone"]},
        ],
    ).value
    return value


def example(repository: Path) -> dict[str, Any]:
    value: dict[str, Any] = json.loads((repository / "examples/payments.json").read_bytes())
    return value


@pytest.mark.no_cover
@pytest.mark.parametrize("source", ["made", "example"])
def test_damage_raises_no_verdict_and_closes_no_gap(source: str, repository: Path) -> None:
    whole = made_to_turn() if source == "made" else example(repository)
    before = reviewed(whole)
    known = by_name(before)
    open_before = {gap.residual_id for gap in (*before.gaps, *before.defeaters) if gap.open}
    for name, member in _DAMAGE.items():
        for position in range(len(whole.get(name, ()))):
            damaged = copy.deepcopy(whole)
            damaged[name][position][member] = 5
            after = reviewed(damaged)
            place = f"/{name}/{position}"
            assert not after.valid
            assert after.unrecognized == before.unrecognized + 1, place
            assert raised(known, by_name(after)) == [], place
            assert open_before <= {gap.residual_id for gap in (*after.gaps, *after.defeaters) if gap.open}, place
            assert done(after) <= done(before), place
            assert not after.gate.passed, place
            assert before.review_items == after.review_items or name == "review_items", place


def test_every_list_of_elements_is_damaged(repository: Path) -> None:
    whole = example(repository) | {"residuals": made_to_turn()["residuals"]}
    lists = {name for name, held in whole.items() if isinstance(held, list) and held and isinstance(held[0], dict)}
    assert lists == set(_DAMAGE)


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ({"a": "open"}, {"a": "for"}, ["a"]),
        ({"a": "for"}, {"a": "open"}, []),
        ({"a": "for"}, {}, []),
        ({}, {"b": "against"}, ["b"]),
        ({}, {"b": "for"}, ["b"]),
        ({}, {"doubted": "open"}, []),
        ({}, {"doubted": "for"}, ["doubted"]),
        ({"a": "open"}, {"b": "open"}, []),
        ({"a": "open"}, {"b": "for"}, ["b"]),
        ({"a": "for", "b": "open"}, {"c": "open", "d": "for"}, []),
        ({"a": "for"}, {"c": "open", "d": "against"}, ["d"]),
    ],
)
def test_a_raised_verdict_is_seen(before: dict[str, Weight], after: dict[str, Weight], found: list[str]) -> None:
    def claims(held: dict[str, Weight]) -> dict[str, Claim]:
        return {
            name: Claim("passed", name, doubted_by="a reason" if name == "doubted" else None, weight=weight)
            for name, weight in held.items()
        }

    assert raised(claims(before), claims(after)) == found
