"""The language-neutral cases of the top-level `vectors/`: a directory each, found by listing the folder."""

import json
from pathlib import Path
from typing import Any

import pytest

import tollens
from tollens.core.errors import PolicySyntaxError, UnreadableError
from tollens.core.policy.level import level
from tollens.core.policy.parser import parse
from tollens.core.wire.document import Document
from tollens.core.wire.upgrade import migrate_residuals

VECTORS = Path(__file__).parents[2] / "vectors"


def cases(operation: str) -> list[Any]:
    """The directories of one operation, each under its name."""
    folders = sorted(folder for folder in (VECTORS / operation).iterdir() if folder.is_dir())
    return [pytest.param(folder, id=folder.name) for folder in folders]


def expected(folder: Path) -> Any:
    """The right answer of a case."""
    return json.loads((folder / "expected.json").read_bytes())


def meaning(value: Any) -> Any:
    """A JSON value without absent, null and empty members and without names, which the fold is free to choose."""
    if isinstance(value, dict):
        return {k: meaning(v) for k, v in value.items() if v not in (None, [], {}) and k != "name"}
    return [meaning(item) for item in value] if isinstance(value, list) else value


@pytest.mark.parametrize("folder", cases("validate"))
def test_validate(folder: Path) -> None:
    report = tollens.validate((folder / "input.json").read_bytes())
    found = {"valid": report.valid, "warning": report.counts["warning"] > 0}
    right = expected(folder)
    assert {name: found[name] for name in right} == right, report.diagnostics
    assert report.valid is not folder.name.endswith("_fail")


@pytest.mark.parametrize("folder", cases("migrate_residuals"))
def test_migrate_residuals(folder: Path) -> None:
    migrated, _ = migrate_residuals(Document.read((folder / "input.json").read_bytes()))
    assert meaning(migrated.value) == meaning(expected(folder))
    again, said = migrate_residuals(migrated)
    assert again.value == migrated.value
    assert not said


@pytest.mark.parametrize("folder", cases("read"))
def test_read(folder: Path) -> None:
    right = expected(folder)
    data = (folder / "input.json").read_bytes()
    if right["readable"]:
        assert tollens.validate(Document.read(data)).valid is right["valid"]
    else:
        with pytest.raises(UnreadableError):
            Document.read(data)
    assert folder.name.endswith("_fail") is not right.get("valid", False)


@pytest.mark.parametrize("folder", cases("policy_read"))
def test_policy_read(folder: Path) -> None:
    formulas = json.loads((folder / "input.json").read_bytes())
    for text, right in zip(formulas, expected(folder), strict=True):
        if folder.name.endswith("_fail"):
            with pytest.raises(PolicySyntaxError) as refusal:
                parse(text)
            assert refusal.value.position == right["refused_at"], text
        else:
            formula = parse(text)
            assert formula == parse(right["means"]), text
            assert level(formula) == right["level"], text


@pytest.mark.parametrize(
    "folder", [case for operation in sorted(VECTORS.iterdir()) if operation.is_dir() for case in cases(operation.name)]
)
def test_a_case_says_why(folder: Path) -> None:
    assert {file.name for file in folder.iterdir()} == {"input.json", "expected.json", "README.md"}
    assert len((folder / "README.md").read_text("utf-8").split()) >= 8
