"""Following policies action by action: what becomes final, what is owed, what would be violated."""

from typing import Any

import msgspec
import pytest

from tests.unit.core.policy.little import Value, ran, steps
from tollens.core.model.policies import PolicySelector, PolicySeverity
from tollens.core.policy.monitor import Monitor, Violation
from tollens.core.policy.parser import parse
from tollens.core.policy.verdict import Rule
from tollens.core.validate.examples import a_model, a_residual, an_artifact
from tollens.core.validate.rule import MINIMAL
from tollens.core.wire.document import Document

FAR = "it compares an action with what other actions made"
FAR_ELEMENTS = "it tries elements that are not near the action"
READ, EDIT, TESTS, COMMIT = "ReadFile", "EditFile", "RunTests", "GitCommit"


def monitor(*formulas: str, **members: Any) -> Monitor:
    rules = [Rule(formula, formula, PolicySeverity.ErrorSeverity, parse(formula)) for formula in formulas]
    return Monitor(rules, Document.of(MINIMAL | members).trace)


def actions(*kinds: str | tuple[str, Value]) -> Any:
    return Document.of(MINIMAL | {"actions": steps(*kinds)}).trace.actions


def test_an_obligation_opens_and_closes() -> None:
    formula = f"G({EDIT} → F({TESTS}))"
    watch = monitor(formula)
    edit, again, tests = actions(EDIT, EDIT, TESTS)
    (start,) = watch.standings()
    assert (start.status, start.final, start.owed) == ("not_applicable", False, ())
    assert watch.feed(edit) == ()
    assert watch.standings()[0].owed == ("F(RunTests)",)
    watch.feed(again)
    (owing,) = watch.standings()
    assert (owing.status, owing.owed) == ("failed", ("F(RunTests)",))
    watch.feed(tests)
    (met,) = watch.standings()
    assert (met.status, met.final, met.owed) == ("passed", False, ())


def test_a_violation_is_final_and_foreseen() -> None:
    formula = f"G({COMMIT} → P({TESTS} ∧ completed))"
    watch = monitor(formula)
    commit, tests, failing = actions(COMMIT, (TESTS, ran(0)), (TESTS, ran(1)))
    assert watch.would_violate(commit) == (Violation(formula, True),)
    assert watch.would_violate(tests) == ()
    watch.feed(failing)
    assert watch.would_violate(commit) == (Violation(formula, True),)
    watch.feed(tests)
    assert watch.would_violate(commit) == ()
    watch.feed(commit)
    assert watch.standings()[0].status == "passed"


def test_what_is_not_recorded_is_no_violation() -> None:
    watch = monitor(f"G({COMMIT} → P({TESTS} ∧ completed))")
    tests, commit = actions(TESTS, COMMIT)
    watch.feed(tests)
    assert watch.would_violate(commit) == ()
    watch.feed(commit)
    assert watch.standings()[0].status == "unknown"


def test_what_could_still_be_mended_is_no_final_violation() -> None:
    formula = f"G({COMMIT} → ¬∃ r ∈ residuals . r.severity = Critical)"
    watch = monitor(formula, artifacts=[a_residual("r1", severity="critical")])
    (commit,) = actions(COMMIT)
    assert watch.would_violate(commit) == (Violation(formula, False),)
    assert watch.feed(commit) == ()
    assert (watch.standings()[0].status, watch.standings()[0].final) == ("failed", False)
    assert watch.would_violate(commit) == ()  # it is violated already


def test_final_verdicts_are_told_once() -> None:
    watch = monitor(f"F({TESTS})", f"¬{EDIT} U {READ}", "G(X(action))")
    read, tests = actions(READ, TESTS)
    assert [(each.policy_id, each.status) for each in watch.feed(read)] == [(f"¬{EDIT} U {READ}", "passed")]
    assert [(each.policy_id, each.status) for each in watch.feed(tests)] == [(f"F({TESTS})", "passed")]
    assert watch.feed(read) == ()


def test_the_next_action_is_owed() -> None:
    watch = monitor(f"G({EDIT} → X({TESTS}))")
    edit, read = actions(EDIT, READ)
    watch.feed(edit)
    assert watch.standings()[0].owed == (TESTS,)
    assert watch.would_violate(read)[0].final
    assert [each.status for each in watch.feed(read)] == ["failed"]


