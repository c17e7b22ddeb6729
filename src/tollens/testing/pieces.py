"""A session file in memory that is read piece by piece, as large ones are."""

from collections.abc import Iterator


class Pieces:
    """Bytes as the runtime gives them of a large file.

    Args:
        data: The file.
        size: How many bytes it is read by.
    """

    def __init__(self, data: bytes, size: int = 64) -> None:
        self.data = data
        self._size = size

    def chunks(self) -> Iterator[bytes]:
        """All of it, in order."""
        for offset in range(0, len(self.data), self._size):
            yield self.at(offset, self._size)

    def at(self, offset: int, size: int) -> bytes:
        """The bytes of a part of it."""
        return self.data[offset : offset + size]
