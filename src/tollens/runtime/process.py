# pathlib would cost a tenth of the start-up
# ruff: noqa: PTH118
"""Other programs: run without a shell, for a limited time, with limited output. The one home of starting processes."""

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import IO

from tollens.core.errors import MisuseError, WorldError
from tollens.core.ports import NOTHING_MORE, Finished
from tollens.runtime import files
from tollens.runtime.refusals import what_to_do

MAX_OUTPUT = 64 << 20
"""Most bytes that a program may write to either output; one that writes more is ended."""

_CHUNK = 1 << 16


def run(
    argv: Sequence[str],
    stdin: bytes = b"",
    environment: Mapping[str, str | None] = NOTHING_MORE,
    seconds: float = 60,
    *,
    folder: str | None = None,
    asking: bool = False,
    limit: int = MAX_OUTPUT,
) -> Finished | None:
    """Run a program to its end. Messages of it are in English (`LC_ALL=C`).

    Args:
        argv: The program, found on the path, and its arguments.
        stdin: What it reads.
        environment: Variables that it gets beside those of this process; `None` takes one away.
        seconds: How long it may take.
        folder: Where it works; where this process works if it is left out.
        asking: It may ask the person at the terminal, for a passphrase. It then shares this process's group, so that
            running out of time ends the program alone, not what it started.
        limit: Most bytes of either output.

    Returns:
        `None` where the program is not installed.

    Raises:
        WorldError: It took too long, wrote too much, or cannot be started.
        MisuseError: An argument holds a NUL.
    """
    if any("\0" in word for word in argv):
        raise MisuseError(f"an argument for {argv[0]!r} holds a NUL", "No program can be given one.")
    if folder is not None and not files.is_folder(folder):
        raise WorldError(f"{folder!r} is no folder", "Check the spelling and the folder you are in.")
    try:
        process = subprocess.Popen(  # noqa: S603 - no shell; what comes from a trace never becomes the program
            list(argv),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
            env=_environment(environment),
            start_new_session=not asking,
        )
    except FileNotFoundError:
        return None
    except OSError as error:
        raise WorldError(f"cannot run {argv[0]!r}: {error.strerror or error}", what_to_do(error)) from None
    return _attended(process, argv[0], stdin, seconds, limit, alone=asking)


def _environment(changes: Mapping[str, str | None]) -> dict[str, str]:
    merged: dict[str, str | None] = {**os.environ, "LC_ALL": "C", "LANGUAGE": "C", **changes}
    return {name: value for name, value in merged.items() if value is not None}


def _attended(
    process: subprocess.Popen[bytes], name: str, stdin: bytes, seconds: float, limit: int, *, alone: bool
) -> Finished:
    """Feed the program and gather what it says, until it ends, runs out of time or says too much."""
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    gathered = _Gathered(limit, process.stdout), _Gathered(limit, process.stderr)
    feeding = threading.Thread(target=_feed, args=(process.stdin, stdin), daemon=True)
    reading = [
        threading.Thread(target=each.read, args=(lambda: _end(process, alone),), daemon=True) for each in gathered
    ]
    for thread in (feeding, *reading):
        thread.start()
    deadline = time.monotonic() + seconds
    late = True
    try:
        for thread in reading:  # they see the end before one could poll for it; a child that lives on keeps them
            thread.join(max(deadline - time.monotonic(), 0))
        process.wait(max(deadline - time.monotonic(), 0))
        late = any(thread.is_alive() for thread in reading)
    except subprocess.TimeoutExpired:
        pass
    finally:
        if late:
            _end(process, alone)
            process.wait()
        for thread in (feeding, *reading):  # whoever lives on keeps the pipe, and its reader
            thread.join(1)
    if any(each.too_much for each in gathered):
        raise WorldError(f"{name!r} wrote more than {limit:,} bytes, and was stopped")
    if late:
        raise WorldError(f"{name!r} did not end within {seconds:g} seconds, and was stopped", "Run it by hand to see.")
    return Finished(process.returncode, *(bytes(each.data) for each in gathered))


class _Gathered:
    """What one output of a program says, up to a limit."""

    def __init__(self, limit: int, pipe: IO[bytes]) -> None:
        self.data = bytearray()
        self.too_much = False
        self._limit = limit
        self._pipe = pipe

    def read(self, stop: Callable[[], None]) -> None:
        with contextlib.suppress(OSError), self._pipe:
            while chunk := os.read(self._pipe.fileno(), _CHUNK):
                self.data += chunk
                if len(self.data) > self._limit:
                    self.too_much = True
                    stop()
                    return


def _feed(pipe: IO[bytes], data: bytes) -> None:
    with contextlib.suppress(OSError):  # a program may end without reading everything
        pipe.write(data)
    with contextlib.suppress(OSError):
        pipe.close()


def _end(process: subprocess.Popen[bytes], alone: bool) -> None:
    """End the program, and unless it runs alone everything that it started."""
    with contextlib.suppress(OSError):
        if alone or os.name != "posix":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)


class Place:
    """A private folder for one piece of work: the `Workplace` of `tollens.core.ports`.

    Attributes:
        path: The full path of the folder.
    """

    def __init__(self, path: str) -> None:
        self.path = path

    def put(self, name: str, data: bytes) -> str:
        """Write a file there, and give its full path."""
        path = self._inside(name)
        files.write(path, data)
        return path

    def get(self, name: str) -> bytes | None:
        """What a file there holds; `None` where there is none."""
        path = self._inside(name)
        return files.read(path) if files.exists(path) else None

    def run(
        self,
        argv: Sequence[str],
        stdin: bytes = b"",
        environment: Mapping[str, str | None] = NOTHING_MORE,
        seconds: float = 60,
        asking: bool = False,
    ) -> Finished | None:
        """Run a program; see `run`. It works where this process does, so that paths of a user mean the same to it."""
        return run(argv, stdin, environment, seconds, asking=asking)

    def _inside(self, name: str) -> str:
        if os.path.basename(name) != name or name in ("", os.curdir, os.pardir):  # noqa: PTH119
            raise MisuseError(f"{name!r} is no name of a file in a workplace")
        return os.path.join(self.path, name)


@contextlib.contextmanager
def workplace() -> Iterator[Place]:
    """A fresh folder that only this user may look into, removed at the end with all that is in it.

    Raises:
        WorldError: It cannot be made.
    """
    try:
        path = tempfile.mkdtemp(prefix="tollens-")  # made with mode 0700
    except OSError as error:
        raise WorldError(f"cannot make a temporary folder: {error.strerror or error}", "Check TMPDIR.") from None
    try:
        yield Place(path)
    finally:
        shutil.rmtree(path, ignore_errors=True)
