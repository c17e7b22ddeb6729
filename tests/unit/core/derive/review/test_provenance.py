"""The lineage of an artifact, or of a meta-action through what it lists, with what bears on each."""

from typing import Any

import pytest

from tests.unit.core.derive.evaluated import evaluated
from tests.unit.core.derive.traces import answer, artifact, defeater, goal, model
from tollens.core.derive.review.provenance import Provenance, provenance
from tollens.core.errors import MisuseError


def made(*artifacts: dict[str, Any], of: str, depth: int | None = None, **members: Any) -> Provenance:
    return provenance(evaluated(artifacts=list(artifacts), **members), of, depth)


def names(relatives: Any) -> list[str]:
    return [each.artifact_id for each in relatives]


CHAIN = (
    artifact("a", "SourceCode", derived_from=["ref", "nowhere"]),
    artifact("b", "Diff", derived_from=["a"]),
    artifact("c", "SourceCode", derived_from=["a", "b"], supersedes="a"),
    artifact("d", "Commit", derived_from=["c"]),
)
REFERENCES = [{"reference_artifact_id": "ref", "name": 5}]


def test_both_directions_with_distances_and_what_lies_outside() -> None:
    found = made(*CHAIN, of="c", reference_artifacts=REFERENCES)
    assert [(each.artifact_id, each.distance) for each in found.ancestors] == [
        ("a", 1),
        ("b", 1),
        ("ref", 2),
        ("nowhere", 2),
    ]
    assert [each.type for each in found.ancestors] == ["SourceCode", "Diff", "reference artifact", "missing"]
    assert names(found.descendants) == ["d"]
    assert (found.kind, found.versions, found.current) == ("artifact", ("a", "c"), ("c",))
    assert found.ancestors[0].replaced_by == "c"
    assert not found.cyclic


def test_a_depth_ends_both_ways() -> None:
    found = made(*CHAIN, of="b", depth=1)
    assert names(found.ancestors) == ["a"]
    assert names(found.descendants) == ["c"]
    assert names(made(*CHAIN, of="b", depth=0).ancestors) == []


def test_what_bears_on_a_result_stands_with_it() -> None:
    held = model(), goal(), answer("proof", derived_from=["goal"]), defeater("d", "goal")
    found = made(*held, of="proof")
    (subject,) = found.subject
    assert (subject.status, subject.contested_by) == ("proved", "d")
    assert subject.freshness in ("Fresh", "Stale", "Detached")
    assert [each.contested_by for each in found.ancestors] == ["d"]


def test_a_unit_of_intent_is_what_it_and_those_inside_it_produced() -> None:
    units = [
        {"id": "m", "title": "work", "produced_artifact_ids": ["b"]},
        {"id": "n", "title": "part", "parent_id": "m", "produced_artifact_ids": ["c"]},
    ]
    found = made(*CHAIN, of="m", meta_actions=units)
    assert (found.kind, found.title) == ("meta_action", "work")
    assert (names(found.subject), names(found.descendants)) == (["b", "c"], ["d"])
    assert names(found.ancestors) == ["a", "ref", "nowhere"]
    assert found.subject[1].meta_action_id == "n"


def _goal(name: str, *items: dict[str, Any]) -> dict[str, Any]:
    return {"goal_id": name, "intent": "no fee is lost", "status": "GoalActive", "acceptance": list(items)}


def _item(kind: str, **binding: str) -> dict[str, Any]:
    return {"acceptance_id": f"i-{kind}", "kind": kind, "label": "x", "binding": binding, "status": "AcceptTodo"}


def test_a_goal_is_the_artifacts_that_are_evidence_for_it() -> None:
    work = (*CHAIN[:1], CHAIN[1] | {"metadata": {"target_symbol": "fee"}}, *CHAIN[2:])
    policy = {"policy_id": "c", "result": "passed", "target": {"target_type": "trace"}}
    items = _item("Change", symbol="fee"), _item("Change", symbol="fee"), _item("Obligation", policy_id="c")
    found = made(*work, of="g", goals=[_goal("g", *items)], policy_evaluations=[policy])
    assert (found.kind, found.title, names(found.subject)) == ("goal", "no fee is lost", ["b"])
    assert (names(found.ancestors), names(found.descendants)) == (["a", "ref", "nowhere"], ["c", "d"])
    assert (found.versions, found.current) == ((), ())
    assert made(*work, of="a", goals=[_goal("a")]).kind == "artifact"
    assert made(*work, of="g", goals=[_goal("g")]).subject == ()


def test_a_cycle_is_said() -> None:
    ring = [artifact("a", "SourceCode", derived_from=["b"]), artifact("b", "SourceCode", derived_from=["a"])]
    assert made(*ring, of="a").cyclic
    assert made(artifact("a", "SourceCode", derived_from=["a"]), of="a").cyclic


def test_an_unread_artifact_is_named_as_such() -> None:
    broken = artifact("b", "Horoscope", derived_from=["a"])
    (found,) = made(artifact("a", "SourceCode"), broken, of="a").descendants
    assert (found.artifact_id, found.type) == ("b", "unrecognized")


def test_an_unknown_element_names_what_is_like_it() -> None:
    with pytest.raises(MisuseError) as refused:
        made(artifact("source-1", "SourceCode"), of="source-l")
    assert "source-1" in refused.value.advice
    with pytest.raises(MisuseError):
        made(of="m", meta_actions=[{"id": "m", "title": 5}])
