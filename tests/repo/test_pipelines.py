"""The files for pipelines are in the form that those who read them ask for, and hold no known mistake."""

import importlib.util
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

SCRIPTS = ("install.sh", "report.sh", "comment.sh")


def run(*command: str, cwd: Path) -> None:
    ended = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr


def program(name: str) -> str:
    """A program that the tests are installed with."""
    found = shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


@pytest.mark.parametrize(
    ("schema", "name"), [("vendor.github-actions", "action.yml"), ("vendor.gitlab-ci", "ci/gitlab.yml")]
)
def test_forms(repository: Path, schema: str, name: str) -> None:
    run(program("check-jsonschema"), "--builtin-schema", schema, name, cwd=repository)


def test_the_manifest_of_the_hooks(repository: Path) -> None:
    if importlib.util.find_spec("pre_commit") is None:
        pytest.skip("pre-commit is not installed")
    run(sys.executable, "-m", "pre_commit", "validate-manifest", ".pre-commit-hooks.yaml", cwd=repository)


def test_the_scripts_hold_no_known_mistake(repository: Path) -> None:
    run(program("shellcheck"), *SCRIPTS, cwd=repository / "ci/github")


def test_the_action_holds_no_known_weakness(repository: Path) -> None:
    run(program("zizmor"), "--offline", "--persona=pedantic", "--no-progress", "action.yml", cwd=repository)


def test_no_input_is_text_of_a_script_and_every_action_is_pinned(repository: Path) -> None:
    steps = yaml.safe_load((repository / "action.yml").read_bytes())["runs"]["steps"]
    for step in steps:
        assert "${{" not in step.get("run", "")
        assert re.search(r"@[0-9a-f]{40}$", step["uses"]) if "uses" in step else step["shell"] == "bash"


def test_every_script_is_used(repository: Path) -> None:
    used = set(re.findall(r"ci/github/([\w.]+)", (repository / "action.yml").read_text("utf-8")))
    assert used == set(SCRIPTS) == {path.name for path in (repository / "ci/github").iterdir()}


def test_every_input_reaches_a_step_and_every_variable_of_a_script_is_given(repository: Path) -> None:
    text = (repository / "action.yml").read_text("utf-8")
    action = yaml.safe_load(text)
    for name in action["inputs"]:
        assert f"inputs.{name}" in text
    for step in action["runs"]["steps"]:
        for script in re.findall(r"ci/github/([\w.]+)", step.get("run", "")):
            source = (repository / "ci/github" / script).read_text("utf-8")
            asked = set(re.findall(r"\$\{?([A-Z][A-Z_]+)", source)) - {"RUNNER_TEMP"}
            assert {name for name in asked if not name.startswith("GITHUB_")} <= set(step["env"])
