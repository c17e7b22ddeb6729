"""The processes that started this one, as the system lists them and as `ps` tells them."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tollens.runtime import ancestry

pytestmark = pytest.mark.skipif(os.name != "posix", reason="this system tells nothing of its processes")

_ASKING = (
    "from tollens.runtime.ancestry import command_lines; [sys.stdout.write(repr(w) + chr(10)) for w in command_lines()]"
)


def asked(before: str) -> list[str]:
    """What a program that a shell starts is told."""
    program = f"import sys; {before}; {_ASKING}"
    command = f"\"{sys.executable}\" -c '{program}' || exit 1; :"
    done = subprocess.run(("/bin/sh", "-c", command, "a word"), capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def test_the_nearest_comes_first() -> None:
    if not Path("/proc/self/cmdline").exists():
        pytest.skip("this system does not list its processes")
    first, *_ = asked("pass")
    assert "a word" in first
    assert first.startswith("('/bin/sh', '-c', ")


@pytest.mark.skipif(shutil.which("ps") is None, reason="ps is not installed")
def test_without_a_list_ps_is_asked() -> None:
    first, *_ = asked('import tollens.runtime.ancestry as one; one._PROCESSES = "/none"')
    assert first.startswith("('/bin/sh', '-c', ")


def test_where_nothing_tells_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ancestry, "_PROCESSES", "/none")
    monkeypatch.setenv("PATH", "/none")
    assert list(ancestry.command_lines()) == []
