"""§13.3: a gap is followed along a chain of traces; what merely vanished is never called closed."""

from typing import Any

import pytest

from tests.unit.core.derive.traces import answer, defeater, document, residual
from tollens.core.derive.residuals.lifecycle import Lifecycle, lifecycle
from tollens.core.graph.index import Index


def after(*traces: list[dict[str, Any]], **last: Any) -> Lifecycle:
    chain = [document(trace_id=f"t{number}", artifacts=held) for number, held in enumerate(traces, start=1)]
    if last:
        chain[-1] = document(**{"trace_id": f"t{len(traces)}", "artifacts": traces[-1]} | last)
    return lifecycle([Index(each.trace) for each in chain])


def told(made: Lifecycle) -> dict[str, list[str]]:
    words = ("closed", "acknowledged", "vanished", "reopened", "open", "new")
    found = {word: [passage.residual_id for passage in getattr(made, word)] for word in words}
    return {word: names for word, names in found.items() if names}


@pytest.mark.parametrize(
    ("status", "change"),
    [
        ("open", "open"),
        (None, "open"),
        ("addressed", "closed"),
        ("waived", "closed"),
        ("acknowledged", "acknowledged"),
    ],
)
def test_the_status_in_the_successor_tells(status: str | None, change: str) -> None:
    made = after([residual("r")], [residual("r", status=status)])
    assert told(made) == {change: ["r"]}
    (passage,) = getattr(made, change)
    assert (passage.first_seen, passage.last_seen, passage.change) == ("t1", "t2", change)


def test_an_acknowledged_defeater_still_stands() -> None:
    assert told(after([defeater("d", "p")], [defeater("d", "p", status="acknowledged")])) == {"open": ["d"]}


def test_what_is_gone_vanished_and_what_came_is_new() -> None:
    made = after([residual("old")], [residual("new")])
    assert told(made) == {"vanished": ["old"], "new": ["new"]}
    assert made.vanished[0].last_seen == "t1"


def test_what_was_settled_before_is_not_told_and_what_opens_again_is() -> None:
    assert told(after([residual("r", status="waived")], [residual("r", status="waived")])) == {}
    assert told(after([residual("r", status="waived")], [])) == {}
    assert told(after([residual("r", status="addressed")], [residual("r")])) == {"reopened": ["r"]}
    assert told(after([residual("r")], [residual("r", status="addressed")], [residual("r")])) == {"reopened": ["r"]}


def test_settled_once_and_then_gone_is_closed() -> None:
    assert told(after([residual("r")], [residual("r", status="addressed")], [])) == {"closed": ["r"]}


def test_one_id_for_two_matters_is_two_gaps() -> None:
    other = residual("r") | {"payload": {"kind": "unverified", "statement": "something else"}}
    assert told(after([residual("r")], [other])) == {"vanished": ["r"], "new": ["r"]}
    kind = residual("r", "assumption")
    assert told(after([residual("r")], [kind])) == {"vanished": ["r"], "new": ["r"]}


def test_other_words_about_the_same_place_are_one_gap() -> None:
    place = {"target": {"target_type": "artifact", "target_id": "p"}}
    again = residual("r", **place)
    again["payload"]["statement"] = "in other words"
    assert told(after([residual("r", **place)], [again])) == {"open": ["r"]}


def test_a_gap_that_was_numbered_anew_is_known_by_its_words() -> None:
    anew = residual("residual-9", status="addressed")
    anew["payload"]["statement"] = "what r says"
    assert told(after([residual("r")], [anew])) == {"closed": ["residual-9"]}
    twin = residual("s")
    twin["payload"]["statement"] = "what r says"
    assert told(after([residual("r"), twin], [anew])) == {"vanished": ["r", "s"]}


def test_revisions_are_one_gap_and_the_last_one_counts() -> None:
    waived = residual("r-v2", status="waived") | {"supersedes": "r"}
    assert told(after([residual("r")], [residual("r"), waived])) == {"closed": ["r-v2"]}
    still = residual("r-v2") | {"supersedes": "r"}
    assert told(after([residual("r")], [residual("r"), still])) == {"open": ["r-v2"]}


def test_one_trace_alone_has_what_is_open() -> None:
    made = after([residual("r"), residual("s", status="waived")])
    assert told(made) == {"open": ["r"]}
    assert (made.chain, made.unlinked) == (("t1",), ())


@pytest.mark.parametrize(
    ("members", "unlinked"),
    [
        ({}, ("t1",)),
        ({"trace_lineage": {"parent_trace_id": "t1"}}, ()),
        ({"trace_lineage": {"parent_trace_id": "t0"}}, ("t1",)),
        (
            {
                "trace_links": [
                    {"link_id": "l", "from_trace_id": "t2", "to_trace_id": "t1", "relationship": "supersedes"}
                ]
            },
            (),
        ),
        (
            {"trace_links": [{"link_id": "l", "from_trace_id": "t2", "to_trace_id": "t1", "relationship": "same_pr"}]},
            ("t1",),
        ),
    ],
)
def test_whether_the_chain_is_recorded(members: dict[str, Any], unlinked: tuple[str, ...]) -> None:
    assert after([], [answer("p")], outcome={"type": "ProcessCompleted"}, **members).unlinked == unlinked
