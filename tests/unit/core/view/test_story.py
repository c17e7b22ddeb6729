"""The story puts each action into the unit that it belongs to most closely, and says of its end what is recorded."""

from typing import Any

from tests.unit.core.derive.traces import action, answer, artifact, document, goal, model, ran
from tollens.apps import wiring
from tollens.core.derive.review.reviewing import review
from tollens.core.view.document import Story, StoryUnit
from tollens.core.view.story import story


def told(**members: Any) -> Story:
    evaluation = wiring.evaluated(document(**members), {})
    return story(evaluation.index, review(evaluation))


def unit(name: str, *numbers: int, **members: Any) -> dict[str, Any]:
    return {"id": name, "title": f"to {name}", "action_ids": list(numbers), **members}


def actions(count: int) -> list[dict[str, Any]]:
    return [action(number, "ReadFile") for number in range(1, count + 1)]


def test_a_unit_has_what_is_recorded_of_it() -> None:
    stated = unit("u", 1, intent="why", outcome="what", status="completed", source="plan_declared", parent_id="v")
    made = told(actions=actions(2), meta_actions=[unit("v", 2), stated])
    assert made.units[1] == StoryUnit("u", "to u", "why", "what", "completed", "plan_declared", "v", False, ((0, 1),))


def test_actions_are_runs_of_positions() -> None:
    made = told(actions=actions(6), meta_actions=[unit("u", 1, 2, 4, 5, 6), unit("v", 3)])
    assert [each.actions for each in made.units] == [((0, 2), (3, 3)), ((2, 1),)]
    assert [each.unit for each in made.actions] == [0, 0, 1, 0, 0, 0]


def test_of_several_units_the_innermost_counts() -> None:
    inner, outer = unit("inner", 1, parent_id="outer"), unit("outer", 1, 2)
    for metas in ([inner, outer], [outer, inner]):
        made = told(actions=actions(2), meta_actions=metas)
        names = [each.id for each in made.units]
        assert [names[each.unit] for each in made.actions] == ["inner", "outer"]


def test_an_action_that_no_unit_lists_is_in_the_one_that_it_names_or_in_none() -> None:
    named = [action(1, "ReadFile", meta_action_id="u"), action(2, "ReadFile", meta_action_id="nothing"), {"id": 3}]
    unread = {"label": "odd", "meta_action_id": "u"}
    made = told(actions=[*named, unread], meta_actions=[unit("u")])
    assert [each.unit for each in made.actions] == [0, -1, -1, 0]
    assert made.units[0].actions == ((0, 1), (3, 1))


def test_a_unit_is_inside_none_that_is_not_known_or_that_is_inside_itself() -> None:
    lost, first, second = unit("lost", parent_id="x"), unit("a", parent_id="b"), unit("b", parent_id="a")
    below = unit("below", parent_id="a")
    made = told(meta_actions=[lost, first, second, below])
    assert [each.parent_id for each in made.units] == [None] * 4


def test_what_is_inside_an_abandoned_unit_is_abandoned() -> None:
    made = told(meta_actions=[unit("a", status="abandoned"), unit("b", parent_id="a"), unit("c")])
    assert [each.abandoned for each in made.units] == [True, True, False]


def test_what_cannot_be_read_is_kept_and_says_so() -> None:
    made = told(actions=[{"id": 1, "type": "Fly"}], meta_actions=[{"id": "u"}, 1])
    assert [(each.id, each.status) for each in made.units] == [
        ("u", "unrecognized"),
        ("/meta_actions/1", "unrecognized"),
    ]
    (row,) = made.actions
    assert (row.id, row.category, row.type, row.label, row.outcome) == (1, "unrecognized", "unrecognized", "Fly", "")


def test_how_a_command_ended_is_told_as_the_review_does() -> None:
    steps = [ran(1, "pytest", 0), ran(2, "pytest", 1), ran(3, "pytest", None), action(4, "ReadFile")]
    made = told(actions=steps)
    assert [each.outcome for each in made.actions] == ["passed", "failed", "unknown", ""]


def test_a_pass_whose_result_cannot_be_read_is_unknown() -> None:
    odd = {"artifact_id": "run", "artifact_type": "CommandResult", "payload": 1}
    made = told(actions=[ran(1, "pytest", 0, outputs=["run"])], artifacts=[odd])
    assert made.actions[0].outcome == "unknown"


def test_a_reasoning_step_ended_as_the_worst_of_its_results_says() -> None:
    def verify(number: int, *outputs: str) -> dict[str, Any]:
        return action(number, "Verify", category="reasoning", outputs=list(outputs), execution={"tool": "x"})

    results = [answer("p"), answer("q"), answer("r", "refuted"), answer("s", "unknown")]
    steps = [verify(1, "p"), verify(2, "q", "r"), verify(3, "s"), verify(4)]
    made = told(actions=steps, artifacts=[model(), goal(), *results, artifact("lone", "UserApproval")])
    assert [each.outcome for each in made.actions] == ["passed", "failed", "unknown", ""]
