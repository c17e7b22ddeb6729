"""No two verbs disagree about what holds: on the examples, and on examples in which one thing was turned.

Every screen, JSON and exit status is read off one evaluation; this is what notices when one of them is not.
"""

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.program import tollens

Value = dict[str, Any]

_EXAMPLES = Path(__file__).parents[2] / "examples"


def proved() -> Value:
    """A model with a helper, a proof over it, an analysis of it, and a goal that rests on the proof."""
    from tests.unit.core.derive.traces import answer, artifact, document, goal, model

    held = model()
    held["payload"] |= {"formal_code": "let h x = x + 1\nlet f x = h x", "symbols": ["h", "f"]}
    anchored = {
        "task_checksum": "elsewhere:1",
        "target_symbol": "f",
        "model_artifact_id": "model",
        "engine": "an engine",
        "engine_version": "1.0",
    }
    regions = [{"constraints": ["x > 0"]}]
    analysis = {"target_artifact_id": "model", "target_symbol": "f", "analysis_kind": "regions", "complete": True}
    proof = answer("proof")
    proof["payload"] |= {"fingerprint": anchored}
    made = document(
        artifacts=[
            held,
            goal(target_symbol="f"),
            proof,
            artifact("analysis", "StateSpaceAnalysisResult", analysis | {"regions": regions, "fingerprint": anchored}),
        ],
        reproducibility={"status": "reproducible"},
        goals=[
            {
                "goal_id": "g",
                "intent": "f is total",
                "status": "GoalActive",
                "scope": ["f"],
                "acceptance": [
                    {"acceptance_id": "a", "kind": "Property", "label": "total", "binding": {"symbol": "f"}},
                ],
            }
        ],
    )
    return made.value


def _payload(value: Value, name: str) -> Value:
    found: Value = next(each for each in value["artifacts"] if each["artifact_id"] == name)
    held: Value = found["payload"]
    return held


def refuted(value: Value, proof: str) -> None:
    """The proof is turned into its refutation."""
    _payload(value, proof).update(status="refuted", result={"refuted": {"counterexample": "x = 0"}})


def edited(value: Value, model: str, old: str, new: str) -> None:
    """A later version of the model in which one definition is another."""
    before = next(each for each in value["artifacts"] if each["artifact_id"] == model)
    later = copy.deepcopy(before) | {"artifact_id": "edited", "supersedes": model, "derived_from": []}
    later.pop("producer_action_id", None)
    assert old in later["payload"]["formal_code"]
    later["payload"]["formal_code"] = later["payload"]["formal_code"].replace(old, new)
    value["artifacts"].append(later)


def disputed(value: Value, claim: str) -> None:
    """A defeater against the claim."""
    payload = {
        "kind": "defeater",
        "defeater_kind": "rebuts",
        "statement": "no",
        "severity": "high",
        "status": "open",
        "target": {"target_type": "artifact", "target_id": claim},
    }
    value["artifacts"].append(
        {"artifact_id": "dispute", "artifact_type": "Residual", "derived_from": [claim], "payload": payload}
    )


def renamed(value: Value) -> None:
    """A later version of the model without the symbol."""
    edited(value, "model", "let f x", "let other x")


def upgraded(value: Value) -> None:
    """A newer version of the engine that the proof was found by."""
    value["execution_environments"] = [
        {
            "environment_id": "e",
            "kind": "Toolchain",
            "name": "an engine",
            "components": [{"name": "an engine", "version": "2.0"}],
        }
    ]


def left(value: Value) -> None:
    """Nothing is turned."""


def _payments() -> Value:
    value: Value = json.loads((_EXAMPLES / "payments.json").read_bytes())
    return value


TURNED: dict[str, tuple[Callable[[], Value], Callable[[Value], None]]] = {
    "proved": (proved, left),
    "proved, then refuted": (proved, lambda value: refuted(value, "proof")),
    "proved, dependency edited": (proved, lambda value: edited(value, "model", "x + 1", "x + 2")),
    "proved, target renamed": (proved, renamed),
    "proved, engine upgraded": (proved, upgraded),
    "proved, result disputed": (proved, lambda value: disputed(value, "proof")),
    "proved, model disputed": (proved, lambda value: disputed(value, "model")),
    "payments": (_payments, left),
    "payments, a proof refuted": (_payments, lambda value: refuted(value, "vr-zero")),
    "payments, a dependency edited": (_payments, lambda value: edited(value, "model-2", "p.approvals >= 2", "true")),
    "payments, a result disputed": (_payments, lambda value: disputed(value, "vr-zero")),
}

