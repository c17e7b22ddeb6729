"""A successor: its place in the chain, what it takes along, and what must not look new in it."""

from typing import Any

import pytest

from tollens.core.author.successors import successor
from tollens.core.derive.residuals.surface import surface
from tollens.core.errors import MisuseError
from tollens.core.graph.index import Index
from tollens.core.integrity.canonical import content_hash
from tollens.core.model import Event, GovernanceAction, ResidualArtifact
from tollens.core.validate.check import validate
from tollens.core.validate.examples import (
    a_criterion,
    a_goal,
    a_link,
    a_policy,
    a_proof,
    a_reference,
    a_residual,
    a_review_item,
    a_verification_goal,
    an_action,
    an_artifact,
)
from tollens.core.validate.rule import MINIMAL, rules
from tollens.core.wire.document import Document

AT = "2026-05-01T10:00:00Z"


def _with(**members: Any) -> Document:
    return Document.of({**MINIMAL, **members})


def _succeeded(before: Document, **options: Any) -> Document:
    return successor(before, "t2", at=AT, by="agent", **options)


def _link(after: Document) -> dict[str, Any]:
    action = after.trace.actions[0]
    assert isinstance(action, GovernanceAction)
    assert action.result is not None
    said: dict[str, Any] = action.result.value
    return said


def test_a_successor_says_what_it_supersedes_and_where_it_stands() -> None:
    before = _with()
    after = _succeeded(before)
    assert (after.trace.trace_id, after.trace.spec_version, after.trace.timestamp) == ("t2", "1.11", AT)
    (link,) = after.value["trace_links"]
    assert (link["from_trace_id"], link["to_trace_id"], link["relationship"]) == ("t2", "t1", "supersedes")
    lineage = {name: said for name, said in after.value["trace_lineage"].items() if said is not None}
    assert lineage == {
        "parent_trace_id": "t1",
        "root_trace_id": "t1",
        "chain_position": 1,
        "chain_status": "active",
    }
    assert _link(after)["predecessor_content_hash"] == content_hash(before.value)
    assert validate(after).diagnostics == ()


@pytest.mark.parametrize(
    ("said", "root", "position"),
    [
        (None, "t1", 1),
        ({"parent_trace_id": "t0", "root_trace_id": "tr", "chain_position": 4}, "tr", 5),
        ({"parent_trace_id": "t0"}, None, None),
        ({"root_trace_id": "t1"}, "t1", 1),
        ({"root_trace_id": "tr"}, "tr", None),
    ],
)
def test_the_place_in_the_chain_is_counted_on_and_never_guessed(
    said: dict[str, Any] | None, root: str | None, position: int | None
) -> None:
    lineage = _succeeded(_with(trace_lineage=said)).value["trace_lineage"]
    assert (lineage["parent_trace_id"], lineage["root_trace_id"], lineage["chain_position"]) == ("t1", root, position)


def test_a_beginning_claims_no_end() -> None:
    after = _succeeded(_with())
    assert isinstance(after.trace.outcome, Event)
    assert after.trace.outcome.typ.value == "ProcessInterrupted"
    assert after.trace.outcome.reason == "The work of this trace has not ended."


def test_who_works_is_as_before_unless_said() -> None:
    assert (_succeeded(_with()).trace.assistant, _succeeded(_with()).trace.model) == ("an agent", "a model")
    other = _succeeded(_with(), assistant="another", model="m2").trace
    assert (other.assistant, other.model) == ("another", "m2")


def test_evidence_stays_behind() -> None:
    before = _with(
        actions=[an_action(1, outputs=["model", "goal", "result"])],
        artifacts=[
            an_artifact("model"),
            a_verification_goal(),
            a_proof(),
            a_residual("r1", ("result",), related_artifact_ids=["result"]),
        ],
        policies=[a_policy("p1")],
        reference_artifacts=[a_reference("ref1")],
        files_modified=["a.py"],
        metrics={"total_actions": 1},
    )
    after = _succeeded(before)
    assert [one["artifact_id"] for one in after.value["artifacts"]] == ["r1"]
    assert after.value["policies"] == before.value["policies"]
    assert after.value["reference_artifacts"] == before.value["reference_artifacts"]
    assert (after.trace.policy_evaluations, after.trace.files_modified, after.trace.metrics) == ((), (), None)
    assert _link(after)["left_out"]["artifacts"]["r1"] == {
        "derived_from": ["result"],
        "related_artifact_ids": ["result"],
    }


