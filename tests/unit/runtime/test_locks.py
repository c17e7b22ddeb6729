"""A lock is held by one, outlives nobody, and lets a signal wait for the clean-up."""

import os
import signal
import threading
from pathlib import Path
from typing import Any

import pytest

from tollens.core.errors import WorldError
from tollens.runtime import files, locks

posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")


@posix
def test_a_signal_takes_effect_after_the_clean_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "a"
    target.write_bytes(b"old")
    raised: list[tuple[int, list[str]]] = []
    monkeypatch.setattr(
        signal, "raise_signal", lambda number: raised.append((number, [path.name for path in tmp_path.iterdir()]))
    )

    def told_to_end(descriptor: int) -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        os.kill(os.getpid(), signal.SIGTERM)

    monkeypatch.setattr(os, "fsync", told_to_end)
    before = signal.getsignal(signal.SIGTERM)
    files.write(str(target), b"new")
    assert raised == [(signal.SIGTERM, ["a"])]
    assert target.read_bytes() == b"old"
    assert signal.getsignal(signal.SIGTERM) == before


@posix
def test_handlers_of_the_program_around_are_left_alone(tmp_path: Path) -> None:
    seen: list[Any] = []
    before = signal.signal(signal.SIGTERM, lambda number, frame: seen.append(number))
    try:
        with locks.locked(str(tmp_path / "a")):
            os.kill(os.getpid(), signal.SIGTERM)
            os.kill(os.getpid(), 0)  # a system call, at which the signal is delivered at the latest
        assert seen == [signal.SIGTERM]
    finally:
        signal.signal(signal.SIGTERM, before)


def test_another_thread_may_hold_a_lock(tmp_path: Path) -> None:
    done: list[bool] = []

    def work() -> None:
        with locks.locked(str(tmp_path / "a")):
            done.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(timeout=10)
    assert done == [True]


def test_a_lock_on_a_file_that_was_removed_meanwhile_is_not_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = str(tmp_path / "a")
    real = locks._try_lock
    removed: list[Path] = []

    def locked_too_late(descriptor: int) -> bool:
        got = real(descriptor)
        if not removed:
            removed.append(tmp_path / ".a.lock")
            removed[0].unlink()
        return got

    monkeypatch.setattr(locks, "_try_lock", locked_too_late)
    with locks.locked(target):
        assert [path.name for path in tmp_path.iterdir()] == [".a.lock"]
    assert list(tmp_path.iterdir()) == []


def test_an_error_in_the_body_frees_the_lock(tmp_path: Path) -> None:
    target = str(tmp_path / "a")
    with pytest.raises(ZeroDivisionError), locks.locked(target):
        raise ZeroDivisionError
    with locks.locked(target, patience=0.0):
        pass


@posix
def test_a_link_in_the_place_of_the_lock_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / ".a.lock").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError, match=r"symbolic"), locks.locked(str(tmp_path / "a")):
        raise AssertionError("followed a link")
    assert not (tmp_path / "elsewhere").exists()


def test_a_lock_of_someone_else_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".a.lock").touch()

    def refused(*arguments: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refused)
    with pytest.raises(WorldError, match=r"\.a\.lock' belongs to someone else"), locks.locked(str(tmp_path / "a")):
        raise AssertionError("locked")
