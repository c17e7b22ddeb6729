"""A policy is told with its plain words and every position that its verdict rests on."""

from typing import Any

import pytest

from tests.unit.core.derive.traces import action, document, ran
from tollens.apps import wiring
from tollens.core.view import policies
from tollens.core.view.document import PlainLine, PolicyStory


def stories(*held: dict[str, Any], **members: Any) -> list[PolicyStory]:
    judged = wiring.judged(document(policies=list(held), **members), "a name", {})
    return list(policies.policy_stories(judged.policies))


def policy(formula: str) -> dict[str, Any]:
    return {"policy_id": "p", "name": "a policy", "severity": "error", "formula": formula}


TESTED = "G(GitCommit -> P(RunTests))"


def test_positions_are_those_in_the_list_not_ids() -> None:
    steps = [action(10, "GitCommit", outputs=["c"]), ran(20, "pytest", 0), action(30, "GitCommit")]
    commit = {"artifact_id": "c", "artifact_type": "Commit"}
    (made,) = stories(policy(TESTED), actions=steps, artifacts=[commit])
    assert (made.status, made.blocking, made.violating, made.violating_artifacts) == ("failed", True, (0,), ("c",))
    (met,) = stories(policy(TESTED), actions=steps[1:])
    assert (met.status, met.violating, met.evidence) == ("passed", (), (1,))


def test_the_words_are_an_outline() -> None:
    (made,) = stories(policy(TESTED))
    assert made.formula == "G(GitCommit → P(RunTests))"
    assert made.plain[:3] == (
        PlainLine(0, "at every action:"),
        PlainLine(1, "if:"),
        PlainLine(2, "it is a GitCommit"),
    )


def test_a_formula_that_cannot_be_read_has_no_words() -> None:
    (made,) = stories(policy("G("))
    assert (made.status, made.formula, made.plain) == ("unknown", "", ())


def test_a_very_long_formula_is_told_by_its_text_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policies, "_MOST", 3)
    (made,) = stories(policy(TESTED))
    assert (made.formula, made.plain) == ("G(GitCommit → P(RunTests))", ())
