"""Files are read whole or refused, and written whole or not at all."""

import io
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tollens.core.errors import MisuseError, WorldError
from tollens.runtime import files, locks

posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX files and signals")


def _names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_what_is_written_is_read(tmp_path: Path) -> None:
    name = str(tmp_path / "a.json")
    files.write(name, b"one")
    files.write(name, b"two")
    assert files.read(name) == b"two"
    assert _names(tmp_path) == ["a.json"]


def test_a_name_may_be_as_long_as_the_file_system_takes(tmp_path: Path) -> None:
    name = "\u6e2c" * 83  # 249 bytes in UTF-8, of 255
    for data in (b"first", b"second"):
        files.write(str(tmp_path / name), data)
        assert (tmp_path / name).read_bytes() == data
    assert _names(tmp_path) == [name]


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\xff{}")))
    assert files.read("-") == b"\xff{}"


def test_standard_input_that_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(WorldError, match="standard input is closed"):
        files.read("-")


def test_the_limit_refuses_and_never_cuts(tmp_path: Path) -> None:
    name = str(tmp_path / "a")
    files.write(name, b"12345")
    assert files.read(name, limit=5) == b"12345"
    with pytest.raises(WorldError, match="more than 4 bytes"):
        files.read(name, limit=4)


@pytest.mark.parametrize(
    ("name", "message"),
    [("missing", "does not exist"), (".", "is a folder"), ("file/below", "cannot read"), ("circle", "cannot read")],
)
def test_reading_says_what_is_wrong(name: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").touch()
    Path("circle").symlink_to("circle")
    with pytest.raises(WorldError, match=message) as raised:
        files.read(name)
    assert raised.value.advice


@pytest.mark.parametrize(
    ("name", "message"),
    [("missing/a", "the folder of 'missing/a' does not exist"), (".", "is a folder"), ("file/below", "cannot write")],
)
def test_writing_says_what_is_wrong(name: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").touch()
    with pytest.raises(WorldError, match=message):
        files.write(name, b"")


def test_a_name_with_a_nul_is_misuse() -> None:
    with pytest.raises(MisuseError):
        files.read("a\0b")


@posix
def test_a_symbolic_link_stays_and_its_target_is_written(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    target = tmp_path / "there" / "real.json"
    target.write_bytes(b"old")
    link = tmp_path / "link.json"
    link.symlink_to(target)
    files.write(str(link), b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


@posix
def test_nobody_else_reads_meanwhile_what_is_its_owners_alone(tmp_path: Path) -> None:
    private = tmp_path / "private"
    private.write_bytes(b"one")
    private.chmod(0o600)
    seen: list[int] = []

    def pieces() -> Iterator[bytes]:
        seen.extend(path.stat().st_mode & 0o077 for path in tmp_path.iterdir() if path.suffix != ".lock")
        yield b"two"

    files.write(str(private), pieces())
    assert seen == [0, 0]
    assert private.stat().st_mode & 0o777 == 0o600


@posix
def test_the_mode_stays_and_a_new_file_obeys_the_umask(tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.write_bytes(b"")
    old.chmod(0o640)
    before = os.umask(0o027)
    try:
        files.write(str(old), b"x")
        files.write(str(tmp_path / "new"), b"x")
    finally:
        os.umask(before)
    assert old.stat().st_mode & 0o777 == 0o640
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o640


@posix
def test_a_device_is_written_to_and_not_replaced() -> None:
    files.write("/dev/null", b"x")
    assert not Path("/dev/null").is_file()


def test_a_read_only_file_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "kept"
    target.write_bytes(b"old")
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # a superuser may write anything
    with pytest.raises(WorldError, match="read-only"):
        files.write(str(target), b"new")
    assert target.read_bytes() == b"old"


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "a"
    target.write_bytes(b"old")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(WorldError, match="No space left"):
        files.write(str(target), b"new")
    assert target.read_bytes() == b"old"
    assert _names(tmp_path) == ["a"]


def test_what_a_killed_writer_left_is_in_nobodys_way(tmp_path: Path) -> None:
    target = tmp_path / "a"
    target.write_bytes(b"old")
    (tmp_path / f".a.{os.getpid()}.tmp").write_bytes(b"half of")  # in a container the same number comes again
    files.write(str(target), b"new")
    assert target.read_bytes() == b"new"
    assert _names(tmp_path) == ["a"]


def test_an_interruption_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "a"
    target.write_bytes(b"old")

    def interrupted(descriptor: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        files.write(str(target), b"new")
    assert target.read_bytes() == b"old"
    assert _names(tmp_path) == ["a"]


# The signal's usual way is set, which whoever runs the tests may have changed: under nohup, SIGHUP is ignored.
_SLOW_WRITER = """
import os, signal, sys, time
from tollens.runtime import files
signal.signal(int(sys.argv[2]), {2: signal.default_int_handler}.get(int(sys.argv[2]), signal.SIG_DFL))
def slow(descriptor):
    print("writing", flush=True)
    time.sleep(30)
os.fsync = slow
files.write(sys.argv[1], b"new")
"""


@posix
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_while_writing_leaves_nothing_behind(number: signal.Signals, tmp_path: Path) -> None:
    target = tmp_path / "a"
    target.write_bytes(b"old")
    with subprocess.Popen(
        [sys.executable, "-c", _SLOW_WRITER, str(target), str(int(number))],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"writing\n"
        writer.send_signal(number)
        assert writer.wait(timeout=20) == -number
    assert target.read_bytes() == b"old"
    assert _names(tmp_path) == ["a"]


def test_writers_wait_for_one_another(tmp_path: Path) -> None:
    target = str(tmp_path / "a")
    order: list[str] = []

    def second() -> None:
        with locks.locked(target):
            order.append("second")

    waiting = threading.Thread(target=second)
    with locks.locked(target):
        waiting.start()
        time.sleep(0.1)
        order.append("first")
    waiting.join(timeout=10)
    assert order == ["first", "second"]
    assert _names(tmp_path) == []


def test_patience_ends(tmp_path: Path) -> None:
    target = str(tmp_path / "a")
    with (
        locks.locked(target),
        pytest.raises(WorldError, match="another process is writing"),
        locks.locked(target, patience=0.05),
    ):
        raise AssertionError("two hold one lock")


def test_many_writers_leave_one_of_their_contents(tmp_path: Path) -> None:
    target = str(tmp_path / "a")
    contents = [bytes([65 + number]) * 50_000 for number in range(8)]
    writers = [threading.Thread(target=files.write, args=(target, data)) for data in contents]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(timeout=20)
    assert files.read(target) in contents
    assert _names(tmp_path) == ["a"]


def test_rewriting_reads_and_writes_under_one_lock(tmp_path: Path) -> None:
    target = tmp_path / "trace.json"
    target.write_bytes(b"")

    def add(number: int) -> None:
        files.rewrite(str(target), lambda data: data + bytes([number]))

    threads = [threading.Thread(target=add, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(target.read_bytes()) == list(range(8))
    assert _names(tmp_path) == ["trace.json"]


@pytest.mark.parametrize("error", [ValueError("odd"), OSError("odd"), WorldError("odd")])
def test_what_a_change_raises_goes_through_and_leaves_the_file(error: Exception, tmp_path: Path) -> None:
    target = tmp_path / "trace.json"
    target.write_bytes(b"old")

    def fail(data: bytes) -> bytes:
        raise error

    with pytest.raises(type(error), match="odd"):
        files.rewrite(str(target), fail)
    assert target.read_bytes() == b"old"
    assert _names(tmp_path) == ["trace.json"]


@pytest.mark.parametrize(("name", "message"), [("missing", "does not exist"), (".", "is a folder")])
def test_rewriting_says_what_is_wrong(name: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(WorldError, match=message):
        files.rewrite(name, bytes)
    assert _names(tmp_path) == []


@pytest.mark.skipif(not Path("/dev/null").is_char_device(), reason="there is no /dev/null")
def test_a_device_is_not_rewritten() -> None:
    with pytest.raises(MisuseError, match="no regular file"):
        files.rewrite("/dev/null", bytes)


def test_one_file_by_two_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a").write_bytes(b"")
    Path("link").symlink_to("a")
    Path("hard").hardlink_to("a")
    Path("b").write_bytes(b"")
    assert all(files.same("a", other) for other in ("a", "./a", "link", "hard"))
    assert not any(files.same("a", other) for other in ("b", "new", "-", "\0"))
    assert files.same("new", "./new")
    assert not files.same("-", "-")
    assert [files.exists(name) for name in ("a", ".", "new", "\0")] == [True, False, False, False]


def test_pieces_are_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "f"
    files.write(str(path), iter([b"a", b"", b"bc"]))
    assert path.read_bytes() == b"abc"

    def breaking() -> Iterator[bytes]:
        yield b"x"
        raise RuntimeError

    with pytest.raises(RuntimeError):
        files.write(str(path), breaking())
    assert path.read_bytes() == b"abc"
    assert [each.name for each in tmp_path.iterdir()] == ["f"]
