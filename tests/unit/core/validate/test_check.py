"""Validation as a whole: all faults at once, at their places, none by mistake, and no flood."""

import time
from typing import Any

import pytest

from tollens.core.diagnostics import Diagnostic
from tollens.core.validate.check import FINDINGS_PER_RULE, validate
from tollens.core.validate.examples import (
    MERGE,
    Value,
    a_comment,
    a_goal,
    a_member,
    a_meta_action,
    a_model,
    a_proof,
    a_reproduction,
    a_residual,
    a_verification_goal,
    an_action,
    an_analysis,
    an_artifact,
    an_open_result,
)
from tollens.core.validate.rule import MINIMAL
from tollens.core.wire.document import Document
from tollens.core.wire.upgrade import upgrade

PROOF = [a_model(), a_verification_goal(), an_open_result()]
CARRIED = an_artifact(
    "carried", "CarriedForward", {"result_id": "result", "basis": "closure_disjoint", "closure": ["f"]}
)
NEEDED = {"kind": "needs_rereasoning"}


def found_in(**members: Any) -> tuple[Diagnostic, ...]:
    return validate(Document.of(MINIMAL | members)).diagnostics


def codes(**members: Any) -> list[str]:
    return [one.code for one in found_in(**members) if one.severity != "info"]


def errors(**members: Any) -> list[tuple[str, str]]:
    return [(one.code, one.path) for one in found_in(**members) if one.severity == "error"]


def test_independent_faults_are_each_found_at_their_place() -> None:
    assert errors(
        trigger={"type": "ProcessAborted"},
        actions=[an_action(1, inputs=["x"]), an_action(2, meta_action_id="m9")],
        artifacts=[an_artifact("a1", derived_from=["y"]), an_artifact("a2", supersedes="z"), a_verification_goal()],
        comments=[a_comment(thread_parent_id="c9")],
        goals=[a_goal(meta_action_id="m9")],
    ) == [
        ("GOL001", "/goals/0/meta_action_id"),
        ("LIF001", "/trigger/type"),
        ("LIN001", "/artifacts/0/derived_from/0"),
        ("LIN007", "/actions/0/inputs/0"),
        ("MET007", "/actions/1/meta_action_id"),
        ("PAY001", "/artifacts/2/payload/target_artifact_id"),
        ("REV001", "/artifacts/1/supersedes"),
        ("RVW003", "/comments/0/thread_parent_id"),
    ]


@pytest.mark.parametrize(
    ("members", "expected"),
    [
        pytest.param(
            {"artifacts": [an_artifact("a1", derived_from=["a1"])]},
            [("LIN002", "/artifacts/0/derived_from/0")],
            id="derived from itself",
        ),
        pytest.param(
            {
                "actions": [an_action(1, outputs=["a1"]), an_action(2, outputs=["a2"])],
                "artifacts": [an_artifact("a1", derived_from=["a2"]), an_artifact("a2", derived_from=["a1"])],
            },
            [("LIN002", "/artifacts/0/derived_from/0")],
            id="a cycle is not also backwards in time",
        ),
        pytest.param(
            {
                "actions": [a_member(1, "m1"), a_member(2, "m1"), a_member(3, "m1")],
                "meta_actions": [a_meta_action("m1", 1), a_meta_action("m1", 2, 3)],
            },
            [("IDN004", "/meta_actions/1/id")],
            id="two meta-actions of one id",
        ),
        pytest.param(
            {
                "actions": [an_action(1, outputs=["a1"]), an_action(2, outputs=["a2"])],
                "artifacts": [
                    an_artifact("a1", producer_action_id=1),
                    an_artifact("a2", producer_action_id=2),
                    an_artifact("a1", producer_action_id=1),
                ],
            },
            [("IDN002", "/artifacts/2/artifact_id")],
            id="one artifact listed twice",
        ),
        pytest.param(
            {"artifacts": [an_artifact("a1", "Horoscope"), an_artifact("a2", derived_from=["a1"], supersedes="a1")]},
            [("WIRE013", "/artifacts/0/artifact_type")],
            id="references to what could not be read",
        ),
        pytest.param(
            {
                "actions": [a_member(1, "m1")],
                "meta_actions": [{"id": "m1"}],
                "goals": [a_goal(meta_action_id="m1")],
            },
            [("WIRE010", "/meta_actions/0/title")],
            id="a meta-action that could not be read",
        ),
    ],
)
def test_one_fault_is_one_error(members: Value, expected: list[tuple[str, str]]) -> None:
    assert errors(**members) == expected


