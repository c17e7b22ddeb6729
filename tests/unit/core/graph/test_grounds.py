"""What results rest on and are about is told in one place, through unrecognized elements as well."""

from typing import Any

from tests.unit.core.derive.traces import answer, artifact, document, goal, model
from tollens.core.graph.grounds import rests_on, results_to_establish_again
from tollens.core.model import ResidualKind, ResidualPayload, TargetRef, TargetType


def made(*artifacts: dict[str, Any]) -> Any:
    return document(artifacts=list(artifacts)).trace.artifacts


def test_a_result_rests_on_its_goal_and_a_goal_on_its_model() -> None:
    held = made(model(), goal(), answer("a", derived_from=["run"]), artifact("u", "UserInstruction"))
    assert [rests_on(each) for each in held] == [set(), {"model"}, {"goal", "run"}, set()]


def test_a_model_does_not_rest_on_the_one_that_it_replaces() -> None:
    (new,) = made(model("new") | {"supersedes": "old", "derived_from": ["old", "code"]})
    assert rests_on(new) == {"code"}


def test_an_unrecognized_artifact_rests_on_what_it_names() -> None:
    (broken,) = made(answer("a", derived_from=["run"]) | {"name": 5})
    assert rests_on(broken) == {"goal", "run"}


def gap(target: str | None, *related: str) -> ResidualPayload:
    aimed = TargetRef(target_type=TargetType.ArtifactTarget, target_id=target) if target else None
    return ResidualPayload(
        kind=ResidualKind.NeedsRereasoning, statement="s", target=aimed, related_artifact_ids=related
    )


def test_a_residual_on_reasoning_is_about_the_results_that_it_names() -> None:
    results = {"a", "b", "c"}.__contains__
    assert results_to_establish_again(gap("a", "b"), ("c",), results) == ("a",)
    assert results_to_establish_again(gap("model", "b", "model"), ("c", "b"), results) == ("b", "c")
