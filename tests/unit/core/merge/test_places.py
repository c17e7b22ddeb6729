"""Every member of the model is known to be a name or to be none, and every name is turned wherever it may stand."""

from collections.abc import Iterator
from typing import Any

import pytest

from tollens.core.merge.places import NAMES, OPEN, Keys, Kind, Place, place_of
from tollens.core.merge.renaming import mentioned, turned
from tollens.core.model import Rfc3161Timestamp, Signature, TargetRef
from tollens.core.projections import shapes

PLAIN = {
    "AcceptanceCommon": "acceptance_id label formula",
    "ActionCommon": "label rationale detail",
    "ActionReproducibility": "limitations notes",
    "ArtifactCommon": "name format revision content_ref summary component_id metadata",
    "CarriedForwardPayload": "closure",
    "ChangeBinding": "symbol file",
    "CommandResultArtifact": "payload",
    "Comment": "author created_at body resolved_at tags",
    "ConformanceResultPayload": "engine findings note",
    "CosimulationResultPayload": "engine replayed_steps divergence_points summary observations",
    "DecisionOption": "label rejected_because",
    "EnvironmentComponent": "name version",
    "Event": "description summary from_user reason",
    "Evidence": "ref_ exit_code",
    "ExecutionEnvironment": "name configuration notes",
    "ExecutionMetadata": "tool version method_ duration_ms cost",
    "ExpectedOutput": "result_summary",
    "FormalModelPayload": "model_language formal_code symbols scope formal_code_ref",
    "FormalizationPayload": "src_lang src_code formal_code model_language symbols src_code_ref formal_code_ref",
    "GatewayAction": "decision_basis",
    "GeneratedTest": "name region_index constraints inputs expected code",
    "GeneratedTestsPayload": "function_ language",
    "Goal": "intent scope",
    "MergeEvent": "parents base kind",
    "MetaAction": "title intent outcome tags",
    "Metrics": "total_actions decision_points parallel_blocks loops max_loop_iterations meta_action_count",
    "Observation": "statement",
    "Policy": "name description formula",
    "PolicyEvaluation": "note",
    "PolicySelector": "action_type artifact_type artifact_role category path_matches path_matches_any",
    "PropertyBinding": "symbol property",
    "PropertyItem": "name src note",
    "ProvedResult": "proof_pp",
    "ReasoningFingerprint": "task_checksum task_shape target_symbol engine engine_version model_revision",
    "ReferenceArtifact": "name description domain version source format content_ref payload",
    "ReferenceVg": "vg_id description src",
    "RefutedResult": "counterexample",
    "Region": "constraints invariant model model_eval",
    "ReproductionBundlePayload": "notes",
    "ReproductionProcedure": "command working_directory arguments steps reference",
    "ResidualPayload": "statement rationale suggested_check tags",
    "ReviewItem": "author created_at title body assignee acknowledged_at acknowledged_by resolved_at resolved_by "
    "resolution_note tags",
    "SatModel": "src",
    "StateSpaceAnalysisResultPayload": "target_symbol analysis_kind analysis_revision description coverage_summary "
    "notes",
    "TargetRef": "target_id",
    "Trace": "trace_id spec_version assistant model timestamp files_modified content_hash repo branch commit_sha",
    "TraceLineage": "parent_trace_id root_trace_id chain_position latest_descendant_trace_id",
    "TraceLink": "from_trace_id to_trace_id created_at created_by note",
    "TraceReproducibility": "entrypoints limitations notes",
    "UnknownResult": "note",
    "VerificationGoalPayload": "goal_id goal_revision description src target_symbol",
    "VerificationResultPayload": "goal_id engine completed_at",
    "_Performed": "request result result_summary",
}
"""By the class that declares them, the members that name no element of the trace: texts, counts, open JSON, names of
code and components, names within their own record, and names of other traces. `TargetRef` names what its type says."""


SEALS = (Signature, Rfc3161Timestamp)
"""What no merged trace takes over from a parent."""


def leaf(node: shapes.Node) -> shapes.Node:
    while isinstance(node, shapes.ListOf):
        node = node.item
    return node


def declared(cls: type, name: str) -> str:
    """The class that declares a member."""
    return next(each.__name__ for each in reversed(cls.__mro__) if name in getattr(each, "__annotations__", {}))


def test_every_member_names_something_or_is_known_not_to() -> None:
    named = {(cls.__name__, name) for cls, name in NAMES}
    plain = {(cls, name) for cls, names in PLAIN.items() for name in names.split()}
    assert not named & plain
    scalars = (shapes.Text, shapes.Whole, shapes.Number, shapes.Open)
    there = {
        (declared(record.cls, field.name), field.name)
        for record in shapes.named(shapes.trace())
        if isinstance(record, shapes.Record) and record.cls not in SEALS
        for field in record.fields
        if isinstance(leaf(field.type), scalars)
    }
    assert there - named - plain == set(), "say in places.py what it names, or here that it names nothing"
    assert (named | plain) - there == set()


