"""Every fault of every member has its place, its code, and leaves the rest of the trace readable."""

from typing import Any

import pytest
from msgspec import inspect

from tests.unit.core.wire.places import Place, Steps, changed, holder_of, misfits, places, reread, whole
from tollens.core.diagnostics import Diagnostic, pointer
from tollens.core.model import Json
from tollens.core.wire.document import Document

PLACES = places()
REQUIRED = [place for place in PLACES if place.required]
OPTIONAL = [place for place in PLACES if not place.required and place.record != "VerificationResultVariant"]


def name(place: Place) -> str:
    return f"{place.record}.{place.member}"


def errors(document: Document) -> list[tuple[str, str]]:
    return [(fault.code, fault.path) for fault in document.faults if fault.severity == "error"]


def test_the_whole_value_is_read_without_an_error() -> None:
    assert errors(reread(whole())) == []
    assert len(PLACES) > 300


@pytest.mark.parametrize("place", PLACES, ids=name)
def test_a_value_of_another_type_is_placed(place: Place) -> None:
    for value, code in misfits(place.kind):
        if place.record == "TargetRef" and type(value) is int:
            continue  # an accepted alternative, see `spellings`
        document = reread(place.with_value(value))
        assert errors(document) == [(code, pointer(*place.steps))], value


@pytest.mark.parametrize("place", [p for p in PLACES if isinstance(p.kind, inspect.VarTupleType)], ids=name)
def test_an_item_of_another_type_is_placed(place: Place) -> None:
    assert isinstance(place.kind, inspect.VarTupleType)
    for value, code in misfits(place.kind.item_type):
        document = reread(place.with_value([value]))
        path = pointer(*place.steps, 0)
        assert (code, path) in errors(document), value
        assert all(found.startswith(path) for _, found in errors(document))


@pytest.mark.parametrize("place", REQUIRED, ids=name)
def test_a_missing_member_is_placed_where_it_should_stand(place: Place) -> None:
    document = reread(place.without())
    assert errors(document) == [("WIRE010", pointer(*place.steps))]
    fault = next(fault for fault in document.faults if fault.severity == "error")
    assert fault.message == f"`{place.member}` is missing in {place.record}"
    assert fault.hint == f"Add `{place.member}`."


@pytest.mark.parametrize("place", OPTIONAL, ids=name)
def test_an_absent_option_or_list_is_no_fault(place: Place) -> None:
    assert errors(reread(place.without())) == []


def test_open_json_takes_anything() -> None:
    open_ones = [p for p in PLACES if isinstance(p.kind, inspect.CustomType) and p.kind.cls is Json]
    assert [name(place) for place in open_ones] == ["Policy.formula"]
    values: list[Any] = [1, None, "x", [], {"G": []}]
    for value in values:
        assert errors(reread(open_ones[0].with_value(value))) == []


@pytest.mark.parametrize(
    ("steps", "tag", "code"),
    [
        (("artifacts", 0, "artifact_type"), "Souvenir", "WIRE013"),
        (("artifacts", 0, "artifact_type"), "user_instruction", "WIRE013"),
        (("artifacts", 0, "artifact_type"), 4, "WIRE011"),
        (("actions", 0, "category"), "meditation", "WIRE013"),
        (("actions", 0, "category"), [], "WIRE011"),
        (("goals", 0, "acceptance", 0, "kind"), "Wish", "WIRE013"),
    ],
)
def test_an_unknown_tag_is_placed(steps: tuple[str | int, ...], tag: Any, code: str) -> None:
    assert errors(reread(changed(whole(), steps, tag))) == [(code, pointer(*steps))]


def test_a_near_miss_gets_a_hint() -> None:
    document = reread(changed(whole(), ("actions", 0, "type"), "ReadFiles"))
    assert document.faults == (
        Diagnostic(
            "WIRE012",
            "error",
            "/actions/0/type",
            "'ReadFiles' is none of the words that may stand here",
            "16.1",
            "Did you mean 'ReadFile'?",
        ),
    )


