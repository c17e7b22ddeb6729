"""`tollens objects`: contents leave a trace and come back as they were, and nothing leaves the store but objects."""

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.cli.program import Ended, tollens
from tests.cli.test_verbs import VALID

CODE = "let f x = x + 1 (* é *)\n" * 100
SOURCE = "def f(x):\n    return x + 1\n" * 100
ZEROS = "sha256:" + "0" * 64
TRACE: dict[str, Any] = VALID | {
    "artifacts": [
        {
            "artifact_id": "a1",
            "artifact_type": "Formalization",
            "producer_action_id": 1,
            "payload": {
                "status": "transparent",
                "src_lang": "py",
                "src_code": SOURCE,
                "formal_code": CODE,
                "symbols": ["f"],
                "x_vendor": 1.0,
            },
        },
        {
            "artifact_id": "a2",
            "artifact_type": "FormalModel",
            "producer_action_id": 1,
            "payload": {"model_language": "iml", "formal_code": "let g = 1\n", "symbols": ["g"]},
        },
    ],
    "actions": [VALID["actions"][0] | {"outputs": ["a1", "a2"]}],
}


def reference(text: str | bytes) -> str:
    data = text.encode() if isinstance(text, str) else text
    return f"sha256:{hashlib.sha256(data).hexdigest()}"


def where(name: str, store: str = ".tollens/objects") -> Path:
    digits = name.removeprefix("sha256:")
    return Path(store) / "sha256" / digits[:2] / digits[2:]


def written(name: str = "trace.json", **members: Any) -> bytes:
    Path("raw.json").write_text(json.dumps(TRACE | members))
    assert tollens("convert", "raw.json", "-o", name).status == 0
    Path("raw.json").unlink()
    return Path(name).read_bytes()


def payloads(name: str = "trace.json") -> list[dict[str, Any]]:
    return [one["payload"] for one in json.loads(Path(name).read_bytes())["artifacts"]]


def externalized(*options: str) -> Ended:
    return tollens("objects", "externalize", "trace.json", *options)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_texts_leave_and_come_back_byte_for_byte() -> None:
    before = written()
    hashed = tollens("hash", "trace.json").out.strip()
    ended = externalized("--json")
    made = json.loads(ended.out)
    assert ended.status == 0
    assert [(one["path"], one["reference"], one["bytes"]) for one in made["moved"]] == [
        ("/artifacts/0/payload/src_code", reference(SOURCE), len(SOURCE.encode())),
        ("/artifacts/0/payload/formal_code", reference(CODE), len(CODE.encode())),
    ]
    assert made["content_hash_before"] == hashed
    assert made["content_hash"] == tollens("hash", "trace.json").out.strip() != hashed
    assert where(reference(CODE)).read_bytes() == CODE.encode()
    first, second = payloads()
    assert (first["formal_code"], first["formal_code_ref"]) == ("", reference(CODE))
    assert second == TRACE["artifacts"][1]["payload"]  # too small to be worth it
    assert tollens("validate", "trace.json").status == 0
    again = Path("trace.json").read_bytes()
    assert "there is no text to move" in externalized().out
    assert Path("trace.json").read_bytes() == again
    assert tollens("objects", "inline", "trace.json").status == 0
    assert Path("trace.json").read_bytes() == before


def test_that_the_hash_changes_is_said() -> None:
    written()
    out = externalized().out
    assert "moved 2 texts" in out
    assert "the content hash was sha256:" in out


def test_what_is_small_moves_when_asked() -> None:
    written()
    assert externalized("--above", "1").status == 0
    assert payloads()[1]["formal_code_ref"] == reference("let g = 1\n")
    assert tollens("objects", "externalize", "trace.json", "--above", "-1").status == 2


