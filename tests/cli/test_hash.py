"""`tollens hash`: what it prints, and how it ends."""

import json
from pathlib import Path

import pytest

from tests.cli.program import tollens

T1 = "sha256:64b1bd8f72877500dcc53db721b90abf5558b9159d701d085bab6fc5b2bc5586"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("t1.json").write_text('{"trace_id": "t1", "timestamp": "now"}')
    return tmp_path


def test_the_hash_alone_is_printed(folder: Path) -> None:
    assert tollens("hash", "t1.json") == (0, f"{T1}\n", "")


def test_yaml_is_hashed_as_the_same_value(folder: Path) -> None:
    pytest.importorskip("yaml")
    Path("t1.yaml").write_text("trace_id: t1\ntimestamp: now\n")
    assert tollens("hash", "t1.yaml").out == f"{T1}\n"


def test_the_json(folder: Path) -> None:
    ended = tollens("hash", "t1.json", "--json")
    assert json.loads(ended.out) == {
        "file": "t1.json",
        "content_hash": T1,
        "scheme": "canonical",
        "portable": True,
        "diagnostics": [],
    }


def test_what_is_not_portable_is_said(folder: Path) -> None:
    Path("odd.json").write_text('{"trace_id": "t1", "x": 1.0}')
    ended = tollens("hash", "odd.json")
    assert (ended.status, ended.out[:7]) == (0, "sha256:")
    assert "HASH001 /x" in ended.err
    pytest.importorskip("rfc8785", reason="the extra jcs is not installed")
    by_standard = json.loads(tollens("hash", "odd.json", "--scheme", "jcs", "--json").out)
    assert (by_standard["scheme"], by_standard["portable"]) == ("jcs", True)


def test_what_readers_disagree_on_is_an_error(folder: Path) -> None:
    Path("twice.json").write_text('{"trace_id": "t0", "trace_id": "t1"}')
    ended = tollens("hash", "twice.json", "--json")
    made = json.loads(ended.out)
    assert (ended.status, made["content_hash"], made["portable"]) == (0, T1, False)
    assert [(each["code"], each["severity"]) for each in made["diagnostics"]] == [("WIRE002", "error")]


def test_what_has_no_bytes_has_no_hash(folder: Path) -> None:
    Path("half.json").write_text('{"trace_id": "\\ud800"}')
    ended = tollens("hash", "half.json")
    assert (ended.status, ended.out) == (2, "")
    assert "no content hash" in ended.err
    assert json.loads(tollens("hash", "half.json", "--json").out)["content_hash"] is None


def test_what_is_no_trace_is_refused(folder: Path) -> None:
    Path("list.json").write_text("[]")
    assert tollens("hash", "list.json").status == 2
    assert tollens("hash", "missing.json").status == 2
