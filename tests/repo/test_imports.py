"""Start-up is a feature: the paths that everybody waits for load nothing that they do not need."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

NEVER = (
    "asyncio",
    "ctypes",
    "email",
    "html",
    "http",
    "hypothesis",
    "importlib.metadata",
    "logging",
    "multiprocessing",
    "pydantic",
    "rich",
    "shutil",
    "socket",
    "sqlite3",
    "ssl",
    "subprocess",
    "tempfile",
    "tollens.plugins.sessions",
    "tree_sitter",
    "tollens.projections",
    "tollens.testing",
    "urllib.request",
    "yaml",
    "zstandard",
)
"""What neither `--help` nor `validate` may load."""

NOT_FOR_HELP = ("argparse", "dataclasses", "json", "msgspec", "orjson", "tollens.core.model", "tollens.core.wire")
"""What `--help` may not load either."""

_SPY = """
import sys
from tollens.apps.cli.main import main
from tollens.apps.cli.output import standard_output
status = main(sys.argv[1:], standard_output())
print(*sys.modules, file=sys.stderr)
sys.exit(status)
"""


def loaded(*arguments: str) -> set[str]:
    """The modules that a command line loads."""
    ended = subprocess.run(
        [sys.executable, "-c", _SPY, *arguments], capture_output=True, text=True, check=True, timeout=60
    )
    return set(ended.stderr.splitlines()[-1].split())


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A small valid trace."""
    event = {"description": None, "summary": None, "from_user": None, "reason": None}
    trace = {
        "trace_id": "t1",
        "spec_version": "1.11",
        "assistant": "an agent",
        "model": "a model",
        "timestamp": "2026-01-01T00:00:00Z",
        "trigger": {"type": "TaskReceived", **event},
        "outcome": {"type": "ProcessCompleted", **event},
        "actions": [],
        "artifacts": [],
    }
    path: Path = tmp_path_factory.mktemp("small") / "small.json"
    path.write_text(json.dumps(trace))
    return str(path)


def test_help_loads_next_to_nothing() -> None:
    found = loaded("--help")
    assert sorted(found.intersection(NEVER + NOT_FOR_HELP)) == []


def test_validate_loads_what_validation_needs(small: str) -> None:
    found = loaded("validate", small)
    assert "tollens.core.validate.check" in found
    assert sorted(found.intersection(NEVER)) == []


def test_validate_json_loads_no_more(small: str) -> None:
    assert sorted(loaded("validate", small, "--json").intersection(NEVER)) == []


def test_the_package_itself_loads_nothing_heavy() -> None:
    code = "import sys, tollens; print(*sys.modules)"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert sorted(set(ended.stdout.split()).intersection((*NEVER, "msgspec", "orjson"))) == []


def test_the_grammar_of_shells_is_loaded_with_the_first_shell_line() -> None:
    code = "import sys, tollens.plugins.sessions; print(*sys.modules)"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert sorted(set(ended.stdout.split()).intersection(("tree_sitter", "tree_sitter_bash"))) == []
