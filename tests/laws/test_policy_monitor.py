"""The monitor agrees with the verdict over the trace so far, after every action; what it calls final stays."""

from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.laws.direct_policy import formulas, quantified, steps, trace_of
from tollens.core.graph.index import Index
from tollens.core.model.actions import Action
from tollens.core.model.artifacts import Artifact
from tollens.core.model.policies import PolicySelector, PolicySeverity
from tollens.core.model.trace import Trace
from tollens.core.policy.engine import Shared
from tollens.core.policy.monitor import Monitor
from tollens.core.policy.parser import parse
from tollens.core.policy.printer import printed
from tollens.core.policy.record import Record
from tollens.core.policy.syntax import Formula, Unary
from tollens.core.policy.verdict import Rule, judge

TEXTS = (
    "G(EditFile → F(RunTests))",
    "G(EditFile → P_target(ReadFile))",
    "G(RunTests → H(¬failed))",
    "¬EditFile U RunTests",
    "F(RunTests ∧ completed) ∧ G(EditFile → X(RunTests))",
    "G(EditFile → P_chain(VerificationResult(proved)) ∨ F(VerificationResult))",
    "G(RunTests → ¬∃ r ∈ residuals . r.severity = Critical)",
    "G(RunTests → count(EditFile) ≤ 2)",
    "G(EditFile → ((¬RunTests) S ReadFile)) ↔ F(G(completed))",
)


def coming(trace: Trace) -> list[tuple[Action, list[Artifact]]]:
    """The actions of a trace with what each produced."""
    made: dict[int | None, list[Artifact]] = {}
    for artifact in trace.artifacts:
        made.setdefault(getattr(artifact, "producer_action_id", None), []).append(artifact)
    return [(action, made.get(action.id, [])) for action in trace.actions]


def rules(formula: Formula) -> list[Rule]:
    """A policy with this formula, with and without a condition, among some that are followed for sure."""
    held = Rule("generated", "generated", PolicySeverity.ErrorSeverity, formula)
    selected = held._replace(policy_id="selected", applies_when=PolicySelector(action_type="EditFile"))
    return [held, selected, *(Rule(text, text, PolicySeverity.ErrorSeverity, parse(text)) for text in TEXTS)]


AHEAD = formulas(("G", "F", "X", "P", "H", "P_target", "P_chain"), ("U", "S", "S_last"))


@given(steps(), st.one_of(AHEAD, formulas(("P", "H", "H_target", "H_chain"), ("S", "S_last"))))
@settings(max_examples=50, deadline=None)
def test_after_every_action(made: list[dict[str, Any]], formula: Formula) -> None:
    trace = trace_of(made)
    start = msgspec.structs.replace(trace, actions=(), artifacts=())
    asked = rules(formula)
    monitor = Monitor(asked, start)
    by_id = {rule.policy_id: rule for rule in asked}
    assert {name.policy_id for name in monitor.unfollowed} <= {"generated", "selected"}
    final: dict[str, str] = {}
    taken: list[tuple[Action, list[Artifact]]] = []
    for action, artifacts in [(None, []), *coming(trace)]:
        if action is not None:
            foreseen = {found.policy_id: found.final for found in monitor.would_violate(action, artifacts)}
            closed = {standing.policy_id: standing.status for standing in monitor.feed(action, artifacts)}
            taken.append((action, artifacts))
            assert not set(closed) & set(final)
            assert {name for name, status in closed.items() if status == "failed"} >= {
                name for name, sure in foreseen.items() if sure
            }
            final |= closed
        prefix = msgspec.structs.replace(
            trace,
            actions=tuple(each for each, _ in taken),
            artifacts=tuple(artifact for _, produced in taken for artifact in produced),
        )
        shared = Shared(Record(Index(prefix)))
        for standing in monitor.standings():
            rule = by_id[standing.policy_id]
            assert standing.status == judge(rule, shared).status, (printed(rule.formula), len(taken))
            assert standing.status == final.get(standing.policy_id, standing.status)
            assert standing.final is (standing.policy_id in final)


