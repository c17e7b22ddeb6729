"""The OCaml projection, parsed again and compared with the type blocks of the text, declaration by declaration."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tollens.core.projections.ocaml import ocaml

SPEC = Path(__file__).parents[3] / "spec"
TYPES: dict[str, Any] = json.loads((SPEC / "types.json").read_text())["types"]
TABLE: dict[str, Any] = json.loads((SPEC / "differences.json").read_text())

FIELD = re.compile(r"(\w+) : (\w+)( option| list)?\Z")
CARDINALITY = {"": "required", " option": "optional", " list": "list"}


def parsed_field(text: str) -> dict[str, str]:
    found = FIELD.match(text.strip())
    assert found, text
    return {"name": found[1], "type": found[2], "cardinality": CARDINALITY[found[3] or ""]}


def parsed_constructor(text: str) -> dict[str, Any]:
    name, _, of = text.partition(" of ")
    if of.startswith("{"):
        return {"name": name, "fields": [parsed_field(each) for each in of.strip("{} ").split(";")]}
    return {"name": name, "args": of.split(" * ")} if of else {"name": name}


def parsed(source: str) -> dict[str, dict[str, Any]]:
    """The declarations of OCaml source, in the form of types.json."""
    found: dict[str, dict[str, Any]] = {}
    for block in re.split(r"^type ", re.sub(r"\(\*.*?\*\)", "", source, flags=re.DOTALL), flags=re.MULTILINE)[1:]:
        name, equals, body = (part.strip() for part in block.partition("="))
        assert name not in found
        if not equals:
            found[name] = {"kind": "abstract"}
        elif body.startswith("{"):
            fields = [parsed_field(each) for each in body.strip("{} \n").split("\n  ;")]
            found[name] = {"kind": "record", "fields": fields}
        else:
            constructors = [parsed_constructor(each.strip()) for each in body.removeprefix("|").split("\n  |")]
            found[name] = {"kind": "variant", "constructors": constructors}
    return found


OURS = parsed(ocaml())
LISTED = {row["at"] for row in TABLE["differences"] if row.get("in_ocaml", True)}


def differing(name: str) -> set[str]:
    """Where the OCaml declaration of a type is not the text's."""
    text, ours = TYPES[name], OURS.get(name)
    if ours is None or ours["kind"] != text["kind"]:
        return {name}
    here = {each["name"]: each for each in ours.get("fields", []) + ours.get("constructors", [])}
    there = {each["name"]: each for each in text.get("fields", []) + text.get("constructors", [])}
    return {f"{name}.{member}" for member in here.keys() | there.keys() if here.get(member) != there.get(member)}


@pytest.mark.parametrize("name", TYPES)
def test_a_declaration_is_the_text_s_but_for_the_listed_differences(name: str) -> None:
    assert differing(name) == {at for at in LISTED if at.partition(".")[0] == name}


def test_the_other_declarations_are_the_listed_additions() -> None:
    assert OURS.keys() - TYPES.keys() == TABLE["added_types"].keys()


def test_types_are_declared_before_they_are_used() -> None:
    declared = {"string", "int", "float", "bool"}
    for name, declaration in OURS.items():
        fields = [*declaration.get("fields", [])]
        arguments: list[str] = []
        for constructor in declaration.get("constructors", []):
            fields += constructor.get("fields", [])
            arguments += [argument.split()[0] for argument in constructor.get("args", [])]
        assert {field["type"] for field in fields} | set(arguments) <= declared
        declared.add(name)


KEYWORDS = """
and as assert begin class constraint do done downto else end exception external false for fun function functor if in
include inherit initializer lazy let match method module mutable new nonrec object of open or private rec sig struct
then to true try type val virtual when while with
"""


def test_no_name_is_a_keyword_of_ocaml() -> None:
    names = set(OURS) | {field["name"] for each in OURS.values() for field in each.get("fields", [])}
    assert not names & set(KEYWORDS.split())


def test_comments_are_closed_where_they_end() -> None:
    source = ocaml()
    assert source.count("(*") == source.count("*)")
    assert all(comment.count('"') % 2 == 0 for comment in re.findall(r"\(\*.*?\*\)", source, flags=re.DOTALL))