def test_lineage_is_followed() -> None:
    formula = f"G({EDIT} → P_chain({READ}))"
    watch = monitor(formula)
    read, plain, edit = actions((READ, {"outputs": ["x"]}), (EDIT, {"outputs": ["z"]}), (EDIT, {"inputs": ["y"]}))
    made = Document.of(
        MINIMAL | {"artifacts": [an_artifact("x"), an_artifact("y", derived_from=["x"]), an_artifact("z")]}
    ).trace.artifacts
    watch.feed(read, made[:2])
    assert watch.would_violate(plain, made[2:]) == (Violation(formula, True),)
    assert watch.would_violate(edit) == ()


def test_a_policy_that_does_not_apply_is_not_violated() -> None:
    rule = Rule("p", "p", PolicySeverity.ErrorSeverity, parse(f"G(¬{COMMIT})"), PolicySelector(action_type=EDIT))
    watch = Monitor([rule], Document.of(MINIMAL).trace)
    commit, edit = actions(COMMIT, EDIT)
    assert watch.would_violate(commit) == ()
    assert watch.feed(commit) == ()
    assert [each.status for each in watch.feed(edit)] == ["failed"]


@pytest.mark.parametrize(
    ("formula", "why"),
    [
        (f"G({COMMIT} → H(X(action)))", "`X` looks ahead inside of an operator that looks back"),
        ("G(∃ b . b < a ∧ b.type = ReadFile)", FAR_ELEMENTS),
        ("G(∀ x ∈ inputs(a) . ∃ b . x ∈ outputs(b))", FAR_ELEMENTS),
        ("G(∀ x ∈ inputs(a) . ∃! y . ancestor_of(y, x))", FAR_ELEMENTS),
        ("∀ r ∈ residuals . G(EditFile → P(RunTests) ∨ r.severity < High)", FAR_ELEMENTS),
        ("G(∀ x ∈ inputs(a) . P(RunTests))", FAR),
        ('G(∀ x ∈ inputs(a) . ∃ y . ancestor_of(y, x) ∧ y.name = "z")', FAR),
        ("G(∀ x ∈ inputs(a) . ∃ b ∈ actions_before(a) . x ∈ outputs(b) ∧ outputs(b) ≠ ∅)", FAR),
        ("G(∃ v ∈ outputs(a) . v.freshness = Fresh)", FAR),
        ("P(F(end_event))", "`F` looks ahead inside of an operator that looks back"),
        ("P(end_event)", "an operator that looks back has something inside that only the whole trace decides"),
        ("G(Diff → target_artifact_id ∈ {x.id | x.type = FormalModel})", FAR),
        (
            "G(GitComit → P(RunTests))",
            "'GitComit' is no action or artifact type of the text; did you mean `GitCommit`?",
        ),
        ("".join(f"∀ x{k} ∈ actions . " for k in range(60)) + "action", "its quantifiers are nested too deep"),
    ],
)
def test_what_is_not_followed_says_why(formula: str, why: str) -> None:
    watch = monitor(formula)
    assert [(each.policy_id, each.why) for each in watch.unfollowed] == [(formula, why)]
    assert watch.standings() == ()


def test_a_trace_begun_is_taken_in() -> None:
    made = {"actions": steps(READ, EDIT), "artifacts": [an_artifact("x", producer_action_id=2), an_artifact("y")]}
    watch = monitor(f"F({TESTS})", "G(EditFile → SourceCode)", **made)
    assert [each.status for each in watch.standings()] == ["failed", "passed"]


def test_the_work_for_an_action_does_not_grow() -> None:
    watch = monitor(f"G({EDIT} → F({TESTS}))", f"G({COMMIT} → (¬{EDIT} S {TESTS}))", f"G(F({READ}) ∨ X({EDIT}))")
    read, edit, tests = actions(READ, EDIT, TESTS)
    numbers: list[int] = []
    for round_ in range(60):
        for action in (edit, read, tests, edit):
            watch.feed(msgspec.structs.replace(action, id=round_))
        numbers.append(sum(len(each.formula.obligations) for each in watch._watched))
    assert numbers[5] == numbers[-1]


FLOW = "G(∀ x ∈ inputs(a) . ∃! b ∈ actions_before(a) . x ∈ outputs(b))"
ABOVE = "G(Diff → FormalModel ∈ ancestors(derived_from))"


def made(*artifacts: Value) -> Any:
    return Document.of(MINIMAL | {"artifacts": list(artifacts)}).trace.artifacts


