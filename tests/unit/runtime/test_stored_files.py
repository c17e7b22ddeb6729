"""Files that are read piece by piece."""

import io
from pathlib import Path

import pytest

from tollens.core.errors import WorldError
from tollens.runtime import files


def test_all_of_it_in_order_and_any_part(tmp_path: Path) -> None:
    path = tmp_path / "large"
    data = bytes(range(256)) * 10_000
    path.write_bytes(data)
    told: list[int] = []
    with files.Stored(str(path), told.append) as file:
        assert b"".join(file.chunks()) == data
        assert b"".join(file.chunks()) == data
        assert file.at(250, 10) == data[250:260]
        assert file.at(len(data) - 2, 10) == data[-2:]
    assert told == sorted(set(told))
    assert 0 < told[-1] <= 99


def test_an_empty_file(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    with files.Stored(str(tmp_path / "empty")) as file:
        assert list(file.chunks()) == []


def test_what_is_not_there_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"abc")
    assert files.size(str(tmp_path / "file")) == 3
    with pytest.raises(WorldError, match="does not exist"):
        files.size(str(tmp_path / "none"))
    with pytest.raises(WorldError, match="does not exist"):
        files.Stored(str(tmp_path / "none"))


def test_what_is_a_plain_file(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to("file")
    found = [files.is_plain(str(tmp_path / name)) for name in ("file", "link", "none", ".")]
    assert found == [True, True, False, False]
    assert not files.is_plain("a\0b")
    assert not files.is_plain(files.STANDARD)


def test_what_the_system_says_while_a_record_is_read_is_told() -> None:
    class Failing(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            raise OSError(5, "Input/output error")

    with files.Stored("s.jsonl", file=Failing(b"{}")) as file, pytest.raises(WorldError, match="cannot read"):
        file.at(0, 2)
