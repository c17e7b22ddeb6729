"""A formula in plain words: every construct has its line, however deep it stands."""

import pytest

from tollens.core.graph.index import Index
from tollens.core.policy.engine import Shared
from tollens.core.policy.explain import explained
from tollens.core.policy.outline import located
from tollens.core.policy.parser import parse
from tollens.core.policy.record import Record
from tollens.core.validate.examples import an_action
from tollens.core.validate.rule import MINIMAL
from tollens.core.wire.document import Document


@pytest.mark.parametrize(
    ("formula", "outline"),
    [
        ("GitCommit", ["it is a GitCommit"]),
        ("EditFile", ["it is an EditFile"]),
        ("FormalModel", ["it made a FormalModel"]),
        ("SourceCode", ["it made a SourceCode"]),
        ("IMLModel", ["it made a FormalModel"]),
        ("Deploy", ["it is a Deploy, or made one"]),
        ("activity", ["it is an activity action"]),
        ("GoalDone", ["the goal is done"]),
        ("agent_id_resolved", ["its words have “agent id resolved”"]),
        ("true", ["always so"]),
        ("rationale ≠ ∅", ["`rationale` is not empty"]),
        ("rationale = ∅", ["`rationale` is empty"]),
        ("F(P(action))", ["at some action:", "  at some earlier action:", "    there is an action"]),
        ("¬Lint", ["not:", "  it is a Lint"]),
        ("Lint ∨ Explain", ["one of, or more:", "  it is a Lint", "  it is an Explain"]),
        ("Lint ↔ Explain", ["this:", "  it is a Lint", "exactly when this:", "  it is an Explain"]),
        (
            "Lint S_last Explain",
            [
                "since the last earlier action at which:",
                "  it is an Explain",
                "(or since the start), at some action before this one:",
                "  it is a Lint",
            ],
        ),
        (
            "∃! x . x.id = 1",
            ["for exactly one x among all actions and artifacts:", "  `x.id` is `1`"],
        ),
        ("∀ r ∈ residuals . r.severity ∈ {Low}", ["for every r among `residuals`:", "  `r.severity` is in `{Low}`"]),
        (
            "count(Lint) ≤ 3",
            ["the number of actions of the whole trace is at most 3, at which:", "  it is a Lint"],
        ),
        (
            "VerificationResult(proved)",
            [
                "it made a VerificationResult, and of it:",
                "  a result that the action produced has the status `proved`",
            ],
        ),
        (
            "∃ x . ∃ y . derived_from(x, y)",
            [
                "for some x among all actions and artifacts:",
                "  for some y among all actions and artifacts:",
                "    `derived_from` of `x`, `y`: x is listed among the parents of y",
            ],
        ),
    ],
)
def test_each_construct_has_its_words(formula: str, outline: list[str]) -> None:
    assert ["  " * said.depth + said.text for said in explained(parse(formula))] == outline


def test_depth_is_no_matter() -> None:
    assert len(explained(parse("¬" * 20_000 + "Lint"))) == 20_001


def over(*kinds: str) -> Shared:
    actions = [an_action(number, kind) for number, kind in enumerate(kinds, 1)]
    return Shared(Record(Index(Document.of(MINIMAL | {"actions": actions}).trace)))


def test_each_part_is_found_in_the_trace() -> None:
    outline = explained(parse("G(GitCommit → P(RunTests ∧ completed))"))
    found = located(outline, over("RunTests", "GitCommit"))
    by_text = {said.text: where for said, where in zip(outline, found, strict=True)}
    commit = by_text["it is a GitCommit"]
    assert commit is not None
    assert (commit.true_ids, commit.false_ids, commit.unknown_ids) == ((2,), (1,), ())
    whole = by_text["at every action:"]
    assert whole is not None
    assert (whole.true, whole.false, whole.unknown) == (0, 0, 2)
    assert by_text["then:"] is None


def test_what_speaks_of_a_variable_is_found_nowhere() -> None:
    outline = explained(parse("F(∀ r ∈ residuals . r.severity = Low) ∧ F(Lint)"))
    found = located(outline, over("Lint"))
    assert [where is not None for where in found] == [True, True, True, False, True, True]
