"""What a merged trace says of its prior results is recomputed from it and its parents, whatever made it (§15.3)."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.unit.core.derive import traces
from tests.unit.core.merge.branches import branch, checked, merged, model, proof
from tollens.core.wire.document import Document

TEXT = "let h x = x\n\nlet f x = h x\n\nlet g x = x * 2"
BASE = branch("base", model("m1", TEXT))
OURS = branch("ours", model("m1", TEXT), proof("vr1", "f", "m1"), proof("vr2", "g", "m1"))
THEIRS = branch("theirs", model("m1", TEXT), model("m2", TEXT.replace("x * 2", "x * 3"), supersedes="m1"))
MADE = merged(OURS, THEIRS, BASE).document


def of(value: dict[str, Any], name: str) -> dict[str, Any]:
    """The artifact of that id."""
    return next(each for each in value["artifacts"] if each["artifact_id"] == name)


def drop(name: str) -> Callable[[dict[str, Any]], None]:
    def change(value: dict[str, Any]) -> None:
        value["artifacts"] = [each for each in value["artifacts"] if each["artifact_id"] != name]

    return change


def put(name: str, **payload: Any) -> Callable[[dict[str, Any]], None]:
    return lambda value: of(value, name)["payload"].update(payload)


def carry_anyway(value: dict[str, Any]) -> None:
    """Carry what needs to be established again."""
    drop("rereason-vr2")(value)
    carried = json.loads(json.dumps(of(value, "carried-vr1")))
    carried |= {"artifact_id": "carried-vr2", "derived_from": ["vr2"]}
    carried["payload"] |= {"result_id": "vr2", "closure": ["m1:g"]}
    value["artifacts"].append(carried)


def undo_theirs(value: dict[str, Any]) -> None:
    """Take the change of theirs away, and carry everything."""
    put("m2", formal_code=TEXT)(value)
    carry_anyway(value)


def back_to_ours(value: dict[str, Any]) -> None:
    """Let the text of ours be current, as if theirs had changed nothing, and carry everything."""
    made = json.loads(json.dumps(of(value, "m2"))) | {"artifact_id": "m3", "supersedes": "m2"}
    made["payload"]["formal_code"] = TEXT
    value["artifacts"].append(made)
    carry_anyway(value)


def test_what_was_made_holds() -> None:
    found = checked(MADE, OURS, THEIRS, BASE)
    assert (found.holds, found.total, found.diagnostics) == (True, True, ())
    assert found.counts == {
        "CarriedForward": 1,
        "NeedsRereasoning": 1,
        "Reestablished": 0,
        "none": 0,
        "several": 0,
    }


@pytest.mark.parametrize(
    ("change", "codes", "total"),
    [
        (drop("carried-vr1"), ["MCK004"], False),
        (drop("rereason-vr2"), ["MCK004"], False),
        (drop("vr1"), ["MCK003"], False),
        (put("vr1", status="refuted", result={"refuted": {"counterexample": "x"}}), ["MCK003"], False),
        (put("carried-vr1", closure=["m1:f"]), ["MCK007"], True),
        (put("carried-vr1", closure=["m1:f", "m1:g", "m1:h"]), ["MCK007"], True),
        (put("carried-vr1", basis="uninterpreted_opaque"), ["MCK007"], True),
        (put("carried-vr1", via_assumptions=["m1"]), ["MCK007"], True),
        (put("carried-vr1", result_id="vr2"), ["MCK004", "MCK005"], False),
        (put("rereason-vr2", status="addressed"), ["MCK004"], False),
        (carry_anyway, ["MCK006"], True),
        (back_to_ours, ["MCK002", "MCK006"], True),
        (undo_theirs, ["MCK002", "MCK006", "MCK010"], True),
        (lambda value: value.update(merge=None), ["MCK001"], True),
        (lambda value: value["merge"].update(parents=["theirs", "ours"]), ["MCK001"], True),
        (lambda value: value["merge"].update(base="another"), ["MCK001"], True),
    ],
)
def test_what_is_wrong_is_found(change: Callable[[dict[str, Any]], None], codes: list[str], total: bool) -> None:
    value = json.loads(json.dumps(MADE.value))
    change(value)
    found = checked(Document.of(value), OURS, THEIRS, BASE)
    errors = [said.code for said in found.diagnostics if said.severity == "error"]
    assert (found.holds, sorted(set(errors)), found.total) == (False, codes, total)
    assert all(said.path and said.hint for said in found.diagnostics)


DOUBTED = branch(
    "ours",
    model("m1", TEXT),
    [*proof("vr1", "f", "m1"), traces.residual("d1", "defeater", ("vr1",))],
    proof("vr2", "f", "m1"),
    [traces.artifact("odd", "Residual", {"kind": 7})],
    residuals=[{"residual_id": "r1", "statement": 7}],
)


def target(name: str, **members: Any) -> Callable[[dict[str, Any]], None]:
    return lambda value: of(value, name).update(members)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (put("vr1", goal_artifact_id="vr2-goal"), "MCK011"),  # a proof of something else
        (put("vr1-goal", description="anything"), "MCK010"),  # of a goal that says something else
        (drop("d1"), "MCK010"),
        (put("d1", status="addressed"), "MCK010"),
        (target("d1", derived_from=["vr2"]), "MCK011"),
        (drop("odd"), "MCK010"),
        (put("vr2", status="no verdict"), "MCK003"),  # a result that nobody can read any more
        (target("vr2", producer_action_id="no action"), "MCK003"),
        (target("vr1", producer_action_id=1), "MCK011"),  # made by another action
        (target("m1", component_id="another"), "MCK010"),
        (target("m1", metadata={"assumptions": []}), "MCK010"),
        (drop("r1"), "MCK010"),
        (lambda value: value["artifacts"].insert(0, of(value, "vr2") | {"artifact_id": "vr1"}), "MCK003"),
        (lambda value: value["actions"][-1]["result"]["merged"]["parents"][0].update(content_hash="x"), "MCK012"),
    ],
)
def test_both_histories_are_there_as_they_were(change: Callable[[dict[str, Any]], None], code: str) -> None:
    """No closure differs, and yet what is carried would be another claim, or one that nobody doubts any more."""
    made = merged(DOUBTED, THEIRS, BASE).document
    assert checked(made, DOUBTED, THEIRS, BASE).holds
    value = json.loads(json.dumps(made.value))
    change(value)
    found = checked(Document.of(value), DOUBTED, THEIRS, BASE)
    assert code in [said.code for said in found.diagnostics if said.severity == "error"]


CLASH = branch("ours", model("m1", TEXT), proof("vr1", "f", "m1"), goals=[{"goal_id": "g", "intent": "a", "scope": []}])
CLASHING = branch("theirs", model("m1", TEXT + "\n\nlet z = 1"), proof("vr1", "g", "m1"), goals=[])


def record(value: dict[str, Any]) -> dict[str, Any]:
    """What a merged trace records of the merge."""
    found: dict[str, Any] = value["actions"][-1]["result"]["merged"]
    return found


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda held: held.update(kind="rebase"), "another kind"),
        (lambda held: held.update(base=None), "another base"),
        (lambda held: held["base"].update(assistant="nobody"), "another base"),
        (lambda held: held["change_set"].update(added=[]), "another change set"),
        (lambda held: held.pop("change_set"), "another change set"),
        (lambda held: held["parents"][1].pop("content_hash"), "another content hash of theirs"),
        (lambda held: held["parents"][0].update(assistant="nobody"), "another description of ours"),
        (lambda held: held["parents"].pop(), "another description of theirs"),
        (lambda held: held.update(parents=7), "another content hash of ours"),
        (lambda held: held["from"]["ours"]["actions"].pop(), "another part of ours"),
        (lambda held: held.update({"from": []}), "another part of theirs"),
        (lambda held: held["renamed"]["theirs"].clear(), "another renaming of theirs"),
    ],
)
def test_the_record_of_the_merge_says_what_is_recomputed(change: Callable[[dict[str, Any]], object], said: str) -> None:
    made = merged(CLASH, CLASHING, BASE).document
    assert checked(made, CLASH, CLASHING, BASE).holds
    value = json.loads(json.dumps(made.value))
    assert record(value)["renamed"]["theirs"]
    change(record(value))
    found = [one for one in checked(Document.of(value), CLASH, CLASHING, BASE).diagnostics if one.severity == "error"]
    assert {one.code for one in found} == {"MCK012"}
    assert said in " ".join(one.message for one in found)


PLACED = {"metadata": {"path": "a.iml"}}
GOALS = [{"goal_id": "g", "intent": "safe", "scope": ["a.iml"]}, {"goal_id": "g2", "intent": "mine", "scope": []}]
SAFE = branch("base", model("m1", TEXT, **PLACED), goals=GOALS[:1])
MINE = branch("ours", model("m1", TEXT, **PLACED), goals=GOALS)
MORE = branch(
    "theirs",
    model("m1", TEXT, **PLACED),
    model("m2", f"{TEXT}\n\nlet more x = x", supersedes="m1", **PLACED),
    goals=[GOALS[0], GOALS[1] | {"intent": "yours"}],
)


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (drop("coverage-g"), "/artifacts"),
        (put("coverage-g", status="addressed"), "/artifacts"),
        (target("coverage-g", metadata={"merge": {"goal_id": "g", "added": []}}), "/artifacts"),
        (target("coverage-g", metadata={"merge": {"goal_id": "g", "added": 7}}), "/artifacts"),
        (lambda value: value["review_items"].clear(), "/review_items"),
        (lambda value: value["review_items"][0].update(status="resolved"), "/review_items"),
        (lambda value: value["trace_links"].pop(), "/trace_links"),
        (lambda value: value["trace_links"][0].update(to_trace_id="another"), "/trace_links"),
    ],
)
def test_what_a_merge_adds_is_there(change: Callable[[dict[str, Any]], None], path: str) -> None:
    made = merged(MINE, MORE, SAFE).document
    assert checked(made, MINE, MORE, SAFE).holds
    value = json.loads(json.dumps(made.value))
    change(value)
    found = [one for one in checked(Document.of(value), MINE, MORE, SAFE).diagnostics if one.severity == "error"]
    assert [(one.code, one.path) for one in found] == [("MCK015", path)]


def test_another_program_tells_what_a_goal_gained_in_its_own_way() -> None:
    value = json.loads(json.dumps(merged(MINE, MORE, SAFE).document.value))
    target("coverage-g", metadata=None)(value)
    assert checked(Document.of(value), MINE, MORE, SAFE).holds
    del value["actions"][-1]["result"]["merged"]
    value |= {"trace_links": [], "review_items": []}
    assert checked(Document.of(value), MINE, MORE, SAFE).holds


def test_what_a_parent_carries_forward_for_nothing_is_not_held_against_the_merge() -> None:
    """No merge may leave it out; one that is new is told."""
    lone = {"result_id": "nothing", "basis": "closure_disjoint", "closure": ["x"], "via_assumptions": []}
    ours = branch("ours", model("m1", TEXT), [traces.artifact("odd", "CarriedForward", lone)])
    made = merged(ours, THEIRS, BASE).document
    assert checked(made, ours, THEIRS, BASE).holds
    value = json.loads(json.dumps(made.value))
    value["artifacts"].append(of(value, "odd") | {"artifact_id": "odd-2"})
    found = checked(Document.of(value), ours, THEIRS, BASE)
    assert [(one.code, one.path) for one in found.diagnostics] == [
        ("MCK009", f"/artifacts/{len(value['artifacts']) - 1}/payload/result_id")
    ]


def test_another_program_need_not_record_what_this_one_does() -> None:
    """What the parents record of their own merges is nothing of this one."""
    other = branch("other", model("m1", TEXT), proof("vr9", "h", "m1"))
    once = merged(OURS, other, BASE, trace_id="once").document
    value = json.loads(json.dumps(merged(once, THEIRS, BASE).document.value))
    assert record(value)
    del value["actions"][-1]["result"]["merged"]
    found = checked(Document.of(value), once, THEIRS, BASE)
    assert found.holds, found.diagnostics


def test_a_result_is_not_found_in_its_twin() -> None:
    twins = branch("ours", model("m1", TEXT), proof("vr1", "f", "m1"), proof("vr2", "f", "m1"))
    value = json.loads(json.dumps(merged(twins, THEIRS, BASE).document.value))
    drop("vr2")(value)
    drop("carried-vr2")(value)
    assert [said.code for said in checked(Document.of(value), twins, THEIRS, BASE).diagnostics] == ["MCK003"]


def test_other_names_and_more_care_are_no_fault() -> None:
    """Another tool may name things in its own way, and need not carry what it could."""
    text = json.dumps(MADE.value).replace('"vr1"', '"v-1"').replace('"carried-vr1"', '"kept"')
    assert checked(Document.of(json.loads(text)), OURS, THEIRS, BASE).holds
    value = json.loads(json.dumps(MADE.value))
    drop("carried-vr1")(value)
    again = json.loads(json.dumps(of(value, "rereason-vr2"))) | {"artifact_id": "again", "derived_from": ["vr1"]}
    again["payload"]["target"]["target_id"] = "vr1"
    value["artifacts"].append(again)
    found = checked(Document.of(value), OURS, THEIRS, BASE)
    assert (found.holds, [said.code for said in found.diagnostics]) == (True, ["MCK008"])


def test_a_trace_that_is_no_merge_is_none() -> None:
    found = checked(OURS, OURS, THEIRS, BASE)
    assert not found.holds
    assert "MCK001" in [said.code for said in found.diagnostics]


def test_a_base_without_an_id_is_none_that_can_be_named() -> None:
    base = Document.of({**BASE.value, "trace_id": ""})
    assert checked(merged(OURS, THEIRS, base).document, OURS, THEIRS, base).holds


def test_a_text_that_cannot_be_read_is_not_held_against_what_stands() -> None:
    value = json.loads(json.dumps(THEIRS.value))
    of(value, "m1")["payload"]["formal_code"] = -1
    theirs = Document.of({**value, "artifacts": [of(value, "m1")]})
    ours = branch("ours", model("m1", TEXT), model("m2", TEXT, supersedes="m1"), proof("vr1", "f", "m2"))
    made = merged(ours, theirs, BASE)
    assert {each.bucket.value for each in made.report.results} == {"NeedsRereasoning"}
    assert checked(made.document, ours, theirs, BASE).holds


def test_a_name_that_one_side_left_dangling_may_be_a_model_of_the_other() -> None:
    """Nothing stands of that model then: the merge says so, and its check agrees."""
    ours = branch("ours", model("m0", TEXT), model("m2", TEXT, supersedes="m1", metadata={"path": "other"}))
    theirs = branch("theirs", model("m1", TEXT, metadata={"path": "one"}), proof("vr1", "f", "m1"))
    made = merged(ours, theirs)
    assert "MRG103" in [said.code for said in made.report.diagnostics]
    assert {each.bucket.value for each in made.report.results} == {"NeedsRereasoning"}
    assert checked(made.document, ours, theirs).holds
