"""A file that is read piece by piece is the same source as one that is read whole."""

import gzip

import pytest

from tollens.core.errors import UnreadableError
from tollens.plugins.sessions import names_beside
from tollens.plugins.sessions.source import stored
from tollens.plugins.sessions.source.records import Source, open_source
from tollens.plugins.sessions.source.redaction import Redactor
from tollens.plugins.sessions.source.stored import StoredEntry, open_stored, unpacked
from tollens.testing.pieces import Pieces

TOKEN = "ghp" + "_" + "a" * 36
LINES = [b'{"a":1}', b'{"b":"' + TOKEN.encode() + b'"}']


def told(source: Source, redactor: Redactor) -> list[object]:
    """All that a source says."""
    entries = [(entry.line, entry.value) for entry in source.entries]
    return [source.digest, source.size, source.damaged, source.torn, source.notes, entries, dict(redactor.counts)]


@pytest.mark.parametrize("size", [1, 7, 64, 1 << 20])
@pytest.mark.parametrize(
    "data",
    [
        b"\n".join(LINES),
        b"\n".join(LINES) + b"\n",
        b"\n \r\n" + b"\r\n".join(LINES) + b"\n\n  \n",
        b'{"a":1}\n{"b":2}{"c":3}\n{"d":4}',
        b'{"a":1}\n{"b":2',
        b'{"a":1}\n{"b":"x\xff"}\nnonsense\n[1]\n{"c":"\\ud83d"}\n7',
        b'{"a":1}\n{"deep":' + b"[" * 300 + b"]" * 300 + b"}\n",
        b'{"a":"' + b"x" * 500 + b'"}\n{"b":"' + b"y" * 500 + b'"}\n',
    ],
)
def test_both_ways_give_the_same(data: bytes, size: int) -> None:
    redactors = Redactor(b"k" * 16), Redactor(b"k" * 16)
    by_pieces = open_stored(Pieces(data, size), "f", redactors[0])
    assert told(by_pieces, redactors[0]) == told(open_source(data, "f", redactors[1]), redactors[1])
    assert any(isinstance(entry, StoredEntry) for entry in by_pieces.entries)
    again = Redactor(b"k" * 16)
    kept = open_stored(Pieces(data, size), "f", again, keep=True)
    assert told(kept, again) == told(by_pieces, redactors[0])
    assert not any(isinstance(entry, StoredEntry) for entry in kept.entries)


@pytest.mark.parametrize(
    "data",
    [
        gzip.compress(b"\n".join(LINES), mtime=0),
        b"\xef\xbb\xbf" + b"\n".join(LINES),
        '{"a":1}\n{"b":2}\n'.encode("utf-16"),
        b'{\n"a": 1\n}',
        b'{"a":1}',
        b'nothing\n{"a":1}\n{"b":2}',
        b'{"a":\n{"b":2}',
        b"[1]\n{}",
    ],
)
def test_what_cannot_be_read_so_is_read_whole(data: bytes) -> None:
    redactors = Redactor(b"k" * 16), Redactor(b"k" * 16)
    by_pieces = open_stored(Pieces(data), "f", redactors[0])
    assert told(by_pieces, redactors[0]) == told(open_source(data, "f", redactors[1]), redactors[1])
    assert not any(isinstance(entry, StoredEntry) for entry in by_pieces.entries)


def test_an_empty_file_and_one_that_is_too_large_to_be_read_whole_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UnreadableError, match="empty"):
        open_stored(Pieces(b""), "f", Redactor())
    monkeypatch.setattr(stored, "LIMIT", 20)
    with pytest.raises(UnreadableError, match="larger than 20 bytes"):
        open_stored(Pieces(b"x" * 100), "f", Redactor())


def test_a_file_that_changes_meanwhile_is_refused() -> None:
    file = Pieces(b"\n".join(LINES))
    found = open_stored(file, "f", Redactor())
    file.data = b"\x00" * 200
    with pytest.raises(UnreadableError, match="line 1 is not what it was"):
        _ = found.entries[0].value


def test_what_lies_beside_is_found_across_pieces() -> None:
    data = b'{"sessionId":"5b1f0c52-7c1e-4f7a-9a55-2f6d1c0e8b41"}\n' * 3 + b'{"agentId":"abc"}\n' * 2
    for size in (1, 5, 16, 100):
        assert names_beside(Pieces(data, size), "x.jsonl") == names_beside(data, "x.jsonl")
    assert "agent-abc.jsonl" in names_beside(data, "x.jsonl")


@pytest.mark.parametrize("cut", [0, 12])
@pytest.mark.parametrize("after", [b"", b"rest"])
def test_a_compressed_file_is_read_piece_by_piece_as_well(cut: int, after: bytes) -> None:
    data = gzip.compress(b"\n".join(LINES * 9), mtime=0)
    data = data[: len(data) - cut] + after
    found = unpacked(Pieces(data), lambda chunks: Pieces(b"".join(chunks)))
    assert found is not None
    redactors = Redactor(b"k" * 16), Redactor(b"k" * 16)
    by_pieces = open_stored(found, "f", redactors[0])
    assert told(by_pieces, redactors[0]) == told(open_source(data, "f", redactors[1]), redactors[1])
    assert all(isinstance(entry, StoredEntry) for entry in by_pieces.entries)


def test_a_compressed_document_is_read_whole() -> None:
    data = gzip.compress(b'{\n"a": 1\n}', mtime=0)
    found = unpacked(Pieces(data), lambda chunks: Pieces(b"".join(chunks)))
    assert found is not None
    assert open_stored(found, "f", Redactor()) == open_source(data, "f", Redactor())


def test_what_is_not_compressed_is_not_unpacked() -> None:
    assert unpacked(Pieces(b"\n".join(LINES)), lambda chunks: Pieces(b"".join(chunks))) is None
