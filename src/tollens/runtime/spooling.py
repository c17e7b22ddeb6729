"""What can be read only once, kept in a nameless temporary file: it is gone with the process, whatever ends that."""

import itertools
import sys
from collections.abc import Callable, Iterable, Iterator

from tollens.core.errors import WorldError
from tollens.runtime.files import Stored

LIMIT = 1 << 31
"""Most bytes that are kept of standard input."""

_PIECE = 1 << 20
"""How many bytes are read at once."""


class Spooled(Stored):
    """Bytes that are read piece by piece, as those of a file.

    Args:
        name: What to call them in messages.
        chunks: The bytes.
        told: As for `Stored`.

    Raises:
        WorldError: There is no room for them.
    """

    def __init__(self, name: str, chunks: Iterable[bytes], told: Callable[[int], None] = lambda percent: None) -> None:
        import tempfile

        file = tempfile.TemporaryFile()  # noqa: SIM115 - closed by whoever opened it
        try:
            for chunk in chunks:
                _put(file.write, chunk)
            _put(lambda _: file.flush(), b"")
        except BaseException:
            file.close()
            raise
        super().__init__(name, told, file)


def _put(write: Callable[[bytes], object], chunk: bytes) -> None:
    try:
        write(chunk)
    except OSError as error:
        raise WorldError(
            f"the session cannot be kept in a temporary file: {error.strerror or error}",
            "Make room, or let TMPDIR name a folder with room.",
        ) from None


def standard_input(size: int) -> tuple[bytes, Iterator[bytes]]:
    """The beginning of standard input, of at most this size, and what comes after it.

    Raises:
        WorldError: It is closed.
    """
    if sys.stdin is None:
        raise WorldError("standard input is closed", "Name a file, or send one: tollens … - < FILE")
    read = sys.stdin.buffer.read
    return read(size), iter(lambda: read(_PIECE), b"")


def whole(beginning: bytes, rest: Iterable[bytes], limit: int = LIMIT) -> Iterator[bytes]:
    """Both, in pieces.

    Raises:
        WorldError: They are more than the limit.
    """
    size = 0
    for chunk in itertools.chain([beginning], rest):
        size += len(chunk)
        if size > limit:
            raise WorldError(f"standard input has more than {limit:,} bytes", "Name the file instead.")
        yield chunk
