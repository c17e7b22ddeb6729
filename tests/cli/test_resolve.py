"""`tollens resolve`: its exit status, its JSON, and what a person reads."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.program import tollens
from tests.unit.core.derive.resolving import PROVED, answer, asks, atom, defeater, goal, holds, item
from tollens.core.validate.rule import MINIMAL


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return Path("trace.json")


def written(file: Path, *goals: Any, artifacts: Any = (), **members: Any) -> str:
    held = {**MINIMAL, "artifacts": [*PROVED, *artifacts], "goals": list(goals)} | members
    file.write_text(json.dumps(held), "utf-8")
    return str(file)


def test_the_json_has_what_is_promised(file: Path) -> None:
    out = json.loads(tollens("resolve", written(file, goal(holds())), "--json").out)
    assert list(out) == ["file", "goals", "freshness", "contested", "derived_residuals", "exploration"]
    (made,) = out["goals"]
    assert list(made) == [
        "goal_id",
        "intent",
        "status",
        "progress",
        "reached",
        "certified",
        "governed",
        "cone",
        "open_gaps",
        "open_gap_ids",
        "acceptance",
    ]
    assert made["acceptance"] == [
        {
            "acceptance_id": "c1",
            "kind": "Property",
            "label": "it holds",
            "status": "AcceptDone",
            "evidence": ["vr1"],
            "counterexample": None,
            "reason": "",
            "manual": False,
            "required": True,
            "basis": "",
        }
    ]
    assert (made["reached"], made["certified"], made["governed"]) == (True, None, None)
    assert [(each["artifact_id"], each["verdict"]) for each in out["freshness"]] == [("vr1", "Fresh")]


def test_every_defeater_that_names_an_artifact_is_listed_in_the_order_of_the_trace(file: Path) -> None:
    disputes = [defeater("r1", "vr1"), defeater("r2", "vg1"), defeater("r3", "vr1")]
    out = json.loads(tollens("resolve", written(file, goal(holds()), artifacts=disputes), "--json").out)
    assert out["contested"] == [
        {"artifact_id": "vg1", "defeaters": ["r2"]},
        {"artifact_id": "vr1", "defeaters": ["r1", "r3"]},
    ]


@pytest.mark.parametrize(
    ("goals", "status"),
    [
        ([goal(holds())], 0),
        ([goal(holds("g"))], 1),
        ([goal(holds()), goal(holds("g"), name="g2")], 1),
        ([goal(holds()), goal(holds("g"), name="g2", status="GoalAbandoned")], 0),
        ([goal(holds("g"), status="GoalDone")], 1),
        ([goal(holds("g"), status="GoalScratch")], 1),
        ([goal()], 1),
        ([], 1),
        ([5], 1),
    ],
)
def test_the_exit_status_is_about_the_active_goals(file: Path, goals: list[Any], status: int) -> None:
    assert tollens("resolve", written(file, *goals)).status == status


def test_goals_that_are_named_are_judged_alone_whatever_their_status(file: Path) -> None:
    name = written(file, goal(holds()), goal(holds("g"), name="g2", status="GoalAbandoned"))
    ended = tollens("resolve", name, "--goal", "g1", "--json")
    assert (ended.status, len(json.loads(ended.out)["goals"])) == (0, 1)
    assert tollens("resolve", name, "--goal", "g2").status == 1
    unknown = tollens("resolve", name, "--goal", "g3")
    assert (unknown.status, "It has: g1, g2" in unknown.err) == (2, True)


def test_an_engine_that_advanced_reopens_the_goal(file: Path) -> None:
    proof = copy.deepcopy(PROVED[2])
    proof["payload"] |= {"engine": "imandrax"}
    proof["payload"]["fingerprint"] = {"task_checksum": "x:1", "engine": "imandrax", "engine_version": "1.0"}
    held = {**MINIMAL, "artifacts": [*PROVED[:2], proof], "goals": [goal(holds())]}
    file.write_text(json.dumps(held), "utf-8")
    made = json.loads(tollens("resolve", str(file), "--engine", "imandrax=2.0", "--json").out)
    assert made["freshness"][0]["verdict"] == "Stale"
    assert made["goals"][0]["acceptance"][0]["status"] == "AcceptTodo"


def test_the_text_says_why(file: Path) -> None:
    items = [
        holds(label="f is safe"),
        item("Property", {"symbol": "g"}, "c2", label="g is safe"),
        item("Gap", {"residual_id": "r9"}, "c3", required=False),
        asks(atom(role="met", symbol="f")) | {"acceptance_id": "c4"},
    ]
    artifacts = [answer("vr2", "refuted", supersedes="vr1")]
    out = tollens("resolve", written(file, goal(*items), artifacts=artifacts)).out
    assert "blocked  0%  g1: make it safe" in out
    assert "vr2 refutes it" in out
    assert "counterexample: x = -1" in out
    assert "no verification goal about a property of g is in the trace" in out
    assert "(optional)" in out
    assert "governed is unknown" in out


def test_what_a_trace_says_cannot_speak_to_the_terminal(file: Path) -> None:
    bad = "\x1b[2J\u202e"
    hostile = goal(
        item("Property", {"symbol": bad}, f"c{bad}", label=f"l{bad}"), name=f"g{bad}", intent=bad, scope=[bad]
    )
    out = tollens("resolve", written(file, hostile)).out
    assert "\x1b" not in out
    assert "\u202e" not in out


def test_nothing_declared_is_said(file: Path) -> None:
    assert "no goal is declared" in tollens("resolve", written(file)).out


def test_what_is_no_trace_is_refused(file: Path) -> None:
    file.write_text("[]", "utf-8")
    assert tollens("resolve", str(file)).status == 2
