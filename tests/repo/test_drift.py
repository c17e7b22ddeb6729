"""The specification text is a test: the model against the 96 type blocks of the text, difference by difference."""

import json
from pathlib import Path
from typing import Any

import pytest

from tollens.core import model
from tollens.core.model import Json
from tollens.core.projections import declarations as d

SPEC = Path(__file__).parent.parent / "spec"
TYPES: dict[str, Any] = json.loads((SPEC / "types.json").read_text())["types"]
TABLE: dict[str, Any] = json.loads((SPEC / "differences.json").read_text())
OURS = {each.name: each for each in d.declarations()}
SUFFIX = {"required": "", "optional": " option", "list": " list"}

Difference = tuple[str, str, str]


def members_of_text(block: dict[str, Any]) -> dict[str, str]:
    """The fields or constructors of a type block, each with its type on one line (`alone` where it carries none)."""

    def typed(field: dict[str, str]) -> str:
        return field["type"] + SUFFIX[field["cardinality"]]

    members = {field["name"]: typed(field) for field in block.get("fields", [])}
    for constructor in block.get("constructors", []):
        inline = "; ".join(f"{field['name']} : {typed(field)}" for field in constructor.get("fields", []))
        members[constructor["name"]] = inline or " * ".join(constructor.get("args", [])) or "alone"
    return members


def members_of_model(declaration: d.Declaration) -> dict[str, str]:
    """The same of a declaration of the model."""

    def typed(field: d.FieldDeclaration) -> str:
        return field.type + SUFFIX[field.cardinality]

    members = {field.name: typed(field) for field in declaration.fields}
    for constructor in declaration.constructors:
        inline = "; ".join(f"{field.name} : {typed(field)}" for field in constructor.fields)
        members[constructor.name] = inline or " * ".join(constructor.args) or "alone"
    return members


def differences_of(name: str, block: dict[str, Any], ours: d.Declaration | None) -> list[Difference]:
    """Where one type of the model is not as in the text."""
    if ours is None:
        return [(name, block["kind"], "")]
    if ours.kind != block["kind"]:
        return [(name, block["kind"], ours.kind)]
    text, model = members_of_text(block), members_of_model(ours)
    return [
        (f"{name}.{member}", text.get(member, ""), model.get(member, ""))
        for member in dict.fromkeys([*text, *model])
        if text.get(member) != model.get(member)
    ]


def test_there_are_96_types() -> None:
    assert len(TYPES) == 96


@pytest.mark.parametrize("name", TYPES)
def test_a_type_is_as_in_the_text_but_for_the_listed_differences(name: str) -> None:
    listed = {
        (row["at"], row["text"], row["model"]) for row in TABLE["differences"] if row["at"].partition(".")[0] == name
    }
    assert set(differences_of(name, TYPES[name], OURS.get(name))) == listed


def test_the_table_is_short_gives_reasons_and_names_types_of_the_text() -> None:
    rows = TABLE["differences"]
    assert len(rows) <= 20
    assert all(row["reason"].strip() for row in rows)
    assert {row["at"].partition(".")[0] for row in rows} <= set(TYPES)
    assert len({row["at"] for row in rows}) == len(rows)


def test_the_types_beyond_the_text_are_the_listed_ones() -> None:
    assert set(OURS) - set(TYPES) == set(TABLE["added_types"])
    assert all(reason.strip() for reason in TABLE["added_types"].values())


@pytest.mark.parametrize("name", [name for name, block in TYPES.items() if block["kind"] == "abstract"])
def test_an_opaque_type_has_its_name_in_the_model(name: str) -> None:
    held = getattr(model, name.title().replace("_", ""))
    assert issubclass(held, Json) or name == "action_payload"


def test_every_name_that_the_text_uses_without_defining_is_defined_here() -> None:
    basic = {"string", "int", "float", "bool"}
    used = {field["type"] for block in TYPES.values() for field in block.get("fields", [])}
    undefined = used - set(TYPES) - basic
    assert undefined == {
        "artifact_metadata",
        "json",
        "policy",
        "policy_evaluation",
        "residual",
        "timestamp_verdict",
    }
    assert undefined <= set(OURS)


def test_a_changed_field_would_be_seen() -> None:
    block = json.loads(json.dumps(TYPES["event"]))
    block["fields"][0]["cardinality"] = "list"
    assert differences_of("event", block, OURS["event"]) == [("event.typ", "event_type list", "event_type")]


def test_a_removed_constructor_would_be_seen() -> None:
    block = json.loads(json.dumps(TYPES["confidence"]))
    block["constructors"].append({"name": "Certain"})
    assert differences_of("confidence", block, OURS["confidence"]) == [("confidence.Certain", "alone", "")]