def test_texts_that_others_moved_come_back() -> None:
    # the reference implementation leaves the text itself out, and had another name for it once
    old = {"artifact_type": "IMLModel", "artifact_id": "a3", "producer_action_id": 1}
    moved = [old | {"payload": {"model_language": "iml", "iml_code_ref": reference(CODE), "symbols": []}}]
    Path("trace.json").write_text(json.dumps(TRACE | {"artifacts": moved, "actions": []}))
    Path("code").write_text(CODE)
    assert tollens("objects", "put", "code").out == f"{reference(CODE)}\n"
    assert tollens("objects", "inline", "trace.json").status == 0
    assert payloads() == [{"model_language": "iml", "iml_code": CODE, "symbols": []}]


@pytest.mark.parametrize(
    "hostile",
    ["sha256:" + "../" * 5 + "etc/passwd", "sha256:00/../../../x", ZEROS + "\n", ZEROS.upper(), ZEROS[:-1], "sha256:"],
)
def test_a_reference_that_is_none_becomes_no_path(hostile: str, folder: Path) -> None:
    (folder / "x").write_text("secret")
    assert tollens("objects", "get", hostile).status == 2
    payload = TRACE["artifacts"][1]["payload"] | {"formal_code": "", "formal_code_ref": hostile}
    written(artifacts=[TRACE["artifacts"][1] | {"payload": payload, "content_ref": hostile}], actions=[])
    before = Path("trace.json").read_bytes()
    ended = tollens("objects", "inline", "trace.json")
    if hostile.startswith("sha256:"):
        assert ended.status == 2
        assert "names no object" in ended.err
        bad = json.loads(tollens("objects", "verify", "trace.json", "--json").out)["bad"]
        assert {one["path"] for one in bad} == {"/artifacts/0/content_ref", "/artifacts/0/payload/formal_code_ref"}
    assert "secret" not in ended.out + ended.err
    assert Path("trace.json").read_bytes() == before


@pytest.mark.skipif(os.name != "posix", reason="links need rights on this system")
@pytest.mark.parametrize("level", ["sha256", "first", "object"])
def test_no_link_in_a_store_is_followed(level: str, folder: Path) -> None:
    written()
    outside = folder / "outside"
    outside.mkdir()
    held = where(reference(CODE))
    link = {"sha256": held.parents[1], "first": held.parent, "object": held}[level]
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(outside if level != "object" else outside / "file")
    assert externalized().status == 2
    assert list(outside.iterdir()) == []
    assert tollens("objects", "get", reference(CODE)).status == 2
    (outside / "file").write_text(CODE)
    assert tollens("objects", "get", reference(CODE)).status == 2
    found = json.loads(tollens("objects", "verify", "--json").out)
    assert len(found["foreign"]) == 1


def test_what_was_damaged_is_never_given() -> None:
    written()
    externalized()
    where(reference(CODE)).write_text("other")
    ended = tollens("objects", "get", reference(CODE))
    assert (ended.status, ended.out) == (2, "")
    assert tollens("objects", "inline", "trace.json").status == 2
    found = json.loads(tollens("objects", "verify", "trace.json", "--json").out)
    assert (found["sound"], found["damaged"]) == (False, [reference(CODE)])
    assert found["bad"][0]["why"] == "the object is damaged"
    assert tollens("objects", "verify", "trace.json").status == 1
    Path("code").write_text(CODE)
    tollens("objects", "put", "code")
    assert tollens("objects", "verify", "trace.json").status == 0
    assert tollens("objects", "get", reference(CODE)).out == CODE


def test_what_is_missing_is_said() -> None:
    written()
    externalized()
    where(reference(SOURCE)).unlink()
    ended = tollens("objects", "verify", "trace.json")
    assert ended.status == 1
    assert "/artifacts/0/payload/src_code_ref" in ended.out
    assert tollens("objects", "inline", "trace.json").status == 2


def test_a_text_that_stands_beside_its_reference_is_left() -> None:
    payload = TRACE["artifacts"][1]["payload"] | {"formal_code_ref": ZEROS}
    before = written(artifacts=[TRACE["artifacts"][1] | {"payload": payload}], actions=[])
    for doing in ("externalize", "inline"):
        made = json.loads(tollens("objects", doing, "trace.json", "--json").out)
        assert (made["moved"], [one["path"] for one in made["kept"]]) == ([], ["/artifacts/0/payload/formal_code"])
    assert Path("trace.json").read_bytes() == before


