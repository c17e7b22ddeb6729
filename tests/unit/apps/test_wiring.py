"""Which reader a file gets is decided by what is in it."""

from pathlib import Path

import pytest

from tollens.apps import wiring
from tollens.core.errors import UnreadableError

TRACE = b'{"trace_id": "t1", "actions": [], "artifacts": []}'
RECORD = b'{"type":"user","uuid":"u1","sessionId":"s","message":{"role":"user","content":"hello"}}'


def opened(folder: Path, name: str, data: bytes) -> wiring.Opened:
    (folder / name).write_bytes(data)
    return wiring.open_any(str(folder / name))


@pytest.mark.parametrize("name", ["t.json", "t", "t.jsonl", "t.txt", "t.yaml"])
def test_a_trace_is_a_trace_whatever_its_name(name: str, tmp_path: Path) -> None:
    found = opened(tmp_path, name, TRACE)
    assert (found.document.trace.trace_id, found.report) == ("t1", None)


@pytest.mark.parametrize("name", ["s.jsonl", "s.json", "s"])
@pytest.mark.parametrize("data", [RECORD, RECORD + b"\n", b"\xef\xbb\xbf" + RECORD + b"\n\n" + RECORD])
def test_a_session_is_captured_whatever_its_name(name: str, data: bytes, tmp_path: Path) -> None:
    found = opened(tmp_path, name, data)
    assert found.report is not None
    assert found.report.format == "claude-code"
    assert not [fault for fault in found.document.faults if fault.severity == "error"]


def test_yaml_goes_by_its_name(tmp_path: Path) -> None:
    assert opened(tmp_path, "t.yml", b"trace_id: t1\nactions: []\n").document.trace.trace_id == "t1"
    with pytest.raises(UnreadableError):
        opened(tmp_path, "t.txt", b"trace_id: t1\nactions: []\n")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b'{"trace_id": ', "no JSON"),
        (b"[1, 2]", "no agent's session"),
        (b'{"x": 1}', "no agent's session"),
        (b'{"x": 1}\n{"x": 2}\n', "no agent's session"),
        (b"hello", "no agent's session"),
        ('{"trace_id": "t1"}'.encode("utf-16"), "UTF-16, not UTF-8"),
        (b"\xff\xfe", "UTF-16, not UTF-8"),
    ],
)
def test_of_two_refusals_the_one_that_helps(data: bytes, message: str, tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match=message):
        opened(tmp_path, "x", data)


def test_a_broken_yaml_file_is_no_session(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match="line"):
        opened(tmp_path, "x.yaml", b"a: [")


def test_a_session_in_the_place_of_a_trace_is_named_as_such(tmp_path: Path) -> None:
    (tmp_path / "s.jsonl").write_bytes(RECORD + b"\n" + RECORD)
    with pytest.raises(UnreadableError, match="as agents' sessions do") as raised:
        wiring.load(str(tmp_path / "s.jsonl"))
    assert "tollens capture" in raised.value.advice