@pytest.mark.parametrize(("status", "goes"), [("open", 1), ("acknowledged", 1), ("waived", 1), ("addressed", 0)])
def test_what_stands_or_was_waived_goes_along(status: str, goes: int) -> None:
    gap = a_residual("r1", status=status, rationale="because", x_vendor=1)
    after = _succeeded(_with(artifacts=[gap]))
    assert len(after.value["artifacts"]) == goes
    assert all(one["payload"]["status"] == status for one in after.value["artifacts"])


def test_what_a_goal_asks_about_goes_along_though_closed() -> None:
    goal = a_goal(a_criterion("Gap", {"residual_id": "r1"}))
    after = _succeeded(_with(artifacts=[a_residual("r1", status="addressed")], goals=[goal]))
    assert [one["payload"]["status"] for one in after.value["artifacts"]] == ["addressed"]
    assert validate(after).valid


def test_all_revisions_of_a_residual_go_or_none() -> None:
    first, second = a_residual("r1", status="open"), a_residual("r1-v2", status="acknowledged") | {"supersedes": "r1"}
    after = _succeeded(_with(artifacts=[first, second]))
    assert [one["artifact_id"] for one in after.value["artifacts"]] == ["r1", "r1-v2"]
    assert after.value["artifacts"][1]["supersedes"] == "r1"
    closed = second | {"payload": {**second["payload"], "status": "addressed"}}
    assert _succeeded(_with(artifacts=[first, closed])).value["artifacts"] == []


def test_a_defeater_is_not_left_behind_because_something_unlike_it_replaced_it() -> None:
    about = {"target_type": "artifact", "target_id": "a1"}
    defeater = a_residual("r1", ("a1",), kind="defeater", defeater_kind="rebuts", status="open", target=about)
    for status in ("addressed", "waived"):
        unlike = a_residual("r2", status=status, rationale="because") | {"supersedes": "r1"}
        before = _with(actions=[an_action(1, outputs=["a1"])], artifacts=[an_artifact("a1"), defeater, unlike])
        carried = surface(Index(_succeeded(before).trace))[1]
        assert [(one.residual_id, one.open) for one in carried] == [("r1", True)]


def test_a_target_that_stays_behind_is_the_predecessor() -> None:
    target = {"target_type": "artifact", "target_id": "a1"}
    kept = {"target_type": "artifact", "target_id": "r1"}
    before = _with(
        actions=[an_action(1, outputs=["a1"])],
        artifacts=[an_artifact("a1"), a_residual("r1", ("a1",), target=target)],
        review_items=[a_review_item("ri1", target=target), a_review_item("ri2", target=kept)],
    )
    after = _succeeded(before)
    whole = {"target_type": "trace", "target_id": "t1"}
    assert after.value["artifacts"][0]["payload"]["target"] == whole
    assert [item["target"] for item in after.value["review_items"]] == [whole, kept]
    assert _link(after)["left_out"]["review_items"] == {"ri1": {"target": target}}
    assert validate(after).diagnostics == ()


def test_only_review_items_that_stand_go_along() -> None:
    items = [a_review_item(f"i-{status}", status=status) for status in ("open", "acknowledged", "resolved", "waived")]
    after = _succeeded(_with(review_items=items))
    assert [item["review_item_id"] for item in after.value["review_items"]] == ["i-open", "i-acknowledged"]


def test_a_goal_goes_along_with_nothing_done_yet() -> None:
    goal = a_goal(
        a_criterion("Change", None, "c1") | {"status": "AcceptDone"},
        a_criterion("Change", None, "c2") | {"status": "AcceptBlocked"},
        goal_id="g1",
        status="GoalDone",
        x_clauses=["kept"],
    )
    after = _succeeded(_with(goals=[goal, a_goal(goal_id="g2", status="GoalAbandoned")]))
    (carried,) = after.value["goals"]
    assert carried["status"] == "GoalActive"
    assert [item["status"] for item in carried["acceptance"]] == ["AcceptTodo", "AcceptBlocked"]
    assert carried["x_clauses"] == ["kept"]
    assert _link(after)["left_out"]["goals"]["g1"] == {
        "status": "GoalDone",
        "acceptance": {"c1": {"status": "AcceptDone"}},
    }