def test_an_agent_asks_where_its_inputs_come_from() -> None:
    watch = monitor(FLOW, ABOVE)
    makes, reads, again, changes = actions(
        (READ, {"outputs": ["x"]}), (EDIT, {"inputs": ["x"]}), (READ, {"outputs": ["x"]}), (EDIT, {"outputs": ["d"]})
    )
    assert watch.would_violate(reads) == (Violation(FLOW, True),)  # nobody made it yet
    watch.feed(makes, made(an_artifact("x")))
    assert watch.would_violate(reads) == ()
    watch.feed(again)
    assert watch.would_violate(reads) == (Violation(FLOW, True),)  # two did
    change = made(an_artifact("d", "Diff", derived_from=["x"]))
    assert watch.would_violate(changes, change) == (Violation(ABOVE, True),)
    model = made(a_model("m") | {"derived_from": []}, an_artifact("d", "Diff", derived_from=["s"]))
    source = made(an_artifact("s", derived_from=["m"]))
    assert watch.would_violate(changes, (*model, *source)) == ()


@pytest.mark.parametrize(
    ("late", "why"),
    [
        ({"artifact_id": "x"}, "the artifact 'x' came after what refers to it"),
        ({"artifact_id": "y", "producer_action_id": 1}, "the artifact 'y' came after action 1, which made it"),
        ({"artifact_id": "z"}, "two artifacts have the id 'z'"),
    ],
)
def test_what_comes_too_late_ends_what_rests_on_it(late: Value, why: str) -> None:
    alone, held = f"G({EDIT} → F({TESTS}))", f"G({EDIT} → P_chain({READ}))"
    watch = monitor(alone, held, FLOW, ABOVE)
    first, second, third = actions((READ, {"inputs": ["x"]}), EDIT, TESTS)
    watch.feed(first, made(an_artifact("z")))
    (artifact,) = made(an_artifact("q") | late)
    doubts = {found.policy_id: found.doubt for found in watch.would_violate(second, [artifact])}
    assert doubts == {held: why, FLOW: why, ABOVE: why}
    assert watch.unfollowed == ()
    watch.feed(second, [artifact])
    assert {one.policy_id: one.why for one in watch.unfollowed} == doubts
    assert [standing.policy_id for standing in watch.standings()] == [alone]
    watch.feed(third)
    assert watch.standings()[0].status == "passed"


def test_two_actions_of_one_id_and_what_cannot_be_read() -> None:
    watch = monitor(f"F({COMMIT} ∧ completed)", FLOW)
    (read,) = actions(READ)
    watch.feed(read)
    assert {found.doubt for found in watch.would_violate(read)} == {"two actions have the id 1"}
    (odd,) = Document.of(MINIMAL | {"actions": [{"id": 7}]}).trace.actions
    watch.feed(odd)
    assert [(one.policy_id, one.why) for one in watch.unfollowed] == [
        (FLOW, "an entry could not be read, and may have to do with any other")
    ]
    assert watch.standings()[0].status == "unknown"


def test_a_trace_whose_artifacts_nobody_made_is_taken_in() -> None:
    entries = [
        a_residual("r", derived_from=["x"]),
        an_artifact("x", producer_action_id=2),
        an_artifact("d", "Diff", producer_action_id=3, derived_from=["s"]),
        an_artifact("s", derived_from=["m"]),
        a_model("m") | {"producer_action_id": 1, "derived_from": []},
    ]
    watch = monitor(
        ABOVE, "G(EditFile → P_chain(Formalize))", actions=steps("Formalize", READ, EDIT), artifacts=entries
    )
    assert watch.unfollowed == ()
    assert [standing.status for standing in watch.standings()] == ["passed", "passed"]


def test_what_is_near_stays_as_small_as_what_an_action_touches() -> None:
    watch = monitor(FLOW, ABOVE)
    sizes: list[int] = []
    for number in range(1, 120):
        action = msgspec.structs.replace(actions((READ, {"inputs": [f"x{number - 1}"][: number - 1]}))[0], id=number)
        new = made(an_artifact(f"x{number}", producer_action_id=number, derived_from=[f"x{number - 1}"][: number - 1]))
        near = watch._past.around(action, new)
        sizes.append(len(near.actions) + len(near.artifacts))
        watch.feed(action, new)
    assert sizes[5] == sizes[-1] < 10
    assert watch.standings()[0].status == "passed"
