"""§18.2, §18.3 Goals never claim more than the evidence: what speaks against the work never raises a status.

Over traces of a few goals, results, edits, residuals and evaluations in any order, with formulas of any shape.
"""

import copy
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import json

from tests.unit.core.derive.resolving import about, answer, asks, atom, defeater, established, goal, item
from tollens.core.derive.goals.outcomes import RANK
from tollens.core.derive.goals.resolution import ResolvedItem, resolve_goals
from tollens.core.model import AcceptanceStatus, Freshness
from tollens.core.validate.examples import a_model, a_residual, an_action, an_artifact
from tollens.testing.strategies import json_values

SYMBOLS = ("f", "g")
GOALS = ("vg0", "vg1", "vg2")
ACTIONS = 4

Trace = dict[str, Any]

producers = st.one_of(st.none(), st.integers(1, ACTIONS))


@st.composite
def results(draw: st.DrawFn, number: int) -> Trace:
    verdict = draw(st.sampled_from(["proved", "proved", "refuted", "sat", "unknown"]))
    members: Trace = {"producer_action_id": draw(producers), "revision": draw(st.sampled_from([None, None, 1, 2]))}
    if number and draw(st.booleans()):
        members["supersedes"] = f"vr{draw(st.integers(0, number - 1))}"
    return answer(f"vr{number}", verdict, draw(st.sampled_from(GOALS)), draw(st.integers(0, 2)), **members)


@st.composite
def edits(draw: st.DrawFn, number: int) -> Trace:
    stated: Trace = {"symbol": draw(st.sampled_from(SYMBOLS))} if draw(st.booleans()) else {}
    if draw(st.booleans()):
        stated["path"] = draw(st.sampled_from(["src/f.py", "src/g.py"]))
    told = draw(st.sampled_from(["change f", "change of g", "coffee"]))
    kind = draw(st.sampled_from(["Diff", "SourceCode"]))
    made = an_artifact(f"d{number}", kind, metadata=stated, summary=told, producer_action_id=draw(producers))
    return made | ({"supersedes": "d0"} if number and draw(st.booleans()) else {})


def atoms() -> st.SearchStrategy[Trace]:
    roles = st.sampled_from([None, "governed", "met"])
    symbols = st.sampled_from([*SYMBOLS, "nowhere"])
    return st.one_of(
        st.builds(lambda symbol, role: atom(role=role, symbol=symbol), symbols, roles),
        st.builds(lambda symbol, role: atom("Change", role, symbol=symbol), symbols, roles),
        st.builds(lambda name: atom("Gap", residual_id=name), st.sampled_from(["r0", "r1", "nowhere"])),
        st.builds(lambda name: atom("Obligation", policy_id=name), st.sampled_from(["p0", "p1"])),
        st.builds(
            lambda symbol, kind: {"atom": {"component": symbol, "evidence": {"artifact": kind}}},
            symbols,
            st.sampled_from(["VerificationResult", "Diff"]),
        ),
    )


def formulas(*, denying: bool) -> st.SearchStrategy[Trace]:
    selectors = st.sampled_from([{"glob": "src/*"}, {"scope": True}, {"module": "f"}])

    def around(inner: st.SearchStrategy[Trace]) -> st.SearchStrategy[Trace]:
        several = st.lists(inner, max_size=3)
        made = [
            st.builds(lambda parts: {"and": parts}, several),
            st.builds(lambda parts: {"or": parts}, several),
            st.builds(
                lambda word, selector, part: {word: {"in": selector, "as": "c", "holds": part}},
                st.sampled_from(["forall", "exists"]),
                selectors,
                st.one_of(inner, st.just(atom(symbol={"var": "c"})), st.just(atom("Change", symbol={"var": "c"}))),
            ),
        ]
        if denying:
            made.append(st.builds(lambda part: {"not": part}, inner))
            made.append(st.builds(lambda one, other: {"implies": [one, other]}, inner, inner))
        return st.one_of(made)

    return st.recursive(atoms(), around, max_leaves=6)


@st.composite
def traces(draw: st.DrawFn, denying: bool = False) -> Trace:
    goals = [about(name, draw(st.sampled_from([*SYMBOLS, None])), goal_id=at) for at, name in enumerate(GOALS)]
    statuses = st.sampled_from(["open", "addressed", "waived", "acknowledged"])
    residuals = [a_residual(f"r{number}", status=draw(statuses)) for number in range(2)]
    if draw(st.booleans()):
        residuals[1]["supersedes"] = "r0"
    evaluations = st.fixed_dictionaries(
        {"policy_id": st.sampled_from(["p0", "p1"]), "status": st.sampled_from(["passed", "failed", "unknown"])},
        optional={"checked_at_action_id": st.integers(1, ACTIONS)},
    )
    artifacts = [
        a_model(),
        *goals,
        *(draw(results(number)) for number in range(draw(st.integers(0, 4)))),
        *(draw(edits(number)) for number in range(draw(st.integers(0, 3)))),
        *residuals,
    ]
    authored = st.sampled_from([None, "AcceptTodo", "AcceptDoing", "AcceptDone", "AcceptBlocked"])
    items = [
        item("Property", {"symbol": "f"}, status=draw(authored)),
        item(
            "Property", {"symbol": draw(st.sampled_from(["g", None])), "property": "safe"}, "c2", status=draw(authored)
        ),
        item("Change", {"symbol": "f"}, "c3", status=draw(authored)),
        item("Gap", {"residual_id": "r0"}, "c4", status=draw(authored)),
        item("Obligation", {"policy_id": "p0"}, "c5", status=draw(authored)),
        *(asks(draw(formulas(denying=denying))) | {"acceptance_id": f"c{at}"} for at in range(6, 9)),
    ]
    numbers = draw(st.permutations(range(1, ACTIONS + 1))) if draw(st.booleans()) else range(1, ACTIONS + 1)
    return {
        "actions": [an_action(number, "EditFile") for number in numbers],
        "artifacts": artifacts,
        "policy_evaluations": draw(st.lists(evaluations, max_size=3)),
        "goals": [goal(*items, scope=["f", "src/g.py"])],
    }


