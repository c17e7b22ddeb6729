"""The language-neutral cases of the top-level `vectors/`: a directory each, found by listing the folder."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import tollens
from tollens.core.errors import MisuseError, PolicySyntaxError, UnreadableError
from tollens.core.policy.level import level
from tollens.core.policy.parser import parse
from tollens.core.wire.document import Document
from tollens.core.wire.upgrade import migrate_residuals
from tollens.runtime.hashing import hashed

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


def has_no_hash(data: bytes) -> bool:
    """Whether bytes are no trace, or one without a content hash."""
    try:
        return hashed(data).content_hash is None
    except UnreadableError:
        return True


@pytest.mark.parametrize("folder", cases("hash"))
def test_hash(folder: Path) -> None:
    data = (folder / "input.json").read_bytes()
    right = expected(folder)
    if folder.name.endswith("_fail"):
        assert has_no_hash(data)
        return
    found = hashed(data)
    assert found.content_hash == right["content_hash"]
    assert found.portable is right["portable"]
    assert all(said.severity != "error" for said in found.diagnostics) is right["signable"]


@pytest.mark.parametrize("folder", [case for case in cases("hash") if not case.id.endswith("_fail")])
def test_hash_by_rfc_8785(folder: Path) -> None:
    pytest.importorskip("rfc8785", reason="the extra jcs is not installed")
    data, right = (folder / "input.json").read_bytes(), expected(folder)["jcs"]
    if right is None:
        with pytest.raises(MisuseError, match="no RFC 8785 form"):
            hashed(data, "jcs")
    else:
        assert hashed(data, "jcs").content_hash == right


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_portable_hashes_are_those_of_javascript() -> None:
    folders = [case.values[0] for case in cases("hash")]
    portable = [folder for folder in folders if expected(folder).get("portable")]
    texts = [(folder / "input.json").read_text("utf-8") for folder in portable]
    program = Path(__file__).with_name("content_hash.mjs")
    said = subprocess.run(["node", str(program)], input=json.dumps(texts).encode(), capture_output=True, check=True)
    assert json.loads(said.stdout) == [expected(folder)["content_hash"] for folder in portable]


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
    held = {file.name for file in folder.iterdir()}
    assert {"expected.json", "README.md"} < held
    assert held - {"expected.json", "README.md"} == {"input.json"} or folder.parent.name == "capture"
    assert len((folder / "README.md").read_text("utf-8").split()) >= 8
