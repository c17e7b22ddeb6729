"""Compressed files are told by their first bytes, read up to a break, and bounded while they are unpacked."""

import bz2
import gzip
import lzma
from collections.abc import Callable
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest
import zstandard

from tollens.core.errors import MissingExtraError, UnreadableError
from tollens.plugins.sessions import recognize
from tollens.plugins.sessions.source import compression
from tollens.plugins.sessions.source.compression import Unpacked
from tollens.plugins.sessions.source.records import open_source

TEXT = b"".join(b'{"a":"%d"}\n' % (number * 7919**3) for number in range(80_000))
HEADER = b"\x50\x2a\x4d\x18\x03\0\0\0abc"
"""A frame that zstd skips."""

KINDS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "bzip2": bz2.compress,
    "xz": lzma.compress,
    "zstd": zstandard.ZstdCompressor(write_checksum=True).compress,
}
each_kind = pytest.mark.parametrize("kind", KINDS)


@cache
def text_packed(kind: str) -> bytes:
    return KINDS[kind](TEXT)


def unpacked(*chunks: bytes, limit: int = 2**31) -> tuple[bytes, Unpacked]:
    found = Unpacked(chunks, limit)
    return b"".join(found), found


@each_kind
def test_each_kind_is_read_in_chunks_of_any_size(kind: str) -> None:
    packed = text_packed(kind)
    for size in (7, 1000, len(packed)):
        text, found = unpacked(*(packed[at : at + size] for at in range(0, len(packed), size)))
        assert text == TEXT
        assert (found.whole, found.notes) == (True, [f"{kind} was decompressed"])


@each_kind
def test_streams_one_after_another_are_one_file(kind: str) -> None:
    packed = KINDS[kind](TEXT[:9])
    text, found = unpacked(packed + packed, packed)
    assert (text, found.whole) == (TEXT[:9] * 3, True)


def test_a_frame_that_zstd_skips_holds_nothing() -> None:
    text, found = unpacked(HEADER + KINDS["zstd"](b"a") + HEADER)
    assert (text, found.whole) == (b"a", True)


@each_kind
def test_what_stands_before_a_break_is_kept(kind: str) -> None:
    packed = text_packed(kind)
    for broken in (packed[: len(packed) * 9 // 10], packed[:-900] + b"\xff" * 400 + packed[-500:]):
        text, found = unpacked(broken)
        assert TEXT.startswith(text[: len(text) // 2])  # damage may pass for data until the end of a block
        assert found.whole is False
        assert found.notes == [f"the {kind} stream is cut off or damaged"]
        if kind != "xz":  # which has one block for all, and gives it at its end
            assert text


@each_kind
def test_what_follows_the_streams_is_told_and_padding_is_not(kind: str) -> None:
    packed = KINDS[kind](b"a")
    text, found = unpacked(packed + b"\0" * 8)
    assert (text, found.notes) == (b"a", [f"{kind} was decompressed"])
    text, found = unpacked(packed + b"else", b"more")
    assert (text, found.notes[1:]) == (b"a", [f"8 bytes after the {kind} stream are none of it and were not read"])


@each_kind
def test_a_bomb_is_refused_while_it_is_unpacked(kind: str) -> None:
    bomb = KINDS[kind](b" " * 30_000_000)
    found = Unpacked([bomb], 1_000_000)
    made = 0
    with pytest.raises(UnreadableError, match="larger than 1000000 bytes when decompressed"):
        for chunk in found:
            made += len(chunk)
    assert made <= 1_000_000


def test_a_header_that_asks_for_much_memory_is_a_break() -> None:
    packed = lzma.compress(b"a", filters=[{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 30}])
    assert unpacked(packed)[1].whole is False


def test_what_is_not_compressed_stays_as_it_is() -> None:
    chunks = (b"{", b'"a"', b": 1, 2, 3", b"}")
    found = Unpacked(chunks, 100)
    assert b"".join(found) == b"".join(chunks)
    assert (found.notes, found.whole) == ([], True)
    assert unpacked()[0] == b""
    with pytest.raises(UnreadableError, match=r"larger than 100 bytes\Z"):
        unpacked(b"x" * 101, limit=100)


@pytest.mark.parametrize(("magic", "kind"), [(b"PK\x03\x04", "zip"), (b"7z\xbc\xaf\x27\x1c", "7-Zip")])
def test_archives_are_refused_with_what_to_do(magic: bytes, kind: str) -> None:
    with pytest.raises(UnreadableError, match=kind) as refused:
        open_source(magic + b"....", "f")
    assert "Decompress it first" in refused.value.advice


@pytest.mark.parametrize("kind", ["gzip", "bzip2", "xz", "zstd"])
def test_a_stream_of_which_nothing_comes_is_refused_as_such(kind: str) -> None:
    with pytest.raises(UnreadableError, match=f"f: the {kind} stream is cut off or damaged, and nothing"):
        open_source(KINDS[kind](b"a")[:9], "f")


def test_a_session_is_recognized_through_any_of_them() -> None:
    row = b'{"type":"user","message":{"role":"user","content":"hi"}}'
    assert [recognize(pack(row)) for pack in KINDS.values()] == ["claude-code"] * 4


def modules(monkeypatch: pytest.MonkeyPatch, **there: object) -> None:
    """Let only these modules be found."""

    def found(name: str) -> Any:
        held = there.get(name.replace(".", "_"))
        if held is None:
            raise ModuleNotFoundError(name)
        return held

    monkeypatch.setattr(compression, "importlib", SimpleNamespace(import_module=found))


def test_the_standard_library_reads_zstd_where_it_can(monkeypatch: pytest.MonkeyPatch) -> None:
    packed = KINDS["zstd"](b"a")
    own = SimpleNamespace(ZstdDecompressor=lambda: zstandard.ZstdDecompressor().decompressobj())
    modules(monkeypatch, compression_zstd=own)
    assert unpacked(packed)[0] == b"a"


def test_without_a_library_for_zstd_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    modules(monkeypatch)
    with pytest.raises(MissingExtraError) as refused:
        unpacked(KINDS["zstd"](b"a"))
    assert "tollens[zstd]" in refused.value.advice


@pytest.mark.parametrize(("kind", "at"), [("gzip", -6), ("bzip2", -3), ("zstd", -1)])
@pytest.mark.parametrize("size", [40, len(TEXT)])
def test_a_wrong_check_sum_costs_nothing_of_what_was_packed(kind: str, at: int, size: int) -> None:
    packed = bytearray(KINDS[kind](TEXT[:size]))
    packed[at] ^= 0x55
    text, found = unpacked(bytes(packed))
    assert (text == TEXT[:size], found.whole) == (True, False)


def test_a_break_in_a_small_file_costs_little() -> None:
    lines = b"".join(b'{"a":"%d"}\n' % (number * 7919**5) for number in range(20))
    packed = bytearray(gzip.compress(lines))
    packed[len(packed) // 2] ^= 0xFF
    text, found = unpacked(bytes(packed))
    assert lines.startswith(text[: len(lines) // 4]) and len(text) >= len(lines) // 4
    assert not found.whole