NEAR = (
    "G(∀ x ∈ inputs(a) . ∃! b ∈ actions_before(a) . x ∈ outputs(b))",
    "G(∀ x ∈ inputs(a) → ∃ b . b < a ∧ x ∈ outputs(b) ∧ b.type = EditFile)",
    "G(EditFile → ∃ x ∈ inputs(a) . Diff(x) ∨ x.type = FormalModel)",
    "G(EditFile → P(∀ x ∈ outputs(a) . ¬VerificationResult(x)))",
    "G(RunTests → FormalModel ∈ inputs(a) ∨ Diff ∈ inputs(a))",
    "G(Diff → FormalModel ∈ ancestors(derived_from))",
    "G(Diff → VerificationResult ∈ derived_from)",
    "G(Diff → ∃ x . ancestor_of(x, Diff) ∧ formal_model_artifact(x))",
    "G(∀ y ∈ inputs(a) . ∀ x . upstream_of(x, y) → x.type ≠ VerificationResult)",
    "G(∀ x ∈ inputs(a) . ∀ y ∈ outputs(a) . derived_from(x, y))",
    "F(∃! x . x ∈ inputs(a) ∧ VerificationResult ∈ ancestors(x))",
)
"""Policies that ask at each action for what it touches, what that derives from, and who made it."""


@given(steps(), quantified())
@settings(max_examples=40, deadline=None)
def test_what_is_near_an_action_decides_what_is_asked_there(made: list[dict[str, Any]], formula: Formula) -> None:
    trace = trace_of(made)
    asked = [Rule(text, text, PolicySeverity.ErrorSeverity, parse(text)) for text in NEAR]
    for number, drawn in enumerate((formula, Unary("G", formula), Unary("G", Unary("P", formula)))):
        asked.append(Rule(f"drawn {number}", "", PolicySeverity.ErrorSeverity, drawn))
    monitor = Monitor(asked, msgspec.structs.replace(trace, actions=(), artifacts=()))
    by_id = {rule.policy_id: rule for rule in asked}
    assert {name.policy_id for name in monitor.unfollowed}.isdisjoint(NEAR)
    taken: list[tuple[Action, list[Artifact]]] = []
    for action, artifacts in coming(trace):
        foreseen = {found.policy_id for found in monitor.would_violate(action, artifacts)}
        failed = {standing.policy_id for standing in monitor.standings() if standing.status == "failed"}
        monitor.feed(action, artifacts)
        taken.append((action, artifacts))
        prefix = msgspec.structs.replace(
            trace,
            actions=tuple(each for each, _ in taken),
            artifacts=tuple(artifact for _, produced in taken for artifact in produced),
        )
        shared = Shared(Record(Index(prefix)))
        for standing in monitor.standings():
            rule = by_id[standing.policy_id]
            assert standing.status == judge(rule, shared).status, (printed(rule.formula), len(taken))
        for name in foreseen - failed:
            assert judge(by_id[name], shared).status == "failed"


@given(steps())
@settings(max_examples=25, deadline=None)
def test_asking_changes_nothing(made: list[dict[str, Any]]) -> None:
    trace = trace_of(made)
    start = msgspec.structs.replace(trace, actions=(), artifacts=())
    asked, silent = Monitor(rules(parse("G(action)")), start), Monitor(rules(parse("G(action)")), start)
    for action, artifacts in coming(trace):
        for other, others in coming(trace):
            asked.would_violate(other, others)
        assert asked.feed(action, artifacts) == silent.feed(action, artifacts)
        assert asked.standings() == silent.standings()


def test_a_trace_is_taken_in_as_a_whole() -> None:
    made = [
        {"kind": kind, "code": None, "file": "a.py", "reads": [0], "makes": "Diff", "of": [0], "listed": True}
        for kind in ("ReadFile", "EditFile", "RunTests")
    ]
    trace = trace_of(made)
    whole, stepwise = (
        Monitor(rules(parse("G(action)")), trace),
        Monitor(rules(parse("G(action)")), msgspec.structs.replace(trace, actions=(), artifacts=())),
    )
    for action, artifacts in coming(trace):
        stepwise.feed(action, artifacts)
    assert whole.standings() == stepwise.standings()