def test_a_sealed_trace_is_left_alone_unless_a_copy_is_asked_for() -> None:
    before = written(content_hash=ZEROS)
    assert externalized().status == 2
    assert externalized("--unseal").status == 2
    assert Path("trace.json").read_bytes() == before
    made = json.loads(externalized("-o", "sub.json", "--unseal", "--json").out)
    assert made["unsealed"] == ["content_hash"]
    assert "content_hash" not in json.loads(Path("sub.json").read_bytes())


def test_gc_deletes_only_what_no_given_trace_names() -> None:
    written()
    externalized()
    written("other.json", artifacts=[TRACE["artifacts"][0] | {"content_ref": reference("kept")}], actions=[])
    for text in ("kept", "lost"):
        Path("file").write_text(text)
        tollens("objects", "put", "file")
    shown = json.loads(tollens("objects", "gc", "trace.json", "other.json", "--json").out)
    assert (shown["kept"], shown["deleted"]) == (3, False)
    assert [one["reference"] for one in shown["unnamed"]] == [reference("lost")]
    assert where(reference("lost")).exists()
    forgotten = tollens("objects", "gc", "trace.json", "--delete")
    assert forgotten.status == 2
    assert "other.json was not given" in forgotten.err
    assert where(reference("kept")).exists()
    assert tollens("objects", "gc", "trace.json", "other.json", "--delete").status == 0
    assert not where(reference("lost")).exists()
    assert tollens("objects", "verify", "trace.json", "other.json").status == 0


def test_a_store_that_is_not_there_is_not_sound() -> None:
    written("bare.json", artifacts=[], actions=[])
    for names in ((), ("--store", "typo"), ("bare.json", "--store", "typo")):
        ended = tollens("objects", "verify", *names)
        assert (ended.status, ended.out, "there is no store" in ended.err) == (2, "", True)
    assert tollens("objects", "verify", "bare.json").status == 0


def test_a_trace_of_two_readings_does_not_show_all_that_it_names() -> None:
    Path("trace.json").write_text('{"trace_id": "t", "artifacts": [], "actions": [], "artifacts": []}')
    ended = tollens("objects", "verify", "trace.json")
    assert (ended.status, "bad     trace.json /artifacts: it is repeated" in ended.out) == (1, True)


def test_gc_keeps_an_object_that_is_named_by_its_path() -> None:
    Path("file").write_text("kept")
    tollens("objects", "put", "file")
    path = where(reference("kept"))
    written(artifacts=[TRACE["artifacts"][0] | {"content_ref": str(path)}], actions=[])
    assert tollens("objects", "gc", "trace.json", "--delete").status == 0
    assert path.exists()


@pytest.mark.parametrize("text", ["{", "[]", '{"trace_id": "t", "trace_id": "u"}'])
def test_a_trace_that_cannot_be_read_stops_gc(text: str) -> None:
    Path("file").write_text("lost")
    tollens("objects", "put", "file")
    Path("trace.json").write_text(text)
    assert tollens("objects", "gc", "trace.json", "--delete").status == 2
    assert tollens("objects", "gc", "missing.json", "--delete").status == 2
    assert tollens("objects", "gc", "--delete").status == 2
    assert where(reference("lost")).exists()


def test_files_that_are_no_objects_are_never_touched() -> None:
    written()
    externalized("--store", "store")
    Path("store/sha256/README").write_text("")
    ended = tollens("objects", "gc", "trace.json", "--store", "store", "--delete")
    assert "README" in ended.out
    assert Path("store/sha256/README").exists()


def test_options_go_with_what_they_are_for() -> None:
    written()
    for words in (
        ("put", "trace.json", "--delete"),
        ("get", ZEROS, "--json"),
        ("gc", "trace.json", "-o", "x"),
        ("put",),
    ):
        assert tollens("objects", *words).status == 2
    assert tollens("objects", "gc", "trace.json", "--delete", "--dry-run").status == 2
