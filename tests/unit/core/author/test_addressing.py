"""Addressing a residual in a successor: what it takes, and what it leaves."""

from typing import Any

import pytest

from tollens.core.author.addressing import addressed, is_successor
from tollens.core.derive.residuals.surface import surface
from tollens.core.errors import MisuseError
from tollens.core.graph.index import Index
from tollens.core.validate.check import validate
from tollens.core.validate.examples import (
    a_link,
    a_model,
    a_proof,
    a_residual,
    a_verification_goal,
    an_action,
    an_artifact,
    an_open_result,
)
from tollens.core.validate.rule import MINIMAL
from tollens.core.wire.document import Document

AT = "2026-05-01T10:00:00Z"
HOW: dict[str, Any] = {"note": "proved in a1", "at": AT, "by": "agent"}


def _successor(*artifacts: dict[str, Any], **members: Any) -> Document:
    made = [one for one in artifacts if one["artifact_type"] != "Residual"]
    action = an_action(1, outputs=[one["artifact_id"] for one in made])
    lineage = {"parent_trace_id": "t0", "root_trace_id": "t0"}
    return Document.of(
        {**MINIMAL, "actions": [action], "artifacts": list(artifacts), "trace_lineage": lineage, **members}
    )


GAP = _successor(an_artifact("a1"), a_residual("r1", ("a1",), status="open", x_vendor=1))
DEFEATER = _successor(
    a_model(),
    a_verification_goal(),
    a_proof("old"),
    an_artifact("shown"),
    a_residual(
        "r1",
        ("old", "shown"),
        kind="defeater",
        defeater_kind="rebuts",
        status="open",
        target={"target_type": "artifact", "target_id": "old"},
        related_artifact_ids=["shown"],
    ),
    a_proof("new") | {"supersedes": "old"},
    an_open_result("unknown"),
)


def test_a_gap_is_closed_by_a_revision_and_its_first_form_stays() -> None:
    after = addressed(GAP, "r1", evidence=["a1"], **HOW)
    *before, made = after.value["artifacts"]
    assert before == GAP.value["artifacts"]
    assert (made["artifact_id"], made["supersedes"]) == ("r1-v2", "r1")
    assert (made["payload"]["status"], made["payload"]["rationale"]) == ("addressed", "proved in a1")
    action = after.value["actions"][-1]
    assert (action["type"], action["inputs"], action["outputs"]) == ("RecordAudit", ["r1", "a1"], ["r1-v2"])
    assert action["request"] == {"at": AT, "by": "agent"}
    assert validate(after).valid
    (first, last), _ = surface(Index(after.trace))
    assert not first.open
    assert last.status == "addressed"


def test_a_defeater_is_closed_by_evidence() -> None:
    after = addressed(DEFEATER, "r1", evidence=["new"], **HOW)
    assert validate(after).valid
    assert not any(defeater.open for defeater in surface(Index(after.trace))[1])


@pytest.mark.parametrize(
    ("document", "options", "message"),
    [
        (Document.of({**GAP.value, "trace_lineage": None}), {}, "this trace succeeds none"),
        (GAP, {"note": " "}, "not addressed by saying so alone"),
        (GAP, {"name": "r9"}, "there is no residual 'r9'"),
        (GAP, {"name": "a1"}, "there is no residual 'a1'"),
        (GAP, {"evidence": ["a9"]}, "there is no artifact 'a9'"),
        (GAP, {"evidence": ["r1"]}, "'r1' is a residual"),
        (addressed(GAP, "r1", **HOW), {}, "'r1-v2' is addressed already"),
        (DEFEATER, {}, "is a defeater: it is addressed by what refutes it"),
        (DEFEATER, {"evidence": ["old"]}, "'old' is what 'r1' is about"),
        (DEFEATER, {"evidence": ["shown"]}, "'shown' is what 'r1' is about"),
        (DEFEATER, {"evidence": ["unknown"]}, "'unknown' is unknown"),
    ],
)
def test_what_closes_nothing_is_refused(document: Document, options: dict[str, Any], message: str) -> None:
    given: dict[str, Any] = {"name": "r1", **HOW, **options}
    with pytest.raises(MisuseError, match=message):
        addressed(document, **given)


@pytest.mark.parametrize(
    ("members", "whether"),
    [
        ({}, False),
        ({"trace_lineage": {"root_trace_id": "t0"}}, False),
        ({"trace_lineage": {"parent_trace_id": "t0"}}, True),
        ({"trace_links": [a_link(relationship="supersedes")]}, True),
        ({"trace_links": [a_link(relationship="supersedes", from_trace_id="t2", to_trace_id="t1")]}, False),
        ({"trace_links": [a_link(relationship="supersedes", to_trace_id="t1")]}, False),
        ({"trace_links": [a_link(relationship="related_to")]}, False),
    ],
)
def test_what_a_successor_is(members: dict[str, Any], whether: bool) -> None:
    assert is_successor(Document.of({**MINIMAL, **members}).trace) is whether