def almost_formulas() -> st.SearchStrategy[Any]:
    """JSON made of the words of formulas, mostly in the wrong places."""
    words = [
        "atom",
        "and",
        "not",
        "implies",
        "forall",
        "in",
        "as",
        "holds",
        "role",
        "glob",
        "scope",
        "kind",
        "binding",
        "var",
    ]
    leaves = st.sampled_from([None, True, "met", "x", "Property", "**", {"symbol": "f"}, {"var": "x"}, [], 5])
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.dictionaries(st.sampled_from(words), inner, max_size=3), st.lists(inner, max_size=2)
        ),
        max_leaves=8,
    )


def items_of(members: Trace, outdated: dict[str, Freshness] | None = None) -> tuple[ResolvedItem, ...]:
    (made,) = resolve_goals(established(members, outdated)).goals
    return made.acceptance


def risen(before: tuple[ResolvedItem, ...], after: tuple[ResolvedItem, ...]) -> list[tuple[ResolvedItem, ResolvedItem]]:
    """The items whose status is further than it was."""
    return [
        (was, now)
        for was, now in zip(before, after, strict=True)
        if RANK[AcceptanceStatus[now.status]] > RANK[AcceptanceStatus[was.status]]
    ]


@given(traces(denying=True))
@settings(max_examples=20, deadline=None)
def test_the_same_trace_gives_the_same_bytes(members: Trace) -> None:
    first, second = (json.encode(resolve_goals(established(copy.deepcopy(members)))) for _ in range(2))
    assert first == second


@given(traces(denying=True))
@settings(max_examples=25, deadline=None)
def test_nothing_is_done_without_evidence_but_by_a_denial_and_then_it_says_so(members: Trace) -> None:
    for one in items_of(members):
        if one.status == "AcceptDone" and not one.evidence:
            assert one.basis == "absence"


@given(traces(), st.data())
@settings(max_examples=25, deadline=None)
def test_a_defeater_raises_no_status(members: Trace, data: st.DataObject) -> None:
    names = [artifact["artifact_id"] for artifact in members["artifacts"]]
    against = defeater(
        "new", data.draw(st.sampled_from([*names, "p0"])), data.draw(st.sampled_from(["artifact", "policy"]))
    )
    assert not risen(items_of(members), items_of(members | {"artifacts": [*members["artifacts"], against]}))


@given(traces(), st.data())
@settings(max_examples=20, deadline=None)
def test_staleness_raises_no_status(members: Trace, data: st.DataObject) -> None:
    names = [artifact["artifact_id"] for artifact in members["artifacts"] if artifact["artifact_id"].startswith("vr")]
    outdated = {
        name: data.draw(st.sampled_from([Freshness.Stale, Freshness.Detached]))
        for name in names
        if data.draw(st.booleans())
    }
    assert not risen(items_of(members), items_of(members, outdated))


@given(traces(), st.sampled_from(GOALS), st.sampled_from([None, *range(1, ACTIONS + 1)]), st.integers(0, 12))
@settings(max_examples=25, deadline=None)
def test_a_refutation_raises_no_status(members: Trace, against: str, made: int | None, place: int) -> None:
    artifacts = list(members["artifacts"])
    artifacts.insert(max(4, place), answer("new", "refuted", against, producer_action_id=made))
    assert not risen(items_of(members), items_of(members | {"artifacts": artifacts}))


@given(traces(), st.data())
@settings(max_examples=50, deadline=None)
def test_what_cannot_be_read_makes_nothing_done(members: Trace, data: st.DataObject) -> None:
    damaged = copy.deepcopy(members)
    kind = data.draw(st.sampled_from(["artifacts", "artifacts", "artifacts", "actions", "policy_evaluations"]))
    if damaged[kind]:
        element = data.draw(st.sampled_from(damaged[kind]))
        element[{"artifacts": "name", "actions": "label", "policy_evaluations": "note"}[kind]] = 5
    done = [now for _, now in risen(items_of(members), items_of(damaged)) if now.status == "AcceptDone"]
    assert not done


@given(
    st.one_of(json_values(), almost_formulas()),
    st.sampled_from(["formula", "binding", "component", "evidence", "required", "status"]),
)
@settings(max_examples=60, deadline=None)
def test_whatever_stands_in_an_item_has_an_answer_and_is_not_done_without_evidence(said: Any, member: str) -> None:
    asked = item("Property", {"symbol": "f"}, status="AcceptDone") | {member: said}
    (made,) = items_of({"artifacts": [a_model(), about(), a_residual("r0")], "goals": [goal(asked)]})
    assert made.status != "AcceptDone" or made.manual or made.basis == "absence"
