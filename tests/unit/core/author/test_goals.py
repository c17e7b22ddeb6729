"""Goals are declared, amended and dropped; criteria only added; certified by someone who did neither."""

from typing import Any

import pytest

from tollens.core.author.acceptance import Criterion, criterion_added, is_bound
from tollens.core.author.certification import certified
from tollens.core.author.goals import certification_withdrawn, goal_dropped, goal_set, milliseconds
from tollens.core.errors import MisuseError
from tollens.core.model import AcceptanceKind, Goal, GoalStatus
from tollens.core.validate.check import validate
from tollens.core.validate.examples import a_criterion, a_goal, a_residual
from tollens.core.validate.rule import MINIMAL
from tollens.core.wire.document import Document

AT = "2026-01-02T03:04:05Z"
MS = 1_767_323_045_000
EMPTY = Document.of(MINIMAL)
ONE = Document.of({**MINIMAL, "goals": [a_goal(a_criterion("Change", {"symbol": "f"}), status="GoalActive")]})


def change(label: str = "f changes", **members: Any) -> Criterion:
    return Criterion(kind=AcceptanceKind.Change, label=label, **{"symbol": "f", **members})


def goal_of(document: Document) -> dict[str, Any]:
    goals: list[dict[str, Any]] = document.value["goals"]
    return goals[-1]


def test_a_goal_is_declared_as_the_text_spells_it() -> None:
    made = goal_set(EMPTY, "g1", intent="make it safe", scope=["f.py", "f", "f"], at=AT, by="reviewer")
    assert goal_of(made) == {
        "goal_id": "g1",
        "intent": "make it safe",
        "intent_author": "reviewer",
        "authored_at": MS,
        "scope": ["f.py", "f"],
        "acceptance": [],
        "status": "GoalActive",
        "meta_action_id": None,
    }
    assert made.value["actions"] == []
    assert validate(made).valid


def test_amending_keeps_what_was_in_the_action() -> None:
    made = goal_set(ONE, "g1", intent="make it safer", scope=["f.py"], at=AT, by="reviewer")
    assert (goal_of(made)["intent"], goal_of(made)["scope"]) == ("make it safer", ["f.py"])
    (action,) = made.value["actions"]
    assert (action["category"], action["type"]) == ("governance", "RecordAudit")
    assert action["request"] == {"at": AT, "by": "reviewer"}
    assert action["result"]["was"] == {"intent": "make it safe", "intent_author": None, "scope": None}
    assert action["result"]["became"]["scope"] == ["f.py"]
    assert validate(made).valid


def test_a_goal_is_dropped_and_taken_up_again() -> None:
    dropped = goal_dropped(ONE, "g1", reason="the flow is gone", at=AT, by="reviewer")
    assert goal_of(dropped)["status"] == "GoalAbandoned"
    assert len(goal_of(dropped)["acceptance"]) == 1
    assert dropped.value["actions"][0]["rationale"] == "the flow is gone"
    with pytest.raises(MisuseError, match="abandoned already"):
        goal_dropped(dropped, "g1", at=AT, by="reviewer")
    with pytest.raises(MisuseError, match="is abandoned"):
        criterion_added(dropped, "g1", change(), at=AT, by="reviewer")
    with pytest.raises(MisuseError, match="is abandoned"):
        certified(dropped, "g1", "approved", at=AT, by="reviewer")
    again = goal_set(dropped, "g1", at=AT, by="reviewer")
    found = again.trace.goals[0]
    assert isinstance(found, Goal)
    assert found.status is GoalStatus.GoalActive
    assert [action["id"] for action in again.value["actions"]] == [1, 2]


@pytest.mark.parametrize(
    ("name", "members", "said"),
    [
        ("g2", {}, "no intent"),
        ("g2", {"intent": " "}, "intent is empty"),
        ("", {"intent": "x"}, "is empty"),
        ("g2", {"intent": "x", "scope": [""]}, "is empty"),
        ("g1", {}, "says so already"),
        ("g1", {"intent": "make it safe"}, "says so already"),
    ],
)
def test_a_goal_that_says_nothing_is_refused(name: str, members: dict[str, Any], said: str) -> None:
    with pytest.raises(MisuseError, match=said):
        goal_set(ONE, name, **members, at=AT, by="reviewer")


