"""The import contracts hold, and each of them bites: a planted violation of it is found."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PLANTED = {
    "Rings": ("core/errors.py", "from tollens.plugins import registry"),
    "inner order": ("core/wire/__init__.py", "import tollens.core.validate.rule"),
    "Model": ("core/model/base.py", "import tollens.core.model.trace"),
    "neither machine": ("core/diagnostics.py", "import os"),
    "no other dependency": ("core/diagnostics.py", "import pydantic"),
    "starts processes": ("apps/__init__.py", "import subprocess"),
    "Kinds of plugins": ("plugins/formats/text.py", "import tollens.plugins.sessions.events"),
    "Session formats": ("plugins/sessions/events.py", "import tollens.plugins.sessions.assembly.trace"),
    "Verbs": ("apps/cli/output.py", "import tollens.runtime.yaml_files"),
    "Signature backends": ("plugins/signers/ssh.py", "import tollens.plugins.signers.gpg"),
    "Forms of other tools": ("plugins/exchange/dot.py", "import tollens.plugins.exchange.ponens"),
    "Output formats": ("plugins/formats/text.py", "import tollens.plugins.formats.findings"),
}
"""Words of a contract's name to a module and an import that it must refuse."""


def lint(source: Path) -> subprocess.CompletedProcess[str]:
    """What import-linter says of the package in `source`, which holds the contracts as well."""
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()"]
    return subprocess.run(
        [*command, "--no-cache"],
        cwd=source,
        env=os.environ | {"PYTHONPATH": str(source), "COLUMNS": "200", "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory, repository: Path) -> Path:
    """A folder with a copy of the package to plant violations in."""
    folder = tmp_path_factory.mktemp("contracts")
    shutil.copytree(repository / "src/tollens", folder / "tollens", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(repository / ".importlinter", folder)
    return folder


def test_contracts_hold(copied: Path) -> None:
    result = lint(copied)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize("contract", PLANTED)
def test_contract_bites(contract: str, copied: Path) -> None:
    name, statement = PLANTED[contract]
    module = copied / "tollens" / name
    kept = module.read_text("utf-8")
    try:
        module.write_text(f"{kept}\n{statement}\n", "utf-8")
        result = lint(copied)
    finally:
        module.write_text(kept, "utf-8")
    broken = [line for line in result.stdout.splitlines() if "BROKEN" in line]
    assert result.returncode == 1
    assert any(contract in line for line in broken), result.stdout + result.stderr


def test_one_agents_format_may_not_use_another(copied: Path) -> None:
    second = copied / "tollens/plugins/sessions/agents/second.py"
    second.write_text("import tollens.plugins.sessions.agents.claude_code.rows\n", "utf-8")
    try:
        result = lint(copied)
    finally:
        second.unlink()
    assert result.returncode == 1
    assert "Agents: one format knows nothing of another BROKEN" in result.stdout


@pytest.mark.parametrize(
    "folder", ["tollens", "tollens/core", "tollens/core/model", "tollens/plugins", "tollens/plugins/sessions"]
)
def test_a_new_module_must_be_placed(folder: str, copied: Path) -> None:
    unplaced = copied / folder / "leftovers.py"
    unplaced.write_text("", "utf-8")
    try:
        result = lint(copied)
    finally:
        unplaced.unlink()
    assert result.returncode == 1
    assert "leftovers" in result.stdout