@pytest.mark.parametrize(
    "members",
    [
        pytest.param(
            {
                "actions": [an_action(2, inputs=["a1"], outputs=["a2"]), an_action(1, outputs=["a1"])],
                "artifacts": [an_artifact("a1"), an_artifact("a2", derived_from=["a1"])],
            },
            id="ids say that the list is out of order",
        ),
        pytest.param(
            {
                "actions": [an_action(1, outputs=["a1", "a2"])],
                "artifacts": [an_artifact("a2", derived_from=["a1"]), an_artifact("a1")],
            },
            id="made by one action, listed in another order",
        ),
        pytest.param(
            {
                "actions": [an_action(1, inputs=["a1"]), an_action(2, outputs=["a1"]), an_action(3, outputs=["a1"])],
                "artifacts": [an_artifact("a1")],
            },
            id="who made it is disputed",
        ),
        pytest.param(
            {
                "actions": [an_action(1)],
                "artifacts": [a_residual(target={"target_type": "action", "target_id": "1"})],
            },
            id="an action as a target",
        ),
        pytest.param(
            {
                "actions": [an_action(1, outputs=["model"]), an_action(2, outputs=["goal"])],
                "artifacts": [
                    a_model(),
                    a_verification_goal(),
                    a_residual(anchors=("goal",), introduced_by_action_id=1) | {"producer_action_id": 1},
                ],
            },
            id="a gap that arose before what it is about",
        ),
        pytest.param(
            {
                "actions": [an_action(1), an_action(2)],
                "artifacts": [
                    a_residual("r1") | {"producer_action_id": 2},
                    a_residual("r2") | {"producer_action_id": 1, "supersedes": "r1"},
                ],
            },
            id="a gap restated with an earlier origin",
        ),
        pytest.param(
            {
                "merge": MERGE,
                "artifacts": [*PROOF, CARRIED, CARRIED | {"artifact_id": "c2", "supersedes": "carried"}],
            },
            id="carried by two merges",
        ),
        pytest.param(
            {
                "merge": MERGE,
                "artifacts": [*PROOF, CARRIED, a_residual(("r1"), ("result",), **NEEDED, status="addressed")],
            },
            id="established again, then carried",
        ),
    ],
)
def test_what_may_be_fine_is_no_error(members: Value) -> None:
    assert errors(**members) == []


@pytest.mark.parametrize("name", ["", "-", "+1", "1.0", "١", "9" * 5_000, "1 "])
def test_hostile_target_numbers(name: str) -> None:
    target = {"target_type": "action", "target_id": name}
    assert errors(actions=[an_action(1)], comments=[a_comment(target=target)]) == [
        ("RVW001", "/comments/0/target/target_id")
    ]


def test_paths_use_the_names_of_the_file() -> None:
    goal = {"id": "g1", "intent": "safe", "acceptance": []}
    assert errors(goals=[goal, goal]) == [("IDN010", "/goals/1/id")]


@pytest.mark.parametrize(
    ("execution", "path"),
    [({"execution": {"version": "1"}}, "/actions/0/execution/tool"), ({"execution": None}, "/actions/0/execution")],
)
def test_a_missing_member_is_pointed_at_as_far_as_the_file_goes(execution: Value, path: str) -> None:
    (one,) = found_in(actions=[an_action(1, "Verify", **execution)])
    assert (one.code, one.path) == ("ACT007", path)


def test_quotations_are_clipped_and_escaped() -> None:
    (one,) = found_in(artifacts=[an_artifact("a1", derived_from=["\x1b[31m" + "x" * 10_000])])
    assert "\x1b" not in one.message
    assert len(one.message) < 300


def test_no_flood_and_nothing_in_silence() -> None:
    surplus = 7
    missing = [f"x{number}" for number in range(FINDINGS_PER_RULE + surplus)]
    found = found_in(artifacts=[an_artifact("a1", derived_from=missing)])
    assert len(found) == FINDINGS_PER_RULE + 1
    assert found[-1].severity == "error"
    assert found[-1].message.startswith(f"{surplus} more findings")


def test_folding_an_early_gap_breaks_no_rule() -> None:
    document = Document.of(
        MINIMAL
        | {
            "spec_version": "1.5",
            "actions": [an_action(1), an_action(2, outputs=["a1"])],
            "artifacts": [an_artifact("a1")],
            "residuals": [
                {
                    "residual_id": "r1",
                    "kind": "limitation",
                    "statement": "one thread",
                    "related_artifact_ids": ["a1"],
                    "introduced_by_action_id": 1,
                }
            ],
        }
    )
    assert validate(document).diagnostics == ()
    assert validate(upgrade(document).document).diagnostics == ()


@pytest.mark.parametrize("kind", ["SourceCode", "Diff"])
def test_a_refutation_is_not_replaced_by_something_else(kind: str) -> None:
    artifacts = [*PROOF, an_artifact("a1", kind, supersedes="result")]
    assert codes(artifacts=artifacts) == ["REV006"]


def test_a_reproducible_trace_does_not_speak_for_an_action_that_says_otherwise() -> None:
    stated = a_reproduction(status="not_reproducible", reproduction_kind="not_reproducible")
    members = {"reproducibility": {"status": "reproducible"}, "artifacts": [*PROOF[:2], a_proof()]}
    assert codes(**members, actions=[an_action(1, "Verify", outputs=["result"])]) == []
    assert codes(**members, actions=[an_action(1, "Verify", outputs=["result"], reproducibility=stated)]) == ["RPR006"]
    assert codes(**members) == []


