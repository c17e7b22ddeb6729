"""The contents of a trace, with what could not be read kept in its place."""

import pytest

from tests.unit.core.derive.traces import action, answer, artifact, document, goal, model, ran
from tollens.core.derive.record.contents import UNRECOGNIZED, contents
from tollens.core.derive.record.contents import action as action_of
from tollens.core.derive.record.contents import artifact as artifact_of
from tollens.core.errors import MisuseError


def test_every_element_is_listed_in_the_order_of_the_record() -> None:
    made = document(
        actions=[ran(1, "make", 1), action(2, "Teleport", outputs=["a"]), action(3, "Approve", category="governance")],
        artifacts=[
            answer("a", "refuted"),
            artifact("b", "NoSuchType", name="n"),
            artifact("c", "CommandResult", {"exit_code": 2}),
        ],
        meta_actions=[{"id": "m", "title": "t", "action_ids": [1, 2], "status": "partial"}, {"id": "n"}],
        files_modified=["x", "y"],
    )
    held = contents(made.trace)
    assert [(line.id, line.category, line.outcome) for line in held.actions] == [
        (1, "activity", "failed"),
        (2, UNRECOGNIZED, ""),
        (3, "governance", ""),
    ]
    assert [(line.artifact_id, line.type, line.status) for line in held.artifacts] == [
        ("a", "VerificationResult", "refuted"),
        ("b", UNRECOGNIZED, ""),
        ("c", "CommandResult", "exit 2"),
    ]
    assert [(line.id, line.status) for line in held.meta_actions] == [("m", "partial"), ("n", UNRECOGNIZED)]
    assert held.others == {"files_modified": 2}


def test_links_go_both_ways() -> None:
    made = document(
        actions=[
            action(1, "Verify", category="reasoning", outputs=["a"]),
            action(2, "Teleport", inputs=["a"]),
            action(3, "Explain", inputs=["a", "model"]),
        ],
        artifacts=[model(), goal(), answer("a"), artifact("n", "AnalysisNote", derived_from=["a"])],
    )
    found = artifact_of(made, "a")
    assert (found.path, found.made_by, found.used_by) == (
        "/artifacts/2",
        ("action 1",),
        ("action 2", "action 3", "artifact n"),
    )
    assert action_of(made, 1).used_by == ("action 2", "action 3")
    assert action_of(made, 2).faults != ()


def test_of_two_elements_with_one_id_the_first_is_shown() -> None:
    made = document(actions=[action(1, "ReadFile", "first"), action(1, "ReadFile", "second")])
    assert action_of(made, 1).value["label"] == "first"


def test_what_is_not_there_is_misuse() -> None:
    with pytest.raises(MisuseError):
        action_of(document(), 1)
    with pytest.raises(MisuseError):
        artifact_of(document(), "a")
