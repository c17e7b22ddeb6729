"""A real shell that runs a line with stand-ins for its commands, and what they did there."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tollens.plugins.sessions.assembly.verdicts import Verdicts, read_line
from tollens.plugins.sessions.events import Result, Shell

NAMES = ("pytest", "ca", "cb")
_FAILING = {"pytest": 5, "ca": 6, "cb": 7}
_STUB = """#!/bin/sh
end=$END_{name}
[ "$(wc -l < "$LOG")" -gt 8 ] && end={other}
echo "{name} $end" >> "$LOG"
exit "$end"
"""
"""From the ninth run on it ends in one way whatever it is told, so that every loop comes to its end."""


class Stubs:
    """Commands `pytest`, `ca` and `cb` that end as they are told and write down that they ran."""

    def __init__(self, folder: Path, bash: str) -> None:
        self._folder = folder
        self._bash = bash
        self._log = folder / "log"

    def write(self, late: int) -> None:
        """Make the commands; from the ninth run on, they end with this status."""
        for name in NAMES:
            stub = self._folder / name
            stub.write_text(_STUB.format(name=name, other=late))
            stub.chmod(0o755)

    def run(self, text: str, ends: tuple[bool, ...]) -> tuple[int, str, dict[str, list[int]]]:
        """The exit status of a line, what it printed, and how each command ended whenever it ran."""
        self._log.write_text("")
        settings = {f"END_{name}": str(0 if good else _FAILING[name]) for name, good in zip(NAMES, ends, strict=True)}
        done = subprocess.run(
            [self._bash, "-c", text],
            env={"PATH": f"{self._folder}:/usr/bin:/bin", "LOG": str(self._log), **settings},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            timeout=20,
        )
        ran: dict[str, list[int]] = {name: [] for name in NAMES}
        for line in self._log.read_text().splitlines():
            ran[line.split()[0]].append(int(line.split()[1]))
        return done.returncode, done.stdout.decode(), ran

    def check(self, text: str, ends: tuple[bool, ...]) -> None:
        """Nothing is said of a command that this run does not bear out."""
        shell = Shell(text)
        read = read_line(shell)
        self.write(0 if "until" in text else 1)
        status, printed, ran = self.run(text, ends)
        verdicts = Verdicts(read, shell, Result(printed, status=status, failed=status != 0))
        for step in read.steps:
            if step.position is None or text.count(read.line.commands[step.position].words[-1]) > 1:
                continue  # which of several runs is whose cannot be told from outside
            name = read.line.commands[step.position].run[0]
            said = verdicts.ended(step)
            if name not in ran:
                continue
            context = (text, ends, status, ran, said)
            assert said.ran is not True or ran[name], context
            assert said.ran is not False or not ran[name], context
            if said.success is not None:
                assert ran[name] and all((end == 0) is said.success for end in ran[name]), context
            if said.status is not None:
                assert set(ran[name]) == {said.status}, context


@pytest.fixture
def stubs(tmp_path: Path) -> Stubs:
    """Stand-ins for the commands of a line; skips where there is no Bash."""
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("needs bash")
    return Stubs(tmp_path, bash)
