"""PROV-JSON says what the record states, once, in names that every reader of PROV accepts."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prov.model import (
    ProvActivity,
    ProvAgent,
    ProvAssociation,
    ProvAttribution,
    ProvCommunication,
    ProvDerivation,
    ProvDocument,
    ProvEntity,
    ProvGeneration,
    ProvInfluence,
    ProvUsage,
)

import tollens
from tollens.core.model import Trace, Unrecognized
from tollens.plugins.exchange import FORMS, Asked
from tollens.plugins.exchange.prov_json.graph import time_of
from tollens.plugins.exchange.prov_json.names import escaped
from tollens.testing.strategies import traces

HOSTILE = ['"><script>', "a b", "é", "\x1b[2J", "..", "", "%41", "a:b", "\u202e", "in:action/1", "a/b", "\\"]


def prov(value: dict[str, Any]) -> dict[str, Any]:
    """The PROV-JSON of a trace, as a JSON value."""
    return written(tollens.Document.of(value))


def written(document: tollens.Document) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(FORMS.get("prov-json").write(Asked(document, never)).data)
    return value


def never() -> tollens.Evaluation:
    raise AssertionError("provenance needs no evaluation")


def loaded(value: dict[str, Any]) -> ProvDocument:
    return ProvDocument.deserialize(content=json.dumps(value), format="json")


def counts(document: ProvDocument) -> Counter[type]:
    return Counter(map(type, document.get_records()))


def action(number: int, **more: object) -> dict[str, Any]:
    return {"id": number, "category": "activity", "type": "EditFile", "label": "l", "rationale": "r", **more}


def artifact(name: str, kind: str = "Diff", /, **more: object) -> dict[str, Any]:
    return {"artifact_id": name, "artifact_type": kind, **more}


def test_the_example_has_every_edge_of_the_record(repository: Path) -> None:
    document = tollens.load(repository / "examples/payments.json")
    found = counts(loaded(written(document)))
    trace = document.trace
    assert found[ProvActivity] == len(trace.actions) + len(trace.meta_actions)
    lists = ("artifacts", "reference_artifacts", "goals", "policies", "policy_evaluations", "comments")
    lists += ("review_items", "execution_environments", "signatures")
    assert found[ProvEntity] == 1 + sum(len(getattr(trace, name)) for name in lists)
    assert found[ProvDerivation] == _derivations(trace)
    assert found[ProvUsage] == len({(a.id, name) for a in _known(trace.actions) for name in a.inputs}) + sum(
        len(getattr(a, "supporting_inputs", ())) for a in _known(trace.actions)
    )
    made = {(name, a.id) for a in _known(trace.actions) for name in a.outputs}
    made |= {(a.artifact_id, a.producer_action_id) for a in _known(trace.artifacts) if a.producer_action_id is not None}
    timed = 1 + len(trace.comments) + len(trace.review_items)
    assert found[ProvGeneration] == len(made) + timed
    assert found[ProvAgent] >= 2


def _known(elements: Any) -> list[Any]:
    return [each for each in elements if not isinstance(each, Unrecognized)]


def _derivations(trace: Trace) -> int:
    artifacts = _known(trace.artifacts)
    within = sum(len(set(each.derived_from)) + (each.supersedes is not None) for each in artifacts)
    links = [link for link in _known(trace.trace_links) if link.relationship.value in _FROM]
    parents = len(trace.merge.parents) if trace.merge is not None and not isinstance(trace.merge, Unrecognized) else 0
    lineage = trace.trace_lineage
    parent = 1 if lineage is not None and not isinstance(lineage, Unrecognized) and lineage.parent_trace_id else 0
    return within + len(links) + parents + parent


_FROM = ("supersedes", "derived_from", "forked_from")


@given(traces())
def test_any_trace_is_read_by_the_library_and_comes_back(trace: Trace) -> None:
    value = written(tollens.Document.of(json.loads(tollens.dumps(trace))))
    document = loaded(value)
    stated = {kind: held for kind, held in value.items() if kind != "prefix"}
    records = sum(len(each) if isinstance(each, list) else 1 for held in stated.values() for each in held.values())
    assert len(document.get_records()) == records
    again = json.loads(document.serialize(format="json"))
    assert {kind: set(held) for kind, held in again.items() if kind in ("entity", "activity", "agent")} == {
        kind: set(held) for kind, held in stated.items() if kind in ("entity", "activity", "agent")
    }


@given(st.text(), st.text())
def test_names_are_safe_and_differ_where_ids_do(one: str, other: str) -> None:
    name = escaped(one)
    assert name.isascii()
    assert not set(name) - set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.%")
    assert not name.endswith(".")
    assert (name == escaped(other)) == (one == other)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_id_is_a_valid_name(name: str) -> None:
    value = prov(
        {
            "trace_id": name,
            "assistant": name,
            "artifacts": [artifact(name, name=name), artifact("b", derived_from=[name])],
            "meta_actions": [{"id": name, "title": name, "produced_artifact_ids": [name]}],
        }
    )
    document = loaded(value)
    assert counts(document)[ProvDerivation] == 1
    assert name == "" or f"in:artifact/{escaped(name)}" in value["entity"]
    assert "<" not in document.get_provn().replace("<urn:", "").replace("<https:", "").replace(name, "")


def test_half_of_a_surrogate_pair_is_a_name_too() -> None:
    assert escaped("\ud800") == "%ED%A0%80"
    value = written(tollens.loads('{"artifacts": [{"artifact_id": "\\ud800", "artifact_type": "Diff"}]}'))
    assert "in:artifact/%EF%BF%BD" in value["entity"]  # reading replaces it


def test_who_did_what_is_what_the_record_says() -> None:
    decision = {"category": "governance", "type": "Approve", "label": "l", "rationale": "r"}
    value = prov(
        {
            "assistant": "agent",
            "model": "m-1",
            "actions": [
                action(1),
                {"id": 2, **decision, "request": {"by": "alice", "at": "2026-01-02T03:04:05Z"}},
                {"id": 3, **decision, "request": {"by": 7, "at": "yesterday"}},
                {"id": 4, **decision},
            ],
        }
    )
    done = {(each["prov:activity"], each["prov:agent"]) for each in value["wasAssociatedWith"].values()}
    assert done == {("in:action/1", "in:assistant/agent"), ("in:action/2", "in:author/alice")}
    assert value["activity"]["in:action/2"]["prov:endTime"] == "2026-01-02T03:04:05Z"
    assert "prov:endTime" not in value["activity"]["in:action/3"]
    assert value["agent"]["in:assistant/agent"]["ponens:model"] == "m-1"
    assert counts(loaded(value))[ProvAssociation] == 2


def test_results_are_attributed_to_their_engines_and_have_their_time() -> None:
    payload = {
        "goal_id": 1,
        "goal_artifact_id": "vg",
        "status": "unknown",
        "result": {"unknown": {"note": None}},
        "engine": "imandrax",
        "completed_at": "2026-01-02T03:04:05.5Z",
        "fingerprint": {"task_checksum": "s:1", "engine_version": "2"},
    }
    results = [
        artifact("vr", "VerificationResult", payload=payload, producer_action_id=1),
        artifact("vr2", "VerificationResult", payload={**payload, "fingerprint": None}, producer_action_id=1),
    ]
    value = prov({"actions": [action(1, outputs=["vr"])], "artifacts": results})
    made = [each for each in value["wasGeneratedBy"].values() if each["prov:entity"] == "in:artifact/vr"]
    assert made == [
        {
            "prov:entity": "in:artifact/vr",
            "prov:activity": "in:action/1",
            "prov:time": "2026-01-02T03:04:05.5Z",
        }
    ]
    agents = {(each["prov:entity"], each["prov:agent"]) for each in value["wasAttributedTo"].values()}
    assert agents == {
        ("in:artifact/vr", "in:engine/imandrax/2"),
        ("in:artifact/vr2", "in:engine/imandrax"),
    }
    about = value["entity"]["in:artifact/vr"]["ponens:goal_artifact_id"]
    assert about == [{"$": "in:artifact/vg", "type": "prov:QUALIFIED_NAME"}]
    assert counts(loaded(value))[ProvAttribution] == 2


def test_nothing_is_concluded_from_the_order_of_actions() -> None:
    options = [
        {"label": "a", "chosen": True, "next_action_id": 2},
        {"label": "b", "chosen": False, "next_action_id": 3},
        {"label": "c", "chosen": True},
    ]
    gateway = {"id": 1, "category": "gateway", "type": "ExclusiveDecision", "label": "l", "rationale": "r"}
    value = prov(
        {
            "actions": [
                {**gateway, "options": options, "supporting_inputs": ["x"]},
                action(2, inputs=["x"], outputs=["y"]),
                action(3, inputs=["y"]),
            ],
            "artifacts": [artifact("x"), artifact("y")],
        }
    )
    followed = [(each["prov:informed"], each["prov:informant"]) for each in value["wasInformedBy"].values()]
    assert followed == [("in:action/2", "in:action/1")]
    assert "wasAssociatedWith" not in value
    assert "wasDerivedFrom" not in value
    supports = [each for each in value["used"].values() if "prov:type" in each]
    assert [each["prov:activity"] for each in supports] == ["in:action/1"]
    assert counts(loaded(value))[ProvCommunication] == 1


def test_meta_actions_are_linked_to_their_parts() -> None:
    value = prov(
        {
            "actions": [action(1, meta_action_id="m2"), action(2, meta_action_id="m2")],
            "meta_actions": [
                {"id": "m1", "title": "all"},
                {"id": "m2", "title": "part", "action_ids": [1], "parent_id": "m1", "produced_artifact_ids": ["a"]},
                {"id": 3},
            ],
            "artifacts": [artifact("a")],
        }
    )
    linked = {
        (each["prov:influencee"], each["prov:influencer"], each["prov:type"]["$"])
        for each in value["wasInfluencedBy"].values()
    }
    assert linked == {
        ("in:meta-action/m2", "in:action/1", "ponens:action"),
        ("in:meta-action/m2", "in:action/2", "ponens:action"),
        ("in:meta-action/m1", "in:meta-action/m2", "ponens:meta_action"),
        ("in:artifact/a", "in:meta-action/m2", "ponens:produced_artifact"),
    }
    assert counts(loaded(value))[ProvInfluence] == 4


def test_revisions_and_other_traces() -> None:
    links = [
        {"link_id": str(at), "from_trace_id": "t", "to_trace_id": f"o{at}", "relationship": word}
        for at, word in enumerate(("supersedes", "derived_from", "related_to"))
    ]
    value = prov(
        {
            "trace_id": "t",
            "artifacts": [artifact("a"), artifact("b", supersedes="a", derived_from=["a", "a"])],
            "trace_links": [*links, 7],
            "trace_lineage": {"parent_trace_id": "p"},
            "merge": {"parents": ["x", "y"], "kind": "merge"},
        }
    )
    derived = Counter(
        (each["prov:generatedEntity"], each["prov:usedEntity"], each.get("prov:type", {}).get("$"))
        for each in value["wasDerivedFrom"].values()
    )
    assert set(derived.values()) == {1}
    assert set(derived) == {
        ("in:artifact/b", "in:artifact/a", None),
        ("in:artifact/b", "in:artifact/a", "prov:Revision"),
        ("trace:t", "trace:o0", "prov:Revision"),
        ("trace:t", "trace:o1", None),
        ("trace:t", "trace:p", None),
        ("trace:t", "trace:x", "ponens:merge"),
        ("trace:t", "trace:y", "ponens:merge"),
    }
    assert [each["prov:type"]["$"] for each in value["wasInfluencedBy"].values()] == ["ponens:related_to"]


def test_what_could_not_be_read_is_described_as_such() -> None:
    value = prov(
        {
            "artifacts": [{"artifact_id": "a", "derived_from": ["b"], "producer_action_id": 1}, {"x": 1}],
            "actions": [{"id": 1, "inputs": ["b"], "outputs": ["c"]}, 7],
            "reference_artifacts": [3],
            "comments": [{"comment_id": "c"}],
            "meta_actions": ["m"],
        }
    )
    unread = [
        name
        for kind in ("entity", "activity")
        for name, each in value[kind].items()
        if each["prov:type"][0]["$"] == "ponens:Unrecognized"
    ]
    assert len(unread) == 7
    assert len(value["used"]) == len(value["wasDerivedFrom"]) == 1
    assert len(value["wasGeneratedBy"]) == 2
    assert loaded(value)


def test_two_elements_with_one_id_are_both_there() -> None:
    value = prov({"artifacts": [artifact("a", name="one"), artifact("a", name="two"), artifact("a", name="three")]})
    assert [each["prov:label"] for each in value["entity"]["in:artifact/a"]] == ["one", "two", "three"]
    assert loaded(value)


def test_ids_of_nothing_are_told() -> None:
    document = tollens.Document.of({"actions": [action(1, inputs=["x"])], "artifacts": [artifact("a")]})
    told = FORMS.get("prov-json").write(Asked(document, never)).told
    assert len(told) == 2
    assert told[1].times == 1


def test_targets_are_named_where_they_are_something_in_prov() -> None:
    def comment(kind: str, name: str | None) -> dict[str, Any]:
        body = {"author": "a", "created_at": "2026-01-01T00:00:00Z", "body": "b"}
        return {"comment_id": f"{kind}{name}", **body, "target": {"target_type": kind, "target_id": name}}

    targets = [
        ("trace", None),
        ("action", "1"),
        ("action", "x"),
        ("action", "9" * 30),
        ("policy", "p"),
        ("policy", None),
    ]
    value = prov(
        {
            "trace_id": "t",
            "comments": [comment(*each) for each in [*targets, ("artifact", "a")]],
            "actions": [action(1)],
        }
    )
    comments = [each for name, each in value["entity"].items() if name.startswith("in:comments/")]
    assert [each.get("ponens:target", {}).get("$") for each in comments] == [
        "trace:t",
        "in:action/1",
        None,
        None,
        None,
        None,
        "in:artifact/a",
    ]
    assert [each.get("ponens:target_id") for each in comments][2:5] == ["x", "9" * 30, "p"]


@pytest.mark.parametrize(
    ("text", "good"),
    [
        ("2026-01-02T03:04:05Z", True),
        ("2026-01-02T03:04:05.123+02:00", True),
        ("2026-13-02T03:04:05Z", False),
        ("2026-01-02", False),
        ("yesterday", False),
        (7, False),
    ],
)
def test_only_times_are_times(text: object, good: bool) -> None:
    assert (time_of(text) is not None) == good


def test_actions_of_later_versions_have_their_times() -> None:
    value = prov({"spec_version": "1.14", "actions": [action(1, timestamp="2026-01-02T03:04:05Z"), action(2), 3]})
    assert value["activity"]["in:action/1"]["prov:endTime"] == "2026-01-02T03:04:05Z"
    assert "prov:endTime" not in value["activity"]["in:action/2"]
    assert "activity" not in prov({"actions": "none"})
