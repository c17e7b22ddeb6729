# pathlib would cost a tenth of the start-up
# ruff: noqa: PTH108, PTH116, PTH118
"""A lock beside a file, so that one process at a time changes it, and cleaning up when the process is told to end."""

import contextlib
import os
import time
from collections.abc import Iterator
from types import FrameType

from tollens.core.errors import WorldError

PATIENCE = 30.0
"""Seconds to wait for another writer."""

_PAUSE = 0.02


@contextlib.contextmanager
def locked(target: str, *, patience: float = PATIENCE) -> Iterator[None]:
    """Hold the lock of the file `target`; SIGTERM and SIGHUP take effect only after the clean-up.

    The lock is a file `.NAME.lock` in the same folder, held through the operating system and therefore free again when
    its holder dies; it is removed at the end.

    Raises:
        WorldError: Another process held it for longer than `patience` seconds.
    """
    folder, base = os.path.split(target)
    path = os.path.join(folder, f".{base[:50]}.lock")
    with _ending_politely():
        descriptor = _acquire(path, target, time.monotonic() + patience)
        try:
            yield
        finally:
            _release(path, descriptor)


def _acquire(path: str, target: str, deadline: float) -> int:
    while True:
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
        except PermissionError:
            if not os.path.lexists(path):  # the folder, not the lock, is what may not be written
                raise
            raise WorldError(
                f"cannot lock {target!r}: {path!r} belongs to someone else", "Remove it if nobody is writing the file."
            ) from None
        try:
            if _try_lock(descriptor) and _is_still(path, descriptor):
                return descriptor
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)
        if time.monotonic() > deadline:
            raise WorldError(f"another process is writing {target!r}", "Wait for it to end and try again.")
        time.sleep(_PAUSE)


def _is_still(path: str, descriptor: int) -> bool:
    """Whether the file that was locked is the one found there now: its last holder may have removed it in between."""
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return False
    return os.path.samestat(found, os.fstat(descriptor))


def _release(path: str, descriptor: int) -> None:
    if os.name == "posix":  # removed while still held, so that nobody holds a lock on a removed file for long
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path)
        os.close(descriptor)
    else:
        os.close(descriptor)
        with contextlib.suppress(OSError):
            os.unlink(path)


if os.name == "posix":
    import fcntl

    def _try_lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

else:
    import msvcrt

    def _try_lock(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        except OSError:
            return False
        return True


class _Told(BaseException):
    """The process was told to end, by the signal in its argument."""


@contextlib.contextmanager
def _ending_politely() -> Iterator[None]:
    """Let SIGTERM and SIGHUP unwind the body first, and end the process the way they do only then."""
    import signal
    import threading

    if threading.current_thread() is not threading.main_thread():  # handlers belong to the main thread
        yield
        return

    def unwind(number: int, frame: FrameType | None) -> None:
        for watching in before:  # a second signal must not stop the clean-up
            signal.signal(watching, signal.SIG_IGN)
        raise _Told(number)

    watched = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.signal(number, unwind) for number in watched if signal.getsignal(number) == signal.SIG_DFL}
    told: int | None = None
    try:
        yield
    except _Told as ending:
        told = ending.args[0]
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if told is not None:
        signal.raise_signal(told)
