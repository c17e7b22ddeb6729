"""Any formula over any record has a verdict: no policy and no entry of a trace makes the evaluator fall."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tollens.core.graph.index import Index
from tollens.core.model.policies import PolicySelector, PolicySeverity
from tollens.core.policy.engine import Shared
from tollens.core.policy.evaluation import evaluate
from tollens.core.policy.monitor import Monitor
from tollens.core.policy.record import Derived, Record, Settings
from tollens.core.policy.syntax import Formula
from tollens.core.policy.ties import rests_on_ties
from tollens.core.policy.verdict import Rule, judge, recorded
from tollens.core.validate.examples import (
    a_criterion,
    a_goal,
    a_model,
    a_proof,
    a_reference,
    a_residual,
    a_verification_goal,
    an_action,
    an_artifact,
)
from tollens.core.validate.rule import MINIMAL
from tollens.core.wire.document import Document
from tollens.testing.formulas import formulas

ENTRIES: dict[str, list[Any]] = {
    "actions": [
        an_action(1, inputs=["x", "nothing"], outputs=["y"], request={"path": "a/b.py", "deep": [[{}]]}),
        an_action(2, "EditFile", evidence=[{"type": "FileRef", "ref": "./a/b.py:3"}], inputs=["y", "ref"]),
        an_action(2, "Verify", outputs=["result", "result"], result={"status": 5, "exit_code": 0}),
        an_action(3, "ExclusiveDecision", decision_basis="x", supporting_inputs=["x"]),
        an_action(4, "Deploy"),
        an_action(5, "RunTests") | {"inputs": 7},
        {"type": 1},
        None,
        [],
    ],
    "artifacts": [
        an_artifact("x", derived_from=["x", "y"], producer_action_id=2),
        an_artifact("y", "Diff", derived_from=["x"], metadata={"a": {"b": [1, {}]}}),
        an_artifact("c", "CommandResult", {"exit_code": 1, "status": ["odd"], "output": {"a": 1}}),
        a_model(component_id="f"),
        a_verification_goal(),
        a_proof(),
        a_residual("r1", ("x",), severity="critical", target={"target_type": "action", "target_id": "1"}),
        a_residual("r2", severity="low") | {"supersedes": "r1"},
        {"artifact_id": "u", "artifact_type": "Residual", "payload": {"kind": 3}},
        {"artifact_id": 5, "artifact_type": "VerificationResult"},
        {"artifact_type": "HLR", "producer_action_id": 1},
        "odd",
    ],
    "residuals": [{"residual_id": "r9", "kind": "limitation", "statement": "x"}, {"residual_id": 1}, 5],
    "goals": [
        a_goal(a_criterion("Change", {"symbol": "f"}), {"acceptance_id": "m", "kind": "Gap", "label": "x"}, "odd"),
        a_goal(status="GoalActive") | {"goal_id": "g2"},
        {"goal_id": 4},
    ],
    "reference_artifacts": [a_reference("ref"), 1],
    "policy_evaluations": [{"policy_id": "p", "status": "failed"}, {}],
    "files_modified": ["a/b.py", "./c"],
}


@st.composite
def traces(draw: st.DrawFn) -> Document:
    """A trace with some of these entries in any order, any number of times."""
    held = {name: draw(st.lists(st.sampled_from(entries), max_size=5)) for name, entries in ENTRIES.items()}
    return Document.of(MINIMAL | held | draw(st.sampled_from([{}, {"trigger": {}}, {"high_stakes_paths": ["a/", 3]}])))


DERIVED = (None, Derived({("g1", "c1"): "AcceptDone"}, {"g1": ["r1", "gone"], "g2": []}, {"result": "Stale"}))


@given(traces(), formulas(), st.sampled_from(DERIVED), st.booleans())
@settings(max_examples=80, deadline=None)
def test_every_formula_has_a_verdict(document: Document, formula: Formula, derived: Derived | None, text: bool) -> None:
    record = Record(Index(document.trace, lambda: document.value), derived, Settings(("b.py",), text))
    rule = Rule("p", "p", PolicySeverity.ErrorSeverity, formula)
    known = rule.over(Shared(record))
    found = evaluate(known.formula, Shared(record))
    untied = Shared(record).untied is not None and rests_on_ties(known.formula)
    assert found.masks.true & found.masks.false == 0
    assert found.holds is not None or found.missing
    judged = judge(rule, Shared(record))
    assert (judged.status in ("passed", "not_applicable")) is (found.holds is True and not known.parts and not untied)
    assert (judged.status == "failed") is (found.holds is False and not untied)
    assert judged == judge(rule, Shared(record))._replace(violating=judged.violating, evidence=judged.evidence)
    assert recorded(judged).status.value == judged.status
    selected = rule._replace(applies_when=PolicySelector(artifact_type="Diff", path_matches="a/*"))
    assert judge(selected, Shared(record)).status in (judged.status, "not_applicable", "unknown")
    monitor = Monitor([rule], document.trace, record.settings, derived)
    assert len(monitor.standings()) + len(monitor.unfollowed) == 1
