"""What is said of a tester's end, compared with what a real shell does: said only when it is so on every course."""

import itertools
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from tollens.plugins.sessions.assembly.shelling import ended, read_line
from tollens.plugins.sessions.events import Result, Shell
from tollens.plugins.sessions.shell.runners import Deed

LINES = [
    "pytest",
    "pytest; rc=$?",
    "pytest || FAILED=1",
    "x=$(ca) || pytest",
    "pytest && x=$(ca)",
    "FOO=1 pytest |& x=$(ca)",
    "ca || > /dev/null || pytest",
    "pytest && ca &",
    "ca || pytest && cb &",
    "pytest & wait",
    "pytest |\ncat",
    "set -e\npytest |\ncat",
    "set -e; pytest; ca",
    "set -e | cat; pytest; true",
    "set -- -e; pytest; true",
    "set pipefail; pytest | cat",
    "set -o pipefail; set +o pipefail; pytest | cat",
    "set -e; set +e; pytest; true",
    "cd . && set -o pipefail && pytest | cat",
    "ca; set -eo pipefail; pytest | cat; ca",
    "set -e; pytest && ca; cb",
    "set -e; ! pytest; ca",
    "! pytest",
    "time ! pytest",
    "time ! pytest | pytest",
    "bash -c '! pytest'",
    "bash -c 'pytest &'",
    "bash -c 'pytest; true'",
    "bash -c pytest | cat",
    "bash -c pytest && ca",
    "command -v pytest",
    "command -V pytest || true",
    "command pytest",
    "exec ca; pytest",
    "exec pytest; true",
    "pytest; exec ca",
    "exit 0; pytest",
    "pytest || exit 256",
    "pytest || exit 1",
    "pytest; exit $?",
    "ca & exit 0 & pytest",
    "trap 'exit 0' EXIT; pytest",
    "timeout 5 pytest; echo done",
    "env A=1 timeout 5 pytest",
    "(pytest)",
    "(pytest; true)",
    "(pytest) || true",
    "{ pytest; true; }",
    "if pytest; then ca; fi",
    "for i in 1; do pytest; done; true",
    "pytest() { true; }; pytest",
    "eval 'pytest || true'",
    "echo a | xargs pytest || true",
    "cat <<'EOF'\npytest\nEOF",
    "cat <<EOF && pytest\nca || true\nEOF",
    "bash <<EOF\npytest || true\nEOF",
    "pytest > /dev/null 2>&1 && cb || ca",
    "ca && pytest || cb",
    "pytest # || true",
    "pytest \\\n || true",
]


@pytest.mark.parametrize("text", LINES)
def test_nothing_is_said_that_a_shell_does_not_bear_out(text: str, tmp_path: Path) -> None:
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("needs bash")
    log = tmp_path / "log"
    for name in ("pytest", "ca", "cb"):
        stub = tmp_path / name
        stub.write_text(f'#!/bin/sh\necho {name} >> "$LOG"\nexit "$END_{name}"\n')
        stub.chmod(0o755)
    read = read_line(Shell(text))
    testers = [each for each in read.found if each.deed is Deed.Tests]
    for ends in itertools.product("01", repeat=3):
        log.write_text("")
        settings = {f"END_{name}": end for name, end in zip(("pytest", "ca", "cb"), ends, strict=True)}
        run = subprocess.run(
            [bash, "-c", text],
            env={"PATH": f"{tmp_path}:/usr/bin:/bin", "LOG": str(log), **settings},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
        result = Result(status=run.returncode, failed=run.returncode != 0)
        for each in testers:
            said = ended(read, each, result, None)
            if said is not None:
                assert "pytest" in log.read_text().split(), (ends, run.returncode)
                assert said is (ends[0] == "0"), (ends, run.returncode)


@pytest.mark.parametrize(
    ("text", "on_zero", "on_failure"),
    [
        ("cd a; set -e; pytest; ls", True, None),
        ("cd a && set -o pipefail && pytest | tail", True, None),
        ("set -euo pipefail; pytest | tail; ls", True, None),
        ("exec pytest -q; true", True, False),
        ("CI=1 timeout 9 uv run pytest 2>&1", True, False),
        ("bash -lc 'pytest -q'", True, False),
    ],
)
def test_what_the_status_does_prove_is_said(text: str, on_zero: bool, on_failure: bool | None) -> None:
    read = read_line(Shell(text))
    tester = next(each for each in read.found if each.deed is Deed.Tests)
    assert ended(read, tester, Result(status=0), None) is on_zero
    assert ended(read, tester, Result(status=1, failed=True), None) is on_failure


@pytest.mark.parametrize("text", ["pytest 'a", 'pytest "a', "pytest `a"])
def test_a_line_with_an_open_quote_is_not_followed(text: str) -> None:
    read = read_line(Shell(text))
    assert all(ended(read, each, Result(status=1, failed=True), None) is None for each in read.found)


def test_another_shell_is_not_followed() -> None:
    read = read_line(Shell("pytest `\n -q; exit 0", posix=False))
    assert all(ended(read, each, Result(status=0), None) is None for each in read.found)


@pytest.mark.no_cover
def test_a_line_of_very_many_testers_is_followed_in_linear_time() -> None:
    start = time.process_time()
    read = read_line(Shell("pytest && " * 8_000 + "pytest"))
    assert all(ended(read, each, Result(status=0), None) for each in read.found)
    assert time.process_time() - start < 20