@pytest.mark.parametrize(
    ("steps", "member", "value"),
    [
        (("actions", 0), "options", []),
        (("actions", 9), "result_summary", "ok"),
        (("artifacts", 0), "payload", {}),
    ],
)
def test_a_member_of_a_sibling_is_refused_and_read_past(steps: tuple[str, int], member: str, value: Any) -> None:
    held = whole()
    held[steps[0]][steps[1]][member] = value
    document = reread(held)
    assert errors(document) == [("WIRE014", pointer(*steps, member))]
    plain = reread(whole()).trace
    assert document.trace == plain


def test_a_null_payload_says_that_there_is_none() -> None:
    assert errors(reread(changed(whole(), ("artifacts", 0, "payload"), None))) == []


@pytest.mark.parametrize(
    ("status", "result"),
    [
        ("refuted", {"proved": {"proof_pp": "qed"}}),
        ("proved", {"unknown": {}}),
    ],
)
def test_a_status_that_contradicts_its_result_is_refused(status: str, result: Any) -> None:
    value = whole()
    at = next(i for i, held in enumerate(value["artifacts"]) if held["artifact_id"] == "vr-bound")
    value["artifacts"][at]["payload"].update(status=status, result=result)
    assert errors(reread(value)) == [("WIRE015", pointer("artifacts", at, "payload"))]


@pytest.mark.parametrize("result", [{}, {"proved": {"proof_pp": "qed"}, "unknown": {}}])
def test_a_result_has_exactly_one_tag(result: Any) -> None:
    value = whole()
    at = next(i for i, held in enumerate(value["artifacts"]) if held["artifact_id"] == "vr-bound")
    value["artifacts"][at]["payload"]["result"] = result
    assert errors(reread(value)) == [("WIRE015", pointer("artifacts", at, "payload", "result"))]


def test_an_unknown_member_is_information_once_and_kept() -> None:
    value = whole()
    for action in value["actions"][:3]:
        action["mood"] = "calm"
    value["x_vendor"] = {"deep": [1]}
    document = reread(value)
    assert document.faults == (
        Diagnostic(
            "WIRE020",
            "info",
            "/actions/0/mood",
            "`mood` is no member of ActivityAction; it is kept, not read (3 places, the first one here)",
            "16.1",
        ),
        Diagnostic("WIRE020", "info", "/x_vendor", "`x_vendor` is no member of Trace; it is kept, not read", "16.1"),
    )
    assert document.value == value
    assert document.trace == reread(whole()).trace


def test_an_element_that_does_not_fit_is_kept_in_its_place() -> None:
    value = whole()
    broken = {**value["artifacts"][3], "name": 7, "x": 1}
    value["artifacts"][3] = broken
    trace = reread(value).trace
    kept = trace.artifacts[3]
    assert type(kept).__name__ == "UnrecognizedArtifact"
    assert kept.artifact_id == broken["artifact_id"]
    assert kept.value == Json.of(broken)  # type: ignore[union-attr]
    assert kept.path == "/artifacts/3"  # type: ignore[union-attr]
    assert kept.faults == ("Expected a string, got an integer",)  # type: ignore[union-attr]
    assert trace.artifacts[:3] == reread(whole()).trace.artifacts[:3]
    assert trace.artifacts[4:] == reread(whole()).trace.artifacts[4:]


@pytest.mark.parametrize("version", ["1.12", "1.12.1", "1.99"])
def test_a_newer_version_keeps_what_it_adds(version: str) -> None:
    value = whole()
    value["spec_version"] = version
    value["artifacts"].append({"artifact_id": "new", "artifact_type": "Observation", "payload": {"statement": "x"}})
    value["actions"][0]["type"] = "Judge"
    document = reread(value)
    assert [(fault.code, fault.severity, fault.path) for fault in document.faults] == [
        ("WIRE012", "warning", "/actions/0/type"),
        ("WIRE013", "warning", f"/artifacts/{len(value['artifacts']) - 1}/artifact_type"),
        ("WIRE030", "warning", "/spec_version"),
    ]
    assert type(document.trace.artifacts[-1]).__name__ == "UnrecognizedArtifact"
    assert document.trace.artifacts[-1].artifact_id == "new"
    assert type(document.trace.actions[0]).__name__ == "UnrecognizedAction"
    assert document.value == value