def test_a_waived_residual_may_be_explained_in_a_comment() -> None:
    remark = a_comment(target={"target_type": "artifact", "target_id": "r1"})
    assert codes(artifacts=[a_residual(status="waived")], comments=[remark]) == []
    assert codes(artifacts=[a_residual(status="waived")], comments=[a_comment()]) == ["RES011"]


@pytest.mark.parametrize(
    ("merge", "path"),
    [
        ({"parents": ["ours", "ours"]}, "/merge/parents/1"),
        ({"parents": ["ours", "t1"]}, "/merge/parents/1"),
        ({"base": "t1"}, "/merge/base"),
    ],
)
def test_a_merge_is_of_others(merge: Value, path: str) -> None:
    assert [(one.code, one.path) for one in found_in(merge=MERGE | merge)] == [("MRG001", path)]


@pytest.mark.parametrize(("told", "expected"), [("f", []), ("M.f", []), ("g", ["FPR007"]), ("ff", ["FPR007"])])
def test_a_symbol_may_be_named_with_its_module(told: str, expected: list[str]) -> None:
    said = {"task_checksum": "scheme:00", "target_symbol": "f"}
    assert codes(artifacts=[a_model(), an_analysis(target_symbol=told, fingerprint=said)]) == expected


def test_an_observation_does_not_derive_from_itself() -> None:
    seen = {"observation_id": "o1", "statement": "pure", "derived_from": ["o1"]}
    assert codes(actions=[an_action(1, observations=[seen])]) == ["ACT009"]
    assert codes(
        actions=[an_action(1, "ExclusiveDecision", supporting_inputs=["a1"]), an_action(2, outputs=["a1"])],
        artifacts=[an_artifact("a1")],
    ) == ["ACT009"]


def test_the_same_file_gives_the_same_report() -> None:
    members = {
        "merge": MERGE,
        "artifacts": [a_model(), a_verification_goal(), an_open_result(), a_residual(target={"target_type": "policy"})],
        "residuals": [{"residual_id": "r1", "kind": "assumption", "statement": "sorted"}] * 2,
    }
    assert found_in(**members) == found_in(**members)


def seconds(**members: Any) -> float:
    document = Document.of(MINIMAL | members)
    start = time.process_time()
    validate(document)
    return time.process_time() - start


def chain(size: int, step: int) -> list[Value]:
    """Artifacts in a chain of parents and predecessors that runs up (1) or down (-1) the list."""
    made = []
    for number in range(size):
        before = number - step
        old = [f"a{before}"] if 0 <= before < size else []
        made.append(an_artifact(f"a{number}", derived_from=old, supersedes=old[0] if old else None))
    return made


@pytest.mark.no_cover
@pytest.mark.parametrize("step", [1, -1])
def test_long_chains_grow_linearly(step: int) -> None:
    small, large = seconds(artifacts=chain(5_000, step)), seconds(artifacts=chain(40_000, step))
    assert large < 30 * max(small, 0.01)


@pytest.mark.no_cover
def test_deep_hierarchies_grow_linearly() -> None:
    def tower(size: int) -> Value:
        return {
            "actions": [an_action(1, outputs=["a1"], meta_action_id="m0")],
            "artifacts": [an_artifact("a1")],
            "meta_actions": [
                a_meta_action(
                    f"m{number}", *([] if number else [1]), parent_id=f"m{number + 1}", produced_artifact_ids=["a1"]
                )
                for number in range(size)
            ]
            + [a_meta_action(f"m{size}", produced_artifact_ids=["a1"])],
        }

    assert codes(**tower(5)) == []
    small, large = seconds(**tower(5_000)), seconds(**tower(40_000))
    assert large < 30 * max(small, 0.01)


@pytest.mark.no_cover
def test_disputed_fans_grow_linearly() -> None:
    def fan(size: int) -> Value:
        names = [f"a{number}" for number in range(size)]
        others = [f"b{number}" for number in range(size)]
        return {
            "actions": [
                an_action(1, outputs=names),
                an_action(2, outputs=names),
                an_action(3, inputs=names, outputs=others),
            ],
            "artifacts": [an_artifact(name) for name in names + others],
        }

    small, large = seconds(**fan(3_000)), seconds(**fan(24_000))
    assert large < 30 * max(small, 0.01)


@pytest.mark.no_cover
def test_wide_fans_grow_linearly() -> None:
    def fan(size: int) -> Value:
        names = [f"a{number}" for number in range(size)]
        made = [f"b{number}" for number in range(size)]
        return {
            "actions": [
                an_action(1, outputs=names),
                an_action(2, "Verify", inputs=names, outputs=made, evidence=[{"type": "CommandOutput", "ref": "x"}]),
            ],
            "artifacts": [an_artifact(name) for name in names + made],
            "meta_actions": [
                a_meta_action(f"m{number}", 1, produced_artifact_ids=["a0", "b0"]) for number in range(size)
            ],
        }

    small, large = seconds(**fan(3_000)), seconds(**fan(24_000))
    assert large < 30 * max(small, 0.01)
