"""What is said to be written is what was written."""

from tollens.core.author.additions import Additions, Place, additions
from tollens.core.author.edits import appended, replaced
from tollens.core.validate.examples import an_action
from tollens.core.validate.rule import MINIMAL
from tollens.core.wire.document import Document

TRACE = Document.of({**MINIMAL, "actions": [an_action(1), an_action(2)], "x_vendor": [1, 2]})


def test_nothing_written_is_nothing_said() -> None:
    assert additions(TRACE, TRACE) == Additions((), (), ())


def test_new_elements_and_changed_ones_are_told_apart() -> None:
    after = appended(replaced(TRACE, "/actions/1/label", "again"), "/actions", an_action(3, "Approve"))
    after = replaced(appended(after, "/x_vendor", 3), "/trace_id", "t2")
    made = additions(TRACE, after, ("content_hash",))
    assert made.added == (Place("actions", "3", "Approve"), Place("x_vendor"))
    assert made.changed == (Place("trace_id"), Place("actions", "2", "ReadFile"))
    assert made.unsealed == ("content_hash",)


def test_a_list_that_was_none_is_all_new() -> None:
    before = Document.of({**MINIMAL, "comments": "none"})
    after = replaced(before, "/comments", [{"comment_id": "c1"}, 5])
    assert additions(before, after).added == (Place("comments", "c1"), Place("comments"))