def ways(node: shapes.Node, way: tuple[Any, ...] = ()) -> Iterator[tuple[Place, tuple[Any, ...]]]:
    """Every place of the model where a name stands, with the way to it: members, `[]` for lists, tags of unions."""
    if isinstance(node, shapes.ListOf):
        yield from ways(node.item, (*way, "[]"))
    elif isinstance(node, shapes.Union):
        for member in node.members:
            yield from ways(member, (*way, (node.tag_field, member.tag)))
    elif isinstance(node, shapes.Record) and not issubclass(node.cls, TargetRef):
        for field in node.fields:
            place = place_of(node.cls, field.name)
            if place is not None:
                yield place, (*way, field.wire, *(("[]",) if isinstance(field.type, shapes.ListOf) else ()))
            else:
                yield from ways(field.type, (*way, field.wire))


EVERYWHERE = [(place, way[0], way[1:] if way[1] != "[]" else way[2:]) for place, way in ways(shapes.trace())]


def built(way: tuple[Any, ...], name: Any) -> Any:
    """An element that holds a name at the end of a way and nothing else."""
    if not way:
        return name
    first, *rest = way
    below = built(tuple(rest), name)
    if first == "[]":
        return [below]
    if isinstance(first, tuple):
        return {first[0]: first[1], **below}
    return {first: below}


def test_names_are_turned_wherever_the_model_has_them() -> None:
    assert len(EVERYWHERE) > 150  # each artifact type has those that all have
    for place, member, way in EVERYWHERE:
        old, new = (7, 8) if place.kind is Kind.Action else ("old", "new")
        element = built(way, old)
        assert turned(member, element, lambda at, name, made=new: made) == built(way, new), (member, way)
        assert mentioned(member, element) == [(place, old)], (member, way)
        assert turned(member, element, lambda at, name: name) is element


def test_open_members_that_are_written_here_follow() -> None:
    assert {name for names in OPEN.values() for name in names} >= {"joins", "residual_id", "merged"}
    action = {"category": "governance", "result": {"residual_id": "old", "note": "old", "stamped": ["old", 3]}}
    made = turned("actions", action, lambda place, name: "new")
    assert made["result"] == {"residual_id": "new", "note": "old", "stamped": ["new", 3]}
    activity = {"category": "activity", "result": {"comment_id": "old"}}
    assert turned("actions", activity, lambda place, name: "new") is activity


def test_the_record_of_a_merge_follows() -> None:
    record = {"from": {"theirs": {"actions": [3]}}, "renamed": {"theirs": {"actions": {"3": 2}, "goals": {"g": "f"}}}}
    action = {"category": "governance", "result": {"merged": record}}
    made = turned("actions", action, lambda place, name: 30 if place.kind is Kind.Action else f"{name}!")
    assert made["result"]["merged"] == {
        "from": {"theirs": {"actions": [30]}},
        "renamed": {"theirs": {"actions": {"30": 2}, "goals": {"g!": "f"}}},
    }
    assert isinstance(OPEN, dict) and Keys(Place(Kind.Goal)).place.kind is Kind.Goal


@pytest.mark.parametrize(
    ("target", "made"),
    [
        ({"target_type": "artifact", "target_id": "a1"}, "artifacts a1"),
        ({"target_type": "action", "target_id": "7"}, "7"),
        ({"target_type": "action", "target_id": "a1"}, None),
        ({"target_type": "policy", "target_id": "a1"}, "policies a1"),
        ({"target_type": "reference_artifact", "target_id": "a1"}, "artifacts a1"),
        ({"target_type": "trace", "target_id": "a1"}, None),
        ({"target_type": "unheard of", "target_id": "a1"}, None),
        ({"target_type": "artifact", "target_id": None}, None),
    ],
)
def test_a_target_names_what_its_type_says(target: dict[str, Any], made: str | None) -> None:
    def turn(place: Place, name: Any) -> Any:
        return name if place.kind is Kind.Action else f"{place.kind.value} {name}"

    comment = turned("comments", {"target": target}, turn)
    if made is None or made == target["target_id"]:
        assert comment["target"] is target
    else:
        assert comment["target"]["target_id"] == made


def test_formulas_are_followed_however_deep() -> None:
    formula: Any = {"atom": {"kind": "Gap", "binding": {"residual_id": "old"}}}
    for _ in range(600):
        formula = {"and": [formula]}
    goal = {"goal_id": "g", "acceptance": [{"kind": "Gap", "formula": formula}]}
    made = turned("goals", goal, lambda place, name: "new" if name == "old" else name)
    held = made["acceptance"][0]["formula"]
    for _ in range(600):
        (held,) = held["and"]
    assert held == {"atom": {"kind": "Gap", "binding": {"residual_id": "new"}}}
    assert turned("goals", goal, lambda place, name: name) is goal


def test_what_fits_no_type_names_as_the_types_do() -> None:
    artifact = {"artifact_type": "Proof", "artifact_id": "p", "payload": {"goal_artifact_id": "old", "x": "old"}}
    made = turned("artifacts", artifact, lambda place, name: "new")
    assert made["payload"] == {"goal_artifact_id": "new", "x": "old"}
    command = {"artifact_type": "CommandResult", "payload": {"goal_artifact_id": "old"}}
    assert turned("artifacts", command, lambda place, name: "new")["payload"] == {"goal_artifact_id": "old"}


@pytest.mark.parametrize("element", [None, 3, "a1", [], {"inputs": "a1"}, {"inputs": {"a": 1}}, {"target": 3}])
def test_whatever_stands_in_a_list_is_survived(element: Any) -> None:
    for member in ("actions", "artifacts", "comments", "goals", "policy_evaluations"):
        turned(member, element, lambda place, name: name)
        mentioned(member, element)
