"""What is generated and checked in is what the generators give now."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tollens.core.errors import MisuseError
from tollens.projections import FILES, projection


@pytest.fixture(scope="module")
def generate(repository: Path) -> ModuleType:
    """The script `tools/generate.py`, as a module."""
    spec = importlib.util.spec_from_file_location("generate_script", repository / "tools/generate.py")
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    return script


def test_every_generated_file_is_current(generate: ModuleType) -> None:
    assert sorted(generate.outdated()) == []


def test_every_projection_has_a_generator(generate: ModuleType) -> None:
    assert {f"src/tollens/projections/{name}" for name in FILES.values()} <= set(generate.OUTPUTS)


def test_a_stale_file_is_found_and_written_anew(
    generate: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = "src/tollens/projections/trace.ml"
    assert generate.main([], tmp_path) == 0
    assert generate.main(["--check"], tmp_path) == 0
    (tmp_path / target).write_text("type trace")
    capsys.readouterr()
    assert generate.main(["--check"], tmp_path) == 1
    assert capsys.readouterr().out == f"out of date: {target}\n"
    assert generate.main([], tmp_path) == 0
    assert (tmp_path / target).read_text("utf-8") == projection("ocaml")


def test_an_unknown_option_is_misuse(generate: ModuleType, tmp_path: Path) -> None:
    assert generate.main(["--frob"], tmp_path) == 2


def test_generating_does_not_depend_on_the_order_of_hashing(repository: Path) -> None:
    code = "from tollens.core.projections import json_schema, ocaml, pydantic_models, typescript as t\n" + (
        "import hashlib\nprint(hashlib.sha256((json_schema.json_schema() + ocaml.ocaml() + "
        "pydantic_models.pydantic_models() + t.typescript()).encode()).hexdigest())"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(found) == 1


@pytest.mark.parametrize(("format", "name"), FILES.items())
def test_a_projection_is_the_file_as_shipped(repository: Path, format: str, name: str) -> None:
    assert projection(format) == (repository / "src/tollens/projections" / name).read_text("utf-8")


def test_an_unknown_format_is_refused_with_the_formats_there_are() -> None:
    with pytest.raises(MisuseError) as refusal:
        projection("xml")
    assert "json-schema, pydantic, ocaml, typescript" in refusal.value.advice