def test_of_two_goals_with_one_id_none_is_meant() -> None:
    twice = Document.of({**MINIMAL, "goals": [a_goal(), a_goal()]})
    with pytest.raises(MisuseError, match="2 goals"):
        goal_dropped(twice, "g1", at=AT, by="reviewer")
    with pytest.raises(MisuseError, match="no goal 'g9'"):
        goal_dropped(ONE, "g9", at=AT, by="reviewer")
    unread = Document.of({**MINIMAL, "goals": [{"goal_id": "g1", "intent": 7}]})
    with pytest.raises(MisuseError, match="cannot be read"):
        goal_set(unread, "g1", intent="x", at=AT, by="reviewer")


def test_a_criterion_says_who_asked_for_it_and_when() -> None:
    made = criterion_added(ONE, "g1", change(file="f.py", required=False, covers=("safe",)), at=AT, by="reviewer")
    assert goal_of(made)["acceptance"][1] == {
        "acceptance_id": "c2",
        "kind": "Change",
        "label": "f changes",
        "binding": {"symbol": "f", "file": "f.py"},
        "required": False,
        "covers": ["safe"],
        "author": "reviewer",
        "authored_at": MS,
    }
    assert goal_of(made)["acceptance"][0] is goal_of(ONE)["acceptance"][0]
    assert made.value["actions"] == []
    assert validate(made).valid


@pytest.mark.parametrize(
    ("criterion", "binding"),
    [
        (
            Criterion(AcceptanceKind.Property, "it holds", symbol="f", property="safe"),
            {"symbol": "f", "property": "safe"},
        ),
        (Criterion(AcceptanceKind.Obligation, "it holds", policy_id="p1"), {"policy_id": "p1"}),
        (Criterion(AcceptanceKind.Gap, "it is closed", residual_id="r1"), {"residual_id": "r1"}),
        (Criterion(AcceptanceKind.Gap, "it is shown"), None),
    ],
)
def test_each_kind_has_its_binding(criterion: Criterion, binding: object) -> None:
    start = Document.of({**MINIMAL, "artifacts": [a_residual("r1")], "goals": [a_goal()]})
    made = criterion_added(start, "g1", criterion, at=AT, by="reviewer")
    (item,) = goal_of(made)["acceptance"]
    assert item.get("binding") == binding
    assert (item["acceptance_id"], item["kind"]) == ("c1", criterion.kind.value)
    assert is_bound(criterion) is (binding is not None)
    assert validate(made).valid


@pytest.mark.parametrize(
    ("criterion", "said"),
    [
        (change(label=" "), "label is empty"),
        (change(policy_id="p1"), "--policy does not fit"),
        (change(symbol=None, file="f.py"), "names a symbol"),
        (change(symbol=""), "--symbol is empty"),
        (change(name="c1"), "already"),
        (Criterion(AcceptanceKind.Gap, "closed", residual_id="r9"), "no residual"),
        (Criterion(AcceptanceKind.Property, "holds", file="f.py"), "--file does not fit"),
    ],
)
def test_a_criterion_that_makes_no_sense_is_refused(criterion: Criterion, said: str) -> None:
    with pytest.raises(MisuseError, match=said):
        criterion_added(ONE, "g1", criterion, at=AT, by="reviewer")


def test_a_criterion_without_an_id_is_in_nobodys_way() -> None:
    start = Document.of({**MINIMAL, "goals": [a_goal(a_criterion("Change", {"symbol": "f"}, name=""))]})
    made = criterion_added(start, "g1", change(), at=AT, by="reviewer")
    assert goal_of(made)["acceptance"][1]["acceptance_id"] == "c1"


def test_a_formula_is_written_as_it_is() -> None:
    formula = {"not": {"atom": {"kind": "Property", "binding": {"symbol": "f"}}}}
    made = criterion_added(
        ONE, "g1", Criterion(AcceptanceKind.Property, "never", formula=formula), at=AT, by="reviewer"
    )
    assert goal_of(made)["acceptance"][1]["formula"] == formula


