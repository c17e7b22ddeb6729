"""Comments: what is added, what is changed by resolving, and what is refused."""

from typing import Any

import pytest

from tollens.core.author.comments import commented, resolved
from tollens.core.errors import MisuseError
from tollens.core.model import TargetRef, TargetType
from tollens.core.validate.check import validate
from tollens.core.validate.examples import a_comment, an_action, an_artifact
from tollens.core.validate.rule import MINIMAL
from tollens.core.wire.document import Document

AT = "2026-05-01T10:00:00Z"
ON = TargetRef(target_type=TargetType.ArtifactTarget, target_id="a1")
TRACE = Document.of(
    {
        **MINIMAL,
        "actions": [an_action(3, outputs=["a1"])],
        "artifacts": [an_artifact("a1")],
        "comments": [a_comment("c4", target={"target_type": "artifact", "target_id": "a1"}, x_vendor=1)],
    }
)


def test_a_comment_and_its_action_are_added_and_nothing_else() -> None:
    after = commented(TRACE, "Which inputs?", on=ON, at=AT, by="reviewer")
    *before, added = after.value["comments"]
    assert before == TRACE.value["comments"]
    assert {name: said for name, said in added.items() if said not in (None, [])} == {
        "comment_id": "c5",
        "author": "reviewer",
        "created_at": AT,
        "body": "Which inputs?",
        "target": {"target_type": "artifact", "target_id": "a1"},
        "status": "open",
    }
    action = after.trace.actions[-1]
    assert (action.id, action.type.value, action.inputs, action.outputs) == (4, "AddComment", ("a1",), ())  # type: ignore[union-attr]
    assert action.request.value == {"at": AT, "by": "reviewer"}  # type: ignore[union-attr]
    assert action.result.value == {"comment_id": "c5"}  # type: ignore[union-attr]
    assert validate(after).valid
    assert {name: after.value[name] for name in MINIMAL if name != "actions"} == {
        name: TRACE.value[name] for name in MINIMAL if name != "actions"
    }


def test_an_answer_is_about_what_the_comment_is_about() -> None:
    answer = commented(TRACE, "All.", reply_to="c4", at=AT, by="agent").trace.comments[-1]
    assert (answer.thread_parent_id, answer.target) == ("c4", ON)  # type: ignore[union-attr]


def test_resolving_changes_the_status_and_the_time_alone() -> None:
    after = resolved(TRACE, "c4", at=AT, by="reviewer")
    assert after.value["comments"] == [{**TRACE.value["comments"][0], "status": "resolved", "resolved_at": AT}]
    action = after.trace.actions[-1]
    assert (action.type.value, action.request.value["by"]) == ("RecordAudit", "reviewer")  # type: ignore[union-attr]
    assert [found.code for found in validate(after).diagnostics if found.severity != "info"] == []


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: commented(TRACE, " \n", on=ON, at=AT, by="x"), "says nothing"),
        (lambda: commented(TRACE, "text", at=AT, by="x"), "is about something"),
        (lambda: commented(TRACE, "text", reply_to="c9", at=AT, by="x"), "there is no comment 'c9'"),
        (
            lambda: commented(Document.of({**TRACE.value, "artifacts": []}), "text", reply_to="c4", at=AT, by="x"),
            "the artifact 'a1', which does not exist",
        ),
        (lambda: resolved(TRACE, "c9", at=AT, by="x"), "there is no comment 'c9'"),
        (lambda: resolved(resolved(TRACE, "c4", at=AT, by="x"), "c4", at=AT, by="x"), f"is resolved since {AT}"),
    ],
)
def test_what_makes_no_sense_is_refused(call: Any, message: str) -> None:
    with pytest.raises(MisuseError, match=message):
        call()


def test_an_ambiguous_or_unreadable_comment_is_not_guessed_at() -> None:
    twice = Document.of({**TRACE.value, "comments": [a_comment("c1"), a_comment("c1")]})
    with pytest.raises(MisuseError, match="2 comments have the id 'c1'"):
        resolved(twice, "c1", at=AT, by="x")
    unread = Document.of({**TRACE.value, "comments": [{"comment_id": "c1", "body": 5}]})
    with pytest.raises(MisuseError, match="cannot be read"):
        resolved(unread, "c1", at=AT, by="x")


def test_the_count_of_actions_stays_true_where_it_was_and_is_not_mended_where_not() -> None:
    for said, after in ((1, 2), (99, 99)):
        document = Document.of({**TRACE.value, "metrics": {"total_actions": said}})
        made = commented(document, "text", on=ON, at=AT, by="x")
        assert made.value["metrics"]["total_actions"] == after
