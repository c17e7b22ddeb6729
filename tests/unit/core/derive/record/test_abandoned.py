"""What an abandoned step did speaks for a course that was not taken."""

from typing import Any

from tests.unit.core.derive.traces import document, edited, ran, reviewed
from tollens.core.derive.record.abandoned import abandoned


def meta(name: str, action_ids: list[int], **members: Any) -> dict[str, Any]:
    return {"id": name, "title": name, "action_ids": action_ids, **members}


def test_what_lies_within_an_abandoned_step_is_abandoned() -> None:
    trace = document(
        actions=[ran(1, "pytest", 0), ran(2, "pytest", 0), ran(3, "pytest", 0, meta_action_id="inner")],
        meta_actions=[
            meta("inner", [2], parent_id="outer"),
            meta("outer", [], status="abandoned"),
            meta("other", [1], status="completed"),
        ],
    ).trace
    assert abandoned(trace) == {2: "outer", 3: "outer"}


def test_parents_in_a_circle_end() -> None:
    metas = [meta("a", [1], parent_id="b", status="abandoned"), meta("b", [2], parent_id="a")]
    trace = document(actions=[ran(1, "x", 0), ran(2, "x", 0)], meta_actions=metas).trace
    assert abandoned(trace) == {1: "a", 2: "a"}


def test_a_passing_run_of_an_abandoned_step_passes_for_nothing() -> None:
    made = reviewed(
        actions=[
            ran(1, "pytest", 1),
            edited(2, "a.py"),
            edited(3, "dead.py", meta_action_id="m"),
            ran(4, "pytest", 0, meta_action_id="m"),
        ],
        meta_actions=[meta("m", [3, 4], status="abandoned")],
    )
    assert made.last_passing_tests is None
    assert [run.passed_later for run in made.runs] == [None, None]
    assert [(claim.action_id, claim.weight, claim.doubted_by) for claim in made.claims] == [
        (1, "against", None),
        (4, "open", "m, which was abandoned"),
    ]
    assert [(file.path, file.abandoned) for file in made.changes.files] == [("a.py", False), ("dead.py", True)]
    assert "1 command failed and did not pass later" in made.look_first


def test_an_abandoned_run_does_not_stand_in_the_place_of_the_one_before_it() -> None:
    made = reviewed(
        actions=[ran(1, "pytest", 0), ran(2, "pytest", 0, meta_action_id="m")],
        meta_actions=[meta("m", [2], status="abandoned")],
    )
    assert {(claim.action_id, claim.weight) for claim in made.claims} == {(1, "for"), (2, "open")}
    assert made.last_passing_tests == 1


def test_a_pass_in_another_folder_is_another_run() -> None:
    failed = ran(1, "pytest", 1)
    passed = ran(2, "pytest", 0)
    passed["request"]["cwd"] = "/elsewhere"
    made = reviewed(actions=[failed, passed])
    assert [run.passed_later for run in made.runs] == [None, None]
