"""What is said of a command's end, compared with what a real shell does: said only when it is so on every course."""

import itertools
import time

import pytest

from tests.unit.plugins.sessions.shell.real_shell import Stubs, stubs
from tollens.plugins.sessions.assembly.verdicts import Ended, Verdicts, read_line
from tollens.plugins.sessions.events import Result, Shell
from tollens.plugins.sessions.shell.deeds import Deed

__all__ = ["stubs"]

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
    "a=(1 2); pytest",
    "(ca; pytest) && cb",
    "ca && (cb; pytest)",
    "(exit 0); pytest; (exit 1)",
    "set -e; (pytest; ca); cb",
    "set -e; { pytest; ca; } || cb",
    "set -e; if pytest; then ca; else cb; fi; ca",
    "if pytest; then ca; else exit 3; fi",
    "if ca; then pytest; elif cb; then ca; fi",
    "if ca; then pytest; fi && cb",
    "! (pytest && ca)",
    "! { ca || pytest; } && cb",
    "for i in 1 2; do pytest || exit 4; done",
    "for i in 1 2; do ca; done; pytest",
    "for i in 1 2; do ca && break; done; pytest",
    "while ca; do pytest; done",
    "until pytest; do ca; done",
    "while pytest; do ca; done && cb",
    "case x in x) pytest;; y) ca;; esac",
    "case x in a) ca;; *) cb;; esac; pytest",
    "(ca; cb) | pytest",
    "set -o pipefail; (ca; pytest) | cat",
    "pytest | (cat; true)",
    "{ pytest; } 2>&1",
    "(pytest; exit 0)",
    "(exec pytest; true)",
    "ca & pytest && cb",
    "{ pytest & } ; wait",
    "bash -c 'ca && pytest' && cb",
    "bash -c 'pytest; exit 0'; ca",
    "timeout 5 bash -c 'pytest'",
    "bash -c 'exit 0' && pytest",
    "cat <<EOF | pytest && ca\nx\nEOF",
    "cat <<A && pytest; ca\nx\nA",
    "ca; pytest > /dev/null; cb",
    "ca && pytest > /dev/null | cat",
    "command exit 0; pytest",
    "source /dev/null; pytest",
    "alias pytest=true; pytest",
    "true; pytest; true",
    "time pytest && time ca",
    "(pytest)&& ca;(cb)",
    "function f { pytest; }; f",
    "[ -n x ] && pytest || ca",
    "[[ -z x ]] || pytest",
    "((1)) && pytest",
    "x=1 && pytest",
    "export X=$(ca) && pytest",
    "pytest;;ca",
    "pytest )",
    "if pytest; then",
    "set -e; x=$(pytest); ca",
    "env bash -c pytest",
    "pytest && exit; ca",
    "ca || exit 5; pytest; exit",
    "for i in 1 2; do if ca; then continue; fi; pytest; done",
    "while true; do pytest; break; done",
    "set -e; for i in 1; do pytest && ca; done; cb",
    "set -euo pipefail\nca | cat\npytest\ncb",
]


@pytest.mark.parametrize("text", LINES)
def test_nothing_is_said_that_a_shell_does_not_bear_out(text: str, stubs: Stubs) -> None:
    for ends in itertools.product((True, False), repeat=3):
        stubs.check(text, ends)


def ended(text: str, status: int, posix: bool = True) -> list[Ended]:
    """How the testers of a line ended."""
    shell = Shell(text, posix=posix)
    read = read_line(shell)
    verdicts = Verdicts(read, shell, Result(status=status, failed=status != 0))
    return [verdicts.ended(step) for step in read.steps if step.deed is Deed.Tests]


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
    assert [each.success for each in ended(text, 0)] == [on_zero]
    assert [each.success for each in ended(text, 1)] == [on_failure]


@pytest.mark.parametrize("text", ["pytest 'a", 'pytest "a', "pytest `a"])
def test_a_line_with_an_open_quote_is_not_followed(text: str) -> None:
    assert all(each.success is None for each in ended(text, 1))


def test_another_shell_is_not_taken_apart() -> None:
    assert ended("pytest `\n -q; exit 0", 0, posix=False) == []


@pytest.mark.parametrize(
    ("text", "status", "expected"),
    [
        ("pytest", 3, Ended(True, False, 3)),
        ("pytest || exit 3", 3, Ended(True, False, None)),
        ("pytest; exit $?", 3, Ended(True, False, None)),
        ("! pytest", 0, Ended(True, False, None)),
        ("pytest && false", 1, Ended(True, None, None)),
        ("cd web; pytest", 2, Ended(True, False, 2)),
        ("cd web && pytest", 2, Ended(None, None, None)),
        ("pytest &", 0, Ended(None, None, None)),
        ("timeout 5 pytest", 124, Ended(True, None, None, "its time was over before it had ended (exit status 124)")),
        ("timeout 5 pytest", 1, Ended(True, False, 1)),
        ("pytest", 127, Ended(True, None, None, "the command was not found (exit status 127)")),
        ("ls | xargs pytest", 1, Ended(True, None, None, "how often it was run is not known")),
        ("docker compose exec web pytest -q", 1, Ended(True, False, 1)),
    ],
)
def test_how_a_tester_ended(text: str, status: int, expected: Ended) -> None:
    assert ended(text, status) == [expected]


@pytest.mark.no_cover
def test_a_line_of_very_many_testers_is_followed_in_linear_time() -> None:
    start = time.process_time()
    found = ended("pytest && " * 2_000 + "pytest", 0)
    assert found and all(each.success for each in found)
    assert time.process_time() - start < 20
