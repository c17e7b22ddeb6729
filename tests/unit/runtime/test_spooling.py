"""What can be read only once is kept while it is read."""

import io
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tollens.core.errors import WorldError
from tollens.runtime import spooling
from tollens.runtime.spooling import Spooled, standard_input, whole


class _Input:
    def __init__(self, data: bytes) -> None:
        self.buffer = io.BytesIO(data)


def test_it_is_read_as_a_file_is_and_leaves_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    told: list[int] = []
    data = bytes(range(256)) * 9_000
    with Spooled("x", [data[:7], b"", data[7:]], told.append) as file:
        assert b"".join(file.chunks()) == data
        assert file.at(300, 4) == data[300:304]
    assert list(tmp_path.iterdir()) == []
    assert told


def test_no_room_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(io.BytesIO):
        def write(self, data: object) -> int:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("tempfile.TemporaryFile", Full)
    with pytest.raises(WorldError, match="temporary file: No space left"):
        Spooled("x", [b"a"])


def test_what_the_chunks_raise_goes_through() -> None:
    def broken() -> Iterator[bytes]:
        yield b"a"
        raise RuntimeError

    with pytest.raises(RuntimeError):
        Spooled("x", broken())


def test_standard_input_in_two_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", _Input(b"abcdef"))
    monkeypatch.setattr(spooling, "_PIECE", 2)
    beginning, rest = standard_input(3)
    assert beginning == b"abc"
    assert list(whole(beginning, rest)) == [b"abc", b"de", b"f"]


def test_standard_input_without_an_end_is_refused() -> None:
    with pytest.raises(WorldError, match="more than 5 bytes"):
        list(whole(b"abc", [b"def"], 5))


def test_standard_input_that_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(WorldError, match="closed"):
        standard_input(3)
