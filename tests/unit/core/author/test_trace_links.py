"""Links: added with their action, and only where they say something."""

import pytest

from tollens.core.author.trace_links import linked
from tollens.core.errors import MisuseError
from tollens.core.model import TraceRelationship
from tollens.core.validate.check import validate
from tollens.core.validate.rule import MINIMAL
from tollens.core.wire.document import Document

AT = "2026-05-01T10:00:00Z"
TRACE = Document.of(MINIMAL)
LINKED = linked(TRACE, "t0", TraceRelationship.SameTask, note="again", at=AT, by="agent")


def test_a_link_leads_from_this_trace_to_the_other() -> None:
    assert LINKED.value["trace_links"] == [
        {
            "link_id": "l1",
            "from_trace_id": "t1",
            "to_trace_id": "t0",
            "relationship": "same_task",
            "created_at": AT,
            "created_by": "agent",
            "note": "again",
        }
    ]
    action = LINKED.trace.actions[-1]
    assert (action.type.value, action.rationale) == ("LinkTrace", "again")  # type: ignore[union-attr]
    assert validate(LINKED).diagnostics == ()


def test_two_relationships_to_one_trace_are_two_links() -> None:
    assert len(linked(LINKED, "t0", TraceRelationship.Reruns, at=AT, by="x").trace.trace_links) == 2


@pytest.mark.parametrize(
    ("document", "to", "message"),
    [
        (TRACE, "t1", "is this trace"),
        (TRACE, "", "the other trace has no id"),
        (Document.of({}), "t0", "a trace without an id"),
        (LINKED, "t0", "'l1' says that already"),
    ],
)
def test_a_link_that_says_nothing_is_refused(document: Document, to: str, message: str) -> None:
    with pytest.raises(MisuseError, match=message):
        linked(document, to, TraceRelationship.SameTask, at=AT, by="x")