@pytest.mark.parametrize("version", ["1.11", "1.4", "1.0", "1.11.3"])
def test_an_unknown_word_is_an_error_up_to_the_current_version(version: str) -> None:
    value = changed(whole(), ("actions", 0, "type"), "Judge")
    value["spec_version"] = version
    assert errors(reread(value)) == [("WIRE012", "/actions/0/type")]


@pytest.mark.parametrize("version", ["2.0", "10.1", "one", "", "1.", "1.11-draft", "٣.١"])
def test_a_version_that_says_nothing_here_is_an_error(version: str) -> None:
    assert errors(reread(changed(whole(), ("spec_version",), version))) == [("WIRE031", "/spec_version")]


def test_a_missing_category_is_told_by_the_type() -> None:
    value = whole()
    del value["actions"][0]["category"]
    document = reread(value)
    assert errors(document) == [("WIRE010", "/actions/0/category")]
    assert document.trace == reread(whole()).trace


def test_the_type_of_another_category_is_refused() -> None:
    document = reread(changed(whole(), ("actions", 0, "type"), "Verify"))
    assert errors(document) == [("WIRE012", "/actions/0/type")]


def test_of_nothing_everything_is_missing() -> None:
    document = Document.read(b"{}")
    missing = ["trace_id", "spec_version", "assistant", "model", "timestamp", "trigger", "outcome"]
    assert [fault.message for fault in document.faults] == [f"`{member}` is missing in Trace" for member in missing]
    assert [fault.path for fault in document.faults] == [f"/{member}" for member in missing]
    trace = document.trace
    assert (trace.trace_id, trace.spec_version, trace.actions) == ("", "", ())
    assert type(trace.trigger).__name__ == type(trace.outcome).__name__ == "UnrecognizedEvent"


def test_an_item_whose_formula_decides_is_read_past_its_missing_kind() -> None:
    value = whole()
    item = value["goals"][0]["acceptance"][4]
    del item["kind"]
    document = reread(value)
    assert errors(document) == [("WIRE010", "/goals/0/acceptance/4/kind")]
    assert document.trace == reread(whole()).trace


@pytest.mark.parametrize(
    ("steps", "kept_as"),
    [
        (("artifacts", 0, "artifact_type"), "UnrecognizedArtifact"),
        (("actions", 0, "type"), "UnrecognizedAction"),
        (("goals", 0, "acceptance", 0, "kind"), "UnrecognizedItem"),
    ],
)
def test_an_element_that_does_not_tell_what_it_is_is_kept(steps: Steps, kept_as: str) -> None:
    value = whole()
    del holder_of(value, steps)[steps[-1]]
    document = reread(value)
    assert errors(document) == [("WIRE010", pointer(*steps))]
    assert type(_at(document.trace, steps[:-1])).__name__ == kept_as


def test_an_action_that_tells_nothing_is_kept() -> None:
    value = whole()
    value["actions"][0] = {"id": 1, "label": "l", "rationale": "r"}
    document = reread(value)
    assert errors(document) == [("WIRE010", "/actions/0/category")]
    kept = document.trace.actions[0]
    assert type(kept).__name__ == "UnrecognizedAction"
    assert kept.id == 1


def _at(held: Any, steps: Steps) -> Any:
    for step in steps:
        held = held[step] if isinstance(step, int) else getattr(held, step)
    return held


def test_beyond_a_thousand_unknown_members_are_counted() -> None:
    value = {**whole(), **{f"x{at}": at for at in range(1002)}}
    faults = reread(value).faults
    assert len(faults) == 1001
    assert faults[999].path == "/x999"
    message = "2 more unknown members are kept, not read"
    assert faults[1000] == Diagnostic("WIRE020", "info", "", message, "16.1")
