"""Edits at one place: what is written there is what was given, and everything else stays."""

from collections.abc import Callable
from typing import Any

import pytest

from tollens.core.author.edits import appended, removed, replaced
from tollens.core.errors import MisuseError, UnreadableError
from tollens.core.model import DiffArtifact, VerificationResultStatus
from tollens.core.validate.rule import MINIMAL
from tollens.core.wire.document import Document

TRACE = Document.of({**MINIMAL, "x_vendor": {"kept": [1.0]}})


def nested(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


def test_a_member_is_replaced_and_nothing_else_touched() -> None:
    edited = replaced(TRACE, "/trigger/type", "TriggeredByEvent")
    assert edited.value == {**TRACE.value, "trigger": {"type": "TriggeredByEvent"}}
    assert edited.value["x_vendor"] is TRACE.value["x_vendor"]
    assert TRACE.value["trigger"] == {"type": "TaskReceived"}


def test_values_of_the_model_are_written_in_the_normal_form() -> None:
    edited = appended(TRACE, "/artifacts", DiffArtifact(artifact_id="a1"))
    assert edited.value["artifacts"][0]["artifact_type"] == "Diff"
    assert edited.value["artifacts"][0]["derived_from"] == []
    assert replaced(edited, "/x", VerificationResultStatus.VrSat).value["x"] == "sat"


def test_an_element_is_removed() -> None:
    edited = appended(appended(TRACE, "/notes", 1), "/notes", 2)
    assert edited.value["notes"] == [1, 2]
    assert removed(edited, "/notes/0").value["notes"] == [2]
    assert "notes" not in removed(edited, "/notes").value


def test_what_cannot_be_written_stays_a_fault() -> None:
    assert [fault.code for fault in replaced(TRACE, "/x", [float("nan")]).faults if fault.severity == "error"] == [
        "WIRE003"
    ]
    assert [fault.code for fault in replaced(TRACE, "/x", "\ud800").faults if fault.severity == "error"] == ["WIRE004"]


@pytest.mark.parametrize("element", [object(), b"bytes", {1: 2}, {"a": {1, 2}}, {"a": DiffArtifact(artifact_id="a1")}])
def test_what_is_no_value_is_misuse(element: object) -> None:
    with pytest.raises(MisuseError, match="no JSON value"):
        replaced(TRACE, "/x", element)


@pytest.mark.parametrize("element", [nested(701), 10**4300], ids=["deep", "long"])
def test_limits_of_reading_hold(element: Any) -> None:
    with pytest.raises(UnreadableError):
        replaced(TRACE, "/x", element)


@pytest.mark.parametrize("place", ["/actions/0", "/actions/-1", "/actions/²", "/actions/-", f"/actions/{'1' * 5000}"])
@pytest.mark.parametrize("edit", [lambda at: replaced(TRACE, at, 1), lambda at: removed(TRACE, at)])
def test_there_is_no_such_element(place: str, edit: Callable[[str], Document]) -> None:
    with pytest.raises(MisuseError, match="nothing stands at"):
        edit(place)


@pytest.mark.parametrize("place", ["", "trace_id"])
def test_a_place_is_a_pointer(place: str) -> None:
    with pytest.raises(MisuseError, match="no JSON pointer"):
        replaced(TRACE, place, 1)


def test_only_lists_are_appended_to() -> None:
    with pytest.raises(MisuseError, match="is no list"):
        appended(TRACE, "/trace_id", 1)
    with pytest.raises(MisuseError, match="nothing stands at"):
        replaced(TRACE, "/trace_id/x", 1)
