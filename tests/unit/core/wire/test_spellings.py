"""Each row of the table: read as the text's own spelling, said once as information, written never."""

import copy
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from msgspec import inspect

from tests.unit.core.wire.places import Steps, Value, changed, holder_of, records, reread, whole
from tollens.core.diagnostics import pointer
from tollens.core.wire.encode import to_value
from tollens.core.wire.spellings import ROWS, Row
from tollens.core.wire.upgrade import upgrade


class Spelling(NamedTuple):
    """The same trace twice: in the text's spelling, and with the alternative at the last of some places."""

    canonical: Value
    alternative: Value
    places: tuple[Steps, ...]


def name(row: Row) -> str:
    return f"{row.kind}-{row.where}-{row.alternative}"


def _words(kind: inspect.Type) -> Iterator[str]:
    """The names of the enumerations and open words that a type allows."""
    for member in kind.types if isinstance(kind, inspect.UnionType) else (kind,):
        if isinstance(member, inspect.EnumType | inspect.CustomType):
            yield member.cls.__name__


def _of_word(row: Row) -> Spelling:
    suffixes = {"Artifact": "Artifact", "Action": "Action", "AcceptanceItem": "Acceptance"}
    if row.where in suffixes:
        steps = next(s for kind, s in records() if kind.cls.__name__ == row.canonical + suffixes[row.where])
        kind = next(kind for kind, found in records() if found == steps)
        place = (*steps, str(kind.tag_field))
    else:
        place = next(
            (*steps, field.encode_name)
            for kind, steps in records()
            for field in kind.fields
            if row.where in _words(field.type) and holder_of(whole(), (*steps, field.encode_name))
        )
        if place[-1] == "type":  # of an action or reference: others must still fit
            place = next(
                (*steps, "type")
                for kind, steps in records()
                for field in kind.fields
                if row.where in _words(field.type) and holder_of(whole(), (*steps, "type")).get("type") == row.canonical
            )
    return Spelling(changed(whole(), place, row.canonical), changed(whole(), place, row.alternative), (place,))


def _of_member(row: Row) -> Spelling:
    suffix = "Acceptance" if row.where == "AcceptanceItem" else row.where
    steps = next(steps for kind, steps in records() if kind.cls.__name__.endswith(suffix))
    canonical = whole()
    record = holder_of(canonical, (*steps, ""))
    record.setdefault(row.canonical, "sha256:" + "0" * 64)
    alternative = copy.deepcopy(canonical)
    renamed = holder_of(alternative, (*steps, ""))
    renamed[row.alternative] = renamed.pop(row.canonical)
    return Spelling(canonical, alternative, ((*steps, row.alternative),))


def _of_number(row: Row) -> Spelling:
    steps = next(
        steps
        for kind, steps in records()
        if kind.cls.__name__ == row.where and holder_of(whole(), (*steps, ""))["target_type"] == "action"
    )
    place = (*steps, row.alternative)
    return Spelling(changed(whole(), place, "26"), changed(whole(), place, 26), (place,))


def _of_blob(row: Row) -> Spelling:
    steps = next(steps for kind, steps in records() if kind.cls.__name__ == row.where)
    canonical = whole()
    holder_of(canonical, (*steps, "")).update({row.canonical: "", row.alternative: "sha256:" + "0" * 64})
    alternative = copy.deepcopy(canonical)
    del holder_of(alternative, (*steps, ""))[row.canonical]
    return Spelling(canonical, alternative, ((*steps, row.alternative),))


def _of_implied(row: Row) -> Spelling:
    payload = next(steps for kind, steps in records() if kind.cls.__name__ == row.where)
    artifact = payload[:-1]
    canonical = changed(whole(), (*payload, row.canonical), row.value)
    alternative = changed(canonical, (*artifact, "artifact_type"), row.alternative)
    del holder_of(alternative, (*payload, ""))[row.canonical]
    return Spelling(canonical, alternative, ((*artifact, "artifact_type"), (*payload, row.canonical)))


def spelling(row: Row) -> Spelling:
    makers = {"word": _of_word, "member": _of_member, "number": _of_number, "blob": _of_blob, "implied": _of_implied}
    return makers[row.kind](row)


def test_the_table_has_no_row_twice() -> None:
    assert len({(row.kind, row.where, row.alternative) for row in ROWS}) == len(ROWS)
    assert all(row.alternative != row.canonical or row.kind == "number" for row in ROWS)
    assert all(row.origin for row in ROWS)


@pytest.mark.parametrize("row", ROWS, ids=name)
def test_an_alternative_is_read_as_the_canonical_one_and_said(row: Row) -> None:
    canonical, alternative, places = spelling(row)
    assert reread(canonical).faults == ()
    document = reread(alternative)
    assert document.trace == reread(canonical).trace
    assert [(fault.code, fault.severity, fault.path) for fault in document.faults] == [
        ("WIRE021", "info", pointer(*place)) for place in places
    ]
    assert document.value == alternative


@pytest.mark.parametrize("row", ROWS, ids=name)
def test_writing_a_trace_and_upgrading_a_file_use_the_canonical_one(row: Row) -> None:
    canonical, alternative, _ = spelling(row)
    document = reread(alternative)
    assert to_value(document.trace) == to_value(reread(canonical).trace)
    without_list = {**canonical, "residuals": []}
    upgraded = upgrade(reread({**alternative, "residuals": []})).document
    assert upgraded.value == without_list
    assert upgraded.faults == ()


def test_an_alternative_is_said_once_with_the_number_of_its_places() -> None:
    value = whole()
    for goal in value["goals"]:
        goal["status"] = "active"
        goal["id"] = goal.pop("goal_id")
    messages = [fault.message for fault in reread(value).faults]
    assert sorted(messages) == [
        "`active` is read as `GoalActive` (4 places, the first one here)",
        "`id` is read as `goal_id` (4 places, the first one here)",
    ]


@pytest.mark.parametrize(
    ("steps", "word"),
    [
        (("meta_actions", 0, "source"), "curated"),
        (("trigger", "type"), "OtelExport"),
        (("residuals", 0, "kind"), "OpenQuestion"),
        (("residuals", 0, "status"), "ResidualOpen"),
        (("residuals", 0, "severity"), "Critical"),
        (("review_items", 0, "status"), "review_open"),
        (("goals", 0, "status"), "in_progress"),
        (("actions", 0, "evidence", 0, "type"), "file_ref"),
    ],
)
def test_what_later_versions_add_or_the_text_rules_out_is_no_alternative(steps: Steps, word: Any) -> None:
    faults = reread(changed(whole(), steps, word)).faults
    assert [(fault.code, fault.severity, fault.path) for fault in faults] == [("WIRE012", "error", pointer(*steps))]


def test_a_text_goal_id_is_no_alternative() -> None:
    at = next(i for i, held in enumerate(whole()["artifacts"]) if held["artifact_id"] == "vg-bound")
    steps = ("artifacts", at, "payload", "goal_id")
    faults = reread(changed(whole(), steps, "1")).faults
    assert [(fault.code, fault.path) for fault in faults] == [("WIRE011", pointer(*steps))]


def test_of_both_spellings_the_texts_own_counts_and_the_other_is_unknown() -> None:
    value = whole()
    value["goals"][0]["id"] = "other"
    document = reread(value)
    assert document.trace == reread(whole()).trace
    assert [(fault.code, fault.path) for fault in document.faults] == [("WIRE020", "/goals/0/id")]
