"""Programs are run for a limited time with limited output, and a workplace leaves nothing behind."""

import os
import stat
import sys
import time
from pathlib import Path

import pytest

from tollens.core.errors import MisuseError, WorldError
from tollens.runtime.process import run, workplace


def python(script: str) -> list[str]:
    return [sys.executable, "-I", "-S", "-c", script]


def test_what_a_program_says_is_given_back_apart() -> None:
    script = "import sys; sys.stderr.write('two'); sys.stdout.write(sys.stdin.read().upper()); sys.exit(3)"
    finished = run(python(script), b"one")
    assert finished is not None
    assert finished == (3, b"ONE", b"two")


def test_a_program_that_is_not_installed_is_none() -> None:
    assert run(["tollens-no-such-program"]) is None


def test_the_environment_speaks_english_and_can_lose_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    monkeypatch.setenv("TOLLENS_TEST", "kept")
    script = "import os; print(os.environ.get('LC_ALL'), os.environ.get('TOLLENS_TEST'), os.environ.get('MORE'))"
    kept = run(python(script), environment={"MORE": "yes"})
    gone = run(python(script), environment={"TOLLENS_TEST": None})
    assert kept is not None
    assert gone is not None
    assert kept.stdout.split() == [b"C", b"kept", b"yes"]
    assert gone.stdout.split() == [b"C", b"None", b"None"]


def test_a_program_that_does_not_read_is_no_error() -> None:
    finished = run(python("pass"), b"x" * (1 << 20))
    assert finished is not None
    assert finished.status == 0


@pytest.mark.skipif(os.name != "posix", reason="process groups")
@pytest.mark.parametrize("asking", [False, True])
def test_a_program_that_takes_too_long_is_ended_with_what_it_started(tmp_path: Path, asking: bool) -> None:
    mark = tmp_path / "pid"
    child = "import time; time.sleep(60)"
    script = (
        "import subprocess, sys, time\n"
        f"started = subprocess.Popen([sys.executable, '-c', {child!r}])\n"
        f"open({str(mark)!r}, 'w').write(str(started.pid))\n"
        "time.sleep(60)"
    )
    begun = time.monotonic()
    with pytest.raises(WorldError, match="did not end within 1 second"):
        run(python(script), seconds=1, asking=asking)
    assert time.monotonic() - begun < 20
    if asking:  # it shares our group: only the program itself is ended
        os.kill(int(mark.read_text("ascii")), 9)
    else:
        assert _gone(int(mark.read_text("ascii")))


def _gone(pid: int) -> bool:
    """Whether a process has ended; one that nobody has asked after yet counts."""
    for _ in range(100):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        status = Path(f"/proc/{pid}/stat")
        if status.exists() and status.read_text("ascii").rpartition(")")[2].split()[0] == "Z":
            return True
        time.sleep(0.02)
    return False


def test_a_program_that_says_too_much_is_ended() -> None:
    script = "import sys\nwhile True: sys.stdout.write('x' * 65536)"
    with pytest.raises(WorldError, match="wrote more than 1,000,000 bytes"):
        run(python(script), limit=1_000_000)


def test_arguments_that_no_program_can_be_given_are_refused() -> None:
    with pytest.raises(MisuseError, match="NUL"):
        run(["true", "a\0b"])


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(WorldError, match="is no folder"):
        run(python("pass"), folder=str(tmp_path / "gone"))


def test_a_workplace_is_private_and_leaves_nothing() -> None:
    with workplace() as place:
        path = Path(place.path)
        assert place.get("a") is None
        assert place.put("a", b"1") == str(path / "a")
        assert place.get("a") == b"1"
        if os.name == "posix":
            assert stat.S_IMODE(path.stat().st_mode) == 0o700
        finished = place.run(python("print(1)"))
        assert finished is not None
        assert finished.stdout.strip() == b"1"
    assert not path.exists()


@pytest.mark.parametrize("name", ["", ".", "..", "a/b", "/etc/passwd"])
def test_no_name_leads_out_of_a_workplace(name: str) -> None:
    with workplace() as place, pytest.raises(MisuseError):
        place.put(name, b"")
