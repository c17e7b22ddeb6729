"""Upgrading twice is upgrading once, and nothing that a file says is lost on the way (§13.7)."""

import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.core.wire.places import Value
from tollens.core.model import Trace
from tollens.core.wire.document import Document
from tollens.core.wire.encode import to_value
from tollens.core.wire.spellings import ROWS
from tollens.core.wire.upgrade import migrate_residuals, upgrade
from tollens.testing import mutations, strategies

IDS = st.sampled_from(["r", "r-2", "s", "a1", "", "residual"])
ENTRIES = st.one_of(
    strategies.residuals().map(to_value),
    st.fixed_dictionaries(
        {},
        optional={
            "residual_id": IDS | strategies.json_values(),
            "kind": st.sampled_from(["assumption", "out_of_scope", "Nonsense"]) | strategies.json_values(),
            "statement": st.text(max_size=60) | strategies.json_values(),
            "rationale": st.text(max_size=5),
            "target": st.fixed_dictionaries({"target_type": st.just("artifact"), "target_id": IDS}),
            "related_artifact_ids": st.lists(IDS | st.integers(), max_size=3) | st.none(),
            "introduced_by_action_id": st.integers(0, 3) | st.none() | st.booleans(),
            "x_vendor": strategies.json_values(),
        },
    ),
    strategies.json_values(),
)
ARTIFACTS = st.fixed_dictionaries(
    {"artifact_id": IDS, "artifact_type": st.sampled_from(["SourceCode", "Residual", "IMLModel"])},
    optional={"payload": st.fixed_dictionaries({"kind": st.just("assumption"), "statement": st.just("s")})},
)
LEGACY: st.SearchStrategy[Value] = st.fixed_dictionaries(
    {"residuals": st.lists(ENTRIES, max_size=6), "artifacts": st.lists(ARTIFACTS, max_size=3)},
    optional={"spec_version": st.sampled_from(["1.5", "1.7", "1.11", "1.12", "x"]), "trace_id": st.just("t")},
)


def text(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


WORDS = {row.canonical: row.alternative for row in ROWS if row.kind == "word"}
MEMBERS = {"goal_id": ("intent", "id"), "acceptance_id": ("label", "id"), "formal_code": ("scope", "iml_code")}
"""Member to a member that tells its record, and its other name there."""


def _respelled(value: Any, choose: Callable[[], bool]) -> Any:
    """The value with alternative words and members of the table put in here and there."""
    if isinstance(value, dict):
        names = {name: other for name, (mark, other) in MEMBERS.items() if mark in value and choose()}
        return {names.get(name, name): _respelled(held, choose) for name, held in value.items()}
    if isinstance(value, list):
        return [_respelled(held, choose) for held in value]
    return WORDS[value] if isinstance(value, str) and value in WORDS and choose() else value


@st.composite
def older(draw: st.DrawFn) -> Value:
    """A generated trace in which alternative spellings stand here and there."""
    random = draw(st.randoms(use_true_random=False))
    value: Value = _respelled(to_value(draw(strategies.traces())), lambda: random.random() < 0.5)
    return value


@given(LEGACY | older() | strategies.traces().map(to_value).flatmap(mutations.mutated).map(lambda m: m.value))
@settings(max_examples=60)
def test_an_upgrade_is_idempotent(value: Value) -> None:
    once = upgrade(Document.of(value)).document
    assert upgrade(once).document is once


@given(LEGACY)
@settings(max_examples=60)
def test_the_fold_is_idempotent(value: Value) -> None:
    once = migrate_residuals(Document.of(value)).document
    assert migrate_residuals(once).document is once


def _payload(entry: Value) -> Value:
    """What a folded entry's payload must hold: all that it says but its id, and that too where it is none."""
    stated = entry.get("residual_id")
    told = ("residual_id",) if isinstance(stated, str) and stated else ()
    return {name: held for name, held in entry.items() if held is not None and name not in told}


@given(LEGACY)
@settings(max_examples=80)
def test_the_fold_loses_nothing(value: Value) -> None:
    before = text(value)
    done = migrate_residuals(Document.of(value))
    made, kept = done.document.value["artifacts"], done.document.value["residuals"]
    assert text(value) == before
    assert made[: len(value["artifacts"])] == value["artifacts"]
    assert kept == [entry for entry in value["residuals"] if not isinstance(entry, dict)]
    folded = Counter(text(artifact["payload"]) for artifact in made[len(value["artifacts"]) :])
    left_out = {int(r.path.split("/")[2]) for r in done.remarks if r.code in ("UPG002", "UPG003")}
    expected = Counter(
        text(_payload(entry))
        for at, entry in enumerate(value["residuals"])
        if isinstance(entry, dict) and at not in left_out
    )
    assert folded == expected
    stands = {a["artifact_id"] for a in value["artifacts"] if a["artifact_type"] == "Residual"}
    for at in left_out:
        entry = value["residuals"][at]
        assert entry["residual_id"] in stands or text(entry) in {text(other) for other in value["residuals"][:at]}


@given(LEGACY)
@settings(max_examples=60)
def test_the_fold_makes_no_artifact_id_twice(value: Value) -> None:
    artifacts = migrate_residuals(Document.of(value)).document.value["artifacts"]
    old = [artifact["artifact_id"] for artifact in value["artifacts"]]
    new = [artifact["artifact_id"] for artifact in artifacts[len(old) :]]
    assert len({*old, *new}) == len({*old}) + len(new)
    assert all(isinstance(name, str) and name for name in new)


@given(strategies.traces())
@settings(max_examples=20)
def test_a_trace_without_old_things_is_read_the_same_after_an_upgrade(trace: Trace) -> None:
    trace = msgspec.structs.replace(trace, residuals=())
    upgraded = upgrade(Document.of(to_value(trace))).document
    assert upgraded.trace == msgspec.structs.replace(trace, spec_version="1.11")
    assert upgraded.faults == ()


@given(older())
@settings(max_examples=30)
def test_alternative_spellings_are_read_the_same_after_an_upgrade_and_are_gone(value: Value) -> None:
    value["residuals"] = []
    document = Document.of(value)
    upgraded = upgrade(document).document
    assert upgraded.spelled == ()
    assert upgraded.trace == msgspec.structs.replace(document.trace, spec_version="1.11")
