"""A dispute ends only by being answered: whatever else is added to a record lifts none, and labels do not matter."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.core.derive.traces import answer, document, goal, model, residual
from tollens.core.derive.residuals.contested import contested
from tollens.core.derive.residuals.surface import surface
from tollens.core.graph.index import Index

CLAIMS = ("model", "goal", "proof", "other")
TYPES = ("artifact", "action", "policy", "policy_evaluation", "reference_artifact", "trace")

challenges = st.fixed_dictionaries(
    {
        "kind": st.sampled_from(("defeater", "defeater", "assumption", "needs_rereasoning")),
        "status": st.sampled_from((None, "open", "acknowledged", "addressed", "waived", "nonsense")),
        "target": st.none() | st.tuples(st.sampled_from(TYPES), st.sampled_from(CLAIMS)),
        "anchors": st.lists(st.sampled_from(CLAIMS), max_size=2, unique=True),
        "cited": st.lists(st.sampled_from(CLAIMS), max_size=2, unique=True),
        "supersedes": st.none() | st.integers(0, 4),
    }
)


def written(at: int, drawn: dict[str, Any]) -> dict[str, Any]:
    payload: dict[str, Any] = {"status": drawn["status"], "related_artifact_ids": drawn["cited"]}
    if drawn["kind"] == "defeater":
        payload["defeater_kind"] = "rebuts"
    if drawn["target"] is not None:
        kind, name = drawn["target"]
        payload["target"] = {"target_type": kind, "target_id": name}
    made = residual(f"r{at}", drawn["kind"], tuple(drawn["anchors"]), **payload)
    return made if drawn["supersedes"] is None else made | {"supersedes": f"r{drawn['supersedes']}"}


def disputed(residuals: list[dict[str, Any]]) -> set[str]:
    held = [model(), goal(), answer("proof"), answer("other", goal="elsewhere"), *residuals]
    trace = document(artifacts=held).trace
    return set(contested(trace.artifacts, surface(Index(trace))[1]))


def records(drawn: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [written(at, each) for at, each in enumerate(drawn)]


@given(st.lists(challenges, max_size=4), challenges)
@settings(max_examples=80)
def test_what_replaces_no_defeater_lifts_no_dispute(drawn: list[dict[str, Any]], added: dict[str, Any]) -> None:
    assert disputed(records(drawn)) <= disputed(records([*drawn, added | {"supersedes": None}]))


@given(st.lists(challenges, max_size=4), challenges)
@settings(max_examples=80)
def test_what_is_no_answer_lifts_no_dispute_by_replacing_it(drawn: list[dict[str, Any]], added: dict[str, Any]) -> None:
    standing = added | {"status": "acknowledged"}
    assert disputed(records(drawn)) <= disputed(records([*drawn, standing]))


@given(challenges, st.sampled_from(TYPES), st.sampled_from(CLAIMS))
@settings(max_examples=80)
def test_the_label_of_a_target_disarms_nothing(drawn: dict[str, Any], label: str, name: str) -> None:
    aimed = drawn | {"kind": "defeater", "status": "open", "supersedes": None}
    labelled = disputed(records([aimed | {"target": (label, name)}]))
    assert labelled == disputed(records([aimed | {"target": ("artifact", name)}]))
    assert name in labelled
