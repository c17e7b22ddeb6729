"""The command as a process: pipes that close, signals, encodings, standard input, the exit status that is seen."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-m", "tollens"]
posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX pipes and signals")


def ended(*arguments: str, **options: object) -> subprocess.CompletedProcess[bytes]:
    """Run the command to its end."""
    return subprocess.run([*COMMAND, *arguments], capture_output=True, timeout=60, check=False, **options)  # type: ignore[call-overload,no-any-return]


@pytest.fixture
def example(repository: Path) -> str:
    return str(repository / "examples/payments.json")


def test_standard_input_and_output(example: str) -> None:
    data = Path(example).read_bytes()
    assert ended("validate", "-", input=data).returncode == 0
    converted = ended("convert", "-", "-o", "-", "--to", "yaml", input=data)
    back = ended("convert", "-", "-o", "-", "--to", "json", input=converted.stdout)
    assert json.loads(back.stdout) == json.loads(data)
    assert json.loads(ended("convert", "-", "-o", "-", input=data).stdout) == json.loads(data)


@posix
@pytest.mark.parametrize("arguments", [["show", "{}"], ["show", "{}", "--json"], ["--help"], ["schema"]])
def test_a_reader_that_goes_away_is_no_error_of_ours(arguments: list[str], example: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with subprocess.Popen(
        [*COMMAND, *(part.format(example) for part in arguments)], stdout=writing, stderr=subprocess.PIPE
    ) as process:
        os.close(writing)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 141
    assert err == b""


def test_a_report_does_not_wait_for_the_next_file(example: str) -> None:
    with subprocess.Popen(
        [*COMMAND, "validate", example, "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.readline().endswith(b"payments.json: valid  (spec 1.11)\n")
        process.stdin.write(b"[]")  # only now is there a second file
        process.stdin.close()
        assert process.stdout.readline().startswith(b"-: cannot be read")
    assert process.returncode == 2


@posix
def test_a_full_disk_is_said(example: str) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full")
    with Path("/dev/full").open("wb") as full:
        process = subprocess.run(
            [*COMMAND, "show", example], stdout=full, stderr=subprocess.PIPE, timeout=60, check=False
        )
    assert process.returncode == 2
    assert process.stderr.startswith(b"tollens: cannot write to standard output: ")


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Has programs started from here heed an interruption, which a run in the background ignores, and they with it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@posix
@pytest.mark.usefixtures("interruptible")
def test_an_interruption_ends_with_130_and_no_traceback() -> None:
    with subprocess.Popen(
        [*COMMAND, "validate", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        process.stdin.write(b"{" + b" " * 200_000)  # more than a pipe holds: returns once the program is reading
        process.stdin.flush()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert (out, err) == (b"", b"interrupted\n")


@pytest.mark.parametrize(
    "environment",
    [{"LC_ALL": "C"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, {"PYTHONIOENCODING": "cp1252"}],
)
def test_any_locale_gets_its_review(environment: dict[str, str], example: str) -> None:
    process = ended("review", example, env={**os.environ, **environment})
    assert process.returncode == 0
    assert process.stderr == b""
    assert b"LOOK FIRST" in process.stdout


def test_json_is_utf_8_in_any_locale(tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    path.write_text('{"trace_id": "é一", "actions": [], "artifacts": []}', encoding="utf-8")
    process = ended("show", str(path), "--json", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert json.loads(process.stdout.decode("utf-8"))["trace_id"] == "é一"


def test_the_same_input_gives_the_same_bytes(example: str) -> None:
    outputs = {
        ended("review", example, "--json", env={**os.environ, "PYTHONHASHSEED": seed}).stdout
        for seed in ("1", "2", "3")
    }
    assert len(outputs) == 1


def test_the_exit_status_is_that_of_the_verb(tmp_path: Path) -> None:
    (tmp_path / "t.json").write_text("{}")
    assert ended("validate", str(tmp_path / "t.json")).returncode == 1
    assert ended("nope").returncode == 2
    assert ended("--help").returncode == 0