def test_what_cannot_be_read_is_not_forgotten() -> None:
    before = _with(
        artifacts=[{"artifact_id": "r1", "artifact_type": "Residual", "payload": {"kind": "defeater"}}],
        goals=[{"goal_id": 5}],
    )
    after = _succeeded(before)
    stand_ins = [one for one in after.trace.artifacts if isinstance(one, ResidualArtifact)]
    assert [one.payload.statement for one in stand_ins] == [
        "The artifact r1 of t1 cannot be read, so it did not go along.",
        "The goal /goals/0 of t1 cannot be read, so it did not go along.",
    ]
    assert all(one.payload.status is not None and one.payload.status.value == "open" for one in stand_ins)
    assert stand_ins[1].metadata is not None
    assert stand_ins[1].metadata.value == {"unread": {"goal_id": 5}}
    assert validate(after).valid


def test_an_older_trace_is_succeeded_by_one_of_this_version() -> None:
    old = {"residual_id": "r1", "kind": "assumption", "statement": "sorted input"}
    after = _succeeded(_with(spec_version="1.5", residuals=[old]))
    assert after.trace.spec_version == "1.11"
    assert [one["artifact_id"] for one in after.value["artifacts"]] == ["r1"]


class TestAddressing:
    BEFORE = _with(artifacts=[a_residual("r1", status="open"), a_residual("r2", status="open")])

    def test_an_addressed_residual_says_so_from_the_beginning_and_an_action_says_who_and_how(self) -> None:
        after = _succeeded(self.BEFORE, address=["r1", "r1"], note="the input is sorted now")
        assert [one["payload"]["status"] for one in after.value["artifacts"]] == ["addressed", "open"]
        audit = after.trace.actions[1]
        assert isinstance(audit, GovernanceAction)
        assert (audit.type.value, audit.rationale) == ("RecordAudit", "the input is sorted now")
        assert len(after.trace.actions) == 2
        assert validate(after).diagnostics == ()

    @pytest.mark.parametrize(
        ("before", "name", "note", "message"),
        [
            (BEFORE, "r1", None, "not addressed by saying so alone"),
            (BEFORE, "r9", "how", "'r9' is no residual that came along"),
            (_with(artifacts=[a_residual("r1", status="waived")]), "r1", "how", "is waived already"),
            (
                _with(
                    artifacts=[an_artifact("a1"), a_residual("r1", ("a1",), kind="defeater", defeater_kind="rebuts")]
                ),
                "r1",
                "how",
                "is a defeater: it is addressed by evidence",
            ),
            (
                _with(artifacts=[a_residual("r1"), a_residual("r1-v2") | {"supersedes": "r1"}]),
                "r1",
                "how",
                "in its last revision",
            ),
        ],
    )
    def test_what_cannot_be_addressed_is_refused(
        self, before: Document, name: str, note: str | None, message: str
    ) -> None:
        with pytest.raises(MisuseError, match=message):
            _succeeded(before, address=[name], note=note)


@pytest.mark.parametrize("taken", ["t1", "t0", "tr", "tl", "", " "])
def test_the_id_is_new_in_the_chain(taken: str) -> None:
    before = _with(
        trace_lineage={"parent_trace_id": "t0", "root_trace_id": "tr"}, trace_links=[a_link(to_trace_id="tl")]
    )
    with pytest.raises(MisuseError):
        successor(before, taken, at=AT, by="agent")


def test_a_predecessor_without_an_id_is_refused() -> None:
    with pytest.raises(MisuseError, match="without an id"):
        _succeeded(_with(trace_id=""))


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: str(rule.code))
def test_the_successor_of_a_valid_trace_is_valid(rule: Any) -> None:
    before = _with(**rule.good)
    value = dict(before.value)
    after = _succeeded(before)
    assert [found for found in validate(after).diagnostics if found.severity == "error"] == []
    assert before.value == value
    assert after.value == _succeeded(before).value