def test_a_certification_names_who_judged() -> None:
    made = certified(ONE, "g1", "approved", note="both matter", at=AT, by="reviewer")
    assert goal_of(made)["criteria_review"] == {
        "reviewed_by": "reviewer",
        "at": MS,
        "verdict": "approved",
        "note": "both matter",
    }
    (action,) = made.value["actions"]
    assert (action["type"], action["label"]) == ("RecordAudit", "Certify the criteria of the goal g1")
    assert action["result"]["was"] == {"criteria_review": None}
    assert validate(made).valid


@pytest.mark.parametrize("name", ["an agent", " An  AGENT ", "agent", "author", "AUTHOR"])
def test_the_doer_and_the_authors_do_not_certify(name: str) -> None:
    written = criterion_added(ONE, "g1", change(), at=AT, by="author")
    with pytest.raises(MisuseError, match="does not certify"):
        certified(written, "g1", "approved", at=AT, by=name)
    assert (
        goal_of(certified(written, "g1", "approved", at=AT, by="reviewer"))["criteria_review"]["reviewed_by"]
        == "reviewer"
    )


def test_the_author_of_a_criterion_that_cannot_be_read_does_not_certify_either() -> None:
    odd = {"id": "c1", "kind": "Wish", "label": "x", "author": "author"}
    start = Document.of({**MINIMAL, "spec_version": "1.12", "goals": [a_goal(odd)]})
    with pytest.raises(MisuseError, match="wrote the criterion 'c1'"):
        certified(start, "g1", "approved", at=AT, by="author")


def test_nothing_is_certified_where_nothing_is_asked() -> None:
    with pytest.raises(MisuseError, match="no criterion"):
        certified(Document.of({**MINIMAL, "goals": [a_goal()]}), "g1", "approved", at=AT, by="reviewer")


def test_a_certification_covers_the_definition_it_was_given_for() -> None:
    start = certified(ONE, "g1", "approved", at=AT, by="reviewer")
    review = goal_of(start)["criteria_review"]
    for after in (
        criterion_added(start, "g1", change(), at=AT, by="author"),
        goal_set(start, "g1", intent="something else", at=AT, by="author"),
        goal_set(start, "g1", scope=["f.py"], at=AT, by="author"),
    ):
        assert "criteria_review" not in goal_of(after)
        assert certification_withdrawn(start, after, "g1")
        assert after.value["actions"][-1]["result"]["was"]["criteria_review"] == review
        assert after.value["actions"][-1]["result"]["became"]["criteria_review"] is None
        assert validate(after).valid
    dropped = goal_dropped(start, "g1", at=AT, by="author")
    assert goal_of(dropped)["criteria_review"] == review
    assert not certification_withdrawn(start, dropped, "g1")


def test_a_later_judgement_takes_the_place_of_an_earlier_one_which_the_action_keeps() -> None:
    first = certified(ONE, "g1", "approved", at=AT, by="reviewer")
    second = certified(first, "g1", "changes_requested", note="refunds", at=AT, by="auditor")
    assert goal_of(second)["criteria_review"]["verdict"] == "changes_requested"
    assert second.value["actions"][1]["result"]["was"] == {"criteria_review": goal_of(first)["criteria_review"]}
    assert second.value["actions"][1]["label"] == "Request changes of the criteria of the goal g1"


@pytest.mark.parametrize(
    ("at", "count"), [(AT, MS), ("2026-01-02T04:04:05+01:00", MS), ("1969-12-31T23:59:59.5Z", -500)]
)
def test_a_time_is_counted_in_milliseconds(at: str, count: int) -> None:
    assert milliseconds(at) == count


def test_what_the_model_does_not_know_stays() -> None:
    start = Document.of(
        {**MINIMAL, "goals": [a_goal(a_criterion("Change", {"symbol": "f"}) | {"x": 1}, x_vendor=[1.0])]}
    )
    made = certified(criterion_added(start, "g1", change(), at=AT, by="author"), "g1", "approved", at=AT, by="reviewer")
    assert goal_of(made)["x_vendor"] == [1.0]
    assert goal_of(made)["acceptance"][0]["x"] == 1