NOT_PASSED = set(TURNED) - {"proved"}
"""What each of the others turned keeps the gate shut."""


@pytest.fixture(params=TURNED)
def turned(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, str, Value]]:
    make, turn = TURNED[request.param]
    value = copy.deepcopy(make())
    turn(value)
    file = tmp_path / "trace.json"
    file.write_text(json.dumps(value), "utf-8")
    yield request.param, str(file), value


def said(*arguments: str) -> tuple[int, Any]:
    ended = tollens(*arguments, "--json")
    assert ended.err == ""
    return ended.status, json.loads(ended.out)


def _by_id(verdicts: list[Value]) -> dict[str, str]:
    return {verdict["artifact_id"]: verdict["verdict"] for verdict in verdicts}


def test_freshness_is_one(turned: tuple[str, str, Value]) -> None:
    _, file, value = turned
    status, fresh = said("freshness", file)
    verdicts = _by_id(fresh["freshness"])
    assert _by_id(said("resolve", file)[1]["freshness"]) == verdicts
    assert _by_id(said("review", file)[1]["freshness"]) == verdicts
    holds = all(verdict == "Fresh" for name, verdict in verdicts.items() if name not in fresh["superseded"])
    assert fresh["holds"] is holds
    assert status == (0 if holds else 1)
    symbols = {each.get("payload", {}).get("target_symbol") for each in value["artifacts"]} - {None}
    for symbol in symbols:
        known, told = said("symbol", file, symbol)
        assert known == 0
        assert {each["artifact_id"]: each["freshness"] for each in told["results"]}.items() <= verdicts.items()
    derived = {gap["residual_id"].split("-", 1)[1] for gap in said("residuals", file)[1]["derived_residuals"]}
    assert derived <= {name for name, verdict in verdicts.items() if verdict != "Fresh"}


def test_goals_are_one(turned: tuple[str, str, Value]) -> None:
    _, file, _ = turned
    status, resolved = said("resolve", file)
    goals = resolved["goals"]
    assert said("review", file)[1]["goals"] == goals
    assert said("goal", file, "ls")[1]["goals"] == goals
    active = [goal for goal in goals if goal["status"] in ("", "GoalActive")]
    assert status == (0 if all(goal["reached"] for goal in active) else 1)
    assert said("residuals", file)[1]["derived_residuals"] == resolved["derived_residuals"]


def test_what_is_done_holds(turned: tuple[str, str, Value]) -> None:
    _, file, _ = turned
    resolved = said("resolve", file)[1]
    verdicts, disputes = _by_id(resolved["freshness"]), {each["artifact_id"] for each in resolved["contested"]}
    for goal in resolved["goals"]:
        for item in goal["acceptance"]:
            if item["status"] == "AcceptDone" and not item["basis"]:
                assert not disputes.intersection(item["evidence"])
                assert {verdicts.get(name, "Fresh") for name in item["evidence"]} <= {"Fresh"}
                assert item["evidence"] or item["manual"]


def test_the_gate_and_what_to_do_are_one(turned: tuple[str, str, Value]) -> None:
    name, file, _ = turned
    status, review = said("review", file, "--gate")
    gate = review["gate"]
    assert gate["passed"] is (status == 0) is not (name in NOT_PASSED)
    assert gate["passed"] is (gate["reasons"] == [])
    assert tollens("review", file, "--gate").status == status
    steps = said("next", file)[1]["steps"]
    named = {name for step in steps for name in (step["subject"], *step["evidence"], *step["also"])}
    for reason in gate["reasons"]:
        assert not reason["subject"] or reason["subject"] in named
    blocked = {
        f"{goal['goal_id']}/{item['acceptance_id']}"
        for goal in review["goals"]
        for item in goal["acceptance"]
        if item["status"] == "AcceptBlocked"
    }
    assert blocked == {reason["subject"] for reason in gate["reasons"] if reason["cause"] == "blocked"}


def test_the_screens_say_it_too(turned: tuple[str, str, Value]) -> None:
    _, file, _ = turned
    outdated = [each for each in said("freshness", file)[1]["freshness"] if each["verdict"] != "Fresh"]
    screens = [tollens("review", file, "--all").out, tollens("freshness", file).out]
    for verdict in outdated:
        for screen in screens:
            assert verdict["artifact_id"] in screen
    for word in ("stale", "detached"):
        number = sum(each["verdict"].lower() == word for each in outdated)
        assert (f"{number} {word}" in screens[0]) is bool(number)
