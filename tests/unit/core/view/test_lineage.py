"""A node of the graph has its parents by position, and what is known of it as the other views tell it."""

from typing import Any

from tests.unit.core.derive.traces import action, answer, artifact, defeater, document, goal, model
from tollens.apps import wiring
from tollens.core.view.document import LineageNode
from tollens.core.view.lineage import lineage


def nodes(*artifacts: Any, **members: Any) -> list[LineageNode]:
    return list(lineage(wiring.evaluated(document(artifacts=list(artifacts), **members), {}).established))


def test_a_node_has_its_maker_and_its_parents_by_position() -> None:
    made = nodes(
        artifact("a", "Plan"),
        artifact("b", "Plan", name="the plan", derived_from=["a", "a", "ref", "nothing"], producer_action_id=7),
        actions=[action(5, "ReadFile"), action(7, "FormulatePlan", outputs=["b"])],
        reference_artifacts=[{"reference_artifact_id": "ref", "kind": "document"}],
    )
    assert made[1] == LineageNode("b", "Plan", "the plan", "", 1, (0,), ("ref", "nothing"), None, None, None)
    assert (made[0].maker, made[0].parents) == (-1, ())


def test_what_is_known_of_a_result_is_told() -> None:
    later = model("new") | {"supersedes": "model"}
    made = nodes(model(), goal(), answer("a", derived_from=["goal"]), defeater("d", "a"), later)
    by_name = {node.artifact_id: node for node in made}
    assert (by_name["a"].status, by_name["a"].contested_by) == ("proved", "d")
    assert by_name["a"].freshness in ("Fresh", "Stale", "Detached")
    assert by_name["model"].replaced_by == "new"
    assert by_name["goal"].freshness is None


def test_what_cannot_be_read_has_its_edges_and_what_goes_round_stays() -> None:
    odd = {"artifact_id": "odd", "artifact_type": "Unheard", "derived_from": ["self", 1]}
    made = nodes(artifact("self", "Plan", derived_from=["self"]), odd, {"name": "lost"})
    assert [(node.artifact_id, node.type, node.parents) for node in made] == [
        ("self", "Plan", (0,)),
        ("odd", "unrecognized", (0,)),
        ("/artifacts/2", "unrecognized", ()),
    ]
